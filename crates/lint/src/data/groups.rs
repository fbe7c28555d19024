//! Calls, arrays, hashes and defaults.

use std::ops::Range;

use super::{Budget, Data};
use crate::token::{Id, Kind};

pub fn functions(data: &Data<'_>) -> Vec<Range<Id>> {
    let mut found = Vec::new();
    let budget = Budget::new(data);
    for &id in data.of_kind(Kind::FunctionName) {
        let before = data.kind(data.prev(id));
        let begins_line = id == 0
            || (id == 1 && before == Some(Kind::Whitespace))
            || matches!(before, Some(Kind::Newline | Kind::Indent))
            || data.kind(data.prev_code(id)) == Some(Kind::LParen);
        if !begins_line || data.kind(data.next_code(id)) == Some(Kind::FArrow) {
            continue;
        }
        let (mut level, mut opened, mut end) = (0_i32, false, 0);
        for at in budget.walk(id + 1..data.ids().end) {
            let kind = data.token(at).kind;
            if level == 0 && (opened || kind == Kind::Newline) {
                break;
            }
            match kind {
                Kind::LParen => {
                    level += 1;
                    opened = true;
                }
                Kind::RParen => level -= 1,
                _ => {}
            }
            end = at;
        }
        found.push(id..(end + 1).max(id));
    }
    found
}

pub fn arrays(data: &Data<'_>) -> Vec<Range<Id>> {
    let opening = data.of_kind(Kind::LBrack).iter();
    let values = opening.filter(|id| data.kind(data.prev_code(**id)) != Some(Kind::ClassRef));
    values.map(|id| *id..up_to(data, *id, Kind::RBrack)).collect()
}

pub fn hashes(data: &Data<'_>) -> Vec<Range<Id>> {
    let mut found = Vec::new();
    let budget = Budget::new(data);
    for &id in data.of_kind(Kind::LBrace) {
        if !matches!(data.kind(data.prev_code(id)), Some(Kind::Equals | Kind::IsEqual | Kind::FArrow | Kind::LParen)) {
            continue;
        }
        let mut level = 0_i32;
        let mut end = id;
        for at in budget.walk(id + 1..data.ids().end) {
            end = at;
            match data.token(at).kind {
                Kind::LBrace => level += 1,
                Kind::RBrace => level -= 1,
                _ => {}
            }
            if level < 0 {
                break;
            }
        }
        found.push(id..end + 1);
    }
    found
}

pub fn defaults(data: &Data<'_>) -> Vec<Range<Id>> {
    let references = data.of_kind(Kind::ClassRef).iter();
    let defaults = references.filter(|id| data.kind(data.next_code(**id)) == Some(Kind::LBrace));
    defaults.map(|id| *id..up_to(data, *id, Kind::RBrace)).collect()
}

/// After the next token of a kind, or after the last token.
fn up_to(data: &Data<'_>, from: Id, kind: Kind) -> Id {
    data.first_after(from, kind).map_or(data.ids().end, |id| id + 1)
}
