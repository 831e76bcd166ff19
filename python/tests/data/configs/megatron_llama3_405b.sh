#!/bin/bash
#SBATCH --nodes=128
#SBATCH --ntasks-per-node=8
TP=8
PP=${PP:-16}
# a comment that isn't closed
GPT_ARGS="
    --num-layers 126 --hidden-size 16384 \
    --ffn-hidden-size 53248 --num-attention-heads 128
    --group-query-attention --num-query-groups 8 --swiglu --untie-embeddings-and-output-weights --disable-bias-linear --normalization RMSNorm
    --position-embedding-type rope
"
TRAIN=(
    --seq-length 8192   # tokens
    --micro-batch-size 1
    --global-batch-size 2048
    --bf16 --use-distributed-optimizer --recompute-granularity selective --sequence-parallel
    --vocab-size 128256
    --num-virtual-stages-per-pipeline-rank 8
)
srun python pretrain_gpt.py $GPT_ARGS "${TRAIN[@]}" \
    --tensor-model-parallel-size ${TP} --pipeline-model-parallel-size $PP --save-interval 500 --async-save \
    --distributed-timeout-minutes 45 && echo done
