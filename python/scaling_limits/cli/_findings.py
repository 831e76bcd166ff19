# SPDX-License-Identifier: Apache-2.0
"""What a log of failures says, as plain data in SI: for the command fit to show."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

import scaling_limits as sl
from scaling_limits import _core
from scaling_limits._clock import NO_ENDS, Counted, counted, ends_of_log
from scaling_limits._core import units
from scaling_limits._counted_causes import CountedCauses, counted_causes
from scaling_limits._fits import fitted_laws
from scaling_limits._log_report import plural
from scaling_limits._parts import ENDS_OF_LOG
from scaling_limits._streams import course
from scaling_limits.data import Counts, Events, Lives

from ._errors import CommandError
from ._log import node_names
from ._nodes import Fleet, nodes_of

FIRST = 5  # troubles, nodes and domains that are told one by one
TOGETHER = 60.0  # [s] within which events are one incident
AHEAD = 2.0  # of BIC, by which a law of more parameters must be better


def rate_of(told: Counted, gpus: float | None) -> dict[str, Any]:
    """How often, with the 95 % interval: the time between failures, how many a day, GPU-hours for each."""
    answer = told.estimate(gpus)
    if answer.columns["mtbf.value"] != answer.columns["mtbf.value"]:
        raise ValueError(answer.note())
    found = {"events": told.whole_events(), **{name: [*answer.group(name).values()] for name in ("mtbf", "per_day")}}
    if gpus is not None:
        found["gpu_hours_per_interruption"] = [x / units.hour for x in answer.group("gpu_mttf").values()]
    return found


def laws_of(durations: Any, observed: Any, entry: Any = None) -> list[dict[str, Any]]:
    """All laws that can be fitted, the best first, and why others cannot.

    The best has the least BIC, but a law of more parameters must be ahead of all simpler ones by more than ``AHEAD``: what is
    less than that is said to be not worth a mention (Kass and Raftery, J. Am. Stat. Assoc. 90, 1995, section 3.2). AIC takes a
    change of a rate for one parameter more, and finds one in almost any log.
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
    order = sorted(fits, key=lambda one: (float(one["bic"]), len(one.get("parameters", ()))))
    for one in order:
        simpler = [
            float(other["bic"]) for other in fits if 0 < len(other.get("parameters", ())) < len(one.get("parameters", ()))
        ]
        if float(one["bic"]) + AHEAD < min(simpler, default=float("inf")):
            return [one, *(other for other in order if other is not one)]
    return order


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
        told = Counted(float(observed.sum()), exposure, "running")
        one = {"units": int(mask.sum()), "exposure": exposure, **rate_of(told, None)}
        found["groups"][name] = {**one, "laws": laws_of(durations, observed, entry) if observed.any() else []}
    found["laws"] = found["groups"]["all"]["laws"]
    return found


def of_events(
    events: Events,
    gpus: float | None,
    fleet: Fleet,
    within: float | None = None,
    change: str | None = None,
    domain: str | None = None,
    downtime: float | None = None,
    spread: float | None = None,
) -> dict[str, Any]:
    """What a stream of events says."""
    times, seen_of, window = events._stream()
    own = len(seen_of) < len(times)
    found: dict[str, Any] = {"kind": "events", "window": window, "window_is_the_logs_own": own}
    if not window > 0:
        raise ValueError("all events are of one instant: say what was observed with --window-start and --window-end")
    nodes = node_names(events)
    order = np.argsort(events.start, kind="stable")
    parts = [k if nodes is None or not nodes[k] else nodes[k] for k in order.tolist()]
    together = TOGETHER if within is None else within
    merged = sl.failures.incidents(times, parts, together)
    each = counted(events, None, None, downtime, spread, "fit")
    joined = counted(events, None, together, downtime, spread, "fit")
    failures, incidents = rate_of(each, gpus), rate_of(joined, gpus)
    told = each if within is None else joined
    found |= failures if within is None else incidents
    found |= {"clock": told.clock, "downtime": told.downtime, "assumed": list(told.notes), "counted": told.numbers(gpus)}
    found["failures"] = failures
    found["incidents"] = {**incidents, "within": together, "of_several": int((merged.events > 1).sum())}
    if within is not None:
        times, seen_of = merged.start, merged.start[own:]
    seen = course(seen_of, window)
    tests = {"trend": seen.trend, "dispersion": seen.dispersion, "gaps": sl.failures.coefficient_of_variation(times)}
    found["tests"] = {name: {"value": float(one), "p_value": one.p_value, "note": one.note} for name, one in tests.items()}
    found["tests"]["dispersion"]["bin"] = seen.bin
    if events.cause is not None:
        labels = events._causes()
        causes = Counter(labels).most_common()
        found["causes"] = {label: {"share": n / len(labels), **rate_of(told.of(n), gpus)} for label, n in causes}
    found["cause_rows"] = rows_of(counted_causes(events, within, downtime, who="fit"), told, gpus)
    if nodes is not None and any(nodes):
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
        sides = zip(("before", "after"), (before, after), windows, strict=True)
        rates = {name: Counted(n, window, "wall clock").estimate().columns["per_day.value"] for name, n, window in sides}
        return {"events": [before, after], "per_day": rates, "ratio": ratio, "p_value": float(found.p_value)}

    found: dict[str, Any] = {"at": date, "windows": windows, "all": ratio_of(*(len(counted) for _, counted, _ in streams))}
    if events.cause is not None:
        each = [Counter(side._causes()) for side in sides]
        known = dict.fromkeys(label for label, _ in Counter(events._causes()).most_common())
        found["causes"] = {label: ratio_of(each[0][label], each[1][label]) for label in known}
    return found


