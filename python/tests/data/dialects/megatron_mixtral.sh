#!/bin/bash
export CUDA_DEVICE_MAX_CONNECTIONS=1
each=8
nodes=${NODES:-"4"}
spread=$(($each))
out=$1
start=(
    --nproc_per_node $each
    --nnodes $nodes
    --node_rank ${RANK:-"0"}
)
model=(
    --use-mcore-models
    --num-layers 32   # of a mixture
    --hidden-size 4096
    --ffn-hidden-size 14336
    --num-attention-heads 32
    --group-query-attention
    --num-query-groups 8
    --seq-length 4096
    --max-position-embeddings 32768
    --swiglu
    --normalization RMSNorm
    --position-embedding-type rope
    --disable-bias-linear
    --untie-embeddings-and-output-weights
    --padded-vocab-size 32000
)
experts=(
    --num-experts 8
    --moe-router-topk 2
    --moe-token-dispatcher-type alltoall
)
training=(
    --micro-batch-size 1
    --global-batch-size 256
    --bf16
)
layout=(
    --tensor-model-parallel-size 1
    --pipeline-model-parallel-size 4
    --num-layers-per-virtual-pipeline-stage 8
    --expert-model-parallel-size $spread
    --use-distributed-optimizer
    --sequence-parallel
)
if [ -n "${WANDB_API_KEY}" ]; then
    logging+=(
        --wandb-project ${WANDB_PROJECT:-"mixture"}
    )
fi
torchrun ${start[@]} pretrain_gpt.py \
    ${model[@]} \
    ${experts[@]} \
    ${training[@]} \
    ${layout[@]} \
    ${logging[@]} --save-interval 10000 --save $out --optimizer-cpu-offload --ckpt-format torch_dist
