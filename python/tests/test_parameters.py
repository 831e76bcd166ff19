# SPDX-License-Identifier: Apache-2.0
"""Parameter classes: every field times every bad value, frozen, comparable, picklable, readable."""

from __future__ import annotations

import copy
import inspect
import json
import math
import pickle
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from kinds import needed, one_of_each

import scaling_limits as sl

CRITERIA = one_of_each("criterion", {"cheapest_gpus": "has a function, which says more"}).values()
VALID = {
    "TrainingRun": {"gpus": 16_384, "gpu_mttf": 1.8e8, "checkpoint_bytes": 5e12, "write_bandwidth": 2e12},
    "Tier": {"write_bandwidth": 2e12},
    "blocking": {},
    **{type(one).__name__: needed("criterion", type(one).__name__) for one in CRITERIA},
}
CLASSES = [
    sl.TrainingRun,
    sl.storage.Tier,
    sl.strategies.blocking,
    *map(type, CRITERIA),
]
FIELDS = [(cls, field) for cls in CLASSES for field in cls.fields()]


def make(cls, **changes):
    return cls(**{**VALID[cls.__name__], **changes})


def ids(value):
    return getattr(value, "__name__", None) or getattr(value, "name", None)


@pytest.mark.parametrize(("cls", "field"), FIELDS, ids=ids)
@pytest.mark.parametrize(
    "wrong", [b"3", 1j, np.complex64(1), object(), {}, [None], np.array([1j])], ids=lambda v: type(v).__name__
)
def test_the_wrong_type_is_a_type_error_that_names_the_field(cls, field, wrong) -> None:
    with pytest.raises(TypeError, match=field.name):
        make(cls, **{field.name: wrong})


@pytest.mark.parametrize(("cls", "field"), FIELDS, ids=ids)
@pytest.mark.parametrize("wrong", ["a", "", "3 parsecs", ["a"], np.array(["a"])], ids=repr)
def test_a_text_that_is_no_quantity_is_refused_by_field(cls, field, wrong) -> None:
    with pytest.raises((TypeError, ValueError), match=field.name):
        make(cls, **{field.name: wrong})


@pytest.mark.parametrize(("cls", "field"), FIELDS, ids=ids)
def test_none_and_booleans_only_where_they_mean_something(cls, field) -> None:
    if field.optional:
        assert make(cls, **{field.name: None}).as_dict()[field.name] is None
    else:
        with pytest.raises(TypeError, match=field.name):
            make(cls, **{field.name: None})
    if field.boolean:
        assert getattr(make(cls, **{field.name: True}), field.name) is True
    else:
        with pytest.raises(TypeError, match=field.name):
            make(cls, **{field.name: True})


@pytest.mark.parametrize("group", ["strategy", "criterion", "factor", "failure_law", "distribution"])
def test_every_part_is_plain_data_as_a_request_has_it(group) -> None:
    left_out = {"cheapest_gpus": "has a function, which says more"} if group == "criterion" else {}
    for name, made in one_of_each(group, left_out).items():
        kept = made.as_dict()
        assert json.loads(json.dumps(kept, allow_nan=False)) == kept, name
        asked = sl.results.plain(made.as_request())
        asked = asked.get(made._kind, asked)  # of a term, under its kind
        numbers = {key: part for key, part in asked.items() if key in made._values}
        assert numbers == {key: part for key, part in kept.items() if key in numbers}, name


def test_a_run_is_what_the_answer_of_the_same_question_has() -> None:
    run, law = make(sl.TrainingRun), sl.growth.power_law(write_bandwidth=1)
    asked = {"question": "grown", "run": run.as_request(), "growth": law.as_request(), "with": {"gpus": 1e5}}
    columns = sl.ask(asked)["columns"]
    assert law.at(run, 1e5).as_dict() == {name: value for name, value in columns.items() if name not in ("status", "note")}


@pytest.mark.parametrize(("cls", "field"), FIELDS, ids=ids)
@pytest.mark.parametrize("value", [-1.0, -math.inf, 0.0, 0.5, 1.0, 2.0, math.inf, math.nan], ids=repr)
def test_every_value_is_kept_or_refused_as_the_table_says(cls, field, value) -> None:
    if not math.isnan(value) and bool(field.holds(value)):
        one, several = (make(cls, **{field.name: x}) for x in (value, np.array([value])))
        assert one._values[field.name] == value and (several._values[field.name] == value).all()
        for made in (one, several):  # JSON has no infinity, and the class takes back what stands for it
            kept = json.loads(json.dumps(made.as_dict(), allow_nan=False))
            assert type(made)(**{name: part for name, part in kept.items() if part is not None}) == made
        return
    with pytest.raises(ValueError, match=f"{field.name} = .* must be") as error:
        make(cls, **{field.name: value})
    assert field.unit == "1" or f"[{field.unit}]" in str(error.value)
    if isinstance(value, float):
        with pytest.raises(ValueError, match=rf"{field.name}\[1\] = "):
            make(cls, **{field.name: np.array([field.typical(), value])})


