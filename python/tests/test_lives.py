# SPDX-License-Identifier: Apache-2.0
"""Lives as people keep them: letters, codes, counts, intervals; read right, or asked for by name."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import optimize, stats

import scaling_limits as sl
from scaling_limits.cli._findings import laws_of

DATA = Path(os.environ.get("SCALING_LIMITS_DATA", Path(__file__).resolve().parents[3] / "shared/data"))


def here(path: Path) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not path.exists(), reason=f"no {path}")


def lives(text: str, **options: Any) -> sl.data.Lives:
    return sl.data.read_lives(io.StringIO(text), **options)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("time,status\n1,F\n2,X\n3,C\n", r"status: which of C \(censored\?\), F \(failed\?\), X mean .* --event 'status=F'"),
        ("time,type\n1,F\n2,L\n3,C\n", "type: which of .* L mean .*; interval- and left-censored lives are not fitted"),
        ("hours,failed,suspended\n100,2,0\n200,1,5\n300,3,9\n", "failed: which of 1, 2, 3 mean .* want a row for each end"),
        ("time,status\n1,F\n2,F\n", r"status: which of F \(failed\?\) mean"),
        ("hours,c\n1,0\n2,-1\n3,2\n", r"c: which of -1, 0, 2 mean .*; interval- and left-censored lives are not fitted"),
        ("hours,status\n1,failed\n2,retired\n3,retired\n", "status: which of RETIRED mean"),
        ("hours,failures,suspensions\n" + "".join(f"{k},{k},9\n" for k in range(9)), "failures has 9 numbers or letters"),
        (
            "hours,status\n1,exact\n2,interval\n3,left\n",
            "status: 'interval', 'left' in 2 rows; interval- and left-censored lives are",
        ),
        ("lower,upper\n10,20\n20,20\n30,\n", "'lower' and 'upper': in 1 row they are the ends of an interval; interval- and"),
        ("left,right,n\n,20,3\n5,5,1\n", "'left' and 'right': in 1 row they are the ends"),
        ("start_interval,end_interval\n1,2\n3,4\n", "'start_interval' and 'end_interval': in 2 rows"),
        ("time,a,b\n1,F,dead\n2,S,alive\n", "'a' and 'b' can each say how lives end: name one"),
    ],
)
def test_lives_whose_ends_are_not_known_are_refused(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        lives(text)
    if not text.startswith("hours,failures"):  # counts by name, whatever they are of
        with pytest.raises(ValueError, match="read_lives"):
            sl.data.read_events(io.StringIO(text))


def test_a_caller_says_which_letters_mean_a_failure() -> None:
    text = "time,status\n1,F\n2,X\n3,C\n4,\n"
    assert lives(text, event="status=f, x").observed.tolist() == [True, True, False]
    assert lives(text, event="status=F").report == [(5, "status is empty")]
    with pytest.raises(ValueError, match="event = 'status=Q': no cell of 'status' is that"):
        lives(text, event="status=Q")


def test_intervals_of_no_length_are_lives() -> None:
    read = lives("lower_h,upper_h\n10,10\n20,\n30,inf\n5,4\n")
    assert read.durations.tolist() == [36_000, 72_000, 108_000] and read.observed.tolist() == [True, False, False]
    assert read.report == [(5, "lower_h and upper_h are no interval")]


def test_rows_that_stand_for_many_lives() -> None:
    text = "hours,quantity,category,batch\n10,3,F,a\n20,2,C,b\n30,0,C,b\n40,1.5,F,a\n"
    read = lives(text, groups="batch")
    assert read.durations.tolist() == [36_000.0] * 3 + [72_000.0] * 2
    assert read.observed.tolist() == [True] * 3 + [False] * 2 and read.groups["batch"].tolist() == list("aaabb")
    assert read.columns == {"time": "hours", "event": "category", "quantity": "quantity", "batch": "batch"}
    assert read.report == [
        (4, "quantity = '0' must be a whole number of lives, at least 1"),
        (5, "quantity = '1.5' must be a whole number of lives, at least 1"),
    ]
    assert len(lives(text, quantity="")) == 4 and list(read.frame.index) == [2, 2, 2, 3, 3]
    assert (
        lives("hours,dead,weight\n1,1,0.5\n2,0,2.25\n").report.notes[-1].startswith("weight: not taken for a number of lives")
    )
    assert len(lives("n,hours,dead\n1,5,1\n2,6,0\n3,7,1\n")) == 3  # rows in order
    with pytest.raises(ValueError, match=r"freq adds up to 30,000,000 lives, 10,000,000 are the most: divide it by 3"):
        lives("hours,dead,freq\n1,1,10000000\n2,0,10000000\n3,0,10000000\n")


@here(DATA / "files" / "lives-quantity.csv")
def test_lives_of_a_table_with_counts_are_fitted_as_scipy_does() -> None:
    rows = [line.split(",") for line in (DATA / "files" / "lives-quantity.csv").read_text().split()[1:]]
    ages, weights = np.array([[float(time), float(many)] for time, many, _ in rows]).T
    failed = np.array([how == "F" for *_, how in rows])

    def against(at: Any) -> float:
        law = stats.weibull_min(np.exp(at[0]), scale=np.exp(at[1]))
        return -float((weights * np.where(failed, law.logpdf(ages), law.logsf(ages))).sum())

    shape, scale = np.exp(optimize.minimize(against, [0, 5], method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-9}).x)
    read = sl.data.read_lives(DATA / "files" / "lives-quantity.csv", unit="h")
    fit = sl.failures.fit(read.durations, read.observed)
    assert len(read) == 975 and read.observed.sum() == 13
    assert fit.parameters["shape"] == pytest.approx(shape, rel=1e-5) and shape == pytest.approx(1.3403, abs=5e-5)
    assert fit.parameters["scale"] / 3600 == pytest.approx(scale, rel=1e-5) and scale == pytest.approx(841.9, abs=0.05)


def test_a_law_of_more_parameters_must_be_ahead_by_more_than_two(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {
        "exponential": (1, 100.0),
        "weibull": (2, 98.5),
        "lognormal": (2, 98.5),
        "gamma": (2, 101.0),
        "two_piece": (3, 97.9),
    }

    class Fit:
        def __init__(self, law: str) -> None:
            self.parameters = dict.fromkeys(map(str, range(given[law][0])), 1.0)
            self.bic = self.aic = given[law][1]
            self.mean = self.log_likelihood = 0.0
            self.law = self

        def interval(self, name: str) -> tuple[float, float]:
            return 0.0, 1.0

        def goodness(self) -> Any:
            return type("Goodness", (), {"p_value": 0.5})

        def as_request(self) -> dict[str, Any]:
            return {}

    monkeypatch.setattr(sl.failures, "fit", lambda durations, observed, law, entry: Fit(law))

    def order() -> list[str]:
        return [one["law"] for one in laws_of(None, None)]

    assert order() == ["exponential", "two_piece", "weibull", "lognormal", "gamma"]
    given["weibull"] = (2, 97.9)
    assert order()[0] == "weibull"  # ahead by 2.1; two_piece by nothing
    given["two_piece"] = (3, 95.8)
    assert order()[0] == "two_piece"
    given["exponential"] = given["exponential"][0], 95.8
    assert order()[0] == "exponential"
