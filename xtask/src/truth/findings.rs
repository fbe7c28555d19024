//! Every error that Bunraku finds by evaluating Debian's modules, asked of real Puppet.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use super::ask_entry::{self, Answer, Question, Refusal};
use crate::corpus::{self, MODULES};
use crate::recordings::replace;

pub const NAME: &str = "findings";

/// Least share in a hundred of classes that are evaluated to their ends.
const WHOLE: f64 = 95.0;

/// How many findings may not be reached by any manifest that is made up. Three of them are in a module whose folder no module may be
/// called: Puppet does not find it.
const NOT_REACHED: usize = 12;

pub struct Wanted<'a> {
    /// `findings/MODULE/FILE`, or the beginning of it.
    pub only: Option<&'a str>,
    pub choose: Option<&'a dyn Fn(&str) -> bool>,
    pub verbose: bool,
    pub accept: bool,
    pub bunraku: Option<&'a str>,
}

/// Judgement of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Puppet says it, too.
    Confirmed,
    /// Puppet ends before it at something else that Bunraku says, too.
    Behind,
    /// Puppet ends elsewhere, for what was made up.
    NotReached,
    /// Puppet compiles what Bunraku says cannot be.
    False,
}

#[derive(Clone, Debug)]
struct Judged {
    file: String,
    line: u64,
    code: String,
    message: String,
    entry: String,
    systems: Vec<String>,
    verdict: Verdict,
    /// Puppet's message, or what it compiles.
    why: String,
}

pub fn run(root: &Path, wanted: &Wanted) -> Result<(), String> {
    let id = |path: &Path| format!("{NAME}/{}", path.strip_prefix(MODULES).unwrap_or(path).display());
    let mut files = corpus::manifests_of_modules()?;
    files.retain(|it| wanted.only.is_none_or(|only| id(it).starts_with(only)) && wanted.choose.is_none_or(|choose| choose(&id(it))));
    let entries = ask_entry::entries(root, wanted.bunraku, MODULES, &files, &[])?;
    let with_errors: Vec<&Value> =
        entries.evaluations.iter().filter(|it| it["errors"].as_array().is_some_and(|it| !it.is_empty())).collect();
    let judged = ask(root, &with_errors, &entries.facts)?;
    let whole = Whole::new(&entries.evaluations);
    let page = page(&judged, &whole);
    for it in worst(&judged).values().filter(|it| wanted.verbose || it.verdict == Verdict::False) {
        println!("{}", it.line_of_text());
    }
    print!("{}", table(&judged));
    println!("{}", whole.text());
    if wanted.accept && wanted.only.is_none() && wanted.choose.is_none() {
        write_page(root, &page)?;
    }
    let mut failures = judged.iter().filter(|it| it.verdict == Verdict::False).count();
    let is_all = wanted.only.is_none() && wanted.choose.is_none();
    let not_reached = distinct(&judged, Verdict::NotReached);
    if is_all && not_reached > NOT_REACHED {
        println!("findings: {not_reached} errors are not reached, more than {NOT_REACHED}");
        failures += 1;
    }
    if is_all && whole.share() < WHOLE {
        println!("findings: fewer than {WHOLE} % of the classes are evaluated to their ends");
        failures += 1;
    }
    if whole.classes == 0 {
        println!("findings: nothing was evaluated");
        failures += 1;
    }
    let passed = judged.iter().filter(|it| it.verdict != Verdict::False).count() + whole.whole;
    println!("findings: {passed} passed, {failures} failed");
    if failures == 0 { Ok(()) } else { Err("Bunraku finds errors that real Puppet does not".into()) }
}

/// How often a manifest is asked about again, with one fact more each time.
const ROUNDS: usize = 6;

/// Values to try for unknown facts.
const FACTS: [&str; 3] = ["value", "true", "false"];

