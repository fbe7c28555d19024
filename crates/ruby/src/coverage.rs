//! Uses of unsupported Ruby in a text, found without evaluating it.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::ast::{Kind, Name, Target};
use crate::eval::variables::is_own_global;
use crate::lower::{self, Parsed};
use crate::{Problem, class, load, methods};

/// Something that a text uses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    /// A construct that is not covered, as messages call it.
    Construct(Name),
    /// A global variable that Ruby code alone does not have.
    Global(Name),
    /// A method, and whether it has a receiver.
    Method(Name, bool),
    Constant(Name),
    /// A method, class or module that the text defines.
    Definition(Name),
}

impl Use {
    /// Feature that the evaluation of a node needs.
    pub fn from_kind(kind: &Kind) -> Option<Use> {
        match kind {
            Kind::NotCovered(what) => Some(Use::Construct(what.clone())),
            Kind::Call(call) if &*call.name == "`" => Some(Use::Construct(crate::host::COMMAND.into())),
            Kind::Call(call) => Some(Use::Method(call.name.clone(), call.receiver.is_some())),
            Kind::Constant(name) => Some(Use::Constant(name.clone())),
            Kind::Define(name, _) | Kind::DefineOn(_, name, _) => Some(Use::Definition(name.clone())),
            Kind::Assign(target, _) => match &**target {
                Target::Constant(name) => Some(Use::Definition(name.clone())),
                _ => None,
            },
            Kind::Module(module) => Some(Use::Definition(module.name.clone())),
            Kind::Global(name) if matches!(&**name, "$?" | "$CHILD_STATUS") || is_own_global(name) => None,
            Kind::Global(name) => Some(Use::Global(name.clone())),
            _ => None,
        }
    }
}

/// Features that a text uses, and where, in bytes.
pub struct Uses(Vec<(u32, Use)>);

/// Reads a file of Ruby.
pub fn of_program(text: &str) -> Result<Uses, Vec<Problem>> {
    lower::program(text, "").map(uses)
}

/// Reads a template.
pub fn of_template(text: &str) -> Result<Uses, Vec<Problem>> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let skipped = u32::try_from(text.len() - body.len()).unwrap_or(0);
    lower::template(body, "").map(uses).map_err(|problems| lower::moved(problems, skipped))
}

fn uses(parsed: Parsed) -> Uses {
    Uses(parsed.uses)
}

impl Uses {
    /// The methods, classes and modules that the text defines, and the last parts of their names.
    pub fn definitions(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|it| match &it.1 {
            Use::Definition(name) => Some(name.rsplit("::").next().unwrap_or(name)),
            _ => None,
        })
    }

    /// Unsupported features, each once: constructs, methods of Ruby, unknown constants. `known` are the names that the host and other files
    /// define.
    pub fn lacks(&self, known: &dyn Fn(&str) -> bool) -> BTreeSet<String> {
        self.lacking(known).into_iter().map(|it| it.1).collect()
    }

    /// The same, each time that the text uses one, and where.
    pub fn lacking(&self, known: &dyn Fn(&str) -> bool) -> Vec<(u32, String)> {
        let covered: FxHashSet<&str> = methods::covered().into_iter().flat_map(|it| it.1).collect();
        let own: FxHashSet<&str> = self.definitions().collect();
        let is_known = |name: &str| own.contains(name) || known(name);
        let mut lacks = Vec::new();
        for (at, used) in &self.0 {
            match used {
                Use::Construct(what) => lacks.push((*at, what.to_string())),
                Use::Global(name) if !known(name) => lacks.push((*at, format!("the global variable {name}"))),
                Use::Method(name, true) if !covered.contains(&**name) && !is_known(name) && methods::is_any(name) => {
                    lacks.push((*at, format!(".{name}")));
                }
                Use::Method(name, false) if !covered.contains(&**name) && !is_known(name) && methods::is_private(name) => {
                    lacks.push((*at, format!("{name}()")));
                }
                Use::Constant(name) => {
                    let name = name.strip_prefix("::").unwrap_or(name);
                    let last = name.rsplit("::").next().unwrap_or(name);
                    let first = name.split("::").next().unwrap_or(name);
                    let is_of_library = || {
                        let program = load::library(first).filter(|_| first != name).and_then(|it| it.program());
                        program.is_some_and(|it| it.parsed.uses.iter().any(|it| matches!(&it.1, Use::Definition(it) if **it == *last)))
                    };
                    let is_there = class::named(name).is_some()
                        || is_of_library()
                        || load::library(name).is_some()
                        || name == "RUBY_VERSION"
                        || is_known(last)
                        || matches!(first, "Float" | "Math" | "Regexp") && first != name
                        || name.starts_with("File::FNM_")
                        || (is_known(first) && last == first);
                    if !is_there {
                        lacks.push((*at, format!("the constant {name}")));
                    }
                }
                _ => {}
            }
        }
        lacks
    }
}
