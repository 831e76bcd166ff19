# SPDX-License-Identifier: Apache-2.0
"""scaling-limits cost: what a run and its failures cost, and what would be cheapest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from rich.text import Text

import scaling_limits as sl
from scaling_limits._columns import no_status

from ._causes import cause_levers, lever_table
from ._command import Asking, command, json_option
from ._output import print_json, pyplot, save_figure
from ._reported import operation_levers, print_operation_levers
from ._request import Document, Takes, drawing, made, nested, objects, rows
from ._tables import Table, console, human
from ._targets import plot_option

TAKES = Takes(
    ("run_cost", "failure_cost", "lever_values", "optimal_bandwidth", "optimal_gpus", "cause_costs"),
    own="cost",
    interval=True,
)


def costs(document: Document, loads: bool) -> dict[str, Any]:
    """All that cost prints, as plain data in SI."""
    found = nested(document.ask("run_cost"))
    document.refuse_infeasible(found)
    work = document.full["with"]["work"]
    document.own = {}  # the rest is asked without it
    failures = nested(document.ask("failure_cost"))
    levers = document.ask("lever_values", only=no_status)
    prices = document.part("prices")
    answer = {
        **{group: document.part(group) for group in ("run", "prices", "strategy")},
        "work": work,
        **found,
        "failures": failures,
        "one_per_cent": levers,
    }
    if prices["bandwidth"] > 0:
        answer["bandwidth"] = {**document.ask("optimal_bandwidth", {"loads": loads}), "loads": loads}
    if work > 0 and (prices["bandwidth"] > 0 or prices["time"] > 0):
        size = nested(document.ask("optimal_gpus", {"work": work}))
        answer["size"] = {name: size[name] for name in ("value", "status", "note", "binding", "goodput", "fixed_gpus")}
        answer["growth"] = document.part("growth")
    if document.parts.get("cause"):
        answer["causes"] = rows(document.ask("cause_costs", only=no_status))
    if better := cause_levers(document):
        answer["cause_levers"] = better
    if sooner := operation_levers(document):
        answer["operation_levers"] = sooner
    return answer


def by_cause(causes: list[dict[str, Any]]) -> Table:
    """What each cause costs, most first, and what being rid of it saves."""
    table = Table("\nWhat stops it", "cause", "costs", "saved without", right=("costs", "saved without"))
    for row in sorted(causes, key=lambda row: -row["per_second"]):
        table.add_row(row["cause"], human(row["per_second"], "USD/s"), human(row["saved"], "USD/s"))
    return table


def optimum_text(found: dict[str, Any], text: str) -> str:
    """A size or a bandwidth, or why there is none."""
    if found["status"] != "ok":
        return str(found["note"])
    return text + (f" ({found['note']})" if found["note"] else "")


def print_costs(answer: dict[str, Any]) -> None:
    """The answer as tables on the terminal."""
    out = console()
    total = answer["total"]

    def part(amount: float) -> str:
        return f"{amount / total:.2%}" if 0 < total < float("inf") else ""

    failures, bandwidth, size = answer["failures"], answer.get("bandwidth"), answer.get("size")
    why = f"   ({answer['note']})" if answer["note"] else ""
    each = f", {human(failures['per_failure'], 'USD')} each"
    note = f"   ({failures['note']})" if failures["note"] else ""
    facts = [
        ("total", human(total, "USD") + why),
        ("time", human(answer["time"], "s")),
    ]
    if answer["prices"]["power_per_gpu"] > 0:
        facts.append(("energy", human(answer["energy"], "J")))
        if answer["prices"]["carbon_intensity"] > 0:
            facts.append(("CO2", human(answer["carbon"], "kg")))
    facts.append(("failures", human(failures["per_second"], "USD/s") + each + note))
    if bandwidth:
        shared = ", loads too" if bandwidth["loads"] else ""
        spent = f"{bandwidth['share']:.2%} of the money, overhead {bandwidth['overhead']:.2%}"
        text = f"{human(bandwidth['value'], 'B/s')}{shared}   ({spent})"
        facts.append(("cheapest bandwidth", optimum_text(bandwidth, text)))
    if size:
        text = f"{human(size['value'], 'GPU')}s   (goodput {size['goodput']:.2%}, {size['binding']} binds)"
        facts.append(("cheapest size", optimum_text(size, text)))
    out.facts(facts)

    kinds = Table("\nWhat the money buys", "what", "money", "share", right=("money", "share"))
    for name, amount in answer["by_kind"].items():
        if amount > 0:
            kinds.add_row(name, human(amount, "USD"), part(amount))
    out.print(kinds)
    terms = Table("\nWhere it goes", "term", "money", "share", right=("money", "share"))
    for name, amount in answer["by_term"].items():
        terms.add_row(name, human(amount, "USD"), part(amount))
    terms.add_row(Text("in all", "bold"), human(total, "USD"), "")
    out.print(terms)
    if "causes" in answer:
        out.print(by_cause(answer["causes"]))
    if "cause_levers" in answer:
        worth_of = {"worth": lambda row: human(row["worth"], "USD/s")}
        out.print(lever_table("What a better number of what stops it is worth", answer["cause_levers"], "worth", worth_of))
    print_operation_levers(out, answer.get("operation_levers", []))
    worth = {name: value for name, value in answer["one_per_cent"].items() if value > 0}
    if worth:
        levers = Table("\nWhat one per cent of a field is worth", "field", "now", "worth", right=("now", "worth"))
        units = {field.name: field.unit for field in sl.TrainingRun.fields()}
        for name in sorted(worth, key=lambda name: -worth[name]):
            levers.add_row(name, human(answer["run"][name], units[name]), human(worth[name], "USD/s"))
        out.print(levers)


@command(TAKES)
@json_option()
@plot_option("Also draw where the money goes, by term and by kind.")
@click.option("--loads", cls=Asking, is_flag=True, help="Of the cheapest bandwidth: loads use the same storage.")
def cost(document: Document, as_json: bool, plot: Path | None, loads: bool) -> None:
    """What a run costs until its work is done, by term and by kind, and what would be cheapest.

    The table [cost] holds `work` in ideal GPU-seconds ("30e6 GPU*h"), [prices] what things cost ("2 USD/h", "0.08 USD/kWh",
    "1e6 USD/yr per TB/s"). Dollars are those of the file.
    """
    answer = costs(document, loads)
    if plot is not None:
        plt = pyplot()
        from scaling_limits import plot as plots

        parts = objects(document)
        prices = made("prices", document.part("prices"))
        with drawing(document):
            found = sl.economics.run_cost(parts["run"], answer["work"], prices, parts["strategy"], parts["factors"])
            axes = plots.cost(found)
        save_figure(axes.figure, plot)
        plt.close(axes.figure)
    if as_json:
        print_json({**document.facts, **answer})
    else:
        print_costs(answer)
