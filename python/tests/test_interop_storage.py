# SPDX-License-Identifier: Apache-2.0
"""What tools that measure storage print: our own numbers in the structure of theirs, with the bytes per second worked out."""

from __future__ import annotations

import io
import json
import math
import random
import re
from pathlib import Path
from typing import Any

import pytest
from counts import draws

import scaling_limits as sl
from scaling_limits.cli import main

MiB, GiB = 2.0**20, 2.0**30


def read(text: str, other: str | None = None) -> sl.interop.MeasuredTier:
    return sl.interop.tier_from_file(io.StringIO(text), None if other is None else io.StringIO(other))


def said(notes: tuple[str, ...], *parts: str) -> bool:
    """Whether one note says all of it."""
    return any(all(part in note for part in parts) for note in notes)


# ---- IOR

IOR = """\
IOR-4.0.0: MPI Coordinated Test of Parallel I/O
Began               : Tue Mar  4 09:12:28 2025
Command line        : /opt/ior/bin/ior -a POSIX -w -r -C -e -i 3 -t 16m -b 8g -F -o /scratch/ior/file
Machine             : Linux node001
TestID              : 0
StartTime           : Tue Mar  4 09:12:28 2025
Path                : /scratch/ior/file.00000000
FS                  : 882.9 TiB   Used FS: 10.3%   Inodes: 900.0 Mi   Used Inodes: 0.4%

Options:
api                 : POSIX
apiVersion          :
test filename       : /scratch/ior/file
access              : file-per-process
type                : independent
segments            : 1
ordering in a file  : sequential
ordering inter file : constant task offset
task offset         : 1
nodes               : 8
tasks               : 64
clients per node    : 8
repetitions         : 3
xfersize            : 16 MiB
blocksize           : 8 GiB
aggregate filesize  : 512 GiB

Results:

access    bw(MiB/s)  IOPS       Latency(s)  block(KiB) xfer(KiB)  open(s)    wr/rd(s)   close(s)   total(s)   iter
------    ---------  ----       ----------  ---------- ---------  --------   --------   --------   --------   ----
write     10000      625.00     0.102       8388608    16384      0.000648   52.40      0.000842   52.43      0
read      20000      1250.00    0.051       8388608    16384      0.000125   26.20      0.000241   26.21      0
remove    -          -          -           -          -          -          -          -          0.000564   0
write     11000      687.50     0.102       8388608    16384      0.000648   47.60      0.000842   47.66      1
read      20000      1250.00    0.051       8388608    16384      0.000125   26.20      0.000241   26.21      1
write     12000      750.00     0.102       8388608    16384      0.000648   43.60      0.000842   43.69      2
read      20000      1250.00    0.051       8388608    16384      0.000125   26.20      0.000241   26.21      2
Max Write: 12000.00 MiB/sec (12582.91 MB/sec)
Max Read:  20000.00 MiB/sec (20971.52 MB/sec)

"""
HEAD = (
    "Operation   Max(MiB)   Min(MiB)  Mean(MiB)     StdDev   Max(OPs)   Min(OPs)  Mean(OPs)     StdDev    Mean(s) Stonewall(s) "
    "Stonewall(MiB) Test# #Tasks tPN reps fPP reord reordoff reordrand seed segcnt   blksiz    xsize aggs(MiB)   API RefNum\n"
)
WRITE = (
    "write       12000.00   10000.00   11000.00     816.50     750.00     625.00     687.50      51.03   47.92667    NA "
    "NA     0     64   8    3   1     1        1         0    0      1 8589934592 16777216  524288.0 POSIX      0\n"
)
READ = (
    "read        20000.00   20000.00   20000.00       0.00    1250.00    1250.00    1250.00       0.00   26.21440    NA "
    "NA     0     64   8    3   1     1        1         0    0      1 8589934592 16777216  524288.0 POSIX      0\n"
)
SUMMARY = "Summary of all tests:\n" + HEAD + WRITE + READ + "Finished            : Tue Mar  4 09:16:02 2025\n"