def test_integers_beyond_double() -> None:
    for field in sl.TrainingRun.fields():
        with pytest.raises(ValueError, match=field.name):
            make(sl.TrainingRun, **{field.name: 10**400})


def test_zero_and_infinity_where_the_definition_excludes_them() -> None:
    run = make(sl.TrainingRun)
    for name in ("gpus", "gpu_mttf", "write_bandwidth", "read_bandwidth"):
        with pytest.raises(ValueError, match=f"TrainingRun: {name} = 0 must be > 0"):
            run.replace(**{name: 0})
    for name in ("gpus", "checkpoint_bytes", "storage_latency", "initialization_time", "downtime"):
        with pytest.raises(ValueError, match=f"TrainingRun: {name} = inf must be .* finite"):
            run.replace(**{name: math.inf})
    free = run.replace(gpu_mttf=math.inf, checkpoint_bytes=0, write_bandwidth=math.inf)
    assert free.mtbf == math.inf
    assert free.goodput == 1
    assert free.optimal_interval == math.inf
    assert sum(free.breakdown.values()) == 1


def test_fields_by_name_only() -> None:
    with pytest.raises(TypeError, match="by name"):
        sl.TrainingRun(16_384)
    with pytest.raises(TypeError, match="needs 'gpu_mttf'"):
        sl.TrainingRun(gpus=16_384)
    with pytest.raises(TypeError, match="did you mean 'gpu_mttf'"):
        make(sl.TrainingRun, gpu_mtf=3)
    with pytest.raises((TypeError, ValueError), match="did you mean 'gpus'"):
        make(sl.TrainingRun).replace(gpu=3)
    assert sl.limits.goodput_at_least(0.9) == sl.limits.goodput_at_least(goodput=0.9)


def test_frozen() -> None:
    run = make(sl.TrainingRun)
    with pytest.raises(AttributeError, match=r"replace\(gpus=\.\.\.\)"):
        run.gpus = 3
    with pytest.raises(AttributeError):
        run.other = 3
    with pytest.raises(AttributeError):
        del run.gpus


def test_arrays_are_copied_and_read_only() -> None:
    sizes = np.array([1e3, 1e4])
    run = make(sl.TrainingRun, gpus=sizes)
    sizes[0] = 7
    assert run.gpus[0] == 1e3
    with pytest.raises(ValueError, match="read-only"):
        run.gpus[0] = 7
    assert make(sl.TrainingRun, gpus=[1, 2]).gpus.dtype == np.int64
    assert make(sl.TrainingRun, gpus=(1, 2.5)).gpus.shape == (2,)
    assert make(sl.TrainingRun, gpus=np.array(3.0)).gpus == 3
    assert make(sl.TrainingRun, gpus=Fraction(7, 2)).gpus == 3.5
    with pytest.raises(TypeError, match="gpus"):
        make(sl.TrainingRun, gpus=Decimal(3))


def test_shapes_that_do_not_broadcast_are_named() -> None:
    with pytest.raises(ValueError, match=r"TrainingRun.gpus \(2,\), TrainingRun.downtime \(3,\)"):
        make(sl.TrainingRun, gpus=np.ones(2), downtime=np.ones(3))
    with pytest.raises(ValueError, match=r"TrainingRun.gpus \(2,\), blocking.interval \(3,\)"):
        sl.strategies.blocking(interval=np.ones(3)).goodput(make(sl.TrainingRun, gpus=np.ones(2)))
    with pytest.raises(ValueError, match="gpus"):
        make(sl.TrainingRun, gpus=[[1, 2], [3]])


@pytest.mark.parametrize(
    "make_one",
    [
        lambda: make(sl.TrainingRun),
        lambda: make(sl.TrainingRun, gpus=np.array([1.0, 2.0])),
        lambda: make(sl.TrainingRun, gpus=np.array([])),
        lambda: sl.storage.Tier(write_bandwidth=1e9, per_gpu=True),
        lambda: sl.strategies.blocking(),
        lambda: sl.strategies.blocking(interval=3),
        lambda: sl.limits.goodput_at_least(0.9),
        lambda: sl.limits.peak_throughput(),
        lambda: sl.growth.chinchilla(),
    ],
)
def test_equal_hashable_picklable(make_one) -> None:
    a, b = make_one(), make_one()
    assert a == b
    assert (a == b) is True
    assert hash(a) == hash(b)
    assert len({a, b}) == 1
    for other in (pickle.loads(pickle.dumps(a)), copy.copy(a), copy.deepcopy(a)):
        assert other == a and hash(other) == hash(a) and repr(other) == repr(a)
    assert a != 3


