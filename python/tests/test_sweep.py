# SPDX-License-Identifier: Apache-2.0
"""Sweeps: the answers of arrays, whatever the chunks, the workers and what was interrupted; files that are whole."""

import contextlib
import errno
import json
import logging
import os
import re
import shutil
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import interrupting
import numpy as np
import pytest
from counts import draws

import scaling_limits as sl
from scaling_limits import _files, _sweep, _sweep_files, _sweep_plan

xarray = pytest.importorskip("xarray")
distributed = pytest.importorskip("distributed")
zarr = pytest.importorskip("zarr")

RUN = sl.published.llama3_405b()
GOODPUT = {"question": "goodput", "run": RUN}
LIMIT = {"question": "limit", "run": RUN, "criterion": {"goodput_at_least": 0.9}, "growth": "chinchilla"}


def grid(*sizes):
    """Three axes of a run."""
    ends = {"gpus": (1e3, 1e6), "gpu_mttf": (1e6, 1e9), "write_bandwidth": (1e11, 1e13)}
    return {name: np.geomspace(*ends[name], size) for name, size in zip(ends, sizes, strict=False)}


def mesh(over):
    return dict(zip(over, np.meshgrid(*over.values(), indexing="ij"), strict=True))


here = sl.analysis.sweep  # in this process, where neither workers nor a scheduler are named


def arrays(path):
    """Every array of a store as bytes."""
    group = zarr.open_group(path, mode="r")
    return {name: array[:].tobytes() for name, array in group.arrays()}


def words(variable):
    return np.array(variable.attrs["flag_meanings"].split())[variable.values + 2]


# ---- answers


def test_goodputs_are_those_of_arrays_bit_for_bit(tmp_path):
    over = grid(7, 11, 13)
    with here(GOODPUT, over, tmp_path / "a.zarr", memory="20 kB").open() as found:
        assert found.goodput.dims == ("gpus", "gpu_mttf", "write_bandwidth")
        expected = sl.strategies.blocking().goodput(RUN.replace(**mesh(over)))
        assert found.goodput.values.tobytes() == expected.tobytes()
        assert (words(found.status) == "ok").all()


def test_limits_are_those_of_arrays_bit_for_bit(tmp_path):
    over = grid(1, 40, 30)
    with here(LIMIT, over, tmp_path / "a.zarr", memory="100 kB").open() as found:
        expected = sl.limits.max_gpus(RUN.replace(**mesh(over)), sl.limits.goodput_at_least(0.9), sl.growth.chinchilla)
        assert found.value.values.tobytes() == expected.value.tobytes()
        assert found["shares.checkpoint"].values.tobytes() == expected.shares["checkpoint"].tobytes()
        assert (words(found.binding) == expected.binding).all()
        assert (words(found.status) == expected.status).all()


def test_results_do_not_depend_on_memory(tmp_path):
    found = []
    for k, memory in enumerate(("2 kB", "30 kB", "128 MB")):
        here(LIMIT, grid(3, 20, 10), tmp_path / f"{k}.zarr", memory=memory)
        found.append(arrays(tmp_path / f"{k}.zarr"))
    assert found[0] == found[1] == found[2]


def test_axes_of_every_part(tmp_path):
    request = {
        "question": "limit",
        "run": RUN,
        "strategy": {"name": "asynchronous", "copy_bandwidth": "20 TB/s"},
        "criterion": {"efficiency_at_least": 0.5},
        "factor": [sl.limits.StrongScaling(half_size=1e5)],
    }
    over = {
        "write_bandwidth": ["1 TB/s", "2000 GB/s"],
        "strategy.slowdown": [0, 0.1],
        "criterion.efficiency_at_least": [0.5, 0.6],
        "factor.0.half_size": [1e5, 2e5],
        "growth.checkpoint_bytes": [0, 0.5],
    }
    with here(request, over, tmp_path / "a.zarr").open() as found:
        assert list(found.dims) == [
            "write_bandwidth",
            "strategy_slowdown",
            "criterion_efficiency_at_least",
            "factor_0_half_size",
            "growth_checkpoint_bytes",
        ]
        assert found.write_bandwidth.attrs["units"] == "B/s" and found.write_bandwidth.values.tolist() == [1e12, 2e12]
        one = found.value.values[1, 1, 1, 1, 1]
    limit = sl.limits.max_gpus(
        RUN.replace(write_bandwidth=2e12),
        sl.limits.efficiency_at_least(0.6),
        sl.growth.PowerLaw(checkpoint_bytes=0.5),
        sl.strategies.asynchronous(copy_bandwidth=2e13, slowdown=0.1),
        sl.limits.StrongScaling(half_size=2e5),
    )
    assert one == limit.value


