//! Methods of every value.

use std::rc::Rc;

use crate::class;
use crate::eval::Ruby;
use crate::invoke::{Args, Method, Run, open, row};
use crate::objects::Body;
use crate::stop::Outcome;
use crate::value::{Array, Callable, Hash, Proc, Value};

pub const METHODS: &[Method] = &[
    row("!", 0, 0, |ruby, it, _| Ok(Value::Boolean(!ruby.truth(it)?))),
    row("!=", 1, 1, |ruby, it, given| Ok(Value::Boolean(!ruby.equal(it, &given.at(0))?))),
    row("!~", 1, 1, |ruby, it, given| {
        let found = ruby.send(it, "=~", Args::new(vec![given.at(0)]))?;
        Ok(Value::Boolean(!ruby.truth(&found)?))
    }),
    row("<=>", 1, 1, |ruby, it, given| Ok(if ruby.equal(it, &given.at(0))? { Value::Integer(0) } else { Value::Nil })),
    row("==", 1, 1, equal),
    row("===", 1, 1, equal),
    row("=~", 1, 1, |ruby, it, given| match it {
        Value::Nil => Ok(Value::Nil),
        Value::Symbol(name) => {
            let text = ruby.heap.text(&**name);
            ruby.send(&text, "=~", Args::new(vec![given.at(0)]))
        }
        _ => ruby.removed(it, "=~", Value::Nil),
    }),
    row("class", 0, 0, |ruby, it, _| Ok(Value::Class(own_class(ruby, it)))),
    row("clone", 0, 0, |ruby, it, given| match ruby.singleton_of(it) {
        Some(_) => ruby.not_covered("clone of an object with methods of its own"),
        None => dup(ruby, it, given),
    }),
    row("define_singleton_method", 1, 2, |ruby, it, given| {
        let name = ruby.name(&given.at(0))?;
        let (Some(block), 1) = (&given.block, given.list.len()) else {
            return ruby.not_covered("define_singleton_method without a block");
        };
        if !matches!(block.what, Callable::Code(..)) {
            return ruby.not_covered("define_singleton_method of such a block");
        }
        ruby.define_singleton(it, &name, Body::Proc(block.clone()))?;
        Ok(Value::Symbol(name))
    })
    .open_in_ruby(0),
    open("extend", 1, |ruby, it, given| {
        for module in &given.list {
            match module {
                Value::Class(module) if ruby.is_module(module) => {}
                Value::Unknown => return Err(crate::stop::Stop::Unknown),
                other => {
                    let class = own_class(ruby, other);
                    return ruby.raise("TypeError", format!("wrong argument type {class} (expected Module)"));
                }
            }
        }
        for module in given.list.iter().rev() {
            let Value::Class(module) = module else { continue };
            ruby.extend_one(it, module)?;
            if ruby.find_own_member(module, "extended").is_some() {
                ruby.send(&Value::Class(module.clone()), "extended", Args::new(vec![it.clone()]))?;
            }
        }
        Ok(it.clone())
    }),
    row("dup", 0, 0, dup),
    row("method", 1, 1, |ruby, it, given| {
        let name = ruby.name(&given.at(0))?;
        if ruby.member_of(it, &name).is_none() && (super::find(it, &name).is_none() || matches!(it, Value::Foreign(_) | Value::This)) {
            return ruby.not_covered(format!("method(:{name})"));
        }
        let what = Callable::Method(it.clone(), name);
        Ok(ruby.heap.keep(Value::Proc(Rc::new(Proc { what, is_lambda: true, home: 0 }))))
    }),
    row("eql?", 1, 1, |ruby, it, given| {
        let other = given.at(0);
        if matches!(it, Value::Foreign(_)) || matches!(other, Value::Foreign(_)) {
            return ruby.not_covered("eql? of something of Puppet's");
        }
        Ok(Value::Boolean(class::class_of(it) == class::class_of(&other) && ruby.key(it)? == ruby.key(&other)?))
    }),
    row("equal?", 1, 1, |ruby, it, given| {
        Ok(Value::Boolean(match (it, &given.at(0)) {
            (Value::Nil, Value::Nil) => true,
            (Value::Boolean(a), Value::Boolean(b)) => a == b,
            (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::Symbol(a), Value::Symbol(b)) => a == b,
            (a, b) if class::class_of(a) != class::class_of(b) => false,
            _ => return ruby.not_covered("Object#equal?"),
        }))
    }),
    row("freeze", 0, 0, |ruby, it, _| {
        let shared = match it {
            Value::String(it) => it.shared,
            Value::Array(it) => it.shared,
            Value::Hash(it) => it.shared,
            _ => false,
        };
        if shared {
            return ruby.not_covered("freeze of a value that is Puppet's");
        }
        match it {
            Value::String(it) => it.freeze(),
            Value::Bytes(it) => it.freeze(),
            Value::Array(it) => it.freeze(),
            Value::Hash(it) => it.freeze(),
            _ => {}
        }
        Ok(it.clone())
    }),
    row("frozen?", 0, 0, |ruby, it, _| {
        Ok(Value::Boolean(match it {
            Value::String(it) if !it.shared => it.frozen.get(),
            Value::Bytes(it) => it.frozen.get(),
            Value::Array(it) => it.frozen.get(),
            Value::Hash(it) => it.frozen.get(),
            it if is_immutable(it) => true,
            _ => return ruby.not_covered("Object#frozen?"),
        }))
    }),
    row("inspect", 0, 0, |ruby, it, _| {
        let text = ruby.inspect(it)?;
        Ok(ruby.heap.text(text))
    }),
    row("instance_of?", 1, 1, |ruby, it, given| match given.at(0) {
        Value::Class(name) => {
            let own = own_class(ruby, it);
            Ok(Value::Boolean(own == name))
        }
        _ => ruby.raise("TypeError", "class or module required"),
    }),
    row("is_a?", 1, 1, is_a),
    row("itself", 0, 0, |_, it, _| Ok(it.clone())),
    row("kind_of?", 1, 1, is_a),
    row("nil?", 0, 0, |_, it, _| Ok(Value::Boolean(it.is_nil()))),
    crate::invoke::open("public_send", 1, send),
    row("respond_to?", 1, 2, |ruby, it, given| {
        let name = ruby.name(&given.at(0))?;
        if matches!(it, Value::Foreign(_) | Value::Class(_) | Value::This | Value::Output) {
            return ruby.not_covered("respond_to? of such a value");
        }
        if given.list.len() > 1 {
            return ruby.not_covered("respond_to? for private methods");
        }
        ruby.has_method(it, &name).map(Value::Boolean)
    }),
    crate::invoke::open("send", 1, send),
    crate::invoke::open("__send__", 1, send),
    row("taint", 0, 0, |ruby, it, _| ruby.removed(it, "taint", it.clone())),
    row("tainted?", 0, 0, |ruby, it, _| ruby.removed(it, "tainted?", Value::Boolean(false))),
    row("tap", 0, 0, |ruby, it, given| {
        let block = ruby.needs_block(given)?;
        ruby.yield_one(&block, it.clone())?;
        Ok(it.clone())
    }),
    row("then", 0, 0, then),
    row("yield_self", 0, 0, then),
    row("to_json", 0, 1, |ruby, it, given| {
        let layout = crate::json::Layout::compact().with_options(ruby, given.get(0))?;
        let text = crate::json::generate(ruby, it, &layout)?;
        Ok(ruby.heap.text(text))
    }),
    row("to_s", 0, 0, to_s),
    row("to_yaml", 0, 1, |ruby, it, given| {
        let text = crate::yaml_text::generate(ruby, it, &given.at(0))?;
        Ok(ruby.heap.text(text))
    }),
    row("trust", 0, 0, |ruby, it, _| ruby.removed(it, "trust", it.clone())),
    row("untaint", 0, 0, |ruby, it, _| ruby.removed(it, "untaint", it.clone())),
    row("untrust", 0, 0, |ruby, it, _| ruby.removed(it, "untrust", it.clone())),
    row("untrusted?", 0, 0, |ruby, it, _| ruby.removed(it, "untrusted?", Value::Boolean(false))),
];

