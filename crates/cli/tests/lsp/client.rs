//! A small client. It answers what the server asks, and waits for nothing longer than a minute.

use std::collections::{BTreeSet, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

pub const TIMEOUT: Duration = Duration::from_secs(60);

/// Texts that show one thing are no examples of style: style is reported where a test says `"lint": true`.
fn without_lint(settings: Value) -> Value {
    let mut all = json!({ "lint": false });
    match settings {
        Value::Null => {}
        Value::Object(settings) => settings.into_iter().for_each(|(key, value)| all[key] = value),
        other => return other,
    }
    all
}

/// Server to start, and its initialization.
pub struct Setup {
    command: Command,
    capabilities: Value,
    initialization_options: Value,
    folders: Vec<Value>,
    process: Value,
    configuration: Option<Value>,
}

impl Setup {
    pub fn new() -> Setup {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
        // Answers are whole, however busy the machine is.
        command.arg("lsp").env_remove("BUNRAKU_LOG").env("BUNRAKU_ANSWER_WITHIN", "0");
        Setup {
            command,
            capabilities: json!({ "textDocument": { "documentSymbol": { "hierarchicalDocumentSymbolSupport": true } } }),
            initialization_options: without_lint(Value::Null),
            folders: Vec::new(),
            process: Value::Null,
            configuration: None,
        }
    }

    /// Starts it under `strace`, which writes the calls that name files, with the names of what is open, into a log.
    pub fn traced(mut self, log: &Path) -> Setup {
        let mut command = Command::new("strace");
        command.args(["-f", "-qq", "-y", "-s", "4096", "-e", "trace=%file,getdents64", "-e", "signal=none", "-o"]).arg(log);
        command.arg(env!("CARGO_BIN_EXE_bunraku")).arg("lsp").env_remove("BUNRAKU_LOG").env_remove("LD_LIBRARY_PATH");
        command.env("BUNRAKU_ANSWER_WITHIN", "0");
        self.command = command;
        self
    }

    pub fn arg(mut self, arg: impl AsRef<std::ffi::OsStr>) -> Setup {
        self.command.arg(arg);
        self
    }

    pub fn env(mut self, name: &str, value: &str) -> Setup {
        self.command.env(name, value);
        self
    }

    /// Adds a capability, named by its path: `textDocument.diagnostic`.
    pub fn can(mut self, path: &str, value: Value) -> Setup {
        let mut at = &mut self.capabilities;
        for name in path.split('.') {
            if at.get(name).is_none() {
                at[name] = json!({});
            }
            at = &mut at[name];
        }
        *at = value;
        self
    }

    pub fn options(mut self, options: Value) -> Setup {
        self.initialization_options = without_lint(options);
        self
    }

    pub fn folder(mut self, path: &Path) -> Setup {
        self.folders.push(json!({ "uri": uri(path), "name": "folder" }));
        self
    }

    pub fn process(mut self, process: u32) -> Setup {
        self.process = json!(process);
        self
    }

    /// Answers when asked for the settings.
    pub fn configuration(mut self, settings: Value) -> Setup {
        self.configuration = Some(without_lint(settings));
        self.can("workspace.configuration", json!(true))
    }

    /// Starts the program and says nothing.
    pub fn spawn(&mut self) -> Client {
        let mut child =
            self.command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        let stdout = child.stdout.take().expect("a pipe");
        let stderr = child.stderr.take().expect("a pipe");
        let (tell, incoming) = mpsc::channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(stdout);
            while let Some(message) = read(&mut output) {
                if tell.send(message).is_err() {
                    return;
                }
            }
        });
        let (tell_errors, errors) = mpsc::channel();
        std::thread::spawn(move || {
            let mut text = String::new();
            let _ = BufReader::new(stderr).read_to_string(&mut text);
            let _ = tell_errors.send(text);
        });
        Client {
            stdin: child.stdin.take(),
            child,
            incoming,
            errors,
            unread: VecDeque::new(),
            last_id: 0,
            configuration: self.configuration.clone(),
            asked: Vec::new(),
            ignored: None,
            sent: BTreeSet::new(),
            registered: Vec::new(),
            capabilities: Value::Null,
        }
    }

    /// Starts the program and greets it.
    pub fn start(mut self) -> Client {
        let mut client = self.spawn();
        let answer = client.request("initialize", self.greeting());
        client.capabilities = answer["capabilities"].clone();
        client.notify("initialized", json!({}));
        client
    }

    pub fn greeting(&self) -> Value {
        json!({
            "processId": self.process,
            "rootUri": null,
            "workspaceFolders": self.folders,
            "capabilities": self.capabilities,
            "initializationOptions": self.initialization_options,
        })
    }
}

pub struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    incoming: Receiver<Value>,
    errors: Receiver<String>,
    unread: VecDeque<Value>,
    last_id: i64,
    pub configuration: Option<Value>,
    /// The methods that the server has asked for.
    pub asked: Vec<String>,
    /// A method that the client does not answer.
    pub ignored: Option<&'static str>,
    /// The methods of messages sent to the server.
    pub sent: BTreeSet<String>,
    /// The methods that the server has registered.
    pub registered: Vec<String>,
    pub capabilities: Value,
}

impl Client {
    /// A client that can do what every client can.
    pub fn start() -> Client {
        Setup::new().start()
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("not hung up");
        stdin.write_all(bytes).expect("the server reads");
        stdin.flush().expect("the server reads");
    }

    pub fn send_text(&mut self, body: &str) {
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string());
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.sent.insert(method.to_owned());
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request and does not wait for the answer.
    pub fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.sent.insert(method.to_owned());
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// The answer to a request, with its error if it is one.
    #[track_caller]
    pub fn answer(&mut self, id: i64) -> Value {
        self.wait(&format!("the answer to request {id}"), |message| message.get("method").is_none() && message["id"] == json!(id))
    }