/// Asks about all manifests; and where an error was not reached because of a fact that is not known, with that fact.
fn ask(root: &Path, evaluations: &[&Value], facts: &BTreeMap<String, Value>) -> Result<Vec<Judged>, String> {
    let mut tries: Vec<Vec<Question>> = evaluations.iter().map(|it| questions(it)).collect();
    let mut answers: BTreeMap<Question, Answer> = BTreeMap::new();
    for _ in 0..ROUNDS {
        let asked: BTreeSet<&Question> = tries.iter().flatten().filter(|it| !answers.contains_key(it)).collect();
        let asked: Vec<Question> = asked.into_iter().cloned().collect();
        let new = ask_entry::ask(root, MODULES, &asked, facts)?;
        answers.extend(asked.into_iter().zip(new));
        for (evaluation, tries) in evaluations.iter().zip(&mut tries) {
            let is_open = |it: &Judged| matches!(it.verdict, Verdict::Behind | Verdict::NotReached);
            if judge(evaluation, tries, &answers).iter().any(is_open) {
                let more: Vec<Question> = tries.iter().flat_map(|it| with_fact(evaluation, it, answers.get(it))).collect();
                for question in more {
                    if !tries.contains(&question) && tries.len() < MOST_TRIES {
                        tries.push(question);
                    }
                }
            }
        }
    }
    Ok(evaluations.iter().zip(&tries).flat_map(|(evaluation, tries)| judge(evaluation, tries, &answers)).collect())
}

/// How many manifests one evaluation is worth.
const MOST_TRIES: usize = 24;

/// The question with the fact that its answer misses, unless it is certain for us, too, that there is none.
fn with_fact(evaluation: &Value, question: &Question, answer: Option<&Answer>) -> Vec<Question> {
    let Some(name) = answer.and_then(Answer::unknown_variable) else { return Vec::new() };
    let says = format!("Unknown variable: '{name}'");
    let reached = evaluation["met"].as_array().into_iter().flatten();
    let is_certain = reached.filter(|it| it["certain"] == true).any(|it| it["message"].as_str().is_some_and(|it| it.contains(&says)));
    let fact = name.trim_start_matches("::");
    if is_certain || fact.contains("::") || question.facts.contains_key(fact) {
        return Vec::new();
    }
    let with = |value: &str| {
        let mut question = question.clone();
        question.facts.insert(fact.to_owned(), value.to_owned());
        question
    };
    // There are too many to try each in every combination.
    let values = if question.facts.is_empty() { &FACTS[..] } else { &FACTS[..1] };
    values.iter().map(|it| with(it)).collect()
}

fn questions(evaluation: &Value) -> Vec<Question> {
    let system = evaluation["with"].as_str().unwrap_or_default().to_owned();
    let manifests: Vec<&str> = evaluation["manifests"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let question = |code: String| Question { code, system: system.clone(), facts: BTreeMap::new() };
    let mut all: Vec<_> = manifests.iter().map(|it| question((*it).to_owned())).collect();
    // An error of a part must be one whatever is around it.
    if let Some(declared) = evaluation["declared_with"].as_str().filter(|_| evaluation["part"] == true) {
        all.extend(manifests.iter().take(1).map(|it| question(format!("{declared}{it}"))));
    }
    all
}

fn judge(evaluation: &Value, tries: &[Question], answers: &BTreeMap<Question, Answer>) -> Vec<Judged> {
    let answers: Vec<(&Question, &Answer)> = tries.iter().filter_map(|it| Some((it, answers.get(it)?))).collect();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    // What may not happen hides nothing.
    let messages = evaluation["met"].as_array().into_iter().flatten().filter(|it| it["certain"] == true);
    let messages: Vec<String> = messages.map(|it| text(&it["message"])).collect();
    let file = text(&evaluation["file"]);
    let mut judged = Vec::new();
    for error in evaluation["errors"].as_array().into_iter().flatten() {
        let lines = [error["line"].as_u64().unwrap_or(0), error["shown"].as_u64().unwrap_or(0)];
        let (code, message) = (text(&error["code"]), text(&error["message"]));
        let compiled = answers.iter().find(|(_, answer)| **answer == Answer::Compiles);
        let refusals = || {
            answers.iter().filter_map(|(_, answer)| match answer {
                Answer::Refuses(refusal) => Some(refusal),
                Answer::Compiles => None,
            })
        };
        let confirms = |it: &&Refusal| is_said(&message, it) || is_there(&file, &lines, it) || it.is_cycle && code == "dependency-cycle";
        let (verdict, why) = if let Some((question, _)) = compiled {
            let facts: Vec<String> = question.facts.iter().map(|(name, value)| format!(" with ${name} = '{value}'")).collect();
            (Verdict::False, format!("on {}{} Puppet compiles {}", question.system, facts.concat(), one_line(&question.code)))
        } else if let Some(refusal) = refusals().find(confirms) {
            (Verdict::Confirmed, one_line(&refusal.message))
        } else if let Some(refusal) = refusals().find(|it| messages.iter().any(|own| is_said(own, it))) {
            (Verdict::Behind, one_line(&refusal.message))
        } else {
            let first = refusals().next_back().map(|it| one_line(&it.message));
            (Verdict::NotReached, first.unwrap_or_else(|| "there is no manifest that could be asked about".to_owned()))
        };
        judged.push(Judged {
            file: file.strip_prefix(MODULES).unwrap_or(&file).trim_start_matches('/').to_owned(),
            line: lines[1],
            code,
            message,
            entry: format!("{} {}", text(&evaluation["entry"]), text(&evaluation["name"])),
            systems: evaluation["systems"].as_array().into_iter().flatten().map(text).collect(),
            verdict,
            why,
        });
    }
    judged
}

/// Whether Puppet says the words: what stands around them, where they are, and how they are spaced does not count.
fn is_said(message: &str, by: &Refusal) -> bool {
    let own = words(message);
    !own.is_empty() && words(&by.message).contains(&own)
}

fn words(text: &str) -> String {
    // Of the place that Puppet puts after its words.
    let text = text.rfind(" (file: ").and_then(|at| text.get(..at)).unwrap_or(text);
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").trim_end_matches('.').to_lowercase()
}

fn is_there(file: &str, lines: &[u64], refusal: &Refusal) -> bool {
    refusal.file.as_deref() == Some(file) && refusal.line.is_some_and(|it| lines.contains(&it))
}

fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    if line.chars().count() > 220 { line.chars().take(220).collect::<String>() + "…" } else { line }
}

