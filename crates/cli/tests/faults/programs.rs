//! Programs that hang, that are missing, and those that others run at the same time.

use super::root::{assert_lines, said};

#[test]
fn fault_26_somebody_else_installs_something() {
    let text = said(
        r#"
cat >/run/hold.py <<'P'
import fcntl, time
lock = open('/var/lib/dpkg/lock-frontend', 'w'); fcntl.lockf(lock, fcntl.LOCK_EX); open('/run/held', 'w').close(); time.sleep(3)
P
python3 /run/hold.py & until [ -e /run/held ]; do sleep 0.05; done
printf '#!/bin/sh\necho done >>/run/apt\n' >/run/apt-get; chmod 755 /run/apt-get; mount --bind /run/apt-get /usr/bin/apt-get
begun=$(date +%s%N); pa -e 'package { "no-such-package-as-this": ensure => installed }'
echo $((($(date +%s%N) - begun) / 1000000000)); cat /run/apt"#,
    );
    assert_lines(
        &text,
        &["Notice: /Stage[main]/Main/Package[no-such-package-as-this]: Waiting for the lock of dpkg, which python3 (process "],
    );
    assert_eq!(text.matches("Waiting").count(), 1, "{text}");
    assert!(text.ends_with("\ndone\n") && !text.contains("\n0\ndone"), "{text}");
}

#[test]
fn fault_27_a_command_that_hangs_is_ended_with_all_that_it_started() {
    let text = said(
        r#"pa -e 'exec { "/bin/sh -c \"sleep 77 & sleep 78\"": timeout => 1 }
exec { "/bin/true": onlyif => "/bin/sh -c \"sleep 79\"", timeout => 1 }'
sleep 0.2; pgrep -a sleep; echo end"#,
    );
    assert_lines(&text, &["Command exceeded timeout", "exceeded timeout", "Applied"]);
    assert!(text.ends_with("\nend\n") && !text.contains("sleep 7\n"), "{text}");
    assert!(!text.lines().any(|it| it.ends_with(" sleep 77") || it.ends_with(" sleep 78") || it.ends_with(" sleep 79")), "{text}");
}

#[test]
fn fault_28_what_a_command_leaves_behind_holds_nothing_up() {
    let text = said(
        r#"begun=$(date +%s); pa -e 'exec { "/bin/sh -c \"sleep 60 & echo started\"": logoutput => true }'
[ $(($(date +%s) - begun)) -lt 30 ] || echo slow"#,
    );
    assert_lines(&text, &["returns: started", "executed successfully", "Applied"]);
    assert!(!text.contains("slow"), "{text}");
}

#[test]
fn fault_29_a_tool_that_is_missing_or_broken_changes_nothing() {
    let text = said(
        r#"printf '#!/bin/sh\necho broken >&2; exit 1\n' >/run/broken; chmod 755 /run/broken; mount --bind /run/broken /usr/bin/dpkg-query
pa --detailed-exitcodes -e 'package { "hello": ensure => installed } package { "x": ensure => installed, provider => "rpm" }
notify { "beside": }'; echo $?"#,
    );
    assert_lines(&text, &["broken", "beside", "\n6\n"]);
    assert!(!text.contains("Package[hello]/ensure: created") && !text.contains("Package[x]/ensure: created"), "{text}");
}

#[test]
fn fault_30_what_is_no_entry_stays_as_it_is() {
    let text = said(
        r#"printf '127.0.0.1\tlocalhost\nnonsense\n\t\n# caf\303\251 \n1.2.3.4\n' >/run/hosts; cat /run/hosts >/etc/hosts
pa -e 'host { "new": ip => "10.0.0.1" }' >/dev/null; grep -v HEADER /etc/hosts | diff /run/hosts -
printf '127.0.0.1 localhost\n# caf\351\n' >/run/hosts; cat /run/hosts >/etc/hosts
pa --detailed-exitcodes -e 'host { "new": ip => "10.0.0.1" }' >/run/said; echo $?
cmp /run/hosts /etc/hosts && echo kept; grep -c 'Failed to read' /run/said"#,
    );
    assert_lines(&text, &["> 10.0.0.1\tnew\n4\nkept\n1\n"]);
}

/// The module that brings the provider is none of Debian's, so that Puppet is not asked: its name alone is there.
#[test]
fn npm_installs_changes_and_removes_what_is_in_files() {
    let text = said(
        r#"mkdir -p /r/package /p/code/environments/production/modules/nodejs/lib/puppet/provider/package; cd /r
echo 'Puppet::Type.type(:package).provide(:npm) {}' >/p/code/environments/production/modules/nodejs/lib/puppet/provider/package/npm.rb
for v in 1.0.0 2.0.0; do
  printf '{"name":"own-package","version":"%s"}' $v >package/package.json; tar -czf own-$v.tgz package
done
has() { npm list --global --depth=0 2>/dev/null | grep -o 'own-package@.*'; }
own() { pa --detailed-exitcodes -e "package { 'own-package': provider => npm, $1 }" | grep -e ensure -e rror; echo ${PIPESTATUS[0]}; has; }
own "ensure => '1.0.0', source => '/r/own-1.0.0.tgz'"; own "ensure => '1.0.0', source => '/r/own-1.0.0.tgz'"
own "ensure => '2.0.0', source => '/r/own-2.0.0.tgz'"; own "ensure => installed"
pb resource package own-package provider=npm --color=false 2>&1; own "ensure => absent"; own "ensure => absent"; has
own "ensure => installed, source => '/r/nosuch.tgz'"; true"#,
    );
    assert_lines(
        &text,
        &[
            "/ensure: created\n2\nown-package@1.0.0\n0\nown-package@1.0.0\n",
            "/ensure: ensure changed '1.0.0' to '2.0.0'\n2\nown-package@2.0.0\n0\nown-package@2.0.0\n",
            "ensure   => '2.0.0',\n  provider => 'npm',",
            "/ensure: removed\n2\n0\n",
            "change from 'absent' to 'present' failed: Execution of ",
            "\n4\n",
        ],
    );
}
