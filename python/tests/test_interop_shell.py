# SPDX-License-Identifier: Apache-2.0
"""Launch scripts: arithmetic, branches on what the script sets, arrays, files that it writes; nothing is run."""

from __future__ import annotations

import io

import pytest

import scaling_limits as sl
from scaling_limits._source import Source
from scaling_limits.interop import FileError, layout_from
from scaling_limits.interop._shell import Words, words_of
from scaling_limits.interop._shell_words import Variables

MODEL = "--num-layers 4 --hidden-size 512 --num-attention-heads 8 --seq-length 1024 --vocab-size 32000 --micro-batch-size 1"


def read(script: str) -> Words:
    return words_of(Source("run.sh", script, ".sh"))


def value(script: str, name: str = "x") -> str | None:
    """What follows --x; None where it is not given."""
    given = read(script).arguments.get(name)
    return None if given is None else " ".join(given)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("2+3*4", 14),
        ("(2+3)*4", 20),
        ("2**3**2", 512),
        ("-7/2", -3),  # towards zero, as in C
        ("-7%3", -1),
        ("10-3-2", 5),
        ("64/TP/PP", 8),
        ("$TP * ${PP} + 1", 9),
        ("0x10", 16),
        ("TP > 3 && PP == 2", 1),
        ("!TP", 0),
        ("4 - -2", 6),
        ("1/0", None),
        ("NOT_SET + 1", None),
        ("2**999", None),
        ("(1", None),
        ("1 +", None),
        ("", None),
    ],
)
def test_arithmetic(text: str, number: int | None) -> None:
    variables = Variables()
    variables |= {"TP": "4", "PP": "2"}
    assert variables.number(text) == number


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("N=8; M=$((N*2)); run --x $M", "16"),
        ("N=8; M=$(( $N / 3 )); run --x=$M", "2"),
        ("N=8; (( M = N + 1 )); run --x $M", "9"),
        ("N=8; let M=N*2; run --x $M", "16"),
        ("N=8; M=$(expr $N \\* 2); run --x $M", "16"),
        ('N=8; M=$(echo "$N*2" | bc); run --x $M', "16"),
        ("run --x $((N*2))", "$((N*2))"),
        ("run --x ${N:-4}", "4"),
        ("A=2; run --x ${N:-${A:-3}}", "2"),
        (": ${N:=4}; run --x $N", "4"),
        ("N=; run --x ${N:-4} ${N-5}", "4"),
        ("A=x; A+=y; run --x $A", "xy"),
        ('A="--x 1"; A="$A --y 2"; run $A', "1"),
        ("A=(--x 1); A+=(--y 2); run ${A[@]}", "1"),
        ("A=(3 4 5); run --x ${A[1]}", "4"),
        ("A=(3 4 5); run --x ${#A[@]}", "3"),
        ("A=Big; run --x ${A,,} ", "big"),
        ("declare -A L=([7b]=32 [13b]=40); S=13b; run --x ${L[$S]}", "40"),
        ("declare -A L; L[7b]=32; L[13b]=40; run --x ${L[7b]}", "32"),
        ("L[7b]=32; run --x ${L[1b]}", "${L[1b]}"),
        ("A=7b; run --x ${A%b}", "7"),
        ("A=a/b/c; run --x ${A##*/} ${A%/*}", "c a/b"),
        ("A=a-b-c; run --x ${A//-/_} ${A/-/_}", "a_b_c a_b-c"),
        ("[ 1 -eq 2 ] && { A=1; B=2; }; run --x ${A:-3}${B:-4}", "34"),
        ("[ 1 -eq 1 ] && { A=1; B=2; }\nrun --x $A$B", "12"),
        ("ls || { echo no; exit 1; }\nrun --x 1", "1"),
        ('read -r A B <<< "1 2"\nrun --x 3', "3"),
        ("export N=4; run --x $N", "4"),
        ("run --x 'a $N'", "a $N"),
        ('N=4; run --x "a $N b"', "a 4 b"),
        ("run --x a\\ b", "a b"),
        ("run \\\n  --x 1 \\\n  --y 2", "1"),
        ("run --x 1 # --x 2", "1"),
        ("run --x 1 > log --y 2>&1 | tee --z log", "1"),
        ("#SBATCH --nodes=16\nrun --x $((SLURM_NNODES*8))", "128"),
        ("#SBATCH -N 4 -n 32\nrun --x $SLURM_NTASKS", "32"),
        ("C='run --x 1'; eval $C", "1"),
        ('C="run --x 1"; srun bash -c "$C --y 2"', "1"),
        ("sbatch <<E\n#SBATCH --nodes=2\nrun --x 3\nE", "3"),
        ("for N in 1 2 4; do run --x $N; done", "1"),
        ("f() { run --x 1; }\nf", "1"),
        ("A='--x 1'", "1"),  # a piece of a script: no command at all
        ("echo run --x 1; run --y 2", None),
    ],
)
def test_a_word_is_what_the_script_makes_of_it(script: str, found: str | None) -> None:
    assert value(script) == found


