# SPDX-License-Identifier: Apache-2.0
"""scaling-limits fit: what a log of failures says: how often, with what certainty, why, where, and which law fits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from scaling_limits import _core, _format
from scaling_limits._attempts import Attempts
from scaling_limits._clock import counted, ends_of_log
from scaling_limits._counted_causes import counted_causes
from scaling_limits._laws import laws as known_laws
from scaling_limits._streams import LEVEL
from scaling_limits._visible import escaped
from scaling_limits.data import Counts, Events, Lives
from scaling_limits.interop._interruptions import Interruptions, described_history, interruptions_of

from ._command import command, file_argument, json_option
from ._errors import CommandError, say
from ._findings import AHEAD, FIRST, LEVELS, of_counts, of_events, of_lives, rows_of, toml_of, with_causes
from ._log import columns_read, event_options, log_option, number, read_log, window_of
from ._nodes import Fleet, print_nodes
from ._output import one_line, print_json, pyplot, save_figure, write_text
from ._tables import Table, console, human, print_notes, spelled
from ._tables import p_value as _p
from ._targets import Target, plot_option


def spread(values: list[float], show: Callable[[float], str]) -> str:
    """A number and its 95 % interval."""
    return f"{show(values[0])}   (95 %: {show(values[1])} to {show(values[2])})"


def print_laws(out: Any, title: str, laws: list[dict[str, Any]]) -> None:
    """The laws that were fitted, the best first."""
    if not laws:
        return
    units = {kind: {row.name: row.unit for row in cls.fields()} for kind, cls in _law_classes().items()}
    table = Table(title, "law", "parameter", "value", "95 % interval", "BIC", "p of fit", right=("value", "BIC", "p of fit"))
    best = laws[0]["bic"]
    for rank, one in enumerate(laws):
        if "parameters" not in one:
            table.add_row(one["law"], "none", "", one["note"], "", "")
            continue
        beside = (spelled(one["bic"] - best, "+,.1f") if rank else spelled(best, ",.1f"), _p(one["p_value"]))
        for k, (name, (value, low, high)) in enumerate(one["parameters"].items()):
            unit = units[one["law"]][name]
            shown = [human(x, unit) for x in (value, low, high)]
            table.add_row(
                one["law"] if k == 0 else "", name, shown[0], f"{shown[1]} to {shown[2]}", *(beside if k == 0 else ("", ""))
            )
    out.print(table)
    if any(one["bic"] < best for one in laws):
        out.print(f"a law of more parameters is better only if it is ahead of all simpler ones by more than {AHEAD:g} of BIC")


def _law_classes() -> dict[str, Any]:
    return {cls._kind: cls for cls in known_laws.values()}


def rates(found: dict[str, Any], gpus: float | None) -> list[tuple[str, str]]:
    """How often, on which clock."""
    wall = found.get("clock") == "wall clock"
    facts = [
        ("a day", spread(found["per_day"], lambda x: f"{x:.4g}")),
        ("MTBF", spread(found["mtbf"], lambda x: human(x, "s")) + (" of wall-clock time" if wall else "")),
    ]
    if gpus is not None:
        each = spread(found["gpu_hours_per_interruption"], lambda x: f"{x:,.0f}")
        facts.append(("GPU-hours each", f"{each} of {gpus:,.0f} GPUs" + (", wall clock" if wall else "")))
    if wall:
        facts.append(("", "what failures stop the job for is in it: --downtime takes it out"))
    if found.get("downtime"):
        facts.append(("", f"of running time, each failure taken to stop the job for {human(found['downtime'], 's')}"))
    return facts + [("", note) for note in found.get("assumed", ())]


def print_found(found: dict[str, Any], gpus: float | None) -> None:
    """The answer as tables on the terminal."""
    out = console()
    if found["kind"] == "lives":
        for name, one in found["groups"].items():
            facts = [
                ("lives", f"{one['units']:,}, of which {one['events']:,} ended, in {human(one['exposure'], 's')} in all"),
                ("mean life", spread(one["mtbf"], lambda x: human(x, "s")) + " were they not to age"),
            ]
            out.print(name if name != "all" else "All")
            out.facts(facts)
            print_laws(out, "\nLaws, the best first", one["laws"])
            out.print("")
        return
    counted = found.get("failures", found)
    facts = [("failures", f"{counted['events']:,} in {human(found['window'], 's')}")]
    if found.get("window_is_the_logs_own"):
        facts.append(("", "from the first, which is not counted, to the last: --window-start and --window-end say otherwise"))
    if counted["events"] != found["events"]:
        together = human(found["incidents"]["within"], "s")
        merged = f"{found['events']:,}, failures within {together} as one: all but causes and nodes is of these"
        facts.append(("interruptions", merged))
    facts += rates(found, gpus)
    if "incidents" in found:
        of = found["incidents"]
        if of["events"] == found["events"]:
            facts.append(("incidents", f"{of['of_several']:,} of several failures within {human(of['within'], 's')}"))
        else:
            day = spread(of["per_day"], lambda x: f"{x:.4g}")
            merged = f"{of['events']:,}, failures within {human(of['within'], 's')} as one; {of['of_several']:,} of several"
            facts += [("incidents", merged), ("", f"a day {day}")]
        facts += [(name, text) for name, text in said(found["tests"])]
    out.facts(facts)
    if "causes" in found:
        right = ("failures", "share", "a day")
        table = Table("\nBy cause", "cause", *right, "95 % interval", right=right)
        for name, one in found["causes"].items():
            day = one["per_day"]
            table.add_row(
                name,
                spelled(one["events"], ","),
                spelled(one["share"], ".1%"),
                spelled(day[0], ".3g"),
                f"{day[1]:.3g} to {day[2]:.3g}",
            )
        out.print(table)
    if "nodes" in found:
        print_nodes(out, found["nodes"])
    if "domains" in found:
        print_domains(out, found["domains"], found["incidents"]["within"])
    if "change" in found:
        print_change(out, found["change"])
    print_laws(out, "\nTimes between failures, the best law first", found["laws"])
    if found.get("simultaneous"):
        out.print(f"without {found['simultaneous']:,} failures at the instant of another")


def said(tests: dict[str, dict[str, Any]]) -> list[tuple[str, str]]:
    """Whether the rate changes, and whether failures come in bursts."""
    trend, bursts, gaps = tests["trend"], tests["dispersion"], tests["gaps"]
    way = "rises" if trend["value"] > 0 else "falls"
    lines = [("trend", f"the rate {way} (p {_p(trend['p_value'])})" if trend["p_value"] < LEVEL else "none to be seen")]
    if trend["p_value"] != trend["p_value"]:
        lines = [("trend", trend["note"])]
    index = f"variance over mean of the counts in {human(bursts['bin'], 's')} {bursts['value']:.3g}"
    if bursts["p_value"] != bursts["p_value"]:
        lines.append(("bursts", bursts["note"]))
    else:
        lines.append(
            ("bursts", f"{'yes' if bursts['p_value'] < LEVEL else 'none to be seen'}: {index} (p {_p(bursts['p_value'])})")
        )
    if gaps["p_value"] == gaps["p_value"]:
        text = f"standard deviation over mean {gaps['value']:.3g}, 1 at a constant rate (p {_p(gaps['p_value'])})"
        lines.append(("gaps", text))
    return lines


def print_domains(out: Any, of: dict[str, Any], within: float) -> None:
    """Failures of several nodes of one domain."""
    out.print(f"\nTogether, by {of['column']}")
    each = spread([of[name] * _core.units.year for name in ("rate", "lower", "upper")], lambda x: f"{x:.3g}")
    facts = [
        (
            "seen",
            f"{of['observed']:,.0f} incidents of several nodes of one, within {human(within, 's')}; there are {of['count']:,}",
        ),
        ("by chance", f"{of['expected']:.3g} expected (p {_p(of['p_value']) or '1'})"),
        ("beyond it", f"a year, of each {each}"),
    ]
    if of["most"]:
        facts.append(("most", ", ".join(f"{label} ({n:,})" for label, n in of["most"].items())))
    if of["moved"]:
        facts.append(("", f"{of['moved']:,} failures of nodes that had moved are counted where the last one was"))
    facts.append(("", "without nodes that never failed, of which the log does not say where they are"))
    out.facts(facts)


def print_change(out: Any, of: dict[str, Any]) -> None:
    """Rates before and after."""
    right = ("before", "after", "after / before", "p")
    table = Table(f"\nBefore and after {of['at']}, a day", "cause", *right[:3], "95 % interval", "p", right=right)
    rows = {"all": of["all"], **of.get("causes", {})}
    for name, one in rows.items():
        ratio = [f"{x:.3g}" for x in one["ratio"]]
        before, after = (f"{one['per_day'][side]:.3g}" for side in ("before", "after"))
        known = one["p_value"] == one["p_value"]
        table.add_row(name, before, after, *((ratio[0], f"{ratio[1]} to {ratio[2]}", _p(one["p_value"])) if known else ()))
    out.print(table)
    windows = " and ".join(human(window, "s") for window in of["windows"])
    note = f"{windows} observed; the interval is exact"
    if len(rows) > 2:
        note += f"; of {len(rows) - 1} causes that all stay the same one in twenty has a p below 0.05"
    out.print(note)


def plot_found(data: Lives | Events | Counts, found: dict[str, Any], path: Path) -> None:
    """The figure of the log's kind."""
    plt = pyplot()
    from scaling_limits import plot as plots

    if isinstance(data, Lives):
        figure = plots.survival(data).figure
    elif isinstance(data, Events):
        figure = plots.events_over_time(data).figure
    else:
        figure = plots.mtbf_by_cause(data, found["window"]).figure
    save_figure(figure, path)
    plt.close(figure)