pub const DUP: Run = dup;
pub const IS_A: Run = is_a;

/// Whether a value never changes, so that it is frozen and its own copy.
fn is_immutable(it: &Value) -> bool {
    matches!(
        it,
        Value::Nil
            | Value::Boolean(_)
            | Value::Integer(_)
            | Value::Big(_)
            | Value::Float(_)
            | Value::Symbol(_)
            | Value::Range(_)
            | Value::Regex(_)
    )
}

fn equal(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    Ok(Value::Boolean(ruby.equal(it, &given.at(0))?))
}

fn to_s(ruby: &mut Ruby<'_>, it: &Value, _: &Args) -> Outcome {
    match ruby.shown_text(it)? {
        Some(text) => Ok(ruby.heap.text(text)),
        None => Ok(ruby.unknown()),
    }
}

fn send(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let name = ruby.name(&given.at(0))?;
    let mut rest = given.clone();
    rest.list.remove(0);
    if ruby.member_of(it, &name).is_some() {
        return ruby.send_from(it, &name, rest, true);
    }
    if super::find(it, &name).is_none() && super::is_private(&name) {
        return ruby.not_covered(format!("send(:{name})"));
    }
    ruby.send(it, &name, rest)
}

fn then(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let block = ruby.needs_block(given)?;
    ruby.yield_one(&block, it.clone())
}

