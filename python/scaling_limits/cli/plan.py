# SPDX-License-Identifier: Apache-2.0
"""scaling-limits plan: assess the run of a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import click
from rich.text import Text

import scaling_limits as sl
from scaling_limits import _core
from scaling_limits._attempts import Attempts
from scaling_limits._clock import NO_ENDS, Counted, counted, ends_of_log
from scaling_limits._columns import no_status
from scaling_limits._counted_causes import CountedCauses, counted_causes
from scaling_limits._log_plan import told
from scaling_limits._parts import ENDS_OF_LOG
from scaling_limits.data import Counts, Lives

from ._band import (
    SAID,
    bands,
    because_cells,
    end_cells,
    ends_of,
    known_of,
    known_option,
    note_cell,
    print_otherwise,
    run_facts,
    run_numbers,
)
from ._causes import cause_levers, check, lever_table, take_causes
from ._command import command, criterion_option, json_option
from ._errors import CommandError, say
from ._log import OF_JOBS, columns_read, event_options, log_option, node_names, number, read_log, window_of
from ._nodes import Fleet, cost_of, print_cost
from ._output import print_json, pyplot, save_figure
from ._reported import operated_text, operation_levers, print_operation_levers, print_reported, reported
from ._request import (
    TABLES,
    Document,
    Takes,
    drawing,
    exponents,
    growth_label,
    made,
    nested,
    objects,
    objects_of,
    options_of,
    read_criteria,
    rows,
)
from ._tables import Shown, Table, console, human, spelled
from ._targets import plot_option


def levers(improved: dict[str, float], limits: dict[str, Any], i: int) -> dict[str, dict[str, Any]]:
    """What each field does to the largest size: its elasticity, and what its lever would buy."""
    found = {}
    for name, to in improved.items():
        factor = limits["improved_factor"][name][i]
        status = "no limit" if factor == float("inf") else "ok" if factor == factor else "infeasible"
        found[name] = {"elasticity": limits["elasticity"][name][i], "to": to, "factor": factor, "status": status}
    return found


def lever_text(lever: dict[str, Any]) -> tuple[str, str]:
    """What a lever buys in size, and 1 % of the field."""
    if lever["status"] != "ok":
        return str(lever["status"]), ""
    factor, elasticity = lever["factor"], lever["elasticity"]
    return Shown(f"x {factor:.3f}", factor, "1"), Shown(f"{elasticity:+.3f} %", elasticity / 100, "1")


def assess(document: Document, criteria: dict[str, Any], known: Sequence[str]) -> dict[str, Any]:
    """All that plan prints, as plain data in SI."""
    found = document.ask("assess")
    document.refuse_infeasible(found)
    facts = nested(found)
    band = list(facts.pop("band").values())  # of a strategy with one kind of save
    facts["interval_band"] = None if any(end != end for end in band) else band
    asked = {"criteria": list(criteria.values()), "levers": True}
    limits = nested(document.ask("limits", asked, said=options_of(criteria)))
    facts["improved"] = {name: to for name, to in facts["improved"].items() if to == to}
    between = bands(document, criteria, known)
    facts |= between.run
    facts["limits"] = {
        text: {
            **{name: limits[name][i] for name in ("value", "status", "note", "binding", "goodput")},
            "shares": {term: share[i] for term, share in limits["shares"].items() if share[i] == share[i]},
            "levers": levers(facts["improved"], limits, i) if limits["status"][i] == "ok" else {},
            **between.limits[text],
        }
        for i, text in enumerate(criteria)
    }
    if document.parts.get("cause"):
        facts["causes"] = rows(document.ask("by_cause", only=no_status))
    first = "peak" if document.parts.get("factor") else "goodput"  # which factors do not enter
    text = next((text for text in criteria if text.startswith(first)), next(iter(criteria)))
    if better := cause_levers(document, criterion=criteria[text], said={"criterion": f"--criterion {text}"}):
        facts["cause_levers"] = {"criterion": text, "rows": better}
    facts["reported"] = reported(document, criteria)
    if "operation" in document.parts:  # an empty table too
        facts["operation"] = document.part("operation")
        facts["outage"] = nested(document.ask("cause_mix"))["downtime"]
        asked = {"criterion": criteria[text], "said": {"criterion": f"--criterion {text}"}}
        facts["operation_levers"] = {"criterion": text, "rows": operation_levers(document, **asked)}
    return {"run": document.part("run"), "strategy": document.part("strategy"), "growth": document.part("growth"), **facts}


def numbers_of(answer: dict[str, Any]) -> Iterator[tuple[str, Shown, str]]:
    """The numbers of an assessment but those that tables have: name, value, meaning."""
    whole = {**answer, "band": dict(zip(("shortest", "longest"), answer["interval_band"] or (), strict=False))}
    for column in TABLES["questions"]["assess"]["columns"]:
        head, _, part = column["name"].partition(".")
        value = whole[head].get(part) if part else whole[head]
        if column["unit"] and isinstance(value, float) and value == value:
            yield column["name"], human(value, column["unit"]), column["text"]


def by_cause(causes: list[dict[str, Any]]) -> Table:
    """What each cause takes, most first, and the goodput without it."""
    right = ("of failures", "of the time", "goodput without")
    table = Table("\nWhat stops it", "cause", *right, right=right)
    for row in sorted(causes, key=lambda row: -row["time"]):
        struck = spelled(row["share"], ".1%") if row["share"] else ""
        table.add_row(row["cause"], struck, spelled(row["time"], ".2%"), spelled(row["without"], ".2%"))
    return table


def sizes_of(answer: dict[str, Any]) -> Table:
    """How large it can get: a row per criterion."""
    ends, because = ends_of(answer["limits"].values())
    right = ("GPUs", *ends, "goodput there")
    title = f"\nHow large it can get ({growth_label(answer['growth'])}){SAID * bool(ends)}"
    table = Table(title, "criterion", *right, "binds", *because, "note", right=right, side=(because,), words=("note",))
    for text, limit in answer["limits"].items():
        between, why = end_cells(limit, ends), because_cells(limit, ends)
        size, there, binds = limit["status"], "", ""
        if size == "ok":
            size, there, binds = spelled(limit["value"], ",.0f"), spelled(limit["goodput"], ".1%"), limit["binding"]
        table.add_row(text, size, *between, there, binds, *why, note_cell(limit))
    return table


def print_plan(answer: dict[str, Any]) -> None:
    """The answer as tables on the terminal."""
    out = console()
    endless = float("inf")
    within = ""
    if answer["interval_band"]:
        low, high = answer["interval_band"]
        within = f"   (within 1 % of the best goodput: {human(low, 's')} to {human(high, 's')})"
    every = "never" if answer["interval"] == endless else f"{human(answer['interval'], 's')} of work"
    why = f" ({answer['note']})" if answer["note"] else within
    worse = f"{answer['interval_cost']:.2%} less goodput than at the best interval"
    written, held = human(answer["bytes_written_per_day"], "B"), human(answer["capacity_while_writing"], "B")
    saves = answer["checkpoints_per_day"]
    often = ["checkpoints without end" if saves == endless else f"{saves:.4g} checkpoints"]
    for what in ("saves just in time", "detections"):  # of silent errors, of which few strategies know
        if count := answer[what.replace(" ", "_") + "_per_day"]:
            often.append(f"{count:.3g} {what}")
    each = f"   ({answer['mtbf'] * answer['run']['gpus'] / _core.units.hour:,.0f} GPU-hours per interruption)"
    between = run_facts(answer)
    facts = [
        ("MTBF of the job", "unlimited: nothing fails" if answer["mtbf"] == endless else human(answer["mtbf"], "s") + each),
        ("write, restart", f"{human(answer['write_time'], 's')}, {human(answer['restart_time'], 's')}"),
        *([("brought back", operated_text(answer))] if answer["reported"]["operated"] else []),
        *([("outage", f"{human(answer['outage'], 's')} in the mean, until a restart begins")] if "outage" in answer else []),
        ("save every", every + why),
        *([("", worse)] if answer["interval_cost"] > 1e-6 else []),
        *([("", between["interval"])] if "interval" in between else []),
        ("goodput", f"{answer['goodput']:.2%}   ({human(answer['useful_throughput'], '1')} GPUs' worth of useful work)"),
        *([("", between["goodput"])] if "goodput" in between else []),
        ("runs like yours", answer["reported"]["text"]),
        ("a day", f"{answer['interruptions_per_day']:.3g} interruptions, {', '.join(often)}"),
    ]
    if answer["capacity"] == answer["capacity"]:  # of a save that is told by its time alone nobody knows the bytes
        facts.append(("storage", f"{written} written a day, {held} held with one checkpoint kept while the next is written"))
    out.facts(facts)
    out.aside("answers in SI", numbers_of(answer))
    out.aside("if one thing is otherwise than given", run_numbers(answer))

    lost = answer["gpu_hours_lost_per_day"]
    right = ("share", "GPU-hours lost a day")
    shares = Table("\nWhere the time goes", "term", *right, right=right, side=[right[1:]])
    for term, share in answer["breakdown"].items():
        shares.add_row(term, spelled(share, ".2%"), spelled(lost[term], ",.0f") if term in lost else "")
    shares.add_row(Text("lost in all", "bold"), spelled(1 - answer["goodput"], ".2%"), spelled(sum(lost.values()), ",.0f"))
    out.print(shares)
    if "causes" in answer:
        out.print(by_cause(answer["causes"]))
    if levers_of := answer.get("cause_levers"):
        title = f"What a better number of what stops or slows it would buy, in size under {levers_of['criterion']}"
        shown = {
            "points": lambda row: spelled(100 * row["gain"], "+.3g"),
            "size": lambda row: spelled(row["limit_factor"], ".3f", before="x "),
        }
        out.print(lever_table(title, levers_of["rows"], "gain", shown))

    if levers_of := answer.get("operation_levers"):
        print_operation_levers(out, levers_of["rows"], levers_of["criterion"])

    out.print(sizes_of(answer))
    print_reported(out, answer["reported"])
    print_otherwise(out, answer["limits"].values(), answer)

    moved, gains = answer["improved"], answer["goodput_gain"]
    if not moved:
        return
    units = {field.name: field.unit for field in sl.TrainingRun.fields()}
    today = Table("\nWhat each lever would buy in goodput today", "field", "to", "goodput", right=("to", "goodput"))
    for name in sorted(moved, key=lambda name: -gains[name]):
        today.add_row(name, human(moved[name], units[name]), spelled(100 * gains[name], "+.3g", " points"))
    out.print(today)
    found = {text: limit["levers"] for text, limit in answer["limits"].items() if limit["levers"]}
    sizes = Table("", "field", "size", "size at +1 %", right=("size", "size at +1 %"))
    for text, levers_of in found.items():
        sizes.add_section(f"and in size under {text}")
        for name, lever in sorted(levers_of.items(), key=lambda pair: -pair[1]["factor"]):
            sizes.add_row(name, *lever_text(lever))
    if found:
        out.print()
        out.print(sizes)


class Given(NamedTuple):
    """A log of the job's failures, and how it is to be taken."""

    log: Path
    window: float | None
    within: float | None
    nodes: float | None
    gpus: float | None
    per_node: float | None
    spread: float | None
    without_causes: bool | None

    def as_asked(self, data: Any) -> dict[str, Any]:
        """What plan_from_log is told of it."""
        names = ("window", "within", "spread") + (() if isinstance(data, Attempts) else ("gpus",))
        return {"events": data, **{name: getattr(self, name) for name in names}}


