#!/bin/sh
# generation.sh makes a generation in small, in a few minutes: games of the classical evaluation with itself, a network
# that learns first what that evaluation knows and then what the games' searches saw, and a match of the two.
#
#   eval/train/generation.sh FOLDER
#
# A run that was interrupted goes on where it was. The environment makes it larger (HISTORY.md has what the program's own
# network was made with): POSITIONS, NODES a move, VARIATIONS, ARCH, GAMES of the match, EVAL of the games.
set -eu
if [ $# -ne 1 ]; then
	echo "generation.sh: want a folder to write to, such as: eval/train/generation.sh /tmp/generation" >&2
	exit 2
fi
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
arch=${ARCH:-halfka-k9-256}
go build -o "$folder/katachi" .
openings=$PWD/testdata/openings.sfen
cd "$folder"

# learn OUT FLAGS... trains, or goes on with a training.
learn() {
	out=$1
	shift
	if [ -e "$out/checkpoint" ]; then set -- -resume "$@"; fi
	./katachi train -out "$out" -arch "$arch" -lambda 1 -scale 1000 -batch 2048 "$@" games
}

./katachi selfplay -eval "${EVAL:-classical}" -positions "${POSITIONS:-100000}" -nodes "${NODES:-250}" -o games
learn pupil -variations "${VARIATIONS:-16}" -epochs 2
learn net -from pupil -captures -epochs 2 -rate 3e-4
./katachi match -engine1 'cmd="./katachi" name=net Threads=1 USI_Hash=16 EvalDir=net' \
	-engine2 'cmd="./katachi" name=classical Threads=1 USI_Hash=16 Eval=classical' -games "${GAMES:-40}" -tc nodes=2000 \
	-concurrency 2 -openings "$openings" -out match.jsonl
