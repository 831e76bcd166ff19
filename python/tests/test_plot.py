# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import contextlib
import inspect
import os
import re
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest

mpl.use("Agg")

import matplotlib.pyplot as plt
from kinds import one_of_each
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.text import Text

import scaling_limits as sl
from scaling_limits import _format, _labels, _style, plot

PUBLISHED = sl.published.llama3_405b()
RUN = PUBLISHED.replace(initialization_time=300.0, downtime=60.0)
CHINCHILLA = sl.growth.chinchilla()
BATCH = [sl.limits.StrongScaling(half_size=101_035)]
STRATEGIES = [
    sl.strategies.blocking(),
    sl.strategies.asynchronous(copy_bandwidth=1e14, slowdown=0.02),
    sl.strategies.in_memory(copies=2, exchange_time=5),
    sl.strategies.just_in_time(share=0.95, step_time=10),
    sl.strategies.verified(verification_time=5, silent_share=0.02),
    sl.strategies.replicated(),
    sl.strategies.elastic(replicas=16, stall_time=60, outage=600),
    sl.strategies.spared(spares=64, repair_time=86400),
]
FABRIC = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=3.6e11, outer_bandwidth=4.5e10)
STEPS = [
    sl.data.MeasuredStep(shape=shape, layout=layout, batch_tokens=2**20, time=time, id=f"{name} on {layout.gpus}")
    for name, layout, time in (
        ("llama3_8b", sl.parallelism.Layout(data=8), 20.5),
        ("llama3_8b", sl.parallelism.Layout(data=64), 2.7),
        ("deepseek_v3", sl.parallelism.Layout(tensor=8, data=64, expert=64), 3.1),
    )
    if (shape := sl.published.shapes[name])
]
RNG = np.random.default_rng(3)
AGES = np.concatenate([RNG.weibull(3.0, 300) * 4, RNG.exponential(40.0, 200)]) * sl.units.year
SEEN = 3.5 * sl.units.year
LIVES = sl.data.Lives(np.minimum(AGES, SEEN), SEEN > AGES, groups={"batch": np.repeat(["old", "new"], [300, 200])})
OLD = LIVES.where(batch="old")
FITS = [sl.failures.fit(OLD.durations, OLD.observed, law) for law in ("weibull", "two_piece")]
FAILED = np.sort(RNG.uniform(0, 32 * sl.units.day, 120))
CAUSE = RNG.choice(["GPU", "network", "host"], 120)
EVENTS = sl.data.Events(1.7e9 + FAILED, cause=CAUSE, window=(1.7e9, 1.7e9 + 32 * sl.units.day))
COUNTS = sl.data.Counts(list(sl.published.llama3_interruptions), list(sl.published.llama3_interruptions.values()))
LOG = {"step": [1, 2, 3, 2, 3], "start": [0, 10, 20, 100, 125], "end": [10, 20, 30, 125, 135]}


def outcome_of(run: sl.TrainingRun) -> sl.uncertainty.Outcome:
    """The largest size of a run of which three fields are not known exactly."""
    u, wide = sl.uncertainty, {"gpu_mttf": 2.0, "write_bandwidth": 3.0, "checkpoint_bytes": 1.2}
    inputs = {name: u.lognormal(getattr(run, name) / factor, getattr(run, name) * factor) for name, factor in wide.items()}
    limit = sl.limits.goodput_at_least(0.9)
    found = u.propagate(lambda **of: sl.limits.max_gpus(run.replace(**of), limit, CHINCHILLA).value, inputs, 2**10)
    assert isinstance(found, sl.uncertainty.Outcome)
    return found


