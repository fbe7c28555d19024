//! YAML as Puppet reads it: YAML 1.1, with the rules of Ruby's Psych, and no other classes than symbols.

mod compose;
mod events;
mod scalar;

use std::sync::Arc;

use values::{Hash, Str, Value};

/// What a file of YAML or JSON says.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    Undef,
    Boolean(bool),
    Integer(i64),
    /// Past what Puppet counts, as written.
    Big(Str),
    Float(f64),
    String(Str),
    /// Ruby's `:symbol`.
    Symbol(Str),
    Array(Arc<Vec<Data>>),
    Hash(Arc<Vec<(Data, Data)>>),
}

/// A text of YAML, and where in it things stand.
#[derive(Clone, Debug)]
pub struct Document {
    pub data: Data,
    pub places: Places,
}

/// Where a value begins, and what is inside of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Places {
    /// From 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
    pub inside: Vec<Inside>,
}

/// An entry of a hash, or of a list: then its key is its index.
#[derive(Clone, Debug, PartialEq)]
pub struct Inside {
    pub key: Str,
    /// Where the key stands; for an entry of a list, the value.
    pub line: u32,
    pub column: u32,
    pub value: Places,
}

impl Places {
    /// The line and column of the key where a path leads; of the last one, if there are several.
    pub fn find<'k>(&self, path: impl IntoIterator<Item = &'k str>) -> Option<(u32, u32)> {
        let (mut here, mut found) = (self, None);
        for key in path {
            let inside = here.inside.iter().rev().find(|it| &*it.key == key)?;
            found = Some((inside.line, inside.column));
            here = &inside.value;
        }
        found
    }
}

/// What Psych says about a text that it does not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub message: String,
    pub kind: ProblemKind,
    /// From 1; where the mistake shows, not where Psych says it is.
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// Its text names the file and the line.
    Syntax,
    /// A class that is not allowed: Puppet puts the file before it.
    Class,
    /// The text as it is.
    Other,
}

impl Problem {
    /// As Puppet's `YamlLoadError`, for a file.
    pub fn told(&self, file: &str) -> String {
        match self.kind {
            ProblemKind::Syntax => format!("({file}): {}", self.message),
            ProblemKind::Class => format!("({file}): {}", self.message),
            ProblemKind::Other => self.message.clone(),
        }
    }
}

/// The first document of a text; none where there is no document.
pub fn load(bytes: &[u8]) -> Result<Option<Document>, Problem> {
    load_with(bytes, true)
}

/// The same where Psych is not told to follow aliases.
pub fn load_without_aliases(bytes: &[u8]) -> Result<Option<Document>, Problem> {
    load_with(bytes, false)
}

fn load_with(bytes: &[u8], aliases: bool) -> Result<Option<Document>, Problem> {
    // Ruby reads all data as UTF-8; the parser would take these octets for marks of UTF-16.
    if matches!(bytes, [0xfe | 0xff, ..]) {
        let message = "invalid leading UTF-8 octet at line 1 column 1".to_owned();
        return Err(Problem { message, kind: ProblemKind::Syntax, line: 1, column: 1 });
    }
    // The parser gives up on a few broken texts by a panic. They are mistakes in a file like others.
    std::panic::catch_unwind(|| compose::document(bytes, aliases)).unwrap_or_else(|_| {
        Err(Problem { message: "The parser does not get on with the text".to_owned(), kind: ProblemKind::Class, line: 1, column: 1 })
    })
}

impl Data {
    /// Whether there is a symbol in it.
    pub fn has_symbols(&self) -> bool {
        match self {
            Data::Symbol(_) => true,
            Data::Array(items) => items.iter().any(Data::has_symbols),
            Data::Hash(entries) => entries.iter().any(|(key, value)| key.has_symbols() || value.has_symbols()),
            _ => false,
        }
    }

    /// As Puppet sees it. Symbols become texts.
    pub fn value(&self) -> Value {
        match self {
            Data::Undef => Value::Undef,
            Data::Boolean(it) => Value::Boolean(*it),
            Data::Integer(it) => Value::Integer(*it),
            Data::Big(text) => text.parse().map_or(Value::Undef, Value::Float),
            Data::Float(it) => Value::Float(*it),
            Data::String(text) | Data::Symbol(text) => Value::String(text.clone()),
            Data::Array(items) => Value::array(items.iter().map(Data::value).collect()),
            Data::Hash(entries) => Value::hash(entries.iter().map(|(key, value)| (key.value(), value.value())).collect::<Hash>()),
        }
    }
}

/// What a word without quotes stands for; none of what Psych refuses.
pub(crate) fn meaning(text: &str) -> Option<Data> {
    scalar::meaning(text).ok()
}
