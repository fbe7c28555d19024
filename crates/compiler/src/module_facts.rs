//! Facts that modules define in Ruby, evaluated as Facter does. The prelude `facter.rb` is Facter itself, as far as it is covered.

mod host;
mod result;

use std::cell::RefCell;
use std::collections::HashSet;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::LazyLock;

use ruby::{Args, Heap, Limits, Outcome, Prepared, Program, Ruby, Stop};
use values::{Hash, Str, Value};

use crate::builtin::ruby::{INTERNAL, PRELUDE, names_of, prepared};
use crate::environment::Environment;
use crate::error::Log;
use crate::outside::{Outside, Used};
use host::{FactHost, Running, State};

const FACTER: &str = include_str!("module_facts/facter.rb");
static PARSED: LazyLock<Option<[Program; 2]>> =
    LazyLock::new(|| Some([Program::parse(PRELUDE, INTERNAL).ok()?, Program::parse(FACTER, "<internal:facter>").ok()?]));

thread_local! {
    /// Both preludes, loaded once for each thread.
    static PREPARED: Option<Prepared> = PARSED.as_ref().and_then(prepared);
}

/// The names that files of facts have of Facter and Puppet.
pub fn names() -> HashSet<String> {
    names_of([PRELUDE, FACTER])
}

/// Limits of one file, and of one fact.
const LIMITS: Limits = Limits { steps: 50_000_000, memory: 512 << 20, depth: 4_000 };

/// The machine whose facts are evaluated.
#[derive(Clone, Copy)]
pub struct FactMachine<'f> {
    /// Facts of Facter itself.
    pub core: &'f Hash,
    /// Their legacy names.
    pub legacy: &'f Hash,
    /// Facts of files in `facts.d`, also of modules.
    pub external: &'f Hash,
    pub outside: Outside,
    /// Whether it is the machine that this program runs on.
    pub is_here: bool,
}

/// Why a fact or a file of facts has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactReason {
    /// A construct that is not covered.
    NotCovered(String),
    Exceeded(ruby::Limit),
    /// An exception that would end Facter, with its message.
    Raised(String),
}

/// A fact or a file of facts that has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactRefusal {
    pub reason: FactReason,
    pub file: Str,
    /// From 1; none where the place is not known.
    pub line: Option<usize>,
}

impl FactRefusal {
    fn raised(message: &str) -> FactRefusal {
        FactRefusal { reason: FactReason::Raised(message.to_owned()), file: "".into(), line: None }
    }

    /// The end of an evaluation that needs the fact.
    fn stop(&self) -> Stop {
        match &self.reason {
            FactReason::NotCovered(construct) => Stop::not_covered(construct.clone()),
            FactReason::Exceeded(limit) => Stop::Limit(*limit),
            FactReason::Raised(message) => Stop::not_covered(format!("an exception that ends Facter ({message})")),
        }
    }
}

impl std::fmt::Display for FactRefusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.reason {
            FactReason::NotCovered(construct) => write!(f, "it uses Ruby which Bunraku does not run yet: {construct}")?,
            FactReason::Exceeded(limit) => write!(f, "it {limit}")?,
            FactReason::Raised(message) => write!(f, "it raises an exception that ends Facter: {message}")?,
        }
        match self.line {
            Some(line) => write!(f, " (file: {}, line: {line})", self.file),
            None => Ok(()),
        }
    }
}

/// Result of a fact.
#[derive(Clone, Debug, PartialEq)]
pub enum FactValue {
    Value(Value),
    /// Its code gives no value, or no file defines it.
    Absent,
    Refused(FactRefusal),
}

/// The files of facts of an environment, loaded.
pub struct RubyFacts<'r> {
    ruby: Ruby<'r>,
    state: Rc<RefCell<State>>,
}

/// Loads the files of facts and passes them on.
pub fn with_ruby_facts<T>(environment: &Environment, machine: FactMachine<'_>, run: impl FnOnce(&mut RubyFacts<'_>) -> T) -> T {
    let state = Rc::new(RefCell::new(State::default()));
    let files = environment.ruby_fact_files();
    let mut host = FactHost::new(environment, machine, files.clone(), state.clone());
    let mut ruby = Ruby::new(&mut host, Heap::default(), LIMITS.at_most(environment.ruby_limits), 0);
    PREPARED.with(|it| match it {
        Some(prepared) => ruby.begin_with(prepared),
        None => state.borrow_mut().is_broken = true,
    });
    let mut facts = RubyFacts { ruby, state };
    let _ = facts.call("start", Vec::new());
    for file in &files {
        let path = facts.ruby.heap.text(file.to_string_lossy());
        facts.ruby.steps = 0;
        // What is refused is noted. Exceptions are those of the file, but for those that would end Facter.
        if let Err(Stop::Raise(it)) = facts.call("load_file", vec![path]) {
            facts.state.borrow_mut().refused_files.push((file.clone(), FactRefusal::raised(&it.message())));
        }
    }
    run(&mut facts)
}

