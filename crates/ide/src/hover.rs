//! Hover: the order of a resource, the parameters and documentation of a definition, the values of an expression on each system, a sentence
//! about built-in names.

pub(crate) mod builtin;
mod class;
mod data;
mod definition;
pub(crate) mod fact;
pub(crate) mod place;
mod resource;
pub(crate) mod ruby;
mod value;

use analysis::{File, Snapshot};
use hir::{Owner, Symbol};
use syntax::ast::{AstNode, Attribute};
use syntax::{TextRange, TextSize};

use crate::computed;
use crate::names::{self, files_of, names_at};

pub(crate) use definition::{parameter as parameter_text, text as definition_text};
pub(crate) use resource::{about_resource, containers};
pub(crate) use value::lines as values;

/// A text about a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The name.
    pub range: TextRange,
    /// Markdown. Its places are for [`places`] to write as the reader can follow them.
    pub text: String,
}

/// Hover at a place: the meaning of a name, the values of an expression.
pub fn hover(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Hover> {
    if crate::sls::is_states(snapshot, file) {
        return crate::sls::hover::hover(snapshot, file, offset);
    }
    if crate::erb::is_erb(snapshot, file) {
        return crate::erb::hover::hover(snapshot, file, offset);
    }
    if crate::rb::is_ruby(snapshot, file) {
        return crate::rb::hover::hover(snapshot, file, offset);
    }
    if crate::data::is_data(snapshot, file) {
        return crate::data::hover::hover(snapshot, file, offset);
    }
    let of_class = names::class_reference_at(snapshot, file, offset);
    let of_class =
        of_class.and_then(|(range, symbol)| Some(Hover { range, text: describe_symbol(snapshot, file, Some(range), symbol)?.0 }));
    let found = of_class.or_else(|| of_name(snapshot, file, offset));
    let Some(title) = computed::at(snapshot, file, offset) else { return found };
    match (found, resource::of_title(snapshot, file, &title)) {
        (Some(found), Some(text)) => Some(Hover { text: format!("{}\n{text}", found.text), ..found }),
        (None, Some(text)) => Some(Hover { range: title.range, text }),
        (found, None) => found,
    }
}

/// Hover of a name or of an expression.
fn of_name(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Hover> {
    let named = names_at(snapshot, file, offset).into_iter().find_map(|reference| {
        let meant = snapshot.meaning(&reference.symbol, file);
        let (text, tells_values) = describe_symbol(snapshot, file, Some(reference.range), &meant)?;
        Some((Hover { range: reference.range, text }, tells_values))
    });
    if let Some((hover, true)) = named {
        return Some(hover);
    }
    let mut named = named.map(|it| it.0);
    match (value::text(snapshot, file, offset), &mut named) {
        (Some((_, text)), Some(named)) => named.text.push_str(&format!("\n{text}")),
        (Some((range, text)), None) => named = Some(Hover { range, text }),
        (None, None) => named = attribute_value(snapshot, file, offset).or_else(|| keyword(snapshot, file, offset)),
        (None, Some(_)) => {}
    }
    named
}

/// Meaning of a name, and whether that shows its values, or that it has none. The place of the name says which node is meant.
pub(crate) fn describe_symbol(snapshot: Snapshot<'_>, file: File, at: Option<TextRange>, meant: &Symbol) -> Option<(String, bool)> {
    let mut tells_values = matches!(meant, Symbol::Resource { .. } | Symbol::Class(_) | Symbol::Fact(_));
    let own = match meant {
        Symbol::Resource { ty, title } => resource::text(snapshot, file, at, ty, title),
        Symbol::Class(name) => class::text(snapshot, file, at, name),
        Symbol::Type(_) | Symbol::Function(_) | Symbol::Plan(_) => definition::text(snapshot, file, meant),
        Symbol::Member { owner: Owner::Class(name), name: member } => {
            let text = definition::parameter(snapshot, file, &Symbol::Class(name.clone()), member);
            text.map(|it| {
                let data = data::text(snapshot, file, name, member);
                tells_values = data.is_bound;
                if data.text.is_empty() { it } else { format!("{it}\n{}", data.text) }
            })
        }
        Symbol::Member { owner: Owner::Type(name), name: member } => {
            definition::parameter(snapshot, file, &Symbol::Type(name.clone()), member)
        }
        Symbol::Member { owner: Owner::Plan(name), name: member } => {
            definition::parameter(snapshot, file, &Symbol::Plan(name.clone()), member)
        }
        Symbol::Member { owner: owner @ (Owner::Template(_) | Owner::ThisTemplate), name } => {
            let templates = files_of(snapshot, owner, file);
            templates.into_iter().find_map(|it| definition::template_parameter(snapshot, it, name))
        }
        Symbol::Task(name) => crate::tasks::hover(snapshot, file, name),
        Symbol::Fact(path) => fact::text(snapshot, file, path),
        Symbol::Key(key) => crate::data::hover::of_levels(snapshot, file, key).map(|it| it.0),
        _ => None,
    };
    Some((own.or_else(|| ruby::text(snapshot, file, meant)).or_else(|| builtin::text(meant))?, tells_values))
}

/// A word that an attribute of a resource type lists: documentation of the attribute.
fn attribute_value(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Hover> {
    let root = snapshot.parse(file).syntax_node();
    let token = root.token_at_offset(offset).filter(|it| !it.kind().is_trivia()).last()?;
    let value = token.parent().filter(|it| it.children_with_tokens().count() == 1)?;
    let attribute = value.parent().and_then(Attribute::cast)?;
    let name = attribute.attribute_name().filter(|it| it.syntax() != &value)?;
    let text = token.text();
    let word = text.strip_prefix('\'').and_then(|it| it.strip_suffix('\'')).unwrap_or(text);
    let meant = names_at(snapshot, file, name.syntax().text_range().start()).into_iter().find_map(|it| {
        let meant = snapshot.meaning(&it.symbol, file);
        let Symbol::Member { owner: Owner::Type(ty), name } = &meant else { return None };
        let info = snapshot.native_type(file, ty)?;
        info.attribute(name)?.values.words.iter().any(|it| it == word).then_some(meant)
    })?;
    Some(Hover { range: token.text_range(), text: describe_symbol(snapshot, file, None, &meant)?.0 })
}

/// A word of the language.
fn keyword(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Hover> {
    let root = snapshot.parse(file).syntax_node();
    let token = root.token_at_offset(offset).filter(|it| it.kind().is_keyword()).last()?;
    Some(Hover { range: token.text_range(), text: builtin::keyword(token.text())? })
}

/// One parameter of a class, and what its comment says of it.
pub(crate) fn parameter_of_class(snapshot: Snapshot<'_>, file: File, class: &str, name: &str) -> Option<String> {
    definition::parameter(snapshot, file, &Symbol::Class(hir::name::normal(class)), name)
}

#[cfg(test)]
mod tests {
    use expect_test::Expect;

    use crate::hover;
    use crate::tests::fixture;

    #[track_caller]
    pub(super) fn check(text: &str, expected: Expect) {
        let found = fixture(text).ask(hover);
        expected.assert_eq(&found.map(|it| super::place::places(&it.text, |_| None)).unwrap_or_default());
    }
}
