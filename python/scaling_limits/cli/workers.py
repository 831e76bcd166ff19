# SPDX-License-Identifier: Apache-2.0
"""scaling-limits workers: how many clients of a federated round, or workers of a search, are worth having."""

from __future__ import annotations

import math
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import scaling_limits as sl
from scaling_limits._kernel import find

from ._command import command, json_option
from ._output import print_json, pyplot, save_figure
from ._request import Document, Takes, drawing, made, nested
from ._tables import Table, console, counted, human, spelled
from ._targets import plot_option

OF_A_SEARCH = Takes(("search", "worker_limit", "worth_of_workers"), own="training", options=("factor",))
TAKES = Takes(("cohort", "worker_limit", "worth_of_workers"), own="training", options=("factor",), instead=OF_A_SEARCH)

#: what is asked for where the file does not say: a round is best where it peaks; a search has no peak, it levels off
USUAL = {"round": "peak_throughput", "search": {"elasticity_at_least": 0.5}}
UNIT = {"round": "clients", "search": "workers"}
ASSUMED = {
    "round": "the rounds to the target are 1 + critical_cohort/clients times the fewest; every cohort is asked with as much to "
    "spare as this one, so that its rounds take as long; the server serves one client after the other",
    "search": "workers are alike, and trials of a rung take equally long; asynchronous results are a lower bound",
}


def answered(document: Document) -> dict[str, Any]:
    """What the file asks, as plain data: the question of its own, the largest number, and what others are worth."""
    about = document.about
    asked = dict(document.own or {})
    own = document.ask("cohort" if about == "round" else "search", only=lambda name: name != "status")
    training = {name: x for name, x in document.full["with"].items() if x is not None and x == x}
    document.own = {}
    remarks = list(document.remarks)  # on the file's own numbers; those below are none
    factors = factors_of(document, own, training)
    criterion: dict[str, Any] = {} if "criterion" in document.parts else {"criterion": USUAL[about]}
    limit = {"shares": {}, **nested(document.ask("worker_limit", {"unit": UNIT[about]}, factor=factors, **criterion))}
    remarks += [remark for remark in document.remarks if remark.startswith("criterion")]
    number = training.get("clients", document.part("round")["reports"]) if about == "round" else training["workers"]
    rows = []
    for size in sizes(document, limit, number, training):
        worth = nested(document.ask("worth_of_workers", {"workers": size}, factor=factors))
        row = {UNIT[about]: size, **{key: worth[key] for key in ("worth", "efficiency", "elasticity", "binding", "lost")}}
        if about == "round":
            row["whole_round"] = document.ask("cohort", {**asked, "clients": size})["whole_round"]
            row["least_asked"] = to_ask(size, document.part("round")["dropout"], training["probability"])
        else:
            there = document.ask("search", {**asked, "workers": size})
            row |= {key: there[key] for key in ("worth", "efficiency", "time", "results_per_time")}
        rows.append(row)
    document.remarks = remarks
    parts = ("round", "failure_law") if about == "round" else ("search",)
    return {
        **{part: document.part(part) for part in parts},
        "training": training,
        "criterion": document.part("criterion"),
        "factors": document.part("factor"),
        "cohort" if about == "round" else "halving": own,
        "limit": limit,
        "rows": rows,
        "assumes": ASSUMED[about],
    }


def to_ask(clients: float, dropout: float, probability: float) -> float:
    """The fewest clients to ask that so many report."""
    return float(find("federated.least_asked")(math.ceil(clients), dropout, probability))


def factors_of(document: Document, own: dict[str, Any], training: dict[str, Any]) -> list[dict[str, Any]]:
    """What is lost by the number of workers, as factors of a request."""
    if document.about == "search":
        return [{"kind": "trials", **document.part("search")}]
    return [
        {"kind": "strong_scaling", "half_size": training["critical_cohort"], "name": "cohort"},
        {"kind": "strong_scaling", "half_size": own["half_size"], "name": "aggregation"},
    ]


def sizes(document: Document, limit: dict[str, Any], number: float, training: dict[str, Any]) -> list[float]:
    """The numbers of the table: that of the file, the largest, and others around them."""
    found = {float(number)}
    largest = limit["value"] if limit["status"] == "ok" else None
    if document.about == "search":
        part = document.part("search")
        found |= {float(math.floor(part["reduction"] ** k)) for k in range(int(part["rungs"]) + 1)} | {part["trials"]}
        if largest is not None and largest >= 1:
            found.add(float(math.floor(largest * (1 + 1e-9))))  # a whole number, whatever the last digit
        return thinned(sorted(found), keep={float(number)})
    around = largest if largest is not None and largest > 0 else training["critical_cohort"]
    middle = round(math.log10(max(around, 1)))
    found |= {10.0**k for k in range(max(middle - 2, 0), middle + 2)}
    return sorted(found | ({largest} if largest is not None else set()))


