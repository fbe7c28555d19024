//! Methods of classes and modules while they are defined: `include`, `attr_reader`, `private`, `define_method` and their kin.

use std::rc::Rc;

use crate::ast::Name;
use crate::class;
use crate::eval::Ruby;
use crate::invoke::{Args, Method, open, row};
use crate::objects::{Body, Member};
use crate::stop::Outcome;
use crate::value::{Callable, MemberOf, Value, Visibility};

pub const METHODS: &[Method] = &[
    row("alias_method", 2, 2, |ruby, it, given| {
        let (class, new, old) = (receiver(ruby, it)?, ruby.name(&given.at(0))?, ruby.name(&given.at(1))?);
        let member = match ruby.find_member(&class, &old) {
            Some((_, member)) => member,
            None if super::exists_in(&class, &old) => Member { body: Body::BuiltIn(old), is_private: false },
            None => return ruby.not_covered(format!("alias_method of {old}")),
        };
        ruby.class_mut(&class).methods.insert(new.clone(), member);
        Ok(Value::Symbol(new))
    }),
    row("ancestors", 0, 0, |ruby, it, _| {
        let class = receiver(ruby, it)?;
        if !ruby.classes.contains_key(&class) || class::named(&class).is_some() {
            return ruby.not_covered("Module#ancestors");
        }
        let all: Vec<Value> = ruby.lineage(&class).into_iter().map(Value::Class).collect();
        Ok(ruby.heap.array(all))
    }),
    open("attr_accessor", 0, |ruby, it, given| attributes(ruby, it, given, true, true)),
    open("attr_reader", 0, |ruby, it, given| attributes(ruby, it, given, true, false)),
    open("attr_writer", 0, |ruby, it, given| attributes(ruby, it, given, false, true)),
    open("class_eval", 0, evaluate),
    open("class_exec", 0, evaluate),
    row("const_defined?", 1, 2, |ruby, it, given| {
        let (class, name) = (receiver(ruby, it)?, ruby.name(&given.at(0))?);
        let full = if &*class == "Object" { name } else { format!("{class}::{name}").into() };
        if ruby.constant_at(&full).is_some() {
            return Ok(Value::Boolean(true));
        }
        ruby.not_covered("const_defined? of a constant that is not known")
    }),
    row("const_get", 1, 2, |ruby, it, given| {
        let (class, name) = (receiver(ruby, it)?, ruby.name(&given.at(0))?);
        let full = if &*class == "Object" { name } else { format!("{class}::{name}").into() };
        match ruby.constant_at(&full) {
            Some(value) => Ok(value),
            None => ruby.not_covered(format!("the constant {full}")),
        }
    }),
    row("const_set", 2, 2, |ruby, it, given| {
        let (class, name) = (receiver(ruby, it)?, ruby.name(&given.at(0))?);
        ruby.set_constant(&format!("::{class}::{name}"), given.at(1))?;
        Ok(given.at(1))
    }),
    row("define_method", 1, 2, |ruby, it, given| {
        let (class, name) = (receiver(ruby, it)?, ruby.name(&given.at(0))?);
        let body = match (&given.block, given.get(1)) {
            (None, Some(Value::Proc(block))) if let Callable::Member(it) = &block.what => it.member.body.clone(),
            (Some(block), _) | (None, Some(Value::Proc(block))) => Body::Proc(block.clone()),
            _ => return ruby.not_covered("define_method without a block"),
        };
        if let Body::Proc(block) = &body
            && !matches!(block.what, Callable::Code(..) | Callable::Symbol(_))
        {
            return ruby.not_covered("define_method of such a block");
        }
        ruby.class_mut(&class).methods.insert(name.clone(), Member { body, is_private: false });
        Ok(Value::Symbol(name))
    }),
    open("extend", 1, |ruby, it, given| {
        let class = receiver(ruby, it)?;
        for module in &given.list {
            let Value::Class(module) = module else { return ruby.not_covered("extend of such a value") };
            let same = *module == class;
            ruby.class_mut(&class).extends.insert(0, module.clone());
            if !same && ruby.find_own_member(module, "extended").is_some() {
                ruby.send(&Value::Class(module.clone()), "extended", Args::new(vec![it.clone()]))?;
            }
        }
        Ok(it.clone())
    }),
    open("include", 1, |ruby, it, given| {
        let class = receiver(ruby, it)?;
        for module in given.list.iter().rev() {
            let Value::Class(module) = module else { return ruby.not_covered("include of such a value") };
            if !ruby.classes.contains_key(module) && !matches!(&**module, "Comparable" | "Kernel" | "Enumerable") {
                return ruby.not_covered(format!("include {module}"));
            }
            ruby.class_mut(&class).includes.insert(0, module.clone());
            if ruby.find_own_member(module, "included").is_some() {
                ruby.send(&Value::Class(module.clone()), "included", Args::new(vec![it.clone()]))?;
            }
        }
        Ok(it.clone())
    }),
    open("prepend", 1, |ruby, it, given| {
        let class = receiver(ruby, it)?;
        for module in given.list.iter().rev() {
            let Value::Class(module) = module else { return ruby.not_covered("prepend of such a value") };
            ruby.class_mut(&class).prepends.insert(0, module.clone());
        }
        Ok(it.clone())
    }),
    row("instance_method", 1, 1, |ruby, it, given| {
        let (class, name) = (receiver(ruby, it)?, ruby.name(&given.at(0))?);
        let Some((owner, member)) = ruby.find_member(&class, &name).filter(|it| !matches!(it.1.body, Body::Undefined)) else {
            return ruby.not_covered(format!("instance_method(:{name})"));
        };
        let what = Callable::Member(Box::new(MemberOf { receiver: None, owner, name, member }));
        Ok(ruby.heap.keep(Value::Proc(Rc::new(crate::value::Proc { what, is_lambda: true, home: 0 }))))
    }),
    row("instance_methods", 0, 1, |ruby, it, given| {
        let class = receiver(ruby, it)?;
        if !matches!(given.get(0), Some(Value::Boolean(false))) {
            return ruby.not_covered("instance_methods with those that are inherited");
        }
        let Some(class) = ruby.classes.get(&class) else { return ruby.not_covered("instance_methods") };
        if class.methods.len() > 1 {
            // Their order is not kept.
            return ruby.not_covered("instance_methods of several");
        }
        let names = class.methods.iter().filter(|it| !it.1.is_private).map(|it| Value::Symbol(it.0.clone())).collect();
        Ok(ruby.heap.array(names))
    }),
    row("method_defined?", 1, 2, |ruby, it, given| {
        let (class, name) = (receiver(ruby, it)?, ruby.name(&given.at(0))?);
        if matches!(given.get(1), Some(Value::Boolean(false))) {
            let Some(class) = ruby.classes.get(&class) else { return ruby.not_covered("method_defined? of a class of Ruby's alone") };
            return Ok(Value::Boolean(class.methods.get(&name).is_some_and(|it| !it.is_private)));
        }
        if let Some((_, member)) = ruby.find_member(&class, &name) {
            return Ok(Value::Boolean(!member.is_private));
        }
        ruby.instances_have(&class, &name).map(Value::Boolean)
    }),
    open("module_eval", 0, evaluate),
    open("module_function", 0, |ruby, it, given| {
        let class = receiver(ruby, it)?;
        if given.list.is_empty() {
            ruby.stays()?;
            ruby.scope.context.visibility.set(Visibility::Both);
        }
        for name in names(ruby, given)? {
            let Some((_, member)) = ruby.find_member(&class, &name) else { return ruby.not_covered("module_function of no method") };
            ruby.class_mut(&class).own.insert(name, Member { is_private: false, ..member });
        }
        Ok(Value::Nil)
    }),
    row("module_parent", 0, 0, |ruby, _, _| ruby.not_covered("module_parent")),
    open("private", 0, |ruby, it, given| visible(ruby, it, given, true)),
    open("private_class_method", 0, |ruby, it, given| {
        let class = receiver(ruby, it)?;
        for name in names(ruby, given)? {
            match ruby.class_mut(&class).own.get_mut(&name) {
                Some(member) => member.is_private = true,
                None => return ruby.not_covered("private_class_method of a method of Ruby's"),
            }
        }
        Ok(Value::Nil)
    }),
    open("private_constant", 0, |_, _, _| Ok(Value::Nil)),
    // Only objects of the class may call them, which is not checked: a call from outside is not covered.
    open("protected", 0, |ruby, it, given| visible(ruby, it, given, true)),
    open("public", 0, |ruby, it, given| visible(ruby, it, given, false)),
    open("public_class_method", 0, |_, _, _| Ok(Value::Nil)),
    row("superclass", 0, 0, |ruby, it, _| {
        let class = receiver(ruby, it)?;
        match ruby.classes.get(&class).filter(|_| class::named(&class).is_none()) {
            Some(it) => Ok(Value::Class(it.parent.clone().unwrap_or_else(|| "Object".into()))),
            None => ruby.not_covered("Class#superclass"),
        }
    }),
];

