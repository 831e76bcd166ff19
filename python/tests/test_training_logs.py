# SPDX-License-Identifier: Apache-2.0
"""Training logs as they are printed: each dialect read by its own rules, or refused by its name with the way out."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

import scaling_limits as sl
from scaling_limits.data import MeasuredGoodput


def books(text: str) -> MeasuredGoodput:
    return sl.data.goodput_from_steps(io.StringIO(text))


MEGATRON = """\
using world size: 16, data-parallel size: 2, tensor-model-parallel size: 8
> initialized tensor model parallel with size 8
time to initialize megatron (seconds): 21.500
[after megatron is initialized] datetime: 2026-03-04 08:00:40
 loading checkpoint from /ckpt at iteration 200
  successfully loaded checkpoint from /ckpt [ t 1/8, p 1/1 ] at iteration 200
(min, max) time across ranks (ms):
    load-checkpoint ................................: (14500.11, 15000.02)
[after model, optimizer, and learning rate scheduler are built] datetime: 2026-03-04 08:01:00
[after dataloaders are built] datetime: 2026-03-04 08:01:10
[before the start of training step] datetime: 2026-03-04 08:01:10
 [2026-03-04 08:01:54] iteration      210/   20000 | consumed samples:       215040 | elapsed time per iteration (ms): 4400.0 \
| throughput per GPU (TFLOP/s/GPU): 401.2 | learning rate: 1.0E-06 | global batch size:  1024 | lm loss: 1.19E+01 |
 [2026-03-04 08:02:34] iteration      220/   20000 | consumed samples:       225280 | elapsed time per iteration (ms): 4000.2 \
| throughput per GPU (TFLOP/s/GPU): 441.0 | learning rate: 1.0E-06 | global batch size:  1024 | lm loss: 1.18E+01 |
saving checkpoint at iteration     220 to /ckpt in torch_dist format
  successfully saved checkpoint from iteration     220 to /ckpt [ t 1/8, p 1/1 ]
(min, max) time across ranks (ms):
    save-checkpoint ................................: (11900.00, 12000.10)
 [2026-03-04 08:03:26] iteration      230/   20000 | consumed samples:       235520 | elapsed time per iteration (ms): 3999.8 \
| throughput per GPU (TFLOP/s/GPU): 441.1 | learning rate: 1.0E-06 | global batch size:  1024 | lm loss: 1.17E+01 |
    evaluate .......................................: (29000.00, 30000.00)
 [2026-03-04 08:04:36] iteration      240/   20000 | consumed samples:       245760 | elapsed time per iteration (ms): 4000.0 \
| throughput per GPU (TFLOP/s/GPU): 441.1 | learning rate: 1.0E-06 | global batch size:  1024 | lm loss: 1.17E+01 |
[rank3]: RuntimeError: NCCL communicator was aborted
using world size: 16, data-parallel size: 2, tensor-model-parallel size: 8
[after megatron is initialized] datetime: 2026-03-04 08:20:00
 loading checkpoint from /ckpt at iteration 220
[after dataloaders are built] datetime: 2026-03-04 08:20:50
 [2026-03-04 08:21:34] iteration      230/   20000 | consumed samples:       235520 | elapsed time per iteration (ms): 4400.0 \
| throughput per GPU (TFLOP/s/GPU): 401.1 | learning rate: 1.0E-06 | global batch size:  1024 | lm loss: 1.17E+01 |
 [2026-03-04 08:22:14] iteration      240/   20000 | consumed samples:       245760 | elapsed time per iteration (ms): 4000.0 \
