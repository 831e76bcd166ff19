# SPDX-License-Identifier: Apache-2.0
"""Words for how a job ended, what they mean, and what a caller says of a history beside the file."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from . import _core, _evaluate
from ._log_report import cut

#: what an attempt may have come to; and those that are interruptions unless somebody says otherwise
OUTCOMES = tuple(_evaluate.words_of("job_state")["outcome"])
INTERRUPTIONS = tuple(word for word in OUTCOMES if _evaluate.ask("job_state", arguments={"text": word}).columns["interruption"])


class Given(NamedTuple):
    """What a caller says of a history beside the file."""

    counted: tuple[str, ...] = INTERRUPTIONS
    means: Mapping[str, str] = {}  # outcomes of words, by the word
    gpus: float | None = None  # of each job, where the file does not say
    gpus_per_node: float | None = None
    least_gpus: float = 0
    until: Any = None
    within: float = 600.0
    timezone: str | None = None
    sized: bool = True  # whether GPUs must be known


def outcome_of(word: object, means: Mapping[str, str] | None = None) -> str:
    """What a word for the end of a job means, an int as a number of Slurm's database; "": it is none that is known."""
    text = str(word).strip()
    if means and text in means:
        return means[text]
    numbers, arguments = ({"code": word}, {}) if isinstance(word, int) else ({}, {"text": text})
    return str(_evaluate.ask("job_state", numbers=numbers, arguments=arguments).columns["outcome"])


def outcomes_of(states: Any) -> Any:
    """What each of some words means; refuses those that none is known of."""
    import pandas

    codes, words = pandas.factorize(np.asarray(states, object))
    known = [outcome_of(word) for word in words]
    if "" in known:
        first = str(words[known.index("")])
        raise ValueError(f"Attempts: state: {unknown_states([first])}")
    return np.array(known, object)[codes]


def unknown_states(words: Sequence[str], option: str = "") -> str:
    """What to say of states that nobody knows."""
    listed = ", ".join(cut(word) for word in words[:3]) + (", ..." if len(words) > 3 else "")
    many = "are no states that are known" if len(words) > 1 else "is no state that is known"
    way = f": say what it means, such as {option} {words[0]}=failed" if option else ""
    near = _core.suggestion(words[0], ("NODE_FAIL", "FAILED", "COMPLETED", "CANCELLED", "TIMEOUT", "OUT_OF_MEMORY"))
    return f"{listed} {many}{near}{way} ({', '.join(OUTCOMES)})"


def checked_means(texts: Mapping[str, str]) -> dict[str, str]:
    """Outcomes that a caller gives to words; ValueError for one that is none."""
    found = {str(word): outcome_of(said) for word, said in texts.items()}
    for word, outcome in found.items():
        if not outcome:
            raise ValueError(f"state {word} = {cut(texts[word])} must be one of {', '.join(OUTCOMES)}{_near(texts[word])}")
    return found


def _near(word: object) -> str:
    """The outcome that was meant, where one is near."""
    near = str(_core.suggestion(str(word), OUTCOMES))
    return near if "did you" in near else ""


def counted_of(words: Iterable[str]) -> tuple[str, ...]:
    """Outcomes that a caller counts as interruptions beside the failures."""
    listed = list(words)
    for word in listed:
        if word not in OUTCOMES:
            raise ValueError(f"counted = {cut(word)} must be one of {', '.join(OUTCOMES)}{_near(word)}")
    return tuple(dict.fromkeys(listed))


def until_of(given: float | None, name: str) -> tuple[float, str]:
    """The instant up to which what still runs has run, and where it is from; NaN: not known."""
    from pathlib import Path

    if given is not None:
        return given, "as given"
    try:
        return Path(name).stat().st_mtime, "the date of the file; until= says otherwise"
    except OSError:
        return math.nan, ""
