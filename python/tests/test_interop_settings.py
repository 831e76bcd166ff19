# SPDX-License-Identifier: Apache-2.0
"""Settings out: the fields that frameworks have, whole steps, time-outs."""

from __future__ import annotations

import json
import math
import os
import pickle
import re
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kinds import one_of_each
from released_sources import STORED, fields_of

import scaling_limits as sl
from scaling_limits.interop import FileError, settings_for

CONFIGS = Path(__file__).parent / "data" / "configs"
FACTS: dict[str, dict[str, dict[str, Any]]] = json.loads(STORED.read_text())
FRAMEWORKS = ("megatron", "torchtitan", "lightning", "nemo", "nvidia-resiliency-ext")
DISK = sl.strategies.Level(tier=sl.published.tiers["local_disk"], share=0.9)
BEHIND = sl.strategies.Level(tier=None, share=0.1)
TWO_TIERS = {
    "multilevel": sl.strategies.multilevel([DISK, BEHIND]),
    "background": sl.strategies.multilevel([DISK, BEHIND], background=True),
    "in_memory": sl.strategies.in_memory(),
    "buddy": sl.strategies.buddy(),
}
LEFT_OUT = {"elastic": "takes no checkpoints", **dict.fromkeys(("multilevel", "in_memory", "buddy"), "has two tiers")}
ONE_TIER = one_of_each("strategy", LEFT_OUT) | {"just_in_time": sl.strategies.just_in_time(share=0.9, step_time=5)}
TIERED = ("megatron", "nemo", "nvidia-resiliency-ext")


def is_of_type(value: object, annotation: str) -> bool:
    """Whether a value is of the type that a source says."""
    for one in re.split(r"\|(?![^\[]*\])", re.sub(r"^Optional\[(.*)\]$", r"\1 | None", annotation)):
        kind = one.strip()
        words = re.fullmatch(r"Literal\[(.*)\]", kind)
        if words and any(repr(value) == word.strip() for word in words[1].split(",")):
            return True
        if (kind == "None" and value is None) or (kind == "bool" and isinstance(value, bool)):
            return True
        if kind == "int" and isinstance(value, int) and not isinstance(value, bool):
            return True
        if (kind == "float" and isinstance(value, (int, float))) or (kind == "str" and isinstance(value, str)):
            return True
        if kind == "timedelta" and isinstance(value, timedelta):
            return True
    return False


@pytest.mark.parametrize("framework", FRAMEWORKS)
@pytest.mark.parametrize("keep", [0, 1, 2, 5])
@pytest.mark.parametrize("name", [*ONE_TIER, *TWO_TIERS])
def test_every_field_is_one_of_the_framework_with_a_value_of_its_type(
    framework: str, name: str, keep: int, run: sl.TrainingRun
) -> None:
    if name in TWO_TIERS and framework not in TIERED:
        with pytest.raises(ValueError, match=f"{framework} saves to one tier"):
            settings_for(framework, run, TWO_TIERS[name], 5.2, keep=keep)
        return
    found = settings_for(framework, run, (ONE_TIER | TWO_TIERS)[name], 5.2, keep=keep)
    assert dict(found) == {**found.fields, "steps": found.steps, "seconds": found.steps * 5.2}
    for field, value in found.fields.items():
        assert field in FACTS[framework], field
        assert is_of_type(value, FACTS[framework][field]["type"]), (field, value)
    for row in found.detection:
        fact = FACTS[framework][row.field]
        assert is_of_type(row.value, fact["type"])
    assert len(found.fields) >= 2 and all(
        note.partition(":")[0] in ("derived", "not known", "left out") for note in found.notes
    )
    assert pickle.loads(pickle.dumps(found)).__dict__ == found.__dict__
    json.dumps(found.as_dict(), allow_nan=False)


def test_is_of_type_can_say_no() -> None:
    assert (
        not is_of_type(True, "int") and not is_of_type("async", "Literal['disabled']") and not is_of_type(1.5, "Optional[int]")
    )
    assert is_of_type(None, "Optional[int]") and is_of_type("a", "Optional[Literal['a', 'b']]")


