//! Evaluates the nodes of the tree.

mod assignments;
mod flow;
mod fork;
pub mod jumps;
mod literals;
mod patterns;
pub mod variables;

pub use fork::is_same;

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::Program;
use crate::ast::{Call, Code, Kind, Name, Node};
use crate::host::Host;
use crate::invoke::Args;
use crate::methods::exception::CAUSE;
use crate::objects::{Body, Class};
use crate::regexp;
use crate::stop::{NotCovered, Outcome, Stop};
use crate::value::{Bound, Callable, Context, Encoding, Exception, Heap, LastMatch, Match, Proc, Scope, Value};
use crate::{Version, big, bytes, journal};

/// How much an evaluation may do.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Nodes and elements.
    pub steps: u64,
    /// Bytes, of all values that are made.
    pub memory: usize,
    /// Calls and nodes, one in another.
    pub depth: u32,
}

impl Limits {
    /// Restricts nothing.
    pub const MOST: Limits = Limits { steps: u64::MAX, memory: usize::MAX, depth: u32::MAX };

    /// The smaller of each.
    #[must_use]
    pub fn at_most(self, other: Limits) -> Limits {
        Limits { steps: self.steps.min(other.steps), memory: self.memory.min(other.memory), depth: self.depth.min(other.depth) }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 20_000_000, memory: 256 << 20, depth: 4_000 }
    }
}

pub struct Ruby<'h> {
    pub heap: Heap,
    pub host: &'h mut dyn Host,
    pub limits: Limits,
    /// That of the host.
    pub version: Option<Version>,
    pub steps: u64,
    depth: u32,
    pub scope: Rc<Scope>,
    /// These three are shared with other evaluations until one changes them.
    pub methods: Rc<FxHashMap<Name, Arc<Code>>>,
    pub constants: Rc<FxHashMap<Name, Value>>,
    pub classes: Rc<FxHashMap<Name, Rc<Class>>>,
    /// Those of the outermost `self`, in the order in which they were first read or assigned.
    pub instances: IndexMap<Name, Value, FxBuildHasher>,
    /// The classes of single objects, by the addresses of these.
    pub singletons: Rc<FxHashMap<usize, Name>>,
    /// Whether the program adds methods to classes of Ruby's.
    pub reopened: bool,
    /// The file whose code runs; empty for a template.
    pub file: Name,
    /// The files that were loaded.
    pub loaded: Vec<String>,
    /// Whether what the program stores outside of a call is there in the next: so for functions, not for templates.
    pub keeps: bool,
    /// The call of a function that runs; without it, variables of classes cannot be assigned where values are kept.
    pub call: Option<crate::assigned::Call>,
    /// `$~`
    pub matched: LastMatch,
    /// The exceptions that are being handled, one inside of another: `raise` alone raises the last again.
    pub rescued: Vec<Rc<Exception>>,
    pub out: String,
    /// Where something that is not known belongs, in bytes of the text.
    pub holes: Vec<usize>,
    pub next_id: u64,
    /// Where the code is that is evaluated.
    pub at: u32,
    /// Where a user's code last called code of the library or of the host.
    pub caller: (u32, Name),
    /// How the last command ended: `$?`.
    pub status: Value,
    /// Texts that are being inspected, one in another.
    pub nesting: u32,
    /// The lists and hashes whose text is being made, by their identity.
    pub inspected: Vec<usize>,
    /// Whether the method that runs has the list that its call lists as the receiver: `[a, b].max`.
    pub is_listed: bool,
    /// Code that may not happen is being evaluated, one within another.
    pub guesses: u32,
    /// Whether code that may have happened has raised an exception.
    pub may_have_raised: bool,
    _own: journal::Evaluation,
}

/// Start of the names of files that are part of this program.
pub const INTERNAL: &str = "<internal:";

/// Whether a file is Ruby's library, or the code of a host.
pub fn is_internal(file: &str) -> bool {
    file.starts_with(INTERNAL)
}

/// The file that another one has replaced while its code runs.
pub struct Left {
    file: Name,
    caller: Option<(u32, Name)>,
}

/// That of a program's own text.
fn main_context() -> Context {
    Context { this: Value::This, target: None, singleton: false, module: "".into(), method: None, visibility: Cell::default() }
}

