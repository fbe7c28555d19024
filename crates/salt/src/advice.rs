//! Advice that Salt does not give before it runs: misspelt functions and arguments, states that replace each other, ignored numbers.
//!
//! Only states that Salt would run are checked, and unknown values are no mistakes.

pub(crate) mod arguments;
mod collapsed;
pub(crate) mod functions;
mod jumps;
mod orders;
mod sources;
pub(crate) mod wildcards;

use crate::chunk::Chunk;
use crate::compile::Compiled;
use crate::problem::{Finding, Problem, Release};
use crate::signatures::{Signature, Signatures};
use crate::tree::Tree;
use crate::value::Str;

/// A likely mistake.
#[derive(Clone, Debug, PartialEq)]
pub enum Advice {
    /// The module has no such function.
    UnknownFunction {
        name: Str,
        nearest: Option<Str>,
    },
    /// Another release has the function.
    MovedFunction {
        name: Str,
        has: Release,
        lacks: Release,
    },
    /// The function takes no such argument: the whole run fails if it is strict.
    UnknownArgument {
        function: Str,
        argument: Str,
        nearest: Option<Str>,
        is_strict: bool,
    },
    MissingArgument {
        function: Str,
        argument: Str,
    },
    /// A template reads a key of the pillar that no pillar file has.
    UnknownPillarKey {
        key: Str,
        nearest: Option<Str>,
    },
    /// An argument that is no requisite, and looks like one.
    MisspeltRequisite {
        argument: Str,
        nearest: Option<Str>,
    },
    /// Two states with the same module, ID, name and function: one runs.
    Collapsed {
        id: Str,
        function: Str,
    },
    /// Another release refuses the states.
    Refused {
        problem: Box<Problem>,
        by: Release,
    },
    /// A requisite that Salt reads and forgets.
    Dropped {
        requisite: Str,
        /// As it is written: `ghost`, or `test: ghost`.
        target: Str,
        why: Dropped,
    },
    /// A requisite makes a state run elsewhere than its number says: later than another one, or earlier, which needs it.
    OverriddenOrder {
        order: Str,
        id: Str,
        is_needed: bool,
        by: Str,
        by_order: Str,
    },
    /// A state jumps to the front, because one that needs it counts from the end.
    JumpsToFront {
        id: Str,
        by: Str,
        order: Str,
    },
    /// No root has the file that a state has as its source, and one has a name that is nearly the same.
    MissingSource {
        source: Str,
        nearest: Str,
    },
    /// No requisite can name this ID literally.
    WildcardId {
        id: Str,
    },
}

/// Why Salt forgets a requisite without a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dropped {
    /// No state of the run is meant.
    NoState,
    /// It has a text or a number where a list belongs.
    NotList,
    /// The state has another requisite of this kind after it.
    Replaced,
    /// Only the first pair of an item counts.
    SecondKey,
    /// It names a module and no state.
    NoName,
}

/// Looks at all states of a compilation.
pub fn find(compiled: &Compiled, tree: &Tree, release: Release) -> Vec<Finding> {
    let mut found = compiled.notes.clone();
    let looked = Looked { compiled, known: Known::new(tree, release) };
    for chunk in compiled.chunks.iter().filter(|it| !looked.known.is_own(&it.state)) {
        match looked.known.signature(&chunk.state, &chunk.fun) {
            Some((function, signature)) => arguments::find(chunk, &function, signature, &mut found),
            None => functions::find(&looked, chunk, &mut found),
        }
    }
    sources::find(&looked, &mut found);
    // What is ordered, and which states there are, is known without errors alone.
    if !compiled.findings.is_empty() {
        return found;
    }
    collapsed::find(&looked, &mut found);
    orders::find(&looked, &mut found);
    jumps::find(&looked, &mut found);
    wildcards::find(&looked, &mut found);
    found
}

/// The functions that a tree can call.
pub(crate) struct Known<'t> {
    tree: &'t Tree,
    /// Whether the tree may have state modules of its own.
    has_modules: bool,
    pub(crate) release: Release,
    signatures: &'static Signatures,
}

