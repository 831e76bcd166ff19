# SPDX-License-Identifier: Apache-2.0
"""scaling-limits explore: the page that computes in a browser, filled in from a file."""

from __future__ import annotations

import webbrowser
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click

import scaling_limits as sl

from ._command import command, file_argument
from ._errors import CommandError
from ._output import write_text
from ._request import TABLES, read
from .sites import TAKES as SITES

#: where `make explorer` and the wheel put it
PAGE = "explorer.html"


def request_of(form: dict[str, Any], start: dict[str, Any]) -> dict[str, Any]:
    """What the page is to show: the file's parts, and what the page starts with of those that its question does not look at."""
    if SITES.about in form and SITES.own in form:  # a file of `sites`, which the page answers too
        form = {"question": SITES.questions[0], "with": form[SITES.own], **form}
        del form[SITES.own]
    form = {"question": start["question"], **form}
    full = sl.catalog.completed(form)  # refuses what cannot be asked, with its path
    question = TABLES["questions"][form["question"]]
    looked_at = {*question["needs"], *question["uses"]}
    # the page starts with a criterion of its own, the file with the question's
    form = {**{part: full[part] for part in looked_at & start.keys() & full.keys()}, **form}
    return {**{part: value for part, value in start.items() if part not in looked_at}, **form}


def fragment(form: dict[str, Any]) -> str:
    """The part of the page's address behind #: what differs from its start, as percent-encoded JSON."""
    start = TABLES["start"]
    asked = {"request": request_of(form, start) if form else start, "base": start, "as": "difference"}
    text: str = sl.ask({"question": "written", "with": asked})["columns"]["text"]
    return "" if text == "{}" else quote(text, safe="")


def page_of(given: Path | None) -> Path:
    """The page: the one that was named, or the package's own."""
    if given is not None:
        if not given.is_file():
            raise CommandError(f"--page {given}: no such file")
        return given.resolve()
    own = files("scaling_limits").joinpath(PAGE)
    if isinstance(own, Path) and own.is_file():
        return own
    raise CommandError(
        "this installation carries no page: `make explorer` in a checkout builds it, for --page build/explorer/index.html"
        " and for the next `pip install .`"
    )


@command(
    None,
    file_argument("What the page is filled in from, as for `ask`, `limits` and `sites`: TOML or JSON.", False),
    prints_tables=False,
)
@click.option(
    "--print", "as_text", is_flag=True, help="Only print the link: the part of the page's address behind #, # included."
)
@click.option(
    "--page", type=click.Path(path_type=Path), metavar="FILE", help="Another copy of the page than the package's own."
)
def explore(file: Path | None, as_text: bool, page: Path | None) -> None:
    """Open the page that answers in a browser, filled in from FILE. Nothing leaves the machine."""
    try:
        link = fragment({} if file is None else read(file))
    except sl.catalog.RequestError as error:
        raise CommandError(f"{file}: {error.field}: {error}" if error.field else f"{file}: {error}") from None
    if as_text:
        write_text(None, f"#{link}\n")
        return
    address = f"{page_of(page).as_uri()}#{link}"
    if not webbrowser.open(address):
        raise CommandError(f"no browser could be started; open this address in one: {address}")