DATES = np.arange(2024.0, 2034.0)
TIMELINE = sl.timeline(sl.published.epoch_2030, DATES, {"goodput 0.9": sl.limits.goodput_at_least(0.9)})
UNSURE = sl.timeline(sl.published.epoch_2030.replace(**{"power.growth": np.linspace(1.1, 1.3, 21)[:, None]}), DATES)
GIVEN: dict[str, Any] = {
    "found": sl.calibrate(STEPS, sl.workload.guess_chip(989.4e12, 3.35e12), FABRIC),
    "measured": sl.data.goodput_from_steps(LOG),
    "run": RUN,
    "comparison": sl.compare(RUN, STRATEGIES[:2], others=False),
    "field": "write_bandwidth",
    "values": [1e12, 2e12],
    "strategies": STRATEGIES[:2],
    "outcome": outcome_of(RUN),
    "table": TIMELINE,
    "lives": LIVES,
    "events": EVENTS,
    "log": EVENTS,
}
RUNS = {
    "published": PUBLISHED,
    "small": RUN.replace(gpus=64.0),
    "failing": RUN.replace(gpu_mttf=3.6e6, initialization_time=3600.0),
}
OF_A_RUN: dict[str, Callable[..., Axes]] = {
    "goodput_vs_interval": plot.goodput_vs_interval,
    "throughput_vs_size": lambda run, **more: plot.throughput_vs_size(run, growth=CHINCHILLA, **more),
    "throughput_vs_size, batch": lambda run, **more: plot.throughput_vs_size(run, factors=BATCH, **more),
    "throughput_bands": lambda run, **more: plot.throughput_bands(run, factors=BATCH, **more),
    "elasticities": lambda run, **more: plot.elasticities(run, factors=BATCH, **more),
    "strategies_vs_size": lambda run, **more: plot.strategies_vs_size(sl.compare(run, STRATEGIES), **more),
    "limits_by_growth": plot.limits_by_growth,
    "limits_by_growth with bars": lambda run, **more: plot.limits_by_growth(run, ranges=True, **more),
    "limits_by_tier": plot.limits_by_tier,
    "limits_vs_field": lambda run, **more: plot.limits_vs_field(
        run, "initialization_time", np.linspace(0, 1200, 30), growths=plot.standard_growths(), **more
    ),
    "overhead_map": plot.overhead_map,
    "breakdown": lambda run, **more: plot.breakdown(run, growth=CHINCHILLA, **more),
    "goodput_buckets": lambda run, **more: plot.goodput_buckets(GIVEN["measured"], run, **more),
    "breakdown_by_strategy": lambda run, **more: plot.breakdown_by_strategy(run, STRATEGIES, **more),
    "distribution": lambda run, **more: plot.distribution(outcome_of(run), label="largest size [GPUs]", **more),
    "tornado": lambda run, **more: plot.tornado(outcome_of(run), label="largest size [GPUs]", **more),
}
OF_OTHERS: dict[str, Callable[..., Axes]] = {
    "calibration": lambda _, **more: plot.calibration(GIVEN["found"], **more),
    "goodput_buckets of a log": lambda _, **more: plot.goodput_buckets(GIVEN["measured"], **more),
    "survival": lambda _, **more: plot.survival(LIVES, FITS, **more),
    "survival of one": lambda _, **more: plot.survival(sl.data.Lives(AGES[300:]), **more),
    "hazard_by_age": lambda _, **more: plot.hazard_by_age(OLD, FITS, **more),
    "hazard_by_age of two": lambda _, **more: plot.hazard_by_age(LIVES, FITS[1], **more),
    "events_over_time": lambda _, **more: plot.events_over_time(EVENTS, **more),
    "events_over_time from 0": lambda _, **more: plot.events_over_time(sl.data.Events(FAILED), **more),
    "mtbf_by_cause": lambda _, **more: plot.mtbf_by_cause(COUNTS, 54 * sl.units.day, **more),
    "timeline": lambda _, **more: plot.timeline(TIMELINE, **more),
    "timeline of samples": lambda _, **more: plot.timeline(UNSURE, **more),
    "mtbf_by_cause of events": lambda _, **more: plot.mtbf_by_cause(EVENTS, **more),
}
PRICES = sl.economics.Prices(
    gpu="2 USD/h", bandwidth="1e6 USD/yr per TB/s", time="1e5 USD/d", electricity="0.08 USD/kWh", power_per_gpu=1275
)
OF_A_RUN["cost"] = lambda run, **more: plot.cost(sl.economics.run_cost(run, 1e11, PRICES, STRATEGIES[3], BATCH), **more)
OF_A_RUN["cost of GPUs"] = lambda run, **more: plot.cost(sl.economics.run_cost(run, 1e11, sl.economics.Prices(gpu=1)), **more)
ON_SITES = sl.analysis.compare_sites(
    RUN, 1e5, sl.analysis.Sites(sites=2, bandwidth=125e9, bytes=810e9), factors=sl.limits.StrongScaling(half_size=1e5)
)
OF_OTHERS["sites"] = lambda _, **more: plot.sites(ON_SITES, parameters=405e9, **more)
OF_OTHERS["sites without laws"] = lambda _, **more: plot.sites(ON_SITES, **more)
TIMES = sl.failures.Lognormal(mu=np.log(60), sigma=0.6)
ROUND = sl.federated.Round(asked=390, reports=300, dropout=0.1, timeout=300, law=TIMES)
ROUNDS = {
    "round": ROUND,
    "round without a timeout": ROUND.replace(timeout=np.inf),
    "round that waits for all": ROUND.replace(asked=300, dropout=0, timeout=1e5),
    "round that always fails": ROUND.replace(timeout=20),
    "round of one": sl.federated.Round(asked=1, reports=1, timeout=36000, law=sl.failures.Weibull(shape=0.5, scale=3600)),
    "round of lives": sl.federated.Round(asked=20, reports=8, dropout=0.3, law=sl.failures.Empirical([3.0, 5, 8, 13, 21, 34])),
}
OF_OTHERS |= {name: lambda _, of=ROUNDS[name], **more: plot.round(of, **more) for name in list(ROUNDS)[:2]}
COHORT = [sl.limits.StrongScaling(half_size=500, name="cohort"), sl.limits.StrongScaling(half_size=13_393, name="aggregation")]
HALF = sl.limits.efficiency_at_least(0.5)
WORKERS = {
    "clients": sl.limits.max_workers(factors=COHORT, unit="clients"),
    "clients at half efficiency": sl.limits.max_workers(HALF, COHORT, "clients"),
    "workers of a search": sl.limits.max_workers(HALF, sl.limits.Trials(trials=256, reduction=4, rungs=4)),
    "workers with a cap": sl.limits.max_workers(factors=[COHORT[0], sl.limits.HardCap(gpus=10, name="staleness")]),
    "clients without a limit": sl.limits.max_workers(unit="clients"),
}
OF_A_LIMIT = (plot.throughput_vs_size, plot.throughput_bands, plot.elasticities)
OF_OTHERS |= {
    f"{draw.__name__} of clients": lambda _, draw=draw, **more: draw(WORKERS["clients"], **more) for draw in OF_A_LIMIT
}
GIVEN["round"] = ROUND
GIVEN["cost"] = sl.economics.run_cost(RUN, 1e11, PRICES)
FIGURES = OF_A_RUN | OF_OTHERS
SAVED_DPI = 160  # as a command saves it
Drawn = Callable[[str], Axes]
every_figure = pytest.mark.parametrize("name", FIGURES)


@pytest.fixture(scope="module")
def drawn() -> Callable[[str], Axes]:
    """A figure of RUN by its name, a figure of its own that is never shown, drawn once for all tests that only look."""
    found: dict[str, Axes] = {}

    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("show() was called")

    def look(name: str) -> Axes:
        if name not in found:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(plt, "show", refuse)
                found[name] = FIGURES[name](RUN)
        return found[name]

    return look


@pytest.fixture(autouse=True)
def _close() -> Iterator[None]:
    yield
    plt.close("all")


def finding(ax: Axes) -> str:
    """The title, as it was before it was wrapped."""
    return " ".join(ax.get_title(loc="left").split())


def said(ax: Axes) -> str:
    return "\n".join(text.get_text() for text in ax.texts)


def boxes(figure: Figure) -> dict[str, Any]:
    """Where every word of a drawn figure stands, the labels of ticks in view among them."""
    if figure.stale:
        figure.canvas.draw()
    ticks = {label for ax in figure.axes for axis in (ax.xaxis, ax.yaxis) for label in axis.get_ticklabels(which="both")}
    shown = []
    for ax in figure.axes:
        for axis, ends in ((ax.xaxis, ax.get_xlim()), (ax.yaxis, ax.get_ylim())):
            low, high = sorted(ends)
            for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
                if low <= tick.get_loc() <= high:
                    shown.append(tick.label1)
    words = [text for text in figure.findobj(Text) if text not in ticks] + shown
    found = {}
    for text in words:
        if isinstance(text, Text) and text.get_visible() and text.get_text().strip():
            found[f"{text.get_text()} ({id(text)})"] = Text.get_window_extent(text)
    return found


