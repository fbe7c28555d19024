# Sourced by what boots a throwaway root with a real systemd.
#   leave_groups       removes the control groups of this boot
#   boot ROOT ARGS...  boots the root until it powers off; ARGS are those of systemd-nspawn. Only as the first process of a PID namespace.

# Two at once would have the same control groups, and one would clear away what the other is about to use (219/CGROUP): each has its own.
# The same name in each tree: systemd makes its group of the unified tree in that of its own name, too.
groups=() group_name=oracle-$(mktemp -u XXXXXX)

leave_groups() {
  local group
  for group in "${groups[@]}"; do
    echo 0 >"$(dirname "$group")/cgroup.procs"
    # Those that have just ended are still counted for a moment.
    for _ in 1 2 3 4 5 6 7 8 9 10; do find "$group" -depth -type d -exec rmdir {} + 2>/dev/null && break; sleep 0.1; done || true
  done
}

boot() {
  local root=$1 tree nspawn
  shift
  nspawn=$ORACLE_WORK/nspawn/usr/bin/systemd-nspawn
  [ -x "$nspawn" ] || nspawn=systemd-nspawn
  trap leave_groups EXIT
  for tree in /sys/fs/cgroup/systemd /sys/fs/cgroup/unified /sys/fs/cgroup; do
    [ -w $tree/cgroup.procs ] || continue
    mkdir $tree/$group_name
    groups+=($tree/$group_name)
    echo 0 >$tree/$group_name/cgroup.procs
  done
  printf '[Unit]\nDescription=oracle\nRequires=basic.target\nAfter=basic.target\nWants=probe.service\nAllowIsolate=yes\n' > "$root/etc/systemd/system/oracle.target"
  "$nspawn" --register=no --keep-unit --private-network -b -D "$root" "$@" -M oracle --hostname=oracle -- systemd.unit=oracle.target </dev/null
}
