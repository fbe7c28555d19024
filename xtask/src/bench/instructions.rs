//! How many instructions each phase takes on a fixed text. Other than time, they are the same on a busy machine.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};

use super::{build, readers};

/// Packages with an example `instructions`, and its functions without the `counted_` before them.
const PHASES: [(&str, &[&str]); 2] =
    [("syntax", &["parse", "lower", "validate", "drop"]), ("ruby", &["template", "rendered", "evaluated"])];

/// Counts of some work, and of a multiple of the work.
struct Growth {
    name: &'static str,
    package: &'static str,
    example: &'static str,
    /// The functions of the example without the `counted_` before them.
    single: &'static str,
    /// How many times as much that is.
    times: u32,
    more: &'static str,
    /// It may cost this many times as much.
    most: f64,
}

const GROWTH: [Growth; 3] = [
    // Tables grow in steps.
    Growth { name: "a compilation", package: "compiler", example: "compilation", single: "compile", times: 2, more: "double", most: 2.3 },
    // What is sorted takes a little more than twice as long.
    Growth { name: "a layout", package: "catalog", example: "placing", single: "place", times: 2, more: "twice", most: 2.6 },
    // From the graph of relationships to the report.
    Growth { name: "a noop apply", package: "apply", example: "noop", single: "single", times: 4, more: "fourfold", most: 4.4 },
];

/// Variation that any change may cause; more needs a look.
const TOLERANCE: f64 = 0.05;

const ACCEPT: &str = "cargo xtask bench --instructions --accept";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Prints the counts with the recorded ones.
    Show,
    /// Fails where a count has grown.
    Check,
    /// Records the counts.
    Accept,
}

/// Counts in the repository.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Counts {
    /// Another compiler makes other instructions of the same source.
    rustc: String,
    instructions: BTreeMap<String, u64>,
}

pub fn run(root: &Path, mode: Mode) -> Result<(), String> {
    let now = count(root)?;
    let file = root.join("docs/benchmarks/instructions.json");
    let recorded = read(&file);
    if mode == Mode::Accept {
        let old = recorded.unwrap_or_else(|_| Counts { rustc: now.rustc.clone(), instructions: BTreeMap::new() });
        print!("{}", table(&old, &now));
        return write(&file, &now);
    }
    let recorded = recorded?;
    print!("{}", table(&recorded, &now));
    let mut complaints = complaints(&recorded, &now);
    for growth in &GROWTH {
        let times = count_growth(root, growth)?;
        println!("{} of {} times the work takes {times:.2} times the instructions", growth.name, growth.times);
        complaints.extend(out_of_step(growth, times));
    }
    let (readers, slow) = readers::check(root)?;
    complaints.extend(slow);
    for complaint in &complaints {
        println!("{complaint}");
    }
    if mode == Mode::Check {
        let checks = PHASES.iter().map(|it| it.1.len()).sum::<usize>() + GROWTH.len() + readers;
        let failed = if recorded.rustc == now.rustc { complaints.len() } else { checks };
        println!("instructions: {} passed, {failed} failed", checks.saturating_sub(failed));
        if failed > 0 {
            return Err(format!("if this is meant, `{ACCEPT}` and say in the commit why"));
        }
    }
    Ok(())
}

/// Complaints about the counts, a line each.
fn complaints(recorded: &Counts, now: &Counts) -> Vec<String> {
    if recorded.rustc != now.rustc {
        let (then, now) = (&recorded.rustc, &now.rustc);
        return vec![format!("recorded with {then}, and this is {now}: the counts cannot be compared, and must be recorded again")];
    }
    let mut complaints = Vec::new();
    for (phase, count) in &now.instructions {
        match recorded.instructions.get(phase) {
            None => complaints.push(format!("{phase}: not recorded")),
            Some(before) if growth(*before, *count) > TOLERANCE => {
                complaints.push(format!("{phase}: {:.1} % more instructions than recorded", growth(*before, *count) * 100.0));
            }
            Some(_) => {}
        }
    }
    let removed = recorded.instructions.keys().filter(|phase| !now.instructions.contains_key(*phase));
    complaints.extend(removed.map(|phase| format!("{phase}: recorded, and not counted any more")));
    complaints
}

/// A multiple of the work costs far more than the same multiple. Nothing is recorded for this: it holds of any compiler.
fn out_of_step(growth: &Growth, times: f64) -> Option<String> {
    (times > growth.most).then(|| format!("{}: {times:.2} times the instructions for {} times the work", growth.name, growth.times))
}

pub(super) fn growth(before: u64, now: u64) -> f64 {
    now as f64 / before.max(1) as f64 - 1.0
}

fn table(recorded: &Counts, now: &Counts) -> String {
    let mut out = format!("{:<10}{:>14}{:>14}\n", "", "recorded", "now");
    for (phase, count) in &now.instructions {
        let before = recorded.instructions.get(phase).copied();
        let change = before.map_or(String::new(), |before| format!("{:>+8.1} %", growth(before, *count) * 100.0));
        let hint = match before {
            Some(before) if growth(before, *count) < -TOLERANCE => format!("   `{ACCEPT}` holds on to this"),
            _ => String::new(),
        };
        out += &format!("{phase:<10}{:>14}{count:>14}{change}{hint}\n", before.map_or("-".to_owned(), |it| it.to_string()));
    }
    out
}

