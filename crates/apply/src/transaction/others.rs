//! View that a resource has of the other resources.

use providers::{Around, Subject};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

pub(super) struct Others<'a> {
    pub subjects: &'a [Subject],
    pub by_reference: &'a FxHashMap<SmolStr, usize>,
}

impl Around for Others<'_> {
    fn files(&self) -> Vec<String> {
        let files = self.subjects.iter().filter(|it| it.type_name == "File" && self.by_reference.contains_key(&it.reference));
        files.map(|it| it.text("path").unwrap_or_else(|| it.title.to_string())).collect()
    }

    fn all(&self, type_name: &str) -> Vec<&Subject> {
        self.subjects.iter().filter(|it| it.type_name == type_name && self.by_reference.contains_key(&it.reference)).collect()
    }

    fn other(&self, type_name: &str, title: &str) -> Option<&Subject> {
        self.subjects.get(*self.by_reference.get(&*format!("{type_name}[{title}]"))?)
    }
}

/// There are no others to know of.
pub(super) struct Nobody;

impl Around for Nobody {
    fn files(&self) -> Vec<String> {
        Vec::new()
    }

    fn all(&self, _type_name: &str) -> Vec<&Subject> {
        Vec::new()
    }

    fn other(&self, _type_name: &str, _title: &str) -> Option<&Subject> {
        None
    }
}
