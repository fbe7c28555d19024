//! `RubyLibrary`: what the parts of the library that are written in Ruby need of the evaluation.

use std::cell::{Cell, RefCell};

use crate::ast::Name;
use crate::eval::Ruby;
use crate::invoke::{Args, Method, row};
use crate::stop::{Outcome, Stop};
use crate::value::{Object, Value};

pub const METHODS: &[Method] = &[
    // An object of a class of the library, without `initialize`.
    row("allocate", 1, 1, |ruby, _, given| match given.at(0) {
        Value::Class(class) => {
            let object = Object { class, fields: RefCell::default(), frozen: Cell::default(), early: ruby.heap.is_loading.get() };
            Ok(ruby.heap.keep(Value::Object(ruby.heap.object(object))))
        }
        _ => ruby.not_covered("allocate of something else than a class"),
    }),
    row("local_offset", 1, 1, |ruby, _, given| {
        let seconds = ruby.needs_integer(&given.at(0))?;
        let offset = ruby.host.local_offset(seconds).map_err(|it| ruby.placed(it))?;
        Ok(Value::Integer(i64::from(offset)))
    }),
    row("now", 0, 0, |ruby, _, _| {
        let nanoseconds = ruby.host.now().map_err(|it| ruby.placed(it))?;
        crate::big::integer(ruby, nanoseconds.into())
    }),
    // The value of a block in a list, or nothing where it is not covered or not known.
    row("attempt", 0, 0, |ruby, _, given| {
        let Some(block) = &given.block else { return ruby.not_covered("attempt without a block") };
        match ruby.call_block(block, Vec::new()) {
            Ok(Value::Unknown) | Err(Stop::NotCovered(_) | Stop::Unknown) => Ok(Value::Nil),
            Ok(value) => Ok(ruby.heap.array(vec![value])),
            Err(stop) => Err(stop),
        }
    }),
    // The place at which a user's code called the library.
    row("caller", 0, 0, |ruby, _, _| {
        let (at, file) = ruby.place();
        let file = ruby.heap.text(&*file);
        Ok(ruby.heap.array(vec![Value::Integer(at.into()), file]))
    }),
    // Runs a block as if a user's code called it at such a place.
    row("called_from", 1, 1, |ruby, _, given| {
        let (Value::Array(place), Some(block)) = (given.at(0), &given.block) else { return ruby.not_covered("such a place") };
        let (at, file) = (place.get(0).unwrap_or(Value::Nil), place.get(1).unwrap_or(Value::Nil));
        let caller = (u32::try_from(ruby.needs_integer(&at)?).unwrap_or(0), Name::from(&*ruby.needs_text(&file)?));
        let before = std::mem::replace(&mut ruby.caller, caller);
        let result = ruby.call_block(block, Vec::new());
        ruby.caller = before;
        result
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
        let exception = ruby.exception("StopIteration", "iteration reached an end");
        exception.fields.borrow_mut().insert("@result".into(), given.at(0));
        let exception = ruby.heap.exception(exception);
        ruby.heap.keep(Value::Exception(exception.clone()));
        Err(Stop::Raise(exception))
    }),
    // A value that is not known, without any that depends on it.
    row("unknown", 0, 0, |ruby, _, _| Ok(ruby.heap.unknown())),
    row("zone", 1, 1, |ruby, _, given| {
        let seconds = ruby.needs_integer(&given.at(0))?;
        let (offset, name) = ruby.host.zone(seconds).map_err(|it| ruby.placed(it))?;
        let name = ruby.heap.text(name);
        Ok(ruby.heap.array(vec![Value::Integer(i64::from(offset)), name]))
    }),
];

/// Refuses what the library does not cover, by its name.
fn refuse(ruby: &mut Ruby<'_>, _: &Value, given: &Args) -> Outcome {
    let construct = ruby.needs_text(&given.at(0))?;
    ruby.not_covered(&*construct)
}
