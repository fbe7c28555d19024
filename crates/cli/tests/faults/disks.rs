//! Disks that are full, or that nothing may be written to.

use super::root::{assert_lines, said};

#[test]
fn fault_06_the_disk_is_full() {
    let text = said(
        r#"
mkdir f; mount -t tmpfs -o size=64k tmpfs f; echo old >f/a; head -c 100000 /dev/zero >/t/large
echo "file { '/t/f/a': source => '/t/large' } notify { 'after': require => File['/t/f/a'] } notify { 'beside': }" >/m/a.pp
pa --detailed-exitcodes /m/a.pp; echo $?; ls -A f; cat f/a"#,
    );
    assert_lines(&text, &["failed: No space left on device", "Skipping because of failed", "beside", "\n6\na\nold\n"]);
    // The message and the event, as Puppet reports each failed property; no trace, and no second try.
    assert_eq!(text.matches("No space left").count(), 2, "{text}");
    assert_eq!(text.matches("Error: No space left on device - /t/f/a\n").count(), 1, "{text}");
}

#[test]
fn fault_07_the_disk_of_the_state_is_full() {
    let full = "mkdir -p /p/var/state; mount -t tmpfs -o size=40k tmpfs /p/var/state\n";
    let text = said(&format!("{full} pa -e 'file {{ \"/t/a\": content => \"a\" }}'; echo $?; ls /t"));
    assert_lines(&text, &["No space left on device", "\n1\n"]);
    assert!(!text.contains("/t/a]"), "{text}");
    // It fills while something is applied.
    let text = said(
        r#"mkdir -p /p/var/state; mount -t tmpfs -o size=400k tmpfs /p/var/state
pa -e 'exec { "/bin/sh -c \"head -c 1000000 /dev/zero >/p/var/state/fill; true\"": }
-> file { "/t/a": content => "a" }'; echo $?; cat /t/a"#,
    );
    assert_lines(&text, &["/t/a]/ensure: defined", "Could not write /p/var/state/state.yaml", "No space left on device", "\n1\na"]);
}

#[test]
fn fault_08_nothing_can_be_kept() {
    let text = said(
        r#"mkdir -p /p/var; mount -t tmpfs -o ro tmpfs /p/var
pa -e 'file { "/t/a": content => "a" }'; echo $?; ls /t; pa --no-state -e 'file { "/t/a": content => "a" }'; echo $?; cat /t/a; ls /tmp"#,
    );
    assert_lines(&text, &["Read-only file system", "\n1\n", "/t/a]/ensure: defined", "\n0\na"]);
    assert!(text.ends_with("\n0\na"), "{text}");
}

#[test]
fn fault_09_the_target_is_read_only() {
    let text = said(
        r#"mkdir r; mount -t tmpfs tmpfs r; echo old >r/a; mount -o remount,ro r
pa --detailed-exitcodes -e 'file { "/t/r/a": content => "new" } file { "/t/r/b": ensure => directory } file { "/t/c": content => "c" }'
echo $?; cat r/a c; ls -A r"#,
    );
    assert_lines(
        &text,
        &["/t/r/a]/content: change", "Read-only file system", "/t/r/b]/ensure: change", "Read-only file system", "\n6\nold\nca\n"],
    );
}

#[test]
fn fault_10_a_user_who_may_not() {
    let text = said(
        r#"mkdir -p u o; chown nobody u; chmod 700 o; chmod 755 /m /m/bunraku /p /p/*; chmod 644 /p/facts.json
mkdir -p u/code/environments/production; chown -R nobody u
cat >/m/a.pp <<'P'
file { '/t/u/a': content => 'a' }
file { '/t/o/b': content => 'b' }
file { '/t/c': ensure => directory }
P
pb() { setpriv --reuid nobody --clear-groups /m/bunraku apply --confdir /t/u/conf --vardir /t/u/var --codedir /t/u/code \
  --publicdir /t/u/public --logdir /t/u/log --rundir /t/u/run --facts /p/facts.json --color=false --detailed-exitcodes "$@" 2>&1; }
pb /m/a.pp; echo $?; cat u/a"#,
    );
    assert_lines(&text, &["/t/u/a]/ensure: defined", "ermission denied", "\n6\na"]);
    assert_eq!(text.matches("may need root").count(), 1, "{text}");
}