impl<'h> Ruby<'h> {
    /// Runs a file from its top; what it gives last.
    pub fn run_program(&mut self, program: &Program) -> Outcome {
        let loading = self.heap.is_loading.replace(true);
        let values = vec![Value::Nil; program.parsed.locals].into();
        let context = Rc::new(main_context());
        let scope = self.heap.scope(Scope { values, parent: None, frame: 0, block: None, context, early: false });
        let before = std::mem::replace(&mut self.scope, scope);
        let left = self.enter_file(&program.file);
        let at = self.at;
        let result = self.deeper(|ruby| ruby.eval(&program.parsed.root));
        self.heap.is_loading.set(loading);
        (self.scope, self.at) = (before, at);
        self.leave_file(left);
        result
    }

    /// Begins with code of a file.
    pub fn enter_file(&mut self, file: &Name) -> Left {
        let caller = is_internal(file) && !is_internal(&self.file);
        let caller = caller.then(|| std::mem::replace(&mut self.caller, (self.at, self.file.clone())));
        Left { file: std::mem::replace(&mut self.file, file.clone()), caller }
    }

    /// Goes back to the file before.
    pub fn leave_file(&mut self, left: Left) {
        self.file = left.file;
        if let Some(caller) = left.caller {
            self.caller = caller;
        }
    }

    /// The place of the code that runs, or of the call that led to code which is no user's.
    pub fn place(&self) -> (u32, Name) {
        if is_internal(&self.file) { self.caller.clone() } else { (self.at, self.file.clone()) }
    }

    /// Gives a stop of the host its place.
    pub fn placed(&self, stop: Stop) -> Stop {
        let (at, file) = self.place();
        stop.placed(at, &file)
    }

    pub fn new(host: &'h mut dyn Host, heap: Heap, limits: Limits, locals: usize) -> Ruby<'h> {
        let values = vec![Value::Nil; locals].into();
        let scope = heap.scope(Scope { values, parent: None, frame: 0, block: None, context: Rc::new(main_context()), early: false });
        Ruby {
            version: host.version(),
            heap,
            host,
            limits,
            steps: 0,
            depth: 0,
            scope,
            methods: Rc::default(),
            constants: Rc::default(),
            classes: Rc::default(),
            instances: IndexMap::default(),
            singletons: Rc::default(),
            reopened: false,
            file: "".into(),
            loaded: Vec::new(),
            keeps: false,
            call: None,
            matched: LastMatch::None,
            rescued: Vec::new(),
            out: String::new(),
            holes: Vec::new(),
            next_id: 1,
            at: 0,
            caller: (0, "".into()),
            status: Value::Nil,
            nesting: 0,
            inspected: Vec::new(),
            is_listed: false,
            guesses: 0,
            may_have_raised: false,
            _own: journal::Evaluation::begin(),
        }
    }

    pub fn spend(&mut self, steps: u64) -> Outcome<()> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > self.limits.steps {
            return Err(Stop::Limit(crate::Limit::Steps));
        }
        if self.heap.has_lost.get() && journal::was_lost_read() {
            return Err(Stop::Unknown);
        }
        if self.heap.used().saturating_add(self.out.len()) > self.limits.memory {
            return Err(Stop::Limit(crate::Limit::Memory));
        }
        Ok(())
    }

    pub fn not_covered<T>(&self, construct: impl Into<String>) -> Outcome<T> {
        let (at, file) = self.place();
        Err(Stop::NotCovered(Box::new(NotCovered { construct: construct.into(), at, file })))
    }

    pub fn raise<T>(&self, class: &str, message: impl Into<Rc<str>>) -> Outcome<T> {
        let exception = self.heap.exception(self.exception(class, message));
        self.set_cause(&exception, None);
        Err(Stop::Raise(exception))
    }

    /// Gives an exception its cause when it is raised first: the one that is being handled, if no other is given.
    pub fn set_cause(&self, exception: &Rc<Exception>, given: Option<Value>) {
        if given.is_none() && exception.fields.borrow().contains_key(CAUSE) {
            return;
        }
        let handled = self.rescued.last().filter(|it| !Rc::ptr_eq(it, exception)).cloned();
        let cause = given.unwrap_or_else(|| handled.map_or(Value::Nil, Value::Exception));
        // Causes may be as many as exceptions, one of another.
        let cause = if cause.is_nil() { cause } else { self.heap.keep(cause) };
        exception.assign(CAUSE.into(), cause);
    }

    /// An exception of the code that runs.
    pub fn exception(&self, class: impl Into<Name>, message: impl Into<Rc<str>>) -> Exception {
        let (at, file) = self.place();
        Exception::new(class, message, at, file)
    }

    pub fn unknown(&self) -> Value {
        self.heap.unknown_results.set(self.heap.unknown_results.get() + 1);
        self.heap.unknown()
    }

