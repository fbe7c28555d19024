#!/bin/bash
# random.sh COUNT SEED - COUNT random trees of states, drawn by SEED, are ordered as model.py orders them.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../../.."
trees=$(mktemp)
trap 'rm -f "$trees"' EXIT
python3 tests/oracle/salt/generate.py "$1" "$2" >"$trees"
count=$(wc -l <"$trees")
if SALT_GENERATED=$trees cargo test --quiet -p salt --test generated random_trees; then
  echo "salt-order: $count passed, 0 failed"
else
  echo "salt-order: 0 passed, 1 failed"
  exit 1
fi
