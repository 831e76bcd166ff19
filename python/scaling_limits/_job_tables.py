# SPDX-License-Identifier: Apache-2.0
"""Tables of jobs, a row each: accounting of Slurm however it was printed, its database, public traces, one's own.

A row with a state, a start and an end (or a length), and GPUs is an attempt, whatever separates its cells and whatever the case
of the header. What tells the dialects apart are their columns.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import _log_cells, _log_dates
from ._attempts import Attempts
from ._job_words import INTERRUPTIONS, Given, outcome_of, unknown_states, until_of
from ._log_cells import plain_name
from ._log_report import LogReport, cut, plural
from ._log_tables import LogTable
from ._source import FileError, Notes

#: names that columns go by, without case and punctuation, the surest first
COLUMNS = {
    "state": "state jobstate status finalstate finalstatus podphase phase exitstate",
    "start": "start starttime timestart startedat started jobstart gmtjobrunning scheduledtime begin began begintime",
    "end": "end endtime timeend endedat ended jobend gmtjobfinished deletiontime finish finishtime finished completiontime",
    "elapsed": "elapsedraw elapsed duration runtime runningtime walltime",
    "tres": "alloctres tresalloc reqtres tresreq",
    "gres": "allocgres gresalloc reqgres gresused",
    "gpus": "gpunum numgpus numgpu ngpus gpus gpucount ngpu allocgpus gpusallocated allocatedgpus reqgpus plangpu gpu",
    "nodes": "allocnodes nnodes nodesalloc",
    "node": "nodelist node hostname host machine",
    "job": "jobid idjob jobidraw jobname job id name",
    "cause": "cause rootcause failurereason exitreason stopreason",
}
#: columns with so many GPUs for each unit of another: percent of one for each instance (Alibaba), thousandths for each (openb)
SCALED = {"plangpu": ("instnum", 0.01), "numgpu": ("gpumilli", 0.001)}
#: what a cell has where Slurm does not know
UNKNOWN = frozenset({"", "unknown", "none", "n/a", "none assigned", "invalid", "nan", "null", "\\n"})
_unknown = frozenset(form for word in UNKNOWN for form in (word, word.upper(), word.capitalize(), word.title(), "N/A"))
_job_of_slurm = re.compile(r"\d{1,12}(_(\d{1,9}|\[[\d,%:-]*(\.\.\.)?\]?))?(\+\d{1,4})?")
_step = r"\d{1,12}(?:_\d{1,9})?(?:\+\d{1,4})?\."
EXPECTED = "rows with a state, start and end (or a length) and GPUs: sacct --parsable2 --format JobID,State,Start,End,AllocTRES"
#: columns with codes of how a program ended, which say that some rows are no failures, and not which
EXIT_CODES = frozenset({"exitcode", "derivedexitcode", "exitstatus", "returncode", "exit"})
FEW = 0.1  # of rows whose state nobody knows: more refuse the table
#: seconds of a unit that lengths may be in, where start and end say so: min, h, d, ms, us, points of thousands read as decimal
UNITS = (60.0, 3600.0, 86400.0, 1e-3, 1e-6, 1e3)


@dataclass
class JobTable:
    """A table of jobs while it is read."""

    table: LogTable
    given: Given
    found: dict[str, list[str]]  # columns by role, the surest first
    notes: Notes = field(default_factory=Notes)
    unusable: dict[int, str] = field(default_factory=dict)  # by place
    sized: bool = True
    known: dict[str, tuple[Any, Any]] = field(default_factory=dict)  # cells of columns: places among their texts, texts

    def column(self, role: str) -> str | None:
        """The surest column of a role."""
        return self.found[role][0] if self.found[role] else None

    def coded(self, name: str) -> tuple[Any, Any]:
        """Places of cells among the texts of a column, and those texts, "" where nobody knows."""
        import pandas

        if name not in self.known:
            column = self.table.frame[name]
            bare = column.isna().to_numpy()
            codes, words = pandas.factorize(column.to_numpy(object), use_na_sentinel=False)
            texts = _stripped(words.tolist())
            if bare.any():
                texts = ["" if gone else text for text, gone in zip(texts, pandas.isna(words), strict=True)]
            self.known[name] = codes, np.array([*texts, ""], object)[:-1]
        return self.known[name]

    def each_its_own(self, name: str) -> bool:
        """Whether no cell of a column is another's."""
        codes, words = self.coded(name)
        return len(words) == len(codes)

    def cells(self, name: str | None) -> Any:
        """Cells as texts, "" where nobody knows."""
        if name is None:
            return np.full(len(self.table.frame), "", object)
        codes, words = self.coded(name)
        return words[codes]

    def by_cell(self, name: str, read: Callable[[str], Any]) -> Any:
        """Numbers of texts, each text read once; a ValueError is what is wrong with its rows."""
        codes, texts = self.coded(name)
        values = np.full(len(texts), np.nan)
        for k, text in enumerate(texts):
            try:
                values[k] = read(text) if text else np.nan
            except ValueError as error:
                self.wrong(codes == k, f"{name} = {cut(text)}{error}")
        return values[codes]

    def wrong(self, rows: Any, why: str | Callable[[int], str]) -> None:
        """Rows that cannot be used; the first reason stands."""
        for k in np.flatnonzero(rows).tolist():
            self.unusable.setdefault(k, why if isinstance(why, str) else why(k))

    def error(self, problem: str, expected: str = "") -> FileError:
        """What is wrong with all of it."""
        return FileError(self.table.name, "", problem, expected)


