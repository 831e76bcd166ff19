#!/bin/bash
#SBATCH --nodes=4
#SBATCH --gres=gpu:a100:8
set -e
LAYERS=32; HIDDEN=4096; HEADS=32; KV=8; FFN=14336
TP=2 SP=4
ZERO=1
MICRO=1
GLOBAL=$(( SLURM_NNODES * 8 / (TP*SP) * MICRO * 16 ))
DS=ds.json
cat > $DS <<JSON
{
  "train_batch_size": $GLOBAL,
  "train_micro_batch_size_per_gpu": $MICRO,
  "zero_optimization": {"stage": $ZERO},
  "bf16": {"enabled": true}
}
JSON
srun python pretrain_gpt.py \
  --tensor-model-parallel-size $TP --ds-sequence-parallel-size $SP --no-pipeline-parallel \
  --num-layers $LAYERS --hidden-size $HIDDEN --ffn-hidden-size $FFN --num-attention-heads $HEADS --num-key-value-heads $KV \
  --seq-length 8192 --max-position-embeddings 8192 --swiglu --normalization rmsnorm --disable-bias-linear \
  --use-rotary-position-embeddings --untie-embeddings-and-output-weights --vocab-size 128000 --make-vocab-size-divisible-by 1 \
  --micro-batch-size $MICRO --global-batch-size $GLOBAL --bf16 --save-interval 500 --cpu-optimizer \
  --deepspeed --deepspeed_config $DS --zero-stage $ZERO --recompute-granularity full --recompute-method uniform
