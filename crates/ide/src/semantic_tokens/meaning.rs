//! Meanings of words beyond their place: built-in and deprecated names.

use analysis::{File, Snapshot};
use hir::Symbol;
use rustc_hash::FxHashMap;
use syntax::{SyntaxKind, SyntaxToken, TextSize};

use super::scopes::variable_name;
use super::{Modifiers, TokenKind};
use crate::builtin_docs;
use crate::deprecated::is_deprecated;

pub(super) struct Meanings<'a> {
    snapshot: Snapshot<'a>,
    file: File,
    /// Most names stand in a file more than once.
    deprecated: FxHashMap<&'a Symbol, bool>,
}

impl<'a> Meanings<'a> {
    pub(super) fn new(snapshot: Snapshot<'a>, file: File) -> Meanings<'a> {
        Meanings { snapshot, file, deprecated: FxHashMap::default() }
    }

    pub(super) fn modifiers(&mut self, token: &SyntaxToken, kind: TokenKind, by_place: Modifiers) -> Modifiers {
        use TokenKind::*;
        let symbol = match kind {
            Class | Function | Method | Parameter | Type | Variable => self.symbol(token),
            // In quotes, facts have names, too.
            String => self.symbol(token).filter(|it| matches!(it, Symbol::Fact(_))),
            _ => return by_place,
        };
        let is_given = kind == TokenKind::Variable && symbol.is_some_and(|it| self.is_given(it));
        let default_library = is_given || !by_place.definition && comes_with_puppet(token.text(), kind);
        Modifiers { readonly: is_given, default_library, deprecated: symbol.is_some_and(|it| self.is_deprecated(it)), ..by_place }
    }

    /// Symbol of a word: of `$a::b` the variable, not its owner.
    fn symbol(&self, token: &SyntaxToken) -> Option<&'a Symbol> {
        let quotes = TextSize::from(u32::from(token.kind() == SyntaxKind::SQ_STRING));
        let (range, end) = (token.text_range(), token.text_range().end() - quotes);
        let found = self.snapshot.references(self.file).at(end);
        found.into_iter().find(|it| range.contains_range(it.range) && it.range.end() == end).map(|it| &it.symbol)
    }

    /// Whether Puppet sets a variable.
    fn is_given(&self, symbol: &Symbol) -> bool {
        match self.snapshot.meaning(symbol, self.file) {
            Symbol::Top(name) => builtin_docs::variable(&name).is_some(),
            _ => false,
        }
    }

    fn is_deprecated(&mut self, symbol: &'a Symbol) -> bool {
        if let Some(known) = self.deprecated.get(symbol) {
            return *known;
        }
        let found = is_deprecated(self.snapshot, symbol, self.file);
        self.deprecated.insert(symbol, found);
        found
    }
}

/// Whether a function or a type is one of Puppet's own.
fn comes_with_puppet(text: &str, kind: TokenKind) -> bool {
    let name = variable_name(text).trim_start_matches("::").to_lowercase();
    match kind {
        TokenKind::Function | TokenKind::Method => builtin_docs::function(&name).is_some(),
        TokenKind::Type => {
            values::ty::named(&name).is_some()
                || resource_types::type_info(&name).is_some_and(|it| it.module.as_ref().is_none_or(|it| it.ends_with("_core")))
        }
        _ => false,
    }
}
