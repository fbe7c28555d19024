//! Content of braces, by the tokens before them.

use hir::name;
use syntax::{SyntaxKind, SyntaxToken};

use super::{Of, definition_of};
use crate::cursor::{before, opening_of, text_of};

/// Content of braces.
#[derive(Clone, Debug)]
pub(super) enum Braces {
    Block,
    /// A resource: a title, a colon, attributes.
    Resource(Declared),
    /// Attributes alone.
    Attributes(Of),
    Hash,
    /// The options of a `case`, or of a selector; with what is compared.
    Case(Option<SyntaxToken>),
    Selector(Option<SyntaxToken>),
}

/// A type of resources, or classes in general.
#[derive(Clone, Debug)]
pub(super) enum Declared {
    Type(String),
    Classes,
}

impl Declared {
    /// Content of a declaration's braces, by the last token of its title where that is a class's name.
    pub(super) fn with_title(self, title: Option<&SyntaxToken>) -> Of {
        match self {
            Declared::Type(ty) => Of::Type(ty),
            Declared::Classes => Of::Class(name::normal(&title.and_then(text_of).unwrap_or_default()).into()),
        }
    }
}

/// Content of the braces that a token opens.
pub(super) fn braces(open: &SyntaxToken) -> Braces {
    use SyntaxKind::*;
    let Some(last) = before(open) else { return Braces::Block };
    let before_it = before(&last);
    let kind = before_it.as_ref().map(SyntaxToken::kind);
    let compares = matches!(kind, Some(EQ2 | NEQ | MATCH | NO_MATCH | IN_KW | GT | LT | GE | LE | AND_KW | OR_KW));
    match last.kind() {
        CLASS_KW => Braces::Resource(Declared::Classes),
        NAME | WORD => match kind {
            Some(CLASS_KW | DEFINE_KW | FUNCTION_KW | PLAN_KW | NODE_KW | INHERITS_KW | IF_KW | UNLESS_KW | ELSIF_KW) => Braces::Block,
            Some(CASE_KW) => Braces::Case(None),
            _ if compares => Braces::Block,
            _ => Braces::Resource(Declared::Type(name::normal(last.text()).into())),
        },
        TYPE_NAME => match kind {
            Some(SHR | INHERITS_KW | CLASS_KW | DEFINE_KW) => Braces::Block,
            _ if compares => Braces::Block,
            _ => Braces::Attributes(Of::Type(name::normal(last.text()).into())),
        },
        R_BRACK => of_reference(&last).unwrap_or_else(|| of_header(open)),
        R_COLLECT | R_EXPORT_COLLECT => match collected(&last) {
            Some(ty) => Braces::Attributes(Of::Type(ty)),
            None => Braces::Block,
        },
        QUESTION => Braces::Selector(before_it),
        ELSE_KW | PIPE | COLON => Braces::Block,
        R_PAREN if definition_of(&last).is_some() => Braces::Block,
        R_PAREN | VARIABLE | SQ_STRING | DQ | NUMBER | REGEX | TRUE_KW | FALSE_KW | UNDEF_KW | DEFAULT_KW => of_header(open),
        L_BRACE | R_BRACE | SEMICOLON => Braces::Block,
        _ => Braces::Hash,
    }
}

/// `File['x'] {`; a condition that ends with a bracket is none.
fn of_reference(closer: &SyntaxToken) -> Option<Braces> {
    use SyntaxKind::*;
    let open = opening_of(closer)?;
    let ty = before(&open).filter(|it| it.kind() == TYPE_NAME)?;
    if before(&ty).is_some_and(|it| matches!(it.kind(), SHR | MATCH | NO_MATCH | EQ2 | NEQ | IN_KW)) {
        return Some(Braces::Block);
    }
    let ty = name::normal(ty.text()).to_string();
    if ty == "class" {
        let class = before(closer).and_then(|it| text_of(&it)).unwrap_or_default();
        return Some(Braces::Attributes(Of::Class(name::normal(&class).into())));
    }
    Some(Braces::Attributes(Of::Type(ty)))
}

/// The type in `File <| … |>`, which ends with this token.
fn collected(closer: &SyntaxToken) -> Option<String> {
    let open = crate::cursor::tokens_before(closer)
        .take(64)
        .find(|it| matches!(it.kind(), SyntaxKind::L_COLLECT | SyntaxKind::L_EXPORT_COLLECT))?;
    let ty = before(&open).filter(|it| it.kind() == SyntaxKind::TYPE_NAME)?;
    Some(name::normal(ty.text()).into())
}

/// Braces after an operand: those of an `if`, of a `case`.
fn of_header(open: &SyntaxToken) -> Braces {
    use SyntaxKind::*;
    for token in crate::cursor::tokens_before(open).take(256) {
        match token.kind() {
            CASE_KW => return Braces::Case(before(open)),
            IF_KW | UNLESS_KW | ELSIF_KW | NODE_KW | PIPE | CLASS_KW => return Braces::Block,
            SEMICOLON | EQ | FAT_ARROW => return Braces::Block,
            _ => {}
        }
    }
    Braces::Block
}
