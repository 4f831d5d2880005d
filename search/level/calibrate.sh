#!/usr/bin/env bash
# Measures the ladder: every level against the one below, and what others are measured by against levels of their strength.
#
#   search/level/calibrate.sh KATACHI OUT [PAIR...]
#
# KATACHI is the program, OUT a folder for the games: stopped and started again with the same folder it goes on. A PAIR is
# "13 12" or "1 first-week"; without any, all pairs are played and the table is printed. The environment: GAMES of each pair
# (100), TC of the levels (nodes=100000000: no clock), FULL of full strength (byoyomi=1), BEGINNERS the
# beginner models' program.
set -euo pipefail
katachi=$(realpath "$1") out=$2
shift 2
games=${GAMES:-100} full=${FULL:-byoyomi=1}
openings=$(realpath "$(dirname "$0")/../../testdata/openings_public.txt")
max=25
mkdir -p "$out"

engine() { # engine NAME: the specification of a player
  case $1 in
  first-*) echo "cmd=\"python3 $BEGINNERS $1\" name=$1" ;;
  fairy*) echo "cmd=fairy-stockfish name=$1 USI_Variant=shogi Threads=1 Skill_Level=${1#fairy}" ;;
  gnu*) echo "cmd=\"gnushogi\" proto=xboard name=$1 init=\"depth ${1#gnu}\"" ;;
  $max) echo "cmd=\"$katachi\" name=L$1 Level=$1 Threads=1 USI_OwnBook=false tc=$full" ;;
  *) echo "cmd=\"$katachi\" name=L$1 Level=$1 LevelDelay=false USI_Hash=16 Threads=1 USI_OwnBook=false" ;;
  esac
}

play() { # play A B
  "$katachi" match -games "$games" -tc "${TC:-nodes=100000000}" -openings "$openings" -order random -seed 1 \
    -out "$out/$1-$2.jsonl" -engine1 "$(engine "$1")" -engine2 "$(engine "$2")" 2>&1 | tail -1
}

if [ $# = 0 ]; then
  set -- "1 first-day" "1 first-week" "5 first-month" "6 first-month"
  for l in $(seq 2 $max); do set -- "$@" "$l $((l - 1))"; done
fi
for pair in "$@"; do
  read -r a b <<<"$pair"
  play "$a" "$b"
done