def test_ior_prints_mebibytes_of_all_tasks() -> None:
    found = read(IOR + SUMMARY)
    # 11,000 MiB/s x 1,048,576: not 11e9, not an eighth for a node, not the best repetition
    assert found.tier == sl.storage.Tier(write_bandwidth=11534336000, read_bandwidth=20971520000)
    spread = found.spread["write"]
    assert (spread.least, spread.most, spread.samples) == (10000 * MiB, 12000 * MiB, 3)
    assert spread.deviation == pytest.approx(816.50 * MiB)  # of bandwidths, not of operations
    assert said(found.notes, "64 tasks on 8 nodes")
    assert not said(found.notes, "reached storage") and not said(
        found.notes, "page cache"
    )  # -e, and -C reads what others wrote
    assert not said(found.notes, "large blocks")
    assert said(found.notes, "loads go on at this rate")  # 26 s


def test_ior_of_writes_and_of_reads_and_without_its_summary() -> None:
    alone = read(IOR.replace(" -e", "") + "Summary of all tests:\n" + HEAD + WRITE)
    assert alone.tier == sl.storage.Tier(write_bandwidth=11000 * MiB)
    assert said(alone.notes, "neither direct nor fsync") and said(alone.notes, "not known: read_bandwidth")
    only = read("Summary of all tests:\n" + HEAD + READ)
    assert only.tier is None and only.bandwidths == {"read": 20000 * MiB}
    both = read("Summary of all tests:\n" + HEAD + READ, "Summary of all tests:\n" + HEAD + WRITE)
    assert both.tier == sl.storage.Tier(write_bandwidth=11000 * MiB, read_bandwidth=20000 * MiB)
    # its repetitions alone: 3 x 524,288 MiB in 52.43 + 47.66 + 43.69 s
    cut = read(IOR)
    assert cut.bandwidths["write"] == pytest.approx((10000 * 52.43 + 11000 * 47.66 + 12000 * 43.69) / 143.78 * MiB)
    assert said(cut.notes, "IOR's summary of all tests is not in the file")


def test_ior_as_csv() -> None:
    head = "access,bw(MiB/s),IOPS,Latency,block(KiB),xfer(KiB),open(s),wr/rd(s),close(s),total(s),numTasks,iter\n"
    rows = "write,2000.0,125.0,0.1,8388608.0,16384.0,0.1,39.8,0.1,40.0,64,0\n"
    rows += "read,4000.0,250.0,0.1,8388608.0,16384.0,0.1,19.8,0.1,20.0,64,0\n"
    assert read(head + rows).tier == sl.storage.Tier(write_bandwidth=2097152000, read_bandwidth=4194304000)


def test_older_ior() -> None:
    text = "IOR-2.10.3: MPI Coordinated Test of Parallel I/O\n\nRun began: Mon Jun  2 10:00:00 2014\n"
    text += "Operation  Max (MiB)  Min (MiB)  Mean (MiB)   Std Dev  Max (OPs)  Min (OPs)  Mean (OPs)   Std Dev  Mean (s)  \n"
    text += "---------  ---------  ---------  ----------   -------  ---------  ---------  ----------   -------  --------\n"
    text += (
        "write         500.00     500.00      500.00      0.00      31.25      31.25       31.25      0.00 131.07200   EXCEL\n"
    )
    text += "\nMax Write: 500.00 MiB/sec (524.29 MB/sec)\n"
    found = read(text)
    assert found.bandwidths == {"write": 524288000}
    assert said(found.notes, "the file does not say whether direct or fsync were set")