def check_words(figure: Figure) -> None:
    """No word on another, none out of the figure."""
    found = boxes(figure)
    for name, box in found.items():
        assert box.x0 >= -1 and box.y0 >= -1, name
        assert box.x1 <= figure.bbox.x1 + 1 and box.y1 <= figure.bbox.y1 + 1, name
    for (one, a), (other, b) in combinations(found.items(), 2):
        assert not a.padded(-1).overlaps(b.padded(-1)), (one, other)


@every_figure
def test_a_figure_draws_on_the_axes_it_is_given_and_returns_them(name: str) -> None:
    _, ax = plt.subplots()
    assert FIGURES[name](RUN, ax=ax) is ax
    assert len(plt.get_fignums()) == 1


@every_figure
def test_no_word_stands_on_another_or_leaves_the_figure(name: str, drawn: Drawn) -> None:
    ax = drawn(name)
    figure = _style.figure_of(ax)
    own = figure.dpi
    for dpi in (own,) if name in OF_A_RUN else (SAVED_DPI, own):
        figure.set_dpi(dpi)
        check_words(figure)
    assert re.search(r"\d", finding(ax))


@pytest.mark.parametrize("name", OF_A_RUN)
@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS.keys())
def test_words_keep_apart_whatever_the_run(name: str, run: sl.TrainingRun) -> None:
    figure = _style.figure_of(OF_A_RUN[name](run))
    figure.set_dpi(SAVED_DPI)
    check_words(figure)


def test_words_keep_apart_in_a_figure_of_another_size() -> None:
    ax = FIGURES["throughput_vs_size"](RUN)
    for size in ((6, 4.4), (12, 7)):
        _style.figure_of(ax).set_size_inches(*size)
        check_words(_style.figure_of(ax))


@every_figure
def test_axes_carry_units(name: str, drawn: Drawn) -> None:
    ax = drawn(name)
    categories = any(re.search(r"[A-Za-z]{3}", label.get_text()) for label in ax.get_yticklabels())
    assert re.search(r"\[.+\]$", ax.get_xlabel())
    assert re.search(r"\[.+\]$", ax.get_ylabel()) or categories


def test_axis_labels_carry_the_units_of_the_field_table() -> None:
    ax = plot.overhead_map(RUN)
    assert ax.get_xlabel() == "size [GPUs]"
    assert ax.get_ylabel() == "write bandwidth [TB/s]"
    assert plot.limits_vs_field(RUN, "gpu_mttf", [1e7, 1e8, 1e9]).get_xlabel() == "gpu mttf [min]"


@every_figure
def test_a_figure_has_no_second_axis_and_no_legend_over_its_data(name: str, drawn: Drawn) -> None:
    ax = drawn(name)
    panels = _style.figure_of(ax).axes
    assert panels[0] is ax and len(panels) == 1 + name.startswith("events_over_time")
    for one, other in combinations(panels, 2):
        assert not one.bbox.overlaps(other.bbox)
    legend = ax.get_legend()
    assert legend is None or legend.get_window_extent().y1 < ax.bbox.y0


# What the titles found


def test_titles_say_the_number_that_was_found() -> None:
    peak = sl.limits.max_gpus(RUN, sl.limits.peak_throughput(), CHINCHILLA)
    ax = plot.throughput_vs_size(RUN, growth=CHINCHILLA)
    assert f"peaks at {_style.short(peak.value)} GPUs, worth {_style.short(peak.useful_gpus)}" in finding(ax)
    assert f"{peak.binding} has {_style.percent(peak.shares[peak.binding])} of the blame" in finding(ax)

    assert f"Save every {_format.duration(RUN.optimal_interval)}: goodput {_style.percent(RUN.goodput)}" in finding(
        plot.goodput_vs_interval(RUN)
    )

    joined = sl.limits.max_gpus(RUN, sl.limits.peak_throughput(), factors=BATCH)
    assert f"At {_style.short(joined.value)} GPUs" in finding(plot.elasticities(RUN, factors=BATCH))

    ninety = [sl.limits.max_gpus(RUN, sl.limits.goodput_at_least(0.9), law).value for law in plot.standard_growths().values()]
    for size in (min(ninety), max(ninety)):
        assert f"{_style.short(size)} GPUs" in finding(plot.limits_by_growth(RUN))

    need = sl.limits.required(PUBLISHED.replace(gpus=10 * PUBLISHED.gpus), "write_bandwidth", PUBLISHED.goodput)
    assert need.value == pytest.approx(20e12)
    assert "ten times as many need 20 TB/s" in finding(plot.overhead_map(PUBLISHED))

    useful = sl.strategies.blocking().breakdown(CHINCHILLA.at(RUN, 1e5))["useful"]
    assert f"to {_style.percent(useful)}" in finding(plot.breakdown(RUN, gpus=[1e4, 1e5], growth=CHINCHILLA))

    best = sl.compare(RUN, STRATEGIES).best
    assert f"{best.name.capitalize()} is best at 16.4k GPUs: goodput {_style.percent(best.goodput)}" in finding(
        plot.strategies_vs_size(sl.compare(RUN, STRATEGIES))
    )


def test_the_titles_of_logs_say_what_is_in_them() -> None:
    assert "A failure every 3.09 h, every 8.76 h one of faulty GPU: 35.3 % of them" in finding(
        plot.mtbf_by_cause(COUNTS, 54 * sl.units.day)
    )
    assert "95 % of all: 2.81 h to 3.41 h" in " ".join(said(plt.gca()).split())
    assert finding(plot.survival(sl.data.Lives([3600.0, 7200, 10_800, 14_400]))) == "Half last 2 h"
    curve = sl.failures.kaplan_meier(OLD.durations, OLD.observed)
    left = curve.survival[curve.times <= 3 * sl.units.year][-1]
    assert f"After 3 yr {_style.percent(left)} of old" in finding(plot.survival(LIVES))
    change = _format.duration(FITS[1].parameters["change"])
    assert f"At an age of {change} the rate of old goes from" in finding(plot.hazard_by_age(OLD, FITS))
    assert "rises with age" in finding(plot.hazard_by_age(OLD))
    constant = np.minimum(RNG.exponential(3600.0, 400), 5000.0)
    assert "No change of the rate" in finding(plot.hazard_by_age(sl.data.Lives(constant, constant < 5000)))
    assert finding(plot.events_over_time(EVENTS)).startswith("No trend of the rate to be seen and no bursts")
    rising = sl.data.Events(sl.units.day * 100 * np.sqrt(RNG.uniform(size=300)), window=(0, 100 * sl.units.day))
    assert finding(plot.events_over_time(rising)).startswith("The rate rises")
    together = np.repeat(np.arange(4.0, 100, 8), 10) * sl.units.day
    bursts = sl.data.Events(together + np.arange(120), window=(0, 101 * sl.units.day))
    assert "but failures come in bursts, dispersion" in finding(plot.events_over_time(bursts))


