//! Taking back what a run has done with one resource.

use std::sync::Arc;

use std::collections::BTreeSet;

use machine::System;
use providers::{Cx, OfPuppet, Only, ProviderError, Store, Subject, Types};
use serde_json::{Value as Json, json};

use super::{UndoRecord, Was, keep};
use crate::harness;
use crate::observer::Observer;
use crate::report::Status;
use crate::state::State;
use crate::transaction::Options;

/// Result of undoing one change.
#[derive(Debug)]
pub enum Undone {
    /// It is as it was, or would be.
    Done(Arc<Status>),
    /// It already had its state before the run.
    Same,
    /// In a look at what would be done: it is, once what else the run has changed in that file is.
    Behind,
    /// It can never be undone.
    Refused(String),
    /// It is not as the run has left it.
    Moved(String),
    /// It could not be set; that was reported.
    Failed(Arc<Status>),
}

/// State that the preview of an undo has read already.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// The files that would be away, so that a folder would be empty.
    removed: BTreeSet<String>,
    /// The files in which something would be another.
    touched: BTreeSet<String>,
}

type Values = Vec<(String, Json)>;

/// Undoes the changes of a run to a resource.
pub(super) fn undo(record: &UndoRecord, options: &Options, system: &mut dyn System, sink: &mut dyn Observer, seen: &mut Seen) -> Undone {
    if let Some(reason) = &record.refusal {
        return Undone::Refused(reason.clone());
    }
    let undone = tried(record, options, system, sink, seen).unwrap_or_else(|it| it);
    if matches!(undone, Undone::Done(_) | Undone::Behind) {
        if record.type_name == "file" && record.change("ensure").is_some_and(|it| it.before == "absent") {
            seen.removed.insert(path(record).to_owned());
        }
        let place = record.identity.iter().find(|it| matches!(it.0.as_str(), "path" | "target"));
        seen.touched
            .extend(place.filter(|_| options.common.noop && record.type_name != "file").and_then(|it| it.1.as_str()).map(str::to_owned));
    }
    undone
}

fn tried(record: &UndoRecord, options: &Options, system: &mut dyn System, sink: &mut dyn Observer, seen: &Seen) -> Result<Undone, Undone> {
    let asked = Subject::bare(&record.type_name, &record.title, &[]);
    let (around, mut store) = (Only(&[]), Store::default());
    let mut cx =
        Cx { subject: &asked, options: &options.common, system: &mut *system, around: &around, sink: &mut *sink, store: &mut store };
    let mut current = match probe(&record.type_name, &record.title, &record.identity, &mut cx) {
        Ok(current) => current,
        // No line is in a file that is not there.
        Err(_) if record.type_name == "file_line" && matches!(cx.system.look(path(record), true), Ok(None)) => {
            vec![("ensure".to_owned(), json!("absent"))]
        }
        Err(failure) => return Err(Undone::Moved(failure.message)),
    };
    if record.type_name == "file_line" && record.copy.is_some() {
        current.push(("content".to_owned(), sum(path(record), &mut cx).unwrap_or_default()));
    }
    is_whole(record, &mut cx)?;
    let value = |name: &str| current.iter().find(|it| it.0 == name).map(|it| &it.1);
    if record.changes.iter().all(|it| is_as_before(it, value(&it.property))) {
        return Ok(Undone::Same);
    }
    // Of a resource that is not there any more nothing else is said.
    for was in &record.changes {
        let now = value(&was.property).unwrap_or(&Json::Null);
        if *now != was.after && record.change("ensure").is_none_or(|it| it.after != "absent" || was.property == "ensure") {
            if was.property == "content" && seen.touched.contains(path(record)) {
                return Ok(Undone::Behind);
            }
            return Err(Undone::Moved(format!("{} was changed since", was.property)));
        }
    }
    let wanted = if record.type_name == "file" || record.copy.is_some() { file(record, system, seen)? } else { entry(record) };
    let (type_name, title, identity) = match (&record.copy, record.type_name.as_str()) {
        // The file that a line is in.
        (Some(_), "file_line") => ("file", path(record).to_owned(), Vec::new()),
        _ => (record.type_name.as_str(), record.title.clone(), record.identity.clone()),
    };
    let mut parameters: Values = identity.into_iter().filter(|(name, _)| wanted.iter().all(|it| it.0 != *name)).collect();
    parameters.extend(wanted);
    let mut subject = Subject::bare(type_name, &title, &parameters);
    subject.audit.clear();
    subject.noop = options.common.noop;
    let mut instance = OfPuppet.instance(&subject, &options.common).map_err(|it| Undone::Refused(it.message))?;
    let (all, mut store) = ([subject.clone()], Store::default());
    let around = Only(&all);
    let mut cx = Cx { subject: &subject, options: &options.common, system, around: &around, sink: &mut *sink, store: &mut store };
    if !options.common.noop {
        // Nothing is written over that could not be had back.
        let is = instance.retrieve(&mut cx).map_err(|it| Undone::Moved(it.message))?;
        let begun = keep::begin(&mut cx, options.undo.as_deref(), &is, true);
        // A service holds nothing that could be lost.
        if let Some(reason) = begun.refusal.filter(|_| type_name != "service") {
            return Err(Undone::Moved(reason));
        }
    }
    let status = Arc::new(*harness::evaluate(&mut *instance, &mut cx, options, &mut State::default(), &mut |_| ()));
    sink.done(&status);
    Ok(if status.has_failed() { Undone::Failed(status) } else { Undone::Done(status) })
}

