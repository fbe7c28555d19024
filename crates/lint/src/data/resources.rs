//! What puppet-lint takes for a resource: each colon that no `{` follows.

use std::ops::Range;

use super::Data;
use crate::token::{Id, Kind};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// From the colon to the `;` or `}` that ends the body.
    pub tokens: Range<Id>,
    /// What stands before the brace that is open: the type, as a rule.
    pub type_token: Option<Id>,
    /// The names before `=>`, those in brackets left out.
    pub parameters: Vec<Id>,
}

/// All resources, or the token that makes no sense of the file.
pub fn all(data: &Data<'_>) -> Result<Vec<Resource>, Id> {
    let mut found = Vec::new();
    let mut read = 0;
    for &colon in data.of_kind(Kind::Colon) {
        let Some(next) = data.next_code(colon) else { continue };
        if data.token(next).kind == Kind::LBrace || follows_reference(data, colon) {
            continue;
        }
        // A colon in a body ends the search: nothing after it is a resource for puppet-lint.
        if colon < read {
            break;
        }
        let end = data.next_of(colon, &[Kind::Semic, Kind::RBrace]).ok_or(colon)?;
        read = end;
        let brace = data.tokens()[..=colon as usize]
            .iter()
            .rposition(|token| token.kind == Kind::LBrace && data.kind(super::link(token.prev_code)) != Some(Kind::QMark));
        let brace = brace.ok_or(colon)? as Id;
        let tokens = colon..end + 1;
        found.push(Resource { type_token: data.prev_code(brace), parameters: parameters(data, &tokens), tokens });
    }
    Ok(found)
}

fn follows_reference(data: &Data<'_>, colon: Id) -> bool {
    let mut at = colon;
    while let Some(before) = data.prev_code(at) {
        match data.token(before).kind {
            Kind::ClassRef => return true,
            Kind::Name => return false,
            _ => at = before,
        }
    }
    false
}

fn parameters(data: &Data<'_>, tokens: &Range<Id>) -> Vec<Id> {
    let mut found = Vec::new();
    let Some(mut at) = data.prev(tokens.start) else { return found };
    while let Some(name) = data.next_of(at, &[Kind::Name]).filter(|name| tokens.contains(name)) {
        if data.kind(data.next_code(name)) == Some(Kind::FArrow) {
            found.push(name);
        }
        at = name;
    }
    found
}
