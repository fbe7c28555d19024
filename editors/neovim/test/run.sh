#!/bin/bash
# usage: run.sh NVIM BUNRAKU
# Runs test.lua in a Neovim that has only the plugin: no configuration of the user, no plugin of the system.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -r "$here/../../test/site" "$scratch/site"
export BUNRAKU_PLUGIN=$here/.. BUNRAKU_SERVER=$2
export XDG_DATA_DIRS=$scratch/none XDG_STATE_HOME=$scratch/state XDG_DATA_HOME=$scratch/data XDG_CONFIG_HOME=$scratch/config XDG_CACHE_HOME=$scratch/cache
cd "$scratch/site" || exit 1
timeout 120 "$1" --headless --clean -u "$here/init.lua" -c "luafile $here/test.lua" manifests/init.pp > "$scratch/out" 2>&1
status=$?
tr -d '\r' < "$scratch/out"
[ "$status" = 0 ] || { [ -f "$scratch/state/nvim/lsp.log" ] && tail -5 "$scratch/state/nvim/lsp.log"; }
[ "$status" = 124 ] && echo "0 passed, 1 failed (no end after 120 s)"
exit "$status"