def fit_history(file: Path, data: Attempts, asked: dict[str, Any], as_json: bool, target: Path | None) -> None:
    """What a history of jobs says: the rate over GPU-time, then the stream of its interruptions."""
    history = interruptions_of(data)
    found: dict[str, Any] = {}
    if len(history.events) > 1 and history.events.window[1] > history.events.window[0]:
        try:
            found = of_events(history.events.between(), None, **asked)
        except ValueError as error:
            raise CommandError(f"{file}: {error}") from None
    elif asked.get("change") is not None or asked.get("domain") is not None:
        raise CommandError(f"{file}: {len(history.events)} interruptions with a date are too few for --change and --domain")
    rows = history_rows(data, asked.get("within")) if history.interruptions else None
    rate = {"gpu_mttf": history.gpu_mttf} | ends_of_log([history.gpu_mttf, *history.interval])
    text = with_causes({"run": rate} if history.interruptions else {}, rows)
    if target is not None:
        low, high = (human(x, "s") for x in history.interval)
        head = f"# from {one_line(file)}: {history.interruptions:,} interruptions; gpu_mttf 95 %: {low} to {high}"
        write_text(target, f"{head}\n{text}", ".toml")
    if as_json:
        report = history.events.report.as_dict()
        print_json({"file": str(file), **as_found(history), "cause_rows": rows, "stream": found or None, "report": report})
        return
    console().facts(described_history(history))
    console().print()
    print_notes(history.notes)
    if found:
        console().print("\nAll jobs together, in wall-clock time")
        print_found(found | {"clock": "of all jobs"}, None)
    if target is None:
        console().print()
    print_toml(text, rows, target)


