//! Titles of resources, as puppet-lint reads them.

use super::{Budget, Data};
use crate::token::{Id, Kind};

pub fn all(data: &Data<'_>) -> Vec<Id> {
    let mut found = Vec::new();
    let budget = Budget::new(data);
    // Whichever list it is: puppet-lint reads the last `[` of the whole file.
    let last_bracket = data.of_kind(Kind::LBrack).last().copied();
    for &colon in data.of_kind(Kind::Colon) {
        let Some(before) = colon.checked_sub(1) else { continue };
        if data.token(before).kind == Kind::RBrack {
            let Some(open) = last_bracket else { continue };
            found.extend(budget.walk(open + 1..before).filter(|id| matches!(data.token(*id).kind, Kind::String | Kind::Name)));
        } else if data.next_code(colon).is_some_and(|next| data.token(next).kind != Kind::LBrace) {
            found.push(before);
        }
    }
    found
}
