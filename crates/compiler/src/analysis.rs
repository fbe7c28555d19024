//! State of an analysis for unknown values.

use std::sync::Arc;

use functions::Failure;
use hiera::OpenLayer;
use indexmap::IndexMap;
use issue::Place;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::model::{Data, NodeId};
use values::{Origin, Str, Tri, Type, Unknown, Value, ops};

use crate::condition::{Answer, Condition, Conditions, Holds, How};
use crate::entry::CutShort;
use crate::fact_reads::FactReads;
use crate::ids::{ResId, ScopeId};
use crate::parameters::Unbound;
use crate::resource::{OPEN, Param, Resource, capitalize};
use crate::source::Program;
use crate::unknowns::not_known;
use crate::watch::{Bound, Watched, Watching, key};

/// Depth limit of decisions: beyond, nothing is analysed.
pub const DEEPEST: u32 = 32;

/// How often a function that is not sure to be called is looked into inside of itself.
const MOST_INSIDE: usize = 3;

/// Types around a missing one that are looked through.
const MOST_WRAPPED: usize = 300;

/// Where the evaluation is.
#[derive(Clone, Debug, Default)]
pub struct Path {
    pub when: Condition,
    /// Certain answers here: those of the condition, and that nothing before it failed.
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

/// State of an evaluation for an analysis. Of a compilation it knows nothing.
#[derive(Default)]
pub struct Analysis {
    /// Whether the evaluation goes on with unknown values.
    is_on: bool,
    /// Resource that the entry declared, if it is a class or defined type.
    pub entry: Option<ResId>,
    pub fact_reads: FactReads,
    pub watched: Option<Watched>,
    pub path: Path,
    /// Answers without which every evaluation fails.
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
    /// There are such resources.
    pub has_variants: bool,
    /// Virtual resources that something realizes, with the conditions that they were declared under.
    pub realized: FxHashMap<ResId, Condition>,
    /// Containment that is conditional, as by `contain` in an arm; all other is certain.
    pub contained: FxHashMap<(ResId, ResId), Condition>,
    /// The first `contain` that puts a class into another one.
    pub contained_at: FxHashMap<(ResId, ResId), Place>,
    /// Tags that something has perhaps, as `tag` stands in an arm.
    pub perhaps_tags: FxHashSet<Str>,
    /// Resources whose titles are not known: their types, as `File`, and what the titles may be.
    pub open: Vec<(Str, Type)>,
    /// The functions of manifests that are being called, innermost last.
    pub calling: Vec<Str>,
    /// Required parameters of classes that only data of elsewhere may bind.
    pub unbound: Vec<(ResId, Unbound)>,
    /// Parameters of classes that have their defaults though layers of data that are elsewhere may bind them.
    pub left_open: FxHashMap<(ResId, Str), Vec<OpenLayer>>,
    /// Attributes whose values are parameters that only have an empty default: their names and places.
    pub given_on: Vec<(Str, Place)>,
    pub absent_modules: IndexMap<Str, Place>,
    /// Relationships of resources whose types are not there: their names, values, and what holds the resources.
    pub beside_absent: Vec<(Str, Param, ResId)>,
    pub cut_short: Option<CutShort>,
    /// A function such as `fail` has just refused what need not be so.
    pub refused: bool,
    /// Questions whose answer is yes only where a statement is reached that stands after such a refusal.
    unreached: Vec<u32>,
    /// A function has asked for a file that holds no text: what it would have read is not known.
    pub unread: bool,
    pub unknown_titles: u32,
    /// Stand-ins of unknown titles, by their addresses; the titles are stored with them so that the addresses are not used again.
    pub untitled: FxHashMap<usize, (Arc<Unknown>, Str)>,
    /// The same titles as they are written.
    pub written_titles: FxHashMap<Str, Str>,
    /// Lists of data that are not known as a whole, by their addresses, with what is in them all the same.
    known_in_part: FxHashMap<usize, (Arc<Unknown>, Vec<Value>)>,
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

