//! Ids of definitions, resources, scopes and collectors.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DefId(pub u32);

impl DefId {
    pub const MAIN: DefId = DefId(0);
    pub const SETTINGS: DefId = DefId(1);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ResId(pub u32);

impl ResId {
    pub const STAGE_MAIN: ResId = ResId(0);
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScopeId(pub u32);

impl ScopeId {
    pub const TOP: ScopeId = ScopeId(0);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CollectorId(pub u32);
