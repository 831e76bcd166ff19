# SPDX-License-Identifier: Apache-2.0
"""The command uncertain."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import scaling_limits as sl
from scaling_limits.cli import main
from scaling_limits.units import TB, hour

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "uncertain.toml"
RUN = """
[run]
gpus = 16384
gpu_mttf = "50000 h"
checkpoint_bytes = "5 TB"
write_bandwidth = "2 TB/s"
"""
Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def asked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Command:
    def found(text: str, *options: str) -> tuple[int, str, str]:
        path = tmp_path / "uncertain.toml"
        path.write_text(text)
        with pytest.raises(SystemExit) as end:
            main(["uncertain", str(path), *options])
        out, err = capsys.readouterr()
        return int(end.value.code or 0), out, err

    return found


@pytest.mark.skipif(not EXAMPLE.exists(), reason="installed without the source tree")
def test_the_example_answers_and_draws(asked: Command, tmp_path: Path) -> None:
    figure = tmp_path / "figure.png"
    code, out, err = asked(EXAMPLE.read_text(), "--json", "--plot", str(figure), "--at-least", "1e5")
    assert (code, err) == (0, "")
    assert figure.read_bytes()[:4] == b"\x89PNG"
    answer = json.loads(out)["answers"]["value"]
    assert answer["points"] == 2**14 and answer["nans"] == 0
    values = [row["value"] for row in answer["quantiles"]]
    assert values == sorted(values) and all(0 < row["error"] < 0.01 * row["value"] for row in answer["quantiles"])
    assert {row["input"] for row in answer["tornado"]} == set(answer["rank_correlations"])
    assert 0 < answer["probabilities"][0]["value"] < 1
    code, out, _ = asked(EXAMPLE.read_text(), "--at-least", "1e5")
    assert code == 0 and "P(at least 100,000 GPU)" in out and "run.write_bandwidth" in out


def test_it_is_what_python_answers(asked: Command) -> None:
    text = f"""
question = "limit"
growth = "chinchilla"
criterion = "write_time_equals_mtbf"
{RUN}
[uncertain]
"run.gpu_mttf" = "25000 h to 100000 h"
"run.write_bandwidth" = "1 TB/s to 4 TB/s"
run.checkpoint_bytes = "4 to 6 TB"
"""
    code, out, _ = asked(text, "--json", "--points", "4096", "--seed", "5")
    assert code == 0
    u, run = sl.uncertainty, sl.TrainingRun(gpus=16_384, gpu_mttf=1, checkpoint_bytes=1, write_bandwidth=1)
    found = u.propagate(
        lambda **of: (
            sl.limits.max_gpus(
                run.replace(**{name.removeprefix("run."): x for name, x in of.items()}),
                sl.limits.write_time_equals_mtbf(),
                sl.growth.chinchilla,
            ).value
        ),
        {
            "run.gpu_mttf": u.lognormal(25_000 * hour, 100_000 * hour),
            "run.write_bandwidth": u.lognormal(1 * TB, 4 * TB),
            "run.checkpoint_bytes": u.lognormal(4 * TB, 6 * TB),
        },
        4096,
        seed=5,
    )
    answer = json.loads(out)["answers"]["value"]
    assert answer["quantiles"] == found.as_dict()["quantiles"]
    assert answer["mean"] == found.mean


def test_any_question_and_any_of_its_columns(asked: Command) -> None:
    text = f"""
question = "assess"
{RUN}
[uncertain]
"run.gpu_mttf" = {{normal = {{low = "4e4 h", high = "6e4 h"}}}}
"strategy.interval" = ["10 min", "20 min", "40 min"]
[strategy]
name = "blocking"
"""
    columns = ("--column", "goodput", "--column", "mtbf")
    code, out, _ = asked(text, "--json", *columns, "--at-most", "0.95", "--points", "1024")
    assert code == 0
    answers = json.loads(out)["answers"]
    assert list(answers) == ["goodput", "mtbf"]
    assert answers["mtbf"]["unit"] == "s"
    assert answers["mtbf"]["mean"] == pytest.approx(5e4 * 3600 / 16_384, rel=1e-3)
    facts = json.loads(out)["uncertain"]
    assert facts["run.gpu_mttf"] == {"name": "normal", "low": 4e4 * 3600, "high": 6e4 * 3600, "credibility": 0.9}
    assert facts["strategy.interval"]["values"] == [600, 1200, 2400]


def test_correlations_are_those_of_the_file(asked: Command) -> None:
    text = f"""
