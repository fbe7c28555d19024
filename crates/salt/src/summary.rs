//! What is kept of the compilation of one file, and what the compilations of all files of a tree say of each.

use crate::advice;
use crate::compile::Compiled;
use crate::fnmatch;
use crate::place::Placed;
use crate::problem::{Finding, Problem, Release};
use crate::tree::Tree;
use crate::value::Str;

/// What is wrong, with places that need no files.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrong {
    pub problem: Problem,
    /// None where it stands nowhere.
    pub at: Option<Placed>,
    pub related: Vec<Placed>,
}

/// What a compilation says, without its values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    pub found: Vec<Wrong>,
    /// The module, the ID and the name of each state.
    pub states: Vec<(Str, Str, Str)>,
    /// Whether these are all states of the file.
    pub is_whole: bool,
}

impl Summary {
    /// With what Salt does not say.
    pub fn advised(compiled: &Compiled, tree: &Tree, release: Release) -> Summary {
        Summary::of(compiled, &advice::find(compiled, tree, release))
    }

    pub fn new(compiled: &Compiled) -> Summary {
        Summary::of(compiled, &[])
    }

    fn of(compiled: &Compiled, advice: &[Finding]) -> Summary {
        let wrong = |it: &Finding| Wrong {
            problem: it.problem.clone(),
            at: compiled.files.placed(it.at),
            related: it.related.iter().filter_map(|at| compiled.files.placed(*at)).collect(),
        };
        Summary {
            found: compiled.findings.iter().chain(advice).map(wrong).collect(),
            states: compiled.chunks.iter().map(|it| (it.state.clone(), it.id.clone(), it.name_text())).collect(),
            is_whole: compiled.findings.iter().all(|it| matches!(it.problem, Problem::MissingTarget { .. } | Problem::Cycle { .. })),
        }
    }
}

/// What is wrong in a tree whose files were compiled one by one, each once. What a requisite misses may be in another file of a run,
/// unless all files are known and none has it.
pub fn wrong<'s>(summaries: impl Iterator<Item = &'s Summary> + Clone) -> Vec<Wrong> {
    let is_whole = summaries.clone().all(|it| it.is_whole);
    let mut found: Vec<Wrong> = Vec::new();
    for wrong in summaries.clone().flat_map(|it| &it.found) {
        let counts = match &wrong.problem {
            Problem::CannotExtend { .. } => false,
            Problem::MissingTarget { module, target, .. } => {
                is_whole && !summaries.clone().flat_map(|it| &it.states).any(|it| is_named(it, module, target))
            }
            _ => true,
        };
        if counts && !found.contains(wrong) {
            found.push(wrong.clone());
        }
    }
    found
}

fn is_named((state, id, name): &(Str, Str, Str), module: &str, target: &str) -> bool {
    // SLS files are looked for elsewhere.
    module == "sls" || ((**state == *module || module == "id") && (fnmatch::matches(id, target) || fnmatch::matches(name, target)))
}
