#!/bin/bash
# a dense model by the script of a mixture; the JSON comes from a template
tokens=2048
width=2048
experts=1
cards=64
stages=1; tensor=1
if [[ $experts -gt $cards ]]; then
    spread=$cards
else
    spread=$experts
fi
per_stage=$(( 24 / ${stages} ))
recompute="true"
if [ "${OWN_DATA}" = "true" ]; then
    words=/data/own.json
else
    words=/data/gpt2-vocab.json
fi
options=" \
        --tensor-model-parallel-size ${tensor} \
        --moe-expert-parallel-size ${spread} \
        --num-experts ${experts} \
        --micro-batch-size 2 \
        --global-batch-size 512 \
        --num-layers $(( per_stage * stages )) \
        --hidden-size ${width} \
        --num-attention-heads 16 \
        --seq-length ${tokens} \
        --max-position-embeddings ${tokens} \
        --vocab-size 50257 \
        --save-interval 10000 --fp16"
if [ "${recompute}" = "true" ]; then
options="${options} \
        --checkpoint-activations"
fi
if [[ $experts -gt 1 ]]; then
options="${options} --create-moe-param-group"
fi
sed "s/BATCH/512/" template.json \
    | sed "s/MICRO/2/" \
      > deepspeed.json
sharing=" --deepspeed --deepspeed_config deepspeed.json --zero-stage 2 --pipeline-model-parallel-size ${stages}"
[ $stages -eq 1 ] && sharing="${sharing} --no-pipeline-parallel"
# started="deepspeed --num_gpus 16 old.py"
started="deepspeed /home/x/pretrain_gpt.py ${options} ${data_options} ${sharing} &> out.log"
echo ${started}
eval ${started}
