//! Classes, defined types and nodes.

use std::ops::Range;

use super::{Budget, Data};
use crate::token::{Id, Kind};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// [`Kind::Class`], [`Kind::Define`] or [`Kind::Node`].
    pub kind: Kind,
    /// From the keyword to the closing brace.
    pub tokens: Range<Id>,
    /// Between the parentheses, if there are any.
    pub parameters: Option<Range<Id>>,
    pub name: Id,
    /// Name after the last `inherits` in it.
    pub inherits: Option<Id>,
}

impl Definition {
    /// As messages call it.
    pub fn called(&self) -> &'static str {
        if self.kind == Kind::Class { "class" } else { "defined type" }
    }
}

pub fn all(data: &Data<'_>, kind: Kind) -> Vec<Definition> {
    let budget = Budget::new(data);
    data.of_kind(kind).iter().filter_map(|id| one(data, kind, *id, &budget)).collect()
}

fn one(data: &Data<'_>, kind: Kind, first: Id, budget: &Budget) -> Option<Definition> {
    let name = data.next_code(first)?;
    if data.kind(Some(name)) == Some(Kind::LBrace) {
        return None;
    }
    let (mut braces, mut parentheses, mut in_parameters, mut inherits) = (0_i32, 0_i32, false, None);
    for id in budget.walk(first + 1..data.ids().end) {
        match data.token(id).kind {
            Kind::Inherits => inherits = data.next_code(id),
            Kind::LParen => {
                in_parameters |= parentheses == 0;
                parentheses += 1;
            }
            Kind::RParen => {
                in_parameters &= parentheses != 1;
                parentheses -= 1;
            }
            Kind::LBrace => braces += 1,
            Kind::RBrace => {
                braces -= 1;
                if braces == 0 && !in_parameters {
                    let tokens = first..id + 1;
                    let parameters = parameters(data, budget.walk(tokens.clone()));
                    return Some(Definition { kind, tokens, parameters, name, inherits });
                }
            }
            _ => {}
        }
    }
    None
}

fn parameters(data: &Data<'_>, tokens: impl Iterator<Item = Id>) -> Option<Range<Id>> {
    let (mut depth, mut open) = (0_i32, None);
    for id in tokens {
        match data.token(id).kind {
            Kind::LParen => {
                depth += 1;
                if depth == 1 {
                    open = Some(id);
                }
            }
            Kind::RParen => {
                depth -= 1;
                if depth == 0 {
                    return open.map(|open| open + 1..id);
                }
            }
            Kind::LBrace if depth == 0 => return None,
            _ => {}
        }
    }
    None
}