@pytest.mark.skipif("SCALING_LIMITS_FRAMEWORKS" not in os.environ, reason="names no folder of unpacked packages")
def test_the_stored_facts_are_those_of_the_released_sources() -> None:
    assert fields_of(Path(os.environ["SCALING_LIMITS_FRAMEWORKS"])) == FACTS


@pytest.mark.skipif("SCALING_LIMITS_FRAMEWORKS" not in os.environ, reason="names no folder of unpacked packages")
def test_models_of_torchtitan_are_those_of_its_release() -> None:
    """Every flavor of the last release that reads TOML, computed from the arguments in its source."""
    import ast

    from scaling_limits.interop._torchtitan import FLAVORS, REFUSED

    (package,) = Path(os.environ["SCALING_LIMITS_FRAMEWORKS"]).glob("torchtitan-0.2.2*/torchtitan/models")
    names = {
        "n_layers": "layers",
        "dim": "hidden",
        "n_heads": "query_heads",
        "n_kv_heads": "key_value_heads",
        "vocab_size": "vocabulary",
        "kv_lora_rank": "key_value_rank",
        "q_lora_rank": "query_rank",
        "qk_nope_head_dim": "head_size",
        "qk_rope_head_dim": "rope_head_size",
        "head_dim": "head_size",
        "hidden_dim": "feed_forward",
        "inter_dim": "feed_forward",
        "moe_inter_dim": "expert_feed_forward",
        "n_dense_layers": "dense_layers",
        "num_experts": "experts",
        "top_k": "active_experts",
        "num_shared_experts": "shared_experts",
        "enable_weight_tying": "tied",
    }
    seen = 0
    for model in FLAVORS:
        defaults = _defaults(ast.parse((package / model / "model" / "args.py").read_text()))
        experts = _defaults(ast.parse((package / "moe" / "moe.py").read_text()), "MoEArgs")
        for call in _flavors(ast.parse((package / model / "__init__.py").read_text())):
            flavor, given = call
            bare = re.sub(r"(_flex|_varlen)?(_attn)?$|_irope$|_flex$|_varlen$", "", flavor)
            if (model, bare) in REFUSED:
                continue
            seen += 1
            numbers = FLAVORS[model][flavor if flavor in FLAVORS[model] else bare]
            arguments = defaults | given
            mixture = arguments.pop("moe_args", None)
            if mixture is not None and arguments.get("moe_enabled", True):
                arguments |= experts | mixture
            elif "moe_enabled" in arguments:
                arguments.pop("moe_inter_dim")
            for name, field in names.items():
                value = arguments.get(name)
                if field in numbers and value is not None:
                    assert numbers[field] == value, (model, flavor, field)
            if "multiple_of" in arguments:  # FeedForward of llama3, experts of llama4
                wide = int(2 * 4 * arguments["dim"] / 3)
                wide = int((arguments.get("ffn_dim_multiplier") or 1) * wide)
                shared = arguments.get("top_k", 1) + arguments.get("num_shared_experts", 0) if model == "llama4" else 1
                wide = int(wide / shared)
                wide += -wide % arguments["multiple_of"]
                assert numbers["expert_feed_forward" if model == "llama4" else "feed_forward"] == wide
    assert seen >= 24


def _literal(node: Any) -> Any:
    import ast

    if isinstance(node, ast.Call):
        return {one.arg: _literal(one.value) for one in node.keywords}
    try:
        return ast.literal_eval(node)
    except ValueError:
        return None


def _defaults(tree: Any, owner: str = "ModelArgs") -> dict[str, Any]:
    import ast

    (found,) = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name.endswith(owner))
    rows = [node for node in found.body if isinstance(node, ast.AnnAssign) and node.value is not None]
    return {node.target.id: _literal(node.value) for node in rows}  # type: ignore[union-attr]


