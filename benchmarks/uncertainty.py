# SPDX-License-Identifier: Apache-2.0
"""Uncertain inputs beside NumPy, SciPy, squigglepy, SALib, chaospy and `uncertainties`, as ratios of one run on one core.

What is not installed is left out: pip install squigglepy SALib chaospy uncertainties. Prints ratios; exits 1 where one misses
what we promise.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[threads] = "1"

import numpy as np  # noqa: E402
from scipy.special import ndtri  # noqa: E402
from scipy.stats import qmc  # noqa: E402

import scaling_limits as sl  # noqa: E402
from scaling_limits.units import TB, hour  # noqa: E402

u = sl.uncertainty
failed: list[str] = []
POINTS = 2**17

#: the inputs of Epoch AI, "Can AI scaling continue through 2030", 2024, with their rank correlations
LAWS, RANKS = sl.published.epoch_2030_inputs, sl.published.epoch_2030_correlation


def seconds(function: Callable[[], object], times: int = 5) -> float:
    """The shortest of a few runs."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        function()
        taken.append(time.perf_counter() - start)
    return min(taken)


def report(what: str, ratio: float, bound: float, least: bool) -> None:
    """One line, and a mark where the ratio misses what we promise."""
    good = ratio >= bound if least else ratio <= bound
    print(f"{what:<78} {ratio:8.2f} x   ({'at least' if least else 'at most'} {bound:g} x){'' if good else '   MISSED'}")
    if not good:
        failed.append(what)


def library(name: str) -> Any:
    """A library to compare with, where it is installed."""
    if importlib.util.find_spec(name) is None:
        print(f"{name} is not installed: left out")
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return importlib.import_module(name)


def sampling() -> None:
    """33 inputs with the report's correlations."""
    names = list(LAWS)
    matrix = np.eye(len(names))
    for (a, b), rank in RANKS.items():
        matrix[names.index(a), names.index(b)] = matrix[names.index(b), names.index(a)] = u.normal_correlation(rank)
    lower = np.linalg.cholesky(matrix)
    middle = np.log([law.median for law in LAWS.values()])
    wide = np.array([np.log(law.high / law.low) / 2.563 for law in LAWS.values()])

    def plain() -> np.ndarray:
        points = qmc.Sobol(len(names), rng=np.random.default_rng(0)).random(POINTS)
        return np.exp(middle + wide * (ndtri(points) @ lower.T))

    one, laws = seconds(plain, 3), LAWS
    ours = seconds(lambda: u.sample(laws, POINTS, RANKS), 3)
    many = seconds(lambda: u.propagate(lambda **x: x["chips.stock"], laws, POINTS, RANKS), 3)
    print(
        f"    {len(names)} inputs at 2^17 points: NumPy and SciPy {one:.3f} s, sample {ours:.3f} s, 16 replicates {many:.3f} s"
    )
    report("33 metalogs, correlated, against Sobol + ndtri + Cholesky + exp", ours / one, 2.5, False)
    report("the same in 16 replicates, with propagate around them", many / one, 2.5, False)

    sq = library("squigglepy")
    if sq is not None:
        sq.set_seed(1)

        def squiggle() -> object:
            laws = {name: sq.lognorm(law.low, law.high, credibility=80) for name, law in LAWS.items()}
            joint = sq.correlate(tuple(laws.values()), matrix.tolist())
            return [sq.sample(law, POINTS) for law in joint]

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs = seconds(squiggle, 1)
        print(f"    squigglepy {theirs:.2f} s")
        report("33 inputs, correlated, against squigglepy's correlate + sample", theirs / ours, 20, True)


