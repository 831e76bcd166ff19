# SPDX-License-Identifier: Apache-2.0
"""scaling-limits read: what a file of a model, a launch, measured storage or a history of jobs says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

import scaling_limits as sl
from scaling_limits import _core
from scaling_limits._known_files import known
from scaling_limits._opening import TooLarge, most_bytes
from scaling_limits._source import LARGEST as LARGEST_CONFIGURATION
from scaling_limits._source import Source, source_of
from scaling_limits.interop._configs import LAUNCHERS
from scaling_limits.interop._configs import read as read_source
from scaling_limits.interop._dialects import DIALECTS
from scaling_limits.interop._launch import Launch
from scaling_limits.interop._measured import LARGEST, Described, describe_file
from scaling_limits.interop._shape import ReadShape
from scaling_limits.interop._storage import MeasuredTier
from scaling_limits.workload import TransformerShape

from ._command import Argument, command, file_argument, json_option
from ._errors import CommandError
from ._output import one_line, print_json, write_text
from ._request import TABLES, number_or_text, readable, told
from ._tables import console, human, print_notes
from ._targets import Target, check_toml


def opened(file: Path) -> Source:
    """A file, or standard input, as text."""
    with told(file):
        source = source_of(readable(file), LARGEST, str(file))
        known(source.text, "read", str(file))
        return source


def known_fields(texts: tuple[str, ...]) -> dict[str, Any]:
    """--shape FIELD=NUMBER or --shape PRESET, as often as it is given."""
    found: dict[str, Any] = {}
    rows = {field.name: field for field in TransformerShape.fields()}
    for text in texts:
        name, separator, value = (part.strip() for part in text.partition("="))
        if not separator and name in sl.published.shapes:
            found |= sl.published.shapes[name].as_request(given=True)
            continue
        if not separator:
            raise CommandError(f"--shape {text}: the form is FIELD=NUMBER, or a preset of `scaling-limits fields shape`")
        if name not in rows:
            raise CommandError(f"--shape {text}: a shape has no field {name!r}{_core.suggestion(name, list(rows))}")
        number = {"true": True, "false": False}.get(value.lower(), number_or_text(value))
        if isinstance(number, str) or not rows[name].holds(number):
            raise CommandError(f"--shape {text}: {name} must be {rows[name].text()}")
        found[name] = number
    return found


def print_shape(shape: ReadShape) -> None:
    """A shape on the terminal."""
    out = console()
    out.print(repr(shape))
    active = "" if shape.active_parameters == shape.parameters else f", {shape.active_parameters:,.0f} of them for a token"
    out.facts([("parameters", f"{shape.parameters:,.0f}{active}")])


def print_launch(launch: Launch) -> None:
    """A launch on the terminal."""
    out = console()
    if launch.shape is not None:
        print_shape(launch.shape)
    out.print(f"{launch.layout!r}: {launch.layout.gpus:,.0f} GPUs")
    local = f", every {launch.local_save_steps:,} to a nearer tier" if launch.local_save_steps else ""
    how = "" if launch.asynchronous is None else ", asynchronous" if launch.asynchronous else ", training stops"
    batch = "" if launch.batch_tokens is None else f"{launch.batch_tokens:,} tokens: "
    facts = [
        ("file", f"of {DIALECTS[launch.framework].title}"),
        ("batch", f"{batch}{launch.sequences:,} sequences" if launch.sequences is not None else ""),
        ("step", ", ".join(f"{name} {str(value).lower()}" for name, value in launch.options.items())),
        ("checkpoint", "" if launch.checkpoint_bytes is None else human(launch.checkpoint_bytes, "B")),
        ("saves", f"every {launch.save_steps:,} steps{local}{how}" if launch.save_steps else ""),
        ("gives up", "" if launch.timeout is None else f"after {human(launch.timeout, 's')} of silence"),
    ]
    out.facts([fact for fact in facts if fact[1]])


def print_measured(file: Path, found: Described, as_json: bool) -> None:
    """Measured storage or a history of jobs, on the terminal or as JSON."""
    if as_json:
        print_json({"file": str(file), "kind": found.kind, **found.found.as_dict(), "notes": list(found.notes)})
        return
    out = console()
    out.print(found.kind)
    out.facts(found.facts)
    out.print()
    print_notes(found.notes)


def read_measured(
    file: Path, source: Source, other: Path | None, as_json: bool, save: Path | None, given: dict[str, Any]
) -> bool:
    """Whether a file is of measured storage or a history of jobs; what it says is printed, and saved."""
    measured = describe_file(source, None if other is None else opened(other))
    if measured is None:
        return False
    of_storage = isinstance(measured.found, MeasuredTier)
    given = given if of_storage else {**given, "--save": save}
    if wrong := [option for option, value in given.items() if value is not None]:
        raise CommandError(f"{wrong[0]} is for files of a model or a launch; {file} is of {measured.kind}")
    print_measured(file, measured, as_json)
    if save is not None and isinstance(measured.found, MeasuredTier):
        save_measured(measured.found, file, save)
    return True


def save_measured(found: MeasuredTier, file: Path, save: Path) -> None:
    """The table [run] of what was measured, as far as it was: the rest of it is the run's."""
    text = _core.to_toml({"run": {f"{direction}_bandwidth": rate for direction, rate in found.bandwidths.items()}})
    unknown = "".join(f"# {' '.join(note.split())}\n" for note in found.notes if note.startswith("not known"))
    write_text(save, f"# what {one_line(file)} says; [run] needs its other fields too\n{unknown}{text}", ".toml")


