//! Records the state of a resource while it is changed.

use std::io;

use machine::{Content, System};
use md5::Digest;
use providers::{Cx, Elsewhere, Instance, Options, Subject};
use resource_types::type_info;
use serde_json::Value as Json;

use super::{Refusal, UndoRecord, Was, back};
use crate::report::{EventStatus, Status};

/// Of larger files nothing is kept.
const LARGEST: u64 = 64 << 20;

/// How much is in a folder, among what it had.
pub(super) const INSIDE: &str = "inside";

/// Where a link leads to that is followed, and that a file takes the place of.
pub(super) const REPLACED: &str = "replaced";

/// Who may read a copy.
const MODE: u32 = 0o600;

/// State before the first change.
#[derive(Default)]
pub(crate) struct Begun {
    all: Vec<(String, Json)>,
    copy: Option<String>,
    pub(super) refusal: Option<String>,
}

/// Why a resource is not undone.
fn refusal(subject: &Subject) -> Option<String> {
    if Elsewhere::find(subject).is_some() {
        return Some("its provider is written in Ruby".to_owned());
    }
    Some(match subject.type_name.as_str() {
        "File" | "Host" | "Mailalias" | "Sshkey" | "Ssh_authorized_key" | "Cron" | "Ini_setting" | "File_line" | "User" | "Group" => {
            return None;
        }
        "Exec" => Refusal::Command.into(),
        "Package" => Refusal::Package.into(),
        other => format!("resources of type {} cannot be undone", other.to_lowercase()),
    })
}

/// A resource is about to be changed for the first time. `folder` keeps what it held; none where nothing is kept.
pub(crate) fn begin(cx: &mut Cx<'_>, folder: Option<&str>, is: &[(String, Json)], holds_other: bool) -> Begun {
    let mut begun = Begun::default();
    let Some(folder) = folder else { return begun };
    begun.refusal = refusal(cx.subject).or_else(|| (!cx.subject.sensitive.is_empty()).then(|| Refusal::Secret.into()));
    if begun.refusal.is_some() {
        return begun;
    }
    let is_there = is.iter().any(|(name, value)| name == "ensure" && value != "absent");
    let type_name = cx.subject.type_name.as_str();
    if is_there
        && holds_other
        && matches!(type_name, "File" | "Host" | "Mailalias" | "Sshkey" | "Ssh_authorized_key" | "Cron" | "Ini_setting")
    {
        let found = back::probe(&cx.subject.type_name, &cx.subject.title, &identity(cx.subject, cx.options), cx);
        match found {
            Ok(all) => begun.all = all,
            Err(failure) => begun.refusal = Some(cx.subject.open(Refusal::Unstored(failure.message).into())),
        }
    }
    if type_name == "File"
        && is.iter().any(|(name, value)| name == "ensure" && value == "directory")
        && let Ok(inside) = cx.system.list(&path(cx.subject))
    {
        begun.all.push((INSIDE.to_owned(), Json::from(inside.len())));
    }
    if type_name == "File"
        && holds_other
        && cx.subject.text("links").as_deref() == Some("follow")
        && let Ok(target) = cx.system.link_target(&path(cx.subject))
    {
        begun.all.push((REPLACED.to_owned(), Json::from(target)));
    }
    // A line that replaces others, or that is removed, is restored with the whole file: nothing else knows where it was.
    let is_file = is.iter().any(|(name, value)| name == "ensure" && value == "file");
    let is_copied = match type_name {
        "File" => is_file && holds_other,
        "File_line" => cx.subject.value("match").is_some() || cx.subject.text("ensure").as_deref() == Some("absent"),
        _ => false,
    };
    if is_copied {
        let path = path(cx.subject);
        let sum = machine::hex::hex(&md5::Md5::digest(&cx.subject.reference));
        let copy = format!("{folder}/{sum}");
        match copy_file(&path, &copy, cx.system) {
            Ok(()) => begun.copy = Some(copy),
            Err(error) => begun.refusal = Some(error.to_string()),
        }
    }
    begun
}

/// Where the file is that a resource is, or writes to.
fn path(subject: &Subject) -> String {
    subject.text("path").unwrap_or_else(|| subject.title.to_string())
}

/// Copies a file before it is changed.
pub(super) fn copy_file(path: &str, copy: &str, system: &mut dyn System) -> Result<(), Refusal> {
    if system.details(path).ok().flatten().is_some_and(|it| it.size > LARGEST) {
        return Err(Refusal::TooLarge);
    }
    let folder = copy.rsplit_once('/').map_or("", |it| it.0);
    let is_there = |system: &mut dyn System| matches!(system.look(folder, false), Ok(Some(_)));
    if !is_there(system)
        && let Err(error) = system.make_folder(folder, Some(0o700))
        // Another resource that is applied at the same time may have made it.
        && !is_there(system)
    {
        return Err(unstored(&error));
    }
    system.write(copy, Content::Of(path), MODE).map_err(|it| unstored(&it))?;
    // Before what it is a copy of is gone.
    system.make_last(copy);
    Ok(())
}

