# SPDX-License-Identifier: Apache-2.0
"""Console lines of training frameworks as a log of steps: what each line says is declared, one walk makes rows of it.

References
----------
Megatron-LM, megatron/training/training.py (training_log, save_checkpoint_and_time) and timers.py; torchtitan, components/
metrics.py and checkpoint.py; NeMo, lightning/pytorch/callbacks/progress_printer.py; DeepSpeed, runtime/engine.py and
runtime/checkpoint_engine/torch_checkpoint_engine.py; PyTorch Lightning, callbacks/progress/tqdm_progress.py.
"""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ._core import units

#: a time of day with its date, anywhere in a line
STAMP = re.compile(r"(\d{4})[-/](\d\d)[-/](\d\d)[ T](\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))?(?:\s?(Z|UTC|[+-]\d\d:?\d\d))?")
#: who printed a line, as launchers say it
RANK = re.compile(r"\s*(?:\[?(?:rank|default)\s?(\d+)\]?|(\d+)(?=:\s))", re.IGNORECASE)
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_NUMBER = r"\d{1,9}(?:\.\d*)?"
_TS = "`... 2>&1 | ts '%Y-%m-%d %H:%M:%S'` (of moreutils) puts them before each line"


@dataclass(frozen=True)
class Event:
    """What a line with `needle` that the pattern fits says: groups step, of (each epoch has so many), s and ms (how long),
    gpus (of the attempt).

    A line ends a row (`end`), tells its length beforehand (`took`) or its begin (`begin`), begins an attempt (`start`) or ends
    the run (`stop`).
    """

    needle: str
    pattern: re.Pattern[str]
    kind: str
    what: str = "end"


@dataclass(frozen=True)
class Dialect:
    """Lines of a framework: it is known by those of steps, the first of its events; what makes it print times."""

    name: str
    way_out: str
    events: tuple[Event, ...]


def _event(needle: str, pattern: str, kind: str, what: str = "end") -> Event:
    return Event(needle, re.compile(pattern), kind, what)


ENDED = "ends of the run by itself, behind which it went on: {}; they are no failures, the time between is downtime"
_TIMER = rf"\s*\.*: \({_NUMBER}, (?P<ms>{_NUMBER})\)"
DIALECTS = (
    Dialect(
        "Megatron-LM",
        f"Megatron-LM since core 0.7 prints them, and {_TS}",
        (
            _event("elapsed time per it", r"iteration\s+(?P<step>\d{1,15})/\s*\d+ \|.*elapsed time per iteration \(ms\):\s*"
                   rf"(?P<ms>{_NUMBER})", "step"),
            _event("using world size:", r"using world size:(?:\s*(?P<gpus>[1-9]\d{0,8})\b)?", "startup", "start"),
            _event("time to initialize meg", rf"time to initialize megatron \(seconds\): (?P<s>{_NUMBER})", "startup", "took"),
            _event("] datetime:", r"\[(?:after|before) .*\] datetime:", "startup"),
            _event("loading checkpoint from", r"loading checkpoint from", "startup", "begin"),
            _event("load-checkpoint", rf"load-checkpoint{_TIMER}", "startup"),
            _event("saving checkpoint at it", r"saving checkpoint at iteration", "checkpoint", "begin"),
            _event("successfully saved check", r"successfully saved checkpoint from iteration", "checkpoint"),
            _event("save-checkpoint", rf"save-checkpoint{_TIMER}", "checkpoint"),
            _event("evaluate", rf"^\W*evaluate{_TIMER}", "eval"),
        ),
    ),
    Dialect(
        "torchtitan",
        f"its logger prints them unless its format was changed, and {_TS}",
        (
            _event("loss:", r"\bstep:\s*(?P<step>\d{1,15})(?:/\d+\S*)?\s.*?\bloss:", "step"),
            _event("Starting job", r"Starting job", "startup", "start"),
            _event("Loading the checkpoint", r"Loading the checkpoint", "startup", "begin"),
            _event("Finished loading the", rf"Finished loading the checkpoint in (?P<s>{_NUMBER}) s", "startup"),
            _event("Training starts at step", r"Training starts at step", "startup"),
            _event("Saving the checkpoint", r"Saving the checkpoint", "checkpoint", "begin"),
            _event("Finished saving the", rf"Finished saving the checkpoint.*?in (?P<s>{_NUMBER}) s", "checkpoint"),
            _event("Training completed", r"Training completed", "other", "stop"),
        ),
    ),
    Dialect(
        "NeMo",
        _TS,
        (
            _event("global_step:", r"iteration \d+/\d+ \|.*global_step: (?P<step>\d{1,15})(?:.*train_step_timing in s: "
                   rf"(?P<s>{_NUMBER}))?", "step"),
            _event("Checkpoint Save", rf"Global Checkpoint Save .*Save duration: (?P<s>{_NUMBER})s", "checkpoint"),
            _event("Checkpoint Load", rf"Global Checkpoint Load .*Time spent in load_checkpoint: (?P<s>{_NUMBER})s", "startup"),
        ),
    ),
    Dialect(
        "DeepSpeed",
        "its logger prints them unless its format was changed; \"steps_per_print\": 1 prints each step",
        (
            _event("] step=", r"\[Rank \d+\] step=(?P<step>\d{1,15}), skipped=", "step"),
            _event("is about to be saved", r"\[Torch\] Checkpoint \S+ is about to be saved", "checkpoint", "begin"),
            _event("is ready now", r"\[Torch\] Checkpoint \S+ is ready now", "checkpoint"),
        ),
    ),
    Dialect(
        "PyTorch Lightning's progress bar",
        f"CSVLogger, WandbLogger and TensorBoardLogger keep them with the steps, and {_TS}",
        (_event("Epoch ", r"Epoch (?P<epoch>\d{1,9}):[\s:]+\d+%\|[^|]*\|\s*(?P<step>\d{1,15})/(?P<of>\d{1,9}) \[", "step"),),
    ),
    Dialect(
        "Hugging Face's Trainer",
        f"report_to=\"wandb\" or \"tensorboard\" keeps them with the steps, and {_TS}",
        (_event("'loss': ", r"\{'loss': .*'epoch': (?P<step>\d+\.?\d*)\}", "step"),),
    ),
)  # fmt: skip


