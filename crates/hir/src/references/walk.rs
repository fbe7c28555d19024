//! One walk through a tree, from its beginning to its end.

use smol_str::SmolStr;
use syntax::ast::{self, AstNode};
use syntax::{Dialect, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize, WalkEvent};

use super::resources::Of;
use super::scopes::{self, Kind, Scopes};
use super::titles::{Constants, Later};
use super::words::{self, Word};
use super::{Reference, References, Role, Spelling};
use crate::{FileKind, ItemKind, Owner, Symbol, item_tree, name};

/// Work for a title, once it is known.
pub(super) enum Pending {
    Titles(Of, Role),
    File(FileKind),
    /// Parameters passed to a template.
    Parameters(SyntaxNode),
    Url,
}

pub(super) struct Walker {
    dialect: Dialect,
    found: Vec<Reference>,
    pub(super) scopes: Scopes,
    constants: Constants,
    pub(super) later: Vec<Later<Pending>>,
    /// Assignments that are not over: what they bind is not to be seen from their right side.
    assignments: Vec<(SyntaxNode, Vec<SyntaxToken>)>,
    /// The names of the classes around, each with its node.
    around: Vec<(SyntaxNode, String)>,
    /// Only what binds variables that can be seen from here is asked for.
    seen_from: Option<TextSize>,
}

impl Walker {
    pub(super) fn new(dialect: Dialect) -> Walker {
        Walker {
            dialect,
            found: Vec::new(),
            scopes: Scopes::default(),
            constants: Constants::default(),
            later: Vec::new(),
            assignments: Vec::new(),
            around: Vec::new(),
            seen_from: None,
        }
    }

    pub(super) fn only_seen_from(self, offset: TextSize) -> Walker {
        Walker { seen_from: Some(offset), ..self }
    }

    pub(super) fn run(mut self, root: &SyntaxNode) -> References {
        let mut events = root.preorder();
        while let Some(event) = events.next() {
            match (event, self.seen_from) {
                (WalkEvent::Enter(node), None) => self.enter(&node),
                (WalkEvent::Enter(node), Some(offset)) if hides(&node, offset) => events.skip_subtree(),
                (WalkEvent::Enter(node), Some(_)) => self.enter_what_binds(&node),
                (WalkEvent::Leave(node), _) => self.leave(&node),
            }
        }
        for later in std::mem::take(&mut self.later) {
            for word in later.words(&self.constants) {
                match &later.then {
                    Pending::Titles(of, role) => self.title(word, of, *role),
                    Pending::File(kind) => self.file(word, *kind),
                    Pending::Parameters(given) => self.keys_of(given, &Owner::Template(FileKind::Epp.named(word.text))),
                    Pending::Url => self.url(word),
                }
            }
        }
        self.found.sort_by_key(|it| (it.range.start(), it.range.len()));
        self.found.dedup();
        References { all: self.found, locals: self.scopes.locals }
    }

    pub(super) fn push(&mut self, range: TextRange, symbol: Symbol, role: Role, spelling: Spelling) {
        self.found.push(Reference { range, symbol, role, spelling });
    }

    pub(super) fn push_word(&mut self, word: Word, symbol: impl FnOnce(&str) -> Symbol, role: Role) {
        if !word.text.is_empty() {
            self.push(word.range, symbol(&word.text), role, word.spelling);
        }
    }

    fn enter(&mut self, node: &SyntaxNode) {
        use SyntaxKind::*;
        match node.kind() {
            SOURCE_FILE => {
                let owner = (self.dialect == Dialect::Epp).then_some(Owner::ThisTemplate);
                self.scopes.enter(node, Kind::Definition { top: owner.is_none(), owner, parent: false });
            }
            CLASS_DEF | DEFINE_DEF | FUNCTION_DEF | PLAN_DEF => self.definition(node),
            NODE_DEF => self.scopes.enter(node, Kind::Definition { owner: None, parent: false, top: false }),
            LAMBDA => self.scopes.enter(node, Kind::Lambda),
            INHERITS => self.inherits(node),
            PARAM => self.parameter(node),
            ASSIGN_EXPR => self.assignments.push((node.clone(), Vec::new())),
            VAR_EXPR => self.variable(node),
            TYPE_NAME_EXPR => self.type_name(node),
            CALL_EXPR | STATEMENT_CALL | METHOD_CALL_EXPR => self.call(node),
            RESOURCE => self.resource(node),
            RESOURCE_DEFAULTS | RESOURCE_OVERRIDE | UNTITLED_RESOURCE => self.defaults_or_override(node),
            COLLECTOR_EXPR => self.collector(node),
            ACCESS_EXPR => self.access(node),
            LITERAL | DQ_STRING => self.text(node),
            _ => {}
        }
    }