    /// `$~`
    pub fn last_match(&self) -> Outcome<Option<&Rc<Match>>> {
        match &self.matched {
            LastMatch::None => Ok(None),
            LastMatch::Some(it) => Ok(Some(it)),
            LastMatch::Unknown => Err(Stop::Unknown),
        }
    }

    pub fn truth(&self, value: &Value) -> Outcome<bool> {
        match value {
            Value::Nil | Value::Boolean(false) => Ok(false),
            Value::Unknown => Err(Stop::Unknown),
            _ => Ok(true),
        }
    }

    pub fn new_id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    /// Goes one level deeper, with stack enough for it.
    pub fn deeper<T>(&mut self, body: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        if self.depth >= self.limits.depth {
            return Err(Stop::Limit(crate::Limit::Depth));
        }
        self.depth += 1;
        let result = stacker::maybe_grow(128 << 10, 2 << 20, || body(self));
        self.depth -= 1;
        result
    }

    pub fn eval(&mut self, node: &Node) -> Outcome {
        self.spend(1)?;
        self.deeper(|this| {
            this.at = node.at;
            this.kind(node)
        })
    }

    fn kind(&mut self, node: &Node) -> Outcome {
        Ok(match &node.kind {
            Kind::Nil => Value::Nil,
            Kind::True => Value::Boolean(true),
            Kind::False => Value::Boolean(false),
            Kind::This => self.scope.context.this.clone(),
            Kind::Integer(it) => Value::Integer(*it),
            Kind::Big(it) => big::integer(self, (**it).clone())?,
            Kind::Float(it) => Value::Float(*it),
            Kind::String(text) => self.heap.utf8(&**text),
            Kind::Bytes(bytes) => bytes::exact(self, bytes.to_vec(), Encoding::Utf8),
            Kind::Symbol(name) => Value::Symbol(name.clone()),
            Kind::Interpolation(parts) => match self.interpolate(parts)? {
                Some(text) => self.heap.text(text),
                None => self.unknown(),
            },
            Kind::SymbolOf(parts) => match self.interpolate(parts)? {
                Some(text) => Value::Symbol(text.into()),
                None => self.unknown(),
            },
            Kind::Regex(parts, flags) => match self.interpolate(parts)? {
                Some(text) => {
                    self.at = node.at;
                    regexp::compile(self, &text, *flags)?
                }
                None => self.unknown(),
            },
            Kind::Array(elements) => {
                let items = self.list(elements)?;
                self.heap.array(items)
            }
            Kind::Hash(pairs) => self.hash(pairs)?,
            Kind::Range { from, to, exclusive } => {
                let from = self.optional(from.as_deref())?;
                let to = self.optional(to.as_deref())?;
                self.at = node.at;
                self.range(from, to, *exclusive)?
            }
            Kind::Local(place) => match self.local(*place) {
                Some((scope, slot)) => scope.values.borrow().get(slot).cloned().unwrap_or(Value::Nil),
                None => return self.not_covered("a variable of no scope"),
            },
            Kind::Instance(name) => {
                let this = self.scope.context.this.clone();
                self.field(&this, name)?
            }
            Kind::Group(_) | Kind::Matched(_) if matches!(self.matched, LastMatch::Unknown) => self.unknown(),
            Kind::Group(number) => match self.last_match()? {
                Some(matched) => match matched.group(*number as usize) {
                    Some(text) => self.heap.text(text),
                    None => Value::Nil,
                },
                None => Value::Nil,
            },
            Kind::Matched(name) => match (&**name, self.last_match()?.cloned()) {
                (_, None) => Value::Nil,
                ("$~", Some(matched)) => Value::Match(matched),
                ("$&", Some(matched)) => self.heap.text(matched.group(0).unwrap_or_default()),
                ("$`", Some(matched)) => self.heap.text(matched.text.get(..matched.found.whole.start).unwrap_or_default()),
                ("$'", Some(matched)) => self.heap.text(matched.text.get(matched.found.whole.end..).unwrap_or_default()),
                (name, _) => return self.not_covered(format!("the global variable {name}")),
            },
            Kind::Constant(name) => self.constant(name)?,
            Kind::Call(call) => return self.call(call, node.at),
            Kind::Yield(arguments) => {
                let list = self.list(arguments)?;
                self.at = node.at;
                match self.scope.block.clone() {
                    Some(block) => self.call_block(&block, list)?,
                    None => return self.raise("LocalJumpError", "no block given (yield)"),
                }
            }
            Kind::And(left, right) => {
                let left = self.eval(left)?;
                match self.decision(&left)? {
                    Some(true) => self.eval(right)?,
                    Some(false) => left,
                    None => self.either(&mut |it| it.eval(right), &mut |_| Ok(Value::Unknown))?,
                }
            }
            Kind::Or(left, right) => {
                let left = self.eval(left)?;
                match self.decision(&left)? {
                    Some(true) => left,
                    Some(false) => self.eval(right)?,
                    None => self.either(&mut |_| Ok(Value::Unknown), &mut |it| it.eval(right))?,
                }
            }
            Kind::Defined(node) => self.defined(node)?,
            Kind::DefineOnce(name, value) => self.define_once(name, value)?,
            Kind::If { condition, then, otherwise } => {
                let condition = self.eval(condition)?;
                match self.decision(&condition)? {
                    Some(true) => self.eval(then)?,
                    Some(false) => self.eval(otherwise)?,
                    None => self.either(&mut |it| it.eval(then), &mut |it| it.eval(otherwise))?,
                }
            }
            Kind::While { condition, body, until, body_first } => self.repeat(condition, body, *until, *body_first)?,
            Kind::For { target, list, body } => self.for_each(target, list, body)?,
            Kind::Case { subject, branches, otherwise } => self.case(subject.as_deref(), branches, otherwise)?,
            Kind::CaseIn(case) => self.case_in(case, node.at)?,
            Kind::Sequence(nodes) => {
                let mut last = Value::Nil;
                for node in nodes {
                    last = self.eval(node)?;
                }
                last
            }
            Kind::Begin(begin) => self.begin(begin)?,
            Kind::Return(value) => {
                let value = self.optional(value.as_deref())?;
                if self.scope.frame == 0 {
                    self.at = node.at;
                    return self.not_covered("`return` outside of a method");
                }
                return Err(Stop::Return(self.scope.frame, value));
            }
            Kind::Break(value, of_loop) => {
                let value = self.optional(value.as_deref())?;
                if *of_loop {
                    return Err(Stop::LeaveLoop(value));
                }
                return Err(Stop::Break(0, value));
            }
            Kind::Next(value, of_loop) => {
                let value = self.optional(value.as_deref())?;
                return Err(if *of_loop { Stop::NextOfLoop } else { Stop::Next(value) });
            }
            Kind::Define(name, code) => {
                self.define(name, Body::Code(code.clone()));
                Value::Symbol(name.clone())
            }
            Kind::DefineOn(receiver, name, code) => {
                let receiver = self.eval(receiver)?;
                self.at = node.at;
                self.define_on(&receiver, name, code)?;
                Value::Symbol(name.clone())
            }
            Kind::Module(module) => self.module_body(module)?,
            Kind::Singleton(of, body) => self.singleton_body(of, body)?,
            Kind::Super(arguments, block) => self.call_super(arguments.as_ref(), block.as_deref(), node.at)?,
            Kind::Alias(new, old) => {
                self.alias(new, old)?;
                Value::Nil
            }
            Kind::Global(name) if matches!(&**name, "$?" | "$CHILD_STATUS") => self.status.clone(),
            Kind::Global(name) => match self.host.constant(&self.heap, name) {
                Some(value) => value,
                None if variables::is_own_global(name) => Value::Nil,
                None => return self.not_covered(format!("the global variable {name}")),
            },
            Kind::ClassVariable(name) => self.class_variable(name)?,
            Kind::Retry => return Err(Stop::Retry),
            Kind::MatchWrite(call, targets) => {
                let result = self.eval(call)?;
                if matches!(result, Value::Unknown) {
                    for (_, target) in targets {
                        self.assign_unknown(target)?;
                    }
                    return Ok(result);
                }
                let matched = self.last_match()?.cloned();
                for (name, target) in targets {
                    let text = matched.as_ref().and_then(|it| {
                        let numbers = it.pattern.names.iter().enumerate().filter(|(_, own)| **own == **name);
                        numbers.filter_map(|(index, _)| it.group(index + 1)).next_back().map(str::to_owned)
                    });
                    let value = text.map_or(Value::Nil, |it| self.heap.text(it));
                    self.assign(target, value)?;
                }
                result
            }
            Kind::ConstantOf(of, name) => match self.eval(of)? {
                Value::Class(class) => match self.constant_at(&format!("{class}::{name}")) {
                    Some(value) => value,
                    None => return self.not_covered(format!("the constant {class}::{name}")),
                },
                _ => return self.not_covered("a constant of a value"),
            },
            Kind::Lambda(code) => self.proc_of(code, true, 0),
            Kind::Assign(target, value) => {
                let value = self.eval(value)?;
                self.assign(target, value.clone())?;
                value
            }
            Kind::Spread(targets, value) => {
                let value = self.eval(value)?;
                self.spread(targets, &value)?;
                value
            }
            Kind::Update { target, operator, value } => self.update(target, operator, value, node.at)?,
            Kind::Text(text) => {
                self.out.push_str(text);
                Value::Output
            }
            Kind::Echo(inner) => {
                let value = self.eval(inner)?;
                self.at = inner.at;
                match self.shown_text(&value)? {
                    Some(text) => self.out.push_str(&text),
                    None => self.hole(),
                }
                Value::Output
            }
            Kind::Splat(inner) => {
                let value = self.eval(inner)?;
                let items = self.splat(&value)?;
                self.heap.array(items)
            }
            Kind::Binding(names) => {
                let this = self.scope.context.this.clone();
                if self.methods.contains_key("binding") || self.member_of(&this, "binding").is_some() {
                    return self.call_own("binding", Args::default(), true);
                }
                let bound = Bound { names: names.clone(), scope: self.scope.clone() };
                self.heap.keep(Value::Proc(Rc::new(Proc { what: Callable::Binding(Rc::new(bound)), is_lambda: true, home: 0 })))
            }
            Kind::File if is_internal(&self.file) => return self.not_covered("__FILE__ of a text without a file"),
            Kind::File if !self.file.is_empty() => self.heap.text(&*self.file),
            Kind::File => match self.host.file() {
                Some(file) => self.heap.text(file),
                None => return self.not_covered("__FILE__ of a text without a file"),
            },
            Kind::NotCovered(construct) => return self.not_covered(&**construct),
        })
    }