#: line, kind, step, when it began and ended, how long it took, attempt; None: not known
Row = tuple[int, str, float | None, Any, Any, float | None, int]


@dataclass
class Table:
    """Rows as columns, where each stands, what to know; the resolution of the clock, where times have one [s]."""

    columns: dict[str, list[Any]]
    places: list[int]
    notes: list[str] = field(default_factory=list)
    resolution: float | None = None


def stamp(line: str) -> datetime.datetime | None:
    """The first time in a line."""
    if not (found := STAMP.search(line)):
        return None
    year, month, day, clock, part, zone = found.groups()
    try:
        text = f"{year}-{month}-{day}T{clock}.{(part or '0')[:6].ljust(6, '0')}"
        return datetime.datetime.fromisoformat(text + (zone or "").replace("UTC", "Z"))
    except ValueError:
        return None


def _between(begin: datetime.datetime, end: datetime.datetime) -> float | None:
    """Seconds, not below 0; None: one of them names its zone."""
    return None if (begin.tzinfo is None) != (end.tzinfo is None) else max(0.0, (end - begin).total_seconds())


def read(name: str, text: str) -> Table | None:
    """The rows of console lines; None: they are of no dialect. ValueError for those that say no times."""
    if "\x1b[" in text:
        text = _COLOUR.sub("", text)
    known: list[tuple[Dialect, _Walk]] = []
    lines: list[str] = []
    for dialect in DIALECTS:
        first = dialect.events[0]
        if first.needle not in text:
            continue
        lines = lines or text.split("\n")
        if any(first.needle in line and first.pattern.search(line) for line in lines):
            known.append((dialect, _Walk(dialect, lines)))
    for _, walk in sorted(known, key=lambda one: -one[1].steps):
        if walk.steps:
            return walk.table()
    if known:
        dialect = known[0][0]
        raise ValueError(
            f"goodput_from_steps: {name} holds console lines of {dialect.name} without times, of which no clock follows: "
            f"{dialect.way_out}"
        )
    for dialect in DIALECTS:
        if sum(bool(event.needle in text and event.pattern.search(text)) for event in dialect.events) > 1:
            raise ValueError(f"goodput_from_steps: {name} holds console lines of {dialect.name}, but none of a step")
    return None


