//! Summary of one file's compilation, and the findings that all files of a tree have of each.

use std::path::Path;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::advice::{self, Advice, Dropped, Known};
use crate::compile::Compiled;
use crate::coverage::covered;
use crate::fnmatch::{self, Pattern};
use crate::masked;
use crate::meant::{self, Meant};
use crate::near::{self, Near, State};
use crate::place::{File, Files, Placed};
use crate::problem::{Finding, Problem, Release};
use crate::python;
use crate::requisite::Kind;
use crate::tree::Tree;
use crate::value::{Key, Str, Value};

/// A finding with places that need no files.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrong {
    pub problem: Problem,
    /// None where it stands nowhere.
    pub at: Option<Placed>,
    pub related: Vec<Placed>,
    /// Whether Salt 3006 runs the states, and only 3008 refuses them.
    pub runs_before: bool,
    /// The meaning of a misspelt word.
    pub meant: Option<Meant>,
    /// The place of the name of a state that is missing.
    pub sought: Option<Placed>,
    /// The state that is meant by it: see [`crate::Suggestions`].
    pub near: Option<Near>,
}

impl Wrong {
    /// Takes it as an error of a run of which all files are known.
    pub fn of_whole_run(mut self) -> Wrong {
        if let Some(absent) = self.problem.absent_mut() {
            (absent.is_foreign, absent.is_data) = (false, false);
        }
        self
    }

    pub fn new(finding: &Finding, files: &Files) -> Wrong {
        let related = finding.related.iter().filter_map(|at| files.placed(*at)).collect();
        let plain = Wrong::plain(finding.problem.clone(), files.placed(finding.at), related);
        let sought = files.source(finding.at).and_then(|(file, range)| {
            let name = near::name_in(&finding.problem, file.source.get(range.clone())?)?;
            Some(Placed { path: file.path.clone(), range: range.start + name.start..range.start + name.end })
        });
        Wrong { meant: meant::find(finding, files), sought, ..plain }
    }

    /// A finding of which no more is known.
    pub(crate) fn plain(problem: Problem, at: Option<Placed>, related: Vec<Placed>) -> Wrong {
        Wrong { problem, at, related, runs_before: false, meant: None, sought: None, near: None }
    }

    /// Whether another one reports the same mistake. What is meant by it depends on the states around.
    pub fn is_same(&self, other: &Wrong) -> bool {
        (&self.problem, &self.at, &self.related, self.runs_before) == (&other.problem, &other.at, &other.related, other.runs_before)
    }

    /// The remedy, besides Salt's words.
    pub fn help(&self, release: Release) -> Option<String> {
        self.near.as_ref().map(Near::help).or_else(|| self.problem.help(release, self.runs_before))
    }
}

/// Result of a compilation without its values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    pub found: Vec<Wrong>,
    pub states: Vec<State>,
    /// Texts of arguments, each once, in the order of the states: `extend` and `require_in` find a state by them.
    pub arguments: Vec<Str>,
    /// Arguments that are whole numbers, as the number of each state is; each once, sorted.
    pub numbers: Vec<i64>,
    /// Whether other arguments are not known.
    pub has_unknown: bool,
    /// Whether these are all states of the file.
    pub is_whole: bool,
    /// Files of it that have no states.
    pub empty: Vec<Str>,
    /// The files that it includes and that need no compilation of their own: see [`crate::summaries`].
    pub covered: Vec<Str>,
}

impl AsRef<Summary> for Summary {
    fn as_ref(&self) -> &Summary {
        self
    }
}

impl Summary {
    /// With what Salt does not say.
    pub fn advised(compiled: &Compiled, tree: &Tree, release: Release) -> Summary {
        let known = Known::new(tree, release);
        Summary::advised_by(compiled, tree, release, &|file| Arc::new(masked::find(&file.sls, &file.path, &file.source, &known)))
    }

