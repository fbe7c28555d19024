//! Others who put obstacles into the path.

use super::root::{assert_lines, said};

/// A folder of a user, in which files are managed as root; and a file that only root may change.
const BEGIN: &str = "mkdir -p u/d etc; echo secret >etc/shadow; chmod 600 etc/shadow; chown -R nobody u\n";

#[test]
fn fault_13_links_that_others_have_put_there_are_not_followed() {
    let text = said(&format!(
        "{BEGIN} mkdir u/x; su -s /bin/sh nobody -c 'ln -s /t/etc /t/u/l'
pa --detailed-exitcodes -e 'file {{ \"/t/u/l/shadow\": content => \"new\", mode => \"0666\" }}
file {{ \"/t/u/l/new\": ensure => directory }}'
echo $?; cat etc/shadow; stat -c %a etc/shadow; ls etc"
    ));
    assert_lines(&text, &["The link /t/u/l is not followed", "The link /t/u/l is not followed", "\n4\nsecret\n600\nshadow\n"]);
    // Those of root are, as ever.
    let text = said(&format!("{BEGIN} ln -s /t/etc /t/u/l; pa -e 'file {{ \"/t/u/l/shadow\": content => \"new\" }}'; cat etc/shadow"));
    assert!(text.ends_with("\nnew"), "{text}");
}

/// Between the look at a folder and the change in it, somebody puts a link in its place.
#[test]
fn fault_13_a_folder_that_is_swapped_in_the_middle() {
    let swap = "mv /t/u/d /t/u/e; ln -s /t/etc /t/u/d; chown -h nobody /t/u/d";
    for (call, resource) in [
        ("rename:/t/u/d/shadow", r#"file { "/t/u/d/shadow": content => "new" }"#),
        ("unlink:/t/u/d/shadow", r#"file { "/t/u/d/shadow": ensure => absent }"#),
        ("mkdir:/t/u/d/new", r#"file { "/t/u/d/new": ensure => directory, mode => "0777" }"#),
        ("symlink:/t/u/d/new", r#"file { "/t/u/d/new": ensure => "/x" }"#),
        ("chmod:/t/u/d/shadow", r#"file { "/t/u/d/shadow": mode => "0666" }"#),
    ] {
        let text = said(&format!(
            "{BEGIN} echo own >u/d/shadow; spa SHIM_AT={call} SHIM_RUN='{swap}' -e '{resource}' >/run/said
cat etc/shadow; stat -c %a etc/shadow; ls etc; [ -L u/d ] && echo swapped"
        ));
        assert_eq!(text, "secret\n600\nshadow\nswapped\n", "{call}");
    }
}

/// Somebody swaps a folder and a link to another all the time.
#[test]
fn fault_13_a_race_is_never_lost() {
    let text = said(&format!(
        r#"{BEGIN}
ln -s /t/etc u/l; chown -h nobody u/l
cat >/run/race.py <<'P'
import ctypes, os
libc = ctypes.CDLL(None)
while True: libc.renameat2(-100, b'/t/u/d', -100, b'/t/u/l', 2)
P
python3 /run/race.py & race=$!
for n in $(seq 1 40); do printf "file {{ '/t/u/d/f$n': content => 'x' }} file {{ '/t/u/d/e$n': ensure => directory }}\n"; done >/m/a.pp
pa /m/a.pp >/run/said; kill $race
ls etc; grep -c 'is not followed' /run/said | sed 's/[1-9][0-9]*/refused/'
grep -c 'defined content' /run/said | sed 's/[1-9][0-9]*/done/'"#
    ));
    assert!(text.starts_with("shadow\n"), "{text}");
}

#[test]
fn fault_14_and_15_what_is_being_written_cannot_be_foreseen_nor_read() {
    let text = said(
        r#"echo old >a; chmod 600 a
spa SHIM_CALLS=open,fchmod,rename SHIM_TRACE=/run/trace SHIM_AT=rename:/t/a SHIM_RUN='stat -c %a:%U /t/a2*' \
  -e 'file { "/t/a": content => Sensitive("new") } file { "/t/b": content => Sensitive("new"), mode => "0600" }' | grep root
spa SHIM_AT=rename:/t/b SHIM_RUN='stat -c %a:%U /t/b2*' -e 'file { "/t/b": content => Sensitive("newer") }' | grep root
spa SHIM_CALLS=open SHIM_TRACE=/run/again -e 'file { "/t/a": content => "newest" }' >/dev/null
cat /run/trace /run/again | grep -o 'open /t/a2.*' | sort -u | wc -l"#,
    );
    assert_eq!(text, "600:root\n600:root\n2\n");
    // Before it has its mode, it is root's alone.
    let text = said(
        r#"cat >/run/watch.py <<'P'
import os, glob, time
seen = set()
end = time.time() + 20
while time.time() < end and not os.path.exists('/run/stop'):
    for it in glob.glob('/t/s2*'):
        try: seen.add(oct(os.stat(it).st_mode & 0o777))
        except OSError: pass
print(sorted(seen - {'0o600', '0o640'}))
P
python3 /run/watch.py >/run/seen & pa -e 'file { "/t/s": content => Sensitive("x"), mode => "0640",
  validate_cmd => "/bin/sleep 0.3; true" }' >/dev/null
touch /run/stop; wait; cat /run/seen"#,
    );
    assert_eq!(text, "[]\n");
}

#[test]
fn fault_33_what_belongs_to_a_file_is_kept_when_another_takes_its_place() {
    let text = said(
        r#"echo old >a; ln a other
cat >/run/set.py <<'P'
import os, struct
entries = [(1, 6, 0xffffffff), (2, 4, 9), (4, 0, 0xffffffff), (16, 4, 0xffffffff), (32, 0, 0xffffffff)]
os.setxattr('/t/a', 'system.posix_acl_access', struct.pack('<I', 2) + b''.join(struct.pack('<HHI', *it) for it in entries))
os.setxattr('/t/a', 'user.note', b'kept')
os.setxattr('/t/a', 'security.capability', bytes.fromhex('0100000201000000000000000000000000000000'))
P
cat >/run/show.py <<'P'
import os
for name in sorted(os.listxattr('/t/a')): print(name, os.getxattr('/t/a', name).hex())
P
python3 /run/set.py; python3 /run/show.py >/run/before; stat -c %a a >>/run/before
pa -e 'file { "/t/a": content => "new" }'; python3 /run/show.py >/run/after; stat -c %a a >>/run/after
diff /run/before /run/after | cut -d ' ' -f 1-2; cat other"#,
    );
    assert_lines(
        &text,
        &["Warning: /Stage[main]/Main/File[/t/a]: /t/a has 2 names (hard links)", "Applied", "< security.capability\nold\n"],
    );
    assert_eq!(text.matches("\n<").count() + text.matches("\n>").count(), 1, "{text}");
}

#[test]
fn fault_34_somebody_else_writes_the_file_at_the_same_time() {
    for write in ["echo theirs >/t/a", "echo theirs >/t/x; mv /t/x /t/a"] {
        let text = said(&format!(
            r#"echo old >a; pa -e 'file {{ "/t/a": content => "new", validate_cmd => "/bin/sh -c \"{write}\" %" }}'; cat a; ls -A
pa -e 'file {{ "/t/a": content => "new" }}' >/dev/null; cat a"#
        ));
        assert_lines(&text, &["failed: It was changed by somebody else since it was read, and is left as it is", "theirs\na\nnew"]);
    }
}
