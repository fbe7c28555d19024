//! Nothing that Bunraku does is told to anybody: what each command asks of the system is looked at where `strace` is there.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::folder::Folder;

/// The sockets that a program makes: what they are of, as `AF_INET`. None where nothing can look at that.
fn sockets(program: &Path, args: &[&str], input: &str, folder: &Folder) -> Option<Vec<String>> {
    let log = folder.path("calls");
    let mut command = Command::new("strace");
    command.args(["-f", "-qq", "-e", "trace=socket", "-e", "signal=none", "-o"]).arg(&log).arg(program).args(args);
    let ran = command.current_dir(folder.path("site")).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let mut child = ran.ok()?;
    child.stdin.take().expect("it is piped").write_all(input.as_bytes()).expect("it reads");
    assert_ne!(child.wait().expect("it ends").code(), None, "{program:?} {args:?}");
    let calls = std::fs::read_to_string(&log).expect("a log");
    let kinds = calls.lines().filter_map(|it| it.split_once("socket(")?.1.split(',').next().map(str::to_owned));
    Some(kinds.collect())
}

fn folder() -> Folder {
    Folder::new()
        .file("site/environment.conf", "")
        .file("site/manifests/site.pp", "node default { include web }\n")
        .file("site/modules/web/manifests/init.pp", "class web {\n  file { '/a': mode => 644 }\n}\n")
}

/// What an editor says to the server.
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
fn nobody_is_told() {
    let folder = folder();
    // Nothing else would show that a socket is seen.
    let speaks = "import socket; socket.socket(); socket.socket(socket.AF_INET6)";
    let seen = sockets(Path::new("python3"), &["-c", speaks], "", &folder);
    if Command::new("python3").arg("--version").output().is_ok_and(|it| it.status.success()) {
        assert!(seen.is_none_or(|it| it == ["AF_INET", "AF_INET6"]));
    }
    let bunraku = Path::new(env!("CARGO_BIN_EXE_bunraku"));
    let run = |args: &[&str], input: &str| sockets(bunraku, args, input, &folder).unwrap_or_default();
    let none: [String; 0] = [];
    for args in [&["check", "."][..], &["lint", "."], &["fmt", "--check", "."], &["compile", "--os", "debian-12"], &["--version"]] {
        assert_eq!(run(args, ""), none, "{args:?}");
    }
    assert_eq!(run(&["lsp"], &spoken(&folder)), none, "lsp");
    // The facts of this machine come from its own kernel, and from the daemons that know its users.
    for args in [&["facts"][..], &["eval", "1 + 1"], &["resource", "group", "root"]] {
        let others: Vec<String> = run(args, "").into_iter().filter(|it| !["AF_NETLINK", "AF_UNIX"].contains(&it.as_str())).collect();
        assert_eq!(others, none, "{args:?}");
    }
}