def supplies() -> None:
    """The four supplies of 2030, the wall across nodes among them, beside the same by hand: the wall by 50 halvings."""
    x, years = u.sample(LAWS, POINTS, RANKS), 6.0
    scenario = sl.published.epoch_2030.replace(**x)
    of = dict(scenario.numbers())

    def made(amount: Any, growth: Any, first: Any, last: Any) -> Any:
        return amount * (growth**last - growth**first) / np.log(growth)

    def by_hand() -> dict[str, np.ndarray]:
        duration, share, peak_growth = of["hardware.duration"], of["share"], of["hardware.peak_growth"]
        per_gpu = duration * of["hardware.peak_flops"] * of["hardware.utilization"]
        per_watt = per_gpu / of["hardware.power_per_gpu"] * of["hardware.efficiency_growth"] ** years
        all_power, others = of["power.data_center_power"], of["power.data_center_power"] - of["power.ai_power"]
        growth = of["power.growth"]
        ai = all_power * growth**years - others * np.minimum(of["power.other_growth"], growth) ** years
        a = 40 / (of["ring.bandwidth"] * of["ring.bandwidth_growth"] ** years)
        b, tokens = 40 * of["ring.length"] / 2e8, duration * of["ring.batch_tokens"]
        linked = 120 * (2 * tokens / (b + np.sqrt(b * b + 4 * a * tokens))) ** 2
        power = np.maximum(of["power.campus"] * per_watt, np.minimum(share * ai * per_watt, linked))

        asked, can = of["chips.production"], of["chips.wafers"] * of["chips.dies_per_wafer"]
        asked_growth, can_growth = of["chips.count_growth"], 1 + (of["chips.capital_growth"] - 1) * of["chips.volume_ratio"]
        late = asked < can  # wafers are too few later, if at all; else at first
        turn = np.clip(np.log(can / asked) / np.log(asked_growth / can_growth), 0, years)
        turn = np.where((asked < can) == (asked_growth > can_growth), turn, years)
        amounts, rates = (asked, can), (asked_growth * peak_growth, can_growth * peak_growth)
        before = made(np.where(late, *amounts), np.where(late, *rates), 0, turn)
        after = made(np.where(late, *amounts[::-1]), np.where(late, *rates[::-1]), turn, years)
        chips = share * (of["chips.stock"] + before + after) * per_gpu

        seen = (of["data.images"] + of["data.video"]) * of["data.tokens_per_image"]
        stock = of["data.text"] + seen + of["data.audio"] * of["data.tokens_per_audio_second"]
        data = 0.3 * (stock * of["data.growth"] ** years * of["data.quality"] * of["data.epochs"]) ** 2

        layers_growth, batch_growth = of["wall.layers_exponent"], of["wall.batch_exponent"]
        per_gpu_then = per_gpu * peak_growth**years
        low, high = np.full(POINTS, np.log(1e10)), np.full(POINTS, np.log(1e18))
        for _ in range(50):
            middle = 0.5 * (low + high)
            n = np.exp(middle)
            batch = of["wall.batch_tokens"] * (n / of["wall.batch_at"]) ** batch_growth
            layers = of["wall.layers"] * (n / of["wall.layers_at"]) ** layers_growth
            ranks = np.maximum(1, 120 * n * n / per_gpu_then * of["wall.least_batch"] / batch)
            across = 2 * (2.75 * 0.6 + 5 * np.maximum(0, np.log2(np.sqrt(ranks) / 2.75)))
            over = 8e-6 * (4.5 + 6.8 + across) * layers * 20 * n / batch > duration
            high, low = np.where(over, middle, high), np.where(over, low, middle)
        return {"power": power, "chips": chips, "data": data, "latency": 120 * np.exp(low + high)}

    ours, theirs = scenario.supplies(2024 + years).compute, by_hand()
    for name, value in ours.items():
        assert np.allclose(value, theirs[name], rtol=1e-10), name
    hand, own = seconds(by_hand), seconds(lambda: scenario.supplies(2024 + years))
    print(f"    four supplies at 2^17 points: by hand in NumPy {hand * 1e3:.0f} ms, ours {own * 1e3:.0f} ms")
    report("the four supplies of 2030, against NumPy by bisection", hand / own, 3, True)


