//! Evaluates the nodes of the tree.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::Program;
use crate::objects::{Body, Class};

use crate::ast::{Begin, Call, Code, Kind, Name, Node, Operator, Pair, Place, Target, Targets};
use crate::host::Host;
use crate::invoke::Args;
use crate::regexp;
use crate::stop::{NotCovered, Outcome, Stop};
use crate::value::{Callable, Context, Exception, Hash, Heap, Match, Proc, Range, Scope, Value};

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

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 20_000_000, memory: 256 << 20, depth: 4_000 }
    }
}

pub struct Ruby<'h> {
    pub heap: Heap,
    pub host: &'h mut dyn Host,
    pub limits: Limits,
    pub steps: u64,
    depth: u32,
    pub scope: Rc<Scope>,
    pub methods: FxHashMap<Name, Arc<Code>>,
    pub instances: FxHashMap<Name, Value>,
    pub constants: FxHashMap<Name, Value>,
    pub classes: FxHashMap<Name, Class>,
    /// Whether the program adds methods to classes of Ruby's.
    pub reopened: bool,
    /// The file whose code runs; empty for a template.
    pub file: Name,
    /// The files that were loaded.
    pub loaded: Vec<String>,
    /// Whether what the program stores outside of a call is there in the next: so for functions, not for templates.
    pub keeps: bool,
    pub matched: Option<Rc<Match>>,
    texts: &'h [String],
    pub out: String,
    /// Where something that is not known belongs, in bytes of the text.
    pub holes: Vec<usize>,
    pub next_id: u64,
    /// Where the code is that is evaluated.
    pub at: u32,
    /// Texts that are being inspected, one in another.
    pub nesting: u32,
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
        let file = std::mem::replace(&mut self.file, program.file.clone());
        let at = self.at;
        let result = self.deeper(|ruby| ruby.eval(&program.parsed.root));
        self.heap.is_loading.set(loading);
        (self.scope, self.file, self.at) = (before, file, at);
        result
    }

    pub fn new(host: &'h mut dyn Host, heap: Heap, limits: Limits, texts: &'h [String], locals: usize) -> Ruby<'h> {
        let values = vec![Value::Nil; locals].into();
        let scope = heap.scope(Scope { values, parent: None, frame: 0, block: None, context: Rc::new(main_context()), early: false });
        Ruby {
            heap,
            host,
            limits,
            steps: 0,
            depth: 0,
            scope,
            methods: FxHashMap::default(),
            instances: FxHashMap::default(),
            constants: FxHashMap::default(),
            classes: FxHashMap::default(),
            reopened: false,
            file: "".into(),
            loaded: Vec::new(),
            keeps: false,
            matched: None,
            texts,
            out: String::new(),
            holes: Vec::new(),
            next_id: 1,
            at: 0,
            nesting: 0,
        }
    }

    pub fn spend(&mut self, steps: u64) -> Outcome<()> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > self.limits.steps {
            return Err(Stop::Limit("steps"));
        }
        if self.heap.used().saturating_add(self.out.len()) > self.limits.memory {
            return Err(Stop::Limit("memory"));
        }
        Ok(())
    }

    pub fn not_covered<T>(&self, construct: impl Into<String>) -> Outcome<T> {
        Err(Stop::NotCovered(Box::new(NotCovered { construct: construct.into(), at: self.at, file: self.file.clone() })))
    }

    pub fn raise<T>(&self, class: &str, message: impl Into<Rc<str>>) -> Outcome<T> {
        Err(Stop::Raise(Rc::new(Exception::new(class, message, self.at, self.file.clone()))))
    }

    pub fn unknown(&self) -> Value {
        self.heap.unknown_results.set(self.heap.unknown_results.get() + 1);
        self.heap.unknown()
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
            return Err(Stop::Limit("depth"));
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

    fn local(&self, place: Place) -> Option<(Rc<Scope>, usize)> {
        let mut scope = self.scope.clone();
        for _ in 0..place.depth {
            scope = scope.parent.clone()?;
        }
        Some((scope, place.slot as usize))
    }

    fn kind(&mut self, node: &Node) -> Outcome {
        Ok(match &node.kind {
            Kind::Nil => Value::Nil,
            Kind::True => Value::Boolean(true),
            Kind::False => Value::Boolean(false),
            Kind::This => self.scope.context.this.clone(),
            Kind::Integer(it) => Value::Integer(*it),
            Kind::Float(it) => Value::Float(*it),
            Kind::String(text) => self.heap.text(&**text),
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
            Kind::Group(number) => match &self.matched {
                Some(matched) => match matched.group(*number as usize) {
                    Some(text) => self.heap.text(text),
                    None => Value::Nil,
                },
                None => Value::Nil,
            },
            Kind::Matched(name) => match (&**name, self.matched.clone()) {
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
                if self.truth(&left)? { self.eval(right)? } else { left }
            }
            Kind::Or(left, right) => {
                let left = self.eval(left)?;
                if self.truth(&left)? { left } else { self.eval(right)? }
            }
            Kind::Defined(node) => self.defined(node)?,
            Kind::If { condition, then, otherwise } => {
                let condition = self.eval(condition)?;
                if self.truth(&condition)? { self.eval(then)? } else { self.eval(otherwise)? }
            }
            Kind::While { condition, body, until, body_first } => self.repeat(condition, body, *until, *body_first)?,
            Kind::For { target, list, body } => self.for_each(target, list, body)?,
            Kind::Case { subject, branches, otherwise } => self.case(subject.as_deref(), branches, otherwise)?,
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
            Kind::Global(name) => match &**name {
                "$PROGRAM_NAME" | "$0" | "$," | "$/" | "$stdout" | "$stderr" => {
                    return self.not_covered(format!("the global variable {name}"));
                }
                name => return self.not_covered(format!("the global variable {name}")),
            },
            Kind::ClassVariable(name) => self.class_variable(name)?,
            Kind::Retry => return Err(Stop::Retry),
            Kind::MatchWrite(call, targets) => {
                let result = self.eval(call)?;
                if matches!(result, Value::Unknown) {
                    return Err(Stop::Unknown);
                }
                let matched = self.matched.clone();
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
                let value = self.eval_spread(value)?;
                self.assign(target, value.clone())?;
                value
            }
            Kind::Spread(targets, value) => {
                let value = self.eval_spread(value)?;
                if matches!(value, Value::Unknown) {
                    return Err(Stop::Unknown);
                }
                self.spread(targets, &value)?;
                value
            }
            Kind::Update { target, operator, value } => self.update(target, operator, value, node.at)?,
            Kind::Text(index) => {
                let text = self.texts.get(*index as usize).map(String::as_str).unwrap_or_default();
                self.out.push_str(text);
                Value::Output
            }
            Kind::Echo(inner) => {
                let value = self.eval(inner)?;
                self.at = inner.at;
                match self.shown_text(&value)? {
                    Some(text) => self.out.push_str(&text),
                    None => self.holes.push(self.out.len()),
                }
                Value::Output
            }
            Kind::Splat(inner) => {
                let value = self.eval(inner)?;
                let items = self.splat(&value)?;
                self.heap.array(items)
            }
            Kind::File if !self.file.is_empty() => self.heap.text(&*self.file),
            Kind::File => match self.host.file() {
                Some(file) => self.heap.text(file),
                None => return self.not_covered("__FILE__ of a text without a file"),
            },
            Kind::NotCovered(construct) => return self.not_covered(&**construct),
        })
    }

    /// The value of an assignment: `a = *b` is a list.
    fn eval_spread(&mut self, node: &Node) -> Outcome {
        self.eval(node)
    }

    fn optional(&mut self, node: Option<&Node>) -> Outcome {
        node.map_or(Ok(Value::Nil), |it| self.eval(it))
    }

    /// The elements of a list, with what its splats hold.
    pub fn list(&mut self, nodes: &[Node]) -> Outcome<Vec<Value>> {
        let mut items = Vec::with_capacity(nodes.len());
        for node in nodes {
            match &node.kind {
                Kind::Splat(inner) => {
                    let value = self.eval(inner)?;
                    self.at = node.at;
                    items.extend(self.splat(&value)?);
                }
                _ => items.push(self.eval(node)?),
            }
        }
        Ok(items)
    }

    pub fn splat(&mut self, value: &Value) -> Outcome<Vec<Value>> {
        match value {
            Value::Array(it) => Ok(it.items()),
            Value::Nil => Ok(Vec::new()),
            Value::Hash(_) | Value::Range(_) => self.elements(value),
            Value::Unknown => Err(Stop::Unknown),
            Value::Foreign(_) => self.not_covered("a splat of something of Puppet's"),
            other => Ok(vec![other.clone()]),
        }
    }

    fn hash(&mut self, pairs: &[Pair]) -> Outcome {
        let hash = Hash::default();
        for pair in pairs {
            match pair {
                Pair::Entry(key, value) => {
                    let key = self.eval(key)?;
                    let value = self.eval(value)?;
                    self.store(&hash, key, value)?;
                }
                Pair::Splat(node) => match self.eval(node)? {
                    Value::Hash(other) => {
                        for (key, value) in other.pairs() {
                            self.store(&hash, key, value)?;
                        }
                    }
                    Value::Nil => return self.raise("TypeError", "no implicit conversion of nil into Hash"),
                    Value::Unknown => return Err(Stop::Unknown),
                    _ => return self.not_covered("a double splat of something else than a hash"),
                },
            }
        }
        Ok(self.heap.hash_of(hash))
    }

    fn range(&mut self, from: Value, to: Value, exclusive: bool) -> Outcome {
        let fits = match (&from, &to) {
            (Value::Unknown, _) | (_, Value::Unknown) => return Ok(self.unknown()),
            (Value::Integer(_) | Value::Float(_), Value::Integer(_) | Value::Float(_)) | (Value::String(_), Value::String(_)) => true,
            (Value::Nil, _) | (_, Value::Nil) => true,
            _ => false,
        };
        if !fits {
            return self.raise("ArgumentError", "bad value for range");
        }
        Ok(self.heap.keep(Value::Range(Rc::new(Range { from, to, exclusive }))))
    }

    pub fn instance(&mut self, name: &Name) -> Outcome {
        if let Some(value) = self.instances.get(name) {
            return Ok(value.clone());
        }
        match self.host.instance(&self.heap, name.strip_prefix('@').unwrap_or(name))? {
            Some(value) => {
                self.instances.insert(name.clone(), value.clone());
                Ok(value)
            }
            None => Ok(Value::Nil),
        }
    }

    /// Assigns `@name`, with its sign.
    pub fn set_instance(&mut self, name: &Name, value: Value) {
        self.instances.insert(name.clone(), value);
    }

    fn constant(&mut self, name: &Name) -> Outcome {
        if let Some(value) = self.find_constant(name) {
            return Ok(value);
        }
        let written = name.strip_prefix("::").unwrap_or(name);
        match self.host.constant(&self.heap, written) {
            Some(value) => {
                self.constants.insert(written.into(), value.clone());
                Ok(value)
            }
            None => self.not_covered(format!("the constant {written}")),
        }
    }

    /// What is written in a text.
    fn interpolate(&mut self, parts: &[Node]) -> Outcome<Option<String>> {
        let mut text = String::new();
        let mut is_known = true;
        for part in parts {
            if let Kind::String(piece) = &part.kind {
                text.push_str(piece);
                continue;
            }
            let value = self.eval(part)?;
            self.at = part.at;
            match self.shown_text(&value)? {
                Some(piece) => text.push_str(&piece),
                None => is_known = false,
            }
            self.heap.count(text.len() / 8);
        }
        Ok(is_known.then_some(text))
    }

    fn repeat(&mut self, condition: &Node, body: &Node, until: bool, body_first: bool) -> Outcome {
        let mut first = body_first;
        loop {
            self.spend(1)?;
            if !std::mem::take(&mut first) {
                let value = self.eval(condition)?;
                if self.truth(&value)? == until {
                    return Ok(Value::Nil);
                }
            }
            match self.eval(body) {
                Ok(_) | Err(Stop::NextOfLoop) => {}
                Err(Stop::LeaveLoop(value)) => return Ok(value),
                Err(other) => return Err(other),
            }
        }
    }

    fn for_each(&mut self, target: &Target, list: &Node, body: &Node) -> Outcome {
        let list = self.eval(list)?;
        if matches!(list, Value::Unknown) {
            return Err(Stop::Unknown);
        }
        if !matches!(list, Value::Array(_) | Value::Hash(_) | Value::Range(_)) {
            return self.not_covered("`for` over something else than a list, hash or range");
        }
        let is_several = matches!(target, Target::Spread(_));
        for item in self.elements(&list)? {
            self.spend(1)?;
            match target {
                Target::Spread(targets) if is_several => self.spread(targets, &item)?,
                target => self.assign(target, item)?,
            }
            match self.eval(body) {
                Ok(_) | Err(Stop::NextOfLoop) => {}
                Err(Stop::LeaveLoop(value)) => return Ok(value),
                Err(other) => return Err(other),
            }
        }
        Ok(list)
    }

    fn case(&mut self, subject: Option<&Node>, branches: &[(Vec<Node>, Node)], otherwise: &Node) -> Outcome {
        let subject = match subject {
            Some(node) => Some(self.eval(node)?),
            None => None,
        };
        for (conditions, body) in branches {
            for condition in conditions {
                let values = match &condition.kind {
                    Kind::Splat(inner) => {
                        let list = self.eval(inner)?;
                        self.splat(&list)?
                    }
                    _ => vec![self.eval(condition)?],
                };
                self.at = condition.at;
                for value in values {
                    let fits = match &subject {
                        Some(subject) => {
                            let found = self.send(&value, "===", Args::of(vec![subject.clone()]))?;
                            self.truth(&found)?
                        }
                        None => self.truth(&value)?,
                    };
                    if fits {
                        return self.eval(body);
                    }
                }
            }
        }
        self.eval(otherwise)
    }

    fn begin(&mut self, begin: &Begin) -> Outcome {
        let mut result = self.begin_once(begin);
        while matches!(result, Err(Stop::Retry)) && !begin.rescues.is_empty() {
            self.spend(10)?;
            result = self.begin_once(begin);
        }
        if let Some(ensure) = &begin.ensure {
            if matches!(result, Err(Stop::NotCovered(_) | Stop::Limit(_) | Stop::Unknown | Stop::Host(_))) {
                return result;
            }
            self.eval(ensure)?;
        }
        result
    }

    fn begin_once(&mut self, begin: &Begin) -> Outcome {
        let unknown_before = self.heap.unknown_results.get();
        let mut result = self.eval(&begin.body);
        if !begin.rescues.is_empty() {
            // What is not known might as well have been an error.
            if self.heap.unknown_results.get() != unknown_before {
                return Err(Stop::Unknown);
            }
            match result {
                Err(Stop::Raise(exception)) => result = self.rescue(begin, exception),
                Err(Stop::Host(_)) => return self.not_covered("`rescue` of an error of a function"),
                Ok(value) => {
                    result = match &begin.otherwise {
                        Some(otherwise) => self.eval(otherwise),
                        None => Ok(value),
                    }
                }
                other => result = other,
            }
        }
        result
    }

    fn rescue(&mut self, begin: &Begin, exception: Rc<Exception>) -> Outcome {
        for rescue in &begin.rescues {
            let mut fits = false;
            if rescue.classes.is_empty() {
                fits = self.inherits(&exception.class, "StandardError");
            }
            for value in self.list(&rescue.classes)? {
                match &value {
                    Value::Class(name) => fits |= self.inherits(&exception.class, name),
                    _ => return self.not_covered("`rescue` of a class that is not known"),
                }
            }
            if fits {
                if let Some(target) = &rescue.variable {
                    let value = self.heap.keep(Value::Exception(exception));
                    self.assign(target, value)?;
                }
                return self.eval(&rescue.body);
            }
        }
        Err(Stop::Raise(exception))
    }

    pub fn proc_of(&mut self, code: &Arc<Code>, is_lambda: bool, home: u64) -> Value {
        let what = Callable::Code(code.clone(), self.scope.clone());
        self.heap.keep(Value::Proc(Rc::new(Proc { what, is_lambda, home })))
    }

    pub fn assign(&mut self, target: &Target, value: Value) -> Outcome<()> {
        match target {
            Target::Local(place) => match self.local(*place) {
                Some((scope, slot)) => {
                    self.changes_early(scope.early)?;
                    if let Some(variable) = scope.values.borrow_mut().get_mut(slot) {
                        *variable = value;
                    }
                    Ok(())
                }
                None => self.not_covered("a variable of no scope"),
            },
            Target::Instance(name) => {
                let this = self.scope.context.this.clone();
                self.set_field(&this, name, value)
            }
            Target::Constant(name) => self.set_constant(name, value),
            Target::ClassVariable(name) => self.set_class_variable(name, value),
            Target::Index { receiver, arguments } => {
                let receiver = self.eval(receiver)?;
                let mut arguments = self.list(arguments)?;
                arguments.push(value);
                self.send(&receiver, "[]=", Args::of(arguments)).map(|_| ())
            }
            Target::Attribute { receiver, name, safe } => {
                let receiver = self.eval(receiver)?;
                if *safe && receiver.is_nil() {
                    return Ok(());
                }
                self.send_from(&receiver, &format!("{name}="), Args::of(vec![value]), true).map(|_| ())
            }
            Target::Spread(targets) => self.spread(targets, &value),
            Target::NotCovered(what) => self.not_covered(format!("an assignment to {what}")),
        }
    }

    pub fn spread(&mut self, targets: &Targets, value: &Value) -> Outcome<()> {
        let items = match value {
            Value::Array(it) => it.items(),
            Value::Unknown => return Err(Stop::Unknown),
            Value::Foreign(_) => return self.not_covered("several variables from something of Puppet's"),
            other => vec![other.clone()],
        };
        for (index, target) in targets.lefts.iter().enumerate() {
            self.assign(target, items.get(index).cloned().unwrap_or(Value::Nil))?;
        }
        let after = items.get(targets.lefts.len()..).unwrap_or_default();
        let Some(rest) = &targets.rest else { return Ok(()) };
        let count = after.len().saturating_sub(targets.rights.len());
        if let Some(target) = rest {
            let list = self.heap.array(after.get(..count).unwrap_or_default().to_vec());
            self.assign(target, list)?;
        }
        for (index, target) in targets.rights.iter().enumerate() {
            self.assign(target, after.get(count + index).cloned().unwrap_or(Value::Nil))?;
        }
        Ok(())
    }

    fn update(&mut self, target: &Target, operator: &Operator, value: &Node, at: u32) -> Outcome {
        // The receiver and the arguments are evaluated once.
        let (mut receiver, mut arguments) = (Value::Nil, Vec::new());
        let current = match target {
            Target::Local(place) => match self.local(*place) {
                Some((scope, slot)) => scope.values.borrow().get(slot).cloned().unwrap_or(Value::Nil),
                None => Value::Nil,
            },
            Target::Instance(name) => {
                let this = self.scope.context.this.clone();
                self.field(&this, name)?
            }
            Target::Constant(name) => self.find_constant(name).unwrap_or(Value::Nil),
            Target::Attribute { receiver: node, name, safe: false } => {
                receiver = self.eval(node)?;
                self.at = at;
                self.send_from(&receiver, name, Args::default(), true)?
            }
            Target::Index { receiver: node, arguments: nodes } => {
                receiver = self.eval(node)?;
                arguments = self.list(nodes)?;
                self.at = at;
                self.send(&receiver, "[]", Args::of(arguments.clone()))?
            }
            _ => return self.not_covered("an assignment with an operator to this"),
        };
        let new = match operator {
            Operator::Or => {
                if self.truth(&current)? {
                    return Ok(current);
                }
                self.eval(value)?
            }
            Operator::And => {
                if !self.truth(&current)? {
                    return Ok(current);
                }
                self.eval(value)?
            }
            Operator::Method(name) => {
                let value = self.eval(value)?;
                self.at = at;
                self.send(&current, name, Args::of(vec![value]))?
            }
        };
        match target {
            Target::Index { .. } => {
                arguments.push(new.clone());
                self.send(&receiver, "[]=", Args::of(arguments))?;
            }
            Target::Attribute { name, .. } => {
                self.send_from(&receiver, &format!("{name}="), Args::of(vec![new.clone()]), true)?;
            }
            target => self.assign(target, new.clone())?,
        }
        Ok(new)
    }

    fn defined(&mut self, node: &Node) -> Outcome {
        let text = match &node.kind {
            Kind::Nil => "expression",
            Kind::Local(_) => "local-variable",
            Kind::Instance(name) if !matches!(self.scope.context.this, Value::This) => {
                let this = self.scope.context.this.clone();
                if self.is_kept(&this, name) {
                    return self.not_covered("`defined?` of an instance variable of a function");
                }
                let there = match &this {
                    Value::Object(it) => it.fields.borrow().contains_key(name),
                    Value::Class(it) => self.classes.get(it).is_some_and(|it| it.fields.contains_key(name)),
                    _ => return self.not_covered("`defined?` of this"),
                };
                if there { "instance-variable" } else { return Ok(Value::Nil) }
            }
            Kind::Instance(name) => match self.host.instance(&self.heap, name.strip_prefix('@').unwrap_or(name))? {
                Some(_) => "instance-variable",
                None if self.instances.contains_key(name) => "instance-variable",
                None => return Ok(Value::Nil),
            },
            Kind::Call(call) if call.receiver.is_none() && call.arguments.is_empty() => {
                let this = self.scope.context.this.clone();
                let is_main = matches!(this, Value::This);
                if self.methods.contains_key(&call.name)
                    || (is_main && self.host.responds(&call.name))
                    || (!is_main && self.member_of(&this, &call.name).is_some())
                {
                    "method"
                } else if crate::methods::has_private("Object", &call.name) {
                    return self.not_covered("`defined?` of a method");
                } else {
                    return Ok(Value::Nil);
                }
            }
            Kind::Constant(name) => match self.constant(name) {
                Ok(_) => "constant",
                Err(stop) => return Err(stop),
            },
            Kind::Assign(..) | Kind::Update { .. } => "assignment",
            Kind::String(_) | Kind::Integer(_) | Kind::Array(_) => "expression",
            _ => return self.not_covered("`defined?` of this"),
        };
        Ok(self.heap.frozen(text))
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
                return Ok(self.unknown());
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
        let list = self.list(&call.arguments)?;
        let (block, home) = self.block_of(call)?;
        self.at = call.name_at.max(at);
        let keywords = call.keywords;
        let arguments = Args { list, keywords, block };
        let result = match &receiver {
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
