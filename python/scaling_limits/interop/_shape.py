# SPDX-License-Identifier: Apache-2.0
"""The shape that a file describes: a TransformerShape with notes, and the draft that readers fill."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .._docs import complete
from .._source import FileError, Notes
from ..catalog import kinds
from ..workload import TransformerShape
from ._reading import Look

#: what else a message may propose for a field that no file of that form has
ELSEWHERE = {
    "vocabulary": "it comes with the tokenizer",
    "sequence_length": "it comes with the data",
}


class ReadShape(TransformerShape, group="shape", kind=kinds("shape")["transformer_shape"]):
    """A TransformerShape as a file describes it, equal to any other of the same numbers, with ``notes`` of their source."""

    __module__ = "scaling_limits.interop"
    __slots__ = ("_notes",)
    _notes: tuple[str, ...]

    def __init__(self, **given: Any) -> None:
        object.__setattr__(self, "_notes", tuple(given.pop("notes", ())))
        super().__init__(**given)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was taken from the file, what was derived, what could not be known, what has no place in a shape."""
        return self._notes

    def _said(self) -> dict[str, Any]:
        return super()._said() | {"notes": self._notes}

    def _plain(self) -> TransformerShape:
        return TransformerShape(**super()._said())

    def __eq__(self, other: object) -> bool:
        mine = self._plain()
        return mine == (other._plain() if isinstance(other, ReadShape) else other)

    def __hash__(self) -> int:
        return hash(self._plain())


complete(["ReadShape"], globals())


class Draft:
    """A shape that is being read: its fields, the names that they have in the file, and the notes."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.values: dict[str, int | bool] = {}
        self.origin: dict[str, str] = {}
        self.notes = Notes()

    def take(self, field: str, *names: str, low: int = 1) -> int | None:
        """A whole number that the file may have."""
        name, value = self.look.whole(*names, low=low)
        if value is not None:
            self.set(field, value, name)
        return value

    def set(self, field: str, value: int | bool, name: str) -> None:
        """A value that stands in the file under a name."""
        self.values[field], self.origin[field] = value, self.look.place(name)
        self.notes.took(field, self.look.place(name))

    def derive(self, field: str, value: int | bool, why: str) -> None:
        """A value that follows from others."""
        self.values[field] = value
        shown = str(value).lower() if isinstance(value, bool) else f"{value}"
        self.notes.derived(f"{field} = {shown}: {why}")

    def more(self, field: str, value: int, text: str) -> None:
        """What only some shapes count; left out where these do not."""
        if field in TransformerShape._fields:
            flag = TransformerShape._fields[field].boolean
            self.values[field] = bool(value) if flag else value
            self.notes.derived(f"{field} = {str(bool(value)).lower() if flag else value}: {text}")
        else:
            self.notes.left_out(f"{text}: parameters are counted without")

    def needed(self, field: str, *names: str, low: int = 1) -> int:
        """A whole number that the file must have."""
        value = self.take(field, *names, low=low)
        if value is None:
            raise self.look.source.unread(self.look.place(names[0]), "is not given", _listed(names))
        return value

    def quotient(self, field: str, over: str, by: str) -> int:
        """A field that is one of the others divided by another."""
        above, below = self.values[over], self.values[by]
        if above % below:
            raise self.look.source.error(
                self.origin.get(by, by),
                f"is {below}, which does not divide {self.origin.get(over, over)} = {above}",
                f"a divisor, or {field} in the file",
            )
        found = int(above // below)
        self.derive(field, found, f"{self.origin.get(over, over)} / {self.origin.get(by, by)}")
        return found

    def finish(self, known: Mapping[str, Any], also: Mapping[str, Any] | None = None) -> ReadShape:
        """The shape; `known` goes before what the file says, `also` stands where it says nothing."""
        fields = {**(also or {}), **self.values, **known}
        for field in TransformerShape.fields():
            if field.required and field.name not in fields:
                why = f" ({ELSEWHERE[field.name]})" if field.name in ELSEWHERE else ""
                place = field.name if self.look.prefix == "--" else self.look.prefix + field.name
                raise self.look.source.unread(
                    place, f"is not in the file{why}", f"{field.name}= beside the file, {field.range}"
                )
        if known:
            self.notes.derived(f"{', '.join(known)}: as given beside the file")
        try:
            return ReadShape(**fields, notes=self.look.noted(self.notes, ("shape",)))
        except (TypeError, ValueError) as error:
            if isinstance(error, FileError):
                raise
            said = str(error).removeprefix("TransformerShape: ")
            field_name = said.split(" ", 1)[0]
            if field_name in known:
                raise
            raise self.look.source.error(self.origin.get(field_name, field_name), said, "numbers that fit together") from None


def _listed(names: tuple[str, ...]) -> str:
    return f"one of {', '.join(names)}" if len(names) > 1 else f"{names[0]} in the file"