def domains_of(events: Events, names: list[str] | None, column: str, within: float, window: float) -> dict[str, Any]:
    """How often nodes of one domain fail together, beyond chance; of the nodes that failed at all."""
    if names is None:
        raise CommandError(f"--domain {column}: the log names no nodes")
    if column not in events.frame:
        raise CommandError(f"--domain {column}: no such column; there are {', '.join(map(str, events.frame))}")
    known = np.array([name != "" for name in names], bool)
    names, labels = [name for name in names if name], [str(label) for label in events.frame[column][known].tolist()]
    if not names:
        raise CommandError(f"--domain {column}: the log names no nodes")
    domains = dict(zip(names, labels, strict=True))
    moved = sum(domains[name] != label for name, label in zip(names, labels, strict=True))
    found = sl.failures.correlated_failures(events.start[known] - events.window[0], names, domains, within, window)
    kept = ("observed", "expected", "p_value", "rate", "lower", "upper")
    order = sorted(range(len(found.label)), key=lambda k: -found.observed_in[k])
    most = {str(found.label[k]): int(found.observed_in[k]) for k in order[:FIRST] if found.observed_in[k]}
    return {"column": column, "count": len(found.label), "moved": moved, **{n: getattr(found, n) for n in kept}, "most": most}


def of_counts(
    counts: Counts, window: float | None, gpus: float | None, downtime: float | None = None, spread: float | None = None
) -> dict[str, Any]:
    """What a table of counts says in a time that was observed."""
    if window is None:
        raise ValueError("counts by cause say nothing of the time observed: give --window, such as --window '54 d'")
    told = counted(counts, window, None, downtime, spread, "fit")
    found: dict[str, Any] = {"kind": "counts", "window": window, **rate_of(told, gpus), "laws": []}
    found |= {"clock": told.clock, "downtime": told.downtime, "assumed": list(told.notes), "counted": told.numbers(gpus)}
    pairs = sorted(counts._counted(), key=lambda one: -one[1])
    found["causes"] = {name: {"share": n / counts.total, **rate_of(told.of(n), gpus)} for name, n in pairs}
    found["cause_rows"] = rows_of(counted_causes(counts), told, gpus)
    return found


def rows_of(causes: CountedCauses, told: Counted, gpus: float | None) -> dict[str, Any] | None:
    """Rows of causes for a file, each with how often it struck and the 95 % interval of that; None: there are none."""
    if not causes.rows:
        return None
    found = causes.as_dict() | {"downtime": None if math.isnan(causes.rest_downtime) else causes.rest_downtime}
    for row in found["rows"]:
        of_one = rate_of(told.of(row["events"]), gpus)
        names = ("gpu_hours_per_interruption", *(() if told.of_jobs else ("per_day",)))
        row |= {name: of_one[name] for name in names if name in of_one}
    return found | {"clock": told.clock, "notes": causes.notes()}


def toml_of(found: dict[str, Any], gpus: float | None) -> str:
    """What other commands go on with: [run] and [[cause]] of failures, [failure_law] of lives."""
    parts: dict[str, Any] = {}
    if found.get("events"):
        held: dict[str, Any] = {} if gpus is None else {"gpus": gpus}
        if found["clock"] == "wall clock":  # the run's own downtime makes running time of it
            parts["run"] = held | {"interruptions": found["events"], "days": found["window"] / units.day}
        else:
            rate = {"mtbf": found["mtbf"][0]} if gpus is None else {"gpu_mttf": gpus * found["mtbf"][0]}
            parts["run"] = held | rate | ends_of_log(found["mtbf"])
    best = next((one for one in found["laws"] if "request" in one), None)
    if best is not None and found["kind"] == "lives":
        parts["failure_law"] = best["request"]
    return with_causes(parts, found.get("cause_rows"))


def of_ends(run: Mapping[str, Any]) -> str:
    """What low and high of a plan of that run make of gpu_mttf."""
    if ENDS_OF_LOG in run:
        return f"{ENDS_OF_LOG}: the ends of that interval, as factors; low and high of a plan of this file take them"
    if "interruptions" in run:
        return f"on the wall clock {NO_ENDS}; plan --from-log has running time"
    return NO_ENDS


def with_causes(parts: dict[str, Any], rows: dict[str, Any] | None) -> str:
    """Tables as TOML, with the rows of causes behind them, each under a comment that says how sure it is."""
    head = f"# {of_ends(parts['run'])}\n" if "run" in parts else ""
    if rows is None:
        return head + _core.to_toml(parts)
    if rows["without_row"] and rows["downtime"] is not None:
        parts = {**parts, "run": parts["run"] | {"downtime": rows["downtime"]}}
    notes = "".join(f"# {note}\n" for note in (*rows["notes"], LEVELS))
    text = f"{head}{_core.to_toml(parts)}\n{notes}"
    for row in rows["rows"]:
        told = {name: row[name] for name in ("name", "share", "downtime") if row[name] is not None}
        text += f"\n# {how_often(row, rows['clock'])}\n{_core.to_toml({'cause': [told]})}"
    return text


#: what a reader of rows must know
LEVELS = "a cause needs the highest level of checkpoint that there is, unless its row says a severity"


def how_often(row: dict[str, Any], clock: str) -> str:
    """How often a cause struck, on which clock, and how sure that is."""
    each = row.get("gpu_hours_per_interruption")
    value, low, high = (f"{x:,.0f}" for x in each) if each else (f"{x:.3g}" for x in row["per_day"])
    rate = f"one in {value} GPU-hours" if each else f"{value} a day"
    return f"{plural(row['events'], 'time')}, {rate} (95 %: {low} to {high})" + (", wall clock" if clock != "running" else "")
