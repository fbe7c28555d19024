//! Attributes: what is given already, and what belongs where the cursor is among them.

use syntax::{SyntaxKind, SyntaxToken};

use super::braces::{Braces, Declared, braces};
use super::{Body, Expected, Of, Place, ends_operand, operand};
use crate::cursor::{after, are_apart, enclosing, previous, text_of};

/// Limit of the tokens after the cursor that are searched for attributes.
const MOST_BEHIND: usize = 2_000;

/// In `file { … }`.
pub(super) fn in_resource(token: &SyntaxToken, between: &[SyntaxToken], of: &Declared) -> Place {
    use SyntaxKind::*;
    let body: Vec<SyntaxToken> = between.iter().take_while(|it| it.kind() != SEMICOLON).cloned().collect();
    let Some(colon) = body.iter().rposition(|it| it.kind() == COLON) else {
        return match (body.first().map(SyntaxToken::kind), of) {
            (None, Declared::Classes) => Place::Class,
            (None, Declared::Type(ty)) => Place::ResourceTitle(ty.clone()),
            // `file { mode => …`: the title is yet to come.
            (Some(FAT_ARROW), Declared::Type(ty)) => match body.get(1) {
                Some(name) => Place::Value(Expected::Attribute(Of::Type(ty.clone()), name.text().to_owned())),
                None => Place::Nothing,
            },
            (Some(COMMA), Declared::Type(ty)) if body.iter().any(|it| it.kind() == FAT_ARROW) => {
                Place::Attribute(with_given(Of::Type(ty.clone()), token, &body))
            }
            _ => Place::Nothing,
        };
    };
    let of = of.clone().with_title(body.get(colon + 1));
    let attributes = body.get(..colon).unwrap_or_default();
    among_attributes(token, attributes, of)
}

/// Among attributes: the tokens before are given, the last first.
pub(super) fn among_attributes(token: &SyntaxToken, attributes: &[SyntaxToken], of: Of) -> Place {
    use SyntaxKind::*;
    let Some(last) = attributes.first() else { return Place::Attribute(with_given(of, token, attributes)) };
    match last.kind() {
        COMMA => Place::Attribute(with_given(of, token, attributes)),
        FAT_ARROW | PLUS_ARROW => match attributes.get(1) {
            Some(name) if name.kind() == STAR => {
                Place::Value(Expected::Attributes(Body { are_keys: true, ..with_given(of, token, attributes) }))
            }
            Some(name) => Place::Value(Expected::Attribute(of, name.text().to_owned())),
            None => Place::Nothing,
        },
        kind if ends_operand(kind) && are_apart(last, token) => {
            // A comma is missing, as it is while somebody writes.
            let has_value = attributes.iter().position(|it| matches!(it.kind(), FAT_ARROW | PLUS_ARROW)).is_some_and(|it| it > 0);
            if has_value { Place::Attribute(with_given(of, token, attributes)) } else { Place::Nothing }
        }
        kind if ends_operand(kind) => Place::Nothing,
        // `* => $defaults + {`: the keys of each hash are attributes.
        PLUS if is_of_splat(attributes) => Place::Value(Expected::Attributes(Body { are_keys: true, ..with_given(of, token, attributes) })),
        _ => operand(last),
    }
}

/// Whether the last of some attributes is `* =>`.
fn is_of_splat(attributes: &[SyntaxToken]) -> bool {
    let arrow = attributes.iter().position(|it| it.kind() == SyntaxKind::FAT_ARROW);
    arrow.and_then(|it| attributes.get(it + 1)).is_some_and(|it| it.kind() == SyntaxKind::STAR)
}

/// The attributes of a body and the keys of a hash in it, as seen from one of these keys.
pub(super) fn keys_of_hash(body: Body, token: &SyntaxToken, open: &SyntaxToken) -> Body {
    let (_, between) = enclosing(token);
    let own = with_given(body.of, token, &between);
    let before = body.given.into_iter().chain(after_hash(open));
    Body { given: own.given.into_iter().chain(before).collect(), are_keys: true, ..own }
}