def _stripped(words: list[Any]) -> list[str]:
    """Texts without blanks around them, "" where nobody knows; of a million fast."""
    try:
        joined = "\0".join(["", *words, ""])
    except TypeError:  # not all are texts
        joined = " \0"
    if any(one in joined for one in (" \0", "\0 ", "\t")):
        words = [str(word).strip() for word in words]
    return ["" if word in _unknown else word for word in words]


def columns_of(table: LogTable) -> dict[str, list[str]]:
    """The columns of each role."""
    plain: dict[str, str] = {}
    for name in table.frame.columns:
        plain.setdefault(plain_name(str(name)), str(name))
    return {role: [plain[word] for word in words.split() if word in plain] for role, words in COLUMNS.items()}


def looks_like(table: LogTable, given: Given | None = None) -> bool:
    """Whether a table is one of jobs: a state that is known, when or for how long, and GPUs, or a job of Slurm's."""
    found = columns_of(table)
    plain = {plain_name(str(name)) for name in table.frame.columns}
    of_slurm = bool(plain & {"jobid", "jobidraw", "idjob"})
    timed = bool(found["elapsed"]) or bool(found["end"])
    sized = any(found[role] for role in ("tres", "gres", "gpus")) or bool(plain & {"allocnodes", "nodesalloc"})
    of_jobs = of_slurm or bool(plain & {"jobname"})
    if not found["state"]:  # refused where another column tells them apart: not all of them failed
        return timed and sized and of_jobs and bool(plain & EXIT_CODES)
    if not timed or not (sized or of_slurm):
        return False
    states = [text for text in _log_cells.texts(table.frame[found["state"][0]][:200]) if text]
    known = sum(bool(_outcome(text, table, given)) for text in set(states))
    return not states or 2 * known >= len(set(states)) or bool(found["tres"]) or (sized and of_jobs)


def is_database(table: LogTable) -> bool:
    """Whether the columns are those of Slurm's accounting database, whose states are numbers."""
    return {"idjob", "timestart"} <= {plain_name(str(name)) for name in table.frame.columns}


def _outcome(text: str, table: LogTable, given: Given | None) -> str:
    number = is_database(table) and re.fullmatch(r"\d{1,9}", text)
    return outcome_of(int(text) if number else text, given.means if given else None)


def read(table: LogTable, given: Given) -> Attempts:
    """The attempts of a table of jobs."""
    of = JobTable(table, given, columns_of(table))
    _check(of)
    rows = _without_steps(of)
    state, outcome = _states(of)
    gpus = _gpus(of)
    start, end = _dates(of)
    time = _in_seconds(of, start, end, _lengths(of))
    time, end = _settled(of, outcome, start, end, time)
    jobs = np.arange(len(state)) if of.column("job") is None else of.cells(of.column("job"))
    nodes = _nodes(of)
    cause = state
    if reason := of.column("cause"):
        said = of.cells(reason)
        cause = np.where(said == "", state, said)
    rows[list(of.unusable)] = False
    columns = {"start": start, "end": end, "gpus": gpus, "state": state, "running_time": time, "job": jobs, "node": nodes}
    columns |= {"cause": cause, "outcome": outcome}
    columns, places = _once(of, columns, np.flatnonzero(rows))
    return _made(of, columns, table.lines[places])


