# SPDX-License-Identifier: Apache-2.0
"""Failure logs read: what is used, what is told of the rest, whatever state they are in."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import math
import os
import pickle
import re
import tarfile
from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scaling_limits as sl
from scaling_limits import _log_open, _log_roles

pandas = pytest.importorskip("pandas")
DATA = Path(os.environ.get("SCALING_LIMITS_DATA", Path(__file__).resolve().parents[3] / "shared/data"))
TITAN = DATA / "titan/gc_summary_loc.csv"
LANL = DATA / "lanl/LA-UR-05-7318-failure-data-1996-2005.csv.xz"
DISKS = DATA / "disks/alpine_formatted_data.csv"
YEAR = 365 * sl.units.day
IN_SECONDS = "time: numbers are read in s; unit= says it"


def here(path: Path) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not path.exists(), reason=f"no {path}")


def events(text: str | bytes, **options: Any) -> sl.data.Events:
    return sl.data.read_events(io.BytesIO(text.encode() if isinstance(text, str) else text), **options)


def lives(text: str, **options: Any) -> sl.data.Lives:
    return sl.data.read_lives(io.StringIO(text), **options)


def seconds(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


# ---- real logs


@here(TITAN)
def test_titan_has_its_units_failures_and_years() -> None:
    read = sl.data.read_lives(TITAN, time="time", event="dead", groups=["batch"])
    assert len(read) == 30_207 and not read.report and not read.report.counts and read.entry is None
    for batch, units, failures, years in (("old", 18_837, 5_027, 75_745.5), ("new", 11_370, 62, 25_144.0)):
        of = read.groups["batch"] == batch
        assert of.sum() == units and read.observed[of].sum() == failures
        assert read.durations[of].sum() / YEAR == pytest.approx(years, abs=0.06)
        assert sl.data.Lives.where(read, batch=batch).durations.sum() == read.durations[of].sum()
    assert sl.data.read_lives(TITAN).columns == {"time": "time", "event": "dead"}  # guessed
    assert sl.data.read_lives(TITAN).durations.tolist() == read.durations.tolist()


@here(LANL)
def test_lanl_is_read_with_its_causes_and_mangled_months() -> None:
    read = sl.data.read_events(LANL)
    classes = ["Facilities", "Hardware", "Human Error", "Network", "Undetermined", "Software"]
    assert read.columns == {
        "start": "Prob Started",
        "end": "Prob Fixed",
        "node": "nodenum",
        "cause": classes,
        "system": "System",
    }
    assert len(read) == 23_739 and len(set(read.system)) == 23
    raw = pandas.read_csv(LANL, dtype=str, keep_default_na=False)
    start = pandas.to_datetime(raw["Prob Started"], format="%m/%d/%Y %H:%M")
    end = pandas.to_datetime(raw["Prob Fixed"], format="%m/%d/%Y %H:%M")
    assert (read.frame["start"].to_numpy() == start.to_numpy()).all()
    assert np.allclose(read.end - read.start, (end - start).dt.total_seconds(), rtol=0, atol=1e-6)
    assert Counter(read.cause) == {name: int((raw[name] != "").sum()) for name in classes} | {"": 453}
    again = raw.duplicated()
    mangled = sum(raw[f"node {name}"].str.fullmatch(r"\d+-[A-Z][a-z]+") for name in ("install", "prod", "decom")) > 0
    assert read.report == []
    assert read.report.counts == {
        "duplicated": again.sum(),
        "simultaneous": raw[~again].duplicated(["System", "Prob Started"]).sum(),
        "overlapping": 134,
        "without_cause": 453,
        "without_node": (raw["nodenum"] == "").sum(),
        "mangled": mangled.sum(),
    }
    assert read.report.lines["duplicated"] == [k + 2 for k in np.flatnonzero(again)]
    of_june = read.frame.loc[raw.index[raw["node prod"] == "5-Jun"] + 2, "node prod"]
    assert set(of_june) == {pandas.Timestamp("2005-06-01")}
    assert read.frame["node prod"].min() == pandas.Timestamp("1996-12-01")


@here(LANL)
def test_lanl_by_system_and_with_its_repairs_in_its_zone() -> None:
    read = sl.data.read_events(LANL, timezone="America/Denver")
    systems = pandas.read_csv(LANL)["System"].value_counts()
    assert {one: len(read.where(system=one)) for one in systems.index} == systems.to_dict()
    # the log's own minutes: some are a minute off, and an hour those of a repair in the hour that comes twice
    off = Counter(np.abs((read.end - read.start) / 60 - read.frame["Down Time"]).round())
    assert off == {0: 23_338, 1: 399, 60: 2}
    local = sl.data.read_events(LANL)
    assert Counter(np.abs((local.end - local.start) / 60 - local.frame["Down Time"]).round())[60] == 24


@here(LANL)
def test_gaps_of_lanl_are_those_of_a_loop() -> None:
    read = sl.data.read_events(LANL).where(system=[18, 19])
    until = seconds("2005-12-31")
    gaps = read.gaps(by="node", window_end=until)
    found = []
    for key in sorted({*zip(read.system, read.node, strict=True)}):
        starts = sorted(read.start[(read.system == key[0]) & (read.node == key[1])])
        found += [(b - a, True) for a, b in pairwise(starts) if b > a] + [(until - starts[-1], False)]
    assert sorted(zip(gaps.durations, gaps.observed, strict=True)) == sorted(found)
    assert gaps.report.counts["no_gap"] == len(read) - len(gaps) and (gaps.entry == 0).all()
    assert len(gaps) - gaps.observed.sum() == len({*zip(gaps.groups["system"], gaps.groups["node"], strict=True)})


@here(DISKS)
def test_disks_are_read_with_their_zones() -> None:
    read = sl.data.read_events(DISKS)
    assert len(read) == 3_766 and read.columns["start"] == "Timestamp"
    other = sl.data.read_events(DISKS.with_name("camp_formatted_data.csv"))
    assert len(other) == 1_389 and other.columns == {"start": "Timestamp", "node": "Server"} and not other.report
    assert read.start[0] == seconds("2019-01-04 19:41:12")


def test_llama3_in_counts() -> None:
    published = sl.published.llama3_interruptions
    text = "Component,Interruption Count,% of Interruptions\n"
    text += "".join(f"{cause},{n},{n / 4.19:.1f}%\n" for cause, n in published.items()) + "Total,419,100%\n"
    read = sl.data.read_counts(io.StringIO(text))
    assert dict(zip(read.causes, read.counts.tolist(), strict=True)) == published and read.total == 419
    assert read.report == [(len(published) + 2, "Total: the sum of the others")]
    wrong = sl.data.read_counts(io.StringIO(text.replace("Total,419", "Total,421")))
    assert wrong.total == 419 and wrong.report == [(len(published) + 2, "Total: the sum of the others, which is 419, not 421")]
    assert read.columns == {"count": "Interruption Count", "cause": "Component"}
    with pytest.raises(ValueError, match=r"it is a table of counts by cause: sl\.data\.read_counts reads it"):
        events(text)


# ---- every damage


@pytest.mark.parametrize(
    ("text", "used", "told"),
    [
        ("start;node\n2025-03-01;a\n2025-03-02;b\n", 2, ["cells are separated by ';'"]),
        ("start\tnode\n2025-03-01\ta\n", 1, ["cells are separated by tabs"]),
        ("\ufeffstart,node\r\n2025-03-01,a\r\n\r\n,\r\n2025-03-02,b", 2, []),
        ("start,node\n2025-03-01,café\n".encode("latin-1"), 1, ["line 2 is no UTF-8: the file is read as Latin-1"]),
        ("start,node\n2025-03-01,a\n".encode("utf-16"), 1, []),
        ("start,node\n20\x0025-03-01,a\n", 1, ["1 zero byte left out"]),
        ("# made by hand\nstart,node\n2025-03-01,a\n", 1, []),
        (
            'start,node\n2025-03-01,"a\n2025-03-02,b\n',
            1,
            ["line 2: a quotation mark is not closed or stands amid a cell: '2025-03-01,\"a'"],
        ),
        ('start,node\n2025-03-01,"a, b"\n2025-03-02,"two\nlines"\n2025-03-03,c\nx,d\n', 3, ["line 6: start = 'x' is no date"]),
        ('start,node,note\n2025-03-01,a,5" disk\n', 1, []),
        (
            "start,node\n2025-03-01,a,b,c\n2025-03-02,b,,\n",
            1,
            ["line 2: it has 4 cells, the header 2; the first beyond it: 'b'"],
        ),
        (
            "start,node\n1,2025-03-01,a\n2,2025-03-02,b\n",
            2,
            ["rows have one cell more than the header: the first column has no name"],
        ),
        (
            "start,node\n2025-03-01\n2025-03-02,b\n",
            2,
            [
                "1 row with fewer cells than the header: the missing ones are empty (line 2)",
                "1 row without a node: kept (line 2)",
            ],
        ),
        ("start,start\n2025-03-01,2025-04-01\n", 1, ["the header has 'start' more than once: the later one is \"start'\""]),
        (
            "start,end,node\n2025-03-02,2025-03-01,a\n2025-03-03,never,a\n2025-03-04,2025-03-09,a\n2025-03-05,,a\n",
            4,
            [
                "1 row ending before they start: kept without an end (line 2)",
                "1 row with an end that is no date: kept without an end (line 3)",
                "1 row starting before an earlier repair of the same node ends: kept (line 5)",
            ],
        ),
        (
            "start,node\n2025-03-01,a\n2025-03-01,b\n2025-03-01,a\n,c\n",
            3,
            [
                "1 row equal to an earlier one in every cell: kept (line 4)",
                "1 row starting together with an earlier one: kept (line 3)",
                "line 5: start is empty",
            ],
        ),
        (
            "start,hardware,software\n2025-03-01,disk,\n2025-03-02,disk,kernel\n2025-03-03,,OS\n2025-03-04,CPU,\n2025-03-05,,\n"
            "2025-03-06,,OS\n",
            6,
            ["1 row with more than one cause: kept with the first (line 3)", "1 row without a cause: kept (line 6)"],
        ),
        (
            "start,node prod\n6/21/2005 10:54,5-Jun\n6/22/2005 9:00,Nov-96\n6/23/2005 9:00,current\n",
            3,
            [
                "1 row with a month that a spreadsheet mangled, such as 5-Jun for June 2005: read (line 2)",
                "node prod: months with two-digit years are read, 1 of them mangled by a spreadsheet; "
                "'current' left without a date",
            ],
        ),
        ("start\n1/1/1970\n1970-01-01 00:00\n0001-01-01\n2025-02-30\n2025-03-01\n", 1, [
            "line 2: start = '1/1/1970' is no date as month/day", "line 3: start = '1970-01-01 00:00' is no date",
            "line 4: start = '0001-01-01' is no date", "line 5: start = '2025-02-30' is no date",
        ]),
        (f"start\n2025-03-01\n{'x' * 500}\n", 1, [f"line 3: start = '{'x' * 37}...' is no date"]),
        (f"start\n2025-03-01\n{chr(1) * 41}{'x' * 400}\n", 1, ["line 3: start = '" + r"\x01" * 9 + r"\...' is no date"]),
        ("\ufeffsep=;\r\nstart;node\r\n2025-03-01;a\r\n", 1, ["cells are separated by ';'"]),
        (
            "Failures of 2025,,\n\nby hand\nstart,node,cause\n2025-03-01,a,x\nlater,b,x\n",
            1,
            ["2 lines above the names of the columns left out: 'Failures of 2025,,'", "line 6: start = 'later' is no date"],
        ),
        ("start,node\n2025-03-01,a,\n2025-03-02,b,\n", 2, []),
        ("start\n01-mar-2025 10:00\n1 sept 2025\nSep 1, 2025\nSep 2, 2025\n", 3, ["line 3: start = '1 sept 2025' is no date"]),
        ("start\n2025-03-01 10:00:12,123\n2025-03-01 10:00:13,123\n", 2, []),
        ('"start\n(local)",node\n2025-03-01,a\nlater,b\n', 1, ["line 4: start (local) = 'later' is no date"]),
        (
            "start,node\n2025-03-01,a\n# maintenance, all day\n2025-03-02,b\n  #more\n",
            2,
            ["2 remarks after # left out (lines 3, 5)"],
        ),
        ("node,start\n#17,2025-03-01\n", 1, []),
        ("# by hand\n#start,node\n2025-03-01,a\n", 1, []),
        (b"\0" * 2001 + b"start,node\n2025-03-01,a\n", 1, ["2001 zero bytes left out"]),
        ("start,node\n2025-03-01,ü\n".encode("utf-16-le"), 1, []),
        ("start,node\n2025-03-01,ü\n".encode("utf-16-be"), 1, []),
        ("start,node\n2025-03-01,ü\n".encode("utf-32"), 1, []),
        ("start,node\n2025-03-01,ü\n".encode("utf-32-le"), 1, []),
        ("start,node\n2025-03-01,ü\n".encode("utf-32-be"), 1, []),
        (
            "start,a,a,a,a,a\n2025-03-01,1,2,3,4,5\n",
            1,
            [f"the header has 'a' more than once: the later one is \"a{chr(39) * k}\"" for k in (1, 2, 3)]
            + ["and 1 more name of columns that come again"],
        ),
    ],
)  # fmt: skip
def test_damage_is_told_and_the_rest_is_read(text: str | bytes, used: int, told: list[str]) -> None:
    read = events(text)
    assert len(read) == used
    rows = used + len(read.report)
    assert str(read.report).split("\n  ") == [f"{used} of {rows} row{'s' if rows > 1 else ''} used", *told]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "read_events: the text: this is an empty file; expected a log of failures"),
        ("\n\n", "read_events: the text: this is an empty file"),
        ("start,node\n", "read_events: the text has nothing to use: it has a header and no rows"),
        ("2025-03-01,a\n2025-03-02,b\n", "read_events: the text has no names of columns: its first line has '2025-03-01', 'a'"),
        ("1,2\n3,4\n", "read_events: the text has no names of columns: its first line has '1', '2'"),
        (
            "foo,bar\n1,a\n",
            "read_events: the text has nothing to use: no column is called start, time or the like, and none has dates; "
            "there are 'foo', 'bar'",
        ),
        (
            "time,dead\n5,TRUE\n6,FALSE\n",
            "read_events: the text has nothing to use: 'time' and 'dead' are lives, not events: sl.data.read_lives reads them; "
            "start= says otherwise",
        ),
        (
            'start,node\nfoo,a\n?,b\n2025-03-01,"c\n2025-03-01,a,b\n',
            "read_events: the text has nothing to use:\n  line 2: start = 'foo' is no date\n  line 3: start = '?' is no date\n"
            "  line 4: a quotation mark is not closed or stands amid a cell: '2025-03-01,\"c'\n"
            "  line 5: it has 3 cells, the header 2; the first beyond it: 'b'",
        ),
        (b"\xfd7zXZ\0junk", "read_events: the text cannot be unpacked: Compressed file ended before the end-of-stream"),
        (b"\x1f\x8bjunk", "read_events: the text cannot be unpacked: "),
        (b"PAR1junk", "read_events: the text cannot be read as Parquet: "),
        (b"PK\3\4", "read_events: the text: this is a spreadsheet or zip archive; expected a log of failures"),
        (b"\x28\xb5\x2f\xfd\0\0", "read_events: the text: this is packed with Zstandard; expected a log of failures"),
        (bytes(range(256)) * 9, "read_events: the text is no text: it is neither CSV nor Parquet"),
        ("n1,disk,Mar 1 2025\nn2,disk,Mar 2 2025\n", "has no names of columns: its first line has 'n1', 'disk', 'Mar 1 2025'"),
        ("n1;1740000000\nn2;1740000001\n", "has no names of columns: its first line has 'n1', '1740000000'; write a line"),
        (",".join("a" * 20_000), "the text has 20000 cells in its first line: is it a table?"),
    ],
)
def test_a_log_without_a_usable_row_says_all_that_is_wrong(text: str | bytes, told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        events(text)


def test_every_damage_of_events_is_in_one_report() -> None:
    rows = ["Failures of cluster X;;;", "", "start;end;host;cause;cause", "13.03.2025 10:00;13.03.2025 12:00;n1;gpu;"]
    rows += ["# maintenance", "31.04.2025 10:00;;n1;gpu;", "14.03.2025;13.03.2025;n1;nic;", "15.03.2025;never;n2;nic;"]
    rows += [";;n3;x;", "16.03.2025 09:00;;;;", "16.03.2025 09:00;;;;", "17.03.2025;a;b;c;d;e", '18.03.2025;;"n1;gpu;']
    rows += [
        "18.03.2025",
        "Total;27",
        "x" * 300 + ";;;;",
        "19.03.2025;;café;gpu;",
        "05.04.2025;;n1;gpu;",
        "Mar 1 10:00:12;;n1;;",
    ]
    read = events("\r\n".join(rows).encode("latin-1") + b"\r\n\0", window_end="2025-03-31")
    assert str(read.report).split("\n  ") == [
        "7 of 15 rows used",
        "2 rows with fewer cells than the header: the missing ones are empty (lines 14, 15)",
        "1 row equal to an earlier one in every cell: kept (line 11)",
        "1 row ending before they start: kept without an end (line 7)",
        "1 row with an end that is no date: kept without an end (line 8)",
        "3 rows without a cause: kept (lines 10, 11, 14)",
        "3 rows without a node: kept (lines 10, 11, 14)",
        "line 17 is no UTF-8: the file is read as Latin-1",
        "1 zero byte left out",
        "1 line above the names of the columns left out: 'Failures of cluster X;;;'",
        "cells are separated by ';'",
        "1 remark after # left out (line 5)",
        "the header has 'cause' more than once: the later one is \"cause'\"",
        "line 6: start = '31.04.2025 10:00' is no date as day/month",
        "line 9: start is empty",
        "line 12: it has 6 cells, the header 5; the first beyond it: 'e'",
        "line 13: a quotation mark is not closed or stands amid a cell: '18.03.2025;;\"n1;gpu;'",
        "line 15: start = 'Total' is no date",
        f"line 16: start = '{'x' * 37}...' is no date",
        "line 18: it starts at 2025-04-05 00:00:00, after the window's end",
        "line 19: start = 'Mar 1 10:00:12' is a date without a year",
    ]


def test_more_problems_than_one_reads_are_counted() -> None:
    with pytest.raises(ValueError, match="and 90 more that could not be used"):
        events("start\n" + "x\n" * 100)


cell = (
    st.sampled_from(
        [
            "2025-03-01",
            "3/4/2025",
            "25/12/2024 10:00",
            "1740000000",
            "1740000001000",
            "",
            "nan",
            "TRUE",
            "0",
            "5-Jun",
            "2 h",
            "1,5",
            '"a,b"',
            '"a',
            'a"b',
            '"x\ny"',
            "2025-03-01T10:00:00Z",
            "2025-03-01 10:00 EST",
            "inf",
            "1e400",
            "0a0",
            "total",
            "20250301",
            "\t",
            ";",
            "null",
            "0/0/0",
            "2025-13-45",
            "2025-03-01 25:61",
            "0x1f",
            "٢٠٢٥",
            "\u2028",
            "NODE_FAIL",
            "CANCELLED by 7",
            "COMPLETED",
            "10:00",
            "1.234,5",
            "1,234",
            "Mar  1 10:00:12",
            "[Sat Mar  1 10:00:12 2025]",
            "25/03/01",
            "# x",
            "n[1-3]",
            '{"start": 1740000000, "time": 5, "node": {"a": [1]}}',
            '[{"start": 1740000000}, 5]',
            "sep=;",
            "F",
            "S",
            "2",
        ]
    )
    | st.text(max_size=12)
    | st.floats().map(str)
)
head = st.sampled_from(
    [
        "start",
        "end",
        "node",
        "cause",
        "system",
        "time_h",
        "dead",
        "censored",
        "count",
        "hardware",
        "software",
        "",
        "Date",
        "Time",
        "State",
        "JobID",
        "# start",
        "Start",
        "time (weeks)",
        "sep=;",
    ]
)


def told_apart(read: Any, data: bytes, **options: Any) -> None:
    """Every row is used or has its reason."""
    try:
        found = read(io.BytesIO(data), **options)
    except ValueError as error:
        assert str(error).startswith(read.__name__), error  # noqa: PT017
        return
    assert len(found) and str(found.report) and repr(found) and found._repr_html_() and found.as_dict()
    if read is not sl.data.read_counts:
        assert len(found) + len({line for line, _ in found.report}) == found.report.rows
    if read is sl.data.read_events:
        assert np.isfinite(found.start).all() and (found.gaps().durations > 0).all()


@settings(max_examples=150, deadline=None)
@given(st.lists(head, min_size=1, max_size=6), st.lists(st.lists(cell, max_size=7), max_size=8), st.sampled_from(",;\t"))
def test_whatever_cells_are_used_or_told(names: list[str], rows: list[list[str]], mark: str) -> None:
    data = "\n".join(mark.join(row) for row in [names, *rows]).encode("utf-8", "surrogatepass")
    told_apart(sl.data.read_events, data, timezone="Europe/Berlin")
    told_apart(sl.data.read_lives, data)
    told_apart(sl.data.read_counts, data)


def test_a_duration_beyond_all_numbers_is_told() -> None:
    with pytest.raises(ValueError, match=r"line 2: time_h = '9e304'"):
        sl.data.read_lives(io.BytesIO(b"time_h\n9e304\n"))


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300))
def test_whatever_bytes_are_read_or_refused_in_words(data: bytes) -> None:
    for read in (sl.data.read_events, sl.data.read_lives, sl.data.read_counts):
        for top in (b"", b"start,end,node\n", b"time;dead\n"):
            told_apart(read, top + data)


def test_jobs_of_slurm_fail_at_their_end() -> None:
    head = "JobID|Start|End|State|NodeList|\n"
    text = head + (
        "1001|2025-03-01T10:00:12|2025-03-01T12:00:00|NODE_FAIL|gpu001|\n"
        "1002|2025-03-01T12:10:00|2025-03-02T12:00:00|COMPLETED|gpu[001-004,7]|\n"
        "1003|2025-03-02T12:10:00|Unknown|RUNNING|gpu002|\n"
        "1004|2025-03-02T12:10:00|2025-03-02T13:10:00|CANCELLED by 1000|gpu[1-2]|\n"
    )
    read = events(text)
    assert read.start.tolist() == [seconds("2025-03-01 12:00:00")]
    assert read.columns == {"state": "State", "start": "Start", "end": "End", "node": "NodeList", "job": "JobID"}
    assert read.node.tolist() == ["gpu001"] and read.cause.tolist() == ["NODE_FAIL"]
    assert math.isnan(read.exposure)  # nothing says how many GPUs
    assert len(events(text, start="Start")) == 4  # of events, as told
    assert events("JobID,Start,End,State\n1,2025-03-01,2025-03-02,COMPLETED\n").start.tolist() == []
    assert events("start,end,state\n2025-03-01,2025-03-02,FAILED\n").columns == {"start": "start", "end": "end"}  # no job
    whole = events(text.replace("NodeList|", "AllocGRES|NNodes|").replace("|gpu001|", "|gpu:8|2|"))
    assert whole.exposure == 16 * 7188  # of the one that says it


def test_a_history_is_cut_at_the_window() -> None:
    text = "job,state,start,end,gpus\n1,FAILED,2025-03-01 00:00,2025-03-01 10:00,8\n"
    text += "2,FAILED,2025-03-01 10:00,2025-03-01 20:00,8\n"
    cut = events(text, window_start="2025-03-01 05:00", window_end="2025-03-01 12:00")
    assert cut.exposure == 8 * 7 * 3600 and cut.start.tolist() == [seconds("2025-03-01 10:00:00")]


def test_a_column_that_is_not_used_stays() -> None:
    read = events("Start,start,End,node\n2025-03-01,x,2025-03-02,a\n", start="End", end="Start")
    assert read.frame.columns.tolist() == ["start", "end", "node", "start'"] and read.frame["start'"].tolist() == ["x"]
    assert events("Start,End\n2025-03-01,2025-03-02\n", start="End").frame["Start"].tolist() == ["2025-03-01"]


@pytest.mark.parametrize(
    ("text", "used", "told"),
    [
        (
            '{"start": "2025-03-01", "node": "a"}\r\n\n{"node": "b", "start": "2025-03-02"}\n{"start": "20\n{"start": null}\n',
            2,
            ["line 4: it is no record of JSON", "line 5: start is empty"],
        ),
        ('[{"start": 1740000000, "node": [1, 2]}, 5]', 1, [
            "start: numbers are read as time since 1970, by their size 1 in s", "row 1: it is no record of JSON"
        ]),
        ('{"jobs": [{"start": "2025-03-01", "node": {"name": "a"}}], "meta": {}}', 1, []),
        ('{"start": "2025-03-01", "node": "a"}', 1, []),
    ],
)  # fmt: skip
def test_records_of_json_are_read(text: str, used: int, told: list[str]) -> None:
    read = events(text)
    assert len(read) == used and str(read.report).split("\n  ")[1:] == told
    assert read.columns["node"] in ("node", "node.name")


def test_columns_that_are_named_and_not_there_are_told_together() -> None:
    with pytest.raises(ValueError, match="nothing to use") as error:
        events("start,host\n2025-03-01,a\n", start="begin", node="hst", cause=["why"])
    assert str(error.value) == (
        "read_events: the text has nothing to use:\n  no column 'begin' for start; there are 'start', 'host'\n"
        "  no column 'hst' for node; did you mean 'host'?\n  no column 'why' for cause; there are 'start', 'host'"
    )
    with pytest.raises(TypeError, match="path must be a path, an open file or a frame of pandas, not int"):
        sl.data.read_events(5)
    with pytest.raises(FileNotFoundError):
        sl.data.read_lives("no_such_file.csv")


@pytest.mark.parametrize(
    ("head", "columns"),
    [
        ("Prob Started,Prob Fixed,nodenum,Cause,System", ["Prob Started", "Prob Fixed", "nodenum", "Cause", "System"]),
        ("BEGIN_TIME,end-time,HostName,Root Cause,cluster", ["BEGIN_TIME", "end-time", "HostName", "Root Cause", "cluster"]),
        ("timestamp_utc,resolved,machine,category,job_id", ["timestamp_utc", "resolved", "machine", "category", "job_id"]),
        ("failureStart,repairEnd,gpuNode,mainReason,theCluster", ["failureStart", None, "gpuNode", "mainReason", "theCluster"]),
        ("when it broke,x,y,z,w", ["when it broke", None, None, None, None]),
    ],
)
def test_columns_are_guessed_by_their_names(head: str, columns: list[str | None]) -> None:
    read = events(f"{head}\n2025-03-01 10:00,2025-03-01 11:00,n1,disk,s1\n")
    roles = ("start", "end", "node", "cause", "system")
    assert read.columns == {role: name for role, name in zip(roles, columns, strict=True) if name}
    for role, name in read.columns.items():
        assert f"{role}={name!r}" in repr(read)


def test_a_column_with_instants_goes_before_one_without() -> None:
    assert events("time,when,node\n5,2025-03-01,a\n").columns["start"] == "when"
    assert events("date,timestamp,node\n2025-03-01,1740000000,a\n").columns["start"] == "timestamp"
    assert events("time,node\n5,a\n").columns["start"] == "time"


def test_a_column_is_found_whatever_its_case_and_dots() -> None:
    read = events("Foo Time,Bar.Node\n2025-03-01,a\n", start="foo_time", node="BAR NODE")
    assert read.columns == {"start": "Foo Time", "node": "Bar.Node"} and read.node.tolist() == ["a"]


# ---- dates


@pytest.mark.parametrize(
    "text",
    [
        "2005-06-21 10:54:07", "2005-06-21T10:54:07Z", "2005-06-21T12:54:07+02:00", "2005-06-21T05:54:07.000-0500",
        "2005/6/21 10:54:07",
        "2005-06-21 10:54:07,000", "6/21/2005 10:54:07", "6/21/05 10:54:07 AM", "21.06.2005 10:54:07", "21 Jun 2005 10:54:07",
        "21-Jun-05 10:54:07", "June 21, 2005 10:54:07", "Tue Jun 21 10:54:07 2005", "Tue, 21 Jun 2005 10:54:07 +0000",
        "21/Jun/2005:06:54:07 -0400", "2005-06-21 06:54:07 EDT", "2005-06-21 10:54:07 UTC", "20050621105407", "1119351247",
        "Tue Jun 21 10:54:07 UTC 2005", "Tue Jun 21 05:54:07 AM EST 2005", "[Tue Jun 21 10:54:07 2005]", "20050621T105407Z",
        "Tue Jun 21 12:54:07 2005 +0200", "2005-06-21 10:54:07.000000000 +0000 UTC", "2005-06-21T12:54:07+02:00[Europe/Berlin]",
        "6/21/2005 10:54:07 a.m.", "20050621T105407.000",
        "1119351247000", "1119351247000000", "1119351247000000000", "1119351247.0", "1.119351247e9",
    ],
)  # fmt: skip
def test_forms_of_one_instant(text: str) -> None:
    assert events(f'when,node\n"{text}",a\n').start.tolist() == [seconds("2005-06-21 10:54:07")]


@given(st.datetimes(datetime(1990, 1, 1), datetime(2040, 1, 1)))
@settings(max_examples=50, deadline=None)
def test_any_form_of_python_is_read(when: datetime) -> None:
    when = when.replace(microsecond=0)
    for form in (
        "%Y-%m-%d %H:%M:%S",
        "%m/%d/%Y %H:%M:%S",
        "%d.%m.%Y %H:%M:%S",
        "%d %b %Y %H:%M:%S",
        "%B %d, %Y %I:%M:%S %p",
        "%c",
    ):
        text = f'when\n"{when.strftime(form)}"\n'
        assert events(text, date_format=form).start.tolist() == [when.replace(tzinfo=UTC).timestamp()]
        if "%m/" not in form and ".%m" not in form:
            assert events(text).start.tolist() == [when.replace(tzinfo=UTC).timestamp()]


def test_the_order_of_day_and_month_is_the_one_that_reads_all() -> None:
    assert events("start\n25/12/2024\n01/02/2025\n").start[1] == seconds("2025-02-01")
    assert events("start\n12/25/2024\n01/02/2025\n").start[1] == seconds("2025-01-02")
    assert events("start,end\n01/02/2025,25/02/2025\n").start[0] == seconds("2025-02-01")  # one hand wrote both
    assert not events("start\n25/12/2024\n01/02/2025\n").report.notes
    both = events("start\n03/04/2025\n05/06/2025\n")
    assert both.start[0] == seconds("2025-03-04")
    assert both.report.notes == [
        "dates such as '03/04/2025' can be month/day or day/month: read as month/day; date_format= says it"
    ]
    told = events("start\n03/04/2025\n05/06/2025\n", date_format="%d/%m/%Y")
    assert told.start[0] == seconds("2025-04-03") and not told.report.notes
    in_order = events("start\n" + "".join(f"{day:02}/{month:02}/2024\n" for month in range(1, 13) for day in (2, 9)))
    assert (
        in_order.start[1] == seconds("2024-01-09") and "in which they are better in order of time" in in_order.report.notes[0]
    )
    falling = events("start\n" + "".join(f"{day:02}/{month:02}/2024\n" for month in range(12, 0, -1) for day in (9, 2)))
    assert falling.start[0] == seconds("2024-12-09") and "better in order of time" in falling.report.notes[0]
    mixed = events("start\n25/12/2024\n12/25/2024\n12/26/2024\n01/02/2025\n")
    assert mixed.report == [(2, "start = '25/12/2024' is no date as month/day")]
    assert mixed.report.notes == ["no order of day and month reads all dates: read as month/day, which reads most"]


def test_years_of_two_digits_may_come_first() -> None:
    first = events("start\n25/03/01\n25/03/02\n25/04/01\n")
    assert first.start.tolist() == [seconds(f"2025-{one}") for one in ("03-01", "03-02", "04-01")]
    assert first.report.notes == [
        "dates such as '25/03/01' can be day/month or year/month/day: read as year/month/day, "
        "in which they are better in order of time; date_format= says it"
    ]
    assert not events("start\n25/13/01\n25/03/31\n99/13/01\n", date_format="%y/%d/%m").report.notes
    unknown = events("start\n05-06-07\n").report.notes
    assert unknown == [
        "dates such as '05-06-07' can be month/day or day/month or year/month/day: read as day/month; date_format= says it"
    ]


def test_dates_that_lack_something_say_what() -> None:
    lacking = "time\nMar  1 10:00:12\n2025-03-01 10:00 BST\n2025-03-01 10:00 CST\n"
    read = events(lacking)
    assert read.start.tolist() == [seconds("2025-03-01 16:00")]
    assert read.report.notes == ["time: CST is read as 6 h behind UTC, not as China's time"]
    assert read.report == [
        (2, "time = 'Mar  1 10:00:12' is a date without a year"),
        (3, "time = '2025-03-01 10:00 BST' is in a zone that is not known: write it as +01:00"),
    ]
    with pytest.raises(ValueError, match="read_events: date_format = '%b %d %H:%M:%S' has no year"):
        events(lacking, date_format="%b %d %H:%M:%S")
    days = events("Date\n45717.4167\n45718.5\n").report.notes
    assert days == [
        "Date: numbers are read as seconds since a start that the log does not tell; "
        "if they are days of a spreadsheet (45717 is 2025-03-01), save them as dates"
    ]


def test_a_window_is_never_guessed() -> None:
    text = "start\n01/02/2025\n25/02/2025\n"
    assert events(text, window_end="2025-03-01").window[1] == seconds("2025-03-01")
    assert events(text, window_end="01/03/2025", date_format="%d/%m/%Y").window[1] == seconds("2025-03-01")
    assert events(text, window_end="26/02/2025").window[1] == seconds("2025-02-26")
    why = "window_end: dates such as '01/03/2025' can be month/day or day/month: write it as year-month-day"
    with pytest.raises(ValueError, match=f"read_events: {why}"):
        events(text, window_end="01/03/2025")
    with pytest.raises(ValueError, match=f"gaps: {why}"):
        events(text).gaps(window_end="01/03/2025")


def test_a_form_that_is_given_wins() -> None:
    read = events("start\n21|06|2005\n2005-06-21\n", date_format="%d|%m|%Y")
    assert read.start.tolist() == [seconds("2005-06-21")]
    assert read.report == [(3, "start = '2005-06-21' is no date in the form '%d|%m|%Y'")]
    with pytest.raises(ValueError, match="read_events: date_format = '%!': "):
        events("start\n21\n", date_format="%!")


def test_zones_are_one_time() -> None:
    text = "start\n2025-03-01T10:00:00Z\n2025-03-01T12:00:00+02:00\n2025-03-01 05:00 EST\n2025-03-01 10:00\n"
    read = events(text)
    assert set(read.start) == {seconds("2025-03-01 10:00")} and str(read.frame["start"].dtype).endswith("UTC]")
    assert read.report.notes == ["start: 1 date without a zone beside others with one taken as UTC; timezone= says it"]
    assert events(text, timezone="Europe/Berlin").start[3] == seconds("2025-03-01 09:00")
    two = "start,end\n2025-03-01T10:00:00Z,2025-03-01 12:00\n"
    assert events(two).report.notes == ["end: dates have no zone, those beside them have one: taken as UTC; timezone= says it"]
    assert events(two, timezone="Europe/Berlin").end[0] == seconds("2025-03-01 11:00")


@given(st.lists(st.datetimes(datetime(1999, 1, 1), datetime(2034, 1, 1)), min_size=1, max_size=20))
@settings(max_examples=50, deadline=None)
def test_dates_of_a_zone_are_those_of_python(dates: list[datetime]) -> None:
    zone = ZoneInfo("America/Denver")
    dates = [when.replace(microsecond=0) for when in dates]
    exact = [when.replace(tzinfo=zone) for when in dates]
    skipped = [a.astimezone(UTC).astimezone(zone).replace(tzinfo=None) != b for a, b in zip(exact, dates, strict=True)]
    read = events("start\n" + "\n".join(map(str, dates)), timezone="America/Denver")
    for found, when, moved in zip(read.start, exact, skipped, strict=True):
        assert moved or found == when.timestamp()


def test_hours_of_summer_time() -> None:
    read = events("start\n2025-10-26 02:30\n2025-03-30 02:30\n2025-07-01 12:00\n", timezone="Europe/Berlin")
    assert read.start.tolist() == [seconds(f"2025-{one}") for one in ("10-26 00:30", "03-30 01:00", "07-01 10:00")]
    assert read.report.notes == [
        "start: 1 date in an hour that the end of summer time repeats taken as its first",
        "start: 1 date in an hour that summer time skips moved to its end",
    ]
    gap = read.gaps(window_end="2025-10-27 00:00")
    assert gap.durations[-1] == seconds("2025-10-26 23:00") - read.start[0]
    with pytest.raises(ValueError, match="timezone = 'Mars' must be a name such as 'Europe/Berlin' or 'UTC'"):
        events("start\n2025-03-01\n", timezone="Mars")


def test_numbers_are_times_by_their_size() -> None:
    read = events("time,node\n1740000000,a\n1740000001000,b\n0,c\nnan,c\n")
    assert read.start.tolist() == [1_740_000_000, 1_740_000_001]
    assert read.report == [(4, "time = '0' is no date"), (5, "time is empty")]
    assert read.report.notes == ["time: numbers are read as time since 1970, by their size 1 in s and 1 in ms"]  # 0 is none
    stray = events("start,end\n31.04.2025,27\n25.04.2025,26.04.2025\n")  # what is no date tells nothing of the others
    assert stray.report == [(2, "start = '31.04.2025' is no date as day/month")] and not stray.report.notes
    own = events("time,node\n10,a\n20.5,b\n,c\n")
    assert own.start.tolist() == [10, 20.5] and own.report == [(4, "time is empty")]
    assert own.report.notes == ["time: numbers are read as seconds since a start that the log does not tell"]
    assert own.gaps(window_end=30).durations.tolist() == [10.5, 9.5]
    assert events("time,node\n10,a\n20.5,b\n", window_end="30").window == (10, 30)
    for call in (own.gaps, lambda **window: events("time,node\n10,a\n", **window)):
        with pytest.raises(ValueError, match="window_end = '2025-03-01' must be a number of seconds, as the log has them"):
            call(window_end="2025-03-01")


@pytest.mark.parametrize(
    ("name", "factor", "told"),
    [("time", 1, "seconds"), ("start_h", 3600, "h"), ("time_hours", 3600, "hours"), ("Start [min]", 60, "min")],
)
def test_a_clock_of_its_own_is_in_the_unit_of_its_name(name: str, factor: float, told: str) -> None:
    events = sl.data.read_events(io.StringIO(f"{name},node\n0,a\n24,b\n84,a\n"))
    assert events.start.tolist() == [0, 24 * factor, 84 * factor]
    assert f"{name}: numbers are read as {told} since a start that the log does not tell" in events.report.notes


@pytest.mark.parametrize(
    ("name", "cells", "told"),
    [
        ("severity", ("INFO", "ERROR", "WARNING", "ERROR"), "severity: rows of INFO 1, WARNING 1 are counted as failures too"),
        ("event", ("down", "up", "down", "up"), "event: rows of up 2 are counted as failures too"),
        ("level", ("info", "info", "info", "info"), ""),
        ("severity", ("critical", "major", "minor", "major"), ""),
    ],
)
def test_rows_of_which_a_word_says_that_nothing_failed_are_told(name: str, cells: tuple[str, ...], told: str) -> None:
    rows = [f"2026-03-0{k + 1},n1,{cell}" for k, cell in enumerate(cells)]
    report = sl.data.read_events(io.StringIO("\n".join([f"timestamp,node,{name}", *rows, ""]))).report
    assert [note for note in report.notes if "as failures too" in note] == (
        [f"{told}; --where {name}=WORD leaves others out"] if told else []
    )


def test_a_day_and_a_clock_in_two_columns_are_one_instant() -> None:
    read = events("Date;Time;node\n13.03.2025;10:00:12;a\n14.03.2025;;b\n;11:00;c\n")
    assert read.columns == {"start": "Date Time", "node": "node"}
    assert read.start.tolist() == [seconds("2025-03-13 10:00:12"), seconds("2025-03-14")]
    assert read.report == [(4, "Date Time = '11:00' is no date")]
    pairs = events("Start Date,Start Time,End Date,End Time\n3/13/2025,10:00,3/13/2025,11:00\n")
    assert (pairs.end - pairs.start).tolist() == [3600]


# ---- windows and gaps


def test_events_outside_the_window_are_told() -> None:
    read = events("start\n2025-03-01\n2025-03-05\n2025-03-09\n", window_start="2025-03-02", window_end="2025-03-08")
    assert read.window == (seconds("2025-03-02"), seconds("2025-03-08")) and len(read) == 1
    assert read.report == [
        (2, "it starts at 2025-03-01 00:00:00, before the window's start"),
        (4, "it starts at 2025-03-09 00:00:00, after the window's end"),
    ]
    assert read.gaps().durations.tolist() == [3 * sl.units.day] and not read.gaps().observed.any()
    for wrong in ("soon", True, [1], math.nan, math.inf):
        with pytest.raises(ValueError, match=r"window_start = .* must be a date such as"):
            events("start\n2025-03-01\n", window_start=wrong)
    with pytest.raises(ValueError, match="window_end must be after window_start"):
        events("start\n2025-03-01\n", window_start=5, window_end=3)


def test_gaps_leave_out_what_has_no_length_or_no_label() -> None:
    read = sl.data.Events([0, 0, 5, 9, 20], node=["a", "a", "a", "", "b"], system=[1, 1, 2, 1, 1])
    gaps = read.gaps(by="node", window_end=15)
    assert sorted(zip(gaps.durations, gaps.observed, strict=True)) == [(10, False), (15, False)]
    assert gaps.report == [(4, "it starts after the window's end")]
    assert gaps.report.lines == {"no_gap": [1], "without_label": [3], "outside": [4]} or gaps.report.lines["no_gap"] == [0]
    assert read.gaps().observed.all() and read.gaps().durations.tolist() == [5, 4, 11]
    with pytest.raises(ValueError, match="by = 'cause': the log has no such column; there are 'start', 'node', 'system'"):
        read.gaps(by="cause")
    assert len(sl.data.Events([]).gaps()) == 0


@given(
    st.lists(st.tuples(st.integers(0, 50), st.integers(0, 3)), max_size=30),
    st.integers(50, 60),
)
@settings(max_examples=100, deadline=None)
def test_gaps_and_what_is_left_of_the_window_add_up(rows: list[tuple[int, int]], until: int) -> None:
    read = sl.data.Events([t for t, _ in rows], node=[n for _, n in rows])
    gaps = read.gaps(by="node", window_end=until)
    for node in {n for _, n in rows}:
        of = gaps.groups["node"] == node
        assert gaps.durations[of].sum() == until - min(t for t, n in rows if n == node)
    assert gaps.observed.sum() + gaps.report.counts["no_gap"] + len({n for _, n in rows}) == len(rows)


# ---- lives


def test_lives_that_cannot_be_are_told() -> None:
    read = lives("time,dead\n5,TRUE\n0,TRUE\n-3,FALSE\nabc,TRUE\n7,maybe\n8,\n,TRUE\n1e400,TRUE\n2 h,alive\n")
    assert read.durations.tolist() == [5, 7200] and read.observed.tolist() == [True, False]
    assert read.report == [
        (3, "time = 0 must be > 0 s"),
        (4, "time = -3 must be > 0 s"),
        (5, "time = 'abc' is no duration"),
        (6, "dead = 'maybe' is neither true nor false"),
        (7, "dead is empty"),
        (8, "time is empty"),
        (9, "time = '1e400' is no duration"),
    ]
    assert list(read.frame.index) == [2, 10] and repr(read).endswith("7 rows left out)")


def test_lives_in_other_units_and_words() -> None:
    assert lives("lifetime (days);status\n1,5;failed\n2,5;running\n").durations.tolist() == [129_600, 216_000]
    read = lives("hours,censored\n1,1\n2,0\n")
    assert read.durations.tolist() == [3600, 7200] and read.observed.tolist() == [False, True]
    assert read.report.notes == [
        "hours: numbers are read in hours; unit= says it",
        "censored: true means that the life was still going on",
    ]
    assert lives("time,alive\n1,alive\n2,dead\n3,yes\n").observed.tolist() == [False, True, False]
    both = "time = -1 must be > 0 s; dead = '?' is neither true nor false"
    assert lives("time,dead\nx,y\n-1,?\n2,no\n").report == [(2, "time = 'x' is no duration"), (3, both)]
    assert lives("time,dead\n2,1\n", unit="h").durations.tolist() == [7200]
    assert lives("time\n2\n").report.notes == [IN_SECONDS, "no column says how lives end: all in a failure"]
    with pytest.raises(ValueError, match="unit = 'parsec' must be one of time"):
        lives("time,dead\n2,1\n", unit="parsec")


@pytest.mark.parametrize(
    ("name", "told", "factor"),
    [
        ("MTBF_hours", "hours", 3600),
        ("operatingHours", "hours", 3600),
        ("time (weeks)", "weeks", 604_800),
        ("hours run", "hours", 3600),
        ("life (hours of use)", "hours", 3600),
        ("uptime [h]", "h", 3600),
        ("time_s", "", 1),
    ],
)
def test_units_in_names(name: str, told: str, factor: float) -> None:
    read = lives(f"{name},dead\n2,1\n", time=name)
    assert read.durations.tolist() == [2 * factor]
    assert read.report.notes == ([f"{name}: numbers are read in {told}; unit= says it"] if told else [])


def test_units_that_are_not_known_are_told() -> None:
    for name, unit in (("time (months)", "(months)"), ("time (kh)", "(kh)"), ("life_months", "months")):
        note = f"{name}: {unit!r} is no unit that is known: numbers are read in s; unit= says it"
        assert lives(f"{name},dead\n2,1\n", time=name).report.notes == [note]


@pytest.mark.parametrize(
    ("words", "observed", "told"),
    [
        ("F S", [True, False], ["status: F failed, S suspended"]),
        ("F C", [True, False], ["status: F failed, C censored"]),
        ("c d", [False, True], ["status: D died, C censored"]),
        ("R F", [False, True], ["status: F failed, R right-censored"]),
        ("2 1", [True, False], ["status: 2 means a failure, 1 none"]),
        ("failed suspended", [True, False], []),
        ("D A", [True, False], ["status: D died, A alive"]),
        ("T F", [True, False], []),
        ("broken healthy", [True, False], []),
        ("WAHR FALSCH", [True, False], []),
        ("oui non", [True, False], []),
    ],
)
def test_words_of_failure(words: str, observed: list[bool], told: list[str]) -> None:
    first, second = words.split()
    read = lives(f"time,status\n1,{first}\n2,{second}\n")
    assert read.observed.tolist() == observed and read.report.notes == [IN_SECONDS, *told]


@pytest.mark.parametrize(
    ("cells", "hours", "told"),
    [
        (["1.234,5", "1.234", "17,5"], [1234.5, 1234, 17.5], ""),
        (["1.234.567", "1"], [1_234_567, 1], ""),
        (["1,234.5", "12,345"], [1234.5, 12_345], ""),
        (["1,234", "17"], [1234, 17], "commas in numbers such as '1,234' are read as marks of thousands"),
        (["0,234", "1,234"], [0.234, 1.234], ""),
        (["1,234", "1,5"], [1.234, 1.5], ""),
        (["1\u00a0234,5", "1\u202f234"], [1234.5, 1234], ""),
        (["1'234.5"], [1234.5], ""),
        (["1,5", "2 min", "3 h"], [1.5, 1 / 30, 3], ""),
    ],
)
def test_numbers_in_groups(cells: list[str], hours: list[float], told: str) -> None:
    read = lives("uptime_h;dead\n" + "".join(f"{cell};1\n" for cell in cells))
    assert read.durations.tolist() == pytest.approx([3600 * one for one in hours], rel=1e-15)
    assert [note for note in read.report.notes if "commas" in note] == ([f"uptime_h: {told}"] if told else [])


def test_commas_of_many_different_numbers_are_read() -> None:
    read = lives("time;dead\n" + "".join(f"{k},5;1\n" for k in range(12_000)))
    assert len(read) == 12_000 and read.durations.sum() == sum(range(12_000)) + 6_000


def test_every_damage_of_lives_is_in_one_report() -> None:
    text = "# x\nuptime (h);dead;batch;batch\n1,5;yes;a;b\n0;yes;a;b\nabc;no;a;b\n2;maybe;a;b\n;;;\n;no;a;b\n5;no\n"
    read = lives(text + '5;no;a;b;c\n"7;no;a;b\nTotal;;;\n# y\n', groups=["batch"])
    assert read.durations.tolist() == [5400, 18_000] and read.frame["batch'"].tolist() == ["b", ""]
    assert str(read.report).split("\n  ") == [
        "2 of 9 rows used",
        "1 row with fewer cells than the header: the missing ones are empty (line 9)",
        "cells are separated by ';'",
        "1 remark after # left out (line 13)",
        "the header has 'batch' more than once: the later one is \"batch'\"",
        "uptime (h): numbers are read in h; unit= says it",
        "line 4: uptime (h) = 0 must be > 0 s",
        "line 5: uptime (h) = 'abc' is no duration",
        "line 6: dead = 'maybe' is neither true nor false",
        "line 8: uptime (h) is empty",
        "line 10: it has 5 cells, the header 4; the first beyond it: 'c'",
        "line 11: a quotation mark is not closed or stands amid a cell: '\"7;no;a;b'",
        "line 12: uptime (h) = 'Total' is no duration; dead is empty",
    ]


def test_lives_watched_from_an_age() -> None:
    read = lives("time,since,dead\n5,6,1\n7,2,1\n9,,0\n", entry="since")
    assert read.entry.tolist() == [2]
    assert read.report == [(2, "since: it is watched from 6 s, but lives only 5 s"), (4, "since is empty")]


# ---- frames, files, values

logs = st.lists(
    st.tuples(
        st.datetimes(datetime(1990, 1, 1), datetime(2040, 1, 1)),
        st.integers(0, 10**6),
        st.sampled_from(["a", 'b "x"', "c,d", "e;f", "g\nh", "ü"]),
        st.integers(0, 20),
    ),
    min_size=1,
    max_size=30,
)


@given(logs)
@settings(max_examples=50, deadline=None)
def test_a_log_survives_its_files(rows: list[tuple[datetime, int, str, int]]) -> None:
    frame = pandas.DataFrame(rows, columns=["start", "length", "cause", "node"])
    frame["start"] = frame["start"].astype("datetime64[us]")
    frame["end"] = frame["start"] + pandas.to_timedelta(frame.pop("length"), unit="s")
    text = frame.to_csv(index=False)
    parquet = io.BytesIO()
    frame.to_parquet(parquet)
    of_frame = sl.data.read_events(frame)
    expected = [when.replace(tzinfo=UTC).timestamp() for when, *_ in rows]
    for read in (of_frame, events(text), events(parquet.getvalue()), events(frame.to_csv(index=False, sep=";"))):
        assert np.allclose(read.start, expected, rtol=0, atol=1e-5) and not read.report
        assert np.allclose(read.end - read.start, [length for _, length, *_ in rows], rtol=0, atol=1e-5)
        assert read.cause.tolist() == [cause for *_, cause, _ in rows] and read.node.tolist() == [node for *_, node in rows]
        assert read.report.counts["duplicated"] == frame.duplicated().sum()
    assert of_frame.report.place == "row" and list(of_frame.frame.index) == list(range(len(rows)))


@given(st.lists(st.tuples(st.floats(1e-3, 1e12), st.booleans(), st.sampled_from("abc")), min_size=1, max_size=30))
@settings(max_examples=50, deadline=None)
def test_lives_survive_their_files(rows: list[tuple[float, bool, str]]) -> None:
    frame = pandas.DataFrame(rows, columns=["time", "dead", "batch"])
    parquet = io.BytesIO()
    frame.to_parquet(parquet)
    for source in (frame, io.StringIO(frame.to_csv(index=False)), io.BytesIO(parquet.getvalue())):
        read = sl.data.read_lives(source, groups="batch")
        assert np.allclose(read.durations, frame["time"], rtol=1e-15, atol=0)  # older pandas reads the last digit roughly
        assert [*zip(read.observed, read.groups["batch"], strict=True)] == [row[1:] for row in rows]


def test_files_of_all_kinds(tmp_path: Path) -> None:
    text = b"start,node\n2025-03-01,a\n"
    packed = {
        "log.csv": text,
        "log.csv.xz": lzma.compress(text),
        "log.csv.gz": gzip.compress(text),
        "log.bz2": bz2.compress(text),
    }
    pandas.DataFrame({"start": ["2025-03-01"], "node": ["a"]}).to_parquet(tmp_path / "log.parquet")
    for name, data in packed.items():
        (tmp_path / name).write_bytes(data)
    for name in [*packed, "log.parquet"]:
        assert sl.data.read_events(tmp_path / name).start.tolist() == [seconds("2025-03-01")]
        with open(tmp_path / name, "rb") as file:
            assert sl.data.read_events(file) == sl.data.read_events(str(tmp_path / name))


def test_files_that_are_something_else(tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_bytes("start,node\n2025-03-01,é\n".encode("latin-1"))
    with tarfile.open(tmp_path / "log.tar.gz", "w:gz") as archive:
        archive.add(tmp_path / "log.csv", "log.csv")
    with pytest.raises(ValueError, match=r"log\.tar\.gz: this is an archive of tar; expected .*; unpack it"):
        sl.data.read_events(tmp_path / "log.tar.gz")
    with (
        open(tmp_path / "log.csv", encoding="utf-8") as file,
        pytest.raises(ValueError, match=r"log\.csv is not in the code it is opened in \(utf-8\): open it as bytes"),
    ):
        sl.data.read_events(file)
    with pytest.raises(IsADirectoryError):
        sl.data.read_events(tmp_path)


def test_frames_of_all_types() -> None:
    when = datetime(2025, 3, 1, 10, tzinfo=UTC)
    for start in (
        [when],
        [pandas.Timestamp(when)],
        [when.timestamp()],
        [np.datetime64("2025-03-01T10:00")],
        ["2025-03-01 10:00"],
    ):
        for kind in (None, object):
            read = sl.data.read_events(pandas.DataFrame({"start": pandas.Series(start, dtype=kind), "node": [7.0]}))
            assert read.start.tolist() == [when.timestamp()] and str(read.node[0]) == "7"
    spans = pandas.DataFrame({"time": [timedelta(hours=1)], "dead": pandas.array([True], dtype="boolean")})
    assert sl.data.read_lives(spans).durations.tolist() == [3600]
    rows = {"time": pandas.array([5, None, 7], dtype="Int64"), "dead": pandas.array([True, False, None], dtype="boolean")}
    unknown = sl.data.read_lives(pandas.DataFrame(rows))
    assert unknown.durations.tolist() == [5] and unknown.report == [(1, "time is empty"), (2, "dead is empty")]
    whole = pandas.DataFrame({"time": [5, 7], "dead": [1, 0], "batch": pandas.Categorical(["a", "b"])})
    assert sl.data.read_lives(whole, groups="batch").groups["batch"].tolist() == ["a", "b"]
    arrow = pandas.DataFrame({"start": [pandas.Timestamp(when)]}).convert_dtypes(dtype_backend="pyarrow")
    assert sl.data.read_events(arrow, timezone="Europe/Berlin").start.tolist() == [when.timestamp()]
    nodes = pandas.DataFrame({"start": [when] * 2, "node": pandas.array([7, None], dtype="Int64"), "system": [1.0, None]})
    assert sl.data.read_events(nodes).node.tolist() == ["7", ""] and sl.data.read_events(nodes).system.tolist() == ["1", ""]


def test_frames_whose_index_or_names_are_odd() -> None:
    index = pandas.DatetimeIndex(["2025-03-01", "2025-03-02"], tz="UTC")
    assert sl.data.read_events(pandas.DataFrame({"node": ["a", "b"]}, index=index)).start[1] == seconds("2025-03-02")
    named = pandas.DataFrame({"start": ["2025-03-01", "2025-03-02"]}, index=pandas.Index(["a", "b"], name="node"))
    assert sl.data.read_events(named).node.tolist() == ["a", "b"]
    assert sl.data.read_events(sl.data.read_events(named).frame).frame.columns.tolist() == ["start", "node"]
    twice = pandas.DataFrame([["2025-03-01", "2025-03-02"]], columns=["start", "start"])
    assert sl.data.read_events(twice).start.tolist() == [seconds("2025-03-01")]
    with pytest.raises(ValueError, match="the frame has nothing to use: it has a header and no rows"):
        sl.data.read_events(pandas.DataFrame())


def test_each_kind_of_log_says_which_reader_it_needs() -> None:
    of_lives, of_events, of_counts = (
        "lifetime,dead\n5,1\n6,maybe\n7,0\n",
        "start,node\n2025-03-01,a\n",
        "cause,count\nGPU,148\n",
    )
    for text, kind in (
        (of_lives, "lives"),
        (of_events, "events"),
        (of_counts, "counts"),
        ("time,event\n1740000000,1\n", "events"),
    ):
        assert _log_roles.kind_of(_log_open.read(io.StringIO(text), "fit")) == kind
    with pytest.raises(ValueError, match="'lifetime' and 'dead' are lives, not events"):
        events(of_lives)
    with pytest.raises(ValueError, match=r"'start' has dates: is it a log of events, for sl\.data\.read_events\?"):
        lives(of_events)
    with pytest.raises(ValueError, match="'time' has dates, not durations"):
        lives("time,dead\n2025-03-01,1\n")
    assert events("time,dead\n5,1\n6,0\n", start="time").start.tolist() == [5, 6]


def test_values_can_be_kept_and_compared() -> None:
    read = events("start,node,cause\n2025-03-01,a,x\n2025-03-02,b,y\nlater,c,z\n")
    counts = sl.data.read_counts(io.StringIO("cause,count\nGPU,148\nNIC,7\nGPU,2\nx,-1\ny,1.5\n,3\nz,abc\n"))
    assert dict(zip(counts.causes, counts.counts.tolist(), strict=True)) == {"GPU": 150, "NIC": 7, "": 3}
    assert counts.report.notes == ["1 row with a cause named before: their counts are added up"]
    for value in (read, read.gaps("node", "2025-03-09"), counts):
        again = pickle.loads(pickle.dumps(value))
        assert again == value and again.report.counts == value.report.counts and again.report.notes == value.report.notes
        assert value.as_dict()["report"] is not None and "<table>" in value._repr_html_()
        assert value.to_dataframe().equals(value.frame) and value.to_dataframe() is not value.frame
    assert read != read.where(node="a") and read != 1
    assert read.where(node="b", cause=["x", "y"]).start.tolist() == [seconds("2025-03-02")]
    with pytest.raises(ValueError, match="where: no column 'rack'; there are 'start', 'node', 'cause'"):
        read.where(rack=1)
    with pytest.raises(
        ValueError, match=r"Lives: all must be one-dimensional and of one length; there are durations \(2,\), observed \(1,\)"
    ):
        sl.data.Lives([1, 2], [True])
    with pytest.raises(ValueError, match=r"Lives: durations\[0\] = nan must be finite and >= 0 s"):
        sl.data.Lives([math.nan])
    with pytest.raises(ValueError, match=r"Events: start\[0\] = inf must be finite"):
        sl.data.Events([math.inf])
    with pytest.raises(ValueError, match=r"Counts: counts\[0\] = -1 must be >= 0"):
        sl.data.Counts(["a"], [-1])


def test_a_report_is_a_table() -> None:
    report = events("start\n2025-03-01\nlater\n").report
    assert report.to_dataframe().to_dict("records") == [{"line": 3, "reason": "start = 'later' is no date"}]
    assert report.as_dict()["counts"] == {"undated": 1}


def test_twenty_thousand_rows() -> None:
    rng = np.random.default_rng(1)
    count = 20_000
    start = pandas.to_datetime(np.sort(rng.integers(1_600_000_000, 1_700_000_000, count)), unit="s")
    frame = pandas.DataFrame({"start": start.strftime("%m/%d/%Y %H:%M:%S"), "node": rng.integers(0, 500, count)})
    text = frame.to_csv(index=False)
    read = events(text)
    assert len(read) == count and len(read.gaps("node")) > 0.9 * count


def test_ten_thousand_damaged_rows() -> None:
    read = events("start,node\n2025-01-01,a\n" + '2025-01-01,b,c\n2025-01-01,"b\n' * 5_000)
    assert len(read) == 1 and len(read.report) == 10_000