def _flavors(tree: Any) -> list[tuple[str, dict[str, Any]]]:
    import ast

    tables = [node.value for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict)]
    return [(key.value, _literal(value)) for table in tables for key, value in zip(table.keys, table.values, strict=True)]


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_whole_steps_are_the_better_neighbour_and_their_cost_is_the_catalogues(framework: str, run: sl.TrainingRun) -> None:
    for strategy in (ONE_TIER["blocking"], ONE_TIER["spared"], sl.strategies.asynchronous(copy_bandwidth=5e12)):
        found = settings_for(framework, run, strategy, 7)
        at = {n: strategy.replace(interval=7 * n).goodput(run) for n in (found.steps - 1, found.steps, found.steps + 1) if n}
        assert max(at, key=at.__getitem__) == found.steps
        assert found.goodput == at[found.steps]
        assert (
            found.rounding_cost == pytest.approx(strategy.goodput(run) - at[found.steps], abs=1e-15) and found.rounding_cost > 0
        )


def test_an_interval_of_ones_own_is_rounded_to_its_better_neighbour(run: sl.TrainingRun) -> None:
    own = sl.strategies.blocking(interval=1800)
    found = settings_for("megatron", run, own, 5.2)
    assert found["save_interval"] == 346 and found.interval == 1800
    assert found.goodput == own.replace(interval=346 * 5.2).goodput(run)


def test_two_tiers_cost_what_the_simulator_says(run: sl.TrainingRun) -> None:
    """The goodput with whole steps, by a simulation of the same pattern; the strategy itself cannot be given an interval."""
    found = settings_for("nemo", run, TWO_TIERS["multilevel"], 20)
    assert found["checkpoint.save_interval"] == found.steps and found.steps % found.local_steps == 0
    assert found["checkpoint.non_persistent_save_interval"] == found.local_steps
    exact = TWO_TIERS["multilevel"].goodput(run)
    assert 0 < found.rounding_cost < 0.002 and found.goodput == pytest.approx(exact - found.rounding_cost)
    longer = settings_for("nemo", run, TWO_TIERS["multilevel"], 600)
    assert longer.local_steps == 1 and longer.rounding_cost > 0.01
    levels = [run.saved_to(DISK.tier), run]
    rates = [level.share / run.mtbf for level in (DISK, BEHIND)]
    samples = np.random.default_rng(1)
    assert longer.goodput == pytest.approx(_simulated(run, levels, rates, 600.0, longer.steps, samples), abs=0.004)


def _simulated(run: sl.TrainingRun, levels: list[Any], rates: list[float], interval: float, count: int, random: Any) -> float:
    """Useful time per time of a run that saves every interval to the first tier and every count-th to the second as well."""
    useful = clock = 0.0
    saved = [0.0, 0.0]
    place, done = 0, 0.0
    time_to = [random.exponential(1 / rate) for rate in rates]

    def spend(length: float) -> int:
        """-1, or the tier that a failure in the meantime needs."""
        nonlocal clock
        first = int(np.argmin(time_to))
        if time_to[first] >= length:
            clock += length
            time_to[:] = [t - length for t in time_to]
            return -1
        waited = time_to[first]
        clock += waited
        time_to[:] = [t - waited for t in time_to]
        time_to[first] = random.exponential(1 / rates[first])
        return first

    while clock < 4e7:
        to_second = (place + 1) % count == 0
        cost = levels[0].write_time + (levels[1].write_time if to_second else 0)
        failed = spend(interval + cost)
        if failed < 0:
            done += interval
            place += 1
            saved[0] = done
            if to_second:
                saved[1] = done
            useful = max(useful, done)
            continue
        while failed >= 0:
            tier = failed
            clock += run.downtime
            failed = spend(levels[tier].restart_time)
            if failed >= 0:
                failed = max(failed, tier)
        done = saved[tier] if tier == 0 else saved[1]
        saved[0] = done if tier else saved[0]
        place = round(done / interval)
    return useful / clock


