# SPDX-License-Identifier: Apache-2.0
"""A file as a request, and its answer. What a file may say, and what is wrong with it, is the catalogue's to know."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import scaling_limits as sl
from scaling_limits import _core, _format, catalog
from scaling_limits._arrays import NUMBERS
from scaling_limits._known_files import DOORS, known
from scaling_limits._opening import Unreadable, contents, suffix_of, weigh_tree
from scaling_limits._parameters import Parameters
from scaling_limits._parts import ENDS_OF_LOG, LISTED
from scaling_limits.catalog import RequestError

from ._errors import CommandError, Refused
from ._output import pyplot

#: the catalogue's own tables, read once
TABLES = sl.catalog.describe()
#: the criteria that are asked for where none is named: alone, and with factors
USUAL_CRITERIA = {with_factors: _core.usual_criteria(with_factors) for with_factors in (False, True)}

Columns = dict[str, Any]

#: bytes of the largest request: its parsers, Python and the catalogue hold each letter of it some seven times
LARGEST_REQUEST = 48 << 20


@contextmanager
def told(path: Path, *readers: str) -> Iterator[None]:
    """What keeps a file from being read, as commands say it; `readers`: of the package, whose names are left out of it."""
    try:
        yield
    except FileNotFoundError:
        raise CommandError(f"{path}: no such file") from None
    except OSError as error:
        raise CommandError(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise CommandError(f"{path}: not UTF-8 text: byte {error.start}") from None
    except ValueError as error:
        text = str(error)
        ways = [f"{reader}: " for reader in readers] + [f"{name}{end}" for name in named(path) for end in (": ", " ")]
        for before in ways:
            text = text.removeprefix(before)
        raise CommandError(text if text.startswith(str(path)) else f"{path}: {text}") from None
    except MemoryError:
        raise CommandError(f"{path}: needs more memory than there is; give a part of it") from None


def named(path: Path) -> tuple[str, ...]:
    """How readers name it."""
    return ("<stdin>", "the text") if str(path) == "-" else (path.name,)


def standard_input() -> BinaryIO:
    """What stands there, open."""
    if sys.stdin is None:
        raise CommandError("standard input is closed")
    return sys.stdin.buffer


def readable(path: Path) -> Path | BinaryIO:
    """What readers take: a path, or standard input for `-`."""
    return standard_input() if str(path) == "-" else path


def read_text(path: Path, door: str) -> str:
    """The text of a file that a door reads; `-` is standard input."""
    with told(path):
        try:
            data = contents(readable(path), LARGEST_REQUEST)
        except Unreadable as error:
            if error.head:
                known(error.head, door, str(path))
            raise
        text = known(data, door, str(path)).decode("utf-8") if isinstance(data, bytes) else data
        weigh_tree(text, LARGEST_REQUEST)
        return text


def read(path: Path) -> dict[str, Any]:
    """The request of a file: JSON or TOML by its suffix; where that says neither, JSON starts with a brace."""
    text = read_text(path, "plan")
    suffix = suffix_of(path)
    is_json = suffix == ".json" or (suffix != ".toml" and text.lstrip("\ufeff \t\r\n").startswith("{"))
    try:
        form = _core.from_json(text) if is_json else _core.from_toml(text)
    except ValueError as error:  # "TOML: line 3, column 7: ..."
        expected = "" if suffix in (".toml", ".json") else f"expected {DOORS['plan']}; "
        raise CommandError(f"{path}: {expected}not valid {error}") from None
    if not isinstance(form, dict):
        raise CommandError(f"{path}: a request must be an object: {{...}}")
    return form


def taken_by(questions: Sequence[str]) -> tuple[str, ...]:
    """The parts that questions need or use."""
    return tuple(dict.fromkeys(part for q in questions for of in ("needs", "uses") for part in TABLES["questions"][q][of]))


class Takes(NamedTuple):
    """What a command asks of a file.

    `own` is the table that holds the first question's own arguments; `options` are parts that the command or its options give;
    of `many` the file may hold several although others take one; `bare`: that table need not be there. `instead`: what is asked
    of a file about something else, whose first question needs another part first. `interval`: whether an option says how often
    the strategy saves; where it does in steps, the file may tell the time of one by the tables of `step`.
    """

    questions: tuple[str, ...]
    own: str = ""
    options: tuple[str, ...] = ()
    many: tuple[str, ...] = ()
    bare: bool = False
    instead: Takes | None = None
    interval: bool = False

    @property
    def tables(self) -> list[str]:
        """The tables that the file may have."""
        parts = [part for one in self.files for part in taken_by(one.questions) if part not in one.options]
        return list(dict.fromkeys(parts + [one.own for one in self.files if one.own]))

    @property
    def files(self) -> list[Takes]:
        """What is asked of each kind of file."""
        return [self, *(self.instead.files if self.instead else [])]

    @property
    def about(self) -> str:
        """The table that says what a file is about."""
        needed: str = TABLES["questions"][self.questions[0]]["needs"][0]
        return needed

    def of(self, form: Mapping[str, Any], path: Path | None) -> Takes:
        """What is asked of this file; where there is a choice it has the one table or the other."""
        if self.instead is None:
            return self
        there = [one for one in self.files if form.get(one.about) is not None]
        if len(there) == 1:
            return there[0]._replace(instead=None)
        either = " or ".join(f"[{one.about}]" for one in self.files)
        if not there:
            raise CommandError(f"{path}: has no table {either}: one of them says what is asked about")
        both = " and ".join(f"[{one.about}]" for one in there)
        raise CommandError(f"{path}: has the tables {both}: one question at a time, so {either} must be in a file of its own")

    @property
    def follows(self) -> list[str]:
        """The fields of the file's parts that the first question finds by itself."""
        found: list[str] = TABLES["questions"][self.questions[0]].get("follows", [])
        return found

    def heading(self, table: str) -> str:
        """A table as the file names it."""
        return f"[[{table}]]" if table in LISTED + self.many else f"[{table}]"