    fn enter_what_binds(&mut self, node: &SyntaxNode) {
        use SyntaxKind::*;
        match node.kind() {
            SOURCE_FILE | CLASS_DEF | DEFINE_DEF | FUNCTION_DEF | PLAN_DEF | NODE_DEF | LAMBDA | PARAM | ASSIGN_EXPR => self.enter(node),
            VAR_EXPR if !self.assignments.is_empty() => self.enter(node),
            _ => {}
        }
    }

    fn leave(&mut self, node: &SyntaxNode) {
        if node.kind() == SyntaxKind::ASSIGN_EXPR
            && let Some((_, targets)) = self.assignments.pop_if(|(assignment, _)| assignment == node)
        {
            self.assign(node, &targets);
        }
        for (range, symbol) in self.scopes.leave(node) {
            self.push(range, symbol, Role::Use, Spelling::Variable);
        }
        if self.around.last().is_some_and(|(around, _)| around == node) {
            self.around.pop();
        }
    }

    fn definition(&mut self, node: &SyntaxNode) {
        use SyntaxKind::*;
        let written = item_tree::written_name(node);
        let around: Vec<&str> = match node.kind() {
            FUNCTION_DEF => Vec::new(),
            _ => self.around.iter().map(|(_, name)| name.as_str()).collect(),
        };
        let name = written.as_deref().map(|it| item_tree::qualified(&around, it));
        let full_name = name.clone();
        let (symbol, owner) = match (node.kind(), name) {
            (_, None) => (None, None),
            (CLASS_DEF, Some(name)) => (Some(Symbol::Class(name.clone())), Some(Owner::Class(name))),
            (DEFINE_DEF, Some(name)) => (Some(Symbol::Type(name.clone())), Some(Owner::Type(name))),
            (PLAN_DEF, Some(name)) => (Some(Symbol::Plan(name.clone())), Some(Owner::Plan(name))),
            (_, Some(name)) => (Some(Symbol::Function(name)), None),
        };
        if let (Some(symbol), Some(token)) = (symbol, def_name_token(node)) {
            let word = Word { text: token.text().into(), range: inside_of_quotes(&token), spelling: Spelling::Bare }.relative();
            self.push(word.range, symbol, Role::Definition, word.spelling);
        }
        let parent = node.children().any(|it| it.kind() == INHERITS);
        self.scopes.enter(node, Kind::Definition { owner, parent, top: false });
        if let Some(name) = full_name {
            self.constants.entered(self.scopes.definition(), &name, node.kind() == CLASS_DEF);
        }
        if matches!(node.kind(), CLASS_DEF | PLAN_DEF) {
            self.around.push((node.clone(), written.unwrap_or_default()));
        }
    }

    fn inherits(&mut self, node: &SyntaxNode) {
        // The parent of a node is a node.
        if node.parent().is_none_or(|it| it.kind() != SyntaxKind::CLASS_DEF) {
            return;
        }
        if let Some(token) = node.children().find_map(ast::DefName::cast).and_then(|it| it.syntax().first_token()) {
            let word = Word { text: token.text().into(), range: inside_of_quotes(&token), spelling: Spelling::Bare }.relative();
            self.push_word(word, |text| Symbol::Class(name::normal(text)), Role::Inherits);
        }
    }

    fn parameter(&mut self, node: &SyntaxNode) {
        if let Some(token) = node.children_with_tokens().filter_map(|it| it.into_token()).find(|it| it.kind() == SyntaxKind::VARIABLE) {
            let (name, range) = variable_text(&token);
            if name.is_empty() {
                return;
            }
            let symbol = self.scopes.bind(&name, true);
            if !self.scopes.in_lambda() {
                // Whoever calls may give it another value than its own.
                self.constants.assigned(self.scopes.definition(), &name, None);
            }
            self.push(range, symbol, Role::Definition, Spelling::Variable);
        }
    }