/// The sum of what a file holds.
pub(super) fn sum(path: &str, cx: &mut Cx<'_>) -> Option<Json> {
    let values = probe("file", path, &[("checksum".to_owned(), json!("sha256"))], cx).ok()?;
    values.into_iter().find(|it| it.0 == "content").map(|it| it.1)
}

/// Whether what was kept is still what the file held.
fn is_whole(record: &UndoRecord, cx: &mut Cx<'_>) -> Result<(), Undone> {
    let Some(copy) = &record.copy else { return Ok(()) };
    let was = record.changes.iter().find(|it| it.property == "content").map(|it| &it.before).filter(|it| it.is_string());
    let was = was.filter(|it| *it != "absent").or_else(|| record.all.iter().find(|it| it.0 == "content").map(|it| &it.1));
    let Some(was) = was.filter(|it| it.as_str().is_some_and(|it| it.starts_with("{sha256}"))) else { return Ok(()) };
    match sum(copy, cx) {
        Some(sum) if sum == *was => Ok(()),
        _ => Err(Undone::Refused("its stored content is damaged".to_owned())),
    }
}

/// Where a file is.
fn path(record: &UndoRecord) -> &str {
    record.identity.iter().find(|it| it.0 == "path").and_then(|it| it.1.as_str()).unwrap_or(&record.title).trim_end_matches('/')
}

/// Whether a property is as it was before the run. A missing object has several forms: a file leads nowhere.
fn is_as_before(was: &Was, now: Option<&Json>) -> bool {
    let now = now.unwrap_or(&Json::Null);
    *now == was.before || (is_nothing(now) && is_nothing(&was.before))
}

/// Whether a value says that there is none.
pub(super) fn is_nothing(value: &Json) -> bool {
    value.is_null() || value == "absent" || value == "notlink"
}

/// How a resource is now, with all that can be asked of it.
pub(super) fn probe(type_name: &str, title: &str, identity: &[(String, Json)], cx: &mut Cx<'_>) -> Result<Values, ProviderError> {
    probe_some(type_name, title, identity, &["all"], cx)
}

/// The same, with these properties only.
pub(super) fn probe_some(
    type_name: &str,
    title: &str,
    identity: &[(String, Json)],
    names: &[&str],
    cx: &mut Cx<'_>,
) -> Result<Values, ProviderError> {
    let mut subject = Subject::bare(&type_name.to_lowercase(), title, identity);
    subject.audit = names.iter().map(|it| (*it).to_owned()).collect();
    let mut instance = OfPuppet.instance(&subject, cx.options)?;
    let (all, mut store) = ([subject.clone()], Store::default());
    let around = Only(&all);
    let mut cx = Cx { subject: &subject, options: cx.options, system: cx.system, around: &around, sink: cx.sink, store: &mut store };
    instance.retrieve(&mut cx)
}

