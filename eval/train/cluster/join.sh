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
case $shards in
'' | *[!0-9]* | 0*)
	echo "join.sh: SHARDS is a number, not \"$shards\"" >&2
	exit 2
	;;
esac
katachi=${KATACHI:-$folder/katachi}
missing=
i=1
set --
while [ $i -le "$shards" ]; do
	[ -e "$folder/shard-$i-of-$shards.done" ] || missing="$missing $i"
	set -- "$@" "$folder/shard-$i-of-$shards"
	if [ -z "$missing" ] && ! cmp -s "$folder/shard-1-of-$shards.done" "$folder/shard-$i-of-$shards.done"; then
		echo "join.sh: shards 1 and $i were played with different flags, which their .done files tell; run them alike" >&2
		exit 1
	fi
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
trap 'rm -f "$out.part"' EXIT
rm -f "$out.part"
case $(head -c 1 "$1") in
'{') "$katachi" match merge -o "$out.part" "$@" ;; # a match is lines of JSON
*)
	cat "$@" >"$out.part" # records of self-play join end to end
	stats=$("$katachi" selfplay stats "$out.part")
	printf '%s\n' "$stats"
	case $stats in
	*'; 0 more are there twice'*'damaged parts    0'*) ;;
	*)
		echo "join.sh: shards are damaged; run them again, which plays what is missing" >&2
		exit 1
		;;
	esac
	;;
esac
mv "$out.part" "$out"
