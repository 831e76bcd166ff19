# SPDX-License-Identifier: Apache-2.0
"""scaling-limits uncertain: an answer with what is not known of its inputs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import numpy as np

from scaling_limits import _core
from scaling_limits import uncertainty as u
from scaling_limits._parts import LISTED

from ._command import command, file_argument, json_option
from ._errors import CommandError, say
from ._output import print_json, pyplot, save_figure
from ._request import TABLES, Document, Takes, made, number_or_text, numbers, read, take_causes_by_name
from ._tables import Table, console, human, spelled
from ._targets import plot_option

#: what the file has beside the tables of its question
OWN = ("question", "uncertain", "correlation")


class Asked:
    """The file: a request, what of it is uncertain, and which of that goes together."""

    def __init__(self, path: Path) -> None:
        form = read(path)
        self.path = path
        self.question: str = self._question(form.pop("question", None))
        uncertain, correlation = form.pop("uncertain", None), form.pop("correlation", None)
        takes = Takes((self.question,), own="with", bare=True)
        take_causes_by_name(form)
        for name in form:
            if name not in takes.tables:
                what = f"table [{name}]" if isinstance(form[name], (dict, list)) else f"key {name!r} outside any table"
                raise CommandError(f"{path}: unknown {what}{_core.suggestion(name, [*takes.tables, *OWN])}")
        self._missing = [part for part in TABLES["questions"][self.question]["needs"] if part not in form]
        if not isinstance(uncertain, dict) or not uncertain:
            raise CommandError(f"{path}: has no table [uncertain] such as [uncertain] with \"run.gpu_mttf\" = '2 h to 4 h'")
        said = _by_path(uncertain)
        for part in [part for part in self._missing if any(name.split(".")[0] == part for name in said)]:
            form[part] = {}  # all that is given of it is uncertain
        self.document = Document(path, takes, form=form)
        found = {name: self._input(name, value) for name, value in said.items()}
        self.forms: dict[str, dict[str, Any]] = {name: one["distribution"] for name, one in found.items()}
        self.units: dict[str, str] = {name: one["unit"] for name, one in found.items()}
        self.inputs: dict[str, Any] = {}
        for name, one in self.forms.items():
            try:
                self.inputs[name] = made("distribution", numbers(one))
            except (TypeError, ValueError) as error:
                raise self._error("uncertain", f"{name}: {error}") from None
        self.correlation = self._pairs(correlation)

    def _error(self, table: str, message: object) -> CommandError:
        return CommandError(f"{self.path}: [{table}]: {message}")

    def _question(self, name: Any) -> str:
        known = list(TABLES["questions"])
        if name is None:
            raise CommandError(f"{self.path}: has no question, such as question = 'limit'; see `scaling-limits describe`")
        if not isinstance(name, str) or name not in known:
            near = _core.suggestion(name, known) if isinstance(name, str) else ""
            raise CommandError(f"{self.path}: no question named {name!r}{near if 'did you mean' in near else ''}")
        return name

    def _input(self, path: str, value: Any) -> dict[str, Any]:
        found: dict[str, Any] = _core.uncertain_input(self.document.request(self.question, None, {}), path, value)
        if "error" in found:
            raise self._error("uncertain", found["error"]["message"])
        return found

    def _pairs(self, given: Any) -> dict[tuple[str, str], float]:
        """The tables [[correlation]], each with `between` and `rank` and nothing else."""
        found: dict[tuple[str, str], float] = {}
        for one in [] if given is None else given if isinstance(given, list) else [given]:
            if not isinstance(one, dict):
                raise CommandError(f"{self.path}: correlation must be tables: [[correlation]]")
            for key in one:
                if key not in ("between", "rank"):
                    raise self._error("correlation", f"unknown key {key!r}{_core.suggestion(key, ['between', 'rank'])}")
            pair, rank = one.get("between"), one.get("rank")
            if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(name, str) for name in pair):
                raise self._error("correlation", 'between must be two inputs: between = ["run.gpus", "run.gpu_mttf"]')
            if isinstance(rank, bool) or not isinstance(rank, (int, float)):
                raise self._error("correlation", f"rank of {' and '.join(pair)} must be a number in (-1, 1)")
            if tuple(pair) in found:
                raise self._error("correlation", f"of {' and '.join(pair)} is given twice")
            found[pair[0], pair[1]] = float(rank)
        return found

    def columns(self, **over: Any) -> dict[str, Any]:
        """The columns of the answer over values of the inputs that run together."""
        return self.document.ask(self.question, over=over)

    def chosen(self, names: tuple[str, ...], columns: Mapping[str, Any]) -> tuple[str, ...]:
        """The columns to look at, which must be numbers; default: the first."""
        known = [name for name, values in columns.items() if all(isinstance(x, (int, float)) for x in values)]
        if not known:
            raise CommandError(f"{self.path}: question '{self.question}' has no column of numbers")
        for name in names:
            if name not in known:
                raise CommandError(f"--column {name}: none of the answer{_core.suggestion(name, known)}")
        if names:
            return names
        first = [column["name"] for column in TABLES["questions"][self.question]["columns"]]
        return (next((name for name in first if name in known), known[0]),)


def _by_path(table: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """What is uncertain by its path: "run.gpu_mttf" = ..., or run.gpu_mttf = ..., which TOML takes for tables in tables."""
    found: dict[str, Any] = {}
    for key, value in table.items():
        path = f"{before}{key}"
        parts = path.split(".")
        if isinstance(value, dict) and len(parts) < (3 if parts[0] in LISTED else 2):
            found |= _by_path(value, f"{path}.")
        else:
            found[path] = value
    return found


def unit_of(question: str, column: str) -> str:
    """The unit of a column of an answer."""
    units = {one["name"]: one["unit"] for one in TABLES["questions"][question]["columns"]}
    return units.get(column) or units.get(column.partition(".")[0]) or "1"


def print_outcome(asked: Asked, name: str, found: Any, answer: Mapping[str, Any]) -> None:
    """Quantiles with their errors, then what moves them."""
    out, unit = console(), unit_of(asked.question, name)
    title = f"{name} of {asked.question}, {answer['points']:,} points of {len(asked.inputs)} uncertain inputs"
    if name == asked.question:
        title = title.replace(f"{name} of {asked.question}", name)
    table = Table(title, "below it", name, "error", right=("below it", name, "error"))
    rows: list[tuple[Any, Any, Any]] = [(spelled(row["q"], ".0%"), row["value"], row["error"]) for row in answer["quantiles"]]
    rows.append(("mean", answer["mean"], answer["mean_error"]))
    for at, value, error in rows:
        if value is not None:
            table.add_row(at, human(numbers(value), unit), human(numbers(error), unit))
    for row in answer["probabilities"]:
        bound = human(row["bound"], unit)
        table.add_row(f"P(at {row['side']} {bound})", spelled(row["value"], ".2%"), spelled(row["error"], ".2%"))
    out.print(table)
    none = ", ".join(str(at) for at, value, _ in rows if value is None)
    if found.note:
        out.print(found.note + f"; not shown, as they are none: {none}" * bool(none))
    if answer.get("reason"):
        out.print(f"why an answer is none: {answer['reason']}")
    swings = Table(
        "\nWhat moves it: each input over its 90 % interval, the others at their medians",
        *("input", "distribution", "from", "to", f"{name} from", f"{name} to", "rank correlation"),
        right=("from", "to", f"{name} from", f"{name} to", "rank correlation"),
        side=(("distribution",), ("rank correlation",)),
    )
    for row in answer["tornado"]:
        path = row["input"]
        of = asked.units[path]
        ends = [human(numbers(row[key]), of) for key in ("lower_end", "upper_end")]
        there = [human(numbers(row[key]), unit) for key in ("low", "high")]
        rank = numbers(answer["rank_correlations"][path])
        swings.add_row(path, asked.forms[path]["name"], *ends, *there, spelled(rank, ".2f") if rank == rank else "")
    out.print(swings)


def _bound(ctx: click.Context, param: click.Parameter, texts: tuple[str, ...]) -> tuple[float | str, ...]:
    return tuple(number_or_text(text) for text in texts)


@command(None, file_argument("A request in TOML or JSON with [uncertain] and, maybe, [[correlation]].", True))
@json_option()
@plot_option("Also draw the answers, and what moves them.")
@click.option("--column", "columns", metavar="NAME", multiple=True, help="Of the answer; may be repeated. Default: its first.")
@click.option("--at-least", metavar="QUANTITY", multiple=True, callback=_bound, help="Also the probability of so much or more.")
@click.option("--at-most", metavar="QUANTITY", multiple=True, callback=_bound, help="Also the probability of so much or less.")
@click.option("--points", metavar="N", type=click.IntRange(min=1), default=2**14, help="A power of two. Default: 16384.")
@click.option(
    "--seed", metavar="N", type=click.IntRange(min=0), default=0, help="The same seed gives the same points. Default: 0."
)
def uncertain(
    file: Path,
    as_json: bool,
    plot: Path | None,
    columns: tuple[str, ...],
    at_least: tuple[float | str, ...],
    at_most: tuple[float | str, ...],
    points: int,
    seed: int,
) -> None:
    """Ask a question whose inputs are not known exactly: quantiles and probabilities with their error, and what moves them.

    The file is a request as `ask` takes it. Its table [uncertain] has a distribution for each number that is not known, by
    path: "run.gpu_mttf" = "25000 h to 100000 h" (90 % between, log-normal), "run.write_bandwidth" = "1 / 2 / 4 TB/s"
    (quantiles at 10, 50 and 90 %), {beta = {low = 0.2, high = 0.6}}, or a list of observed values. Each [[correlation]] is a
    rank correlation: between = ["run.gpu_mttf", "run.gpus"], rank = 0.5.
    """
    asked = Asked(file)
    medians = {name: [float(law.quantile(0.5))] for name, law in asked.inputs.items()}
    there = asked.columns(**medians)
    looked_at = asked.chosen(columns, there)
    remarks = list(asked.document.remarks)  # those of the medians: the ends of a distribution are meant to be far

    reasons: dict[str, str] = {}  # of the first answer that is none

    def function(**arrays: Any) -> dict[str, Any]:
        columns = asked.columns(**{name: values.tolist() for name, values in arrays.items()})
        found = {name: np.array([np.nan if x is None else x for x in columns[name]], dtype=float) for name in looked_at}
        for name, values in found.items():
            if np.isnan(values).any() and "note" in columns:
                reasons.setdefault(name, columns["note"][int(np.isnan(values).argmax())])
        return found

    try:
        found = u.propagate(function, asked.inputs, points, asked.correlation, seed=seed)
    except ValueError as error:
        text = str(error).removeprefix("propagate: ")
        raise CommandError(f"--points {points}: {text}" if text.startswith("points") else f"{file}: {text}") from None
    for name in looked_at:
        if found[name].nans == found[name].values.size:
            why = reasons.get(name, "no note says why")
            raise CommandError(f"{file}: {name} of '{asked.question}' is no number, whatever the inputs: {why}")
    answers = {name: answer_of(asked, name, found[name], at_least, at_most) for name in looked_at}
    for name, reason in reasons.items():
        answers[name]["reason"] = reason
    asked.document.remarks = remarks
    for remark in remarks:
        say(f"remark: {remark}")
    if plot is not None:
        plt = pyplot()
        from scaling_limits import plot as plots

        name = looked_at[0]
        unit = unit_of(asked.question, name)
        label = f"{name if name != 'value' else asked.question} [{unit}]"
        figure, (upper, lower) = plt.subplots(2, 1, figsize=(7.6, 8.4), dpi=110, layout="constrained")
        plots.distribution(found[name], label=label, ax=upper)
        plots.tornado(found[name], label=label, ax=lower)
        save_figure(figure, plot)
        plt.close(figure)
    if as_json:
        correlation = [{"between": list(pair), "rank": rank} for pair, rank in asked.correlation.items()]
        facts = {**asked.document.facts, "question": asked.question, "uncertain": asked.forms, "correlation": correlation}
        print_json({**facts, "answers": answers})
        return
    for k, name in enumerate(looked_at):
        if k:
            console().print()
        print_outcome(asked, name, found[name], answers[name])


def answer_of(asked: Asked, name: str, found: Any, at_least: tuple[Any, ...], at_most: tuple[Any, ...]) -> dict[str, Any]:
    """An outcome as data."""
    unit = unit_of(asked.question, name)
    probabilities = []
    for side, bounds in (("least", at_least), ("most", at_most)):
        for bound in bounds:
            try:
                x = float(_core.quantity(bound, unit, share=unit == "1")) if isinstance(bound, str) else bound
            except ValueError as error:
                raise CommandError(f"--at-{side}: {error}") from None
            key = {f"at_{side}": x}
            value, wide = found.probability(**key), found.probability_error(**key)
            probabilities.append({"side": side, "bound": x, "value": value, "error": wide})
    return {
        "unit": unit,
        **found.as_dict(),
        "probabilities": probabilities,
        "tornado": found.tornado().as_dict()["rows"],
        "rank_correlations": found.rank_correlations().as_dict(),
    }