def test_what_stands_in_place_of_a_field_is_an_axis(tmp_path):
    over = {"mtbf": ["3 h", "5 h"], "gpus": [1000, 2000, 4000]}
    with here(GOODPUT, over, tmp_path / "a.zarr").open() as found:
        of = mesh({"mtbf": np.array([3, 5]) * sl.units.hour, "gpus": np.array([1000.0, 2000, 4000])})
        run = {name: value for name, value in RUN.as_dict().items() if name not in ("gpu_mttf", "gpus")}
        assert (found.goodput.values == sl.strategies.blocking().goodput(sl.TrainingRun(**run, **of))).all()
        assert found.mtbf.attrs["units"] == "s"


def test_the_questions_own_numbers_are_axes(tmp_path):
    over = {"with.tolerance": [0.01, 0.05]}
    with here({"question": "assess", "run": RUN}, over, tmp_path / "a.zarr", columns=["band.longest"]).open() as found:
        expected = [sl.analysis.assess(RUN, tolerance=t).band[1] for t in over["with.tolerance"]]
        assert found["band.longest"].values.tolist() == expected
        assert list(found) == ["band.longest"]


def test_a_point_without_an_answer_says_so(tmp_path):
    with here(LIMIT, {"gpus": [1000, 2000], "downtime": [1.0, 1e300]}, tmp_path / "a.zarr").open() as found:
        assert np.isnan(found.value.values[:, 1]).all() and (found.value.values[:, 0] > 0).all()
        assert words(found.status).tolist() == [["ok", "infeasible"]] * 2
        assert words(found.binding)[:, 1].tolist() == ["none"] * 2


NUMBERS = {None: np.nan, "unlimited": np.inf, "-unlimited": -np.inf}
FIELDS = sl.catalog.describe()["kinds"]["strategy"]


@pytest.mark.parametrize("name", [name for name in FIELDS if name != "multilevel"])
@pytest.mark.parametrize("question", ["goodput", "limit", "assess", "levers", "headline"])
def test_a_request_over_lists_has_the_same_answers(question, name):
    strategy = {f["name"]: (f["usual"] or [1])[0] for f in FIELDS[name]["fields"] if f["required"]}
    request = {"question": question, "run": RUN.as_request(), "strategy": {"name": name, **strategy}}
    over = {"run.gpu_mttf": [1e7, 1e8, 1e9]}
    expected = sl.ask({**request, "over": over})["columns"]
    asked, fields = _sweep_plan.asked_of(request, over)
    job, values = _sweep_plan.job_of([asked], fields, over)
    for name, found in job.chunk(values).items():
        column = next(c for c in job.columns if c.name == name)
        if column.words:
            assert [column.words[code] if code >= 0 else "" for code in found] == expected[column.source]
        else:
            np.testing.assert_array_equal(found, [NUMBERS.get(x, x) for x in expected[column.source]])


def test_every_status_has_its_code():
    described = sl.catalog.describe()["questions"]
    said = [c["text"] for q in described.values() for c in q["columns"] if c["name"] == "status"]
    listed = [re.split(r", (?:or )?| or ", text) for text in said if text.startswith("ok, ") and "why there is" not in text]
    listed = {re.split(" where | at every ", word)[0] for words in listed for word in words}
    assert listed - {"stopped"} <= set(_sweep_plan._statuses())  # by a callback, which no sweep has


# ---- chunks


@pytest.mark.parametrize("shape", [(5,), (3, 4), (2, 3, 4), (7, 1, 5), (1, 1)])
def test_chunks_are_points_that_follow_one_another(shape):
    for points in range(1, int(np.prod(shape)) + 2):
        chunk = _sweep_plan.chunk_shape(shape, points)
        assert np.prod(chunk) <= points
        order = np.arange(np.prod(shape)).reshape(shape)
        assert np.concatenate([order[r].ravel() for r in _sweep_plan.regions(shape, chunk)]).tolist() == order.ravel().tolist()


