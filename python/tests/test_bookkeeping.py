# SPDX-License-Identifier: Apache-2.0
"""Books of a measured run: logs of every form and every damage in, buckets, intervals and explained differences out."""

from __future__ import annotations

import datetime
import gzip
import io
import math
import zoneinfo
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import scaling_limits as sl

books = sl.data.goodput_from_steps
HEAD = "step,start,end,kind,attempt\n"
#: three attempts: 90 s of start-up, steps of 10 s, a checkpoint of 5 s after each third, an evaluation, 60 s of downtime
ROWS = """\
1,0,100,step,a
2,100,110,step,a
3,110,120,step,a
,120,125,checkpoint,a
4,125,135,step,a
5,135,,step,a
4,200,300,step,b
5,300,310,step,b
,310,330,eval,b
6,330,340,step,b
,340,345,checkpoint,b
7,345,355,step,b
8,357,367,step,b
,430,440,restart,c
7,440,450,step,c
8,450,460,step,c
"""


def cut(step: float, running: float, failures: int = 1) -> float:
    """What ran of a step that a failure cut, beside that much running time: M - t/(e^(t/M) - 1), where M has it, too."""
    return step / math.log1p(failures * step / running) - running / failures


CUT = cut(10, 332, 2)  # 4.95 of the steps 5 and 9 ran when they were cut
TRUTH = {
    "useful": 80.0, "rework": 30 + 2 * CUT, "startup": 190.0, "checkpoint": 10.0, "downtime": 128 - 2 * CUT, "other": 22.0
}  # fmt: skip


def text(rows: str = ROWS, head: str = HEAD) -> io.StringIO:
    return io.StringIO(head + rows)


