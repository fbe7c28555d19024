//! What an analysis keeps in mind because of values that are not known.

use std::sync::Arc;

use functions::Failure;
use indexmap::IndexMap;
use issue::{Issue, Place, TypeUse};
use rustc_hash::{FxHashMap, FxHashSet};
use values::{Str, Type, Unknown, Value};

use crate::compiler::Compiler;
use crate::condition::{Answer, Condition, Conditions, Holds, How};
use crate::fact_reads::FactReads;
use crate::ids::{ResId, ScopeId};
use crate::resource::{Kind, capitalize};
use crate::watch::Watched;
use crate::{CutShort, Entry};

/// Decisions within decisions: beyond, nothing is looked at.
pub const DEEPEST: u32 = 32;

/// Where the evaluation is.
#[derive(Clone, Debug, Default)]
pub struct Path {
    pub when: Condition,
    /// What is certain here: what the condition says, and that nothing before it failed.
    pub given: Vec<Answer>,
    pub depth: u32,
}

/// How a value that is not known came to be of others.
#[derive(Clone, Debug)]
pub enum Derived {
    Not(Value),
    Is(Value, How, Value),
    Both(Value, Value),
    Either(Value, Value),
}

/// What the evaluation asks and notes for an analysis. Of a compilation it knows nothing.
#[derive(Default)]
pub struct Analysis {
    /// What is not known is gone on with.
    is_on: bool,
    /// What the entry declared, if it is a class or defined type.
    pub entry: Option<ResId>,
    pub fact_reads: FactReads,
    pub watched: Option<Watched>,
    pub path: Path,
    /// What must be so wherever anything is evaluated, as everything ends otherwise.
    pub certain: Vec<Answer>,
    pub conditions: Conditions,
    /// By the address of what is not known; the values in `made` keep it alive.
    pub derived: FxHashMap<usize, Derived>,
    /// The same operation on the same values gives the same.
    pub made: FxHashMap<(Str, Vec<Value>), Value>,
    /// `return()`, `next()` and `break()` of arms that may not be taken, until the function or lambda around them ends.
    pub pending: Vec<(Failure, Arc<Unknown>)>,
    /// Variables that some arms have set and others not.
    pub half_set: FxHashSet<(ScopeId, Str)>,
    /// Variables that were set although facts may have their names.
    pub instead_of_facts: FxHashSet<Str>,
    /// Something that was left out gives attributes to resources of elsewhere.
    pub may_lack_attributes: bool,
    /// Resources of the same name as one that is there, under conditions that exclude each other.
    pub variants: FxHashMap<(Str, Str), Vec<ResId>>,
    /// Virtual resources that something realizes, with the conditions that they were declared under.
    pub realized: FxHashMap<ResId, Condition>,
    /// What only perhaps is contained in something, as `contain` stands in an arm; all else is certain.
    pub contained: FxHashMap<(ResId, ResId), Condition>,
    /// Tags that something has perhaps, as `tag` stands in an arm.
    pub perhaps_tags: FxHashSet<Str>,
    /// Resources whose titles are not known: their types, as `File`, and what the titles may be.
    pub open: Vec<(Str, Type)>,
    /// The functions of manifests that are being called, innermost last.
    pub calling: Vec<Str>,
    pub absent_modules: IndexMap<Str, Place>,
    pub cut_short: Option<CutShort>,
    pub unknown_titles: u32,
    /// What stands for titles that are not known, by their addresses; the titles beside it keep these from being used again.
    pub untitled: FxHashMap<usize, (Arc<Unknown>, Str)>,
    /// The same titles as they are written.
    pub written_titles: FxHashMap<Str, Str>,
}

impl Analysis {
    pub fn new(is_on: bool, watched: Option<Watched>) -> Analysis {
        Analysis { is_on, watched, ..Analysis::default() }
    }

    /// Whether this is an analysis, not a compilation.
    #[inline]
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// Whether the answer is certain here.
    pub fn known(&self, answer: Answer) -> Holds {
        self.conditions.answered(answer, &self.path.given)
    }

    /// The path of what is evaluated under a condition.
    pub fn path_of(&self, when: Condition) -> Path {
        let mut given = self.certain.clone();
        if when != Condition::Always {
            given.extend(self.conditions.certain(when));
        }
        let depth = u32::try_from(given.len()).unwrap_or(u32::MAX);
        Path { when, given, depth: depth.min(DEEPEST) }
    }

