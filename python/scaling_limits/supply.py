# SPDX-License-Identifier: Apache-2.0
"""What the world offers one run in a year: power, chips, data, and the hardware of the year. Linked sites: network.Ring.

`years` counts from the year that the numbers belong to; growth factors are per year.
"""

from __future__ import annotations

from typing import ClassVar

from . import _evaluate
from ._docs import complete
from ._parameters import Parameters
from ._public import listing
from .catalog import kinds
from .network import Ring as Ring  # where it was before it had links beside it
from .typing import Number, Quantity

__all__ = ["Chips", "Data", "Hardware", "Power"]
__dir__ = listing(__all__)


class Hardware(Parameters, group="hardware", kind=kinds("hardware")["hardware"]):
    """What runs of a year are made on: a GPU of the start year, its growth, and how a run uses it.

    After `years` a GPU does peak_flops peak_growth^years and draws power_per_gpu (peak_growth / efficiency_growth)^years;
    utilization and duration of a run stay.

    Examples
    --------
    >>> hardware = sl.supply.Hardware(
    ...     peak_flops=2e15, power_per_gpu=1704, utilization=0.375, duration=1.56e7, peak_growth=1.44, efficiency_growth=1.28
    ... )
    >>> hardware.gpus(3.8e25, [0, 2, 6])
    array([3247.86324786, 1566.29207555,  364.26947708])
    """

    __slots__ = ()
    _asks: ClassVar[dict[str, str]] = {
        "gpus": "gpus_of_compute",
        "compute": "compute_of_gpus",
        "compute_of_power": "compute_of_power",
        "compute_of_equivalents": "compute_of_equivalents",
        "peak_flops_at": "hardware_of_year",
        "power_per_gpu_at": "hardware_of_year",
    }

    def gpus(self, compute: Quantity, years: Quantity) -> Number:
        """GPUs of the year that do so much in the duration of a run: C/(T F r_F^t U)."""
        return _evaluate.number_at("gpus_of_compute", self, compute=compute, years=years)

    def compute(self, gpus: Quantity, years: Quantity) -> Number:
        """What so many GPUs of the year do in the duration of a run [FLOP]: n T F r_F^t U."""
        return _evaluate.number_at("compute_of_gpus", self, gpus=gpus, years=years)

    def compute_of_power(self, watts: Quantity, years: Quantity) -> Number:
        """What so much power does with the hardware of the year [FLOP]: watts/W F e^t U T, e the growth of FLOP per joule."""
        return _evaluate.number_at("compute_of_power", self, watts=watts, years=years)

    def compute_of_equivalents(self, h100e: Quantity) -> Number:
        """What chips worth so many H100-equivalents do in the duration of a run [FLOP]: each is worth peak_flops."""
        return _evaluate.number_at("compute_of_equivalents", self, h100e=h100e)

    def peak_flops_at(self, years: Quantity) -> Number:
        """Peak rate of a GPU of the year [FLOP/s]."""
        return _evaluate.number_at("hardware_of_year", self, column="peak_flops", years=years)

    def power_per_gpu_at(self, years: Quantity) -> Number:
        """What a GPU of the year draws [W]."""
        return _evaluate.number_at("hardware_of_year", self, column="power_per_gpu", years=years)


class Power(Parameters, group="power", kind=kinds("power")["power"]):
    """Power that AI may draw: of all data centres, less what others draw there. A campus is one site.

    Examples
    --------
    >>> power = sl.supply.Power(data_center_power=40e9, ai_power=3.04e9, growth=1.15, other_growth=1.08)
    >>> power.available([0, 6])
    array([3.04000000e+09, 3.38715556e+10])
    """

    __slots__ = ()
    _asks: ClassVar[dict[str, str]] = {"available": "power_available"}

    def available(self, years: Quantity) -> Number:
        """Power of AI over all sites [W]: P0 r^t - (P0 - A0) min(r_n, r)^t; a campus is not in it."""
        return _evaluate.number_at("power_available", self, years=years)


class Chips(Parameters, group="chips", kind=kinds("chips")["chips"]):
    """Chips that there are, in H100-equivalents: a stock that never retires, and what is made of the wafers there are.

    Examples
    --------
    >>> chips = sl.supply.Chips(stock=2.2e6, production=1.85e6, count_growth=1.7)
    >>> chips.available(6, performance_growth=1.44)
    444852414.38745975
    >>> chips.replace(wafers=12 * 1.8e5, capital_growth=1.23, volume_ratio=0.53).wafers_bind_from
    8.390492566237427
    """

    __slots__ = ()
    _asks: ClassVar[dict[str, str]] = {"available": "chips_available", "made_per_year": "chips_made_per_year"}

    def available(self, years: Quantity, performance_growth: Quantity = 1) -> Number:
        """All chips that there are, in H100-equivalents: the stock, and what was made since.

        S0 + int_0^t min(Q0 r_c^x, wafers dies r_w^x) r_F^x dx, in closed form; r_w = 1 + (capital_growth - 1) volume_ratio.
        """
        return _evaluate.number_at("chips_available", self, years=years, performance_growth=performance_growth)

    def made_per_year(self, years: Quantity) -> Number:
        """Chips made per year at that time: those there are wafers for where they are fewer."""
        return _evaluate.number_at("chips_made_per_year", self, years=years)

    @property
    def wafers_bind_from(self) -> Number:
        """Years after the start from which wafers limit production; 0 from the start, inf never."""
        return _evaluate.number_at("wafers_bind_from", self)


class Data(Parameters, group="data", kind=kinds("data")["data"]):
    """Tokens that there are to train on: text, images, video and audio, the share that is good enough, times read.

    Examples
    --------
    >>> data = sl.supply.Data(text=5.1e14, images=1e13, video=8.63e12, audio=8e11, growth=1.07, quality=0.2, epochs=5)
    >>> data.available(6)
    1408075259925843.5
    """

    __slots__ = ()
    _asks: ClassVar[dict[str, str]] = {"available": "data_available"}

    def available(self, years: Quantity) -> Number:
        """Effective tokens: (text + images v + video v + audio v_a) growth^years quality epochs."""
        return _evaluate.number_at("data_available", self, years=years)


complete(__all__, globals())
