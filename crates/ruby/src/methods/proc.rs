//! `Proc`.

use std::rc::Rc;

use crate::ast::{Code, Target};
use crate::eval::Ruby;
use crate::invoke::{Args, Method, open, row};
use crate::objects::Body;
use crate::stop::Outcome;
use crate::value::{Callable, MemberOf, Proc, Value};

/// Methods of `UnboundMethod`.
pub const UNBOUND: &[Method] = &[
    row("arity", 0, 0, |ruby, it, _| match member(it).map(|it| &it.member.body) {
        Some(Body::Code(code)) => arity(ruby, &code.clone(), true),
        _ => ruby.not_covered("UnboundMethod#arity of such a method"),
    }),
    row("bind", 1, 1, |ruby, it, given| {
        let bound = bound(ruby, it, given.at(0))?;
        Ok(ruby.heap.keep(Value::Proc(Rc::new(Proc { what: Callable::Member(Box::new(bound)), is_lambda: true, home: 0 }))))
    }),
    open("bind_call", 1, |ruby, it, given| {
        let MemberOf { owner, name, member, .. } = bound(ruby, it, given.at(0))?;
        let arguments = Args { list: given.list.get(1..).unwrap_or_default().to_vec(), ..given.clone() };
        ruby.call_member(&given.at(0), &name, (owner, member), false, arguments)
    }),
    row("name", 0, 0, |ruby, it, _| match member(it) {
        Some(it) => Ok(Value::Symbol(it.name.clone())),
        None => ruby.not_covered("UnboundMethod#name"),
    }),
    row("parameters", 0, 0, |ruby, it, _| match member(it).map(|it| &it.member.body) {
        Some(Body::Code(code)) => parameters(ruby, &code.clone()),
        _ => ruby.not_covered("UnboundMethod#parameters of such a method"),
    }),
];

fn member(value: &Value) -> Option<&MemberOf> {
    match value {
        Value::Proc(it) => match &it.what {
            Callable::Member(it) => Some(it),
            _ => None,
        },
        _ => None,
    }
}

/// A method with a receiver, which must be of the class that has it.
fn bound(ruby: &mut Ruby<'_>, it: &Value, receiver: Value) -> Outcome<MemberOf> {
    let Some(member) = member(it) else { return ruby.not_covered("UnboundMethod#bind") };
    if matches!(receiver, Value::Unknown) {
        return Err(crate::stop::Stop::Unknown);
    }
    if !ruby.is_module(&member.owner) && !ruby.is_instance(&receiver, &member.owner)? {
        return ruby.not_covered("UnboundMethod#bind to an object of another class");
    }
    Ok(MemberOf { receiver: Some(receiver), ..member.clone() })
}

/// Methods of `Proc` itself.
pub const PROC: &[Method] = &[row("new", 0, 0, |ruby, _, given| match &given.block {
    Some(block) => Ok(Value::Proc(block.clone())),
    None => ruby.raise("ArgumentError", "tried to create Proc object without a block"),
})
.open_in_ruby(0)];

pub const METHODS: &[Method] = &[
    open("()", 0, call),
    open("===", 0, call),
    open("[]", 0, call),
    row("arity", 0, 0, |ruby, it, _| match it {
        Value::Proc(it) => match &it.what {
            Callable::Code(code, _) => arity(ruby, &code.clone(), it.is_lambda),
            Callable::Host(foreign) => {
                let foreign = foreign.clone();
                let found = ruby.host.call(&ruby.heap, Some(&foreign), "arity", &[]).map_err(|it| ruby.placed(it))?;
                found.map_or_else(|| ruby.not_covered("Proc#arity"), Ok)
            }
            _ => ruby.not_covered("Proc#arity"),
        },
        _ => ruby.not_covered("Proc#arity"),
    }),
    open("call", 0, call),
    row("lambda?", 0, 0, |ruby, it, _| match it {
        Value::Proc(it) => Ok(Value::Boolean(it.is_lambda)),
        _ => ruby.not_covered("Proc#lambda?"),
    }),
    row("parameters", 0, 0, |ruby, it, _| match it {
        Value::Proc(it) => match &it.what {
            Callable::Code(code, _) if it.is_lambda => parameters(ruby, &code.clone()),
            _ => ruby.not_covered("Proc#parameters"),
        },
        _ => ruby.not_covered("Proc#parameters"),
    }),
    row("to_proc", 0, 0, |ruby, it, _| match it {
        Value::Proc(block) if matches!(block.what, Callable::Method(..) | Callable::Member(_)) => ruby.not_covered("Method#to_proc"),
        it => Ok(it.clone()),
    }),
    open("yield", 0, call),
];

fn arity(ruby: &mut Ruby<'_>, code: &Code, is_lambda: bool) -> Outcome {
    let parameters = &code.parameters;
    if parameters.not_covered.is_some() || parameters.keywords.iter().any(|it| it.2.is_none()) {
        return ruby.not_covered("arity of such parameters");
    }
    let least = super::enumerable::size(parameters.required.len() + parameters.posts.len());
    let is_open = parameters.rest.is_some() || (is_lambda && !parameters.optional.is_empty());
    Ok(Value::Integer(if is_open { -least - 1 } else { least }))
}

fn call(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    match it {
        Value::Proc(block) => ruby.call_proc(block, given.list.clone(), given.keywords, given.block.clone()),
        _ => ruby.not_covered("Proc#call"),
    }
}

fn parameters(ruby: &mut Ruby<'_>, code: &Code) -> Outcome {
    let parameters = &code.parameters;
    if parameters.not_covered.is_some() {
        return ruby.not_covered("Proc#parameters of such parameters");
    }
    let named = |target: Option<&Target>| match target {
        Some(Target::Local(place)) => code.names.get(place.slot as usize).cloned(),
        _ => None,
    };
    let mut all = Vec::new();
    let mut add = |kind: &str, target: Option<&Target>| all.push((kind.to_owned(), named(target)));
    parameters.required.iter().for_each(|it| add("req", Some(it)));
    parameters.optional.iter().for_each(|it| add("opt", Some(&it.0)));
    if let Some(rest) = &parameters.rest {
        add("rest", rest.as_ref());
    }
    parameters.posts.iter().for_each(|it| add("req", Some(it)));
    for (_, target, default) in &parameters.keywords {
        add(if default.is_some() { "key" } else { "keyreq" }, Some(target));
    }
    if let Some(rest) = &parameters.keyword_rest {
        add("keyrest", rest.as_ref());
    }
    if let Some(block) = &parameters.block {
        add("block", Some(block));
    }
    let mut list = Vec::new();
    for (kind, name) in all {
        let mut pair = vec![Value::Symbol(kind.as_str().into())];
        pair.extend(name.map(Value::Symbol));
        list.push(ruby.heap.array(pair));
    }
    Ok(ruby.heap.array(list))
}
