# SPDX-License-Identifier: Apache-2.0
"""Everything that can be chosen and everything that can be asked, as data.

``sl.ask({"question": "limit", "run": {...}, "criterion": {"goodput_at_least": 0.9}})`` is what ``scaling-limits ask`` and the
C++ ``catalog::ask`` answer too; ``sl.catalog.describe()`` lists all kinds, questions and presets.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import _core, _quantity
from ._public import listing
from .results import Answer

__all__ = ["RequestError", "ask", "completed", "describe", "schema"]
__dir__ = listing(__all__)


class RequestError(ValueError):
    """What a request cannot ask.

    Attributes
    ----------
    field : its path, such as "run.gpus"; "" where the request is no request at all
    value : what was given there

    Examples
    --------
    >>> try:
    ...     sl.ask({"question": "goodput", "run": {"gpus": -1}})
    ... except sl.catalog.RequestError as error:
    ...     print(error.field)
    run.gpus
    """

    def __init__(self, message: str, field: str = "", value: Any = None) -> None:
        super().__init__(message)
        self.field: str = field
        self.value: object = value

    def __reduce__(self) -> tuple[Any, ...]:
        return RequestError, (str(self), self.field, self.value)


def ask(request: Mapping[str, Any]) -> Answer:
    """The answer to a request: ``{"question", "columns", "units", "terms"}``.

    Parameters
    ----------
    request : mapping
        ``question``, the parts it needs (``run``, ``strategy``, ``criterion``, ``growth``, ``factor`` ...), its own arguments
        under ``with``, and what is swept under ``over``: lists by path, of equal lengths. Numbers in SI, or texts: "2 TB/s".
        ``columns``: the names of those that are wanted of the answer; default: all.

    Returns
    -------
    Answer
        A dictionary. Columns are numbers, texts or lists of them, one per element of ``over``. Not a number is None, infinity
        "unlimited".

    Raises
    ------
    RequestError
        A ValueError with the path of the field and the value that was refused.

    Examples
    --------
    >>> run = {"gpus": 16384, "gpu_mttf": "50000 h", "checkpoint_bytes": "5 TB", "write_bandwidth": "2 TB/s"}
    >>> answer = ask({"question": "goodput", "run": run})
    >>> round(answer["columns"]["goodput"], 4)
    0.9788
    """
    asked = data_of(request)
    answer = Answer(checked(_core.ask(asked)))
    answer._request = asked
    return answer


def completed(request: Mapping[str, Any]) -> dict[str, Any]:
    """A request in full: every part that its question looks at, every field with its value, every number in SI.

    Nothing that an answer assumes is left unsaid; asked again, the answer is the same.

    Parameters
    ----------
    request : mapping
        As for :func:`ask`.

    Returns
    -------
    dict
        The same form; None: not given. What stands inside lists is left as it was.

    Raises
    ------
    RequestError
        As for :func:`ask`.

    Examples
    --------
    >>> run = {"gpus": 16384, "gpu_mttf": "50000 h", "checkpoint_bytes": "5 TB", "write_bandwidth": "2 TB/s"}
    >>> full = completed({"question": "goodput", "run": run})
    >>> full["run"]["gpu_mttf"], full["strategy"]["name"]
    (180000000.0, 'blocking')
    """
    return checked(_core.completed(data_of(request)))


def data_of(request: Any) -> Any:
    """A request with its quantities as texts; raises its error."""
    try:
        return _quantity.as_data(request)
    except _quantity.NoLength as error:
        raise RequestError(str(error), error.field, error.value) from None


def checked(found: dict[str, Any]) -> dict[str, Any]:
    """What came of a request; raises its error."""
    if "error" in found:
        error = found["error"]
        raise RequestError(error["message"], error["field"], error["value"])
    return found


def describe() -> dict[str, Any]:
    """All tables: ``version``, ``kinds`` by group and name, ``questions`` with columns, ``presets`` with sources,
    ``statuses`` that an answer may have, ``start``: the request that the page starts with.

    Returns
    -------
    dict
        Plain data, the same as ``scaling-limits describe`` prints.

    Examples
    --------
    >>> sorted(sl.catalog.describe())
    ['kinds', 'presets', 'questions', 'start', 'statuses', 'version']
    """
    found: dict[str, Any] = _core.describe()
    return found


def schema(question: str | None = None) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of what :func:`ask` takes, made from the same tables as its refusals.

    Whatever is answered is valid. What is valid may still be refused for what a schema cannot say: lists under ``over`` of
    different lengths, a unit that does not fit, fields that contradict one another.

    Parameters
    ----------
    question : str, optional
        Of this question alone, with the parts that it looks at. Default: of all.

    Returns
    -------
    dict
        Plain data, the same as ``scaling-limits schema`` prints. Beside the words of the standard a field has its ``unit``.

    Raises
    ------
    ValueError
        Where there is no question of that name.

    Examples
    --------
    >>> number = sl.catalog.schema("goodput")["$defs"]["run.training_run"]["properties"]["write_bandwidth"]
    >>> number["type"], number["exclusiveMinimum"], number["unit"]
    (['number', 'string'], 0.0, 'B/s')
    """
    found: dict[str, Any] = _core.schema(question or "")
    return found


def standard(group: str) -> str:
    """The kind of a group that stands where none is given."""
    return next(name for name, kind in kinds(group).items() if kind["standard"])


def kinds(group: str) -> dict[str, dict[str, Any]]:
    """The kinds of a group by name, as the parameter classes are made from them."""
    return {row["name"]: row for row in _core.kinds(group)}
