# SPDX-License-Identifier: Apache-2.0
"""The commands read and settings."""

from __future__ import annotations

import io
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

import scaling_limits as sl
from scaling_limits.cli import main

CONFIGS = Path(__file__).parent / "data" / "configs"
RUN = ("--gpus", "16384", "--gpu-mttf", "50000 h", "--checkpoint-bytes", "5 TB", "--write-bandwidth", "2 TB/s")
FABRIC = '[fabric]\ngpus_per_node = 8\ninner_bandwidth = "360 GB/s"\nouter_bandwidth = "45 GB/s"\n'


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return int(end.value.code or 0), out, err

    return run


def test_a_model_with_its_notes(command: Any) -> None:
    code, out, err = command("read", CONFIGS / "deepseek_v3.json")
    assert (code, err) == (0, "")
    assert "671,026,404,352, 37,552,282,624 of them for a token" in out and "num_nextn_predict_layers = 1" in out
    code, out, _ = command("read", CONFIGS / "deepseek_v3.json", "--json")
    answer = json.loads(out)
    assert answer["shape"]["parameters"] == 671026404352 and answer["shape"]["experts"] == 256
    assert answer["notes"] == list(sl.interop.shape_from_config(CONFIGS / "deepseek_v3.json").notes)


def test_a_launch_with_its_notes(command: Any) -> None:
    code, out, _ = command("read", CONFIGS / "megatron_llama3_405b.sh", "--json", "--shape", "vocabulary=128256")
    answer = json.loads(out)
    assert code == 0 and answer["layout"]["gpus"] == 1024 and answer["batch_tokens"] == 2048 * 8192
    assert answer["checkpoint_bytes"] == 14 * 405853388800 == 14 * answer["shape"]["parameters"]
    assert any(note.startswith("derived: 1024 GPUs: nodes x ntasks_per_node") for note in answer["notes"])
    code, out, _ = command("read", CONFIGS / "torchtitan_llama3_405b.toml", "--gpus", 512)
    assert code == 0 and "512 GPUs" in out and "every 500 steps, asynchronous" in out


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("words", [("read", "megatron_llama3_405b.sh"), ("read", "gpt_oss_120b.json"), ("settings",)])
def test_the_answer_fits_its_terminal(
    width: int, words: tuple[str, ...], command: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    given = (words[0], CONFIGS / words[1]) if len(words) > 1 else ("settings", "nemo", *RUN, "--step-time", "5.2s")
    code, out, _ = command(*given)
    assert code == 0
    pasted = "--persist"  # words that cannot be broken
    assert all(len(line) <= width or pasted in line for line in out.splitlines())


def test_what_is_saved_is_a_file_for_step(command: Any, tmp_path: Path) -> None:
    saved = tmp_path / "step.toml"
    code, _, err = command("read", CONFIGS / "megatron_llama3_405b.sh", "--chip", "b200", "--save", saved)
    assert (code, err) == (0, "")
    tables = tomllib.loads(saved.read_text())
    assert tables["layout"]["pipeline"] == 16 and tables["step"]["batch_tokens"] == 2048 * 8192
    saved.write_text(saved.read_text() + FABRIC)
    code, out, err = command("step", saved, "--json")
    assert (code, err) == (0, "")
    launch = sl.interop.layout_from(CONFIGS / "megatron_llama3_405b.sh")
    fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=360e9, outer_bandwidth=45e9)
    chip = sl.published.chips["b200"]
    step = sl.parallelism.step(launch.shape, launch.layout, chip, fabric, launch.batch_tokens, **launch.options)
    assert json.loads(out)["step"]["time"] == step.time and step.status == "ok"
    # it was changed since
    words = ("read", CONFIGS / "llama3_8b.json", "--save", saved)
    assert command(*words)[0] == 3
    assert command(*words, "--overwrite")[0] == 0 and tomllib.loads(saved.read_text())["shape"]["layers"] == 32


def test_standard_input(command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (CONFIGS / "llama3_8b.json").read_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    code, out, _ = command("read", "-", "--json")
    assert code == 0 and json.loads(out)["shape"]["parameters"] == 8030261248
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff")))
    assert command("read", "-") == (2, "", "scaling-limits: -: byte 0: is not UTF-8; expected a text file\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("none.json",), "none.json: no such file"),
        ((CONFIGS,), "configs: cannot be read: Is a directory"),
        ((CONFIGS / "fault_tolerance.yaml",), "describes no model; expected"),
        ((CONFIGS / "llama3_8b.json", "--gpus", "8"), "has no parallelism and no batch; expected"),
        ((CONFIGS / "llama3_8b.json", "--shape", "layer=3"), "a shape has no field 'layer'; did you mean 'layers'?"),
        ((CONFIGS / "llama3_8b.json", "--shape", "layers"), "--shape layers: the form is FIELD=NUMBER"),
        ((CONFIGS / "llama3_8b.json", "--shape", "layers=0"), "layers must be a whole number in [1, 2147483647]"),
        ((CONFIGS / "llama3_8b.json", "--shape", "layers=many"), "layers must be a whole number"),
        ((CONFIGS / "llama3_8b.json", "--shape", "query_heads=33"), "key_value_heads = 8 must divide query_heads = 33"),
        ((CONFIGS / "llama3_8b.json", "--chip", "h100"), "--chip is for --save"),
        ((CONFIGS / "llama3_8b.json", "--chip", "h10"), "no chip named 'h10'"),
        ((CONFIGS / "megatron_gpt.yaml", "--gpus", "100"), "100 GPUs are no multiple"),
        ((CONFIGS / "megatron_gpt.yaml", "--framework", "torchtitan", "--gpus", "0"), "0 is not in the range"),
        ((CONFIGS / "llama3_8b.json", "--save", "a.json"), "the name must end in .toml"),
    ],
)
def test_bad_input_of_read(words: tuple[object, ...], said: str, command: Any, tmp_path: Path) -> None:
    saved = tmp_path / "saved.toml"
    given = words if "--save" in words or "--chip" in words else (*words, "--save", saved)
    code, out, err = command("read", *given)
    assert code == 2 and out == "" and said in err and "Traceback" not in err
    assert not list(tmp_path.iterdir())


