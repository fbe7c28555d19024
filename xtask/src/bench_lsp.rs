//! `cargo xtask bench-lsp`: how long an editor waits for the language server, over its standard streams.

pub mod agree;
pub mod alone;
mod editor;
pub mod page;
mod process;
mod salt;
mod script;
mod site;
mod template;
mod typing;
mod workspaces;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use editor::Editor;
use typing::{Document, Measured};

use crate::bench::{build, page as whole_page};

/// The script that is replayed, below the top folder of the repository.
const SCRIPT: &str = "tests/typing/apache.txt";

/// File to open first, below the modules.
const FIRST: &str = "apache/manifests/init.pp";

/// Everything that is reported.
pub struct Report {
    pub modules: usize,
    pub ready: Ready,
    pub measured: Measured,
    /// Memory in MB: once the open file is analysed, at the end, and the most.
    pub memory_ready: f64,
    pub memory_end: f64,
    pub memory_peak: f64,
    /// Findings on which the editor and `check` agree, for each file.
    pub agreed: Vec<(String, usize)>,
    /// Typing into a template that three classes render.
    pub template: typing::Keystrokes,
    pub site: Option<site::Measured>,
    pub salt: Option<salt::Measured>,
}

/// From the start of the process, in milliseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ready {
    pub initialized: f64,
    /// The first answer about the open file.
    pub answered: f64,
    /// The first findings of the open file.
    pub first: f64,
    /// All findings of the open file.
    pub all: f64,
    /// All files of the workspace are read.
    pub loaded: f64,
    /// Everything in the workspace has been analysed; processor time until then.
    pub settled: f64,
    pub processor: f64,
}

/// Measures, prints, and with `--accept` writes the page. Fails where the editor shows something else than `check` prints.
pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let (mut bunraku, mut accept, mut file, mut script) = (None, false, None, root.join(SCRIPT));
    let (mut only_modules, mut only_salt, mut only_template) = (false, false, false);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--bunraku" => bunraku = Some(PathBuf::from(args.next().ok_or("--bunraku needs a path")?)),
            "--script" => script = PathBuf::from(args.next().ok_or("--script needs a path")?),
            "--modules" => only_modules = true,
            "--salt" => only_salt = true,
            "--template" => only_template = true,
            "--accept" => accept = true,
            option if option.starts_with('-') => {
                return Err(format!("{option} is no option: --bunraku, --script, --modules, --salt, --template and --accept are"));
            }
            path => file = Some(PathBuf::from(path)),
        }
    }
    let binary = bunraku.map_or_else(|| build::optimized(root, &["--bin", "bunraku"]), Ok)?;
    if only_template {
        return with_template(&binary);
    }
    if let Some(file) = file {
        return alone::run(&binary, &file);
    }
    if only_salt {
        print!("{}", salt::measure(&binary)?.render());
        return Ok(());
    }
    let text = std::fs::read_to_string(&script).map_err(|error| format!("{}: {error}", script.display()))?;
    let mut report = with_modules(&binary, &script::parse(&text)?)?;
    if !only_modules {
        report.site = Some(site::measure(&binary)?);
        report.salt = Some(salt::measure(&binary)?);
    }
    let text = page::render(&report);
    print!("{text}");
    if accept {
        let file = root.join("docs/benchmarks.md");
        let page = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        whole_page::write(&file, &whole_page::with_section(&page, page::HEADING, &text))?;
    }
    Ok(())
}

/// Types into a template among Debian's modules, and prints how long that takes.
fn with_template(binary: &Path) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| format!("a folder: {error}"))?;
    let workspace = folder.path().join("modules");
    workspaces::modules(&workspace)?;
    print!("{}", page::of_template(&template::measure(binary, &workspace)?));
    Ok(())
}

/// Opens Debian's modules, is typed into, and compares in the end.
fn with_modules(binary: &Path, steps: &[script::Step]) -> Result<Report, String> {
    let folder = tempfile::tempdir().map_err(|error| format!("a folder: {error}"))?;
    let workspace = folder.path().join("modules");
    let modules = workspaces::modules(&workspace)?;
    let ready = ready(binary, &workspace, &workspace.join(FIRST))?;

    let mut editor = Editor::start(binary, Some(&workspace))?;
    editor.loaded()?;
    // Other files are analysed in the background; keystrokes are measured without it.
    editor.settle(QUIET);
    let (memory_ready, _) = process::memory(editor.process());
    let (measured, documents) = typing::replay(&mut editor, &workspace, steps)?;
    editor.settle(QUIET);
    let (memory_end, memory_peak) = process::memory(editor.process());
    let agreed = agree(binary, &workspace, &editor, &documents)?;
    drop(editor);
    let template = template::measure(binary, &workspace)?;
    Ok(Report { modules, ready, measured, memory_ready, memory_end, memory_peak, agreed, template, site: None, salt: None })
}

/// Nothing comes for so long: then nothing is left to be done.
const QUIET: Duration = Duration::from_secs(3);

fn agree(binary: &Path, workspace: &Path, editor: &Editor, documents: &[Document]) -> Result<Vec<(String, usize)>, String> {
    for document in documents {
        std::fs::write(&document.path, &document.text).map_err(|error| format!("{}: {error}", document.path.display()))?;
    }
    let agreed = documents.iter().map(|document| {
        let count = agree::with_check(binary, &document.path, &document.text, &document.shown(editor))?;
        let path = document.path.strip_prefix(workspace).unwrap_or(&document.path);
        Ok((path.display().to_string(), count))
    });
    agreed.collect()
}

/// Opens a file in a workspace that nobody has read yet.
fn ready(binary: &Path, workspace: &Path, file: &Path) -> Result<Ready, String> {
    let mut editor = Editor::start(binary, Some(workspace))?;
    let since = |editor: &Editor, at: Instant| at.duration_since(editor.started).as_secs_f64() * 1000.0;
    let initialized = since(&editor, Instant::now());
    let document = Document::open(&mut editor, file)?;
    let place = document.place(document.text.find("$valid_mpms_re").unwrap_or_default() + 1);
    let (answered, _) = editor.ask("textDocument/hover", place)?;
    let (first, all, _) = document.findings(&mut editor)?;
    let loaded = editor.loaded()?;
    let mut ready = Ready {
        initialized,
        answered: since(&editor, answered),
        first: since(&editor, first),
        all: since(&editor, all),
        loaded: since(&editor, loaded),
        ..Ready::default()
    };
    // When everything has been analysed, the server rests.
    let mut last = (Instant::now(), 0.0);
    loop {
        editor.settle(Duration::from_millis(500));
        let spent = process::processor_time(editor.process());
        if spent - last.1 < 5.0 {
            break;
        }
        last = (Instant::now(), spent);
    }
    ready.settled = since(&editor, last.0);
    ready.processor = last.1;
    Ok(ready)
}
