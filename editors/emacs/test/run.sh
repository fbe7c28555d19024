#!/bin/bash
# usage: run.sh EMACS BUNRAKU
# Runs page.el, the configuration of docs/editors.md, and test.el, the plugin with the real server.
set -uo pipefail
emacs=$1 bunraku=$2
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -r "$here/../../test/site" "$scratch/site"
cd "$scratch/site" || exit 1
passed=0 failed=0

run() { # SCRIPT
  local status p f
  HOME=$scratch BUNRAKU_PLUGIN=$here/../bunraku.el BUNRAKU_FOLDER=$(dirname "$here") BUNRAKU_PAGE=$here/../../../docs/editors.md BUNRAKU_SERVER=$bunraku \
    timeout 240 "$emacs" -q --batch -l "$here/$1" > "$scratch/out" 2>&1
  status=$?
  grep -vE '^[0-9]+ passed, [0-9]+ failed$' "$scratch/out"
  read -r p f < <(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' "$scratch/out" | tail -1)
  passed=$((passed + ${p:-0})) failed=$((failed + ${f:-1}))
  [ "$status" = 124 ] && echo "not ok $1: no end after 240 s"
  if [ "$status" != 0 ] && [ "${f:-0}" = 0 ]; then failed=$((failed + 1)); echo "not ok $1 ended with $status"; fi
}

run page.el
run test.el
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