def propagation() -> None:
    """A limit over its inputs, and what drives it."""
    run = sl.TrainingRun(gpus=16_384, gpu_mttf=50_000 * hour, checkpoint_bytes=5 * TB, write_bandwidth=2 * TB)
    laws = {
        "gpu_mttf": u.lognormal(25_000 * hour, 100_000 * hour),
        "write_bandwidth": u.lognormal(1 * TB, 4 * TB),
        "checkpoint_bytes": u.lognormal(4 * TB, 6 * TB),
    }

    def limit(**fields: Any) -> np.ndarray:
        return sl.limits.max_gpus(run.replace(**fields), sl.limits.write_time_equals_mtbf(), sl.growth.chinchilla).value

    found = u.propagate(limit, laws)
    bare = seconds(lambda: limit(**found.inputs))
    ours = seconds(lambda: u.propagate(limit, laws))
    print(f"    2^14 limits: {bare * 1e3:.1f} ms bare, {ours * 1e3:.1f} ms with their inputs drawn")
    report("propagate through max_gpus, against the bare call on the same arrays", ours / bare, 1.4, False)

    salib = library("SALib")
    if salib is not None:
        from SALib.analyze import sobol
        from SALib.sample import sobol as sampler

        sigma = [u.lognormal_parameters(*(law.low, law.high)) for law in laws.values()]
        problem = {
            "num_vars": 3,
            "names": list(laws),
            "bounds": [[p.mu, p.sigma] for p in sigma],
            "dists": ["lognorm"] * 3,
        }

        def product(**x: np.ndarray) -> np.ndarray:
            return np.cbrt((x["gpu_mttf"] * x["write_bandwidth"] / x["checkpoint_bytes"]) ** 2)

        cheap = u.propagate(product, laws)

        def theirs() -> object:
            points = sampler.sample(problem, 2**12, calc_second_order=False)
            return sobol.analyze(problem, product(**dict(zip(laws, points.T, strict=True))), calc_second_order=False)

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            other = seconds(theirs, 2)
        own = seconds(lambda: cheap.sobol_indices(2**12))
        print(f"    Sobol indices of 3 inputs from 2^12 x 5 answers: SALib {other * 1e3:.1f} ms, ours {own * 1e3:.1f} ms")
        report("Sobol indices, against SALib at the same number of answers", other / own, 10, True)

    chaospy = library("chaospy")
    if chaospy is not None:
        joint = chaospy.J(*(chaospy.LogNormal(*u.lognormal_parameters(law.low, law.high)) for law in laws.values()))
        theirs_drawn = seconds(lambda: joint.sample(POINTS, rule="sobol"), 2)
        drawn = seconds(lambda: u.sample(laws, POINTS), 2)
        print(f"    3 log-normals at 2^17 Sobol points: chaospy {theirs_drawn / drawn:.1f} x as long")
    if library("uncertainties") is not None:
        from uncertainties import ufloat

        x, y, z = ufloat(2, 0.2), ufloat(3, 0.3), ufloat(5, 0.5)
        linear = seconds(lambda: [(x * y / z) ** (2 / 3) for _ in range(1000)]) / 1000
        each = ours / found.values.size
        print(f"    `uncertainties`: {linear * 1e6:.0f} us a value, linear only; ours {each * 1e6:.2f} us a drawn limit")


def memory() -> None:
    """What 2^20 points of 33 inputs take at their peak, as Python and NumPy allocate it; each in a process of its own."""
    for what, options, most in (
        ("2^20 points of 33 inputs, kept", "", 1.6 * 2**20 * 33 * 8),
        ("the same in chunks of 2^14, inputs not kept", ", chunk=2**14, keep_inputs=False", 150e6),
    ):
        code = (
            "import runpy, sys, tracemalloc; b = runpy.run_path(sys.argv[1]); u, laws = b['u'], b['LAWS'];"
            "f = lambda **x: x['chips.stock'] * x['share']; u.propagate(f, laws, 2**10, b['RANKS']); tracemalloc.start();"
            f"u.propagate(f, laws, 2**20, b['RANKS']{options});"
            "print(tracemalloc.get_traced_memory()[1])"
        )
        out = subprocess.run([sys.executable, "-c", code, __file__], capture_output=True, text=True, check=True)
        taken = float(out.stdout.split()[-1])
        print(f"    {what}: {taken / 1e6:.0f} MB")
        report(f"{what}, of what they may take", taken / most, 1, False)


if __name__ == "__main__":
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    sampling()
    supplies()
    propagation()
    memory()
    sys.exit(1 if failed else 0)