    /// Whether an attribute has the empty default of a parameter of what declares its resource: users of the module bind that.
    pub fn is_given_on(&self, name: &str, param: &Param) -> bool {
        let is_empty = param.value.is_undef() || param.value.as_str().is_some_and(str::is_empty);
        is_empty && self.given_on.iter().any(|it| *it.0 == *name && it.1 == param.place)
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

    /// The place that an analysis shows for what is wrong in a text that is in no file.
    pub fn place_of_embedded(&self, program: &Program, node: NodeId) -> Option<Place> {
        self.is_on.then(|| program.place_at(node))
    }

    /// The value as one that is not known, which an analysis goes on with. None of a compilation: there it ends what depends on it.
    #[inline]
    pub fn unknown<'v>(&self, value: &'v Value) -> Option<&'v Arc<Unknown>> {
        match value {
            Value::Unknown(unknown) if self.is_on => Some(unknown),
            _ => None,
        }
    }

    /// Whether each possibility of a value is evaluated.
    pub fn explores(&self, unknown: &Unknown) -> bool {
        self.is_on && unknown.origin != Origin::Failure
    }

    /// Whether a value is `Any` in place of a type whose module is missing.
    #[inline]
    pub fn is_missing_type(&self, value: &Value) -> bool {
        self.is_on && matches!(value, Value::Type(Type::Any))
    }

