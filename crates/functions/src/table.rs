//! Functions by name.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::Body;

/// Where a function comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Core,
    /// The module that defines it.
    Module(&'static str),
}

/// How a function was written for Puppet, which decides what becomes of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Api {
    /// With signatures.
    Current,
    /// The same, but it takes more than its call gives, and checks for itself.
    Own,
    /// Without: it gets the empty text for undef and checks for itself. A negative arity is the least number, plus one.
    Old { arity: i32, statement: bool },
}

/// How far a function copes with arguments of which no more is known than their type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TakesUnknown {
    No,
    /// Within lists and hashes, but not as a whole.
    Elements,
    Yes,
}

/// A function that runs here.
#[derive(Debug)]
pub struct Function {
    pub name: &'static str,
    pub origin: Origin,
    pub(crate) api: Api,
    pub(crate) body: Body,
    pub(crate) takes_unknown: TakesUnknown,
}

impl Function {
    pub(crate) const fn new(name: &'static str, body: Body) -> Function {
        Function { name, origin: Origin::Core, api: Api::Current, body, takes_unknown: TakesUnknown::No }
    }

    pub(crate) const fn old(name: &'static str, arity: i32, body: Body) -> Function {
        Function { name, origin: Origin::Core, api: Api::Old { arity, statement: false }, body, takes_unknown: TakesUnknown::No }
    }

    pub(crate) const fn checks_itself(self) -> Function {
        Function { api: Api::Own, ..self }
    }

    pub(crate) const fn of(self, module: &'static str) -> Function {
        Function { origin: Origin::Module(module), ..self }
    }

    /// Its value is not for use, whatever the body gives.
    pub(crate) const fn statement(self) -> Function {
        let api = match self.api {
            Api::Old { arity, .. } => Api::Old { arity, statement: true },
            api => api,
        };
        Function { api, ..self }
    }

    pub(crate) const fn takes_unknown(self) -> Function {
        Function { takes_unknown: TakesUnknown::Yes, ..self }
    }

    pub(crate) const fn takes_unknown_elements(self) -> Function {
        Function { takes_unknown: TakesUnknown::Elements, ..self }
    }
}

fn table() -> &'static FxHashMap<&'static str, Function> {
    static TABLE: OnceLock<FxHashMap<&'static str, Function>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = FxHashMap::default();
        for function in crate::modules::functions().into_iter().chain(crate::core::functions()) {
            table.insert(function.name, function);
        }
        table
    })
}

/// A function that runs here. Names are told apart by case; `::` in front is the caller's to remove.
pub fn find(name: &str) -> Option<&'static Function> {
    table().get(name)
}

/// The names of all that run here, in no order.
pub fn names() -> impl Iterator<Item = &'static str> {
    table().keys().copied()
}