| throughput per GPU (TFLOP/s/GPU): 441.1 | learning rate: 1.0E-06 | global batch size:  1024 | lm loss: 1.17E+01 |
"""


def test_megatron() -> None:
    found = books(MEGATRON)
    # 210 (44 s, of which 4 are start-up), 220, save of 12 s, 230, evaluation of 30 s, 240; from 220 again
    assert (found.rise, found.steps, found.useful_steps, found.failures, found.checkpoints) == (10, 60, 40, 1, 1)
    assert found.step_time == pytest.approx(4, rel=1e-3)
    assert found.seconds["useful"] == pytest.approx(160, rel=1e-2)
    assert found.seconds["checkpoint"] == pytest.approx(12, abs=1e-3)
    assert found.seconds["other"] == pytest.approx(30, abs=1)
    # from 08:00:18.5, when initialization of 21.5 s began, to 08:01:10, and 50 s from 08:20:00; 4 s of each first row
    assert found.seconds["startup"] == pytest.approx(21.5 + 30 + 50 + 4 + 4, abs=1)
    ran = found.attempts[0].rework - 80
    assert 15 < ran < 20  # of a row of 40 s
    assert found.attempts[1].downtime == pytest.approx(15 * 60 + 24 - ran, abs=1)
    assert found.elapsed == pytest.approx(22 * 60 + 14 - 18.5)
    assert [row.gpus for row in found.attempts] == [16, 16]
    assert [row.restart_time for row in found.attempts] == pytest.approx([21.5 + 30 + 4, 50 + 4], abs=0.1)
    assert found.notes[0] == "read as console lines of Megatron-LM: 7 of startup, 6 of step, 1 of checkpoint, 1 of eval"
    twice = MEGATRON.replace("using world size: 16", "using world size: 16\nusing world size: 16")
    assert "start-ups that failed before a line with a time: 2; they are not counted" in books(twice).notes
    labelled = "".join(f"{31 if 'iteration  ' in line else 0:>2}: {line}\n" for line in MEGATRON.splitlines())
    assert books(labelled).seconds == found.seconds
    fewer = labelled.rfind(" 0: using world size")  # with fewer ranks the last is another
    assert books(labelled[:fewer] + labelled[fewer:].replace("31: ", "15: ")).seconds == found.seconds


def test_a_megatron_log_says_on_how_many_gpus_it_ran() -> None:
    larger = MEGATRON.replace("using world size: 16,", "using world size: 32,").replace("08:20:50", "08:21:00")
    fit = books(MEGATRON).fit_communicator(books(larger))
    assert (fit.sizes, fit.times, fit.communicator_gpus) == (2, 4, 32)
    unsaid = books(MEGATRON.replace("using world size: 16,", "using world size:"))
    assert "gpus" not in unsaid.columns and all(row.gpus != row.gpus for row in unsaid.attempts)


def test_a_short_megatron_log() -> None:
    lines = [
        f" [2026-02-01 10:00:{at}] iteration        {k}/   20000 | elapsed time per iteration (ms): {ms} |"
        for k, (at, ms) in enumerate((("10", 9800.1), ("15", 5010.3), ("20", 5008.7), ("37", 5012.0)), 1)
    ]
    save = "saving checkpoint at iteration       3 to /ckpt in torch_dist format"
    timer = "    save-checkpoint ................................: (12000.00, 12000.10)"
    found = books("\n".join([*lines[:3], save, "(min, max) time across ranks (ms):", timer, lines[3]]))
    assert (found.steps, found.checkpoints, found.failures) == (4, 1, 0)
    assert found.seconds["checkpoint"] == pytest.approx(12, abs=1e-3) and found.seconds["other"] == 0
    assert found.elapsed == pytest.approx(36.8, abs=0.01)
    untold = books("\n".join([*lines[:3], save, lines[3]]))  # no timers: the time of the save is known, not whose it is
    assert untold.checkpoints == 0 and untold.seconds["other"] == pytest.approx(12, abs=0.1)
    assert "saves of which no line says how long they took: 1; their time is other" in untold.notes


TITAN = "[rank0]:[titan] 2026-05-04 {} - root - INFO - {}"


def titan(*lines: tuple[str, str]) -> str:
    return "".join(TITAN.format(at, text) + "\n" for at, text in lines)


def loss(step: int) -> str:
    return f"step: {step:>2}  loss:  2.02902  grad_norm:  1.9232  memory:  3.18GiB(1.70%)  tps: 129,971  mfu: 2.82%"


def test_torchtitan() -> None:
    log = titan(
        ("13:00:00,000", "Starting job: Llama 3 8B training"),
        ("13:00:30,500", "Training starts at step 1."),
        ("13:00:45,500", loss(1)),
        ("13:01:30,500", loss(10)),
        ("13:02:20,500", loss(20)),
        ("13:02:20,501", "Saving the checkpoint (or staging if async is enabled)."),
        ("13:02:30,501", "Finished saving the checkpoint (or staging if async is enabled)in 10.00 seconds."),
        ("13:03:20,501", loss(30)),
        # it fails, and fails in its start-up
        ("13:10:00,000", "Starting job: Llama 3 8B training"),
        ("13:10:20,000", "Loading the checkpoint from ./outputs/checkpoint/step-20."),
        ("13:15:00,000", "Starting job: Llama 3 8B training"),
        ("13:15:20,000", "Loading the checkpoint from ./outputs/checkpoint/step-20."),
        ("13:15:40,000", "Finished loading the checkpoint in 20.00 seconds."),
        ("13:15:40,000", "Training starts at step 21."),
        ("13:16:40,000", loss(30)),
        ("13:17:30,000", loss(40)),
        ("13:17:31,000", "Training completed"),
    )
    log = log.replace("\n", "\n[rank1]:[titan] 2026-05-04 13:00:00,100 - root - INFO - Starting job: Llama 3 8B training\n", 1)
    found = books(log)
    assert books(log.replace("step:", "\x1b[31mstep:").replace("loss:", "\x1b[32mloss:")).seconds == found.seconds
    assert (found.failures, found.rise, found.steps, found.useful_steps, found.checkpoints) == (2, 10, 50, 40, 1)
    assert found.step_time == pytest.approx(5, abs=0.01)
    assert found.seconds["checkpoint"] == pytest.approx(10, abs=0.01) and found.seconds["other"] == pytest.approx(1, abs=0.01)
    # to 13:00:30.5 and 10 s of step 1; 20 s of the second until its last line, and of the 15.25 s that a usual one has left,
    # (30.5 + 40)/2 - 20, as much as a failure leaves; 40 and 10 s of the third
    assert [row.startup for row in found.attempts] == pytest.approx([40.5, 27.5, 50], abs=0.1)
    assert [row.steps for row in found.attempts] == [30, 0, 20]
    assert found.inputs["interval"] == pytest.approx(100, abs=0.1)
    went_on = log + titan(
        ("14:00:00,000", "Starting job: Llama 3 8B training"),
        ("14:00:40,000", "Training starts at step 41."),
        ("14:01:30,000", loss(50)),
    )
    again = books(went_on)
    assert again.failures == 2 and again.useful_steps == 50 and again.attempts[-1].last_step == 50
    assert again.notes[1].startswith("ends of the run by itself, behind which it went on: 1; they are no failures")


NEMO = "Training epoch 0, iteration {0}/99 | lr: 5.6e-06 | global_step: {0} | train_step_timing in s: 12.2"


def test_nemo_where_a_launcher_puts_times() -> None:
    log = "".join(f"[2025-11-20T14:5{k}:{12 * k:02d}+08:00] {NEMO.format(k)} | consumed_samples: {32 * k}\n" for k in range(4))
    found = books(log)
    assert found.steps == 4 and found.step_time == pytest.approx(12.2) and found.failures == 0


def test_lightning_where_ts_puts_times() -> None:
    log = "".join(
        f"2026-01-01 10:{k:02d}:00 Epoch {k // 3}:  33%|███▎      | {100 * (k % 3 + 1)}/300 [00:50<07:30,  2.00it/s, v_num=0]\n"
        for k in range(9)
    )
    found = books(log)
    assert (found.failures, found.rise, found.steps) == (0, 100, 900) and found.step_time == pytest.approx(0.6)


def test_deepspeed() -> None:
    line = "[2023-12-29 13:0{0}:49,647] [INFO] [logging.py:96:log_dist] [Rank 0] step={1}0, skipped=0, lr=[0.0003]\n"
    saves = (
        "[2023-12-29 13:02:49,700] [INFO] [engine.py:30:create] [Torch] Checkpoint global_step20 is about to be saved!\n"
        "[2023-12-29 13:03:09,700] [INFO] [engine.py:33:commit] [Torch] Checkpoint global_step20 is ready now!\n"
    )
    found = books(line.format(1, 1) + line.format(2, 2) + saves + line.format(4, 3))
    assert (found.steps, found.rise, found.checkpoints) == (30, 10, 1)
    assert found.seconds["checkpoint"] == pytest.approx(20) and found.seconds["useful"] == pytest.approx(60 + 100, abs=0.1)


def mllog(time: float, kind: str, key: str, value: object = None, **metadata: object) -> str:
    one = {"namespace": "", "time_ms": round(1.72e12 + 1e3 * time), "event_type": kind, "key": key, "value": value,
           "metadata": {"file": "/workspace/ft-llm/custom_callbacks.py", "lineno": 129, **metadata}}  # fmt: skip
    return f"0: :::MLLOG {json.dumps(one)}\n"


def test_mllog() -> None:
    log = (
        '0: :::MLLOG {"namespace": "", "time_ms": 0, "event_type": "POINT_IN_TIME", "key": "cache_clear", "value": true}\n'
        + mllog(0, "INTERVAL_START", "init_start")
        + mllog(1, "POINT_IN_TIME", "global_batch_size", 8)
        + mllog(80, "INTERVAL_END", "init_stop")
        + mllog(90, "INTERVAL_START", "run_start")
        + mllog(90, "INTERVAL_START", "block_start", samples_count=0)
        + "".join(mllog(90 + 40 * k, "POINT_IN_TIME", "tracked_stats", {"throughput": 1.92}, step=64 * k) for k in range(1, 4))
        + mllog(210, "INTERVAL_END", "block_stop", samples_count=192)
        + mllog(210, "INTERVAL_START", "eval_start", samples_count=192)
        + mllog(255, "INTERVAL_END", "eval_stop", samples_count=192)
        + mllog(260, "INTERVAL_END", "run_stop", samples_count=192, status="success")
    )
    found = books(log)
    assert (found.failures, found.rise, found.steps) == (0, 8, 24)  # 192 samples, of which a step takes 8
    assert found.step_time == pytest.approx(5)
    assert found.seconds == pytest.approx(
        {"useful": 120, "rework": 0, "startup": 90, "checkpoint": 0, "downtime": 0, "other": 50}
    )
    assert found.notes[1] == "step counts samples: steps are of the 8 of global_batch_size"
    again = books(log.replace("run_stop", "cache_clear") + log.replace('"time_ms": 172000', '"time_ms": 172010'))
    assert again.failures == 1 and again.useful_steps == 24 and again.seconds["rework"] > 120
    with pytest.raises(ValueError, match="the text holds :::MLLOG lines, but none numbers steps: read are"):
        books(mllog(0, "INTERVAL_START", "init_start") + mllog(80, "INTERVAL_END", "init_stop"))


def goodput_events() -> list[dict[str, Any]]:
    at = 1.77e9
    return [
        {"job_start_time": at}, {"tpu_init_start_time": at + 10}, {"tpu_init_end_time": at + 40},
        {"training_prep_start_time": at + 40}, {"training_prep_end_time": at + 90},
        {"data_loading_start_time": at + 90}, {"data_loading_end_time": at + 100},
        *({"step_count": k, "step_start_time": at + time} for k, time in enumerate((100, 150, 155, 160))),
        {"job_start_time": at + 400}, {"tpu_init_start_time": at + 410}, {"tpu_init_end_time": at + 440},
        *({"step_count": k + 2, "step_start_time": at + time} for k, time in enumerate((500, 505, 510))),
        {"job_end_time": at + 520},
    ]  # fmt: skip


def test_ml_goodput() -> None:
    events = [{"job_name": "r", **event} for event in goodput_events()]
    found = books("".join(json.dumps(event) + "\n" for event in events))
    assert (found.elapsed, found.failures, found.steps, found.useful_steps, found.unfinished) == (520, 1, 6, 5, 1)
    assert found.seconds["useful"] == 30 and found.goodput == pytest.approx(0.0577, abs=1e-4)
    assert found.seconds["startup"] == 100 + 45 + 100 and found.seconds["other"] == 0
    exported = [{"jsonPayload": event, "insertId": f"{k}", "timestamp": "2026"} for k, event in enumerate(events)]
    assert books(json.dumps(exported)).seconds == found.seconds
    # evaluation of 20 s, whose seconds no step has; the run ends, and goes on
    at = 1.77e9
    more: list[dict[str, Any]] = [
        {"custom_badput_event_type": "eval", "custom_badput_event_start_time": at + 520},
        {"custom_badput_event_type": "eval", "custom_badput_event_end_time": at + 540},
        {"step_count": 5, "step_start_time": at + 540}, {"job_end_time": at + 550},
        {"job_start_time": at + 600}, {"step_count": 6, "step_start_time": at + 660}, {"job_end_time": at + 665},
    ]  # fmt: skip
    longer = books("".join(json.dumps({"job_name": "r", **event}) + "\n" for event in [*goodput_events()[:-1], *more]))
    assert longer.failures == 1 and longer.useful_steps == 7
    assert longer.seconds["other"] == 20 and longer.seconds["downtime"] == pytest.approx(found.seconds["downtime"] + 50, abs=3)


def test_ml_goodput_in_any_order_once_and_of_one_run() -> None:
    lines = [json.dumps({"job_name": "r", **event}) + "\n" for event in goodput_events()]
    found = books("".join(lines))
    newest_first, twice = books("".join(reversed(lines))), books("".join([*lines, *lines]))
    assert newest_first.seconds == twice.seconds == found.seconds and newest_first.failures == twice.failures == 1
    assert f"events that repeat another: {len(lines)}; left out" in twice.notes
    with pytest.raises(ValueError, match=r"the text has events of 2 runs \(job_name 'r', 's'\): keep those of one"):
        books("".join([*lines, lines[0].replace('"r"', '"s"')]))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (MEGATRON.replace("[2026-03-04", "[").replace(" 2026-03-04 ", " "),
         "the text holds console lines of Megatron-LM without times, of which no clock follows: Megatron-LM since core"),
        (NEMO.format(28), "the text holds console lines of NeMo without times, of which no clock follows: `... 2>&1 | ts"),
        ("Epoch 0:  10%|█         | 100/1000 [00:50<07:30,  2.00it/s, v_num=0, train_loss=2.3]\n",
         "the text holds console lines of PyTorch Lightning's progress bar without times, .*CSVLogger"),
        ("step:  7  loss:  2.02902  grad_norm:  1.9232  tps: 129,971\n", "console lines of torchtitan"),
        (MEGATRON[: MEGATRON.index(" [2026")], "the text holds console lines of Megatron-LM, but none of a step"),
        ("{'loss': 2.075, 'learning_rate': 0.000232, 'epoch': 0.04}\n", "lines of Hugging Face's Trainer without"),
        ('# HELP DCGM_FI_DEV_XID_ERRORS Value of the last XID.\nDCGM_FI_DEV_XID_ERRORS{gpu="0"} 79\n',
         "the text is Prometheus text of NVIDIA's DCGM"),
    ],
)  # fmt: skip
def test_logs_without_times_are_refused_by_name(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        books(text)


def test_a_dialect_has_no_columns_to_name() -> None:
    with pytest.raises(ValueError, match=r"the text: no columns to name \(time\): it is read as console lines of Megatron-LM"):
        sl.data.goodput_from_steps(io.StringIO(MEGATRON), time="time")


def test_a_csv_of_such_words_stays_one() -> None:
    log = "iteration,timestamp,elapsed time per iteration (ms)\n1,2026-02-01 10:00:10,5000\n2,2026-02-01 10:00:15,5000\n"
    assert books(log).columns["duration"] == "elapsed time per iteration (ms)"
