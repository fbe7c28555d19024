//! Which files of a tree need a compilation of their own: those that no other compilation has judged.
//!
//! A file that others include has the same findings in their compilations, and fewer that are none: targets that it lacks by itself.
//! Only `extend` and `exclude` of another file change what it says, and only an error in another file ends a compilation before it is
//! judged.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::advice::Advice;
use crate::compile::{Compiled, Stage};
use crate::outline::Outline;
use crate::place::Files;
use crate::problem::{Finding, Problem};
use crate::sls;
use crate::summary::Summary;
use crate::tree::Tree;
use crate::value::Str;

/// A compilation with more of such files covers fewer: each costs a walk through all includes.
const MOST_WALKS: usize = 32;

/// Includes of the files of a compilation.
#[derive(Clone, Debug, Default)]
pub struct Includes {
    /// The files that each file includes itself.
    pub by_file: FxHashMap<Str, Vec<Str>>,
    /// Files with `extend` or `exclude`.
    pub altering: Vec<Str>,
}

/// Returns the other files of a compilation that need none of their own, sorted.
pub fn covered(compiled: &Compiled) -> Vec<Str> {
    let includes = &compiled.includes;
    let reversed = Reversed::new(includes);
    let faults: Vec<Option<BTreeSet<Str>>> = faults(compiled).map(|it| files_of(it, &compiled.files)).collect();
    let found = match compiled.stage {
        Stage::Failed => return Vec::new(),
        // One of these errors ends the compilation of each file that includes it, at the same stage.
        Stage::Loaded => {
            let faults: BTreeSet<BTreeSet<Str>> = faults.into_iter().flatten().collect();
            faults.iter().take(MOST_WALKS).flat_map(|it| reversed.reach_all(it)).collect()
        }
        // A file with all of the errors has no others, and so it is with no error at all.
        Stage::Ordered => {
            let mut needed: BTreeSet<Str> = includes.altering.iter().cloned().collect();
            for files in faults {
                match files {
                    Some(files) => needed.extend(files),
                    None => return Vec::new(),
                }
            }
            if needed.len() > MOST_WALKS { FxHashSet::default() } else { reversed.reach_all(&needed) }
        }
    };
    let mut found: Vec<Str> = found.into_iter().collect();
    found.sort_unstable();
    found
}

/// Errors, and what another release refuses.
fn faults(compiled: &Compiled) -> impl Iterator<Item = &Finding> {
    let refused = compiled.notes.iter().filter(|it| matches!(it.problem, Problem::Advice(Advice::Refused { .. })));
    compiled.findings.iter().chain(refused)
}

/// The files that have an error together; none if that is not known.
fn files_of(finding: &Finding, files: &Files) -> Option<BTreeSet<Str>> {
    let mut names: BTreeSet<Str> = std::iter::once(files.source(finding.at)?.0.sls.clone()).collect();
    names.extend(finding.related.iter().filter_map(|it| files.source(*it)).map(|it| it.0.sls.clone()));
    let problem = match &finding.problem {
        Problem::Advice(Advice::Refused { problem, .. }) => problem,
        problem => problem,
    };
    match problem {
        Problem::ConflictingIds { first, second, .. } => names.extend([first.clone(), second.clone()]),
        Problem::Cycle { edges } => names.extend(edges.iter().flat_map(|it| [it.0.sls.clone(), it.2.sls.clone()])),
        Problem::DirectRecursion { sls, .. } => names.extend([sls.clone()]),
        _ => {}
    }
    Some(names)
}

/// Who includes each file.
struct Reversed<'i> {
    by_file: FxHashMap<&'i Str, Vec<&'i Str>>,
    all: FxHashSet<Str>,
}