    /// What stands for a title that is not known: the same for the same title.
    pub fn key_of_untitled(&mut self, title: &Arc<Unknown>, written: &str) -> Str {
        let next = self.unknown_titles;
        let new = || (title.clone(), format!("?{next}").into());
        let (_, key) = self.untitled.entry(Arc::as_ptr(title) as usize).or_insert_with(new);
        if !written.is_empty() && !self.written_titles.contains_key(key) {
            self.written_titles.insert(key.clone(), written.into());
        }
        key.clone()
    }

    /// Whether something whose title is not known may be this.
    pub fn may_be(&self, type_name: &str, title: &str) -> bool {
        let name = capitalize(type_name);
        self.open.iter().any(|(it, titles)| **it == *name && titles.is_instance(&Value::from(title)))
    }
}

impl Compiler<'_> {
    /// A result that is not known because a part of what it is made of is not. The same of the same is the same.
    pub fn derive(&mut self, operation: &str, operands: Vec<Value>, cause: &Unknown, ty: Type) -> Value {
        let new = Value::Unknown(Arc::new(Unknown { ty, origin: cause.origin.clone() }));
        if !self.analysis.is_on() {
            return new;
        }
        self.analysis.made.entry((operation.into(), operands)).or_insert(new).clone()
    }

    /// The same for a truth whose making is known.
    pub fn derive_truth(&mut self, operation: &str, how: Derived, cause: &Unknown) -> Value {
        let operands = match &how {
            Derived::Not(a) => vec![a.clone()],
            Derived::Is(a, _, b) | Derived::Both(a, b) | Derived::Either(a, b) => vec![a.clone(), b.clone()],
        };
        let value = self.derive(operation, operands, cause, Type::Boolean(None));
        if let (true, Value::Unknown(unknown)) = (self.analysis.is_on(), &value) {
            self.analysis.derived.insert(Arc::as_ptr(unknown) as usize, how);
        }
        value
    }

    /// The part of a value that is not known, looked for in lists and hashes; only in an analysis.
    pub fn hidden_in(&self, value: &Value) -> Option<Arc<Unknown>> {
        match value {
            Value::Unknown(unknown) => Some(unknown.clone()),
            Value::Array(_) | Value::Hash(_) | Value::Sensitive(_) if self.analysis.is_on() => functions::unknown_within(value),
            _ => None,
        }
    }

    /// The answers that a value counts as true or false by; several, if it takes several.
    pub fn answers(&mut self, value: &Arc<Unknown>, yes: bool, place: &Place, depth: u32) -> Vec<Answer> {
        let derived = self.analysis.derived.get(&(Arc::as_ptr(value) as usize)).cloned();
        let mut answers = Vec::new();
        match derived {
            Some(Derived::Not(Value::Unknown(inner))) if depth < DEEPEST => return self.answers(&inner, !yes, place, depth + 1),
            Some(Derived::Is(Value::Unknown(of), how, other)) => {
                let decision = self.analysis.conditions.is(&of, how, &other, || place.clone());
                return vec![Answer { decision, yes }];
            }
            Some(Derived::Both(a, b) | Derived::Either(a, b)) if depth < DEEPEST => {
                let both = matches!(self.analysis.derived.get(&(Arc::as_ptr(value) as usize)), Some(Derived::Both(..)));
                if both == yes {
                    for part in [a, b] {
                        if let Value::Unknown(part) = part {
                            answers.extend(self.answers(&part, yes, place, depth + 1));
                        }
                    }
                }
            }
            _ => {}
        }
        let decision = self.analysis.conditions.truth(value, || place.clone());
        answers.insert(0, Answer { decision, yes });
        answers
    }

    /// Whether a value counts as true here: by its type, or because of what is certain.
    pub fn truth_of(&mut self, value: &Arc<Unknown>, place: &Place, depth: u32) -> Holds {
        let falsy = Type::variant(vec![Type::Undef, Type::Boolean(Some(false))]);
        match falsy.may_be_instance(&Value::Unknown(value.clone())) {
            values::Tri::Yes => return Holds::No,
            values::Tri::No => return Holds::Yes,
            values::Tri::Maybe => {}
        }
        let part = |this: &mut Self, value: &Value| match value {
            Value::Unknown(part) if depth < DEEPEST => this.truth_of(part, place, depth + 1),
            Value::Unknown(_) => Holds::Perhaps,
            known => {
                if known.is_true() {
                    Holds::Yes
                } else {
                    Holds::No
                }
            }
        };
        match self.analysis.derived.get(&(Arc::as_ptr(value) as usize)).cloned() {
            Some(Derived::Not(inner)) => match part(self, &inner) {
                Holds::Yes => Holds::No,
                Holds::No => Holds::Yes,
                Holds::Perhaps => Holds::Perhaps,
            },
            Some(Derived::Both(a, b)) => match (part(self, &a), part(self, &b)) {
                (Holds::No, _) | (_, Holds::No) => Holds::No,
                (Holds::Yes, Holds::Yes) => Holds::Yes,
                _ => self.directly(value, place),
            },
            Some(Derived::Either(a, b)) => match (part(self, &a), part(self, &b)) {
                (Holds::Yes, _) | (_, Holds::Yes) => Holds::Yes,
                (Holds::No, Holds::No) => Holds::No,
                _ => self.directly(value, place),
            },
            _ => self.directly(value, place),
        }
    }

    fn directly(&mut self, value: &Arc<Unknown>, place: &Place) -> Holds {
        match self.answers(value, true, place, DEEPEST).first() {
            Some(answer) => self.analysis.known(*answer),
            None => Holds::Perhaps,
        }
    }

    /// Goes on under answers as well; false if they cannot be here.
    pub fn assume(&mut self, answers: &[Answer]) -> bool {
        let Some(when) = self.analysis.conditions.and_one_of(self.analysis.path.when, vec![answers.to_vec()]) else { return false };
        if answers.iter().any(|it| self.analysis.known(*it) == Holds::No) {
            return false;
        }
        self.analysis.path.when = when;
        self.analysis.path.given.extend(answers.iter().copied());
        self.analysis.path.depth += 1;
        true
    }

    /// What comes is only under a question that nothing else asks.
    pub fn assume_something(&mut self, place: Place) {
        let decision = self.analysis.conditions.other(place);
        self.assume(&[Answer { decision, yes: true }]);
    }

    /// It is certain from here on, as everything ends where it is not so.
    pub fn rule_out(&mut self, answers: &[Answer]) {
        if let [answer] = answers {
            let certain = Answer { yes: !answer.yes, ..*answer };
            if self.analysis.path.when == Condition::Always {
                self.analysis.certain.push(certain);
            }
            self.analysis.path.given.push(certain);
        }
    }
}