fn receiver(ruby: &mut Ruby<'_>, it: &Value) -> Outcome<Name> {
    match it {
        Value::Class(name) => Ok(name.clone()),
        _ => ruby.not_covered("a method of modules"),
    }
}

fn names(ruby: &mut Ruby<'_>, given: &Args) -> Outcome<Vec<Name>> {
    let mut all = Vec::new();
    for value in &given.list {
        match value {
            Value::Array(list) => {
                for value in list.items() {
                    all.push(ruby.name(&value)?);
                }
            }
            value => all.push(ruby.name(value)?),
        }
    }
    Ok(all)
}

fn attributes(ruby: &mut Ruby<'_>, it: &Value, given: &Args, reads: bool, writes: bool) -> Outcome {
    let class = receiver(ruby, it)?;
    let is_private = ruby.scope.context.visibility.get() == Visibility::Private;
    let singleton = ruby.scope.context.singleton;
    let names = names(ruby, given)?;
    for name in &names {
        let field: Name = format!("@{name}").into();
        let class = ruby.class_mut(&class);
        let methods = if singleton { &mut class.own } else { &mut class.methods };
        if reads {
            methods.insert(name.clone(), Member { body: Body::Reader(field.clone()), is_private });
        }
        if writes {
            methods.insert(format!("{name}=").into(), Member { body: Body::Writer(field), is_private });
        }
    }
    let symbols = names.into_iter().map(Value::Symbol).collect();
    Ok(ruby.heap.array(symbols))
}

