# SPDX-License-Identifier: Apache-2.0
"""The contract of every kernel: broadcasting, dtypes, out, where, errors, pickling, threads."""

from __future__ import annotations

import inspect
import pickle
import threading

import mpmath
import numpy as np
import pytest
from counts import draws

import scaling_limits as sl
from scaling_limits import _core, _kernel

KERNELS = [k for k in _kernel._kernels.values() if isinstance(k, _kernel.Kernel) and not k.__name__.startswith("_")]
INTERVALS = [sl.checkpoint.young_interval, sl.checkpoint.daly_interval, sl.checkpoint.optimal_interval]


def arguments(kernel: _kernel.Kernel) -> list[str]:
    return [p.name for p in inspect.signature(kernel).parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD]


def call(kernel: _kernel.Kernel, value, **more):
    """The kernel with one value for every number."""
    names = [n for n in arguments(kernel) if n not in kernel._choices]
    return kernel(**dict.fromkeys(names, value), **{n: c[0] for n, c in kernel._choices.items()}, **more)


def first(found):
    return found[0] if isinstance(found, tuple) else found


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k.path)
def test_every_kernel_has_name_text_signature_and_survives_a_pickle(kernel) -> None:
    assert kernel.__doc__.strip()
    assert kernel.__module__ == f"scaling_limits.{kernel.path.rpartition('.')[0]}"
    assert list(inspect.signature(kernel).parameters)[-3:] == ["out", "where", "dtype"]
    assert pickle.loads(pickle.dumps(kernel)) is kernel
    assert isinstance(kernel.ufunc, np.ufunc)
    assert pickle.loads(pickle.dumps(kernel.ufunc)) is kernel.ufunc


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k.path)
def test_every_kernel_broadcasts_every_shape(kernel) -> None:
    for shape in ((), (3,), (2, 3), (0,), (2, 0, 3)):
        assert np.shape(first(call(kernel, np.full(shape, 0.5)))) == shape
    scalar = first(call(kernel, 0.5))
    np.testing.assert_array_equal(first(call(kernel, [0.5, 0.5])), [scalar, scalar])


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k.path)
def test_nan_in_is_nan_out_without_a_warning(kernel) -> None:
    assert np.isnan(first(call(kernel, np.nan)))
    assert np.isnan(first(call(kernel, np.array([np.nan])))).all()


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k.path)
def test_what_is_masked_stays_masked(kernel) -> None:
    for given in (np.ma.array([0.5, 0.5], mask=[False, True]), np.ma.masked):
        found = call(kernel, given)
        for one in found if isinstance(found, tuple) else [found]:
            assert np.ravel(np.ma.getmaskarray(one))[-1]
    with pytest.raises(ValueError, match=r"\[0\] has 1 masked of 2 elements"):
        call(kernel, [np.ma.array([0.5, 0.5], mask=[False, True])])


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k.path)
def test_the_wrong_type_is_a_type_error_that_names_the_argument(kernel) -> None:
    names = [n for n in arguments(kernel) if n not in kernel._choices]
    for wrong in ("3", 1j, np.array([1j]), object(), ["a"]):
        for name in names:
            numbers = dict.fromkeys(names, 0.5) | {n: c[0] for n, c in kernel._choices.items()} | {name: wrong}
            with pytest.raises(TypeError, match=name):
                kernel(**numbers)


@pytest.mark.parametrize("kernel", INTERVALS, ids=lambda k: k.__name__)
def test_dtypes_stay(kernel) -> None:
    c, m = np.full(4, 60, np.float32), 3600
    assert kernel(c, m).dtype == np.float32
    assert kernel(c, 3600.0).dtype == np.float32
    assert kernel(c, np.float64(3600)).dtype == np.float64
    assert kernel(c.astype(np.longdouble), m).dtype == np.longdouble
    assert kernel(c.astype(np.int64), m).dtype == np.float64
    assert kernel([60], 3600).dtype == np.float64
    assert isinstance(kernel(60, 3600), float)
    assert kernel(60, 3600, dtype=np.float32).dtype == np.float32


def test_float_and_long_double_are_as_right_as_double() -> None:
    with mpmath.workdps(40):
        exact = 3600 * (1 + mpmath.lambertw(-mpmath.exp(-1 - mpmath.mpf(1) / 60)).real)
        for dtype in (np.float32, np.float64, np.longdouble):
            found = sl.checkpoint.optimal_interval(dtype(60), dtype(3600))
            error = abs(mpmath.mpf(np.format_float_positional(found, precision=30, unique=False)) / exact - 1)
            assert error < 4 * np.finfo(dtype).eps


