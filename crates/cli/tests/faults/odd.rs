//! Files that are no usual files, and many or large ones.

use super::root::{assert_lines, said};

#[test]
fn fault_21_names_that_are_no_text() {
    let text = said(
        r#"
mkdir -p d s; printf 1 >d/$'caf\xe9'; printf 2 >d/$'\xff\xfe'; touch d/plain; printf 'src' >s/$'na\xefve'
pa --detailed-exitcodes -e 'file { "/t/d": ensure => directory, recurse => true, purge => true }
file { "/t/c": ensure => directory, recurse => true, source => "/t/s" }'
echo $?; ls -A d; cat c/$'na\xefve'; grep -c 'xE9' /p/var/state/last_run_report.yaml | sed 's/[1-9][0-9]*/some/'"#,
    );
    assert_lines(
        &text,
        &[
            "File[/t/d/caf\\xE9]/ensure: removed",
            "File[/t/d/plain]/ensure: removed",
            "File[/t/d/\\xFF\\xFE]/ensure: removed",
            "\n2\nsrcsome\n",
        ],
    );
}

#[test]
fn fault_22_a_program_writes_without_end() {
    let text = said(
        r#"
cat >/m/a.pp <<'P'
exec { '/bin/sh -c "printf \"caf\\351\\n\"; exit 0"': logoutput => true }
exec { '/bin/sh -c "yes | head -c 60000000; exit 1"': logoutput => false }
exec { '/bin/sh -c "yes aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | tr -d \"\\n\""': timeout => 2 }
exec { '/bin/sh -c "head -c 20000000 /dev/zero | tr \"\\0\" x; exit 1"': }
P
pa --detailed-exitcodes /m/a.pp | cut -c 1-200; echo ${PIPESTATUS[0]}
"#,
    );
    assert_lines(&text, &["executed successfully", "Command exceeded timeout", "further output was discarded", "\n6\n"]);
}

/// Memory of a run does not grow with the file, and hardly with the folder.
#[test]
fn fault_23_large_files_and_large_folders() {
    let text = said(
        r#"
cat >/run/size.py <<'P'
import os, sys
pid = os.fork()
if pid == 0:
    out = os.open('/run/said', os.O_WRONLY | os.O_CREAT | os.O_TRUNC); os.dup2(out, 1); os.dup2(out, 2)
    os.execv(sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(pid, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss)
P
size() { python3 /run/size.py /m/bunraku apply $folders --facts /p/facts.json --detailed-exitcodes "$@"; }
size -e 'notify { "empty": }'
head -c 300000000 /dev/zero >/t/large; size -e 'file { "/t/copy": source => "/t/large" }'; stat -c %s copy; rm -f large copy
mkdir many; (cd many; seq 1 100000 | xargs touch)
size -e 'file { "/t/many": ensure => directory, recurse => false, mode => "0700" } file { "/t/many/x": content => "x" }'; ls many | wc -l"#,
    );
    let numbers: Vec<Vec<u64>> = text.lines().map(|it| it.split(' ').filter_map(|it| it.parse().ok()).collect()).collect();
    let [empty, large, size, many, count] = numbers.as_slice() else { panic!("{text}") };
    assert_eq!((empty[0], large[0], size[0], many[0], count[0]), (2, 2, 300_000_000, 2, 100_001), "{text}");
    assert!(large[1] < empty[1] + 8_000 && many[1] < empty[1] + 40_000, "{text}");
}

#[test]
fn fault_24_pipes_and_devices() {
    let text = said(
        r#"
mkdir d; mkfifo f d/f g; mknod d/n c 1 3; python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("/t/s")'; touch d/a
begun=$(date +%s)
pa --detailed-exitcodes -e 'file { "/t/f": content => "f" } file { "/t/s": content => "s" } file { "/t/g": source => "/t/d/f" }
file { "/t/d": ensure => directory, recurse => true, mode => "0700" } file { "/t/x": content => "x" }'
echo $?; cat f s x; stat -c %a d/a; [ $(($(date +%s) - begun)) -lt 20 ] || echo slow"#,
    );
    assert_lines(&text, &["File[/t/x]/ensure: defined"]);
    assert!(text.ends_with("fsx700\n"), "{text}");
}