def ior_json(**of: Any) -> dict[str, Any]:
    row = {"operation": "write", "API": "POSIX", "TestID": 0, "segmentCount": 1, "blockSize": 1 << 30, "transferSize": 1 << 20}
    row |= {"numTasks": 16, "tasksPerNode": 4, "repetitions": 1, "filePerProc": 1, "reorderTasks": 0}
    row |= {"bwMaxMIB": 4000.0, "bwMinMIB": 4000.0, "bwMeanMIB": 4000.0, "bwStdMIB": 0.0, "OPsMax": 4000.0, "OPsMean": 4000.0}
    row |= {"MeanTime": 4.096, "xsizeMiB": 16384.0}
    results = [[{"access": "write", "bwMiB": 4000.0, "blockKiB": 1048576.0, "xferKiB": 1024.0, "totalTime": 4.096}]]
    parameters = {"testID": 0, "api": "POSIX", "fsync": 0, "useO_DIRECT": 1, "randomOffset": 0, "reorderTasks": 0}
    test = {"TestID": 0, "StartTime": "x", "Parameters": parameters, "Options": {"tasks": 16}, "Results": results}
    loads = row | {"operation": "read", "bwMaxMIB": 8000.0, "bwMinMIB": 8000.0, "bwMeanMIB": 8000.0, "MeanTime": 2.048}
    tree = {"Version": "4.0.0", "Command line": "ior -w -r", "tests": [test], "summary": [row, loads], "Finished": "y"}
    return tree | of


def test_ior_as_json() -> None:
    found = read("ior WARNING: fsync() not available.\n" + json.dumps(ior_json(), indent=1))
    assert found.tier == sl.storage.Tier(write_bandwidth=4194304000, read_bandwidth=8388608000)
    assert said(found.notes, "16 tasks on 4 nodes") and said(found.notes, "4.1 s are too short")
    assert not said(found.notes, "page cache")
    tree = ior_json()
    del tree["summary"]  # as a run that was stopped leaves it
    assert read(json.dumps(tree)).bandwidths == {"write": 4194304000}
    tree["tests"][0]["Options"]["Results"] = tree["tests"][0].pop("Results")[0]  # as some versions nest it
    assert read(json.dumps(tree)).bandwidths == {"write": 4194304000}


def test_runs_of_other_settings_are_no_repetitions() -> None:
    other = WRITE.replace("16777216", "    4096")
    with pytest.raises(
        sl.interop.FileError, match=r"looks like IOR's output of several runs of writes .*transfer \[B\] 1.*4096"
    ):
        read(SUMMARY + SUMMARY.replace(WRITE, other))
    found = read(SUMMARY + SUMMARY.replace("11000.00", "12000.00"))
    assert found.bandwidths["write"] == pytest.approx(11500 * MiB, rel=1e-15) and found.spread["write"].samples == 2


# ---- fio, as it prints

FIO = """\
save: (g=0): rw=write, bs=(R) 4096KiB-4096KiB, (W) 4096KiB-4096KiB, (T) 4096KiB-4096KiB, ioengine=libaio, iodepth=32
...
load: (g=1): rw=read, bs=(R) 4096KiB-4096KiB, (W) 4096KiB-4096KiB, (T) 4096KiB-4096KiB, ioengine=libaio, iodepth=32
...
fio-3.35
Starting 16 processes

save: (groupid=0, jobs=8): err= 0: pid=171908: Thu Sep  5 03:52:31 2024
  write: IOPS=1500, BW=6000MiB/s (6291MB/s)(352GiB/60010msec); 0 zone resets
    slat (usec): min=10, max=1000, avg=52.41, stdev=69.77
   bw (  MiB/s): min= 5400, max= 6600, per=100.00%, avg=6001.50, stdev=120.00, samples=952
   iops        : min= 1350, max= 1650, avg=1500.37, stdev=30.00, samples=952
  lat (msec)   : 250=60.01%, 500=39.99%
  cpu          : usr=3.64%, sys=3.15%, ctx=243682, majf=0, minf=9
load: (groupid=1, jobs=8): err= 0: pid=171990: Thu Sep  5 03:53:41 2024
  read: IOPS=2750, BW=10.7GiB/s (11.5GB/s)(645GiB/60005msec)
   bw (  MiB/s): min=10000, max=12000, per=99.90%, avg=11000.00, stdev=250.00, samples=952

Run status group 0 (all jobs):
  WRITE: bw=6000MiB/s (6291MB/s), 6000MiB/s-6000MiB/s (6291MB/s-6291MB/s), io=352GiB (378GB), run=60010-60010msec

Run status group 1 (all jobs):
   READ: bw=10.7GiB/s (11.5GB/s), 10.7GiB/s-10.7GiB/s (11.5GB/s-11.5GB/s), io=645GiB (693GB), run=60005-60005msec

Disk stats (read/write):
  nvme0n1: ios=0/92007, sectors=0/46783080, merge=0/0, ticks=0/910710, in_queue=910709, util=38.83%
"""