@pytest.mark.parametrize(
    ("condition", "truth"),
    [
        ('[ "$A" = "true" ]', False),
        ('[ "$A" != true ]', True),
        ("[[ $A == f* ]]", True),
        ("[ $N -eq 4 ]", True),
        ("[ $N -gt 4 -o $N -lt 2 ]", False),
        ("[[ $N -ge 4 && ( $A == false || $N -eq 0 ) ]]", True),
        ("(( N > 3 ))", True),
        ('[ -z "$EMPTY" ]', True),
        ('[ -n "$EMPTY" ]', False),
        ("! [ $N -eq 4 ]", False),
        ("[ $N -eq 4 ] && [ $A = true ]", False),
        ("[ $N -eq 5 ] || [ $A = false ]", True),
        ("true", True),
        ("$A", False),
        ("command -v module", None),
        ('[ "$ELSEWHERE" = 1 ]', None),
        ('[ -z "$ELSEWHERE" ]', None),
        ("[ -f file ]", None),
        ("[ $N -eq 4 ] && [ -f file ]", None),
        ("[ $N -eq 5 ] && [ -f file ]", False),
        ("grep -q a b && [ $N -eq 5 ]", False),
    ],
)
def test_a_branch_is_taken_as_the_script_sets_it(condition: str, truth: bool | None) -> None:
    script = f"A=false; N=4; EMPTY=\nX=0\nif {condition}; then\n  X=1\nelse\n  X=2\nfi\nrun --x $X"
    words = read(script)
    assert words.arguments["x"] == [{True: "1", False: "2", None: "0"}[truth]]
    named = [note for note in words.notes if note.startswith("line 3: if ") and note.endswith("X")]
    assert bool(named) == (truth is None), words.notes


def test_branches_inside_branches_and_cases() -> None:
    script = """
        SIZE=${1:-7B}; TP=2
        case $SIZE in
            1B) L=16 ;;
            7B|8B)
                L=32
                if [ $TP -gt 1 ]; then EXTRA="--sequence-parallel"; elif [ $TP -eq 1 ]; then EXTRA="--no"; fi
                ;;
            *) exit 1 ;;
        esac
        case $ELSEWHERE in a) L=1 ;; esac
        [ $TP -eq 2 ] && EXTRA="$EXTRA --yes"
        [ $TP -eq 2 ] || EXTRA="$EXTRA --never"
        while [ $# -gt 0 ]; do TP=$2; shift; done
        run --num-layers $L $EXTRA --tp $TP
    """
    words = read(script)
    assert words.arguments == {"num_layers": ["32"], "sequence_parallel": [], "yes": [], "tp": ["2"]}
    assert [note.split(":")[0] for note in words.notes] == ["line 11", "line 14"]


def test_what_a_script_decides_is_in_the_notes_of_the_launch() -> None:
    branch = 'if [ "$AC" = "true" ]; then\nOPT="${OPT} --recompute-activations"\nfi\n'
    script = f'OPT="{MODEL} --global-batch-size 8"\n{branch}torchrun --nnodes 1 --nproc_per_node 8 pretrain_gpt.py ${{OPT}}\n'
    no = layout_from(io.StringIO("#!/bin/bash\nAC=false\n" + script))
    yes = layout_from(io.StringIO("#!/bin/bash\nAC=true\n" + script))
    unknown = layout_from(io.StringIO("#!/bin/bash\n" + script))
    assert (no.options["recompute"], yes.options["recompute"]) == ("none", "selective")
    assert not any("if [" in note for note in (*no.notes, *yes.notes))
    assert unknown.options["recompute"] == "none"
    said = 'not known: line 3: if [ "$AC" = "true" ]: the file does not decide it; what it sets is not taken: OPT'
    assert said in unknown.notes


def test_degrees_by_arithmetic() -> None:
    script = f"""#!/bin/bash
        GPUS_PER_NODE=4
        NNODES=8
        WORLD_SIZE=$(($GPUS_PER_NODE*$NNODES))
        TP=2; PP=2
        DP=$((WORLD_SIZE/TP/PP))
        torchrun --nproc_per_node $GPUS_PER_NODE --nnodes $NNODES pretrain_gpt.py {MODEL} --bf16 \\
            --tensor-model-parallel-size $TP --pipeline-model-parallel-size $PP --global-batch-size $((DP*16))
    """
    launch = layout_from(io.StringIO(script))
    assert launch.layout == sl.parallelism.Layout(tensor=2, pipeline=2, data=8) and launch.sequences == 128
    with pytest.raises(FileError, match=r"--global-batch-size: is '\$\(\(DP\*16\)\)', which the file does not set"):
        layout_from(io.StringIO(script.replace("DP=", "DQ=")))


