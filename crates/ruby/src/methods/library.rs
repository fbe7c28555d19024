//! `RubyLibrary`: what the parts of the library that are written in Ruby need of the evaluation.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::eval::Ruby;
use crate::invoke::{Args, Method, row};
use crate::stop::{Outcome, Stop};
use crate::value::{Exception, Object, Value};

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
    // Whether objects have a method of Ruby's.
    row("has_method", 2, 2, |ruby, _, given| {
        let (object, name) = (given.at(0), ruby.name(&given.at(1))?);
        Ok(Value::Boolean(ruby.member_of(&object, &name).is_some() || super::find(&object, &name).is_some()))
    }),
    // Numbers of 32 bits that a seed gives: 624 for each turn.
    row("random_numbers", 2, 2, |ruby, _, given| {
        let turns = ruby.needs_integer(&given.at(1))?;
        let seed = match crate::big::number(&given.at(0)) {
            Some(it) => crate::big::text(ruby, &it, 16)?,
            None => return ruby.not_covered("Random.new of such a seed"),
        };
        let turns = usize::try_from(turns).unwrap_or(usize::MAX);
        // It turns from the start each time.
        ruby.spend((turns as u64).saturating_mul(200) + 400)?;
        let numbers = values::random::Random::new(seed.trim_start_matches('-')).numbers(turns);
        Ok(ruby.heap.array(numbers.into_iter().map(|it| Value::Integer(i64::from(it))).collect()))
    }),
    row("refuse", 1, 1, refuse),
    // The end of an enumerator whose iteration had this result.
    row("stop", 1, 1, |ruby, _, given| {
        let exception = Exception::new("StopIteration", "iteration reached an end", ruby.at, ruby.file.clone());
        exception.fields.borrow_mut().insert("@result".into(), given.at(0));
        let exception = Rc::new(exception);
        ruby.heap.keep(Value::Exception(exception.clone()));
        Err(Stop::Raise(exception))
    }),
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
