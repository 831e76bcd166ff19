# SPDX-License-Identifier: Apache-2.0
"""Searches from Python: brackets as rows, kernels over arrays, what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest

import scaling_limits as sl

s = sl.search


def test_brackets_are_rows_and_a_table() -> None:
    rows = s.brackets(81, 3)
    assert [row.trials for row in rows if row.rung == 0] == [81, 34, 15, 8, 5]
    assert sum(row.trials * row.budget for row in rows) == 1902
    assert [row.trials for row in s.brackets(81, 3, form="first") if row.rung == 0] == [81, 27, 9, 6, 5]
    assert rows[1].as_dict() == {"bracket": 4, "rung": 1, "trials": 27, "budget": 3.0}
    assert all(isinstance(x, int) for x in (rows[0].bracket, rows[0].rung, rows[0].trials))
    assert len(rows.to_dataframe()) == 15
    assert s.brackets(1, 2) == s.brackets(1.5, 7)[:0] + s.brackets(1, 2)
    # a bracket is a halving, on one worker as long as its work
    for bracket in range(1, 5):
        part = [row for row in rows if row.bracket == bracket]
        assert sum(row.trials * row.budget for row in part) == s.halving_time(part[0].trials, 3, bracket, 1, part[0].budget)


@pytest.mark.parametrize(
    ("given", "error", "text"),
    [
        ({"budget": 0.5}, ValueError, "brackets: budget = 0.5 must be >= 1"),
        ({"budget": math.inf}, ValueError, "brackets: budget = inf must be >= 1 and finite"),
        ({"reduction": 1.5}, ValueError, "brackets: reduction = 1.5 must be >= 2"),
        ({"form": "last"}, ValueError, "form.*'last'.*'journal' or 'first'"),
        ({"form": 3}, (TypeError, ValueError), "form"),
        ({"budget": "many"}, (TypeError, ValueError), "brackets: budget"),
        ({"budget": [81, 9]}, TypeError, "brackets: budget must be one real number"),
    ],
)
def test_brackets_refuse_by_name(given, error, text) -> None:
    with pytest.raises(error, match=text):
        s.brackets(**{"budget": 81, "reduction": 3, **given})


def test_a_halving_counts_in_seconds() -> None:
    pool = s.Halving(trials=256, reduction=4, rungs=4)
    workers = np.array([1, 4, 16, 256])
    for resume in (False, True):
        one = pool.replace(resume=resume)
        np.testing.assert_array_equal(one.time(workers, "10 min"), s.halving_time(256, 4, 4, workers, 600, resume))
        np.testing.assert_array_equal(one.efficiency(workers), s.halving_efficiency(256, 4, 4, workers, 1, resume))
        np.testing.assert_allclose(one.useful_workers(workers), workers * one.efficiency(workers), rtol=1e-15)
        assert one.most_useful_workers == s.most_useful_workers(256, 4, 4, resume)
        assert one.first_result("10 min") == s.first_result(4, 4, resume) * 256 * 600
        np.testing.assert_allclose(
            one.results_per_time(workers, 600), s.results_per_time(workers, 4, 4, resume) / (256 * 600), rtol=1e-15
        )
    assert pool.most_useful_workers == pytest.approx(3.7536657, abs=5e-8)  # printed digits
    assert pool.first_workers == 256 and pool.largest_budget("10 min") == 256 * 600
    np.testing.assert_allclose(
        s.Halving(trials=256, reduction=[2, 4], rungs=4).efficiency(4), s.halving_efficiency(256, [2, 4], 4, 4), rtol=1e-15
    )
    # the factor of the same numbers
    fields = {field.name: getattr(pool, field.name) for field in s.Halving.fields()}
    assert sl.limits.Trials(**fields).efficiency(16) == s.smooth_halving_efficiency(16, 256, 4, 4)
    assert sl.limits.Trials(**{**fields, "resume": True}).efficiency(16) == s.smooth_halving_efficiency(16, 256, 4, 4, True)
    for given, said in (
        ({"trials": 255}, r"Halving: trials = 255 must be >= reduction\^rungs = 256"),
        ({"reduction": 1.5}, "Halving: reduction = 1.5 must be >= 2"),
        ({"rungs": 1.5}, "Halving: rungs = 1.5 must be a whole number"),
        ({"resume": 3}, "Halving: resume = 3 must be true or false"),
    ):
        with pytest.raises(ValueError, match=said):
            pool.replace(**given)
    with pytest.raises(ValueError, match=r"search: workers = 0.5 must be >= 1"):
        pool.time(0.5, 600)
    with pytest.raises(ValueError, match=r"search: least_budget = 0(\.0)? must be > 0 and finite \[s\]"):
        pool.time(4, 0)


def test_halving_over_workers() -> None:
    workers = np.array([1, 4, 16, 256])
    np.testing.assert_allclose(s.halving_efficiency(256, 4, 4, workers), [1, 0.625, 5 / 23, 5 / 341], rtol=1e-15)
    np.testing.assert_allclose(s.smooth_halving_efficiency(workers, 256, 4, 4), [1, 0.625, 5 / 23, 5 / 341], rtol=1e-15)
    assert s.halving_time(256, 4, 4, 1) == 1280
    assert s.halving_time(256, 4, 4, 1, resume=True) == s.halving_time(256, 4, 4, 1, 1, True) < 1280
    assert s.halving_time(256, 4, 4, 256, 10) == 3410
    assert math.isnan(s.halving_time(255, 4, 4, 1))
    assert s.first_result(3, 2) * 9 == pytest.approx(13, rel=1e-15)
    assert s.results_per_time(8, 4, 4, resume=True) == 2
    assert s.random_trials(0.05, 0.95) == pytest.approx(58.404, abs=5e-4)
    np.testing.assert_allclose(s.break_even_targets(1240, [0, 75, 500], 500), [2.48, 1240 / 425, np.inf])
