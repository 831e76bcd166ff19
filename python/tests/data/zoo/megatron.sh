#!/bin/bash
torchrun --nnodes 2 --nproc_per_node 8 pretrain_gpt.py --num-layers 32 --hidden-size 4096 --ffn-hidden-size 14336 \
  --num-attention-heads 32 --group-query-attention --num-query-groups 8 --swiglu --seq-length 8192 \
  --max-position-embeddings 8192 --tensor-model-parallel-size 4 --pipeline-model-parallel-size 2 \
  --micro-batch-size 1 --global-batch-size 256 --vocab-size 128256 --bf16