question = "write_time"
{RUN}
[uncertain]
"run.write_bandwidth" = "1 / 2 / 4 TB/s"
"run.checkpoint_bytes" = "4 TB to 6 TB"
"""
    pair = '[[correlation]]\nbetween = ["run.write_bandwidth", "run.checkpoint_bytes"]\nrank = {}\n'
    wide = []
    for rank in (-0.8, 0, 0.8):
        code, out, _ = asked(text + pair.format(rank), "--json")
        assert code == 0
        quantiles = {row["q"]: row["value"] for row in json.loads(out)["answers"]["write_time"]["quantiles"]}
        wide.append(quantiles[0.95] / quantiles[0.05])
    assert wide[0] > wide[1] > wide[2]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('question = "limit"', ""), "has no question"),
        (('"limit"', '"limitt"'), "no question named 'limitt'; did you mean 'limit'?"),
        (("[uncertain]", "[uncertian]"), "unknown table [uncertian]; did you mean 'uncertain'?"),
        (("[run]", "gpu = 3\n[run]"), "unknown key 'gpu' outside any table"),
        (('"run.gpu_mttf" =', '"run.gpu_mtff" ='), "did you mean 'gpu_mttf'"),
        (('"run.gpu_mttf" =', '"ran.gpu_mttf" ='), "'ran.gpu_mttf' is of no part that 'limit' looks at"),
        (('"run.gpu_mttf" =', '"gpu_mttf" ='), "is no path such as run.gpus"),
        (("1e4 h to 1e5 h", "1e5 h to 1e4 h"), "must be below"),
        (("1e4 h to 1e5 h", "0 h to 1e4 h"), "does not lie above 0"),
        (("1e4 h to 1e5 h", "1e4 TB to 1e5 TB"), "'1e4 TB'"),
        (("1e4 h to 1e5 h", "1e4 to 1e5"), "has no unit"),
        (("1e4 h to 1e5 h", "1e4 h"), "is no distribution"),
        (('"1e4 h to 1e5 h"', "3"), "must be a text such as '2 to 4'"),
        (('"1e4 h to 1e5 h"', "{lognormal = {low = 1}}"), "needs 'high'"),
        (('"1e4 h to 1e5 h"', "{lognorm = {low = 1}}"), "no distribution named 'lognorm'"),
        (('"1e4 h to 1e5 h"', '{beta = {low = "1 h", high = "2 h"}}'), "beta: low = 3600 must be in (0, 1)"),
        (('"1e4 h to 1e5 h"', '{normal = {low = "-9e5 h", high = "1e5 h"}}'), "gpu_mttf = -"),
        (("rank = 0.5", "rank = 1.5"), "must be in (-1, 1)"),
        (("rank = 0.5", 'rank = "much"'), "must be a number in (-1, 1)"),
        (("rank = 0.5", "rho = 0.5"), "unknown key 'rho'"),
        (('"run.gpus"]', '"run.gpu"]'), "no input 'run.gpu'; did you mean 'run.gpus'?"),
        (('"run.gpus"]', '"run.gpu_mttf"]'), "with itself"),
        (("between = [", 'between = ["a", '), "between must be two inputs"),
    ],
)
def test_what_is_wrong_is_named(asked: Command, change: tuple[str, str], message: str) -> None:
    text = f"""question = "limit"
{RUN}
[uncertain]
"run.gpu_mttf" = "1e4 h to 1e5 h"
"run.gpus" = "1e4 to 2e4"

