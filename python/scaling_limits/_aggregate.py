# SPDX-License-Identifier: Apache-2.0
"""Parameter classes with answers of their own: the C++ aggregates registered in python/src/bind_<room>.cpp."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from . import _arrays, _core
from ._kernel import Kernel
from ._parameters import Parameters


class Aggregate(Parameters):
    """Base of classes made from a registered aggregate: ``class Chip(Aggregate, aggregate="workload.Chip")``.

    `integers`: properties that are whole numbers for scalar fields.
    """

    __slots__ = ()
    _check: Any = None

    def __init_subclass__(cls, aggregate: str | None = None, integers: tuple[str, ...] = (), **named: Any) -> None:
        """Attach fields, properties and methods."""
        if aggregate is None:
            super().__init_subclass__(**named)
            return
        row = _core.aggregates[aggregate]
        super().__init_subclass__(table=row["fields"], **{"owner": cls.__name__, **named})
        room = aggregate.rpartition(".")[0]
        cls._check = staticmethod(row["check"])
        names = [(f.name,) for f in cls.fields()]
        for name, (ufunc, rows, doc) in row["properties"].items():
            kernel = Kernel(f"{room}.{cls.__name__}.{name}", ufunc, [*names, *rows], doc)
            setattr(cls, name, property(_property(kernel, name in integers), doc=doc))
        for name, (ufunc, rows, doc) in row["methods"].items():
            setattr(cls, name, _method(Kernel(f"{room}.{cls.__name__}.{name}", ufunc, [*names, *rows], doc)))

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        values = list(self._values.values())
        if not any(_arrays.is_lazy(v) or np.ndim(v) for v in values if v is not None):
            type(self)._check([math.nan if v is None else float(v) for v in values])


def _property(kernel: Kernel, whole: bool) -> Any:
    def get(self: Aggregate) -> Any:
        return _plain(kernel(*self._values.values()), kernel.__name__, self, whole)

    return get


def _method(kernel: Kernel) -> Any:
    def call(self: Aggregate, *args: Any, **named: Any) -> Any:
        return _plain(kernel(*self._values.values(), *args, **named), kernel.__name__, self, False)

    call.__name__ = call.__qualname__ = kernel.__name__
    call.__doc__ = kernel.__doc__
    count = len(kernel.__signature__.parameters)
    listed = list(kernel.__signature__.parameters.values())[:count]
    fields = sum(1 for p in listed if p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD)
    call.__signature__ = kernel.__signature__.replace(parameters=listed[fields:])  # type: ignore[attr-defined]
    return call


def _plain(value: Any, name: str, owner: Aggregate, whole: bool) -> Any:
    """A scalar as Python's own number; ValueError where it is none."""
    if np.ndim(value) or not isinstance(value, (float, np.generic)):
        return value
    if value != value:
        raise ValueError(f"{owner._owner}: no {name} for {owner!r}")
    return int(value) if whole and math.isfinite(value) else float(value)