fn dup(ruby: &mut Ruby<'_>, it: &Value, _: &Args) -> Outcome {
    Ok(match it {
        Value::String(text) if text.is_utf8.get() => ruby.heap.utf8(text.get()),
        Value::String(text) => ruby.heap.text(text.get()),
        Value::Bytes(it) => crate::bytes::exact(ruby, it.get().to_vec(), it.encoding),
        Value::Array(list) => ruby.heap.array(list.items()),
        Value::Hash(hash) => {
            let copy = Hash::new(hash.entries());
            *copy.default.borrow_mut() = hash.default.borrow().clone();
            *copy.default_of.borrow_mut() = hash.default_of.borrow().clone();
            ruby.heap.hash_of(copy)
        }
        it if is_immutable(it) => it.clone(),
        other => return ruby.not_covered(format!("{}#dup", class::class_of(other))),
    })
}

fn is_a(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let wanted = match given.at(0) {
        Value::Class(name) => name,
        Value::Foreign(_) => return ruby.not_covered("is_a? of a class of Puppet's"),
        _ => return ruby.raise("TypeError", "class or module required"),
    };
    ruby.is_instance(it, &wanted).map(Value::Boolean)
}

/// The class of a value. A module of the program is no class.
fn own_class(ruby: &Ruby<'_>, it: &Value) -> crate::ast::Name {
    match it {
        Value::Class(name) if ruby.classes.get(name).is_some_and(|it| it.is_module) => "Module".into(),
        it => class::class_of(it),
    }
}

impl Ruby<'_> {
    pub fn is_module(&self, name: &str) -> bool {
        class::is_module(name) || self.classes.get(name).is_some_and(|it| it.is_module)
    }

    pub fn is_instance(&mut self, value: &Value, wanted: &str) -> Outcome<bool> {
        match value {
            Value::This => return self.not_covered("is_a? of self"),
            Value::Foreign(it) => {
                return match &it.ancestors {
                    _ if *it.class == *wanted || matches!(wanted, "Object" | "Kernel" | "BasicObject") => Ok(true),
                    Some(ancestors) => Ok(ancestors.iter().any(|it| **it == *wanted)),
                    None => self.not_covered(format!("is_a? of {}", it.class)),
                };
            }
            _ => {}
        }
        let is_module = |name: &crate::ast::Name| self.classes.get(name).is_some_and(|it| it.is_module);
        let class = match value {
            Value::Class(name) if is_module(name) => "Module".into(),
            other => self.first_class_of(other),
        };
        if self.inherits(&class, wanted) {
            return Ok(true);
        }
        match self.is_known_class(&class) {
            true => Ok(false),
            false => self.not_covered(format!("is_a? of {class}")),
        }
    }

    /// The block that a method cannot do without; without it Ruby makes an enumerator.
    pub fn needs_block(&mut self, given: &Args) -> Outcome<Rc<crate::value::Proc>> {
        match &given.block {
            Some(block) => Ok(block.clone()),
            None => self.not_covered("an enumerator (a method without its block)"),
        }
    }

    /// A symbol or text as a name.
    pub fn name(&mut self, value: &Value) -> Outcome<crate::ast::Name> {
        match value {
            Value::Symbol(name) => Ok(name.clone()),
            Value::String(text) => Ok((*text.get()).into()),
            Value::Unknown => Err(crate::stop::Stop::Unknown),
            other => {
                let shown = self.inspect(other)?;
                self.raise("TypeError", format!("{shown} is not a symbol nor a string"))
            }
        }
    }

    /// Refuses a list that must not change.
    pub fn changes_array(&mut self, list: &Rc<Array>) -> Outcome<()> {
        self.changes_early(list.early)?;
        if list.shared && !self.heap.follow(&Value::Array(list.clone())) {
            return self.not_covered("a change of a list that is Puppet's");
        }
        if list.frozen.get() {
            let shown = self.inspect(&Value::Array(list.clone()))?;
            return self.raise("FrozenError", format!("can't modify frozen Array: {shown}"));
        }
        if list.iterated.get() > 0 {
            return self.not_covered("a list that changes during an iteration over it");
        }
        Ok(())
    }

    pub fn changes_hash(&mut self, hash: &Rc<Hash>) -> Outcome<()> {
        self.changes_early(hash.early)?;
        if hash.shared && !self.heap.follow(&Value::Hash(hash.clone())) {
            return self.not_covered("a change of a hash that is Puppet's");
        }
        if hash.frozen.get() {
            let shown = self.inspect(&Value::Hash(hash.clone()))?;
            return self.raise("FrozenError", format!("can't modify frozen Hash: {shown}"));
        }
        if hash.iterated.get() > 0 {
            return self.not_covered("a hash that changes during an iteration over it");
        }
        Ok(())
    }
}