def cycles(running: int, stall: int, count: int = 20) -> dict[str, list[float]]:
    """Steps of a minute: so many, then a stall, over and over; at the end the next attempt begins."""
    step, start, end, now = [], [], [], 0
    for _ in range(count):
        for _ in range(running):
            step.append(float(len(step)))
            start.append(60.0 * now)
            now += 1
            end.append(60.0 * now)
        now += stall
    attempt = [float(k // running) for k in range(len(step))]
    return {
        "step": [*step, len(step)],
        "start": [*start, 60.0 * now],
        "end": [*end, math.nan],
        "attempt": [*attempt, float(count)],
    }


def test_every_bucket_of_a_log_by_hand() -> None:
    found = books(text())
    assert found.seconds == pytest.approx(TRUTH) and found.elapsed == pytest.approx(sum(TRUTH.values())) == 460
    assert found.goodput == 80 / 460 and found.shares["rework"] == pytest.approx((30 + 2 * CUT) / 460)
    assert (found.failures, found.steps, found.useful_steps, found.checkpoints, found.unfinished) == (2, 11, 8, 2, 1)
    assert found.wall_clock_mtbf == 230 and found.mtbf == pytest.approx((460 - 128) / 2 + CUT)
    assert [(row.first_step, row.last_step, row.rework, row.downtime) for row in found.attempts] == [
        (1, 4, pytest.approx(10 + CUT), 0),
        (4, 8, pytest.approx(20 + CUT), pytest.approx(65 - CUT)),
        (7, 8, 0, pytest.approx(63 - CUT)),
    ]
    assert math.isnan(found.inputs.pop("recovery"))
    inputs = {"mtbf": 166 + CUT, "downtime": 64 - CUT, "restart_time": 190 / 3, "write_time": 5, "interval": 30}
    assert found.inputs == pytest.approx(inputs)
    assert found.report == [] and "last of their attempt: 1;" in found.notes[0]
    assert "no row tells how long it ran: 2; as expected it ran 4.95 s each, which is rework" in found.notes[1]
    assert "failures=2" in repr(found)


def test_18_minutes_are_44_or_64_percent() -> None:
    wall, running = books(cycles(8, 10)), books(cycles(18, 10))
    assert wall.wall_clock_mtbf == pytest.approx(18 * 60) and wall.goodput == pytest.approx(0.444, abs=5e-4)
    assert running.mtbf == pytest.approx(18 * 60 + cut(60, 18 * 60)) and running.goodput == pytest.approx(0.643, abs=5e-4)
    low, high = running.mtbf_interval()
    assert low == pytest.approx(2 * 20 * running.mtbf / 61.777, rel=1e-4) and high > running.mtbf  # chi-squared of 42, 0.975
    with pytest.raises(ValueError, match="confidence = 2"):
        running.mtbf_interval(2)


def test_forms_of_the_same_log_agree(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    want = books(text())
    start = datetime.datetime(2024, 3, 30, 23, 0, tzinfo=datetime.UTC)  # over the change to summer time

    def written(at: str, form: Any) -> str:
        return form(start + datetime.timedelta(seconds=float(at))) if at else ""

    zone = datetime.timezone(datetime.timedelta(hours=5, minutes=30))
    forms = {
        "iso": lambda when: when.isoformat(),
        "z": lambda when: when.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "zone": lambda when: when.astimezone(zone).isoformat(" "),
        "naive": lambda when: when.strftime("%Y-%m-%d %H:%M:%S"),
        "us": lambda when: when.strftime("%m/%d/%Y %H:%M:%S"),
        "utc": lambda when: when.strftime("%Y-%m-%d %H:%M:%S UTC"),
        "epoch": lambda when: f"{when.timestamp():.3f}",
    }
    for form in forms.values():
        rows = [line.split(",") for line in ROWS.splitlines()]
        stamped = "".join(",".join([r[0], written(r[1], form), written(r[2], form), *r[3:]]) + "\n" for r in rows)
        found = books(text(stamped, "Iteration;Started;finished;Event;job id\n".replace(";", ",")))
        assert found.seconds == want.seconds and found.attempts == want.attempts, form(start)
        assert found.columns == {
            "step": "Iteration", "start": "Started", "end": "finished", "kind": "Event", "attempt": "job id"
        }  # fmt: skip
    frame = pandas.read_csv(text())
    assert books(frame) == want
    for column in ("start", "end"):
        frame[column] = pandas.to_datetime(start) + pandas.to_timedelta(frame[column], unit="s")
    assert books(frame).seconds == want.seconds
    frame["start"] = frame["start"].dt.tz_convert("America/New_York")
    assert books(frame).seconds == want.seconds
    for column in ("start", "end"):
        frame[column] = frame[column].dt.tz_convert("Europe/Berlin").dt.tz_localize(None)
    assert books(frame, timezone="Europe/Berlin").seconds == want.seconds
    assert books(frame).elapsed == want.elapsed + 0 * 3600, "the change lies after the log"
    path = tmp_path / "log.csv.gz"
    with gzip.open(path, "wt") as file:
        file.write(HEAD + ROWS)
    assert books(path) == want == books(str(path))
    (tmp_path / "log.csv").write_text("\ufeff" + (HEAD + ROWS).replace(",", ";").replace("\n", "\r\n"))
    found = books(tmp_path / "log.csv")
    assert found.seconds == want.seconds and found.attempts == want.attempts
    assert found.notes == ("cells are separated by ';'", *want.notes)
    shuffled = ROWS.splitlines(keepends=True)
    shuffled = shuffled[7:] + shuffled[:7]
    late = books(text("".join(shuffled)))
    assert late.seconds == want.seconds and "one that began later: 1;" in late.notes[0]
    durations = [line.split(",") for line in ROWS.splitlines() if line.split(",")[2]]
    lasting = "".join(f"{r[0]},{r[1]},{float(r[2]) - float(r[1])},{r[3]},{r[4]}\n" for r in durations)
    assert books(text(lasting, HEAD.replace("end", "duration"))).seconds == want.seconds


def test_zones_are_known_or_given() -> None:
    # two hours of a night in which the clock went forward by one
    rows = "1,2024-03-31 01:30:00,2024-03-31 03:30:00\n"
    head = "step,start,end\n"
    assert books(text(rows, head)).elapsed == 7200
    assert books(text(rows, head), timezone="Europe/Berlin").elapsed == 3600
    mixed = books(text(rows + "2,2024-03-31T03:30:00+02:00,2024-03-31T03:40:00+02:00\n", head), timezone="Europe/Berlin")
    assert mixed.elapsed == 4200
    assert not any("zone" in note for note in mixed.notes)
    mixed = books(text(rows + "2,2024-03-31T03:30:00Z,2024-03-31T03:40:00Z\n", head))
    assert mixed.notes[0] == "start: 1 date without a zone beside others with one taken as UTC; timezone= says it"
    for zone in ("Nowhere/City", "", "../etc"):
        with pytest.raises(ValueError, match=r"timezone = .* must be a name such as"):
            books(text(rows, head), timezone=zone)


def test_every_damage_is_reported_with_its_line() -> None:
    long = "x" * 60
    rows = (
        "1,0,10,step,a\n"
        f"2,{long},20,step,a\n"  # 3: began where the row before ended
        "3,20,soon,step,a\n"  # 4: end not known
        "4,30,25,step,a\n"  # 5: before its start
        ",40,50,step,a\n"  # 6: no number
        "six,40,50,step,a\n"  # 7
        "5,40,50,step\n"  # 8: cells
        "\n"
        "5,40,50,sleeping,a\n"  # 10: other, as told
        ",never,50,checkpoint,a\n"  # 11
        "5,inf,50,step,a\n"  # 12
        "6,60,70,step,\n"
    )
    found = books(text(rows))
    assert found.report == [
        (3, f"start = '{'x' * 37}...' is no time: taken as not known"),
        (4, "end = 'soon' is no time: taken as not known"),
        (5, "end is before start: taken as not known"),
        (6, "left out: step is missing"),
        (7, "left out: step = 'six' is no number"),
        (8, "left out: it has fewer cells than the head"),
        (11, "start = 'never' is no time: taken as not known"),
        (12, "start = 'inf' is no time: taken as not known"),
    ]
    assert "1 row of the kind 'sleeping': other" in found.notes
    assert found.elapsed == 70 and sum(found.seconds.values()) == pytest.approx(70)
    assert (found.failures, found.steps) == (0, 6)  # the 5 of line 12 has an end
    assert found.seconds["useful"] == 48 and found.seconds["startup"] == 2 and found.seconds["other"] == 20


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (text(""), "the text: no usable step: it has no rows"),
        (io.StringIO(""), "this is an empty file; expected a log of steps"),
        (
            text("a,b,c,,\n\nx,1,2,,\n"),
            "line 2: left out: step = 'a' is no number; start = 'b' is no time; end = 'c' is no time; line 4: left out: step",
        ),
        (text("1,0,10,eval,\n"), "no row is of the kind step"),
        (
            io.StringIO("step,n\n1,2\n"),
            r"no column that is called like start, end or time; name it \(start=, end= or time=\); there ",
        ),
        (io.StringIO("step,start\n1,2\n"), "no time passes in it: 1 usable row, without length"),
        ({"step": [1], "start": [1, 2], "end": [1]}, "columns must have the same length, not step 1, start 2, end 1"),
        ({"step": [], "start": [], "end": []}, "the log: no usable step: it has no rows"),
        ({}, "no column that is called like step"),
        ({"step": [1, 2], "start": [5, 5], "end": [5, None]}, "no time passes in it: 2 usable rows, without length"),
    ],
)
def test_a_log_without_a_step_is_one_error(source: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        books(source)


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(TypeError, match="steps must be a path, a text file, a frame or columns by name, not"):
        books(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no column 'stop', named as end"):
        books(text(), end="stop")
    with pytest.raises(ValueError, match="rise = 0 must be > 0"):
        books(text(), rise=0)
    with pytest.raises(ValueError, match="single numbers"):
        books(text()).against(sl.published.llama3_405b().replace(gpus=[1, 2]))
    with pytest.raises(TypeError, match="run must be a TrainingRun"):
        books(text()).against(3)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        books("there is no such file.csv")


def truth_of_ends() -> tuple[list[tuple[int, float, str]], dict[str, float]]:
    """Steps of 5 s by number, end and kind, a checkpoint, an evaluation, a failure; what such a log shows of it."""
    rows = [(step, 1000.0 + 5 * step, "train") for step in range(1, 11)]
    rows += [(10, 1080.0, "Saved Checkpoint"), *((step, 1030.0 + 5 * step, "train") for step in range(11, 16))]
    rows += [(15, 1125.0, "Eval"), *((step, 1050.0 + 5 * step, "train") for step in range(16, 19))]
    rows += [(step, 1400.0 + 5 * step, "train") for step in range(11, 21)]  # the last of the attempt before ended at 1140
    ran = cut(5, 185)  # of 18 s
    truth = {"useful": 95.0, "rework": 40 + ran, "startup": 0.0, "checkpoint": 30.0, "downtime": 310 - ran, "other": 20.0}
    return rows, truth


def test_logs_with_one_time_a_row() -> None:
    rows, truth = truth_of_ends()
    log = "".join(f"{step},{time},{kind}\n" for step, time, kind in rows)
    found = books(text(log, "iteration,timestamp,event\n"))
    assert found.columns == {"step": "iteration", "time": "timestamp", "kind": "event"}
    assert found.seconds == pytest.approx(truth) and found.elapsed == pytest.approx(sum(truth.values())) == 495
    assert (found.failures, found.steps, found.useful_steps, found.step_time) == (1, 28, 20, 5)
    assert found.attempts[1].start == 1450 - 1005 and found.attempts[1].first_step == 11
    assert (
        found.inputs["recovery"] == pytest.approx(truth["downtime"])
        and math.isnan(found.inputs["downtime"])
        and math.isnan(found.inputs["restart_time"])
    )
    assert found.notes == (
        "'timestamp' is taken as when a row ended, and as when the next of its attempt began",
        found.notes[1],
        "attempts of which nothing tells when they began: 1; their start-up is in downtime",
    )
    assert found.notes[1].startswith("what failures cut, of which no row tells how long it ran: 1; as expected it ran 2.49 s")
    # a row that says when the job was up again tells downtime from start-up
    log = log.replace("11,1455.0,train", ",1300,job start\n,1430,load-checkpoint\n11,1455.0,train")
    found = books(text(log, "iteration,timestamp,event\n"))
    ran = cut(5, 335)
    assert found.seconds == pytest.approx(truth | {"startup": 150.0, "rework": 40 + ran, "downtime": 160 - ran})
    assert (
        found.inputs["restart_time"] == 75
        and found.inputs["downtime"] == pytest.approx(160 - ran)
        and math.isnan(found.inputs["recovery"])
    )


def test_a_pause_of_which_no_row_tells_is_other() -> None:
    log = {"step": range(20), "time": [10.0 * k + 100 * (k > 9) for k in range(20)]}
    found = books(log)
    assert found.seconds["useful"] == 190 and found.seconds["other"] == 100
    assert "pauses before a step, of which no row tells: 1, up to 1.67 min; they are other" in found.notes
    assert books(log, pause=math.inf).seconds["useful"] == 290
    assert books(log, pause=12).seconds["useful"] == 290
    with pytest.raises(ValueError, match=r"pause = 0.5 must be >= 1"):
        books(log, pause=0.5)


def test_durations_say_their_unit() -> None:
    when = [datetime.datetime(2025, 3, 1, 10, tzinfo=datetime.UTC) + datetime.timedelta(seconds=7.3 * k) for k in range(1, 101)]
    stamps = [one.strftime("[%Y-%m-%d %H:%M:%S]") for one in when]  # of whole seconds
    for head, form in (
        ("elapsed time per iteration (ms)", "7300.0"),
        ("step_time", "7.3"),
        ("elapsed_ms", "7300"),
        ("Duration [s]", "7.3"),
        ("elapsed", "7300 ms"),
        ("iter_time", "0:07.3"),
    ):
        log = f"iteration,timestamp,{head}\n" + "".join(f"{k + 1},{one},{form}\n" for k, one in enumerate(stamps))
        found = books(io.StringIO(log))
        assert found.columns["duration"] == head
        assert found.goodput == pytest.approx(1, abs=1e-3) and found.seconds["other"] == 0, head
        assert found.step_time == pytest.approx(7.3, abs=0.01)
        assert found.notes[0] == "times are of whole seconds: gaps of up to 1 s between rows are taken as rounding"
    since_start = {"step": range(20), "time": range(0, 100, 5), "elapsed": range(0, 100, 5)}
    assert "durations are longer than the time from row to row: not used" in books(since_start).notes
    odd = books({"step": [1, 2, 3], "start": [0, 10, 20], "duration": ["10", "5 parsecs", "-4"]})
    assert odd.report == [
        (1, "duration = '5 parsecs' is no time: taken as not known"),
        (2, "duration = '-4' is no time: taken as not known"),
    ]
    with pytest.raises(ValueError, match="duration = 'took' says nothing beside start = 'start' and end = 'end'"):
        books({"step": [1], "start": [0], "end": [1], "took": [1]}, duration="took")


def test_one_time_in_every_form() -> None:
    pandas = pytest.importorskip("pandas")
    rows, truth = truth_of_ends()
    origin = datetime.datetime(2025, 10, 26, 0, 55, tzinfo=datetime.UTC) - datetime.timedelta(seconds=1005)
    when = [origin + datetime.timedelta(seconds=time) for _, time, _ in rows]
    berlin = zoneinfo.ZoneInfo("Europe/Berlin")  # summer time ends at 1 h UTC, within the log
    forms: dict[str, Any] = {
        "of ms": [f"{one.timestamp() * 1e3:.0f}" for one in when],
        "of ns": np.array([int(one.timestamp()) * 10**9 for one in when]),
        "of s, one of µs": [one.timestamp() * (1e6 if k == 3 else 1) for k, one in enumerate(when)],
        "iso": [one.strftime("%Y-%m-%dT%H:%M:%S") for one in when],
        "zulu": [one.strftime("%Y-%m-%dT%H:%M:%S.%fZ") for one in when],
        "offset": [one.astimezone(datetime.timezone(datetime.timedelta(hours=-5))).isoformat() for one in when],
        "two offsets": [one.astimezone(berlin).isoformat() for one in when],
        "space": [one.strftime("%Y-%m-%d %H:%M:%S +0000") for one in when],
        "comma": [one.strftime("%Y-%m-%d %H:%M:%S,000") for one in when],
        "pandas": pandas.Series(when),
    }
    table = {"step": [row[0] for row in rows], "kind": [row[2] for row in rows]}
    for name, times in forms.items():
        assert books({**table, "time": times}).seconds == pytest.approx(truth), name
    assert books({**table, "time_ms": [time * 1e3 for _, time, _ in rows]}).seconds == pytest.approx(truth)
    days, hours = ([one.strftime(form) for one in when] for form in ("%Y-%m-%d", "%H:%M:%S"))
    assert books({**table, "date": days, "time": hours}).seconds == pytest.approx(truth)
    local = [one.astimezone(berlin).strftime("%Y-%m-%d %H:%M:%S") for one in when]
    assert books({**table, "time": local}, timezone="Europe/Berlin").seconds == pytest.approx(truth)
    assert books({**table, "time": [time * 1e3 for _, time, _ in rows]}).elapsed == 495e3  # nothing says ms
    told = books({**table, "time": forms["of s, one of µs"]}).notes[0]
    assert told == "time: numbers are read as time since 1970, by their size 29 in s and 1 in us"
    bad = books({**table, "time": [*forms["iso"][:-1], "2025-10-26 01:02:03#"]})
    assert bad.report == [(29, "time = '2025-10-26 01:02:03#' is no date: taken as the end of the row before")]


def test_cells_are_read_as_those_of_every_log() -> None:
    days = "".join(f"{k},{k + 4}.3.2025 10:00:00\n" for k in range(1, 7))  # 5.3. to 10.3.
    found = books(text(days, "step,time\n"))
    assert found.elapsed == 5 * 86400 and "can be month/day or day/month: read as day/month" in found.notes[0]
    assert books(text(days, "step,time\n"), date_format="%m.%d.%Y %H:%M:%S").elapsed > 100 * 86400
    grouped = "".join(f'"{k},000","1.234,{k}"\n' for k in range(1, 4))
    found = books(text(grouped, "step,time\n"))
    assert found.rise == 1000 and found.elapsed == pytest.approx(0.2)


def test_a_number_between_its_neighbours_is_no_failure() -> None:
    rows = "".join(f"{'seven' if step == 7 else step},{10 * step}\n" for step in range(1, 21))
    found = books(text(rows, "step,time\n"))
    assert found.report == [(8, "step = 'seven' is no number: taken as 7, between its neighbours")]
    assert (found.failures, found.steps, found.seconds["useful"]) == (0, 20, 190)
    kth = books({"step": [10, 20, None, 40, 50, None, None, 80, 90, None], "time": range(10)})
    assert kth.report == [
        (2, "step is missing: taken as 30, between its neighbours"),
        (5, "left out: step is missing"),
        (6, "left out: step is missing"),
        (7, "an attempt begins beyond the step that was next: rows may be missing before it"),
        (9, "left out: step is missing"),
    ]


def test_a_column_that_is_no_clock_is_refused() -> None:
    took = 5 + 0.1 * np.random.default_rng(1).standard_normal(200)
    with pytest.raises(ValueError, match=r"'time' goes back at \d+ of 200 rows: it is no time on a clock"):
        books({"step": range(200), "time": took})


def test_kinds_in_other_words() -> None:
    words = [
        "Save-Checkpoint",
        "CKPT",
        "Checkpointing to S3...",
        "upload ckpt",
        "Loading ckpt shards",
        "Start-up",
        "EVAL",
        "Lunch",
    ]
    log = {"step": [1, *[None] * 8, 2], "time": [0, *[10 * 2**k for k in range(9)]], "kind": ["Train Step", *words, ""]}
    found = books(log)
    assert found.seconds["checkpoint"] == 80 and found.seconds["other"] == 1280 - 320
    assert found.notes[:4] == (
        "1 row of the kind 'Checkpointing to S3...': checkpoint",
        "1 row of the kind 'upload ckpt': checkpoint",
        "1 row of the kind 'Loading ckpt shards': startup",
        "1 row of the kind 'Lunch': other",
    )


def test_a_start_or_an_end_alone() -> None:
    ends = books({"step": [1, 2, 3, 2, 3], "end": [10, 20, 30, 100, 110]})
    ran = cut(10, 40)
    assert ends.seconds["useful"] == 20 and ends.seconds["rework"] == pytest.approx(20 + ran)
    assert ends.seconds["downtime"] == pytest.approx(60 - ran)
    starts = books({"step": [1, 2, 3, 2, 3], "start": [10, 20, 30, 100, 110]})
    ran = cut(10, 30)  # the step that began at 30
    assert starts.seconds["useful"] == 20 and starts.seconds["rework"] == pytest.approx(10 + ran)
    assert starts.seconds["downtime"] == pytest.approx(70 - ran)
    assert starts.unfinished == 2 and "no column tells when a row ended" in starts.notes[0]
    missing = {"step": range(40), "time": [None if k in (5, 6, 20) else 10 * k for k in range(40)]}
    found = books(missing)
    assert found.seconds["useful"] == found.elapsed == 390 and found.steps == 40 and found.failures == 0
    assert [row for row, _ in found.report] == [5, 6, 20]


def test_a_wrong_clock_is_reported_with_its_row() -> None:
    time = [10.0 * k - 3600 * (k > 49) for k in range(100)]
    time[20] = 0.0
    lost = [*range(70), *range(80, 110)]
    found = books({"step": lost, "time": time})
    assert found.report == [
        (20, "its time is not between those of its neighbours: taken as not known"),
        (50, "the clock was set back before it: it and what follows are taken as later by so much"),
        (70, "an attempt begins beyond the step that was next: rows may be missing before it"),
    ]
    assert found.failures == 1 and found.elapsed == 990 and sum(found.seconds.values()) == 990
    assert any("taken as they stand" in note for note in found.notes)
    many = books({"step": [2 * k + (k % 2) for k in range(400)], "start": range(400), "end": range(1, 401)}, rise=1)
    assert many.report == [] and any(note.startswith("rows of this sort: ") for note in many.notes)


def test_a_played_run_with_one_time_a_row_meets_its_model() -> None:
    run = sl.TrainingRun(
        gpus=1000, gpu_mttf=1000 * 20_000.0, checkpoint_bytes=1e12, write_bandwidth=1e10, initialization_time=250, downtime=500
    )
    plan = sl.strategies.blocking(interval=2000)
    log = played(run, 2000, 3000)
    rows = [k for k, kind in enumerate(log["kind"]) if kind != "restart"]
    found = books({"step": [log["step"][k] for k in rows], "time": [log["end"][k] for k in rows],
                   "kind": [log["kind"][k] for k in rows]})  # fmt: skip
    same = found.against(run, plan)
    assert abs(same.rest) < 0.004 and abs(same.goodput - same.predicted) < 0.01
    other = found.against(run.replace(downtime=50), plan)
    assert max(other.parts, key=lambda key: abs(other.parts[key])) == "recovery" and "downtime" not in other.parts
    assert other.buckets[2].because == "the log does not tell it from downtime"
    assert other.buckets[4].because.startswith("downtime and restart ")


def test_every_tenth_step_logged() -> None:
    log = {"step": np.arange(10, 1010, 10), "start": np.arange(100.0), "end": np.arange(1.0, 101)}
    found = books(log)
    assert (found.rise, found.failures, found.steps, found.useful_steps) == (10, 0, 1000, 1000)
    assert found.step_time == pytest.approx(0.1) and found.goodput == 1
    assert "numbers rise by 10 from row to row: a row is taken as 10 steps, rework is known to as many" in found.notes
    assert books(log, rise=10).seconds == found.seconds
    assert books(log, rise=1).failures == 99
    # a restart from 505, logged at 510, then each tenth; the first row of all at 1
    number = [1, *range(10, 601, 10), *range(510, 701, 10)]
    end = [5.0 * k for k in range(len(number))]
    again = books({"step": number, "end": [time + 1000 * (k > 60) for k, time in enumerate(end)]})
    assert (again.rise, again.failures, again.steps, again.useful_steps) == (10, 1, 600 + 200, 700)
    ran = cut(10 * 395 / 789, 400)  # of a row: ten steps of 395 s / (599 + 190)
    assert again.seconds["rework"] == pytest.approx(50 + ran) and again.seconds["downtime"] == pytest.approx(1000 - ran)


def played(run: sl.TrainingRun, interval: float, failures: int) -> dict[str, list[Any]]:
    """The log of a run that fails after exponential times, saves every so often, and restarts from there."""
    random = np.random.default_rng(7)
    log: dict[str, list[Any]] = {"step": [], "start": [], "end": [], "kind": []}
    now, work, saved, step = 0.0, 0.0, 0.0, 100.0

    def put(kind: str, length: float, fails: float) -> bool:
        nonlocal now
        for name, value in zip(log, (round(work / step), now, min(now + length, fails), kind), strict=True):
            log[name].append(value)
        done = now + length <= fails
        now = min(now + length, fails)
        return done

    for _ in range(failures):
        fails = now + random.exponential(float(run.mtbf))
        work = saved
        running = put("restart", float(run.restart_time), fails)
        while running and now < fails:
            if not put("step", step, fails):
                break
            work += step
            if work % interval == 0:
                if not put("checkpoint", float(run.write_time), fails):
                    break
                saved = work
        now = fails + float(run.downtime)
    return log


def test_a_played_run_meets_its_model_and_differences_are_explained() -> None:
    run = sl.TrainingRun(
        gpus=1000, gpu_mttf=1000 * 20_000.0, checkpoint_bytes=1e12, write_bandwidth=1e10, initialization_time=250, downtime=500
    )
    plan = sl.strategies.blocking(interval=2000)
    found = books(played(run, 2000, 3000))
    same = found.against(run, plan)
    for row in same.buckets:
        # 1/sqrt(3000) of each loss; a save that was cut is a checkpoint here and rework there
        assert row.difference == pytest.approx(0, abs=0.006), row
    assert abs(same.rest) < 0.002 and "lies within it" in same.notes[0]
    # a run that was expected to be another: most of the difference is in the input that is wrong
    for name, factor, part in (
        ("gpu_mttf", 4, "mtbf"),
        ("downtime", 0.1, "downtime"),
        ("initialization_time", 0.1, "restart_time"),
        ("write_bandwidth", 4, "write_time"),
    ):
        expected = run.replace(**{name: getattr(run, name) * factor})
        other = found.against(expected, plan)
        assert other.predicted + sum(other.parts.values()) + other.rest == pytest.approx(other.goodput, rel=1e-12)
        assert max(other.parts, key=lambda key: abs(other.parts[key])) == part
        assert other.parts[part] == pytest.approx(same.predicted - other.predicted, abs=0.006)
        assert abs(other.rest) < 0.002
        assert other.with_inputs.mtbf == pytest.approx(found.mtbf)
    often = found.against(run, sl.strategies.blocking(interval=300))
    assert max(often.parts, key=lambda key: abs(often.parts[key])) == "interval"
    assert "a checkpoint every" in often.buckets[3].because


def test_strategies_of_any_kind_stand_beside_a_log() -> None:
    found = books(text())
    run = sl.published.llama3_405b()
    for plan in (None, sl.strategies.asynchronous(copy_bandwidth=1e14), sl.strategies.just_in_time()):
        beside = found.against(run, plan)
        assert sum(row.predicted for row in beside.buckets) == pytest.approx(1)
        assert ("write_time" in beside.parts) == (plan is None)
    calm = books({"step": [1, 2], "start": [0, 10], "end": [10, 20]})
    assert calm.mtbf == math.inf and calm.against(run).goodput == 1
    assert any("how long" in note for note in calm.notes)
    idle = books(text("1,0,0,step,\n,0,9,checkpoint,\n2,9,9,step,\n"))  # no work between two checkpoints is no interval
    assert math.isnan(idle.inputs["interval"]) and "interval" not in idle.against(run).parts


def test_start_ups_of_several_sizes_fit_a_restart() -> None:
    rng = np.random.default_rng(11)
    constant, growth, exponent, largest = 200.0, 300.0, 1.2, 16_384.0
    misses = []
    for _ in range(40):
        log, truth = drawn_starts(rng, constant, growth, exponent, largest)
        found = books(log)
        fit = found.fit_communicator()
        whole = [(row.gpus, row.restart_time) for row in found.attempts if row.restart_time == row.restart_time]
        assert whole == [(size, pytest.approx(time, abs=1e-6)) for size, time in truth]
        same = sl.run.fit_communicator([size for size, _ in truth], [time for _, time in truth], None)
        assert fit.constant == pytest.approx(same.constant, rel=1e-6) and fit.growth == pytest.approx(same.growth, rel=1e-6)
        assert (fit.sizes, fit.times, fit.communicator_gpus) == (4, len(truth), largest)
        assert fit.spread == pytest.approx(1.05, abs=0.03)
        misses += [abs(fit.constant - constant) / fit.constant_error, abs(fit.growth - growth) / fit.growth_error]
        misses += [abs(fit.exponent - exponent) / fit.exponent_error]
    assert np.mean(np.array(misses) < 2) > 0.85  # two standard errors hold the truth 95 times of a hundred
    # with the exponent of the truth, and from logs of one size each
    known = found.fit_communicator(exponent=exponent)
    assert known.exponent == exponent and known.exponent_error == 0
    first, *rest = (books({name: column[at] for name, column in columns(log).items()}) for at in by_size(log))
    apart = first.fit_communicator(*rest, exponent=exponent)
    assert (apart.constant, apart.growth) == (pytest.approx(known.constant), pytest.approx(known.growth))


def drawn_starts(
    rng: np.random.Generator, constant: float, growth: float, exponent: float, largest: float
) -> tuple[dict[str, list[Any]], list[tuple[float, float]]]:
    """A log of 24 attempts, each with a start-up of the law, and the start-ups that come to a step; every fifth does not."""
    log: dict[str, list[Any]] = {name: [] for name in ("step", "start", "end", "kind", "attempt", "gpus")}
    truth, now, step = [], 0.0, 0.0
    for attempt in range(24):
        size = [1024.0, 4096.0, 8192.0, largest][attempt % 4]
        time = (constant + growth * (size / largest) ** exponent) * math.exp(0.05 * rng.normal())
        failed = attempt % 5 == 4
        rows = [(math.nan, now, now + time * (0.4 if failed else 1), "startup")]
        if not failed:
            truth.append((size, time))
            rows += [(step + k, now + time + 10 * k, now + time + 10 * (k + 1), "step") for k in range(6)]
            step += 4
        for row in rows:
            for name, value in zip(log, (*row, attempt, size), strict=True):
                log[name].append(value)
        now = rows[-1][2] + 60
    return log, truth


def columns(log: dict[str, list[Any]]) -> dict[str, Any]:
    return {name: np.array(column) for name, column in log.items()}


def by_size(log: dict[str, list[Any]]) -> list[Any]:
    """The rows of each size."""
    sizes = np.array(log["gpus"])
    return [sizes == size for size in sorted(set(log["gpus"]))]


def test_what_a_fit_of_restarts_lacks_is_said() -> None:
    rows = "1,0,100\n2,100,110\n1,200,300\n2,300,310\n"
    with pytest.raises(ValueError, match=r"^fit_communicator: no row says on how many GPUs it ran \(gpus\)$"):
        books(text(rows, "step,start,end\n")).fit_communicator()
    of_one = books(text(rows, "step,start,end\n"), gpus=1024)
    assert [row.gpus for row in of_one.attempts] == [1024, 1024]
    with pytest.raises(
        ValueError, match="start-ups of two different sizes are needed, and there is none but 2 start-ups of 1,024"
    ):
        of_one.fit_communicator()
    with pytest.raises(ValueError, match="no start-up is there from its begin to a first step"):
        books(text("1,100\n2,110\n1,300\n2,310\n", "step,end\n"), gpus=1024).fit_communicator()
    two = of_one.fit_communicator(books(text(rows, "step,start,end\n"), gpus=2048))
    assert (two.sizes, two.growth) == (2, 0) and "do not rise with size" in two.note
    with pytest.raises(TypeError, match="others"):
        of_one.fit_communicator(1024)  # type: ignore[arg-type]


def test_gpus_are_a_column_or_a_number() -> None:
    head = "step,start,end,World Size\n"
    found = books(text("1,0,10,8\n2,10,20,8\n1,30,40,x\n2,40,50,16\n", head))
    assert found.columns["gpus"] == "World Size" and [row.gpus for row in found.attempts] == [8, 16]
    assert found.report == [(4, "gpus = 'x' is no size: taken as not known")]
    named = books(text("1,0,10,8\n2,10,20,-2\n", "step,start,end,n\n"), gpus="n")
    assert named.attempts[0].gpus == 8 and named.report == [(3, "gpus = '-2' is no size: taken as not known")]
    assert books(text("1,0,10,8\n2,10,20,8\n", head), gpus=32).attempts[0].gpus == 32
    for bad in (0, -1, math.inf, math.nan):
        with pytest.raises(ValueError, match=r"gpus = .* must be > 0 and finite, or the name of a column"):
            books(text(), gpus=bad)
    with pytest.raises(ValueError, match="no column 'm', named as gpus"):
        books(text(), gpus="m")
