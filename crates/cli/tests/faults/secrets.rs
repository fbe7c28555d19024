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
fn fault_17_what_quotes_a_secret_is_not_told() {
    let text = said(
        r#"
cat >/m/a.pp <<'P'
$s = Sensitive('hunter2secret')
# The program that judges a file says which line of it is bad.
file { '/t/a': content => Sensitive("x\nkey = hunter2secret\n"), validate_cmd => '/usr/bin/tail -n 1 %; exit 1' }
file { '/t/b': content => 'b', validate_cmd => Sensitive('/bin/sh -c "exit 1" hunter2secret %') }
file { '/t/c': source => Sensitive('/t/hunter2secret/c') }
file { '/t/d': ensure => link, target => Sensitive('/t/hunter2secret') }
exec { 'e': command => 'echo $PW; exit 1', environment => Sensitive(['PW=hunter2secret']), provider => shell }
exec { 'f': command => Sensitive('/bin/hunter2secret now') }
exec { 'g': command => '/bin/true', cwd => Sensitive('/t/hunter2secret') }
exec { 'h': command => '/bin/true', refresh => Sensitive('/bin/hunter2secret'), subscribe => Notify['n'] }
exec { 'i': command => '/bin/true', creates => Sensitive('/t/hunter2secret') }
# What a secret command says may repeat a part of it.
service { 'j': ensure => running, provider => base, status => '/bin/false', start => Sensitive('echo hunter2secret; exit 4') }
service { 'k': ensure => running, provider => base, status => '/bin/false', binary => Sensitive('echo hunter2secret; exit 5') }
notify { 'n': }
P
pa --debug --show_diff --logdest console --logdest /p/log.jsonl --events /p/events --json-report /p/report.json /m/a.pp >/p/said
pb plan --facts /p/facts.json --out /p/plan /m/a.pp >/p/planned 2>&1; pb history --json >/p/history
grep -rl hunter2 /p; grep -rh hunter2 /p | cut -c 1-300
grep -h '^Error' /p/said | sed 's,/t/[ab][0-9A-Za-z.-]*,TMP,g' | grep -o -e 'Could not [cfr].*' -e 'Working .*' -e 'Execution .*' | sort -u
grep -h -o 'returns: .output.*' /p/said; echo end"#,
    );
    let wanted = "\
Could not find command '[redacted]'
Could not retrieve information from environment production source(s) [redacted]
Execution of '/usr/bin/tail -n 1 TMP; exit 1' returned 1: [output redacted]
Execution of '[command redacted]' returned 1: [output redacted]
Execution of '[command redacted]' returned 4: [output redacted]
Execution of '[command redacted]' returned 5: [output redacted]
Working directory [redacted] does not exist!
returns: [output redacted]
end
";
    assert_eq!(text, wanted);
}

#[test]
fn fault_18_what_means_something_to_a_shell_is_text() {
    let text = said(
        r#"
cat >/m/a.pp <<'P'
file { '/t/a; touch $(touch made-by-a-shell) `touch made-by-a-shell` && x': content => 'a', validate_cmd => '/bin/true' }
user { 'x; touch made-by-a-shell': ensure => present }
group { '$(touch made-by-a-shell)': ensure => present }
package { 'x; touch made-by-a-shell': ensure => present }
service { 'x; touch made-by-a-shell': ensure => running, provider => 'debian' }
exec { 'words': command => ['/bin/echo', '$(touch made-by-a-shell)'] }
P
pa /m/a.pp >/run/said; ls; grep -c words /run/said; find / -xdev -name made-by-a-shell"#,
    );
    assert_eq!(text, "a; touch $(touch made-by-a-shell) `touch made-by-a-shell` && x\n1\n");
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
