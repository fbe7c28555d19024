//! Entries of a folder as resources of their own.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::File;
use super::source::{Source, leads_nowhere, source};
use crate::instance::{Child, Cx, ProviderError};
use crate::log::Level;
use crate::subject::Subject;
use crate::types::glob::glob_shown;
use machine::{FileKind, ruby_text};

/// How far is looked into a folder.
#[derive(Clone, Debug, Default)]
pub struct Recursion {
    on: bool,
    /// Only what the source has.
    remote: bool,
    limit: Option<usize>,
    /// How many entries are too many; none for any number, and 0 where nothing is said.
    most: Option<usize>,
    purge: bool,
    ignore: Vec<String>,
    all_sources: bool,
}

/// Number of entries from which on a warning appears, unless a limit is set.
const MANY: usize = 1000;

/// Folders in folders are bounded.
const DEEPEST: usize = 1000;

impl Recursion {
    pub fn from_subject(subject: &Subject) -> Recursion {
        let recurse = subject.text("recurse");
        Recursion {
            on: matches!(recurse.as_deref(), Some("true" | "remote" | "inf")),
            remote: recurse.as_deref() == Some("remote"),
            limit: subject.text("recurselimit").and_then(|it| it.parse().ok()),
            most: subject.text("max_files").map_or(Some(0), |it| it.parse().ok()),
            purge: subject.is_on("purge") == Some(true),
            ignore: subject.texts("ignore"),
            all_sources: subject.text("sourceselect").as_deref() == Some("all"),
        }
    }

    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Whether what is not managed goes; what goes has this from the folder that it is in.
    pub fn purges(&self) -> bool {
        self.purge
    }

    /// Whether a folder has too many entries; a large number is reported.
    fn count(&self, root: &str, entries: usize, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let what = format!("The directory '{root}' contains {entries} entries, which exceeds the");
        match self.most {
            Some(0) if entries > MANY => {
                let message = format!(
                    "{what} default soft limit {MANY} and may cause excessive resource consumption and degraded performance. To remove \
                     this warning set a value for `max_files` parameter or consider using an alternate method to manage large directory \
                     trees"
                );
                cx.tell_plainly(Level::Warning, message);
                Ok(())
            }
            Some(most) if most > 0 && entries > most => Err(ProviderError::new(format!(
                "{what} limit of {most} specified by the max_files parameter for this resource. The limit may be increased, but be aware \
                 that large number of file resources can result in excessive resource consumption and degraded performance. Consider \
                 using an alternate method to manage large directory trees"
            ))),
            _ => Ok(()),
        }
    }

    fn ignores(&self, name: &str) -> bool {
        self.ignore.iter().any(|it| glob_shown(it, name))
    }
}

/// Parameters that what is in a folder does not have from it.
const OWN: [&str; 12] = [
    "ensure",
    "recurse",
    "recurselimit",
    "max_files",
    "target",
    "alias",
    "source",
    "path",
    "content",
    "require",
    "subscribe",
    "sourceselect",
];

impl File {
    pub(super) fn children(&mut self, cx: &mut Cx<'_>) -> Result<Vec<Child>, ProviderError> {
        if !self.recurses.on {
            return Ok(Vec::new());
        }
        let mut children: BTreeMap<String, Vec<(String, Json)>> = BTreeMap::new();
        if !self.recurses.remote {
            let path = self.path.clone();
            for (name, _, _) in self.list_tree(&path, cx)? {
                children.insert(name, Vec::new());
            }
        }
        if let Some(target) = self.target.clone() {
            self.ensure = Some("directory".to_owned());
            for (name, kind, full) in self.list_tree(&target, cx)? {
                let own = match kind {
                    FileKind::Directory => vec![("ensure".to_owned(), json!("directory"))],
                    _ => vec![("ensure".to_owned(), json!("link")), ("target".to_owned(), json!(full))],
                };
                children.insert(name, own);
            }
        } else if !self.sources.is_empty() {
            for (name, (from, leads_nowhere)) in self.of_sources(cx)? {
                let mut own = vec![("source".to_owned(), json!(from))];
                // By itself it would be no source.
                own.extend(leads_nowhere.then(|| ("ensure".to_owned(), json!("link"))));
                children.insert(name, own);
            }
        }
        let shared: Vec<(String, Json)> = cx
            .subject
            .parameters
            .iter()
            .filter(|(name, _)| !OWN.contains(&name.as_str()))
            .map(|(name, it)| (name.to_string(), it.clone()))
            .collect();
        let managed: Vec<String> = cx.around.files().into_iter().map(|it| super::normal_path(&it)).filter(|it| *it != self.path).collect();
        let inside = format!("{}/", self.path.trim_end_matches('/'));
        let managed: Vec<&str> = managed.iter().map(String::as_str).filter(|it| it.starts_with(&inside)).collect();
        let mut found = Vec::new();
        for (name, own) in children {
            let path = format!("{inside}{name}");
            // What is declared itself is left to that, with all below.
            if managed.iter().any(|it| path == **it || path.starts_with(&format!("{it}/"))) {
                continue;
            }
            let mut parameters = shared.clone();
            parameters.push(("path".to_owned(), json!(path)));
            let has_source = own.iter().any(|it| it.0 == "source");
            let is_given = !own.is_empty();
            parameters.extend(own);
            if self.recurses.purge && !has_source && !(is_given && self.target.is_some()) {
                parameters.retain(|it| it.0 != "ensure");
                parameters.push(("ensure".to_owned(), json!("absent")));
            }
            found.push((path, parameters));
        }
        found.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(found.into_iter().map(|(title, parameters)| Child { type_name: None, title, parameters }).collect())
    }

