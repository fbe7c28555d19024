//! Facts that modules define: `--ruby-facts` decides who runs them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use compiler::{Environment, FactFile, FactMachine, FactValue, Log, LogLevel, Outcome, Outside, Place, Request, RubyFacts};
use facts::reads::FactRead;
use machine::real::ruby::Providers;
use values::{Hash, Str, Value};

use super::ruby_facts::ask;
use super::{Parts, show};

/// Runner of facts in Ruby.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Runner {
    /// Facts in Ruby are not run.
    Off,
    /// Bunraku, with what `--ruby-outside` grants.
    Bunraku,
    /// Bunraku as Facter, and a Ruby of this machine for what Bunraku does not cover.
    Auto,
    /// This Ruby.
    Ruby(Providers),
}

impl Runner {
    pub fn from_option(text: &str) -> Runner {
        match text {
            "off" => Runner::Off,
            "builtin" => Runner::Bunraku,
            "auto" => Runner::Auto,
            path => Runner::Ruby(Providers::of_option(path)),
        }
    }

    /// Access of facts to the machine.
    pub fn access(&self, granted: Outside) -> Outside {
        match self {
            Runner::Off => Outside::NOTHING,
            Runner::Bunraku => granted,
            Runner::Auto | Runner::Ruby(_) => Outside::ALL,
        }
    }
}

/// Facts of modules for one catalog.
pub struct ModuleFacts<'s> {
    pub runner: &'s Runner,
    pub environment: &'s Environment,
    pub parts: &'s Parts,
    /// Facts of files in `facts.d`.
    pub external: &'s Hash,
    pub outside: Outside,
    /// Whether the facts are those of this machine.
    pub is_here: bool,
}

/// A file of facts that was not run, or one of its facts.
struct Missed {
    path: PathBuf,
    name: Option<Str>,
    why: String,
}

/// Result of compilations with the facts that modules define.
pub struct Compiled<T> {
    pub outcome: Outcome,
    pub rest: T,
    /// Files of facts that the catalog depends on and that were not run.
    pub missed: Vec<PathBuf>,
}

