#!/bin/bash
export NUM_SLICES=2
python3 -m maxtext.trainers.pre_train.train src/maxtext/configs/base.yml run_name=x model_name=llama2-7b steps=30 per_device_batch_size=4 \
  ici_fsdp_parallelism=16 dcn_data_parallelism=$NUM_SLICES remat_policy=full max_target_length=4096 enable_checkpointing=false
