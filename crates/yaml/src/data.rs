//! Data of a text.

use std::sync::Arc;

/// A text that several owners share.
pub type Text = Arc<str>;

/// The value of a text of YAML: what Psych makes of it where it may make no other classes than symbols.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    Undef,
    Boolean(bool),
    Integer(i64),
    /// Too large for an integer, as written.
    Big(Text),
    Float(f64),
    String(Text),
    /// Ruby's `:symbol`.
    Symbol(Text),
    Array(Arc<Vec<Data>>),
    Hash(Arc<Vec<(Data, Data)>>),
}

impl Data {
    /// Returns whether it contains a symbol.
    pub fn has_symbols(&self) -> bool {
        match self {
            Data::Symbol(_) => true,
            Data::Array(items) => items.iter().any(Data::has_symbols),
            Data::Hash(entries) => entries.iter().any(|(key, value)| key.has_symbols() || value.has_symbols()),
            _ => false,
        }
    }
}
