#!/bin/bash
# Ends with 0 where a run in throwaway roots has changed nothing outside of them.
#   outside.sh note FILE    notes what is there, before the run
#   outside.sh check FILE   lists what is no longer so, and ends with 3 if anything is; with folders behind it, in these
devices() { find /dev -xdev \( -path /dev/pts -o -path /dev/shm -o -path /dev/mqueue \) -prune -o -exec stat -c '%n %F %a %u:%g %t:%T' {} + 2>/dev/null | sort; }
folders=()
for it in "${@:3}"; do folders+=("$it/"); done
if [ $# -lt 3 ]; then
  for it in /etc /boot /usr/local /usr/bin /usr/sbin /usr/lib/systemd /var/spool /var/lib/dpkg; do [ ! -d $it ] || folders+=($it/); done
fi
changed() { find "${folders[@]}" -xdev -newerct "@$1" 2>/dev/null; }
case $1 in
  note) { date +%s.%N; devices; } >"$2" ;;
  check)
    found=$(diff <(tail -n +2 "$2") <(devices) | grep '^[<>]'; changed "$(head -1 "$2")")
    [ -z "$found" ] || { printf 'changed outside of the throwaway roots:\n%s\n' "$found" >&2; exit 3; } ;;
  *) echo 'usage: outside.sh note|check FILE' >&2; exit 2 ;;
esac
