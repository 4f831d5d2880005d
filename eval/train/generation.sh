#!/bin/sh
# generation.sh makes a generation in small, in a few minutes: whole games of the classical evaluation with itself, a network
# that learns first what that evaluation knows and then what the searches of the games say, and a match of the two.
#
#   eval/train/generation.sh FOLDER
#
# A run that was interrupted goes on where it was. The environment makes one in a new folder larger (HISTORY.md has what the program's own
# network was made with): POSITIONS, NODES a move, VARIATIONS, EXAMPLES of each training, ARCH, GAMES of the match, EVAL of
# the games, classical, nnue or a network file, and SCALE, the centipawns that are odds of e to 1 in them.
set -eu
if [ $# -ne 1 ]; then
	echo "generation.sh: want a folder to write to, such as: eval/train/generation.sh /tmp/generation" >&2
	exit 2
fi
case ${EVAL:-classical} in
classical | nnue) ;;
*) EVAL=$(cd "$(dirname "$EVAL")" && pwd)/$(basename "$EVAL") ;;
esac
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
arch=${ARCH:-halfka-k1-256-contacts}
go build -o "$folder/katachi" .
openings=$PWD/testdata/openings.sfen
cd "$folder"

step() { printf '\n== %s\n' "$*"; }

# learn OUT FLAGS... shuffles the games once and trains, or goes on with a training; what follows -- is for the shuffle.
learn() {
	out=$1
	shift
	flags=
	while [ $# -gt 0 ] && [ "$1" != -- ]; do
		flags="$flags $1"
		shift
	done
	[ $# -eq 0 ] || shift
	if [ ! -e "$out.ktp" ]; then ./katachi train shuffle -o "$out.ktp" "$@" games; fi
	if [ -e "$out/checkpoint" ]; then flags="$flags -resume"; fi
	# shellcheck disable=SC2086 # the flags are words
	./katachi train -o "$out" -arch "$arch" -batch 2048 -warm-up 50 -reports 5 $flags "$out.ktp"
}

step "1 of 5: whole games of the evaluation ${EVAL:-classical} with itself"
./katachi selfplay -eval "${EVAL:-classical}" -scale "${SCALE:-1000}" -positions "${POSITIONS:-100000}" -nodes "${NODES:-100}" -o games
step "2 of 5: a pupil learns what the classical evaluation knows"
learn pupil -examples "${EXAMPLES:-4M}" -last-rate 1e-5 -- -scale "${SCALE:-1000}" -variations "${VARIATIONS:-16}"
step "3 of 5: from there a network learns what the searches of the games say"
learn net -examples "${EXAMPLES:-240k}" -from pupil -rate 1e-4 -last-rate 5e-6 -result 0 -result-end 0 -last 0 -- -quiet "${EVAL:-classical}"
step "4 of 5: what its scores mean"
./katachi train scale -eval net/nn.bin games
step "5 of 5: a match of the network and the classical evaluation"
./katachi match -engine1 'cmd="./katachi" name=net Threads=1 USI_Hash=16 EvalDir=net' \
	-engine2 'cmd="./katachi" name=classical Threads=1 USI_Hash=16 Eval=classical' -games "${GAMES:-40}" -tc nodes=2000 \
	-concurrency 2 -openings "$openings" -o match.jsonl