def test_variables_that_are_not_set_are_named_at_once() -> None:
    script = (
        f"torchrun x.py {MODEL} --tensor-model-parallel-size $TP --pipeline-model-parallel-size ${{PP}} --global-batch-size $B"
    )
    with pytest.raises(FileError) as refused:
        layout_from(io.StringIO(script))
    assert all(name in str(refused.value) for name in ("$TP", "${PP}", "$B"))


def test_files_that_a_script_writes() -> None:
    script = """
        N=4; F=ds.json
        cat <<END > $F
        {"a": $N, "b": "$(date)", "c": $((N*2))}
        END
        cat > quoted.json <<'END'
{"a": $N}
END
        echo '{"a": 1}' > said.json
        tee kept.json <<END
{"a": ${N:-5}}
END
        run --x 1
    """.replace("        END\n", "END\n")
    documents = read(script).documents
    assert documents["ds.json"].strip() == '{"a": 4, "b": "$(date)", "c": 8}'
    assert documents["quoted.json"] == '{"a": $N}' and documents["said.json"] == '{"a": 1}'
    assert documents["kept.json"] == '{"a": 4}'


def test_an_argument_of_an_unused_variable_is_none() -> None:
    words = read('OLD="--x 1"\nNEW="--x 2"\nrun $NEW --y 3')
    assert words.arguments == {"x": ["2"], "y": ["3"]} and not words.twice


def test_loops_sources_and_programs_are_named() -> None:
    words = read("source env.sh\nfor TP in 1 2; do\n  torchrun a.py --tp $TP\ndone\n")
    assert words.notes == ["line 1: what env.sh sets is not read", "line 2: for TP in 1 2: read once, with 1"]
    assert words.programs == ["torchrun"]


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("a\nrun --x 'b", "line 2: has a quotation that is not closed; expected a shell script"),
        ('run --x "b', "line 1: has a quotation that is not closed"),
        ("run --x $((1", "line 1: has a bracket ( that is not closed"),
        ("run --x ${a", "line 1: has a bracket { that is not closed"),
        ("if true; then\n" * 2000, "is nested too deeply"),
    ],
)
def test_scripts_that_are_none(script: str, said: str) -> None:
    with pytest.raises(FileError) as refused:
        read(script)
    assert said in str(refused.value)


def test_settings_behind_a_program() -> None:
    words = read("python a.py model.size=4 ++b=c --x d=e\nLATER=1")
    assert words.settings == {"model.size": "4", "b": "c", "d": "e"}


@pytest.mark.parametrize(
    ("start", "gpus"),
    [
        ("torchrun --nproc_per_node 8 x.py", 8),
        ("torchrun --nnodes 2 --nproc-per-node=4 x.py", 8),
        ("#SBATCH --nodes=2\n#SBATCH --ntasks-per-node=1\n#SBATCH --gres=gpu:a100:4\nsrun python x.py", 8),
        ("#SBATCH -N 2\n#SBATCH --gpus-per-node=h100:8\nsrun python x.py", 16),
        ("#SBATCH --gpus=64\nsrun python x.py", 64),
        ("#SBATCH --ntasks=4\ntorchrun --nproc_per_node 8 --nnodes $SLURM_NTASKS x.py", 32),
        ("srun --nodes=3 --ntasks-per-node=4 python x.py", 12),
        ("mpirun -np 16 python x.py", 16),
        ("#PBS -l select=4:ncpus=64:ngpus=4:system=polaris\nmpiexec python x.py", 16),
        ("deepspeed --num_gpus 4 x.py", 4),
        ("deepspeed --num_nodes 2 --num_gpus 4 x.py", 8),
        ("deepspeed --num_nodes 4 --hostfile hosts x.py", None),
        ("torchrun --nnodes $NNODES --nproc_per_node 8 x.py", None),
        ("torchrun --nnodes 1:4 --nproc_per_node 8 x.py", None),
    ],
)
def test_gpus_of_launchers_and_queues(start: str, gpus: int | None) -> None:
    launch = layout_from(io.StringIO(f"#!/bin/bash\n{start} {MODEL} --global-batch-size 192\n"))
    assert launch.layout.gpus == (gpus or 1), launch.notes
    assert any("how many GPUs" in note for note in launch.notes) == (gpus is None)


def test_words_that_grow_without_end_are_cut() -> None:
    words = read("A=(1 2)\nB=ab\n" + "A+=(${A[@]} ${A[@]})\nB=$B$B$B\n" * 60 + 'C="run --x 1"\n' + "eval $C\n" * 500)
    assert len(words.variables.arrays["A"]) == 10_000 and len(words.variables["B"]) == 100_000
    assert words.arguments == {"x": ["1"]}


@pytest.mark.parametrize(
    "script", ["if a ]; ;; then", "if ) & then\nfi", "if [\n#SBATCH a\nthen", "case a in ;;", "for", "if", "{", "[[ a"]
)
def test_what_is_no_script_ends_all_the_same(script: str) -> None:
    assert read(f"{script}\nrun --x 1").arguments.keys() <= {"x"}
