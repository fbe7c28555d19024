#!/bin/bash
# usage: run.sh EMACS BUNRAKU
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -r "$here/../../test/site" "$scratch/site"
cd "$scratch/site" || exit 1
HOME=$scratch BUNRAKU_PLUGIN=$here/../bunraku.el BUNRAKU_SERVER=$2 timeout 120 "$1" -q --batch -l "$here/test.el" > "$scratch/out" 2>&1
status=$?
cat "$scratch/out"
[ "$status" = 124 ] && echo "0 passed, 1 failed (no end after 120 s)"
exit "$status"