def _nodes(of: JobTable) -> Any:
    """Where each ran, of those that ran on one node."""
    if of.column("node") is None:
        return np.full(len(of.table.frame), "", object)
    codes, words = of.coded(of.column("node") or "")
    return np.array([*("" if re.search(r"[,\[]", text) else text for text in words), ""], object)[codes]


def _check(of: JobTable) -> None:
    """Refuses a table that lacks what no option can say."""
    if not of.column("state"):
        raise FileError(of.table.name, "line 1", "has no column that says how jobs ended", "State")
    if not of.column("elapsed") and not (of.column("start") and of.column("end")):
        raise FileError(of.table.name, "line 1", "has no column that says how long jobs ran", "Elapsed, or Start and End")
    sized = any(of.column(role) for role in ("tres", "gres", "gpus", "nodes"))
    if not sized and of.given.gpus is None and not of.given.sized:
        of.given, of.sized = of.given._replace(gpus=1.0), False
    elif not sized and of.given.gpus is None:
        raise FileError(
            of.table.name,
            "line 1",
            "has no column that says how many GPUs jobs had",
            "AllocTRES of sacct, gpus, or say how many each had: --gpus N, of plan --log-gpus N (gpus= in Python)",
        )


def _without_steps(of: JobTable) -> Any:
    """Rows that are jobs: steps of Slurm's are none."""
    name = of.column("job")
    keep = np.ones(len(of.table.frame), bool)
    if name is None or plain_name(name) not in ("jobid", "jobidraw", "idjob"):
        return keep
    jobs = of.cells(name)
    if "".join(of.coded(name)[1]).isdigit() and "" not in of.coded(name)[1]:
        return keep
    keep &= ~np.array(["." in job and bool(re.match(_step, job)) for job in jobs], bool)
    if not keep.all():
        of.notes.left_out(f"steps of jobs ({int((~keep).sum()):,})")
    if any(of.column(role) for role in ("tres", "gres")):
        odd = np.array([not job.isdigit() and not _job_of_slurm.fullmatch(job) for job in jobs], bool)
        of.wrong(keep & odd, lambda k: f"{name} = {cut(jobs[k])} is no job of Slurm, such as 123, 123_4 or 123+0")
    return keep


def _states(of: JobTable) -> tuple[Any, Any]:
    """Words for how jobs ended, and what they mean."""
    name = of.column("state") or ""
    codes, words = of.coded(name)
    meanings = np.array([_outcome(word, of.table, of.given) if word else "" for word in words] or [""], object)
    if is_database(of.table):
        words = np.array([_name_of(word) for word in words], object)
    unknown = {k: str(words[k]) for k in range(len(words)) if not meanings[k]}
    counts = np.bincount(codes, minlength=len(words)) if len(codes) else np.zeros(0, int)
    asked = [unknown[k] for k in sorted(unknown, key=lambda k: -counts[k])]
    many = sum(counts[k] for k in unknown)
    if asked and many > FEW * len(codes) and len(codes) > 10:
        first = int(np.flatnonzero(np.isin(codes, list(unknown)))[0])
        raise FileError(
            of.table.name, f"{of.table.report.place} {of.table.lines[first]}", f"{name} = {unknown_states(asked, '--state')}"
        )
    for k, word in unknown.items():
        of.wrong(codes == k, f"{name} = {unknown_states([word], '--state')}" if word else f"{name} is empty")
    short = np.array([re.sub(r"(?<=\S) by .*|\+$", "", str(word)) for word in words] or [""], object)
    for other in of.found["state"][1:]:
        _compare_states(of, name, other, meanings[codes])
    return short[codes], meanings[codes]


def _compare_states(of: JobTable, name: str, other: str, outcome: Any) -> None:
    """Says in how many rows another column has it that a job was interrupted where that which is taken has not, or not so."""
    codes, words = of.coded(other)
    means = np.array([_outcome(word, of.table, of.given) if word else "" for word in words] or [""], object)[codes]
    differ = (means != "") & (outcome != "") & (np.isin(means, INTERRUPTIONS) != np.isin(outcome, INTERRUPTIONS))
    if many := int(differ.sum()):
        both = f"{name} or {other} says how jobs ended: {name} is taken; in {plural(many, 'row')} they differ"
        of.notes.unknown(f"whether {both}")