def test_the_figures_of_logs_draw_what_they_say() -> None:
    ax = plot.hazard_by_age(OLD, bins=np.arange(5) * sl.units.year)
    of = sl.failures.rate_by_age(OLD.durations, OLD.observed, edges=np.arange(5) * sl.units.year)
    (line,) = [line for line in ax.get_lines() if line.get_label() == "old"]
    assert np.asarray(line.get_ydata())[:-1] == pytest.approx(of.rate * sl.units.year)
    ax = plot.survival(OLD)
    (line,) = [line for line in ax.get_lines() if line.get_label() == "old"]
    curve = sl.failures.kaplan_meier(OLD.durations, OLD.observed)
    assert np.asarray(line.get_ydata()).min() == pytest.approx(curve.survival[-1])
    ax = plot.events_over_time(EVENTS)
    assert np.asarray(ax.get_lines()[1].get_ydata()).max() == 120
    figure = _style.figure_of(ax)
    assert len(figure.axes) == 2
    check_words(figure)


def test_the_step_of_titan_in_the_third_year_is_seen() -> None:
    data = Path(os.environ.get("SCALING_LIMITS_DATA", Path(__file__).resolve().parents[3] / "shared/data"))
    if not (data / "titan/gc_summary_loc.csv").exists():
        pytest.skip(f"no titan/gc_summary_loc.csv under {data}: set SCALING_LIMITS_DATA")
    old = sl.data.read_lives(data / "titan/gc_summary_loc.csv", groups=["batch"]).where(batch="old")
    ax = plot.hazard_by_age(old, [sl.failures.fit(old.durations, old.observed, law) for law in ("weibull", "two_piece")])
    assert "At an age of 2.09 yr the rate of old goes from 0.00495 to 0.132 per yr" in finding(ax)
    (line,) = [line for line in ax.get_lines() if line.get_label() == "old"]
    age, rate = (np.asarray(values, float) for values in line.get_data())
    assert rate[(age >= 0.5) & (age < 1.5)].max() < 0.002
    assert rate[(age >= 2.5) & (age < 5)].min() > 0.1
    check_words(_style.figure_of(ax))


@pytest.mark.parametrize("kind", ["lives", "events", "counts"])
def test_fit_draws_the_figure_of_its_log(kind: str, tmp_path: Path) -> None:
    from scaling_limits.cli import main

    log, picture = tmp_path / "log.csv", tmp_path / "log.png"
    if kind == "lives":
        rows = ["time,dead", *(f"{age},{dead}" for age, dead in zip(OLD.durations, OLD.observed, strict=True))]
    elif kind == "events":
        rows = ["start,cause", *(f"{np.datetime64(int(t), 's')},{cause}" for t, cause in zip(EVENTS.start, CAUSE, strict=True))]
    else:
        rows = ["cause,count", *(f"{cause},{count}" for cause, count in zip(COUNTS.causes, COUNTS.counts, strict=True))]
    log.write_text("\n".join(rows), encoding="utf-8")
    more = {"lives": ["--unit", "s"], "events": [], "counts": ["--window", "54 d"]}[kind]
    with contextlib.suppress(SystemExit):
        main(["fit", str(log), *more, "--plot", str(picture)])
    assert picture.stat().st_size > 10_000


def test_figures_of_logs_refuse_what_they_cannot_draw() -> None:
    with pytest.raises(TypeError, match="mtbf_by_cause needs 'window'"):
        plot.mtbf_by_cause(COUNTS)
    with pytest.raises(ValueError, match="log has no causes"):
        plot.mtbf_by_cause(sl.data.Events([0.0, 1.0]))
    with pytest.raises(ValueError, match="log has no failure"):
        plot.mtbf_by_cause(sl.data.Counts(["GPU"], [0]), 3600)
    with pytest.raises(ValueError, match="lives has durations of 0 s"):
        plot.hazard_by_age(sl.data.Lives([0.0, 1.0]))
    with pytest.raises(ValueError, match="lives has none"):
        plot.survival(sl.data.Lives([]))
    with pytest.raises(ValueError, match="lives has no failure in the bins"):
        plot.hazard_by_age(sl.data.Lives([1.0, 2.0], [False, False]))
    with pytest.raises(ValueError, match="events must be events in a window"):
        plot.events_over_time(sl.data.Events([5.0]))
    check_words(_style.figure_of(plot.mtbf_by_cause(sl.data.Counts(["GPU", "network"], [3, 0]), 3600)))
    check_words(_style.figure_of(plot.events_over_time(sl.data.Events([0.0, 5.0, 7.0]))))
    many = sl.data.Counts([f"cause {k}" for k in range(40)], np.arange(40))
    ax = plot.mtbf_by_cause(many, 86400)
    assert len(ax.get_yticks()) == 21
    check_words(_style.figure_of(ax))


def test_the_figure_of_a_cost_says_what_is_lost() -> None:
    cost = GIVEN["cost"]
    ax = plot.cost(cost)
    lost = 1 - cost.by_term["useful"] / cost.total
    assert f"{_style.short(cost.total)} USD for the work: {_style.percent(lost)} is lost, most of it to restart" in finding(ax)
    (goes, buys) = (line for line in ax.get_lines() if line.get_label() in ("where it goes", "what it buys"))
    assert sum(goes.get_xdata()) == pytest.approx(cost.total)
    assert sum(buys.get_xdata()) == pytest.approx(cost.total)
    with pytest.raises(ValueError, match="single numbers"):
        plot.cost(sl.economics.run_cost(RUN, [1e11, 2e11], PRICES))
    with pytest.raises(ValueError, match="a total of 0 USD cannot be drawn"):
        plot.cost(sl.economics.run_cost(RUN, 0, PRICES))