@pytest.mark.parametrize("framework", FRAMEWORKS)
@pytest.mark.parametrize("row", [{"mtbf": 86400.0, "planned": True}, {"share": 0.02, "lag": 3600.0}], ids=["planned", "silent"])
def test_whole_steps_under_planned_stops_and_silent_errors(framework: str, row: dict[str, Any], run: sl.TrainingRun) -> None:
    strategy = sl.strategies.blocking().under(causes=[sl.failures.Cause(name="other kind", **row)])
    found = settings_for(framework, run, strategy, 7)
    goodputs = [float(strategy.replace(interval=7 * steps).goodput(run)) for steps in range(1, 4 * found.steps)]
    assert found.steps == 1 + int(np.argmax(goodputs)) > 1  # of all whole steps
    assert found.goodput == max(goodputs)


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_a_time_out_is_downtime_of_every_hang(framework: str, run: sl.TrainingRun) -> None:
    found = settings_for(framework, run, ONE_TIER["blocking"], 5, timeout=2700, hang_share=0.25)
    rows = found.detection
    assert [row.timeout for row in rows] == sorted((row.timeout for row in rows), reverse=True) and rows[0].timeout == 2700
    fixed = sl.strategies.blocking(interval=found.seconds)
    for row in rows:
        assert row.downtime == run.downtime + 0.25 * row.timeout
        assert row.goodput == fixed.goodput(run.replace(downtime=row.downtime))
        assert row.gain == row.goodput - rows[0].goodput
        seconds = row.value.total_seconds() if isinstance(row.value, timedelta) else row.value
        assert seconds * (60 if "minutes" in row.field else 1) == row.timeout
    assert rows[-1].gain > 0.01 and len(rows) >= 2


def test_the_default_time_outs_are_those_of_the_sources() -> None:
    run = sl.published.llama3_405b()
    for framework in FRAMEWORKS:
        row = settings_for(framework, run, ONE_TIER["blocking"], 5).detection[0]
        default = FACTS[framework][row.field]["default"]
        if framework == "megatron":  # of megatron-core; arguments.py says 10
            assert default == "30" and row.value == 10
        elif framework == "lightning":  # of torch.distributed
            assert default == "default_pg_timeout" and row.value == timedelta(minutes=30)
        else:
            assert math.prod(float(part) for part in default.split("*")) == row.value


def test_a_time_out_is_read_from_a_file_of_the_framework(run: sl.TrainingRun, tmp_path: Path) -> None:
    strategy = ONE_TIER["blocking"]
    for framework, name, seconds in (
        ("megatron", "megatron_llama3_405b.sh", 2700),
        ("megatron", "megatron_gpt.yaml", 600),
        ("nemo", "bridge_llama3_8b.yaml", 900),
        ("torchtitan", "torchtitan_deepseek_v3.toml", 300),
        ("nvidia-resiliency-ext", "fault_tolerance.yaml", 2700),
    ):
        first = settings_for(framework, run, strategy, 5, timeout=CONFIGS / name).detection[0]
        assert first.timeout == seconds and name in first.why
    with pytest.raises(FileError, match=r"does not say comm\.train_timeout_seconds"):
        settings_for("torchtitan", run, strategy, 5, timeout=CONFIGS / "torchtitan_llama3_405b.toml")
    path = tmp_path / "a.yaml"
    path.write_text("fault_tolerance:\n  rank_heartbeat_timeout: -3\n")
    with pytest.raises(FileError, match=r"fault_tolerance.rank_heartbeat_timeout: is -3; expected a number > 0"):
        settings_for("nvidia-resiliency-ext", run, strategy, 5, timeout=path)


def test_what_is_kept_and_what_it_holds(run: sl.TrainingRun) -> None:
    held = {keep: settings_for("torchtitan", run, ONE_TIER["blocking"], 5, keep=keep) for keep in (0, 1, 3)}
    assert [held[k]["checkpoint.keep_latest_k"] for k in (0, 1, 3)] == [0, 2, 3]  # 1 is refused there
    assert held[3].capacity == 4 * run.checkpoint_bytes and held[0].capacity == math.inf
    assert settings_for("lightning", run, ONE_TIER["blocking"], 5, keep=1).fields["save_top_k"] == 1
    many = settings_for("lightning", run, ONE_TIER["blocking"], 5, keep=3).fields
    assert (many["save_top_k"], many["monitor"], many["mode"]) == (3, "step", "max")


