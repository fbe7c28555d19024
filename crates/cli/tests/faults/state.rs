//! State between runs, and a run's messages about itself.

use super::root::{assert_lines, said};

#[test]
fn fault_12_a_state_that_cannot_be_read_is_put_aside() {
    let text = said(
        r#"mkdir -p /p/var/state; printf 'a: [\n' >/p/var/state/state.yaml; printf '{half' >/p/var/state/bunraku_owed.json
printf '{half' >/p/var/state/bunraku_history.jsonl; head -c 300 /dev/urandom >/p/var/state/bunraku_written
pa -e 'file { "/t/a": content => "a" }'; echo $?; cat a; ls /p/var/state | grep bad; pb history | grep -c changed"#,
    );
    assert_lines(&text, &["state.yaml is corrupt", "Applied", "\n0\nastate.yaml.bad\n1\n"]);
}

#[test]
fn fault_25_two_runs_at_once() {
    let text = said(
        r#"pa -e 'exec { "/bin/sh -c \"touch /run/begun; sleep 1\"": }' >/run/first & until [ -e /run/begun ]; do sleep 0.05; done
pa -e 'file { "/t/a": content => "a" }'; echo $?; ls; pa --waitforlock 20 -e 'file { "/t/a": content => "a" }'; echo $?; cat a; wait; echo
# One that was killed holds nothing.
pa -e 'exec { "/bin/sh -c \"kill -9 $PPID\"": }' >/dev/null; pa -e 'notify { "free": }' | grep -c free"#,
    );
    assert_lines(&text, &["Another run is in progress", "\n1\nNotice: Compiled", "Applied", "\n0\na\n", "2\n"]);
}

/// Puppet's own state folder: its agent's lock is there.
#[test]
fn fault_25_puppets_agent_is_at_work() {
    let text = said(
        r#"mkdir -p /p/var/state; (exec -a 'puppet agent: applying configuration' sleep 300) & agent=$!
until grep -qa puppet /proc/$agent/cmdline; do sleep 0.05; done; echo $agent >/p/var/state/agent_catalog_run.lock
pa -e 'file { "/t/a": content => "a" }'; echo $?; ls
(sleep 1; kill $agent) & pa --waitforlock 60 -e 'file { "/t/a": content => "a" }'; echo $?; cat a; echo
# Who keeps to folders of his own has nothing to do with it.
(exec -a 'puppet agent: applying configuration' sleep 300) & agent=$!; echo $agent >/p/var/state/agent_catalog_run.lock
until grep -qa puppet /proc/$agent/cmdline; do sleep 0.05; done
/m/bunraku apply --confdir /p/conf --codedir /p/code --facts /p/facts.json --color=false -e 'notify { "ours": }' | grep -c ours; kill $agent"#,
    );
    assert_lines(&text, &["Run of Puppet configuration client already in progress; skipping", "\n1\nNotice: Compiled", "\n0\na\n2\n"]);
}

#[test]
fn fault_31_the_clock_went_back() {
    let text = said(
        r#"mkdir -p /p/var/state; printf -- '---\nExec[/bin/true]:\n  :checked: 2099-01-01 00:00:00.000000000 +00:00\n' \
  >/p/var/state/state.yaml
echo 'schedule { "d": period => daily } exec { "/bin/true": schedule => "d" }' >/m/a.pp; pa /m/a.pp; pa /m/a.pp
sed -i "s/checked: .*/checked: $(date -u -d '25 hours ago' '+%F %T').000000000 +00:00/" /p/var/state/state.yaml; pa /m/a.pp"#,
    );
    assert_eq!(text.matches("1 resources with a future time").count(), 1, "{text}");
    assert_eq!(text.matches("executed successfully").count(), 1, "{text}");
}

#[test]
fn fault_36_what_comes_of_a_resource_fails() {
    let text = said(
        r#"mkdir d; for n in 1 2; do echo $n >d/$n; done; chattr +i d/1
pa --detailed-exitcodes -e 'file { "/t/d": ensure => directory, recurse => true, purge => true }'; echo $?; ls d; chattr -i d/1"#,
    );
    assert_lines(&text, &["File[/t/d/1]/ensure: change from", "File[/t/d/2]/ensure: removed", "\n6\n1\n"]);
}