    /// Whether a value is such a type, or one whose instances are made as that one's are, such as `Init[Missing::Type]`.
    pub fn makes_missing_type(&self, value: &Value) -> bool {
        let Value::Type(ty) = value else { return false };
        let mut ty = ty;
        // A type that is nested deeper is refused before.
        for _ in 0..MOST_WRAPPED {
            match ty.resolved() {
                Type::Init(Some(inner), _) | Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) | Type::Type(Some(inner)) => {
                    ty = inner;
                }
                other => return self.is_on && *other == Type::Any,
            }
        }
        false
    }

    /// Whether an attribute of this name stands for attributes of which not even the names are known.
    #[inline]
    pub fn is_open_attribute(&self, name: &str) -> bool {
        self.is_on && name == OPEN
    }

    /// Whether the evaluation goes on after a failure where Puppet stops.
    #[inline]
    pub fn continues_after(&self, failure: &Failure) -> bool {
        self.is_on && matches!(failure, Failure::Error(_))
    }

    /// Whether the body of a definition with wrong parameters is evaluated before it fails.
    pub fn continues_after_wrong_parameters(&self) -> bool {
        self.is_on
    }

    /// How many mistakes of one resource are reported: the first one ends a compilation.
    pub fn most_reported(&self) -> usize {
        if self.is_on { usize::MAX } else { 1 }
    }

    /// The value of a function in Ruby that an analysis goes on with; none where it has to be reported that it is not run.
    pub fn value_of_ruby(&self, name: &str, ty: Type) -> Option<Value> {
        self.is_on.then(|| Value::Unknown(Arc::new(Unknown { ty, origin: Origin::Function(name.into()) })))
    }

    /// The first part of two operands that is not known.
    pub fn hidden_operand(&self, a: &Value, b: &Value) -> Option<Arc<Unknown>> {
        if !self.is_on {
            return None;
        }
        self.hidden_in(a).or_else(|| self.hidden_in(b))
    }

    /// Whether two values equal each other; a value that is not known may equal any.
    pub fn equals(&self, a: &Value, b: &Value) -> Tri {
        match (a, b) {
            (Value::Unknown(_), _) | (_, Value::Unknown(_)) if self.is_on => Tri::Maybe,
            _ => Tri::from(ops::equals(a, b)),
        }
    }

    /// Whether a variable has the value of a fact that the machine perhaps does not have.
    pub fn is_unknown_fact(&self, name: &str, bound: impl FnOnce() -> Option<Value>) -> bool {
        let is_fact = |it: &Value| matches!(it, Value::Unknown(it) if matches!(&it.origin, Origin::Fact(fact) if **fact == *name));
        self.is_on && bound().is_some_and(|it| is_fact(&it))
    }

    /// Whether a resource may have another name than its attributes show.
    pub fn may_be_named_otherwise(&self, resource: &Resource, namevars: &[impl AsRef<str>]) -> bool {
        let hidden = |name: &str| resource.params.get(name).is_some_and(|it| matches!(it.value, Value::Unknown(_)));
        self.is_on && (resource.open || hidden("name") || namevars.iter().any(|it| hidden(it.as_ref())))
    }

    /// A resource as messages name it: by its title as it is written, where nobody knows what that is.
    pub fn reference_of(&self, resource: &Resource) -> String {
        let written = self.written_titles.get(&resource.title).filter(|_| resource.unknown_title.is_some());
        written.map_or_else(|| resource.reference(), |it| format!("{}[{it}]", resource.type_name))
    }

    /// Whether a resource is the entry that is analysed.
    pub fn is_entry(&self, id: ResId) -> bool {
        self.is_on && self.entry == Some(id)
    }

    /// Whether the catalog may lack something or hold too much.
    pub fn is_doubtful(&self, incomplete: bool) -> bool {
        self.is_on && (incomplete || !self.open.is_empty() || self.cut_short.is_some())
    }

    /// Goes on under the condition of a resource; gives where the evaluation was.
    pub fn enter_resource(&mut self, when: Condition) -> Path {
        let path = self.path_of(when);
        std::mem::replace(&mut self.path, path)
    }

    /// Goes back to where the evaluation was, with what has become certain since.
    pub fn leave_resource(&mut self, outside: Path) {
        self.path = outside;
        self.path.given.extend(self.certain.iter().copied());
        self.path.given.sort_unstable();
        self.path.given.dedup();
    }

    /// Notes a function of a manifest that is called from here on.
    pub fn enter_function(&mut self, name: &str) {
        if self.is_on {
            self.calling.push(name.into());
        }
    }

    /// Whether a function that is not sure to be called has been entered often enough.
    pub fn is_entered_often(&self, name: &str, arguments: &[Value]) -> bool {
        // Each call may call itself in each arm: its result is not followed for long.
        self.path.depth > 0
            && arguments.iter().any(|it| self.hidden_in(it).is_some())
            && self.calling.iter().filter(|it| ***it == *name).count() >= MOST_INSIDE
    }

    /// Stand-in of an unknown title: the same for the same title.
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

    /// The condition of a class that is included here: it may be included elsewhere, too.
    pub fn condition_of_inclusion(&mut self, place: &Place) -> Condition {
        match self.path.when {
            Condition::Always => Condition::Always,
            when => self.conditions.existence(when, place.clone()),
        }
    }

    /// A value that nothing is known of, for that reason.
    pub fn missing_value(&self, name: &str) -> Value {
        let origin = Origin::Function(Str::from(name));
        match self.is_on() {
            true => Value::Unknown(Arc::new(Unknown { ty: Type::Any, origin })),
            false => not_known(Type::Any),
        }
    }

    /// Marks the rest as unreachable: a statement before it refuses the given values.
    pub fn end_here(&mut self) {
        let decision = self.conditions.other(Place::default());
        self.unreached.push(decision);
        self.assume(&[Answer { decision, yes: true }]);
    }

    /// Whether anything was refused by itself, with more to come after it.
    pub fn has_refused(&self) -> bool {
        !self.unreached.is_empty()
    }

    /// Whether something is so only where a statement is reached that is not.
    pub fn is_unreached(&self, condition: Condition) -> bool {
        if self.unreached.is_empty() || condition == Condition::Always {
            return false;
        }
        self.conditions.certain(condition).iter().any(|it| it.yes && self.unreached.contains(&it.decision))
    }

    /// Values as a person would write them: of texts of which a part is not known the rest, with dots in its place.
    pub fn written(&self, values: Vec<Value>) -> Vec<Value> {
        if !self.is_on || values.iter().all(|it| !matches!(it, Value::Unknown(_))) {
            return values;
        }
        let texts = self.made.iter().filter_map(|((operation, parts), made)| match made {
            Value::Unknown(it) if **operation == *"text" => Some((Arc::as_ptr(it), parts.as_slice())),
            _ => None,
        });
        let texts: Texts<'_> = texts.collect();
        let write = |unknown: &Arc<Unknown>| {
            let mut out = String::new();
            push_text(&texts, unknown, 0, &mut out);
            out
        };
        values.into_iter().map(|it| if let Value::Unknown(unknown) = &it { write(unknown).into() } else { it }).collect()
    }

    pub fn note_absent_module(&mut self, module: &str, place: &Place) {
        self.absent_modules.entry(module.into()).or_insert_with(|| place.clone());
    }
}