impl<'i> Reversed<'i> {
    fn new(includes: &'i Includes) -> Reversed<'i> {
        let mut by_file: FxHashMap<&Str, Vec<&Str>> = FxHashMap::default();
        for (file, included) in &includes.by_file {
            included.iter().for_each(|it| by_file.entry(it).or_default().push(file));
        }
        Reversed { by_file, all: includes.by_file.keys().cloned().collect() }
    }

    /// The files that are all of these, or include them.
    fn reach_all(&self, files: &BTreeSet<Str>) -> FxHashSet<Str> {
        let mut left = self.all.clone();
        for file in files {
            let mut reached: FxHashSet<&Str> = std::iter::once(file).collect();
            let mut open = vec![file];
            while let Some(next) = open.pop() {
                let includers = self.by_file.get(next).into_iter().flatten();
                open.extend(includers.filter(|it| reached.insert(it)));
            }
            left.retain(|it| reached.contains(it));
        }
        left
    }
}

/// Compiles those of these files that need it, in the order of [`includers_first`], and returns the summaries in the order of the names.
pub fn summaries<S: AsRef<Summary>>(names: &[Str], order: &[usize], mut summary: impl FnMut(&Str) -> S) -> Vec<S> {
    let mut covered: FxHashSet<Str> = FxHashSet::default();
    let mut found: Vec<(usize, S)> = Vec::new();
    for &number in order {
        let Some(name) = names.get(number).filter(|it| !covered.contains(*it)) else { continue };
        let made = summary(name);
        covered.extend(made.as_ref().covered.iter().cloned());
        found.push((number, made));
    }
    found.sort_by_key(|it| it.0);
    found.into_iter().map(|it| it.1).collect()
}

/// Returns the numbers of files, each before those that it includes; of files that include each other, any is the first.
///
/// `includes` returns the includes in a file's text. It decides how much is compiled, and not what is found.
pub fn includers_first(tree: &Tree, names: &[Str], includes: impl Fn(&Str) -> Vec<Str>) -> Vec<usize> {
    let numbers: FxHashMap<&str, usize> = names.iter().enumerate().map(|(number, name)| (&**name, number)).collect();
    let targets = |number: usize| -> Vec<usize> {
        let Some(name) = names.get(number) else { return Vec::new() };
        let is_init = tree.state(name).is_some_and(|it| it.0.ends_with("/init.sls"));
        let named = includes(name).into_iter().filter_map(|text| sls::include_target(name, is_init, &text));
        named.flat_map(|it| tree.matching(&it)).filter_map(|it| numbers.get(&*it).copied()).collect()
    };
    let mut begun = vec![false; names.len()];
    let mut ended: Vec<usize> = Vec::with_capacity(names.len());
    let mut begin = |number: usize| begun.get_mut(number).is_some_and(|it| !std::mem::replace(it, true));
    for start in 0..names.len() {
        if !begin(start) {
            continue;
        }
        let mut path = vec![(start, targets(start))];
        while let Some((number, open)) = path.last_mut() {
            match open.pop() {
                Some(next) if begin(next) => path.push((next, targets(next))),
                Some(_) => {}
                None => {
                    ended.push(*number);
                    path.pop();
                }
            }
        }
    }
    ended.reverse();
    ended
}

impl Outline {
    /// Returns the names and patterns that the file includes by its text; none that an expression makes.
    pub fn includes(&self) -> Vec<Str> {
        let own = self.children(None).filter(|it| it.1.key.as_ref().is_some_and(|key| key.text == "include"));
        let words = own.flat_map(|it| {
            let range = it.1.range.clone();
            self.nodes.iter().skip(it.0).take_while(move |node| node.range.start < range.end).filter_map(|node| node.value.as_ref())
        });
        let listed = words.filter(|it| !it.has_hole()).flat_map(|it| it.text.trim_matches(['[', ']']).split(','));
        listed.map(|it| Str::from(it.trim().trim_matches(['"', '\'']))).filter(|it| !it.is_empty()).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use world::MemoryWorld;

    use super::*;
    use crate::{Heap, Map, Minion, Options, Release, Site, Span, Summary, Templates, Value};

    /// The names of the files that are compiled, in order, and the messages about all files.
    fn compiled<'t>(files: impl IntoIterator<Item = (&'t str, String)>, is_compared: bool) -> (Vec<String>, Vec<String>) {
        let mut world = MemoryWorld::new();
        for (name, text) in files {
            world.add_file(format!("/s/{name}.sls"), text);
        }
        let site = Site::open(&world, &[PathBuf::from("/s")]);
        let mut heap = Heap::default();
        let nothing = heap.add(Value::Map(Map::default()), Span::NONE);
        let minion = Minion { id: String::new(), heap, grains: nothing, pillar: nothing, all_grains: false, options: None };
        let templates = Templates::new(&world, &site.tree, &minion);
        let summary = |name: &Str| {
            let compile = |options: &Options| site.compile(&templates, &[(name.clone(), Span::NONE)], options);
            let mut compiled = compile(&Options::default());
            crate::compare_releases(&mut compiled, &Options::default(), compile);
            Summary::advised(&compiled, &site.tree, Release::default())
        };
        let includes = |name: &Str| {
            let text = site.tree.state(name).and_then(|it| crate::read_text(&world, it.1).ok());
            text.map(|it| Outline::read(&it).includes()).unwrap_or_default()
        };
        let mut names: Vec<String> = Vec::new();
        let found = summaries(site.tree.names(), &includers_first(&site.tree, site.tree.names(), includes), |name| {
            names.push(name.to_string());
            summary(name)
        });
        let shown = |found: Vec<crate::Wrong>| {
            let mut shown: Vec<String> = found.iter().map(|it| it.problem.render(Release::default())).collect();
            shown.sort();
            shown
        };
        let found = shown(crate::wrong(found.iter()));
        if is_compared {
            let alone: Vec<Summary> = site.tree.names().iter().map(summary).collect();
            assert_eq!(found, shown(crate::wrong(alone.iter())), "each file by itself has the same findings");
        }
        (names, found)
    }