    fn variable(&mut self, node: &SyntaxNode) {
        let Some(token) = node.first_token().filter(|it| it.kind() == SyntaxKind::VARIABLE) else { return };
        if token.text().trim_start_matches('$').chars().next().is_none_or(|it| it.is_ascii_digit()) {
            return;
        }
        if let Some(assignment) = scopes::assignment_of(node)
            && let Some((_, targets)) = self.assignments.iter_mut().rev().find(|(open, _)| *open == assignment)
        {
            targets.push(token);
            return;
        }
        let (name, range) = variable_text(&token);
        if name == "facts" || name == "::facts" {
            self.fact(node);
        }
        match name.rsplit_once("::") {
            None => {
                if let Some(symbol) = self.scopes.read(&name, range) {
                    self.push(range, symbol, Role::Use, Spelling::Variable);
                }
            }
            Some(("", last)) => self.push(last_part(range, last), Symbol::Top(last.into()), Role::Use, Spelling::Variable),
            Some((scope, last)) => {
                let class = name::normal(scope);
                let before = TextRange::new(range.start(), range.end() - TextSize::of(last) - TextSize::of("::"));
                let word = Word { text: scope.into(), range: before, spelling: Spelling::Bare }.relative();
                self.push(word.range, Symbol::Class(class.clone()), Role::Qualifier, Spelling::Bare);
                let symbol = Symbol::Member { owner: Owner::Class(class), name: last.into() };
                self.push(last_part(range, last), symbol, Role::Use, Spelling::Variable);
            }
        }
    }

    /// The variables of an assignment get their meaning once its value has been seen.
    fn assign(&mut self, node: &SyntaxNode, targets: &[SyntaxToken]) {
        let alone = node.first_child().filter(|it| it.kind() == SyntaxKind::VAR_EXPR);
        let value = node.children().nth(1).filter(|_| alone.is_some());
        for token in targets {
            let (name, range) = variable_text(token);
            // What other scopes have cannot be set.
            if name.contains("::") {
                continue;
            }
            if !self.scopes.in_lambda() {
                self.constants.assigned(self.scopes.definition(), &name, value.clone());
            }
            let symbol = self.scopes.bind(&name, false);
            self.push(range, symbol, Role::Definition, Spelling::Variable);
        }
    }

    fn type_name(&mut self, node: &SyntaxNode) {
        let Some(word) = words::type_word(node) else { return };
        let word = word.relative();
        let parent = node.parent();
        let defines = parent.as_ref().is_some_and(|it| it.kind() == SyntaxKind::TYPE_ALIAS && it.first_child().as_ref() == Some(node));
        let role = if defines { Role::Definition } else { Role::Use };
        // `Class['x']` says nothing by itself.
        if name::normal(&word.text) != "class" {
            self.push_word(word, |text| Symbol::Type(name::normal(text)), role);
        }
    }
}

/// Whether nothing in a node is to be seen from a place, as it has variables of its own or can bind none.
fn hides(node: &SyntaxNode, offset: TextSize) -> bool {
    use SyntaxKind::*;
    match node.kind() {
        CLASS_DEF | DEFINE_DEF | FUNCTION_DEF | PLAN_DEF | NODE_DEF | LAMBDA => !node.text_range().contains_inclusive(offset),
        LITERAL | TYPE_NAME_EXPR => true,
        _ => false,
    }
}

fn def_name_token(node: &SyntaxNode) -> Option<SyntaxToken> {
    node.children().find_map(ast::DefName::cast)?.syntax().first_token()
}

fn inside_of_quotes(token: &SyntaxToken) -> TextRange {
    let range = token.text_range();
    let quote = TextSize::of('\'');
    match token.kind() {
        SyntaxKind::SQ_STRING if range.len() >= quote + quote => TextRange::new(range.start() + quote, range.end() - quote),
        _ => range,
    }
}

/// The name of a variable, with its namespaces and without the `$`, and where it stands.
fn variable_text(token: &SyntaxToken) -> (SmolStr, TextRange) {
    let text = token.text().trim_start_matches('$');
    let range = token.text_range();
    (text.into(), TextRange::new(range.end() - TextSize::of(text), range.end()))
}

fn last_part(range: TextRange, last: &str) -> TextRange {
    TextRange::new(range.end() - TextSize::of(last), range.end())
}

impl ItemKind {
    /// Meaning of the name of such an item.
    pub fn symbol(self, name: &str) -> Option<Symbol> {
        Some(match self {
            ItemKind::Class => Symbol::Class(name.into()),
            ItemKind::Define | ItemKind::Alias => Symbol::Type(name.into()),
            ItemKind::Function => Symbol::Function(name.into()),
            ItemKind::Plan => Symbol::Plan(name.into()),
            ItemKind::Node => return None,
        })
    }
}
