//! Results, on the terminal and in `docs/classes.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use super::{Configuration, Puppet};
use crate::answers::compare::Difference;
use crate::compare::Aspect;
use crate::recordings::replace;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    Equal,
    /// We say that we would have to run Ruby.
    WaitsForRuby,
    Differs,
}

/// One class, judged.
pub struct Judged {
    pub class: String,
    pub verdict: Verdict,
    /// Whether Puppet compiles it.
    pub compiles: bool,
    /// Whether it refuses, and we with the same words.
    pub same_error: bool,
    /// Ruby code that Puppet had to run: ERB, or functions that are not on the list of those that must work.
    pub erb: bool,
    pub ruby: BTreeSet<String>,
    pub why: String,
}

impl Judged {
    pub fn new(class: &str, puppet: &Puppet, differences: &[Difference], measured: &BTreeSet<String>) -> Judged {
        let is_word = |aspect: Aspect| matches!(aspect, Aspect::Verdict | Aspect::Error);
        let waits = differences.iter().filter(|it| is_word(it.aspect)).find_map(|it| waits_for(it.ours.as_str()?));
        let verdict = match (differences.is_empty(), &waits) {
            (true, _) => Verdict::Equal,
            (false, Some(_)) => Verdict::WaitsForRuby,
            (false, None) => Verdict::Differs,
        };
        let called = puppet.functions.as_object().into_iter().flatten();
        let mut erb = false;
        let mut ruby = BTreeSet::new();
        for (name, who) in called {
            if matches!(name.as_str(), "template" | "inline_template") {
                erb = true;
            } else if who[1].as_str().is_some_and(|it| it.starts_with("ruby")) && !measured.contains(name) {
                ruby.insert(name.clone());
            }
        }
        Judged {
            class: class.to_owned(),
            verdict,
            compiles: puppet.answer.get("error").is_none(),
            same_error: puppet.answer.get("error").is_some() && !differences.iter().any(|it| is_word(it.aspect)),
            erb,
            ruby,
            why: waits.unwrap_or_else(|| why(differences)),
        }
    }

    /// Whether it can be compiled without Ruby, but for the functions that must work.
    fn needs_nothing(&self) -> bool {
        !self.erb && self.ruby.is_empty()
    }
}

fn waits_for(error: &str) -> Option<String> {
    if !error.contains("which Bunraku does not run yet") {
        return None;
    }
    let name = error.split_once("The function '").and_then(|(_, rest)| rest.split_once('\''));
    Some(match name {
        Some((name, _)) if !error.contains("(ERB)") => format!("waits for Ruby: `{name}`"),
        _ => "waits for Ruby: ERB".to_owned(),
    })
}

/// First difference, without names and numbers, so that one cause has one text.
fn why(differences: &[Difference]) -> String {
    let Some(first) = differences.iter().min_by_key(|it| it.aspect) else { return String::new() };
    let mut text = format!("{}", first.aspect);
    if matches!(first.aspect, Aspect::Verdict | Aspect::Error) {
        text = format!("{text}: {} / {}", general(&first.puppet), general(&first.ours));
    } else {
        let more: BTreeSet<String> = differences.iter().map(|it| it.aspect.to_string()).collect();
        text = more.into_iter().collect::<Vec<_>>().join(", ");
    }
    text
}

fn general(answer: &Value) -> String {
    let text = answer.as_str().map_or_else(|| answer.to_string(), str::to_owned);
    let mut out = String::new();
    let mut quoted = false;
    for c in text.replace("Evaluation Error: ", "").replace("Error while evaluating a ", "").chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                out.push_str(if quoted { "'…" } else { "'" });
            }
            _ if quoted => {}
            '\n' | '|' => out.push(' '),
            c if c.is_ascii_digit() => {
                if !out.ends_with('N') {
                    out.push('N');
                }
            }
            c => out.push(c),
        }
    }
    if out.chars().count() > 110 {
        out = out.chars().take(110).collect::<String>() + "…";
    }
    out
}

type Results<'a> = [(&'a Configuration, Vec<Judged>)];

/// The table, as Markdown that is readable as it is.
pub fn text(results: &Results) -> String {
    let mut out = String::from(
        "| configuration       | compile | equal | wait for Ruby | differ | need no Ruby | of these equal | refused | equal | same words |\n\
         |---------------------|--------:|------:|--------------:|-------:|-------------:|---------------:|--------:|------:|-----------:|\n",
    );
    for (configuration, judged) in results {
        let count = |wanted: &dyn Fn(&Judged) -> bool| judged.iter().filter(|it| wanted(it)).count();
        let share = |part: usize, of: usize| format!("{part} ({:.1} %)", 100.0 * part as f64 / of.max(1) as f64);
        let compile = count(&|it| it.compiles);
        let refused = judged.len() - compile;
        let free = count(&|it| it.compiles && it.needs_nothing());
        let free_equal = count(&|it| it.compiles && it.needs_nothing() && it.verdict == Verdict::Equal);
        out.push_str(&format!(
            "| {:<19} | {compile:>7} | {:>5} | {:>13} | {:>6} | {free:>12} | {:>14} | {refused:>7} | {:>5} | {:>10} |\n",
            configuration.name,
            count(&|it| it.compiles && it.verdict == Verdict::Equal),
            count(&|it| it.compiles && it.verdict == Verdict::WaitsForRuby),
            count(&|it| it.compiles && it.verdict == Verdict::Differs),
            share(free_equal, free),
            count(&|it| !it.compiles && it.verdict == Verdict::Equal),
            share(count(&|it| it.same_error), refused),
        ));
    }
    out
}

const PAGE: &str = "docs/classes.md";
const BEGIN: &str = "<!-- written by `cargo xtask truth --suite classes --accept` -->\n";

/// Writes everything after the mark of the page.
pub fn write_page(root: &Path, results: &Results) -> Result<(), String> {
    let path = root.join(PAGE);
    let page = std::fs::read_to_string(&path).map_err(|e| format!("{PAGE}: {e}"))?;
    let (before, _) = page.split_once(BEGIN).ok_or_else(|| format!("{PAGE} has lost its mark"))?;
    let mut out = format!("{before}{BEGIN}\n{}", text(results));
    for (configuration, judged) in results {
        out.push_str(&format!(
            "\n## {}\n\n{}.\n\n| what differs | classes | which |\n|---|---:|---|\n",
            configuration.name, configuration.about
        ));
        let mut causes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for it in judged.iter().filter(|it| it.verdict != Verdict::Equal) {
            causes.entry(&it.why).or_default().push(&it.class);
        }
        let mut causes: Vec<_> = causes.into_iter().collect();
        causes.sort_by_key(|(_, classes)| std::cmp::Reverse(classes.len()));
        for (why, classes) in causes {
            let names: Vec<String> = classes.iter().map(|it| format!("`{it}`")).collect();
            out.push_str(&format!("| {} | {} | {} |\n", why.replace('<', "&lt;"), classes.len(), names.join(" ")));
        }
    }
    replace(&path, &out)
}