def test_what_fio_prints() -> None:
    found = read(FIO)
    # 6,000 MiB/s is 6,291 MB/s; jobs of a group are together in its totals
    assert found.bandwidths == {"write": 6000 * MiB, "read": pytest.approx(10.7 * GiB)}
    assert found.spread["write"].deviation == pytest.approx(120 * MiB) and found.spread["write"].samples == 952
    assert said(found.notes, "3 or 4 digits") and said(found.notes, "does not say whether direct or fsync were set")
    assert not said(found.notes, "large blocks") and not said(found.notes, "random") and not said(found.notes, "too short")
    assert sl.interop.tier_from_fio(io.StringIO(FIO), job="load").bandwidths == {"read": pytest.approx(10.7 * GiB)}
    both = FIO + json.dumps(
        {"fio version": "fio-3.35", "jobs": [{"jobname": "a", "write": {"bw_bytes": 6291455999, "runtime": 60010}}]}
    )
    assert read(both).bandwidths == {"write": 6291455999}  # --output-format=normal,json: in full
    line = "$ sudo fio --name=save --rw=write --direct=1 --bs=4M --numjobs=8 --group_reporting --runtime=60\n"
    assert not said(read(line + FIO).notes, "reached storage")
    small_blocks = read(FIO.replace("4096KiB", "4096B").replace("rw=write", "rw=randwrite"))
    assert said(small_blocks.notes, "saves", "4.096 kB") and said(small_blocks.notes, "saves of a checkpoint are long streams")
    assert read(FIO + FIO.replace("bw=6000MiB", "bw=7000MiB")).bandwidths["write"] == 7000 * MiB  # the last report


def test_what_older_fio_prints() -> None:
    text = "a: (groupid=0, jobs=1): err= 0: pid=2462\n  write: io=6377.3MB, bw=512000KB/s, iops=2491 , runt= 12754msec\n"
    text += "    bw (KB/s) : min=480000, max=540000, per=100.00%, avg=512000.00, stdev=2560.00\n\n"
    text += "Run status group 0 (all jobs):\n"
    text += "  WRITE: io=6377.3MB, aggrb=512000KB/s, minb=512000KB/s, maxb=512000KB/s, mint=12754msec, maxt=12754msec\n"
    found = read(text)  # its KB are 1,024 bytes
    assert found.bandwidths == {"write": 500 * MiB} and found.spread["write"].deviation == 2560 * 1024
    assert said(found.notes, "12.8 s are too short")


def test_terse_fio() -> None:
    def side(kib: int, ms: int) -> str:
        percentiles = ";".join(["1.000000%=9"] * 20)
        moved = f"{kib * ms // 1000};{kib};100;{ms};0;0;0.0;0.0;1;2;3.0;4.0"
        return f"{moved};{percentiles};1;2;3.0;4.0;{kib};{kib};100.000000%;{kib}.0;5.0"

    nothing = side(0, 0)
    tail = ";1.0%;1.0%;1;0;9\n"
    three = (
        f"3;fio-3.36;save;0;0;{nothing};{side(1000000, 60000)}{tail}3;fio-3.36;save;0;0;{nothing};{side(2000000, 60000)}{tail}"
    )
    found = read(three)  # two jobs at once: 3,000,000 KiB/s
    assert found.bandwidths == {"write": 3072000000}
    five = f"5;fio-3.36;load;0;0;{side(1000000, 60000)};9;1;1;1.0;1.0;9;{nothing};0;0;0;0;0;0{tail}"
    assert read(five).bandwidths == {"read": 1024000000}
    with pytest.raises(sl.interop.FileError, match=r"looks like a file of fio; has \d+ cells .* expected a whole line"):
        read(three[:120])