def _name_of(word: str) -> str:
    """A number of Slurm's database as its commands print it."""
    from . import _evaluate

    if not re.fullmatch(r"\d{1,9}", word):
        return word
    return str(_evaluate.ask("job_state", numbers={"code": int(word)}).columns["state"]) or word


def _gpus(of: JobTable) -> Any:
    """GPUs of each job: of the first column that says."""
    found = np.full(len(of.table.frame), np.nan)
    per_node, said = of.given.gpus_per_node, ""

    def fill(values: Any, source: str) -> None:
        nonlocal found, said
        lacking = np.isnan(found) | ((found == 0) if per_node is not None else False)
        use = lacking & ~np.isnan(values)
        if use.any() and not said:
            said = source
        found = np.where(use, values, found)

    for name in of.found["tres"]:
        ids = plain_name(name) in ("tresalloc", "tresreq")
        read = _by_number(of, name) if ids else _in_resources
        fill(of.by_cell(name, read), f"{name}, what was asked for" if "req" in name.lower() else name)
    for name in of.found["gpus"]:
        values = _log_cells.numbers(of.table.frame[name])
        other, scale = SCALED.get(plain_name(name), ("", 1.0))
        beside = next((str(one) for one in of.table.frame if plain_name(str(one)) == other), None)
        if plain_name(name) == "numgpu" and beside is None:
            scale = 1.0
        if beside is not None:
            values = values * _log_cells.numbers(of.table.frame[beside])
        values = np.where((values >= 0) & np.isfinite(values), values * scale, np.nan)
        fill(values, name if beside is None else f"{name} x {beside}")
    nodes = of.by_cell(of.found["nodes"][0], _count_of_nodes) if of.found["nodes"] else np.full(len(found), np.nan)
    for name in of.found["gres"]:
        each = np.where(of.cells(name) == "", 0.0, of.by_cell(name, _in_gres))  # a job of none has no text there
        fill(each * nodes, f"{name} x {of.found['nodes'][0]}" if of.found["nodes"] else name)
    if per_node is not None:
        fill(nodes * per_node, f"nodes x {per_node:g}")
    if of.given.gpus is not None and of.sized:
        fill(np.full(len(found), of.given.gpus), f"{of.given.gpus:g} each, as given")
    if said:
        of.notes.took("GPUs", said)
    if not of.sized:
        of.notes.unknown("how many GPUs jobs had: no GPU-time is known")
        return np.ones(len(found))
    return found


def _in_resources(text: str) -> float:
    """GPUs of "cpu=8,gres/gpu=16,gres/gpu:h100=16": those of all kinds, or the sum of the kinds."""
    total, kinds = None, 0.0
    for part in text.split(","):
        key, _, value = part.strip().partition("=")
        if not re.fullmatch(r"gres/gpu(:[^=]*)?", key):
            continue
        if not re.fullmatch(r"\d{1,9}", value):
            raise ValueError(f": {cut(part)} is no count of GPUs such as gres/gpu=16")
        if key == "gres/gpu":
            total = int(value)
        else:
            kinds += int(value)
    return kinds if total is None else total


def _in_gres(text: str) -> float:
    """GPUs of a node: "gpu:8", "gpu:h100:8(S:0-1)", "gres/gpu:8"."""
    each = re.search(r"(?:^|,)(?:gres[:/])?gpu(?::[^,:=(\d][^,:=(]*)?[:=](\d{1,9})", text)
    return int(each[1]) if each else math.nan


def _count_of_nodes(text: str) -> float:
    if re.fullmatch(r"\d{1,7}", text):
        return int(text)
    raise ValueError(" is no count of nodes")


def _by_number(of: JobTable, name: str) -> Callable[[str], float]:
    """How the database's "1=8,4=1,1001=16" is read: 1001 and above are the cluster's own, of which the least is gres/gpu."""
    own = sorted({int(one) for text in of.coded(name)[1] for one in re.findall(r"(?:^|,)(\d{4,5})=", text)})
    if own:
        of.notes.derived(
            f"resource {own[0]} of {name} is taken as gres/gpu, as Slurm numbers it where it is the first of a cluster's own"
            + (f"; there are {', '.join(map(str, own[1:4]))} too" if own[1:] else "")
        )

    def read(text: str) -> float:
        found = re.search(rf"(?:^|,){own[0]}=(\d{{1,9}})", text) if own else None
        return int(found[1]) if found else 0.0

    return read


