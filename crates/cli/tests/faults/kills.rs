//! A run that is killed, at any moment: the next one comes to the same end, and does what is owed.

use super::root::{assert_lines, said};

/// Two files, one of which has a command after it, and that has another one after it.
const MANIFEST: &str = r#"
# The shell would tell of each program that was killed.
exec 2>/dev/null
cat >/m/a.pp <<'P'
file { '/t/d': ensure => directory, mode => '0750' }
file { '/t/d/a': content => "a\n", mode => '0600' }
file { '/t/d/b': content => "new\n" }
file { '/t/l': ensure => link, target => '/t/d/a' }
exec { 'one': command => '/bin/sh -c "echo one >>/run/done"', refreshonly => true, subscribe => File['/t/d/a'] }
exec { 'two': command => '/bin/sh -c "echo two >>/run/done"', refreshonly => true, subscribe => [Exec['one'], File['/t/d/b']] }
P
begin() { rm -rf /t/* /p/var /p/public /run/done; mkdir /t/d; echo old >/t/d/b; }
"#;

#[test]
fn fault_01_a_kill_between_a_change_and_its_refresh() {
    let text = said(&format!(
        "{MANIFEST}
# Behind the line of the first change: the refresh is not done yet.
begin; spa SHIM_CALLS=log SHIM_KILL=4 /m/a.pp; cat /run/done 2>/dev/null
echo again; pa -v /m/a.pp; cat /run/done; echo third; pa /m/a.pp; wc -l </run/done"
    ));
    assert_lines(
        &text,
        &[
            "File[/t/d/a]/ensure",
            "again",
            "which an earlier run owes to File[/t/d/a]",
            "Exec[one]: Triggered 'refresh'",
            "one\ntwo\n",
            "third",
            "2",
        ],
    );
}

/// At every line that is printed, and before each file that is replaced: which is where journals, state and report are written.
#[test]
fn fault_02_a_kill_at_any_write_leaves_no_half_file() {
    let text = said(&format!(
        "{MANIFEST}
begin; pa /m/a.pp >/dev/null; tree >/run/wanted; sort /run/done >/run/done-wanted
n=1; twice=0
while :; do
  begin; spa SHIM_CALLS=log,rename,open SHIM_KILL=$n /m/a.pp >/run/first; code=$?
  [ $code = 137 ] || break
  done=$(cat /run/done 2>/dev/null || true)
  owed=$(cat /p/var/state/bunraku_owed.json 2>/dev/null || true)
  for file in /p/var/state/*.yaml /p/var/state/*.json /p/public/*; do
    [ ! -e $file ] || {{ [ $(wc -c <$file) -gt 5 ] && [ -z \"$(tail -c 1 $file)\" ]; }} || echo \"half a file at $n\"
  done
  pa /m/a.pp >/run/second || echo \"failed at $n\"
  tree >/run/is; cmp -s /run/is /run/wanted || {{ echo \"another tree at $n\"; diff /run/wanted /run/is; }}
  # What was killed behind a command, before it was noted that it was done, does it again; nothing else is done twice.
  for name in one two; do
    wanted=1
    case \"$done\" in *$name*) case \"$owed\" in *'\"Exec['$name']\":'*) wanted=2; twice=$((twice + 1));; esac;; esac
    is=$(grep -c $name /run/done); [ $is = $wanted ] || echo \"$name was done $is times, not $wanted, at $n\"
  done
  n=$((n + 1))
done
[ $code = 0 ] || {{ echo \"ended with $code\"; cat /run/first; }}
[ $n -gt 20 ] && echo \"killed $((n - 1)) times\"; [ $twice -le 4 ] || echo \"done twice $twice times\"; echo end"
    ));
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() == 2 && lines[0].starts_with("killed ") && lines[1] == "end", "{text}");
}

#[test]
fn fault_03_a_kill_while_the_state_is_written_keeps_the_old_one() {
    for name in ["state.yaml", "last_run_report.yaml", "bunraku_owed.json"] {
        let text = said(&format!(
            "{MANIFEST}
begin; pa /m/a.pp >/dev/null; echo changed >/t/d/a; cp /p/var/state/{name} /run/before
spa SHIM_AT=rename:/p/var/state/{name} SHIM_RUN='kill -9 $PPID' /m/a.pp >/dev/null; echo $?
cmp /run/before /p/var/state/{name} && echo kept; ls -A /p/var/state | grep -c '{name}2'
pa /m/a.pp >/dev/null; ls -A /p/var/state | grep -c '{name}2'; echo end"
        ));
        assert_eq!(text, "137\nkept\n1\n0\nend\n", "{name}");
    }
}
