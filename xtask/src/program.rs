//! Asking a program about many cases at once: real Puppet through the scripts of `tests/oracle`, or `bunraku debug`.

use std::ffi::OsString;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::cases::Case;

/// Question to the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    Pn,
    Full,
    Tokens,
    Validate,
}

impl Question {
    pub const ALL: [Question; 4] = [Question::Pn, Question::Full, Question::Tokens, Question::Validate];
}

/// The folder where `tests/oracle/install.sh` puts real Puppet, puppet-lint and Salt.
pub fn oracle_home() -> PathBuf {
    std::env::var_os("ORACLE_HOME").map_or_else(|| PathBuf::from("/opt/oracle"), PathBuf::from)
}

/// Who is asked.
pub enum Program {
    Puppet { ruby: PathBuf, scripts: PathBuf },
    Bunraku { binary: PathBuf },
}

impl Program {
    /// Real Puppet 8, if `tests/oracle/install.sh` has been run.
    pub fn puppet(root: &Path) -> Result<Program, String> {
        let ruby = oracle_home().join("bin/oracle8");
        if !ruby.is_file() {
            return Err(format!("real Puppet is not installed: no {}; run tests/oracle/install.sh", ruby.display()));
        }
        Ok(Program::Puppet { ruby, scripts: root.join("tests/oracle/puppet") })
    }

    /// Our own program: the one that is named, or one that is built now.
    pub fn bunraku(root: &Path, named: Option<&str>) -> Result<Program, String> {
        if let Some(named) = named {
            return Ok(Program::Bunraku { binary: PathBuf::from(named) });
        }
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let out = Command::new(cargo)
            .current_dir(root)
            .args(["build", "--quiet", "--bin", "bunraku", "--message-format=json"])
            .stderr(Stdio::inherit())
            .output()
            .map_err(|e| format!("cargo: {e}"))?;
        let binary = String::from_utf8_lossy(&out.stdout)
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok())
            .filter(|m| m["reason"] == "compiler-artifact" && m["target"]["name"] == "bunraku")
            .find_map(|m| m["executable"].as_str().map(PathBuf::from));
        binary.filter(|_| out.status.success()).map(|binary| Program::Bunraku { binary }).ok_or("bunraku does not build".into())
    }

    /// One answer for each case, in their order.
    pub fn ask(&self, question: Question, cases: &[Case]) -> Result<Vec<Value>, String> {
        let mut answers = vec![Value::Null; cases.len()];
        let mut kinds: Vec<Option<&str>> = cases.iter().map(|c| c.strict.as_deref()).collect();
        kinds.sort();
        kinds.dedup();
        for strict in kinds {
            let asked: Vec<usize> = (0..cases.len()).filter(|i| cases[*i].strict.as_deref() == strict).collect();
            let got = self.ask_alike(question, strict, asked.iter().map(|i| &cases[*i]))?;
            if got.len() != asked.len() {
                return Err(format!("{} of {} answers from {}", got.len(), asked.len(), self.name()));
            }
            for (i, answer) in asked.into_iter().zip(got) {
                if answer["id"] != cases[i].id.as_str() {
                    return Err(format!("asked {} about {}, answered about {}", self.name(), cases[i].id, answer["id"]));
                }
                answers[i] = answer;
            }
        }
        Ok(answers)
    }

    pub fn name(&self) -> &'static str {
        match self {
            Program::Puppet { .. } => "Puppet",
            Program::Bunraku { .. } => "bunraku",
        }
    }

    fn ask_alike<'a>(&self, question: Question, strict: Option<&str>, cases: impl Iterator<Item = &'a Case>) -> Result<Vec<Value>, String> {
        let io = |e: std::io::Error| format!("{}: {e}", self.name());
        let mut questions = tempfile::NamedTempFile::new().map_err(io)?;
        {
            let mut out = BufWriter::new(&mut questions);
            for case in cases {
                writeln!(out, "{}", case.request()).map_err(io)?;
            }
            out.flush().map_err(io)?;
        }
        let answers = tempfile::NamedTempFile::new().map_err(io)?;
        let (program, mut arguments): (&Path, Vec<OsString>) = match (self, question) {
            (Program::Puppet { ruby, scripts }, Question::Validate) => {
                (ruby, vec![scripts.join("oracle_validate.rb").into(), "--jobs".into(), "2".into()])
            }
            (Program::Puppet { ruby, scripts }, _) => (ruby, vec![scripts.join("oracle_ast.rb").into(), "--jobs".into(), "2".into()]),
            (Program::Bunraku { binary }, Question::Validate) => (binary, vec!["debug".into(), "validate".into()]),
            (Program::Bunraku { binary }, _) => (binary, vec!["debug".into(), "ast".into()]),
        };
        match question {
            Question::Pn => arguments.extend(["--format".into(), "pn".into()]),
            Question::Full => arguments.extend(["--format".into(), "full".into()]),
            Question::Tokens => arguments.extend(["--format".into(), "tokens".into()]),
            Question::Validate => arguments.extend(strict.map(|s| [OsString::from("--strict"), s.into()]).into_iter().flatten()),
        }
        arguments.extend(["--jsonl".into(), questions.path().into()]);
        let output = Command::new(program)
            .args(&arguments)
            .stdin(Stdio::null())
            .stdout(answers.reopen().map_err(io)?)
            .stderr(Stdio::piped())
            .output()
            .map_err(|e| format!("{}: {e}", program.display()))?;
        // Ruby warns about regular expressions on its own account: only a failure is worth its words.
        let (status, words) = (output.status, String::from_utf8_lossy(&output.stderr).into_owned());
        // Our own program may say by its status that it found errors; what counts is an answer for each question.
        if !status.success() && matches!(self, Program::Puppet { .. }) {
            return Err(format!("{} ended with {status}: {}", self.name(), words.trim()));
        }
        if !status.success() && std::fs::metadata(answers.path()).is_ok_and(|m| m.len() == 0) {
            return Err(format!("{} answers nothing, and ended with {status}: {}", self.name(), words.trim()));
        }
        let reader = BufReader::new(File::open(answers.path()).map_err(io)?);
        reader.lines().map(|line| read_value(&line.map_err(io)?).map_err(|e| format!("{}: {e}", self.name()))).collect()
    }
}

/// A tree is as deep as the text that it is the tree of.
pub fn read_value(line: &str) -> Result<Value, serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_str(line);
    reader.disable_recursion_limit();
    serde::Deserialize::deserialize(&mut reader)
}