impl ModuleFacts<'_> {
    /// Compiles again as long as the catalog reads more facts of modules.
    pub fn compile<T>(&self, request: &Request, mut compile: impl FnMut(&Request) -> (Outcome, T)) -> Compiled<T> {
        let (outcome, rest) = compile(request);
        let files = self.missed_files(&outcome);
        if files.is_empty() {
            return Compiled { outcome, rest, missed: Vec::new() };
        }
        let mut request = request.clone();
        let mut missed = Vec::new();
        let mut logs = Vec::new();
        let (mut outcome, rest) = match self.runner {
            Runner::Off => {
                let why = "--ruby-facts=off".to_owned();
                missed.extend(files.into_iter().map(|it| Missed { path: it.path, name: None, why: why.clone() }));
                (outcome, rest)
            }
            Runner::Ruby(who) => self.ask(who, &mut request, outcome, rest, &mut missed, &mut compile),
            Runner::Bunraku | Runner::Auto => {
                let machine = FactMachine {
                    core: &self.parts.core,
                    legacy: &self.parts.legacy,
                    external: self.external,
                    outside: self.outside,
                    is_here: self.is_here,
                };
                compiler::with_ruby_facts(self.environment, machine, |facts| {
                    let done = self.evaluate(facts, &mut request, outcome, rest, &mut missed, &mut compile);
                    logs = facts.take_logs();
                    logs.extend(facts.used().into_iter().map(|it| log(LogLevel::Debug, it.to_string())));
                    done
                })
            }
        };
        logs.extend(missed.iter().map(|it| log(LogLevel::Warning, it.message())));
        outcome.logs_before_error += logs.len();
        outcome.logs.splice(0..0, logs);
        let mut paths: Vec<PathBuf> = missed.into_iter().map(|it| it.path).collect();
        paths.dedup();
        Compiled { outcome, rest, missed: paths }
    }

    /// The files that may define more than is known; programs that were run have nothing more.
    fn missed_files(&self, outcome: &Outcome) -> Vec<FactFile> {
        let mut files = self.environment.fact_files_missed(&outcome.facts_read);
        files.retain(|it| !(it.is_program && self.runs_programs()));
        files
    }

    fn runs_programs(&self) -> bool {
        self.is_here && self.outside.commands
    }

    /// Evaluates the facts that a catalog reads.
    fn evaluate<T>(
        &self,
        facts: &mut RubyFacts<'_>,
        request: &mut Request,
        mut outcome: Outcome,
        mut rest: T,
        missed: &mut Vec<Missed>,
        compile: &mut impl FnMut(&Request) -> (Outcome, T),
    ) -> (Outcome, T) {
        let names = facts.names();
        let mut asked: HashSet<Str> = HashSet::new();
        let mut known_files: HashSet<PathBuf> = HashSet::new();
        loop {
            let mut refused: Vec<Missed> = Vec::new();
            let mut found = Hash::default();
            for name in wanted(&outcome.facts_read, &names) {
                if !asked.insert(name.clone()) {
                    continue;
                }
                match facts.value(&name) {
                    FactValue::Value(value) => drop(found.insert(Value::String(name), value)),
                    FactValue::Absent => {}
                    FactValue::Refused(refusal) => {
                        let path = facts.file_of(&name).unwrap_or_default();
                        refused.push(Missed { path, name: Some(name), why: refusal.to_string() });
                    }
                }
            }
            // What could not be loaded may define what is still missing, and programs may.
            for file in self.missed_files(&outcome) {
                let refusal = facts.refused_files().into_iter().find(|it| it.0 == file.path).map(|it| it.1.to_string());
                let refusal = match file.is_program {
                    true if self.is_here => Some("it is a program, which --ruby-outside=commands would grant".to_owned()),
                    true => Some("it is a program for the node, which is not this machine".to_owned()),
                    false => refusal,
                };
                let Some(why) = refusal else { continue };
                // Its end was not evaluated, which may add more of a fact.
                let may_add = |name: &Value| {
                    let count = file.names.iter().filter(|it| name.as_str() == Some(it)).count();
                    let has_all = count == 1 && name.as_str().and_then(|it| facts.file_of(it)).as_ref() == Some(&file.path);
                    (count > 0 && !has_all) || (!found.contains_key(name) && !is_known(request, name))
                };
                let may_miss = |read: &FactRead| read.path.0.first().is_none_or(may_add);
                if outcome.facts_read.iter().any(may_miss) && known_files.insert(file.path.clone()) {
                    refused.push(Missed { path: file.path, name: None, why });
                }
            }
            if *self.runner == Runner::Auto {
                self.ask_for_refused(request, &mut found, &mut refused);
            }
            missed.append(&mut refused);
            if !add_facts(request, found) {
                return (outcome, rest);
            }
            (outcome, rest) = compile(request);
        }
    }

    /// Asks a Ruby of this machine for the facts that Bunraku refused.
    fn ask_for_refused(&self, request: &Request, found: &mut Hash, refused: &mut Vec<Missed>) {
        if refused.is_empty() {
            return;
        }
        let all_files = self.environment.fact_files();
        let file = |it: &Missed| {
            let mut file = all_files.iter().find(|file| file.path == it.path)?.clone();
            if let Some(name) = &it.name {
                (file.names, file.adds_more) = (vec![name.clone()], false);
            }
            Some(file)
        };
        let files: Vec<FactFile> = refused.iter().filter_map(file).filter(|it| !it.is_program).collect();
        let Value::Hash(known) = &request.facts else { return };
        match ask(&Providers::Auto, self.environment, &files, known) {
            Ok(answers) => {
                found.extend(answers);
                refused.retain(|it| all_files.iter().any(|file| file.path == it.path && file.is_program));
            }
            Err(why) => refused.iter_mut().for_each(|it| it.why = format!("{}; {why}", it.why)),
        }
    }

    /// Asks one Ruby for all facts that a catalog reads.
    fn ask<T>(
        &self,
        who: &Providers,
        request: &mut Request,
        mut outcome: Outcome,
        mut rest: T,
        missed: &mut Vec<Missed>,
        compile: &mut impl FnMut(&Request) -> (Outcome, T),
    ) -> (Outcome, T) {
        let mut asked: HashSet<PathBuf> = HashSet::new();
        loop {
            let mut files = self.missed_files(&outcome);
            files.retain(|it| !it.is_program && asked.insert(it.path.clone()));
            let Value::Hash(known) = &request.facts else { return (outcome, rest) };
            if files.is_empty() {
                return (outcome, rest);
            }
            match ask(who, self.environment, &files, known) {
                Ok(found) => {
                    add_facts(request, found);
                    (outcome, rest) = compile(request);
                }
                Err(why) => {
                    missed.extend(files.into_iter().map(|it| Missed { path: it.path, name: None, why: why.to_string() }));
                    return (outcome, rest);
                }
            }
        }
    }
}

impl Missed {
    fn message(&self) -> String {
        match &self.name {
            Some(name) => format!("The fact `{name}` of {} was not run: {}", show(&self.path), self.why),
            None => format!("The facts of {} were not run: {}", show(&self.path), self.why),
        }
    }
}

/// Adds facts to those of a request: whether they change any.
fn add_facts(request: &mut Request, mut found: Hash) -> bool {
    let Value::Hash(known) = &request.facts else { return false };
    found.retain(|name, value| known.get(name) != Some(value));
    if found.is_empty() {
        return false;
    }
    let mut all = (**known).clone();
    all.extend(found);
    request.facts = Value::hash(all);
    true
}

fn is_known(request: &Request, name: &Value) -> bool {
    matches!(&request.facts, Value::Hash(known) if known.contains_key(name))
}

/// The facts of modules that a catalog has read.
fn wanted(read: &[FactRead], names: &[Str]) -> Vec<Str> {
    if read.iter().any(|it| it.path.0.is_empty()) {
        return names.to_vec();
    }
    let read: HashSet<&str> = read.iter().filter_map(|it| it.path.0.first()?.as_str()).collect();
    names.iter().filter(|it| read.contains(&***it)).cloned().collect()
}

fn log(level: LogLevel, message: String) -> Log {
    Log { level, message, source: None, place: Place::default(), code: None }
}

/// Facts of files in `facts.d` of the modules. A file of the machine counts more than one of a module.
pub fn external(environment: &Environment, parts: &Parts, runs_programs: bool) -> Hash {
    let run = |path: &Path| crate::commands::facts::run_fact(path);
    let found = environment.external_facts_of_modules(runs_programs.then_some(&run));
    for problem in &found.problems {
        eprintln!("bunraku: {problem}");
    }
    let mut all = match values::data::from_json(&serde_json::Value::Object(found.facts)) {
        Value::Hash(facts) => (*facts).clone(),
        _ => Hash::default(),
    };
    all.extend(parts.external.clone());
    all
}