def test_titles_do_not_claim_what_is_not_so() -> None:
    free = RUN.replace(checkpoint_bytes=0.0, initialization_time=0.0, downtime=0.0)
    assert "no peak" in finding(plot.throughput_vs_size(free))
    assert "no limit" in finding(plot.limits_by_growth(free))
    assert "cannot keep it" in finding(plot.overhead_map(RUN))
    assert "takes" not in finding(plot.breakdown(free))


def test_the_interval_figure_marks_what_it_says() -> None:
    ax = plot.goodput_vs_interval(RUN)
    for name in ("Young", "Daly", "best", "within 1 % of the best"):
        assert name in said(ax)
    x, y = (
        np.asarray(data, float) for data in next(line for line in ax.get_lines() if line.get_label() == "goodput").get_data()
    )
    assert y.max() == pytest.approx(RUN.goodput, rel=1e-4)  # the grid's best point beside the optimum
    assert x[y.argmax()] == pytest.approx(RUN.optimal_interval, rel=0.02)  # one step of the grid


def test_approximate_intervals_are_no_goodputs() -> None:
    ax = plot.goodput_vs_interval(RUN)
    curves = [line for line in ax.get_lines() if len(np.atleast_1d(line.get_xdata())) > 2]
    assert len(curves) == 1
    young = float(sl.checkpoint.young_interval(RUN.write_time, RUN.mtbf))
    assert [line.get_ydata()[0] for line in ax.get_lines() if line.get_xdata()[0] == young] == [ax.get_ylim()[0]]


def test_the_interval_of_the_strategy_is_marked_beside_the_best() -> None:
    own = sl.strategies.blocking(interval=3600.0)
    ax = plot.goodput_vs_interval(RUN, strategy=own)
    assert f"this run: 1 h, goodput {_style.percent(own.goodput(RUN))}" in said(ax)
    assert f"Save every {_format.duration(RUN.optimal_interval)}" in finding(ax)
    check_words(_style.figure_of(ax))


def test_the_size_figure_marks_the_limits_of_all_criteria() -> None:
    ax = plot.throughput_vs_size(RUN, growth=CHINCHILLA)
    for name, criterion in plot.standard_criteria().items():
        limit = sl.limits.max_gpus(RUN, criterion, CHINCHILLA)
        assert f"{name}:\n{_style.short(limit.value)} GPUs" in said(ax)
    useful = next(line for line in ax.get_lines() if line.get_label() == "useful throughput")
    x, y = (np.asarray(data, float) for data in useful.get_data())
    peak = sl.limits.max_gpus(RUN, sl.limits.peak_throughput(), CHINCHILLA)
    assert x[y.argmax()] == pytest.approx(peak.value, rel=0.03)  # one step of the grid
    assert y.max() == pytest.approx(peak.useful_gpus, rel=1e-3)


def bars(ax: Axes) -> list[list[float]]:
    return [sorted(map(float, np.asarray(line.get_xdata()))) for line in ax.get_lines() if line.get_gid() == "bar"]


@pytest.mark.parametrize("known", [[], ["gpu_mttf", "bytes"]])
def test_sizes_have_bars_between_the_ends_of_their_bands(known: list[str]) -> None:
    bands = [sl.limits.band(RUN, one, CHINCHILLA, factors=BATCH, known=known) for one in plot.standard_criteria().values()]
    ax = plot.throughput_vs_size(RUN, growth=CHINCHILLA, factors=BATCH, known=known)
    left, right = ax.get_xlim()
    assert bars(ax) == [[max(band.low, left), min(band.high, right)] for band in bands]
    assert "bars: if one thing is otherwise than given" in said(ax)
    peak = bars(plot.throughput_bands(RUN, growth=CHINCHILLA, factors=BATCH, known=known))
    assert peak == [[bands[1].low, bands[1].high]]
    grown = plot.limits_by_growth(RUN, growths={"chinchilla": CHINCHILLA}, ranges=True, known=known)
    alone = [sl.limits.band(RUN, one, CHINCHILLA, known=known) for one in plot.standard_criteria().values()]
    assert bars(grown) == [[band.low, band.high] for band in alone]


def test_a_size_that_nothing_moves_has_no_bar() -> None:
    everything = ["cause", *(row.name for row in sl.limits.band(RUN).assumption)]
    for ax in (
        plot.throughput_vs_size(RUN, ranges=False),
        plot.throughput_vs_size(RUN, known=everything),
        plot.throughput_bands(RUN, ranges=False),
        plot.throughput_vs_size(WORKERS["clients"]),
        plot.limits_by_growth(RUN),
    ):
        assert bars(ax) == [] and "bars:" not in said(ax)


def test_the_size_figure_counts_every_factor() -> None:
    joined = sl.limits.max_gpus(RUN, sl.limits.peak_throughput(), factors=BATCH)
    for ax in (plot.throughput_vs_size(RUN, factors=BATCH), plot.throughput_bands(RUN, factors=BATCH)):
        useful = next(line for line in ax.get_lines() if line.get_label() == "useful throughput")
        assert np.nanmax(useful.get_ydata()) == pytest.approx(joined.useful_gpus, rel=1e-3)  # of the grid


def test_the_elasticities_add_up_to_one_at_the_peak() -> None:
    ax = plot.elasticities(RUN, factors=BATCH)
    peak = sl.limits.max_gpus(RUN, sl.limits.peak_throughput(), factors=BATCH).value
    top = ax.collections[-1].get_paths()[0].vertices
    upper = max(y for x, y in top if abs(np.log(x / peak)) < 0.01)
    assert upper == pytest.approx(1.0, abs=0.02)  # one step of the grid


def test_no_limit_and_infeasible_are_drawn_as_such() -> None:
    free = RUN.replace(checkpoint_bytes=0.0, initialization_time=0.0, downtime=0.0)
    ax = plot.limits_by_growth(free)
    assert any(text.get_text() == "no limit" for text in ax.texts)
    check_words(_style.figure_of(plot.throughput_vs_size(free)))
    hopeless = RUN.replace(initialization_time=1e12)
    ax = plot.limits_by_growth(hopeless, criteria={"goodput 0.99": sl.limits.goodput_at_least(0.99)})
    check_words(_style.figure_of(ax))


