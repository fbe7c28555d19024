#!/bin/bash
# usage: run.sh VIM BUNRAKU
# Runs ale.vim in a Vim that has ALE and what docs/editors.md says about it, and nothing of the user.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -r "$here/../../test/site" "$scratch/site"
# The page takes it that the program is on PATH.
mkdir "$scratch/bin" && ln -s "$(readlink -f "$2")" "$scratch/bin/bunraku"
awk '/^```vim$/ { n++; inside = 1; next } /^```/ { inside = 0 } inside && n == 2' "$here/../../../docs/editors.md" > "$scratch/vimrc"
cd "$scratch/site" || exit 1
export HOME=$scratch PATH=$scratch/bin:$PATH BUNRAKU_RESULT=$scratch/result
timeout 240 "$1" -N -u "$scratch/vimrc" --not-a-term -T dumb -i NONE -n -c "source $here/ale.vim" < /dev/null > "$scratch/screen" 2>&1
status=$?
cat "$scratch/result" 2> /dev/null || { tail -c 2000 "$scratch/screen"; echo "not ok Vim ended with $status"; echo "0 passed, 1 failed"; exit 1; }
[ "$status" = 0 ] && grep -q ', 0 failed$' "$scratch/result"