impl Judged {
    fn line_of_text(&self) -> String {
        let systems = match self.systems.as_slice() {
            [first, _, ..] => format!("{first} and {} more", self.systems.len() - 1),
            systems => systems.join(""),
        };
        let Judged { file, line, code, entry, verdict, why, .. } = self;
        format!("{verdict:?} {file}:{line} {code} ({entry}, {systems}): {}\n    {why}", one_line(&self.message))
    }
}

/// How many errors there are of a verdict: one that several entries or systems have is one, and it is as bad as the worst of them.
fn distinct(judged: &[Judged], verdict: Verdict) -> usize {
    worst(judged).values().filter(|it| it.verdict == verdict).count()
}

fn worst(judged: &[Judged]) -> BTreeMap<(&str, u64, &str, &str), &Judged> {
    let mut all: BTreeMap<(&str, u64, &str, &str), &Judged> = BTreeMap::new();
    // Where one attempt confirms it, another that does not reach it proves nothing.
    let rank = |it: Verdict| match it {
        Verdict::NotReached => 0,
        Verdict::Behind => 1,
        Verdict::Confirmed => 2,
        Verdict::False => 3,
    };
    for it in judged {
        let there = all.entry((&it.file, it.line, &it.code, &it.message)).or_insert(it);
        if rank(it.verdict) > rank(there.verdict) {
            *there = it;
        }
    }
    all
}

fn table(judged: &[Judged]) -> String {
    let all = worst(judged);
    let mut codes: BTreeMap<&str, [usize; 4]> = BTreeMap::new();
    for it in all.values() {
        codes.entry(&it.code).or_default()[it.verdict as usize] += 1;
    }
    let mut out = String::from(
        "| code                    | errors | confirmed | behind another | not reached | false |\n\
         |-------------------------|-------:|----------:|---------------:|------------:|------:|\n",
    );
    let mut sum = [0; 4];
    let row = |name: &str, counts: [usize; 4]| {
        let [confirmed, behind, not_reached, wrong] = counts;
        let of = confirmed + behind + not_reached + wrong;
        format!("| {name:<23} | {of:>6} | {confirmed:>9} | {behind:>14} | {not_reached:>11} | {wrong:>5} |\n")
    };
    for (code, counts) in codes {
        out.push_str(&row(code, counts));
        for (sum, count) in sum.iter_mut().zip(counts) {
            *sum += count;
        }
    }
    out.push_str(&row("all", sum));
    out
}

/// How much of the classes and defined types was evaluated.
#[derive(Default)]
struct Whole {
    evaluations: usize,
    classes: usize,
    whole: usize,
    cut_short: BTreeMap<String, usize>,
    unknown_titles: u64,
}