fn count(root: &Path) -> Result<Counts, String> {
    let mut instructions = BTreeMap::new();
    for (package, phases) in PHASES {
        let program = build::counted(root, &["-p", package, "--example", "instructions"])?;
        for phase in phases {
            instructions.insert((*phase).to_owned(), count_phase(&program, "instructions", phase)?);
        }
    }
    Ok(Counts { rustc: rustc()?, instructions })
}

/// Growth of the instructions with this growth of the work.
fn count_growth(root: &Path, of: &Growth) -> Result<f64, String> {
    let program = build::counted(root, &["-p", of.package, "--example", of.example])?;
    let single = count_phase(&program, of.example, of.single)?;
    Ok(growth(single, count_phase(&program, of.example, of.more)?) + 1.0)
}

fn count_phase(program: &Path, example: &str, phase: &str) -> Result<u64, String> {
    count_call(program, &[], &format!("{example}::counted_{phase}*")).map_err(|error| format!("{phase}: {error}"))
}

/// How many instructions a function takes where a program is run with these arguments.
pub(super) fn count_call(program: &Path, arguments: &[&str], function: &str) -> Result<u64, String> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    // The allocator gives memory back when some time has passed: on a busy machine, in the middle of what is counted.
    command.env("MIMALLOC_PURGE_DELAY", "-1");
    // Counts from where the function begins to where it returns.
    command.arg(format!("--toggle-collect={function}")).arg(program).args(arguments);
    let out = command.output().map_err(|error| format!("valgrind: {error}; it is a package of that name"))?;
    let words = String::from_utf8_lossy(&out.stderr);
    if !out.status.success() {
        return Err(format!("valgrind {} ended with {}: {}", program.display(), out.status, words.trim()));
    }
    let collected = words.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    collected.filter(|count| *count > 0).ok_or_else(|| format!("valgrind counted nothing: {}", words.trim()))
}

/// The compiler and what it compiles for.
fn rustc() -> Result<String, String> {
    let rustc = std::env::var_os("RUSTC").map_or_else(|| PathBuf::from("rustc"), PathBuf::from);
    let out = Command::new(rustc).arg("-vV").output().map_err(|error| format!("rustc: {error}"))?;
    let words = String::from_utf8_lossy(&out.stdout);
    let version = words.lines().next().ok_or("rustc does not say its version")?;
    let host = words.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc does not say its host")?;
    Ok(format!("{version} on {host}"))
}

fn read(file: &Path) -> Result<Counts, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}; `{ACCEPT}` makes it", file.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))
}

fn write(file: &Path, counts: &Counts) -> Result<(), String> {
    let text = serde_json::to_string_pretty(counts).map_err(|error| error.to_string())? + "\n";
    super::page::write(file, &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(rustc: &str, parse: u64) -> Counts {
        Counts { rustc: rustc.to_owned(), instructions: BTreeMap::from([("parse".to_owned(), parse)]) }
    }

    #[test]
    fn a_little_more_is_no_complaint_and_a_lot_is() {
        let recorded = counts("rustc 1", 1_000_000);
        assert!(complaints(&recorded, &counts("rustc 1", 1_049_000)).is_empty());
        assert!(complaints(&recorded, &counts("rustc 1", 10)).is_empty());
        assert_eq!(complaints(&recorded, &counts("rustc 1", 1_060_000)), ["parse: 6.0 % more instructions than recorded"]);
    }

    #[test]
    fn what_cannot_be_compared_is_a_complaint() {
        let recorded = counts("rustc 1", 1_000_000);
        assert_eq!(complaints(&recorded, &counts("rustc 2", 1_000_000)).len(), 1);
        let mut other = recorded.clone();
        other.instructions = BTreeMap::from([("lower".to_owned(), 1)]);
        assert_eq!(complaints(&recorded, &other), ["lower: not recorded", "parse: recorded, and not counted any more"]);
    }

    #[test]
    fn growth_that_is_more_than_linear_is_a_complaint() {
        let [compilation, layout, noop] = &GROWTH;
        assert_eq!(out_of_step(compilation, 2.1), None);
        assert_eq!(out_of_step(compilation, 4.0), Some("a compilation: 4.00 times the instructions for 2 times the work".to_owned()));
        assert_eq!((out_of_step(layout, 2.4).is_some(), out_of_step(layout, 4.0).is_some()), (false, true));
        assert_eq!((out_of_step(noop, 4.2).is_some(), out_of_step(noop, 4.5).is_some()), (false, true));
    }

    #[test]
    fn fewer_are_worth_recording() {
        assert!(table(&counts("rustc 1", 1_000), &counts("rustc 1", 900)).contains("holds on to this"));
        assert!(!table(&counts("rustc 1", 1_000), &counts("rustc 1", 990)).contains("holds on to this"));
    }
}
