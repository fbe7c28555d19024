//! Questions, and both answers.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use lint::{Options, Source};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::digest;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    pub id: String,
    pub path: String,
    pub code: String,
    /// The options of the command.
    pub arguments: Vec<String>,
}

/// Kind, check, line, column, message.
pub type Problem = (String, String, u32, u32, String);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    pub id: String,
    /// [`Asked::input`] of what was asked.
    #[serde(default)]
    pub input: String,
    #[serde(default)]
    pub problems: Vec<Problem>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// With `--fix`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixed: Option<String>,
    /// Options that cannot be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// The exception that reached the user of puppet-lint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crash: Option<String>,
}

impl Answer {
    /// The whole report, in one text to compare.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for (kind, check, line, column, message) in &self.problems {
            out.push_str(&format!("{line}:{column} {kind} {check}: {message}; "));
        }
        for warning in self.warnings.iter().chain(&self.refused).chain(&self.crash) {
            out.push_str(warning);
            out.push_str("; ");
        }
        out
    }
}

impl Asked {
    pub fn subject(&self) -> &str {
        self.id.split('/').nth(1).unwrap_or_default()
    }

    fn request(&self) -> Value {
        json!({ "id": self.id, "path": self.path, "code": self.code, "args": self.arguments })
    }

    /// Changes whenever anything that decides the answer does.
    pub fn input(&self) -> String {
        digest::value(&self.request())
    }

    /// Our answer.
    pub fn ours(&self) -> Result<Answer, String> {
        let (id, input) = (self.id.clone(), self.input());
        let mut answer = Answer { id, input, problems: Vec::new(), warnings: Vec::new(), fixed: None, refused: None, crash: None };
        let mut options = Options::default();
        if let Err(mistake) = options.read(&self.arguments, &|_| None) {
            answer.refused = Some(mistake.to_string());
            return Ok(answer);
        }
        let current = std::env::current_dir().map_err(|error| error.to_string())?;
        let full_path = current.join(&self.path).to_string_lossy().into_owned();
        let source = Source { text: &self.code, path: &self.path, full_path: &full_path };
        let report = if options.fix { lint::fix(source, &options.configuration) } else { lint::lint(source, &options.configuration) };
        let problem = |it: &lint::Problem| (it.kind().to_owned(), it.check.to_owned(), it.line, it.column, it.message.to_string());
        answer.problems = report.problems.iter().map(problem).collect();
        answer.warnings = report.warnings;
        answer.fixed = report.fixed;
        Ok(answer)
    }
}

/// Answers of puppet-lint, in the order of the questions.
pub fn ask(root: &Path, questions: &[Asked]) -> Result<Vec<Answer>, String> {
    let io = |error: std::io::Error| format!("puppet-lint: {error}");
    let mut child = ruby()?
        .arg(root.join("tests/oracle/puppet/oracle_lint.rb"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("ruby: {error}"))?;
    let mut to = child.stdin.take().ok_or("ruby reads nothing")?;
    let lines: String = questions.iter().map(|it| format!("{}\n", it.request())).collect();
    // Both sides wait for each other when nobody reads what the other writes.
    let writer = std::thread::spawn(move || to.write_all(lines.as_bytes()));
    let out = child.wait_with_output().map_err(io)?;
    writer.join().map_err(|_| "puppet-lint: nobody could ask it")?.map_err(io)?;
    let mut answers = Vec::new();
    for (line, asked) in String::from_utf8_lossy(&out.stdout).lines().zip(questions) {
        let mut answer: Answer = serde_json::from_str(line).map_err(|error| format!("puppet-lint about {}: {error}", asked.id))?;
        answer.input = asked.input();
        answers.push(answer);
    }
    match answers.len() == questions.len() {
        true => Ok(answers),
        false => Err(format!("{} of {} answers from puppet-lint", answers.len(), questions.len())),
    }
}

/// The names of puppet-lint's own checks, and of those of plugins where `PUPPET_LINT_PLUGINS` says where they are.
pub fn names(root: &Path) -> Result<Vec<String>, String> {
    let out = ruby()?
        .current_dir(root)
        .args(["-r./tests/oracle/puppet/lint_plugins", "-e", "puts PuppetLint.configuration.checks"])
        .output()
        .map_err(|error| format!("ruby: {error}"))?;
    let names: Vec<String> = String::from_utf8_lossy(&out.stdout).lines().map(str::to_owned).collect();
    if names.is_empty() { Err("puppet-lint has no checks".into()) } else { Ok(names) }
}

/// Ruby with puppet-lint 4 loaded, if `tests/oracle/install.sh` has been run.
fn ruby() -> Result<Command, String> {
    let home = crate::program::oracle_home().join("puppet-lint4/usr");
    let gems = home.join("share/rubygems-integration/all/gems");
    let missing = |error: std::io::Error| format!("puppet-lint is not installed: {}: {error}; run tests/oracle/install.sh", gems.display());
    let gem = std::fs::read_dir(&gems)
        .map_err(missing)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("puppet-lint-")));
    let gem = gem.ok_or("puppet-lint is not installed: run tests/oracle/install.sh")?;
    let libraries = std::env::join_paths([gem.join("lib"), home.join("lib/ruby/vendor_ruby")]).map_err(|error| error.to_string())?;
    let mut ruby = Command::new("ruby");
    ruby.env("RUBYLIB", libraries);
    Ok(ruby)
}

/// The recordings of a file, by their cases.
pub fn read(path: &Path) -> Result<BTreeMap<String, Answer>, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}; run `cargo xtask record lint`", path.display()))?;
    let mut answers = BTreeMap::new();
    for (number, line) in text.lines().enumerate() {
        let answer: Answer = serde_json::from_str(line).map_err(|e| format!("{}:{}: {e}", path.display(), number + 1))?;
        answers.insert(answer.id.clone(), answer);
    }
    Ok(answers)
}
