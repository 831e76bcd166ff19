# SPDX-License-Identifier: Apache-2.0
"""What is said of the nodes of a log: with their number, and without."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import optimize, stats

import scaling_limits as sl
from scaling_limits.cli import main

DAY = 86400.0
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "failures.csv"
WINDOW = ("--window-start", "0", "--window-end", "7776000")  # 90 days


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Exit code, what was printed in one line, and what went to the other stream."""
    with pytest.raises(SystemExit) as stopped:
        main([str(one) for one in arguments])
    out, err = capsys.readouterr()
    return int(stopped.value.code or 0), re.sub(r"\s+", " ", out), re.sub(r"\s+", " ", err)


def answer(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    with pytest.raises(SystemExit):
        main([*map(str, arguments), "--json"])
    return json.loads(capsys.readouterr().out)


def log_of(path: Path, counts: dict[str, int]) -> Path:
    """A log of 90 days in which each node failed so often."""
    names = [name for name, count in counts.items() for _ in range(count)]
    order = np.random.default_rng(1).permutation(len(names))
    times = np.linspace(1, 90 * DAY - 1, len(names))
    path.write_text("\n".join(["start,node", *(f"{t:.0f},{names[k]}" for t, k in zip(times, order, strict=True))]) + "\n")
    return path


@pytest.fixture
def lemons(tmp_path: Path) -> Path:
    """40 of 100 nodes failed, most once or twice, three of them far more often."""
    counts = {f"n{k:02d}": 1 + (k % 3 == 0) for k in range(37)}
    return log_of(tmp_path / "lemons.csv", {**counts, "bad1": 14, "bad2": 11, "bad3": 17})


def test_without_their_number_no_node_has_a_p_or_a_gain(lemons: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "fit", lemons, *WINDOW)
    assert code == 0
    said = out[out.index("Nodes that failed most") : out.index("Times between failures")]
    assert said.startswith("Nodes that failed most node failures bad3 17 bad1 14 bad2 11 n")
    assert (
        "40 failed; the log does not say how many nodes there are: whether one is worse than chance allows, and what is gone"
        " with it, cannot be said; --nodes says it, of a log of events also --gpus with --gpus-per-node" in said
    )
    # 24 failed once, 13 twice: 40 + 24^2 / 26 = 62.2; 92 failures of 40 nodes: m / (1 - e^-m) = 2.3
    mean = optimize.brentq(lambda m: m / -np.expm1(-m) - 92 / 40, 0.1, 5)
    alike = 40 / -np.expm1(-mean)
    assert f"were all alike there would be {alike:.0f} (by the likelihood of counts above 0)" in said
    assert "; else 62 or more, roughly: 24 failed once and 13 twice" in said
    assert not re.search(r"p |%|Worst|chance taken", said)
    found = answer(capsys, "fit", lemons, *WINDOW)["nodes"]
    assert found["count"] is None and found["failed"] == 40
    assert found["worst"][0] == {"node": "bad3", "events": 17}
    assert found["population"] == pytest.approx(alike) and found["at_least"] == pytest.approx(40 + 24**2 / 26)


def test_where_every_node_failed_once_there_is_no_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = log_of(tmp_path / "once.csv", {f"n{k}": 1 for k in range(20)})
    _, out, _ = run(capsys, "fit", log, *WINDOW)
    assert "every node that failed did so once: there is no end to how many there may be" in out
    assert "were all alike" not in out
    assert answer(capsys, "fit", log, *WINDOW)["nodes"]["population"] == "unlimited"


def test_the_log_of_the_readme_blames_no_node_by_those_that_failed(capsys: pytest.CaptureFixture[str]) -> None:
    """Of 2,048 nodes the worst, with 5 of 133 failures, has p < 0.0001; among the 125 that failed at all it had 0.55."""
    gpus = ("--gpus", 16384, "--gpus-per-node", 8)
    found = answer(capsys, "fit", EXAMPLE, *gpus)["nodes"]
    worst = found["worst"][0]
    assert found["count"] == 2048 and found["failed"] == 125
    alone = stats.binom.sf(4, 132, 1 / 2048)
    assert worst["events"] == 5 and worst["p_value"] == pytest.approx(2048 * alone, rel=1e-6) and worst["p_value"] < 1e-4
    _, out, _ = run(capsys, "fit", EXAMPLE, *gpus)
    assert "of 2,048 (16,384 GPUs at 8 a node)" in out
    assert "below 0.3 failures a node: what it gains has no interval" in out
    assert "90 % interval" not in out[out.index("Worst nodes") : out.index("Times between")]
    without = answer(capsys, "fit", EXAMPLE)["nodes"]
    assert not any("p_value" in one or "share_removed" in one for one in without["worst"]) and "p_value" not in without


def test_with_their_number_the_worst_have_a_gain_and_its_interval(lemons: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "fit", lemons, *WINDOW, "--nodes", 100)["nodes"]
    counts = [17, 14, 11, *[2] * 13, *[1] * 24, *[0] * 60]
    parts = sl.failures.worst_parts(counts, [90 * DAY] * 100)
    two = sl.failures.two_rates(counts, [90 * DAY] * 100)
    assert parts.law == found["law"] == "two_rates" and found["said"] == ""
    assert found["worst"][2]["share_removed"] == pytest.approx(parts.gain[2])
    assert found["worst"][2]["share_interval"] == pytest.approx([parts.gain_low[2], parts.gain_high[2]])
    _, out, _ = run(capsys, "fit", lemons, *WINDOW, "--nodes", 100)
    said = out[out.index("Worst nodes") : out.index("Times between failures")]
    assert said.startswith("Worst nodes node failures a day p gone with it 90 % interval bad3 17 ")
    assert f"{parts.gain[2]:.1%} {parts.gain_low[2]:.1%} to {parts.gain_high[2]:.1%}" in said
    assert f"of 100; that all are alike: p < 0.0001; rates: of two kinds, {two.share:.2%} of nodes fail" in said
    assert f"fail {two.high / two.low:.3g} times as often as the others; a day: with chance taken out" in said
    assert "what it gains has no interval" not in said


def test_gpus_and_gpus_of_a_node_are_the_number_of_nodes(lemons: Path, capsys: pytest.CaptureFixture[str]) -> None:
    both = ("--gpus", 400, "--gpus-per-node", 4)
    _, out, _ = run(capsys, "fit", lemons, *WINDOW, *both)
    assert "of 100 (400 GPUs at 4 a node); that all are alike" in out
    as_nodes = answer(capsys, "fit", lemons, *WINDOW, "--nodes", 100)["nodes"]
    assert {**answer(capsys, "fit", lemons, *WINDOW, *both)["nodes"], "said": ""} == as_nodes
    _, out, _ = run(capsys, "fit", lemons, *WINDOW, "--gpus", 400)
    assert "40 failed; nobody says how many of the 400 GPUs a node has: whether one is worse" in out
    for given, text in (
        (("--gpus", 200, "--gpus-per-node", 8), "--gpus-per-node 8: 200 GPUs at 8 a node are 25 nodes, and 40 have failed"),
        (("--gpus-per-node", 8), "--gpus-per-node makes nodes of GPUs: --gpus says of how many the log is"),
        (("--nodes", 39), "--nodes 39: 40 nodes have failed"),
    ):
        code, _, err = run(capsys, "fit", lemons, *WINDOW, *given)
        assert code == 2 and text in err
    lives = lemons.with_name("lives.csv")
    lives.write_text("time,dead\n1,1\n2,1\n3,0\n")
    code, _, err = run(capsys, "fit", lives, "--gpus", 8, "--gpus-per-node", 8)
    assert code == 2 and "--gpus-per-node is of events, and this log is of lives" in err


def test_rates_that_are_spread_or_alike_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    even = log_of(tmp_path / "even.csv", {f"n{k}": 3 for k in range(30)})
    _, out, _ = run(capsys, "fit", even, *WINDOW, "--nodes", 30)
    assert "of 30; that all are alike: p 1; rates: no more unlike than by chance; a day" in out
    rates = np.random.default_rng(2).gamma(1, 6, 60)
    counts = np.random.default_rng(3).poisson(rates)
    spread = log_of(tmp_path / "spread.csv", {f"n{k}": int(n) for k, n in enumerate(counts)})
    found = sl.failures.worst_parts(counts, [90 * DAY] * 60)
    assert found.law == "gamma"
    _, out, _ = run(capsys, "fit", spread, *WINDOW, "--nodes", 60)
    assert f"rates: a gamma law, standard deviation over mean {found.dispersion**0.5:.2g}; a day" in out
    never = log_of(tmp_path / "never.csv", {"a": 9, "b": 11})
    _, out, _ = run(capsys, "fit", never, *WINDOW, "--nodes", 40)
    assert "rates: of two kinds, 5.00% of nodes fail and the others never; a day" in out


RUN = '[run]\ngpus = 800\nmtbf = "1 d"\ncheckpoint_bytes = "1 TB"\nwrite_bandwidth = "10 GB/s"\n'


def test_plan_says_what_the_worst_cost_and_how_surely(lemons: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = lemons.with_name("run.toml")
    file.write_text(RUN)
    asked = ("plan", file, "--from-log", lemons, *WINDOW)
    _, out, _ = run(capsys, *asked, "--nodes", 100)
    said = out[out.index("What the worst nodes cost") :]
    found = answer(capsys, *asked, "--nodes", 100)["from_log"]["nodes"]
    counts = [17, 14, 11, *[2] * 13, *[1] * 24, *[0] * 60]
    job = sl.TrainingRun(gpus=800, mtbf=90 * DAY / 92, checkpoint_bytes=1e12, write_bandwidth=1e10)
    gain = sl.analysis.worst_parts_gain(job, counts, [90 * DAY] * 100)
    row = found["rows"][1]
    assert row["nodes"] == 3
    for name in ("gain", "gain_low", "gain_high", "removed", "removed_low", "removed_high", "renewed_low", "renewed_high"):
        assert row[name] == pytest.approx(getattr(gain, name)[2]), name
    assert row["removed_low"] < row["removed"] < row["removed_high"] and row["renewed_low"] < row["renewed"]
    assert f"90 % {row['gain_low']:.1%} to {row['gain_high']:.1%} {row['renewed_low']:.2%} to {row['renewed_high']:.2%}" in said
    assert "of 100 nodes, chance taken out; rates: of two kinds, " in said and "; the worst: bad3, bad1, bad2, " in said
    _, by_gpus, _ = run(capsys, *asked, "--gpus-per-node", 8)
    assert "of 100 nodes (800 GPUs at 8 a node), chance taken out" in by_gpus
    assert "what it gains has no interval" not in out
    _, many, _ = run(capsys, *asked, "--gpus-per-node", 1, "--log-gpus", 800)
    assert "of 800 nodes (800 GPUs at 1 a node), chance taken out" in many
    assert "fewer than 0.3 failures a node: what it gains has no interval" in many and "90 % 1" not in many
    assert "What the worst nodes cost" not in run(capsys, *asked)[1]
    for given, text in (
        (("--gpus-per-node", 40), "lemons.csv: --gpus-per-node 40: 800 GPUs at 40 a node are 20 nodes, and 40 have failed"),
        (("--nodes", 1000), "lemons.csv: --nodes: 1000 parts have more than the run's 800 GPUs"),
    ):
        code, _, err = run(capsys, *asked, *given)
        assert code == 2 and text in err
    code, _, err = run(capsys, "plan", file, "--gpus-per-node", 8)
    assert code == 2 and "--gpus-per-node is of --from-log" in err


def test_24_bad_nodes_of_2048_gain_what_they_have(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """13 % of the failures are of 24 nodes; a gamma law says 6.6 % of 330 days, and of 14 days no end is printed."""
    random, file = np.random.default_rng(4), tmp_path / "run.toml"
    file.write_text(RUN.replace("800", "16384"))
    rates = np.full(2048, 0.87 * 0.0065 * 2048 / 2024)
    rates[random.permutation(2048)[:24]] = 0.13 * 0.0065 * 2048 / 24
    for days in (330, 14):
        log = log_of(tmp_path / f"{days}.csv", {f"n{k}": int(n) for k, n in enumerate(random.poisson(rates * days))})
        _, out, _ = run(capsys, "plan", file, "--from-log", log, *WINDOW, "--gpus-per-node", 8)
        rows = answer(capsys, "plan", file, "--from-log", log, *WINDOW, "--gpus-per-node", 8)["from_log"]["nodes"]["rows"]
        if days == 330:
            row = next(row for row in rows if 22 <= row["nodes"] <= 26)
            assert row["gain"] == pytest.approx(0.13, abs=0.01) and row["gain_low"] < 0.13 < row["gain_high"] < 0.15
            assert "rates: of two kinds, 1." in out
        else:
            assert all(row["gain_low"] is None for row in rows) and "fewer than 0.3 failures a node" in out


def test_two_rates_are_the_likeliest_by_scipy() -> None:
    events = np.array([0, 1, 0, 2, 0, 1, 12, 0, 1, 0, 9, 1, 0, 0, 2])
    exposures = np.tile([1.0, 2.0, 0.5], 5) * 1e6

    def loss(at: np.ndarray) -> float:
        share, low, high = 1 / (1 + np.exp(-at[0])), np.exp(at[1]), np.exp(at[2])
        each = (1 - share) * stats.poisson.pmf(events, low * exposures) + share * stats.poisson.pmf(events, high * exposures)
        return -float(np.log(each).sum())

    best = optimize.minimize(loss, [-2.0, -15.0, -12.0], method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-12})
    found = sl.failures.two_rates(events, exposures)
    assert found.log_likelihood == pytest.approx(-best.fun, abs=1e-8)
    assert (found.low, found.high) == pytest.approx(np.exp(best.x[1:]), rel=1e-4)
    assert found.share == pytest.approx(1 / (1 + np.exp(-best.x[0])), rel=1e-4)
    bad = found.share * stats.poisson.pmf(events, found.high * exposures)
    chance = bad / (bad + (1 - found.share) * stats.poisson.pmf(events, found.low * exposures))
    assert found.chance == pytest.approx(chance) and found.rate == pytest.approx(found.low + (found.high - found.low) * chance)
    assert found.one_log_likelihood == pytest.approx(
        stats.poisson.logpmf(events, events.sum() / exposures.sum() * exposures).sum()
    )
    alike = sl.failures.two_rates([2, 2, 2], [1e6] * 3)
    assert (alike.share, alike.low, alike.high, alike.note) == (0, alike.high, pytest.approx(2e-6), "one rate says it all")
    none = sl.failures.two_rates([0, 0], [1e6] * 2)
    assert (none.share, none.high, none.note, none.status) == (0, 0, "no part failed", "ok")


def test_unseen_parts_in_python() -> None:
    found = sl.failures.unseen_parts([1, 1, 2, 1, 3], [10.0] * 5)
    mean = optimize.brentq(lambda m: m / -np.expm1(-m) - 8 / 5, 0.01, 5)
    assert found.rate == pytest.approx(mean / 10) and found.population == pytest.approx(5 / -np.expm1(-mean))
    assert (found.unseen, found.at_least, found.status) == (4.5, 9.5, "ok")
    once = sl.failures.unseen_parts([1, 1], [1.0, 1.0])
    assert (once.population, once.rate, once.status) == (np.inf, 0, "no limit") and "no end" in once.note
    with pytest.raises(ValueError, match=r"events\[1\] = 0"):
        sl.failures.unseen_parts([1, 0], [1.0, 1.0])
