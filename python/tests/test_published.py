# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import math
import pickle
import re
from pathlib import Path
from statistics import median

import numpy as np
import pytest

import scaling_limits as sl
from scaling_limits import published

KEYS = {"id", "source", "published", "computed", "deviation", "tolerance", "mark"}


def test_every_row_says_its_group() -> None:  # that it holds is tested in tests/unit/published/registry.test.cpp
    rows = published.reproduce()
    for row in rows:
        assert (row.group == "derived") == (row.mark in "DA")
        assert (row.known_deviation is None) == (row.known_reason == "") == (row.group != "deviating")
        if row.known_deviation is not None:
            assert row.deviation == pytest.approx(row.known_deviation, abs=0.5e-4)
    assert [row.claim for row in rows if row.id == "llama3.effective_time"] == ["at least"]


def test_groups_are_counted_apart() -> None:
    found = published.report()
    assert set(found) == {"rows", "published", "deviating", "derived", "families", "text"}
    of = {group: sum(row.group == group for row in found["rows"]) for group in ("published", "deviating", "derived")}
    assert found["published"] == {"count": of["published"], "inside": of["published"]}
    for group in ("deviating", "derived"):
        assert found[group] == {"count": of[group], "unchanged": of[group]}
    off = [row for row in found["rows"] if row.group == "deviating"]
    steps = [abs(row.deviation) for row in off if row.model == "parallelism.step"]
    others = [abs(row.deviation) for row in off if row.model != "parallelism.step"]
    assert found["text"] == (
        f"{of['published']} published values reproduced; {of['deviating']} known to deviate (median "
        f"{100 * median(steps + others):.1f} %; {len(steps)} measured steps {100 * median(steps):.1f} %, {len(others)} others "
        f"{100 * median(others):.1f} %), by as much as before; {of['derived']} derived ones unchanged"
    )
    assert len(steps) > 3 * len(others)
    # sources that print a formula, not these numbers
    assert all(row.group == "derived" for row in found["rows"] if row.id.startswith(("nccl.", "korthikanti.")))


def test_families_say_what_one_rate_costs() -> None:
    families = published.report()["families"]
    assert [one.by for one in families[:2]] == ["all", "machine"]
    steps = [row for row in published.reproduce() if row.id.startswith("mpt.") and "_fp8_" not in row.id]
    of = {(one.by, one.family): one for one in families}
    assert of["all", "all"].rows == len(steps) - 3 * 5
    for one in families:
        assert 0 < one.mean_error <= one.worst_error
        assert one.mean_error < one.one_rate_mean_error <= one.one_rate_worst_error
    # lengths and GPUs stand in the ids of the rows, of which five a machine are fitted
    for by, letter in (("sequence_length", "s"), ("gpus", "g")):
        kept = {one.family: one.rows for one in families if one.by == by}
        there = {name: sum(f"_{letter}{name.replace(',', '')}_" in row.id for row in steps) for name in kept}
        assert sum(there.values()) == len(steps)
        assert sum(kept.values()) == len(steps) - 15
        assert all(kept[name] <= there[name] for name in kept)
    assert published.report("mpt.1b_h100_s2048_g8_b14")["families"] == []


DOCS = Path(__file__).resolve().parents[2] / "docs" / "steps.md"


@pytest.mark.skipif(not DOCS.exists(), reason="installed without the source tree")
def test_the_docs_have_the_errors_by_family() -> None:
    def line(one: published.FamilyErrors) -> str:
        name = {"all": "all", "machine": one.family, "recompute": f"recompute {one.family}", "gpus": f"{one.family} GPUs"}
        named = name.get(one.by, f"{one.family} {'tokens' if one.by == 'sequence_length' else 'parameters'}")
        errors = (one.mean_error, one.worst_error, one.one_rate_mean_error, one.one_rate_worst_error)
        return f"| {named} | {one.rows} | {' | '.join(f'{100 * error:.1f} %' for error in errors)} |"

    text = DOCS.read_text(encoding="utf-8")
    lines = [line(one) for one in published.report()["families"]]
    assert "\n".join(lines) in text, "\n".join(lines)


