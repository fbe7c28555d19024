//! `ERB.new`: a template within Ruby code. Trim mode `-`, or none.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::Template;
use crate::ast::{Name, Place};
use crate::eval::{Ruby, is_same};
use crate::invoke::{Args, Method, open, row};
use crate::stop::{Outcome, Stop};
use crate::value::{Bound, Callable, Context, Object, Scope, Value};

/// The name of a template's file, whose places are those of the calls that evaluate it.
const FILE: &str = "<internal:erb>";

/// Methods of `ERB` itself.
pub const ERB: &[Method] = &[open("new", 1, make)];

/// Methods of its objects.
pub const METHODS: &[Method] = &[
    row("result", 0, 1, |ruby, it, given| match given.get(0) {
        None => {
            let context = own_context(ruby)?;
            Ok(evaluate(ruby, it, &[], Vec::new(), context, None)?.0)
        }
        Some(Value::Proc(binding)) => match &binding.what {
            Callable::Binding(bound) => with_binding(ruby, it, &bound.clone()),
            _ => ruby.not_covered("ERB#result with such an argument"),
        },
        Some(Value::Unknown) => Err(Stop::Unknown),
        Some(_) => ruby.not_covered("ERB#result with such an argument"),
    }),
    row("result_with_hash", 1, 1, |ruby, it, given| {
        let (mut names, mut values) = (Vec::new(), Vec::new());
        for (name, value) in ruby.needs_hash(&given.at(0))?.pairs() {
            names.push(ruby.name(&name)?);
            values.push(value);
        }
        if names.iter().any(|it| !is_variable(it)) {
            return ruby.not_covered("ERB#result_with_hash with a name that no variable has");
        }
        let context = own_context(ruby)?;
        Ok(evaluate(ruby, it, &names, values, context, None)?.0)
    }),
];

/// Methods of `Binding`.
pub const BINDING: &[Method] = &[
    row("local_variable_defined?", 1, 1, |ruby, it, given| {
        let name = ruby.name(&given.at(0))?;
        Ok(Value::Boolean(bound(it).is_some_and(|it| it.names.iter().any(|it| it.0 == name))))
    }),
    row("local_variable_get", 1, 1, |ruby, it, given| {
        let name = ruby.name(&given.at(0))?;
        let found = bound(it).and_then(|it| it.names.iter().find(|it| it.0 == name).and_then(|found| variable(it, found.1)));
        match found {
            Some((scope, slot)) => Ok(scope.values.borrow().get(slot).cloned().unwrap_or(Value::Nil)),
            None => ruby.not_covered("local_variable_get of a variable that is missing"),
        }
    }),
    row("local_variable_set", 2, 2, |ruby, it, given| {
        let name = ruby.name(&given.at(0))?;
        let found = bound(it).and_then(|it| it.names.iter().find(|it| it.0 == name).and_then(|found| variable(it, found.1)));
        match found {
            Some((scope, slot)) => {
                ruby.changes_early(scope.early)?;
                scope.assign(slot, given.at(1));
                Ok(given.at(1))
            }
            None => ruby.not_covered("local_variable_set of a variable that is missing"),
        }
    }),
    row("receiver", 0, 0, |ruby, it, _| match bound(it) {
        Some(it) => Ok(it.scope.context.this.clone()),
        None => ruby.not_covered("Binding#receiver"),
    }),
];

fn bound(value: &Value) -> Option<&Bound> {
    match value {
        Value::Proc(it) => match &it.what {
            Callable::Binding(it) => Some(it),
            _ => None,
        },
        _ => None,
    }
}

/// Where a variable of a binding is.
fn variable(bound: &Bound, place: Place) -> Option<(Rc<Scope>, usize)> {
    let mut scope = bound.scope.clone();
    for _ in 0..place.depth {
        scope = scope.parent.clone()?;
    }
    Some((scope, place.slot as usize))
}

fn make(ruby: &mut Ruby<'_>, _: &Value, given: &Args) -> Outcome {
    let (text, options) = match given.list.as_slice() {
        [text] => (text, None),
        [text, Value::Hash(options)] if given.keywords => (text, Some(options.clone())),
        _ => return ruby.not_covered("ERB.new with such arguments"),
    };
    let text = match text {
        Value::String(text) => text.get(),
        Value::Unknown => return Err(Stop::Unknown),
        _ => return ruby.not_covered("ERB.new of such a value"),
    };
    let mut trims = false;
    for (name, value) in options.map(|it| it.pairs()).unwrap_or_default() {
        match (&name, &value) {
            (Value::Symbol(name), Value::Nil) if &**name == "trim_mode" => {}
            (Value::Symbol(name), Value::String(mode)) if &**name == "trim_mode" && &*mode.get() == "-" => trims = true,
            (_, Value::Unknown) => return Err(Stop::Unknown),
            _ => return ruby.not_covered("ERB.new with such options"),
        }
    }
    // Without a trim mode these are nothing special.
    if !trims && (text.contains("<%-") || text.contains("-%>")) || text.starts_with('\u{feff}') {
        return ruby.not_covered("such a text of ERB.new");
    }
    let object = Object { class: "ERB".into(), fields: RefCell::default(), frozen: Cell::default(), early: ruby.heap.is_loading.get() };
    object.fields.borrow_mut().insert(TEXT.into(), ruby.heap.frozen(text));
    Ok(ruby.heap.keep(Value::Object(ruby.heap.object(object))))
}