# ---- elbencho

ELBENCHO = """\
ISO DATE start: 2025-08-12T14:21:31-0400
COMMAND LINE: "/usr/local/bin/elbencho" "--hosts" "n1,n2,n3,n4" "-w" "-r" "--direct" "-b" "4m" "-s" "16g" "-t" "16" "/fs/dir"

OPERATION   RESULT TYPE         FIRST DONE   LAST DONE
=========== ================    ==========   =========
MKDIRS      Elapsed time     :         3ms         5ms
            Dirs/s           :        3277        1466
            Dirs total       :           8           8
---
WRITE       Elapsed time     :    1m3.241s    1m5.536s
            Files/s          :           1           0
            IOPS             :        4100        4000
            Throughput MiB/s :       16400       16000
            Total MiB        :     1037152     1048576
            Files total      :          60          64
            IO latency       : [ min=1.2ms avg=16.1ms max=120ms ]
---
READ        Elapsed time     :     32.768s     32.768s
            IOPS             :        8000        8000
            Throughput MiB/s :       32000       32000
            Total MiB        :     1048576     1048576
---
"""


def test_elbencho_counts_until_the_last_thread_is_done() -> None:
    found = read(ELBENCHO)
    assert found.tier == sl.storage.Tier(write_bandwidth=16777216000, read_bandwidth=33554432000)
    assert said(found.notes, "4 hosts") and said(found.notes, "whole MiB/s")
    for cleared in ("reached storage", "page cache", "large blocks", "random places", "too short"):
        assert not said(found.notes, cleared)
    # base 10 is said in the name of the column; without a command line nothing is known of caches
    table = ELBENCHO[ELBENCHO.index("OPERATION") :].replace("MiB/s", "MB/s ")
    decimal = read(table)
    assert decimal.bandwidths == {"write": 16000e6, "read": 32000e6}
    assert said(decimal.notes, "does not say whether direct") and said(decimal.notes, "on how many hosts")


def test_older_elbencho() -> None:
    text = "OPERATION RESULT TYPE        FIRST DONE  LAST DONE\n========= ================   ==========  =========\n"
    text += "WRITE     Elapsed ms       :      20000      25600\n          Throughput MiB/s :         45         40\n"
    text += "          Total MiB        :        900       1024\n---\nSYNC      Elapsed ms       :       5000       6000\n---\n"
    found = read("$ elbencho -w --sync -b 1m -t 4 out\n" + text)
    assert found.bandwidths == {"write": 40 * MiB}
    assert (
        said(found.notes, "25.6 s are too short") and said(found.notes, "SYNC of 6 s") and said(found.notes, "neither direct")
    )


def test_elbencho_as_csv_and_as_json() -> None:
    head = (
        "ISO date,label,path type,paths,hosts,threads,dirs,files,file size,block size,direct IO,random,random aligned,IO depth,"
        "shared paths,truncate,operation,time ms [first],time ms [last],entries/s [first],entries/s [last],IOPS [first],"
        "IOPS [last],MiB/s [first],MiB/s [last],CPU% [first],CPU% [last],entries [first],entries [last],MiB [first],MiB [last]"
    )
    row = "2025-05-22T16:09:38,,dir,1,2,8,1,4,268435456,1048576,1,0,,4,1,0,"
    row += "{},2134,40000,11,11,3494,2941,3494,{},10,9,25,32,7460,8192"
    text = "\n".join([head, row.format("MKDIRS", ""), row.format("WRITE", 2941), row.format("READ", 5000), ""])
    found = read(text)
    assert found.tier == sl.storage.Tier(write_bandwidth=2941 * MiB, read_bandwidth=5000 * MiB)
    assert said(found.notes, "2 hosts") and not said(found.notes, "reached storage")
    twice = read(text + row.format("WRITE", 3059) + "\n")
    assert twice.bandwidths["write"] == 3000 * MiB and twice.spread["write"].most == 3059 * MiB
    with pytest.raises(
        sl.interop.FileError, match=r"elbencho's output of several runs of writes .*block size 1048576 and 4096"
    ):
        read(text + row.format("WRITE", 30).replace("1048576", "4096"))
    with pytest.raises(sl.interop.FileError, match="line 4: this looks like elbencho's CSV, cut in a row"):
        read(text[: text.rindex("READ")])

    def phase(name: str, **last: str) -> str:
        config = {"hosts": "2", "threads": "8", "block_size": "4194304", "direct_io": "false", "random_offsets": "false"}
        tree = {"phase_type": name, "config": config, "first_done": {}, "last_done": {"elapsed_time_ms": "60000", **last}}
        return json.dumps(tree) + "\n"

    found = read(phase("WRITE", **{"bytes/s": "3083862835"}) + phase("READ", **{"bytes/s": "5242880001"}) + phase("RMFILES"))
    assert found.bandwidths == {"write": 3083862835, "read": 5242880001}
    assert said(found.notes, "page cache") and said(found.notes, "neither direct nor fsync")


