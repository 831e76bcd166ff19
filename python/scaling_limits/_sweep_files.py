# SPDX-License-Identifier: Apache-2.0
"""The files of a sweep: Zarr arrays that chunks are written into in place, and what is made of them at the end.

A chunk is a chunk of the arrays. It is done once the digests of its files stand beside the last column, and as long as they are
those of the files: what was cut off, lost, damaged or moved is computed again, and what is written twice is written alike.
"""

from __future__ import annotations

import csv
import hashlib
import json
import math
import os
import re
import shutil
import stat
import tempfile
import uuid
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from . import _core, _format, _sheet
from ._dataset import flag_meanings
from ._files import TEMPORARY, digest, put, usual_mode
from ._sweep_plan import CHUNK, NONE, NOT_COMPUTED, Column, Job, Shape, Values, regions
from .results import plain

#: in a record, whose it is: the seal of the store and the place of the chunk
OF = "of"
#: what Zarr and this module call a file until it is whole
PARTIAL = re.compile(r"\.[0-9a-f]{32}\.partial$")
#: what is raised of a file that is not there or not what it should be
UNREADABLE = (OSError, ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError)


class Store:
    """The Zarr store of a sweep: an array for every axis and every column."""

    def __init__(self, path: Path, job: Job, values: Sequence[Values], chunk: Shape) -> None:
        self.path, self.job, self.values = path, job, values
        self.shape = tuple(v.size for v in values)
        self.chunk = chunk
        #: files that were not as they were written
        self.damaged: list[str] = []
        self.is_new = False
        #: of a number in a table of texts; None: all
        self.digits: int | None = None

    def create(self) -> None:
        """Makes it without a value, in one step."""
        import zarr

        self.path.parent.mkdir(parents=True, exist_ok=True)
        empty = Path(tempfile.mkdtemp(dir=self.path.parent, prefix=TEMPORARY))
        try:
            group = zarr.create_group(
                empty, attributes={**self.attributes(), "sweep": json.dumps({**self.over(), "sealed": self.sealed})}
            )
            for axis, data in zip(self.job.axes, self.values, strict=True):
                about = {"units": axis.unit, "long_name": axis.text, "path": axis.path}
                made = group.create_array(
                    axis.name,
                    shape=data.shape,
                    chunks=(min(data.size, CHUNK),),
                    dtype=data.dtype,
                    fill_value=math.nan,
                    dimension_names=(axis.name,),
                    attributes=about,
                )
                made[:] = data
            for column in self.job.columns:
                group.create_array(
                    column.name,
                    shape=self.shape,
                    chunks=self.chunk,
                    dtype=column.dtype,
                    fill_value=column.fill,
                    dimension_names=[axis.name for axis in self.job.axes],
                    attributes=about_column(column),
                )
            record_of(empty, self.job.columns[-1].name, ()).mkdir()
            with warnings.catch_warnings():  # of a format that has no word for it yet; readers of arrays warn without it
                warnings.simplefilter("ignore")
                zarr.consolidate_metadata(empty)
            empty.chmod(usual_mode(0o777))
            empty.rename(self.path)
            self.is_new = True
        except BaseException:
            shutil.rmtree(empty, ignore_errors=True)
            raise

    def attributes(self) -> dict[str, Any]:
        """What was asked, as JSON: the same text for the same question."""
        return {
            "scaling_limits": self.job.version,
            "request": json.dumps([plain(one.request) for one in self.job.asked], sort_keys=True),
            "columns": json.dumps([column.name for column in self.job.columns]),
        }

    def over(self) -> dict[str, Any]:
        """Over what it is asked, and in which chunks."""
        axes = {axis.name: _digest(v.tobytes()) for axis, v in zip(self.job.axes, self.values, strict=True)}
        return {"axes": axes, "chunk": list(self.chunk)}

    @cached_property
    def sealed(self) -> str:
        """By which everything that is of this sweep is known, once its chunks are."""
        return _sealed(self.attributes() | self.over())

    def resume(self) -> None:
        """Goes on with what is there, in its chunks; refuses what is not the same sweep, makes again what is damaged."""
        try:
            there = said_by(self.path)
        except UNREADABLE as error:
            raise ValueError(f"sweep: {self.path} is no sweep to resume (zarr.json: {error})") from None
        before, now = there["axes"], self.over()["axes"]
        if list(before) != list(now):
            raise ValueError(f"sweep: {self.path} is over other axes: {', '.join(before)}; it cannot be resumed over these")
        for name in now:
            if before[name] != now[name]:
                raise ValueError(f"sweep: {self.path} has other values of {name}; it cannot be resumed over these")
        asked = self.attributes()
        what = {"scaling_limits": "version of this library", "request": "question or base", "columns": "choice of columns"}
        for name, words in what.items():
            if there[name] != asked[name]:
                shown = (
                    f": {there[name]} there, {asked[name]} now" if name != "request" else _difference(there[name], asked[name])
                )
                raise ValueError(f"sweep: {self.path} was made with another {words}{shown}; it cannot be resumed with this one")
        self.chunk = tuple(there["chunk"])
        self.tidy()
        self.mend()

    def mend(self) -> None:
        """Writes descriptions and axes again that are not as they were made."""
        with tempfile.TemporaryDirectory(prefix=TEMPORARY) as folder:
            made = Store(Path(folder, "made"), self.job, self.values, self.chunk)
            made.create()
            for file in sorted(path for path in made.path.rglob("*") if path.is_file()):
                name, data = file.relative_to(made.path), file.read_bytes()
                target = self.path / name
                if not target.is_file() or target.read_bytes() != data:
                    self.damaged.append(str(name))
                    _clear(self.path, name)
                    _replace(target, data)

    def tidy(self) -> None:
        """Takes away what no sweep writes: links, pipes and the like; and what a writer left that was ended in its middle."""
        for folder, folders, names in os.walk(self.path):
            for path in (Path(folder, name) for name in (*folders, *names)):
                kind = path.lstat().st_mode
                if not (stat.S_ISREG(kind) or stat.S_ISDIR(kind)):
                    self.damaged.append(str(path.relative_to(self.path)))
                    path.unlink()
        self.sweep_up()

    def sweep_up(self) -> None:
        """Takes away what a writer left that was ended in its middle."""
        for left in self.path.rglob("*.partial"):
            if PARTIAL.search(left.name) and left.is_file():
                left.unlink(missing_ok=True)

    def is_done(self, region: Sequence[slice]) -> bool:
        """Whether a chunk is there in every column, as it was written; what is left of another is taken away."""
        place = place_of(region, self.chunk)
        files = {column.name: Path(column.name, "c", *place) for column in self.job.columns}
        record = record_of(self.path, self.job.columns[-1].name, place)
        try:
            written = json.loads(record.read_bytes())
        except UNREADABLE:
            written = None
        bad = list(files.values())
        if isinstance(written, dict) and written.get(OF) == [self.sealed, *place]:
            bad = [file for name, file in files.items() if (written.get(name) or None) != digest_of(self.path / file)]
            self.damaged += map(str, bad)
        for file in (*bad, record.relative_to(self.path)) if bad else ():
            _clear(self.path, file)
        return not bad

    def missing(self) -> list[tuple[slice, ...]]:
        """The chunks that are not there."""
        return [region for region in regions(self.shape, self.chunk) if self.is_new or not self.is_done(region)]

    def part(self, region: Sequence[slice]) -> list[Values]:
        """The values of the axes in a chunk."""
        return [data[where] for data, where in zip(self.values, region, strict=True)]


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _sealed(about: dict[str, Any]) -> str:
    return _digest(json.dumps(about, sort_keys=True).encode())


