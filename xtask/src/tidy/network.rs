//! Nothing that Bunraku does is sent to anybody. What `bunraku apply` fetches because a manifest says so, a program of the machine fetches;
//! Bunraku itself, and its extension for VS Code, have nothing that could.

use toml::{Table, Value};

use super::tree::Tree;

/// Libraries that speak to the network, or to those who count users.
const LIBRARIES: &[&str] = &[
    "attohttpc",
    "async-std",
    "curl",
    "curl-sys",
    "h2",
    "hickory-resolver",
    "hyper",
    "hyper-util",
    "isahc",
    "minreq",
    "mio",
    "native-tls",
    "openssl",
    "openssl-sys",
    "opentelemetry",
    "quinn",
    "reqwest",
    "rustls",
    "sentry",
    "socket2",
    "surf",
    "tokio-tungstenite",
    "tonic",
    "trust-dns-resolver",
    "tungstenite",
    "ureq",
    "websocket",
];

/// Names of network types that a crate would use.
const NAMES: &[&str] = &["TcpStream", "TcpListener", "UdpSocket", "ToSocketAddrs"];

/// Programs that fetch, and the only crate that may run them.
const PROGRAMS: (&[&str], &str) = (&["\"curl\"", "\"wget\""], "crates/providers/");

/// Names that the extension and its page would use.
const SCRIPT: &[&str] = &[
    "fetch(",
    "XMLHttpRequest",
    "WebSocket",
    "EventSource",
    "sendBeacon",
    "TelemetryLogger",
    "node:http",
    "node:net",
    "node:tls",
    "node:dgram",
    "node:dns",
];

pub fn silent(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    match tree.get("Cargo.lock").map(str::parse::<Table>) {
        Some(Ok(lock)) => {
            let packages = lock.get("package").and_then(Value::as_array).into_iter().flatten();
            let names = packages.filter_map(|it| it.get("name")?.as_str()).filter(|it| LIBRARIES.contains(it));
            complaints.extend(names.map(|it| format!("Cargo.lock: {it} speaks to the network")));
        }
        _ => complaints.push("there is no Cargo.lock".to_owned()),
    }
    for (file, text) in tree.iter() {
        let names: &[&str] = match file {
            _ if file.starts_with("crates/") && file.contains("/src/") && file.ends_with(".rs") => NAMES,
            _ if ["src/", "webview/"].iter().any(|it| file.starts_with(&format!("editors/vscode/{it}"))) && file.ends_with(".ts") => SCRIPT,
            _ => continue,
        };
        let programs = if file.ends_with(".rs") && !file.starts_with(PROGRAMS.1) { PROGRAMS.0 } else { &[] };
        for (number, line) in text.lines().enumerate() {
            for name in names.iter().chain(programs).filter(|it| line.contains(**it)) {
                complaints.push(format!("{file}:{}: {name} speaks to the network", number + 1));
            }
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: (&str, &str) = ("Cargo.lock", "[[package]]\nname = \"tokio\"\n");

    #[test]
    fn no_library_speaks_to_the_network() {
        assert!(silent(&Tree::new(&[LOCK])).is_empty());
        assert_eq!(silent(&Tree::new(&[("Cargo.lock", "[[package]]\nname = \"tokio\"\n[[package]]\nname = \"mio\"\n")])).len(), 1);
        assert_eq!(silent(&Tree::new(&[])).len(), 1);
    }

    #[test]
    fn no_crate_does_and_one_alone_runs_what_does() {
        let of = |file: &str, text: &str| silent(&Tree::new(&[LOCK, (file, text)])).len();
        assert_eq!(of("crates/ide/src/a.rs", "let it = TcpStream::connect(at);\n"), 1);
        assert_eq!(of("crates/facts/src/a.rs", "use std::net::IpAddr;\n"), 0);
        assert_eq!((of("crates/cli/src/a.rs", "run(\"curl\")"), of("crates/providers/src/a.rs", "run(\"curl\")")), (1, 0));
    }

    #[test]
    fn nor_does_the_extension() {
        let of = |file: &str, text: &str| silent(&Tree::new(&[LOCK, (file, text)])).len();
        assert_eq!(of("editors/vscode/src/a.ts", "import * as https from 'node:https';\n"), 1);
        assert_eq!(of("editors/vscode/webview/a.ts", "await fetch('https://example.com');\n"), 1);
        assert_eq!(of("editors/vscode/test/a.ts", "await fetch('https://example.com');\n"), 0);
    }
}