def test_out_where_and_memory_layouts() -> None:
    c, m = np.linspace(1, 600, 2000).reshape(40, 50), np.linspace(1e3, 1e5, 50)
    expected = np.array(
        [[sl.checkpoint.optimal_interval(float(x), float(y)) for x, y in zip(row, m, strict=True)] for row in c]
    )
    np.testing.assert_array_equal(sl.checkpoint.optimal_interval(c, m), expected)
    np.testing.assert_array_equal(sl.checkpoint.optimal_interval(c[::2, ::-3], m[::-3]), expected[::2, ::-3])
    np.testing.assert_array_equal(sl.checkpoint.optimal_interval(np.asfortranarray(c), m), expected)
    np.testing.assert_array_equal(sl.checkpoint.optimal_interval(c.astype(">f8"), m), expected)
    c.flags.writeable = False
    np.testing.assert_array_equal(sl.checkpoint.optimal_interval(c, m), expected)

    out = np.zeros((40, 50))
    assert sl.checkpoint.optimal_interval(c, m, out=out) is out
    np.testing.assert_array_equal(out, expected)
    wide = np.zeros((40, 100))
    sl.checkpoint.optimal_interval(c, m, out=wide[:, ::2])
    np.testing.assert_array_equal(wide[:, ::2], expected)
    same = np.array(c)
    sl.checkpoint.optimal_interval(same, m, out=same)
    np.testing.assert_array_equal(same, expected)
    kept = np.full((40, 50), -1.0)
    sl.checkpoint.optimal_interval(c, m, out=kept, where=c > 300)
    np.testing.assert_array_equal(kept, np.where(c > 300, expected, -1))
    assert sl.checkpoint.goodput(480, 120, np.ones(3), out=np.zeros(3)).shape == (3,)
    assert sl.checkpoint.optimal_interval.ufunc.outer(c[0], m).shape == (50, 50)


def test_the_block_form_answers_as_the_plain_one_does() -> None:
    random = np.random.default_rng(3)
    special = np.array([0.0, -0.0, -1, 5e-324, 1e-300, 1e-10, 1, 1e300, np.inf, -np.inf, np.nan, np.finfo(float).max])
    pairs = [np.repeat(special, special.size), np.tile(special, special.size)]
    m = np.exp(random.uniform(-5, 15, 5000))
    c = m * np.exp(random.uniform(np.log(1e-12), np.log(100), 5000))
    c, m = np.concatenate([pairs[0], c]), np.concatenate([pairs[1], m])
    plain = [sl.checkpoint.optimal_interval(float(x), float(y), 0.0) for x, y in zip(c, m, strict=True)]
    np.testing.assert_array_equal(sl.checkpoint.optimal_interval(c, m), plain)


def general_of(path: str) -> _kernel.Kernel:
    """The kernel without its direct way: whatever it is given, the ufunc is asked."""
    ufunc, rows, doc, fast, _ = _core.kernels[path]
    return _kernel.Kernel(path, ufunc, rows, doc, fast, lambda *_: NotImplemented, _kernel._kernels[path]._result)


def outcome(kernel, args, named):
    """Types and bits of what is answered, or the error."""
    try:
        found = kernel(*args, **named)
    except (TypeError, ValueError) as error:
        return type(error), str(error)
    return type(found), [(type(x), np.asarray(x).tobytes()) for x in (found if isinstance(found, tuple) else [found])]


def a_call(random: np.random.Generator, kernel: _kernel.Kernel, value) -> tuple[list, dict]:
    """Arguments of one call, some left out at the end, some by name in any order."""
    values = {name: value(name) for name in kernel._names}
    optional = [n for n in reversed(kernel._names) if n in kernel._defaults]
    for name in optional[: random.integers(len(optional) + 1)]:
        del values[name]
    by_place = random.integers(len(values) + 1)
    args, rest = list(values.values())[:by_place], list(values)[by_place:]
    return args, {n: values[n] for n in random.permutation(rest).tolist()}


@pytest.mark.parametrize("path", _kernel._kernels)
def test_plain_numbers_go_directly_and_get_the_ufuncs_answer_to_the_last_bit(path) -> None:
    random = np.random.default_rng(5)
    kernel, general = _kernel.find(path), general_of(path)
    special = [
        0,
        0.0,
        -0.0,
        1,
        -1,
        5e-324,
        1e-300,
        0.5,
        7,
        2**53 + 1,
        -(2**63),
        1e300,
        np.inf,
        -np.inf,
        np.nan,
        np.float64(0.25),
    ]

    def value(name):
        if name in kernel._choices:
            return random.choice(kernel._choices[name]).item()
        if random.random() < 0.2:
            return special[random.integers(len(special))]
        x = kernel._known.get(name, {}).get("example", 1.0) * np.exp(random.normal())
        return [x.item(), x, round(x)][random.integers(3)]

    for _ in range(draws("calls of a kernel")):
        args, named = a_call(random, kernel, value)
        assert kernel._direct(tuple(args), named) is not NotImplemented
        assert outcome(kernel, args, named) == outcome(general, args, named), (args, named)


