#!/bin/bash
# experts in every second layer, one of them for a token: no shape stands for it
cards=64
batch=512
micro=$(( batch / cards ))
file="ds_config_gpt_moe.json"
sed "s/BATCH/${batch}/" template.json > ${file}
options=" \
        --tensor-model-parallel-size 1 \
        --moe-expert-parallel-size ${cards} \
        --num-experts 128 \
        --num-layers 24 \
        --hidden-size 1024 \
        --num-attention-heads 16 \
        --seq-length 2048 \
        --max-position-embeddings 2048 \
        --micro-batch-size ${micro} \
        --global-batch-size ${batch} \
        --vocab-file gpt2-vocab.json --tokenizer-type GPT2BPETokenizer \
        --fp16 --save-interval 10000"
if [ "${RECOMPUTE}" = "true" ]; then
options="${options} --checkpoint-activations"
fi
sharing=" --deepspeed --deepspeed_config ${file}"
if [[ $cards -gt 1 ]]; then
    sharing="${sharing} --no-pipeline-parallel"
else
    sharing="${sharing} --pipeline-model-parallel-size 4"
fi
started="deepspeed --num_nodes 8 --num_gpus 8 pretrain_gpt.py ${options} ${sharing} &> log"
echo ${started}
eval ${started}
