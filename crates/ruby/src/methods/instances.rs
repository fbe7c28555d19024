//! Methods of the program's objects besides those of all values.

use std::cell::Cell;
use std::rc::Rc;

use crate::Version;
use crate::ast::Name;
use crate::invoke::{Method, open, row};
use crate::value::{Callable, Object, Proc, Value};

pub const METHODS: &[Method] = &[
    row("dup", 0, 0, |ruby, it, _| {
        let Value::Object(object) = it else { return ruby.not_covered("Object#dup") };
        if ruby.member_of(it, "initialize_copy").is_some() {
            return ruby.not_covered("initialize_copy");
        }
        let copy = Object {
            class: object.class.clone(),
            fields: object.fields.borrow().clone().into(),
            frozen: Cell::default(),
            early: ruby.heap.is_loading.get(),
        };
        Ok(ruby.heap.keep(Value::Object(ruby.heap.object(copy))))
    }),
    row("equal?", 1, 1, |_, it, given| {
        Ok(Value::Boolean(match (it, &given.at(0)) {
            (Value::Object(a), Value::Object(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }))
    }),
    row("freeze", 0, 0, |_, it, _| {
        if let Value::Object(it) = it {
            it.freeze();
        }
        Ok(it.clone())
    }),
    row("instance_variable_get", 1, 1, |ruby, it, given| {
        let name = ruby.name(&given.at(0))?;
        ruby.field(it, &name)
    }),
    row("instance_variable_set", 2, 2, |ruby, it, given| {
        let name = ruby.name(&given.at(0))?;
        ruby.set_field(it, &name, given.at(1))?;
        Ok(given.at(1))
    }),
    open("instance_eval", 0, |ruby, it, given| {
        let block = ruby.needs_block(given)?;
        let target = match it {
            Value::Object(it) => Some(it.class.clone()),
            _ => None,
        };
        ruby.run_as(&block, it.clone(), target, vec![it.clone()])
    }),
    open("instance_exec", 0, |ruby, it, given| {
        let block = ruby.needs_block(given)?;
        ruby.run_as(&block, it.clone(), None, given.list.clone())
    }),
    row("frozen?", 0, 0, |ruby, it, _| match it {
        Value::Object(it) => Ok(Value::Boolean(it.frozen.get())),
        _ => ruby.not_covered("Object#frozen?"),
    }),
    row("instance_variables", 0, 0, |ruby, it, _| {
        let Value::Object(object) = it else { return ruby.not_covered("instance_variables of such an object") };
        let lineage = ruby.lineage(&object.class);
        if ruby.members_of(&object.class).is_some() || lineage.iter().any(|it| crate::load::library(it).is_some()) {
            return ruby.not_covered("instance_variables of such an object");
        }
        let names: Vec<Name> = object.fields.borrow().keys().filter(|it| it.starts_with('@')).cloned().collect();
        // Until Ruby 3.2 all objects of a class have the order in which any of them has set them.
        if names.len() > 1 && ruby.version != Some(Version::V3_2) {
            return ruby.not_covered("instance_variables, whose order is known from Ruby 3.2 on");
        }
        Ok(ruby.heap.array(names.into_iter().map(Value::Symbol).collect()))
    }),
    row("method", 1, 1, |ruby, it, given| {
        let name = ruby.name(&given.at(0))?;
        if ruby.member_of(it, &name).is_none() {
            return ruby.not_covered(format!("method(:{name})"));
        }
        let what = Callable::Method(it.clone(), name);
        Ok(ruby.heap.keep(Value::Proc(Rc::new(Proc { what, is_lambda: true, home: 0 }))))
    }),
    row("respond_to?", 1, 2, |ruby, it, given| {
        let name = ruby.name(&given.at(0))?;
        if let Some((found, _)) = ruby.member_of(it, &name) {
            let all = given.list.len() > 1 && ruby.truth(&given.at(1))?;
            return Ok(Value::Boolean(all || !found.1.is_private));
        }
        if ruby.member_of(it, "respond_to_missing?").is_some() {
            return ruby.not_covered("respond_to_missing?");
        }
        if matches!(it, Value::Class(_)) {
            // No class of Ruby's has a writer.
            if name.ends_with('=') && name.starts_with(|it: char| it.is_ascii_alphabetic()) {
                return Ok(Value::Boolean(false));
            }
            return ruby.not_covered("respond_to? of a class");
        }
        if ruby.has_method(it, &name)? {
            return Ok(Value::Boolean(true));
        }
        if let Value::Object(object) = it
            && ruby.lineage(&object.class).iter().any(|it| crate::load::library(it).is_some())
        {
            return ruby.not_covered(format!("respond_to?(:{name}) of such an object"));
        }
        Ok(Value::Boolean(false))
    }),
];
