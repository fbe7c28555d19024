//! Every class of the modules that Debian packages, included by itself: our catalogs against those of real Puppet.
//!
//! `tests/classes/names.txt` lists the classes, for ever; `tests/classes/CONFIGURATION.txt` those whose answers are equal and
//! must stay so. Puppet is asked when its answer is not below `target` already.

mod configuration;
mod folder;
mod puppet;
mod report;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::answers::{Case, Modules, Suite, ask, compare, normal};
use crate::corpus::MODULES;
use crate::program::Program;
use crate::recordings::replace;

use configuration::{ALL, Configuration};
use report::{Judged, Verdict};

pub use folder::{Folder, run as run_folder};
pub use puppet::{answers_path, files as files_below, read as read_kept, state_of_modules};

pub const NAME: &str = "classes";

const FOLDER: &str = "tests/classes";

/// How many classes the modules define.
const CLASSES: usize = 1_381;

pub struct Wanted<'a> {
    /// `classes/CONFIGURATION/NAME`, or the beginning of it.
    pub only: Option<&'a str>,
    pub show: usize,
    /// Only the classes that a function chooses, by `classes/CONFIGURATION/NAME`.
    pub choose: Option<&'a dyn Fn(&str) -> bool>,
    pub accept: bool,
    pub bunraku: Option<&'a str>,
}

/// Compares, prints what came of it, and fails for what was equal and is so no longer.
pub fn run(root: &Path, wanted: &Wanted) -> Result<(), String> {
    let names = names(root)?;
    let mut failures = Vec::new();
    if names.len() < CLASSES {
        failures.push(format!("classes: only {} names of {CLASSES}", names.len()));
    }
    let program = Program::bunraku(root, wanted.bunraku)?;
    let measured = measured(root)?;
    let mut results = Vec::new();
    for configuration in &ALL {
        let cases = cases(configuration, &names, wanted);
        if cases.is_empty() {
            continue;
        }
        let theirs = puppet::answers(root, configuration, configuration.name, &[Path::new(MODULES)], &cases)?;
        let judged = judge(root, &program, &cases, &theirs, &measured, wanted.show)?;
        failures.extend(lost(root, configuration, &judged, &names)?);
        if wanted.accept {
            accept(root, configuration, &judged)?;
        }
        results.push((configuration, judged));
    }
    print!("{}", report::text(&results));
    let whole = wanted.only.is_none() && wanted.choose.is_none();
    if wanted.accept && whole {
        report::write_page(root, &results)?;
    }
    for failure in &failures {
        println!("{failure}");
    }
    println!("classes: {} asked, {} failed", results.iter().map(|(_, judged)| judged.len()).sum::<usize>(), failures.len());
    if failures.is_empty() { Ok(()) } else { Err("classes that were equal are so no longer".into()) }
}

/// Asks Bunraku, and prints the first differences.
fn judge(
    root: &Path,
    program: &Program,
    cases: &[Case],
    theirs: &[Puppet],
    measured: &BTreeSet<String>,
    show: usize,
) -> Result<Vec<Judged>, String> {
    let mut judged = Vec::new();
    let mut shown = 0;
    for ((case, puppet), our) in cases.iter().zip(theirs).zip(ask::answers(program, root, cases)?) {
        let differences = compare::compare(&puppet.answer, &normal::answer(Suite::Catalogs, our));
        if !differences.is_empty() && shown < show {
            shown += 1;
            print!("{}", compare::readable(case, &differences.iter().collect::<Vec<_>>()));
        }
        judged.push(Judged::new(class_of(case), puppet, &differences, measured));
    }
    Ok(judged)
}

/// Both answers about the classes whose cases begin so.
pub fn show(root: &Path, prefix: &str, bunraku: Option<&str>) -> Result<(), String> {
    let names = names(root)?;
    let wanted = Wanted { only: Some(prefix), show: 0, choose: None, accept: false, bunraku };
    let cases: Vec<Case> = ALL.iter().flat_map(|configuration| cases(configuration, &names, &wanted)).collect();
    crate::answers::show(root, &cases, bunraku)
}

fn names(root: &Path) -> Result<Vec<String>, String> {
    lines(&root.join(FOLDER).join("names.txt"))
}

/// The functions that are written in Ruby and must work all the same.
fn measured(root: &Path) -> Result<BTreeSet<String>, String> {
    Ok(lines(&root.join(FOLDER).join("functions.txt"))?.into_iter().collect())
}

fn lines(path: &Path) -> Result<Vec<String>, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(text.lines().map(str::to_owned).collect())
}

fn cases(configuration: &Configuration, names: &[String], wanted: &Wanted) -> Vec<Case> {
    let included = |name: &String| case(configuration, name, &format!("include {name}"), Modules::Debian);
    let chosen = |case: &Case| wanted.only.is_none_or(|it| case.id.starts_with(it)) && wanted.choose.is_none_or(|it| it(&case.id));
    names.iter().map(included).filter(chosen).collect()
}

fn case(configuration: &Configuration, name: &str, code: &str, modules: Modules) -> Case {
    let id = format!("{NAME}/{}/{name}", configuration.name);
    let mut request = json!({"id": id, "code": code, "facts_file": configuration.facts, "record": "names"});
    if configuration.seven {
        request["settings"] = json!({"strict": "warning", "strict_variables": false});
    }
    Case { id, suite: Suite::Catalogs, request, modules }
}

fn class_of(case: &Case) -> &str {
    case.id.splitn(3, '/').nth(2).unwrap_or_default()
}

fn equal_file(root: &Path, configuration: &Configuration) -> PathBuf {
    root.join(FOLDER).join(format!("{}.txt", configuration.name))
}

fn equal(root: &Path, configuration: &Configuration) -> Result<BTreeSet<String>, String> {
    let path = equal_file(root, configuration);
    if path.is_file() { Ok(lines(&path)?.into_iter().collect()) } else { Ok(BTreeSet::new()) }
}

/// Classes of the question that were equal and are so no longer.
fn lost(root: &Path, configuration: &Configuration, judged: &[Judged], names: &[String]) -> Result<Vec<String>, String> {
    let must_stay_equal = equal(root, configuration)?;
    let names: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    let removed = must_stay_equal
        .iter()
        .filter(|it| !names.contains(it.as_str()))
        .map(|it| format!("{it}: must stay equal, but is no class any more"));
    let differ = judged.iter().filter(|it| it.verdict != Verdict::Equal && must_stay_equal.contains(&it.class));
    let differ = differ.map(|it| format!("{NAME}/{}/{}: was equal to Puppet's answer, and is not any more", configuration.name, it.class));
    Ok(removed.chain(differ).collect())
}

fn accept(root: &Path, configuration: &Configuration, judged: &[Judged]) -> Result<(), String> {
    let mut must_stay_equal = equal(root, configuration)?;
    must_stay_equal.extend(judged.iter().filter(|it| it.verdict == Verdict::Equal).map(|it| it.class.clone()));
    let text: String = must_stay_equal.iter().map(|it| format!("{it}\n")).collect();
    replace(&equal_file(root, configuration), &text)
}

/// Puppet's answer for a class.
pub struct Puppet {
    pub answer: Value,
    /// The functions that were called, with who implements each.
    pub functions: Value,
}