[[correlation]]
between = ["run.gpu_mttf", "run.gpus"]
rank = 0.5
"""
    assert change[0] in text
    code, out, err = asked(text.replace(*change), "--points", "64")
    assert code == 2 and out == "" and message in err, err
    assert len(err.splitlines()) == 1


def test_options_are_checked(asked: Command) -> None:
    text = f'question = "limit"\n{RUN}\n[uncertain]\n"run.gpu_mttf" = "1e4 h to 1e5 h"\n'
    for options, message in (
        (("--points", "1000"), "--points 1000: points = 1000 must be a power of two"),
        (("--points", "8"), "must be at least replicates"),
        (("--column", "valeu"), "--column valeu: none of the answer; did you mean 'value'?"),
        (("--at-least", "3 parsec"), "--at-least: '3 parsec'"),
        (("--seed", "-1"), "seed"),
    ):
        code, out, err = asked(text, *options)
        assert code == 2 and out == "" and message in err, err


def test_what_is_uncertain_need_not_be_in_the_run(asked: Command) -> None:
    text = f'question = "mtbf"\n{RUN}\n[uncertain]\n"run.gpu_mttf" = "1e4 h to 1e5 h"\n'
    given = asked(text, "--json")
    assert given == asked(text.replace('gpu_mttf = "50000 h"\n', ""), "--json")
    answer: dict[str, Any] = json.loads(given[1])["answers"]["mtbf"]
    assert answer["quantiles"][2]["value"] == pytest.approx(math.sqrt(1e9) * 3600 / 16_384, rel=0.01)


def test_a_ready_made_list_of_causes_is_taken_by_its_name(asked: Command) -> None:
    text = f'question = "goodput"\ncauses = "llama3_405b"\n{RUN}\n[uncertain]\n"run.write_bandwidth" = "1 to 4 TB/s"\n'
    text = text.replace('gpu_mttf = "50000 h"\n', "")
    code, named, err = asked(text, "--json", "--points", "64")
    assert (code, err) == (0, "")
    assert asked(text.replace("causes =", "cause ="), "--json", "--points", "64")[1] == named
    code, out, err = asked(text.replace("llama3_405b", "llama3_405"), "--points", "64")
    assert code == 2 and out == "" and "llama3_405b" in err


def planned(text: str, path: Path, capsys: pytest.CaptureFixture[str]) -> float:
    """The goodput that plan says of a file."""
    path.write_text(text)
    with pytest.raises(SystemExit) as end:
        main(["plan", str(path), "--json"])
    out, err = capsys.readouterr()
    assert not end.value.code, err
    return float(json.loads(out)["goodput"])


CAUSES = """
[[cause]]
name = "gpu"
mttf = "60000 h"
[[cause]]
name = "hang"
mttf = "400000 h"
detection = "45 min"
"""


@pytest.mark.parametrize(
    ("path", "low", "high", "of"),
    [
        ("cause.0.mttf", 30_000 * hour, 120_000 * hour, 'mttf = "60000 h"'),
        ("cause.1.detection", 600.0, 7200.0, 'detection = "45 min"'),
        ("restart.communicator_time", 60.0, 900.0, "communicator_time = 100"),
    ],
)
def test_a_cause_and_a_restart_move_the_answer_as_plan_does(
    asked: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str], path: str, low: float, high: float, of: str
) -> None:
    rest = RUN.replace('gpu_mttf = "50000 h"\n', "") + CAUSES + "[restart]\nschedule_time = 200\ncommunicator_time = 100\n"
    text = f'question = "goodput"\n{rest}[uncertain]\n"{path}" = {{lognormal = {{low = {low!r}, high = {high!r}}}}}\n'
    code, out, err = asked(text, "--json", "--points", "4096")
    assert (code, err) == (0, "")
    answer = json.loads(out)["answers"]["goodput"]
    law = sl.uncertainty.lognormal(low, high)
    rises = path.endswith("mttf")  # one input alone: a quantile of the answer is the answer at that quantile
    assert [row["q"] for row in answer["quantiles"]] == [0.05, 0.25, 0.5, 0.75, 0.95]
    for row in answer["quantiles"]:
        value = float(law.quantile(row["q"] if rises else 1 - row["q"]))
        at = planned(rest.replace(of, f"{of.split(' = ')[0]} = {value!r}"), tmp_path / "plan.toml", capsys)
        assert row["value"] == pytest.approx(at, abs=max(4 * row["error"], 1e-5))
    (swing,) = answer["tornado"]
    assert swing["input"] == path and abs(swing["high"] - swing["low"]) > 1e-3


def test_one_row_of_a_ready_made_list_is_uncertain(asked: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rest = 'causes = "llama3_405b"\n' + RUN.replace('gpu_mttf = "50000 h"\n', "")
    text = f'question = "goodput"\n{rest}[uncertain]\n"cause.0.events" = {{lognormal = {{low = 100, high = 220}}}}\n'
    code, out, err = asked(text, "--json", "--points", "4096")
    assert (code, err) == (0, "")
    answer = json.loads(out)["answers"]["goodput"]
    (median,) = (row for row in answer["quantiles"] if row["q"] == 0.5)
    listed = sl.published.causes["llama3_405b"]
    middle = float(sl.uncertainty.lognormal(100, 220).quantile(0.5))
    run = sl.TrainingRun(gpus=16_384, gpu_mttf=math.inf, checkpoint_bytes=5 * TB, write_bandwidth=2 * TB)
    there = sl.strategies.blocking().under([listed[0].replace(events=middle), *listed[1:]]).goodput(run)
    assert median["value"] == pytest.approx(there, abs=max(4 * median["error"], 1e-5))
    assert planned(rest, tmp_path / "plan.toml", capsys) == pytest.approx(sl.strategies.blocking().under(listed).goodput(run))


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("cause.2.mttf", "there is no cause 2; the last is cause.1"),
        ("cause.0.mtff", "did you mean 'mttf'"),
        ("cause.mttf", "is no path such as run.gpus or factor.0.half_size"),
        ("causes.0.mttf", "did you mean 'cause'"),
        ("restart.comunicator_time", "did you mean 'communicator_time'"),
    ],
)
def test_a_wrong_place_or_key_of_a_cause_is_refused_with_the_way(asked: Command, path: str, why: str) -> None:
    rest = RUN.replace('gpu_mttf = "50000 h"\n', "") + CAUSES
    code, out, err = asked(f'question = "goodput"\n{rest}[uncertain]\n"{path}" = "1 to 2"\n')
    assert code == 2 and out == "" and why in err
