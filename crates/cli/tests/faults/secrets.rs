//! Secrets, and texts that mean something to those who get them.

use super::root::{assert_lines, run, said};

#[test]
fn fault_16_and_17_secrets_are_nowhere_but_where_they_belong() {
    let text = said(
        r#"
cat >/m/a.pp <<'P'
$s = Sensitive('hunter2secret')
file { '/t/a': content => $s, mode => '0600', show_diff => true }
exec { 'fails': command => Sensitive("/bin/sh -c 'echo hunter2secret; exit 3'"), logoutput => true }
exec { 'checks': command => '/bin/true', unless => Sensitive('/bin/sh -c "echo hunter2secret; false"') }
user { 'u': ensure => present, password => Sensitive('hunter2secret'), managehome => false }
notify { 'n': message => $s }
P
# Nothing that we start has it among its arguments, but for the commands that the manifest says.
(while [ ! -e /run/stop ]; do cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' '\n' | grep -a '[h]unter2' |
  grep -v -e '^/bin/sh' -e '^echo '; done >/run/ps) &
echo old >a
pa --debug --show_diff --logdest console --logdest /p/log.jsonl --events /p/events --json-report /p/report.json /m/a.pp >/p/said; echo $?
pb plan --facts /p/facts.json --out /p/plan /m/a.pp >/p/planned 2>&1; pb history --json >/p/history; touch /run/stop; wait
cat a; grep -rl hunter2 /p
sort -u /run/ps; grep -o 'command redacted.*' /p/said | head -1; echo end"#,
    );
    assert_lines(&text, &["0\nhunter2secret"]);
    assert!(text.ends_with("0\nhunter2secretcommand redacted] returned 3 instead of one of [0]\nend\n"), "{text}");
}

#[test]
fn fault_18_what_means_something_to_a_shell_is_text() {
    let text = said(
        r#"
cat >/m/a.pp <<'P'
file { '/t/a; touch $(touch bad) `touch bad` && x': content => 'a', validate_cmd => '/bin/true' }
user { 'x; touch bad': ensure => present }
group { '$(touch bad)': ensure => present }
package { 'x; touch bad': ensure => present }
service { 'x; touch bad': ensure => running, provider => 'debian' }
exec { 'words': command => ['/bin/echo', '$(touch bad)'] }
P
pa /m/a.pp >/run/said; ls; grep -c words /run/said; find / -xdev -name bad"#,
    );
    assert_eq!(text, "a; touch $(touch bad) `touch bad` && x\n1\n");
}

#[test]
fn fault_19_titles_are_no_options() {
    let text = said(
        r#"
cp /etc/passwd /etc/group /run/
cat >/m/a.pp <<'P'
user { ['-r', '--root=/t']: ensure => present }
group { '--prefix=/t': ensure => present }
package { ['-y', '--root=/t', 'a=b -o x']: ensure => present }
service { '--now': ensure => running, provider => 'systemd' }
P
pa --detailed-exitcodes /m/a.pp >/run/said; echo $?; cmp /etc/passwd /run/passwd; cmp /etc/group /run/group; ls
grep -c 'Error' /run/said"#,
    );
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() == 2 && matches!(lines[0], "4" | "1"), "{text}");
}

#[test]
fn fault_20_a_line_is_one_line() {
    let ran = run(r#"
cp /etc/passwd /etc/group /etc/hosts /run/
for code in 'user { "a\nroot2:x:0:0::/:/bin/sh": ensure => present }' \
  'user { "b": ensure => present, comment => "x\nroot2:x:0:0::/:/bin/sh", managehome => false }' \
  'group { "c\nd:x:0:": ensure => present }' 'host { "h": ip => "1.2.3.4\n6.6.6.6 bad" }' \
  'host { "i": ip => "1.2.3.4", comment => "x\n6.6.6.6 bad" }' \
  'cron { "j": command => "true\n* * * * * bad", user => "root" }' 'mailalias { "m": recipient => "x\nbad: y" }'; do
  pa -e "$code" >>/run/said
done
grep -h -e '^root2' -e '^d:' -e '^6.6.6.6' /etc/passwd /etc/group /etc/hosts
crontab -l 2>/dev/null | grep '^\* .*bad'; grep '^bad' /etc/aliases 2>/dev/null; echo end"#);
    assert_eq!(ran.text, "end\n");
}
