#!/bin/bash
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=8
python /opt/NeMo/examples/nlp/language_modeling/megatron_gpt_pretraining.py --config-path=conf --config-name=gpt \
  trainer.devices=8 trainer.num_nodes=4 trainer.precision=bf16 \
  model.micro_batch_size=2 model.global_batch_size=256 model.tensor_model_parallel_size=4 model.pipeline_model_parallel_size=1 \
  model.num_layers=24 model.hidden_size=2048 model.num_attention_heads=16 model.encoder_seq_length=2048 ++model.vocab_size=50257 \
  model.activations_checkpoint_granularity=selective exp_manager.checkpoint_callback_params.every_n_train_steps=500
