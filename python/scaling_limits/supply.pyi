# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""What the world offers one run in a year: power, chips, data, and the hardware of the year. Linked sites: network.Ring.

`years` counts from the year that the numbers belong to; growth factors are per year.
"""

from typing import Any, Generic, Self, overload

from typing_extensions import TypeVar

from .run import Field
from .typing import Array, Carried, NumPy, Plain, Quantity, Real

__all__ = [
    "Chips",
    "Data",
    "Hardware",
    "Power",
]
_T = TypeVar("_T", covariant=True, default=float)

class Chips(Generic[_T]):
    """Chips that there are, in H100-equivalents: a stock that never retires, and what is made of the wafers there are.

    Parameters
    ----------
    stock : array_like, >= 0 and finite
        H100-equivalents that there are in the start year. Usually 1400000 to 3500000 (Epoch 2024, 10 to 90 %).
    production : array_like, >= 0 and finite
        H100-equivalents made per year in the start year. Usually 1000000 to 4630000 (Epoch 2024, 10 to 90 %).
    count_growth : array_like, > 0 and finite
        Factor per year of the chips made per year. Usually 1.3 to 2 (Epoch 2024, 10 to 90 %).
    wafers : array_like, >= 0, default unlimited
        Wafers per year in the start year; unlimited: they never bind. Usually 1200000 to 4000000 (Epoch 2024, 1e5 to 3.33e5 a
        month).
    capital_growth : array_like, > 0 and finite, default 1
        Factor per year of what is spent on wafer plants. Usually 1.16 to 1.33 (Epoch 2024, 10 to 90 %).
    volume_ratio : array_like, in [0, 1], default 1
        Growth of wafers over growth of that spending. Usually 0.25 to 0.75 (Epoch 2024, 10 to 90 %).
    dies_per_wafer : array_like, > 0 and finite, default 28
        Chips made of a wafer. Usually 20 to 40 (Epoch 2024, 10 to 90 %).

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> chips = sl.supply.Chips(stock=2.2e6, production=1.85e6, count_growth=1.7)
    >>> chips.available(6, performance_growth=1.44)
    444852414.38745975
    >>> chips.replace(wafers=12 * 1.8e5, capital_growth=1.23, volume_ratio=0.53).wafers_bind_from
    8.390492566237427
    """
    @overload
    def __init__(
        self: Chips,
        *,
        stock: Real | Carried,
        production: Real | Carried,
        count_growth: Real | Carried,
        wafers: Real | Carried = ...,
        capital_growth: Real | Carried = 1.0,
        volume_ratio: Real | Carried = 1.0,
        dies_per_wafer: Real | Carried = 28.0,
    ) -> None: ...
    @overload
    def __init__(
        self: Chips[NumPy],
        *,
        stock: Plain | Carried,
        production: Plain | Carried,
        count_growth: Plain | Carried,
        wafers: Plain | Carried = ...,
        capital_growth: Plain | Carried = 1.0,
        volume_ratio: Plain | Carried = 1.0,
        dies_per_wafer: Plain | Carried = 28.0,
    ) -> None: ...
    @overload
    def __init__(
        self: Chips[Array],
        *,
        stock: Quantity | Carried,
        production: Quantity | Carried,
        count_growth: Quantity | Carried,
        wafers: Quantity | Carried = ...,
        capital_growth: Quantity | Carried = 1.0,
        volume_ratio: Quantity | Carried = 1.0,
        dies_per_wafer: Quantity | Carried = 28.0,
    ) -> None: ...
    def as_request(self, given: bool = False) -> dict[str, Any]:
        """The part as a request has it: its name and its fields in SI; `given`: those alone that were given."""
    @property
    def remarks(self) -> list[str]:
        """What of its single numbers is far outside what machines show: "3" for "3 h" is a number like any other."""
    @classmethod
    def fields(cls) -> tuple[Field, ...]:
        """The field table: name, unit, range, default and meaning of every parameter."""
    def as_dict(self) -> dict[str, Any]:
        """The parameters by name."""
    @overload
    def replace(
        self,
        *,
        stock: Real | Carried = ...,
        production: Real | Carried = ...,
        count_growth: Real | Carried = ...,
        wafers: Real | Carried = ...,
        capital_growth: Real | Carried = ...,
        volume_ratio: Real | Carried = ...,
        dies_per_wafer: Real | Carried = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: Chips[float | NumPy],
        *,
        stock: Plain | Carried = ...,
        production: Plain | Carried = ...,
        count_growth: Plain | Carried = ...,
        wafers: Plain | Carried = ...,
        capital_growth: Plain | Carried = ...,
        volume_ratio: Plain | Carried = ...,
        dies_per_wafer: Plain | Carried = ...,
    ) -> Chips[NumPy]: ...
    @overload
    def replace(
        self: Chips[Any],
        *,
        stock: Quantity | Carried = ...,
        production: Quantity | Carried = ...,
        count_growth: Quantity | Carried = ...,
        wafers: Quantity | Carried = ...,
        capital_growth: Quantity | Carried = ...,
        volume_ratio: Quantity | Carried = ...,
        dies_per_wafer: Quantity | Carried = ...,
    ) -> Chips[Array]: ...
    @overload
    def available(self: Chips, years: Real, performance_growth: Real = 1) -> float:
        """All chips that there are, in H100-equivalents: the stock, and what was made since.

        S0 + int_0^t min(Q0 r_c^x, wafers dies r_w^x) r_F^x dx, in closed form; r_w = 1 + (capital_growth - 1) volume_ratio.

        Parameters
        ----------
        years : array_like, >= 0 and finite
            After the start.
        performance_growth : array_like, > 0 and finite, default 1
            Factor per year of what a chip is worth.

        Returns
        -------
        float or array
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.
        """
    @overload
    def available(self: Chips[float | NumPy], years: Plain, performance_growth: Plain = 1) -> NumPy: ...
    @overload
    def available(self: Chips[Any], years: Quantity, performance_growth: Quantity = 1) -> Array: ...
    @overload
    def made_per_year(self: Chips, years: Real) -> float:
        """Chips made per year at that time: those there are wafers for where they are fewer.

        Parameters
        ----------
        years : array_like, >= 0 and finite
            After the start.

        Returns
        -------
        float or array
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.
        """
    @overload
    def made_per_year(self: Chips[float | NumPy], years: Plain) -> NumPy: ...
    @overload
    def made_per_year(self: Chips[Any], years: Quantity) -> Array: ...
    @property
    def wafers_bind_from(self) -> _T:
        """Years after the start from which wafers limit production; 0 from the start, inf never."""
    @property
    def stock(self) -> float | _T:
        """H100-equivalents that there are in the start year; >= 0 and finite"""
    @property
    def production(self) -> float | _T:
        """H100-equivalents made per year in the start year; >= 0 and finite"""
    @property
    def count_growth(self) -> float | _T:
        """factor per year of the chips made per year; > 0 and finite"""
    @property
    def wafers(self) -> float | _T:
        """wafers per year in the start year; unlimited: they never bind; >= 0"""
    @property
    def capital_growth(self) -> float | _T:
        """factor per year of what is spent on wafer plants; > 0 and finite"""
    @property
    def volume_ratio(self) -> float | _T:
        """growth of wafers over growth of that spending; in [0, 1]"""
    @property
    def dies_per_wafer(self) -> float | _T:
        """chips made of a wafer; > 0 and finite"""

class Data(Generic[_T]):
    """Tokens that there are to train on: text, images, video and audio, the share that is good enough, times read.

    Parameters
    ----------
    text : array_like, >= 0 and finite
        Tokens of text in the start year. Usually 130000000000000 to 2.1e+15 (Epoch 2024, the indexed web, 10 to 90 %).
    images : array_like, >= 0 and finite, default 0
        Images in the start year. Usually 5000000000000 to 20000000000000 (Epoch 2024, 10 to 90 %).
    video : array_like, >= 0 and finite, default 0
        Seconds of video in the start year, each worth an image. Usually 4310000000000 to 17300000000000 (Epoch 2024, 10 to 90
        %).
    audio : array_like, >= 0 and finite [s], default 0 s
        Seconds of audio in the start year. Usually 111111111 h to 444444444 h (Epoch 2024, 10 to 90 %).
    tokens_per_image : array_like, >= 0 and finite, default 22
        Of an image, and of a second of video. Usually 2 to 290 (Epoch 2024, 10 to 90 %).
    tokens_per_audio_second : array_like, >= 0 and finite [1/s], default 23 per s
        Of a second of audio. Usually 2 per s to 280 per s (Epoch 2024, 10 to 90 %).
    growth : array_like, > 0 and finite, default 1
        Factor per year of all of it. Usually 1.03 to 1.1 (Epoch 2024, 10 to 90 %).
    quality : array_like, in [0, 1], default 1
        Share that is good enough. Usually 0.1 to 0.4 (Epoch 2024, 10 to 90 %).
    epochs : array_like, > 0 and finite, default 1
        Times it is read. Usually 3 to 15 (Epoch 2024, 10 to 90 %).

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> data = sl.supply.Data(text=5.1e14, images=1e13, video=8.63e12, audio=8e11, growth=1.07, quality=0.2, epochs=5)
    >>> data.available(6)
    1408075259925843.5
    """
    @overload
    def __init__(
        self: Data,
        *,
        text: Real | Carried,
        images: Real | Carried = 0.0,
        video: Real | Carried = 0.0,
        audio: Real | Carried = 0.0,
        tokens_per_image: Real | Carried = 22.0,
        tokens_per_audio_second: Real | Carried = 23.0,
        growth: Real | Carried = 1.0,
        quality: Real | Carried = 1.0,
        epochs: Real | Carried = 1.0,
    ) -> None: ...
    @overload
    def __init__(
        self: Data[NumPy],
        *,
        text: Plain | Carried,
        images: Plain | Carried = 0.0,
        video: Plain | Carried = 0.0,
        audio: Plain | Carried = 0.0,
        tokens_per_image: Plain | Carried = 22.0,
        tokens_per_audio_second: Plain | Carried = 23.0,
        growth: Plain | Carried = 1.0,
        quality: Plain | Carried = 1.0,
        epochs: Plain | Carried = 1.0,
    ) -> None: ...
    @overload
    def __init__(
        self: Data[Array],
        *,
        text: Quantity | Carried,
        images: Quantity | Carried = 0.0,
        video: Quantity | Carried = 0.0,
        audio: Quantity | Carried = 0.0,
        tokens_per_image: Quantity | Carried = 22.0,
        tokens_per_audio_second: Quantity | Carried = 23.0,
        growth: Quantity | Carried = 1.0,
        quality: Quantity | Carried = 1.0,
        epochs: Quantity | Carried = 1.0,
    ) -> None: ...
    def as_request(self, given: bool = False) -> dict[str, Any]:
        """The part as a request has it: its name and its fields in SI; `given`: those alone that were given."""
    @property
    def remarks(self) -> list[str]:
        """What of its single numbers is far outside what machines show: "3" for "3 h" is a number like any other."""
    @classmethod
    def fields(cls) -> tuple[Field, ...]:
        """The field table: name, unit, range, default and meaning of every parameter."""
    def as_dict(self) -> dict[str, Any]:
        """The parameters by name."""
    @overload
    def replace(
        self,
        *,
        text: Real | Carried = ...,
        images: Real | Carried = ...,
        video: Real | Carried = ...,
        audio: Real | Carried = ...,
        tokens_per_image: Real | Carried = ...,
        tokens_per_audio_second: Real | Carried = ...,
        growth: Real | Carried = ...,
        quality: Real | Carried = ...,
        epochs: Real | Carried = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: Data[float | NumPy],
        *,
        text: Plain | Carried = ...,
        images: Plain | Carried = ...,
        video: Plain | Carried = ...,
        audio: Plain | Carried = ...,
        tokens_per_image: Plain | Carried = ...,
        tokens_per_audio_second: Plain | Carried = ...,
        growth: Plain | Carried = ...,
        quality: Plain | Carried = ...,
        epochs: Plain | Carried = ...,
    ) -> Data[NumPy]: ...
    @overload
    def replace(
        self: Data[Any],
        *,
        text: Quantity | Carried = ...,
        images: Quantity | Carried = ...,
        video: Quantity | Carried = ...,
        audio: Quantity | Carried = ...,
        tokens_per_image: Quantity | Carried = ...,
        tokens_per_audio_second: Quantity | Carried = ...,
        growth: Quantity | Carried = ...,
        quality: Quantity | Carried = ...,
        epochs: Quantity | Carried = ...,
    ) -> Data[Array]: ...
    @overload
    def available(self: Data, years: Real) -> float:
        """Effective tokens: (text + images v + video v + audio v_a) growth^years quality epochs.

        Parameters
        ----------
        years : array_like, >= 0 and finite
            After the start.

        Returns
        -------
        float or array
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.
        """
    @overload
    def available(self: Data[float | NumPy], years: Plain) -> NumPy: ...
    @overload
    def available(self: Data[Any], years: Quantity) -> Array: ...
    @property
    def text(self) -> float | _T:
        """tokens of text in the start year; >= 0 and finite"""
    @property
    def images(self) -> float | _T:
        """images in the start year; >= 0 and finite"""
    @property
    def video(self) -> float | _T:
        """seconds of video in the start year, each worth an image; >= 0 and finite"""
    @property
    def audio(self) -> float | _T:
        """seconds of audio in the start year; >= 0 and finite [s]"""
    @property
    def tokens_per_image(self) -> float | _T:
        """of an image, and of a second of video; >= 0 and finite"""
    @property
    def tokens_per_audio_second(self) -> float | _T:
        """of a second of audio; >= 0 and finite [1/s]"""
    @property
    def growth(self) -> float | _T:
        """factor per year of all of it; > 0 and finite"""
    @property
    def quality(self) -> float | _T:
        """share that is good enough; in [0, 1]"""
    @property
    def epochs(self) -> float | _T:
        """times it is read; > 0 and finite"""

class Hardware(Generic[_T]):
    """What runs of a year are made on: a GPU of the start year, its growth, and how a run uses it.

    After `years` a GPU does peak_flops peak_growth^years and draws power_per_gpu (peak_growth / efficiency_growth)^years;
    utilization and duration of a run stay.

    Parameters
    ----------
    peak_flops : array_like, > 0 and finite [FLOP/s]
        Peak rate of a GPU of the start year, in the format of the equivalents. Usually 1 PFLOP/s to 4 PFLOP/s (Epoch 2024, 10
        to 90 %).
    power_per_gpu : array_like, > 0 and finite [W]
        What a GPU of the start year draws, host, network and cooling included. Usually 1.5279 kW to 1.846 kW (Epoch 2024, 10 to
        90 %).
    utilization : array_like, in (0, 1]
        Achieved share of the peak rate. Usually 0.2 to 0.6 (Epoch 2024, 10 to 90 %).
    duration : array_like, > 0 and finite [s]
        Wall-clock time of a run. Usually 1438.89 h to 6472.22 h (Epoch 2024, 10 to 90 %).
    peak_growth : array_like, > 0 and finite
        Factor per year of the peak rate of a GPU. Usually 1.31 to 1.59 (Epoch 2024, 10 to 90 %).
    efficiency_growth : array_like, > 0 and finite
        Factor per year of FLOP per joule. Usually 1.16 to 1.42 (Epoch 2024, 10 to 90 %).

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> hardware = sl.supply.Hardware(
    ...     peak_flops=2e15, power_per_gpu=1704, utilization=0.375, duration=1.56e7, peak_growth=1.44, efficiency_growth=1.28
    ... )
    >>> hardware.gpus(3.8e25, [0, 2, 6])
    array([3247.86324786, 1566.29207555,  364.26947708])
    """
    @overload
    def __init__(
        self: Hardware,
        *,
        peak_flops: Real | Carried,
        power_per_gpu: Real | Carried,
        utilization: Real | Carried,
        duration: Real | Carried,
        peak_growth: Real | Carried,
        efficiency_growth: Real | Carried,
    ) -> None: ...
    @overload
    def __init__(
        self: Hardware[NumPy],
        *,
        peak_flops: Plain | Carried,
        power_per_gpu: Plain | Carried,
        utilization: Plain | Carried,
        duration: Plain | Carried,
        peak_growth: Plain | Carried,
        efficiency_growth: Plain | Carried,
    ) -> None: ...
    @overload
    def __init__(
        self: Hardware[Array],
        *,
        peak_flops: Quantity | Carried,
        power_per_gpu: Quantity | Carried,
        utilization: Quantity | Carried,
        duration: Quantity | Carried,
        peak_growth: Quantity | Carried,
        efficiency_growth: Quantity | Carried,
    ) -> None: ...
    def as_request(self, given: bool = False) -> dict[str, Any]:
        """The part as a request has it: its name and its fields in SI; `given`: those alone that were given."""
    @property
    def remarks(self) -> list[str]:
        """What of its single numbers is far outside what machines show: "3" for "3 h" is a number like any other."""
    @classmethod
    def fields(cls) -> tuple[Field, ...]:
        """The field table: name, unit, range, default and meaning of every parameter."""
    def as_dict(self) -> dict[str, Any]:
        """The parameters by name."""
    @overload
    def replace(
        self,
        *,
        peak_flops: Real | Carried = ...,
        power_per_gpu: Real | Carried = ...,
        utilization: Real | Carried = ...,
        duration: Real | Carried = ...,
        peak_growth: Real | Carried = ...,
        efficiency_growth: Real | Carried = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: Hardware[float | NumPy],
        *,
        peak_flops: Plain | Carried = ...,
        power_per_gpu: Plain | Carried = ...,
        utilization: Plain | Carried = ...,
        duration: Plain | Carried = ...,
        peak_growth: Plain | Carried = ...,
        efficiency_growth: Plain | Carried = ...,
    ) -> Hardware[NumPy]: ...
    @overload
    def replace(
        self: Hardware[Any],
        *,
        peak_flops: Quantity | Carried = ...,
        power_per_gpu: Quantity | Carried = ...,
        utilization: Quantity | Carried = ...,
        duration: Quantity | Carried = ...,
        peak_growth: Quantity | Carried = ...,
        efficiency_growth: Quantity | Carried = ...,
    ) -> Hardware[Array]: ...
    @overload
    def gpus(self: Hardware, compute: Real, years: Real) -> float:
        """GPUs of the year that do so much in the duration of a run: C/(T F r_F^t U).

        Parameters
        ----------
        compute : array_like, >= 0 [FLOP]
            Of the run.
        years : array_like, >= 0 and finite
            After the start.

        Returns
        -------
        float or array
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.
        """
    @overload
    def gpus(self: Hardware[float | NumPy], compute: Plain, years: Plain) -> NumPy: ...
    @overload
    def gpus(self: Hardware[Any], compute: Quantity, years: Quantity) -> Array: ...
    @overload
    def compute(self: Hardware, gpus: Real, years: Real) -> float:
        """What so many GPUs of the year do in the duration of a run [FLOP]: n T F r_F^t U.

        Parameters
        ----------
        gpus : array_like, >= 0
            Of the year.
        years : array_like, >= 0 and finite
            After the start.

        Returns
        -------
        float or array [FLOP]
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.
        """
    @overload
    def compute(self: Hardware[float | NumPy], gpus: Plain, years: Plain) -> NumPy: ...
    @overload
    def compute(self: Hardware[Any], gpus: Quantity, years: Quantity) -> Array: ...
    @overload
    def compute_of_power(self: Hardware, watts: Real, years: Real) -> float:
        """What so much power does with the hardware of the year [FLOP]: watts/W F e^t U T, e the growth of FLOP per joule.

        Parameters
        ----------
        watts : array_like, >= 0 [W]
            Of the run.
        years : array_like, >= 0 and finite
            After the start.

        Returns
        -------
        float or array [FLOP]
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.
        """
    @overload
    def compute_of_power(self: Hardware[float | NumPy], watts: Plain, years: Plain) -> NumPy: ...
    @overload
    def compute_of_power(self: Hardware[Any], watts: Quantity, years: Quantity) -> Array: ...
    @overload
    def compute_of_equivalents(self: Hardware, h100e: Real) -> float:
        """What chips worth so many H100-equivalents do in the duration of a run [FLOP]: each is worth peak_flops.

        Parameters
        ----------
        h100e : array_like, >= 0
            H100-equivalents of the run.

        Returns
        -------
        float or array [FLOP]
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.
        """
    @overload
    def compute_of_equivalents(self: Hardware[float | NumPy], h100e: Plain) -> NumPy: ...
    @overload
    def compute_of_equivalents(self: Hardware[Any], h100e: Quantity) -> Array: ...
    @overload
    def peak_flops_at(self: Hardware, years: Real) -> float:
        """Peak rate of a GPU of the year [FLOP/s].

        Parameters
        ----------
        years : array_like, >= 0 and finite
            After the start.

        Returns
        -------
        float or array [FLOP/s]
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.
        """
    @overload
    def peak_flops_at(self: Hardware[float | NumPy], years: Plain) -> NumPy: ...
    @overload
    def peak_flops_at(self: Hardware[Any], years: Quantity) -> Array: ...
    @overload
    def power_per_gpu_at(self: Hardware, years: Real) -> float:
        """What a GPU of the year draws [W].

        Parameters
        ----------
        years : array_like, >= 0 and finite
            After the start.

        Returns
        -------
        float or array [W]
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.
        """
    @overload
    def power_per_gpu_at(self: Hardware[float | NumPy], years: Plain) -> NumPy: ...
    @overload
    def power_per_gpu_at(self: Hardware[Any], years: Quantity) -> Array: ...
    @property
    def peak_flops(self) -> float | _T:
        """peak rate of a GPU of the start year, in the format of the equivalents; > 0 and finite [FLOP/s]"""
    @property
    def power_per_gpu(self) -> float | _T:
        """what a GPU of the start year draws, host, network and cooling included; > 0 and finite [W]"""
    @property
    def utilization(self) -> float | _T:
        """achieved share of the peak rate; in (0, 1]"""
    @property
    def duration(self) -> float | _T:
        """wall-clock time of a run; > 0 and finite [s]"""
    @property
    def peak_growth(self) -> float | _T:
        """factor per year of the peak rate of a GPU; > 0 and finite"""
    @property
    def efficiency_growth(self) -> float | _T:
        """factor per year of FLOP per joule; > 0 and finite"""

class Power(Generic[_T]):
    """Power that AI may draw: of all data centres, less what others draw there. A campus is one site.

    Parameters
    ----------
    data_center_power : array_like, > 0 and finite [W]
        Of all data centres in the start year. Usually 33 GW to 50 GW (Epoch 2024, United States, 10 to 90 %).
    ai_power : array_like, >= 0 and finite [W]
        AI's part of it in the start year. Usually 1 GW to 10 GW.
    growth : array_like, > 0 and finite
        Factor per year of the power of all data centres. Usually 1.1 to 1.32 (Epoch 2024, 10 to 90 %).
    other_growth : array_like, > 0 and finite
        Factor per year of what others than AI draw, at most `growth`. Usually 1.07 to 1.1 (Epoch 2024, 10 to 90 %).
    campus : array_like, >= 0 and finite [W], default 0 W
        Of the largest single site, at the date it is an estimate for; 0: none. Usually 960 MW to 5 GW (Epoch 2024, 2030, 10 to
        90 %).

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> power = sl.supply.Power(data_center_power=40e9, ai_power=3.04e9, growth=1.15, other_growth=1.08)
    >>> power.available([0, 6])
    array([3.04000000e+09, 3.38715556e+10])
    """
    @overload
    def __init__(
        self: Power,
        *,
        data_center_power: Real | Carried,
        ai_power: Real | Carried,
        growth: Real | Carried,
        other_growth: Real | Carried,
        campus: Real | Carried = 0.0,
    ) -> None: ...
    @overload
    def __init__(
        self: Power[NumPy],
        *,
        data_center_power: Plain | Carried,
        ai_power: Plain | Carried,
        growth: Plain | Carried,
        other_growth: Plain | Carried,
        campus: Plain | Carried = 0.0,
    ) -> None: ...
    @overload
    def __init__(
        self: Power[Array],
        *,
        data_center_power: Quantity | Carried,
        ai_power: Quantity | Carried,
        growth: Quantity | Carried,
        other_growth: Quantity | Carried,
        campus: Quantity | Carried = 0.0,
    ) -> None: ...
    def as_request(self, given: bool = False) -> dict[str, Any]:
        """The part as a request has it: its name and its fields in SI; `given`: those alone that were given."""
    @property
    def remarks(self) -> list[str]:
        """What of its single numbers is far outside what machines show: "3" for "3 h" is a number like any other."""
    @classmethod
    def fields(cls) -> tuple[Field, ...]:
        """The field table: name, unit, range, default and meaning of every parameter."""
    def as_dict(self) -> dict[str, Any]:
        """The parameters by name."""
    @overload
    def replace(
        self,
        *,
        data_center_power: Real | Carried = ...,
        ai_power: Real | Carried = ...,
        growth: Real | Carried = ...,
        other_growth: Real | Carried = ...,
        campus: Real | Carried = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: Power[float | NumPy],
        *,
        data_center_power: Plain | Carried = ...,
        ai_power: Plain | Carried = ...,
        growth: Plain | Carried = ...,
        other_growth: Plain | Carried = ...,
        campus: Plain | Carried = ...,
    ) -> Power[NumPy]: ...
    @overload
    def replace(
        self: Power[Any],
        *,
        data_center_power: Quantity | Carried = ...,
        ai_power: Quantity | Carried = ...,
        growth: Quantity | Carried = ...,
        other_growth: Quantity | Carried = ...,
        campus: Quantity | Carried = ...,
    ) -> Power[Array]: ...
    @overload
    def available(self: Power, years: Real) -> float:
        """Power of AI over all sites [W]: P0 r^t - (P0 - A0) min(r_n, r)^t; a campus is not in it.

        Parameters
        ----------
        years : array_like, >= 0 and finite
            After the start.

        Returns
        -------
        float or array [W]
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.
        """
    @overload
    def available(self: Power[float | NumPy], years: Plain) -> NumPy: ...
    @overload
    def available(self: Power[Any], years: Quantity) -> Array: ...
    @property
    def data_center_power(self) -> float | _T:
        """of all data centres in the start year; > 0 and finite [W]"""
    @property
    def ai_power(self) -> float | _T:
        """AI's part of it in the start year; >= 0 and finite [W]"""
    @property
    def growth(self) -> float | _T:
        """factor per year of the power of all data centres; > 0 and finite"""
    @property
    def other_growth(self) -> float | _T:
        """factor per year of what others than AI draw, at most `growth`; > 0 and finite"""
    @property
    def campus(self) -> float | _T:
        """of the largest single site, at the date it is an estimate for; 0: none; >= 0 and finite [W]"""
