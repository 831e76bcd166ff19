# SPDX-License-Identifier: Apache-2.0
"""What SECURITY.md promises: no connection, no code of others, nothing that commands a terminal or a page."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from test_cli_shell import ENVIRONMENT, Command, command

import scaling_limits as sl
from scaling_limits.cli import COMMANDS

__all__ = ["command"]
PACKAGE = Path(sl.__file__).parent
ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
in_the_tree = pytest.mark.skipif(not EXAMPLES.exists(), reason="installed without the source tree")

# no connection that was not asked for

#: every command with something to do, from the folder of examples; `serve` has a process of its own
LINES = {
    "plan": "run.toml",
    "compare": "run.toml",
    "simulate": "run.toml --relative-accuracy 0.1",
    "sweep": "run.toml --over gpus=1e4:1e6:3:log",
    "limits": "limits.toml",
    "timeline": "timeline.toml --year 2030",
    "uncertain": "uncertain.toml --points 64",
    "cost": "cost.toml",
    "sites": "sites.toml",
    "workers": "search.toml",
    "step": "step.toml",
    "layouts": "layouts.toml",
    "calibrate": "step.toml --steps steps.csv",
    "read": "step.toml",
    "settings": "nemo run.toml --step-time 5.2s",
    "fit": "failures.csv",
    "goodput": "failures.csv",
    "reproduce": "--only llama3.mtbf",
    "fields": "",
    "ask": "ask.toml",
    "explore": "--print",
    "describe": "",
    "schema": "limit",
    "serve": "--mcp",
}
#: tells of every connection, name that is looked up, port that is listened on and process that is started; 4 ends here
WATCHED = """
import json, sys
seen = []
def watch(event, arguments):
    if event in {"socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo",
                 "socket.gethostbyname", "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "pickle.find_class"}:
        seen.append([event, [repr(one) for one in arguments]])
sys.addaudithook(watch)
from scaling_limits.cli import main
ended = {}
for line in json.loads(sys.argv[1]):
    try:
        main(line)
    except SystemExit as end:
        ended[line[0]] = end.code
print(json.dumps({"seen": seen, "ended": ended}), file=sys.stderr)
"""


def watched(*lines: list[str], **more: str) -> dict[str, object]:
    """What a process that runs these command lines asks of the system, and how each of them ends."""
    words = [sys.executable, "-c", WATCHED, json.dumps(lines)]
    done = subprocess.run(words, capture_output=True, text=True, cwd=EXAMPLES, env={**ENVIRONMENT, **more}, input="")
    found: dict[str, object] = json.loads(done.stderr.splitlines()[-1])
    return found


@in_the_tree
def test_no_command_connects_listens_or_starts_a_process() -> None:
    assert set(LINES) == set(COMMANDS)
    found = watched(*([name, *line.split()] for name, line in LINES.items() if name != "serve"))
    assert found["seen"] == []
    ended = found["ended"]
    assert isinstance(ended, dict)
    assert {name for name, code in ended.items() if code} <= {"calibrate", "read", "goodput"}  # which refuse these files


@in_the_tree
def test_the_server_of_assistants_has_no_port() -> None:
    """It speaks on standard input and output, and ends with them."""
    pytest.importorskip("mcp")
    program = WATCHED.partition("from scaling_limits.cli")[0] + (
        "import os\nend = os._exit\ndef told(code):\n"
        "    print(json.dumps({'seen': seen, 'ended': code}), file=sys.stderr)\n    sys.stderr.flush()\n    end(code)\n"
        "os._exit = told\nfrom scaling_limits.cli import main\nmain(['serve', '--mcp'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=ENVIRONMENT, input="", timeout=600
    )
    assert json.loads(done.stderr.splitlines()[-1]) == {"seen": [], "ended": 0}


@in_the_tree
def test_workers_of_a_sweep_talk_on_this_machine_alone(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    pytest.importorskip("zarr")
    line = ["sweep", "run.toml", "--over", "gpus=1e4:1e6:3:log", "--out", str(tmp_path / "map.zarr"), "--workers", "1"]
    found = watched(line)
    seen, ended = found["seen"], found["ended"]
    assert isinstance(seen, list) and ended == {"sweep": 0}
    addresses = [arguments[-1] for event, arguments in seen if event in {"socket.bind", "socket.connect"}]
    assert addresses
    assert [one for one in addresses if not re.match(r"\('(?:127\.0\.0\.1|::1)', |''|'/|b'", one)] == []


# no code of others

#: what runs text as code, loads objects that may, or reaches out, with the one module that may and why
ELSEWHERE = {("webbrowser", "cli/explore.py"): "opens the page, a file of this machine, when asked to"}
MODULES = [
    "pickle",
    "marshal",
    "shelve",
    "dill",
    "cloudpickle",
    "joblib",
    "code",
    "codeop",
    "runpy",
    "imp",
    "ctypes",
    "subprocess",
    "pty",
    "socket",
    "socketserver",
    "ssl",
    "http",
    "urllib.request",
    "ftplib",
    "smtplib",
    "telnetlib",
    "xmlrpc",
    "requests",
    "httpx",
    "aiohttp",
    "webbrowser",
]
NAMES = {"eval", "exec", "compile", "__import__", "execfile"}
MEMBERS = {
    "yaml": {"load", "load_all", "full_load", "full_load_all", "unsafe_load", "unsafe_load_all"},
    "os": {"system", "popen", "execv", "execve", "execvp", "posix_spawn", "startfile", "fork"},
    "pd": {"read_pickle", "eval", "read_html"},
    "pandas": {"read_pickle", "eval", "read_html"},
}


def offences(source: str, path: str) -> list[str]:
    """What a module does that no module of the package does."""
    found = []
    for node in ast.walk(ast.parse(source)):
        named = [one.name for one in node.names] if isinstance(node, ast.Import) else []
        named += [str(node.module)] if isinstance(node, ast.ImportFrom) and not node.level else []
        for name in named:
            if any(name == one or name.startswith(f"{one}.") for one in MODULES) and (name, path) not in ELSEWHERE:
                found.append(f"{path}: import {name}")
        if isinstance(node, ast.Call):
            called = node.func
            if isinstance(called, ast.Name) and called.id in NAMES:
                found.append(f"{path}: {called.id}()")
            owner = called.value if isinstance(called, ast.Attribute) else None
            if isinstance(called, ast.Attribute) and isinstance(owner, ast.Name) and called.attr in MEMBERS.get(owner.id, ()):
                found.append(f"{path}: {owner.id}.{called.attr}()")
            for given in node.keywords:
                if given.arg in ("allow_pickle", "shell") and not (
                    isinstance(given.value, ast.Constant) and not given.value.value
                ):
                    found.append(f"{path}: {given.arg}=")
    return found


def test_no_module_runs_what_it_reads() -> None:
    modules = {path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    assert len(modules) > 100
    assert [one for path, source in modules.items() for one in offences(source, path)] == []
    for name, path in ELSEWHERE:  # each is still needed
        assert f"import {name}" in modules[path]


@pytest.mark.parametrize(
    "line",
    [
        "eval(text)",
        "exec(text)",
        "import pickle",
        "from urllib.request import urlopen",
        "yaml.load(text)",
        "pd.read_pickle(path)",
        "np.load(path, allow_pickle=True)",
        "f(shell=True)",
        "import webbrowser",
    ],
)
def test_an_offence_is_seen(line: str) -> None:
    assert len(offences(line, "a.py")) == 1


def test_a_config_that_names_code_is_refused(tmp_path: Path, command: Command) -> None:
    mark = tmp_path / "ran"
    (tmp_path / "a.yaml").write_text(f"model: !!python/object/apply:os.system ['touch {mark}']\n")
    (tmp_path / "launch.sh").write_text(
        f"touch {mark}; python pretrain_gpt.py --num-layers $(touch {mark}; echo 2) --hidden-size 64\n"
    )
    for name in ("a.yaml", "launch.sh"):
        code, _, _ = command("read", name)
        assert code in (0, 2)
        assert not mark.exists()
    assert command("read", "a.yaml")[0] == 2


@in_the_tree
def test_the_pages_put_no_text_in_as_markup() -> None:
    """Text becomes nodes; what makes markup of text, or code, is called nowhere."""
    scripts = [*(ROOT / "web/page").glob("*.js"), *(ROOT / "docs/static").glob("*.js")]
    assert len(scripts) > 10
    for path in scripts:
        source = re.sub(r"^\s*(?://|\*|/\*).*$", "", path.read_text(encoding="utf-8"), flags=re.M)
        found = re.search(r"\b(?:innerHTML|outerHTML|insertAdjacentHTML|srcdoc|eval\(|new Function|document\.write)", source)
        assert not found, f"{path.name}: {found and found[0]}"


# nothing that commands a terminal

#: C0 but tab and newline, C1, and what turns the order in which text is read
COMMANDING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
ESCAPES = "\x1b[31m", "\x1b]0;title\x07", "\x9b2J", "\u202e", "\x7f", "\x08\x08"


def hostile(folder: Path, text: str) -> list[list[str]]:
    """Command lines whose files, names and options hold a text: refusals, tables, notes."""
    said = json.dumps(text)
    (folder / "field.json").write_text(f'{{"question": "limit", "run": {{{said[:-1]}gpus": 3}}}}')
    (folder / "value.toml").write_text(f"[run]\ngpus = {said}\n" if text != "\x9b2J" else '[run]\ngpus = "\\u009b2J"\n')
    cells = text.replace("\n", " ")
    days = (f"2024-01-0{day} 00:00:00,2024-01-0{day + 1} 00:00:00" for day in (1, 3, 5))
    rows = "".join(f"{cells}n{k % 2},{day},{cells}cause\n" for k, day in enumerate(days))
    (folder / "log.csv").write_text(f"node,start,end,cause\n{rows}", encoding="utf-8")
    shape = {"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 100, "intermediate_size": 100}
    (folder / "config.json").write_text(json.dumps({**shape, "model_type": f"llama{text}", f"{text}odd": 3}))
    return [
        ["limits", "field.json"],
        ["ask", "field.json"],
        ["plan", "value.toml"],
        ["fit", "log.csv"],
        ["read", "config.json"],
        ["plan", f"{text}.toml"],
        ["fields", f"{text}run"],
        ["reproduce", "--only", f"{text}llama3.mtbf"],
        ["plan", f"--{text}gpus", "3"],
        [f"{text}plan"],
        ["sweep", "run.toml", "--over", f"{text}gpus=1:2:3"],
    ]


@pytest.mark.parametrize("text", ESCAPES)
def test_no_text_of_others_commands_the_terminal(text: str, command: Command, tmp_path: Path) -> None:
    for line in hostile(tmp_path, text):
        _, out, err = command(*line)
        assert COMMANDING.findall(out + err) == [], line
        assert out or err


# and the page that says so


@pytest.mark.skipif(not (ROOT / "SECURITY.md").exists(), reason="installed without the source tree")
def test_every_promise_names_its_test() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 60
    named = re.findall(r"`(test_\w+)`", text)
    assert len(named) > 5
    tests = "".join(
        path.read_text(encoding="utf-8") for path in [*ROOT.glob("python/tests/*.py"), *ROOT.glob("tests/packages/*.py")]
    )
    assert [name for name in named if f"def {name}(" not in tests] == []
    promises = text.partition("## What is promised")[2].partition("\n## ")[0].split("\n- ")[1:]
    assert promises and all("`test_" in one for one in promises)
