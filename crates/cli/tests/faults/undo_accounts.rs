//! Taking back what a run has changed of accounts and of crontabs, with the tools of the machine.

use super::root::{assert_lines, said};

/// Accounts with their own tools, and a `crontab` that keeps crontabs where Debian's does: cron is no part of every machine.
const MACHINE: &str = r#"
cat >/usr/bin/crontab <<'S'
#!/bin/bash
user=root; if [ "$1" = -u ]; then user=$2; shift 2; fi
file=/var/spool/cron/crontabs/$user
case $1 in
  -l) [ -f $file ] || { echo "no crontab for $user" >&2; exit 1; }; cat $file ;;
  -r) rm $file ;;
  -) cat >$file ;;
esac
S
chmod 755 /usr/bin/crontab; rm -rf /var/spool/cron/crontabs; mkdir -p /var/spool/cron/crontabs
groupadd -g 4242 own-team; groupadd -g 4343 own-crew
useradd -M -u 5001 -g own-team -c 'Joe Doe' -d /t/joe -s /bin/sh -G own-crew own-joe
printf '# mine\nMAILTO=me\n5 * * * * /bin/five\n# Puppet Name: logs\nA=b\n1 2 * * * /bin/logs\n# Puppet Name: old\n@daily /bin/old\n' |
  crontab -u own-joe -
accounts() { getent passwd own-joe own-new; getent group own-team own-crew own-new; id -nG own-joe; chage -l own-joe | grep -i expires; }
jobs_of() { grep -v HEADER /var/spool/cron/crontabs/own-joe; }
"#;

#[test]
fn fault_35_accounts_are_as_they_were() {
    let text = said(&format!(
        "{MACHINE}
accounts >/run/before
cat >/m/a.pp <<'P'
user {{ 'own-joe': comment => 'Joe', uid => 5003, gid => 'users', shell => '/bin/bash', home => '/t/elsewhere', groups => ['audio'],
  membership => inclusive, expiry => '2030-01-31' }}
group {{ 'own-crew': gid => 4344 }}
P
pa /m/a.pp | grep -c changed; accounts | cmp -s - /run/before || echo changed
accounts >/run/after; pb undo last --noop 2>&1 | tail -1; accounts | cmp - /run/after && echo untouched
pb undo last 2>&1 | tail -1; accounts | diff - /run/before && echo as before
# One property that is another one since, and nothing of all is taken back; taking back was a run, which the next one follows.
pa /m/a.pp >/dev/null; usermod -c Somebody own-joe; accounts >/run/moved
pb undo last 2>&1; echo $?; accounts | cmp - /run/moved && echo untouched"
    ));
    assert_lines(
        &text,
        &[
            "changed\n",
            "2 would be undone, 0 skipped\nuntouched\n",
            "2 undone, 0 skipped\nas before\n",
            "User[own-joe] is skipped: comment was changed since",
            "\n4\nuntouched\n",
        ],
    );
}

#[test]
fn fault_35_accounts_that_are_made_or_removed_and_passwords_are_left_and_that_is_told() {
    let text = said(&format!(
        "{MACHINE}
cat >/m/a.pp <<'P'
user {{ 'own-new': ensure => present }}
group {{ 'own-crew': ensure => absent }}
user {{ 'own-joe': password => '$6$abc$hunter2secret' }}
P
pa /m/a.pp >/dev/null; accounts >/run/after; pb undo last 2>&1; echo $?; accounts | cmp - /run/after && echo untouched
grep -rl hunter2 /p; echo end"
    ));
    for left in [
        "User[own-new] is skipped: created or removed accounts are not undone",
        "Group[own-crew] is skipped: created or removed accounts are not undone",
        "User[own-joe] is skipped: its values are secret",
    ] {
        assert!(text.contains(left), "{left}\n{text}");
    }
    assert!(text.ends_with("0 undone, 3 skipped\n4\nuntouched\nend\n"), "{text}");
}

#[test]
fn fault_35_jobs_are_as_they_were() {
    let text = said(&format!(
        "{MACHINE}
jobs_of >/run/before
cat >/m/a.pp <<'P'
cron {{ 'logs': command => '/bin/logs --all', user => 'own-joe', hour => 3, minute => [0, 30], environment => ['A=c', 'D=e'] }}
cron {{ 'new': command => '/bin/new', user => 'own-joe', weekday => 1 }}
P
pa /m/a.pp | grep -c Cron; jobs_of >/run/after; pb undo last 2>&1 | tail -1; jobs_of | diff - /run/before && echo as before
# What was removed comes back at the end.
pa -e 'cron {{ \"logs\": ensure => absent, user => \"own-joe\" }}' >/dev/null; jobs_of | grep -c /bin/logs
pb undo last 2>&1 | tail -1; jobs_of | tail -3
# And what somebody has changed in between stays.
pa /m/a.pp >/dev/null; sed -i 's,/bin/logs --all,/bin/logs --theirs,' /var/spool/cron/crontabs/own-joe; jobs_of >/run/moved
pb undo last 2>&1; echo $?; jobs_of | cmp - /run/moved && echo untouched"
    ));
    assert_lines(
        &text,
        &[
            "2 undone, 0 skipped\nas before\n0\n",
            "1 undone, 0 skipped\n# Puppet Name: logs\nA=b\n1 2 * * * /bin/logs\n",
            "Cron[logs] is skipped: command was changed since",
            "\n4\nuntouched\n",
        ],
    );
}
