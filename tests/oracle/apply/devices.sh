#!/bin/bash
# usage: devices.sh ROOT   Gives a throwaway root devices of its own: what is done to /dev there stays there.
set -e
dev=$1/dev
mount -t tmpfs -o mode=755 tmpfs "$dev"
for it in null:3 zero:5 full:7 random:8 urandom:9; do mknod -m 666 "$dev/${it%:*}" c 1 "${it#*:}"; done
mknod -m 666 "$dev/tty" c 5 0
mkdir "$dev/pts" "$dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$dev/pts"
ln -s pts/ptmx "$dev/ptmx"
mount -t tmpfs -o mode=1777 tmpfs "$dev/shm"
ln -s /proc/self/fd "$dev/fd"
for it in 0:stdin 1:stdout 2:stderr; do ln -s "fd/${it%:*}" "$dev/${it#*:}"; done