def test_a_strategy_without_an_answer_is_named_in_the_note() -> None:
    ax = plot.breakdown_by_strategy(RUN.replace(gpus=64.0), STRATEGIES)
    assert "spared: infeasible" in said(ax)
    with pytest.raises(ValueError, match="spared: infeasible"):
        plot.breakdown_by_strategy(RUN.replace(gpus=64.0), STRATEGIES[-1:])


def test_a_run_without_failures_has_no_best_interval_to_draw() -> None:
    with pytest.raises(ValueError, match="best interval"):
        plot.goodput_vs_interval(RUN.replace(gpu_mttf=np.inf))


def test_the_breakdown_bars_sum_to_one() -> None:
    for ax in (plot.breakdown(RUN, gpus=[1e4, 1e5]), plot.breakdown_by_strategy(RUN, STRATEGIES)):
        ends = [bar.get_x() + bar.get_width() for bar in ax.patches]
        assert max(ends) == pytest.approx(1.0)


def test_the_breakdown_of_larger_sizes_grows_the_parts_of_a_restart() -> None:
    law = CHINCHILLA.with_(schedule_time=0.3)
    plan = sl.strategies.blocking().under(restart=sl.RestartParts(schedule_time=300))
    size = sl.limits.max_gpus(RUN, sl.limits.goodput_at_least(0.9), law, plan).value
    assert "90 %" in finding(plot.breakdown(RUN, gpus=[size], growth=law, strategy=plan))


@pytest.mark.parametrize("strategy", one_of_each("strategy").values(), ids=lambda strategy: type(strategy).__name__)
def test_the_sheet_of_a_plan_is_drawn_for_every_strategy(strategy: sl.strategies.Strategy) -> None:
    figure = plot.plan_figure(RUN, strategy=strategy, growth=CHINCHILLA, factors=BATCH)
    check_words(figure)
    upper = finding(figure.axes[0])
    interval = float(strategy.interval(RUN))
    shown = "interval" in [field.name for field in strategy.fields()]
    assert (f"Save every {_format.duration(interval)}" in upper) == shown


@pytest.mark.parametrize("field", ["planned", "silent"])
def test_an_interval_whose_neighbours_are_not_known_is_drawn_alone(field: str) -> None:
    row = {"planned": {"mtbf": 86400.0, "planned": True}, "silent": {"share": 0.02, "lag": 3600.0}}[field]
    strategy = sl.strategies.blocking().under(causes=[sl.failures.Cause(name="other kind", **row)])
    assert np.isnan(sl.analysis.assess(RUN, strategy).band).all()
    figure = plot.plan_figure(RUN, strategy=strategy, growth=CHINCHILLA)
    check_words(figure)
    upper = figure.axes[0]
    assert f"Save every {_format.duration(float(strategy.interval(RUN)))}" in finding(upper)
    assert "within 1 %" not in said(upper) + finding(upper) and "nan" not in said(upper) + finding(upper)


def test_a_sweep_is_drawn_over_one_range_or_two() -> None:
    bandwidth = np.geomspace(1e11, 1e13, 20)
    nine = sl.limits.goodput_at_least(0.9)
    one = sl.limits.max_gpus(RUN.replace(write_bandwidth=bandwidth), nine).value
    ax = plot.swept({"write_bandwidth": bandwidth, "goodput": one}, {"write_bandwidth": "B/s"}, ["goodput"])
    check_words(_style.figure_of(ax))
    reach = f"goodput goes from {_style.short(one[0])} to {_style.short(one[-1])} GPUs"
    assert finding(ax) == f"Over write bandwidth 0.1 to 10 TB/s: {reach}"

    saved = np.repeat([1e12, 2e13], bandwidth.size)
    both = np.tile(bandwidth, 2)
    sizes = sl.limits.max_gpus(RUN.replace(write_bandwidth=both, checkpoint_bytes=saved), nine).value
    columns = {"checkpoint_bytes": saved, "write_bandwidth": both, "goodput": sizes}
    ax = plot.swept(columns, {"checkpoint_bytes": "B", "write_bandwidth": "B/s"}, ["goodput"])
    check_words(_style.figure_of(ax))
    assert "checkpoint bytes 1 TB" in said(ax) and "checkpoint bytes 20 TB" in said(ax)
    assert f"checkpoint bytes 20 TB goes from {_style.short(sizes[20])}" in finding(ax)

    with pytest.raises(ValueError, match="one range or two, not for 3"):
        plot.swept({}, {"a": "1", "b": "1", "c": "1"}, ["goodput"])
    nowhere = plot.swept({"downtime": [1.0], "goodput": [np.inf]}, {"downtime": "s"}, ["goodput"])
    assert "no largest size" in finding(nowhere)


def test_sweep_draws_what_it_swept(tmp_path: Path) -> None:
    from scaling_limits.cli import main

    file = str(Path(__file__).resolve().parents[2] / "examples" / "run.toml")
    out, picture = str(tmp_path / "sweep.csv"), tmp_path / "sweep.png"
    with contextlib.suppress(SystemExit):
        main(["sweep", file, "--over", "strategy.interval=60:6000:5:log", "--output", out, "--plot", str(picture)])
    assert picture.stat().st_size > 10_000
    ranges = [text for name in ("downtime", "gpus", "storage_latency") for text in ("--over", f"{name}=1:2:2")]
    with pytest.raises(SystemExit) as refused:
        main(["sweep", file, *ranges, "--output", out, "--plot", str(tmp_path / "none.png")])
    assert refused.value.code not in (0, None)
    assert not (tmp_path / "none.png").exists()


def test_a_comparison_marks_where_the_best_one_changes() -> None:
    comparison = sl.compare(RUN, [sl.strategies.blocking(), sl.strategies.replicated()], others=False)
    (even,) = [even for even in comparison.break_even_sizes if even.best]
    ax = comparison.plot()
    check_words(_style.figure_of(ax))
    assert f"from {_style.short(even.gpus)} GPUs on it is replicated" in finding(ax)
    assert f"replicated overtakes blocking:\n{_style.short(even.gpus)} GPUs" in said(ax)


