# SPDX-License-Identifier: Apache-2.0
"""Who brings a run back, at every door: Python, files, options, requests; what is printed of it; stories."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kinds import one_of_each

import scaling_limits as sl
from scaling_limits.cli import main
from scaling_limits.units import hour, minute

EXAMPLE = Path(__file__).resolve().parents[2] / "examples/run.toml"
RUN = sl.TrainingRun(
    gpus=16_384,
    gpu_mttf="50000 h",
    checkpoint_bytes=5e12,
    write_bandwidth=2e12,
    read_bandwidth=2e12,
    storage_latency=0.1,
    initialization_time=300,
    downtime=60,
)
OFFICE = "Mon-Fri 9:00-17:00"
BLOCKING = sl.strategies.blocking()
Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    def called(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as end:
            main([*arguments])
        out, err = capsys.readouterr()
        return (end.value.code if isinstance(end.value.code, int) else 0), out, err

    return called


def windows(*days: int, first: float, last: float) -> list[tuple[float, float]]:
    return [((24 * day + first) * hour, (24 * day + last) * hour) for day in days]


def test_the_share_that_runs_depends_on_the_rate() -> None:
    share = sl.failures.attended_share
    assert share(3 * hour, OFFICE) == pytest.approx(0.327036099, abs=5e-10)
    assert share(3 * hour, OFFICE, reaction=hour / 2) == pytest.approx(0.269425938, abs=5e-10)
    assert share(30 * hour, OFFICE, reaction=hour) == pytest.approx(0.654301483, abs=5e-10)
    assert share(3 * hour, OFFICE, repair=2 * hour) == pytest.approx(0.20331342, abs=5e-9)
    assert share(10 * hour, OFFICE, others=[(3 * hour, 2 * hour)]) == pytest.approx(0.35067367, abs=5e-9)
    assert share(3 * hour, windows(0, 1, 2, 3, 4, first=9, last=17)) == share(3 * hour, OFFICE)
    assert sl.failures.attended_downtime(math.inf, OFFICE) / hour == pytest.approx(15.2381, abs=5e-5)


@pytest.mark.parametrize(
    ("hours", "why"),
    [("9-17", "needs a day"), ([], "never come back"), ([[0, 1e6]], "604800"), ([[5]], "window"), (3, "must be a text")],
)
def test_hours_that_are_none_are_refused(hours: Any, why: str) -> None:
    with pytest.raises((ValueError, TypeError), match=why):
        sl.failures.attended_share(hour, hours)
    with pytest.raises((ValueError, TypeError), match=why):
        sl.Operation(kind="attended", hours=hours)


def test_on_call_is_a_longer_downtime() -> None:
    called = sl.Operation(kind="on_call", reaction=30 * minute)
    longer = RUN.replace(downtime=60 + 30 * minute)
    assert BLOCKING.under(operation=called).goodput(RUN) == pytest.approx(BLOCKING.goodput(longer), rel=1e-13)
    assert BLOCKING.under(operation=sl.Operation()).goodput(RUN) == BLOCKING.goodput(RUN)
    sizes = RUN.replace(gpus=np.array([1000.0, 16_384]))
    assert BLOCKING.under(operation=called).goodput(sizes)[1] == pytest.approx(BLOCKING.goodput(longer), rel=1e-13)


def test_who_says_hours_says_that_somebody_is_there() -> None:
    office = sl.Operation(hours=OFFICE, reaction=900)
    assert office == sl.Operation(kind="attended", hours=OFFICE, reaction=900)
    said = {"question": "goodput", "run": RUN.as_request(), "operation": {"hours": OFFICE, "reaction": 900}}
    assert BLOCKING.under(operation=office).goodput(RUN) == sl.ask(said)["columns"]["goodput"]
    assert sl.Operation(hours=windows(0, 1, first=9, last=17)).kind == "attended"
    assert sl.Operation().kind == "automatic"


def test_a_pool_beside_attended_hours_is_remarked() -> None:
    said = {"question": "goodput", "run": RUN.as_request(), "operation": {"hours": OFFICE}}
    spared = {"name": "spared", "spares": 16, "repair_time": 86_400}
    assert any("simulate it" in line for line in sl.ask(said | {"strategy": spared})["remarks"])
    for other in (said, said | {"strategy": spared, "operation": {"kind": "automatic"}}):
        assert "remarks" not in sl.ask(other) or not any("simulate" in line for line in sl.ask(other)["remarks"])


def test_another_way_of_operating_leaves_the_reaction_of_the_file(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "run.toml"

    def outage(operation: str, *options: str) -> float:
        file.write_text(EXAMPLE.read_text() + f"\n[operation]\n{operation}\n")
        code, out, _ = command("plan", str(file), "--json", *options)
        assert code == 0
        return float(json.loads(out)["goodput"])

    plain = outage("")
    for said in ('kind = "on_call"\nreaction = "30 min"', f'hours = "{OFFICE}"\nreaction = "2 h"'):
        assert outage(said, "--operation", "automatic") == plain
    hours = f'hours = "{OFFICE}"'
    assert outage('kind = "on_call"\nreaction = "30 min"', "--operation", OFFICE) == outage(hours)
    later = outage(f'{hours}\nreaction = "2 h"', "--operation", "every_day")
    assert later == outage('preset = "every_day"\nreaction = "2 h"')


@pytest.mark.parametrize("strategy", one_of_each("strategy").values(), ids=repr)
def test_a_simulation_tells_evaluations_apart(strategy: sl.strategies.Strategy) -> None:
    evaluating = strategy.under(operation=sl.Operation(evaluation_every=hour, evaluation_time=10 * minute))
    played = sl.simulation.simulate(RUN, evaluating, relative_accuracy=0.05)
    assert sum(played.breakdown.values()) == pytest.approx(1, rel=1e-9)
    assert played.breakdown["evaluation"] == pytest.approx(played.goodput / 6, rel=1e-9)


def test_the_same_at_every_door(command: Command, tmp_path: Path) -> None:
    office = sl.Operation(kind="attended", hours=OFFICE, reaction=15 * minute, retry_chance=0.1, retry_time=300, people=0.3)
    software = sl.failures.Cause(name="software", share=0.4, operation="automatic", downtime=30)
    said = BLOCKING.under([software], operation=office).goodput(RUN)
    file = tmp_path / "run.toml"
    file.write_text(
        EXAMPLE.read_text()
        + f'\n[operation]\nkind = "attended"\nhours = "{OFFICE}"\nreaction = "15 min"\n'
        + 'retry_chance = "10 %"\nretry_time = "5 min"\n'
        + 'people = 0.3\n[[cause]]\nname = "software"\nshare = 0.4\noperation = "automatic"\ndowntime = "30 s"\n'
    )
    code, out, _ = command("plan", str(file), "--json")
    assert code == 0
    found = json.loads(out)
    assert found["goodput"] == pytest.approx(said, rel=1e-14)
    assert {row["cause"] for row in found["causes"]} == {"software", "people", "other"}
    request = {
        "question": "goodput",
        "run": RUN.as_request(),
        "operation": office.as_request(),
        "cause": [software.as_request()],
    }
    assert sl.ask(request)["columns"]["goodput"] == pytest.approx(said, rel=1e-14)
    saved = tmp_path / "saved.toml"
    code, out, _ = command("plan", str(file), "--save", str(saved))
    assert code == 0
    code, out, _ = command("plan", str(saved), "--json")
    assert json.loads(out)["goodput"] == pytest.approx(said, rel=1e-14)
    compared = sl.compare(RUN, [BLOCKING], others=False, causes=[software], operation=office)
    assert compared.rows[0].goodput == pytest.approx(said, rel=1e-14)
    played = sl.simulation.simulate(RUN, BLOCKING.under([software], operation=office.replace(people=0)), relative_accuracy=5e-3)
    closed = BLOCKING.under([software], operation=office.replace(people=0)).goodput(RUN)
    assert abs(played.goodput - closed) <= 5 * played.standard_error


@pytest.mark.parametrize("who", [None, "automatic", "reported_by_hand", "daily 8:00-22:00"])
def test_plan_answers_twice(command: Command, who: str | None) -> None:
    said = () if who is None else ("--operation", who)
    code, out, err = command("plan", str(EXAMPLE), *said)
    assert code == 0, err
    text = "restarted by hand 15 to 71 %, automatically 83 to 95 %, with outages as long as 10 projects had"
    assert text in " ".join(out.split())
    assert "no forecast, and of no known coverage" in " ".join(out.split())
    assert ("(as yours)" in out) == (who is not None)
    assert ("What other ways of operating it would buy" in out) == (who not in (None, "automatic"))
    assert ("brought back" in out) == (who is not None)
    code, out, _ = command("plan", str(EXAMPLE), *said, "--json")
    found = json.loads(out)
    operation = None
    if who is not None:
        known = who in sl.published.operations
        operation = sl.published.operations[who] if known else sl.Operation(kind="attended", hours=who)
    own = BLOCKING.under(operation=operation)
    assert found["goodput"] == pytest.approx(own.goodput(RUN), rel=1e-13)
    # both ends of both are those of a run with such outages
    for row, median, factor in zip(found["reported"]["rows"], (4.1 * hour, 5.5 * minute), (4, 5), strict=True):
        low, high = (BLOCKING.goodput(RUN.replace(downtime=x)) for x in (median * factor, median / factor))
        assert (row["goodput_low"], row["goodput_high"]) == pytest.approx((low, high), rel=1e-12)
    assert [row["own"] for row in found["reported"]["rows"]] == (
        [0, 0] if who is None else [0, 1] if who == "automatic" else [1, 0]
    )
    if found.get("operation_levers", {}).get("rows"):
        best = max(found["operation_levers"]["rows"], key=lambda row: row["gain"])
        assert best["name"] in ("automatic", "on_call")  # without a reaction they are one
        assert best["goodput"] == pytest.approx(BLOCKING.goodput(RUN), rel=1e-12)
        mix = sl.run.cause_mix(RUN, operation=operation)
        assert found["outage"] == pytest.approx(mix.downtime, rel=1e-12)


def test_an_empty_table_is_nobody_who_has_to(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "run.toml"
    file.write_text(EXAMPLE.read_text() + "\n[operation]\n# kind = 'attended'\n")
    assert command("plan", str(file))[:2] == command("plan", str(EXAMPLE), "--operation", "automatic")[:2]


def test_a_sweep_knows_who_operates() -> None:
    run = {"gpus": 16384, "gpu_mttf": "50000 h", "checkpoint_bytes": "5 TB", "write_bandwidth": "2 TB/s"}
    asked = {
        "question": "goodput",
        "run": run,
        "operation": {"people": 0.5, "maintenance_every": "7 d", "maintenance_time": "6 h"},
    }
    downtimes = [60.0, 600.0, 6000.0]
    swept = sl.ask({**asked, "over": {"run.downtime": downtimes}})["columns"]["goodput"]
    assert swept == [sl.ask({**asked, "run": {**run, "downtime": x}})["columns"]["goodput"] for x in downtimes]


def test_a_question_needs_a_part_or_uses_it() -> None:
    asked = sl.catalog.describe()["questions"]
    assert not [name for name, one in asked.items() if {*one["needs"]} & {*one["uses"]}]


def test_what_is_wrong_is_said_of_what_was_given(command: Command, tmp_path: Path) -> None:
    code, _, err = command("plan", str(EXAMPLE), "--operation", "office-hours")
    assert code != 0
    assert "--operation" in err and "Mon-Fri 9:00-17:00" in err
    file = tmp_path / "run.toml"
    for text, place in (
        ('kind = "on_call"', "operation.reaction"),
        ('kind = "attended"\nhours = "Mon 9"', "operation.hours"),
        ('kind = "asleep"', "operation.kind"),
        ('maintenance_time = "1 h"', "operation.maintenance_every"),
        ('hour = "Mon 9-17"', "operation.hour"),
    ):
        file.write_text(EXAMPLE.read_text() + f"\n[operation]\n{text}\n")
        code, _, err = command("plan", str(file))
        assert code != 0
        assert place.split(".")[1] in err, err
    request: dict[str, Any] = {"question": "goodput", "run": RUN.as_request(), "operation": {"kind": "on_call"}}
    with pytest.raises(ValueError, match="reaction must be given"):
        sl.ask(request)
    request["operation"] = "nine_to_five"
    with pytest.raises(ValueError, match="nine_to_five"):
        sl.ask(request)


def test_what_changed_knows_who_restarts() -> None:
    called = sl.Operation(kind="on_call", reaction=hour)
    before, after = BLOCKING.under(operation=called), BLOCKING.under(operation=called.replace(reaction=600))
    found = sl.analysis.what_changed(RUN, RUN, strategy=before, strategy_after=after)
    assert found.by_field.keys() == {"operation"}
    assert found.after - found.before == pytest.approx(after.goodput(RUN) - before.goodput(RUN), rel=1e-12)
    gone = sl.analysis.what_changed(RUN, RUN, strategy=before, strategy_after=BLOCKING)
    assert gone.after == pytest.approx(BLOCKING.goodput(RUN), rel=1e-14)


def test_stories_are_printed_beside_what_was_to_be_expected(command: Command) -> None:
    code, out, _ = command("reproduce", "--stories")
    assert code == 0
    for heading in ("by hand", "automatic", "start and evaluation", "no coverage is claimed"):
        assert heading in out
    assert "outside" in out and "inside" in out
    code, out, _ = command("reproduce", "--stories", "--json")
    found = json.loads(out)
    assert len(found["story"]) >= 30
    told = [row for row in found["story"] if row["goodput"] is not None]
    by_hand = [row for row in told if row["operation"] == "by hand"]
    mean = sum(abs(row["predicted"] - row["goodput"]) for row in by_hand) / len(by_hand)
    assert found["error"][0]["mean_error"] == pytest.approx(mean, rel=1e-12)
    assert found["error"][0]["inside"] == sum(row["verdict"] == "inside" for row in by_hand)
    code, out, _ = command("reproduce", "--stories", "--csv")
    assert len(list(csv.DictReader(io.StringIO(out)))) == len(found["story"])
    code, _, err = command("reproduce", "--stories", "--only", "nccl.ring_8")
    assert code != 0
    assert "--only" in err
