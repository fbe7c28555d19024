//! A manifest as the checks see it: its tokens, its lines, and where its resources and definitions are.

mod budget;
mod definitions;
mod groups;
mod resources;
mod titles;

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::ops::Range;

pub use budget::Budget;
pub use definitions::Definition;
pub use resources::Resource;

use crate::configuration::Configuration;
use crate::token::{Id, Kind, NONE, Token, written};

/// Input of a check. Before any fix, a token's [`Id`] is its index, and a range of ids is a piece of the text.
pub struct Data<'t> {
    pub text: &'t str,
    /// The path as it was given to the command.
    pub path: &'t str,
    /// The path from the root on.
    pub full_path: &'t str,
    pub configuration: &'t Configuration,
    tokens: &'t [Token<'t>],
    of_kind: OnceCell<Vec<Vec<Id>>>,
    resources: OnceCell<Vec<Resource>>,
    classes: OnceCell<Vec<Definition>>,
    defined_types: OnceCell<Vec<Definition>>,
    titles: OnceCell<Vec<Id>>,
    /// Where a resource makes no sense: then the file has a syntax error, and nothing else is reported.
    nonsense: Cell<Option<Id>>,
    /// Number of times that a token was read.
    #[cfg(test)]
    looked: Cell<u64>,
}

impl<'t> Data<'t> {
    pub fn new(text: &'t str, path: &'t str, full_path: &'t str, configuration: &'t Configuration, tokens: &'t [Token<'t>]) -> Self {
        Self {
            text,
            path,
            full_path,
            configuration,
            tokens,
            of_kind: OnceCell::new(),
            resources: OnceCell::new(),
            classes: OnceCell::new(),
            defined_types: OnceCell::new(),
            titles: OnceCell::new(),
            nonsense: Cell::new(None),
            #[cfg(test)]
            looked: Cell::new(0),
        }
    }

    /// All tokens in their order; an index is an [`Id`].
    pub fn tokens(&self) -> &'t [Token<'t>] {
        self.tokens
    }

    pub fn ids(&self) -> Range<Id> {
        0..self.tokens.len() as Id
    }

    pub fn get(&self, id: Id) -> Option<&'t Token<'t>> {
        #[cfg(test)]
        self.looked.set(self.looked.get() + 1);
        self.tokens.get(id as usize)
    }

    /// Panics for no id of this file: ids come from here.
    pub fn token(&self, id: Id) -> &'t Token<'t> {
        #[cfg(test)]
        self.looked.set(self.looked.get() + 1);
        &self.tokens[id as usize]
    }

    /// Where a token's value is in the text, in bytes; nothing where the value is not written so.
    pub fn range(&self, id: Id) -> Option<Range<usize>> {
        let Cow::Borrowed(value) = &self.get(id)?.value else { return None };
        let start = (value.as_ptr() as usize).checked_sub(self.text.as_ptr() as usize)?;
        let end = start + value.len();
        (end <= self.text.len()).then_some(start..end)
    }

    /// The kind of a token, if there is one.
    pub fn kind(&self, id: Option<Id>) -> Option<Kind> {
        self.get(id?).map(|token| token.kind)
    }

    pub fn value(&self, id: Option<Id>) -> Option<&'t str> {
        self.get(id?).map(|token| token.value.as_ref())
    }

    pub fn prev(&self, id: Id) -> Option<Id> {
        link(self.get(id)?.prev)
    }

    pub fn next(&self, id: Id) -> Option<Id> {
        link(self.get(id)?.next)
    }

    /// The code before a token: no white space, no comment.
    pub fn prev_code(&self, id: Id) -> Option<Id> {
        link(self.get(id)?.prev_code)
    }

    /// The code after a token: no white space, no comment. Nothing after what is no code itself.
    pub fn next_code(&self, id: Id) -> Option<Id> {
        link(self.get(id)?.next_code)
    }

    /// The tokens of one kind, in their order: quick, for it is counted once for all checks.
    pub fn of_kind(&self, kind: Kind) -> &[Id] {
        let all = self.of_kind.get_or_init(|| {
            let mut all = vec![Vec::new(); Kind::Private as usize + 1];
            for (id, token) in (0..).zip(self.tokens) {
                if let Some(of_kind) = all.get_mut(token.kind as usize) {
                    of_kind.push(id);
                }
            }
            all
        });
        all.get(kind as usize).map_or(&[], Vec::as_slice)
    }

    /// The tokens of either kind, in their order.
    pub fn of_kinds(&self, one: Kind, other: Kind) -> Vec<Id> {
        let mut both = [self.of_kind(one), self.of_kind(other)].concat();
        both.sort_unstable();
        both
    }

    /// The characters that a token is written with.
    pub fn written_len(&self, id: Id) -> usize {
        let Some(token) = self.get(id) else { return 0 };
        let kind = |id: Id| self.get(id).map(|token| token.kind);
        let (before, text, after) = written(token, kind(token.prev_code), kind(token.prev), kind(token.next));
        before.len() + crate::lexer::characters(text) as usize + after.len()
    }

    /// The lines of the text, without what ends them but for `\r`.
    pub fn lines(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        self.text.split('\n')
    }

    /// The last token of a kind before `id`, and the first one after it: without a walk.
    pub fn last_before(&self, id: Id, kind: Kind) -> Option<Id> {
        let all = self.of_kind(kind);
        all.get(all.partition_point(|it| *it < id).checked_sub(1)?).copied()
    }

    pub fn first_after(&self, id: Id, kind: Kind) -> Option<Id> {
        let all = self.of_kind(kind);
        all.get(all.partition_point(|it| *it <= id)).copied()
    }

    /// The first token after `id` and before `end` of one of the kinds; what lies in brackets is passed over.
    pub fn next_of(&self, id: Id, end: Id, kinds: &[Kind], budget: &Budget) -> Option<Id> {
        let next = |id| self.next(id).filter(|next| *next < end && budget.step());
        find(id, kinds, None, true, next, |id| self.get(id))
    }

    /// The last token before `id` of one of the kinds; what lies in brackets is passed over.
    pub fn prev_of(&self, id: Id, kinds: &[Kind], budget: &Budget) -> Option<Id> {
        find(id, kinds, None, false, |id| self.prev(id).filter(|_| budget.step()), |id| self.get(id))
    }

    /// The brace that closes what is opened first after `id`.
    pub fn closing_brace(&self, id: Id, budget: &Budget) -> Option<Id> {
        let mut depth = 0_i32;
        budget.walk(id + 1..self.ids().end).find(|id| match self.token(*id).kind {
            Kind::LBrace => {
                depth += 1;
                false
            }
            Kind::RBrace => {
                depth -= 1;
                depth == 0
            }
            _ => false,
        })
    }

    /// Resources, as puppet-lint reads them.
    pub fn resources(&self) -> &[Resource] {
        self.resources.get_or_init(|| {
            resources::all(self).unwrap_or_else(|token| {
                self.nonsense.set(Some(token));
                Vec::new()
            })
        })
    }

    pub fn classes(&self) -> &[Definition] {
        self.classes.get_or_init(|| definitions::all(self, Kind::Class))
    }

    pub fn defined_types(&self) -> &[Definition] {
        self.defined_types.get_or_init(|| definitions::all(self, Kind::Define))
    }

    /// The classes, and after them the defined types.
    pub fn definitions(&self) -> impl Iterator<Item = &Definition> {
        self.classes().iter().chain(self.defined_types())
    }

    pub fn nodes(&self) -> Vec<Definition> {
        definitions::all(self, Kind::Node)
    }

    /// Titles of resources, as puppet-lint reads them.
    pub fn titles(&self) -> &[Id] {
        self.titles.get_or_init(|| titles::all(self))
    }

    /// Calls of functions that begin a line or stand first in parentheses: from the name to the closing parenthesis.
    pub fn functions(&self) -> Vec<Range<Id>> {
        groups::functions(self)
    }

    /// From a `[` that follows no reference to the next `]`.
    pub fn arrays(&self) -> Vec<Range<Id>> {
        groups::arrays(self)
    }

    /// Hashes that are a value: after `=`, `==`, `=>` or `(`.
    pub fn hashes(&self) -> Vec<Range<Id>> {
        groups::hashes(self)
    }

    /// Defaults of resources, from the type to the next `}`.
    pub fn defaults(&self) -> Vec<Range<Id>> {
        groups::defaults(self)
    }

    pub(crate) fn nonsense(&self) -> Option<Id> {
        self.nonsense.get()
    }
}

