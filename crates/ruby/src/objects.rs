//! Classes and modules that a program defines, and which of their methods is meant.

mod constants;
mod definitions;
mod fields;
mod inheritance;
mod instances;
mod singletons;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::ast::{Code, Name};
use crate::class;
use crate::eval::Ruby;
use crate::invoke::Args;
use crate::methods;
use crate::stop::Outcome;
use crate::value::{Callable, Context, Proc, Running, Value};

/// More ancestors are not followed.
const DEEPEST: usize = 200;

/// A class or module of the program, or what it adds to one of Ruby's.
#[derive(Clone, Debug, Default)]
pub struct Class {
    pub is_module: bool,
    pub parent: Option<Name>,
    /// Those that are searched first come first.
    pub includes: Vec<Name>,
    pub prepends: Vec<Name>,
    pub extends: Vec<Name>,
    pub methods: FxHashMap<Name, Member>,
    /// Those of the class itself.
    pub own: FxHashMap<Name, Member>,
    pub fields: FxHashMap<Name, Value>,
    pub variables: FxHashMap<Name, Value>,
    /// The members of a `Struct`, and whether `new` takes keywords.
    pub members: Option<(Vec<Name>, bool)>,
    /// Shown name; none if it has no name.
    pub shown: Option<Name>,
    /// The host made it, and covers a part of what it can do.
    pub is_partial: bool,
}

#[derive(Clone, Debug)]
pub struct Member {
    pub body: Body,
    pub is_private: bool,
}

#[derive(Clone, Debug)]
pub enum Body {
    Code(Arc<Code>),
    Proc(Rc<Proc>),
    Reader(Name),
    Writer(Name),
    /// A method of Ruby's under another name.
    BuiltIn(Name),
    Undefined,
}

/// A method and the class that it was found in.
pub type Found = (Name, Member);

