//! Values as they were written, wherever they were written.

use serde_json::Value as Json;
use syntax::{TextRange, TextSize};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value and where it stands; what comes from an editor stands nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) range: TextRange,
    pub(crate) value: Written,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    Bool(bool),
    Text(String),
    List(Vec<Node>),
    Table(Vec<Entry>),
    /// Nothing that any setting wants: what it is, for people.
    Other(&'static str),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) key: String,
    /// The place of the key.
    pub(crate) range: TextRange,
    pub(crate) value: Node,
}

impl Node {
    pub(crate) fn of_toml(table: &Spanned<DeTable<'_>>) -> Node {
        Node { range: range(table.span()), value: Written::Table(entries(table.get_ref())) }
    }

    fn of_toml_value(value: &Spanned<DeValue<'_>>) -> Node {
        let written = match value.get_ref() {
            DeValue::String(text) => Written::Text(text.to_string()),
            DeValue::Boolean(it) => Written::Bool(*it),
            DeValue::Array(items) => Written::List(items.iter().map(Node::of_toml_value).collect()),
            DeValue::Table(table) => Written::Table(entries(table)),
            DeValue::Integer(_) | DeValue::Float(_) => Written::Other("a number"),
            DeValue::Datetime(_) => Written::Other("a date"),
        };
        Node { range: range(value.span()), value: written }
    }

    /// Names in the manner of editors, as `hieraConfig`, are those of the file, as `hiera_config`. What is `null` is not said.
    pub(crate) fn of_json(value: &Json) -> Node {
        let written = match value {
            Json::Null => Written::Other("null"),
            Json::Bool(it) => Written::Bool(*it),
            Json::Number(_) => Written::Other("a number"),
            Json::String(text) => Written::Text(text.clone()),
            Json::Array(items) => Written::List(items.iter().map(Node::of_json).collect()),
            Json::Object(members) => {
                let members = members.iter().filter(|(_, value)| !value.is_null());
                let entry =
                    |(key, value): (&String, &Json)| Entry { key: key.clone(), range: TextRange::default(), value: Node::of_json(value) };
                Written::Table(members.map(entry).collect())
            }
        };
        Node { range: TextRange::default(), value: written }
    }

    /// Name of the value's kind, for people.
    pub(crate) fn kind(&self) -> &'static str {
        match &self.value {
            Written::Bool(_) => "true or false",
            Written::Text(_) => "a text",
            Written::List(_) => "a list",
            Written::Table(_) => "a table",
            Written::Other(kind) => kind,
        }
    }
}

fn entries(table: &DeTable<'_>) -> Vec<Entry> {
    let entry = |(key, value): (&Spanned<toml::de::DeString<'_>>, &Spanned<DeValue<'_>>)| Entry {
        key: key.get_ref().to_string(),
        range: range(key.span()),
        value: Node::of_toml_value(value),
    };
    table.iter().map(entry).collect()
}

pub(crate) fn range(span: std::ops::Range<usize>) -> TextRange {
    let size = |it: usize| TextSize::new(u32::try_from(it).unwrap_or(u32::MAX));
    TextRange::new(size(span.start), size(span.end.max(span.start)))
}
