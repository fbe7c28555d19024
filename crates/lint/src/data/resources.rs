//! Resources, as puppet-lint reads them: each colon that no `{` follows.

use std::ops::Range;

use super::{Budget, Data};
use crate::token::{Id, Kind};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// From the colon to the `;` or `}` that ends the body.
    pub tokens: Range<Id>,
    /// Token before the open brace: the type, as a rule.
    pub type_token: Option<Id>,
    /// The names before `=>`, those in brackets left out.
    pub parameters: Vec<Id>,
}

/// All resources, or the token that makes no sense of the file.
pub fn all(data: &Data<'_>) -> Result<Vec<Resource>, Id> {
    let mut found = Vec::new();
    let mut read = 0;
    let budget = Budget::new(data);
    for &colon in data.of_kind(Kind::Colon) {
        let Some(next) = data.next_code(colon) else { continue };
        if data.token(next).kind == Kind::LBrace || follows_reference(data, colon) {
            continue;
        }
        // A colon in a body ends the search: nothing after it is a resource for puppet-lint.
        if colon < read {
            break;
        }
        let end = data.next_of(colon, data.ids().end, &[Kind::Semic, Kind::RBrace], &budget).ok_or(colon)?;
        read = end;
        let braces = data.of_kind(Kind::LBrace);
        let before = braces.get(..braces.partition_point(|id| *id < colon)).unwrap_or_default();
        let brace = before.iter().rfind(|id| data.kind(data.prev_code(**id)) != Some(Kind::QMark));
        let brace = *brace.ok_or(colon)?;
        let tokens = colon..end + 1;
        found.push(Resource { type_token: data.prev_code(brace), parameters: parameters(data, &tokens, &budget), tokens });
    }
    Ok(found)
}

fn follows_reference(data: &Data<'_>, colon: Id) -> bool {
    data.last_before(colon, Kind::ClassRef) > data.last_before(colon, Kind::Name)
}

fn parameters(data: &Data<'_>, tokens: &Range<Id>, budget: &Budget) -> Vec<Id> {
    let mut found = Vec::new();
    let Some(mut at) = data.prev(tokens.start) else { return found };
    while let Some(name) = data.next_of(at, tokens.end, &[Kind::Name], budget) {
        if data.kind(data.next_code(name)) == Some(Kind::FArrow) {
            found.push(name);
        }
        at = name;
    }
    found
}
