#!/bin/bash
# Tests all that is for editors, in the real editors, against the real `bunraku lsp`.
#
#   editors/test.sh [grammars] [colours] [unit] [vscode] [workbench] [neovim] [emacs] [vim] [large] [svg] [packages]      (all when none is named)
#   editors/test.sh pictures      takes the pictures of the documentation anew: docs/images
#   editors/test.sh measure       measures what a user waits for in VS Code: docs/benchmarks/vscode.md; BUNRAKU_BIN is a release build
#
# What is missing is installed (see install.sh) into ${BUNRAKU_WORK:-.work}, which the next run finds again.
# BUNRAKU_BIN names the program to test; without it the present state is built. Screenshots and logs: .work/editors.
set -uo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
export BUNRAKU_WORK=${BUNRAKU_WORK:-$root/.work}
# Answers are whole, however busy the machine is.
export BUNRAKU_ANSWER_WITHIN=${BUNRAKU_ANSWER_WITHIN:-0}
logs=$BUNRAKU_WORK/editors
mkdir -p "$logs"

wanted=" ${*:-grammars colours unit vscode workbench neovim emacs vim large svg packages} "
wants() { [[ $wanted == *" $1 "* ]]; }

editors=()
{ wants vscode || wants workbench || wants svg || wants pictures || wants measure; } && editors+=(vscode)
wants neovim && editors+=(neovim)
wants emacs && editors+=(emacs)
wants vim && editors+=(vim)
if [ ${#editors[@]} -gt 0 ]; then
    "$root/editors/install.sh" "${editors[@]}" || exit 2
fi
if [ ${#editors[@]} -gt 0 ] || wants colours || wants large || wants packages; then
    if [ -z "${BUNRAKU_BIN:-}" ]; then
        cargo build --quiet --manifest-path "$root/Cargo.toml" --package cli || exit 2
        target=$(cargo metadata --manifest-path "$root/Cargo.toml" --format-version 1 --no-deps | node -p 'JSON.parse(require("fs").readFileSync(0)).target_directory')
        BUNRAKU_BIN=$target/debug/bunraku
    fi
    BUNRAKU_BIN=$(realpath "$BUNRAKU_BIN")
fi

cd "$root/editors/vscode" || exit 2
if ! cmp -s package-lock.json "$BUNRAKU_WORK/package-lock.json" || [ ! -d node_modules ]; then
    echo "editors: installing the tools of the extension"
    npm ci --ignore-scripts --no-audit --no-fund > "$logs/npm.log" 2>&1 || { tail -20 "$logs/npm.log"; exit 2; }
    cp package-lock.json "$BUNRAKU_WORK/package-lock.json"
fi

vscode=$(echo "$BUNRAKU_WORK"/vscode-*[0-9])
neovim=$(echo "$BUNRAKU_WORK"/neovim-*[0-9]/nvim)
total=0
bad=0

# Runs a command, and believes it only when it says how many tests it ran, that none failed, and that there were any.
run() { # NAME COMMAND...
    local name=$1 log=$logs/$1.log start=$SECONDS status passed failed
    "${@:2}" > "$log" 2>&1
    status=$?
    passed=$(grep -oE '[0-9]+ passed, [0-9]+ failed' "$log" | tail -1 | grep -oE '^[0-9]+')
    failed=$(grep -oE '[0-9]+ passed, [0-9]+ failed' "$log" | tail -1 | grep -oE '[0-9]+ failed' | grep -oE '[0-9]+')
    printf '%-12s %3s passed, %s failed (%s s)\n' "$name" "${passed:-0}" "${failed:-0}" "$((SECONDS - start))"
    total=$((total + ${passed:-0}))
    if [ "$status" != 0 ] || [ "${passed:-0}" = 0 ] || [ "${failed:-1}" != 0 ]; then
        bad=$((bad + (${failed:-0} > 0 ? ${failed:-0} : 1)))
        grep -E '^not ok|^ *(Error|error)\b|FAILED|✖' "$log" | head -20 | sed 's/^/    /'
        echo "    exit code $status; all of it: $log"
    fi
}

check_and_unit() { npm run --silent check && npm run --silent test:unit; }
pack_and_use() {
    npm run --silent package -- --server "$BUNRAKU_BIN" --out "$logs/bunraku.vsix" && node test/run/user.mjs "$vscode" "$logs/bunraku.vsix" "$logs"
}

wants grammars && run grammars npm run --silent test:grammar
wants grammars && run scopes npm run --silent test:closed
wants colours && run colours node scripts/agree.mjs "$BUNRAKU_BIN"
wants svg && run svg node test/run/svg.mjs "$BUNRAKU_BIN"
wants large && run large node scripts/large.mjs "$BUNRAKU_BIN"
wants unit && run unit check_and_unit
wants neovim && run neovim-new "$root/editors/neovim/test/run.sh" "$neovim" "$BUNRAKU_BIN"
wants neovim && run neovim-old "$root/editors/neovim/test/run.sh" "$(command -v nvim)" "$BUNRAKU_BIN"
wants emacs && run emacs "$root/editors/emacs/test/run.sh" emacs "$BUNRAKU_BIN"
wants vim && run vim "$root/editors/vim/test/run.sh" vim "$BUNRAKU_BIN"
wants vscode && run vscode sh -c 'npm run --silent build && exec node test/run/host.mjs "$0" "$1"' "$vscode" "$BUNRAKU_BIN"
wants workbench && run workbench pack_and_use
wants packages && run packages node test/run/packages.mjs "$BUNRAKU_BIN"
wants pictures && run pictures node test/run/pictures.mjs "$vscode" "$BUNRAKU_BIN" "$root/docs/images"
wants measure && run measure node test/run/measure.mjs "$vscode" "$BUNRAKU_BIN" "$root/docs/benchmarks/vscode.md"

echo "editors: $total passed, $bad failed"
[ "$bad" = 0 ] && [ "$total" -gt 0 ]
