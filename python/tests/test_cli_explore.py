# SPDX-License-Identifier: Apache-2.0
"""The page from the command line: its link, the page that it opens, what is wrong with a file; requests as texts."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
import webbrowser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from drawn import part
from hypothesis import given, settings
from hypothesis import strategies as st

import scaling_limits as sl
from scaling_limits.cli import main

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
START = sl.catalog.describe()["start"]
needs_tree = pytest.mark.skipif(not EXAMPLES.exists(), reason="installed without the source tree")


def written(form: str, request: Any, base: Any = None) -> Any:
    """A request as a text; parsed where it is JSON."""
    asked = {"request": request, "as": form} | ({} if base is None else {"base": base})
    text = sl.ask({"question": "written", "with": asked})["columns"]["text"]
    return json.loads(text) if form in ("full", "difference", "merged") else text


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return int(end.value.code or 0), out, err


def linked(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    """The request that a printed link leads to."""
    code, out, err = run(capsys, "explore", *arguments, "--print")
    assert (code, err) == (0, "")
    assert out.startswith("#") and not set(out.strip()) & set(' <>"{}')
    return written("merged", json.loads(unquote(out[1:].strip()) or "{}"), START)


def test_the_page_starts_with_what_describe_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert linked(capsys) == START
    assert START["run"]["gpus"] == 16384
    limit = sl.ask({part: START[part] for part in ("question", "run", "strategy", "criterion", "growth", "factor")})
    run_, goodput = sl.published.llama3_405b(), sl.limits.goodput_at_least(0.9)
    assert limit["columns"]["value"] == sl.limits.max_gpus(run_, goodput, sl.growth.chinchilla()).value


@needs_tree
@pytest.mark.parametrize("name", ["limits.toml", "run.toml", "ask.json"])
def test_a_link_asks_what_the_file_asks(capsys: pytest.CaptureFixture[str], name: str) -> None:
    form = tomllib.loads((EXAMPLES / name).read_text()) if name.endswith("toml") else json.loads((EXAMPLES / name).read_text())
    form.setdefault("question", "limit")
    looked_at = sl.catalog.describe()["questions"][form["question"]]
    found = linked(capsys, EXAMPLES / name)
    asked = {key: found[key] for key in (*form, *looked_at["needs"], *looked_at["uses"]) if key in found}
    if "with" not in form:
        asked.pop("with", None)
    assert sl.ask(asked)["columns"] == sl.ask(form)["columns"]
    assert found["shape"] == START["shape"]  # the page's second view has what it needs
    assert "criterion" in found  # where there is none the page has its own


@needs_tree
def test_a_link_of_sites_asks_what_the_command_asks(capsys: pytest.CaptureFixture[str]) -> None:
    form = tomllib.loads((EXAMPLES / "sites.toml").read_text())
    form |= {"question": "compare_sites", "with": form.pop("training")}
    found = linked(capsys, EXAMPLES / "sites.toml")
    asked = {key: value for key, value in found.items() if key in form}
    assert asked == form and sl.ask(asked)["columns"]["pays"][1:] == [1, 1, 1]
    assert found["criterion"] == {"name": "peak_throughput"} and found["strategy"]["name"] == "blocking"


def test_it_opens_the_page_with_the_link(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda address: opened.append(address) or True)
    page, file = tmp_path / "a page.html", tmp_path / "run.toml"
    page.write_text("<!doctype html>")
    file.write_text('criterion = "peak_throughput"\n[run]\npreset = "llama3_405b"\ngpus = 8192\n')
    assert run(capsys, "explore", file, "--page", page) == (0, "", "")
    address, _, link = opened[0].partition("#")
    assert address == page.as_uri()
    assert json.loads(unquote(link))["run"] == {"preset": "llama3_405b", "gpus": 8192}
    monkeypatch.setattr(webbrowser, "open", lambda address: False)
    code, out, err = run(capsys, "explore", "--page", page)
    assert code != 0 and out == "" and page.as_uri() in err


def test_what_is_wrong_is_said_with_its_place(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "run.toml"
    for text, said in {
        "[run]\ngpus = -1\n": "gpus = -1 must be > 0 and finite",
        "[run]\ngpus = 'many'\n": "gpus",
        "nonsense = 1\n": "nonsense",
        "question = 'what'\n": "no question named 'what'",
        "[run": "line 1",
    }.items():
        file.write_text(text)
        code, out, err = run(capsys, "explore", file, "--print")
        assert code != 0 and out == "" and said in err and str(file) in err, err
        assert "Traceback" not in err
    code, out, err = run(capsys, "explore", "--page", tmp_path / "no.html")
    assert code != 0 and "no such file" in err


requests = st.fixed_dictionaries(
    {"question": st.sampled_from(["limit", "goodput"]), "run": part("run")},
    optional={"strategy": part("strategy"), "growth": part("growth"), "factor": st.lists(part("factor"), max_size=2)},
)


def as_json(request: Any) -> Any:
    """As a link has it; null says of a difference what is not given, and stands in no request of a page."""
    return without_nulls(json.loads(sl.catalog._core.to_json(request, -1)))


def without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_nulls(one) for key, one in value.items() if one is not None}
    return [without_nulls(one) for one in value] if isinstance(value, list) else value


@settings(max_examples=200, deadline=None)
@given(request=requests, base=requests)
def test_a_difference_laid_over_its_base_is_the_request(request: Any, base: Any) -> None:
    try:
        request, base = as_json(request), as_json(base)
    except ValueError:  # a text that is no UTF-8
        return
    difference = written("difference", request, base)
    again = written("merged", difference, base)
    ours, theirs = (sl.catalog._core.ask(one) for one in (again, request))
    assert ours == theirs
    assert written("difference", request, request) == {}
    assert written("merged", {}, base) == base


@needs_tree
@pytest.mark.parametrize("strategy", [*sl.catalog.describe()["kinds"]["strategy"]])
def test_python_toml_and_the_full_request_give_the_same_numbers(strategy: str, tmp_path: Path) -> None:
    fields = {
        "multilevel": {"levels": [{"tier": "host_memory", "share": 0.8}, {"tier": "own", "share": 0.2}]},
        "asynchronous": {"copy_bandwidth": "100 TB/s"},
        "verified": {"verification_time": "1 min", "silent_share": 0.05},
        "spared": {"spares": 64, "repair_time": "1 d"},
        "elastic": {"replicas": 64},
        "independent": {"learners": 8, "quorum": 6, "inner": {"kind": "asynchronous", "copy_bandwidth": 1e14}},
    }.get(strategy, {})
    request = {
        "question": "limit",
        "run": {"preset": "llama3_405b", "downtime": "5 min"},
        "strategy": {"kind": strategy, **fields},
        "criterion": {"goodput_at_least": 0.9},
        "growth": "chinchilla",
    }
    answer = sl.ask(request)["columns"]
    full = sl.ask(written("full", request))["columns"]
    file = tmp_path / "limit.toml"
    file.write_text(written("toml", request))
    asked = subprocess.run([sys.executable, "-m", "scaling_limits", "ask", file], capture_output=True, text=True, check=True)
    program = written("python", request).replace("answer = sl.ask(request)", "import json\nanswer = sl.ask(request)")
    program = program[: program.index("for name")] + "print(json.dumps(answer))\n"
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer == full == json.loads(asked.stdout)["columns"] == json.loads(printed.stdout)["columns"]


def test_a_program_in_cpp_holds_the_request() -> None:
    request = {"question": "goodput", "run": {"gpus": 16384, "gpu_mttf": "50,000 h", "name": 'a "quote"'}}
    text = written("cpp", request)
    begin, end = text.index('R"request(') + len('R"request('), text.index(')request"')
    assert json.loads(text[begin:end]) == request
    assert "register_presets" in text and "catalog::ask" in text


def test_quantities_are_read_and_written() -> None:
    def number(text: str, unit: str) -> Any:
        return sl.ask({"question": "quantity", "with": {"text": text, "unit": unit}})["columns"]["quantity"]

    assert number("50,000 h", "s") == 1.8e8
    assert number("2 TB/s", "B/s") == 2e12
    assert number("unlimited", "s") == "unlimited"
    with pytest.raises(ValueError, match="is a quantity in B; it must be a quantity in s"):
        number("5 TB", "s")
    texts = sl.ask({"question": "quantity_text", "with": {"unit": "s", "digits": 3}, "over": {"with.number": [1.8e8, 90, 0]}})
    assert texts["columns"]["text"] == ["50,000 h", "1.5 min", "0 s"]