    /// The same, with what [`wrong_in_text`] finds in a file that is part of many compilations.
    pub fn advised_by(compiled: &Compiled, tree: &Tree, release: Release, in_text: &dyn Fn(&File) -> Arc<Vec<Wrong>>) -> Summary {
        let mut summary = Summary::from_compiled(compiled, &advice::find(compiled, tree, release));
        if compiled.findings.iter().any(|it| it.problem.is_undecided()) || !compiled.findings.is_empty() && compiled.chunks.is_empty() {
            summary.found.extend(in_masked(compiled, tree, in_text));
        }
        summary
    }

    pub fn new(compiled: &Compiled) -> Summary {
        Summary::from_compiled(compiled, &[])
    }

    fn from_compiled(compiled: &Compiled, advice: &[Finding]) -> Summary {
        let wrong = |it| Wrong::new(it, &compiled.files);
        let findings = compiled.findings.iter().map(|it| Wrong { runs_before: compiled.runs_before, ..wrong(it) });
        let values = || compiled.chunks.iter().flat_map(|it| it.args.values()).map(|it| it.value);
        // This runs at each keystroke for all states of a run: texts are not copied, and not sorted.
        let mut seen: FxHashSet<Str> = FxHashSet::default();
        let (mut arguments, mut numbers) = (Vec::new(), Vec::new());
        for key in values().filter_map(|it| compiled.heap.key(it)) {
            match key {
                Key::Int(number) => numbers.push(number),
                key => arguments.extend(Some(python::shared_key_text(&key)).filter(|it| seen.insert(it.clone()))),
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        Summary {
            found: findings.chain(advice.iter().map(wrong)).collect(),
            states: compiled.chunks.iter().map(State::of_chunk).collect(),
            arguments,
            numbers,
            has_unknown: values().any(|it| matches!(compiled.heap.get(it), Value::Unknown)),
            is_whole: compiled.findings.iter().all(|it| names_missing(&it.problem) || matches!(it.problem, Problem::Cycle { .. })),
            empty: empty_files(compiled),
            covered: covered(compiled),
        }
    }
}

/// Findings in the text of files whose states are not known. Errors in the form of a state are those of Salt where it has said its word.
fn in_masked(compiled: &Compiled, tree: &Tree, in_text: &dyn Fn(&File) -> Arc<Vec<Wrong>>) -> Vec<Wrong> {
    let is_open = compiled.findings.iter().any(|it| it.problem.is_undecided());
    let decided = compiled.findings.iter().filter(|it| !it.problem.is_undecided());
    let decided: FxHashSet<&Path> = decided.filter_map(|it| compiled.files.source(it.at)).map(|it| it.0.path.as_path()).collect();
    let mut seen: FxHashSet<&Path> = FxHashSet::default();
    let mut found = Vec::new();
    for file in compiled.files.iter() {
        let is_states = tree.state(&file.sls).is_some_and(|it| it.1 == file.path) && &*file.sls != "top";
        if !is_states || !seen.insert(&file.path) {
            continue;
        }
        let all = in_text(file);
        let has_form = is_open && !decided.contains(file.path.as_path());
        found.extend(all.iter().filter(|it| has_form || matches!(it.problem, Problem::Advice(_))).cloned());
    }
    found
}

/// Findings in the text of an SLS file that hold for each of its renderings.
pub fn wrong_in_text(sls: &Str, path: &Path, source: &str, tree: &Tree, release: Release) -> Vec<Wrong> {
    masked::find(sls, path, source, &Known::new(tree, release))
}

/// The files of a compilation that have no states, and include none.
fn empty_files(compiled: &Compiled) -> Vec<Str> {
    let includes = &compiled.includes;
    if !compiled.findings.is_empty() || !includes.altering.is_empty() {
        return Vec::new();
    }
    let with_states: FxHashSet<&Str> = compiled.chunks.iter().filter_map(|it| it.sls.as_ref()).collect();
    let empty = includes.by_file.iter().filter(|it| it.1.is_empty() && !with_states.contains(it.0));
    let mut empty: Vec<Str> = empty.map(|it| it.0.clone()).collect();
    empty.sort_unstable();
    empty
}

/// Whether a problem is that a state is missing: another file of a run may have it.
fn names_missing(problem: &Problem) -> bool {
    matches!(problem, Problem::MissingTarget { .. } | Problem::CannotExtend { .. })
}

/// Findings in a tree whose files were compiled, alone or with those that include them, each once. What a requisite or an `extend` misses may be in another file of a
/// run, unless all files are known and none has it.
pub fn wrong<'s>(summaries: impl Iterator<Item = &'s Summary> + Clone) -> Vec<Wrong> {
    let is_whole = summaries.clone().all(|it| it.is_whole);
    collect(summaries, is_whole)
}

/// Findings in one file and its includes while the other files of the tree are not read yet: without all that they may have.
pub fn wrong_alone(summary: &Summary) -> Vec<Wrong> {
    collect(std::iter::once(summary), false)
}

/// Adds what a run has found, and what is not found yet.
pub fn with_run(found: Vec<Wrong>, run: &[Wrong]) -> Vec<Wrong> {
    let mut all = Once::default();
    found.iter().chain(run).for_each(|it| all.add(it));
    all.found
}

/// Findings, each once.
#[derive(Default)]
struct Once {
    found: Vec<Wrong>,
    /// Those that begin at one place.
    known: FxHashMap<usize, Vec<usize>>,
}

impl Once {
    fn add(&mut self, wrong: &Wrong) {
        let similar = self.known.entry(wrong.at.as_ref().map_or(0, |it| it.range.start)).or_default();
        if !similar.iter().any(|it| self.found.get(*it) == Some(wrong)) {
            similar.push(self.found.len());
            self.found.push(wrong.clone());
        }
    }
}

fn collect<'s>(summaries: impl Iterator<Item = &'s Summary> + Clone, is_whole: bool) -> Vec<Wrong> {
    let mut states: Option<States<'s>> = None;
    let mut all = Once::default();
    for wrong in summaries.clone().flat_map(|it| &it.found) {
        let problem = match &wrong.problem {
            Problem::Advice(Advice::Refused { problem, .. }) => problem,
            problem => problem,
        };
        let counts = match problem {
            Problem::CannotExtend { id, .. } => {
                is_whole
                    && !summaries.clone().any(|it| it.has_unknown)
                    && !states.get_or_insert_with(|| States::new(summaries.clone())).can_extend(id)
            }
            // Of these modules there are no states, so that nothing listens.
            Problem::MissingTarget { kind: Kind::Listen, module, .. } if matches!(&**module, "sls" | "id") => true,
            Problem::Advice(Advice::Dropped { target, why: Dropped::NoState, .. }) => {
                let (module, target) = target.split_once(": ").unwrap_or(("id", target));
                is_whole && !states.get_or_insert_with(|| States::new(summaries.clone())).has(module, target)
            }
            // A file that certainly has no states is no target, whoever includes it.
            Problem::MissingTarget { module, target, .. } if &**module == "sls" => {
                summaries.clone().any(|it| it.empty.binary_search(target).is_ok())
            }
            Problem::MissingTarget { module, target, .. } => {
                is_whole && !states.get_or_insert_with(|| States::new(summaries.clone())).has(module, target)
            }
            _ => true,
        };
        if counts {
            all.add(wrong);
        }
    }
    all.found
}

