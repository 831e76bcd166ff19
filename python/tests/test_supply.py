# SPDX-License-Identifier: Apache-2.0
"""Supplies of a year and the latency wall from Python: the sheet's numbers, arrays of every type, what is refused."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest

import scaling_limits as sl

HARDWARE = sl.supply.Hardware(
    peak_flops=2e15, power_per_gpu=1704, utilization=0.375, duration=1.56e7, peak_growth=1.44, efficiency_growth=1.28
)
POWER = sl.supply.Power(data_center_power=40e9, ai_power=3.04e9, growth=1.15, other_growth=1.08, campus=2.5e9)
CHIPS = sl.supply.Chips(
    stock=2.2e6, production=1.85e6, count_growth=1.7, wafers=12 * 1.8e5, capital_growth=1.23, volume_ratio=0.53
)
DATA = sl.supply.Data(text=5.1e14, images=1e13, video=8.63e12, audio=8e11, growth=1.07, quality=0.2, epochs=5)
RING = sl.supply.Ring(bandwidth=8.19e14 / 8, length=2945.1e3, batch_tokens=6e7, bandwidth_growth=1.5)
WALL = sl.parallelism.LatencyWall(latency_per_layer=110e-6)
PARTS = [HARDWARE, POWER, CHIPS, DATA, RING, WALL]


def test_supplies_of_2030_meet_on_the_axis_of_gpus_of_the_year() -> None:
    power = HARDWARE.compute_of_power(0.26 * POWER.available(6), 6)
    chips = HARDWARE.compute_of_equivalents(0.26 * CHIPS.available(6, HARDWARE.peak_growth))
    assert power == pytest.approx(2.65941e29, rel=2e-6)
    assert chips == pytest.approx(1.353241e30, rel=4e-7)
    assert HARDWARE.compute_of_power(POWER.campus, 6) == pytest.approx(7.54946e28, rel=1e-6)
    assert DATA.available(6) == pytest.approx(1.408075e15, rel=4e-7)
    assert HARDWARE.gpus(power, 6) == pytest.approx(2.5493e6, rel=2e-5)
    assert HARDWARE.gpus(chips, 6) == pytest.approx(1.2972e7, rel=4e-5)
    # the same by the power and the worth of a GPU of the year
    assert HARDWARE.gpus(power, 6) == pytest.approx(0.26 * POWER.available(6) / HARDWARE.power_per_gpu_at(6), rel=1e-12)
    assert HARDWARE.compute(HARDWARE.gpus(chips, 6), 6) == pytest.approx(chips, rel=1e-14)
    body = sl.parallelism.LatencyWall()
    years = np.array([0.0, 2.0, 6.0])
    wall = body.compute_across_nodes(1.56e7, HARDWARE.peak_flops_at(years), HARDWARE.utilization)
    assert HARDWARE.gpus(wall, years) == pytest.approx([1.8275e9, 1.0425e9, 3.5118e8], rel=5e-5)


def test_chips_are_the_integral_of_what_is_made() -> None:
    quad = pytest.importorskip("scipy.integrate").quad
    rng = np.random.default_rng(3)
    for _ in range(50):
        made, grows, wafers = rng.lognormal(14, 1), rng.uniform(0.8, 2.5), rng.lognormal(11, 1)
        chips = sl.supply.Chips(
            stock=1e6, production=made, count_growth=grows, wafers=wafers, capital_growth=1.5, volume_ratio=0.6
        )
        years, better = rng.uniform(0.1, 10), rng.uniform(0.8, 2)
        turn = math.log(wafers * 28 / made) / math.log(grows / 1.3)
        points = [turn] if 0 < turn < years else None
        found, _ = quad(
            lambda x, *of: min(of[0] * of[1] ** x, of[2] * 28 * 1.3**x) * of[3] ** x,
            0,
            years,
            args=(made, grows, wafers, better),
            points=points,
            epsabs=0,
            epsrel=1e-12,
        )
        assert chips.available(years, better) == pytest.approx(1e6 + found, rel=1e-11)  # ten times what was asked for


def test_linked_sites_and_walls_fill_their_duration() -> None:
    brentq = pytest.importorskip("scipy.optimize").brentq
    n = RING.parameters(1.56e7, 6)
    assert 20 * n / 6e7 * RING.exchange_time(n, 6) == pytest.approx(1.56e7, rel=1e-13)
    assert RING.compute(1.56e7, 6) == pytest.approx(120 * n**2, rel=1e-14)
    for form in ("body", "appendix"):
        wall = sl.parallelism.LatencyWall()

        def left(log_n: float, form: str = form) -> float:
            n = math.exp(log_n)
            batch = 16e6 * (n / 405e9) ** 0.36
            gpus = 120 * n**2 / (1e7 * 2e15 * 0.4)
            latency = sl.parallelism.latency_per_layer(max(1, gpus * 330 / batch), form)
            return math.log(latency * 95 * (n / 175e9) ** 0.27 * 20 * n / batch / 1e7)

        found = wall.across_nodes(1e7, 2e15, 0.4, form)
        assert found.parameters == pytest.approx(math.exp(brentq(left, 20, 60, xtol=1e-14)), rel=1e-12)
        assert found.compute == wall.compute_across_nodes(1e7, 2e15, 0.4, form)
        assert found.gpus == pytest.approx(found.compute / (1e7 * 2e15 * 0.4), rel=1e-14)
        assert found.latency_per_layer == sl.parallelism.latency_per_layer(found.tensor_ranks, form)


def test_the_factor_is_the_wall() -> None:
    factor = sl.limits.latency_factor(WALL, 7e6, 4e14)
    assert factor.name == "latency" and factor.ratio == 1 and factor.exponent == pytest.approx(0.455, rel=1e-15)
    assert factor.gpus * 7e6 * 4e14 == pytest.approx(WALL.compute(7e6), rel=1e-14)
    compute = np.geomspace(1e25, 1e33, 9)
    share = WALL.share(compute, 7e6)
    assert share == pytest.approx((compute / WALL.compute(7e6)) ** 0.455, rel=1e-12)
    with np.errstate(divide="ignore"):
        wanted = np.where(share < 1, compute / (7e6 * 4e14) / np.maximum(1 - share, 0), np.inf)
    assert WALL.gpus(compute, 7e6, 4e14) == pytest.approx(wanted, rel=1e-9)  # the last digits of 1 - share
    many = sl.limits.latency_factor(WALL.replace(latency_per_layer=np.array([1e-5, 1e-4])), 7e6, [4e14, 5e14])
    assert np.shape(many.gpus) == (2,)
    run = sl.published.llama3_405b()
    assert "latency" in sl.limits.max_gpus(run, factors=factor).shares


@pytest.mark.parametrize("part", PARTS)
def test_parts_are_kept_and_compared(part: object) -> None:
    assert pickle.loads(pickle.dumps(part)) == part
    assert eval(repr(part).replace(" TB/s", "e12").split("(")[0], {**vars(sl.supply), **vars(sl.parallelism)}) is type(part)


def test_arrays_keep_their_type() -> None:
    pd, xr = pytest.importorskip("pandas"), pytest.importorskip("xarray")
    years = pd.Series([0.0, 6.0], index=["a", "b"])
    found = POWER.available(years)
    assert isinstance(found, pd.Series) and list(found.index) == ["a", "b"]
    grid = xr.DataArray([1.1, 1.2], dims="growth")
    table = POWER.replace(growth=grid).available(xr.DataArray([0.0, 3.0, 6.0], dims="years"))
    assert table.dims == ("growth", "years") or table.dims == ("years", "growth")
    assert table.attrs.get("units") == "W"
    assert CHIPS.available(np.float32([1, 2])).dtype == np.float32
    assert CHIPS.replace(wafers=np.array([1e5, np.inf])).wafers_bind_from.tolist() == [
        CHIPS.replace(wafers=1e5).wafers_bind_from,
        np.inf,
    ]


def test_what_makes_no_sense_is_refused() -> None:
    refused = {
        "chips_available: years = -1 must be >= 0 and finite": lambda: CHIPS.available(-1),
        r"ai_power = 5e\+10 must be at most data_center_power = 4e\+10 \[W\]": lambda: POWER.replace(ai_power=5e10),
        r"power_available: years\[1\] = -0.5 must be >= 0": lambda: POWER.available([0, -0.5]),
        "latency_per_layer must be given": lambda: sl.parallelism.LatencyWall().compute(1e7),
        "latency_per_layer must be given:": lambda: sl.limits.latency_factor(sl.parallelism.LatencyWall(), 1e7, 1e15),
        "form = 'both' must be 'body' or 'appendix'": lambda: WALL.compute_across_nodes(1e7, 1e15, 0.4, "both"),
        r"Hardware: utilization = 1.2 must be in \(0, 1\]": lambda: HARDWARE.replace(utilization=1.2),
        "Chips: volume_ratio = 2 must be in": lambda: CHIPS.replace(volume_ratio=2),
        "quantity in meter such as '3000 km'": lambda: RING.replace(length="3 h"),
        "batch_exponent = 1 must be in": lambda: WALL.replace(batch_exponent=1),
    }
    for text, call in refused.items():
        with pytest.raises(ValueError, match=text):
            call()
    with pytest.raises(TypeError, match="wall must be a LatencyWall"):
        sl.limits.latency_factor(HARDWARE, 1e7, 1e15)  # type: ignore[arg-type]


def test_limits_without_an_end() -> None:
    assert RING.replace(bandwidth=np.inf, length=0).compute(1e7, 0) == np.inf
    assert HARDWARE.gpus(np.inf, 3) == np.inf
    assert WALL.gpus(np.inf, 1e7, 1e15) == np.inf
    assert RING.replace(length="3000 km").length == 3e6
    part = sl.supply.Ring(bandwidth="819 Tbit/s", length="2945.1 km", batch_tokens=6e7)
    asked = {"question": "ring_exchange_time", "ring": part.as_request(), "with": {"parameters": 1e13, "years": 2}}
    assert sl.ask(asked)["columns"]["ring_exchange_time"] == part.exchange_time(1e13, 2)