def test_what_is_not_equal() -> None:
    run = make(sl.TrainingRun)
    assert run == run.replace(gpus=16_384.0) == run.replace(gpus=np.float32(16_384))
    assert hash(run) == hash(run.replace(gpus=np.float64(16_384)))
    assert run != run.replace(gpus=16_385)
    assert run.replace(gpus=[1, 2]) != run.replace(gpus=[1, 3])
    assert run.replace(gpus=[1, 1]) != run.replace(gpus=1)
    assert run.replace(downtime=0.0) == run.replace(downtime=-0.0)
    assert hash(run.replace(downtime=[0.0])) == hash(run.replace(downtime=[-0.0]))
    assert sl.strategies.blocking() != sl.strategies.blocking(interval=3)
    assert sl.limits.peak_throughput() != sl.limits.write_time_equals_mtbf()


def test_reprs_are_in_human_units() -> None:
    text = repr(make(sl.TrainingRun, downtime=90, storage_latency=2.5e-3))
    assert text == (
        "TrainingRun(gpus=16384, gpu_mttf=50000 h, checkpoint_bytes=5 TB, write_bandwidth=2 TB/s, storage_latency=2.5 ms, "
        "downtime=90 s)"
    )
    assert repr(make(sl.TrainingRun, write_bandwidth=[1e12, 2e9])).endswith("write_bandwidth=[1 TB/s, 2 GB/s])")
    assert "(1000,) from 1 to 1000" in repr(make(sl.TrainingRun, gpus=np.arange(1, 1001)))
    assert repr(sl.strategies.blocking()) == "blocking()"
    assert repr(sl.strategies.blocking(interval=600)) == "blocking(interval=10 min)"
    assert repr(sl.growth.power_law(checkpoint_bytes=0.5)) == "power_law(checkpoint_bytes=0.5)"


def test_the_table_is_the_documentation() -> None:
    of_rate = ["mtbf", "interruptions", "days", "failure_rate"]
    in_place = [*of_rate, "write_time", "restart_time"]
    named = [f.name for f in sl.TrainingRun.fields()] + in_place
    assert [p.name for p in inspect.signature(sl.TrainingRun).parameters.values()] == named
    assert all(f"{name} : array_like, >" in sl.TrainingRun.__doc__ for name in in_place)
    assert sl.TrainingRun.__doc__.count("In place of gpu_mttf:") == len(of_rate)
    assert inspect.signature(sl.strategies.blocking).parameters["interval"].default is None
    for cls in CLASSES:
        for field in cls.fields():
            assert field.doc.lower() in " ".join(cls.__doc__.lower().split())
            member = inspect.getattr_static(cls, field.name)
            assert callable(member) or field.doc in member.__doc__  # a strategy's interval(run) wins over its field


def test_tiers_fill_bandwidths_and_latency() -> None:
    run = make(sl.TrainingRun)
    shared = sl.storage.Tier(write_bandwidth=1e12, read_bandwidth=3e12, latency=2)
    assert run.saved_to(shared) == run.replace(write_bandwidth=1e12, read_bandwidth=3e12, storage_latency=2)
    own = sl.storage.Tier(write_bandwidth=1e9, per_gpu=True)
    assert run.saved_to(own).write_bandwidth == 16_384e9
    assert run.saved_to(own).read_bandwidth == math.inf
    assert sl.growth.chinchilla().saved_to(own).exponents == {
        "checkpoint_bytes": 0.5,
        "write_bandwidth": 1,
        "read_bandwidth": 1,
    }
    assert sl.growth.power_law(write_bandwidth=0.25).saved_to(shared).exponents == {}
    mixed = sl.storage.Tier(write_bandwidth=[1e9, 1e12], per_gpu=[True, False])
    np.testing.assert_array_equal(run.saved_to(mixed).write_bandwidth, [16_384e9, 1e12])
    with pytest.raises(TypeError, match="tier"):
        run.saved_to(1e12)


def test_growth_refuses_what_it_cannot_grow() -> None:
    for wrong in ({"gpus": 1}, {"checkpoint_byte": 1}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            sl.growth.power_law(**wrong)
    with pytest.raises(ValueError, match="did you mean 'checkpoint_bytes'"):
        sl.growth.fixed().with_(checkpoint_byte=1)
    for value in (math.nan, math.inf):
        with pytest.raises(ValueError, match="downtime"):
            sl.growth.power_law(downtime=value)
    for value in ("1 s", "50 %", None, True, 1j):
        with pytest.raises((TypeError, ValueError), match="downtime"):
            sl.growth.power_law(downtime=value)
    assert sl.growth.fixed() == sl.growth.power_law() == sl.growth.power_law(downtime=0)
    assert sl.growth.fixed().with_(checkpoint_bytes=0.5) == sl.growth.chinchilla()
    with pytest.raises(AttributeError):
        sl.growth.fixed().exponents_ = 3


def test_units() -> None:
    assert sl.units.hour == 3600 and sl.units.TB == 1e12 and sl.units.TiB == 2**40


def test_whole_microseconds_are_shown_as_such() -> None:
    chip = sl.workload.Chip(peak_flops=1e15, achieved_flops=5e14)
    for n in range(1, 1000):
        assert f"operation_time={n} us" in repr(chip.replace(operation_time=float(f"{n}e-6"))), n
