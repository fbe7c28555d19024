//! `RubyLibrary`: what the parts of the library that are written in Ruby need of the evaluation.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::eval::Ruby;
use crate::invoke::{Args, Method, row};
use crate::stop::Outcome;
use crate::value::{Object, Value};

pub const METHODS: &[Method] = &[
    // An object of a class of the library, without `initialize`.
    row("allocate", 1, 1, |ruby, _, given| match given.at(0) {
        Value::Class(class) => {
            let object = Object { class, fields: RefCell::default(), frozen: Cell::default(), early: ruby.heap.is_loading.get() };
            Ok(ruby.heap.keep(Value::Object(Rc::new(object))))
        }
        _ => ruby.not_covered("allocate of something else than a class"),
    }),
    row("local_offset", 1, 1, |ruby, _, given| {
        let seconds = ruby.needs_integer(&given.at(0))?;
        let (at, file) = (ruby.at, ruby.file.clone());
        let offset = ruby.host.local_offset(seconds).map_err(|it| it.placed(at, &file))?;
        Ok(Value::Integer(i64::from(offset)))
    }),
    row("now", 0, 0, |ruby, _, _| {
        let (at, file) = (ruby.at, ruby.file.clone());
        let nanoseconds = ruby.host.now().map_err(|it| it.placed(at, &file))?;
        crate::big::integer(ruby, nanoseconds.into())
    }),
    row("refuse", 1, 1, refuse),
    row("zone", 1, 1, |ruby, _, given| {
        let seconds = ruby.needs_integer(&given.at(0))?;
        let (at, file) = (ruby.at, ruby.file.clone());
        let (offset, name) = ruby.host.zone(seconds).map_err(|it| it.placed(at, &file))?;
        let name = ruby.heap.text(name);
        Ok(ruby.heap.array(vec![Value::Integer(i64::from(offset)), name]))
    }),
];

/// Refuses what the library does not cover, by its name.
fn refuse(ruby: &mut Ruby<'_>, _: &Value, given: &Args) -> Outcome {
    let construct = ruby.needs_text(&given.at(0))?;
    ruby.not_covered(&*construct)
}
