# SPDX-License-Identifier: Apache-2.0
"""Questions over grids larger than memory, in this process, on its own workers or on machines that others run."""

from __future__ import annotations

import errno
import math
import os
import shutil
import signal
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._extras import needed
from ._files import TEMPORARY
from ._kernel import describe
from ._parameters import list_of, of_type, one_number
from ._sweep_files import FORMATS, SHEET, Store, is_sweep, join, parts_of, write_chunk
from ._sweep_plan import Job, Shape, Values, asked_of, chunk_shape, job_of, named, points_in, points_of

if TYPE_CHECKING:
    from xarray import Dataset

Report = Callable[[int], None]
#: seconds that a scheduler has to answer
PATIENCE = 10.0
#: that a chunk should take, and what a first piece must take for that to be known from it
SECONDS, TIMED = 3.0, 0.1
_now = time.perf_counter


@dataclass(frozen=True)
class Swept:
    """What a sweep left behind.

    Attributes
    ----------
    path : of the file
    points : of the grid
    computed : those of them that this call computed; the others were there
    seconds : wall-clock time [s]
    damaged : files of the store that were not as they had been written, and were made again

    Examples
    --------
    >>> import tempfile
    >>> request = {"question": "goodput", "run": sl.published.llama3_405b()}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = sl.analysis.sweep(request, {"gpus": [1000, 10_000]}, f"{folder}/map.csv")
    >>> found.points, found.computed
    (2, 2)
    """

    path: Path
    points: int
    computed: int
    seconds: float
    damaged: tuple[str, ...] = ()

    def open(self) -> Dataset:
        """The file, lazily, as an xarray.Dataset; of .zarr and .nc.

        Returns
        -------
        xarray.Dataset
            A variable per column over the axes, with ``units`` and ``long_name``; codes with ``flag_values`` and
            ``flag_meanings``. Close it when you are done.

        Raises
        ------
        ValueError
            Where the file is a table, which pandas reads.
        """
        xarray = needed("to_dataset", "xarray")
        if self.path.suffix.lower() == ".zarr":
            return xarray.open_zarr(self.path, chunks=None)
        if self.path.suffix.lower() == ".nc":
            return xarray.open_dataset(self.path, engine="h5netcdf")
        raise ValueError(f"{self.path} is a table, not a grid: pandas reads it")


