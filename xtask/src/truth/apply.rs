//! `bunraku apply` against `puppet apply`: each case is applied in a throwaway root of its own, where nothing reaches the machine.
//!
//! `case.json` says the steps; `recorded.json` is what Puppet answered. Where ours is meant to differ, the case says why and in
//! which places: `"differs": {"because": "..", "in": ["step 2 exit"]}`. A place that does not differ any more is a failure, too.

mod compare;
#[cfg(test)]
mod guard;
mod layout;
mod table;

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::Value;

use self::compare::{compared, differences, problems};
use self::table::{Outcome, Table};
use super::sample;
use crate::program::Program;
use crate::recordings;

pub const NAME: &str = "apply";

const CASES: &str = "tests/apply";
const CASE: &str = "case.json";
const RECORDED: &str = "recorded.json";

/// Exit code of the harness where something outside of the roots has changed.
const CHANGED_OUTSIDE: i32 = 3;

/// How many there are at least, so that nothing passes because there was nothing to compare.
const LEAST: usize = 170;

/// How many differences of a case are shown.
const SHOWN: usize = 3;

/// The cases that boot a systemd are counted for themselves: where none can be booted, that is another failure.
const SYSTEMD: &str = "systemd";

/// Parts of a case that Puppet receives; the rest of it describes the case, and how ours differs.
const ASKED: [&str; 6] = ["steps", "files", "modules", "watch", "net", "nspawn"];

pub struct Wanted<'a> {
    /// Only the cases whose name begins so.
    pub only: Option<&'a str>,
    /// Ask real Puppet too: about what a commit changed and a tenth of the others, or about all.
    pub live: bool,
    pub sample: Option<&'a str>,
    /// Write down what Puppet answers.
    pub accept: bool,
    /// Write the table into the documentation.
    pub table: bool,
    pub verbose: bool,
    pub bunraku: Option<&'a str>,
}

struct Case {
    name: String,
    data: Value,
}

impl Case {
    fn group(&self) -> &str {
        self.data["group"].as_str().unwrap_or("other")
    }

    fn is_of_systemd(&self) -> bool {
        self.group() == SYSTEMD
    }

    fn problem(&self, words: &str) -> Problem {
        Problem { of_systemd: self.is_of_systemd(), words: format!("{}:\n  {words}", self.name) }
    }

    fn steps(&self) -> usize {
        self.data["steps"].as_array().map_or(0, Vec::len)
    }
}

/// Error of a case.
struct Problem {
    of_systemd: bool,
    words: String,
}