def request_of(found: Launch | ReadShape, chip: str | None, fabric: str | None, batch: int | None, name: str) -> dict[str, Any]:
    """The tables [shape], [layout] and [step] that the commands step and layouts take; refused where step could not answer."""
    shape = found if isinstance(found, ReadShape) else found.shape
    if shape is None:
        why = next((note for note in found.notes if note.startswith("not known: the model: ")), "the model is not known")
        give = "" if "give " in why else "; give --shape with a preset of `scaling-limits fields shape`, or all of its fields"
        raise CommandError(f"{name}: --save: {why.removeprefix('not known: ')}{give}")
    if isinstance(found, Launch) and batch is None and found.batch_tokens is None:
        raise CommandError(
            f"{name}: --save: the batch is not known; give --batch SEQUENCES, or --gpus where it follows from them"
        )
    tables: dict[str, Any] = {}
    tables["shape"] = shape.as_request(given=True)
    if isinstance(found, Launch):
        tables["layout"] = found.layout.as_request(given=True)
        tokens = found.batch_tokens if batch is None else batch * int(shape.sequence_length)
        tables["step"] = {"batch_tokens": tokens, **found.options}
    presets = {"chip": chip, "fabric": fabric}
    return {**tables, **{table: {"preset": name} for table, name in presets.items() if name}}


def _preset(ctx: click.Context, param: click.Parameter, name: str | None) -> str | None:
    known = list(TABLES["presets"].get(param.name or "", {}))
    if name is not None and name not in known:
        raise click.UsageError(f"{param.opts[0]}: no {param.name} named {name!r}{_core.suggestion(name, known)}", ctx)
    return name