def sweep(
    request: Mapping[str, Any],
    over: Mapping[str, Any],
    out: str | os.PathLike[str],
    *,
    columns: str | Sequence[str] | None = None,
    workers: int = 0,
    scheduler: Any = None,
    memory: float | str = "128 MB",
    chunk: int | None = None,
    resume: bool = False,
    overwrite: bool = False,
    progress: bool = True,
    digits: int | None = None,
) -> Swept:
    """A question at every point of a grid of any size, in chunks, by any number of workers, into a file.

    The answers are those of the same question over arrays, bit for bit, whatever the chunks and the workers. A worker that is
    lost costs the chunk that it was at. What is interrupted leaves what is done, which ``resume=True`` goes on with: a Zarr
    store, NaN (or the code -2) where nothing is computed yet. It lies at `out`, or beside it as ``.parts.zarr`` for formats
    that cannot be written in pieces; those appear whole or not at all.

    Parameters
    ----------
    request : mapping
        As of :func:`scaling_limits.ask`, without "over": "question", "run", "strategy", ...; parts may be their objects.
    over : mapping
        The axes: values by field of the run ("gpus") or by path ("strategy.slowdown", "factor.0.half_size", "with.tolerance"),
        in one dimension, in SI or as texts ("2 TB/s"). Every combination is a point, the last axis varying fastest.
    out : path
        The file: .zarr, .nc, .parquet, .csv or .xlsx. Tables have a row per point.
    columns : str or sequence of str, optional
        Those of the answer that are kept. Default: all numbers, and the codes of status and binding.
    workers : int
        Processes of this machine that do it, >= 0; 0: this one. A script that starts some asks under
        ``if __name__ == "__main__":``.
    scheduler : str or distributed.Client, optional
        In their place the workers of a dask scheduler, by its address, "tcp://host:8786", or by a client, as dask-jobqueue
        gives one. They need this library and the same file system.
    memory : float or str
        What a worker's thread may use beside its libraries [B], > 0. Results do not depend on it.
    chunk : int, optional
        Points of a chunk at most, >= 1, as far as memory allows. Default: those of a few seconds, as a first piece is timed.
        What is resumed keeps its own.
    resume : bool
        Whether to go on with what is there: only what is missing or damaged is computed. With nothing there it starts.
    overwrite : bool
        Whether to replace what is there.
    progress : bool
        Whether to show a bar on standard error, where that is a terminal.
    digits : int, optional
        Significant digits of a number in a .csv, 1 to 17. Default: as many as it takes to read the same number back.

    Returns
    -------
    Swept
        Path, points, how many were computed.

    Raises
    ------
    RequestError
        For what the catalogue refuses, an axis that it does not know among it.
    ValueError
        For an axis without values, too many points, a column that there is not, a file to resume that is of another question,
        base, grid or version.
    FileExistsError
        Where `out` is there already, without `resume` or `overwrite`.
    ConnectionError
        Where no scheduler answers within 10 s, or where it goes away.
    OSError
        Where the file cannot be written, a full disk among it; what is done stays.
    RuntimeError
        Where workers are lost again and again at one chunk, or have another version of this library.

    Examples
    --------
    >>> import tempfile
    >>> request = {"question": "limit", "run": sl.published.llama3_405b(), "criterion": {"goodput_at_least": 0.9}}
    >>> over = {"write_bandwidth": ["1 TB/s", "2 TB/s"], "gpu_mttf": ["20000 h", "50000 h", "100000 h"]}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = sl.analysis.sweep(request, over, f"{folder}/limits.zarr", columns="value")
    ...     found.open().value.round().values.tolist()
    [[77191.0, 192979.0, 385957.0], [154383.0, 385957.0, 771914.0]]
    """
    for name, value in (("request", request), ("over", over)):
        if not isinstance(value, Mapping):
            raise TypeError(f"sweep: {name} must be a mapping of names to values, not {describe(value)}")
    if not isinstance(out, (str, os.PathLike)) or not isinstance(os.fspath(out), str):
        raise TypeError(f"sweep: out must be a path, not {describe(out)}")
    of_type("sweep", "workers", workers, int)
    for name, count in (("chunk", chunk), ("digits", digits)):
        if count is not None:
            of_type("sweep", name, count, int)
    for name, flag in (("resume", resume), ("overwrite", overwrite), ("progress", progress)):
        of_type("sweep", name, flag, bool)
    if columns is not None:
        columns = [columns] if isinstance(columns, str) else list_of("sweep", "columns", columns, str)
    axes = named(over)
    asked, fields = asked_of(request, axes, columns)
    job, values = job_of([asked], fields, axes)
    return swept(
        job,
        values,
        Path(out),
        workers=workers,
        scheduler=scheduler,
        memory=memory,
        chunk=chunk,
        resume=resume,
        overwrite=overwrite,
        progress=progress,
        digits=digits,
    )


