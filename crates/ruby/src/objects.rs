//! Classes, modules and objects that a program defines: which method is meant, constants, `super`.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::ast::{BlockOf, Code, ModuleBody, Name, Node, Target};
use crate::class;
use crate::eval::Ruby;
use crate::invoke::Args;
use crate::methods;
use crate::stop::{Outcome, Stop};
use crate::value::{Callable, Context, Exception, Object, Proc, Running, Scope, Value, Visibility};

/// More ancestors are not followed.
const DEEPEST: usize = 200;

/// A class or module of the program, or what it adds to one of Ruby's.
#[derive(Debug, Default)]
pub struct Class {
    pub is_module: bool,
    pub parent: Option<Name>,
    /// Those that are looked at first come first.
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
    /// What it is called; none has no name.
    pub shown: Option<Name>,
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
    /// A class or module with all that is behind it, nearest first.
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
        match value {
            Value::Class(class) => self.find_own_member(class, name).map(|it| (it, true)),
            Value::Object(it) => self.find_member(&it.class, name).map(|it| (it, false)),
            Value::Exception(it) if self.classes.contains_key(&it.class) => self.find_member(&it.class, name).map(|it| (it, false)),
            Value::Foreign(it) if self.classes.contains_key(&it.class) => self.find_member(&it.class, name).map(|it| (it, false)),
            value if self.reopened => self.find_member(&class::of(value), name).map(|it| (it, false)),
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
                None => self.not_covered(format!("{}#{other}", class::of(this))),
            },
            Body::Undefined => self.not_covered(format!("a method that was undefined ({name})")),
        }
    }

    /// What a function stores is there in its next call.
    pub fn is_kept(&self, this: &Value, name: &Name) -> bool {
        let Value::Object(object) = this else { return false };
        self.keeps
            && !object.fields.borrow().contains_key(name)
            && self.lineage(&object.class).iter().any(|it| &**it == "Puppet::Functions::Function")
    }

    /// Refuses a change of what stays from one call of a function to the next.
    pub fn changes_early(&self, early: bool) -> Outcome<()> {
        if early && self.keeps && !self.heap.is_loading.get() {
            return self.not_covered("a change of something that stays from one call to the next");
        }
        Ok(())
    }

    pub fn field(&mut self, this: &Value, name: &Name) -> Outcome {
        if self.is_kept(this, name) {
            return self.not_covered(format!("the instance variable {name}, which an earlier call may have assigned"));
        }
        Ok(match this {
            Value::Object(it) => it.fields.borrow().get(name).cloned().unwrap_or(Value::Nil),
            Value::Exception(it) => it.fields.borrow().get(name).cloned().unwrap_or(Value::Nil),
            Value::Class(class) => self.classes.get(class).and_then(|it| it.fields.get(name)).cloned().unwrap_or(Value::Nil),
            Value::This => self.instance(name)?,
            other => return self.not_covered(format!("an instance variable of {}", class::of(other))),
        })
    }

    pub fn set_field(&mut self, this: &Value, name: &Name, value: Value) -> Outcome<()> {
        match this {
            Value::Object(it) => {
                self.changes_early(it.early)?;
                if it.frozen.get() {
                    return self.not_covered("a change of an object that is frozen");
                }
                self.heap.count(64);
                it.fields.borrow_mut().insert(name.clone(), value);
            }
            Value::Exception(it) => {
                it.fields.borrow_mut().insert(name.clone(), value);
            }
            Value::Class(class) => {
                self.changes_early(true)?;
                let class = class.clone();
                self.class_mut(&class).fields.insert(name.clone(), value);
            }
            Value::This => self.set_instance(name, value),
            other => return self.not_covered(format!("an instance variable of {}", class::of(other))),
        }
        Ok(())
    }

    pub fn class_mut(&mut self, name: &Name) -> &mut Class {
        let is_builtin = class::named(name).is_some();
        if is_builtin {
            self.reopened = true;
        }
        self.classes.entry(name.clone()).or_insert_with(|| Class {
            is_module: class::is_module(name),
            shown: Some(name.clone()),
            ..Class::default()
        })
    }

    /// A new class without a name.
    pub fn new_class(&mut self, parent: Option<Name>, is_module: bool) -> Name {
        let name: Name = format!("#<Class:{}>", self.new_id()).into();
        self.heap.count(256);
        self.classes.insert(name.clone(), Class { is_module, parent, ..Class::default() });
        name
    }

    /// How a class is called; none has no name.
    pub fn class_name(&self, name: &Name) -> Option<Name> {
        match self.classes.get(name) {
            Some(class) => class.shown.clone(),
            None => Some(name.clone()),
        }
    }

    /// A constant that stands exactly there.
    pub fn constant_at(&mut self, full: &str) -> Option<Value> {
        if let Some(value) = self.constants.get(full) {
            return Some(value.clone());
        }
        if let Some((name, _)) = self.classes.get_key_value(full) {
            return Some(Value::Class(name.clone()));
        }
        if let Some(library) = crate::load::library(full) {
            // It defines the constant, or else nothing.
            self.classes.insert(full.into(), Class { is_module: full == "Shellwords", shown: Some(full.into()), ..Class::default() });
            return match self.run_program(library) {
                Ok(_) => Some(Value::Class(full.into())),
                Err(_) => None,
            };
        }
        class::named(full).map(Value::Class).or_else(|| self.built_in_constant(full))
    }

    /// A constant as code in a module sees it.
    pub fn find_constant(&mut self, written: &str) -> Option<Value> {
        let (first, rest) = match written.split_once("::") {
            Some(("", absolute)) => {
                let (first, rest) = absolute.split_once("::").map_or((absolute, None), |(a, b)| (a, Some(b)));
                let found = self.constant_at(first);
                return match rest {
                    Some(rest) if found.is_some() || self.is_prefix(first) => self.within(found, first, rest),
                    _ => found,
                };
            }
            Some((first, rest)) => (first, Some(rest)),
            None => (written, None),
        };
        let module = self.scope.context.module.clone();
        let mut around: &str = &module;
        let mut found = None;
        while !around.is_empty() {
            let full = format!("{around}::{first}");
            found = self.constant_at(&full).map(|it| (it, full));
            if found.is_some() {
                break;
            }
            around = around.rsplit_once("::").map_or("", |it| it.0);
        }
        if found.is_none() && !module.is_empty() {
            found = self.inherited_constant(&module, first);
        }
        if found.is_none() {
            found = self.constant_at(first).map(|it| (it, first.to_owned()));
        }
        match (found, rest) {
            (Some((value, _)), None) => Some(value),
            (Some((value, full)), Some(rest)) => self.within(Some(value), &full, rest),
            (None, Some(rest)) if self.is_prefix(first) => self.within(None, first, rest),
            _ => None,
        }
    }

    /// Whether Ruby has constants in a module of that name that is no class of its own here (`Float`, `Digest`).
    fn is_prefix(&self, name: &str) -> bool {
        matches!(name, "Digest" | "OpenSSL" | "URI" | "Base64" | "Process" | "Etc" | "Errno" | "Psych" | "YAML" | "CGI")
    }

    fn inherited_constant(&mut self, class: &Name, name: &str) -> Option<(Value, String)> {
        for ancestor in self.lineage(class) {
            let full = format!("{ancestor}::{name}");
            if let Some(value) = self.constant_at(&full) {
                return Some((value, full));
            }
        }
        None
    }

    fn within(&mut self, value: Option<Value>, full: &str, rest: &str) -> Option<Value> {
        let base = match value {
            Some(Value::Class(name)) => name.to_string(),
            _ => full.to_owned(),
        };
        if let Some(value) = self.constant_at(&format!("{base}::{rest}")) {
            return Some(value);
        }
        let (first, more) = rest.split_once("::").map_or((rest, None), |(a, b)| (a, Some(b)));
        let (value, full) = self.inherited_constant(&base.as_str().into(), first)?;
        match more {
            None => Some(value),
            Some(more) => self.within(Some(value), &full, more),
        }
    }

    fn built_in_constant(&mut self, name: &str) -> Option<Value> {
        Some(match name {
            "Float::INFINITY" => Value::Float(f64::INFINITY),
            "Float::NAN" => Value::Float(f64::NAN),
            "Float::EPSILON" => Value::Float(f64::EPSILON),
            "Float::MAX" => Value::Float(f64::MAX),
            "Regexp::IGNORECASE" => Value::Integer(1),
            "Regexp::EXTENDED" => Value::Integer(2),
            "Regexp::MULTILINE" => Value::Integer(4),
            "File::SEPARATOR" => self.heap.frozen("/"),
            _ => return None,
        })
    }

    /// The full name of a constant that is defined here.
    pub fn constant_name(&mut self, written: &str) -> Outcome<Name> {
        if let Some(absolute) = written.strip_prefix("::") {
            return Ok(absolute.into());
        }
        let module = self.scope.context.module.clone();
        if let Some((path, last)) = written.rsplit_once("::") {
            return match self.find_constant(path) {
                Some(Value::Class(name)) => Ok(format!("{name}::{last}").into()),
                _ => self.not_covered(format!("the constant {path}")),
            };
        }
        Ok(if module.is_empty() { written.into() } else { format!("{module}::{written}").into() })
    }

    pub fn set_constant(&mut self, written: &str, value: Value) -> Outcome<()> {
        self.changes_early(true)?;
        let full = self.constant_name(written)?;
        if let Value::Class(class) = &value
            && let Some(class) = self.classes.get_mut(class)
            && class.shown.is_none()
        {
            class.shown = Some(full.clone());
        }
        self.constants.insert(full, value);
        Ok(())
    }

    pub fn module_body(&mut self, module: &ModuleBody) -> Outcome {
        let parent = match &module.parent {
            None => None,
            Some(node) => match self.eval(node)? {
                Value::Class(name) => Some(name),
                _ => return self.not_covered("a superclass that is no class"),
            },
        };
        let full = self.constant_name(&module.name)?;
        let name = match self.constant_at(&full) {
            Some(Value::Class(name)) => name,
            Some(_) => return self.raise("TypeError", format!("{} is not a class", module.name)),
            None => {
                let shown = Some(full.clone());
                self.heap.count(256);
                let class = Class { is_module: module.is_module, parent: parent.clone(), shown, ..Class::default() };
                self.classes.insert(full.clone(), class);
                if let Some(parent) = &parent
                    && self.find_own_member(parent, "inherited").is_some()
                {
                    self.send(&Value::Class(parent.clone()), "inherited", Args::of(vec![Value::Class(full.clone())]))?;
                }
                full.clone()
            }
        };
        self.class_mut(&name);
        self.run_body(&module.body, Value::Class(name.clone()), Some(name), false, Some(full))
    }

    pub fn singleton_body(&mut self, of: &Node, body: &Arc<Code>) -> Outcome {
        match self.eval(of)? {
            Value::Class(name) => self.run_body(body, Value::Class(name.clone()), Some(name), true, None),
            _ => self.not_covered("class << of an object"),
        }
    }

    fn run_body(&mut self, code: &Arc<Code>, this: Value, target: Option<Name>, singleton: bool, module: Option<Name>) -> Outcome {
        let module = module.unwrap_or_else(|| self.scope.context.module.clone());
        let context = Context { this, target, singleton, module, method: None, visibility: Cell::default() };
        let values = vec![Value::Nil; code.locals].into();
        let scope = self.heap.scope(Scope { values, parent: None, frame: 0, block: None, context: Rc::new(context), early: false });
        let before = std::mem::replace(&mut self.scope, scope);
        let result = self.deeper(|ruby| ruby.eval(&code.body));
        self.scope = before;
        result
    }

    /// `def name`
    pub fn define(&mut self, name: &Name, body: Body) {
        let context = self.scope.context.clone();
        let Some(target) = context.target.clone() else {
            if let Body::Code(code) = body {
                self.methods.insert(name.clone(), code);
            }
            return;
        };
        let visibility = context.visibility.get();
        let is_private = (visibility != Visibility::Public || &**name == "initialize") && !context.singleton;
        let class = self.class_mut(&target);
        if context.singleton {
            class.own.insert(name.clone(), Member { body, is_private: visibility == Visibility::Private });
            return;
        }
        if visibility == Visibility::Both {
            class.own.insert(name.clone(), Member { body: body.clone(), is_private: false });
        }
        class.methods.insert(name.clone(), Member { body, is_private });
    }

    pub fn define_on(&mut self, receiver: &Value, name: &Name, code: &Arc<Code>) -> Outcome<()> {
        match receiver {
            Value::Class(class) => {
                let member = Member { body: Body::Code(code.clone()), is_private: false };
                self.class_mut(&class.clone()).own.insert(name.clone(), member);
                Ok(())
            }
            _ => self.not_covered("a method of one object"),
        }
    }

    pub fn alias(&mut self, new: &Name, old: &Name) -> Outcome<()> {
        let context = self.scope.context.clone();
        let Some(target) = context.target.clone() else {
            return match self.methods.get(old).cloned() {
                Some(code) => {
                    self.methods.insert(new.clone(), code);
                    Ok(())
                }
                None => self.not_covered("alias of a method of Ruby's"),
            };
        };
        let found = if context.singleton { self.find_own_member(&target, old) } else { self.find_member(&target, old) };
        let member = match found {
            Some((_, member)) => member,
            None if !context.singleton && methods::exists_in(&target, old) => {
                Member { body: Body::BuiltIn(old.clone()), is_private: false }
            }
            None => return self.not_covered(format!("alias of {old}")),
        };
        let class = self.class_mut(&target);
        let methods = if context.singleton { &mut class.own } else { &mut class.methods };
        methods.insert(new.clone(), member);
        Ok(())
    }

    pub fn class_variable(&mut self, name: &Name) -> Outcome {
        let Some(module) = self.home_of_variables() else { return self.not_covered("a class variable outside of a class") };
        for class in self.lineage(&module) {
            if let Some(value) = self.classes.get(&class).and_then(|it| it.variables.get(name)) {
                return Ok(value.clone());
            }
        }
        self.not_covered(format!("the class variable {name} without a value"))
    }

    pub fn set_class_variable(&mut self, name: &Name, value: Value) -> Outcome<()> {
        let Some(module) = self.home_of_variables() else { return self.not_covered("a class variable outside of a class") };
        if self.scope.context.method.is_some() {
            // Puppet keeps it from one call to the next.
            return self.not_covered("a class variable that a method assigns");
        }
        self.class_mut(&module).variables.insert(name.clone(), value);
        Ok(())
    }

    fn home_of_variables(&self) -> Option<Name> {
        let context = &self.scope.context;
        Some(context.module.clone()).filter(|it| !it.is_empty()).or_else(|| context.target.clone())
    }

    /// `Class.new(…)` of a class of the program.
    pub fn instantiate(&mut self, class: &Name, arguments: Args) -> Outcome {
        if let Some((members, keywords)) = self.members_of(class) {
            return self.new_struct(class, &members, keywords, arguments);
        }
        let lineage = self.lineage(class);
        let is_exception = lineage.iter().any(|it| &**it == "Exception");
        let first_builtin = lineage.iter().find(|it| class::ancestors(it).is_some() && !class::is_module(it)).cloned();
        let object = if is_exception {
            let shown = self.class_name(class).unwrap_or_else(|| "Class".into());
            Value::Exception(Rc::new(Exception::new(class.clone(), &*shown, self.at, self.file.clone())))
        } else if first_builtin.as_deref() == Some("Object") {
            Value::Object(Rc::new(Object {
                class: class.clone(),
                fields: RefCell::default(),
                frozen: Cell::default(),
                early: self.heap.is_loading.get(),
            }))
        } else {
            return self.not_covered(format!("a class below {}", first_builtin.as_deref().unwrap_or("none")));
        };
        let object = self.heap.keep(object);
        match self.find_member(class, "initialize") {
            Some(found) => {
                self.call_member(&object, "initialize", found, false, arguments)?;
            }
            None => {
                self.initialize(&object, &arguments)?;
            }
        }
        Ok(object)
    }

    /// What `initialize` of Ruby's own classes does.
    fn initialize(&mut self, object: &Value, arguments: &Args) -> Outcome {
        match (object, arguments.list.as_slice()) {
            (Value::Exception(_) | Value::Object(_), []) => {}
            (Value::Exception(it), [message]) if !arguments.keywords => {
                let message = if message.is_nil() { return Ok(Value::Nil) } else { self.text_of(message)? };
                it.set_message(message);
            }
            (Value::Exception(_), _) => return self.not_covered("an exception with more than a message"),
            (_, list) => return self.wrong_number(list.len(), 0, Some(0)),
        }
        Ok(Value::Nil)
    }

    pub fn members_of(&self, class: &Name) -> Option<(Vec<Name>, bool)> {
        self.lineage(class).iter().find_map(|it| self.classes.get(it)?.members.clone())
    }

    fn new_struct(&mut self, class: &Name, members: &[Name], keywords: bool, arguments: Args) -> Outcome {
        let object = Rc::new(Object {
            class: class.clone(),
            fields: RefCell::default(),
            frozen: Cell::default(),
            early: self.heap.is_loading.get(),
        });
        let value = self.heap.keep(Value::Object(object.clone()));
        match self.find_member(class, "initialize") {
            Some(found) => {
                self.call_member(&value, "initialize", found, false, arguments)?;
            }
            None => self.fill_struct(&object, members, keywords, &arguments)?,
        }
        Ok(value)
    }

    fn fill_struct(&mut self, object: &Rc<Object>, members: &[Name], keywords: bool, arguments: &Args) -> Outcome<()> {
        if arguments.list.len() > members.len() && !keywords {
            return self.raise("ArgumentError", "struct size differs");
        }
        let named = match (arguments.keywords, arguments.list.as_slice()) {
            (true, [Value::Hash(hash)]) => Some(hash.pairs()),
            _ if keywords && !arguments.list.is_empty() => return self.not_covered("a Struct with keywords that is given none"),
            _ => None,
        };
        for (index, member) in members.iter().enumerate() {
            let value = match &named {
                Some(pairs) => pairs.iter().find(|(key, _)| matches!(key, Value::Symbol(it) if it == member)).map(|it| it.1.clone()),
                None => arguments.list.get(index).cloned(),
            };
            object.fields.borrow_mut().insert(format!("@{member}").into(), value.unwrap_or(Value::Nil));
        }
        if let Some(pairs) = named {
            let is_member = |key: &Value| matches!(key, Value::Symbol(it) if members.contains(it));
            if pairs.iter().any(|(key, _)| !is_member(key)) {
                return self.not_covered("a Struct with keywords that it does not have");
            }
        }
        Ok(())
    }

    /// `super`
    pub fn call_super(&mut self, given: Option<&(Vec<Node>, bool)>, block: Option<&BlockOf>, at: u32) -> Outcome {
        let Some(running) = self.scope.context.method.clone() else { return self.not_covered("super outside of a method") };
        let this = self.scope.context.this.clone();
        let mut arguments = match given {
            Some((nodes, keywords)) => Args { list: self.list(nodes)?, keywords: *keywords, block: None },
            None => self.arguments_again(&running)?,
        };
        let own_block = self.scope.block.clone();
        arguments.block = match block {
            None => own_block,
            Some(BlockOf::Value(node)) => match self.eval(node)? {
                Value::Proc(it) => Some(it),
                Value::Nil => None,
                _ => return self.not_covered("a block from this"),
            },
            Some(BlockOf::Code(code)) => {
                let home = self.new_id();
                match self.proc_of(code, false, home) {
                    Value::Proc(it) => Some(it),
                    _ => None,
                }
            }
        };
        self.at = at;
        let name = running.name.clone();
        if running.singleton {
            let Value::Class(class) = &this else { return self.not_covered("super of a method of one object") };
            let all = self.own_members(class, &name);
            let after = all.iter().position(|it| it.0 == running.owner).map_or(0, |it| it + 1);
            return match all.into_iter().nth(after) {
                Some(found) => self.call_member(&this, &name, found, true, arguments),
                None if matches!(&*name, "inherited" | "included" | "extended" | "method_added") => Ok(Value::Nil),
                None => match methods::find(&this, &name) {
                    Some(method) => self.run(method, &this, arguments),
                    None => self.not_covered(format!("super of {name}")),
                },
            };
        }
        let class = class::of(&this);
        let lineage = self.lineage(&class);
        let after = lineage.iter().position(|it| *it == running.owner).map_or(0, |it| it + 1);
        let next = lineage.into_iter().skip(after).find_map(|it| {
            let member = self.classes.get(&it)?.methods.get(&name)?.clone();
            Some((it, member))
        });
        if let Some(found) = next {
            return self.call_member(&this, &name, found, false, arguments);
        }
        if &*name == "initialize" {
            if let Value::Object(object) = &this
                && let Some((members, keywords)) = self.members_of(&class)
            {
                self.fill_struct(&object.clone(), &members, keywords, &arguments)?;
                return Ok(Value::Nil);
            }
            return self.initialize(&this, &arguments);
        }
        match (&*name, methods::find(&this, &name)) {
            ("method_missing", _) => {
                let wanted = arguments.list.first().cloned().unwrap_or(Value::Nil);
                let wanted = self.name(&wanted)?;
                self.undefined_method(&this, &wanted)
            }
            ("respond_to_missing?", _) => Ok(Value::Boolean(false)),
            (_, Some(method)) => self.run(method, &this, arguments),
            _ => self.not_covered(format!("super of {name}")),
        }
    }

    /// What the parameters of the method hold now.
    fn arguments_again(&mut self, running: &Running) -> Outcome<Args> {
        let (Some(code), Some(scope)) = (&running.code, running.scope.borrow().clone()) else {
            return self.not_covered("super without arguments in such a method");
        };
        let parameters = &code.parameters;
        if !parameters.keywords.is_empty() || parameters.keyword_rest.is_some() {
            return self.not_covered("super that passes keywords on");
        }
        let read = |target: &Target| match target {
            Target::Local(place) => scope.values.borrow().get(place.slot as usize).cloned(),
            _ => None,
        };
        let mut list = Vec::new();
        for target in parameters.required.iter().chain(parameters.optional.iter().map(|it| &it.0)) {
            list.push(read(target).unwrap_or(Value::Nil));
        }
        match &parameters.rest {
            Some(Some(target)) => {
                if let Some(Value::Array(rest)) = read(target) {
                    list.extend(rest.items());
                }
            }
            Some(None) => return self.not_covered("super that passes a rest without a name on"),
            None => {}
        }
        list.extend(parameters.posts.iter().filter_map(read));
        Ok(Args { list, keywords: false, block: None })
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

    /// What Ruby says of a method that there is not.
    pub fn undefined_method(&mut self, receiver: &Value, name: &str) -> Outcome {
        match receiver {
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

impl Stop {
    /// Whether it is an exception that `rescue` may see.
    pub fn is_raise(&self) -> bool {
        matches!(self, Stop::Raise(_))
    }
}