def thinned(numbers: Sequence[float], keep: set[float], most: int = 12) -> list[float]:
    """Not more numbers than a table is read for: every second, third, ... of them, the last and those to keep."""
    step = -(-len(numbers) // most)
    return [x for k, x in enumerate(numbers) if k % step == 0 or x in keep or k == len(numbers) - 1]


def named(criterion: dict[str, Any]) -> str:
    """ "elasticity_at_least 0.5"."""
    return " ".join(f"{x:g}" if isinstance(x, float) else str(x) for x in criterion.values())


def why(limit: dict[str, Any]) -> str:
    """Why there is no largest number."""
    return str(limit["note"]).removeprefix(f"{limit['status']}: ")


def advice(answer: dict[str, Any]) -> str:
    """What follows, in a sentence or two."""
    limit, by = answer["limit"], named(answer["criterion"])
    if "round" in answer:
        return advice_for_a_round(answer, limit, by)
    halving, workers = answer["halving"], answer["training"]["workers"]
    if limit["status"] == "ok":
        text = f"In step use at most {counted(limit['value'], 'worker')}, worth {human(limit['useful_gpus'], '1')} ({by})"
    else:
        text = f"In step there is no largest number of workers by {by}: {why(limit)}"
    most = human(halving["most_worth"], "1")
    rate = human(halving["results_per_time"], "1/s").replace(" per", " trials per")
    text += f"; no number of them is worth more than {most}."
    own = counted(workers, "worker")
    if limit["status"] == "ok" and workers > limit["value"]:
        return f"{text} More pay only in asynchronous halving, where all count: with {own} it finishes {rate} or more."
    return (
        f"{text} The worth of {own} is {human(halving['worth'], '1')}; asynchronous halving finishes {rate} or more with them."
    )


def advice_for_a_round(answer: dict[str, Any], limit: dict[str, Any], by: str) -> str:
    """The same of clients."""
    note, by_size = answer["cohort"]["note"], {row["clients"]: row for row in answer["rows"]}
    if note:
        return f"A round has no mean time: {note}. Give it a timeout, or its round_time as measured."
    chance = f"{answer['training']['probability']:.4g}"
    if limit["status"] == "ok":
        ask = human(by_size[limit["value"]]["least_asked"], "1")
        worth = f"worth {human(limit['useful_gpus'], '1')} that lose nothing ({by})"
        text = (
            f"Wait for {counted(limit['value'], 'client')}, {worth}, and ask {ask}: they are enough with probability {chance}"
        )
    else:
        text = f"There is no largest number of clients by {by}: {why(limit)}"
    number = answer["training"].get("clients", answer["round"]["reports"])
    if number == limit["value"]:
        return f"{text}."
    own = by_size[number]
    ask = human(own["least_asked"], "1")
    return f"{text}; {counted(number, 'client')} are worth {human(own['worth'], '1')}, and need {ask} asked."


def plain(number: float) -> str:
    """A number without a unit."""
    return human(number, "1")


def round_facts(answer: dict[str, Any]) -> list[tuple[str, str]]:
    """A round, its server, and whom to ask."""
    cohort, part, training = answer["cohort"], answer["round"], answer["training"]
    asked, half_size, each = plain(part["asked"]), plain(cohort["half_size"]), human(cohort["time_per_client"], "s")
    enough = f"{plain(cohort['least_asked'])} asked are enough"
    rows = [
        ("a round", f"{plain(part['reports'])} reports of {asked} asked; {cohort['completion']:.4%} of rounds are complete"),
        (
            "without the server",
            human(cohort["round_time"], "s") + (", as measured" if "round_time" in training else " on average"),
        ),
        ("the server", f"{each} for a client, as long as the rest at {half_size} clients"),
        ("critical cohort", f"{plain(training['critical_cohort'])} clients: twice the fewest rounds"),
        ("best cohort", f"{plain(cohort['best_cohort'])} clients: least time to target"),
        (
            f"with probability {training['probability']:.4g}",
            f"{enough}; of {asked} asked {cohort['largest_dropout']:.2%} may be lost",
        ),
    ]
    if "values" in training:
        rows.insert(3, ("secure aggregation", f"{cohort['expansion']:.4g} times the bytes up, among {asked} clients"))
    return rows


def search_facts(answer: dict[str, Any]) -> list[tuple[str, str]]:
    """Trials, and both ways to run them."""
    halving, part, training = answer["halving"], answer["search"], answer["training"]
    workers = counted(training["workers"], "worker")
    rungs = f"{plain(part['trials'])} in {plain(part['rungs'] + 1)} rungs"
    again = "goes on where it was" if part["resume"] else "starts again"
    first = f"a first result after {human(halving['first_result'], 's')} on {plain(halving['first_workers'])} workers or more"
    return [
        ("trials", f"{rungs}; one of {plain(part['reduction'])} {again} in the next"),
        (
            "a trial",
            f"{human(training['least_budget'], 's')} in the first rung, {human(halving['largest_budget'], 's')} in the last",
        ),
        (
            "in step",
            f"{workers} take {human(halving['time'], 's')}; no number is worth more than {plain(halving['most_worth'])}",
        ),
        ("asynchronous", f"{first}; {workers} finish {human(halving['results_per_time'], '1/s')} or more"),
    ]


def print_workers(answer: dict[str, Any]) -> None:
    """The answer as tables on the terminal."""
    out = console()
    of_round = "round" in answer
    unit, limit = UNIT["round" if of_round else "search"], answer["limit"]
    facts = round_facts(answer) if of_round else search_facts(answer)
    if limit["status"] == "ok":
        shares = ", ".join(f"{term} {x:.2%}" for term, x in limit["shares"].items() if x == x and x > 0)
        at_most = f"{human(limit['value'], '1')} by {named(answer['criterion'])}; shares: {shares}"
    else:
        at_most = f"{limit['status']} by {named(answer['criterion'])}"
    out.facts([*facts, ("largest number", at_most), ("assumed", answer["assumes"])])
    of_its_own = ("ask", "round") if of_round else ("in step", "asynchronous")
    names = ("with", *of_its_own, "efficiency", "worth", "elasticity", "binds")
    adds = f"elasticity: the % of work that 1 % more {unit} add"
    title = f"\nWhat clients are worth; {adds}" if of_round else f"\nWhat workers are worth in step; {adds}"
    table = Table(title, *names, right=names[:-1], side=(("binds",), ("efficiency",)))
    columns = (("least_asked", "1"), ("whole_round", "s")) if of_round else (("time", "s"), ("results_per_time", "1/s"))
    middle = answer["rows"][len(answer["rows"]) // 2]  # a column has one unit: that of its middle
    for row in answer["rows"]:
        table.add_row(
            counted(row[unit], unit[:-1]),
            *(human(row[name], of, like=middle[name]) for name, of in columns),
            spelled(row["efficiency"], ".2%"),
            human(row["worth"], "1"),
            spelled(row["elasticity"], "z.4f"),
            row["binding"],
        )
    out.print(table)
    terms = list(answer["rows"][0]["lost"])
    if len(terms) > 1:
        lost = Table("\nElasticity lost to each", "with", *terms, right=("with", *terms))
        for row in answer["rows"]:
            lost.add_row(counted(row[unit], unit[:-1]), *(spelled(row["lost"][term], "z.4f") for term in terms))
        out.print(lost)
    out.print("\n" + advice(answer))


def draw(document: Document, answer: dict[str, Any], plot: Path) -> None:
    """The figure of a round, or worth against workers."""
    plt = pyplot()
    plots: Any = import_module("scaling_limits.plot")
    with drawing(document):
        if document.about == "round":
            round_of = sl.federated.Round(**answer["round"], law=made("failure_law", answer["failure_law"]))
            axes = plots.round(round_of)
        else:
            factors = [made("factor", one) for one in answer["factors"]]
            limit = sl.limits.max_workers(made("criterion", answer["criterion"]), factors, UNIT["search"])
            axes = plots.throughput_vs_size(limit)
    save_figure(axes.figure, plot)
    plt.close(axes.figure)


@command(TAKES)
@json_option()
@plot_option("Also draw the chance that a round is complete against time, or worth against workers.")
def workers(document: Document, as_json: bool, plot: Path | None) -> None:
    """How many workers are worth having: clients of a federated round ([round]), or workers of a search ([search]).

    The largest number by [criterion], what others are worth, what binds, and what to do. Of a round the default is
    peak_throughput, of a search, which levels off, elasticity_at_least 0.5. [training] holds of a round what the server sends
    and how fast, and the critical cohort; of a search `workers` and `least_budget`, the time of a trial in the first rung.
    """
    answer = answered(document)
    if plot is not None:
        draw(document, answer, plot)
    if as_json:
        print_json({**document.facts, **answer})
    else:
        print_workers(answer)
