//! The state of a file, an account or a service before a change by something other than a resource.

use machine::System;
use providers::{Cx, Level, Only, Options, ProviderError, Record, Sink, Store, Subject};
use serde_json::{Value as Json, json};

use super::keep::{INSIDE, copy_file};
use super::{Refusal, UndoRecord, Was, back};

/// The state before a change.
#[derive(Clone, Debug)]
pub struct Snapshot {
    type_name: &'static str,
    title: String,
    all: Vec<(String, Json)>,
    copy: Option<String>,
    refusal: Option<String>,
}

impl Snapshot {
    /// Takes a snapshot of a path, links not followed.
    pub fn file(path: &str, system: &mut dyn System) -> Snapshot {
        let path = if path.len() > 1 { path.trim_end_matches('/') } else { path };
        let mut snapshot = Snapshot::new("file", path, system);
        // What is in a folder has snapshots of its own.
        if snapshot.value("ensure") == Some(&json!("directory")) {
            snapshot.all.push((INSIDE.to_owned(), json!(0)));
        }
        snapshot
    }

    /// Takes a snapshot of a path where nothing was before.
    pub fn absent(path: &str) -> Snapshot {
        let all = vec![("ensure".to_owned(), json!("absent"))];
        Snapshot { type_name: "file", title: path.to_owned(), all, copy: None, refusal: None }
    }

    /// Takes a snapshot of a user.
    pub fn user(name: &str, system: &mut dyn System) -> Snapshot {
        Snapshot::new("user", name, system)
    }

    /// Takes a snapshot of a group.
    pub fn group(name: &str, system: &mut dyn System) -> Snapshot {
        Snapshot::new("group", name, system)
    }

    /// Takes a snapshot of a service: whether it runs, and whether it starts with the machine.
    pub fn service(name: &str, system: &mut dyn System) -> Snapshot {
        Snapshot::new("service", name, system)
    }

    fn new(type_name: &'static str, title: &str, system: &mut dyn System) -> Snapshot {
        let mut snapshot = Snapshot { type_name, title: title.to_owned(), all: Vec::new(), copy: None, refusal: None };
        match snapshot.probe(system) {
            Ok(all) => snapshot.all = all,
            Err(failure) => snapshot.refusal = Some(Refusal::Unstored(failure.message).into()),
        }
        snapshot
    }

    /// Stores the content of a file before it changes.
    pub fn store_content(&mut self, copy: &str, system: &mut dyn System) {
        if self.copy.is_some() || self.refusal.is_some() || self.value("ensure") != Some(&json!("file")) {
            return;
        }
        match copy_file(&self.title, copy, system) {
            Ok(()) => self.copy = Some(copy.to_owned()),
            Err(error) => self.refusal = Some(error.to_string()),
        }
    }

    /// Compares with the state after the change; none if both are the same. `resource` is the name in messages.
    pub fn finish(self, resource: &str, system: &mut dyn System) -> Option<UndoRecord> {
        if let Some(refusal) = self.refusal {
            return Some(UndoRecord::refused(resource, refusal));
        }
        let after = match self.probe(system) {
            Ok(after) => after,
            Err(failure) => return Some(UndoRecord::refused(resource, Refusal::Unstored(failure.message))),
        };
        let value = |name: &str| after.iter().find(|it| it.0 == name).map(|it| &it.1);
        let is_same = |a: &Json, b: &Json| a == b || back::is_nothing(a) && back::is_nothing(b);
        let mut changes = Vec::new();
        for property in self.properties() {
            let (before, after) = (self.value(property).unwrap_or(&Json::Null), value(property).unwrap_or(&Json::Null));
            if !is_same(before, after) {
                changes.push(Was { property: (*property).to_owned(), before: before.clone(), after: after.clone() });
            }
        }
        if changes.is_empty() {
            return None;
        }
        let is_file = self.type_name == "file";
        if matches!(self.type_name, "user" | "group") && changes.iter().any(|it| it.property == "ensure") {
            return Some(UndoRecord::refused(resource, Refusal::Account));
        }
        let identity = if is_file { identity(&self.title) } else { Vec::new() };
        let all = if is_file { self.all } else { Vec::new() };
        Some(UndoRecord {
            resource: resource.to_owned(),
            type_name: self.type_name.to_owned(),
            title: self.title,
            identity,
            changes,
            all,
            copy: self.copy,
            refusal: None,
        })
    }

    /// The members of a group.
    pub fn members(&self) -> Vec<String> {
        let members = self.value("members").and_then(Json::as_array);
        members.into_iter().flatten().filter_map(Json::as_str).map(str::to_owned).collect()
    }

    fn value(&self, name: &str) -> Option<&Json> {
        self.all.iter().find(|it| it.0 == name).map(|it| &it.1)
    }

    /// The properties that are compared.
    fn properties(&self) -> &'static [&'static str] {
        match self.type_name {
            "file" => &["ensure", "content", "target", "owner", "group", "mode"],
            "user" => &["ensure", "uid", "gid", "comment", "home", "shell", "groups", "expiry", "password_min_age", "password_max_age"],
            "service" => &["ensure", "enable"],
            // Users know which groups they are in.
            _ => &["ensure", "gid"],
        }
    }

    fn probe(&self, system: &mut dyn System) -> Result<Vec<(String, Json)>, ProviderError> {
        let asked = Subject::bare(self.type_name, &self.title, &[]);
        let identity = if self.type_name == "file" { identity(&self.title) } else { Vec::new() };
        let options = Options { checksum: "sha256".to_owned(), ..Options::default() };
        let (around, mut store) = (Only(&[]), Store::default());
        let mut cx = Cx { subject: &asked, options: &options, system, around: &around, sink: &mut Silent, store: &mut store };
        let mut all = back::probe(self.type_name, &self.title, &identity, &mut cx)?;
        // The times of a folder are no content.
        if all.iter().any(|it| it.0 == "ensure" && it.1 == "directory") {
            all.retain(|it| it.0 != "content");
        }
        Ok(all)
    }
}

/// The parameters by which a file is found and compared.
fn identity(path: &str) -> Vec<(String, Json)> {
    vec![("checksum".to_owned(), json!("sha256")), ("path".to_owned(), json!(path))]
}

/// Messages while a snapshot is taken are of no interest.
struct Silent;

impl Sink for Silent {
    fn least(&self) -> Level {
        Level::Crit
    }

    fn record(&mut self, _record: Record) {}
}