impl Compiler<'_> {
    /// Whether a resource is there, at this point and under the conditions of it; else the value of the question.
    pub fn is_there(&mut self, type_name: &str, title: &str) -> crate::compiler::Eval<Result<bool, Value>> {
        let here = self.analysis.path.when;
        let mut perhaps = self.sink.incomplete || self.is_part() || self.analysis.may_be(type_name, title);
        if let Some(id) = self.find_resource(type_name, title)? {
            for id in self.with_variants(id) {
                let there = self.resource(id).when;
                if self.analysis.conditions.implied(here, there) {
                    return Ok(Ok(true));
                }
                perhaps |= !self.analysis.conditions.exclusive(here, there);
            }
        }
        if !perhaps {
            return Ok(Ok(false));
        }
        let origin = values::Origin::Function("defined".into());
        Ok(Err(Value::Unknown(Arc::new(Unknown { ty: Type::Boolean(None), origin }))))
    }

    /// One contains the other, if this place is reached.
    pub fn contain_here(&mut self, container: ResId, content: ResId) {
        let is_new = self.draft.edges.insert((container, content));
        if !self.analysis.is_on() {
            return;
        }
        let here = self.analysis.path.when;
        if self.analysis.conditions.implied(self.resource(container).when, here) {
            self.analysis.contained.remove(&(container, content));
        } else if let Some(when) = self.analysis.contained.get(&(container, content)).copied() {
            let either = self.analysis.conditions.or(when, here);
            self.analysis.contained.insert((container, content), either);
        } else if is_new {
            self.analysis.contained.insert((container, content), here);
        }
    }

    /// A resource has a tag, if this place is reached.
    pub fn note_tag_here(&mut self, resource: ResId, tag: &str) {
        if self.analysis.is_on() && !self.analysis.conditions.implied(self.resource(resource).when, self.analysis.path.when) {
            let parts = tag.split("::").filter(|it| !it.is_empty()).chain([tag]);
            self.analysis.perhaps_tags.extend(parts.map(Str::from));
        }
    }

    /// Whether a tag of the catalog does not come of classes alone that are perhaps not here.
    pub fn is_certain_tag(&self, tag: &str) -> bool {
        let containers = self.draft.resources().filter(|it| matches!(it.kind, Kind::Class | Kind::Node) && it.tags.contains(tag));
        let mut is_there = containers.map(|it| self.analysis.conditions.implied(self.analysis.path.when, it.when)).peekable();
        is_there.peek().is_none() || is_there.any(|it| it)
    }

    /// Whether the entry is used with something around it that is not here: all but a site and the class that a module is
    /// named after.
    pub fn is_part(&self) -> bool {
        match &self.request.entry {
            Entry::Site => false,
            Entry::Class(name) => self.analysis.is_on() && name.trim_start_matches("::").contains("::"),
            Entry::Define(_) | Entry::Function(_) | Entry::Plan(_) => self.analysis.is_on(),
        }
    }

    /// Runs what says that something is missing: in a part it is perhaps somewhere around it.
    pub fn in_part<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        if !self.is_part() {
            return run(self);
        }
        let path = self.analysis.path.clone();
        self.assume_something(Place::default());
        let result = run(self);
        self.analysis.path = path;
        result
    }

    /// A resource and the others of its name.
    pub fn with_variants(&self, id: ResId) -> Vec<ResId> {
        let resource = self.resource(id);
        let key = (resource.type_name.clone(), resource.title.clone());
        let mut all = vec![id];
        all.extend(self.analysis.variants.get(&key).into_iter().flatten().filter(|it| **it != id));
        all
    }

    /// Whether the file of a function in Ruby speaks of what functions can declare.
    pub fn may_declare(&self, path: &std::path::Path) -> bool {
        let text = self.environment.world.read(path, 1 << 20).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        ["resource", "catalog", "include", "call_function", "function_"].iter().any(|it| text.contains(it))
    }

    /// Whether it is about a function that a module had which is there: it has it no longer.
    fn is_gone(&self, issue: &Issue) -> bool {
        let Issue::UnknownFunction { name } = issue else { return false };
        Some(&**name).and_then(crate::absent::module_of_function).is_some_and(|it| self.environment.module(it).is_some())
    }

    /// Says of each error in the end whether it is certain, and each once.
    pub fn settle(&mut self) {
        for (key, others) in std::mem::take(&mut self.analysis.variants) {
            let Some(first) = self.draft.declared(&key.0, &key.1) else { continue };
            for other in others {
                let when = self.analysis.conditions.or(self.resource(first).when, self.resource(other).when);
                self.resource_mut(first).when = when;
            }
        }
        for resource in self.draft.resources_mut() {
            if resource.when != Condition::Always && self.analysis.conditions.is_always(resource.when) {
                resource.when = Condition::Always;
            }
        }
        let mut kept: Vec<crate::EvalError> = Vec::with_capacity(self.sink.errors.len());
        for mut error in std::mem::take(&mut self.sink.errors) {
            if self.analysis.conditions.is_always(error.condition) {
                error.condition = Condition::Always;
            }
            let issue = error.issue.root();
            let is_declared = |user: &TypeUse| *user == TypeUse::Declaration;
            let unknown_name = matches!(issue, Issue::UnknownFunction { .. })
                || matches!(issue, Issue::UnknownResourceType { user, .. } if is_declared(user));
            let may_be_elsewhere = unknown_name && !self.analysis.absent_modules.is_empty() && !self.is_gone(issue);
            if may_be_elsewhere && error.condition == Condition::Always {
                // A module that is not there may bring it.
                let decision = self.analysis.conditions.other(Place::default());
                error.condition = self.analysis.conditions.one_of(vec![vec![Answer { decision, yes: true }]]).unwrap_or_default();
            }
            match kept.iter_mut().find(|it| it.is_same_as(&error)) {
                Some(same) => same.condition = self.analysis.conditions.or(same.condition, error.condition),
                None => kept.push(error),
            }
        }
        // What a declaration is told for its parameters is told again for the resource in the end.
        let all = kept.clone();
        kept.retain(|it| !all.iter().any(|other| other.is_more_than(it)));
        self.sink.errors = kept;
    }
}
