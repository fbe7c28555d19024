//! Kind of a word, by its place.

use syntax::{SyntaxKind, SyntaxNode, SyntaxToken};

use super::scopes::{Scopes, variable_name};
use super::{Modifiers, TokenKind};
use crate::text::tokens;

const PLAIN: Modifiers =
    Modifiers { declaration: false, definition: false, readonly: false, default_library: false, deprecated: false, modification: false };
const DECLARATION: Modifiers = Modifiers { declaration: true, ..PLAIN };
const DEFINITION: Modifiers = Modifiers { definition: true, ..DECLARATION };
const MODIFICATION: Modifiers = Modifiers { modification: true, ..PLAIN };

/// Kind of a word, and modifiers from its place alone.
pub(super) fn classify(token: &SyntaxToken, scopes: &Scopes) -> Option<(TokenKind, Modifiers)> {
    use SyntaxKind::*;
    let parent = token.parent()?;
    Some(match (token.kind(), parent.kind()) {
        (COMMENT | EPP_COMMENT, _) => (TokenKind::Comment, PLAIN),
        (EPP_TAG | EPP_EXPR_START | EPP_END | EPP_END_TRIM, _) => (TokenKind::Macro, PLAIN),
        (_, ATTRIBUTE_NAME) => (TokenKind::Property, of_attribute(&parent)),
        (_, DEF_NAME) => defined(&parent),
        (_, METHOD_CALL_EXPR) if is_behind_dot(token) => (TokenKind::Method, PLAIN),
        (VARIABLE, PARAM) => (TokenKind::Parameter, DECLARATION),
        (VARIABLE, _) if scopes.is_parameter(variable_name(token.text())) => (TokenKind::Parameter, PLAIN),
        (VARIABLE, _) => (TokenKind::Variable, of_variable(&parent)),
        (TYPE_NAME, _) => (TokenKind::Type, if is_type_definition(&parent) { DEFINITION } else { PLAIN }),
        (NAME, NAME_EXPR) => name(&parent)?,
        (NUMBER, _) => (TokenKind::Number, PLAIN),
        (REGEX, _) => (TokenKind::Regexp, PLAIN),
        (SQ_STRING | STRING_TEXT | DQ | HEREDOC_TAG | HEREDOC_END, _) => (TokenKind::String, PLAIN),
        (kind, _) if kind.is_keyword() => (TokenKind::Keyword, PLAIN),
        (kind, _) if is_operator(kind) => (TokenKind::Operator, PLAIN),
        _ => return None,
    })
}

fn defined(def_name: &SyntaxNode) -> (TokenKind, Modifiers) {
    match def_name.parent().map(|it| it.kind()) {
        Some(SyntaxKind::DEFINE_DEF) => (TokenKind::Type, DEFINITION),
        Some(SyntaxKind::FUNCTION_DEF | SyntaxKind::PLAN_DEF) => (TokenKind::Function, DEFINITION),
        Some(SyntaxKind::INHERITS) => (TokenKind::Class, PLAIN),
        _ => (TokenKind::Class, DEFINITION),
    }
}

/// A bare word is a function, a type of resources or a class, by where it stands; else it is a plain string.
fn name(name_expr: &SyntaxNode) -> Option<(TokenKind, Modifiers)> {
    use SyntaxKind::*;
    let parent = name_expr.parent()?;
    let is_first = parent.children().next().as_ref() == Some(name_expr);
    match parent.kind() {
        CALL_EXPR | STATEMENT_CALL if is_first => Some((TokenKind::Function, PLAIN)),
        STATEMENT_CALL => {
            let function = parent.children().next().map(|it| it.text().to_string());
            let takes_classes = matches!(function.as_deref(), Some("include" | "require" | "contain"));
            takes_classes.then_some((TokenKind::Class, PLAIN))
        }
        RESOURCE | UNTITLED_RESOURCE if is_first => Some((TokenKind::Type, PLAIN)),
        _ => None,
    }
}

fn is_behind_dot(token: &SyntaxToken) -> bool {
    use SyntaxKind::*;
    let mut before = token.prev_token();
    while let Some(it) = before {
        if !it.kind().is_trivia() {
            return it.kind() == DOT;
        }
        before = it.prev_token();
    }
    false
}

/// A variable's expression that stands, alone or in a list, before a `=` or `+=`.
fn of_variable(var_expr: &SyntaxNode) -> Modifiers {
    use SyntaxKind::*;
    let mut target = var_expr.clone();
    while let Some(parent) = target.parent() {
        match parent.kind() {
            LIST_EXPR => target = parent,
            ASSIGN_EXPR if parent.children().next() == Some(target) => {
                let sign = tokens(&parent).map(|it| it.kind()).find(|it| matches!(it, EQ | PLUS_EQ | MINUS_EQ));
                return match sign {
                    Some(EQ) => DECLARATION,
                    Some(_) => MODIFICATION,
                    None => PLAIN,
                };
            }
            _ => break,
        }
    }
    PLAIN
}

/// Behind a reference or a collector, attributes change resources that are declared elsewhere.
fn of_attribute(name: &SyntaxNode) -> Modifiers {
    use SyntaxKind::*;
    let around = name.ancestors().skip(1).find(|it| !matches!(it.kind(), ATTRIBUTE | ATTRIBUTE_BLOCK));
    let changes = around.is_some_and(|it| matches!(it.kind(), RESOURCE_OVERRIDE | COLLECTOR_EXPR));
    if changes { MODIFICATION } else { PLAIN }
}

fn is_type_definition(type_name: &SyntaxNode) -> bool {
    let definition = type_name.parent().filter(|it| matches!(it.kind(), SyntaxKind::TYPE_ALIAS | SyntaxKind::TYPE_DEF));
    definition.is_some_and(|it| it.children().next().as_ref() == Some(type_name))
}

fn is_operator(kind: SyntaxKind) -> bool {
    use SyntaxKind::*;
    matches!(
        kind,
        EQ | PLUS_EQ
            | MINUS_EQ
            | EQ2
            | NEQ
            | MATCH
            | NO_MATCH
            | GE
            | GT
            | LE
            | LT
            | FAT_ARROW
            | PLUS_ARROW
            | SHL
            | SHR
            | L_COLLECT
            | R_COLLECT
            | L_EXPORT_COLLECT
            | R_EXPORT_COLLECT
            | PLUS
            | MINUS
            | SLASH
            | STAR
            | PERCENT
            | BANG
            | AT
            | AT2
            | QUESTION
            | IN_EDGE
            | IN_EDGE_SUB
            | OUT_EDGE
            | OUT_EDGE_SUB
    )
}