pub fn run(root: &Path, wanted: &Wanted<'_>) -> Result<(), String> {
    only_as_root()?;
    let begun = Instant::now();
    let cases = cases(root, wanted.only)?;
    let mut bad: Vec<Problem> = Vec::new();
    if wanted.only.is_none() && cases.len() < LEAST {
        bad.push(Problem { of_systemd: false, words: format!("only {} cases of {LEAST}", cases.len()) });
    }
    let mut live = 0;
    if wanted.live || wanted.accept {
        let asked: Vec<&Case> = cases.iter().filter(|it| is_asked(root, it, wanted)).collect();
        live = asked.len();
        bad.extend(compare_with_puppet(root, &asked, wanted.accept)?);
    }
    let by_puppet = begun.elapsed();
    let Program::Bunraku { binary } = Program::bunraku(root, wanted.bunraku)? else { return Err("no program".to_owned()) };
    let begun = Instant::now();
    let mut table = Table::default();
    // How many are equal, and how many are meant to differ: of the others, and of those with a systemd.
    let mut counts = [(0, 0), (0, 0)];
    for (case, answer) in cases.iter().zip(answers(root, &cases.iter().collect::<Vec<_>>(), Some(&binary))?) {
        let problems = match (read(&root.join(CASES).join(&case.name).join(RECORDED)), answer) {
            (Ok(recorded), Ok(answer)) => problems(&case.data["differs"], &differences(&recorded, &compared(&answer))),
            (Err(problem), _) | (_, Err(problem)) => vec![problem],
        };
        let outcome = match problems.is_empty() {
            true if case.data.get("differs").is_some() => Outcome::Meant,
            true => Outcome::Equal,
            false => Outcome::Differing,
        };
        table.count(case.group(), case.steps(), outcome);
        let [others, systemd] = &mut counts;
        let count = if case.is_of_systemd() { systemd } else { others };
        match outcome {
            Outcome::Equal => count.0 += 1,
            Outcome::Meant => count.1 += 1,
            Outcome::Differing => {
                let shown = if wanted.verbose { usize::MAX } else { SHOWN };
                bad.push(case.problem(&problems.iter().take(shown).cloned().collect::<Vec<_>>().join("\n  ")));
            }
        }
    }
    for problem in &bad {
        println!("{}", problem.words);
    }
    println!("{:.0} s for Puppet, {:.0} s for Bunraku; {live} asked live", by_puppet.as_secs_f64(), begun.elapsed().as_secs_f64());
    for (name, of_systemd, (equal, meant)) in [(NAME, false, counts[0]), ("apply with systemd", true, counts[1])] {
        let failed = bad.iter().filter(|it| it.of_systemd == of_systemd).count();
        if equal + meant + failed > 0 {
            println!("{name}: {} passed, {failed} failed: {equal} equal, {meant} meant to differ", equal + meant);
        }
    }
    if wanted.table && wanted.only.is_none() {
        table::write_page(root, &table)?;
    }
    if bad.is_empty() { Ok(()) } else { Err("Bunraku, the recordings and real Puppet do not agree".to_owned()) }
}

/// `cargo xtask record apply/NAME..`: asks Puppet about the cases whose name begins so, and writes down what it answers.
pub fn record(root: &Path, only: &[&String]) -> Result<(), String> {
    only_as_root()?;
    let mut cases = cases(root, None)?;
    cases.retain(|case| only.iter().any(|it| case.name.starts_with(it.trim_start_matches(NAME).trim_start_matches('/'))));
    let bad = compare_with_puppet(root, &cases.iter().collect::<Vec<_>>(), true)?;
    println!("{NAME}: {} recorded", cases.len() - bad.len());
    for problem in &bad {
        println!("{}", problem.words);
    }
    if bad.is_empty() { Ok(()) } else { Err("Puppet could not be asked about all".to_owned()) }
}

fn only_as_root() -> Result<(), String> {
    match std::fs::metadata("/proc/self") {
        Ok(metadata) if metadata.uid() == 0 => Ok(()),
        _ => Err(format!("{NAME}: throwaway roots are made by root alone")),
    }
}

fn cases(root: &Path, only: Option<&str>) -> Result<Vec<Case>, String> {
    let entries = std::fs::read_dir(root.join(CASES)).map_err(|e| format!("{CASES}: {e}"))?;
    let mut names: Vec<String> = entries
        .filter_map(|it| it.ok()?.file_name().into_string().ok())
        .filter(|it| root.join(CASES).join(it).join(CASE).is_file())
        .filter(|it| only.is_none_or(|only| it.starts_with(only.trim_start_matches("apply/"))))
        .collect();
    names.sort();
    if names.is_empty() {
        return Err(format!("{CASES}: no such case"));
    }
    names.into_iter().map(|name| Ok(Case { data: read(&root.join(CASES).join(&name).join(CASE))?, name })).collect()
}

fn is_asked(root: &Path, case: &Case, wanted: &Wanted<'_>) -> bool {
    if !root.join(CASES).join(&case.name).join(RECORDED).is_file() {
        return true;
    }
    let Some(hash) = wanted.sample else { return wanted.live };
    if sample::chosen(hash, &format!("{NAME}/{}", case.name)) {
        return true;
    }
    let before = sample::git(root, &["show", &format!("{hash}^:{CASES}/{}/{CASE}", case.name)]);
    let before: Value = before.and_then(|it| serde_json::from_str(&it).ok()).unwrap_or_default();
    ASKED.iter().any(|key| before[*key] != case.data[*key])
}