# ---- workers


@pytest.fixture(scope="module")
def client():
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, memory_limit=None, dashboard_address="127.0.0.1:0"
        ) as cluster,
        distributed.Client(cluster) as connected,
    ):
        yield connected


def test_workers_answer_as_one_process_does(client, tmp_path):
    found = sl.analysis.sweep(LIMIT, grid(3, 20, 10), tmp_path / "a.zarr", scheduler=client, memory="30 kB")
    here(LIMIT, grid(3, 20, 10), tmp_path / "b.zarr")
    assert found.computed == found.points == 600
    assert arrays(tmp_path / "a.zarr") == arrays(tmp_path / "b.zarr")


def test_a_scheduler_at_an_address(client, tmp_path):
    sl.analysis.sweep(GOODPUT, grid(5, 5), tmp_path / "a.zarr", scheduler=client.scheduler.address)
    here(GOODPUT, grid(5, 5), tmp_path / "b.zarr")
    assert arrays(tmp_path / "a.zarr") == arrays(tmp_path / "b.zarr")


def test_a_lost_worker_costs_its_chunks_only(client, tmp_path):
    written, lost = [], []
    over = grid(8, 100, 100)
    axes = _sweep_plan.named(over)
    asked, fields = _sweep_plan.asked_of(LIMIT, axes)
    job, values = _sweep_plan.job_of([asked], fields, axes)
    store = _sweep_files.Store(tmp_path / "a.zarr", job, values, (1, 4, 100))
    store.create()

    def report(points):
        written.append(points)
        if len(written) == 10:
            lost.append(client.submit(os.getpid, pure=False).result())
            os.kill(lost[0], signal.SIGKILL)

    assert _sweep._run(store, client, report) == 80_000
    assert lost and len(written) == 201  # the start, and every chunk once
    here(LIMIT, over, tmp_path / "b.zarr")
    assert arrays(tmp_path / "a.zarr") == arrays(tmp_path / "b.zarr")
    client.wait_for_workers(2)


def test_a_scheduler_that_goes_away(tmp_path, monkeypatch):
    monkeypatch.setattr(_sweep, "PATIENCE", 1.0)
    script = tmp_path / "scheduler.py"
    script.write_text(
        textwrap.dedent(
            """
            import signal
            from distributed import LocalCluster

            if __name__ == "__main__":
                cluster = LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address="127.0.0.1:0")
                print(cluster.scheduler_address, flush=True)
                signal.pause()
            """
        )
    )
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        address = process.stdout.readline().strip()
        done = []

        def one_more(points):
            done.append(points)
            if len(done) == 5:
                os.killpg(process.pid, signal.SIGKILL)

        monkeypatch.setattr(_sweep, "_bar", lambda points, wanted: contextlib.nullcontext(one_more))
        monkeypatch.setattr(logging.getLogger("distributed"), "disabled", True)
        with pytest.raises(ConnectionError, match=r"the scheduler went away; what is done stays in .*a.zarr: resume goes on"):
            sl.analysis.sweep(GOODPUT, OVER, tmp_path / "a.zarr", scheduler=address, memory="100 kB")
    monkeypatch.undo()
    found = here(GOODPUT, OVER, tmp_path / "a.zarr", resume=True)
    assert 0 < found.computed < found.points


# ---- interrupted and resumed


SCRIPT = textwrap.dedent(
    """
    import json
    import signal
    import sys
    import interrupting
    import numpy as np
    import scaling_limits as sl

    if __name__ == "__main__":
        out, count, how, function, points, written = sys.argv[1:]
        interrupting.after_chunks(int(count), signal.Signals(int(how)), function)
        over = {"gpu_mttf": np.geomspace(1e6, 1e9, int(points) // 100), "write_bandwidth": np.geomspace(1e11, 1e13, 100)}
        request = {"question": "goodput", "run": sl.published.llama3_405b()}
        sl.analysis.sweep(request, over, out, resume=True, **json.loads(written))
    """
)


