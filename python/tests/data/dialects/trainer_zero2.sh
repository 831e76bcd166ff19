#!/bin/bash
cat <<'END' > zero2.json
{"zero_optimization": {"stage": 2}, "bf16": {"enabled": "auto"}, "train_micro_batch_size_per_gpu": "auto"}
END
torchrun --nnodes=2 --nproc_per_node=8 run_clm.py \
  --model_name_or_path mistralai/Mistral-7B-v0.1 --deepspeed zero2.json \
  --per_device_train_batch_size 4 --gradient_accumulation_steps 2 --block_size 4096 \
  --bf16 --gradient_checkpointing True --save_steps 200 --save_total_limit 2 --output_dir out