def swept(
    job: Job,
    values: Sequence[Values],
    path: Path,
    *,
    workers: int,
    scheduler: Any,
    memory: float | str,
    chunk: int | None = None,
    resume: bool,
    overwrite: bool,
    progress: bool,
    digits: int | None = None,
) -> Swept:
    """A job over its axes' values, into a file."""
    began = time.monotonic()
    suffix = path.suffix.lower()
    if suffix not in FORMATS:
        raise ValueError(f"sweep: out = {str(path)!a} must end in one of {', '.join(FORMATS)}")
    if chunk is not None and chunk < 1:
        raise ValueError(f"sweep: chunk = {chunk} must be >= 1")
    if digits is not None and not 1 <= digits <= 17:
        raise ValueError(f"sweep: digits = {digits} must be in [1, 17]")
    if digits is not None and suffix != ".csv":
        raise ValueError(f"sweep: digits are of a table in .csv; {suffix} holds numbers as they were computed")
    if workers < 0:
        raise ValueError(f"sweep: workers = {workers} must be >= 0")
    if workers and scheduler is not None:
        raise ValueError("sweep: workers are processes of this machine, a scheduler has its own: give one of them")
    if resume and overwrite:
        raise ValueError("sweep: resume goes on with what is there, overwrite takes it away: give one of them")
    shape = tuple(v.size for v in values)
    points = math.prod(shape)
    if suffix == ".xlsx" and points > SHEET:
        raise ValueError(f"sweep: {points:,} points are too many for a sheet, at most {SHEET:,}")
    needs = ["zarr", *FORMATS[suffix][1], *(["distributed"] if scheduler is not None or workers else [])]
    needed("sweep", *needs)
    most = points_of(one_number("sweep", "memory", memory, "B"), len(shape), len(job.columns))
    given = path
    if suffix == ".zarr" and path.is_symlink():
        path = Path(os.path.realpath(path))  # what the link leads to
    store = Store(parts_of(path) if suffix != ".zarr" else path, job, values, shape)
    store.digits = digits
    _refuse(store, path, resume, overwrite)
    with _full_disk(path, store), client_of(workers, scheduler) as client:
        _begin(store, path, overwrite, lambda: chunk_shape(shape, min(most, chunk or _points_of_seconds(job, values, most))))
        with _bar(points, progress) as report:
            computed = _run(store, client, report)
        join(store, path, suffix, overwrite)
    return Swept(given, points, computed, time.monotonic() - began, tuple(store.damaged))


def _there(store: Store, path: Path) -> list[Path]:
    """What of a sweep is there: the file, and the arrays that it is made of."""
    return [one for one in dict.fromkeys((path, store.path)) if one.exists() or (one == store.path and one.is_symlink())]


def _refuse(store: Store, path: Path, resume: bool, overwrite: bool) -> None:
    """Refuses what may be neither gone on with nor replaced, before anything is started."""
    if Path(os.path.realpath(path)).is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    for there in _there(store, path):
        if (there == store.path and there.is_symlink()) or not (there.is_dir() or there.is_file()):
            why = "is no file and no folder: a sweep in chunks does not write through it"
        elif overwrite:
            why = "is a folder that no sweep made: it is not overwritten" if there.is_dir() and not is_sweep(there) else ""
        elif not resume:
            why = "is there already: resume goes on with it, overwrite replaces it"
        else:
            why = "" if there == store.path else "is there, whole: there is nothing to resume; overwrite replaces it"
        if not why and not os.access(there, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(there))
        if why:
            raise FileExistsError(errno.EEXIST, why, str(there))


def _take_away(folder: Path) -> None:
    """A folder, at once: what cannot be taken away whole stays."""
    aside = folder.with_name(f"{TEMPORARY}{uuid.uuid4().hex}")
    folder.rename(aside)
    shutil.rmtree(aside, ignore_errors=True)


def _points_of_seconds(job: Job, values: Sequence[Values], most: int) -> int:
    """How many points are a chunk of a few seconds: what is cut off costs no more; at most what there is room for."""
    shape = tuple(v.size for v in values)
    most, points = min(most, math.prod(shape)), 1
    found = most
    while points < most:
        piece = chunk_shape(shape, points)
        began = _now()
        job.chunk([v[:n] for v, n in zip(values, piece, strict=True)])
        took = _now() - began
        if points > 1:  # the first of all loads what it needs, and tells nothing
            found = min(most, max(1, round(math.prod(piece) * SECONDS / took)))
            if took > (TIMED if points > 16 else SECONDS):
                break
        points *= 16
    return found


def _begin(store: Store, path: Path, overwrite: bool, chunk: Callable[[], Shape]) -> None:
    """Makes the store, or finds it."""
    for there in _there(store, path) if overwrite else ():
        if there.is_dir():
            _take_away(there)
        elif there == store.path:
            there.unlink()  # another file stays until the new one is whole
    if store.path.exists():
        store.resume()
    else:
        store.chunk = chunk()
        store.create()


