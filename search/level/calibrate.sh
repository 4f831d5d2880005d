#!/usr/bin/env bash
# Measures the ladder: every level against the one below, or the given pairs.
#
#   search/level/calibrate.sh KATACHI OUT [PAIR...]
#
# KATACHI is the program, OUT a folder for the games: stopped and started again with the same folder it goes on. A PAIR is
# "13 12", "1 first-week", "12 fairy-20" (Fairy-Stockfish at that Skill Level) or "12 gnu1" (GNU Shogi with that many seconds a move);
# without any, every level plays the one below. Each pair's last line is its result. From the environment, with what holds without:
#
#   GAMES=100 of each pair       CONCURRENCY=1           BEGINNERS  the models' program, beginner.py
#   TC=nodes=100000000 for levels: what they have is not limited       FULL=nodes=400000 for full strength, one thread
set -euo pipefail
: "${1:?the program}" "${2:?a folder for the games}"
katachi=$(realpath "$1") out=$2
[ -f "$katachi" ] && [ -x "$katachi" ] || { echo "calibrate: $1: no such program" >&2; exit 2; }
shift 2
games=${GAMES:-100} full=${FULL:-nodes=400000}
openings=$(realpath "$(dirname "$0")/../../testdata/openings_public.txt")
max=26
mkdir -p "$out"

engine() { # engine NAME: the specification of a player
  case $1 in
  first-*) echo "cmd=\"python3 ${BEGINNERS:?names no program of beginners} $1\" name=$1" ;;
  fairy*) echo "cmd=fairy-stockfish name=$1 Threads=1 init=\"setoption name Skill Level value ${1#fairy}\" tc=byoyomi=0.1 timemargin=5000" ;;
  gnu*) echo "cmd=gnushogi proto=xboard name=$1 tc=byoyomi=${1#gnu} timemargin=20000" ;;
  $max) echo "cmd=\"$katachi\" name=L$1 Level=$1 Threads=1 USI_OwnBook=false tc=$full" ;;
  *) echo "cmd=\"$katachi\" name=L$1 Level=$1 LevelDelay=false USI_Hash=16 Threads=1 USI_OwnBook=false" ;;
  esac
}

play() { # play A B
  "$katachi" match -games "$games" -concurrency "${CONCURRENCY:-1}" -tc "${TC:-nodes=100000000}" -openings "$openings" -order random -seed 1 \
    -o "$out/$1-$2.jsonl" -engine1 "$(engine "$1")" -engine2 "$(engine "$2")" 2>&1 | grep -E "^\S+ - \S+: |^katachi match" | tail -1
}

if [ $# = 0 ]; then
  for l in $(seq 2 $max); do set -- "$@" "$l $((l - 1))"; done
fi
for pair in "$@"; do
  read -r a b <<<"$pair"
  play "$a" "$b" || { echo "calibrate: $a - $b: no result" >&2; exit 1; }
done