/// The attributes that follow a hash which is the value of one.
fn after_hash(open: &SyntaxToken) -> Vec<String> {
    use SyntaxKind::*;
    let mut depth = 0_usize;
    let mut token = open.clone();
    for _ in 0..MOST_BEHIND {
        let Some(next) = after(&token) else { break };
        match next.kind() {
            L_BRACE | L_BRACK | L_PAREN | INTERPOLATION_START => depth += 1,
            R_BRACE | R_BRACK | R_PAREN => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return with_given(Of::Type(String::new()), &next, &[]).given,
            },
            _ => {}
        }
        token = next;
    }
    Vec::new()
}

fn with_given(of: Of, token: &SyntaxToken, attributes: &[SyntaxToken]) -> Body {
    use SyntaxKind::*;
    let mut given = Vec::new();
    let mut width = 0;
    for pair in attributes.windows(2) {
        let [arrow, name] = pair else { continue };
        if matches!(arrow.kind(), FAT_ARROW | PLUS_ARROW) {
            note(name, arrow, &mut given, &mut width);
        }
    }
    let arrow = after(token).filter(|it| matches!(it.kind(), FAT_ARROW | PLUS_ARROW));
    // What stands after the cursor, up to the end of this body.
    let mut depth = 0_usize;
    let mut previous = token.clone();
    for _ in 0..MOST_BEHIND {
        let Some(next) = after(&previous) else { break };
        match next.kind() {
            L_BRACE | L_BRACK | L_PAREN | INTERPOLATION_START => depth += 1,
            R_BRACE | R_BRACK | R_PAREN if depth == 0 => break,
            R_BRACE | R_BRACK | R_PAREN => depth -= 1,
            SEMICOLON if depth == 0 => break,
            FAT_ARROW | PLUS_ARROW if depth == 0 && previous != *token => note(&previous, &next, &mut given, &mut width),
            _ => {}
        }
        previous = next;
    }
    Body { of, given, width, has_arrow: arrow.is_some(), are_keys: false }
}

fn note(name: &SyntaxToken, arrow: &SyntaxToken, given: &mut Vec<String>, width: &mut usize) {
    given.push(text_of(name).unwrap_or_else(|| name.text().to_owned()));
    let column = usize::from(arrow.text_range().start() - name.text_range().start());
    let space = std::iter::successors(previous(name), previous).take_while(|it| it.kind().is_trivia());
    if space.into_iter().any(|it| it.text().contains('\n')) {
        *width = (*width).max(column.saturating_sub(1));
    }
}

/// The resource whose attributes are in braces, after its title, and the attribute that a token is the name or value of.
pub(crate) fn resource_around(token: &SyntaxToken, open: &SyntaxToken, between: &[SyntaxToken]) -> Option<(Of, Option<String>)> {
    use SyntaxKind::*;
    let (of, attributes) = match braces(open) {
        Braces::Attributes(of) => (of, between),
        Braces::Resource(of) => {
            let end = between.iter().position(|it| it.kind() == SEMICOLON).unwrap_or(between.len());
            let body = between.get(..end)?;
            let colon = body.iter().rposition(|it| it.kind() == COLON)?;
            (of.with_title(body.get(colon + 1)), body.get(..colon)?)
        }
        _ => return None,
    };
    let in_value = attributes.iter().position(|it| matches!(it.kind(), FAT_ARROW | PLUS_ARROW));
    let comma = attributes.iter().position(|it| it.kind() == COMMA).unwrap_or(attributes.len());
    let attribute = match in_value.filter(|it| *it < comma) {
        Some(arrow) => attributes.get(arrow + 1).map(|it| it.text().to_owned()),
        // The name itself, once an arrow follows.
        None => after(token).filter(|it| it.kind() == FAT_ARROW).map(|_| token.text().to_owned()),
    };
    Some((of, attribute))
}
