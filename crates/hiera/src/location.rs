//! Where the data of a level lies.

use std::path::Path;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use values::Value;

use crate::candidates::Candidates;
use crate::error::{Error, Found};
use crate::files::{Format, Parsed};
use crate::glob;
use crate::interpolate::NOT_KNOWN;
use crate::invocation::{Invocation, lock};
use crate::lookups::Lookups;
use crate::open::wildcard;
use crate::scope::Scope;

/// A file or address, as it was written and as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Location {
    pub original: String,
    pub path: String,
    pub is_uri: bool,
    pub exists: bool,
    /// The files that it may be, where a part of the path is not known.
    pub perhaps: Option<Perhaps>,
    /// It does not exist here, and may exist elsewhere, with any key.
    pub is_open: bool,
}

/// The files that match what is known of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Perhaps {
    pub pattern: Arc<str>,
    pub candidates: Arc<Candidates>,
    /// Those that it is not, by their numbers.
    pub without: FxHashSet<u32>,
}

impl Perhaps {
    fn new(pattern: &str, candidates: Arc<Candidates>) -> Perhaps {
        Perhaps { pattern: pattern.into(), candidates, without: FxHashSet::default() }
    }

    pub fn leave_out(&mut self, path: &str) {
        self.without.extend(self.candidates.number(path));
    }

    pub fn is_any(&self) -> bool {
        self.without.len() < self.candidates.files().len() || !self.candidates.is_whole()
    }
}

/// Finds the locations of one level.
pub(crate) struct Finder<'a> {
    pub lookups: &'a Lookups,
    pub invocation: &'a Arc<Invocation>,
    pub datadir: &'a str,
    /// The data may lie elsewhere: the folder as it is written.
    pub elsewhere: Option<String>,
}