def take_log(
    document: Document, given: Given, options: dict[str, Any], where: dict[str, list[str]]
) -> tuple[Any, CountedCauses | None]:
    """The rate of failures of a log in place of the run's, and its causes; what the log holds, for `learn`."""
    log = given.log
    data = read_log(log, options, where, given.gpus, given.per_node)
    if isinstance(data, Lives):
        raise CommandError(
            f"{log}: lives of parts; --from-log takes failures of the job: `scaling-limits fit` fits a law to lives"
        )
    if isinstance(data, Counts):
        if given.window is None:
            raise CommandError(
                f"{log}: counts by cause say nothing of the time observed: give --window, such as --window '54 d'"
            )
        of_events = {"within": given.within, "nodes": given.nodes, "gpus-per-node": given.per_node}
        if name := next((name for name, value in of_events.items() if value is not None), None):
            raise CommandError(f"{log}: --{name} is of events, and this log is of counts")
    notes = data.notes if isinstance(data, Attempts) else data.report._text(5)
    for line in (*([f"columns {columns}"] if (columns := columns_read(data)) else ()), *notes):
        say(f"remark: {log}: {line}")
    run = document.parts.get("run", {})
    gpus = run.get("gpus") if isinstance(run, dict) else None
    if gpus is None:
        raise document.error("--from-log needs the run's gpus, which the log is of")
    with of_log(log):
        size = given.gpus or _number(gpus, "1")
        downtime = _number(run.get("downtime", 0), "s")
        found = counted(data, given.window, given.within, downtime, given.spread)
    if not found.events > 0:
        raise CommandError(
            f"{log}: no failure in {human(found.window, 's')} says only that the MTBF is longer than a third of that"
        )
    document.override(_rate(log, found, size))
    document.options["run.gpu_mttf"] = "--from-log"
    causes = None if given.without_causes else take_causes(document, log, counted_causes(data, given.within, downtime))
    if document.parts.get("cause"):  # the downtime is theirs
        check(document, log, causes)
        asked = objects_of(document.completed("assess", {}))
        with of_log(log):
            found = told(data, asked["run"], asked["strategy"], size, given.window, given.within, None, given.spread)
        document.override(_rate(log, found, size))
    if ENDS_OF_LOG not in document.parts["run"]:
        say(f"remark: {log}: {NO_ENDS}")
    return data, causes


