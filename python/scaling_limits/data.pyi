# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""What was measured, read from files and frames: training steps."""

import io
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from pandas import DataFrame
from typing_extensions import TypeVar

from .parallelism import Layout
from .results import Result, Rows
from .workload import TransformerShape

__all__ = [
    "MeasuredStep",
    "MeasuredSteps",
    "read_steps",
]
_T = TypeVar("_T", covariant=True, default=float)

@dataclass(frozen=True, eq=False, kw_only=True)
class MeasuredStep(Result, Generic[_T]):
    """A training step that was measured, or that could be: then it has no time.

    Attributes
    ----------
    shape : of the model
    layout : how it was spread over GPUs
    batch_tokens : tokens of a step, all replicas together
    time : measured [s]; NaN: not measured
    memory : measured, of the fullest GPU [B]; NaN: not measured
    id, set, machine : what it is called, which rows it belongs to, what it ran on
    options : of ``parallelism.step``, by name; they win over those of a call

    Examples
    --------
    >>> shape = sl.published.shapes["llama3_8b"]
    >>> layout = sl.parallelism.Layout(data=8)
    >>> row = sl.data.MeasuredStep(shape=shape, layout=layout, batch_tokens=131_072, time=2.5, options={"overlap": 0.4})
    >>> row.replace(time=2.4).time
    2.4
    """

    shape: TransformerShape[_T]
    layout: Layout[_T]
    batch_tokens: float
    time: float = ...
    memory: float = ...
    id: str = ...
    set: str = ...
    machine: str = ...
    options: Mapping[str, Any] = ...
    def replace(self, **changes: Any) -> MeasuredStep[_T]:
        """The same with some fields changed.

        Parameters
        ----------
        **changes : Any
            Fields by name.

        Returns
        -------
        MeasuredStep
            A training step that was measured, or that could be: then it has no time.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.

        Examples
        --------
        >>> shape = sl.published.shapes["llama3_8b"]
        >>> row = sl.data.MeasuredStep(shape=shape, layout=sl.parallelism.Layout(data=8), batch_tokens=131_072)
        >>> row.replace(id="mine").id
        'mine'
        """

class MeasuredSteps(Rows[MeasuredStep]):
    """Measured steps, and what was left out.

    Attributes
    ----------
    report : line and reason of each row that could not be used; of a frame its place, from 0

    Examples
    --------
    >>> import pandas
    >>> text = {"layers": [32], "hidden": [4096], "feed_forward": [14336], "query_heads": [32], "key_value_heads": [8]}
    >>> text |= {"head_size": [128], "vocabulary": [128256], "sequence_length": [8192], "data": [8], "batch_sequences": [16]}
    >>> sl.data.read_steps(pandas.DataFrame(text | {"time": [2.5]})).report
    []
    """

    report: list[tuple[int, str]]
    def __init__(self, rows: Iterable[MeasuredStep] = (), report: Iterable[tuple[int, str]] = ()) -> None: ...

def read_steps(
    path_or_frame: str | os.PathLike[str] | io.TextIOBase | DataFrame,
    machine: str | None = None,
    set: str | None = None,
    precision: str | None = None,
) -> MeasuredSteps:
    """Measured steps of a CSV file or a frame, one a row; a row that cannot be used is reported with its line.

    Columns are known by name, others ignored: fields of shape and layout, ``batch_sequences`` (or ``batch_tokens``), ``time``,
    ``memory``, ``id``, ``set``, ``machine``, any option of ``parallelism.step``. What is missing or empty is at its default;
    without ``kernels`` gated rows are fused and plain ones unfused where they can be, without ``precision`` they are bf16.

    Parameters
    ----------
    path_or_frame : str | PathLike[str] | TextIOBase | DataFrame
        Of a CSV file, or what is opened of one, or a frame of pandas.
    machine : str, optional
        Keep rows with this word alone; default: all.
    set : str, optional
        Keep rows with this word alone; default: all.
    precision : str, optional
        Keep rows with this word alone; default: all.

    Returns
    -------
    MeasuredSteps
        Measured steps, and what was left out.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> import io
    >>> head = "layers,hidden,feed_forward,query_heads,key_value_heads,head_size,vocabulary,sequence_length,data"
    >>> text = head + ",batch_sequences,time\\n32,4096,14336,32,8,128,128256,8192,8,16,2.5\\n32,4096,,,,,,,,,\\n"
    >>> rows = sl.data.read_steps(io.StringIO(text))
    >>> rows[0].batch_tokens, rows.report
    (131072.0, [(3, "TransformerShape needs 'feed_forward': width of a dense feed-forward")])
    """
