//! Functions by name.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use values::Value;

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

/// From when on a function of a module is as it is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Since {
    Always,
    /// This version of its module.
    Version(Version),
    /// The version in which the module has it under its own name, too, as `stdlib::merge`, and leads there.
    Namespaced,
}

/// The first two numbers of the version of a module.
pub type Version = (u64, u64);

/// The module of a function that has several forms.
pub trait Home {
    /// Whether the function is of the old kind there, without signatures.
    fn is_old(&mut self) -> bool;

    /// The version of the module.
    fn version(&mut self) -> Version;

    /// Whether there is one of that name in the namespace of the module.
    fn is_namespaced(&mut self) -> bool;
}

/// A function that runs here.
#[derive(Debug)]
pub struct Function {
    pub name: &'static str,
    pub origin: Origin,
    /// Name that finds its signatures.
    pub(crate) signature: &'static str,
    since: Since,
    pub(crate) api: Api,
    pub(crate) body: Body,
    pub(crate) takes_unknown: TakesUnknown,
    covers: fn(&[Value]) -> bool,
}

impl Function {
    pub(crate) const fn new(name: &'static str, body: Body) -> Function {
        let (origin, since) = (Origin::Core, Since::Always);
        Function { name, origin, signature: name, since, api: Api::Current, body, takes_unknown: TakesUnknown::No, covers: |_| true }
    }

    pub(crate) const fn old(name: &'static str, arity: i32, body: Body) -> Function {
        Function { api: Api::Old { arity, statement: false }, ..Function::new(name, body) }
    }

    /// Only for calls with arguments that the check accepts. For others the file of the module is evaluated.
    pub(crate) const fn only_for(self, covers: fn(&[Value]) -> bool) -> Function {
        Function { covers, ..self }
    }

    /// Whether it runs in the place of the module's file in a call with these arguments.
    pub fn covers(&self, arguments: &[Value]) -> bool {
        (self.covers)(arguments)
    }

    /// From that version of its module on, where it has signatures of its own.
    pub(crate) const fn since_version(self, version: Version, signature: &'static str) -> Function {
        Function { since: Since::Version(version), signature, ..self }
    }

    /// In versions of the module that have it in their namespace, too.
    pub(crate) const fn namespaced(self, signature: &'static str) -> Function {
        Function { since: Since::Namespaced, signature, ..self }
    }

    /// Whether it leads to the one of that name in the namespace of its module.
    pub fn leads_on(&self) -> bool {
        self.since == Since::Namespaced
    }

    fn is_in(&self, home: &mut dyn Home) -> bool {
        let is_old = matches!(self.api, Api::Old { .. });
        home.is_old() == is_old
            && match self.since {
                Since::Always => true,
                Since::Version(version) => home.version() >= version,
                Since::Namespaced => home.is_namespaced(),
            }
    }

    pub(crate) const fn checks_itself(self) -> Function {
        Function { api: Api::Own, ..self }
    }

    pub(crate) const fn in_module(self, module: &'static str) -> Function {
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

/// The forms of each function, the newest last.
fn table() -> &'static FxHashMap<&'static str, Vec<Function>> {
    static TABLE: OnceLock<FxHashMap<&'static str, Vec<Function>>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table: FxHashMap<&'static str, Vec<Function>> = FxHashMap::default();
        for function in crate::modules::functions() {
            table.entry(function.name).or_default().push(function);
        }
        for function in crate::core::functions() {
            table.insert(function.name, vec![function]);
        }
        table
    })
}

/// A function that runs here; of those of modules the form that they had first. Names are distinguished by case; `::` in front is the
/// caller's to remove.
pub fn find(name: &str) -> Option<&'static Function> {
    table().get(name)?.first()
}

/// The form that a function has in a module; none where the one that is there is none of those that run here.
pub fn find_in(name: &str, home: &mut dyn Home) -> Option<&'static Function> {
    table().get(name)?.iter().rev().find(|it| it.is_in(home))
}

/// The names of all that run here, in no order.
pub fn names() -> impl Iterator<Item = &'static str> {
    table().keys().copied()
}
