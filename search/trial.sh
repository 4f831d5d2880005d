#!/usr/bin/env bash
# A trial of the search: NEW against OLD by a sequential test at fixed nodes, then, if REFERENCE is given, NEW against another
# engine with the same network. Prints a line for TRIALS.md. Stopped, the same command goes on.
#
#   search/trial.sh gain ./katachi ./old          gain: elo0=0 elo1=5; simpler: elo0=-4 elo1=1
#   NODES=20000 NET=folder SCALE=16 REFERENCE=./other search/trial.sh gain ./katachi ./old
#
# NODES a move (8000), GAMES at most (4000), CONCURRENCY (2), OUT a folder for the games and the progress, *.log (trials),
# NET the folder of the network's nn.bin (the program's own; needed for REFERENCE), SCALE its FV_SCALE (16), REFERENCE_GAMES (400),
# REFERENCE_NODES (20000). Games are known by the names of the programs: one that has been built anew since wants another OUT.
# At fixed nodes an opening that comes again is the same game again, so NEW makes one for every two games first, once.
set -euo pipefail
[ $# = 3 ] || { echo "trial: want gain or simpler, the new program and the old one, such as: search/trial.sh gain ./katachi ./old" >&2; exit 2; }
kind=$1 new=$2 old=$3
case $kind in gain) sprt=elo0=0,elo1=5 ;; simpler) sprt=elo0=-4,elo1=1 ;; *) echo "trial: $kind: want gain or simpler" >&2; exit 2 ;; esac
for program in "$new" "$old" ${REFERENCE:+"$REFERENCE"}; do
  [ -f "$program" ] && [ -x "$program" ] || { echo "trial: $program: no such program" >&2; exit 2; }
done
here=$(cd "$(dirname "$0")/.." && pwd)
out=${OUT:-trials}
mkdir -p "$out"
eval=${NET:+"EvalDir=$(realpath "$NET") FV_SCALE=${SCALE:-16}"}
engine() { echo "cmd=\"$(realpath "$2")\" name=$1 Threads=1 USI_Hash=64 $3 $eval"; }
fresh() { # fresh FILE PROGRAMS...
  local program
  for program in "${@:2}"; do
    if [ -e "$out/$1.jsonl" ] && [ "$program" -nt "$out/$1.jsonl" ]; then
      echo "trial: $program is newer than its games, $out/$1.jsonl: remove them, or give another OUT" >&2
      exit 2
    fi
  done
}
play() { # play FILE OPENINGS ENGINE2 FLAGS...
  "$new" match -engine1 "$(engine new "$new" USI_OwnBook=false)" -engine2 "$3" -openings "$2" \
    -order random -seed 1 -concurrency "${CONCURRENCY:-2}" -o "$out/$1.jsonl" "${@:4}" >"$out/$1.log"
  grep -E '^(new - |SPRT)' "$out/$1.log" | tail -n 2 | paste -sd ' '
}
games=${GAMES:-4000}
openings=$out/openings-$games.sfen
if [ ! -e "$openings" ]; then
  rm -f "$openings.part"
  "$new" match openings -engine "cmd=\"$(realpath "$new")\" Threads=1 USI_Hash=16 USI_OwnBook=false" -tc nodes=5000 -n $(((games + 1) / 2)) \
    -concurrency "${CONCURRENCY:-2}" -o "$openings.part"
  mv "$openings.part" "$openings"
fi
name=$kind-${new##*/}-${old##*/}
fresh "$name" "$new" "$old"
line=$(play "$name" "$openings" "$(engine old "$old" USI_OwnBook=false)" -tc "nodes=${NODES:-8000}" -games "$games" -sprt "$sprt")
echo "| ${new##*/} against ${old##*/}, $sprt | ${NODES:-8000} | $line |"
if [ -n "${REFERENCE:-}" ]; then
  fresh "reference-${new##*/}" "$new" "$REFERENCE"
  line=$(play "reference-${new##*/}" "$here/testdata/openings_public.txt" "$(engine reference "$REFERENCE" BookFile=no_book)" -tc "nodes=${REFERENCE_NODES:-20000}" -games "${REFERENCE_GAMES:-400}")
  echo "| ${new##*/} against the reference, same network | ${REFERENCE_NODES:-20000} | $line |"
fi
