# SPDX-License-Identifier: Apache-2.0
"""Lines of the kernel and of GPU drivers: which end a job, when, where, and what is asked for."""

from __future__ import annotations

import io
import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import scaling_limits as sl
from scaling_limits import _kernel_lines
from scaling_limits.cli import main

DATA = Path(os.environ.get("SCALING_LIMITS_DATA", Path(__file__).resolve().parents[3] / "shared/data")) / "files"
BUS = "NVRM: Xid (PCI:0000:44:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus."
ECC = "NVRM: Xid (PCI:0000:9c:00): 48, pid=3301, name=python3, DBE (double bit error) on die 0"
LINK = "NVRM: Xid (PCI:0000:1b:00): 74, pid=771, name=python3, NVLink: fatal error detected on link 9"
ROW = "NVRM: Xid (PCI:0000:9c:00): 63, pid=3301, name=python3, Row Remapper: New row marked for remapping"
CAUSES = {79: "Xid 79 (fallen off the bus)", 48: "Xid 48 (double-bit ECC error)", 74: "Xid 74 (NVLink error)"}
DAY = 86400.0
AT = datetime(2026, 2, 14, 5, 3, 41, tzinfo=UTC).timestamp()


def events(text: str, **options: Any) -> sl.data.Events:
    return sl.data.read_events(io.StringIO(text), **options)


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main([*map(str, arguments)])
    captured = capsys.readouterr()
    return int(end.value.code or 0), captured.out, captured.err


@pytest.mark.skipif(not DATA.exists(), reason=f"no {DATA}")
def test_four_incidents_of_a_log_of_dmesg(capsys: pytest.CaptureFixture[str]) -> None:
    read = sl.data.read_events(DATA / "xid-dmesg.log")
    days = [0, 2 + (6 * 3600 + 16 * 60 + 26) / DAY, 5 + (17 * 3600 + 38 * 60 + 14) / DAY, 7 + (21 * 3600 + 8 * 60 + 37) / DAY]
    assert (read.start - read.start[0]).tolist() == pytest.approx([day * DAY for day in days])
    assert read.cause.tolist() == [CAUSES[79], CAUSES[48], "Xid 94 (contained memory error)", CAUSES[74]]
    assert read.node.tolist() == ["0000:44:00", "0000:9c:00", "0000:9c:00", "0000:1b:00"]
    assert read.frame["lines"].tolist() == [2, 1, 1, 1] and list(read.frame.index) == [1, 3, 5, 6]
    code, out, err = run(capsys, "fit", DATA / "xid-dmesg.log", "--gpus", 512, "--json")
    assert code == 0 and "5 lines by which a job ends, 4 incidents" in err
    assert "left out, as no job ends by them: Xid 63 (memory row remapped) 1" in err
    found = json.loads(out)
    assert found["window"] == pytest.approx(days[3] * DAY) and round(days[3], 2) == 7.88
    assert {name: one["events"] for name, one in found["causes"].items()} == dict.fromkeys(read.cause.tolist(), 1)


@pytest.mark.parametrize(
    ("form", "hosts"),
    [
        ("2026-02-{day}T05:03:41+0000 {host} kernel: {text}", True),  # journalctl -o short-iso
        ("2026-02-{day}T05:03:41+00:00 {host} kernel: {text}", True),
        ("2026-02-{day}T05:03:41.250000+00:00 {host} kernel: [ 1234.5678] {text}", True),  # rsyslog
        ("Sat 2026-02-{day} 05:03:41 UTC {host} kernel: {text}", True),  # short-full
        ("[Sat Feb {day} 05:03:41 2026] {text}", False),  # dmesg -T
        ("{host}: [Sat Feb {day} 05:03:41 2026] {text}", True),  # pdsh
        ("logs/{host}.log:[Sat Feb {day} 05:03:41 2026] {text}", True),  # grep of many files
        ("<3>1 2026-02-{day}T05:03:41Z {host} kernel - - - {text}", True),  # RFC 5424
        ("17:[Sat Feb {day} 05:03:41 2026] {text}", False),  # grep -n
        ("2026-02-{day}T05:03:41,250000+00:00 {text}", False),  # dmesg --time-format iso
        ("kern  :err   : [Sat Feb {day} 05:03:41 2026] {text}", False),  # dmesg -T -x
    ],
)
def test_forms_of_dates(form: str, hosts: bool) -> None:
    lines = [(14, "a1", BUS), (15, "a1", ECC), (15, "a1", ROW), (15, "b2", LINK), (20, "b2", "NVRM: loading NVIDIA module")]
    read = events("-- Boot 0f3 --\n" + "\n".join(form.format(day=day, host=host, text=text) for day, host, text in lines))
    if hosts:  # two nodes at one instant are two incidents
        assert read.cause.tolist() == [CAUSES[79], CAUSES[48], CAUSES[74]] and read.node.tolist() == ["a1", "a1", "b2"]
        assert read.frame["gpu"].tolist() == ["a1 0000:44:00", "a1 0000:9c:00", "b2 0000:1b:00"]
    else:
        assert read.cause.tolist() == [CAUSES[79], CAUSES[48]] and read.frame["xid"].tolist() == ["79", "48+74"]
    part = 0.25 if "250000" in form else 0
    assert (read.start - AT).tolist() == pytest.approx([day * DAY + part for day in (0, 1, 1)[: len(read)]])