impl Analysis {
    /// A result that is not known because a part of what it is made of is not. The same of the same is the same.
    pub fn derive(&mut self, operation: &str, operands: Vec<Value>, cause: &Unknown, ty: Type) -> Value {
        let new = Value::Unknown(Arc::new(Unknown { ty, origin: cause.origin.clone() }));
        if !self.is_on {
            return new;
        }
        self.made.entry((operation.into(), operands)).or_insert(new).clone()
    }

    /// Whether a value is a custom fact itself, not something that was made of it.
    pub fn is_fact(&self, unknown: &Arc<Unknown>) -> bool {
        let Origin::Fact(name) = &unknown.origin else { return false };
        let fact = self.made.get(&("fact".into(), vec![Value::String(name.clone())]));
        matches!(fact, Some(Value::Unknown(fact)) if Arc::ptr_eq(fact, unknown))
    }

    /// The same for a truth whose making is known.
    pub fn derive_truth(&mut self, operation: &str, how: Derived, cause: &Unknown) -> Value {
        let operands = match &how {
            Derived::Not(a) => vec![a.clone()],
            Derived::Is(a, _, b) | Derived::Both(a, b) | Derived::Either(a, b) => vec![a.clone(), b.clone()],
        };
        let value = self.derive(operation, operands, cause, Type::Boolean(None));
        if let (true, Value::Unknown(unknown)) = (self.is_on, &value) {
            self.derived.insert(Arc::as_ptr(unknown) as usize, how);
        }
        value
    }

    /// Notes what is in a list that is not known as a whole.
    pub fn note_certain(&mut self, list: &Arc<Unknown>, elements: Vec<Value>) {
        if self.is_on && !elements.is_empty() {
            self.known_in_part.insert(Arc::as_ptr(list) as usize, (list.clone(), elements));
        }
    }

    /// Elements that are certain in such a list.
    pub fn certain_elements(&self, list: &Arc<Unknown>) -> Option<&[Value]> {
        self.known_in_part.get(&(Arc::as_ptr(list) as usize)).map(|(_, elements)| elements.as_slice())
    }

    /// The part of a value that is not known, looked for in lists and hashes; only in an analysis.
    pub fn hidden_in(&self, value: &Value) -> Option<Arc<Unknown>> {
        match value {
            Value::Unknown(unknown) => Some(unknown.clone()),
            Value::Array(_) | Value::Hash(_) | Value::Sensitive(_) if self.is_on => functions::unknown_within(value),
            _ => None,
        }
    }

    /// The answers that a value counts as true or false by; several, if it takes several.
    pub fn answers(&mut self, value: &Arc<Unknown>, yes: bool, place: &Place, depth: u32) -> Vec<Answer> {
        let derived = self.derived.get(&(Arc::as_ptr(value) as usize)).cloned();
        // Both are true if "and" is true, and neither if "or" is false.
        let is_both = matches!(derived, Some(Derived::Both(..)));
        let mut answers = Vec::new();
        match derived {
            Some(Derived::Not(Value::Unknown(inner))) if depth < DEEPEST => return self.answers(&inner, !yes, place, depth + 1),
            Some(Derived::Is(Value::Unknown(of), how, other)) => {
                let decision = self.conditions.is(&of, how, &other, || place.clone());
                return vec![Answer { decision, yes }];
            }
            Some(Derived::Both(a, b) | Derived::Either(a, b)) if is_both == yes && depth < DEEPEST => {
                for part in [a, b] {
                    if let Value::Unknown(part) = part {
                        answers.extend(self.answers(&part, yes, place, depth + 1));
                    }
                }
            }
            _ => {}
        }
        let decision = self.conditions.truth(value, || place.clone());
        answers.insert(0, Answer { decision, yes });
        answers
    }

