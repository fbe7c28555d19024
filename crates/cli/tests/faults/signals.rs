//! Runs that are asked to end, and those who listen no more.

use super::root::{assert_lines, said};

const MANIFEST: &str = r#"
cat >/m/a.pp <<'P'
exec { '/bin/sh -c "echo $$ >/run/pid; sleep 100"': }
-> notify { 'behind': }
notify { 'beside': }
P
"#;

#[test]
fn fault_04_a_signal_ends_the_run_in_order() {
    for (signal, name) in [("INT", "SIGINT"), ("TERM", "SIGTERM")] {
        let text = said(&format!(
            "{MANIFEST}
(until [ -s /run/pid ]; do sleep 0.05; done; kill -{signal} $(pgrep -o bunraku)) & pa --detailed-exitcodes /m/a.pp; echo $?
sleep 0.2; kill -0 $(cat /run/pid) 2>/dev/null && echo 'it lives on'; pgrep sleep
grep -A 3 '^status' /p/var/state/last_run_report.yaml | head -1; ls /p/var/state/state.yaml"
        ));
        assert_lines(&text, &["to ['0'] failed: interrupted", &format!("{name} has ended the run"), "\n1\nstatus: failed", "state.yaml"]);
        assert!(!text.contains("lives on") && !text.contains("beside") && !text.contains("behind"), "{text}");
    }
}

#[test]
fn fault_04_the_second_signal_ends_it_at_once() {
    let text = said(
        r#"
cat >/m/a.pp <<'P'
exec { 'stubborn': command => ['/bin/sh', '-c', 'trap : TERM; echo $$ >/run/pid; while :; do sleep 1; done'] }
P
(until [ -s /run/pid ]; do sleep 0.05; done; kill -TERM $(pgrep -o bunraku); sleep 0.3; kill -TERM $(pgrep -o bunraku)) &
begun=$(date +%s%N); pa /m/a.pp; echo $?; [ $((($(date +%s%N) - begun) / 1000000)) -lt 2000 ] || echo slow
sleep 0.2; kill -0 $(cat /run/pid) 2>/dev/null && echo 'it lives on'; echo end"#,
    );
    assert_lines(&text, &["1\nend"]);
    assert!(!text.contains("slow") && !text.contains("lives on") && !text.contains("interrupted"), "{text}");
}

/// A plan runs what checks ask; that ends with it.
#[test]
fn fault_04_a_signal_ends_a_plan_at_once() {
    for signal in ["INT", "TERM", "HUP"] {
        let text = said(&format!(
            r#"
cat >/m/a.pp <<'P'
exec {{ '/bin/true': unless => ['/bin/sh -c "echo $$ >/run/pid; sleep 100"'] }}
file {{ '/t/a': content => 'a' }}
P
(until [ -s /run/pid ]; do sleep 0.05; done; kill -{signal} $(pgrep -o bunraku)) &
begun=$(date +%s%N); pb plan --facts /p/facts.json --out /p/plan /m/a.pp; echo "code $?"
[ $((($(date +%s%N) - begun) / 1000000)) -lt 5000 ] || echo slow
sleep 0.2; kill -0 $(cat /run/pid) 2>/dev/null && echo 'it lives on'; pgrep sleep; ls /t /p; echo end"#
        ));
        assert_lines(&text, &["code 1\n", "end"]);
        for word in ["Plan:", "slow", "lives on", "plan\n", "state"] {
            assert!(!text.contains(word), "{signal}: {word}: {text}");
        }
    }
}

#[test]
fn fault_05_nobody_reads_what_is_told() {
    let text = said(
        r#"
cat >/m/a.pp <<'P'
notify { ['1', '2', '3', '4', '5', '6', '7', '8', '9']: } -> file { '/t/a': content => 'a' } -> exec { '/bin/sh -c "kill -HUP $PPID"': }
-> file { '/t/b': content => 'b' }
P
(pa /m/a.pp; echo $? >/run/code) | true; cat /run/code; cat /t/a /t/b; grep '^status' /p/var/state/last_run_report.yaml"#,
    );
    assert_eq!(text, "0\nabstatus: changed\n");
}

/// A service that a run starts can be stopped as any other.
#[test]
fn fault_04_programs_have_their_signals() {
    let text = said(r#"pa -e 'exec { "/bin/grep SigBlk /proc/self/status": logoutput => true }'"#);
    assert_lines(&text, &["returns: SigBlk:\t0000000000000000\n"]);
}
