//! Titles that are composed of variables whose values the definition itself shows.

use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use syntax::{SyntaxKind, SyntaxNode};

use super::words::{self, Word};
use super::{Spelling, scopes::Scopes};

/// So often one constant may be made of another.
const DEPTH: usize = 8;

/// Longer lists are not looked through.
const MOST: usize = 256;

/// The values that variables of definitions have, by the number of the definition.
#[derive(Default)]
pub(super) struct Constants {
    /// Nothing, where a variable has more than one value.
    values: FxHashMap<(u32, SmolStr), Option<SyntaxNode>>,
    /// Variables that Puppet sets in a definition: the name of its module, and in a class its own.
    given: FxHashMap<(u32, &'static str), SmolStr>,
}

impl Constants {
    pub(super) fn assigned(&mut self, definition: u32, name: &str, value: Option<SyntaxNode>) {
        self.values.entry((definition, name.into())).and_modify(|it| *it = None).or_insert(value);
    }

    /// A definition begins that has a name.
    pub(super) fn entered(&mut self, definition: u32, name: &str, is_class: bool) {
        let module = name.split("::").next().unwrap_or(name);
        self.given.insert((definition, "module_name"), module.into());
        if is_class {
            self.given.insert((definition, "name"), name.into());
            self.given.insert((definition, "title"), name.into());
        }
    }

    /// The texts that an expression means in a definition; nothing where it is not known.
    pub(super) fn texts(&self, definition: u32, expr: &SyntaxNode) -> Vec<SmolStr> {
        self.many(definition, expr, DEPTH)
    }

    fn many(&self, definition: u32, expr: &SyntaxNode, depth: usize) -> Vec<SmolStr> {
        let Some(less) = depth.checked_sub(1) else { return Vec::new() };
        match expr.kind() {
            SyntaxKind::LIST_EXPR => expr.children().take(MOST).flat_map(|it| self.many(definition, &it, less)).take(MOST).collect(),
            SyntaxKind::VAR_EXPR => match self.given(definition, expr) {
                Some(text) => vec![text.clone()],
                None => self.value(definition, expr).map(|it| self.many(definition, &it, less)).unwrap_or_default(),
            },
            _ => self.one(definition, expr, less).into_iter().collect(),
        }
    }

    fn one(&self, definition: u32, expr: &SyntaxNode, depth: usize) -> Option<SmolStr> {
        if let Some(Word { text, .. }) = words::word(expr) {
            return Some(text);
        }
        let less = depth.checked_sub(1)?;
        match expr.kind() {
            SyntaxKind::VAR_EXPR => match self.given(definition, expr) {
                Some(text) => Some(text.clone()),
                None => self.one(definition, &self.value(definition, expr)?, less),
            },
            SyntaxKind::DQ_STRING => {
                let mut text = String::new();
                for part in expr.children_with_tokens() {
                    match (part.kind(), part) {
                        (SyntaxKind::STRING_TEXT, syntax::NodeOrToken::Token(part)) if !part.text().contains('\\') => {
                            text.push_str(part.text())
                        }
                        (SyntaxKind::VAR_EXPR, syntax::NodeOrToken::Node(part)) => text.push_str(&self.one(definition, &part, less)?),
                        (SyntaxKind::INTERPOLATION, syntax::NodeOrToken::Node(part)) => {
                            let inner = part.first_child().filter(|it| it.kind() == SyntaxKind::VAR_EXPR)?;
                            text.push_str(&self.one(definition, &inner, less)?);
                        }
                        (SyntaxKind::DQ, _) => {}
                        _ => return None,
                    }
                }
                (text.len() <= 4096).then(|| text.into())
            }
            _ => None,
        }
    }

    fn given(&self, definition: u32, var: &SyntaxNode) -> Option<&SmolStr> {
        let token = var.first_token()?;
        let name = token.text().trim_start_matches('$');
        let name = ["module_name", "name", "title"].into_iter().find(|it| *it == name)?;
        self.given.get(&(definition, name))
    }

    fn value(&self, definition: u32, var: &SyntaxNode) -> Option<SyntaxNode> {
        let token = var.first_token()?;
        self.values.get(&(definition, token.text().trim_start_matches('$').into()))?.clone()
    }
}

/// A title that is known only after the whole definition has been seen.
pub(super) struct Later<T> {
    pub(super) expr: SyntaxNode,
    pub(super) definition: u32,
    pub(super) then: T,
}

impl<T> Later<T> {
    /// Nothing, if a variable of a lambda takes part: that has a value for each turn.
    pub(super) fn new(scopes: &Scopes, expr: &SyntaxNode, then: T) -> Option<Later<T>> {
        if !matches!(expr.kind(), SyntaxKind::DQ_STRING | SyntaxKind::VAR_EXPR) {
            return None;
        }
        let vars = expr.descendants_with_tokens().filter(|it| it.kind() == SyntaxKind::VARIABLE).filter_map(|it| it.into_token());
        for var in vars {
            if scopes.is_of_lambda(var.text().trim_start_matches('$')) {
                return None;
            }
        }
        Some(Later { expr: expr.clone(), definition: scopes.definition(), then })
    }

    /// The place of it all: no text there could be replaced.
    pub(super) fn words(&self, constants: &Constants) -> Vec<Word> {
        let range = self.expr.text_range();
        let texts = constants.texts(self.definition, &self.expr);
        texts.into_iter().map(|text| Word { text, range, spelling: Spelling::Computed }).collect()
    }
}