@contextmanager
def of_log(log: Path) -> Iterator[None]:
    """What is wrong with what a log holds is said with its name."""
    try:
        yield
    except (ValueError, TypeError) as error:
        raise CommandError(f"{log}: {str(error).removeprefix('plan_from_log: ')}") from None


def _number(value: Any, unit: str) -> float:
    """A field of a run as a file has it."""
    return float(_core.quantity(value, unit, share=False) if isinstance(value, str) else value)


def _rate(log: Path, found: Counted, gpus: float) -> dict[str, Any]:
    """The GPU-time between interruptions that a log says, with what the log leaves open of it where it says that."""
    answer = found.estimate(gpus)
    rate = [*answer.group("gpu_mttf").values()]
    if rate[0] != rate[0]:
        raise CommandError(f"{log}: {answer.note()}")
    return {"gpu_mttf": float(rate[0])} | ends_of_log(rate)


def learn(document: Document, given: Given, failures: Any, criterion: Any) -> dict[str, Any]:
    """What the log leaves open of the answers."""
    asked = objects(document)
    run, strategy = asked.pop("run"), asked.get("strategy")
    with drawing(document):
        found = sl.plan_from_log(run=run, criterion=criterion, **given.as_asked(failures), **asked)
    ends: dict[str, Any] = {}
    for name in ("mtbf", "interval", "goodput", "limit"):
        one = getattr(found, name)
        ends[name] = {"median": one.median, "low": one.interval()[0], "high": one.interval()[1]}
    kept = (
        "events",
        "window",
        "exposure",
        "downtime",
        "assumed",
        "dispersion",
        "advised",
        "band",
        "tolerance",
        "worth_knowing",
    )
    learnt = {
        **ends,
        "within": given.within,
        "of_jobs": isinstance(failures, Attempts),
        **{name: getattr(found, name) for name in kept},
        "more_data": [row.as_dict() for row in found.more_data],
    }
    if given.nodes is not None or (given.per_node is not None and not isinstance(failures, Attempts)):
        events = failures.events() if isinstance(failures, Attempts) else failures
        learnt["nodes"] = nodes_cost(given, events, run, strategy)
    return learnt


