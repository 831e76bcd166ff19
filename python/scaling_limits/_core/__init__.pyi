# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
"""
Compiled kernels of scaling_limits; use the package's own modules.
"""
from __future__ import annotations
import collections.abc
import numpy
import numpy.typing
import typing
from . import units
from . import numeric
from . import checkpoint
from . import failures
from . import workload
from . import storage
from . import limits
from . import _factors
from . import analysis
from . import published
from . import network
from . import parallelism
__all__: list[str] = ['aggregates', 'analysis', 'check_multilevel', 'checkpoint', 'compare', 'confidence_interval', 'criterion_kinds', 'evaluate', 'factor_kinds', 'failures', 'kernels', 'law_kinds', 'law_values', 'level_fields', 'limits', 'multilevel_pattern', 'network', 'numeric', 'optimal_schedule', 'parallelism', 'published', 'question_fields', 'returns', 'run_fields', 'simulate', 'storage', 'strategy_kinds', 'tier_fields', 'units', 'workload']
def check_multilevel(arg0: dict) -> None:
    ...
def compare(run: collections.abc.Sequence[typing.SupportsFloat | typing.SupportsIndex], sizes: collections.abc.Sequence[typing.SupportsFloat | typing.SupportsIndex], growth: collections.abc.Mapping[str, typing.SupportsFloat | typing.SupportsIndex], strategies: collections.abc.Sequence[tuple[str, dict, collections.abc.Sequence[typing.SupportsFloat | typing.SupportsIndex]]]) -> tuple:
    ...
def confidence_interval(goodput: typing.SupportsFloat | typing.SupportsIndex, standard_error: typing.SupportsFloat | typing.SupportsIndex, stretches: typing.SupportsInt | typing.SupportsIndex, level: typing.SupportsFloat | typing.SupportsIndex) -> typing.Annotated[list[float], "FixedSize(2)"]:
    """
    An interval that holds the true goodput with a probability.
    """
def criterion_kinds() -> dict:
    """
    Registered criteria and their field tables.
    """
def evaluate(question: str, strategy: tuple, criterion: typing.Any, growth: collections.abc.Mapping[str, typing.SupportsFloat | typing.SupportsIndex], factors: list, columns: collections.abc.Sequence[typing.Annotated[numpy.typing.ArrayLike, numpy.float64]], n: typing.SupportsInt | typing.SupportsIndex) -> list:
    """
    Answer a question for n elements: a list of (group, name, numbers, labels).
    """
def factor_kinds() -> dict:
    """
    Registered factors and their field tables.
    """
def law_kinds() -> dict:
    """
    Failure laws and their field tables.
    """
def law_values(what: str, kind: str, lives: typing.Annotated[numpy.typing.ArrayLike, numpy.float64], fields: typing.SupportsInt | typing.SupportsIndex, columns: collections.abc.Sequence[typing.Annotated[numpy.typing.ArrayLike, numpy.float64]], n: typing.SupportsInt | typing.SupportsIndex) -> numpy.typing.NDArray[numpy.float64]:
    """
    What a law answers for n elements.
    """
def level_fields() -> tuple:
    """
    The field table of checkpoint.SeverityLevel.
    """
def multilevel_pattern(arg0: dict, arg1: collections.abc.Sequence[typing.SupportsFloat | typing.SupportsIndex]) -> list[int]:
    ...
def optimal_schedule(kind: str, fields: collections.abc.Sequence[typing.SupportsFloat | typing.SupportsIndex], write_time: typing.SupportsFloat | typing.SupportsIndex, restart_time: typing.SupportsFloat | typing.SupportsIndex, downtime: typing.SupportsFloat | typing.SupportsIndex) -> tuple[list[float], float, str]:
    """
    The best schedule: times, goodput, note.
    """
def question_fields() -> dict[str, list[str]]:
    """
    Registered questions and the run's fields that each depends on; empty: all of them, and the strategy.
    """
def run_fields() -> tuple:
    """
    The field table of TrainingRun.
    """
def simulate(run: collections.abc.Sequence[typing.SupportsFloat | typing.SupportsIndex], strategy: tuple, strategy_values: collections.abc.Sequence[typing.SupportsFloat | typing.SupportsIndex], law: typing.Any, domains: collections.abc.Sequence[tuple], seed: typing.SupportsInt | typing.SupportsIndex, relative_accuracy: typing.SupportsFloat | typing.SupportsIndex, most_failures: typing.SupportsFloat | typing.SupportsIndex, threads: typing.SupportsInt | typing.SupportsIndex, events: typing.SupportsInt | typing.SupportsIndex, progress: collections.abc.Callable[[float, float], bool] | None) -> dict:
    """
    Play a strategy's protocol on a run.
    """
def strategy_kinds() -> dict:
    """
    Registered strategies and their field tables.
    """
def tier_fields() -> tuple:
    """
    The field table of storage.Tier.
    """
__version__: str
aggregates: dict
kernels: dict
returns: dict