@command(
    None,
    file_argument(
        "config.json of Hugging Face; a launch script or a configuration of Megatron-LM, Megatron-DeepSpeed, NeMo, "
        "Megatron-Bridge, Primus, torchtitan, GPT-NeoX, llm-foundry, MaxText, DeepSpeed, accelerate, axolotl, LLaMA-Factory; "
        "what fio, IOR, elbencho, MLPerf Storage or DLIO measured; what sacct or kubectl lists.",
        True,
    ),
    Argument(
        "other",
        "[OTHER]",
        "A second file of measured storage, where saves and loads were measured apart; in any order.",
        required=False,
        type=click.Path(path_type=Path),
    ),
)
@json_option()
@click.option(
    "--framework",
    metavar="NAME",
    type=click.Choice(LAUNCHERS),
    help=f"Whose launch file it is, of {', '.join(LAUNCHERS)}; default: as it looks.",
)
@click.option("--gpus", metavar="N", type=click.IntRange(1, 2**31 - 1), help="GPUs of the job, where the file does not say.")
@click.option(
    "--shape",
    metavar="FIELD=NUMBER",
    multiple=True,
    help="A field of the model that is known beside the file, such as vocabulary=128256, or a preset of all; may be repeated.",
)
@click.option("--batch", metavar="N", type=click.IntRange(1, 2**31 - 1), help="With --save: sequences of a batch.")
@click.option("--chip", metavar="NAME", callback=_preset, help="With --save: a preset of `scaling-limits fields chip`.")
@click.option("--fabric", metavar="NAME", callback=_preset, help="With --save: a preset of `scaling-limits fields fabric`.")
@click.option(
    "--save",
    cls=Target,
    check=check_toml,
    metavar="FILE.toml",
    help="Also write [shape], [layout] and [step]: with [chip] and [fabric] a FILE for `step` and `layouts`. Of measured "
    "storage: the bandwidths of a [run].",
)
def read(
    file: Path,
    other: Path | None,
    as_json: bool,
    framework: str | None,
    gpus: int | None,
    shape: tuple[str, ...],
    batch: int | None,
    chip: str | None,
    fabric: str | None,
    save: Path | None,
) -> None:
    """Say what a file of another tool says, what was derived from it, and what it does not say.

    Of a model or a launch: shape, layout, batch, checkpoint. Of measured storage: a tier with its spread. Of a history of jobs:
    interruptions and GPU-hours.
    """
    known = known_fields(shape)
    for option, value in (("--batch", batch), ("--chip", chip), ("--fabric", fabric)):
        if value is not None and save is None:
            raise CommandError(f"{option} is for --save")
    source = opened(file)
    try:
        given = {"--framework": framework, "--gpus": gpus, "--shape": shape or None, "--chip": chip, "--fabric": fabric}
        if read_measured(file, source, other, as_json, save, given):
            return
        if other is not None:
            raise CommandError(f"{other}: a second file is for measured storage, saves and loads; {file} or it is none")
        if len(source.text) > most_bytes(LARGEST_CONFIGURATION):
            raise source.error("", str(TooLarge(most_bytes(LARGEST_CONFIGURATION))), "a configuration")
        found = read_source(source, framework, gpus, known)
    except sl.interop.FileError as error:
        raise CommandError(str(error)) from None
    except ValueError as error:  # of what is known beside it
        raise CommandError(f"{file}: {error}") from None
    request = request_of(found, chip, fabric, batch, str(file)) if save is not None else {}
    of_shape = () if isinstance(found, ReadShape) or found.shape is None else found.shape.notes
    notes = tuple(dict.fromkeys((*of_shape, *found.notes)))
    if as_json:
        print_json({"file": str(file), **as_plain(found), "notes": list(notes)})
    else:
        print_shape(found) if isinstance(found, ReadShape) else print_launch(found)
        console().print()
        print_notes(notes)
    if save is not None:
        text = _core.to_toml(request)
        write_text(save, f"# what {one_line(file)} says\n{text}", ".toml")


def as_plain(found: Launch | ReadShape) -> dict[str, Any]:
    """What was read as JSON has it; notes apart."""
    if isinstance(found, ReadShape):
        numbers = {"parameters": found.parameters, "active_parameters": found.active_parameters}
        return {"shape": {**found.as_dict(), **numbers}}
    facts = found.as_dict()
    shape, layout = found.shape, {**found.layout.as_dict(), "gpus": found.layout.gpus}
    recipe = None if found.recipe is None else found.recipe.as_dict()
    return {**facts, "shape": None if shape is None else as_plain(shape)["shape"], "layout": layout, "recipe": recipe}