    /// Sends a request and returns its result.
    #[track_caller]
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        let answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Sends a request and returns its error.
    #[track_caller]
    pub fn refused(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        let answer = self.answer(id);
        assert!(answer.get("error").is_some(), "{method}: {answer}");
        answer["error"].clone()
    }

    /// The next notification of a method.
    #[track_caller]
    pub fn notified(&mut self, method: &str) -> Value {
        self.wait(method, |message| message["method"] == json!(method))["params"].clone()
    }

    /// The next diagnostics of a document.
    #[track_caller]
    pub fn diagnostics(&mut self, uri: &str) -> Value {
        let is_it = |message: &Value| message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == json!(uri);
        self.wait(&format!("diagnostics of {uri}"), is_it)["params"].clone()
    }

    /// The codes of the next diagnostics of a document.
    #[track_caller]
    pub fn codes(&mut self, uri: &str) -> Vec<String> {
        let published = self.diagnostics(uri);
        let codes = published["diagnostics"].as_array().expect("a list").iter();
        codes.map(|it| it["code"].as_str().unwrap_or_default().to_string()).collect()
    }

    /// Waits until the files of the workspace are read. Needs a client with `window.workDoneProgress`.
    #[track_caller]
    pub fn ready(&mut self) -> Value {
        self.wait("the end of the progress", |message| message["method"] == "$/progress" && message["params"]["value"]["kind"] == "end")
    }

    #[track_caller]
    pub fn wait(&mut self, what: &str, mut is_it: impl FnMut(&Value) -> bool) -> Value {
        if let Some(at) = self.unread.iter().position(&mut is_it) {
            return self.unread.remove(at).expect("it is there");
        }
        let until = Instant::now() + TIMEOUT;
        loop {
            match self.incoming.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(message) => {
                    self.reply(&message);
                    if is_it(&message) {
                        return message;
                    }
                    self.unread.push_back(message);
                }
                Err(RecvTimeoutError::Timeout) => panic!("waited in vain for {what}; had {:?}", self.unread),
                Err(RecvTimeoutError::Disconnected) => panic!("the server has gone before {what}; had {:?}", self.unread),
            }
        }
    }

    /// Messages that arrived and were not waited for.
    pub fn rest(&mut self) -> Vec<Value> {
        while let Ok(message) = self.incoming.try_recv() {
            self.reply(&message);
            self.unread.push_back(message);
        }
        self.unread.drain(..).collect()
    }

    fn reply(&mut self, message: &Value) {
        let (Some(id), Some(method)) = (message.get("id"), message["method"].as_str()) else { return };
        self.asked.push(method.to_string());
        if self.ignored == Some(method) {
            return;
        }
        let registrations = message["params"]["registrations"].as_array().into_iter().flatten();
        self.registered.extend(registrations.filter_map(|it| Some(it["method"].as_str()?.to_owned())));
        let result = match method {
            "workspace/configuration" => json!([self.configuration.clone()]),
            _ => Value::Null,
        };
        let answer = json!({ "jsonrpc": "2.0", "id": id, "result": result });
        self.send(&answer);
    }

    pub fn open(&mut self, uri: &str, text: &str) {
        self.open_as(uri, "puppet", text);
    }

    pub fn open_as(&mut self, uri: &str, language: &str, text: &str) {
        self.notify("textDocument/didOpen", json!({ "textDocument": { "uri": uri, "languageId": language, "version": 1, "text": text } }));
    }

    /// Replaces the whole text.
    pub fn replace(&mut self, uri: &str, version: i64, text: &str) {
        self.change(uri, version, json!([{ "text": text }]));
    }

    pub fn change(&mut self, uri: &str, version: i64, changes: Value) {
        self.notify("textDocument/didChange", json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": changes }));
    }

    pub fn close(&mut self, uri: &str) {
        self.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }

    /// The names in the outline of a document, those inside of others too.
    #[track_caller]
    pub fn outline(&mut self, uri: &str) -> Vec<String> {
        fn collect(symbols: &Value, names: &mut Vec<String>) {
            for symbol in symbols.as_array().into_iter().flatten() {
                names.push(symbol["name"].as_str().unwrap_or_default().to_string());
                collect(&symbol["children"], names);
            }
        }
        let symbols = self.request("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri } }));
        let mut names = Vec::new();
        collect(&symbols, &mut names);
        names
    }

    pub fn hang_up(&mut self) {
        self.stdin = None;
    }

    pub fn kill(&mut self) {
        let _ = self.child.kill();
    }

    #[track_caller]
    pub fn exit_status(&mut self) -> ExitStatus {
        let until = Instant::now() + TIMEOUT;
        while Instant::now() < until {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                return status;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("the server does not end");
    }

    /// Says goodbye, and returns what the server wrote to standard error.
    #[track_caller]
    pub fn finish(mut self) -> String {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        assert_eq!(self.exit_status().code(), Some(0));
        self.errors.recv_timeout(TIMEOUT).expect("standard error ends")
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.kill();
        let _ = self.child.wait();
    }
}

fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().strip_prefix("Content-Length: ") {
            Some(value) => length = value.parse().ok(),
            None if line.trim_end().is_empty() => break,
            None => panic!("a header that is none: {line:?}"),
        }
    }
    let mut body = vec![0; length?];
    output.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).expect("the server writes JSON"))
}

pub fn uri(path: &Path) -> String {
    let path = path.to_str().expect("tests use plain names").replace('\\', "/").replace(' ', "%20");
    if path.starts_with('/') { format!("file://{path}") } else { format!("file:///{path}") }
}
