#!/usr/bin/env bash
# cluster.sh: one study under mpirun, GNU parallel and Slurm: the rows of a serial run, also when a worker is killed.
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
export LC_ALL=C
unset ${!SLURM_*} ${!OMPI_*} ${!PMI*}
slipstick=${SLIPSTICK:-$PWD/slipstick}
scratch=$(mktemp -d) || exit 1
stop_slurm() {
    [ -f "$scratch/fixture.d/slurmd.pid" ] && kill "$(cat "$scratch/fixture.d/slurmd.pid")"
    [ -f "$scratch/fixture.d/ctld.pid" ] && kill "$(cat "$scratch/fixture.d/ctld.pid")"
    [ -f "$scratch/fixture.d/munge.pid" ] && kill "$(cat "$scratch/fixture.d/munge.pid")"
    sleep 0.5
} 2>/dev/null
trap 'stop_slurm; rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
n=0
ok() { n=$((n + 1)); if [ "$1" -eq 0 ]; then echo "ok $n - $2"; return; fi; echo "not ok $n - $2"; sed 's/^/#   /' out err difference 2>/dev/null | cut -c1-200 | head -n 20; }
skip() { n=$((n + 1)); echo "ok $n - $1 # SKIP $2"; }
plain() { awk 1 "$1"/rows/*.jsonl 2>/dev/null | grep -E '"sum":"[0-9a-f]{64}"\}$' | sed -E 's/"(cpu|wall|began|memory)":[^,}]*//g; s/"grade":"."//; s/"sum":"[^"]*"//' | sort -u; }
same() { diff <(plain "$1") <(plain "$2") >difference; }
select=(-p 'painleve-rod painleve-rod:mu=2 point-mass cannonball' -s 'lcp1 lemke nsgs pgs prox' --steps 2000)

echo 1..11
"$slipstick" bench serial "${select[@]}" >out 2>err; ok $? "a serial run"
total=$(plain serial | wc -l)
# A study long enough to be hit: kill -9 of whoever works on a shard, as soon as its lock tells who that is.
long=(-p 'painleve-rod:mu=2 point-mass wall3d:nx=12,ny=10 wall3d:nx=12,ny=9' -s 'nsgs pgs prox' --tol 1e-30 --steps 1500)
"$slipstick" bench whole "${long[@]}" >out 2>err
shoot() {       # shoot LOCK: true when somebody was hit
    local pid
    for _ in $(seq 2000); do
        pid=$(sed -nE 's/^process ([0-9]+) on .*/\1/p' "$1" 2>/dev/null)
        [ -n "$pid" ] && { kill -9 "$pid" 2>/dev/null; return; }
        sleep 0.01
    done
    return 1
}

if command -v mpirun >/dev/null; then
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 timeout 50 mpirun --oversubscribe -np 3 "$slipstick" bench mpi "${select[@]}" >out 2>err
    [ $? -eq 0 ] && same serial mpi && [ "$(ls mpi/rows | wc -l)" -eq 3 ]; ok $? "mpirun: three ranks, the same rows"
    grep -q 'by OMPI_COMM_WORLD_RANK' err; ok $? "each says which shard it is"
    ranks() { OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 timeout 50 mpirun --oversubscribe -np 3 "$slipstick" bench mpi-killed "${long[@]}" >out 2>err; }
    ranks & shoot mpi-killed/locks/2-of-3; hit=$?; wait
    [ $hit -eq 0 ] && ! same whole mpi-killed && ranks && same whole mpi-killed; ok $? "mpirun: a rank is killed, the next mpirun goes on to the same rows"
else
    for name in "three ranks, the same rows" "each says which shard it is" "a rank is killed"; do skip "mpirun: $name" "no mpirun"; done
fi

if command -v parallel >/dev/null; then
    HOME=$scratch parallel --will-cite -j 2 "$slipstick" bench par "${select[@]@Q}" --shard '{}/4' ::: 1 2 3 4 >out 2>err
    [ $? -eq 0 ] && same serial par; ok $? "GNU parallel: four shards, the same rows"
    shares() { HOME=$scratch parallel --will-cite -j 2 --joblog log --resume-failed "$slipstick" bench par-killed "${long[@]@Q}" --shard '{}/4' ::: 1 2 3 4 >out 2>err; }
    shares & shoot par-killed/locks/2-of-4; hit=$?; wait
    [ $hit -eq 0 ] && ! same whole par-killed && shares && same whole par-killed; ok $? "GNU parallel: a job is killed, --resume-failed goes on to the same rows"
else
    skip "GNU parallel: four shards, the same rows" "no parallel"; skip "GNU parallel: a job is killed" "no parallel"
fi

for i in 1 2 3; do
    if [ $i = 2 ]; then limit=0.15; else limit=40; fi
    timeout -s KILL $limit "$slipstick" bench killed "${select[@]}" --shard $i/3 >out 2>err &
done
wait 2>/dev/null
"$slipstick" bench killed --shard 2/3 >out 2>err && same serial killed; ok $? "a shard that is killed goes on"

# A private Slurm on the loopback: no file outside this folder, no root needed.
start_slurm() {
    local d=$scratch/fixture.d host user cpus memory
    mkdir -p "$d"/{munge,ctld,spool} && chmod 755 "$scratch" "$d" && chmod 711 "$d/munge" || return 1
    host=$(hostname -s) user=$(id -un)
    (umask 077; head -c 1024 /dev/urandom >"$d/munge/key")
    munged --key-file="$d/munge/key" --socket="$d/munge/sock" --pid-file="$d/munge.pid" --log-file="$d/munge/log" --seed-file="$d/munge/seed" --num-threads=2 || return 1
    cpus=$(slurmd -C | grep -o 'CPUs=[0-9]*') memory=$(slurmd -C | grep -o 'RealMemory=[0-9]*')
    cat >"$d/slurm.conf" <<CONF
ClusterName=private
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$((20000 + $$ % 10000))
SlurmdPort=$((30000 + $$ % 10000))
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
CryptoType=crypto/munge
AuthInfo=socket=$d/munge/sock,cred_expire=5
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
StateSaveLocation=$d/ctld
SlurmdSpoolDir=$d/spool
SlurmctldPidFile=$d/ctld.pid
SlurmdPidFile=$d/slurmd.pid
SlurmctldLogFile=$d/ctld.log
SlurmdLogFile=$d/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=0,sched_min_interval=100000
ReturnToService=2
KillWait=2
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
NodeName=$host NodeAddr=127.0.0.1 $cpus $memory State=UNKNOWN
PartitionName=test Nodes=$host Default=YES MaxTime=600 State=UP
CONF
    export SLURM_CONF=$d/slurm.conf
    slurmctld -c && slurmd || return 1
    for _ in $(seq 40); do sinfo -h -o %t 2>/dev/null | grep -q idle && return 0; sleep 0.25; done
    return 1
}

if ! command -v slurmctld slurmd munged sbatch >/dev/null; then
    for name in "submitted" "array" "report" "killed"; do skip "Slurm: $name" "Slurm is not installed"; done
elif ! start_slurm >fixture 2>&1; then
    for name in "submitted" "array" "report" "killed"; do skip "Slurm: $name" "a private Slurm does not start here"; done
else
    "$slipstick" bench slurm "${select[@]}" --submit slurm --shards 3 >out 2>err
    [ $? -eq 0 ] && grep -q "^submitted $total runs as array [0-9]* of 3 shards" out; ok $? "Slurm: submitted"
    for _ in $(seq 160); do [ -z "$(squeue -h 2>/dev/null)" ] && [ -e slurm/report.html ] && break; sleep 0.25; done
    same serial slurm && [ "$(ls slurm/rows | wc -l)" -eq 3 ]; ok $? "Slurm: the array gives the same rows"
    cat slurm/logs/* >out 2>/dev/null
    [ -s slurm/report.html ]; ok $? "Slurm: the report follows"
    "$slipstick" bench slurm-killed "${long[@]}" --submit slurm --shards 3 >out 2>err
    shoot slurm-killed/locks/2-of-3; hit=$?
    for _ in $(seq 160); do [ -z "$(squeue -h 2>/dev/null)" ] && break; sleep 0.25; done
    ! same whole slurm-killed; short=$?
    "$slipstick" bench slurm-killed --submit slurm --shards 3 >out 2>err
    for _ in $(seq 160); do [ -z "$(squeue -h 2>/dev/null)" ] && break; sleep 0.25; done
    [ $hit -eq 0 ] && [ $short -eq 0 ] && same whole slurm-killed; ok $? "Slurm: a task is killed, submitted again it goes on to the same rows"
fi
