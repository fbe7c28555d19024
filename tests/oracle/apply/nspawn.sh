#!/bin/bash
# usage: nspawn.sh   (as root, on Debian) unpacks systemd-nspawn into $ORACLE_WORK/nspawn, unless it is there or the machine has it.
set -e
work=${ORACLE_WORK:-/var/tmp/oracle-apply}
is_there() { [ -x "$work/nspawn/usr/bin/systemd-nspawn" ] || command -v systemd-nspawn >/dev/null; }
if is_there; then exit 0; fi
mkdir -p "$work"
exec 9>"$work/nspawn.lock"
flock 9
# Somebody else may have unpacked it while this one waited.
if is_there; then exit 0; fi
new=$(mktemp -d -p "$work" nspawn.XXXXXX)
trap 'rm -rf "$new"' EXIT
cd "$new"
apt-get -o DPkg::Lock::Timeout=600 update -qq >&2
apt-get -o APT::Sandbox::User=root download -qq systemd-container
dpkg -x systemd-container_*.deb unpacked
rm -rf "$work/nspawn"
mv unpacked "$work/nspawn"