@contextmanager
def _full_disk(path: Path, store: Store) -> Iterator[None]:
    """What cannot be written, in a sentence that says what is left."""
    try:
        yield
    except FileExistsError:
        raise
    except OSError as error:
        if error.errno is None or isinstance(error, ConnectionError):
            raise
        rest = f"; what is done stays in {store.path}: resume goes on with it" if store.path.exists() else ""
        raise OSError(error.errno, f"cannot be written: {os.strerror(error.errno)}{rest}", str(path)) from None


@contextmanager
def _bar(points: int, wanted: bool) -> Iterator[Report]:
    """What shows how far it is."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

    from ._progress import progress

    with progress(TextColumn("sweep"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), shown=wanted) as bar:
        task = bar.add_task("sweep", total=points)
        yield lambda done: bar.advance(task, done)


def _run(store: Store, client: Any, report: Report) -> int:
    """Computes what is missing, here or on a client's workers; the number of points that it computed."""
    todo, token, computed = store.missing(), uuid.uuid4().hex, 0
    path = str(store.path.absolute())
    report(math.prod(store.shape) - sum(points_in(region) for region in todo))
    if client is None:
        for region in todo:
            computed += write_chunk(store.job, path, store.sealed, token, region, store.part(region))
            report(points_in(region))
    else:
        for points in _on_workers(store, client, path, token, todo):
            computed += points
            report(points)
    store.sweep_up()
    return computed


def _on_workers(store: Store, client: Any, path: str, token: str, todo: Sequence[tuple[slice, ...]]) -> Iterator[int]:
    """The points of each chunk as it is done; a few chunks for every thread wait on the workers, no more."""
    from concurrent.futures import CancelledError

    from distributed import KilledWorker, as_completed

    numbered, sealed = iter(enumerate(todo)), store.sealed

    def more(count: int) -> list[Any]:
        return [
            client.submit(
                write_chunk, store.job, path, sealed, token, region, store.part(region), key=f"sweep-{token}-{k}", pure=False
            )
            for k, region in islice(numbered, count)
        ]

    window = max(8, 3 * sum(client.nthreads().values()))
    waiting = as_completed(more(window), with_results=True)
    try:
        for _, points in waiting:
            if isinstance(points, CancelledError):  # as if it were an answer
                raise points
            yield points
            waiting.update(more(1))
    except KilledWorker as error:
        raise RuntimeError(
            f"sweep: workers were lost again and again at one chunk ({error.last_worker.address} last): has each of them "
            "the memory that was said?"
        ) from None
    except CancelledError:
        raise ConnectionError(
            f"sweep: the scheduler went away; what is done stays in {store.path}: resume goes on with it"
        ) from None
    finally:
        with suppress(Exception):  # of those that nobody waits for any more
            client.cancel(list(waiting.futures), force=True, reason="the sweep has ended", msg=False)


def _leave_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal: this session's is the one that answers it, and ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _interrupts_later() -> Iterator[None]:
    """Ctrl-C waits while processes are started, half of which would be one; threads and processes of then never hear it."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # the thread that starts it hears again
    heard: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number))  # of a thread that was there before
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler if handler is not None else signal.SIG_DFL)
    if heard:
        raise KeyboardInterrupt


@contextmanager
def client_of(workers: int, scheduler: Any) -> Iterator[Any]:
    """A client: of processes of our own, of a scheduler at an address, or the one given. None: this process."""
    if scheduler is None and not workers:
        yield None
        return
    import logging

    from distributed import Client, LocalCluster

    with ExitStack() as stack:
        if scheduler is None:
            with _interrupts_later():
                cluster = stack.enter_context(
                    LocalCluster(
                        n_workers=workers,
                        threads_per_worker=1,
                        memory_limit=None,
                        dashboard_address="127.0.0.1:0",
                        silence_logs=logging.CRITICAL,
                    )
                )
                own = stack.enter_context(Client(cluster))
                own.run(_leave_interrupts)
            yield own
        elif isinstance(scheduler, str):
            try:
                client = Client(scheduler, timeout=PATIENCE)
            except (OSError, TimeoutError, ValueError) as error:
                raise ConnectionError(f"sweep: no scheduler answers at {scheduler} ({type(error).__name__})") from None
            yield stack.enter_context(client)
        else:
            yield scheduler
