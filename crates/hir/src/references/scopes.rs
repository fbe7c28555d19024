//! Which variable a name means: parameters and assignments of the definition, and of the lambdas around.

use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use syntax::{SyntaxKind, SyntaxNode, TextRange};

use crate::{Name, Owner, Symbol};

/// Something that variables live in.
pub(super) enum Kind {
    /// A definition, a file or a template: it sees nothing of what is around it.
    Definition { owner: Option<Owner>, parent: bool, top: bool },
    /// It sees what is around it.
    Lambda,
}

pub(super) struct Scope {
    node: SyntaxNode,
    kind: Kind,
    bound: FxHashMap<Name, Symbol>,
    /// Names read before anything bound them: by the end of the definition it is known whether something does.
    unbound: Vec<(Name, TextRange)>,
    /// The number of the definition in the file.
    pub(super) definition: u32,
}

#[derive(Default)]
pub(super) struct Scopes {
    open: Vec<Scope>,
    /// The definitions so far.
    count: u32,
    pub(super) locals: Vec<(SmolStr, TextRange)>,
}

impl Scopes {
    pub(super) fn enter(&mut self, node: &SyntaxNode, kind: Kind) {
        let definition = match kind {
            Kind::Definition { .. } => {
                self.count += 1;
                self.count
            }
            Kind::Lambda => self.open.last().map_or(0, |it| it.definition),
        };
        self.open.push(Scope { node: node.clone(), kind, bound: FxHashMap::default(), unbound: Vec::new(), definition });
    }

    /// Closes the scope of a node, if it opened one, and says what the names in it mean that were read too early.
    pub(super) fn leave(&mut self, node: &SyntaxNode) -> Vec<(TextRange, Symbol)> {
        if self.open.last().is_none_or(|it| it.node != *node) {
            return Vec::new();
        }
        let Some(scope) = self.open.pop() else { return Vec::new() };
        match &scope.kind {
            Kind::Definition { owner, parent, .. } => {
                let free = |name: &Name| match (owner, parent) {
                    (Some(Owner::Class(class)), true) => Symbol::Inherited { class: class.clone(), name: name.clone() },
                    _ => Symbol::Top(name.clone()),
                };
                scope.unbound.iter().map(|(name, range)| (*range, scope.bound.get(name).cloned().unwrap_or_else(|| free(name)))).collect()
            }
            Kind::Lambda => {
                // What the lambda does not know, the definition around it may.
                if let Some(outer) = self.open.last_mut() {
                    outer.unbound.extend(scope.unbound);
                }
                Vec::new()
            }
        }
    }

    /// The definition that is being walked through.
    pub(super) fn definition(&self) -> u32 {
        self.open.last().map_or(0, |it| it.definition)
    }

    /// A parameter or an assignment gives a name its meaning.
    pub(super) fn bind(&mut self, name: &str, is_parameter: bool) -> Symbol {
        let next = u32::try_from(self.locals.len()).unwrap_or(u32::MAX);
        let Some(scope) = self.open.last_mut() else { return Symbol::Top(name.into()) };
        if let Some(known) = scope.bound.get(name) {
            return known.clone();
        }
        let symbol = match &scope.kind {
            Kind::Definition { top: true, .. } => Symbol::Top(name.into()),
            Kind::Definition { owner: Some(owner @ Owner::Class(_)), .. } => Symbol::Member { owner: owner.clone(), name: name.into() },
            Kind::Definition { owner: Some(owner), .. } if is_parameter => Symbol::Member { owner: owner.clone(), name: name.into() },
            _ => {
                self.locals.push((name.into(), scope.node.text_range()));
                Symbol::Local(next)
            }
        };
        scope.bound.insert(name.into(), symbol.clone());
        symbol
    }

    /// Meaning of a name that is read; nothing where only the end of the definition can decide.
    pub(super) fn read(&mut self, name: &str, range: TextRange) -> Option<Symbol> {
        for scope in self.open.iter().rev() {
            if let Some(known) = scope.bound.get(name) {
                return Some(known.clone());
            }
            if matches!(scope.kind, Kind::Definition { .. }) {
                break;
            }
        }
        match self.open.last_mut() {
            Some(scope) => {
                scope.unbound.push((name.into(), range));
                None
            }
            None => Some(Symbol::Top(name.into())),
        }
    }

    /// Whether a name means something of a lambda, at this place.
    pub(super) fn is_of_lambda(&self, name: &str) -> bool {
        for scope in self.open.iter().rev() {
            match scope.kind {
                Kind::Lambda if scope.bound.contains_key(name) => return true,
                Kind::Lambda => {}
                Kind::Definition { .. } => return false,
            }
        }
        false
    }

    pub(super) fn in_lambda(&self) -> bool {
        self.open.last().is_some_and(|it| matches!(it.kind, Kind::Lambda))
    }
}

/// Whether a variable's expression stands, alone or in a list, before a `=`; then the whole assignment.
pub(super) fn assignment_of(var: &SyntaxNode) -> Option<SyntaxNode> {
    let mut target = var.clone();
    loop {
        let parent = target.parent()?;
        match parent.kind() {
            SyntaxKind::LIST_EXPR => target = parent,
            SyntaxKind::ASSIGN_EXPR => {
                let assigns = parent.children_with_tokens().any(|it| it.kind() == SyntaxKind::EQ);
                return (assigns && parent.first_child().as_ref() == Some(&target)).then_some(parent);
            }
            _ => return None,
        }
    }
}