def test_reads_beside_writes() -> None:
    table = ELBENCHO[ELBENCHO.index("OPERATION") : ELBENCHO.index("READ  ")].replace("WRITE ", "RWMIX30")
    table = table.replace("Throughput MiB/s", "MiB/s write     ") + "            MiB/s read       :        7000        6800\n"
    found = read(table.replace("---\n            MiB/s read", "            MiB/s read"))
    assert found.bandwidths == {"write": 16000 * MiB, "read": 6800 * MiB} and said(found.notes, "at the other's cost")


# ---- DLIO

DLIO = """\
[OUTPUT] 2025-07-11T05:30:00.123456 Running DLIO [Checkpointing] with 8 process(es)
[OUTPUT] 2025-07-11T05:40:00.123456 Saved outputs in /results/llama3_8b/2025-07-11-05-30-00
[OUTPUT] 2025-07-11T05:40:00.123456 Averaged metric over all steps/epochs
[METRIC] ==========================================================
[METRIC] Number of Simulated Accelerators: 8
[METRIC] Checkpoint save duration (seconds): 47.7386 (0.9589)
[METRIC] Checkpoint save I/O Throughput (GB/second): 2.1942 (0.0441)
[METRIC] Checkpoint load duration (seconds): 12.5000 (0.1000)
[METRIC] Checkpoint load I/O Throughput (GB/second): 8.4000 (0.0577)
[METRIC] ==========================================================
"""


def test_what_dlio_prints_are_gibibytes() -> None:
    found = read(DLIO)
    assert found.bandwidths == pytest.approx({"write": 2.1942 * GiB, "read": 8.4 * GiB})
    assert found.spread["write"].deviation == pytest.approx(0.0441 * GiB)
    only = read(re.sub(r".*load.*\n", "", DLIO).replace("GB/", "GiB/"))
    assert only.bandwidths == pytest.approx({"write": 2.1942 * GiB})


def test_one_phase_of_mlperf_storage() -> None:
    metric = {"load_checkpoint_io_mean_GB_per_second": 21.3, "load_checkpoint_duration_mean_seconds": 4.92}
    loads = json.dumps({"num_accelerators": 8, "num_hosts": 1, "metric": {**metric, "checkpoint_size_GB": 104.7}})
    found = read(loads)
    assert found.bandwidths == {"read": 104.7 * GiB / 4.92} and found.bandwidths["read"] == pytest.approx(22.85e9, rel=1e-4)
    assert found.tier is None and said(found.notes, "write_bandwidth: no save was measured; give both files")
    assert not said(found.notes, "fsync")
    both = read(loads, ELBENCHO)  # of two tools, in any order
    assert both.tier == sl.storage.Tier(write_bandwidth=16000 * MiB, read_bandwidth=104.7 * GiB / 4.92)
    training = {"metric": {"train_au_percentage": [1], "save_checkpoint_io_mean_GB_per_second": 1.5}}
    found = read(json.dumps(training))
    assert found.bandwidths == {"write": 1.5 * GiB} and said(found.notes, "left out: train_*")


