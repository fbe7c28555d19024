//! Resources: their types, titles and attributes, where they are declared and where they are referred to.

use smol_str::SmolStr;
use syntax::{SyntaxKind, SyntaxNode, TextRange};

use super::titles::Later;
use super::walk::{Pending, Walker};
use super::words::{self, Word};
use super::{Role, Spelling};
use crate::{Name, Owner, Symbol, name};

/// Data types of the language: what stands in brackets after them is no title.
const DATA_TYPES: &[&str] = &[
    "any",
    "array",
    "binary",
    "boolean",
    "callable",
    "catalogentry",
    "collection",
    "data",
    "default",
    "deferred",
    "enum",
    "error",
    "float",
    "hash",
    "init",
    "integer",
    "iterable",
    "iterator",
    "notundef",
    "numeric",
    "object",
    "optional",
    "pattern",
    "regexp",
    "richdata",
    "richdatakey",
    "runtime",
    "scalar",
    "scalardata",
    "semver",
    "semverrange",
    "sensitive",
    "string",
    "struct",
    "target",
    "timespan",
    "timestamp",
    "tuple",
    "type",
    "typealias",
    "typereference",
    "typeset",
    "undef",
    "unit",
    "uri",
    "variant",
];

/// Kind of resources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Of {
    Classes,
    Type(Name),
}

impl Of {
    pub(super) fn named(text: &str) -> Of {
        match name::normal(text) {
            class if class == "class" => Of::Classes,
            other => Of::Type(other),
        }
    }

    pub(super) fn titled(&self, title: &str) -> Symbol {
        match self {
            Of::Classes => Symbol::Class(name::normal(title)),
            Of::Type(ty) => Symbol::Resource { ty: ty.clone(), title: SmolStr::new(title) },
        }
    }

    /// Whose parameters the attributes of a resource are; of a class, once its name is known.
    fn owner(&self, title: Option<&Word>) -> Option<Owner> {
        match self {
            Of::Classes => title.map(|it| Owner::Class(name::normal(&it.text))),
            Of::Type(ty) => Some(Owner::Type(ty.clone())),
        }
    }
}

impl Walker {
    /// `file { 'x': … }`, `class { 'x': … }`
    pub(super) fn resource(&mut self, node: &SyntaxNode) {
        let is_class = node.children_with_tokens().any(|it| it.kind() == SyntaxKind::CLASS_KW);
        let of = if is_class {
            Of::Classes
        } else {
            let Some(word) = node.first_child().filter(|it| it.kind() != SyntaxKind::RESOURCE_BODY).and_then(|it| words::type_word(&it))
            else {
                return;
            };
            let of = Of::named(&word.text);
            if node.first_child().is_some_and(|it| it.kind() != SyntaxKind::TYPE_NAME_EXPR) {
                self.push_word(word.relative(), |text| Symbol::Type(name::normal(text)), Role::Use);
            }
            of
        };
        for body in node.children().filter(|it| it.kind() == SyntaxKind::RESOURCE_BODY) {
            let title = title_of(&body);
            if let Some(title) = &title {
                self.titles(title, &of, Role::Declaration);
            }
            let word = title.as_ref().and_then(|it| words::each(it).first().and_then(words::word));
            if let Some(owner) = of.owner(word.as_ref()) {
                self.attributes(&body, &owner);
            }
        }
    }

    /// `File { … }`, `File['x'] { … }`
    pub(super) fn defaults_or_override(&mut self, node: &SyntaxNode) {
        let Some(target) = node.first_child() else { return };
        let mut base = target.clone();
        let mut title = None;
        if base.kind() == SyntaxKind::ACCESS_EXPR {
            title = base.children().nth(1).and_then(|it| words::word(&it));
            let Some(inner) = base.first_child() else { return };
            base = inner;
        }
        let Some(word) = words::type_word(&base) else { return };
        if base.kind() != SyntaxKind::TYPE_NAME_EXPR {
            self.push_word(word.clone().relative(), |text| Symbol::Type(name::normal(text)), Role::Use);
        }
        if let Some(owner) = Of::named(&word.text).owner(title.as_ref()) {
            self.attributes(node, &owner);
        }
    }

    /// `File <| title == 'x' |> { … }`
    pub(super) fn collector(&mut self, node: &SyntaxNode) {
        let Some(word) = node.first_child().and_then(|it| words::type_word(&it)) else { return };
        let of = Of::named(&word.text);
        let Some(owner) = of.owner(None) else { return };
        for block in node.children().filter(|it| it.kind() == SyntaxKind::ATTRIBUTE_BLOCK) {
            self.attributes(&block, &owner);
        }
        let Some(query) = node.children().find(|it| it.kind() == SyntaxKind::QUERY) else { return };
        for test in query.descendants().filter(|it| it.kind() == SyntaxKind::BIN_EXPR) {
            let is_equal = test.children_with_tokens().any(|it| it.kind() == SyntaxKind::EQ2);
            let compares = is_equal || test.children_with_tokens().any(|it| it.kind() == SyntaxKind::NEQ);
            let mut sides = test.children();
            let (Some(left), Some(right)) = (sides.next(), sides.next()) else { continue };
            if !compares || left.kind() != SyntaxKind::NAME_EXPR {
                continue;
            }
            let Some(attribute) = words::word(&left) else { continue };
            if attribute.text == "title"
                && let Some(title) = words::word(&right)
            {
                let symbol = of.titled(&title.text);
                self.push(title.range, symbol, Role::Use, title.spelling);
            } else if attribute.text != "tag" && attribute.text != "title" {
                let symbol = Symbol::Member { owner: owner.clone(), name: attribute.text.clone() };
                self.push(attribute.range, symbol, Role::Use, attribute.spelling);
            }
        }
    }

