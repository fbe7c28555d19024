#!/bin/bash
# Ends with 0 only inside a throwaway root that the harness made; whatever applies resources with real providers in a test asks it first.
# Two things must be so: the file of the harness is there, and the mount namespace is not the one that the harness was started in, whose
# name the file holds. So neither a file that was left on a machine nor a namespace that somebody else made is taken for one.
#   guard.sh             asks
#   guard.sh mark ROOT   makes the file in a root; only the harness does that. STARTER is the namespace that it was started in.
#   guard.sh check FILE  asks with another file, for the test of this program
file=/.throwaway-root
case ${1:-} in
  mark)
    [ -n "$STARTER" ] && [ -d "$2" ] && [ "$(readlink -f "$2")" != / ] || { echo "a throwaway root is none without its starter" >&2; exit 2; }
    printf '%s\n' "$STARTER" >"$2$file"
    exit ;;
  check) file=$2 ;;
esac
refuse() { echo "refused: $1; resources are applied by tests in throwaway roots alone (tests/oracle/apply/run.sh)" >&2; exit 97; }
[ -f "$file" ] && [ ! -L "$file" ] || refuse "there is no $file"
starter=$(cat "$file") here=$(readlink /proc/self/ns/mnt)
[[ $starter == mnt:\[+([0-9])\] && $here == mnt:\[+([0-9])\] ]] || refuse "$file names no mount namespace"
[ "$starter" != "$here" ] || refuse "this is the mount namespace of the one who started it"