    fn optional(&mut self, node: Option<&Node>) -> Outcome {
        node.map_or(Ok(Value::Nil), |it| self.eval(it))
    }

    pub fn proc_of(&mut self, code: &Arc<Code>, is_lambda: bool, home: u64) -> Value {
        let what = Callable::Code(code.clone(), self.scope.clone());
        self.heap.keep(Value::Proc(Rc::new(Proc { what, is_lambda, home })))
    }

    fn call(&mut self, call: &Call, at: u32) -> Outcome {
        if let Some(result) = self.enumerated(call, at)? {
            return Ok(result);
        }
        let receiver = match &call.receiver {
            Some(node) => Some(self.eval(node)?),
            None => None,
        };
        if let Some(receiver) = &receiver {
            if call.safe && receiver.is_nil() {
                return Ok(Value::Nil);
            }
            if call.safe && matches!(receiver, Value::Unknown) {
                // It may be nil.
                return self.either(&mut |it| it.call_of(call, at, Some(&Value::Unknown)), &mut |_| Ok(Value::Unknown));
            }
            if &*call.name == "!" && call.arguments.is_empty() {
                return Ok(match receiver {
                    Value::Unknown => self.unknown(),
                    other => Value::Boolean(!self.truth(other)?),
                });
            }
        } else if call.is_word && &*call.name == "_erbout" {
            return Ok(Value::Output);
        }
        self.call_of(call, at, receiver.as_ref())
    }

