#!/bin/bash
# usage: in_booted.sh COMMAND...   (as root) runs a command as in_root.sh does, on a machine that real systemd has booted in the throwaway root.
# Exit status 98: that cannot be done here. systemd-nspawn is that of the machine, or what ../apply/nspawn.sh has unpacked.
self=$(readlink -f "$0") here=$(dirname "$(readlink -f "$0")")
apply=$here/../apply
export ORACLE_WORK=${ORACLE_WORK:-/var/tmp/oracle-apply}
if [ -z "$IN_NS" ]; then
  [ -x "$ORACLE_WORK/nspawn/usr/bin/systemd-nspawn" ] || command -v systemd-nspawn >/dev/null || exit 98
  [ -x /lib/systemd/systemd ] || exit 98
  unshare -m -p -f true 2>/dev/null || exit 98
  out=$(mktemp -d)
  trap 'rm -rf "$out"' EXIT
  STARTER=$(readlink /proc/self/ns/mnt) IN_NS=1 OUT=$out unshare -m -p -f --kill-child bash "$self" "$@" >"$out/boot" 2>&1
  cat "$out/stdout" 2>/dev/null
  cat "$out/stderr" >&2 2>/dev/null
  [ -f "$out/status" ] || { cat "$out/boot" >&2; exit 1; }
  exit "$(cat "$out/status")"
fi
set -e
mount --make-rprivate /
mount -t proc proc /proc
W=$(mktemp -d)
mount -t tmpfs -o size=1g tmpfs "$W"
mkdir "$W/up" "$W/wk" "$W/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$W/up,workdir=$W/wk" "$W/root"
R=$W/root
binds=()
# Other file systems are not in the overlay.
for it in "$(readlink -f "$here/../../..")" "${ORACLE_HOME:-/opt/oracle}" "$(dirname "$(command -v "$1")")"; do
  [ ! -d "$it" ] || [ -n "$(ls -A "$R$it" 2>/dev/null)" ] || { mkdir -p "$R$it"; binds+=(--bind-ro="$it"); }
done
mkdir -p "$R/throwaway" "$R/booted-out"
printf '127.0.0.1\tlocalhost\n' >"$R/etc/hosts"; echo oracle >"$R/etc/hostname"; rm -f "$R/etc/machine-id"; : >"$R/etc/machine-id"
rm -f "$R/usr/sbin/policy-rc.d"
bash "$apply/guard.sh" mark "$R"
printf -v command '%q ' "$@"
cat >"$R/throwaway/command" <<C
#!/bin/bash
$command >/booted-out/stdout 2>/booted-out/stderr </dev/null
echo \$? >/booted-out/status
C
cat >"$R/etc/systemd/system/probe.service" <<U
[Unit]
Description=oracle steps
After=basic.target
[Service]
Type=oneshot
Environment=PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 TERM=dumb TMPDIR=/throwaway ORACLE_HOME=${ORACLE_HOME:-/opt/oracle} ONLY=$ONLY
ExecStart=/bin/bash /throwaway/command
ExecStopPost=/bin/systemctl --no-block poweroff
TimeoutStartSec=0
U
. "$apply/boot.sh"
boot "$R" "${binds[@]}" --bind="$OUT:/booted-out"
