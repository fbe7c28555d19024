//! The words of Jinja in a text, for colours. Nothing is rendered, and torn tags have words, too.

use std::ops::Range;

use jinja::{SyntaxKind, SyntaxToken, parse};

use crate::template::dialect;

/// Kind of a word in Jinja.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    Comment,
    /// `{{`, `%}` and their kind.
    Mark,
    Number,
    Text,
    Operator,
    Keyword,
    Variable,
    /// A property after a dot.
    Property,
    /// A method after a dot.
    Method,
    /// A filter, a test, a macro.
    Function,
    /// The name of an argument.
    Parameter,
}

/// All words of Jinja by their place.
pub fn jinja_words(text: &str) -> Vec<(Range<usize>, Word)> {
    let root = parse(text, &dialect()).syntax();
    let tokens = root.descendants_with_tokens().filter_map(|it| it.into_token());
    tokens.filter_map(|token| Some((token.text_range().into(), classify(&token)?))).collect()
}

/// Words that belong to the tag that they stand in.
const OF_TAGS: [&str; 16] = [
    "in",
    "as",
    "import",
    "with",
    "without",
    "context",
    "if",
    "else",
    "recursive",
    "ignore",
    "missing",
    "scoped",
    "required",
    "and",
    "or",
    "not",
];

fn classify(token: &SyntaxToken) -> Option<Word> {
    use SyntaxKind::*;
    Some(match token.kind() {
        COMMENT => Word::Comment,
        RAW_BEGIN | RAW_END | VARIABLE_BEGIN | VARIABLE_END | BLOCK_BEGIN | BLOCK_END => Word::Mark,
        INTEGER | FLOAT => Word::Number,
        STRING => Word::Text,
        ADD | SUB | DIV | FLOORDIV | MUL | MOD | POW | TILDE | EQ | NE | GT | GTEQ | LT | LTEQ | ASSIGN | PIPE => Word::Operator,
        NAME => name(token)?,
        _ => return None,
    })
}

/// The kind of the last token before one that is no white space, in the same node.
fn before(token: &SyntaxToken) -> Option<SyntaxKind> {
    let mut before = token.prev_sibling_or_token();
    while before.as_ref().is_some_and(|it| it.kind().is_trivia()) {
        before = before.and_then(|it| it.prev_sibling_or_token());
    }
    before.map(|it| it.kind())
}

fn name(token: &SyntaxToken) -> Option<Word> {
    use SyntaxKind::*;
    let parent = token.parent()?;
    Some(match parent.kind() {
        NAME_REF | NAMESPACE_REF => match parent.parent() {
            Some(above) if above.kind() == CALL && above.first_child().as_ref() == Some(&parent) => Word::Function,
            _ => Word::Variable,
        },
        ATTRIBUTE => match parent.parent() {
            Some(above) if above.kind() == CALL && above.first_child().as_ref() == Some(&parent) => Word::Method,
            _ => Word::Property,
        },
        KEYWORD | PARAMETERS => Word::Parameter,
        FILTER => Word::Function,
        // `is not defined`
        TEST if matches!(token.text(), "is" | "not") => Word::Keyword,
        TEST => Word::Function,
        TAG => match token.text() {
            _ if before(token) == Some(BLOCK_BEGIN) => Word::Keyword,
            text if OF_TAGS.contains(&text) => Word::Keyword,
            _ => Word::Variable,
        },
        _ => Word::Keyword,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let shown: Vec<String> = jinja_words(text).into_iter().map(|(range, word)| format!("{} {word:?}", &text[range])).collect();
        assert_eq!(shown.join(", "), expected);
    }

    #[test]
    fn words_have_their_kinds() {
        check(
            "{% for a in b if a is not none %}",
            "{% Mark, for Keyword, a Variable, in Keyword, b Variable, if Keyword, a Variable, is Keyword, not Keyword, none Function, %} Mark",
        );
        check(
            "{{ salt['x'](1, default=y.z)|yaml }}",
            "{{ Mark, salt Variable, 'x' Text, 1 Number, default Parameter, = Operator, y Variable, z Property, | Operator, yaml Function, }} Mark",
        );
        check(
            "{% from 'a' import m with context %}{% do m.update(n) %}{# c #}",
            "{% Mark, from Keyword, 'a' Text, import Keyword, m Variable, with Keyword, context Keyword, %} Mark, \
             {% Mark, do Keyword, m Variable, update Method, n Variable, %} Mark, {# c #} Comment",
        );
        check(
            "{% import_yaml 'a' as b %}{{ x.",
            "{% Mark, import_yaml Keyword, 'a' Text, as Keyword, b Variable, %} Mark, {{ Mark, x Variable",
        );
    }
}