#[test]
fn fault_11_a_file_that_nobody_may_change() {
    let text = said(
        r#"echo old >a; mkdir d; echo old >d/b; chattr +i a d
pa --detailed-exitcodes -e 'file { "/t/a": content => "new" } file { "/t/d/b": content => "new" } file { "/t/d/c": ensure => absent }'
echo $?; cat a d/b; ls -A /t /t/d; chattr -i a d"#,
    );
    assert_lines(
        &text,
        &["/t/a]/content: change", "immutable", "/t/d/b]/content: change", "immutable", "\n4\nold\nold\n/t:\na\nd\n\n/t/d:\nb\n"],
    );
}

#[test]
fn fault_32_the_power_fails_behind_a_rename() {
    let text = said(
        r#"spa SHIM_CALLS=fsync,rename,mkdir SHIM_TRACE=/run/trace \
  -e 'file { "/t/d": ensure => directory } file { "/t/d/a": content => "a" }' >/dev/null
grep -e ' /t$' -e ' /t/' /run/trace | cut -d ' ' -f 2-"#,
    );
    assert_eq!(text, "mkdir /t/d\nrename /t/d/a\nfsync /t/d/a\nfsync /t/d\nfsync /t\n");
}

/// New files are on the disk before they replace others, and before anything runs that depends on them.
#[test]
fn fault_32_new_files_are_waited_for_together_and_before_anything_is_run() {
    let text = said(
        r#"echo old >c
spa SHIM_CALLS=fsync,rename SHIM_TRACE=/run/trace \
  -e 'file { "/t/a": content => "a" } -> file { "/t/b": content => "b" } -> file { "/t/c": content => "new" }
    -> file { "/t/d": content => "d", replace => false } -> file { "/t/e": content => "e", checksum => sha256lite }
    -> exec { "/bin/sh -c \"echo 0 a command >>/run/trace\"": } -> file { "/t/f": content => "f" }' >/dev/null
grep -e ' /t$' -e ' /t/' -e command /run/trace | cut -d ' ' -f 2- | sed 's/20.*/TEMPORARY/'"#,
    );
    assert_eq!(
        text.lines().collect::<Vec<_>>(),
        [
            "rename /t/a",
            "rename /t/b",
            "fsync /t/cTEMPORARY",
            "rename /t/c",
            "fsync /t/dTEMPORARY",
            "rename /t/d",
            "fsync /t/eTEMPORARY",
            "rename /t/e",
            "fsync /t/a",
            "fsync /t/b",
            "a command",
            "rename /t/f",
            "fsync /t/f",
            "fsync /t",
        ]
    );
}

#[test]
fn fault_32_those_that_are_waited_for_leave_room_to_open_others() {
    let text = said(
        r#"echo source >/run/source; ulimit -n 32
pa --detailed-exitcodes -e 'Integer[1, 60].each |$it| { file { "/t/f${it}": content => "x" } }
  file { "/t/last": source => "/run/source" }' >/run/told; echo $?; grep Error /run/told; ls /t | wc -l"#,
    );
    assert_eq!(text, "2\n61\n");
}

#[test]
fn fault_32_a_new_file_that_does_not_come_to_the_disk_is_told() {
    let text = said(r#"spa SHIM_CALLS=fsync SHIM_FAIL=1 SHIM_ERRNO=5 --detailed-exitcodes -e 'file { "/t/a": content => "a" }'; echo $?"#);
    assert_lines(&text, &["/t/a]/ensure: defined", "Error: Could not bring /t/a to the disk: Input/output error", "\n1\n"]);
}
