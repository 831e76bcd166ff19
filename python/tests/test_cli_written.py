# SPDX-License-Identifier: Apache-2.0
"""What every option that writes a file does with what is there already: the rows of docs/pages/guide/files.md."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from counts import thinned
from test_cli_shell import FILE, Command, command, shell
from test_cli_tables import EXAMPLES
from test_cli_xlsx import lines

import scaling_limits as sl
from scaling_limits import _files
from scaling_limits.cli import COMMANDS
from scaling_limits.cli._targets import Target

__all__ = ["command"]
SUFFIX = {"--save": ".toml", "--write": ".toml", "--plot": ".png", "--xlsx": ".xlsx", "--csv": ".csv", "--output": ".csv"}
OVER = ("--over", "gpus=1e4:2e4:2")
SCRIPT = (
    "python pretrain_gpt.py --num-layers 2 --hidden-size 64 --num-attention-heads 4 --seq-length 128 --vocab-size 1000"
    " --micro-batch-size 1 --global-batch-size 8\n"
)


def writers() -> list[tuple[str, str]]:
    """Every command with every option of it that writes."""
    import importlib

    found = []
    for name, module in COMMANDS.items():
        params = getattr(importlib.import_module(f"scaling_limits.cli.{module}"), name).params
        found += [(name, param.opts[0]) for param in params if isinstance(param, Target)]
    return found


WRITERS = writers()
OF_FILES = [one for one in WRITERS if one[1] != "--plots"]
READERS = [one for one in OF_FILES if one[0] not in ("fields", "reproduce")]
#: one command for each option; all of them where all is drawn
SOME = [one for k, one in enumerate(OF_FILES) if one in thinned(OF_FILES) or one[1] not in {x for _, x in OF_FILES[:k]}]


def words_of(name: str, option: str, folder: Path) -> tuple[list[str], Path | None]:
    """A command line that could write, and what it reads: the run of this folder where it takes one."""
    if name == "sweep":
        return ["sweep", "run.toml", *OVER], folder / "run.toml"
    if name == "settings":
        return ["settings", "nemo", "run.toml", "--step-time", "5.2s"], folder / "run.toml"
    if name == "read":
        (folder / "launch.sh").write_text(SCRIPT)
        return ["read", "launch.sh"], folder / "launch.sh"
    if name == "reproduce":
        return ["reproduce", "--only", "llama3.mtbf"][: 1 if option == "--plots" else 3], None
    words = [name, *lines(folder)[name]]
    if (name, option) == ("goodput", "--write"):  # of which nothing is written where all start-ups are of one size
        words += ["--gpus", "1024", "--beside", f"2048={EXAMPLES / 'steps.csv'}"]
    if len(words) > 1 and words[1].endswith((".toml", ".json", ".csv")):
        read = folder / Path(words[1]).name
        if not read.exists():
            shutil.copy(words[1], read)
        return [name, read.name, *words[2:]], read
    return words, None


def test_every_option_that_names_a_file_of_ours_is_known() -> None:
    assert {option for _, option in WRITERS} == {*SUFFIX, "--plots"}
    assert len(WRITERS) > 30


#: where each row of the page is tested
TESTED = {
    "nothing, or an empty file": "test_an_empty_file_is_nobodys",
    "its own output, as it was written": "test_its_own_output_is_replaced_what_was_changed_is_not",
    "its own output, changed since": "test_its_own_output_is_replaced_what_was_changed_is_not",
    "a file of others": "test_what_is_there",
    "a link to a file of others": "test_what_is_there",
    "an input of the command: itself, a link to it, a hard link, standard input": "test_an_input_is_never_replaced",
    "the file of another option of the command": "test_one_file_for_two_outputs",
    "its own output, with a second name (hard link)": "test_hard_links_are_not_cut_without_a_word",
    "a folder": "test_what_is_there",
    "a folder in which nothing can be written, a full disk": "test_a_full_disk",
    "a pipe, a device, standard output": "test_devices_are_written_through",
    "a grid or table that `sweep` computes in chunks, its own or of others": "test_what_a_sweep_in_chunks_finds",
    "a folder that no sweep made, for `--output x.zarr`": "test_what_a_sweep_in_chunks_finds",
}


def test_every_row_of_the_page_is_tested() -> None:
    page = (EXAMPLES.parent / "docs" / "pages" / "guide" / "files.md").read_text()
    assert re.findall(r"(?m)^\| (?!what is|---)(.*?) \|", page) == list(TESTED)
    assert set(TESTED.values()) <= set(globals())


# ---- what is refused, before any work: nothing is computed here, so all of them are asked


def theirs(target: Path) -> None:
    target.write_text("theirs")


#: what is there, and what is said of it
THERE: dict[str, tuple[Callable[[Path], object], str]] = {
    "a file of others": (theirs, "was not written by scaling-limits, or was changed since"),
    "a link to a file of others": (
        lambda target: (theirs(target.with_name("real")), target.symlink_to("real")),
        "was not written by scaling-limits, or was changed since",
    ),
    "a folder": (lambda target: target.mkdir(), "is a directory"),
}


@pytest.mark.parametrize("there", THERE)
@pytest.mark.parametrize(("name", "option"), OF_FILES)
def test_what_is_there(command: Command, tmp_path: Path, name: str, option: str, there: str) -> None:
    words, _ = words_of(name, option, tmp_path)
    target = tmp_path / f"out{SUFFIX[option]}"
    make, says = THERE[there]
    make(target)
    before = state(tmp_path)
    code, out, err = command(*words, option, target.name)
    assert (code, out) == (2 if there == "a folder" else 3, ""), err
    assert says in err and err.count("\n") == 1 and ("--overwrite replaces it" in err) == (there != "a folder")
    assert state(tmp_path) == before


@pytest.mark.parametrize("way", ["itself", "by a link", "by a hard link", "through a linked folder"])
@pytest.mark.parametrize("more", [(), ("--overwrite",)])
@pytest.mark.parametrize(("name", "option"), READERS)
def test_an_input_is_never_replaced(
    command: Command, tmp_path: Path, name: str, option: str, more: tuple[str, ...], way: str
) -> None:
    words, read = words_of(name, option, tmp_path)
    assert read is not None
    named, read = read.name, read.rename(read.with_name(f"read{SUFFIX[option]}"))  # that the suffix is no reason
    target = tmp_path / (read.name if way == "itself" else f"other{SUFFIX[option]}")
    if way == "by a link":
        target.symlink_to(read.name)
    elif way == "by a hard link":
        os.link(read, target)
    elif way == "through a linked folder":
        (tmp_path / "folder").symlink_to(tmp_path)
        target = tmp_path / "folder" / read.name
    before = state(tmp_path)
    words = [read.name if word == named else word for word in words]
    code, out, err = command(*words, option, target.relative_to(tmp_path), *more)
    assert (code, out) == (3, ""), err
    assert "is an input of this command" in err and err.count("\n") == 1
    assert state(tmp_path) == before


def state(folder: Path) -> dict[str, object]:
    return {
        str(path.relative_to(folder)): os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else None
        for path in sorted(folder.iterdir())
    }


def test_other_inputs_and_standard_input(command: Command, tmp_path: Path) -> None:
    (tmp_path / "log.png").write_text("start\n2025-03-01\n2025-03-02\n2025-03-04\n")
    code, _, err = command("plan", "run.toml", "--from-log", "log.png", "--plot", "log.png", "--overwrite")
    assert code == 3 and "--plot log.png: is an input of this command" in err
    for option, suffix in (("--save", ".toml"), ("--plot", ".png")):
        (tmp_path / f"in{suffix}").write_text(FILE)
        done = shell(f"scaling-limits plan - {option} in{suffix} --overwrite < in{suffix}", tmp_path)
        assert done.returncode == 3 and "is an input of this command" in done.stderr
        assert (tmp_path / f"in{suffix}").read_text() == FILE


def test_one_file_for_two_outputs(command: Command, tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_text("start\n2025-03-01\n2025-03-02\n2025-03-04\n")
    code, _, err = command("fit", "log.csv", "--plot", "a.png", "--write", "a.png")
    assert code == 2 and err == "scaling-limits: --write a.png: is what --plot writes: name another file\n"
    assert not (tmp_path / "a.png").exists()


# ---- what is replaced


@pytest.mark.parametrize(("name", "option"), SOME)
def test_its_own_output_is_replaced_what_was_changed_is_not(command: Command, tmp_path: Path, name: str, option: str) -> None:
    words, _ = words_of(name, option, tmp_path)
    target = tmp_path / f"out{SUFFIX[option]}"
    assert command(*words, option, target.name)[0] == 0
    first, inode = target.read_bytes(), target.stat().st_ino
    assert _files.is_own(target)
    code, _, err = command(*words, option, target.name)
    assert code == 0, err
    assert _files.is_own(target) and target.stat().st_ino != inode

    middle = len(first) // 2
    target.write_bytes(changed := first[:middle] + bytes([first[middle] ^ 1]) + first[middle + 1 :])
    code, _, err = command(*words, option, target.name)
    assert code == 3 and "was changed since: --overwrite replaces it" in err
    assert target.read_bytes() == changed
    assert command(*words, option, target.name, "--overwrite")[0] == 0
    assert _files.is_own(target)
    assert not list(tmp_path.glob(".scaling-limits.*.*"))


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf", ".eps", ".ps", ".jpg", ".svgz", ".PNG"])
def test_figures_of_every_format_are_known_again(command: Command, tmp_path: Path, suffix: str) -> None:
    for _ in range(2):
        assert command("limits", "run.toml", "--plot", f"p{suffix}")[0] == 0
    assert _files.is_own(tmp_path / f"p{suffix}")
    assert _files.beside(tmp_path / f"p{suffix}").exists() == (suffix in (".jpg", ".svgz"))


def test_marked_files_are_read_by_others(command: Command, tmp_path: Path) -> None:
    import xml.etree.ElementTree

    from PIL import Image

    for suffix in (".png", ".svg", ".xlsx"):
        option = "--xlsx" if suffix == ".xlsx" else "--plot"
        assert command("limits", "run.toml", option, f"p{suffix}")[0] == 0
    with Image.open(tmp_path / "p.png") as picture:
        picture.load()
        assert picture.info["Comment"].startswith(_files.MARK.decode())
    assert xml.etree.ElementTree.parse(tmp_path / "p.svg").getroot().tag.endswith("svg")
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.load_workbook(tmp_path / "p.xlsx")
    book.save(tmp_path / "p.xlsx")  # somebody's work now
    assert command("limits", "run.toml", "--xlsx", "p.xlsx")[0] == 3


def test_the_mark_of_another_format_is_no_reason_to_refuse(command: Command, tmp_path: Path) -> None:
    assert command("sweep", "run.toml", *OVER, "-o", "a.toml")[0] == 0  # a table, its mark beside it
    for _ in range(2):
        assert command("plan", "run.toml", "--save", "a.toml")[0] == 0


def test_an_empty_file_is_nobodys(command: Command, tmp_path: Path) -> None:
    (tmp_path / "a.toml").touch()
    assert command("plan", "run.toml", "--save", "a.toml")[0] == 0


def test_hard_links_are_not_cut_without_a_word(command: Command, tmp_path: Path) -> None:
    assert command("plan", "run.toml", "--save", "a.toml")[0] == 0
    os.link(tmp_path / "a.toml", tmp_path / "b.toml")
    kept = (tmp_path / "b.toml").read_text()
    code, _, err = command("plan", "run.toml", "--gpus", "4096", "--save", "a.toml")
    assert code == 3 and "has 2 names (hard links), of which this one would be cut off" in err
    code, _, err = command("plan", "run.toml", "--gpus", "4096", "--save", "a.toml", "--overwrite")
    assert code == 0 and err == "scaling-limits: remark: a.toml: its other names (hard links) keep what was there\n"
    assert (tmp_path / "b.toml").read_text() == kept and "4096" in (tmp_path / "a.toml").read_text()
    assert command("sweep", "run.toml", *OVER, "-o", "a.csv")[0] == 0
    os.link(tmp_path / "a.csv", tmp_path / "b.csv")
    code, _, err = command("sweep", "run.toml", *OVER, "-o", "a.csv", "--overwrite")
    assert code == 0 and err.count("its other names (hard links) keep what was there") == 1


def test_figures_of_the_published_argument_are_drawn_again_and_others_kept(command: Command, tmp_path: Path) -> None:
    (tmp_path / "plots").mkdir()
    name = next(iter(sl.plot.published_figures()))
    (tmp_path / "plots" / f"{name}.png").write_text("theirs")
    code, out, err = command("reproduce", "--plots", "plots")
    assert (code, out) == (3, "") and f"{name}.png" in err and "--overwrite" in err
    assert [path.name for path in (tmp_path / "plots").iterdir()] == [f"{name}.png"]


def test_devices_are_written_through(command: Command, tmp_path: Path) -> None:
    (tmp_path / "null.toml").symlink_to("/dev/null")
    for _ in range(2):
        assert command("plan", "run.toml", "--save", "null.toml")[0] == 0
        assert command("sweep", "run.toml", *OVER, "-o", "/dev/null")[0] == 0
    assert Path("/dev/null").is_char_device() and not list(tmp_path.glob(".scaling-limits*"))


def test_what_a_sweep_in_chunks_finds(command: Command, tmp_path: Path) -> None:
    zarr = pytest.importorskip("zarr")
    words = ("sweep", "run.toml", *OVER, "--columns", "goodput", "-o")
    for name in ("a.csv", "a.zarr"):
        assert command(*words, name)[0] == 0
        code, _, err = command(*words, name)
        assert code == 3 and "--resume goes on with it, --overwrite replaces it" in err
        assert command(*words, name, "--overwrite")[0] == 0
    (tmp_path / "theirs.csv").write_text("theirs")
    assert command(*words, "theirs.csv")[0] == 3 and (tmp_path / "theirs.csv").read_text() == "theirs"
    assert command(*words, "theirs.csv", "--overwrite")[0] == 0
    zarr.create_group(tmp_path / "theirs.zarr", attributes={"request": "theirs"})
    (tmp_path / "link.zarr").symlink_to("theirs.zarr")
    (tmp_path / "folder.zarr").mkdir()
    for name in ("theirs.zarr", "link.zarr", "folder.zarr"):
        code, _, err = command(*words, name, "--overwrite")
        assert code == 3 and "is a folder that no sweep made: it is not overwritten" in err
    assert (tmp_path / "theirs.zarr" / "zarr.json").exists()
    (tmp_path / "own.zarr").symlink_to("a.zarr")
    assert command(*words, "own.zarr", "--overwrite")[0] == 0
    assert (tmp_path / "own.zarr").is_symlink() and (tmp_path / "a.zarr" / "goodput").is_dir()
    code, _, err = command(*words, "run.toml", "--overwrite")
    assert code == 3 and "is an input of this command" in err


def test_the_mark_beside_a_file_takes_nobodys_name(command: Command, tmp_path: Path) -> None:
    mark = _files.beside(tmp_path / "x.csv")
    shutil.copy(tmp_path / "run.toml", mark)
    assert command("sweep", mark.name, *OVER, "-o", "x.csv")[0] == 0
    assert mark.read_text() == FILE
    for make in (lambda: mark.symlink_to("run.toml"), lambda: mark.mkdir(), lambda: mark.write_text("[" * 100_000)):
        (tmp_path / "x.csv").unlink()
        shutil.rmtree(mark) if mark.is_dir() else mark.unlink()
        make()
        assert command("sweep", "run.toml", *OVER, "-o", "x.csv")[0] == 0
        code, _, err = command("sweep", "run.toml", *OVER, "-o", "x.csv")
        assert code == 3 and "was not written by scaling-limits" in err  # as nothing says so
    assert (tmp_path / "run.toml").read_text() == FILE


@pytest.mark.parametrize("suffix", sorted({*_files.ENDS, ".dat"} - {".xlsx"}))
def test_the_mark_is_of_what_is_written_whatever_the_name_says(command: Command, tmp_path: Path, suffix: str) -> None:
    assert command("sweep", "run.toml", *OVER, "-o", "plain.csv")[0] == 0
    for _ in range(2):
        assert command("sweep", "run.toml", *OVER, "-o", f"x{suffix}")[0] == 0
    assert (tmp_path / f"x{suffix}").read_bytes() == (tmp_path / "plain.csv").read_bytes()


def test_links_to_names_of_other_formats(command: Command, tmp_path: Path) -> None:
    (tmp_path / "p.png").symlink_to("figure.dat")
    (tmp_path / "x.parquet").symlink_to("table.bin")
    (tmp_path / "y.csv").symlink_to("other.dat")
    (tmp_path / "m.zarr").symlink_to("store")
    for _ in range(2):
        assert command("limits", "run.toml", "--plot", "p.png")[0] == 0
        assert command("sweep", "run.toml", *OVER, "-o", "x.parquet")[0] == 0
    assert (tmp_path / "figure.dat").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "table.bin").read_bytes().startswith(b"PAR1")
    for name in ("y.csv", "m.zarr"):
        assert command("sweep", "run.toml", *OVER, "--columns", "goodput", "-o", name)[0] == 0
        assert (tmp_path / name).is_symlink()
    assert not list(tmp_path.glob("*.parts.zarr"))


def test_an_input_in_what_would_be_taken_away(command: Command, tmp_path: Path) -> None:
    words = (*OVER, "--columns", "goodput", "-o")
    assert command("sweep", "run.toml", *words, "m.zarr")[0] == 0
    shutil.copy(tmp_path / "run.toml", tmp_path / "m.zarr" / "in.toml")
    shutil.copy(tmp_path / "run.toml", tmp_path / "y.csv.parts.zarr")
    for read, target in (("m.zarr/in.toml", "m.zarr"), ("y.csv.parts.zarr", "y.csv")):
        code, _, err = command("sweep", read, *words, target, "--overwrite")
        assert code == 3 and "input of this command" in err
        assert (tmp_path / read).read_text() == FILE
    assert command("sweep", "run.toml", *words, "m.zarr", "--overwrite")[0] == 3  # somebody's file is in it


def test_an_input_by_a_descriptor(tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_text(FILE)
    done = shell("scaling-limits sweep run.toml --over gpus=1e4:2e4:2 -o /dev/fd/7 7<>run.toml", tmp_path)
    assert done.returncode == 3 and "is an input of this command" in done.stderr
    assert (tmp_path / "run.toml").read_text() == FILE


def test_copies_of_a_store_are_no_sweeps(command: Command, tmp_path: Path) -> None:
    xarray = pytest.importorskip("xarray")
    words = ("sweep", "run.toml", *OVER, "--columns", "goodput", "-o")
    assert command(*words, "m.zarr")[0] == 0
    with xarray.open_zarr(tmp_path / "m.zarr", chunks=None) as found:
        (found * 2).assign_attrs(found.attrs).to_zarr(tmp_path / "mine.zarr", consolidated=False)
    (tmp_path / "proj.zarr").mkdir()
    shutil.copy(tmp_path / "m.zarr" / "zarr.json", tmp_path / "proj.zarr")
    for name, option in ((n, o) for n in ("mine.zarr", "proj.zarr") for o in ("--overwrite", "--resume")):
        before = {path: path.read_bytes() for path in (tmp_path / name).rglob("*") if path.is_file()}
        code, _, err = command(*words, name, option)
        assert code in (2, 3) and err.count("\n") == 1
        assert {path: path.read_bytes() for path in (tmp_path / name).rglob("*") if path.is_file()} == before


def test_a_table_in_the_folder_of_figures(command: Command, tmp_path: Path) -> None:
    name = next(iter(sl.plot.published_figures()))
    code, _, err = command("reproduce", "--csv", f"d/{name}.png", "--plots", "d")
    assert code in (2, 3) and not (tmp_path / "d").exists()
    (tmp_path / "d").mkdir()
    code, _, err = command("reproduce", "--csv", f"d/{name}.png", "--plots", "d")
    assert code == 2 and "is what --csv writes" in err


def test_what_changes_while_it_is_worked_on_is_not_replaced(tmp_path: Path) -> None:
    target = tmp_path / "a.toml"
    _files.put(target, lambda path: path.write_text("x = 1\n"), form=".toml")
    with pytest.raises(FileExistsError):
        _files.put(target, lambda path: (path.write_text("x = 2\n"), target.write_text("mine")), form=".toml")
    assert target.read_text() == "mine"


@pytest.mark.parametrize("more", [(), ("--columns", "goodput")])
def test_names_that_are_refused_in_one_line(command: Command, tmp_path: Path, more: tuple[str, ...]) -> None:
    words = ("sweep", "run.toml", *OVER, *more, "-o")
    (tmp_path / "loop.csv").symlink_to("loop.csv")
    os.mkfifo(tmp_path / "pipe.csv")
    targets = ["a" * 300 + ".csv", "no/x.csv", "loop.csv", *(["pipe.csv"] if more else [])]
    for target in targets:
        for option in ((), ("--overwrite",)):
            code, out, err = command(*words, target, *option)
            assert (code, out) == (3, "") and err.count("\n") == 1, (target, err)
    (tmp_path / "a\nb.csv").write_text("theirs")
    code, _, err = command(*words, "a\nb.csv")
    assert code == 3 and err.count("\n") == 1
    assert (tmp_path / "pipe.csv").is_fifo() and (tmp_path / "loop.csv").is_symlink()


def test_a_name_in_a_comment_is_no_line_of_its_own(command: Command, tmp_path: Path) -> None:
    import tomllib

    log = "f\nx = 1 #.csv"
    (tmp_path / log).write_text("start\n2025-03-01\n2025-03-02\n2025-03-04\n")
    assert command("fit", log, "--write", "o.toml")[0] == 0
    assert "x" not in tomllib.loads((tmp_path / "o.toml").read_text())


# ---- what fails leaves what was there


@pytest.mark.parametrize("option", SUFFIX)
def test_a_full_disk(tmp_path: Path, option: str) -> None:
    name = next(name for name, one in OF_FILES if one == option)
    words, _ = words_of(name, option, tmp_path)
    (tmp_path / "run.toml").write_text(FILE)
    target = tmp_path / f"out{SUFFIX[option]}"
    done = shell(f"ulimit -f 0; scaling-limits {' '.join(words)} {option} {target.name}", tmp_path)
    assert done.returncode == 3, done.stderr
    assert re.search(rf"{re.escape(target.name)}: cannot be written: File too large\n", done.stderr)
    assert not target.exists() and not list(tmp_path.glob(".scaling-limits.*"))


@pytest.mark.parametrize("option", SUFFIX)
def test_a_folder_without_rights(command: Command, tmp_path: Path, option: str) -> None:
    if not Path("/proc/self").exists():
        pytest.skip("there is no /proc, where nobody may make files")
    name = next(name for name, one in OF_FILES if one == option)
    words, _ = words_of(name, option, tmp_path)
    code, out, err = command(*words, option, f"/proc/self/out{SUFFIX[option]}")
    assert (code, out) == (3, "") and "cannot write there" in err


def test_what_fails_in_its_middle_leaves_what_was_there(tmp_path: Path) -> None:
    target = tmp_path / "a.toml"
    _files.put(target, lambda path: path.write_text("first = 1\n"), form=".toml")
    kept = target.read_bytes()

    def half(path: Path) -> None:
        path.write_text("sec")
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        _files.put(target, half)
    assert target.read_bytes() == kept and [path.name for path in tmp_path.iterdir()] == ["a.toml"]
    with pytest.raises(FileExistsError):
        _files.put(tmp_path / "b.csv", lambda path: (tmp_path / "b.csv").write_text("theirs") and path.write_text("ours"))
