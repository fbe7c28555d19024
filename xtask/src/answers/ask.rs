//! Asking a program about many cases in one run.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::{Case, Suite};
use crate::program::{Program, read_value};

/// How often a program may break down before it is given up.
const BREAKDOWNS: usize = 25;

/// One answer for each case, in their order; a case that a program breaks down at has an answer that says so.
pub fn answers(program: &Program, root: &Path, cases: &[Case]) -> Result<Vec<Value>, String> {
    let mut found: BTreeMap<&str, Value> = BTreeMap::new();
    let kinds: BTreeSet<_> = cases.iter().map(|c| (c.suite, c.modulepath())).collect();
    for (suite, modulepath) in kinds {
        let mut asked: Vec<&Case> = cases.iter().filter(|c| c.suite == suite && c.modulepath() == modulepath).collect();
        for _ in 0..BREAKDOWNS {
            let (got, words) = ask_alike(program, root, suite, modulepath, &asked)?;
            let count = got.len();
            for answer in got {
                if let Some(case) = answer["id"].as_str().and_then(|id| asked.iter().find(|c| c.id == id)) {
                    found.insert(&case.id, answer);
                }
            }
            asked.retain(|case| !found.contains_key(case.id.as_str()));
            // Real Puppet answers everything; ours says nothing more once it breaks down, at the first one without an answer.
            let Some(first) = asked.first() else { break };
            found.insert(&first.id, json!({"unanswered": words.lines().last().unwrap_or_default()}));
            asked.remove(0);
            if count == 0 || asked.is_empty() {
                break;
            }
        }
    }
    Ok(cases.iter().map(|case| found.remove(case.id.as_str()).unwrap_or_else(|| json!({"unanswered": "no answer"}))).collect())
}

fn ask_alike(
    program: &Program,
    root: &Path,
    suite: Suite,
    modulepath: Option<&str>,
    cases: &[&Case],
) -> Result<(Vec<Value>, String), String> {
    let io = |e: std::io::Error| format!("{}: {e}", program.name());
    let mut questions = tempfile::NamedTempFile::new().map_err(io)?;
    {
        let mut out = BufWriter::new(&mut questions);
        for case in cases {
            writeln!(out, "{}", case.request).map_err(io)?;
        }
        out.flush().map_err(io)?;
    }
    let (command, mut arguments): (&Path, Vec<OsString>) = match (program, suite) {
        (Program::Puppet { ruby, scripts }, Suite::Expressions) => (ruby, vec![scripts.join("oracle_eval.rb").into()]),
        (Program::Puppet { ruby, scripts }, _) => (ruby, vec![scripts.join("oracle_catalog.rb").into()]),
        (Program::Bunraku { binary }, Suite::Expressions) => (binary, vec!["debug".into(), "eval".into()]),
        (Program::Bunraku { binary }, _) => (binary, vec!["debug".into(), "catalog".into()]),
    };
    match program {
        Program::Puppet { .. } => arguments.extend(["--jobs".into(), "2".into()]),
        Program::Bunraku { .. } => arguments.extend(["--ruby-version".into(), crate::ruby_version::of_machine().name().into()]),
    }
    if let Some(path) = modulepath {
        arguments.extend(["--modulepath".into(), path.into()]);
    }
    arguments.extend(["--jsonl".into(), questions.path().into()]);
    let output = Command::new(command)
        .current_dir(root)
        .args(&arguments)
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("{}: {e}", command.display()))?;
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() && matches!(program, Program::Puppet { .. }) {
        return Err(format!("Puppet ended with {}: {}", output.status, words.trim()));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    // The last line may be cut where a program broke down.
    Ok((text.lines().filter_map(|line| read_value(line).ok()).collect(), words))
}