# ---- refused by name

MDTEST = """\
-- started at 03/19/2026 17:55:06 --

mdtest-4.0.0 was launched with 10 total task(s) on 2 node(s)
Command line used: mdtest '-a' 'POSIX' '-z' '0' '-F' '-C' '-i' '1' '-n' '3334' '-d' '/tmp/dfuse' '-w' '4096'
Nodemap: 1010101010
10 tasks, 33340 files

SUMMARY rate: (of 1 iterations)
   Operation                     Max            Min           Mean        Std Dev
   ---------                     ---            ---           ----        -------
   File creation                2568.636       2568.636       2568.636          0.000
   Tree removal                    0.000          0.000          0.000          0.000
-- finished at 03/19/2026 17:55:20 --
"""
TRAINING = {"num_accelerators": 36, "metric": {"train_au_percentage": [93.4], "train_io_mean_MB_per_second": 99104.2}}
REFUSALS = {
    "mdtest": (MDTEST, "this looks like mdtest's output, which says how many files a second"),
    "mdtest, in part": (MDTEST[MDTEST.index("SUMMARY") :], "this looks like mdtest's output"),
    "training": (
        json.dumps(TRAINING),
        "this looks like DLIO's (MLPerf Storage's) training workload, which says how fast samples",
    ),
    "training, printed": (
        "[METRIC] Training Accelerator Utilization [AU] (%): 99.2 (0.4)\n[METRIC] Training I/O Throughput (MB/second): 586.3\n",
        "this looks like DLIO's (MLPerf Storage's) training workload",
    ),
    "epochs": (
        '{"1": {"start": "x", "save_ckpt1": {"start": "x", "duration": "8.0", "throughput": 12.5}}}',
        "this looks like DLIO's statistics of epochs",
    ),
    "io500": ("[RESULT]       ior-easy-write        2.180 GiB/s : time 303.1 seconds\n", "this looks like IO500's results"),
    "ior, cut": (IOR[: IOR.index("write     10000")], "this looks like IOR's output, cut before a result"),
    "ior, cut in a row": (HEAD + WRITE[:30], "line 2: this looks like IOR's output, cut in a row"),
    "ior, cut in a number": (HEAD + WRITE[:36], "this looks like a file of IOR; line 2: Mean(MiB): is '11'"),
    "ior, cut JSON": (json.dumps(ior_json(), indent=1)[:900], "this looks like a file of IOR; line"),
    "fio, cut": (FIO[: FIO.index("Run status")], "this looks like fio's output, cut before its totals"),
    "fio, cut in its totals": (FIO[: FIO.index("   READ:")], "group 1: this looks like fio's output, cut in its totals"),
    "fio, failed": (
        FIO.replace("err= 0: pid=171908", "err=28 (file:io_u.c:1803): pid=171908"),
        "this looks like a file of fio; ",
    ),
    "fio, cut JSON": ('{\n "fio version" : "fio-3.33",\n "jobs" : [\n', "this looks like a file of fio; line"),
    "elbencho, cut": (ELBENCHO[: ELBENCHO.index("MKDIRS")], "this looks like elbencho's output, cut before a result"),
    "elbencho, of no data": (
        ELBENCHO[: ELBENCHO.index("WRITE  ")],
        "this looks like elbencho's output of phases that move no data to or from storage (MKDIRS)",
    ),
    "mlperf, cut": (
        '{"metric": {"load_checkpoint_io_mean_GB_per_second": 21.3, ',
        "this looks like a file of MLPerf Storage; line",
    ),
    "none": ("[run]\ngpus = 8\n", "is of no tool that measures storage, as far as its marks say"),
}


@pytest.mark.parametrize("name", sorted(REFUSALS))
def test_what_is_refused_says_what_it_is(name: str) -> None:
    text, words = REFUSALS[name]
    with pytest.raises(sl.interop.FileError) as refused:
        read(text)
    assert str(refused.value).startswith(f"the text: {words}") and refused.value.expected
    assert "\n" not in str(refused.value)