def test_settings_are_those_of_the_library(command: Any, tmp_path: Path) -> None:
    saved = tmp_path / "run.toml"
    code, out, _ = command("settings", "torchtitan", *RUN, "--step-time", "5.2s", "--json", "--save", saved)
    run = sl.published.llama3_405b()
    found = sl.interop.settings_for("torchtitan", run, sl.strategies.blocking(), 5.2)
    answer = json.loads(out)
    assert code == 0 and answer["fields"] == found.fields and answer["notes"] == list(found.notes)
    assert answer["detection"] == json.loads(json.dumps(found.as_dict()["detection"]))
    first = saved.read_text().splitlines()[0]
    assert first == f"# scaling-limits settings torchtitan {saved} --step-time 5.2s"
    again, out, _ = command("settings", "torchtitan", saved, "--step-time", "5.2s", "--json")
    assert again == 0 and json.loads(out)["fields"] == found.fields


def test_settings_with_time_outs(command: Any) -> None:
    code, out, _ = command("settings", "nvidia-resiliency-ext", *RUN, "--step-time", "5 s", "--timeout", "45 min")
    assert code == 0 and "half of it" in out and "22.5 min" in out and "points" in out
    code, out, _ = command(
        "settings", "megatron", *RUN, "--step-time", "5 s", "--timeout", CONFIGS / "megatron_gpt.yaml", "--hang-share", "0.1"
    )
    assert code == 0 and "megatron_gpt.yaml says" in out and "--save-interval" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("megatrn", *RUN, "--step-time", "5 s"), "'megatrn' is not one of"),
        (("megatron", *RUN), "Missing option '--step-time'"),
        (("megatron", *RUN, "--step-time", "5"), "--step-time: '5' has no unit"),
        (("megatron", *RUN, "--step-time", "0 s"), "must be > 0 and finite"),
        (("megatron", *RUN, "--step-time", "5 GB"), "--step-time: "),
        (("megatron", *RUN, "--step-time", "5 s", "--timeout", "none.sh"), "--timeout: "),
        (("megatron", *RUN, "--step-time", "5 s", "--timeout", CONFIGS), "--timeout: "),
        (
            ("torchtitan", *RUN, "--step-time", "5 s", "--timeout", CONFIGS / "llama3_8b.json"),
            "does not say comm.train_timeout",
        ),
        (("megatron", *RUN, "--step-time", "5 s", "--keep", "-1"), "-1 is not in the range"),
        (("megatron", *RUN, "--step-time", "5 s", "--hang-share", "2"), "2.0 is not in the range"),
        (("megatron", "--gpus", "0", "--step-time", "5 s"), "gpus"),
        (("megatron", "--step-time", "5 s"), "no run: name a FILE"),
    ],
)
def test_bad_input_of_settings(words: tuple[object, ...], said: str, command: Any) -> None:
    code, out, err = command("settings", *words)
    assert code == 2 and out == "" and said in err and "Traceback" not in err


def test_a_strategy_that_takes_no_checkpoints(command: Any, tmp_path: Path) -> None:
    path = tmp_path / "run.toml"
    path.write_text(
        '[run]\ngpus = 1024\ngpu_mttf = "50000 h"\ncheckpoint_bytes = "5 TB"\nwrite_bandwidth = "2 TB/s"\n'
        '[strategy]\nname = "elastic"\nreplicas = 16\n'
    )
    code, _, err = command("settings", "megatron", path, "--step-time", "5 s")
    assert code == 2 and err.startswith(f"scaling-limits: {path}: elastic: takes no checkpoints")


def test_measured_storage_and_histories_are_read_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    history = tmp_path / "jobs.txt"
    history.write_text(
        "JobID|State|Start|End|Elapsed|AllocTRES|NNodes\n"
        "1|NODE_FAIL|2026-01-01T00:00:00|2026-01-02T00:00:00|1-00:00:00|billing=1,gres/gpu=512|64\n"
        "1.batch|CANCELLED|2026-01-01T00:00:00|2026-01-02T00:00:00|1-00:00:00||1\n"
        "2|COMPLETED|2026-01-02T00:00:00|2026-01-04T00:00:00|2-00:00:00|gres/gpu=512|64\n"
    )
    with pytest.raises(SystemExit) as end:
        main(["read", str(history), "--json"])
    found = json.loads(capsys.readouterr().out)
    assert not end.value.code
    assert found["kind"] == "sacct" and found["interruptions"] == 1
    assert found["gpu_seconds"] == 3 * 86400 * 512 and found["notes"]
    with pytest.raises(SystemExit) as end:
        main(["read", str(history), "--gpus", "8"])
    out, err = capsys.readouterr()
    assert end.value.code and out == "" and "--gpus is for files of a model or a launch" in err
    with pytest.raises(SystemExit):
        main(["read", str(history)])
    assert "512" in capsys.readouterr().out
