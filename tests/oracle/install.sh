#!/bin/bash
# Installs real Puppet, which Bunraku is held to, on Debian 12:
#   92 real modules with 1,891 manifests under /usr/share/puppet/modules, and Puppet 7.23, whose Ruby libraries are needed;
#   Puppet 8.10, puppet-lint 4.3 and stdlib 9.4, the packages of Debian 13, unpacked under $ORACLE_HOME (default /opt/oracle),
#   where they disturb nothing.
# As root it installs through apt; as anybody else it names what is missing and ends with 1. It is quick where all is there.
#   install.sh --check   only says whether everything is there
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive ORACLE_HOME=${ORACLE_HOME:-/opt/oracle}

missing=()
command -v ruby >/dev/null && [ -d /usr/lib/ruby/vendor_ruby/puppet ] || missing+=("puppet-agent (Debian 12)")
# Where nothing is installed yet there is no such folder, which is no reason to end here.
count=$({ find -L /usr/share/puppet/modules -name '*.pp' -type f 2>/dev/null || true; } | xargs -r realpath | sort -u | wc -l)
[ "$count" -ge 1891 ] || missing+=("the packages puppet-module-* ($count of 1891 manifests)")
[ -x "$ORACLE_HOME/bin/oracle8" ] && [ -x "$ORACLE_HOME/bin/puppet8" ] || missing+=("Puppet 8 in $ORACLE_HOME")
ls -d "$ORACLE_HOME"/puppet-lint4/usr/share/rubygems-integration/all/gems/puppet-lint-4* >/dev/null 2>&1 && [ -x "$ORACLE_HOME/bin/puppet-lint4" ] || missing+=("puppet-lint 4 in $ORACLE_HOME")
[ -f "$ORACLE_HOME/stdlib9/stdlib/metadata.json" ] || missing+=("stdlib 9 in $ORACLE_HOME")

if [ ${#missing[@]} -eq 0 ]; then
  [ "${1:-}" = --check ] || echo "real Puppet: all there, $("$ORACLE_HOME/bin/oracle8" -e 'require "puppet"; print Puppet.version') with $count manifests"
  exit 0
fi
if [ "${1:-}" = --check ] || [ "$(id -u)" != 0 ]; then
  echo "real Puppet is missing: $(printf '%s; ' "${missing[@]}")run tests/oracle/install.sh as root on Debian 12" >&2
  exit 1
fi
command -v apt-get >/dev/null || { echo "real Puppet is missing, and there is no apt here to install it with" >&2; exit 1; }

echo "installing real Puppet: ${missing[*]}"
apt-get -o DPkg::Lock::Timeout=600 update -qq
# puppet-module-oci has no module in it that Puppet can load.
modules=$(apt-cache search '^puppet-module-' | awk '{print $1}' | grep -v '^puppet-module-oci$')
# shellcheck disable=SC2086
apt-get -o DPkg::Lock::Timeout=600 install -y -qq --no-install-recommends puppet-agent $modules >/dev/null

if [ ! -x "$ORACLE_HOME/bin/oracle8" ] || [ ! -x "$ORACLE_HOME/bin/puppet8" ] || [ ! -x "$ORACLE_HOME/bin/puppet-lint4" ] || [ ! -f "$ORACLE_HOME/stdlib9/stdlib/metadata.json" ]; then
  t=$(mktemp -d)
  trap 'rm -rf "$t"' EXIT
  mkdir -p "$t"/{lists/partial,cache/archives/partial,debs} "$ORACLE_HOME"/{bin,puppet8,puppet-lint4}
  mirror=$({ cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null || true; } | grep -v '^#' | grep -oE 'https?://[^ ]+/debian/?( |$)' | awk 'NR==1 {print $1}')
  mirror=${mirror:-http://deb.debian.org/debian}
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" >"$t/sources.list"
  # The lists of Debian 13 live in a folder of their own: the system's apt never sees them.
  o=(-o Dir::Etc::sourcelist="$t/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State::Lists="$t/lists" -o Dir::Cache="$t/cache" -o APT::Sandbox::User=root)
  apt-get "${o[@]}" update -qq
  (cd "$t/debs" && apt-get "${o[@]}" download -qq puppet-agent/trixie puppet-lint/trixie puppet-module-puppetlabs-stdlib/trixie)
  dpkg -x "$t"/debs/puppet-agent_*.deb "$ORACLE_HOME/puppet8"
  dpkg -x "$t"/debs/puppet-lint_*.deb "$ORACLE_HOME/puppet-lint4"
  dpkg -x "$t"/debs/puppet-module-puppetlabs-stdlib_*.deb "$t/stdlib"
  # A folder of modules with this one alone.
  mkdir -p "$t/stdlib9"
  mv "$t/stdlib/usr/share/puppet/modules.available/puppetlabs-stdlib" "$t/stdlib9/stdlib"
  rm -rf "$ORACLE_HOME"/stdlib9 "$ORACLE_HOME"/stdlib9.new
  mv "$t/stdlib9" "$ORACLE_HOME/stdlib9.new"
  mv "$ORACLE_HOME/stdlib9.new" "$ORACLE_HOME/stdlib9"
  cat >"$ORACLE_HOME/bin/oracle8.new" <<Y
#!/bin/sh
# Runs a Ruby program with Puppet 8 loaded.
RUBYLIB=$ORACLE_HOME/puppet8/usr/lib/ruby/vendor_ruby exec ruby "\$@"
Y
  cat >"$ORACLE_HOME/bin/puppet8.new" <<Y
#!/bin/sh
exec $ORACLE_HOME/bin/oracle8 $ORACLE_HOME/puppet8/usr/bin/puppet "\$@"
Y
  gem=$(echo "$ORACLE_HOME"/puppet-lint4/usr/share/rubygems-integration/all/gems/puppet-lint-4*)
  cat >"$ORACLE_HOME/bin/puppet-lint4.new" <<Y
#!/bin/sh
# The gem has its program elsewhere, and asks RubyGems for itself, which does not know of it here.
RUBYLIB=$gem/lib:$ORACLE_HOME/puppet-lint4/usr/lib/ruby/vendor_ruby exec ruby -rpuppet-lint -rpuppet-lint/bin -e 'exit PuppetLint::Bin.new(ARGV).run' -- "\$@"
Y
  chmod +x "$ORACLE_HOME"/bin/*.new
  mv "$ORACLE_HOME/bin/puppet8.new" "$ORACLE_HOME/bin/puppet8"
  mv "$ORACLE_HOME/bin/puppet-lint4.new" "$ORACLE_HOME/bin/puppet-lint4"
  mv "$ORACLE_HOME/bin/oracle8.new" "$ORACLE_HOME/bin/oracle8"
fi
"$0"