    /// A call whose receiver was evaluated.
    pub fn call_of(&mut self, call: &Call, at: u32, receiver: Option<&Value>) -> Outcome {
        let list = self.list(&call.arguments)?;
        let (block, home) = self.block_of(call)?;
        self.at = call.name_at.max(at);
        self.is_listed = matches!(&*call.name, "max" | "min") && list.is_empty() && block.is_none() && is_listed(call);
        let keywords = call.keywords;
        let arguments = Args { list, keywords, block };
        let result = match receiver {
            Some(Value::This) | None => self.call_own(&call.name, arguments, call.is_word),
            Some(receiver) => {
                let own = call.receiver.as_ref().is_some_and(|it| matches!(it.kind, Kind::This));
                self.send_from(receiver, &call.name, arguments, own)
            }
        };
        match result {
            Err(Stop::Break(id, value)) if home != 0 && id == home => Ok(value),
            other => other,
        }
    }
}

/// Whether the receiver of a call is a list that its evaluation makes. Ruby compares the elements of such a list the other way round.
fn is_listed(call: &Call) -> bool {
    let Some(Kind::Array(items)) = call.receiver.as_ref().map(|it| &it.kind) else { return false };
    let is_literal = |it: &Node| {
        matches!(it.kind, Kind::Nil | Kind::True | Kind::False | Kind::Integer(_) | Kind::Big(_) | Kind::Float(_) | Kind::Symbol(_))
    };
    !items.iter().any(|it| matches!(it.kind, Kind::Splat(_))) && !items.iter().all(is_literal)
}
