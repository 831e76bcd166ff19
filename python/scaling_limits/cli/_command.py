# SPDX-License-Identifier: Apache-2.0
"""What the commands share: the file and the run's options that they take, and how their help pages look."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from click.shell_completion import get_completion_class

import scaling_limits as sl
from scaling_limits import _core
from scaling_limits._opening import MOST_BYTES, bounded, most_bytes_of, said

from ._errors import EXIT_CODES, say
from ._output import write_text
from ._request import LARGEST_REQUEST, RUN_ROWS, Document, Takes, default_text, in_steps, number_or_text, read_criteria
from ._targets import Target, check_targets, check_toml, overwrite_option
from ._xlsx import recorded, xlsx_option

PROGRAM = "scaling-limits"
COMPLETE = "_SCALING_LIMITS_COMPLETE"  # where the scripts of completion ask
SHELLS = ("bash", "zsh", "fish")

#: shorter names of the run's options
SHORT = {"checkpoint_bytes": "checkpoint", "write_bandwidth": "bandwidth", "initialization_time": "restart"}

#: what a line does not break at: spaces of a range, and hyphens of names
GLUED = {" ": "\N{NO-BREAK SPACE}", "-": "\N{NON-BREAKING HYPHEN}"}


class Formatter(click.HelpFormatter):
    """Help as wide as the terminal, up to 100 columns; what a narrow one has no second column for goes below its term."""

    def __init__(self, *_: object, **__: object) -> None:
        super().__init__(width=min(shutil.get_terminal_size().columns, 100))

    def write_text(self, text: str) -> None:
        super().write_text(text.replace("-", GLUED["-"]))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        if self.width >= 72:
            super().write_dl([(term, text.replace("-", GLUED["-"])) for term, text in rows], col_max, col_spacing)
            return
        for term, text in rows:
            self.write_text(term)
            with self.indentation(), self.indentation():
                self.write_text(text)

    def getvalue(self) -> str:
        found = "\n".join(line.rstrip() for line in super().getvalue().split("\n"))
        for character, glued in GLUED.items():
            found = found.replace(glued, character)
        return found


class Context(click.Context):
    """A context whose help pages are ours."""

    formatter_class = Formatter


class Argument(click.Argument):
    """An argument with a line of help."""

    section = "Arguments"

    def __init__(self, name: str, metavar: str, text: str, **named: Any) -> None:
        super().__init__([name], metavar=metavar, **named)
        self.text = text  # `help` is what newer versions of click print themselves, and older ones refuse

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        """Beside the options' own."""
        return self.metavar or "", self.text


def file_argument(text: str, required: bool) -> Argument:
    """FILE, or standard input."""
    kind = click.Path(path_type=Path, allow_dash=True)
    text += " '-' is standard input."
    return Argument("file", "FILE" if required else "[FILE]", text, required=required, type=kind)


class Asking(click.Option):
    """An option that is part of what is asked, not of how the answer is shown."""


def option_name(field: str) -> str:
    """The option of a field."""
    return f"--{field.replace('_', '-')}"


class RunOption(click.Option):
    """A field of the run."""

    section = "The run (over FILE, or without one)"

    def __init__(self, row: Mapping[str, Any]) -> None:
        names = [row["name"], *([SHORT[row["name"]]] if row["name"] in SHORT else [])]
        self.field: str = row["name"]
        self.needed: bool = row["required"]
        unit = "" if row["unit"] in ("1", None) else f"[{row['unit']}]"
        if "instead_of" in row:
            default = f"in place of {option_name(row['instead_of'])}"
        else:
            default = "" if row["required"] or row["default"] is None else f"default: {default_text(row)}"
        super().__init__(
            [self.field, *map(option_name, names)],
            metavar="NUMBER" if row["unit"] == "1" else f"QUANTITY{unit}",
            multiple=True,
            callback=once,
            help="; ".join(part for part in (row["text"], row["range"].replace(" ", GLUED[" "]), default) if part),
        )


