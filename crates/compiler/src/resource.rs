//! Resources while a catalog is being made.

use std::borrow::Cow;
use std::sync::Arc;

use catalog::{Condition, Few};
use issue::Place;
use syntax::model::Form;
use values::{Str, Value};

use crate::ids::{DefId, ScopeId};
use crate::trace::Trace;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Of a type written in Ruby.
    Native,
    Define,
    Class,
    Node,
}

/// One attribute of a resource, and who gave it.
#[derive(Clone, Debug)]
pub struct Param {
    pub value: Value,
    pub place: Place,
    /// Definition in which it was set: a class may override what its parents set.
    pub source: DefId,
    /// `+>`
    pub add: bool,
    pub when: Condition,
}

/// Attributes in the order in which they were given.
pub type Params = Few<Str, Param>;

#[derive(Debug)]
pub struct Resource {
    /// As `File`, `Apt::Setting`, `Class`.
    pub type_name: Str,
    pub title: Str,
    pub kind: Kind,
    /// The class, defined type or node.
    pub definition: Option<DefId>,
    pub params: Params,
    pub tags: Tags,
    pub place: Place,
    pub is_virtual: bool,
    /// It was virtual where it was declared, whatever came of it.
    pub declared_virtual: bool,
    pub exported: bool,
    pub evaluated: bool,
    pub tagged_by_scope: bool,
    pub scope: ScopeId,
    pub source: DefId,
    pub sensitive: Vec<Str>,
    pub arrows: Vec<Arrow>,
    pub when: Condition,
    /// It may have been given more attributes, which are not known.
    pub open: bool,
    /// The title is only a name that nothing else has; this is what stands for it.
    pub unknown_title: Option<Box<Value>>,
    /// The title as a function gave it, where it gave no text: `create_resources('notify', { 8042 => {} })`.
    pub given_title: Option<Box<Value>>,
    /// Trace of its declaration, for resources that can contain others. Only in an analysis.
    pub trace: Option<Arc<Trace>>,
    /// Its title distinguishes it from others of its type: it needs no other name.
    pub is_named_by_title: bool,
}

/// A reference in a relationship parameter that was not written there: as an arrow, or by the function `require`.
#[derive(Clone, Debug)]
pub struct Arrow {
    pub parameter: &'static str,
    pub reference: String,
    pub place: Place,
    pub when: Condition,
}

impl Resource {
    /// The title as code sees it.
    pub fn title_value(&self) -> Value {
        let other = self.unknown_title.as_deref().or(self.given_title.as_deref());
        other.cloned().unwrap_or_else(|| Value::String(self.title.clone()))
    }

    pub fn reference(&self) -> String {
        format!("{}[{}]", self.type_name, self.title)
    }

    pub fn value(&self, name: &str) -> Option<&Value> {
        self.params.get(name).map(|it| &it.value).filter(|it| !it.is_undef())
    }

    /// Adds a tag and its parts; what is no tag is left out.
    pub fn tag_if_valid(&mut self, tag: &Str) {
        if !is_tag(tag) {
            return;
        }
        // A title that is its own tag is no new text.
        if tag.bytes().all(|it| it.is_ascii() && !it.is_ascii_uppercase() && it != b':') {
            if !self.tags.contains(tag) {
                self.tags.insert(tag.clone());
            }
            return;
        }
        add_tag(&mut self.tags, tag);
    }
}

/// Attributes for a resource that is there or will be.
#[derive(Clone, Debug)]
pub struct Override {
    pub params: Vec<(Str, Param)>,
    pub source: DefId,
    pub place: Place,
    pub when: Condition,
}

/// Stands for attributes of which not even the names are known.
pub const OPEN: &str = "*";

/// An attribute that the evaluation sets by itself.
pub fn own_param(value: Value, source: DefId) -> Param {
    Param { value, place: Place::default(), source, add: false, when: Condition::Always }
}

/// Declaration of resources.
pub struct Declaration {
    pub form: Form,
    /// In lower case, `file`, `class`, `apt::setting`.
    pub type_name: Str,
    /// As it was written.
    pub shown: Str,
    pub place: Place,
    pub scope: ScopeId,
}

/// Tags in lower case, each once, in the order in which they were given.
#[derive(Clone, Debug, Default)]
pub struct Tags(Few<Str, ()>);

impl Tags {
    /// Reserves room for exactly this number more.
    pub fn reserve_exact(&mut self, more: usize) {
        self.0.reserve_exact(more);
    }

    /// True if it is new.
    pub fn insert(&mut self, tag: Str) -> bool {
        self.0.insert(tag, ()).is_none()
    }

    pub fn contains(&self, tag: &str) -> bool {
        self.0.contains_key(tag)
    }

    pub fn remove(&mut self, tag: &str) {
        self.0.shift_remove(tag);
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Str> + Clone {
        self.0.iter().map(|(tag, ())| tag)
    }

    pub fn extend<'a>(&mut self, tags: impl IntoIterator<Item = &'a Str>) {
        for tag in tags {
            if !self.contains(tag) {
                self.insert(tag.clone());
            }
        }
    }
}

/// `a::b` counts as `a` and `b`, too.
pub fn add_tag(tags: &mut Tags, tag: &str) {
    let tag = tag.to_lowercase();
    if tags.contains(&tag) {
        return;
    }
    tags.insert(Str::from(tag.as_str()));
    if tag.contains("::") {
        for part in tag.split("::").filter(|it| !it.is_empty()) {
            tags.insert(Str::from(part));
        }
    }
}

/// Letters, digits and `_`, and further on `:`, `.` and `-`.
pub fn is_tag(text: &str) -> bool {
    // Ruby's `\Z` lets one line break pass.
    let text = text.strip_suffix('\n').unwrap_or(text);
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_alphanumeric() || c == '_')
        && chars.all(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '.' | '-'))
}

/// As [`capitalize`]; what is named so already is no new text.
pub fn capitalized(name: &str) -> Cow<'_, str> {
    let mut first = true;
    let done = !name.starts_with("::")
        && name.bytes().all(|it| {
            let begins = std::mem::replace(&mut first, it == b':');
            it.is_ascii() && if begins { !it.is_ascii_lowercase() } else { !it.is_ascii_uppercase() }
        });
    // A lone colon begins nothing.
    if done && !name.contains(':') { Cow::Borrowed(name) } else { Cow::Owned(capitalize(name)) }
}

/// `file` and `apt::setting` as types are named in references.
pub fn capitalize(name: &str) -> String {
    let name = name.strip_prefix("::").unwrap_or(name);
    let mut out = String::with_capacity(name.len());
    for (index, part) in name.split("::").enumerate() {
        if index > 0 {
            out.push_str("::");
        }
        let mut chars = part.chars();
        if let Some(first) = chars.next() {
            out.extend(first.to_uppercase());
            out.extend(chars.flat_map(char::to_lowercase));
        }
    }
    out
}