def said_by(path: Path) -> dict[str, Any]:
    """What a store says of itself; one of UNREADABLE where it is none of a sweep, or was changed since."""
    about = path / "zarr.json"
    if not stat.S_ISREG(about.lstat().st_mode):
        raise ValueError("is no file")
    try:
        there: dict[str, Any] = json.loads(about.read_text(encoding="utf-8"))["attributes"]
        there = there | json.loads(there.pop("sweep"))
    except (KeyError, TypeError, AttributeError):
        raise ValueError("says nothing of a sweep") from None
    except ValueError:
        raise ValueError("is no JSON") from None
    if there.pop("sealed", None) != _sealed(there):
        raise ValueError("was changed since it was written")
    if not record_of(path, json.loads(there["columns"])[-1], ()).is_dir():
        raise ValueError("has no record of chunks beside it")
    return there


def digest_of(path: Path) -> str:
    """Of a file; of none, or of what is no file: empty."""
    try:
        return digest(path)
    except OSError:
        return ""


def place_of(region: Sequence[slice], chunk: Sequence[int]) -> list[str]:
    """Where a chunk lies among those of an array."""
    return [str(where.start // step) for where, step in zip(region, chunk, strict=True)]


def record_of(path: Path, last: str, place: Sequence[str]) -> Path:
    """Where the digests of a chunk stand: written last, beside the last column, where no reader of arrays looks."""
    return path.joinpath(last, "done", ".".join(place))


def _clear(store: Path, name: Path) -> None:
    """Takes away what stands where a file will be, or in the way to it."""
    for way in (store / one for one in (*reversed(name.parents), name)):
        if way != store and (way.is_symlink() or way.is_file() or (way == store / name and way.is_dir())):
            shutil.rmtree(way) if way.is_dir() and not way.is_symlink() else way.unlink()


def _replace(path: Path, data: bytes) -> None:
    """A file, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.{uuid.uuid4().hex}.partial")
    partial.write_bytes(data)
    partial.replace(path)


def about_column(column: Column) -> dict[str, Any]:
    """The attributes of a column: units and long_name, and of codes what they stand for."""
    about: dict[str, Any] = {"units": column.unit or "1", "long_name": column.text}
    if column.words:
        del about["units"]
        codes = {"not_computed": NOT_COMPUTED, "none": NONE} | {word: k for k, word in enumerate(column.words)}
        about |= {"flag_values": list(codes.values()), "flag_meanings": flag_meanings(codes)}
    return about


def _difference(there: str, asked: str) -> str:
    """The first field in which two lists of requests differ."""

    def leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
        named = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
        if named is None:
            yield path, value
            return
        for key, one in named:
            yield from leaves(one, f"{path}.{key}" if path else str(key))

    requests = [[dict(leaves(one, "")) for one in json.loads(text)] for text in (there, asked)]
    for before, after in zip(*requests, strict=False):
        for path in dict.fromkeys([*after, *before]):
            if before.get(path) != after.get(path):
                return f": {path} = {before.get(path)} there, {after.get(path)} now"
    return ""


@cache
def _array(path: str, name: str, token: str) -> Any:
    import zarr

    return zarr.open_array(path, path=name, mode="r+")


def write_chunk(job: Job, path: str, sealed: str, token: str, region: tuple[slice, ...], values: list[Values]) -> int:
    """Answers a chunk and writes it; what a worker does. The number of its points."""
    import zarr

    if job.version != _core.__version__:
        raise RuntimeError(f"sweep: a worker has scaling_limits {_core.__version__}, this session {job.version}")
    if not Path(path, "zarr.json").exists():
        raise FileNotFoundError(f"sweep: a worker does not see {path}: workers need the same file system")
    found = job.chunk(values)
    digests = {}
    with zarr.config.set({"array.write_empty_chunks": True}):  # a chunk without an answer is there too
        for name, data in found.items():
            array = _array(path, name, token)
            array[region] = data
            place = place_of(region, array.chunks)
            digests[name] = digest_of(Path(path, name, "c", *place))
    record = {OF: [sealed, *place], **digests}
    _replace(record_of(Path(path), job.columns[-1].name, place), json.dumps(record).encode())
    return math.prod(v.size for v in values)


# ---- other formats --------------------------------------------------------------------------------------------------------

#: rows of a sheet, below its head
SHEET = 2**20 - 1


def _netcdf(store: Store, path: Path) -> None:
    import dask
    import xarray

    with dask.config.set(scheduler="synchronous"), xarray.open_zarr(store.path, consolidated=False) as data:
        for variable in data.variables.values():
            variable.encoding = {}
        data.to_netcdf(path, engine="h5netcdf")


def _heads(store: Store) -> list[str]:
    return heads([*(axis.name for axis in store.job.axes), *(column.name for column in store.job.columns)])


def heads(names: Iterable[str]) -> list[str]:
    """Names of columns as every reader of tables takes them: letters, digits and _; none twice."""
    found: list[str] = []
    for name in names:
        head = re.sub(r"\W+", "_", name.removeprefix("run.").replace("=-", "_minus_"))
        while head in found:
            head += "_"
        found.append(head)
    return found


def _tables(store: Store) -> Iterator[list[np.ndarray[Any, Any]]]:
    """The columns of the rows of each chunk, axes first, the last of them varying fastest; places of words for codes."""
    import zarr

    group = zarr.open_group(store.path, mode="r")
    arrays = [group[column.name] for column in store.job.columns]
    for region in regions(store.shape, store.chunk):
        shape = tuple(where.stop - where.start for where in region)
        part = store.part(region)
        grid = [np.broadcast_to(v.reshape([-1 if k == j else 1 for j in range(len(shape))]), shape) for k, v in enumerate(part)]
        found = [array[region] for array in arrays]
        for k, column in enumerate(store.job.columns):
            if column.words:
                found[k] = np.where(found[k] < 0, len(column.words), found[k]).astype(column.dtype)
        yield [x.reshape(-1) for x in (*grid, *found)]


def _words(store: Store) -> list[tuple[str, ...]]:
    """Of each column of a table, by its place."""
    coded = ((*column.words, "") if column.words else () for column in store.job.columns)
    return [*[()] * len(store.job.axes), *coded]


def _parquet(store: Store, path: Path) -> None:
    """A row group for every chunk; no number is null."""
    import pyarrow
    from pyarrow import parquet

    words = _words(store)
    kinds = [pyarrow.dictionary(pyarrow.int8(), pyarrow.string()) if of else pyarrow.float64() for of in words]
    schema = pyarrow.schema(list(zip(_heads(store), kinds, strict=True)), metadata=store.attributes())
    with parquet.ParquetWriter(path, schema) as writer:
        for columns in _tables(store):
            arrays = [
                pyarrow.DictionaryArray.from_arrays(pyarrow.array(x), pyarrow.array(of))
                if of
                else pyarrow.array(x, from_pandas=True)
                for x, of in zip(columns, words, strict=True)
            ]
            writer.write_table(pyarrow.Table.from_arrays(arrays, schema=schema))


def _rows(store: Store) -> Iterator[tuple[Any, ...]]:
    """Rows of Python's own values; None for no number."""
    words = _words(store)
    for columns in _tables(store):
        lists = [
            [of[k] for k in x.tolist()] if of else [None if v != v else v for v in x.tolist()]
            for x, of in zip(columns, words, strict=True)
        ]
        yield from zip(*lists, strict=True)


def _csv(store: Store, path: Path) -> None:
    """Digits that read back as the same number, or as many as were asked for; no number is an empty cell."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(_heads(store))
        rows = _rows(store)
        writer.writerows(rows if store.digits is None else ([_format.csv_cell(x, store.digits) for x in row] for row in rows))


def _xlsx(store: Store, path: Path) -> None:
    """A sheet of rows, and one of units and of what was asked."""
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    book = Workbook(write_only=True)

    def append(sheet: Any, cells: Iterable[Any]) -> None:
        texts = (str(x) if isinstance(x, float) and math.isinf(x) else x for x in cells)
        sheet.append([_sheet.put(WriteOnlyCell(sheet), x) if isinstance(x, str) else x for x in texts])

    sheet = book.create_sheet("sweep")
    append(sheet, _heads(store))
    for row in _rows(store):
        append(sheet, row)
    about = book.create_sheet("columns")
    append(about, ["column", "unit", "meaning"])
    said = [(a.unit, a.text) for a in store.job.axes] + [(c.unit, c.text) for c in store.job.columns]
    for head, (unit, text) in zip(_heads(store), said, strict=True):
        append(about, [head, unit or "1", text])
    for name, text in store.attributes().items():
        append(about, [name, None, text])
    book.save(path)
    book.close()


#: how a file is made of the arrays, by suffix, and what it needs; Zarr is the arrays themselves
FORMATS: dict[str, tuple[Callable[[Store, Path], None] | None, tuple[str, ...]]] = {
    ".zarr": (None, ()),
    ".parquet": (_parquet, ("pyarrow",)),
    ".nc": (_netcdf, ("h5netcdf", "xarray", "dask.array")),
    ".csv": (_csv, ()),
    ".xlsx": (_xlsx, ("openpyxl",)),
}


def parts_of(path: Path) -> Path:
    """Where the arrays of a file lie until it is made of them."""
    return path if path.suffix.lower() == ".zarr" else path.with_name(f"{path.name}.parts.zarr")


def is_sweep(path: Path) -> bool:
    """Whether a folder is the store of a sweep, and holds nothing else: nothing else is taken away as a whole."""
    try:
        there = said_by(path)
        names = {"zarr.json", *there["axes"], *json.loads(there["columns"])}
        return all(one.name in names for one in path.iterdir())
    except UNREADABLE:
        return False


def join(store: Store, path: Path, suffix: str, overwrite: bool = False) -> None:
    """Makes the file of the arrays, whole or not at all, and takes them away."""
    write, _ = FORMATS[suffix]
    if write is None:
        return
    put(path, lambda made: write(store, made), overwrite, suffix)
    shutil.rmtree(store.path)
