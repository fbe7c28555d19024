//! All scopes of a compilation.

use rustc_hash::FxHashMap;
use values::{Str, Value};

use crate::ids::{DefId, ResId, ScopeId};
use crate::resource::Params;
use crate::scope::Scope;

pub struct Scopes {
    all: Vec<Scope>,
    pub of_classes: FxHashMap<Str, ScopeId>,
    pub of_node: Option<ScopeId>,
}

impl Scopes {
    /// The top scope alone.
    pub fn new(top: Scope) -> Scopes {
        Scopes { all: vec![top], of_classes: FxHashMap::default(), of_node: None }
    }

    pub fn get(&self, id: ScopeId) -> &Scope {
        &self.all[id.0 as usize]
    }

    pub fn get_mut(&mut self, id: ScopeId) -> &mut Scope {
        &mut self.all[id.0 as usize]
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Scope> {
        self.all.iter_mut()
    }

    pub fn add(&mut self, parent: ScopeId, source: DefId, resource: ResId) -> ScopeId {
        let id = ScopeId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.all.push(Scope::new(Some(parent), source, resource));
        id
    }

    /// The defaults that hold in a scope: those of the scopes that led to it, the nearest first.
    pub fn defaults_for(&self, scope: ScopeId, type_name: &Str) -> Params {
        let mut chain = Vec::new();
        let mut at = Some(scope);
        while let Some(id) = at {
            if self.get(id).defaults.contains_key(type_name) {
                chain.push(id);
            }
            at = self.get(id).parent;
        }
        let mut found = Params::new();
        for id in chain.into_iter().rev() {
            if let Some(defaults) = self.get(id).defaults.get(type_name) {
                found.extend(defaults.iter().map(|(name, param)| (name.clone(), param.clone())));
            }
        }
        found
    }

    /// Sets a variable without asking whether it may be.
    pub fn set(&mut self, scope: ScopeId, name: Str, value: Value) {
        self.get_mut(scope).set(name, value);
    }

    /// Frees all scopes.
    pub fn clear(&mut self) {
        self.all = Vec::new();
    }
}