def test_text_to_paste(run: sl.TrainingRun) -> None:
    asynchronous = ONE_TIER["asynchronous"]
    assert "--async-save" in settings_for("megatron", run, asynchronous, 5).text
    assert "async" not in settings_for("megatron", run, ONE_TIER["blocking"], 5).text
    assert "--checkpoint.async_mode async_with_pinned_mem" in settings_for("torchtitan", run, asynchronous, 5).text
    assert "checkpoint.async_save=true" in settings_for("nemo", run, asynchronous, 5).text
    assert "AsyncCheckpointIO()" in settings_for("lightning", run, asynchronous, 5).text
    assert "async_save=True" in settings_for("nvidia-resiliency-ext", run, asynchronous, 5).text


@pytest.mark.parametrize(
    ("change", "kind", "said"),
    [
        ({"framework": "megatrn"}, ValueError, "must be one of megatron, torchtitan, .*did you mean 'megatron'"),
        ({"framework": None}, ValueError, "framework = None must be one of"),
        ({"run": 3}, TypeError, "run must be a TrainingRun"),
        ({"strategy": sl.strategies.blocking}, TypeError, "strategy must be a Strategy"),
        ({"step_time": 0}, ValueError, r"step_time = 0 must be > 0 and finite \[s\]"),
        ({"step_time": math.nan}, ValueError, "step_time = nan must be"),
        ({"step_time": "5 GB"}, ValueError, "step_time"),
        ({"step_time": [5, 6]}, TypeError, "step_time must be one real number"),
        ({"timeout": "5"}, ValueError, "timeout"),
        ({"timeout": "no such file"}, OSError, "no such file"),
        ({"keep": -1}, ValueError, "keep = -1 must be a whole number in"),
        ({"keep": 1.5}, ValueError, "keep = 1.5 must be a whole number in"),
        ({"hang_share": 2}, ValueError, r"hang_share = 2 must be in \[0, 1\]"),
        ({"timeout": -1}, ValueError, r"timeout = -1 must be > 0 and finite \[s\]"),
        ({"strategy": sl.strategies.elastic(replicas=64)}, ValueError, "elastic: takes no checkpoints.*no interval to set"),
        ({"strategy": sl.strategies.just_in_time(step_time=5)}, ValueError, "takes no checkpoints"),
    ],
)
def test_bad_input(change: dict[str, Any], kind: type[Exception], said: str, run: sl.TrainingRun) -> None:
    asked = {"framework": "megatron", "run": run, "strategy": ONE_TIER["blocking"], "step_time": 5.0} | change
    with pytest.raises(kind, match=said):
        settings_for(**asked)


def test_runs_of_arrays_and_three_tiers_are_refused(run: sl.TrainingRun) -> None:
    with pytest.raises(ValueError, match="must be of single numbers"):
        settings_for("megatron", run.replace(gpus=[1, 2]), ONE_TIER["blocking"], 5)
    third = [
        sl.strategies.Level(tier=sl.published.tiers["host_memory"], share=0.5),
        sl.strategies.Level(tier=sl.published.tiers["local_disk"], share=0.4),
        BEHIND,
    ]
    with pytest.raises(ValueError, match="multilevel has 3 tiers"):
        settings_for("megatron", run, sl.strategies.multilevel(third), 5)
    with pytest.raises(ValueError, match=r"multilevel has the pattern \[1, 2, 1, 1, 2\]"):
        settings_for("megatron", run, sl.strategies.multilevel([DISK, BEHIND], pattern=[1, 2, 1, 1, 2]), 5)
    for text, number in (("5 s", 5), ("0.5 min", 30)):
        assert settings_for("megatron", run, ONE_TIER["blocking"], text) == settings_for(
            "megatron", run, ONE_TIER["blocking"], number
        )
    assert settings_for("megatron", run, ONE_TIER["blocking"], 5, timeout="45 min").detection[0].timeout == 2700


def test_the_doors_do_not_load_with_the_package() -> None:
    import subprocess

    code = "import sys, scaling_limits as sl; sl.interop; print(*(n for n in sys.modules if 'interop' in n or n == 'yaml'))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["scaling_limits.interop"]