pub(crate) fn link(id: Id) -> Option<Id> {
    (id != NONE).then_some(id)
}

/// Goes from token to token until one of the kinds comes, and over brackets with all that is in them.
pub(crate) fn find<'d, 't: 'd>(
    from: Id,
    kinds: &[Kind],
    value: Option<&str>,
    forward: bool,
    step: impl Fn(Id) -> Option<Id>,
    get: impl Fn(Id) -> Option<&'d Token<'t>>,
) -> Option<Id> {
    let mut closing: Vec<Kind> = Vec::new();
    let mut at = step(from)?;
    loop {
        let token = get(at)?;
        let matching = match (token.kind, forward) {
            (Kind::LBrace, true) => Some(Kind::RBrace),
            (Kind::LBrack, true) => Some(Kind::RBrack),
            (Kind::LParen, true) => Some(Kind::RParen),
            (Kind::RBrace, false) => Some(Kind::LBrace),
            (Kind::RBrack, false) => Some(Kind::LBrack),
            (Kind::RParen, false) => Some(Kind::LParen),
            _ => None,
        };
        match closing.last() {
            None if kinds.contains(&token.kind) && value.is_none_or(|value| value == token.value) => return Some(at),
            Some(kind) if *kind == token.kind => {
                closing.pop();
            }
            _ => closing.extend(matching),
        }
        at = step(at)?;
    }
}