#: parts of a scenario beside its own numbers and the factors
SCENARIO = ("hardware", "run", "power", "ring", "chips", "data", "wall", "yearly", "growth", "strategy")


def heading(table: str) -> str:
    """A table as a TOML file names it."""
    return Takes(()).heading(table)


def default_text(row: Mapping[str, Any]) -> str:
    """The default of a field, or that there is none."""
    if "instead_of" in row:
        return f"for {row['instead_of']}"
    if row["required"]:
        return "required"
    default = row["default"]
    if isinstance(default, bool):
        return str(default).lower()
    if default is None:
        return "not given"
    return _format.quantity(default, row["unit"] or "1") if isinstance(default, float) else str(default)


#: the tables that tell the time of a step
OF_STEP = (*TABLES["questions"]["step"]["needs"], "step")

#: the strategies that can be chosen
KINDS: dict[str, Any] = TABLES["kinds"]["strategy"]


def in_steps(interval: str) -> str | None:
    """How many steps an interval is, where it is in steps."""
    found = re.fullmatch(r"\s*(\S+)\s*steps?\s*", interval)
    return found[1] if found else None


def has_interval(kind: str) -> bool:
    """Whether a strategy takes an interval as a number."""
    return any(row["name"] == "interval" for row in KINDS[kind]["fields"])


def with_interval(strategy: Any, interval: Any) -> Any:
    """A strategy as a request has it, with another interval; None where it takes none."""
    usual = next(kind for kind, table in KINDS.items() if table["default"])
    if strategy is None or isinstance(strategy, str):
        form: dict[str, Any] = {"name": strategy or usual}
    elif not isinstance(strategy, dict):
        return strategy  # the catalogue refuses it
    elif len(strategy) == 1 and isinstance(fields := next(iter(strategy.values())), dict):
        form = {"name": next(iter(strategy)), **fields}
    else:
        form = strategy if any(key in strategy for key in ("kind", "name", "preset")) else {"name": usual, **strategy}
    kind = form.get("kind", form.get("name", form.get("preset")))
    return None if kind in KINDS and not has_interval(kind) else {**form, "interval": interval}


@contextmanager
def option(name: str) -> Iterator[None]:
    """What is wrong with a value is said with the option in front."""
    try:
        yield
    except ValueError as error:
        raise CommandError(f"{name}: {error}") from None


