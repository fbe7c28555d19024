#!/bin/bash
# usage: run.sh NVIM BUNRAKU
# Runs the tests beside this file in a Neovim that has only the plugin: no configuration of the user, no plugin of the system. But
# beside.lua has another plugin for Puppet, too, missing.lua no server, and page.lua not even the plugin.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -r "$here/../../test/site" "$here/../../../examples" "$scratch"
# The top of a repository, where the plugin finds the root.
mkdir "$scratch/examples/.git"
export BUNRAKU_PLUGIN=$here/.. BUNRAKU_SERVER=$2
export XDG_DATA_DIRS=$scratch/none XDG_STATE_HOME=$scratch/state XDG_DATA_HOME=$scratch/data XDG_CONFIG_HOME=$scratch/config XDG_CACHE_HOME=$scratch/cache
passed=0 failed=0

run() { # FOLDER SCRIPT FILE
  local out status p f
  cd "$scratch/$1" || exit 1
  out=$(timeout 240 "$3" --headless --clean -u "${init:-$here/init.lua}" -c "luafile $here/$2" "${@:4}" 2>&1 | tr -d '\r')
  status=$?
  grep -avE '^[0-9]+ passed, [0-9]+ failed$' <<< "$out"
  read -r p f < <(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' <<< "$out" | tail -1)
  passed=$((passed + ${p:-0})) failed=$((failed + ${f:-1}))
  if [ "$status" != 0 ] && [ "${f:-0}" = 0 ]; then failed=$((failed + 1)); echo "not ok $2 ended with $status"; fi
}

run site test.lua "$1" manifests/init.pp
run site help.lua "$1"
run site beside.lua "$1" --cmd 'set runtimepath+=/usr/share/puppet/vim' manifests/init.pp
BUNRAKU_SERVER=/nowhere/bunraku run site missing.lua "$1"
# The page takes it that the program is on PATH.
mkdir "$scratch/bin" && ln -s "$(readlink -f "$2")" "$scratch/bin/bunraku"
init=NORC BUNRAKU_PAGE=$here/../../../docs/editors.md PATH=$scratch/bin:$PATH run site page.lua "$1"
run examples examples.lua "$1" mistakes/catalog/dependency-cycle.pp
# One that the site is meant for.
echo 'systems = ["debian-12"]' > "$scratch/examples/site/bunraku.toml"
run examples graph.lua "$1" site/modules/webserver/manifests/service.pp
run examples rendered.lua "$1"
run examples features.lua "$1" site/modules/webserver/manifests/service.pp
[ "$failed" = 0 ] || { [ -f "$scratch/state/nvim/lsp.log" ] && tail -5 "$scratch/state/nvim/lsp.log"; }
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
