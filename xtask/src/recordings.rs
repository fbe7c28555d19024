//! Answers of real Puppet, stored in the repository as one JSON line for each case.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::cases::Case;
use crate::digest;
use crate::program::{Program, Question};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Accept,
    Reject,
    /// An exception of the implementation reaches the user.
    Crash,
}

/// A problem as both programs print it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    pub severity: String,
    #[serde(default)]
    pub code: Option<String>,
    pub message: String,
    #[serde(default)]
    pub line: Option<u32>,
    #[serde(default)]
    pub column: Option<u32>,
}

/// The answers about one case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recording {
    pub id: String,
    /// [`Case::input`] of the case that was asked about.
    pub input: String,
    pub verdict: Verdict,
    /// The syntax tree as PN, or its digest for files of the corpus; none where it does not parse, or where the printer crashes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pn: Option<String>,
    /// The digest of the tree with all its attributes and places.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full: Option<String>,
    /// The digest of the tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub diagnostics: Vec<Diagnostic>,
    /// It is the grammar that refuses it, not the validation.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub syntax: bool,
}

/// Asks a program everything about all cases.
pub fn ask(program: &Program, cases: &[Case]) -> Result<Vec<Recording>, String> {
    let mut answers = Vec::new();
    for question in Question::ALL {
        answers.push(program.ask(question, cases)?);
    }
    let answer = |question: Question, i: usize| &answers[question as usize][i];
    Ok(cases
        .iter()
        .enumerate()
        .map(|(i, case)| {
            let validate = answer(Question::Validate, i);
            let verdict = match validate["valid"].as_bool() {
                Some(true) => Verdict::Accept,
                Some(false) => Verdict::Reject,
                None => Verdict::Crash,
            };
            let pn = answer(Question::Pn, i)["pn"].as_str();
            let of = |value: &Value| (!value.is_null()).then(|| digest::value(value));
            Recording {
                id: case.id.clone(),
                input: case.input(),
                verdict,
                pn: pn.map(|pn| if case.path.is_some() { digest::text(pn.as_bytes()) } else { pn.to_owned() }),
                full: of(&answer(Question::Full, i)["ast"]),
                tokens: of(&answer(Question::Tokens, i)["tokens"]),
                diagnostics: diagnostics(&validate["diagnostics"]),
                syntax: matches!(validate["phase"].as_str(), Some("parse" | "regexp")),
            }
        })
        .collect())
}

fn diagnostics(list: &Value) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = list.as_array().into_iter().flatten().filter_map(|d| serde_json::from_value(d.clone()).ok()).collect();
    for diagnostic in &mut found {
        // Puppet has two forms of "no code".
        diagnostic.code = diagnostic.code.take().filter(|code| !code.is_empty());
    }
    found
}

/// The file that keeps the recordings of a subject.
pub fn file(root: &Path, subject: &str) -> PathBuf {
    match subject {
        "corpus" | "repository" => root.join(format!("tests/recordings/{subject}.jsonl")),
        _ => root.join(format!("tests/language/{subject}.jsonl")),
    }
}

pub fn read(path: &Path) -> Result<BTreeMap<String, Recording>, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}; run `cargo xtask record`", path.display()))?;
    let mut recordings = BTreeMap::new();
    for (number, line) in text.lines().enumerate() {
        let recording: Recording = serde_json::from_str(line).map_err(|e| format!("{}:{}: {e}", path.display(), number + 1))?;
        recordings.insert(recording.id.clone(), recording);
    }
    Ok(recordings)
}

/// Writes the file at once or not at all.
pub fn write(path: &Path, recordings: &[Recording]) -> Result<(), String> {
    let mut text = String::new();
    for recording in recordings {
        text.push_str(&serde_json::to_string(recording).map_err(|e| e.to_string())?);
        text.push('\n');
    }
    replace(path, &text)
}

/// Replaces a file by a text at once or not at all.
pub fn replace(path: &Path, text: &str) -> Result<(), String> {
    let say = |e: std::io::Error| format!("{}: {e}", path.display());
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(say)?;
    let mut file = tempfile::Builder::new().permissions_of_text().tempfile_in(folder).map_err(say)?;
    std::io::Write::write_all(&mut file, text.as_bytes()).map_err(say)?;
    file.persist(path).map_err(|e| say(e.error))?;
    Ok(())
}

trait PermissionsOfText {
    fn permissions_of_text(&mut self) -> &mut Self;
}

impl PermissionsOfText for tempfile::Builder<'_, '_> {
    /// A temporary file is private; what is kept in the repository is for everybody to read.
    #[cfg(unix)]
    fn permissions_of_text(&mut self) -> &mut Self {
        use std::os::unix::fs::PermissionsExt;
        self.permissions(std::fs::Permissions::from_mode(0o644))
    }

    #[cfg(not(unix))]
    fn permissions_of_text(&mut self) -> &mut Self {
        self
    }
}
