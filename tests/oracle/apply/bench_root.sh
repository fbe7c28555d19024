#!/bin/bash
# usage: bench_root.sh FOLDER COMMAND...   (as root)
# Runs a command in a throwaway root: namespaces of its own, an overlay of / with its upper layer in memory. FOLDER/t is /t and
# FOLDER/p is /p there, so that what is synced in them reaches a disk. Nothing else that it does reaches the machine.
set -e
if [ -z "$IN_BENCH" ]; then
  STARTER=$(readlink /proc/self/ns/mnt)
  export STARTER
  IN_BENCH=1 exec unshare -m -p -n -u -i -f --kill-child bash "$0" "$@"
fi
here=$(dirname "$(readlink -f "$0")")
guard=$here/guard.sh
folder=$1; shift
mount --make-rprivate /
mkdir -p "$folder"/{t,p,w}
mount -t tmpfs -o size=2g tmpfs "$folder/w"
mkdir -p "$folder"/w/{up,wk,root}
root=$folder/w/root
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/w/up,workdir=$folder/w/wk" "$root"
mount -t proc proc "$root/proc"
bash "$here/devices.sh" "$root"
# Facter looks there.
mount -t sysfs sysfs "$root/sys" 2>/dev/null || mount --rbind /sys "$root/sys"
mount -t tmpfs tmpfs "$root/run"
mkdir -p "$root/t" "$root/p"
mount --bind "$folder/t" "$root/t"
mount --bind "$folder/p" "$root/p"
hostname bench
"$guard" mark "$root"
cp "$guard" "$root/guard.sh"
exec chroot "$root" /usr/bin/env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
  /bin/bash -c '/guard.sh && exec "$@"' bash "$@"
