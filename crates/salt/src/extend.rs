//! `extend`: what files say about states of other files.

use crate::high::{Body, High, iterate};
use crate::place::Span;
use crate::problem::{Crash, Finding, Problem};
use crate::python;
use crate::requisite::is_requisite;
use crate::value::{Heap, Id, Key, Str, Value};
use crate::work::Work;

/// The IDs that a name means for a module: the ID itself, or those with an argument of this value.
pub fn find_name(heap: &Heap, high: &High, name: &Key, module: &str, strict: bool) -> Result<Vec<Key>, Box<Finding>> {
    if let Some(found) = high.ids.get(name)
        && (!strict || found.body().is_some_and(|it| it.modules.contains_key(module)))
    {
        return Ok(vec![name.clone()]);
    }
    if module == "sls" {
        if high.excludes {
            return Err(Finding::crash(Crash::BareWithExclude, Span::NONE));
        }
        let is_of = |it: &Body| it.sls.as_deref().is_some_and(|sls| name.is(sls));
        return Ok(high.bodies().filter(|(_, body)| is_of(body)).map(|(id, _)| id.clone()).collect());
    }
    let mut found = Vec::new();
    for (id, body) in high.bodies() {
        let Some(list) = body.modules.get(module).and_then(|it| heap.list(it.value)) else { continue };
        for argument in list {
            let Some(map) = heap.map(*argument).filter(|it| it.len() == 1) else { continue };
            if map.first().is_some_and(|(_, slot)| heap.key(slot.value).as_ref() == Some(name)) {
                found.push(id.clone());
            }
        }
    }
    Ok(found)
}

/// The SLS files whose states are excluded and whose extends do not count.
fn excluded_files(heap: &Heap, high: &High) -> Result<Vec<Key>, Box<Finding>> {
    let mut files = Vec::new();
    for item in &high.exclude {
        match heap.get(*item) {
            Value::Str(text) => files.push(Key::Str(text.clone())),
            Value::Map(map) => {
                if let Some(slot) = map.get("sls")
                    && heap.is_truthy(slot.value)
                {
                    files.extend(heap.key(slot.value));
                }
            }
            _ => return Err(Finding::crash(Crash::Map, heap.place(*item))),
        }
    }
    Ok(files)
}

/// Applies pieces to the states that they name.
pub fn apply(
    heap: &mut Heap,
    high: &mut High,
    pieces: Vec<(Key, Body)>,
    strict: bool,
    findings: &mut Vec<Finding>,
) -> Result<(), Box<Finding>> {
    let excluded = if pieces.is_empty() { Vec::new() } else { excluded_files(heap, high)? };
    let mut work = Work::default();
    for (name, body) in pieces {
        let Some(first) = body.modules.keys().next().cloned() else { return Err(Finding::crash(Crash::Empty, body.at)) };
        let is_there = high.body(&name).is_some_and(|it| it.modules.contains_key(&first));
        let target = if is_there {
            name
        } else {
            work.charge(high.ids.len(), body.at)?;
            let ids = find_name(heap, high, &name, &first, strict)?;
            match <[Key; 1]>::try_from(ids) {
                Ok([id]) => id,
                Err(_) => {
                    let problem = Problem::CannotExtend { id: python::shared_key_text(&name), sls: body.sls() };
                    findings.push(Finding::new(problem, body.at));
                    continue;
                }
            }
        };
        if body.sls.as_ref().is_some_and(|sls| excluded.iter().any(|it| it.is(sls))) {
            continue;
        }
        let Some(found) = high.body_mut(&target) else { return Err(Finding::crash(Crash::Map, body.at)) };
        for (module, new) in body.modules {
            match found.modules.get(&module) {
                None if found.is_shared => {
                    return Err(Finding::limit("an `extend` of an ID whose map is an alias adds a module to it", body.at));
                }
                None => {
                    found.modules.insert(module, new);
                }
                Some(old) => merge(heap, old.value, new.value)?,
            }
        }
    }
    Ok(())
}

/// The name of an argument.
enum Argument {
    Function,
    Named(Key),
    Other,
}

fn argument(heap: &Heap, id: Id) -> Result<Argument, Box<Finding>> {
    match heap.get(id) {
        Value::Str(_) => Ok(Argument::Function),
        Value::Map(map) => match map.first() {
            Some((key, _)) => Ok(Argument::Named(key.clone())),
            None => Err(Finding::crash(Crash::Empty, heap.place(id))),
        },
        _ => Ok(Argument::Other),
    }
}

/// Puts new arguments into a list: those with the same name are replaced, requisites are joined.
fn merge(heap: &mut Heap, have: Id, new: Id) -> Result<(), Box<Finding>> {
    for new in iterate(heap, new)? {
        let kind = argument(heap, new)?;
        let mut known = false;
        let Some(count) = heap.list(have).map(<[Id]>::len) else { return Err(Finding::crash(Crash::List, heap.place(have))) };
        for index in 0..count {
            let Some(old) = heap.list(have).and_then(|it| it.get(index)).copied() else { break };
            match (&kind, argument(heap, old)?) {
                (Argument::Function, Argument::Function) => {
                    replace(heap, have, index, new);
                    known = true;
                }
                (Argument::Named(name), Argument::Named(other)) => {
                    if *name == other {
                        known = true;
                        match name {
                            Key::Str(text) if is_requisite(text) => join(heap, old, new, text)?,
                            _ => replace(heap, have, index, new),
                        }
                    }
                    if name.is("name") && other.is("names") {
                        replace(heap, have, index, new);
                    }
                }
                _ => {}
            }
        }
        if !known && let Some(list) = heap.list_mut(have) {
            list.push(new);
        }
    }
    Ok(())
}

fn replace(heap: &mut Heap, list: Id, index: usize, new: Id) {
    if let Some(slot) = heap.list_mut(list).and_then(|it| it.get_mut(index)) {
        *slot = new;
    }
}

/// Appends the requisites of one argument to those of another one.
fn join(heap: &mut Heap, old: Id, new: Id, name: &Str) -> Result<(), Box<Finding>> {
    let (Some(old), Some(new)) = (heap.entry(old, name), heap.entry(new, name)) else { return Ok(()) };
    let place = heap.place(old);
    if heap.list(old).is_none() {
        return Err(Finding::crash(Crash::List, place));
    }
    let items = iterate(heap, new)?;
    if let Some(list) = heap.list_mut(old) {
        list.extend(items);
    }
    Ok(())
}