/// Values to which an entry, a setting or an account is restored.
fn entry(record: &UndoRecord) -> Values {
    // A service that is stopped exists.
    let ensure = record.change("ensure").filter(|_| record.type_name != "service");
    let Some(ensure) = ensure else {
        let mut wanted: Values = record.changes.iter().map(|it| (it.property.clone(), it.before.clone())).collect();
        // Those that were added are to go, too, whether the manifest says of all of them or only of some.
        match record.type_name.as_str() {
            "user" if record.change("groups").is_some() => wanted.push(("membership".to_owned(), json!("inclusive"))),
            "group" if record.change("members").is_some() => wanted.push(("auth_membership".to_owned(), json!(true))),
            _ => {}
        }
        return wanted;
    };
    let mut wanted = vec![("ensure".to_owned(), ensure.before.clone())];
    if ensure.before != "absent" {
        let own = record.all.iter().filter(|(name, value)| name != "ensure" && !value.is_null() && value != "absent");
        wanted.extend(own.cloned());
    }
    wanted
}

/// Values to which a file, folder or link is restored.
fn file(record: &UndoRecord, system: &dyn System, seen: &Seen) -> Result<Values, Undone> {
    let pair = |name: &str, value: Json| (name.to_owned(), value);
    let mut wanted = vec![pair("backup", json!(false))];
    let of_file = || match &record.copy {
        Some(copy) if matches!(system.look(copy, false), Ok(Some(_))) => {
            Ok(vec![pair("ensure", json!("file")), pair("source", json!(copy))])
        }
        _ => Err(Undone::Refused("its content was not stored".to_owned())),
    };
    if record.type_name == "file_line" {
        wanted.extend(of_file()?);
        return Ok(wanted);
    }
    let had = |name: &str| record.all.iter().find(|it| it.0 == name).map(|it| it.1.clone()).filter(|it| !it.is_null() && it != "absent");
    let rights = || ["owner", "group", "mode"].into_iter().filter_map(|name| Some(pair(name, had(name)?)));
    let Some(ensure) = record.change("ensure") else {
        for was in &record.changes {
            match (was.property.as_str(), had(keep::REPLACED)) {
                // A link was followed to what it led to, and what was written took its own place.
                ("content" | "checksum_value", Some(target)) => {
                    wanted.extend([pair("ensure", json!("link")), pair("target", target), pair("links", json!("manage"))]);
                    return Ok(wanted);
                }
                ("content" | "checksum_value", None) => wanted.extend(of_file()?),
                // It was no link.
                ("target", _) if is_nothing(&was.before) => {
                    wanted.extend(of_file()?);
                    wanted.extend(rights());
                    return Ok(wanted);
                }
                ("target", _) => wanted.extend([pair("ensure", json!("link")), pair("target", was.before.clone())]),
                (other, _) => wanted.push(pair(other, was.before.clone())),
            }
        }
        return Ok(wanted);
    };
    if ensure.after == "directory" {
        let path = path(record);
        let inside = system.list(path).map_err(|it| Undone::Moved(it.to_string()))?;
        if inside.iter().any(|it| !seen.removed.contains(&format!("{path}/{it}"))) {
            return Err(Undone::Moved("the folder is not empty".to_owned()));
        }
        wanted.push(pair("force", json!(true)));
    }
    match ensure.before.as_str() {
        Some("absent") => wanted.push(pair("ensure", json!("absent"))),
        Some("file") => {
            wanted.extend(of_file()?);
            wanted.extend(rights());
        }
        Some("link") => {
            let target = had("target").ok_or_else(|| Undone::Refused("its target was not stored".to_owned()))?;
            wanted.extend([pair("ensure", json!("link")), pair("target", target)]);
        }
        Some("directory") if had(keep::INSIDE) == Some(json!(0)) => {
            wanted.push(pair("ensure", json!("directory")));
            wanted.extend(rights());
        }
        Some("directory") => return Err(Undone::Refused("the content of the folder was not stored".to_owned())),
        _ => return Err(Undone::Refused("it was neither a file nor a folder nor a link".to_owned())),
    }
    Ok(wanted)
}
