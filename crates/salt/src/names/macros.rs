//! Macros of a text, with their parameters as they are written.

use jinja::{SyntaxKind, SyntaxNode, parse};

use super::direct_names;
use crate::template::dialect;

/// A macro: its name and its parameters, each with its default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Macro {
    pub name: String,
    pub parameters: Vec<String>,
}

/// The macros that a text declares, in their order.
pub fn macros(text: &str) -> Vec<Macro> {
    let root = parse(text, &dialect()).syntax();
    root.descendants().filter(|it| it.kind() == SyntaxKind::TAG).filter_map(|it| read(&it)).collect()
}

fn read(tag: &SyntaxNode) -> Option<Macro> {
    let words = direct_names(tag);
    let name = words.get(1).filter(|_| words.first().is_some_and(|it| it.text() == "macro"))?;
    let list = tag.children().find(|it| it.kind() == SyntaxKind::PARAMETERS);
    Some(Macro { name: name.text().to_owned(), parameters: list.map(|it| parameters(&it)).unwrap_or_default() })
}

/// The texts between the commas of a list.
fn parameters(list: &SyntaxNode) -> Vec<String> {
    let mut found = vec![String::new()];
    for element in list.children_with_tokens() {
        match element.kind() {
            SyntaxKind::L_PAREN | SyntaxKind::R_PAREN => {}
            SyntaxKind::COMMA => found.push(String::new()),
            _ => {
                if let Some(last) = found.last_mut() {
                    last.push_str(&element.to_string());
                }
            }
        }
    }
    found.iter().map(|it| it.trim().to_owned()).filter(|it| !it.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::macros;

    #[test]
    fn parameters_have_their_defaults() {
        let found =
            macros("{% macro a() %}{% endmacro %}\n{%- macro b(x, y = [1, 2], z='a, b') -%}{% macro c(n) %}{% endmacro %}{% endmacro %}");
        let shown: Vec<String> = found.iter().map(|it| format!("{}({})", it.name, it.parameters.join("; "))).collect();
        assert_eq!(shown, ["a()", "b(x; y = [1, 2]; z='a, b')", "c(n)"]);
        assert_eq!(macros("{% macro"), []);
        assert_eq!(macros("{% macro x(a, %}").len(), 1);
    }
}
