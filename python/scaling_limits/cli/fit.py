# SPDX-License-Identifier: Apache-2.0
"""scaling-limits fit: what a log of failures says: how often, with what certainty, why, where, and which law fits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import numpy as np

import scaling_limits as sl
from scaling_limits import _core, _format
from scaling_limits._fits import fitted_laws
from scaling_limits._laws import laws as known_laws
from scaling_limits._streams import LEVEL, course
from scaling_limits.data import Counts, Events, Lives

from ._command import command, file_argument, json_option, plot_option
from ._errors import CommandError, say
from ._log import event_options, log_option, node_counts, node_names, number, read_log, window_of
from ._output import check_target, print_json, pyplot, save_figure, write_text
from ._tables import Table, console, human

FIRST = 5  # troubles, nodes and causes that are told one by one
TOGETHER = 60.0  # [s] within which events are one incident


def rate_of(events: float, exposure: float, gpus: float | None) -> dict[str, Any]:
    """How often, with the 95 % interval: the time between failures, how many a day, GPU-hours for each."""
    lower, upper = (float(x) for x in sl.failures.mtbf_interval(events, exposure))
    mtbf = exposure / events if events else float("inf")
    found: dict[str, Any] = {"events": events, "mtbf": [mtbf, lower, upper]}
    found["per_day"] = [86400 / x for x in (mtbf, upper, lower)]
    if gpus is not None:
        found["gpu_hours_per_interruption"] = [gpus * x / 3600 for x in (mtbf, lower, upper)]
    return found


def laws_of(durations: Any, observed: Any, entry: Any = None) -> list[dict[str, Any]]:
    """All laws that can be fitted, the one of least BIC first, and why others cannot.

    AIC takes a change of a rate for one parameter more, and finds one in almost any log.
    """
    fits: list[dict[str, Any]] = []
    for law in fitted_laws:
        try:
            fit = sl.failures.fit(durations, observed, law, entry)
        except ValueError as error:
            fits.append({"law": law, "note": str(error).removeprefix("fit: "), "bic": float("inf")})
            continue
        ends = {name: list(fit.interval(name)) for name in fit.parameters}
        goodness = fit.goodness()
        fits.append(
            {
                "law": law,
                "parameters": {name: [value, *ends[name]] for name, value in fit.parameters.items()},
                "mean": fit.mean,
                "aic": fit.aic,
                "bic": fit.bic,
                "log_likelihood": fit.log_likelihood,
                "p_value": goodness.p_value,
                "request": fit.law.as_request(),
            }
        )
    return sorted(fits, key=lambda one: float(one["bic"]))


def of_lives(lives: Lives) -> dict[str, Any]:
    """What lives say, all together and by group."""
    found: dict[str, Any] = {"kind": "lives", "groups": {}}
    groups: dict[str, Any] = {"all": np.ones(len(lives), bool)}
    for labels in lives.groups.values():
        groups |= {str(label): labels == label for label in dict.fromkeys(labels.tolist())}
    for name, mask in groups.items():
        entry = None if lives.entry is None else lives.entry[mask]
        durations, observed = lives.durations[mask], lives.observed[mask]
        exposure = float(durations.sum() - (0.0 if entry is None else entry.sum()))
        one = {"units": int(mask.sum()), "exposure": exposure, **rate_of(int(observed.sum()), exposure, None)}
        found["groups"][name] = {**one, "laws": laws_of(durations, observed, entry) if observed.any() else []}
    found["laws"] = found["groups"]["all"]["laws"]
    return found


def cause_labels(events: Events) -> list[str]:
    """The cause of each event in words."""
    assert events.cause is not None
    return [str(label) if label and label == label else "not said" for label in events.cause.tolist()]


def of_events(
    events: Events,
    gpus: float | None,
    fleet: float | None,
    within: float | None = None,
    change: str | None = None,
    domain: str | None = None,
) -> dict[str, Any]:
    """What a stream of events says."""
    times, counted, window = events._stream()
    own = len(counted) < len(times)
    found: dict[str, Any] = {"kind": "events", "window": window, "window_is_the_logs_own": own}
    if not window > 0:
        raise CommandError("all events are of one instant: say what was observed with --window-start and --window-end")
    nodes = node_names(events)
    parts = np.arange(len(times)) if nodes is None else np.array(nodes)[np.argsort(events.start, kind="stable")]
    together = TOGETHER if within is None else within
    merged = sl.failures.incidents(times, parts, together)
    incidents = rate_of(len(merged.start) - own, window, gpus)
    failures = rate_of(len(counted), window, gpus)
    found |= failures if within is None else incidents
    found["failures"] = failures
    found["incidents"] = {**incidents, "within": together, "of_several": int((merged.events > 1).sum())}
    if within is not None:
        times, counted = merged.start, merged.start[own:]
    seen = course(counted, window)
    tests = {"trend": seen.trend, "dispersion": seen.dispersion, "gaps": sl.failures.coefficient_of_variation(times)}
    found["tests"] = {name: {"value": float(one), "p_value": one.p_value, "note": one.note} for name, one in tests.items()}
    found["tests"]["dispersion"]["bin"] = seen.bin
    if events.cause is not None:
        labels = cause_labels(events)
        causes = Counter(labels).most_common()
        found["causes"] = {label: {"share": n / len(labels), **rate_of(n, window, gpus)} for label, n in causes}
    if nodes is not None:
        found["nodes"] = nodes_of(nodes, window, fleet)
    if domain is not None:
        found["domains"] = domains_of(events, nodes, domain, together, window)
    if change is not None:
        found["change"] = changed(events, change)
    least = within or 0.0  # what is closer was merged: no wait is seen before it is longer
    gaps = np.diff(times)
    waits = gaps[gaps > least]
    found["simultaneous"] = int((gaps == 0).sum())
    if len(waits):
        rest = [window - times[-1]] if window - times[-1] > least else []
        durations, observed = np.append(waits, rest), np.append(np.ones(len(waits)), np.zeros(len(rest)))
        found["laws"] = laws_of(durations, observed, np.full(len(durations), least) if least else None)
    else:
        found["laws"] = []
    return found


def nodes_of(names: list[str], window: float, fleet: float | None) -> dict[str, Any]:
    """Nodes that fail more than chance allows: among all of the fleet, or those that failed at all."""
    counts = node_counts(names, fleet)
    found = sl.failures.worst_parts(list(counts.values()), [window] * len(counts), list(counts))
    tests = dict(zip(counts, found.holm.tolist(), strict=True))
    worst = [
        {"node": name, "events": counts[name], "per_day": 86400 * rate, "p_value": tests[name], "share_removed": gone}
        for name, rate, gone in zip(found.part, found.rate, found.removed / found.total_rate, strict=True)
        if counts[name]
    ]
    count = {"count": len(counts), "all_known": fleet is not None}
    return {**count, "p_value": found.p_value, "dispersion": found.dispersion, "worst": worst[:20]}


def changed(events: Events, date: str) -> dict[str, Any]:
    """The rates before and after a change, in all and by cause, with exact intervals of their ratio."""
    try:
        sides = [events.between(end=date), events.between(start=date)]
    except ValueError as error:
        raise CommandError(f"--change {date}: {str(error).removeprefix('between: ')}") from None
    streams = [one._stream() for one in sides]
    windows = [window for _, _, window in streams]

    def ratio_of(before: int, after: int) -> dict[str, Any]:
        found = sl.failures.rate_ratio(before, windows[0], after, windows[1])
        ratio = [float(x) for x in (found.ratio, found.lower, found.upper)]
        rates = {name: 86400 * n / w for name, n, w in zip(("before", "after"), (before, after), windows, strict=True)}
        return {"events": [before, after], "per_day": rates, "ratio": ratio, "p_value": float(found.p_value)}

    found: dict[str, Any] = {"at": date, "windows": windows, "all": ratio_of(*(len(counted) for _, counted, _ in streams))}
    if events.cause is not None:
        each = [Counter(cause_labels(side)) for side in sides]
        known = dict.fromkeys(label for label, _ in Counter(cause_labels(events)).most_common())
        found["causes"] = {label: ratio_of(each[0][label], each[1][label]) for label in known}
    return found


def domains_of(events: Events, names: list[str] | None, column: str, within: float, window: float) -> dict[str, Any]:
    """How often nodes of one domain fail together, beyond chance; of the nodes that failed at all."""
    if names is None:
        raise CommandError(f"--domain {column}: the log names no nodes")
    if column not in events.frame:
        raise CommandError(f"--domain {column}: no such column; there are {', '.join(map(str, events.frame))}")
    labels = [str(label) for label in events.frame[column].tolist()]
    domains = dict(zip(names, labels, strict=True))
    moved = sum(domains[name] != label for name, label in zip(names, labels, strict=True))
    found = sl.failures.correlated_failures(events.start - events.window[0], names, domains, within, window)
    kept = ("observed", "expected", "p_value", "rate", "lower", "upper")
    order = sorted(range(len(found.label)), key=lambda k: -found.observed_in[k])
    most = {str(found.label[k]): int(found.observed_in[k]) for k in order[:FIRST] if found.observed_in[k]}
    return {"column": column, "count": len(found.label), "moved": moved, **{n: getattr(found, n) for n in kept}, "most": most}


def of_counts(counts: Counts, window: float | None, gpus: float | None) -> dict[str, Any]:
    """What a table of counts says in a time that was observed."""
    if window is None:
        raise CommandError("counts by cause say nothing of the time observed: give --window, such as --window '54 d'")
    found: dict[str, Any] = {"kind": "counts", "window": window, **rate_of(int(counts.total), window, gpus), "laws": []}
    pairs = sorted(zip(counts.causes, counts.counts.tolist(), strict=True), key=lambda one: -one[1])
    found["causes"] = {str(name): {"share": n / counts.total, **rate_of(int(n), window, gpus)} for name, n in pairs}
    return found


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
    for one in laws:
        if "parameters" not in one:
            table.add_row(one["law"], "none", "", one["note"], "", "")
            continue
        beside = (f"{one['bic'] - best:+,.1f}" if one["bic"] > best else f"{best:,.1f}", _p(one["p_value"]))
        for k, (name, (value, low, high)) in enumerate(one["parameters"].items()):
            unit = units[one["law"]][name]
            shown = [human(x, unit) for x in (value, low, high)]
            table.add_row(
                one["law"] if k == 0 else "", name, shown[0], f"{shown[1]} to {shown[2]}", *(beside if k == 0 else ("", ""))
            )
    out.print(table)


def _law_classes() -> dict[str, Any]:
    return {cls._kind: cls for cls in known_laws.values()}


def _p(p_value: float) -> str:
    return "" if p_value != p_value else "< 0.0001" if p_value < 1e-4 else f"{p_value:.2g}"


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
    facts += [
        ("a day", spread(found["per_day"], lambda x: f"{x:.4g}")),
        ("MTBF", spread(found["mtbf"], lambda x: human(x, "s"))),
    ]
    if gpus is not None:
        each = spread(found["gpu_hours_per_interruption"], lambda x: f"{x:,.0f}")
        facts.append(("GPU-hours each", f"{each} of {gpus:,.0f} GPUs"))
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
            table.add_row(name, f"{one['events']:,}", f"{one['share']:.1%}", f"{day[0]:.3g}", f"{day[1]:.3g} to {day[2]:.3g}")
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


def print_nodes(out: Any, nodes: dict[str, Any]) -> None:
    """The nodes that failed most, with the caution that many were looked at."""
    right = ("failures", "a day", "p", "gone with it")
    table = Table("\nWorst nodes", "node", *right, right=right)
    for one in nodes["worst"][:FIRST]:
        rate = f"{one['per_day']:.3g}"
        table.add_row(one["node"], f"{one['events']:,}", rate, _p(one["p_value"]) or "1", f"{one['share_removed']:.1%}")
    out.print(table)
    among = f"of {nodes['count']:,}" + ("" if nodes["all_known"] else " that failed at all; --nodes counts the others too")
    alike = "" if nodes["p_value"] != nodes["p_value"] else f"that all are alike: p {_p(nodes['p_value'])}; "
    out.print(
        f"{among}; {alike}a day: with chance taken out; p: that one of so many equal ones does so badly; gone with it: of all"
        " failures, without this node and those above"
    )


def print_domains(out: Any, of: dict[str, Any], within: float) -> None:
    """Failures of several nodes of one domain."""
    out.print(f"\nTogether, by {of['column']}")
    year = 365.25 * 86400
    each = spread([of[name] * year for name in ("rate", "lower", "upper")], lambda x: f"{x:.3g}")
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


def toml_of(found: dict[str, Any], gpus: float | None) -> str:
    """What other commands go on with: [run] of failures, [failure_law] of lives."""
    parts: dict[str, Any] = {}
    if found.get("events"):
        mtbf = found["mtbf"][0]
        parts["run"] = {"mtbf": mtbf} if gpus is None else {"gpus": gpus, "gpu_mttf": gpus * mtbf}
    best = next((one for one in found["laws"] if "request" in one), None)
    if best is not None and found["kind"] == "lives":
        parts["failure_law"] = best["request"]
    return _core.to_toml(parts)


def write_found(path: Path, found: dict[str, Any], gpus: float | None, log: Path) -> None:
    """The same in a file, with where it is from."""
    head = f"# from {log}"
    if "mtbf" in found:
        low, high = (_format.quantity(x, "s", 4) for x in found["mtbf"][1:])
        what = "failures" if found["events"] == found.get("failures", found)["events"] else "interruptions"
        head += f": {found['events']:,} {what}; MTBF 95 %: {low} to {high}"
    write_text(path, head + "\n" + toml_of(found, gpus))


def print_toml(text: str) -> None:
    """What goes into a file to go on with, as it stands there."""
    out = console()
    if lines := [line for line in text.splitlines() if line]:
        out.print("To go on with, in a file (--write FILE.toml writes it)")
        for line in lines:
            out.print(line)


def _target(ctx: click.Context, param: click.Parameter, path: Path | None) -> Path | None:
    if path is not None:
        check_target(path, "--write")
    return path


def _gpus(ctx: click.Context, param: click.Parameter, text: str | None) -> float | None:
    return number(ctx, "gpus", "1", text)


@command(
    None,
    file_argument(
        "A log, a row for each: lives of parts (time, dead), events (start, maybe fixed, node, cause), or counts by cause.",
        True,
    ),
)
@click.option("--gpus", metavar="N", callback=_gpus, help="GPUs that the log is of: then it says GPU-hours per interruption.")
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
@log_option("event", "COLUMN", "Of lives: the column that says whether a life ended in a failure.")
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
    metavar="FILE.toml",
    type=click.Path(path_type=Path),
    callback=_target,
    help="Also write what other commands go on with: [run] with gpus and gpu_mttf, or [failure_law].",
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
    **options: Any,
) -> None:
    """Say what a log of failures says: how often, how surely, why, where, and which law fits."""
    data = read_log(file, options, where)
    of_events_alone = {"--within": within, "--nodes": nodes, "--change": change, "--domain": domain}
    wrong = next((name for name, value in of_events_alone.items() if value is not None), None)
    if wrong is not None and not isinstance(data, Events):
        raise CommandError(
            f"{file}: {wrong} is of events, and this log is of {'lives' if isinstance(data, Lives) else 'counts'}"
        )
    if window is not None and not isinstance(data, Counts):
        raise CommandError(f"{file}: --window is of counts; of events --window-start and --window-end say what was observed")
    try:
        if isinstance(data, Lives):
            found = of_lives(data)
        elif isinstance(data, Events):
            found = of_events(data, gpus, nodes, within, change, domain)
        else:
            found = of_counts(data, window, gpus)
    except ValueError as error:
        raise CommandError(f"{file}: {error}") from None
    report = data.report._text(FIRST)
    for line in report:
        say(f"remark: {file}: {line}")
    if plot is not None:
        plot_found(data, found, plot)
    if target is not None:
        write_found(target, found, gpus, file)
    if as_json:
        print_json({"file": str(file), **found, "columns": data.columns, "report": data.report.as_dict()})
    else:
        print_found(found, gpus)
        if target is None:
            if not isinstance(data, Lives):
                console().print()
            print_toml(toml_of(found, gpus))
