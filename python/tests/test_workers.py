# SPDX-License-Identifier: Apache-2.0
"""How many workers are worth having: the command, and the questions behind it."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import optimize

import scaling_limits as sl
from scaling_limits.cli import main

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
pytestmark = pytest.mark.skipif(not EXAMPLES.exists(), reason="installed without the source tree")

LAW = sl.failures.Lognormal(mu=4.0943445622, sigma=0.6)
ROUND = sl.federated.Round(asked=390, reports=300, dropout=0.1, timeout=300, law=LAW)
POOL = sl.search.Halving(trials=256, reduction=4, rungs=4)


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Callable[..., tuple[int, str, str]]:
    """The command on an example with some of its lines replaced, and what it printed."""

    def run(example: str, *options: str, **replaced: str) -> tuple[int, str, str]:
        text = (EXAMPLES / example).read_text()
        for old, new in replaced.items():
            lines = [line for line in text.splitlines() if line.startswith((f"{old} =", f"[{old}]"))]
            assert len(lines) == 1, old
            text = text.replace(lines[0], new)
        path = tmp_path / example
        path.write_text(text)
        with pytest.raises(SystemExit) as ended:
            main(["workers", str(path), *options])
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return run


def answer(command: Callable[..., tuple[int, str, str]], example: str, **replaced: str) -> dict[str, Any]:
    code, out, err = command(example, "--json", **replaced)
    assert not code, err
    found: dict[str, Any] = json.loads(out)
    return found


def test_a_cohort_is_what_the_objects_say(command) -> None:
    found = answer(command, "cohort.toml")
    each = sl.federated.server_time_per_client(5.6e6, 1.25e9)
    cohort = found["cohort"]
    assert cohort["round_time"] == ROUND.mean_time and cohort["completion"] == ROUND.completion
    assert cohort["time_per_client"] == each and cohort["expansion"] == 1
    assert cohort["best_cohort"] == sl.federated.best_cohort(500, ROUND.mean_time, each)
    assert cohort["half_size"] == sl.federated.aggregation_half_size(ROUND.mean_time, each)
    assert cohort["least_asked"] == sl.federated.least_asked(300, 0.1, 0.99) == 348
    assert cohort["largest_dropout"] == sl.federated.largest_dropout(390, 300, 0.99)
    assert cohort["largest_dropout"] == pytest.approx(0.18518, abs=5e-6)  # printed digits
    factors = [
        sl.limits.StrongScaling(half_size=500, name="cohort"),
        sl.limits.StrongScaling(half_size=cohort["half_size"], name="aggregation"),
    ]
    limit = sl.limits.max_workers(factors=factors, unit="clients")
    assert found["limit"]["value"] == limit.value == pytest.approx(cohort["best_cohort"], rel=1e-12)
    assert found["limit"]["useful_gpus"] == limit.useful_gpus and found["limit"]["binding"] == "cohort"
    assert found["limit"]["shares"] == limit.shares
    for row in found["rows"]:
        k = row["clients"]
        assert row["worth"] == pytest.approx(k / ((1 + k / 500) * (1 + k * each / ROUND.mean_time)), rel=1e-12)
        assert row["efficiency"] == pytest.approx(row["worth"] / k, rel=1e-14)
        assert row["whole_round"] == pytest.approx(ROUND.mean_time + k * each, rel=1e-14)
        assert row["elasticity"] == pytest.approx(1 - sum(row["lost"].values()), abs=1e-14)
        assert row["worth"] <= limit.useful_gpus * (1 + 1e-15)
        assert row["least_asked"] == sl.federated.least_asked(math.ceil(k), 0.1, 0.99)
    assert {300.0, limit.value} <= {row["clients"] for row in found["rows"]}


def test_the_largest_cohort_of_the_sheet(command) -> None:
    found = answer(command, "cohort.toml", critical_cohort='critical_cohort = 500\nround_time = "2 min"')
    assert found["cohort"]["best_cohort"] == pytest.approx(2587.7458, abs=5e-5)  # printed digits, as those below
    assert found["cohort"]["half_size"] == pytest.approx(13392.857, abs=5e-4)
    limit = found["limit"]
    assert limit["value"] == pytest.approx(found["cohort"]["best_cohort"], rel=1e-12)
    assert limit["useful_gpus"] == pytest.approx(351.1803, abs=5e-5)
    assert limit["shares"]["cohort"] == pytest.approx(0.8381, abs=5e-5)
    assert limit["shares"]["aggregation"] == pytest.approx(0.1619, abs=5e-5)
    # a route of its own: least time to target
    best = optimize.minimize_scalar(lambda k: (1 + 500 / k) * (120 + k * 8.96e-3), bounds=(10, 1e5), method="bounded")
    assert limit["value"] == pytest.approx(best.x, rel=1e-6)
    _, out, _ = command("cohort.toml", critical_cohort='critical_cohort = 500\nround_time = "2 min"')
    said = " ".join(out.split())
    ask = sl.federated.least_asked(2588, 0.1, 0.99)
    assert f"Wait for 2,588 clients, worth 351.2 that lose nothing (peak_throughput), and ask {ask:,.0f}" in said
    assert "cohort 83.81%, aggregation 16.19%" in said and "2 min, as measured" in said


def test_a_search_is_what_the_objects_say(command) -> None:
    found = answer(command, "search.toml")
    halving = found["halving"]
    assert halving["time"] == POOL.time(16, 600) and halving["worth"] == POOL.useful_workers(16)
    assert halving["most_worth"] == POOL.most_useful_workers == pytest.approx(3.7536657, abs=5e-8)  # printed digits
    assert halving["first_result"] == POOL.first_result(600) and halving["first_workers"] == 256
    assert halving["results_per_time"] == POOL.results_per_time(16, 600)
    rows = {row["workers"]: row for row in found["rows"]}
    assert rows[4]["efficiency"] == 0.625
    assert rows[16]["efficiency"] == pytest.approx(0.21739130, abs=5e-9)  # printed digits
    for workers, row in rows.items():
        assert row["worth"] == POOL.useful_workers(workers) and row["time"] == POOL.time(workers, 600)
        assert row["results_per_time"] == POOL.results_per_time(workers, 600)
        assert row["worth"] <= halving["most_worth"] * (1 + 1e-15)
    limit = sl.limits.max_workers(sl.limits.elasticity_at_least(0.5), sl.limits.Trials(trials=256, reduction=4, rungs=4))
    assert (found["limit"]["value"], found["limit"]["useful_gpus"]) == (limit.value, limit.useful_gpus)
    assert found["factors"][0] | {"name": "trials"} == found["factors"][0]


def test_half_of_a_pool_is_lost_at_5_6_workers(command) -> None:
    found = answer(command, "search.toml", elasticity_at_least="efficiency_at_least = 0.5")
    assert found["limit"]["value"] == pytest.approx(5.6, rel=1e-12)
    _, out, _ = command("search.toml", elasticity_at_least="efficiency_at_least = 0.5")
    said = " ".join(out.split())
    assert "In step use at most 5.6 workers, worth 2.8" in said and "no number of them is worth more than 3.754" in said


def test_a_search_has_no_peak_and_says_so(command) -> None:
    found = answer(command, "search.toml", elasticity_at_least='name = "peak_throughput"')
    assert found["limit"]["status"] == "no limit"
    code, out, _ = command("search.toml", elasticity_at_least='name = "peak_throughput"')
    assert not code and "there is no largest number of workers by peak_throughput" in " ".join(out.split())


def test_a_criterion_that_is_not_given_is_the_usual_one(command) -> None:
    of_a_search = answer(command, "search.toml", criterion="", elasticity_at_least="")
    assert of_a_search["criterion"] == {"name": "elasticity_at_least", "elasticity": 0.5}
    assert of_a_search["limit"] == answer(command, "search.toml")["limit"]


def test_remarks_are_on_what_the_file_says(command) -> None:
    for example, replaced, said in (
        ("cohort.toml", {"critical_cohort": "critical_cohort = 0.5"}, "with.critical_cohort = 0.5 is far below what is usual"),
        ("search.toml", {"trials": "trials = 1e6"}, "search.trials = 1000000 is far above what is usual"),
    ):
        code, out, err = command(example, **replaced)
        assert not code and out
        assert len(err.splitlines()) == 1 and said in err


def test_what_to_do_depends_on_the_workers_there_are(command) -> None:
    _, many, _ = command("search.toml")
    _, few, _ = command("search.toml", workers="workers = 2")
    assert "More pay only in asynchronous halving, where all count: with 16 workers it finishes 1.8 trials per day" in " ".join(
        many.split()
    )
    assert "The worth of 2 workers is 1.667; asynchronous halving finishes 82.18 trials per yr or more" in " ".join(few.split())


def test_resumed_trials_secure_aggregation_and_edges(command) -> None:
    resumed = answer(command, "search.toml", resume="resume = true")
    pool = POOL.replace(resume=True)
    assert resumed["halving"]["time"] == pool.time(16, 600) and resumed["halving"]["most_worth"] == 4
    largest = resumed["limit"]
    worth = [n * sl.search.smooth_halving_efficiency(n, 256, 4, 4, True) for n in (largest["value"], 1.001 * largest["value"])]
    assert largest["useful_gpus"] == pytest.approx(worth[0], rel=1e-14)
    assert math.log(worth[1] / worth[0]) / math.log(1.001) < 0.5
    secure = answer(command, "cohort.toml", bytes='bytes = "5.6 MB"\nvalues = 1.4e6\nbits = 16\nclients_per_edge = 10')
    expansion = sl.federated.secure_aggregation_expansion(390, 1.4e6, 16)
    assert secure["cohort"]["expansion"] == expansion
    assert secure["cohort"]["time_per_client"] == sl.federated.server_time_per_client(5.6e6, 1.25e9, 10, expansion)
    told = answer(command, "cohort.toml", probability="probability = 0.9\nclients = 1000")
    assert 1000 in {row["clients"] for row in told["rows"]}
    assert told["cohort"]["least_asked"] == sl.federated.least_asked(300, 0.1, 0.9)


def test_a_round_that_never_ends_says_why(command) -> None:
    code, out, _ = command("cohort.toml", timeout="")
    assert not code
    assert "A round has no mean time: without a timeout a round that loses too many clients never ends" in " ".join(out.split())


@pytest.mark.parametrize(
    ("example", "replaced", "said"),
    [
        ("search.toml", {"search": "[other]"}, "has no table [round] or [search]: one of them says what is asked about"),
        ("search.toml", {"training": "[round]\nasked = 3\n[training]"}, "has the tables [round] and [search]: one question"),
        ("search.toml", {"training": "[failure_law]\nname = 'x'\n[training]"}, "unknown table [failure_law]"),
        ("search.toml", {"training": "[[factor]]\nkind = 'hard_cap'\n[training]"}, "unknown table [factor]"),
        ("search.toml", {"trials": "trials = 255"}, "[search]: Halving: trials = 255 must be >= reduction^rungs = 256"),
        ("search.toml", {"trials": ""}, "[search]: Halving needs 'trials'"),
        ("search.toml", {"reduction": "reduction = 1.5"}, "reduction = 1.5 must be >= 2"),
        ("search.toml", {"resume": "again = 1"}, "[search]: Halving has no field 'again'"),
        ("search.toml", {"workers": "workers = 0.5"}, "[training]: search: workers = 0.5 must be >= 1"),
        ("search.toml", {"workers": ""}, "[training]: search needs 'workers'"),
        ("search.toml", {"workers": "workers = 4\nbytes = 3"}, "[training]: search has no field 'bytes'"),
        ("search.toml", {"least_budget": 'least_budget = "-3 s"'}, "least_budget = -3 must be > 0 and finite [s]"),
        ("search.toml", {"elasticity_at_least": 'name = "write_time_equals_mtbf"'}, "workers do neither"),
        ("search.toml", {"elasticity_at_least": "elasticity_at_least = 1.5"}, "[criterion]"),
        ("cohort.toml", {"reports": "reports = 400"}, "[round]: Round: reports = 400 must be at most asked = 390"),
        ("cohort.toml", {"dropout": "dropout = 1"}, "dropout = 1 must be in [0, 1)"),
        ("cohort.toml", {"timeout": "timeout = 0"}, "timeout = 0 must be > 0 [s]"),
        ("cohort.toml", {"bandwidth": "bandwidth = 0"}, "bandwidth = 0 must be > 0 and finite [B/s]"),
        ("cohort.toml", {"critical_cohort": ""}, "[training]: cohort needs 'critical_cohort'"),
        ("cohort.toml", {"critical_cohort": "critical_cohort = -1"}, "critical_cohort = -1 must be > 0 and finite"),
        ("cohort.toml", {"probability": "probability = 2"}, "probability = 2 must be in [0, 1]"),
        ("cohort.toml", {"probability": "bits = 16"}, "secure aggregation needs both values and bits; values is not given"),
        ("cohort.toml", {"sigma": "sigma = -1"}, "[failure_law]"),
    ],
)
def test_bad_input_is_refused_by_name(command, example: str, replaced: dict[str, str], said: str) -> None:
    code, out, err = command(example, **replaced)
    assert code == 2 and not out
    assert said in err


@pytest.mark.skipif(not hasattr(sl.plot, "round"), reason="no figure of a round yet")
@pytest.mark.parametrize("example", ["search.toml", "cohort.toml"])
def test_the_figures(command, tmp_path: Path, example: str) -> None:
    code, _, err = command(example, "--plot", str(tmp_path / "figure.svg"))
    assert not code, err
    assert (tmp_path / "figure.svg").stat().st_size > 1000


def test_what_the_next_worker_adds_is_a_slope() -> None:
    factors = [sl.limits.StrongScaling(half_size=500, name="cohort"), sl.limits.Trials(trials=256, reduction=4, rungs=4)]
    workers = np.array([0.5, 3.0, 7.0, 100.0, 1e4])

    def ask(numbers: Any) -> dict[str, Any]:
        request = {
            "question": "worth_of_workers",
            "factor": [factor.as_request() for factor in factors],
            "with": {"workers": 1},
            "over": {"with.workers": list(numbers)},
        }
        return {name: np.asarray(x) for name, x in sl.ask(request)["columns"].items()}

    there, less, more = ask(workers), ask(workers / 1.0001), ask(workers * 1.0001)
    slope = np.log(more["worth"] / less["worth"]) / (2 * math.log(1.0001))
    np.testing.assert_allclose(there["elasticity"], slope, atol=1e-7)
    np.testing.assert_allclose(there["elasticity"] + there["lost.cohort"] + there["lost.trials"], 1, atol=1e-14)
    np.testing.assert_allclose(there["worth"], workers * there["efficiency"], rtol=1e-14)
