# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import math
from pathlib import Path

import pytest

import scaling_limits as sl
from scaling_limits import published

KEYS = {"id", "source", "published", "computed", "deviation", "tolerance", "mark"}


def test_every_row_holds_in_its_group() -> None:
    rows = published.reproduce()
    assert all(row.holds for row in rows)
    for row in rows:
        below = 0 if row.claim == "at least" else -row.tolerance
        above = 0 if row.claim == "at most" else row.tolerance
        assert (below <= row.deviation <= above) == (row.group != "deviating"), row.id
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
    assert found["text"] == (
        f"{of['published']} published values reproduced; {of['deviating']} known to deviate, by as much as before; "
        f"{of['derived']} derived ones unchanged"
    )
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