fn unstored(error: &io::Error) -> Refusal {
    Refusal::Unstored(error.to_string())
}

/// Record of a resource that was changed.
pub(crate) fn finish(
    begun: Begun,
    instance: &mut dyn Instance,
    cx: &mut Cx<'_>,
    is: &[(String, Json)],
    status: &Status,
) -> Option<UndoRecord> {
    let set: Vec<&str> =
        status.events.iter().filter(|it| it.status == EventStatus::Success).filter_map(|it| it.property.as_deref()).collect();
    if set.is_empty() || cx.subject.type_name == "Notify" {
        return None;
    }
    let reference = cx.subject.reference.as_str();
    if let Some(refusal) = begun.refusal {
        return Some(UndoRecord::refused(reference, refusal));
    }
    let holds_secret = set.contains(&"ensure") && ["content", "target", "value"].iter().any(|it| cx.subject.is_sensitive(it));
    if holds_secret || set.iter().any(|it| instance.is_secret(it) || cx.subject.is_sensitive(it) || it.contains("password")) {
        return Some(UndoRecord::refused(reference, Refusal::Secret));
    }
    if set.contains(&"ensure") && matches!(cx.subject.type_name.as_str(), "User" | "Group") {
        return Some(UndoRecord::refused(reference, Refusal::Account));
    }
    // As taking back is going to see it: an entry that was written may read otherwise than it was said, and whoever writes into a file
    // that was made is to be seen, even where the manifest says nothing of what it holds.
    // What was written is known: a large file is not read once more.
    let is_written = cx.subject.type_name == "File" && (set.contains(&"content") || set.contains(&"ensure"));
    let is_sum = |it: &Json| it.as_str().is_some_and(|it| ["{sha", "{md5"].iter().any(|start| it.starts_with(start)));
    let written = instance.should("content").filter(|it| is_written && is_sum(it));
    let names: &[&str] = if written.is_some() { &["target", "owner", "group", "mode"] } else { &["all"] };
    let after = back::probe_some(&cx.subject.type_name, &cx.subject.title, &identity(cx.subject, cx.options), names, cx);
    let mut after = match after {
        Ok(after) => after,
        Err(failure) => {
            let why = cx.subject.open(Refusal::Unstored(failure.message).into());
            return Some(UndoRecord::refused(reference, why));
        }
    };
    if after.iter().any(|(name, value)| name == "ensure" && value == "file") {
        after.extend(written.map(|it| ("content".to_owned(), it)));
    }
    // What was made has its content, too, which is set without a word.
    let is_made =
        |name: &str, after: &Json| set.contains(&"ensure") && matches!(name, "content" | "target" | "value") && !back::is_nothing(after);
    let is_of_interest = |name: &str, after: &Json| set.contains(&name) || is_made(name, after);
    let value = |name: &str| is.iter().find(|it| it.0 == name).map(|it| it.1.clone()).unwrap_or_default();
    let changes = after.into_iter().filter(|(name, after)| is_of_interest(name, after));
    let mut changes: Vec<Was> = changes.map(|(property, after)| Was { before: value(&property), property, after }).collect();
    if cx.subject.type_name == "File_line"
        && let Some(copy) = &begun.copy
    {
        // The whole file takes its place: whatever else is written into it is to be seen.
        let (before, path) = (back::sum(copy, cx), path(cx.subject));
        let after = back::sum(&path, cx).unwrap_or_default();
        changes = vec![Was { property: "content".to_owned(), before: before.unwrap_or_default(), after }];
    }
    Some(UndoRecord {
        resource: reference.to_owned(),
        type_name: cx.subject.type_name.to_lowercase(),
        title: cx.subject.title.to_string(),
        identity: identity(cx.subject, cx.options),
        changes,
        all: begun.all,
        copy: begun.copy,
        refusal: None,
    })
}

/// The parameters by which a resource is found on the machine, and how it is written.
fn identity(subject: &Subject, options: &Options) -> Vec<(String, Json)> {
    let info = type_info(&subject.type_name.to_lowercase());
    let is_own = |name: &str| match subject.type_name.as_str() {
        "File" => matches!(name, "path" | "checksum" | "links"),
        // They say where it is, and are properties.
        _ if matches!(name, "target" | "user" | "name" | "type" | "path" | "section" | "setting" | "line") => true,
        _ => info.and_then(|it| it.attribute(name)).is_some_and(|it| !it.is_property()) && !matches!(name, "show_diff" | "refreshonly"),
    };
    let mut identity: Vec<(String, Json)> =
        subject.parameters.iter().filter(|(name, _)| is_own(name)).map(|(name, it)| (name.to_string(), it.clone())).collect();
    // Sums are compared with those of the same kind.
    if subject.type_name == "File" && subject.value("checksum").is_none() && !options.checksum.is_empty() {
        identity.push(("checksum".to_owned(), Json::from(options.checksum.clone())));
    }
    identity.sort_by(|a, b| a.0.cmp(&b.0));
    identity
}
