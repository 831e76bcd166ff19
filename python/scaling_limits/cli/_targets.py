# SPDX-License-Identifier: Apache-2.0
"""Options that name what a command writes: what may not be replaced is refused before any work is done."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from ._errors import CANNOT_WRITE, CommandError, say
from ._output import OVERWRITE, check_figure, check_target, is_stream, refuse, replaces


def _itself(path: Path) -> list[Path]:
    return [path]


class Target(click.Option):
    """An option that names what is written.

    `check` looks at the name, `writes` lists the files; where not `guards`, what is there is no reason to refuse it here.
    """

    def __init__(
        self,
        *given: Any,
        check: Callable[[Path, str], None] = check_target,
        writes: Callable[[Path], list[Path]] = _itself,
        guards: bool = True,
        **named: Any,
    ) -> None:
        named.setdefault("type", click.Path(path_type=Path))
        super().__init__(*given, **named)
        self.check, self.writes, self.guards = check, writes, guards


def check_named(path: Path, option: str, suffix: str) -> None:
    """Refuses a name that does not say what is in the file."""
    check_target(path, option)
    if path.suffix.lower() != suffix:
        raise CommandError(f"{option} {path}: the name must end in {suffix}")


def check_toml(path: Path, option: str) -> None:
    """Refuses a name that is none of TOML."""
    check_named(path, option, ".toml")


def plot_option(help: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """--plot FILE, refused before any work where it cannot be drawn."""
    more = " The suffix says the format: .png, .pdf, .svg, ..."
    return click.option("--plot", metavar="FILE", cls=Target, check=check_figure, help=help + more)


digits_option = click.option(
    "--digits",
    metavar="N",
    type=click.IntRange(1, 17),
    help="Significant digits of a number in CSV. Default: as many as it takes to read the same number back.",
)


def _overwritten(ctx: click.Context, param: click.Parameter, said: bool) -> None:
    ctx.meta[OVERWRITE] = said


overwrite_option = click.Option(
    ["--overwrite"],
    is_flag=True,
    expose_value=False,
    callback=_overwritten,
    help="Replace what is there, whoever wrote or changed it; never an input of the command.",
)


#: where callbacks of options leave the files that they read, which are no plain paths
ALSO_READ = "scaling_limits.also_read"


def _named(ctx: click.Context, targets: bool) -> Iterator[tuple[click.Parameter, Path]]:
    """The files of a command line that are written, or those that are read."""
    for param in ctx.command.params:
        path = ctx.params.get(param.name or "")
        if path is not None and isinstance(param.type, click.Path) and isinstance(param, Target) is targets:
            yield param, path


def check_targets(ctx: click.Context) -> None:
    """Refuses what cannot be written or may not be: an input, what others wrote, one file for two outputs."""
    read = [path for _, path in _named(ctx, targets=False)] + ctx.meta.get(ALSO_READ, [])
    inputs: list[Path | int] = [0 if str(path) == "-" else path for path in read]
    taken: dict[str, str] = {}
    for param, path in _named(ctx, targets=True):
        assert isinstance(param, Target)
        option = param.opts[0]
        try:
            param.check(path, option)
            for one in param.writes(path):
                place = os.path.realpath(one)
                if place in taken and not is_stream(one):
                    raise CommandError(f"{option} {one}: is what {taken[place]} writes: name another file")
                refuse(one, option, inputs, replaces() or not param.guards)
                taken[place] = option
                if replaces() and not is_stream(one) and os.path.isfile(one) and one.stat().st_nlink > 1:
                    say(f"remark: {one}: its other names (hard links) keep what was there")
        except OSError as error:  # as of a name that is too long
            raise CommandError(f"{option} {path}: cannot be written: {error.strerror or error}", CANNOT_WRITE) from None