    /// `File['x', 'y']`, `Class['x']`, `Resource['file', 'x']`
    pub(super) fn access(&mut self, node: &SyntaxNode) {
        let Some(base) = node.first_child() else { return };
        let mut keys: Vec<SyntaxNode> = node.children().skip(1).collect();
        let of = match base.kind() {
            SyntaxKind::TYPE_NAME_EXPR => {
                let Some(word) = words::type_word(&base) else { return };
                match &*name::normal(&word.text) {
                    "resource" => {
                        if keys.is_empty() {
                            return;
                        }
                        let Some(ty) = self.resource_key(&keys.remove(0)) else { return };
                        ty
                    }
                    known if DATA_TYPES.contains(&known) => return,
                    _ => Of::named(&word.text),
                }
            }
            // `Resource['file']['x']`
            SyntaxKind::ACCESS_EXPR => {
                let is_resource =
                    base.first_child().and_then(|it| words::type_word(&it)).is_some_and(|it| name::normal(&it.text) == "resource");
                let mut types = base.children().skip(1);
                match (is_resource, types.next(), types.next()) {
                    (true, Some(ty), None) => match words::type_word(&ty) {
                        Some(word) => Of::named(&word.text),
                        None => return,
                    },
                    _ => return,
                }
            }
            _ => return,
        };
        for key in &keys {
            self.titles(key, &of, Role::Use);
        }
    }

    /// The type in `Resource['file', …]`.
    fn resource_key(&mut self, key: &SyntaxNode) -> Option<Of> {
        let word = words::type_word(key)?;
        let of = Of::named(&word.text);
        if key.kind() != SyntaxKind::TYPE_NAME_EXPR && of != Of::Classes {
            self.push_word(word.relative(), |text| Symbol::Type(name::normal(text)), Role::Use);
        }
        Some(of)
    }

    /// The titles that an expression means: a word, a list of them, or the values of variables.
    pub(super) fn titles(&mut self, expr: &SyntaxNode, of: &Of, role: Role) {
        for title in words::each(expr) {
            match words::word(&title) {
                Some(word) => self.title(word, of, role),
                None => {
                    let later = Later::new(&self.scopes, &title, Pending::Titles(of.clone(), role));
                    self.later.extend(later);
                }
            }
        }
    }

    pub(super) fn title(&mut self, word: Word, of: &Of, role: Role) {
        let word = if *of == Of::Classes { word.relative() } else { word };
        if !word.text.is_empty() {
            let symbol = of.titled(&word.text);
            self.push(word.range, symbol, role, word.spelling);
        }
    }

    /// The attributes that stand directly in a node, and the keys of hashes that stand for some.
    pub(super) fn attributes(&mut self, node: &SyntaxNode, owner: &Owner) {
        for child in node.children() {
            match child.kind() {
                SyntaxKind::ATTRIBUTE => {
                    let Some(token) = child.children().find(|it| it.kind() == SyntaxKind::ATTRIBUTE_NAME).and_then(|it| it.first_token())
                    else {
                        continue;
                    };
                    self.argument(token.text(), token.text_range(), Spelling::Bare, owner);
                }
                SyntaxKind::SPLAT_ATTRIBUTE => {
                    if let Some(hash) = child.children().last() {
                        self.keys_of(&hash, owner);
                    }
                }
                _ => {}
            }
        }
    }

    /// The keys of a literal hash as arguments.
    pub(super) fn keys_of(&mut self, hash: &SyntaxNode, owner: &Owner) {
        for (key, _) in words::entries(hash) {
            if let Some(word) = words::word(&key) {
                self.argument(&word.text, word.range, word.spelling, owner);
            }
        }
    }

    fn argument(&mut self, name: &str, range: TextRange, spelling: Spelling, owner: &Owner) {
        if !name.is_empty() {
            self.push(range, Symbol::Member { owner: owner.clone(), name: name.into() }, Role::Argument, spelling);
        }
    }
}

/// The title of a body: what stands before the colon.
fn title_of(body: &SyntaxNode) -> Option<SyntaxNode> {
    body.first_child().filter(|it| !matches!(it.kind(), SyntaxKind::ATTRIBUTE | SyntaxKind::SPLAT_ATTRIBUTE))
}