def test_rows_have_attributes_keys_and_dicts() -> None:
    for row in published.reproduce():
        assert set(row.keys()) >= KEYS
        assert dict(row) == row.as_dict()
        assert all(row[key] == value for key, value in row.as_dict().items())
        assert row.mark in {"P", "P2", "D", "A"}
        assert row.deviation == pytest.approx(row.computed / row.published - 1, abs=1e-15)
    with pytest.raises(KeyError):
        row["nothing"]


def test_ids_are_unique() -> None:
    ids = [row.id for row in published.reproduce()]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize(
    ("id", "computed"),
    [
        ("epoch.mtbf_100k", 1800),
        ("epoch.mtbf_1m", 180),
        ("epoch.write_time", 2.5),
        ("epoch.interval", 234.4),
        ("epoch.overhead", 0.0213),
        ("epoch.limit_fixed", 7.20e7),
        ("epoch.limit_chinchilla", 4.40e6),
        ("epoch.goodput_90_chinchilla", 1.35e5),
    ],
)
def test_the_epoch_table(id: str, computed: float) -> None:
    (row,) = published.reproduce(only=id)
    assert row.computed == pytest.approx(computed, rel=3e-3)  # values of the table are given to three digits


def test_an_unknown_id_gets_a_suggestion() -> None:
    with pytest.raises(ValueError, match=r"epoch\.limit_fixd.*did you mean 'epoch\.limit_fixed'"):
        published.reproduce(only="epoch.limit_fixd")


def test_the_preset_run() -> None:
    run = published.llama3_405b()
    assert isinstance(run, sl.TrainingRun)
    assert (run.gpus, run.gpu_mttf, run.checkpoint_bytes, run.write_bandwidth) == (16384, 50_000 * 3600, 5e12, 2e12)
    assert set(published.llama3_405b_sources) == {field.name for field in run.fields()}
    assert sum(published.llama3_interruptions.values()) == 419


def test_presets_by_name() -> None:
    assert published.chips["h100"].peak_flops == 989.4e12
    assert published.chips["h100"].memory_bytes == 80e9
    assert math.isnan(published.chips["tpu_v4"].network_bandwidth)
    assert published.chips.sources["h100"]["mark"] == "P2"
    assert published.runs["gpt3"].gpus == 10_000
    assert published.clusters["colossus_2024"].chip in published.chips
    nccl = published.restarts["nccl"]  # 265 s at 96,000 ranks, in proportion: nothing else of a restart is said
    assert (nccl.communicator_growth, nccl.communicator_gpus) == (265, 96_000)
    assert nccl == sl.RestartParts(communicator_growth=265, communicator_gpus=96_000)
    assert published.failure_rates["rsc1"].gpu_mttf == pytest.approx(8000 * 86400 / 6.5, rel=1e-15)
    for kind in (published.chips, published.clusters, published.runs, published.tiers, published.failure_rates):
        assert set(kind.sources) == set(kind)
        assert all(source["source"] for source in kind.sources.values())
        assert len(kind) > 3
    with pytest.raises(KeyError, match="no chip named 'h10'; did you mean 'h100'"):
        published.chips["h10"]


def test_tiers_are_tiers() -> None:
    run = published.llama3_405b()
    for tier in published.tiers.values():
        assert isinstance(tier, sl.storage.Tier)
        assert run.saved_to(tier).goodput > 0.9
    assert published.tiers["gpu_memory"].per_gpu is True
    assert run.saved_to(published.tiers["file_system"]).write_bandwidth == run.write_bandwidth


# What authors print of their models: a second list beside that of the C++ tests, of one model a family, through Python.
PRINTED = {
    "llama3_405b": (405_853_388_800, None),
    "llama2_13b": (13.0e9, None),
    "gpt2_xl": (1558e6, None),
    "megatron_1t": (1008.0e9, None),
    "opt_66b": (66e9, None),
    "bloom_176b": (176_247_271_424 - 2 * 14336, None),
    "pythia_12b": (11_846_072_320, None),
    "ministral_8b": (8_019_808_256, None),
    "mixtral_8x7b": (46.7e9, 12.9e9),
    "qwen2_72b": (72.71e9, None),
    "qwen3_235b_a22b": (235e9, 22e9),
    "deepseek_v2": (236e9, 21e9),
    "gemma2_27b": (1_180_237_824 + 26_047_480_320, None),
    "gpt_oss_120b": (116.83e9, None),
    "dbrx": (132e9, 36e9),
    "olmoe_7b": (6.9e9, 1.3e9),
}


