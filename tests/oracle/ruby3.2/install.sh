#!/bin/bash
# Installs Ruby 3.2, as WebAssembly for Node, under $ORACLE_HOME/ruby3.2 (default /opt/oracle). It is quick if that is there.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
to=${ORACLE_HOME:-/opt/oracle}/ruby3.2
if [ -d "$to/node_modules" ] && cmp -s "$here/package-lock.json" "$to/package-lock.json"; then
  echo "Ruby 3.2: all there"
  exit 0
fi
command -v npm >/dev/null || { echo "missing: npm; see https://nodejs.org" >&2; exit 1; }
new=$to.new
rm -rf "$new"
mkdir -p "$new"
cp "$here"/package{,-lock}.json "$new"
(cd "$new" && npm ci --silent --ignore-scripts --no-audit --no-fund)
rm -rf "$to"
mv "$new" "$to"
echo "Ruby 3.2: installed"
