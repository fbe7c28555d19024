//! Nothing that Bunraku does is sent to anybody: the system calls of each command are traced where `strace` is there.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::folder::Folder;

/// Families of the sockets in a log of `strace`, as `AF_INET`. None where it saw no program start: containers may forbid tracing.
fn kinds(log: &str) -> Option<Vec<String>> {
    let kind = |line: &str| Some(line.split_once(" socket(")?.1.split(',').next()?.to_owned());
    log.lines().any(|it| it.contains(" execve(")).then(|| log.lines().filter_map(kind).collect())
}

/// The sockets that a program makes. None where nothing can look at that.
fn sockets(program: &Path, args: &[&str], input: &str, folder: &Folder) -> Option<Vec<String>> {
    let log = folder.path("calls");
    let mut command = Command::new("strace");
    command.args(["-f", "-qq", "-e", "trace=socket,execve", "-e", "signal=none", "-o"]).arg(&log).arg(program).args(args);
    let ran = command.current_dir(folder.path("site")).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let mut child = ran.ok()?;
    // One that may not look at others ends before it reads.
    let written = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
    let ended = child.wait().expect("it ends");
    let seen = kinds(&std::fs::read_to_string(&log).unwrap_or_default())?;
    written.expect("it reads");
    assert_ne!(ended.code(), None, "{program:?} {args:?}");
    Some(seen)
}

fn folder() -> Folder {
    Folder::new()
        .file("site/environment.conf", "")
        .file("site/manifests/site.pp", "node default { include web }\n")
        .file("site/modules/web/manifests/init.pp", "class web {\n  file { '/a': mode => 644 }\n}\n")
}

/// Messages from an editor to the server.
fn spoken(folder: &Folder) -> String {
    let file = format!("file://{}", folder.path("site/manifests/site.pp").display());
    let root = format!("file://{}", folder.path("site").display());
    let messages = [
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"processId":null,"rootUri":"{root}","capabilities":{{}}}}}}"#),
        r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#.to_owned(),
        format!(
            r#"{{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{{"textDocument":{{"uri":"{file}","languageId":"puppet","version":1,"text":"include web\n"}}}}}}"#
        ),
        format!(
            r#"{{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{{"textDocument":{{"uri":"{file}"}},"position":{{"line":0,"character":9}}}}}}"#
        ),
        r#"{"jsonrpc":"2.0","id":3,"method":"shutdown"}"#.to_owned(),
        r#"{"jsonrpc":"2.0","method":"exit"}"#.to_owned(),
    ];
    messages.iter().map(|it| format!("Content-Length: {}\r\n\r\n{it}", it.len())).collect()
}

#[test]
fn a_log_is_understood() {
    let log = "100   execve(\"/usr/bin/python3\", [...], 0x7ffc /* 20 vars */) = 0\n\
               100   socket(AF_INET, SOCK_STREAM|SOCK_CLOEXEC, IPPROTO_IP) = 3\n\
               101   socket(AF_INET6, SOCK_STREAM|SOCK_CLOEXEC, IPPROTO_IP <unfinished ...>\n\
               101   <... socket resumed>)             = -1 EAFNOSUPPORT (Address family not supported by protocol)\n";
    assert_eq!(kinds(log), Some(vec!["AF_INET".to_owned(), "AF_INET6".to_owned()]));
    assert_eq!(kinds("100   execve(\"/bin/true\", [...], 0x7ffc /* 20 vars */) = 0\n"), Some(Vec::new()));
    assert_eq!(kinds(""), None);
}

#[test]
fn nobody_is_told() {
    let folder = folder();
    // Nothing else would show that a socket is seen.
    let speaks = "import socket; socket.socket(); socket.socket(socket.AF_INET6)";
    if let Some(seen) = sockets(Path::new("python3"), &["-c", speaks], "", &folder) {
        assert!(["AF_INET", "AF_INET6"].iter().all(|it| seen.iter().any(|seen| seen == it)), "{seen:?}");
    } else {
        // That no crate can speak to the network is held by `tidy`.
        println!("no system calls can be looked at here");
    }
    let bunraku = Path::new(env!("CARGO_BIN_EXE_bunraku"));
    // The facts of this machine come from its own kernel, and from the daemons that know its users.
    let own = ["AF_NETLINK", "AF_UNIX"];
    let others = |args: &[&str], input: &str| {
        let seen = sockets(bunraku, args, input, &folder).unwrap_or_default();
        seen.into_iter().filter(|it| !own.contains(&it.as_str())).collect::<Vec<String>>()
    };
    let none: [String; 0] = [];
    for args in [
        &["check", "."][..],
        &["lint", "."],
        &["fmt", "--check", "."],
        &["compile", "--os", "debian-12"],
        &["--version"],
        &["facts"],
        &["eval", "1 + 1"],
        &["resource", "group", "root"],
    ] {
        assert_eq!(others(args, ""), none, "{args:?}");
    }
    assert_eq!(others(&["lsp"], &spoken(&folder)), none, "lsp");
}