def test_the_journal_as_json() -> None:
    def entry(day: float, text: Any) -> dict[str, Any]:
        return {"__REALTIME_TIMESTAMP": f"{int((AT + day * DAY) * 1e6)}", "_HOSTNAME": "a1", "MESSAGE": text, "PRIORITY": "3"}

    entries = [entry(0, BUS), entry(0.5, "usb 1-1: new device"), entry(2, list(ECC.encode())), entry(2, None)]
    for text in ("\n".join(map(json.dumps, entries)), "\n".join(json.dumps(one, indent=4) for one in entries)):
        read = events(text)
        assert (read.start - AT).tolist() == [0, 2 * DAY] and read.cause.tolist() == [CAUSES[79], CAUSES[48]]
        assert read.node.tolist() == ["a1", "a1"]


def test_the_ring_as_json() -> None:
    ring = {
        "dmesg": [
            {"pri": 3, "time": 10.5, "msg": BUS},
            {"pri": 6, "time": 20.0, "msg": "usb"},
            {"pri": 3, "time": 99.0, "msg": ECC},
        ]
    }
    read = events(json.dumps(ring, indent=3))
    assert read.start.tolist() == [10.5, 99] and read.cause.tolist() == [CAUSES[79], CAUSES[48]]


def test_seconds_since_boot_are_a_clock_of_their_own() -> None:
    read = events(f"[    0.000000] Linux version 6.8\n[ 1000.000000] {BUS}\n[ 4600.500000] {ECC}\n[ 4601.0] {ECC}\n")
    assert read.start.tolist() == [1000, 4600.5]
    assert "start: numbers are read as seconds since a start that the log does not tell" in read.report.notes
    with pytest.raises(ValueError, match="begin anew in line 2: they are no common clock"):
        events(f"[ 1000.0] {BUS}\n[ 12.0] {ECC}\n")
    with pytest.raises(ValueError, match="of several hosts: they are no common clock"):
        events(f"a1: [ 1000.0] {BUS}\nb2: [ 1200.0] {ECC}\n")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            f"Feb 14 05:03:41 a1 kernel: [ 12.5] {BUS}\n",
            "dates without a year, line 1: 'Feb 14 05:03:41'. journalctl -k -o short-iso",
        ),
        (f"[Feb14 05:03] {BUS}\n[  +0.000004] {ECC}\n", r"dates without a year, line 1: '\[Feb14 05:03\]'"),
        (f"{BUS}\n{ECC}\n", "has lines of the kernel without a date"),
        (f"[Sat Feb 14 05:03:41 2026] {ROW}\n", r"has no line that ends a job: Xid 63 \(memory row remapped\) 1"),
        (
            "[    0.000000] Linux version 6.8\n[    1.000000] usb 1-1: new device\n",
            "is a log of the kernel without a line of Xid",
        ),
        (f"[ 10.0] {BUS}\n2026-02-14T05:03:41+00:00 a1 kernel: {ECC}\n", r"has several clocks, lines 1 \('10.0'\) and 2 "),
        (
            '# HELP DCGM_FI_DEV_XID_ERRORS Value of the last XID error.\nDCGM_FI_DEV_XID_ERRORS{gpu="0"} 79\n',
            "has metrics of DCGM: they tell of the last Xid, not when it came",
        ),
        (
            f"[ 10.0] {BUS}\n[ 99.0] NVRM: Xid (PCI:0000:44:00): 999, what\n[ 100.0] NVRM: Xid (PCI:0000:44:00): 999, what\n",
            r"it is not known whether they end a job: Xid 999 \(2 lines\); say with state .* 999=failed counts it",
        ),
    ],
)
def test_logs_that_are_refused_by_name(text: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match=told):
        events(text)
    (tmp_path / "k.log").write_text(text)
    code, _, err = run(capsys, "fit", tmp_path / "k.log")
    assert code == 2 and "k.log" in err and "Traceback" not in err


