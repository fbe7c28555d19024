#!/bin/bash
# usage: in_root.sh COMMAND...   (as root) runs a command that changes accounts and the like, in a throwaway root: namespaces of its own and an
# overlay of / whose upper layer is in memory. Nothing it does reaches the machine. Exit status 98: namespaces cannot be made here.
# The command finds this checkout, $ORACLE_HOME and its own program at their usual places, and /tmp empty.
self=$(readlink -f "$0") here=$(dirname "$(readlink -f "$0")")
apply=$here/../apply
if [ -z "$IN_NS" ]; then
  unshare -m -p -n -u -i -f true 2>/dev/null || exit 98
  STARTER=$(readlink /proc/self/ns/mnt) IN_NS=1 exec unshare -m -p -n -u -i -f --kill-child bash "$self" "$@"
fi
set -e
mount --make-rprivate /
W=$(mktemp -d)
mount -t tmpfs -o size=1g tmpfs "$W"
mkdir "$W/up" "$W/wk" "$W/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$W/up,workdir=$W/wk" "$W/root"
R=$W/root
mount -t proc proc "$R/proc"
bash "$apply/devices.sh" "$R"
# Other file systems are not in the overlay.
for it in "$(readlink -f "$here/../../..")" "${ORACLE_HOME:-/opt/oracle}" "$(dirname "$(command -v "$1")")"; do
  [ ! -d "$it" ] || [ -n "$(ls -A "$R$it" 2>/dev/null)" ] || { mkdir -p "$R$it"; mount --bind "$it" "$R$it"; mount -o remount,bind,ro "$R$it"; }
done
mkdir -p "$R/throwaway" "$R/cron"
# Tables of cron jobs are kept as they are given: what `crontab` itself checks is no matter here, and few machines have it.
cat >"$R/usr/local/bin/crontab" <<'P'
#!/bin/sh
user=root
[ "$1" != -u ] || { user=$2; shift 2; }
id "$user" >/dev/null 2>&1 || { echo "crontab:  user \`$user' unknown" >&2; exit 1; }
case $1 in
  -l) [ -f "/cron/$user" ] || { echo "no crontab for $user" >&2; exit 1; }; cat "/cron/$user" ;;
  *) cat -- "$1" >"/cron/$user" ;;
esac
P
chmod +x "$R/usr/local/bin/crontab"
bash "$apply/guard.sh" mark "$R"
exec chroot "$R" /usr/bin/env -u IN_NS -u STARTER TMPDIR=/throwaway HOME=/root LANG=C.UTF-8 PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