def _dates(of: JobTable) -> tuple[Any, Any]:
    """From when until when each ran."""
    import pandas

    count, names = len(of.table.frame), [of.column("start"), of.column("end")]
    columns, plainly = {}, {}
    for name in dict.fromkeys(name for name in names if name is not None):
        raw = of.table.frame[name]
        if raw.dtype.kind in "iuf":
            raw = raw.where(raw != 0)
        elif raw.dtype.kind != "M":
            codes, words = of.coded(name)
            words = np.where((words == "0") | (words == "0.0"), "", words)
            if (plain := _plain_dates(words, of.given.timezone)) is not None:
                plainly[name] = plain[codes]
                continue
            raw = pandas.Series(words[codes], name=name, dtype=object)
        columns[name] = raw
    report = LogReport()
    read = _log_dates.read(columns, None, of.given.timezone, report) if columns else {}
    made = []
    for one in names:
        if one is None or one in plainly:
            made.append(np.full(count, np.nan) if one is None else plainly[one])
            continue
        name = one
        seconds = read[name].in_seconds()
        cells = columns[name].tolist()
        bad = np.isnan(seconds) & ~read[name].missing
        of.wrong(bad, lambda k, name=name, cells=cells: read[name].wrong(name, k, cells[k]))  # type: ignore[misc]
        made.append(seconds)
    for note in report.notes:
        of.notes.derived(note)
    bare = [name for name, one in read.items() if not one.zoned and one.seconds is None and not np.isnat(one.instants).all()]
    if (bare or plainly) and of.given.timezone is None:
        of.notes.derived("dates without a zone are taken as UTC; timezone= says otherwise")
    return made[0], made[1]


def _plain_dates(words: Any, zone: str | None) -> Any:
    """Seconds since 1970 of dates that are all as Slurm prints them, without a zone; None: others are among them."""
    import pandas

    known = words != ""
    if zone not in (None, "UTC") or not known.any():
        return None
    cells = pandas.Series(words[known], dtype=object)
    found = pandas.to_datetime(cells, format="%Y-%m-%dT%H:%M:%S", errors="coerce").to_numpy("datetime64[s]")
    if np.isnat(found).any():
        return None
    seconds = np.full(len(words), np.nan)
    seconds[known] = found.astype(np.int64)
    return seconds


def _lengths(of: JobTable) -> Any:
    """How long each ran, where a column says so."""
    found = np.full(len(of.table.frame), np.nan)
    for name in of.found["elapsed"]:
        values = _clock(of, name) if plain_name(name) == "elapsed" else _seconds(of, name)
        found = np.where(np.isnan(found), values, found)
    if of.found["elapsed"]:
        of.notes.took("exposure", of.found["elapsed"][0])
    else:
        of.notes.took("exposure", f"{of.column('start')} and {of.column('end')}")
    return found


def _in_seconds(of: JobTable, start: Any, end: Any, time: Any) -> Any:
    """Lengths in the unit in which they are what lies between start and end."""
    whole = end - start
    told = (time > 0) & (whole > 0)
    if not of.found["elapsed"] or not (time > 0).any():
        return time
    name = of.found["elapsed"][0]
    if not told.any():
        if plain_name(name) != "elapsedraw" and "".join(of.coded(name)[1]).replace(".", "").isdigit():
            of.notes.derived(f"{name}: numbers without a unit are taken as seconds; no start and end say whether they are")
        return time

    def agree(unit: float) -> float:
        return float((np.abs(time[told] * unit - whole[told]) <= max(unit, 1.0) + 0.01 * whole[told]).mean())

    unit = max(UNITS, key=agree)
    if agree(unit) > 1 - FEW and agree(1.0) < FEW:
        of.notes.derived(f"{name} is taken in units of {unit:g} s: so long is what lies between start and end")
        return time * unit
    if longer := int((time[told] > 1.01 * whole[told] + 60).sum()):
        what = plural(longer, "row")
        of.notes.unknown(f"why {name}, which is taken, is longer than from start to end in {what}")
    return time


def _seconds(of: JobTable, name: str) -> Any:
    import pandas

    codes, words = of.coded(name)
    values = _log_cells.numbers(pandas.Series(words, name=name, dtype=object), "s")
    bad = (words != "") & ~((values >= 0) & np.isfinite(values))
    of.wrong(bad[codes], lambda k: f"{name} = {cut(words[codes[k]])} is no number of seconds")
    return np.where(bad, np.nan, values)[codes]


