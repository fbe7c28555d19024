//! How long it takes from a keystroke to its diagnostics, over the standard streams of the release build.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::bench::build;

/// The largest manifest of the modules that Debian packages.
pub const DEFAULT_FILE: &str = "/usr/share/puppet/modules/apache/manifests/vhost.pp";
const KEYSTROKES: usize = 300;
/// What people feel as at once is far more; this leaves room for the editor.
const TARGET: f64 = 10.0;

/// How long keystrokes took.
#[derive(Debug, Default)]
pub struct Keystrokes {
    /// The length of the text that was typed into.
    pub bytes: usize,
    /// In milliseconds, from the shortest to the longest.
    pub latencies: Vec<f64>,
}

impl Keystrokes {
    /// As many of a hundred keystrokes took no longer.
    pub fn at(&self, percent: usize) -> f64 {
        let index = (self.latencies.len() * percent).div_ceil(100).saturating_sub(1);
        self.latencies.get(index).copied().unwrap_or_default()
    }
}

/// Types into a manifest and prints the latencies. It reports and never fails for being slow.
pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let mut bunraku = None;
    let mut file = PathBuf::from(DEFAULT_FILE);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--bunraku" => bunraku = Some(PathBuf::from(args.next().ok_or("--bunraku needs a path")?)),
            path => file = PathBuf::from(path),
        }
    }
    let binary = bunraku.map_or_else(|| build::release(root, &["--bin", "bunraku"]), Ok)?;
    let measured = keystrokes(&binary, &file)?;
    println!(
        "{} ({} bytes), {} keystrokes, from didChange to publishDiagnostics",
        file.display(),
        measured.bytes,
        measured.latencies.len()
    );
    for (name, percent) in [("p50", 50), ("p95", 95), ("max", 100)] {
        println!("{name}  {:7.2} ms", measured.at(percent));
    }
    let verdict = if measured.at(95) < TARGET { "within" } else { "over" };
    println!("p95 is {verdict} the target of {TARGET:.0} ms");
    Ok(())
}

/// Types into a manifest with a language server of its own.
pub fn keystrokes(bunraku: &Path, file: &Path) -> Result<Keystrokes, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut latencies: Vec<f64> = measure(bunraku, &text)?.iter().map(|latency| latency.as_secs_f64() * 1000.0).collect();
    latencies.sort_by(f64::total_cmp);
    Ok(Keystrokes { bytes: text.len(), latencies })
}

/// Types a resource, character by character, into the middle of the text: most of the time it is half-typed.
fn measure(bunraku: &Path, text: &str) -> Result<Vec<Duration>, String> {
    let mut editor = Editor::start(bunraku)?;
    let capabilities = json!({ "general": { "positionEncodings": ["utf-16"] } });
    editor.send(&json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": { "processId": null, "rootUri": null, "capabilities": capabilities } }))?;
    editor.wait(|message| message["id"] == 0)?;
    editor.send(&json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }))?;
    let uri = "file:///bench/vhost.pp";
    let document = json!({ "uri": uri, "languageId": "puppet", "version": 0, "text": text });
    editor.send(&json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } }))?;
    editor.wait(|message| message["params"]["version"] == 0)?;

    let typed = "  file { \"/etc/${name}/x.conf\":\n    ensure => file,\n    mode   => '0644',\n  }\n";
    let (mut line, mut character) = (text.lines().count() / 2, 0);
    let mut latencies = Vec::with_capacity(KEYSTROKES);
    for (version, c) in typed.chars().cycle().take(KEYSTROKES).enumerate() {
        let version = version + 1;
        let at = json!({ "line": line, "character": character });
        let change = json!({ "range": { "start": at, "end": at }, "text": c.to_string() });
        let params = json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": [change] });
        let message = json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": params });
        let start = Instant::now();
        editor.send(&message)?;
        editor.wait(|message| message["params"]["version"] == version)?;
        latencies.push(start.elapsed());
        (line, character) = if c == '\n' { (line + 1, 0) } else { (line, character + 1) };
        // As fast as nobody types, and slow enough that each keystroke is one of its own.
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(latencies)
}

struct Editor {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Editor {
    fn start(bunraku: &Path) -> Result<Editor, String> {
        let mut command = Command::new(bunraku);
        command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("{}: {error}", bunraku.display()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else { return Err("no pipes".to_string()) };
        Ok(Editor { child, input, output: BufReader::new(output) })
    }

    fn send(&mut self, message: &Value) -> Result<(), String> {
        let body = message.to_string();
        let sent = write!(self.input, "Content-Length: {}\r\n\r\n{body}", body.len()).and_then(|()| self.input.flush());
        sent.map_err(|error| format!("the server does not read: {error}"))
    }

    fn wait(&mut self, is_it: impl Fn(&Value) -> bool) -> Result<(), String> {
        loop {
            let message = self.receive().ok_or("the server has gone")?;
            if is_it(&message) {
                return Ok(());
            }
        }
    }

    fn receive(&mut self) -> Option<Value> {
        let mut length = None;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).ok()? == 0 {
                return None;
            }
            match line.trim_end().strip_prefix("Content-Length: ") {
                Some(value) => length = value.parse().ok(),
                None if line.trim_end().is_empty() => break,
                None => {}
            }
        }
        let mut body = vec![0; length?];
        self.output.read_exact(&mut body).ok()?;
        serde_json::from_slice(&body).ok()
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        // The measuring is over; nothing of it is worth a goodbye.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
