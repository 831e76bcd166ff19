# SPDX-License-Identifier: Apache-2.0
"""What is trained, on what: transformer shapes, chips."""

from __future__ import annotations

from . import _core
from ._parameters import Parameters

__all__ = ["Chip", "TransformerShape"]


class TransformerShape(Parameters, table=_core.workload.shape_fields(), owner="TransformerShape"):
    """A decoder: grouped-query or latent attention, plain or gated feed-forward, dense or mixture of experts."""

    __slots__ = ()


class Chip(Parameters, table=_core.workload.chip_fields(), owner="Chip"):
    """The accelerator: what it could compute, what it does on the compute of a step, what it holds."""

    __slots__ = ()