@pytest.mark.parametrize(("gpus", "text"), [(950, "950"), (16384, "16.4k"), (1.35e6, "1.35M"), (7e9, "7B"), (1.3e21, "1.3e21")])
def test_sizes_as_people_say_them(gpus: float, text: str) -> None:
    assert _style.short(gpus) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.9523, "95.2 %"), (0.0031, "0.31 %"), (1e-6, "< 0.01 %"), (0.99999, "> 99.9 %"), (1, "100 %"), (0, "0 %")],
)
def test_shares_as_people_say_them(share: float, text: str) -> None:
    assert _style.percent(share) == text


def test_the_published_figures_are_all_drawn() -> None:
    figures = plot.published_figures()
    assert len(figures) == 8
    for figure in figures.values():
        assert finding(figure())


def test_labels_are_spread_as_little_as_they_must() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        count = int(rng.integers(1, 12))
        wanted, heights = list(rng.uniform(0, 100, count)), list(rng.uniform(1, 8, count))
        placed = _labels.spread(wanted, heights, 0, 100)
        for i, j in combinations(range(count), 2):
            assert abs(placed[i] - placed[j]) >= (heights[i] + heights[j]) / 2 - 1e-9
        assert all(h / 2 - 1e-9 <= y <= 100 - h / 2 + 1e-9 for y, h in zip(placed, heights, strict=True))
    assert _labels.spread([10, 50], [4, 4], 0, 100) == [10, 50]
    assert _labels.spread([50, 50], [4, 4], 0, 100) == [48, 52]


# Colours. Machado, Oliveira & Fernandes, A Physiologically-based Model for Simulation of Color Vision Deficiency, 2009,
# severity 1.0, of linear RGB; distances in OKLab (Ottosson 2020)