impl RubyFacts<'_> {
    /// The names of the facts that the files define.
    pub fn names(&mut self) -> Vec<Str> {
        let Ok(ruby::Value::Array(names)) = self.call("names", Vec::new()) else { return Vec::new() };
        let name = |it: ruby::Value| match it {
            ruby::Value::String(it) => Some(Str::from(&*it.get())),
            _ => None,
        };
        names.items().into_iter().filter_map(name).collect()
    }

    /// The value of a fact.
    pub fn value(&mut self, name: &str) -> FactValue {
        let text = self.ruby.heap.text(name);
        self.ruby.steps = 0;
        let found = self.call("custom", vec![text]);
        if let Some(refusal) = self.state.borrow().refused.get(name) {
            return FactValue::Refused(refusal.clone());
        }
        let value = match found {
            Ok(ruby::Value::Array(found)) => found.get(0),
            Err(Stop::Raise(it)) => return FactValue::Refused(FactRefusal::raised(&it.message())),
            _ => None,
        };
        match value.map(|it| result::value(&it, 0)) {
            None => FactValue::Absent,
            Some(Ok(Value::Undef)) => FactValue::Absent,
            Some(Ok(value)) => FactValue::Value(value),
            Some(Err(stop)) => FactValue::Refused(self.state.borrow().refusal(stop)),
        }
    }

    /// The file that defined a fact first.
    pub fn file_of(&self, name: &str) -> Option<PathBuf> {
        self.state.borrow().defined.get(name).cloned()
    }

    /// The files that were refused while they were loaded. They may define more facts than [`RubyFacts::names`] has.
    pub fn refused_files(&self) -> Vec<(PathBuf, FactRefusal)> {
        self.state.borrow().refused_files.clone()
    }

    /// Messages of the facts since the last call.
    pub fn take_logs(&mut self) -> Vec<Log> {
        std::mem::take(&mut self.state.borrow_mut().logs)
    }

    /// Things of the machine that the facts have used.
    pub fn used(&self) -> Vec<Used> {
        self.state.borrow().used.iter().cloned().collect()
    }

    fn call(&mut self, method: &str, arguments: Vec<ruby::Value>) -> Outcome {
        if self.state.borrow().is_broken {
            return Err(Stop::not_covered("Facter"));
        }
        let collection = match self.ruby.find_constant("FactCollection") {
            Some(it) => it,
            None => return Err(Stop::not_covered("Facter")),
        };
        let result = self.ruby.send(&collection, method, Args::new(arguments));
        let mut state = self.state.borrow_mut();
        let running = std::mem::take(&mut state.running);
        match result {
            Err(Stop::Raise(it)) => Err(Stop::Raise(it)),
            Err(stop) => {
                let refusal = state.refusal(stop);
                for running in running {
                    match running {
                        Running::Fact(name) => drop(state.refused.insert(name, refusal.clone())),
                        Running::File(path) => state.refused_files.push((path, refusal.clone())),
                    }
                }
                Err(refusal.stop())
            }
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use world::MemoryWorld;

    use super::*;
    use crate::Reading;

    fn facts_of(files: &[(&str, &str)], name: &str) -> (Vec<Str>, FactValue) {
        let mut world = MemoryWorld::new();
        for (path, text) in files {
            world.add_file(path, *text);
        }
        let environment = Environment::new(Arc::new(world), "production", None, vec!["/m".into()], Reading::default());
        let mut external = Hash::default();
        external.insert("tree".into(), values::data::from_json(&serde_json::json!({"leaf": [1, 2]})));
        let none = Hash::default();
        let machine = FactMachine { core: &none, legacy: &none, external: &external, outside: Outside::default(), is_here: true };
        with_ruby_facts(&environment, machine, |facts| (facts.names(), facts.value(name)))
    }

    #[test]
    fn an_evaluation_knows_nothing_of_the_one_before() {
        let first = facts_of(&[("/m/a/lib/facter/x.rb", "Facter.add(:x) { setcode { 1 } }\n")], "x");
        assert_eq!(first, (vec!["x".into()], FactValue::Value(Value::Integer(1))));
        let second = facts_of(&[("/m/a/lib/facter/y.rb", "Facter.add(:y) { setcode { Facter.value(:x) } }\n")], "y");
        assert_eq!(second, (vec!["y".into()], FactValue::Absent));
    }

    #[test]
    fn parts_of_external_facts_are_found() {
        let files = [("/m/a/lib/facter/x.rb", "Facter.add(:x) { setcode { Facter.value('tree.leaf.1') } }\n")];
        assert_eq!(facts_of(&files, "x").1, FactValue::Value(Value::Integer(2)));
    }

    #[test]
    fn what_would_end_facter_is_refused() {
        let files = [("/m/a/lib/facter/x.rb", "Facter.add(:x) { has_weight 'a'; setcode { 1 } }\nFacter.add(:x) { setcode { 1 } }\n")];
        assert!(matches!(facts_of(&files, "x").1, FactValue::Refused(_)), "{:?}", facts_of(&files, "x"));
    }
}
