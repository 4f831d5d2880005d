#!/bin/sh
# join.sh makes one file of the shards of a run, when all are done:
#
#   join.sh SHARDS FOLDER OUT
#
# The program is $KATACHI, or katachi in FOLDER. OUT must not exist.
set -eu
if [ $# -ne 3 ]; then
	echo "join.sh: want SHARDS FOLDER OUT" >&2
	exit 2
fi
shards=$1 folder=$2 out=$3
katachi=${KATACHI:-$folder/katachi}
missing=
i=1
set --
while [ $i -le "$shards" ]; do
	[ -e "$folder/shard-$i-of-$shards.done" ] || missing="$missing $i"
	set -- "$@" "$folder/shard-$i-of-$shards"
	i=$((i + 1))
done
if [ -n "$missing" ]; then
	echo "join.sh: not done yet:$missing" >&2
	exit 1
fi
if [ -e "$out" ]; then
	echo "join.sh: $out exists" >&2
	exit 1
fi
case $(head -c 1 "$1") in
'{') exec "$katachi" match merge -o "$out" "$@" ;; # a match is lines of JSON
*)
	trap 'rm -f "$out.part"' EXIT
	cat "$@" >"$out.part" # records of self-play join end to end
	mv "$out.part" "$out"
	"$katachi" selfplay stats "$out"
	;;
esac