def _clock(of: JobTable, name: str) -> Any:
    """Lengths as "1-02:03:04", all at once; numbers are seconds."""
    import pandas

    cells = pandas.Series(of.cells(name), dtype=object)
    days = cells.str.replace("-", " days ", n=1, regex=False)
    short = days.str.count(":") == 1
    found = pandas.to_timedelta(("00:" + days).where(short, days).where(days.str.contains(":"), None), errors="coerce")
    seconds = found.dt.total_seconds().to_numpy(float)
    plain = pandas.to_numeric(cells, errors="coerce").to_numpy(float)
    seconds = np.where(np.isnan(seconds), plain, seconds)
    bad = (cells != "").to_numpy() & ~(seconds >= 0)
    of.wrong(bad, lambda k: f"{name} = {cut(cells[k])} is no duration such as 1-02:03:04")
    return np.where(bad, np.nan, seconds)


def _settled(of: JobTable, outcome: Any, start: Any, end: Any, time: Any) -> tuple[Any, Any]:
    """Lengths of jobs that go on, and ends of those that tell a start and a length."""
    goes_on = (outcome == "running") & np.isnan(time) & np.isnan(end) & ~np.isnan(start)
    if goes_on.any():
        asked = of.given.until
        at = None if asked is None else _log_dates.instant("until", "until", asked, of.given.timezone)
        now, told = until_of(at, of.table.path)
        if told:
            of.notes.derived(f"jobs that still run are counted until {shown(now)}, {told}")
        time = np.where(goes_on & (now >= start), now - start, time)
    early = end < start
    of.wrong(early, f"{of.column('end')} is before {of.column('start')}")
    end = np.where(np.isnan(end), start + time, end)
    return time, end


def shown(instant: float) -> str:
    """An instant as a date."""
    try:
        at = np.datetime64(int(instant), "s").astype("datetime64[m]")
        return str(at).replace("T", " ") + " UTC" if instant > _log_dates.earliest else f"{instant:g} s"
    except (OverflowError, ValueError):
        return f"{instant:g} s"


def _once(of: JobTable, columns: dict[str, Any], rows: Any) -> tuple[dict[str, Any], Any]:
    """Each attempt once: rows that repeat one are left out, components of a heterogeneous job are one."""
    import pandas

    start_text = of.cells(of.column("start"))
    interrupts = np.isin(columns["outcome"], INTERRUPTIONS)
    if (job := of.column("job")) is not None and not of.each_its_own(job):
        keys = pandas.DataFrame({"job": columns["job"], "start": start_text}).iloc[rows]
        if plain_name(job) in ("jobname", "name"):  # several may have it: what repeats one is the same in all columns
            keys = of.table.frame.iloc[rows].astype(str)
        order = np.argsort(~interrupts[rows], kind="stable")
        again = keys.iloc[order].duplicated().to_numpy()
        if again.any():
            of.notes.left_out(f"rows that repeat an attempt ({int(again.sum()):,})")
            rows = np.sort(rows[order[~again]])
    joined = np.array(["+" in str(job) for job in columns["job"][rows]], bool)
    if joined.any():
        columns, rows = _joined(columns, rows, joined)
    else:
        columns = {name: values[rows] for name, values in columns.items()}
    return columns, rows


def _joined(columns: dict[str, Any], rows: Any, joined: Any) -> tuple[dict[str, Any], Any]:
    """Components of heterogeneous jobs together: GPUs add up, the worst end is theirs."""
    worst = {name: k for k, name in enumerate(("machine_failed", "failed"))}
    seen: dict[str, int] = {}
    groups: dict[tuple[str, int], list[int]] = {}
    for k in rows[joined].tolist():
        job = str(columns["job"][k])
        attempt = seen[job] = seen.get(job, -1) + 1
        groups.setdefault((job.partition("+")[0], attempt), []).append(k)
    made = {name: list(values[rows[~joined]]) for name, values in columns.items()}
    places = rows[~joined].tolist()
    for (job, _), of in groups.items():
        first = min(of, key=lambda k: worst.get(columns["outcome"][k], 9))
        gpus = math.fsum(columns["gpus"][of])
        time = columns["running_time"][of]
        time = np.where(np.isnan(time), columns["end"][of] - columns["start"][of], time)
        whole = {name: values[first] for name, values in columns.items()} | {"job": job, "gpus": gpus}
        whole["running_time"] = math.fsum(columns["gpus"][of] * time) / gpus if gpus else float(time[0])
        whole["start"], whole["end"] = np.fmin.reduce(columns["start"][of]), np.fmax.reduce(columns["end"][of])
        for name, value in whole.items():
            made[name].append(value)
        places.append(first)
    kinds = {"start": float, "end": float, "gpus": float, "running_time": float}
    return {name: np.array(values, kinds.get(name, object)) for name, values in made.items()}, np.array(places, int)