class _Walk:
    """One walk over the lines."""

    def __init__(self, dialect: Dialect, lines: Sequence[str]) -> None:
        self.dialect = dialect
        self.rows: list[Row] = []
        self.whole, self.steps, self.attempt = True, 0, 0
        self.clock: datetime.datetime | None = None  # the latest that is known in the attempt
        self.stepped = self.ended = False
        self.untold = self.unread = self.ends = self.timeless = self.others = 0
        self.started = False
        self.pending: dict[str, datetime.datetime | None] = {}  # begun
        self.took: dict[str, float] = {}
        self.gpus: dict[int, float] = {}  # of attempts
        self.printed: dict[int, str | None] = {}  # by whom an event is printed
        for number, event, found, line in self._events(lines):
            self._take(number, event, found, line)
        self.untold += "checkpoint" in self.pending

    def _events(self, lines: Sequence[str]) -> Iterator[tuple[int, Event, re.Match[str], str]]:
        for number, line in enumerate(lines, 1):
            for k, event in enumerate(self.dialect.events):
                if event.needle not in line or not (found := event.pattern.search(line)):
                    continue
                rank = RANK.match(line)
                who = (rank[1] or rank[2]) if rank else None
                if self.printed.setdefault(k, who) == who:
                    attempt = self.attempt
                    yield number, event, found, line
                    if self.attempt > attempt:
                        self.printed = {k: who}
                else:  # what other ranks say of it is the same
                    self.others += event.kind == "step"
                break

    def _take(self, number: int, event: Event, found: re.Match[str], line: str) -> None:
        groups = found.groupdict()
        length = float(groups["ms"]) * units.millisecond if groups.get("ms") else None
        length = float(groups["s"]) if groups.get("s") else length
        when = stamp(line)
        self.whole = self.whole and not (when and when.microsecond)
        if event.what == "start" or (event.kind == "startup" and event.what == "begin" and self.stepped):
            self._begin_attempt(number, when)
        if groups.get("gpus"):
            self.gpus[self.attempt] = float(groups["gpus"])
        if event.what == "took" and length is not None:
            self.took[event.kind] = length
        elif event.what == "begin":
            self.untold += event.kind == "checkpoint" and "checkpoint" in self.pending
            self.pending[event.kind] = when
            if when and event.kind == "startup":  # it came so far
                self._put(number, event.kind, None, when, None)
        elif event.kind == "step":
            step = float(groups["step"]) + float(groups.get("epoch") or 0) * float(groups.get("of") or 0)
            self._step(number, step, when, length)
        else:
            self._beside(number, event, when, length)

    def _begin_attempt(self, number: int, when: datetime.datetime | None) -> None:
        if self.ended and when and self.clock:  # no failure
            self.ends += 1
            self._put(number, "downtime", None, when, _between(self.clock, when))
        else:
            last = self.rows[-1] if self.rows and self.rows[-1][-1] == self.attempt else None
            if last and not self.stepped:  # its start-up failed, nobody knows when
                self.rows.append((last[0], "startup", None, self.clock, None, None, self.attempt))
            self.attempt += self.stepped or last is not None
            self.timeless += self.started and last is None
        self.stepped = self.ended = False
        self.started, self.clock = True, None
        self.untold += "checkpoint" in self.pending
        self.pending.clear()

    def _step(self, number: int, step: float, when: datetime.datetime | None, length: float | None) -> None:
        if when is None:
            self.unread += 1
            return
        self.steps += 1
        self.stepped = True
        self._put(number, "step", step, when, length)

    def _beside(self, number: int, event: Event, when: datetime.datetime | None, length: float | None) -> None:
        begun = self.pending.pop(event.kind, None) if (known := event.kind in self.pending) else None
        if length is None:
            length = self.took.pop(event.kind, None)
        if length is None and when and begun:
            length = _between(begun, when)
        last = self.rows[-1] if self.rows else None
        if not known and event.kind == "checkpoint" and last and last[1] == event.kind and last[-1] == self.attempt:
            return  # a second line of the same save
        if event.what in ("start", "stop"):
            length, self.ended = 0.0, event.what == "stop"
        if when is None and length is None:
            if known:  # a timer may tell later
                self.pending[event.kind] = begun
            return
        if when is None:
            if self.clock is None or length is None:
                self.untold += event.kind == "checkpoint"
                return
            try:
                when = self.clock + datetime.timedelta(seconds=length)
            except OverflowError:  # beyond all years
                return
        self._put(number, event.kind, None, when, length)

    def _put(self, number: int, kind: str, step: float | None, when: datetime.datetime, length: float | None) -> None:
        self.rows.append((number, kind, step, None, when, length, self.attempt))
        if self.clock is None or (self.clock.tzinfo is None) != (when.tzinfo is None) or when > self.clock:
            self.clock = when

    def table(self) -> Table:
        places, kind, step, start, time, length, attempt = map(list, zip(*self.rows, strict=True))
        counts = Counter(kind)
        said = ", ".join(f"{count} of {what}" for what, count in counts.items())
        notes = [f"read as console lines of {self.dialect.name}: {said}"]
        if self.unread:
            notes.append(f"lines of steps without a time: {self.unread}; left out")
        if self.others:
            notes.append(f"lines of steps that other ranks printed: {self.others}; left out")
        if self.timeless:
            notes.append(f"start-ups that failed before a line with a time: {self.timeless}; they are not counted")
        if self.untold:
            notes.append(f"saves of which no line says how long they took: {self.untold}; their time is other")
        if self.ends:
            notes.append(ENDED.format(self.ends))
        columns = {"step": step, "start": start, "time": time, "duration": length, "kind": kind, "attempt": attempt}
        if self.gpus:
            columns["gpus"] = [self.gpus.get(one) for one in attempt]
        return Table(columns, places, notes, 1.0 if self.whole else None)