def once(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> float | str | None:
    """The value of an option that may be given once, under any of its names."""
    if len(values) > 1:
        given = ", ".join(repr(value) for value in values)
        raise click.UsageError(f"{' or '.join(param.opts)} is given {len(values)} times: {given}; give it once", ctx)
    return number_or_text(values[0]) if values else None


class Command(click.Command):
    """A command. What takes a file, and with it maybe a run, is called with the document of the two."""

    context_class = Context

    def __init__(
        self,
        *positional: Any,
        takes: Takes | None = None,
        arguments: Sequence[click.Argument] = (),
        prints_tables: bool = True,
        **named: Any,
    ) -> None:
        super().__init__(*positional, **named)
        self.takes = takes
        self.params[:0] = arguments
        if takes is not None or any(isinstance(one.type, click.Path) for one in arguments):
            self.params.append(most_bytes_option)
        if prints_tables:
            self.params.append(xlsx_option)
        if takes is not None:
            self.take(takes, len(arguments))
        if any(isinstance(param, Target) for param in self.params):
            self.params.append(overwrite_option)

    def take(self, takes: Takes, place: int) -> None:
        """Takes a file, and with it maybe a run, each field of which is an option."""
        tables = ", ".join(takes.heading(name) for name in takes.tables)
        has_run = "run" in takes.tables
        self.params.insert(place, file_argument(f"TOML or JSON with the tables {tables}; see `{PROGRAM} fields`.", not has_run))
        if takes.interval:
            self.params += [interval_option, step_time_option]
        if "operation" in takes.tables:
            self.params.append(operation_option)
        if has_run:
            self.epilog = (
                'Quantities are written with their unit: "3 TB", "400 GB/s", "7 min"; a bare number is in the unit in brackets.'
            )
            self.params.append(save_option)
            follows = takes.follows  # neither they, nor what holds at the run's own size
            rows = [row for row in RUN_ROWS if f"run.{row['name']}" not in follows and not (follows and "instead_of" in row)]
            self.params.extend(RunOption(row) for row in rows)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As ever; what is wrong with them says of which command."""
        ctx.meta["words"] = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise

    def invoke(self, ctx: click.Context) -> Any:
        """Calls the function; what it prints goes into a workbook too where one is asked for."""
        with bounded(ctx.params.pop("most_bytes", None)):
            return self.called(ctx)

    def called(self, ctx: click.Context) -> Any:
        """The same, with files read up to their bound."""
        check_targets(ctx)
        book = ctx.params.pop("xlsx", None)
        if book is None:
            return self.call(ctx)
        if ctx.params.get("as_json"):
            raise click.UsageError("--xlsx is of tables, and --json prints none: give one of them", ctx)
        with recorded() as printed:
            found = self.call(ctx)
        words = shlex.join([*ctx.command_path.split(), *ctx.meta.get("words", [])])
        printed.save(book, words.replace("\n", " "), ctx.params.get("document"))
        return found

    def call(self, ctx: click.Context) -> Any:
        """Calls the function with the document in place of its pieces; what was asked is saved once it is answered."""
        if self.takes is None:
            return super().invoke(ctx)
        file, save = ctx.params.pop("file"), ctx.params.pop("save", None)
        interval, step_time = (
            (ctx.params.pop("interval", None), ctx.params.pop("step_time", None))
            if interval_option in self.params
            else (None, None)
        )
        operation = ctx.params.pop("operation", None) if operation_option in self.params else None
        options = [param for param in self.params if isinstance(param, RunOption)]
        said = {option.field: ctx.params.pop(option.field) for option in options}
        given = {name: value for name, value in said.items() if value is not None}
        if file is None and not given:
            least = ", ".join(option.opts[0] for option in options if option.needed)
            raise click.UsageError(f"no run: name a FILE, or give its fields ({least}, ...)", ctx)
        names = {option.field: option_name(option.field) for option in options if option.field in given or not file}
        by_step = interval is not None and in_steps(interval) is not None and step_time is None
        document = ctx.params["document"] = Document(file, self.takes._replace(interval=by_step), given, names)
        if interval is not None:
            document.save_every(interval, step_time)
        elif step_time is not None:
            raise click.UsageError("--step-time is of --interval in steps", ctx)
        if operation is not None:
            document.operate(operation)
        super().invoke(ctx)
        for remark in document.remarks:
            say(f"remark: {remark}")
        if save is not None:
            write_text(save, f"# {self.again(ctx, save)}\n{document.as_asked()}", ".toml")
        return None

    def again(self, ctx: click.Context, file: Path) -> str:
        """The command line that asks the same of a file that holds the run."""
        said = [
            str(ctx.params[param.name or ""]) for param in self.params if isinstance(param, Argument) and param.name != "file"
        ]
        words = [*ctx.command_path.split(), *said, str(file)]
        for param in self.params:
            if isinstance(param, Asking) and ctx.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE:
                value = ctx.params[param.name or ""]
                if param.is_flag:
                    words.append(param.opts[0])
                    continue
                for one in value if param.multiple else [value]:
                    words += [param.opts[0], str(one)]
        return shlex.join(words).replace("\n", " ")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The parameters by section."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None:
                sections.setdefault(getattr(param, "section", "Options"), []).append(record)
        for name, rows in sections.items():
            with formatter.section(name):
                formatter.write_dl(rows)


def command(
    takes: Takes | None = None, *arguments: click.Argument, prints_tables: bool = True
) -> Callable[[Callable[..., None]], Command]:
    """Makes a command of a function: its name, and its help from the docstring."""
    settings = {"help_option_names": ["-h", "--help"]}
    return click.command(cls=Command, takes=takes, arguments=arguments, prints_tables=prints_tables, context_settings=settings)


def json_option(help: str = "The answer as JSON on stdout, in SI.") -> Callable[[Callable[..., None]], Callable[..., None]]:
    """--json."""
    return click.option("--json", "as_json", is_flag=True, help=help)


def criterion_option(with_factors: bool = False) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """--criterion, as often as one likes."""
    default = ", ".join(read_criteria(None, with_factors))
    says = f"A criterion for the largest size, of `scaling-limits fields criterion`; may be repeated. Default: {default}."
    return click.option("--criterion", cls=Asking, metavar="NAME[=VALUE]", multiple=True, help=says)


save_option = Target(
    ["--save"],
    metavar="FILE.toml",
    check=check_toml,
    help="Also write what was asked, with the quantities as they were given: a FILE to ask the same again.",
)


interval_option = click.Option(
    ["--interval"],
    metavar="TIME|N steps",
    help='How much useful work between two saves, of a strategy that takes an interval: "30 min", or "500 steps".',
)
step_time_option = click.Option(
    ["--step-time"],
    metavar="QUANTITY[s]",
    help="How long a training step takes, where --interval is in steps; not given: as [step] of FILE and its tables tell.",
)


operation_option = click.Option(
    ["--operation"],
    metavar="NAME|HOURS",
    help=f"Who brings the run back, over [operation] of FILE: {', '.join(_core.presets('operation'))}, or the hours in which "
    "somebody is there, 'Mon-Fri 9:00-17:00'.",
)


def _most_bytes(ctx: click.Context, param: click.Parameter, text: str | None) -> float | None:
    number = text if text is None else number_or_text(text)
    try:
        return None if number is None else most_bytes_of(number)
    except ValueError as error:
        raise click.UsageError(f"--most-bytes: {str(error).removeprefix('most_bytes: ')}", ctx) from None


most_bytes_option = click.Option(
    ["--most-bytes"],
    metavar="QUANTITY[B]",
    callback=_most_bytes,
    help=f"How much of a file is read and unpacked at most; default: {said(MOST_BYTES)}, of a request {said(LARGEST_REQUEST)}.",
)


class Commands(click.Group):
    """Commands that are imported when they are asked for."""

    context_class = Context

    def __init__(self, modules: Mapping[str, str], **named: Any) -> None:
        super().__init__(**named)
        self.modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> Command | None:
        if cmd_name not in self.modules:
            return None
        found: Command = getattr(import_module(f".{self.modules[cmd_name]}", __package__), cmd_name)
        return found

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.modules and not args[0].startswith("-"):
            raise click.UsageError(f"no command {args[0]!r}{_core.suggestion(args[0], list(self.modules))}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Every command with the whole first paragraph of its help."""
        found = {name: self.get_command(ctx, name) for name in self.modules}
        first = {name: (one.help or "").partition("\n\n")[0] for name, one in found.items() if one}
        with formatter.section("Commands"):
            formatter.write_dl([(name, " ".join(text.split())) for name, text in first.items()])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The exit codes of all commands."""
        with formatter.section("Exit codes"):
            formatter.write_dl([(str(code), text) for code, text in EXIT_CODES.items()])


def _print_version(ctx: click.Context, param: click.Parameter, asked: bool) -> None:
    if asked:
        write_text(None, f"{PROGRAM} {sl.__version__}\n")
        ctx.exit()


def _print_completion(ctx: click.Context, param: click.Parameter, shell: str | None) -> None:
    found = get_completion_class(shell) if shell else None
    if found is not None:
        write_text(None, found(ctx.command, {}, PROGRAM, COMPLETE).source() + "\n")
        ctx.exit()


def application(modules: Mapping[str, str]) -> Commands:
    """The command of all commands."""
    version = click.Option(
        ["--version"], is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Print the version."
    )
    completion = click.Option(
        ["--show-completion"],
        metavar="SHELL",
        type=click.Choice(SHELLS),
        is_eager=True,
        expose_value=False,
        callback=_print_completion,
        help=f"Print what makes SHELL ({', '.join(SHELLS)}) complete commands and options. "
        'In ~/.bashrc: eval "$(scaling-limits --show-completion bash)"',
    )
    return Commands(
        modules,
        name=PROGRAM,
        help="How large a training run can get before failures, checkpoints and communication eat it.",
        params=[version, completion],
        context_settings={"help_option_names": ["-h", "--help"]},
    )