def nodes_cost(given: Given, events: Any, run: Any, strategy: Any) -> dict[str, Any]:
    """What the worst nodes cost in goodput."""
    option = "--nodes" if given.nodes is not None else "--gpus-per-node"
    names = node_names(events)
    if names is None or not any(names):
        raise CommandError(f"{given.log}: {option}: the log names no nodes")
    fleet = Fleet(given.nodes, given.gpus or float(run.gpus), given.per_node)
    try:
        return cost_of(names, events.window[1] - events.window[0], fleet, run, strategy)
    except CommandError as error:
        raise CommandError(f"{given.log}: {error}") from None


def print_learnt(learnt: dict[str, Any], text: str, under_causes: bool) -> None:
    """What the log leaves open, as a table."""
    out = console()
    out.print()
    what = "failures" if learnt["within"] is None else "interruptions"
    hours = learnt["exposure"] / _core.units.hour
    span = (
        f"{hours:,.0f} GPU-hours"
        if learnt["of_jobs"]
        else human(learnt["window"], "s") + (" of running time" if learnt["downtime"] else "")
    )
    title = f"What {learnt['events']:,.0f} {what} in {span} leave open"
    table = Table(title, "of", "median", "90 % interval", right=("median",))
    shows = {"mtbf": ("MTBF of the job", "s"), "interval": ("best interval", "s"), "goodput": ("goodput", "%")}
    shows["limit"] = (f"GPUs under {text}", "1")
    for name, (label, unit) in shows.items():
        one = learnt[name]
        cells = [f"{one[k]:.2%}" if unit == "%" else human(one[k], unit) for k in ("median", "low", "high")]
        table.add_row(label, cells[0], f"{cells[1]} to {cells[2]}")
    out.print(table)
    ends = [(name, end) for name in shows for end in ("median", "low", "high")]
    numbers = ((f"{n}.{k}", human(learnt[n][k], shows[n][1].replace("%", "1")), shows[n][0]) for n, k in ends)
    out.aside("what the log leaves open", numbers)
    if learnt["downtime"]:
        whose = "the mean of its causes" if under_causes else "the run's downtime"
        out.print(f"wall-clock time less {human(learnt['downtime'], 's')} for each failure, {whose}")
    for note in learnt["assumed"]:
        out.print(note)
    if learnt["dispersion"] > 1:
        bursts = learnt["dispersion"]
        out.print(
            f"they come in bursts, variance over mean of their counts {bursts:.3g}: intervals {bursts**0.5:.3g} times as wide"
        )
    low, high = learnt["band"]
    if low == low:
        points = 100 * learnt["tolerance"]
        out.print(f"any interval from {human(low, 's')} to {human(high, 's')} costs less than {points:g} points of goodput")
        out.print(f"not to know the MTBF exactly costs {100 * learnt['worth_knowing']:.2g} points")
    more = Table("\nWhat a longer log would leave open", what, "in", "MTBF", "goodput", right=(what, "in"))
    for row in learnt["more_data"]:
        mtbf = " to ".join(human(x, "s") for x in row["mtbf"])
        more.add_row(
            spelled(row["events"], ",.0f"),
            human(row["window"], "s"),
            mtbf,
            " to ".join(spelled(x, ".2%") for x in row["goodput"]),
        )
    out.print(more)
    if "nodes" in learnt:
        print_cost(out, learnt["nodes"])