EYES = {
    "usual": np.eye(3),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "protanopia": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
}
LMS = np.array([[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
                [0.0883024619, 0.2817188376, 0.6299787005]])  # fmt: skip
LAB = np.array([[0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
                [0.0259040371, 0.7827717662, -0.8086757660]])  # fmt: skip


def seen(colour: str, eye: str) -> Any:
    rgb = np.asarray(to_rgb(colour))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return LAB @ np.cbrt(LMS @ np.clip(EYES[eye] @ linear, 0, 1))


@pytest.mark.parametrize("eye", EYES)
def test_colours_are_apart_for_every_eye(eye: str) -> None:
    for one, other in combinations(_style.PALETTE, 2):  # 0.1 is ten times what is just noticed
        assert np.linalg.norm(seen(one, eye) - seen(other, eye)) > 0.1, (one, other)


def test_colours_stand_out_from_white_and_words_can_be_read() -> None:
    assert _style.contrast("black") == pytest.approx(21.0)
    for colour in _style.PALETTE:
        assert _style.contrast(colour) >= 3.0  # WCAG 2.2, 1.4.11: parts of graphics
        assert _style.contrast(_style.text_of(colour)) >= 4.5  # 1.4.3: text
        assert _style.contrast(_style.text_on(colour), colour) >= 4.5
    assert _style.contrast(_style.MUTED) >= 4.5


@every_figure
def test_every_word_of_a_figure_can_be_read(name: str, drawn: Drawn) -> None:
    ax = drawn(name)
    bars = {text for text in ax.texts if text.get_fontweight() == "bold"}  # on their own ground
    for text in (*(text for text in ax.texts if text not in bars), *ax.get_xticklabels(), *ax.get_yticklabels()):
        assert _style.contrast(text.get_color()) >= 4.5, text.get_text()


@pytest.mark.parametrize("draw", OF_A_LIMIT)
def test_a_figure_of_a_limit_counts_what_the_limit_counts(draw: Callable[..., Axes]) -> None:
    for name, limit in WORKERS.items():
        ax = draw(limit)
        words = " ".join([finding(ax), said(ax), ax.get_xlabel(), ax.get_ylabel()])
        assert "GPU" not in words, (name, words)
        assert ax.get_xlabel() == f"size [{limit.unit}]" and limit.unit in ax.get_ylabel()
        assert ax.get_xlim()[0] >= 1
        assert re.search(r"\d", finding(ax))
        check_words(_style.figure_of(ax))
    ax = draw(WORKERS["clients"])
    best = WORKERS["clients"]
    assert f"{_style.short(best.value)} clients" in finding(ax) and f"{_style.short(best.value)} clients" in said(ax)
    assert f"cohort has {_style.percent(best.shares['cohort'])} of the blame" in finding(ax)


@pytest.mark.parametrize("draw", OF_A_LIMIT)
def test_a_limit_of_a_run_is_drawn_as_the_run_is(draw: Callable[..., Axes]) -> None:
    limit = sl.limits.max_gpus(RUN, sl.limits.goodput_at_least(0.9), CHINCHILLA, STRATEGIES[1], BATCH)
    one = draw(limit)
    other = draw(RUN, growth=CHINCHILLA, strategy=STRATEGIES[1], factors=BATCH)
    assert one.get_xlabel() == other.get_xlabel() and one.get_ylabel() == other.get_ylabel()
    for a, b in zip(one.collections, other.collections, strict=True):
        assert np.array_equal(a.get_paths()[0].vertices, b.get_paths()[0].vertices)
    curve = [np.asarray(line.get_ydata()) for ax in (one, other) for line in ax.get_lines() if len(line.get_xdata()) > 500]
    assert len(curve) % 2 == 0
    assert draw is plot.throughput_vs_size or all(map(np.array_equal, curve[: len(curve) // 2], curve[len(curve) // 2 :]))
    for word, given in (("growth", CHINCHILLA), ("strategy", STRATEGIES[0]), ("factors", BATCH)):
        with pytest.raises(ValueError, match=f"{word} is given by the Limit"):
            draw(limit, **{word: given})
    with pytest.raises(ValueError, match="single numbers"):
        draw(sl.limits.max_gpus(RUN.replace(gpu_mttf=[1e8, 1e9])))
    for other in (sl.limits.best_learner(RUN, 0.2), sl.limits.cheapest_gpus(RUN, 1e11, deadline=1e7)):
        with pytest.raises(ValueError, match="run must be a TrainingRun or a Limit of max_gpus"):
            draw(other)


def test_the_title_of_a_limit_says_it() -> None:
    half = WORKERS["clients at half efficiency"]
    ax = plot.throughput_vs_size(half)
    assert finding(ax) == (
        f"Efficiency at least 0.5: up to {_style.short(half.value)} clients, worth {_style.short(half.useful_gpus)} ideal "
        f"ones: cohort has {_style.percent(half.shares['cohort'])} of the blame"
    )
    assert f"efficiency at least 0.5:\n{_style.short(half.value)} clients,\nworth {_style.short(half.useful_gpus)}" in said(ax)
    ax = plot.throughput_vs_size(half, criteria={"three quarters": sl.limits.efficiency_at_least(0.75)})
    assert "three quarters:" in said(ax) and "peaks at 2.59k clients" in finding(ax)
    assert "67.2 workers are worth 3.72 ideal ones, and more never do less: no peak" in finding(
        plot.throughput_bands(WORKERS["workers of a search"])
    )
    size = plot.swept({"d": [1.0, 2.0], "peak": [10.0, 20.0]}, {"d": "s"}, ["peak"], unit="clients")
    assert size.get_ylabel() == "largest size [clients]" and "goes from 10 to 20 clients" in finding(size)


def test_a_round_is_drawn_as_it_answers() -> None:
    ax = plot.round(ROUND, np.linspace(0, 400, 9), [480, 390, 350])
    curves = {line.get_label(): line.get_data() for line in ax.get_lines() if "asked" in str(line.get_label())}
    assert list(curves) == ["350 asked", "390 asked, the round", "480 asked"]
    for name, (time, chance) in curves.items():
        one = ROUND.replace(asked=int(name.split()[0]))
        assert list(chance) == [one.completed_by(t) for t in time]
        assert list(time) == list(np.linspace(0, 400, 9))
        x, y = next(line.get_data() for line in ax.get_lines() if list(line.get_xdata()) == [one.mean_time])
        assert y[0] == one.completed_by(x[0])
        assert f"{name}:\n{_style.percent(one.completion)} in the end" in said(ax)
    assert [300.0, 300.0] in [list(line.get_xdata()) for line in ax.get_lines()]
    assert finding(ax) == "390 asked: > 99.9 % of rounds have their 300 reports within 300 s, a round takes 113 s in the mean"


def test_the_usual_figure_of_a_round_asks_the_least_and_shows_where_all_rise() -> None:
    found = {name: plot.round(of) for name, of in ROUNDS.items()}
    for ax in found.values():
        check_words(_style.figure_of(ax))

    def drawn_of(name: str) -> tuple[Axes, list[str]]:
        ax = found[name]
        return ax, [str(line.get_label()).split()[0] for line in ax.get_lines() if "asked" in str(line.get_label())]

    ax, counts = drawn_of("round")
    assert counts == ["300", str(int(sl.federated.least_asked(300, 0.1, 0.99))), "390", "480"]
    assert ax.get_xlim()[0] == 0 and 300 < ax.get_xlim()[1] < 400
    ax, counts = drawn_of("round that waits for all")
    assert counts == ["300", "390"]
    assert "timeout, beyond the axis: 1.16 d" in " ".join(said(ax).split())
    assert ax.get_xlabel().endswith("[min]") and 5 < ax.get_xlim()[1] < 20
    ax, _ = drawn_of("round without a timeout")
    assert f"no mean time: {ROUNDS['round without a timeout'].note}" in " ".join(said(ax).split())
    assert "in the mean" not in finding(ax)
    ax, _ = drawn_of("round of one")
    assert "have their 1 report within 10 h" in finding(ax)
    for wrong, named in (
        ({"times": [1.0]}, "times must be 2 values"),
        ({"times": [-1.0, 3.0]}, "times must be finite and >= 0"),
        ({"asked": 200}, "asked = 200 must be at least reports = 300"),
        ({"asked": []}, "asked is empty"),
        ({"round": ROUND.replace(timeout=[1, 2])}, "round must be of single numbers"),
    ):
        with pytest.raises(ValueError, match=named):
            plot.round(**{"round": ROUND, **wrong})


def test_every_term_of_the_catalogue_has_its_own_colour() -> None:
    terms = {term for kind in sl.catalog.describe()["kinds"]["strategy"].values() for term in kind["terms"]}
    assert terms <= plot.TERMS.keys()
    assert len(set(plot.TERMS.values())) == len(plot.TERMS)
    colours = _style.colours_of(["step", "checkpoint", "restart", "batch"], plot.TERMS)
    assert len(set(colours.values())) == 4
    assert colours["restart"] == plot.TERMS["restart"]


def test_a_command_draws_what_it_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sheet of `plan` marks the criteria that were asked about, all factors counted."""
    from scaling_limits.cli import main

    drawn: dict[str, Any] = {}
    real = plot.plan_figure
    monkeypatch.setattr(plot, "plan_figure", lambda run, **more: drawn.update(figure=real(run, **more)) or drawn["figure"])
    file = Path(__file__).resolve().parents[2] / "examples" / "limits.toml"
    with contextlib.suppress(SystemExit):
        main(["plan", str(file), "--criterion", "efficiency_at_least=0.9", "--plot", str(tmp_path / "plan.png")])
    limit = sl.limits.max_gpus(
        PUBLISHED.replace(gpu_mttf=50_677 * 3600.0, initialization_time=300.0),
        sl.limits.efficiency_at_least(0.9),
        factors=BATCH,
    )
    assert f"efficiency_at_least=0.9:\n{_style.short(limit.value)} GPUs" in said(drawn["figure"].axes[1])


@pytest.mark.parametrize("name", [name for name in plot.__all__ if name != "swept"])
def test_what_is_wrong_is_named(name: str) -> None:
    draw = getattr(plot, name)
    arguments = inspect.signature(draw).parameters
    given = {argument: GIVEN[argument] for argument in arguments if argument in GIVEN}
    given |= {"table": ON_SITES} if name == "sites" else {}
    faults = []
    for argument in arguments:
        for wrong in (5, "x", "gpu", [1], ["a"], object(), sl.growth.chinchilla, {"a": 1}, sl.strategies.blocking):
            try:
                draw(**{**given, argument: wrong})
            except (TypeError, ValueError) as error:
                if argument not in str(error):
                    faults.append(f"{argument} = {wrong!r}: {error}")
            except Exception as error:
                faults.append(f"{argument} = {wrong!r}: {type(error).__name__}: {error}")
            plt.close("all")
    assert not faults, "\n".join(faults)
