//! Taking back what a run has changed, where the machine has moved since, where it cannot be, and where the run was killed.

use super::root::{assert_lines, said};

/// A file that is changed, one that goes, one that is made in a folder that is made, and a link.
const MANIFEST: &str = r#"
# The shell would tell of each program that was killed.
exec 2>/dev/null
printf 'one\n' >/t/a; printf 'gone\n' >/t/b; chmod 640 /t/b; chown nobody /t/b; ln -s /t/a /t/l
cat >/m/a.pp <<'P'
file { '/t/a': content => "two\n", mode => '0600' }
file { '/t/b': ensure => absent }
file { '/t/d': ensure => directory }
file { '/t/d/c': content => "three\n" }
file { '/t/l': ensure => link, target => '/t/b' }
P
tree >/run/before
"#;

#[test]
fn fault_35_what_was_changed_since_is_not_taken_back() {
    let text = said(&format!(
        "{MANIFEST}
pa /m/a.pp >/dev/null; tree >/run/after; cp -a /t/a /run/a
echo theirs >>/t/a; tree >/run/moved
pb undo last 2>&1; echo $?; tree | cmp - /run/moved && echo untouched
cp -a /run/a /t/a; touch /t/d/theirs; pb undo last 2>&1; echo $?; rm /t/d/theirs; tree | cmp - /run/after && echo untouched
pb undo last --noop 2>&1; echo $?; tree | cmp - /run/after && echo untouched
pb undo last 2>&1; echo $?; tree | diff - /run/before && echo as before"
    ));
    assert_lines(
        &text,
        &[
            "File[/t/a] is skipped: content was changed since",
            "nothing was undone, because something has changed since",
            "4\nuntouched",
            "File[/t/d] is skipped: the folder is not empty",
            "4\nuntouched",
            "5 would be undone, 0 skipped",
            "0\nuntouched",
            "5 undone, 0 skipped",
            "0\nas before",
        ],
    );
}

#[test]
fn fault_35_where_something_cannot_be_taken_back_all_is_put_back() {
    let text = said(&format!(
        "{MANIFEST}
pa /m/a.pp >/dev/null; tree >/run/after
# Only the folder of the file that is taken back last cannot be written.
mkdir /run/held; cat >/m/b.pp <<'P'
file {{ '/run/held/a': content => \"b\" }}
file {{ '/t/a': content => \"four\\n\" }}
P
echo a >/run/held/a; pa /m/b.pp >/dev/null; tree /t /run/held >/run/after
mount --bind /run/held /run/held; mount -o remount,bind,ro /run/held
pb undo last 2>&1; echo $?; tree /t /run/held | diff - /run/after && echo as after
umount /run/held; pb undo last 2>&1; echo $?; cat /run/held/a"
    ));
    assert_lines(&text, &["/run/held/a", "everything is as the run left it", "4\nas after", "2 undone, 0 skipped", "0\na\n"]);
}

/// The unfinished change of a killed run is reported as such; everything before it is undone.
#[test]
fn fault_35_a_run_that_was_killed_is_taken_back() {
    let text = said(&format!(
        "{MANIFEST}
spa SHIM_CALLS=log SHIM_KILL=5 /m/a.pp; echo $?; cat /t/a
pb undo last 2>&1; echo $?; cat /t/a /t/b; ls -ld /t/b | cut -d' ' -f1,3"
    ));
    let at = "File[/t/d] is skipped: the run was killed while it was changing; its state is unknown";
    assert_lines(&text, &["137\ntwo\n", at, "2 undone, 1 skipped", "4\none\ngone\n-rw-r----- nobody"]);
}

/// Of packages that are installed at once each may be there or not: none of them is taken for untouched.
#[test]
fn fault_35_a_run_that_was_killed_among_packages_names_them() {
    let text = said(
        r#"exec 2>/dev/null
printf '#!/bin/sh\nkill -9 $PPID\n' >/usr/bin/apt-get; chmod 755 /usr/bin/apt-get
pa -e 'file { "/t/a": content => "a" } package { ["own-one", "own-two"]: ensure => installed, require => File["/t/a"] }
  file { "/t/b": content => "b", require => Package["own-two"] }'; echo $?; ls /t
pb undo last --noop 2>&1; echo $?; pb undo last 2>&1; echo $?; ls /t; pa -e 'notify { "next": }'; pb undo last 2>&1 || true"#,
    );
    let at = "is skipped: the run was killed while it was changing; its state is unknown";
    let (one, two) = (format!("Package[own-one] {at}"), format!("Package[own-two] {at}"));
    assert_lines(&text, &["137\na\n", &one, "1 would be undone, 2 skipped", "\n4\n", &one, "1 undone, 2 skipped", "\n4\n"]);
    assert!(text.matches(&two).count() == 2 && text.ends_with("There is no run left to undo\n"), "{text}");
}

#[test]
fn fault_35_a_kill_while_it_is_taken_back_is_taken_up_again() {
    let text = said(&format!(
        "{MANIFEST}
n=1
while [ $n -lt 40 ]; do
  rm -rf /t/* /p/var; printf 'one\n' >/t/a; printf 'gone\n' >/t/b; chmod 640 /t/b; chown nobody /t/b; ln -s /t/a /t/l
  pa /m/a.pp >/dev/null
  env LD_PRELOAD=/m/shim.so SHIM_CALLS=log,rename,open SHIM_KILL=$n /m/bunraku undo last $folders >/dev/null 2>&1; code=$?
  [ $code = 137 ] || break
  pb undo last >/run/said 2>&1; [ $? -le 1 ] || {{ echo \"not at $n\"; cat /run/said; }}
  tree | cmp -s - /run/before || {{ echo \"another tree at $n\"; tree | diff - /run/before; }}
  n=$((n + 1))
done
echo \"ended with $code\"; [ $n -gt 5 ] && echo \"killed often\""
    ));
    assert_eq!(text, "ended with 0\nkilled often\n");
}
