#!/bin/bash
# usage: run.sh EMACS BUNRAKU
# Runs page.el, the configuration of docs/editors.md; test.el, features.el and rendered.el, the plugin with the real server; and faces.el, the colors.
set -uo pipefail
emacs=$1 bunraku=$2
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -r "$here/../../test/site" "$here/../../../examples" "$scratch"
passed=0 failed=0

run() { # FOLDER SCRIPT
  local status p f
  cd "$scratch/$1" || exit 1
  HOME=$scratch BUNRAKU_PLUGIN=$here/../bunraku.el BUNRAKU_FOLDER=$(dirname "$here") BUNRAKU_PAGE=$here/../../../docs/editors.md BUNRAKU_SERVER=$bunraku \
    timeout 240 "$emacs" -q --batch -l "$here/$2" > "$scratch/out" 2>&1
  status=$?
  grep -vE '^[0-9]+ passed, [0-9]+ failed$' "$scratch/out"
  read -r p f < <(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' "$scratch/out" | tail -1)
  passed=$((passed + ${p:-0})) failed=$((failed + ${f:-1}))
  [ "$status" = 124 ] && echo "not ok $2: no end after 240 s"
  if [ "$status" != 0 ] && [ "${f:-0}" = 0 ]; then failed=$((failed + 1)); echo "not ok $2 ended with $status"; fi
}

run site page.el
run site test.el
run site faces.el
run examples features.el
run examples rendered.el
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
