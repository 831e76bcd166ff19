# SPDX-License-Identifier: Apache-2.0
"""The largest size at which a criterion holds, and what binds there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core, _evaluate, _format
from . import growth as _growth
from ._kernel import Kernel, describe, kernels_of
from ._parameters import Parameters
from .run import TrainingRun
from .strategies import Strategy, blocking

_kernels = kernels_of("limits")
globals().update(_kernels)
if TYPE_CHECKING:

    def __getattr__(name: str) -> Kernel: ...


__all__ = [
    "Criterion",
    "Factor",
    "Limit",
    "added_gpu_worth_at_least",
    "efficiency_at_least",
    "elasticity_at_least",
    "goodput_at_least",
    "max_gpus",
    "peak_throughput",
    "write_time_equals_mtbf",
]
__all__ += sorted(_kernels)

_criteria = _core.criterion_kinds()
_factors = _core.factor_kinds()


class Criterion(Parameters):
    """Base of all criteria: terms that are to add up to a target at the largest size."""

    __slots__ = ()


class write_time_equals_mtbf(Criterion, table=_criteria["write_time_equals_mtbf"], owner="write_time_equals_mtbf"):
    """The published hard limit: a save takes as long as the machine runs between failures."""

    __slots__ = ()


class goodput_at_least(Criterion, table=_criteria["goodput_at_least"], owner="goodput_at_least", positional=True):
    """Goodput alone is at least this."""

    __slots__ = ()


class efficiency_at_least(Criterion, table=_criteria["efficiency_at_least"], owner="efficiency_at_least", positional=True):
    """The product of all factors, goodput among them, is at least this."""

    __slots__ = ()


class elasticity_at_least(Criterion, table=_criteria["elasticity_at_least"], owner="elasticity_at_least", positional=True):
    """1 % more GPUs bring at least this many per cent more useful throughput."""

    __slots__ = ()


class peak_throughput(Criterion, table=_criteria["peak_throughput"], owner="peak_throughput"):
    """The size of most useful throughput."""

    __slots__ = ()


class added_gpu_worth_at_least(
    Criterion, table=_criteria["added_gpu_worth_at_least"], owner="added_gpu_worth_at_least", positional=True
):
    """One more GPU brings at least this much of an ideal one's useful work."""

    __slots__ = ()


class Factor(Parameters):
    """Base of all factors other than goodput: an efficiency that depends on the size."""

    __slots__ = ()


@dataclass(frozen=True, eq=False, repr=False)
class Limit:
    """The answer to "how large"; arrays where the run has arrays.

    Attributes
    ----------
    value : the largest size [GPUs], never floored; +inf where there is no limit, NaN where it is infeasible
    status : "ok", "no limit" or "infeasible"
    note : why there is no limit or no answer; remarks
    binding : the cause with the largest share
    shares : terms / target at the limit by cause; they sum to one
    goodput, efficiency : at the limit; efficiency is the product of the factors other than goodput
    roots : every size where terms meet the target, the limit among them; for arrays padded with NaN along a last axis
    """

    value: Any
    status: Any
    note: Any
    binding: Any
    shares: dict[str, Any]
    goodput: Any
    efficiency: Any
    roots: Any

    @property
    def useful_gpus(self) -> Any:
        """Useful work at the limit, in ideal GPUs: value x efficiency x goodput."""
        return self.value * self.efficiency * self.goodput

    def __repr__(self) -> str:
        if not isinstance(self.status, str):
            return f"Limit(value={_format.value_text(self.value, '1', 6)}, status=<{type(self.status).__name__} {self.status.shape}>)"
        if self.status != "ok":
            return f"Limit(status={self.status!r}, note={self.note!r})"
        shares = ", ".join(f"{cause} {share:.3g}" for cause, share in self.shares.items())
        note = f", note={self.note!r}" if self.note else ""
        return (
            f"Limit(value={self.value:.6g} GPUs, status='ok', binding={self.binding!r}, shares=({shares}), "
            f"goodput={self.goodput:.4g}, efficiency={self.efficiency:.4g}{note})"
        )


def _of_type(name: str, value: object, kind: type) -> None:
    if not isinstance(value, kind):
        hint = " (call it)" if isinstance(value, type) and issubclass(value, kind) else ""
        raise TypeError(f"max_gpus: {name} must be a {kind.__name__}, not {describe(value)}{hint}")


def max_gpus(
    run: TrainingRun,
    criterion: Criterion | None = None,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy | None = None,
    factors: Sequence[Factor] = (),
) -> Limit:
    """The largest size at which a criterion holds for a run that grows by a law.

    Parameters
    ----------
    run : the run at its own size; growth is relative to run.gpus
    criterion : what must hold; default write_time_equals_mtbf()
    growth : how fields change with size; default growth.fixed()
    strategy : how the run is protected; default strategies.blocking()
    factors : other efficiencies that depend on the size
    """
    criterion = write_time_equals_mtbf() if criterion is None else criterion
    growth = _growth.fixed() if growth is None else growth
    strategy = blocking() if strategy is None else strategy
    _of_type("run", run, TrainingRun)
    _of_type("criterion", criterion, Criterion)
    _of_type("growth", growth, _growth.PowerLaw)
    _of_type("strategy", strategy, Strategy)
    for factor in factors:
        _of_type("every factor", factor, Factor)

    asked = (run, strategy, criterion, growth.exponents, tuple(factors))
    causes = _evaluate.names("causes", *asked)
    outputs = {
        ("", "value"): _evaluate.NUMBER,
        ("", "goodput"): _evaluate.NUMBER,
        ("", "efficiency"): _evaluate.NUMBER,
        ("", "status"): ("infeasible", "ok", "no limit"),
        ("", "binding"): ("", *(name for _, name in causes)),
        ("", "note"): _evaluate.TEXT,
        **dict.fromkeys(causes, _evaluate.NUMBER),
    }
    answer = _evaluate.ask("limit", *asked, outputs=outputs)
    columns, roots = answer.columns, answer.group("roots")
    like = columns[("", "value")]
    if answer.scalar:
        listed: Any = tuple(roots.values())
    else:
        listed = np.stack(list(roots.values()), axis=-1) if roots and isinstance(like, np.ndarray) else None
    return Limit(
        value=like,
        status=columns[("", "status")],
        note=columns[("", "note")],
        binding=columns[("", "binding")],
        shares={cause: x for cause, x in answer.group("shares").items() if not answer.scalar or x == x},
        goodput=columns[("", "goodput")],
        efficiency=columns[("", "efficiency")],
        roots=listed,
    )