def test_two_files_of_the_same_phase_are_refused() -> None:
    only = "Summary of all tests:\n" + HEAD + READ
    with pytest.raises(
        sl.interop.FileError, match="says nothing of saves, nor does the other file; expected a file of saves and one"
    ):
        read(only, only)


# ---- the command


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main([str(word) for word in words])
    out, err = capsys.readouterr()
    return int(end.value.code or 0), out, err


def test_read_and_save(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saves, loads, target = tmp_path / "w.txt", tmp_path / "r.txt", tmp_path / "s.toml"
    saves.write_text("Summary of all tests:\n" + HEAD + WRITE)
    loads.write_text("Summary of all tests:\n" + HEAD + READ)
    code, out, _ = run(capsys, "read", loads, saves, "--save", target)
    assert code == 0 and out.startswith("IOR\nwrite_bandwidth  11.53 GB/s") and "read_bandwidth   20.97 GB/s" in out
    given = ["--gpus", 16384, "--gpu-mttf", "50000 h", "--checkpoint", "5 TB"]
    code, out, err = run(capsys, "plan", target, *given, "--json")
    assert code == 0, err
    code, out, _ = run(capsys, "read", loads, "--json")
    found = json.loads(out)
    assert code == 0 and found["bandwidths"] == {"read": 20000 * MiB} and found["tier"] is None
    code, out, _ = run(capsys, "read", loads, "--save", target, "--overwrite")
    text = target.read_text()
    assert code == 0 and "write_bandwidth =" not in text and "# not known: write_bandwidth: no save was measured" in text
    code, out, err = run(capsys, "plan", target, *given)
    assert code == 2 and "write_bandwidth" in err  # and is not assumed


def test_the_command_refuses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, model = tmp_path / "out.txt", tmp_path / "config.json"
    path.write_text(MDTEST)
    code, out, err = run(capsys, "read", path)
    assert code == 2 and not out and err.startswith(f"scaling-limits: {path}: this looks like mdtest's output")
    path.write_text(ELBENCHO)
    code, _, err = run(capsys, "read", path, "--gpus", 8)
    assert code == 2 and "--gpus is for files of a model or a launch" in err
    model.write_text('{"model_type": "llama"}')
    for pair in ((path, model), (model, path)):
        code, _, err = run(capsys, "read", *pair)
        assert code == 2 and "a second file is for measured storage" in err


# ---- mutated


def outcome(text: str) -> tuple[sl.interop.MeasuredTier | None, sl.interop.FileError | None]:
    """What came of a text: an answer, or why not; any other error is one."""
    try:
        return read(text), None
    except sl.interop.FileError as error:
        return None, error


DOORS = {
    "ior": IOR + SUMMARY,
    "ior JSON": json.dumps(ior_json(), indent=1),
    "fio": FIO,
    "elbencho": ELBENCHO,
    "dlio": DLIO,
}


@pytest.mark.parametrize("door", sorted(DOORS))
def test_mutated_texts(door: str) -> None:
    draw, outcomes = random.Random(door), {"read": 0, "refused": 0}
    words = ["", "0", "-1", "1e999", "nan", "\n", "}", "[", '"', "MiB/s", " ", "9" * 40, "x", "\x00", "é"]
    for _ in range(draws("mutated files") // 2):
        text = DOORS[door]
        for _ in range(draw.randint(1, 4)):
            place = draw.randint(0, len(text))
            text = text[:place] + draw.choice(words) + text[place + draw.choice([0, 1, 2, 9, 400]) :]
        found, refused = outcome(text)
        outcomes["read" if refused is None else "refused"] += 1
        if found is not None:
            assert all(rate > 0 and math.isfinite(rate) for rate in found.bandwidths.values()) and found.notes
            json.dumps(found.as_dict(), allow_nan=False)
        if refused is not None:
            assert "\n" not in str(refused) and len(str(refused)) < 600 and (refused.expected or refused.place), text
    print(f"{door}: {outcomes}")