def history_rows(data: Attempts, within: float | None) -> dict[str, Any] | None:
    """Rows of its causes."""
    told = counted(data, who="fit")
    return rows_of(counted_causes(data, within, who="fit"), told, data.history.gpus)


def as_found(history: Interruptions) -> dict[str, Any]:
    """The same as plain data, without its events."""
    kept = history.as_dict()
    kept["interval"] = list(history.interval)
    kept.pop("events")
    return kept


def write_found(path: Path, found: dict[str, Any], gpus: float | None, log: Path) -> None:
    """The same in a file, with where it is from."""
    head = f"# from {one_line(log)}"
    if "mtbf" in found:
        low, high = (_format.quantity(x, "s", 4) for x in found["mtbf"][1:])
        what = "failures" if found["events"] == found.get("failures", found)["events"] else "interruptions"
        head += f": {found['events']:,} {what}; MTBF 95 %: {low} to {high}"
    write_text(path, head + "\n" + toml_of(found, gpus), ".toml")


def print_toml(text: str, rows: dict[str, Any] | None, target: Path | None) -> None:
    """What goes into a file to go on with, as it stands there, unless it is written; before it what to know of its causes."""
    out = console()
    if rows is not None:
        for note in (*rows["notes"], LEVELS):
            out.print(note)
        out.print()
    lines = [line for line in escaped(text, ".toml").split("\n") if line and not line.startswith("#")]
    if lines and target is None:
        out.print("To go on with, in a file (--write FILE.toml writes it)")
        out.verbatim(lines)


def _gpus(ctx: click.Context, param: click.Parameter, text: str | None) -> float | None:
    return number(ctx, "gpus", "1", text)


def _downtime(ctx: click.Context, param: click.Parameter, text: str | None) -> float | None:
    return 0.0 if text is not None and text.strip() in ("0", "0 s") else number(ctx, "downtime", "s", text)


