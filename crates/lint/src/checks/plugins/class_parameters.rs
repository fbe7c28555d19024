//! Parameters of a class or defined type, as the plugin `class_alignment` reads them.

use std::ops::Range;

use crate::data::{Budget, Data};
use crate::token::{Id, Kind};

/// The variables of a range that are parameters.
pub fn all<'d>(data: &'d Data<'_>, range: Range<Id>, budget: &'d Budget) -> impl Iterator<Item = Id> + use<'d> {
    budget.walk(range).filter(|id| is_parameter(data, *id, budget))
}

/// Whether a token is a parameter and no part of a default.
pub fn is_parameter(data: &Data<'_>, id: Id, budget: &Budget) -> bool {
    let is_part = matches!(data.kind(data.prev_code(id)), Some(Kind::Equals | Kind::FArrow | Kind::DqPre | Kind::DqMid));
    if is_part || data.token(id).kind != Kind::Variable {
        return false;
    }
    let is_first_of = |keyword: Kind| {
        let keyword = data.prev_of(id, &[keyword], budget)?;
        let open = data.next_of(keyword, data.ids().end, &[Kind::LParen], budget)?;
        data.next_of(open, data.ids().end, &[Kind::Variable], budget)
    };
    is_first_of(Kind::Class) == Some(id) || is_first_of(Kind::Define) == Some(id) || is_in_list(data, id, budget)
}

/// Whether it is in one bracket more than the keyword, and no default stands before it without a comma between.
fn is_in_list(data: &Data<'_>, id: Id, budget: &Budget) -> bool {
    let (mut depth, mut has_comma) = (0_i32, false);
    for before in budget.walk((0..id).rev()) {
        match data.token(before).kind {
            Kind::Comma => has_comma = true,
            Kind::Equals if depth == 0 && !has_comma => return false,
            Kind::RParen | Kind::RBrack | Kind::RBrace => depth -= 1,
            Kind::LParen | Kind::LBrack | Kind::LBrace => depth += 1,
            Kind::Class | Kind::Define => break,
            _ => {}
        }
    }
    depth == 1
}

/// Whether no other token of the kind stands before it on its line.
pub fn is_first_on_line(data: &Data<'_>, id: Id, budget: &Budget) -> bool {
    let kind = data.token(id).kind;
    let before = budget.walk((0..id).rev()).map(|it| data.token(it).kind);
    !before.take_while(|it| *it != Kind::Newline).any(|it| it == kind)
}

/// Where a parameter begins: with its type, if it has one.
pub fn start(data: &Data<'_>, id: Id, budget: &Budget) -> Option<Id> {
    let before = data.prev_code(id);
    match data.kind(before) {
        Some(Kind::Type | Kind::ClassRef) => before,
        Some(Kind::RBrack) => {
            let (mut depth, mut at) = (0_i32, before?);
            loop {
                match data.token(at).kind {
                    Kind::RBrack => depth += 1,
                    Kind::LBrack => depth -= 1,
                    _ => {}
                }
                if depth == 0 || !budget.step() {
                    break;
                }
                at = data.prev_code(at)?;
            }
            data.prev_code(at)
        }
        _ => Some(id),
    }
}