    /// Whether a value counts as true here: by its type, or because of what is certain.
    pub fn truth_of(&mut self, value: &Arc<Unknown>, place: &Place, depth: u32) -> Holds {
        let falsy = Type::variant(vec![Type::Undef, Type::Boolean(Some(false))]);
        match falsy.may_be_instance(&Value::Unknown(value.clone())) {
            Tri::Yes => return Holds::No,
            Tri::No => return Holds::Yes,
            Tri::Maybe => {}
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
        match self.derived.get(&(Arc::as_ptr(value) as usize)).cloned() {
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
            Some(answer) => self.known(*answer),
            None => Holds::Perhaps,
        }
    }

    /// Goes on under answers as well; false if they cannot be here.
    pub fn assume(&mut self, answers: &[Answer]) -> bool {
        let Some(when) = self.conditions.and_one_of(self.path.when, vec![answers.to_vec()]) else { return false };
        if answers.iter().any(|it| self.known(*it) == Holds::No) {
            return false;
        }
        self.path.when = when;
        self.path.given.extend(answers.iter().copied());
        self.path.depth += 1;
        true
    }

    /// Puts the rest under a question that nothing else asks.
    pub fn assume_something(&mut self, place: Place) {
        let decision = self.conditions.other(place);
        self.assume(&[Answer { decision, yes: true }]);
    }

    /// It is certain from here on, as everything ends where it is not so.
    pub fn rule_out(&mut self, answers: &[Answer]) {
        if let [answer] = answers {
            let certain = Answer { yes: !answer.yes, ..*answer };
            if self.path.when == Condition::Always {
                self.certain.push(certain);
            }
            self.path.given.push(certain);
        }
    }
}

impl Analysis {
    /// Keeps a value, if it is one of the file that is watched.
    pub fn watch(&mut self, watching: &Watching, program: &Arc<Program>, node: NodeId, value: &Value) {
        // An interpolation is written as what it interpolates.
        if let Some(watched) = &mut self.watched
            && watching.means(program)
            && !matches!(program.data(node), Data::Text { .. })
            && let Some(file) = &program.file
        {
            watched.note(file, program.model.get(node).range, value);
        }
    }

    /// Keeps what data gave a parameter of a class that stands in a program, with where they had it.
    pub fn watch_data(
        &mut self,
        watching: &Watching,
        lookups: &hiera::Lookups,
        program: &Program,
        class: &Str,
        parameter: &Str,
        value: &Value,
    ) {
        let Some(watched) = &mut self.watched else { return };
        if watching.means(program)
            && let Some(file) = &program.file
        {
            watched.file_mut(file);
        }
        let sources = lookups.sources(&key(class, parameter));
        watched.bound.push(Bound { class: class.clone(), parameter: parameter.clone(), value: value.clone(), sources });
    }
}

/// The parts of texts of which some are not known.
type Texts<'a> = FxHashMap<*const Unknown, &'a [Value]>;

/// Limit in bytes of an unknown text: one that is composed of itself again and again grows without end.
const LONGEST_TEXT: usize = 1_000;

const HOLE: &str = "…";

fn push_text(texts: &Texts<'_>, unknown: &Arc<Unknown>, depth: u32, out: &mut String) {
    let parts = texts.get(&Arc::as_ptr(unknown)).filter(|_| depth < DEEPEST);
    let Some(parts) = parts else { return out.push_str(HOLE) };
    for part in *parts {
        if out.len() > LONGEST_TEXT {
            if !out.ends_with(HOLE) {
                out.push_str(HOLE);
            }
            return;
        }
        match part {
            Value::String(text) => out.push_str(text),
            Value::Unknown(it) => push_text(texts, it, depth + 1, out),
            _ => out.push_str(HOLE),
        }
    }
}