def test_what_an_unknown_code_does_can_be_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "k.log"
    log.write_text(f"[ 10.0] {BUS}\n[ 500.0] NVRM: Xid (PCI:0000:44:00): 999, what\n[ 9000.0] {ECC}\n")
    assert sl.data.read_events(log, states={"999": "failed"}).cause.tolist() == [CAUSES[79], "Xid 999", CAUSES[48]]
    assert len(sl.data.read_events(log, states={"999": "ok"})) == 2
    assert sl.data.read_events(log, states={"999": "ok", "79": "ok"}).cause.tolist() == [CAUSES[48]]  # or known better
    with pytest.raises(ValueError, match="state 999 = 'perhaps' must be one of"):
        sl.data.read_events(log, states={"999": "perhaps"})
    code, out, _ = run(capsys, "fit", log, "--state", "999=failed", "--json")
    assert code == 0 and json.loads(out)["causes"]["Xid 999"]["events"] == 1
    code, _, err = run(capsys, "fit", log, "--state", "999")
    assert code == 2 and "--state 999: the form is WORD=OUTCOME" in err


def test_lines_of_others() -> None:
    lines = [
        "nvidia-nvswitch0: SXid (PCI:0000:c3:00.0): 24007, Fatal, Link 06 sourcetrack timeout error",
        "nvidia-nvswitch0: SXid (PCI:0000:c3:00.0): 24007, Severity 1 Engine instance 06 Sub-engine instance 00",
        "nvidia-nvswitch0: SXid (PCI:0000:c3:00.0): 12028, Non-fatal, Link 32 egress non-posted PRIV error",
        "EDAC MC0: 1 UE memory read error on CPU_SrcID#0_MC#0_Chan#1_DIMM#0 (channel:1 slot:0 page:0x12)",
        "EDAC MC0: 3 CE memory read error on CPU_SrcID#0_MC#0_Chan#1_DIMM#0 (channel:1 slot:0 page:0x12)",
        "mce: Uncorrected hardware memory error in user-access at 7f2a",
        "amdgpu 0000:e3:00.0: amdgpu: 1 uncorrectable hardware errors detected in umc block",
        "amdgpu 0000:e3:00.0: amdgpu: 4 correctable hardware errors detected in umc block",
        "amdgpu 0000:e3:00.0: amdgpu: uncorrectable hardware error(ERREVENT_ATHUB_INTERRUPT) detected!",
        "NVRM: Xid (PCI:0000:01:00 GPU-I:05): 94, pid=7194, Contained: CE User Channel (0x9). RST: No, D-RST: No",
        "NVRM: Xid (0000:03:00): 31, Ch 0000000b, engmask 00000120, intr 10000000",
    ]
    read = events("".join(f"[{1000.0 * k:.6f}] {text}\n" for k, text in enumerate(lines)))
    assert read.start.tolist() == [0, 3000, 5000, 6000, 8000, 9000, 10_000]
    assert [cause.split(" (")[0] for cause in read.cause.tolist()] == [
        "NVSwitch error",
        *["uncorrected memory error of the host"] * 2,
        *["uncorrectable error of an AMD GPU"] * 2,
        "Xid 94",
        "Xid 31",
    ]
    assert read.node.tolist() == ["0000:c3:00", "", "", "0000:e3:00", "0000:e3:00", "0000:01:00", "0000:03:00"]


def test_a_table_with_messages_of_the_kernel_is_a_table() -> None:
    read = events(f'start,node,message\n2026-02-14 05:03:41,a1,"{BUS}"\n2026-02-15 05:03:41,a1,"{ROW}"\n')
    assert len(read) == 2 and read.columns == {"start": "start", "node": "node"}


def test_the_table_of_codes() -> None:
    codes = _kernel_lines.codes()
    for code in (13, 31, 43, 48, 62, 64, 74, 79, 94, 95, 109, 119, 120, 140, 143, 149, 158):
        assert codes[code][1], code
    for code in (45, 63, 92, 121, 154, 171):
        assert not codes[code][1], code
    assert 1 not in codes and 999 not in codes