impl Finder<'_> {
    fn text(&self, scope: &mut dyn Scope, text: &str) -> Found<String> {
        self.lookups.interpolate_text(scope, text, self.invocation)
    }

    /// Location of a pattern with an unknown part.
    fn known_in_part(&self, original: &str, path: String, pattern: &str) -> Location {
        let perhaps = Perhaps::new(pattern, self.lookups.site.files.candidates(pattern));
        Location { original: original.to_owned(), path, is_uri: false, exists: perhaps.is_any(), perhaps: Some(perhaps), is_open: false }
    }

    fn location(&self, original: &str, path: String) -> Location {
        if path.contains(NOT_KNOWN) {
            let pattern = glob::of_unknown(&path);
            return self.known_in_part(original, path, &pattern);
        }
        let exists = self.lookups.site.files.exists(Path::new(&path));
        Location { original: original.to_owned(), path, is_uri: false, exists, perhaps: None, is_open: false }
    }

    /// A location that does not exist is open where no file that the level might read is here.
    fn with_doubt(&self, location: Location, extension: Option<&str>) -> Location {
        if location.exists && self.elsewhere.is_some() && location.perhaps.is_none() && self.is_closed(&location.path) {
            return Location { exists: false, is_open: true, ..location };
        }
        let is_open = !location.exists && self.is_open(&location.original, extension);
        Location { is_open, ..location }
    }

    /// Whether a file is no text, as one that is encrypted as a whole.
    fn is_closed(&self, path: &str) -> bool {
        let format = if path.ends_with(".json") { Format::Json } else { Format::Yaml };
        matches!(self.lookups.content(path, format).0, Parsed::Unreadable(_))
    }

    /// Whether no file is here that a path as it is written leads to, whatever the variables are.
    fn is_open(&self, original: &str, extension: Option<&str>) -> bool {
        let Some(folder) = &self.elsewhere else { return false };
        let mut pattern = wildcard(&join(folder, original));
        pattern.extend(extension.filter(|it| !pattern.ends_with(it)));
        self.lookups.site.files.candidates(&pattern).files().is_empty()
    }

    /// Extension: what is put after a path that does not end in it.
    pub fn paths(&self, scope: &mut dyn Scope, given: &[&str], only_existing: bool, extension: Option<&str>) -> Found<Vec<Location>> {
        let mut found = Vec::with_capacity(given.len());
        for original in given {
            let mut path = self.text(scope, original)?;
            if let Some(extension) = extension.filter(|it| !path.ends_with(it)) {
                path.push_str(extension);
            }
            let location = self.with_doubt(self.location(original, join(self.datadir, &path)), extension);
            if location.exists || !only_existing {
                found.push(location);
            }
        }
        Ok(found)
    }

    pub fn globs(&self, scope: &mut dyn Scope, given: &[&str]) -> Found<Vec<Location>> {
        let mut found = Vec::new();
        for original in given {
            let pattern = join(self.datadir, &self.text(scope, original)?);
            if pattern.contains(NOT_KNOWN) {
                let wider = pattern.replace(NOT_KNOWN, "*");
                found.push(self.with_doubt(self.known_in_part(original, pattern.clone(), &wider), None));
                continue;
            }
            let all = world::glob::files(&*self.lookups.site.files.world, &pattern);
            if all.is_cut {
                let most = world::glob::MOST_SEEN;
                let message = format!("The glob '{pattern}' has to look at more than {most} files and folders: it is not read");
                return Err(Error::puppet(message).into());
            }
            if all.files.is_empty() && self.is_open(original, None) {
                let path = pattern.clone();
                found.push(Location { original: pattern, path, is_uri: false, exists: false, perhaps: None, is_open: true });
                continue;
            }
            for path in all.files {
                found.push(Location { original: pattern.clone(), path, is_uri: false, exists: true, perhaps: None, is_open: false });
            }
        }
        Ok(found)
    }

    pub fn uris(&self, scope: &mut dyn Scope, given: &[&str]) -> Found<Vec<Location>> {
        let mut found = Vec::with_capacity(given.len());
        for original in given {
            let path = self.text(scope, original)?;
            found.push(Location { original: (*original).to_owned(), path, is_uri: true, exists: true, perhaps: None, is_open: false });
        }
        Ok(found)
    }

    /// A variable, the name of each of its values, and the path that speaks of that name.
    pub fn mapped(&self, scope: &mut dyn Scope, given: &[&str]) -> Found<Vec<Location>> {
        let [variable, name, template] = given else { return Ok(Vec::new()) };
        let values = match self.lookups.scope_value(scope, self.invocation, variable, "mapped_path[0]")? {
            None | Some(Value::Undef) => return Ok(Vec::new()),
            Some(Value::Array(items)) => items.to_vec(),
            Some(Value::Hash(entries)) => entries.iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()])).collect(),
            Some(Value::String(text)) if text.is_empty() => return Ok(Vec::new()),
            Some(other) => vec![other],
        };
        let mut found = Vec::with_capacity(values.len());
        for value in values {
            lock(&self.invocation.locals).push(((*name).to_owned(), value));
            let path = self.text(scope, template);
            lock(&self.invocation.locals).pop();
            found.push(self.with_doubt(self.location(template, join(self.datadir, &path?)), None));
        }
        Ok(found)
    }
}

/// A path below a folder, as Ruby's `Pathname` puts them together: dots at the start of the second lead out of the first.
pub(crate) fn join(folder: &str, path: &str) -> String {
    if path.starts_with('/') {
        return path.to_owned();
    }
    let mut folder = folder.trim_end_matches('/');
    let mut rest = path;
    loop {
        let (first, after) = rest.split_once('/').unwrap_or((rest, ""));
        match first {
            "." => {}
            ".." => folder = folder.rfind('/').map_or("", |at| &folder[..at]),
            _ => break,
        }
        rest = after.trim_start_matches('/');
        if rest.is_empty() {
            break;
        }
    }
    if rest.is_empty() {
        return if folder.is_empty() { "/".to_owned() } else { folder.to_owned() };
    }
    format!("{folder}/{rest}")
}

#[cfg(test)]
mod tests {
    use super::join;

    #[test]
    fn paths_are_put_together_as_ruby_does() {
        let cases = [
            ("/e", "data", "/e/data"),
            ("/e/", "data/", "/e/data/"),
            ("/e/f", "../data", "/e/data"),
            ("/e/f", "./data", "/e/f/data"),
            ("/e/f", "../../../data", "/data"),
            ("/e/f", "/data", "/data"),
            ("/e/f", "a/../b", "/e/f/a/../b"),
            ("/e/f", "..", "/e"),
            ("/e/f", "", "/e/f"),
        ];
        for (folder, path, expected) in cases {
            assert_eq!(join(folder, path), expected, "{folder} + {path}");
        }
    }
}