def over_of(points):
    """What the script sweeps."""
    return {"gpu_mttf": np.geomspace(1e6, 1e9, points // 100), "write_bandwidth": np.geomspace(1e11, 1e13, 100)}


POINTS = 500_000
OVER = over_of(POINTS)


def interrupted(out, how, count=3, function="", points=POINTS, **written):
    """A sweep that a signal ends once so many of its chunks are done, in a function; its exit code and what it said."""
    script = out.parent / "script.py"
    script.write_text(SCRIPT)
    command = [sys.executable, script, out, str(count), str(int(how)), function, str(points), json.dumps(written)]
    environment = {**os.environ, **interrupting.PATH}
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, start_new_session=True, env=environment, check=False)
    return done.returncode, done.stderr


@pytest.mark.parametrize(("workers", "suffix"), [(2, ".zarr"), (0, ".parquet")])
def test_an_interrupted_sweep_goes_on(workers, suffix, tmp_path):
    out = tmp_path / f"a{suffix}"
    store = _sweep_files.parts_of(out)
    code, said = interrupted(out, signal.SIGINT, workers=workers, memory="100 kB")
    assert code == -signal.SIGINT and "KeyboardInterrupt" in said
    with xarray.open_zarr(store, chunks=None) as found:
        computed = int((found.status.values >= 0).sum())
        assert 0 < computed < found.status.size
        part = found.goodput.values
    assert out.exists() == (suffix == ".zarr")
    done = here(GOODPUT, OVER, out, resume=True)
    assert 0 < done.computed <= done.points - computed + 3000  # a worker may have been between two columns
    goodput = sl.strategies.blocking().goodput(RUN.replace(**mesh(OVER)))
    assert (part[np.isfinite(part)] == goodput[np.isfinite(part)]).all()
    if suffix == ".zarr":
        with done.open() as found:
            assert found.goodput.values.tobytes() == goodput.tobytes()
    else:
        pandas = pytest.importorskip("pandas")
        assert (pandas.read_parquet(out).goodput.to_numpy() == goodput.ravel()).all()
    assert {p.name for p in tmp_path.iterdir()} - {_files.beside(out).name} == {out.name, "script.py"}


def test_a_killed_sweep_goes_on(tmp_path):
    out = tmp_path / "a.zarr"
    assert interrupted(out, signal.SIGKILL, memory="100 kB")[0] == -signal.SIGKILL
    done = here(GOODPUT, OVER, out, resume=True)
    assert 0 < done.computed < done.points
    here(GOODPUT, OVER, tmp_path / "b.zarr")
    assert arrays(out) == arrays(tmp_path / "b.zarr")
    assert not list(out.rglob("*.partial"))


def test_a_sweep_killed_again_and_again_is_the_undisturbed_one_byte_for_byte(tmp_path):
    points, kills, random = draws("points of a killed sweep"), draws("kills of a sweep"), np.random.default_rng(1)
    moments = ["chunk", "write_chunk", "digest_of", "_replace", "answer", ""]
    for _ in range(kills):
        count, moment = int(random.integers(1, 200 // kills)), random.choice(moments)
        code, said = interrupted(tmp_path / "a.zarr", signal.SIGKILL, count, moment, points, chunk=points // 100)
        if code == 0:
            break  # what was left took fewer chunks
        assert code == -signal.SIGKILL, said
    over = over_of(points)
    found = here(GOODPUT, over, tmp_path / "a.zarr", resume=True)
    assert not found.damaged
    here(GOODPUT, over, tmp_path / "b.zarr", chunk=points // 100)
    assert files(tmp_path / "a.zarr") == files(tmp_path / "b.zarr")


def test_resume_does_only_what_is_missing(tmp_path):
    out = tmp_path / "a.zarr"
    here(GOODPUT, grid(10, 10, 10), out, memory="20 kB")
    whole = arrays(out)
    last = list(zarr.open_group(out, mode="r").attrs["columns"].strip('["]').split('", "'))[-1]
    chunks = sorted((out / last / "c").rglob("*"))
    lost = [chunk for chunk in chunks if chunk.is_file()][::3]
    for chunk in lost:
        chunk.unlink()
    before = {p: p.stat().st_mtime_ns for p in out.rglob("*") if p.is_file()}
    found = here(GOODPUT, grid(10, 10, 10), out, resume=True)
    assert 0 < found.computed < found.points
    assert arrays(out) == whole
    assert {p for p, at in before.items() if p.parts[-5:-3] == (last, "c") and p.stat().st_mtime_ns != at} == set()
    assert here(GOODPUT, grid(10, 10, 10), out, resume=True).computed == 0


def test_the_chunks_of_a_sweep_take_seconds_and_are_kept(tmp_path, monkeypatch):
    times = iter(range(1000))
    monkeypatch.setattr(_sweep, "_now", lambda: next(times))  # whatever is timed takes a second
    here(GOODPUT, grid(100, 100), tmp_path / "a.zarr")
    assert zarr.open_array(tmp_path / "a.zarr", path="goodput").chunks == (6, 100)  # 256 points a second are 768 of three
    monkeypatch.undo()
    (tmp_path / "a.zarr" / "goodput" / "c" / "3" / "0").unlink()
    assert here(GOODPUT, grid(100, 100), tmp_path / "a.zarr", chunk=17, resume=True).computed == 600
    here(GOODPUT, grid(100, 100), tmp_path / "b.zarr", chunk=17)
    assert zarr.open_array(tmp_path / "b.zarr", path="goodput").chunks == (1, 17)
    with pytest.raises(ValueError, match=r"chunk = 0 must be >= 1"):
        here(GOODPUT, grid(3), tmp_path / "c.zarr", chunk=0)


# ---- damaged stores


OF_DAMAGED = {"chunk": 50, "columns": ["value", "status", "shares.checkpoint"]}


def files(path):
    return {str(file.relative_to(path)): file.read_bytes() for file in path.rglob("*") if file.is_file()}


def lost(random, store, file):
    file.unlink()


def emptied(random, store, file):
    file.write_bytes(b"")


def cut(random, store, file):
    file.write_bytes(file.read_bytes()[: random.integers(file.stat().st_size)])


def flipped(random, store, file):
    data = bytearray(file.read_bytes())
    data[random.integers(len(data))] ^= 1 << random.integers(8)
    file.write_bytes(data)


def longer(random, store, file):
    file.write_bytes(file.read_bytes() + b"0")


def swapped(random, store, file):
    other = store / random.choice(sorted(set(files(store)) - {str(file.relative_to(store))}))
    first = file.read_bytes()
    file.write_bytes(other.read_bytes())
    other.write_bytes(first)


def a_folder(random, store, file):
    file.unlink()
    file.mkdir()


def its_folder_gone(random, store, file):
    if file.parent != store:
        shutil.rmtree(file.parent)
        file.parent.touch()  # and a file in its place


def described_otherwise(random, store, file):
    if file.name != "zarr.json" or not file.read_bytes():
        return lost(random, store, file)
    about = json.loads(file.read_text())
    changes = {"shape": [7], "data_type": "float32", "fill_value": 0, "node_type": "group", "codecs": [], "zarr_format": 2}
    name = random.choice(sorted(changes))
    about[name] = changes[name]
    file.write_text(json.dumps(about))


def a_pipe(random, store, file):
    file.unlink()
    os.mkfifo(file)


def its_folder_a_link(random, store, file):
    if file.parent != store:
        other = store.parent / f"elsewhere{random.integers(10**9)}"
        file.parent.rename(other)
        file.parent.symlink_to(other)


def another_sweeps(random, store, file):
    """Chunks with their records, of other answers."""
    other = store.parent / "other.zarr"
    if not other.exists():
        here({**LIMIT, "run": RUN.replace(checkpoint_bytes=1e12)}, grid(5, 6, 7), other, **OF_DAMAGED)
    if (name := file.relative_to(store)) != Path("zarr.json"):
        shutil.copy(other / name, file)


def moved(random, store, file):
    """Two chunks in each other's place, with their records."""
    places = random.choice(sorted(path.name for path in (store / "shares.checkpoint" / "done").iterdir()), 2, replace=False)
    names = ["shares.checkpoint/done/{}", *(f"{column}/c/{{}}" for column in OF_DAMAGED["columns"])]
    for name in names:
        one, two = (store / name.format(at if "done" in name else at.replace(".", "/")) for at in places)
        one.rename(store / "aside")
        two.rename(one)
        (store / "aside").rename(two)


def said_to_be_empty(random, store, file):
    """A record of nothing, and nothing."""
    record = next((store / "shares.checkpoint" / "done").iterdir())
    written = json.loads(record.read_text())
    record.write_text(json.dumps({name: "" if name != "of" else of for name, of in written.items()}))
    for column in OF_DAMAGED["columns"]:
        (store / column / "c" / record.name.replace(".", "/")).unlink()


def of_other_chunks(random, store, file):
    other = store.parent / "chunks.zarr"
    if not other.exists():
        here(LIMIT, grid(5, 6, 7), other, **{**OF_DAMAGED, "chunk": 20})
    shutil.copy(other / "zarr.json", store / "zarr.json")


def nested(random, store, file):
    file.write_text("[" * 100_000)


def a_folder_like_a_left_over(random, store, file):
    (store / "a.partial").mkdir()


DAMAGE = [
    a_pipe,
    its_folder_a_link,
    another_sweeps,
    moved,
    said_to_be_empty,
    of_other_chunks,
    nested,
    a_folder_like_a_left_over,
]
DAMAGE += [lost, emptied, cut, flipped, longer, swapped, a_folder, its_folder_gone, described_otherwise]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "a.zarr"
    here(LIMIT, grid(5, 6, 7), path, **OF_DAMAGED)
    return path


@pytest.mark.parametrize("seed", range(max(len(DAMAGE), draws("damaged stores"))))
def test_a_damaged_store_is_mended_or_refused(whole, tmp_path, seed):
    random = np.random.default_rng(seed)
    store = tmp_path / "a.zarr"
    shutil.copytree(whole, store)
    DAMAGE[seed % len(DAMAGE)](random, store, store / random.choice(sorted(files(store))))
    for of in random.choice(DAMAGE, random.integers(3)):
        with contextlib.suppress(OSError, ValueError, StopIteration):  # of what the first has left
            of(random, store, store / random.choice(sorted(files(store))))
    damaged = files(store)
    said = ""
    try:
        found = here(LIMIT, grid(5, 6, 7), store, resume=True, **OF_DAMAGED)
    except ValueError as error:
        said = str(error)
    if said:
        assert re.search(r"a\.zarr is no sweep to resume \(zarr\.json", said)
        assert files(store) == damaged
        return
    if json.loads(files(store)["zarr.json"])["attributes"] == json.loads(files(whole)["zarr.json"])["attributes"]:
        assert files(store) == files(whole)
    assert arrays(store) == arrays(whole)  # in other chunks where its description says so
    assert found.computed or found.damaged or damaged == files(whole)


@pytest.mark.parametrize(
    ("request_", "over", "more", "says"),
    [
        (LIMIT, grid(4, 4), {"columns": "goodput"}, "another question or base: .*criterion"),
        (
            {**GOODPUT, "run": RUN.replace(checkpoint_bytes=1e12)},
            grid(4, 4),
            {},
            "base: run.checkpoint_bytes = 5000000000000.0 there",
        ),
        (GOODPUT, grid(4, 5), {}, "other values of gpu_mttf"),
        (GOODPUT, grid(4, 4, 4), {}, "over other axes: gpus, gpu_mttf"),
        (GOODPUT, grid(4, 4), {"columns": "status"}, "another choice of columns"),
    ],
)
def test_another_sweep_is_not_resumed(request_, over, more, says, tmp_path):
    out = tmp_path / "a.zarr"
    here(GOODPUT, grid(4, 4), out)
    whole = arrays(out)
    with pytest.raises(ValueError, match=says):
        here(request_, over, out, resume=True, **more)
    assert arrays(out) == whole


def test_another_version_is_not_resumed(tmp_path, monkeypatch):
    here(GOODPUT, grid(4, 4), tmp_path / "a.zarr")
    monkeypatch.setattr(_sweep_plan._core, "__version__", "99.0")
    with pytest.raises(ValueError, match=r"another version of this library: 0.* there, 99.0 now"):
        here(GOODPUT, grid(4, 4), tmp_path / "a.zarr", resume=True)


# ---- files


@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".xlsx"])
def test_tables_have_a_row_for_every_point(suffix, tmp_path):
    pandas = pytest.importorskip("pandas")
    over = grid(3, 5)
    found = here(GOODPUT, over, tmp_path / f"a{suffix}", memory="4 kB")
    read = {".parquet": pandas.read_parquet, ".csv": pandas.read_csv, ".xlsx": pandas.read_excel}[suffix](found.path)
    of = mesh(over)
    assert list(read.columns) == ["gpus", "gpu_mttf", "goodput", "status"]
    of["goodput"] = sl.strategies.blocking().goodput(RUN.replace(**of))
    for name, expected in of.items():
        np.testing.assert_allclose(read[name], expected.ravel(), rtol=1e-15 if suffix == ".xlsx" else 0)  # 16 digits
    assert (read.status == "ok").all()
    assert {p.name for p in tmp_path.iterdir() if p.suffix != ".written"} == {f"a{suffix}"}
    with pytest.raises(ValueError, match=r"is a table"):
        found.open()


def test_a_table_has_words(tmp_path):
    pandas = pytest.importorskip("pandas")
    over = {"downtime": [1.0, 1e300], "write_bandwidth": [1e12, 1e13]}
    here(LIMIT, over, tmp_path / "a.zarr", columns=["binding", "status"])
    with xarray.open_zarr(tmp_path / "a.zarr", chunks=None) as grid:
        expected = [["" if w == "none" else w.replace("_", " ") for w in words(grid[k]).ravel()] for k in ("binding", "status")]
    for suffix in (".parquet", ".csv"):
        found = here(LIMIT, over, tmp_path / f"a{suffix}", columns=["binding", "status"])
        read = pandas.read_parquet(found.path) if suffix == ".parquet" else pandas.read_csv(found.path, keep_default_na=False)
        assert [read.binding.tolist(), read.status.tolist()] == expected
    assert "" in expected[0] and "checkpoint" in expected[0]


def test_netcdf_is_the_same_grid(tmp_path):
    here(LIMIT, grid(2, 5, 6), tmp_path / "a.zarr")
    with (
        here(LIMIT, grid(2, 5, 6), tmp_path / "a.nc", memory="20 kB").open() as one,
        xarray.open_zarr(tmp_path / "a.zarr", chunks=None) as other,
    ):
        assert one.equals(other)
        assert one.binding.attrs["flag_meanings"] == other.binding.attrs["flag_meanings"]
        assert one.attrs == other.attrs


#: a group of Zarr that something else made
FOREIGN = '{"zarr_format": 3, "node_type": "group", "attributes": {"sweep": "[]"}}'


def test_a_file_that_is_there(tmp_path):
    for name in ("a.zarr", "a.csv"):
        here(GOODPUT, grid(2, 2), tmp_path / name)
        with pytest.raises(FileExistsError, match=r"is there already: resume goes on with it, overwrite replaces it"):
            here(GOODPUT, grid(3, 2), tmp_path / name)
        assert here(GOODPUT, grid(3, 2), tmp_path / name, overwrite=True).computed == 6
    with pytest.raises(FileExistsError, match=r"whole: there is nothing to resume"):
        here(GOODPUT, grid(3, 2), tmp_path / "a.csv", resume=True)
    folder = tmp_path / "mine.zarr"
    folder.mkdir()
    (folder / "keep").touch()
    with pytest.raises(FileExistsError, match=r"a folder that no sweep made"):
        here(GOODPUT, grid(3, 2), folder, overwrite=True)
    with pytest.raises(ValueError, match=r"is no sweep to resume"):
        here(GOODPUT, grid(3, 2), folder, resume=True)
    for text in ("[]", "1", "{}", '{"attributes": []}', '{"attributes": {}}', '{"attributes": {"sweep": 1}}', FOREIGN):
        (folder / "zarr.json").write_text(text)
        with pytest.raises(ValueError, match=r"mine.zarr is no sweep to resume \(zarr\.json: says nothing of a sweep\)"):
            here(GOODPUT, grid(3, 2), folder, resume=True)
    assert (folder / "keep").exists()


def test_a_full_disk_is_one_sentence_and_what_is_done_stays(tmp_path, monkeypatch):
    write, count = _sweep_files.write_chunk, []

    def full(*given):
        count.append(1)
        if len(count) > 5:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(*given)

    monkeypatch.setattr(_sweep, "write_chunk", full)
    with pytest.raises(OSError, match=r"No space left on device; what is done stays in .*a.csv.parts.zarr: resume goes on"):
        here(GOODPUT, grid(10, 10, 10), tmp_path / "a.csv", memory="20 kB")
    assert [p.name for p in tmp_path.iterdir()] == ["a.csv.parts.zarr"]
    monkeypatch.undo()
    found = here(GOODPUT, grid(10, 10, 10), tmp_path / "a.csv", resume=True)
    assert 0 < found.computed < found.points and found.path.exists()


def test_a_file_that_cannot_be_made_whole_is_not_there(tmp_path, monkeypatch):
    def half(store, path):
        path.write_text("half")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setitem(_sweep_files.FORMATS, ".csv", (half, ()))
    with pytest.raises(OSError, match=r"No space left"):
        here(GOODPUT, grid(3, 3), tmp_path / "a.csv")
    assert [p.name for p in tmp_path.iterdir()] == ["a.csv.parts.zarr"]


# ---- refusals


@pytest.mark.parametrize(
    ("over", "more", "error", "says"),
    [
        ({"gpuss": [1]}, {}, ValueError, "no field 'gpuss'; did you mean 'gpus'"),
        ({"runn.gpus": [1]}, {}, ValueError, "is of no part; did you mean 'run'"),
        ({}, {}, ValueError, "names no axis"),
        ({"gpus": []}, {}, ValueError, "'gpus' is empty"),
        ({"gpus": 5}, {}, TypeError, "must be a list or an array"),
        ({"gpus": [[1.0]]}, {}, ValueError, "must have one dimension"),
        ({"gpus": [1, -1]}, {}, ValueError, r"over: run.gpus\[1\] = -1 must be > 0"),
        ({"gpus": [1, float("nan")]}, {}, ValueError, r"over: run.gpus\[1\] = nan must be > 0"),
        ({"gpus": [1], "run.gpus": [1]}, {}, ValueError, "given twice"),
        ({"gpus": [1, "2 TB/s"]}, {}, ValueError, "over: run.gpus: .*TB/s"),
        ({"gpus": range(1, 10**6), "gpu_mttf": range(1, 10**6 + 2)}, {}, ValueError, "1,000,000,000,000|are too many"),
        ({"gpus": [1, None]}, {}, TypeError, "over: run.gpus must be"),
        ({"gpus": [1]}, {"memory": "100 B"}, ValueError, r"memory = 100 must be at least \d+ \[B\]"),
        ({"gpus": [1]}, {"memory": float("nan")}, ValueError, "memory = nan"),
        (
            {"gpus": [1]},
            {"columns": "good"},
            ValueError,
            "has 'good', which question 'goodput' does not keep: goodput",
        ),
        ({"gpus": [1]}, {"columns": "note"}, ValueError, "note is a text or a list of each point"),
        ({"gpus": [1]}, {"columns": []}, ValueError, "columns must name one"),
        ({"gpus": [1]}, {"resume": True, "overwrite": True}, ValueError, "give one of them"),
    ],
)
def test_what_is_refused_leaves_nothing(over, more, error, says, tmp_path):
    with pytest.raises(error, match=says):
        here(GOODPUT, over, tmp_path / "a.zarr", **more)
    assert not list(tmp_path.iterdir())


def test_what_is_refused_of_file_and_workers(tmp_path):
    for out, more, says in [
        ("a.txt", {}, "must end in one of .zarr, .parquet, .nc, .csv, .xlsx"),
        ("a.zarr", {"workers": -1}, "workers = -1 must be >= 0"),
        ("a.zarr", {"workers": 1, "scheduler": "tcp://x"}, "give one of them"),
    ]:
        with pytest.raises(ValueError, match=says):
            sl.analysis.sweep(GOODPUT, {"gpus": [1]}, tmp_path / out, **more)
    with pytest.raises(ValueError, match=r"too many for a sheet, at most 1,048,575"):
        here(GOODPUT, {"gpus": range(1, 2**20 + 1)}, tmp_path / "a.xlsx")
    assert not list(tmp_path.iterdir())


def test_a_scheduler_that_does_not_answer(tmp_path, monkeypatch):
    monkeypatch.setattr(_sweep, "PATIENCE", 0.5)
    with pytest.raises(ConnectionError, match=r"no scheduler answers at tcp://127.0.0.1:9"):
        sl.analysis.sweep(GOODPUT, {"gpus": [1]}, tmp_path / "a.zarr", scheduler="tcp://127.0.0.1:9")
    assert not list(tmp_path.iterdir())