def _log_gpus(ctx: click.Context, param: click.Parameter, text: str | None) -> float | None:
    return number(ctx, "log-gpus", "1", text)


@command(Takes(("assess", "limits"), interval=True))
@json_option()
@plot_option("Also draw goodput against interval and size.")
@criterion_option()
@known_option
@click.option(
    "--from-log",
    "log",
    metavar="LOG",
    type=click.Path(path_type=Path, allow_dash=True),
    help="Take gpu_mttf and causes from a log of the job's failures, events or counts by cause; say what it leaves open.",
)
@log_option("log-gpus", "N", "GPUs that the log is of; not given: the run's.", callback=_log_gpus)
@event_options
@log_option("window", "QUANTITY[s]", "Time that was observed; of counts by cause it must be said.", callback=window_of)
@log_option(
    "without-causes",
    None,
    "The rate of the log alone, although it knows causes: those are the file's.",
    is_flag=True,
    default=None,
)
def plan(
    document: Document,
    as_json: bool,
    plot: Path | None,
    criterion: tuple[str, ...],
    known: tuple[str, ...],
    log: Path | None,
    log_gpus: float | None,
    where: dict[str, list[str]],
    within: float | None,
    nodes: float | None,
    gpus_per_node: float | None,
    window: float | None,
    outage_spread: float | None,
    without_causes: bool | None,
    **options: Any,
) -> None:
    """Assess one run: interval, goodput, where the time goes, how large it can get and what each lever would buy.

    Low and high: between which ends an answer lies if one of the things that a planner may not know is otherwise than given,
    from a fixed list; no probability.
    """
    criteria = read_criteria(criterion)
    given = None if log is None else Given(log, window, within, nodes, log_gpus, gpus_per_node, outage_spread, without_causes)
    if given is None:
        said: dict[str, Any] = {"window": window, "within": within, "nodes": nodes, "log_gpus": log_gpus, "where": where}
        said |= {"gpus_per_node": gpus_per_node, "outage_spread": outage_spread, "without_causes": without_causes, **options}
        if name := next((name for name, value in said.items() if value not in (None, {}, ())), None):
            raise CommandError(f"{OF_JOBS.get(name, '--' + name.replace('_', '-'))} is of --from-log")
    failures, causes = (None, None) if given is None else take_log(document, given, options, where)
    answer = assess(document, criteria, known)
    if given is not None:
        first, one = next(iter(criteria.items()))
        chosen = made("criterion", document.completed("limit", {}, criterion=one)["criterion"])
        learnt = learn(document, given, failures, chosen) | {"causes": None if causes is None else causes.as_dict()}
        answer["from_log"] = {"log": str(log), "criterion": first, **learnt}
    if plot is not None:
        plt = pyplot()
        from scaling_limits import plot as plots

        asked = objects(document)
        marked = {
            text: made("criterion", document.completed("limit", {}, criterion=one)["criterion"])
            for text, one in criteria.items()
        }
        with drawing(document):
            figure = plots.plan_figure(asked.pop("run"), **asked, criteria=marked, **known_of(document, known))
        save_figure(figure, plot)
        plt.close(figure)
    if as_json:
        print_json({**document.facts, **answer, "growth": exponents(answer["growth"])})
    else:
        print_plan(answer)
        if log is not None:
            print_learnt(answer["from_log"], answer["from_log"]["criterion"], "causes" in answer)