impl<'t> Known<'t> {
    pub(crate) fn new(tree: &'t Tree, release: Release) -> Known<'t> {
        Known { tree, has_modules: tree.has_folder("_states"), release, signatures: Signatures::for_release(release) }
    }

    /// Whether the tree has a state module of this name of its own.
    pub(crate) fn is_own(&self, module: &str) -> bool {
        self.has_modules && self.tree.file(&format!("_states/{module}.py")).is_some()
    }

    /// Whether a function of any release takes an argument.
    pub(crate) fn another_takes(function: &str, argument: &str) -> bool {
        let releases = [Release::V3006, Release::V3008].map(Signatures::for_release);
        releases.iter().any(|it| it.get(function).is_some_and(|it| it.takes(argument)))
    }

    /// The name and the signature of a function that Salt itself has.
    pub(crate) fn signature(&self, module: &str, function: &str) -> Option<(String, &'static Signature)> {
        let name = format!("{module}.{function}");
        let signature = self.signatures.get(&name).filter(|_| !self.is_own(module))?;
        Some((name, signature))
    }
}

/// Input of the checks.
struct Looked<'c> {
    compiled: &'c Compiled,
    known: Known<'c>,
}

fn function(chunk: &Chunk) -> String {
    format!("{}.{}", chunk.state, chunk.fun)
}

#[cfg(test)]
pub(crate) mod tests {
    use std::path::PathBuf;

    use world::MemoryWorld;

    use crate::{Heap, Map, Minion, Options, Release, Site, Span, Templates, Value};

    /// The messages about a file, with the text that they are about.
    #[track_caller]
    pub(crate) fn check(text: &str, expected: &[&str]) {
        assert_eq!(advice(text, Release::V3008), expected, "{text}");
    }

    /// The same, in a tree with more files.
    #[track_caller]
    pub(super) fn check_with(files: &[(&str, &str)], text: &str, expected: &[&str]) {
        assert_eq!(advice_with(files, text, Release::V3008), expected, "{text}");
    }

    pub(super) fn advice(text: &str, release: Release) -> Vec<String> {
        advice_with(&[], text, release)
    }

    fn advice_with(files: &[(&str, &str)], text: &str, release: Release) -> Vec<String> {
        let mut world = MemoryWorld::new();
        for (path, text) in files {
            world.add_file(format!("/s/{path}"), *text);
        }
        world.add_file("/s/a.sls", text);
        world.add_file("/s/_states/mine.py", "");
        let site = Site::open(&world, &[PathBuf::from("/s")]);
        let mut heap = Heap::default();
        let nothing = heap.add(Value::Map(Map::default()), Span::NONE);
        let minion = Minion { id: String::new(), heap, grains: nothing, pillar: nothing, all_grains: false, options: None };
        let templates = Templates::new(&world, &site.tree, &minion);
        let options = Options { release, ..Options::default() };
        let compiled = site.compile(&templates, &[("a".into(), Span::NONE)], &options);
        assert_eq!(compiled.findings, [], "{text}");
        let found = super::find(&compiled, &site.tree, release);
        let shown = |it: &crate::Finding| {
            let place = compiled.files.placed(it.at).and_then(|it| text.get(it.range)).unwrap_or("nowhere");
            format!("{place}: {}", it.problem.render(release))
        };
        found.iter().map(shown).collect()
    }

    #[test]
    fn healthy_states_have_none() {
        check(
            "nginx:\n  pkg.installed:\n    - version: 1\n    - hold: True\n    - aggregate: True\n  file.managed:\n    - name: /a\n    - mode: 644\n    \
             - retry: {attempts: 2}\n    - watch_in:\n      - service: nginx\n  service.running: []\nmine.own:\n  mine.present:\n    - any: 1\n\
             x:\n  test.fail_without_changes:\n    - failhard: True\n    - onlyif: 'false'\n",
            &[],
        );
        check("a: {{ salt['cmd.run']('x') }}\n".replace("a: ", "a:\n  test.nop:\n    - foo: ").as_str(), &[]);
    }
}
