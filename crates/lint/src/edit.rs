//! The tokens while they are being fixed.

use std::borrow::Cow;

use crate::data::{find, link};
use crate::token::{Id, Kind, NONE, Token, written};

/// A list of tokens that fixes change, one after the other, in the order of the checks and of their problems.
///
/// puppet-lint keeps an array of tokens and, besides, links between them. Some of its fixes change one and not the other, and what
/// the next ones do depends on it: so both are here, too. [`Edit::put`] and [`Edit::drop`] change the array alone, [`Edit::insert`]
/// and [`Edit::remove`] also the links.
pub struct Edit<'t> {
    tokens: Vec<Token<'t>>,
    order: Vec<Id>,
}

impl<'t> Edit<'t> {
    pub fn new(tokens: Vec<Token<'t>>) -> Self {
        let order = (0..tokens.len() as Id).collect();
        Self { tokens, order }
    }

    pub fn get(&self, id: Id) -> Option<&Token<'t>> {
        self.tokens.get(id as usize)
    }

    pub fn get_mut(&mut self, id: Id) -> Option<&mut Token<'t>> {
        self.tokens.get_mut(id as usize)
    }

    pub fn kind(&self, id: Id) -> Option<Kind> {
        self.tokens.get(id as usize).map(|token| token.kind)
    }

    pub fn value(&self, id: Id) -> Option<&str> {
        self.get(id).map(|token| token.value.as_ref())
    }

    pub fn set_kind(&mut self, id: Id, kind: Kind) -> Option<()> {
        self.get_mut(id)?.kind = kind;
        Some(())
    }

    pub fn set_value(&mut self, id: Id, value: impl Into<Cow<'t, str>>) -> Option<()> {
        self.get_mut(id)?.value = value.into();
        Some(())
    }

    pub fn prev(&self, id: Id) -> Option<Id> {
        link(self.tokens.get(id as usize)?.prev)
    }

    pub fn next(&self, id: Id) -> Option<Id> {
        link(self.tokens.get(id as usize)?.next)
    }

    pub fn prev_code(&self, id: Id) -> Option<Id> {
        link(self.tokens.get(id as usize)?.prev_code)
    }

    pub fn next_code(&self, id: Id) -> Option<Id> {
        link(self.tokens.get(id as usize)?.next_code)
    }

    /// The first token after `id` by its links that is of one of the kinds, and has the value; what lies in brackets is passed over.
    pub fn next_of(&self, id: Id, kinds: &[Kind], value: Option<&str>) -> Option<Id> {
        find(id, kinds, value, true, |id| self.next(id), |id| self.tokens.get(id as usize))
    }

    /// The first token before `id` by its links that is of one of the kinds; what lies in brackets is passed over.
    pub fn prev_of(&self, id: Id, kinds: &[Kind]) -> Option<Id> {
        find(id, kinds, None, false, |id| self.prev(id), |id| self.tokens.get(id as usize))
    }

    /// Where a token stands in the array.
    pub fn index(&self, id: Id) -> Option<usize> {
        // Most often nothing was put in or taken out before it.
        if self.order.get(id as usize) == Some(&id) {
            return Some(id as usize);
        }
        self.order.iter().position(|it| *it == id)
    }

    /// The token at a place of the array.
    pub fn at(&self, index: usize) -> Option<Id> {
        self.order.get(index).copied()
    }

    /// The array.
    pub fn order(&self) -> &[Id] {
        &self.order
    }

    /// The array, to be put into another order. The links stay.
    pub fn order_mut(&mut self) -> &mut Vec<Id> {
        &mut self.order
    }

    /// A token in no place yet.
    pub fn make(&mut self, token: Token<'t>) -> Id {
        let id = self.tokens.len() as Id;
        self.tokens.push(token);
        id
    }

    /// Puts a new token into the array only.
    pub fn put(&mut self, index: usize, token: Token<'t>) -> Id {
        let id = self.make(token);
        let index = index.min(self.order.len());
        self.order.insert(index, id);
        id
    }

    /// Takes a token out of the array only.
    pub fn drop(&mut self, id: Id) {
        if let Some(index) = self.index(id) {
            self.order.remove(index);
        }
    }

    /// Sets what `id` holds to be before it and after it. The array stays.
    pub fn relink(&mut self, before: Option<Id>, after: Option<Id>) {
        if let Some(token) = before.and_then(|id| self.tokens.get_mut(id as usize)) {
            token.next = after.unwrap_or(NONE);
        }
        if let Some(token) = after.and_then(|id| self.tokens.get_mut(id as usize)) {
            token.prev = before.unwrap_or(NONE);
        }
    }

    /// Puts a new token into the array, and links it with those around it.
    pub fn insert(&mut self, index: usize, token: Token<'t>) -> Option<Id> {
        let id = self.make(token);
        self.insert_made(index, id)?;
        Some(id)
    }

    /// Puts a token that is in no place into the array, and links it with those around it.
    pub fn insert_made(&mut self, index: usize, id: Id) -> Option<()> {
        // Before the first one there is nothing: puppet-lint then takes the last.
        let before = self.at(index.checked_sub(1).unwrap_or(self.order.len().saturating_sub(1)))?;
        let is_code = !self.get(id)?.kind.is_formatting();
        let after = self.get(before)?.next;
        self.get_mut(id)?.next = after;
        self.get_mut(id)?.prev = before;
        if let Some(after) = link(after) {
            self.get_mut(after)?.prev = id;
            if is_code {
                self.get_mut(after)?.prev_code = id;
            }
        }
        if is_code && let Some(next) = self.code_in(index.min(self.order.len())..self.order.len(), false) {
            self.get_mut(id)?.next_code = next;
            self.get_mut(next)?.prev_code = id;
        }
        if self.get(before)?.kind.is_formatting() {
            if let Some(prev) = self.code_in(0..index.min(self.order.len()), true) {
                self.get_mut(id)?.prev_code = prev;
                self.get_mut(prev)?.next_code = id;
            }
        } else {
            self.get_mut(id)?.prev_code = before;
        }
        self.get_mut(before)?.next = id;
        if is_code {
            self.get_mut(before)?.next_code = id;
        }
        let index = index.min(self.order.len());
        self.order.insert(index, id);
        Some(())
    }

    fn code_in(&self, range: std::ops::Range<usize>, backward: bool) -> Option<Id> {
        let is_code = |id: &&Id| self.kind(**id).is_some_and(|kind| !kind.is_formatting());
        let mut tokens = self.order.get(range)?.iter();
        if backward { tokens.rfind(is_code).copied() } else { tokens.find(is_code).copied() }
    }

    /// Takes a token out of the array, and links those around it with each other. It keeps its own links.
    pub fn remove(&mut self, id: Id) -> Option<()> {
        let token = self.get(id)?;
        let (prev, next, prev_code, next_code) = (link(token.prev), link(token.next), link(token.prev_code), link(token.next_code));
        let is_code = !token.kind.is_formatting();
        self.relink(prev, next);
        if is_code {
            if let Some(prev) = prev_code {
                self.get_mut(prev)?.next_code = next_code.unwrap_or(NONE);
            }
            if let Some(next) = next_code {
                self.get_mut(next)?.prev_code = prev_code.unwrap_or(NONE);
            }
        }
        self.drop(id);
        Some(())
    }

    /// How a token is written where it stands now, in three pieces.
    pub fn written(&self, id: Id) -> Option<(&'static str, &str, &'static str)> {
        let token = self.get(id)?;
        if token.kind == Kind::SlashComment {
            // puppet-lint would leave the slashes out, and the words after them would be code.
            return Some(("//", token.value.as_ref(), ""));
        }
        Some(written(token, self.kind(token.prev_code), self.kind(token.prev), self.kind(token.next)))
    }

    /// The characters that a token is written with.
    pub fn written_len(&self, id: Id) -> Option<usize> {
        let (before, text, after) = self.written(id)?;
        Some(before.len() + crate::lexer::characters(text) as usize + after.len())
    }

    /// The manifest as it is now.
    pub fn manifest(&self) -> String {
        let mut out = String::new();
        for id in &self.order {
            if let Some((before, text, after)) = self.written(*id) {
                out.push_str(before);
                out.push_str(text);
                out.push_str(after);
            }
        }
        out
    }
}
