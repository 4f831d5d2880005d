#!/bin/sh
# shard.sh plays one shard of a run of self-play or of a match, or goes on with it. README.md has the whole way.
#
#   shard.sh SHARDS FOLDER selfplay -games 1000000 -nodes 100
#   shard.sh SHARDS FOLDER match -engine1 ... -engine2 ... -games 2000 -tc nodes=20000
#
# Which shard it is says the scheduler: a Slurm array task counts from 1, a pod of an Indexed Job from 0. Elsewhere $SHARD
# does, from 1. The games go to FOLDER/shard-I-of-SHARDS; FOLDER/shard-I-of-SHARDS.done says that they are all there. The
# program is $KATACHI, or katachi in FOLDER. The exit status is katachi's: 0 done, 1 an error, 2 wrong use; or above 128: ended
# by a signal, to be run again.
#
#SBATCH --job-name=katachi
#SBATCH --output=%x-%A-%a.log
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --signal=B:USR1@120
set -u
if [ $# -lt 3 ]; then
	echo "shard.sh: want SHARDS FOLDER selfplay|match FLAGS..." >&2
	exit 2
fi
shards=$1 folder=$2 command=$3
shift 3
shard=${SHARD:-${SLURM_ARRAY_TASK_ID:-}}
[ -n "$shard" ] || [ -z "${JOB_COMPLETION_INDEX:-}" ] || shard=$((JOB_COMPLETION_INDEX + 1))
case $shard-$shards in
*[!0-9-]* | -* | *-)
	echo "shard.sh: shard \"$shard\" of \"$shards\": want two numbers (is this an array task? \$SHARD says it otherwise)" >&2
	exit 2
	;;
esac
case $command in
selfplay | match) ;;
*)
	echo "shard.sh: \"$command\": want selfplay or match" >&2
	exit 2
	;;
esac
mkdir -p "$folder" || exit 1
file=$folder/shard-$shard-of-$shards
flags="$command $*"
rm -f "$file.done" || exit 1 # katachi itself sees at once that a file is complete, or that it is not for these flags

# The cores that Slurm gives a task, or a pod's manifest in $CPUS. Flags of the caller come later and win.
cpus=${CPUS:-${SLURM_CPUS_PER_TASK:-}}
if [ -n "$cpus" ]; then
	export GOMAXPROCS="$cpus"
	[ "$command" = selfplay ] || set -- -concurrency "$cpus" "$@"
fi
# TERM ends a pod, USR1 comes 120 s before the end of a Slurm task's time: katachi writes what it has and ends.
warned=
ended=
"${KATACHI:-$folder/katachi}" "$command" "$@" -o "$file" -shard "$shard/$shards" &
program=$!
trap 'ended=1; kill -TERM $program 2>/dev/null' TERM INT
trap 'warned=1; kill -TERM $program 2>/dev/null' USR1
while # a signal ends the wait too
	wait $program
	status=$?
	kill -0 $program 2>/dev/null
do :; done

if [ $status = 0 ]; then
	echo "$flags" >"$file.done" || exit 1
	exit
fi
[ -z "$ended" ] || exit 143 # cancelled or evicted; a task that Slurm itself preempts or requeues is in its queue already
# Out of time, or killed (128 and the signal's number): the same task goes on in the queue, some dozens of times.
if [ -n "${SLURM_JOB_ID:-}" ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 50 ] && { [ -n "$warned" ] || [ $status -gt 128 ]; }; then
	echo "shard.sh: shard $shard/$shards ended with status $status, goes back into the queue" >&2
	scontrol requeue "$SLURM_JOB_ID"
fi
exit $status