fn visible(ruby: &mut Ruby<'_>, it: &Value, given: &Args, is_private: bool) -> Outcome {
    let class = receiver(ruby, it)?;
    if given.list.is_empty() {
        ruby.stays()?;
        ruby.scope.context.visibility.set(if is_private { Visibility::Private } else { Visibility::Public });
        return Ok(Value::Nil);
    }
    let singleton = ruby.scope.context.singleton;
    for name in names(ruby, given)? {
        let found = if singleton { ruby.find_own_member(&class, &name) } else { ruby.find_member(&class, &name) };
        let Some((_, member)) = found else { return ruby.not_covered("the visibility of a method of Ruby's") };
        let class = ruby.class_mut(&class);
        let methods = if singleton { &mut class.own } else { &mut class.methods };
        methods.insert(name, Member { is_private, ..member });
    }
    Ok(given.at(0))
}

fn evaluate(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let (class, block) = (receiver(ruby, it)?, ruby.needs_block(given)?);
    let arguments = if given.list.is_empty() { vec![it.clone()] } else { given.list.clone() };
    ruby.run_as(&block, it.clone(), Some(class), arguments)
}

/// `Class.new(parent) { … }`
pub fn new_class(ruby: &mut Ruby<'_>, given: &Args, is_module: bool) -> Outcome {
    let parent = match given.get(0) {
        None => None,
        Some(Value::Class(name)) => Some(name.clone()),
        Some(_) => return ruby.raise("TypeError", "superclass must be a Class"),
    };
    let name = ruby.new_class(parent.clone(), is_module);
    let value = Value::Class(name.clone());
    if let Some(parent) = parent
        && ruby.find_own_member(&parent, "inherited").is_some()
    {
        ruby.send(&Value::Class(parent), "inherited", Args::new(vec![value.clone()]))?;
    }
    if let Some(block) = &given.block {
        ruby.run_as(&block.clone(), value.clone(), Some(name), vec![value.clone()])?;
    }
    Ok(value)
}