/// Errors in the recordings.
fn compare_with_puppet(root: &Path, cases: &[&Case], accept: bool) -> Result<Vec<Problem>, String> {
    let mut bad = Vec::new();
    for (case, answer) in cases.iter().zip(answers(root, cases, None)?) {
        let file = root.join(CASES).join(&case.name).join(RECORDED);
        let now = match answer {
            Ok(answer) => compared(&answer),
            Err(problem) => {
                bad.push(case.problem(&format!("Puppet gave no answer: {problem}")));
                continue;
            }
        };
        match read(&file) {
            Ok(before) if differences(&before, &now).is_empty() => {}
            Ok(before) if !accept => {
                bad.push(case.problem(&format!("it is recorded otherwise:\n  {}", differences(&before, &now).join("\n  "))));
            }
            Err(_) if !accept => bad.push(case.problem("it is not recorded")),
            _ => recordings::replace(&file, &(layout::laid_out(&now) + "\n"))?,
        }
    }
    Ok(bad)
}

/// Applies all cases in roots of their own, by our program or by Puppet.
fn answers(root: &Path, cases: &[&Case], engine: Option<&Path>) -> Result<Vec<Result<Value, String>>, String> {
    if cases.is_empty() {
        return Ok(Vec::new());
    }
    let work = tempfile::Builder::new().prefix("bunraku-apply").tempdir().map_err(|e| e.to_string())?;
    let mut folders: Vec<PathBuf> = Vec::new();
    for Case { name, .. } in cases {
        let to = work.path().join(name);
        std::fs::create_dir_all(&to).map_err(|e| format!("{}: {e}", to.display()))?;
        let from = root.join(CASES).join(name);
        for entry in std::fs::read_dir(&from).map_err(|e| format!("{}: {e}", from.display()))? {
            let path = entry.map_err(|e| e.to_string())?.path();
            if let Some(name) = path.file_name().filter(|it| *it != RECORDED && path.is_file()) {
                std::fs::copy(&path, to.join(name)).map_err(|e| format!("{}: {e}", path.display()))?;
            }
        }
        folders.push(to);
    }
    let mut command = Command::new("bash");
    command.arg(root.join("tests/oracle/apply/run.sh")).args(&folders).stdin(Stdio::null()).stdout(Stdio::null());
    if let Some(engine) = engine {
        let stripped = work.path().join("bunraku");
        command.env("ORACLE_ENGINE", if stripped_copy(engine, &stripped) { &stripped } else { engine });
    }
    let status = command.status().map_err(|e| format!("bash: {e}"))?;
    // Which case gave no answer is seen below.
    if status.code() == Some(CHANGED_OUTSIDE) {
        return Err("a case has changed what is outside of its throwaway root".to_owned());
    }
    Ok(folders.iter().map(|it| answer(it)).collect())
}

/// A program without what is for debugging: it starts hundreds of times.
fn stripped_copy(engine: &Path, to: &Path) -> bool {
    Command::new("strip").arg("-o").arg(to).arg(engine).stderr(Stdio::null()).status().is_ok_and(|it| it.success())
}

/// Result of a case, or the harness's reason for none.
fn answer(folder: &Path) -> Result<Value, String> {
    read(&folder.join("result.json")).map_err(|problem| match std::fs::read_to_string(folder.join(".harness.log")) {
        Ok(words) if !words.trim().is_empty() => words.trim().to_owned(),
        _ => problem,
    })
}

fn read(file: &Path) -> Result<Value, String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    serde_json::from_str(&text).map_err(|e| format!("{}: {e}", file.display()))
}
