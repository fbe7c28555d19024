//! A small editor: it speaks to a language server, and knows when what came.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Nothing that is measured takes so long.
const PATIENCE: Duration = Duration::from_secs(300);

pub struct Editor {
    child: Child,
    input: ChildStdin,
    messages: Receiver<(Instant, Value)>,
    last_id: u64,
    /// Messages that arrived while another was waited for: answers by their number.
    answers: HashMap<u64, (Instant, Value)>,
    /// When the process was started.
    pub started: Instant,
    /// The last findings of each document, with the version that they are of.
    pub shown: HashMap<String, (Option<i64>, Vec<Value>)>,
    /// Capabilities of the server.
    pub capabilities: Value,
    /// When the last progress ended.
    pub progress_ended: Option<Instant>,
}

impl Editor {
    /// Starts a server and greets it, with a folder or without.
    pub fn start(bunraku: &Path, folder: Option<&Path>) -> Result<Editor, String> {
        let mut command = Command::new(bunraku);
        command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped());
        let started = Instant::now();
        let mut child = command.spawn().map_err(|error| format!("{}: {error}", bunraku.display()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else { return Err("no pipes".to_string()) };
        let (tell, messages) = mpsc::channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(body) = receive(&mut output) {
                let at = Instant::now();
                let Ok(message) = serde_json::from_slice(&body) else { return };
                if tell.send((at, message)).is_err() {
                    return;
                }
            }
        });
        let mut editor = Editor {
            child,
            input,
            messages,
            last_id: 0,
            answers: HashMap::new(),
            started,
            shown: HashMap::new(),
            capabilities: Value::Null,
            progress_ended: None,
        };
        let capabilities =
            json!({ "general": { "positionEncodings": ["utf-16"] }, "window": { "workDoneProgress": true }, "textDocument": {} });
        let folders = folder.map(|it| json!([{ "uri": uri(it), "name": "bench" }]));
        let params = json!({ "processId": null, "rootUri": null, "workspaceFolders": folders, "capabilities": capabilities });
        let (_, answer) = editor.ask("initialize", params)?;
        editor.capabilities = answer["capabilities"].clone();
        editor.notify("initialized", json!({}))?;
        Ok(editor)
    }

    pub fn process(&self) -> u32 {
        self.child.id()
    }

    pub fn notify(&mut self, method: &str, params: Value) -> Result<(), String> {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    /// Sends a request and says its number.
    pub fn request(&mut self, method: &str, params: Value) -> Result<u64, String> {
        self.last_id += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params }))?;
        Ok(self.last_id)
    }

    /// Sends a request and waits for the answer, and returns it with its time.
    pub fn ask(&mut self, method: &str, params: Value) -> Result<(Instant, Value), String> {
        let id = self.request(method, params)?;
        self.answer(id)?.map_err(|error| format!("{method}: {error}"))
    }

    /// Waits for an answer; the inner error is the server's.
    #[allow(clippy::type_complexity)] // Two ways to fail: without an answer, and with one.
    pub fn answer(&mut self, id: u64) -> Result<Result<(Instant, Value), Value>, String> {
        loop {
            if let Some((at, answer)) = self.answers.remove(&id) {
                return Ok(match answer.get("error") {
                    Some(error) => Err(error.clone()),
                    None => Ok((at, answer["result"].clone())),
                });
            }
            self.take(PATIENCE)?;
        }
    }

    /// Waits for the findings of a version of a document, and says when they came.
    pub fn published(&mut self, uri: &str, version: i64) -> Result<Instant, String> {
        loop {
            let at = self.take(PATIENCE)?;
            if self.shown.get(uri).is_some_and(|it| it.0 == Some(version)) {
                return Ok(at);
            }
        }
    }

    /// Waits until the server has read the workspace.
    pub fn loaded(&mut self) -> Result<Instant, String> {
        loop {
            if let Some(at) = self.progress_ended {
                return Ok(at);
            }
            self.take(PATIENCE)?;
        }
    }

    /// Takes what comes, until nothing has come for a while.
    pub fn settle(&mut self, quiet: Duration) {
        while self.take(quiet).is_ok() {}
    }

    fn take(&mut self, patience: Duration) -> Result<Instant, String> {
        let (at, mut message) = self.messages.recv_timeout(patience).map_err(|_| "the server says nothing more".to_owned())?;
        match (message["method"].as_str(), message["id"].as_u64()) {
            (None, Some(id)) => {
                self.answers.insert(id, (at, message));
            }
            (Some("textDocument/publishDiagnostics"), _) => {
                let params = &mut message["params"];
                let findings = params["diagnostics"].as_array_mut().map(std::mem::take).unwrap_or_default();
                let uri = params["uri"].as_str().unwrap_or_default().to_owned();
                self.shown.insert(uri, (params["version"].as_i64(), findings));
            }
            (Some("$/progress"), _) if message["params"]["value"]["kind"] == "end" => self.progress_ended = Some(at),
            (Some(_), None) if message["id"].is_null() => {}
            // Whatever the server asks, this editor agrees.
            (Some(_), _) => self.send(&json!({ "jsonrpc": "2.0", "id": message["id"], "result": null }))?,
            (None, None) => {}
        }
        Ok(at)
    }

    fn send(&mut self, message: &Value) -> Result<(), String> {
        let body = message.to_string();
        let sent = write!(self.input, "Content-Length: {}\r\n\r\n{body}", body.len()).and_then(|()| self.input.flush());
        sent.map_err(|error| format!("the server does not read: {error}"))
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        // The measuring is over; nothing of it is worth a goodbye.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn receive(output: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().strip_prefix("Content-Length: ") {
            Some(value) => length = value.parse().ok(),
            None if line.trim_end().is_empty() => break,
            None => {}
        }
    }
    let mut body = vec![0; length?];
    output.read_exact(&mut body).ok()?;
    Some(body)
}

/// How the protocol calls a file. The paths of a benchmark have nothing in them that would have to be escaped.
pub fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}
