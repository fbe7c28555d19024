//! White space around brackets, braces, arrows and names, and empty lines: the checks of the plugin `manifest_whitespace`.

pub mod arrows;
pub mod braces;
pub mod brackets;
pub mod lines;
pub mod names;

use crate::Edit;
use crate::data::Data;
use crate::token::{Id, Kind, Token};

fn is_space(kind: Kind) -> bool {
    matches!(kind, Kind::Whitespace | Kind::Indent | Kind::Newline)
}

fn is_single_space(data: &Data<'_>, id: Id) -> bool {
    let token = data.token(id);
    token.kind == Kind::Whitespace && token.value == " "
}

/// The last token before that is no white space; a comment counts.
fn before_space(data: &Data<'_>, id: Id) -> Option<Id> {
    (0..id).rev().find(|id| !is_space(data.token(*id).kind))
}

/// The first token after that is no white space; a comment counts.
fn after_space(data: &Data<'_>, id: Id) -> Option<Id> {
    (id + 1..data.ids().end).find(|id| !is_space(data.token(*id).kind))
}

/// Whether a token may follow a closing bracket or brace at once.
fn may_follow_closing(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::RBrack
            | Kind::RParen
            | Kind::Semic
            | Kind::Comma
            | Kind::Colon
            | Kind::Dot
            | Kind::Newline
            | Kind::DqMid
            | Kind::DqPost
            | Kind::LBrack
            | Kind::HeredocMid
            | Kind::HeredocPost
    )
}

/// Where what follows a closing bracket or brace is wrong.
fn wrong_after(data: &Data<'_>, closing: Id) -> Option<Id> {
    let next = data.next(closing)?;
    let kind = data.token(next).kind;
    if may_follow_closing(kind) {
        return None;
    }
    if kind == Kind::Whitespace && !may_follow_closing(data.token(after_space(data, closing)?).kind) {
        return None;
    }
    Some(next)
}

fn space() -> Token<'static> {
    Token::new(Kind::Whitespace, " ")
}

fn insert_space_before(edit: &mut Edit<'_>, id: Id) -> Option<()> {
    let index = edit.index(id)?;
    edit.insert(index, space()).map(|_| ())
}

/// Takes the white space before a token away, and gives what then stands before it.
fn remove_space_before(edit: &mut Edit<'_>, id: Id) -> Option<Id> {
    loop {
        let before = edit.prev(id)?;
        if !edit.kind(before).is_some_and(is_space) {
            return Some(before);
        }
        edit.remove(before)?;
    }
}

/// Takes white space away until something closes, a comma comes or the line ends.
fn remove_space_after_closing(edit: &mut Edit<'_>, first: Id) -> Option<()> {
    let mut at = first;
    while !matches!(edit.kind(at), Some(Kind::RBrace | Kind::RBrack | Kind::RParen | Kind::Comma | Kind::Newline)) {
        if edit.kind(at) != Some(Kind::Whitespace) {
            return None;
        }
        let next = edit.next(at)?;
        edit.remove(at)?;
        at = next;
    }
    Some(())
}

/// Makes white space one space; nothing else.
fn narrow(edit: &mut Edit<'_>, id: Id) -> Option<()> {
    if edit.kind(id) != Some(Kind::Whitespace) {
        return None;
    }
    edit.set_value(id, " ")
}