    /// The names of what the sources hold, where each comes from, and whether it is a link that leads nowhere.
    fn of_sources(&mut self, cx: &mut Cx<'_>) -> Result<BTreeMap<String, (String, bool)>, ProviderError> {
        let mut found = BTreeMap::new();
        for name in self.sources.clone() {
            let Some(Source { path, found: top, .. }) = source(&name, self.follows, cx)? else { continue };
            if top.kind != FileKind::Directory {
                return Ok(BTreeMap::new());
            }
            for (inner, kind, full) in self.list_tree(&path, cx)? {
                let from = format!("{name}/{inner}");
                let leads_nowhere = kind == FileKind::Link && leads_nowhere(&full, cx);
                found.entry(inner).or_insert((from, leads_nowhere));
            }
            if !self.recurses.all_sources {
                break;
            }
        }
        Ok(found)
    }

    /// All that is in a folder: its path from there, its kind, and its whole path.
    fn list_tree(&self, root: &str, cx: &mut Cx<'_>) -> Result<Vec<(String, FileKind, String)>, ProviderError> {
        let is_folder = |cx: &mut Cx<'_>, path: &str| {
            let looked = cx.system.look(path, self.follows);
            matches!(looked, Ok(Some(it)) if it.kind == FileKind::Directory)
        };
        if !is_folder(cx, root) {
            return Ok(Vec::new());
        }
        let limit = self.recurses.limit.unwrap_or(DEEPEST).min(DEEPEST);
        let mut found = Vec::new();
        let mut folders = vec![(String::new(), 1)];
        let mut leads_nowhere = None;
        while let Some((folder, depth)) = folders.pop() {
            if depth > limit {
                continue;
            }
            let path = if folder.is_empty() { root.to_owned() } else { format!("{root}/{folder}") };
            let names = cx.system.list(&path).map_err(|it| ProviderError::of_system(&it, &path))?;
            for name in names.into_iter().filter(|it| !self.recurses.ignores(it)) {
                let inner = if folder.is_empty() { name } else { format!("{folder}/{name}") };
                let full = format!("{root}/{inner}");
                let looked = cx.system.look(&full, self.follows);
                let Ok(Some(it)) = looked else {
                    // What a link leads to is meant, and is not there. Another name may have gone since the folder was read.
                    let is_link = self.follows && matches!(cx.system.look(&full, false), Ok(Some(it)) if it.kind == FileKind::Link);
                    if is_link && leads_nowhere.is_none() {
                        let error = looked.err().unwrap_or_else(|| std::io::ErrorKind::NotFound.into());
                        leads_nowhere = Some(ProviderError::new(format!("{} @ rb_file_s_stat - {full}", ruby_text(&error, ""))));
                    }
                    continue;
                };
                if it.kind == FileKind::Directory {
                    folders.push((inner.clone(), depth + 1));
                }
                found.push((inner, it.kind, full));
            }
        }
        self.recurses.count(root, found.len(), cx)?;
        leads_nowhere.map_or(Ok(found), Err)
    }
}