@command(
    None,
    file_argument(
        "A log, a row for each: lives of parts (time, dead), events (start, maybe fixed, node, cause), or counts by cause; or "
        "lines of the kernel (dmesg -T, journalctl -k), or a history of jobs: of sacct, kubectl get jobs,pods -o json, a "
        "public trace, one's own.",
        True,
    ),
)
@click.option(
    "--gpus",
    metavar="N",
    callback=_gpus,
    help="GPUs that the log is of: then it says GPU-hours per interruption. Of jobs: of each, where the file does not say.",
)
@click.option(
    "--downtime",
    metavar="QUANTITY[s]",
    callback=_downtime,
    help="What a failure stops the job for in the mean, where the log does not say: rates are then of running time.",
)
@click.option(
    "--change",
    metavar="DATE",
    help="Of events: also the rates before and after, in all and by cause, with an interval for their ratio.",
)
@click.option(
    "--domain",
    metavar="COLUMN",
    help="Of events: also how often nodes with the same value there (a rack, a power feed) fail together, beyond chance.",
)
@log_option("time", "COLUMN", "Of lives: the column of durations. Columns that are not named are guessed.")
@log_option(
    "event", "COLUMN", "Of lives: the column that says whether a life ended in a failure; COLUMN=F,X: those cells mean one."
)
@log_option("quantity", "COLUMN", "Of lives: the column that says how many a row stands for.")
@log_option("group", "COLUMN", "Of lives: a column of labels, each of which is fitted by itself.")
@log_option("entry", "COLUMN", "Of lives: the column of ages from which they were watched.")
@log_option("unit", "UNIT", "Of lives: the unit of durations, such as h.")
@event_options
@log_option("window", "QUANTITY[s]", "Of counts: the time in which they were counted.", callback=window_of)
@json_option()
@plot_option("Also draw survival, events over time, or MTBF by cause.")
@click.option(
    "--write",
    "target",
    cls=Target,
    metavar="FILE.toml",
    help="Also write what other commands go on with: [run] with gpus and gpu_mttf, causes as [[cause]], or [failure_law].",
)
def fit(
    file: Path,
    gpus: float | None,
    window: float | None,
    where: dict[str, list[str]],
    within: float | None,
    nodes: float | None,
    change: str | None,
    domain: str | None,
    as_json: bool,
    plot: Path | None,
    target: Path | None,
    downtime: float | None,
    outage_spread: float | None,
    gpus_per_node: float | None,
    **options: Any,
) -> None:
    """Say what a log of failures says: how often, how surely, why, where, and which law fits."""
    asked: dict[str, Any] = {"within": within, "change": change, "domain": domain}
    clock: dict[str, Any] = {"downtime": downtime, "spread": outage_spread}
    data = read_log(file, options, where, gpus, gpus_per_node)
    refuse_others(file, data, asked | {"nodes": nodes, "gpus-per-node": gpus_per_node}, clock, window, plot)
    if isinstance(data, Events) and gpus_per_node is not None and gpus is None and nodes is None:
        raise CommandError(f"{file}: --gpus-per-node makes nodes of GPUs: --gpus says of how many the log is")
    asked["fleet"] = Fleet(nodes, gpus, gpus_per_node) if isinstance(data, Events) else Fleet(nodes)
    if isinstance(data, Attempts):
        fit_history(file, data, asked, as_json, target)
        return
    try:
        if isinstance(data, Lives):
            found = of_lives(data)
        elif isinstance(data, Events):
            found = of_events(data, gpus, **asked, **clock)
        else:
            found = of_counts(data, window, gpus, **clock)
    except ValueError as error:
        raise CommandError(f"{file}: {str(error).removeprefix('fit: ')}") from None
    for line in data.report._text(FIRST):
        say(f"remark: {file}: {line}")
    if plot is not None:
        plot_found(data, found, plot)
    if target is not None:
        write_found(target, found, gpus, file)
    if as_json:
        print_json({"file": str(file), **found, "columns": data.columns, "report": data.report.as_dict()})
        return
    if columns := columns_read(data):
        console().facts([("columns", columns)])
    print_found(found, gpus)
    if target is None and not isinstance(data, Lives):
        console().print()
    print_toml(toml_of(found, gpus), found.get("cause_rows"), target)


def refuse_others(
    file: Path, data: Any, asked: dict[str, Any], clock: dict[str, Any], window: float | None, plot: Path | None
) -> None:
    """Refuses options that are of another kind of log."""
    kind = {Lives: "lives", Events: "events", Counts: "counts", Attempts: "a history of jobs"}[type(data)]
    of_events_alone = {} if isinstance(data, (Events, Attempts)) else asked
    of_times = {} if isinstance(data, (Events, Counts)) else {"downtime": clock["downtime"], "outage-spread": clock["spread"]}
    of_counts_alone = {} if isinstance(data, Counts) else {"window": window}
    pictures = {"plot": plot} if isinstance(data, Attempts) else {}
    for names, of in ((of_events_alone, "events"), (of_times, "events and counts"), (of_counts_alone, "counts")):
        for name, value in names.items():
            if value is not None:
                beside = "; of events --window-start and --window-end say what was observed" if name == "window" else ""
                raise CommandError(f"{file}: --{name} is of {of}, and this log is of {kind}{beside}")
    if pictures.get("plot") is not None:
        raise CommandError(f"{file}: --plot is of other logs, and this is a history of jobs")