#: all that a run may be said by
RUN_ROWS: list[dict[str, Any]] = TABLES["kinds"]["run"]["training_run"]["fields"]


def over(run: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    """The run of a file with what the command line says of it instead: a value, or another way to give it."""
    if not isinstance(run, dict):  # the name of a preset, or what the catalogue will refuse
        return dict(given) if run is None else {"preset": run, **given}
    place = {row["name"]: row.get("instead_of", row["name"]) for row in RUN_ROWS}
    replaced = {place.get(name) for name in given if name not in run}
    kept = {name: value for name, value in run.items() if name not in place or place[name] not in replaced}
    if any(place.get(name) == "gpu_mttf" for name in given):
        kept.pop(ENDS_OF_LOG, None)  # they are of the rate that the file has
    return {**kept, **given}


def take_causes_by_name(form: dict[str, Any]) -> None:
    """The name of a list of causes, which stands on top of a file, before rows of the file's own."""
    if "causes" in form:
        rows = form.get("cause", [])
        form["cause"] = [form.pop("causes"), *(rows if isinstance(rows, list) else [rows])]


def _is_attended(operation: Mapping[str, Any]) -> bool:
    """Whether a table [operation] says that somebody is there in some hours."""
    full = _core.presets("operation").get(str(operation.get("preset")), {}) | operation
    said = {name: full[name] for name in ("kind", "hours") if name in full}
    return bool(_core.respelled("operation", "operation", said).get("kind") == "attended")


class Document:
    """A file, and what a command asks of it. Nothing in the file is ignored.

    `given`: fields of the run that the command line gives, and `names`: the options that do; `form`: what of the file is left
    to look at, where a command has read it.
    """

    def __init__(
        self,
        path: Path | None,
        takes: Takes,
        given: Mapping[str, Any] | None = None,
        names: Mapping[str, str] | None = None,
        form: dict[str, Any] | None = None,
    ) -> None:
        self.path = path
        self.parts = form if form is not None else read(path) if path else {}
        take_causes_by_name(self.parts)
        takes = takes.of(self.parts, path)
        self._of_step = {name: self.parts.pop(name) for name in OF_STEP if name in self.parts} if takes.interval else {}
        known = takes.tables
        for name, value in self.parts.items():
            if name not in known:
                table = isinstance(value, (dict, list))
                what = f"table [{name}]" if table else f"key {name!r} outside any table"
                raise CommandError(f"{path}: unknown {what}{_core.suggestion(name, known)}")
        self.parts = {name: value for name, value in self.parts.items() if value is not None}  # null: not given
        self.options: dict[str, str] = {}
        self.own_name = own = takes.own
        if given:
            self.override(given)
        self.own = self.parts.pop(own, {} if takes.bare else None)
        for part in (own, *TABLES["questions"][takes.questions[0]]["needs"]):
            if part and part not in self.parts and part not in takes.options and (part != own or self.own is None):
                raise self.error(f"has no table [{part}]")
        if own and not isinstance(self.own, dict):
            raise CommandError(f"{path}: {own} = {self.own!r} must be a table: [{own}]")
        #: what the file is about, where there is a choice
        self.about = takes.about if TABLES["questions"][takes.questions[0]]["needs"] else ""
        self._given_own = {own: dict(self.own)} if own and self.own else {}
        self.options |= {f"run.{field}": option for field, option in (names or {}).items()}
        #: what was asked so far, in full: parts with all their fields in SI
        self.full: Columns = {}
        #: what the catalogue found unusual in it
        self.remarks: list[str] = []

    def override(self, given: Mapping[str, Any]) -> None:
        """Takes what the command line says of the run; the file's own run is looked at all the same."""
        run = self.parts.get("run")
        self.look_at("run", run if isinstance(run, dict) else None)
        self.parts["run"] = over(run, given)

    def look_at(self, group: str, *parts: Any) -> None:
        """Refuses a number of the file that is wrong by itself, although something else takes its place."""
        for part in parts:
            try:
                catalog.checked(_core.look_at(group, part) if part is not None else {})
            except RequestError as error:
                raise self.refused(error, {}) from None

    @property
    def facts(self) -> dict[str, Any]:
        """What stands before an answer as JSON: the file, and the remarks where there are any."""
        return {"file": self.name, **({"remarks": self.remarks} if self.remarks else {})}

    @property
    def name(self) -> str | None:
        """The file as it was named; None without one."""
        return None if self.path is None else str(self.path)

    def as_asked(self) -> str:
        """The run and the other tables as they were given, as TOML."""
        text: str = _core.to_toml({**self.parts, **self._given_own, **self._of_step})
        return text

    def operate(self, who: str) -> None:
        """By one of the published ways, or in attended hours: the file's own stops by people stay.

        So does how soon they act, where the file says it of attended hours, too.
        """
        ready = _core.presets("operation")
        if who not in ready and not any(letter.isdigit() for letter in who):
            near = _core.suggestion(who, list(ready))
            raise CommandError(f"--operation: {who!r} is no hours ('Mon-Fri 9:00-17:00') and none of {', '.join(ready)}{near}")
        said = self.parts.get("operation")
        kept = {} if not isinstance(said, dict) else {n: x for n, x in said.items() if n not in ("kind", "hours", "preset")}
        by = {"preset": who} if who in ready else {"kind": "attended", "hours": who}
        if not (isinstance(said, dict) and _is_attended(said) and _is_attended(by)):
            kept.pop("reaction", None)
        self.parts["operation"] = kept | by
        self.options["operation.hours"] = "--operation"

    def save_every(self, said: str, step_time: str | None) -> None:
        """Takes the interval of its strategies from an option: a time, or a number of steps."""
        steps = in_steps(said)
        with option("--interval"):
            if steps is None:
                interval: Any = number_or_text(said)
            else:
                count = float(_core.quantity(steps, "1", share=False))
                if not count >= 1:
                    raise ValueError(f"{said!r} must be one step at least")
                interval = count * self._step_time(said, step_time)
        given = self.parts.get("strategy")
        listed = given if isinstance(given, list) else [given]
        self.look_at("strategy", *listed)
        found = [with_interval(one, interval) for one in listed]
        if all(one is None for one in found):
            names = ", ".join(kind for kind in KINDS if has_interval(kind))
            raise CommandError(f"--interval: the strategy has no interval; those that have one are {names}")
        kept = [old if new is None else new for old, new in zip(listed, found, strict=True)]
        self.parts["strategy"] = kept if isinstance(given, list) else kept[0]
        self.options["strategy.interval"] = "--interval"

    def _step_time(self, said: str, step_time: str | None) -> float:
        """The time of a step, from its option or the file's tables."""
        if step_time is not None:
            with option("--step-time"):
                seconds = number_or_text(step_time)
                return seconds if isinstance(seconds, float) else float(_core.quantity(seconds, "s"))
        if not self._of_step:
            tables = ", ".join(f"[{name}]" for name in OF_STEP)
            raise CommandError(f"--interval {said!r} needs the time of a step: give --step-time, or FILE the tables {tables}")
        try:
            own = self._of_step.get("step", {})
            parts = {name: part for name, part in self._of_step.items() if name != "step"}
            found = numbers(catalog.checked(_core.ask({"question": "step", **parts, "with": own}, True))["columns"])
        except RequestError as error:
            raise self.refused(error, {}) from None
        if found["status"] != "ok":
            raise self.error(f"--interval {said!r} needs the time of a step, which has none: {found['note']}")
        return float(found["time"])

    def ask(
        self,
        question: str,
        own: Mapping[str, Any] | None = None,
        said: Mapping[str, str] | None = None,
        only: Callable[[str], bool] = lambda name: True,
        **more: Any,
    ) -> Columns:
        """The columns of an answer.

        `own`: the question's own arguments; `more`: parts beside those of the file; `said`: which option gave what is not of
        the file, by the start of its path; `only`: the columns that are looked at.
        """
        request = self.request(question, own, more)
        try:
            found = catalog.checked(_core.ask(request, "over" not in more))
        except RequestError as error:
            raise self.refused(error, said or {}) from None
        self.full |= numbers(found.pop("request", {}))
        self.remarks += [remark for remark in found.get("remarks", []) if remark not in self.remarks]
        return {name: numbers(column) for name, column in found["columns"].items() if only(name)}

    def completed(self, question: str, said: Mapping[str, str], **more: Any) -> Columns:
        """What would be asked, in full, without an answer."""
        try:
            found: Columns = numbers(catalog.completed(self.request(question, None, more)))
        except RequestError as error:
            raise self.refused(error, said) from None
        return found

    def request(self, question: str, own: Mapping[str, Any] | None, more: Mapping[str, Any]) -> dict[str, Any]:
        """The request of a question."""
        return {"question": question, **self.parts, **more, "with": {**(self.own or {}), **(own or {})}}

    def refused(self, error: RequestError, said: Mapping[str, str]) -> Refused:
        """A refusal with the file and the table, or the option, in front."""
        for path, option in {**said, **self.options}.items():
            if error.field == path or error.field.startswith(f"{path}."):
                return Refused(f"{option}: {error}", str(error), error.field)
        names = error.field.split(".")
        if names[0] == "with":
            names[0] = self.own_name
        table = ".".join(names[: 2 if names[1:] and names[1].isdigit() else 1])
        return Refused(self._in_file(f"[{table}]: {error}" if table else error), str(error), error.field)

    def error(self, message: object) -> CommandError:
        """Something wrong with what was asked, with the file in front."""
        return CommandError(self._in_file(message))

    def _in_file(self, message: object) -> str:
        return f"{self.path}: {message}" if self.path else str(message)

    def refuse_infeasible(self, found: Columns) -> None:
        """Refuses an answer that has no numbers."""
        if found["status"] == "infeasible":
            raise self.error(found["note"])

    def part(self, group: str) -> dict[str, Any]:
        """A part that was asked about, with all its fields in SI; what the file does not say is at its default."""
        found: dict[str, Any] = self.full[group]
        return found


@contextmanager
def drawing(document: Document) -> Iterator[None]:
    """What a figure refuses about the run is bad input; what overflows on the way to its edges is no news."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            yield
    except ValueError as error:
        pyplot().close("all")
        raise document.error(f"--plot: {error}") from None


def numbers(value: Any) -> Any:
    """Values as Python computes with them: null is NaN, "unlimited" infinity."""
    if isinstance(value, dict):
        return {key: numbers(one) for key, one in value.items()}
    if isinstance(value, list):
        nests = any(isinstance(one, (list, dict)) for one in value)
        return [numbers(one) for one in value] if nests else [NUMBERS.get(one, one) for one in value]
    return NUMBERS.get(value, value)


def nested(columns: Columns) -> Columns:
    """Columns "shares.restart" as {"shares": {"restart": ...}}."""
    found: Columns = {}
    for name, value in columns.items():
        group, separator, one = name.partition(".")
        if separator:
            found.setdefault(group, {})[one] = value
        else:
            found[name] = value
    return found


def rows(columns: Columns) -> list[Columns]:
    """Columns of equal lengths as rows."""
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def number_or_text(text: str) -> float | str:
    """What an option says: a bare number is in SI, as in a file; a text has its unit."""
    try:
        return float(text)
    except ValueError:
        return text


def made(group: str, part: Mapping[str, Any]) -> Any:
    """The object of a part in full: of its class in Python, whatever it is."""
    classes = {c._kind: c for c in _subclasses(Parameters) if c._group == group}
    fields = {key: value for key, value in part.items() if value is not None and value == value}
    made_of = next(iter(classes.values()))
    if made_of._named:
        kind = fields.pop("kind" if "kind" in fields else "name")
        made_of = classes.get(kind, made_of)  # a growth law of any name is one class
    if "levels" in fields:
        fields["levels"] = [
            sl.strategies.Level(tier=None if level["tier"] == "own" else made("tier", level["tier"]), share=level["share"])
            for level in fields["levels"]
        ]
    if "inner" in fields:
        fields["inner"] = made("strategy", fields["inner"])
    return made_of(**fields)


def _subclasses(of: type[Parameters]) -> list[type[Parameters]]:
    return [found for direct in of.__subclasses__() for found in (direct, *_subclasses(direct))]


def objects(document: Document) -> dict[str, Any]:
    """The run, strategy, growth and factors that were asked about as the library's own objects, for plots and the simulator."""
    return objects_of(document.full)


def objects_of(full: Columns) -> dict[str, Any]:
    """The same of parts in full; the strategy is under what stands beside it of causes, restart and operation."""
    found: dict[str, Any] = {group: made(group, full[group]) for group in ("run", "strategy", "growth") if group in full}
    if "strategy" in found:
        found["strategy"] = stopped(full, found["strategy"])
    return {**found, "factors": [made("factor", one) for one in full.get("factor", [])]}


def stopped(full: Columns, strategy: Any) -> Any:
    """A strategy under what stands beside it of causes, restart and operation."""
    one = {group: made(group, full[group]) for group in ("restart", "operation") if group in full}
    if "cause" not in full and not one:
        return strategy
    return strategy.under([made("cause", row) for row in full.get("cause", [])], **one)


def scenario(document: Document) -> Any:
    """The scenario that was asked about as the library's own object."""
    full = document.full
    parts = {group: made(group, full[group]) for group in SCENARIO if group in full and group != "run"}
    if "strategy" in parts:
        parts["strategy"] = stopped(full, parts["strategy"])
    follows = {"gpus": 1, "checkpoint_bytes": 0}  # from the demand, whatever they are here
    run = made("run", {**full["run"], **{name: x for name, x in follows.items() if name not in full["run"]}})
    factors = [made("factor", one) for one in full.get("factor", [])]
    return sl.analysis.Scenario(**full["scenario"], run=run, **parts, factors=factors)


# criteria from the command line


def read_criteria(texts: Sequence[str] | None, with_factors: bool = False) -> dict[str, Any]:
    """Criteria as a request has them, by the text that asked for them; none: the catalogue's own, by the text that would."""
    if texts:
        return {text: criterion(text) for text in texts}
    asked = ((form, "") if isinstance(form, str) else next(iter(form.items())) for form in USUAL_CRITERIA[with_factors])
    return {f"{name}={value:g}" if value else name: {name: value} if value else name for name, value in asked}


def offered_criteria() -> list[str]:
    """The criteria that a command line can say: those of at most one number."""
    return [kind for kind, table in TABLES["kinds"]["criterion"].items() if len(table["fields"]) <= 1]


def criterion(text: str) -> Any:
    """'goodput_at_least=0.9', 'peak_throughput': a criterion of at most one number."""
    name, separator, value = (part.strip() for part in text.partition("="))
    kinds = TABLES["kinds"]["criterion"]
    offered = offered_criteria()
    if name in kinds and name not in offered:
        raise CommandError(f"--criterion {text}: {name} takes more than one value; ask for it: {request_for(name)}")
    if name not in offered:
        raise CommandError(f"--criterion {text}: unknown criterion {name!r}{_core.suggestion(name, offered)}")
    fields = kinds[name]["fields"]
    if bool(fields) != bool(separator):
        form = f"{name}={fields[0]['name'].upper()}, {fields[0]['range']}" if fields else f"{name}, without a value"
        raise CommandError(f"--criterion {text}: the form is {form}")
    return {name: number_or_text(value)} if fields else name


def request_for(name: str) -> str:
    """The request that `ask` takes for a criterion of several numbers."""
    inner = ", ".join(f'"{row["name"]}": ...' for row in TABLES["kinds"]["criterion"][name]["fields"] if row["required"])
    if name in TABLES["questions"]:
        return f'scaling-limits ask FILE, with {{"question": "{name}", "run": {{...}}, "with": {{{inner}}}}}'
    return f'scaling-limits ask FILE, with {{"question": "limit", "run": {{...}}, "criterion": {{"{name}": {{{inner}}}}}}}'


def options_of(criteria: Mapping[str, Any]) -> dict[str, str]:
    """Which option gave which path of the question `limits`."""
    return {f"with.criteria.{i}": f"--criterion {text}" for i, text in enumerate(criteria)}


def exponents(growth: Mapping[str, Any]) -> dict[str, float]:
    """The exponents of a growth law that are not zero."""
    return {field: x for field, x in growth.items() if field != "name" and x}


def growth_label(growth: Mapping[str, Any]) -> str:
    """The law in words."""
    grown = exponents(growth)
    return ", ".join(f"{field} ~ gpus^{x:g}" for field, x in grown.items()) or "everything but the size fixed"
