//! All scopes of a compilation.

use rustc_hash::FxHashMap;
use values::Str;

use crate::ids::{DefId, ResId, ScopeId};
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

    pub fn add(&mut self, parent: ScopeId, source: DefId, resource: ResId) -> ScopeId {
        let id = ScopeId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.all.push(Scope::new(Some(parent), source, resource));
        id
    }

    /// Frees all scopes.
    pub fn clear(&mut self) {
        self.all = Vec::new();
    }
}
