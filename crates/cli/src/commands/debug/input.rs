//! Input: snippets, files, folders, lists, and cases in JSON.

use std::io::{BufRead as _, Read as _};
use std::path::{Path, PathBuf};

use analysis::{DocumentKind, document_kind};
use anyhow::Context as _;
use line_index::LineIndex;
use syntax::{Dialect, Place, Problem, TextSize};

#[derive(Debug, clap::Args)]
pub struct Inputs {
    /// A snippet
    #[arg(short = 'e', value_name = "CODE", allow_hyphen_values = true)]
    exprs: Vec<String>,
    /// A JSON object a line, with `id` and `code` or `path`, and `epp`, `file`, `modulepath`, `settings`; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,
    /// A file that names one file a line
    #[arg(long, value_name = "FILE")]
    list: Vec<PathBuf>,
    /// Leave this prefix out of the names of files
    #[arg(long, value_name = "PREFIX")]
    strip: Option<String>,
    /// Puppet's `tasks` setting: `plan` and `apply` are keywords
    #[arg(long)]
    pub tasks: bool,
    files: Vec<PathBuf>,
}

/// One text to look at.
pub struct Input {
    pub id: serde_json::Value,
    pub code: String,
    /// The name that messages give.
    pub file: Option<String>,
    pub epp: bool,
    pub tasks: bool,
    pub strict: Option<String>,
    /// Where modules lie, which decides what `file` may define.
    pub modulepath: Option<String>,
    /// The whole case, where it came as one.
    pub meta: serde_json::Value,
}

impl Input {
    pub fn options(&self) -> syntax::ParseOptions {
        let dialect = if self.epp { Dialect::Epp } else { Dialect::Manifest };
        syntax::ParseOptions { dialect, tasks: self.tasks }
    }

    /// Line and column of an offset; both count from 1, columns in characters.
    pub fn place(&self, index: &LineIndex, offset: TextSize) -> (u32, usize) {
        let at = index.line_col(offset);
        let line = index.line(at.line).map_or(0, |range| usize::from(range.start()));
        let column = self.code.get(line..usize::from(offset)).map_or(0, |text| text.chars().count());
        (at.line + 1, column + 1)
    }

    /// Where Puppet says that a problem is.
    pub fn puppet_place(&self, index: &LineIndex, problem: &Problem) -> Option<(u32, usize)> {
        match problem.puppet_place {
            Place::None => None,
            Place::Same => Some(self.place(index, problem.range.start())),
            Place::At(offset) => Some(self.place(index, offset)),
        }
    }
}

/// ` (file: F, line: 1, column: 2)`, as far as it is known.
pub fn location(file: Option<&str>, place: Option<(u32, usize)>) -> String {
    match (file, place) {
        (Some(file), Some((line, column))) => format!(" (file: {file}, line: {line}, column: {column})"),
        (None, Some((line, column))) => format!(" (line: {line}, column: {column})"),
        (Some(file), None) => format!(" (file: {file})"),
        (None, None) => String::new(),
    }
}

impl Inputs {
    /// Hands each input over in turn.
    pub fn each(&self, mut take: impl FnMut(&Input) -> anyhow::Result<()>) -> anyhow::Result<()> {
        for (i, code) in self.exprs.iter().enumerate() {
            let id = serde_json::Value::String(format!("e{i}"));
            take(&Input {
                id,
                code: code.clone(),
                file: None,
                epp: false,
                tasks: self.tasks,
                strict: None,
                modulepath: None,
                meta: serde_json::Value::Null,
            })?;
        }
        if let Some(path) = &self.jsonl {
            let reader: Box<dyn std::io::BufRead> = if path.as_os_str() == "-" {
                Box::new(std::io::stdin().lock())
            } else {
                let file = std::fs::File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
                Box::new(std::io::BufReader::new(file))
            };
            for line in reader.lines() {
                let line = line.with_context(|| format!("cannot read {}", path.display()))?;
                if !line.trim().is_empty() {
                    take(&self.case(&line)?)?;
                }
            }
        }
        let mut files = Vec::new();
        for list in &self.list {
            let text = std::fs::read_to_string(list).with_context(|| format!("cannot read {}", list.display()))?;
            files.extend(text.lines().map(PathBuf::from));
        }
        files.extend(self.files.iter().cloned());
        for path in files {
            if path.is_dir() {
                for file in manifests(&path) {
                    take(&self.file(&file)?)?;
                }
            } else {
                take(&self.file(&path)?)?;
            }
        }
        Ok(())
    }

    fn case(&self, line: &str) -> anyhow::Result<Input> {
        let case: serde_json::Value = serde_json::from_str(line).context("a case is no JSON object")?;
        let text = |key: &str| case.get(key).and_then(|v| v.as_str()).map(str::to_owned);
        let path = text("path");
        let code = match (text("code"), &path) {
            (Some(code), _) => code,
            (None, Some(path)) => read(Path::new(path))?,
            (None, None) => String::new(),
        };
        let settings = case.get("settings");
        let setting = |key: &str| settings.and_then(|s| s.get(key));
        Ok(Input {
            id: case.get("id").cloned().unwrap_or(serde_json::Value::Null),
            code,
            file: text("file").or(path),
            epp: case.get("epp").and_then(serde_json::Value::as_bool).unwrap_or(false),
            tasks: setting("tasks").and_then(serde_json::Value::as_bool).unwrap_or(self.tasks),
            strict: setting("strict").and_then(|v| v.as_str()).map(str::to_owned),
            modulepath: text("modulepath"),
            meta: case.clone(),
        })
    }

    fn file(&self, path: &Path) -> anyhow::Result<Input> {
        let name = path.to_string_lossy().into_owned();
        let id = match &self.strip {
            Some(prefix) => name.strip_prefix(prefix.as_str()).unwrap_or(&name).trim_start_matches('/').to_owned(),
            None => name.clone(),
        };
        let epp = document_kind(path) == DocumentKind::Epp;
        let id = serde_json::Value::String(id);
        Ok(Input {
            id,
            code: read(path)?,
            file: Some(name),
            epp,
            tasks: self.tasks,
            strict: None,
            modulepath: None,
            meta: serde_json::Value::Null,
        })
    }
}

fn read(path: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    let mut file = std::fs::File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    file.read_to_end(&mut bytes).with_context(|| format!("cannot read {}", path.display()))?;
    String::from_utf8(bytes).with_context(|| format!("{} is not UTF-8", path.display()))
}

/// The manifests and templates below a folder, in the order of their paths.
fn manifests(folder: &Path) -> Vec<PathBuf> {
    let walk = ignore::WalkBuilder::new(folder).standard_filters(false).follow_links(true).build();
    let mut files: Vec<PathBuf> =
        walk.filter_map(Result::ok).map(ignore::DirEntry::into_path).filter(|p| document_kind(p).is_code() && p.is_file()).collect();
    files.sort();
    files
}