impl Ruby<'_> {
    /// A class or module with all that is after it, nearest first.
    pub fn lineage(&self, name: &Name) -> Vec<Name> {
        let mut all = Vec::new();
        let mut next = Some(name.clone());
        while let Some(name) = next.take() {
            if all.len() > DEEPEST {
                break;
            }
            let Some(class) = self.classes.get(&name) else {
                all.push(name.clone());
                all.extend(class::ancestors(&name).unwrap_or_default().iter().map(|it| Name::from(*it)));
                break;
            };
            for module in &class.prepends {
                self.add_module(module, &mut all);
            }
            all.push(name.clone());
            for module in &class.includes {
                self.add_module(module, &mut all);
            }
            match class::ancestors(&name) {
                Some(ancestors) => all.extend(ancestors.iter().map(|it| Name::from(*it))),
                None if class.is_module => {}
                None => next = Some(class.parent.clone().unwrap_or_else(|| "Object".into())),
            }
        }
        all
    }

    fn add_module(&self, module: &Name, all: &mut Vec<Name>) {
        if all.len() > DEEPEST || all.contains(module) {
            return;
        }
        all.push(module.clone());
        if let Some(class) = self.classes.get(module) {
            for inner in &class.includes {
                self.add_module(inner, all);
            }
        }
    }

    /// Whether the class is the other or below it.
    pub fn inherits(&self, name: &Name, other: &str) -> bool {
        if **name == *other || class::inherits(name, other) {
            return true;
        }
        self.classes.contains_key(name) && self.lineage(name).iter().any(|it| **it == *other)
    }

    /// Whether all ancestors of a class are known.
    pub fn is_known_class(&self, name: &str) -> bool {
        self.classes.contains_key(name) || class::ancestors(name).is_some()
    }

    pub fn find_member(&self, class: &Name, name: &str) -> Option<Found> {
        if let Some(it) = self.classes.get(class).filter(|it| it.prepends.is_empty()).and_then(|it| it.methods.get(name)) {
            return Some((class.clone(), it.clone()));
        }
        self.lineage(class).into_iter().find_map(|it| {
            let member = self.classes.get(&it)?.methods.get(name)?.clone();
            Some((it, member))
        })
    }

    /// A method of a class itself, from its own or those that it inherits.
    pub fn find_own_member(&self, class: &Name, name: &str) -> Option<Found> {
        self.own_members(class, name).into_iter().next()
    }

    fn own_members(&self, class: &Name, name: &str) -> Vec<Found> {
        let mut found = Vec::new();
        let mut next = Some(class.clone());
        let mut count = 0;
        while let Some(current) = next.take() {
            count += 1;
            let Some(class) = self.classes.get(&current).filter(|_| count < DEEPEST) else { break };
            if let Some(it) = class.own.get(name) {
                found.push((current.clone(), it.clone()));
            }
            for module in &class.extends {
                for it in self.lineage(module) {
                    if let Some(member) = self.classes.get(&it).and_then(|it| it.methods.get(name)) {
                        found.push((it, member.clone()));
                    }
                }
            }
            next = class.parent.clone();
        }
        found
    }

    /// The method of the program that a value has.
    pub fn member_of(&self, value: &Value, name: &str) -> Option<(Found, bool)> {
        if let Some(singleton) = self.singleton_of(value)
            && let Some(found) = self.find_member(singleton, name)
        {
            return Some((found, false));
        }
        match value {
            Value::Class(class) => self.find_own_member(class, name).map(|it| (it, true)),
            Value::Object(it) => self.find_member(&it.class, name).map(|it| (it, false)),
            Value::Exception(it) if self.classes.contains_key(&it.class) => self.find_member(&it.class, name).map(|it| (it, false)),
            Value::Foreign(it) if self.classes.contains_key(&it.class) => self.find_member(&it.class, name).map(|it| (it, false)),
            value if self.reopened => self.find_member(&class::class_of(value), name).map(|it| (it, false)),
            _ => None,
        }
    }

    pub fn call_member(&mut self, this: &Value, name: &str, found: Found, singleton: bool, arguments: Args) -> Outcome {
        let (owner, member) = found;
        match &member.body {
            Body::Code(code) => {
                let running = Running { owner, name: name.into(), singleton, code: Some(code.clone()), scope: RefCell::new(None) };
                self.deeper(|ruby| ruby.call_code(&code.clone(), this.clone(), Some(running), arguments))
            }
            Body::Proc(block) => {
                let running = Running { owner: owner.clone(), name: name.into(), singleton, code: None, scope: RefCell::new(None) };
                let context = Context {
                    this: this.clone(),
                    target: Some(owner),
                    singleton,
                    module: "".into(),
                    method: Some(Rc::new(running)),
                    visibility: Cell::default(),
                };
                let block = Rc::new(Proc { what: block.what.clone(), is_lambda: true, home: 0 });
                self.call_proc_in(&block, arguments.list, arguments.keywords, arguments.block, Some(context))
            }
            Body::Reader(field) => self.field(this, field),
            Body::Writer(field) => {
                let value = arguments.at(0);
                self.set_field(this, field, value.clone())?;
                Ok(value)
            }
            Body::BuiltIn(other) => match methods::find(this, other) {
                Some(method) => self.run(method, this, arguments),
                None => self.not_covered(format!("{}#{other}", class::class_of(this))),
            },
            Body::Undefined => self.not_covered(format!("a method that was undefined ({name})")),
        }
    }

    pub fn class_mut(&mut self, name: &Name) -> &mut Class {
        let is_builtin = class::named(name).is_some();
        if is_builtin {
            self.reopened = true;
        }
        let is_partial = self.is_of_host();
        let new = || Class { is_module: class::is_module(name), shown: Some(name.clone()), is_partial, ..Class::default() };
        Rc::make_mut(Rc::make_mut(&mut self.classes).entry(name.clone()).or_insert_with(|| Rc::new(new())))
    }

    /// Whether the file that is being loaded is the host's own, or part of the library here.
    pub fn is_of_host(&self) -> bool {
        crate::eval::is_internal(&self.file) || self.file.is_empty() && self.heap.is_loading.get()
    }

    /// A new class without a name.
    pub fn new_class(&mut self, parent: Option<Name>, is_module: bool) -> Name {
        let name: Name = format!("#<Class:{}>", self.new_id()).into();
        self.heap.count(256);
        let is_partial = parent.as_ref().and_then(|it| self.classes.get(it)).is_some_and(|it| it.is_partial);
        Rc::make_mut(&mut self.classes).insert(name.clone(), Rc::new(Class { is_module, parent, is_partial, ..Class::default() }));
        name
    }

    /// How a class is called; none has no name.
    pub fn class_name(&self, name: &Name) -> Option<Name> {
        match self.classes.get(name) {
            Some(class) => class.shown.clone(),
            None => Some(name.clone()),
        }
    }

    /// Runs a block with another `self`.
    pub fn run_as(&mut self, block: &Rc<Proc>, this: Value, target: Option<Name>, arguments: Vec<Value>) -> Outcome {
        let module = match &block.what {
            Callable::Code(_, scope) => scope.context.module.clone(),
            _ => "".into(),
        };
        let method = match &block.what {
            Callable::Code(_, scope) => scope.context.method.clone(),
            _ => None,
        };
        let context = Context { this, target, singleton: false, module, method, visibility: Cell::default() };
        self.call_proc_in(block, arguments, false, None, Some(context))
    }

    /// Ruby's error for a missing method.
    pub fn undefined_method(&mut self, receiver: &Value, name: &str) -> Outcome {
        match receiver {
            Value::Class(class) if self.classes.get(class).is_some_and(|it| it.is_partial) => self.not_covered(format!("{class}.{name}")),
            Value::Class(class) => match self.class_name(class) {
                Some(shown) => {
                    let kind = if self.classes.get(class).is_some_and(|it| it.is_module) { "Module" } else { "Class" };
                    self.raise("NoMethodError", format!("undefined method `{name}' for {shown}:{kind}"))
                }
                None => self.not_covered(format!("a method that a class lacks ({name})")),
            },
            Value::Object(it) => {
                let class = it.class.clone();
                self.not_covered(format!("{class}#{name}, which it lacks"))
            }
            other => {
                let shown = self.receiver_text(other)?;
                self.raise("NoMethodError", format!("undefined method `{name}' for {shown}"))
            }
        }
    }
}