@pytest.mark.parametrize("path", _kernel._kernels)
def test_whatever_else_is_given_gets_the_ufuncs_answer_or_error(path) -> None:
    random = np.random.default_rng(6)
    kernel, general = _kernel.find(path), general_of(path)
    plain = {name: kernel._choices.get(name, [0.5])[0] for name in kernel._names}
    others = [None, True, 2**63, 2**2000, np.float32(0.3), np.int64(3), np.True_, np.longdouble(0.3), [0.5, 2], (), "3", b"3"]
    others += [1j, np.array(0.3), np.array([0.5, 2]), np.ones((2, 3)), np.ma.masked, "complete", {"a": 1}]
    calls = [a_call(random, kernel, (plain | {name: other}).get) for other in others for name in kernel._names]
    args, named = a_call(random, kernel, plain.get)
    calls += [(args, named | option) for option in ({"dtype": np.float32}, {"where": True}, {"out": None}, {"mtfb": 3600})]
    calls += [([0.5] * (len(plain) + 1), {}), ([], {}), ([0.5], {kernel._names[0]: 0.5})]
    for args, named in calls:
        assert outcome(kernel, args, named) == outcome(general, args, named), (args, named)


def test_arguments_by_name_and_by_place() -> None:
    goodput = sl.checkpoint.goodput
    assert goodput(480, 120, 3600, 300, 60, 120) == goodput(
        480, mtbf=3600, write_time=120, persist_latency=120, downtime=60, restart_time=300
    )
    assert goodput(480, 120, 3600) == goodput(480, 120, 3600, 0, 0, 0, 0)
    with pytest.raises(TypeError, match="'mtbf'"):
        goodput(480, 120)
    with pytest.raises(TypeError, match="did you mean 'mtbf'"):
        goodput(480, 120, mtfb=3600)
    with pytest.raises(TypeError, match="'interval' twice"):
        goodput(480, 120, 3600, interval=3)
    with pytest.raises(TypeError, match="8 were given"):
        goodput(1, 2, 3, 4, 5, 6, 7, 8)
    with pytest.raises(ValueError, match=r"interval \(2,\), mtbf \(3,\)"):
        goodput(np.ones(2), 1, np.ones(3))


def test_variants() -> None:
    assert sl.checkpoint.expected_segment_time(1200, 120, 1800, 300, 60) == pytest.approx(2377.5, abs=0.05)
    assert sl.checkpoint.expected_segment_time(1200, 120, 1800, 300, 60, variant="safe_restart") == pytest.approx(
        2337.1, abs=0.05
    )
    best = sl.checkpoint.optimal_interval
    assert best(300, 3600, 120, 60, variant="safe_checkpoint") == pytest.approx(1272.6634, abs=5e-5)
    assert best(300, 3600, 120, 60, variant="safe_restart") == best(300, 3600) == best(300, 3600, variant="complete")
    assert np.isnan(best(300, 3600, -1))
    with pytest.raises(ValueError, match="variant = 'safe' must be one of 'complete'"):
        best(300, 3600, variant="safe")
    with pytest.raises(TypeError, match="variant"):
        best(300, 3600, variant=2)


def test_several_outputs_have_names() -> None:
    band = sl.checkpoint.interval_band(60, 3600)
    assert band.shortest < sl.checkpoint.optimal_interval(60, 3600) < band.longest
    shortest, longest = sl.checkpoint.interval_band([60, 70], 3600, tolerance=0.05)
    assert shortest.shape == longest.shape == (2,)
    assert pickle.loads(pickle.dumps(band)) == band
    loss = sl.checkpoint.goodput(np.array(band), 60, 3600) / sl.checkpoint.optimal_goodput(60, 3600)
    np.testing.assert_allclose(loss, 0.99, rtol=1e-12)


def test_job_time_is_made_of_segments() -> None:
    job = sl.checkpoint.job_time(86_400, 600, 60, 3600, 120, 30)
    assert job.mean == pytest.approx(144 * sl.checkpoint.expected_segment_time(600, 60, 3600, 120, 30), rel=1e-13)
    assert job.quantile(0.1) < job.quantile(0.5) < job.quantile([0.9])[0]
    assert np.isnan(job.quantile(2))
    many = sl.checkpoint.job_time(86_400, 600, 60, [3600, 7200])
    assert many.standard_deviation.shape == (2,)
    assert "h" in repr(job)


def test_threads_share_kernels() -> None:
    c, m = np.linspace(1, 500, 200_000), np.full(200_000, 3600.0)
    expected = sl.checkpoint.optimal_interval(c, m)
    wrong = []

    def work() -> None:
        for _ in range(10):
            if not np.array_equal(sl.checkpoint.optimal_interval(c, m), expected):
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def test_a_long_loop_leaves_the_interpreter_to_others(run) -> None:
    # while one thread computes, another one counts: with the lock held it would not get to run
    many = run.replace(gpus=np.geomspace(1e3, 1e6, 200_000))
    counted, done = [0], threading.Event()

    def count() -> None:
        while not done.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = counted[0]
    many.goodput  # noqa: B018
    during = counted[0] - before
    done.set()
    thread.join()
    assert during > 1000