def significant(value: float) -> int:
    return len(f"{value:.12g}".replace(".", "").split("e")[0].strip("0"))


@pytest.mark.parametrize("name", PRINTED)
def test_shapes_have_the_parameters_that_are_printed(name: str) -> None:
    shape = published.shapes[name]
    for printed, counted in zip(PRINTED[name], (shape.parameters, shape.active_parameters), strict=True):
        if printed is not None:
            digits = max(significant(printed), 2)
            assert f"{counted:.{digits}g}" == f"{printed:.{digits}g}"


def test_every_preset_has_a_name_a_source_and_a_mark() -> None:
    kinds = (
        (published.shapes, 40),
        (published.chips, 16),
        (published.clusters, 8),
        (published.fabrics, 8),
        (published.runs, 4),
        (published.tiers, 4),
        (published.scaling_laws, 4),
        (published.failure_rates, 4),
        (published.causes, 8),
        (published.restarts, 9),
    )
    for kind, least in kinds:
        assert len(kind) >= least
        for name, source in kind.sources.items():
            assert name.isidentifier() and name == name.lower()
            assert source["mark"] in {"P", "P2", "D", "A"}
            assert len(source["source"]) > 10


def test_chips_have_dense_peaks_by_number_format() -> None:
    h100 = published.chips["h100"]
    assert (h100.peaks["bf16"], h100.peaks["fp8"]) == (h100.peak_flops, 1.979e15)
    assert published.chips["tpu_v7"].peak_flops == published.chips["tpu_v7"].peaks["bf16"] == 2.307e15
    assert published.chips["tpu_v7"].peaks["fp8"] == 4.614e15
    assert published.chips["v100"].peaks == {"fp16": 125e12}
    formats = ("tf32", "bf16", "fp16", "int8", "fp8", "fp6", "fp4")
    for chip in published.chips.values():
        assert list(chip.peaks) == [word for word in formats if word in chip.peaks]
        assert pickle.loads(pickle.dumps(chip)) == chip == chip.replace()
    assert sl.catalog.describe()["presets"]["chip"]["h100"]["peaks"] == dict(h100.peaks)
    with pytest.raises(TypeError):
        h100.peaks["fp8"] = 1.0  # type: ignore[index]
    assert sl.published.ChipSpecification(peak_flops=1e15, achieved_flops=4e14).peaks == {}


def test_a_chip_in_another_format() -> None:
    h100 = published.chips["h100"]
    eight = h100.in_format("fp8")
    assert eight.peak_flops == h100.peaks["fp8"]
    assert eight.achieved_flops == pytest.approx(0.4 * eight.peak_flops, rel=1e-15)
    assert (eight.attention_flops, eight.power, eight.peaks) == (h100.achieved_flops, h100.power, h100.peaks)
    with pytest.raises(ValueError, match="'fp8' has no peak here; there are tf32, bf16, fp16, int8"):
        published.chips["a100"].in_format("fp8")
    with pytest.raises(ValueError, match="'fp9' must be 'tf32', 'bf16'"):
        h100.in_format("fp9")
    with pytest.raises(TypeError, match="format must be a str, not int"):
        h100.in_format(8)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="peak_flops must be one real number"):
        h100.replace(peak_flops=np.array([1e15, 2e15])).in_format("fp8")


def test_clusters_name_other_presets() -> None:
    for fleet in published.clusters.values():
        assert fleet.chip == "h100e" or fleet.chip in published.chips
        assert not fleet.fabric or published.fabrics[fleet.fabric].gpus_per_node == fleet.gpus_per_node
        assert not fleet.failure_rate or published.failure_rates[fleet.failure_rate].gpu_mttf > 0
    shown = sl.catalog.describe()["presets"]["fabric"]["llama3_roce"]["clusters"]["llama3_roce"]
    assert (shown["gpus"], shown["chip"]) == (24_576, "h100")
    assert shown["gpu_mttf"] == published.failure_rates["llama3_405b"].gpu_mttf