/// Where an object has its text. No variable of an object has such a name.
const TEXT: &str = "text";

/// The context of a template that has no binding: an object of its own.
fn own_context(ruby: &mut Ruby<'_>) -> Outcome<Context> {
    let this = ruby.instantiate(&"Object".into(), Args::default())?;
    Ok(Context { this, target: None, singleton: false, module: "".into(), method: None, visibility: Cell::default() })
}

fn with_binding(ruby: &mut Ruby<'_>, it: &Value, bound: &Bound) -> Outcome {
    let context = &bound.scope.context;
    let context = Context {
        this: context.this.clone(),
        target: context.target.clone(),
        singleton: context.singleton,
        module: context.module.clone(),
        method: context.method.clone(),
        visibility: Cell::new(context.visibility.get()),
    };
    let known: Vec<(Name, Rc<Scope>, usize)> = bound
        .names
        .iter()
        .filter(|it| is_variable(&it.0))
        .filter_map(|(name, place)| variable(bound, *place).map(|(scope, slot)| (name.clone(), scope, slot)))
        .collect();
    let read = |scope: &Rc<Scope>, slot: usize| scope.values.borrow().get(slot).cloned().unwrap_or(Value::Nil);
    let before: Vec<Value> = known.iter().map(|it| read(&it.1, it.2)).collect();
    let names: Vec<Name> = known.iter().map(|it| it.0.clone()).collect();
    let (text, after) = evaluate(ruby, it, &names, before.clone(), context, Some(&bound.scope))?;
    for (((_, scope, slot), before), after) in known.iter().zip(before).zip(after) {
        // The template has variables of its own with these values.
        if !is_same(&read(scope, *slot), &before) {
            return ruby.not_covered("a variable that changes while a template of ERB.new reads it");
        }
        if !is_same(&before, &after) {
            ruby.changes_early(scope.early)?;
            scope.assign(*slot, after);
        }
    }
    Ok(text)
}

/// Evaluates a template with these variables. Returns its text, and the values of the variables at its end.
fn evaluate(
    ruby: &mut Ruby<'_>,
    it: &Value,
    names: &[Name],
    given: Vec<Value>,
    context: Context,
    around: Option<&Rc<Scope>>,
) -> Outcome<(Value, Vec<Value>)> {
    let text = match it {
        Value::Object(it) => it.fields.borrow().get(TEXT).cloned(),
        _ => None,
    };
    let Some(Value::String(text)) = text else { return ruby.not_covered("an ERB without a text") };
    // The parser has to know the variables.
    let source = match names {
        [] => text.get().to_string(),
        names => format!("<% {} = nil %>{}", names.join(" = "), text.get()),
    };
    ruby.spend(source.len() as u64 / 4)?;
    let Ok(template) = Template::shared_as(&source, FILE) else { return ruby.not_covered("ERB.new of a text with a syntax error") };
    let mut values = vec![Value::Nil; template.locals()];
    let slots: Vec<usize> = names.iter().filter_map(|it| template.slot(it)).collect();
    for (slot, value) in slots.iter().zip(given) {
        if let Some(variable) = values.get_mut(*slot) {
            *variable = value;
        }
    }
    let block = around.and_then(|it| it.block.clone());
    let scope = Scope { values: values.into(), parent: None, frame: 0, block, context: Rc::new(context), early: false };
    let scope = ruby.heap.scope(scope);
    let before = std::mem::replace(&mut ruby.scope, scope.clone());
    let (out, holes) = (std::mem::take(&mut ruby.out), std::mem::take(&mut ruby.holes));
    let left = ruby.enter_file(&FILE.into());
    let matched = std::mem::take(&mut ruby.matched);
    let at = ruby.at;
    let result = ruby.deeper(|ruby| template.eval_after(ruby, usize::from(!names.is_empty())));
    (ruby.scope, ruby.at, ruby.matched) = (before, at, matched);
    ruby.leave_file(left);
    let text = std::mem::replace(&mut ruby.out, out);
    let has_holes = !std::mem::replace(&mut ruby.holes, holes).is_empty();
    result?;
    let text = if has_holes { ruby.unknown() } else { ruby.heap.utf8(text) };
    let values = scope.values.borrow();
    Ok((text, slots.into_iter().map(|it| values.get(it).cloned().unwrap_or(Value::Nil)).collect()))
}

/// Whether a local variable may have the name.
fn is_variable(name: &str) -> bool {
    const WORDS: &[&str] = &[
        "alias", "and", "begin", "break", "case", "class", "def", "do", "else", "elsif", "end", "ensure", "false", "for", "if", "in",
        "module", "next", "nil", "not", "or", "redo", "rescue", "retry", "return", "self", "super", "then", "true", "undef", "unless",
        "until", "when", "while", "yield",
    ];
    name.starts_with(|it: char| it.is_ascii_lowercase() || it == '_')
        && name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
        && !WORDS.contains(&name)
        && !(name.len() == 2 && name.starts_with('_') && name != "__" && name.ends_with(|it: char| it.is_ascii_digit()))
}
