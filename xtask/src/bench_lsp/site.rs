//! A control repository of many nodes: opened, typed into, asked about all of it, and stopped in the midst of that.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

use super::editor::Editor;
use super::process;
use super::typing::{Document, Keystrokes, Times};
use super::{QUIET, agree};

/// Edits, and their places.
const EDITS: [(&str, &str, &str); 2] = [
    ("site/profile/manifests/base.pp", "  contain profile::users\n", "  file { '/etc/issue': content => $motd }\n"),
    ("manifests/site.pp", "node default {", " include role::web"),
];

/// Measurements.
pub struct Measured {
    /// From the start until all findings of the manifest with the nodes are there.
    pub ready: f64,
    pub files: Vec<(String, Keystrokes)>,
    /// From the cancellation of a question about the whole workspace to its answer.
    pub cancelled: Times,
    /// A hover while all is analysed.
    pub hover: Times,
    pub memory_end: f64,
    pub memory_peak: f64,
    pub agreed: usize,
}

pub fn measure(binary: &Path) -> Result<Measured, String> {
    let folder = tempfile::tempdir().map_err(|error| format!("a folder: {error}"))?;
    let workspace = folder.path().join("control");
    super::workspaces::control_repository(&workspace)?;
    let mut editor = Editor::start(binary, Some(&workspace))?;
    let nodes = Document::open(&mut editor, &workspace.join(EDITS[1].0))?;
    let (_, all, _) = nodes.findings(&mut editor)?;
    let ready = all.duration_since(editor.started).as_secs_f64() * 1000.0;
    editor.loaded()?;
    editor.settle(QUIET);

    let mut documents = vec![Document::open(&mut editor, &workspace.join(EDITS[0].0))?, nodes];
    documents[0].findings(&mut editor)?;
    let mut files = Vec::new();
    for (document, (path, after, typed)) in documents.iter_mut().zip(EDITS) {
        let mut keystrokes = Keystrokes { bytes: document.text.len(), ..Keystrokes::default() };
        document.go_behind(after)?;
        for c in typed.chars() {
            document.keystroke(&mut editor, 0, c.encode_utf8(&mut [0; 4]), &mut keystrokes)?;
        }
        files.push((path.to_owned(), keystrokes));
    }

    let (mut cancelled, mut hover) = (Times::default(), Times::default());
    for round in 0..10 {
        // An edit that concerns every node, so that there is a lot to do.
        documents[0].edit(&mut editor, 0, if round % 2 == 0 { " " } else { "\n" })?;
        let id = editor.request("workspace/diagnostic", json!({ "previousResultIds": [] }))?;
        std::thread::sleep(Duration::from_millis(20));
        let place = documents[0].place(documents[0].text.find("$packages").unwrap_or_default() + 1);
        let start = Instant::now();
        let (at, _) = editor.ask("textDocument/hover", place)?;
        hover.0.push(at.duration_since(start).as_secs_f64() * 1000.0);
        let start = Instant::now();
        editor.notify("$/cancelRequest", json!({ "id": id }))?;
        // The answer may have come before it was cancelled: then nothing was cancelled.
        if editor.answer(id)?.is_err() {
            cancelled.0.push(start.elapsed().as_secs_f64() * 1000.0);
        }
    }
    editor.settle(QUIET);
    let (memory_end, memory_peak) = process::memory(editor.process());
    let mut agreed = 0;
    for document in &documents {
        std::fs::write(&document.path, &document.text).map_err(|error| format!("{}: {error}", document.path.display()))?;
    }
    for document in &documents {
        agreed += agree::with_check(binary, &document.path, &document.text, &document.shown(&editor))?;
    }
    Ok(Measured { ready, files, cancelled, hover, memory_end, memory_peak, agreed })
}