impl Whole {
    fn new(evaluations: &[Value]) -> Whole {
        let mut all = Whole { evaluations: evaluations.len(), ..Whole::default() };
        let mut entries: BTreeMap<(&str, &str), bool> = BTreeMap::new();
        for it in evaluations {
            let (Some(kind), Some(name)) = (it["entry"].as_str(), it["name"].as_str()) else { continue };
            let cut_short = it["cut_short"].as_str();
            *entries.entry((kind, name)).or_insert(true) &= cut_short.is_none();
            if let Some(why) = cut_short {
                *all.cut_short.entry(format!("{kind} {name}: {why}")).or_default() += 1;
            }
            all.unknown_titles += it["unknown_titles"].as_u64().unwrap_or(0);
        }
        all.classes = entries.len();
        all.whole = entries.values().filter(|it| **it).count();
        all
    }

    fn share(&self) -> f64 {
        100.0 * self.whole as f64 / self.classes.max(1) as f64
    }

    fn text(&self) -> String {
        format!(
            "{} of {} entries ({:.1} %) are evaluated to their ends on each system, in {} evaluations; {} titles in them are not known.",
            self.whole,
            self.classes,
            self.share(),
            self.evaluations,
            self.unknown_titles
        )
    }
}

const PAGE: &str = "docs/findings.md";
const BEGIN: &str = "<!-- written by `cargo xtask truth --suite findings --accept` -->\n";

fn page(judged: &[Judged], whole: &Whole) -> String {
    let mut out = format!("{}\n{}\n", table(judged), whole.text());
    let all = worst(judged);
    for (verdict, title) in [
        (Verdict::False, "False"),
        (Verdict::NotReached, "Not reached"),
        (Verdict::Behind, "Behind another error"),
        (Verdict::Confirmed, "Confirmed"),
    ] {
        let rows: Vec<&&Judged> = all.values().filter(|it| it.verdict == verdict).collect();
        if rows.is_empty() {
            continue;
        }
        out.push_str(&format!("\n## {title}\n\n| place | code | what | Puppet |\n|---|---|---|---|\n"));
        for it in rows {
            let cell = |text: &str| one_line(text).replace('|', "\\|").replace('<', "&lt;");
            out.push_str(&format!("| {}:{} | {} | {} | {} |\n", it.file, it.line, it.code, cell(&it.message), cell(&it.why)));
        }
    }
    if !whole.cut_short.is_empty() {
        out.push_str("\n## Cut short\n\n| entry | systems |\n|---|---:|\n");
        for (entry, count) in &whole.cut_short {
            out.push_str(&format!("| {entry} | {count} |\n"));
        }
    }
    out
}

fn write_page(root: &Path, text: &str) -> Result<(), String> {
    let path = root.join(PAGE);
    let page = std::fs::read_to_string(&path).map_err(|e| format!("{PAGE}: {e}"))?;
    let (before, _) = page.split_once(BEGIN).ok_or_else(|| format!("{PAGE} has lost its mark"))?;
    replace(&path, &format!("{before}{BEGIN}\n{text}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_without_what_is_around_them() {
        let refusal = |message: &str| Refusal { message: message.to_owned(), ..Refusal::default() };
        let said = "Evaluation Error: Unknown variable: 'a'. (file: /a.pp, line: 1, column: 2) on node x";
        assert!(is_said("Unknown variable: 'a'.", &refusal(said)));
        assert!(!is_said("Unknown variable: 'b'.", &refusal(said)));
        assert!(!is_said("", &refusal(said)));
    }

    #[test]
    fn an_error_of_several_entries_is_one() {
        let one = |verdict| Judged {
            file: "a.pp".into(),
            line: 1,
            code: "c".into(),
            message: "m".into(),
            entry: "class a".into(),
            systems: Vec::new(),
            verdict,
            why: String::new(),
        };
        let all = [one(Verdict::NotReached), one(Verdict::Confirmed)];
        assert_eq!((distinct(&all, Verdict::Confirmed), distinct(&all, Verdict::NotReached)), (1, 0));
        let all = [one(Verdict::Confirmed), one(Verdict::False)];
        assert_eq!((distinct(&all, Verdict::Confirmed), distinct(&all, Verdict::False)), (0, 1));
    }
}