/// The states of all files.
struct States<'s> {
    all: Vec<&'s State>,
    /// Modules with IDs and names.
    named: FxHashSet<(&'s str, &'s str)>,
    arguments: FxHashSet<&'s str>,
    numbers: FxHashSet<i64>,
}

impl<'s> States<'s> {
    fn new(summaries: impl Iterator<Item = &'s Summary> + Clone) -> States<'s> {
        let all: Vec<&State> = summaries.clone().flat_map(|it| &it.states).collect();
        let arguments = summaries.clone().flat_map(|it| &it.arguments).map(|it| &**it).collect();
        let numbers = summaries.flat_map(|it| &it.numbers).copied().collect();
        let names = |it: &'s State| {
            let modules: [&'s str; 2] = [&it.module, "id"];
            modules.into_iter().flat_map(move |module| [(module, &*it.id), (module, &*it.name)])
        };
        let named = all.iter().flat_map(|it| names(it)).collect();
        States { all, named, arguments, numbers }
    }

    /// Whether an `extend` or a requisite such as `require_in` may name one of them.
    fn can_extend(&self, id: &str) -> bool {
        let is_number = || id.parse().is_ok_and(|it: i64| self.numbers.contains(&it));
        self.named.contains(&("id", id)) || self.arguments.contains(id) || is_number()
    }

    fn has(&self, module: &str, target: &str) -> bool {
        // SLS files are looked for elsewhere.
        if module == "sls" || !fnmatch::is_pattern(target) {
            return module == "sls" || self.named.contains(&(module, target));
        }
        let pattern = Pattern::new(target);
        let is_it = |it: &&State| (*it.module == *module || module == "id") && (pattern.matches(&it.id) || pattern.matches(&it.name));
        self.all.iter().any(is_it)
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use world::MemoryWorld;

    use super::*;
    use crate::{Options, Plain, Site, Span};

    /// The findings in a tree, each with the text that it is about, and those of related places.
    #[track_caller]
    fn check(files: &[(&str, &str)], expected: &[&str]) {
        let mut world = MemoryWorld::new();
        for (path, text) in files {
            world.add_file(format!("/s/{path}"), *text);
        }
        let site = Site::open(&world, &[PathBuf::from("/s")]);
        let compile = |name: &Str| {
            let compiled = site.compile(&Plain, &[(name.clone(), Span::NONE)], &Options::default());
            Summary::advised(&compiled, &site.tree, Release::V3008)
        };
        let summaries: Vec<Summary> = site.tree.names().iter().map(compile).collect();
        let place = |it: &Placed| {
            let text = files.iter().find(|file| it.path.ends_with(file.0)).and_then(|file| file.1.get(it.range.clone()));
            text.unwrap_or("nowhere").to_owned()
        };
        let show = |it: Wrong| {
            let places: Vec<String> = it.at.iter().chain(&it.related).map(place).collect();
            let words = it.problem.render(Release::V3008);
            format!("{}: {}", places.join(", "), words.split("\n  in ").next().unwrap_or_default())
        };
        assert_eq!(wrong(summaries.iter()).into_iter().map(show).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn an_error_hides_no_advice() {
        let text = "a:\n  file.managed:\n    - surce: x\n    - watch_in:\n      - test.x: b\nb:\n  test.nop: []\n";
        check(
            &[("a.sls", text)],
            &[
                "test.x: b: Invalid requisite in watch: test.x for b, in SLS 'a'. Requisites must not contain dots, did you mean 'test'?",
                "surce: `file.managed` ignores the argument `surce`: did you mean `source`?",
            ],
        );
    }

    #[test]
    fn a_double_key_is_marked_with_the_first_one() {
        check(
            &[("a.sls", "one:\n  test.nop: []\none:\n  test.nop: []\n")],
            &["one, one: Rendering SLS 'base:a' failed: while constructing a mapping"],
        );
    }

    #[test]
    fn an_empty_file_is_no_target() {
        let text = "a:\n  test.nop:\n    - require: [{sls: b}]\n";
        let missing = "{sls: b}, test.nop: Referenced state does not exist for requisite [require: (sls: b)] in state [a] in SLS [a]";
        check(&[("a.sls", text), ("b.sls", "# nothing\n")], &[missing]);
        check(&[("a.sls", text), ("b.sls", "c:\n  test.nop: []\n")], &[]);
        check(&[("a.sls", text), ("b.sls", "{{ x }}\n")], &["{{: SLS 'base:b' is not analysed: it has Jinja"]);
        check(&[("a.sls", text), ("b.sls", "include: [c]\n"), ("c.sls", "c:\n  test.nop: []\n")], &[]);
    }
}