    #[track_caller]
    fn check(files: &[(&str, &str)], names: &[&str], found: &[&str]) {
        let (compiled, messages) = compiled(files.iter().map(|it| (it.0, it.1.to_owned())), true);
        assert_eq!(compiled, names);
        assert_eq!(messages.len(), found.len(), "{messages:?}");
        for (message, expected) in messages.iter().zip(found) {
            assert!(message.contains(expected), "{message}");
        }
    }

    /// A chain of files, the last of which is the first by name.
    fn chain(count: usize, last: &str) -> Vec<(String, String)> {
        let file = |number: usize| {
            let name = format!("s{number:04}");
            let text = match number {
                0 => last.to_owned(),
                _ => {
                    let next = number - 1;
                    format!("include:\n  - s{next:04}\nt{number}:\n  test.nop:\n    - require:\n      - test: t{next}\n")
                }
            };
            (name, text)
        };
        (0..count).map(file).collect()
    }

    #[track_caller]
    fn check_chain(last: &str, count: usize) {
        let files = chain(600, last);
        let (names, _) = compiled(files.iter().map(|it| (&*it.0, it.1.clone())), false);
        assert_eq!(names.len(), count, "{last}: {names:?}");
    }

    #[test]
    fn a_chain_is_compiled_once() {
        check_chain("t0:\n  test.nop: []\n", 1);
        // What is wrong at its end is wrong in all files.
        check_chain("t0: [\n", 1);
        check_chain("t0: {{ salt['cmd.run']('x') }}\n", 1);
        check_chain("t0:\n  test.nop:\n    - require:\n      - test: ghost\n", 1);
        check_chain("t0:\n  test.nop:\n    - require:\n      - test: t0\n", 1);
        check_chain("extend:\n  t0:\n    test:\n      - order: 1\nt0:\n  test.nop: []\n", 1);
    }

    #[test]
    fn an_included_id_that_is_not_known_is_no_exception_of_salt() {
        let unknown = "x: {{ salt['cmd.run']('x') }}\n";
        check(&[("a", "include: [b]\nx:\n  test.nop: []\n"), ("b", unknown)], &["a"], &["depends on an unknown value"]);
    }

    #[test]
    fn files_that_include_each_other_are_compiled_once() {
        let of = |id: &str, other: &str| format!("include: [{other}]\n{id}:\n  test.nop: []\n");
        let files = [("a", of("a", "b")), ("b", of("b", "c")), ("c", of("c", "a")), ("root", of("root", "b"))];
        assert_eq!(compiled(files.clone(), true).0, ["root"]);
        assert_eq!(compiled(files.into_iter().take(3), true).0.len(), 1);
    }

    #[test]
    fn a_file_that_others_change_is_compiled_alone_too() {
        let mistake = "x:\n  file.symlink:\n    - force: true\n";
        let changes = "include: [b]\nextend:\n  x:\n    file:\n      - target: /a\n";
        check(&[("a", changes), ("b", mistake)], &["a", "b"], &["needs the argument `target`"]);
        let cycle = "x:\n  test.nop: [require: [test: x]]\n";
        check(&[("a", "include: [b]\nexclude: [id: x]\n"), ("b", cycle)], &["a", "b"], &["Recursive requisites"]);
    }

    #[test]
    fn an_error_elsewhere_hides_nothing() {
        let typo = "y:\n  pkg.instaled: []\n";
        let both = "include: [b, c]\n";
        check(&[("a", both), ("b", "x: ["), ("c", typo)], &["a", "c"], &["Rendering SLS 'base:b' failed", "`pkg.instaled`"]);
        let conflict = "x:\n  test.nop: []\n";
        check(
            &[("a", both), ("b", conflict), ("c", &format!("{conflict}{typo}"))],
            &["a", "b", "c"],
            &["Detected conflicting IDs", "`pkg.instaled`"],
        );
        let first = "include: [b]\nx:\n  test.nop: [require: [test: ghost]]\n";
        check(&[("a", first), ("b", typo)], &["a", "b"], &["Referenced state does not exist", "`pkg.instaled`"]);
    }

    #[test]
    fn includes_of_a_text() {
        let includes = |text: &str| Outline::read(text).includes().iter().map(|it| it.to_string()).collect::<Vec<_>>();
        assert_eq!(includes("include:\n  - .map\n  - web.{{ x }}\n{% if y %}\n  - 'a.b'\n{% endif %}\n"), [".map", "a.b"]);
        assert_eq!(includes("include: [a, \"b.*\"]\nx:\n  test.nop: []\n"), ["a", "b.*"]);
        assert_eq!(includes("x:\n  test.nop:\n    - include: [a]\n"), [] as [&str; 0]);
    }
}