def _made(of: JobTable, columns: dict[str, Any], lines: Any) -> Attempts:
    """The attempts, with what could not be used."""
    table, given = of.table, of.given
    report = table.report
    report._leave_out("unusable", [table.lines[k] for k in sorted(of.unusable)], [of.unusable[k] for k in sorted(of.unusable)])
    taken = {role: name for role, name in ((role, of.column(role)) for role in COLUMNS) if name}
    attempts = Attempts(
        **columns,
        counted=given.counted,
        least_gpus=given.least_gpus,
        sized=of.sized,
        timezone=given.timezone,
        places=lines,
        columns=taken,
        report=report,
    )
    if not attempts.history.exposure > 0:
        raise _nothing(attempts, table.name)
    _remark(attempts, of)
    attempts.notes = (*of.notes.all(), *said_of(attempts))
    return attempts


def _nothing(attempts: Attempts, name: str) -> FileError:
    """The error of a table of which no job can be counted."""
    report = attempts.report
    if report:
        line, why = report[0]
        return FileError(name, f"{report.place} {line}", why, "jobs that ran on GPUs")
    left = attempts.left_out
    if left.get("jobs that do not say how many GPUs"):
        k = int(np.flatnonzero(~attempts.used)[0])
        place = f"{report.place} {attempts.frame.index[k]}"
        return FileError(name, place, "says nothing of GPUs, and gpus_per_node is not given", "--gpus-per-node N or --gpus N")
    what = ", ".join(f"{why} ({count:,})" for why, count in left.items()) or "it has no job"
    return FileError(name, "", f"no job with GPUs has run: {what}", "jobs that ran on GPUs")


def _remark(attempts: Attempts, of: JobTable) -> None:
    """What Slurm's accounting cannot say."""
    if not of.found["tres"] and not of.found["gres"]:
        return
    own = attempts.cause[attempts.interrupted] == "FAILED"
    if mine := int(own.sum()):
        of.notes.unknown(
            f"how many of {mine:,} FAILED are the machine's: a mistake in a program ends so too; failed=False leaves them out"
        )
    job = of.column("job")
    if job is None or of.each_its_own(job):
        of.notes.unknown("earlier attempts of jobs that were requeued: sacct lists them with --duplicates alone")


def said_of(attempts: Attempts) -> list[str]:
    """What is counted of a history, what is not, and what its rate does not say of another job."""
    from . import _format

    found, said = attempts.history, []
    aside = attempts.used & ~np.isin(attempts.outcome, [*attempts.counted, "done", "running"])
    if aside.any():
        listed = ", ".join(f"{state} {count:,}" for state, count in Counter(attempts.state[aside].tolist()).most_common())
        said.append(f"left out: of interruptions, as no failures: {listed}; their time is exposure")
    said += [f"left out: {why} ({count:,})" for why, count in attempts.left_out.items()]
    if attempts.report:
        place, why = attempts.report[0]
        rows = plural(len({line for line, _ in attempts.report}), "row")
        said.append(f"left out: {rows} that cannot be used, the first at {attempts.report.place} {place}: {why}")
    if found.undated:
        said.append(f"not known: when {found.undated:,.0f} of the interruptions came: they are counted without a date")
    low, high = found.least_gpus, found.most_gpus
    span = f"{low:,.0f}" if low == high else f"{low:,.0f} to {high:,.0f}"
    said.append(
        f"not known: whether gpu_mttf holds for larger jobs: these have {span} GPUs ({found.gpus:,.0f} in the mean of a "
        "GPU-second); what fails once for a whole job, and mistakes in its program, do not grow with GPUs as scaling by "
        "gpu_mttf assumes"
    )
    if found.interruptions < 10:
        ends = [_format.quantity(found.gpu_mttf[name], "s", 3) for name in ("lower", "upper")]
        many = plural(int(found.interruptions), "interruption")
        said.append(f"not known: gpu_mttf to better than its interval, {ends[0]} to {ends[1]}: of {many}")
    return said
