//! A light reading of the Ruby code of a type: what it declares in plain words, and that there is more where it does not.
//!
//! Nothing is run. What a type computes (attributes in loops, code of its own for values) is marked as not known, and nothing
//! is complained of on its account.

mod api;
mod classic;
mod code;
mod docs;
mod function;
mod lexer;

use crate::pattern::Pattern;
use crate::table::{AttributeInfo, AttributeKind, Base, Relation, RelationInfo, TitlePattern, TypeInfo, ValueSet};
use crate::value::Value;

use code::Code;
use lexer::Token;

pub use docs::{AttributeDocs, TypeDocs, read_type_docs};
pub use function::{FunctionForm, FunctionInfo, FunctionParameter, Takes, read_function};

/// Reads the file of a module that declares a type, `lib/puppet/type/NAME.rb`. None if it does not.
pub fn read_type(name: &str, text: &str) -> Option<TypeInfo> {
    let code = Code::new(text);
    let mut info = classic::read(&code, name).or_else(|| api::read(&code, name))?;
    info.attributes.sort_by_key(|it| (it.kind != AttributeKind::Property, it.kind == AttributeKind::Property && it.name != "ensure"));
    info.index();
    Some(info)
}

impl TypeInfo {
    /// A type without attributes.
    pub fn named(name: &str) -> TypeInfo {
        TypeInfo {
            name: name.to_owned(),
            module: None,
            namevars: Vec::new(),
            title_patterns: Vec::new(),
            isomorphic: true,
            refreshable: false,
            generates: false,
            validates: false,
            is_applied: false,
            attributes: Vec::new(),
            relations: Vec::new(),
            providers: Vec::new(),
            default_provider: None,
            sure: false,
            open: false,
            evaluated: false,
            logs: false,
            positions: Default::default(),
        }
    }

    /// Puppet gives a type that has providers the attribute for them; whether there are any, another file says.
    pub(crate) fn add_provider(&mut self) {
        if self.attributes.iter().all(|it| it.name != "provider") {
            let mut provider = AttributeInfo::named("provider", AttributeKind::Parameter);
            provider.sure = false;
            provider.validates = true;
            self.attributes.push(provider);
        }
    }

    /// A type of which nothing is known but its name.
    pub fn unread(name: &str) -> TypeInfo {
        TypeInfo { open: true, ..TypeInfo::named(name) }
    }

    /// A type whose text could not be read.
    pub fn unreadable(name: &str) -> TypeInfo {
        let relations = vec![RelationInfo { code: Some(0), ..RelationInfo::new(Relation::Require, "") }];
        TypeInfo { relations, ..TypeInfo::unread(name) }
    }

    /// Whether another text of the type has other attributes, or others of them that name a resource, as far as they are known.
    pub fn differs_from(&self, other: &TypeInfo) -> bool {
        let names = |info: &TypeInfo| {
            let all = info.attributes.iter().filter(|it| it.name != "provider");
            all.map(|it| (it.name.clone(), it.is_property())).collect::<std::collections::BTreeSet<_>>()
        };
        let (ours, theirs) = (names(self), names(other));
        let others = if self.open { !ours.is_subset(&theirs) } else { ours != theirs };
        others || self.attributes.iter().filter(|it| it.sure).any(|it| other.attribute(&it.name).is_some_and(|other| it.is_other(other)))
    }
}

impl AttributeInfo {
    /// Whether it names resources and the other does not, or both list values, and not the same.
    fn is_other(&self, other: &AttributeInfo) -> bool {
        let words = |it: &AttributeInfo| it.values.words.iter().cloned().collect::<std::collections::BTreeSet<_>>();
        let lists_others =
            !self.values.words.is_empty() && self.values.patterns.is_empty() && !other.values.is_empty() && words(self) != words(other);
        self.namevar != other.namevar || lists_others
    }

    /// An attribute that takes anything.
    pub fn named(name: &str, kind: AttributeKind) -> AttributeInfo {
        AttributeInfo {
            name: name.to_owned(),
            kind,
            base: Base::Plain,
            namevar: false,
            required: false,
            values: ValueSet::default(),
            data_type: None,
            features: Vec::new(),
            all: false,
            default: None,
            computed_default: false,
            munges: false,
            validates: false,
            reads: false,
            sure: true,
        }
    }
}

/// The whole title is the namevar.
fn whole_title(namevar: &str) -> TitlePattern {
    TitlePattern { pattern: Pattern::new("/\\A(.*)\\z/m"), attributes: vec![namevar.to_owned()] }
}

/// A value that is written out.
fn literal(code: &Code, from: usize, to: usize) -> Option<Value> {
    let value = |at: usize| {
        Some(match code.get(at)? {
            Token::Symbol(it) => Value::sym(it),
            Token::Text(it, true) => Value::str(it),
            Token::Number(it) => Value::Int(it.parse().ok()?),
            Token::Word(it) if it == "true" => Value::Bool(true),
            Token::Word(it) if it == "false" => Value::Bool(false),
            Token::Word(it) if it == "nil" => Value::Nil,
            Token::Words(it, true) => Value::List(it.iter().map(Value::str).collect()),
            _ => return None,
        })
    };
    if to == from + 1 {
        return value(from);
    }
    if code.is_op(from, "[") && code.end(from) + 1 == to {
        let items = code.items(from + 1, to - 1);
        // A list in a list is not looked for.
        return items
            .into_iter()
            .map(|(from, to)| if to == from + 1 { value(from) } else { None })
            .collect::<Option<Vec<_>>>()
            .map(Value::List);
    }
    None
}

/// The texts of a list, or the only text.
fn texts(value: Value) -> Vec<String> {
    value.into_items().iter().filter_map(|it| it.as_word()).map(str::to_owned).collect()
}

/// A key of a hash in either notation, and where its value begins.
fn key(code: &Code, from: usize, to: usize) -> Option<(String, usize)> {
    match code.get(from)? {
        Token::Label(name) => Some((name.clone(), from + 1)),
        Token::Symbol(name) | Token::Text(name, true) if from + 2 < to && code.is_op(from + 1, "=>") => Some((name.clone(), from + 2)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
