//! Results of the mutants, as a table and with examples.

use std::path::Path;

use super::judge::{Judged, Outcome, message};
use super::kinds::Kind;
use crate::recordings::replace;

const PAGE: &str = "docs/mutants.md";
const BEGIN: &str = "<!-- written by `cargo xtask truth --suite mutants --accept` -->\n";

/// How many examples of what is missed the page has for each kind.
const EXAMPLES: usize = 6;

/// The table, as Markdown that is readable as it is.
pub fn text(judged: &[Judged]) -> String {
    let mut out = String::from(
        "| kind                             | asked | refused | found |   share | elsewhere | warned | missed | accepted | false errors |\n\
         |----------------------------------|------:|--------:|------:|--------:|----------:|-------:|-------:|---------:|-------------:|\n",
    );
    for kind in Kind::ALL {
        row(&mut out, &kind.to_string(), judged.iter().filter(|it| it.mutant.kind == kind));
    }
    row(&mut out, "all", judged.iter());
    out
}

fn row<'a>(out: &mut String, name: &str, judged: impl Iterator<Item = &'a Judged<'a>>) {
    let outcomes: Vec<Outcome> = judged.map(|it| it.outcome).collect();
    let count = |wanted: Outcome| outcomes.iter().filter(|it| **it == wanted).count();
    let refused = outcomes.iter().filter(|it| it.is_refused()).count();
    let found = count(Outcome::Found);
    let share = format!("{:.1} %", 100.0 * found as f64 / refused.max(1) as f64);
    out.push_str(&format!(
        "| {name:<32} | {:>5} | {refused:>7} | {found:>5} | {share:>7} | {:>9} | {:>6} | {:>6} | {:>8} | {:>12} |\n",
        outcomes.len(),
        count(Outcome::Elsewhere),
        count(Outcome::Warned),
        count(Outcome::Missed),
        count(Outcome::Accepted),
        count(Outcome::FalseError),
    ));
}

/// One mutant with both answers.
pub fn readable(judged: &Judged) -> String {
    let it = judged.mutant;
    let mut out = format!("--- {:?}: {}\n  {}\n  include {}\n", judged.outcome, it.id(), it.about, it.class);
    out.push_str(&format!("  puppet:  {}\n", puppet_says(judged)));
    for found in &judged.new {
        let level = if found.is_error { "error" } else { "warning" };
        out.push_str(&format!("  bunraku: {level}[{}] {} ({}:{})\n", found.code, found.message, found.file.display(), found.line));
    }
    out
}

fn puppet_says(judged: &Judged) -> String {
    let place = super::judge::place(&judged.puppet).map(|(file, line)| format!(" ({}:{line})", file.display())).unwrap_or_default();
    let text = message(&judged.puppet).unwrap_or_else(|| "accepts it".into());
    format!("{}{place}", text.replace('\n', " "))
}

/// Writes everything after the mark of the page.
pub fn write_page(root: &Path, judged: &[Judged], drawn: usize) -> Result<(), String> {
    let path = root.join(PAGE);
    let page = std::fs::read_to_string(&path).map_err(|e| format!("{PAGE}: {e}"))?;
    let (before, _) = page.split_once(BEGIN).ok_or_else(|| format!("{PAGE} has lost its mark"))?;
    let mut out = format!("{before}{BEGIN}\n{}", text(judged));
    if judged.len() < drawn {
        out.push_str(&format!("\nOf {drawn} mutants that are drawn Puppet has been asked about {} so far.\n", judged.len()));
    }
    for kind in Kind::ALL {
        let bad: Vec<&Judged> = judged.iter().filter(|it| it.mutant.kind == kind && it.outcome.is_bad()).collect();
        if bad.is_empty() {
            continue;
        }
        out.push_str(&format!(
            "\n## {kind}: {} of these are not found\n\n| where | change | Puppet says | we say |\n|---|---|---|---|\n",
            bad.len()
        ));
        for it in bad.into_iter().take(EXAMPLES) {
            let said: Vec<String> = it.new.iter().map(|it| format!("{} in line {}", it.code, it.line)).collect();
            let said = if said.is_empty() { "nothing".to_owned() } else { said.join(", ") };
            let place = format!("{} ({}:{})", it.mutant.class, it.mutant.file.display(), it.mutant.change.lines.0);
            let cells = [place, it.mutant.about.clone(), puppet_says(it), said].map(|it| it.replace('|', "\\|").replace('<', "&lt;"));
            out.push_str(&format!("| {} |\n", cells.join(" | ")));
        }
    }
    replace(&path, &out)
}