#: how a kind is offered to requests: as presets of that group, or beside those of another
OFFERED = {
    "chips": "chip",
    "fabrics": "fabric",
    "tiers": "tier",
    "shapes": "shape",
    "scaling_laws": "scaling_law",
    "replica_laws": "replica_law",
    "runs": "run",
    "clusters": "",
}


@pytest.mark.parametrize("kind", OFFERED)
def test_what_is_published_is_offered_or_says_why_not(kind: str) -> None:
    presets = sl.catalog.describe()["presets"]
    machines = [name for fabric in presets["fabric"].values() for name in fabric.get("clusters", {})]
    offered = list(presets[OFFERED[kind]]) if OFFERED[kind] else machines
    table = getattr(published, kind)
    reasons = {name: one.not_offered for name, one in table.items() if getattr(one, "not_offered", "")}
    assert len(set(offered)) == len(offered)
    assert {*offered, *reasons} == set(table)
    assert not {*offered} & {*reasons}
    assert len(offered) + len(reasons) == len(table)
    assert all(len(reason) > 30 for reason in reasons.values())


def test_every_supply_of_the_medians_has_a_row_of_what_it_allows() -> None:
    rows = published.reproduce()
    supplies = published.epoch_2030.supplies(2030.0)
    for allowed in (supplies.compute, supplies.limits):
        for name, value in allowed.items():
            number = float(getattr(value, "value", value))
            assert any(row.computed == pytest.approx(number, rel=1e-12) for row in rows), name


HEADERS = Path(__file__).resolve().parents[2] / "include/scaling_limits"


@pytest.mark.skipif(not HEADERS.exists(), reason="installed without the source tree")
def test_no_published_value_is_without_a_row() -> None:
    """Every source's rows are in the registry, every constant of its headers is used by what is asked."""
    headers = {path: re.sub(r"//.*", "", path.read_text(encoding="utf-8")) for path in HEADERS.rglob("*.hpp")}
    own = {path: text for path, text in headers.items() if path.parent.name == "published"}
    sources = {name for text in own.values() for name in re.findall(r"^Estimates (\w+)\(\)", text, re.M)}
    listed = set(re.findall(r"&(\w+)<>", own[HEADERS / "published/registry.hpp"]))
    assert sources - {"registry"} == listed
    bindings = HEADERS.parents[1] / "python/src"
    used = " ".join([*headers.values(), *(path.read_text(encoding="utf-8") for path in bindings.glob("*.cpp"))])
    constant = r"^(?:inline )?(?:constexpr |const )+[\w:<>&, ]*?\b(\w+)(?:\[\])?\s*[={]"
    names = {name for text in own.values() for name in re.findall(constant, text, re.M)}
    assert len(names) > 50
    assert sorted(name for name in names if len(re.findall(rf"\b{name}\b", used)) < 2) == []


@pytest.mark.parametrize("shape", ["llama3_405b", "deepseek_v3", "gpt_oss_120b", "qwen2_72b"])
@pytest.mark.parametrize(("chip", "fabric"), [("h200", "dgx_h100"), ("gb300", "gb300_nvl72"), ("mi355x", "mi355x_node")])
def test_presets_make_a_step_by_their_names(shape: str, chip: str, fabric: str) -> None:
    layout = {"tensor": 8, "pipeline": 1, "data": 512, "expert": 8 if published.shapes[shape].experts else 1}
    tokens = 1024 * published.shapes[shape].sequence_length
    asked = {"question": "step", "shape": shape, "chip": chip, "fabric": fabric, "layout": layout}
    asked["with"] = {"batch_tokens": tokens, "zero_stage": 3, "recompute": "full"}
    found = sl.ask(asked)["columns"]
    assert found["time"] > 0, found["note"]
    parts = (sl.parallelism.Layout(**layout), published.chips[chip], published.fabrics[fabric])
    mine = sl.parallelism.step(published.shapes[shape], *parts, tokens, zero_stage=3, recompute="full")
    assert mine.time == found["time"]
