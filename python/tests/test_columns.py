# SPDX-License-Identifier: Apache-2.0
"""Of an answer the columns alone that are asked for: the same numbers, to the last bit, and nothing else computed."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable
from typing import Any

import hypothesis
import numpy as np
import pytest
from drawn import requests
from hypothesis import strategies as st
from test_fuzz import fuzz
from test_schema import VALIDATOR, as_json, faults

import scaling_limits as sl
from scaling_limits import _core

RUN = sl.published.llama3_405b()
FIELDS = ("value", "status", "binding", "note", "goodput", "efficiency", "useful_gpus", "shares", "roots")
PRICE = sl.economics.Prices(gpu=2 / sl.units.hour, time=1e6 / sl.units.day)
FACTORS = [sl.limits.StrongScaling(half_size=1e5), sl.limits.PowerLaw(ratio=1, gpus=1e8, exponent=0.5, name="wall")]

# run, factors, columns -> a limit
FUNCTIONS: dict[str, Callable[..., sl.limits.Limit]] = {
    "peak": lambda run, **more: sl.limits.max_gpus(run, **more),
    "goodput": lambda run, **more: sl.limits.max_gpus(run, sl.limits.goodput_at_least(0.9), sl.growth.chinchilla, **more),
    "efficiency": lambda run, **more: sl.limits.max_gpus(run, sl.limits.efficiency_at_least(0.8), **more),
    "elasticity": lambda run, **more: sl.limits.max_gpus(run, sl.limits.elasticity_at_least([[0.5], [0.9]]), **more),
    "asynchronous": lambda run, **more: sl.limits.max_gpus(
        run, strategy=sl.strategies.asynchronous(copy_bandwidth=1e14), **more
    ),
    "replicated": lambda run, **more: sl.limits.max_gpus(run, strategy=sl.strategies.replicated(), **more),
    "fastest": lambda run, **more: sl.limits.fastest_gpus(run, **more),
    "cheapest": lambda run, **more: sl.limits.cheapest_gpus(run, work=1e11, deadline=30 * sl.units.day, **more),
    "optimal": lambda run, **more: sl.economics.optimal_gpus(run, 1e11, PRICE, **more),
}


def same(a: Any, b: Any) -> bool:
    """Whether two values are the same to the bit, of one type."""
    if isinstance(a, dict):
        return isinstance(b, dict) and list(a) == list(b) and all(same(a[k], b[k]) for k in a)
    if isinstance(a, np.ndarray):
        if a.dtype.kind in "UO":
            return np.array_equal(a, b)
        return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
    if isinstance(a, float):
        return type(a) is type(b) and np.float64(a).tobytes() == np.float64(b).tobytes()
    return type(a) is type(b) and bool(a == b)


def runs() -> st.SearchStrategy[sl.TrainingRun]:
    """Runs of numbers, of one axis, and of axes that are broadcast."""
    mttf, restart = st.floats(1e4, 1e10), st.floats(0, 1e5)
    plain = st.builds(lambda a, b: RUN.replace(gpu_mttf=a, downtime=b), mttf, restart)
    line = st.lists(mttf, min_size=1, max_size=5).map(lambda a: RUN.replace(gpu_mttf=a))
    cross = st.builds(
        lambda a, b: RUN.replace(gpu_mttf=a, write_bandwidth=[[1e10], [b]]), st.lists(mttf, min_size=3, max_size=3), mttf
    )
    return st.one_of(plain, line, cross)


@hypothesis.settings(max_examples=200, deadline=None)
@hypothesis.given(
    name=st.sampled_from(sorted(FUNCTIONS)),
    run=runs(),
    factors=st.sampled_from([[], FACTORS[:1], FACTORS]),
    columns=st.sets(st.sampled_from(FIELDS), min_size=1),
)
def test_a_subset_is_that_of_the_whole(name: str, run: sl.TrainingRun, factors: list[Any], columns: set[str]) -> None:
    whole = FUNCTIONS[name](run, factors=factors)
    some = FUNCTIONS[name](run, factors=factors, columns=sorted(columns))
    assert {key for key in vars(some) if key != "_columns"} == columns | {"asked"}
    for column in columns:
        assert same(getattr(whole, column), getattr(some, column)), column
    assert some.asked == whole.asked


def test_requests_take_columns() -> None:
    """Of whatever can be asked."""

    def check(drawn: tuple[dict[str, Any], list[int]]) -> str:
        request, places = drawn
        whole = _core.ask(request)
        if "error" in whole:
            refused = _core.ask(request | {"columns": ["no such column"]})
            return "refused" if "error" in refused else "answered, with no such column"
        names = list(whole["columns"])
        columns = [names[place % len(names)] for place in places]
        some = _core.ask(request | {"columns": columns})
        kept = {name: value for name, value in whole["columns"].items() if name in columns}
        assert _core.to_json(some["columns"]) == _core.to_json(kept)
        assert some["units"] == {name: unit for name, unit in whole["units"].items() if name in columns}
        assert set(some["terms"]) <= set(whole["terms"])
        full = _core.completed(request | {"columns": columns})
        assert full["columns"] == list(dict.fromkeys(columns))
        assert VALIDATOR.is_valid(as_json(request | {"columns": columns}))
        return "answered"

    fuzz("drawn columns", st.tuples(requests(), st.lists(st.integers(0, 100), min_size=1, max_size=4)), check)


def test_a_request_sweeps_columns() -> None:
    run = {"gpus": 16384, "gpu_mttf": "50000 h", "checkpoint_bytes": "5 TB", "write_bandwidth": "2 TB/s"}
    request = {"question": "limit", "run": run, "over": {"run.gpu_mttf": ["10000 h", "50000 h"]}}
    whole = sl.ask(request)["columns"]
    assert sl.ask(request | {"columns": "value"})["columns"] == {"value": whole["value"]}
    shares = {name: x for name, x in whole.items() if name.startswith("shares.")}
    found = sl.ask(request | {"columns": ["shares", "shares.checkpoint", "shares"]})
    assert found["columns"] == shares and found["terms"] == [name.partition(".")[2] for name in shares]
    assert sl.ask(request | {"columns": None})["columns"] == whole
    assert sl.ask(request | {"columns": ["status"]})["terms"] == []
    for columns in ("shares.checkpoint", ["value", "roots"], "shares", None):
        assert faults(request | {"columns": columns}) == []
    for columns in ("vlue", ["value", "vlue"], [], 3):
        assert faults(request | {"columns": columns})


@pytest.mark.parametrize(
    ("columns", "reason"),
    [
        (["value", "vlue"], "columns: question 'limit' has no column 'vlue'; it has value, status, binding, note, goodput, "),
        ([], "columns is empty: leave it out for all of them"),
        ([1], "columns must be names, texts"),
        ({"value": True}, "columns must be a name or a list of names"),
        ("share", "it has value, status, binding, note, goodput, efficiency, useful_gpus, shares, roots"),
        ("shares.nothing", "has no column 'shares.nothing'"),
    ],
)
def test_what_a_request_may_not_ask(columns: Any, reason: str) -> None:
    with pytest.raises(sl.catalog.RequestError, match="columns") as error:
        sl.ask({"question": "limit", "run": RUN.as_request(), "columns": columns})
    assert reason in str(error.value) and error.value.field == "columns"


@pytest.mark.parametrize("name", ["fastest", "cheapest", "optimal", "peak"])
def test_what_python_refuses(name: str) -> None:
    with pytest.raises(ValueError, match="gpus: columns: Limit has no 'vlue'; it has value, status, binding, note"):
        FUNCTIONS[name](RUN, columns="vlue")
    with pytest.raises(ValueError, match=r"it has value, status, .*, useful_gpus, shares, roots"):
        FUNCTIONS[name](RUN.replace(gpu_mttf=[1e8, 1e9]), columns=["value", "vlue"])
    with pytest.raises(ValueError, match="columns is empty: leave it out for all of them"):
        FUNCTIONS[name](RUN, columns=())
    with pytest.raises(TypeError, match="columns must be a list of str values, not int"):
        FUNCTIONS[name](RUN, columns=3)
    with pytest.raises(ValueError, match=r"has no column 'shares\.nothing'"):
        FUNCTIONS[name](RUN, columns="shares.nothing")
    with pytest.raises(ValueError, match="Limit has no 'asked'"):
        FUNCTIONS[name](RUN, columns="asked")


def test_what_was_not_asked_for_is_refused() -> None:
    limit = sl.limits.max_gpus(RUN, columns=("value", "binding"))
    with pytest.raises(AttributeError, match="Limit: goodput was not asked for; columns = value, binding"):
        _ = limit.goodput
    with pytest.raises(AttributeError, match="Limit: useful_gpus was not asked for; columns = value, binding"):
        _ = limit.useful_gpus
    with pytest.raises(AttributeError, match="'Limit' object has no attribute 'vlue'"):
        _ = limit.vlue
    with pytest.raises(AttributeError, match="'Limit' object has no attribute 'vlue'"):
        _ = sl.limits.max_gpus(RUN).vlue
    assert float(limit) == limit.value
    with pytest.raises(AttributeError, match="columns = binding"):
        float(sl.limits.max_gpus(RUN, columns="binding"))


def test_a_part_of_an_answer_is_kept_as_the_whole_is() -> None:
    limit = sl.limits.max_gpus(RUN.replace(gpu_mttf=[1e8, 1e9]), columns=("binding", "value"))
    for other in (pickle.loads(pickle.dumps(limit)), copy.copy(limit), copy.deepcopy(limit)):
        assert other == limit and hash(other) == hash(limit)
    assert limit != sl.limits.max_gpus(RUN.replace(gpu_mttf=[1e8, 1e9]))
    assert limit != sl.limits.max_gpus(RUN.replace(gpu_mttf=[1e8, 1e9]), columns="value")
    assert list(limit.as_dict()) == ["value", "binding", "asked"]
    assert "value=" in repr(limit) and "goodput" not in repr(limit)
    assert limit._repr_html_().count("<tr>") == 2
    assert list(limit.to_dataframe()) == ["value", "binding"]


def test_useful_work_alone() -> None:
    some, whole = sl.limits.max_gpus(RUN, columns="useful_gpus"), sl.limits.max_gpus(RUN)
    assert some.useful_gpus == whole.useful_gpus
    with pytest.raises(AttributeError, match="binding was not asked for"):
        _ = some.binding


def test_arrays_with_labels_and_blocks() -> None:
    xarray, pandas = pytest.importorskip("xarray"), pytest.importorskip("pandas")
    mttf = xarray.DataArray(np.geomspace(1e6, 1e10, 6), dims="chip", coords={"chip": list("abcdef")})
    given = {
        "xarray": mttf,
        "dask": pytest.importorskip("dask.array").from_array(mttf.to_numpy(), chunks=2),
        "both": mttf.chunk({"chip": 3}),
        "pandas": pandas.Series(mttf.to_numpy(), list("abcdef")),
    }
    for values in given.values():
        run = RUN.replace(gpu_mttf=values)
        whole = sl.limits.max_gpus(run, factors=FACTORS)
        some = sl.limits.max_gpus(run, factors=FACTORS, columns=("value", "binding", "shares"))
        for column in ("value", "binding"):
            a, b = getattr(whole, column), getattr(some, column)
            assert type(a) is type(b) and np.array_equal(np.asarray(a), np.asarray(b))
        assert list(whole.shares) == list(some.shares)
        assert all(np.array_equal(np.asarray(whole.shares[c]), np.asarray(some.shares[c])) for c in whole.shares)
        with pytest.raises(AttributeError, match="status was not asked for"):
            _ = some.status


def test_every_function_of_a_limit_takes_columns() -> None:
    for function in (sl.limits.max_gpus, sl.limits.fastest_gpus, sl.limits.cheapest_gpus, sl.economics.optimal_gpus):
        parameter = inspect.signature(function).parameters["columns"]
        assert parameter.default is None and parameter.kind is parameter.KEYWORD_ONLY
