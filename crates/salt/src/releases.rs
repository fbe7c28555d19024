//! Differences between releases: what another one says of the same states, as trees move from one to the next.

use crate::advice::Advice;
use crate::chunk::Chunk;
use crate::compile::{Compiled, Options};
use crate::problem::{Finding, Named, Problem, Release};
use crate::requisite::Kind;
use crate::value::{Heap, Id};

/// Compares a compilation with that of another release, which `again` makes.
///
/// Before 3008, what 3008 refuses becomes notes. For 3008, it is marked whether 3006 runs the states without a failed requisite.
pub fn compare(compiled: &mut Compiled, options: &Options, again: impl FnOnce(&Options) -> Compiled) {
    let is_wanted = compiled.findings.is_empty() != options.release.has_graph();
    if !is_wanted || compiled.findings.iter().any(|it| it.problem.is_undecided()) {
        return;
    }
    // Most mistakes are refused by both: nothing is compiled again while somebody types.
    if options.release.has_graph() && !compiled.findings.iter().all(is_new) {
        return;
    }
    if options.release.has_graph() && compiled.findings.iter().any(|it| is_cycle_of_all(compiled, it)) {
        return;
    }
    let release = if options.release.has_graph() { Release::V3006 } else { Release::V3008 };
    let other = again(&Options { release, ..options.clone() });
    // Templates that change grains may render differently now.
    if !other.files.iter().map(|it| &it.rendered).eq(compiled.files.iter().map(|it| &it.rendered)) {
        return;
    }
    if options.release.has_graph() {
        compiled.runs_before = other.findings.is_empty() && !other.notes.iter().any(fails) && !compiled.findings.iter().any(looks_ahead);
        return;
    }
    let has_cycle = compiled.notes.iter().any(|it| matches!(it.problem, Problem::Cycle { .. }));
    let is_known = |it: &Finding| match &it.problem {
        Problem::Cycle { .. } => has_cycle || looks_ahead(it),
        problem => problem.is_undecided() || compiled.notes.iter().any(|note| note.at == it.at),
    };
    let new: Vec<Finding> = other.findings.into_iter().filter(|it| it.at.is_some() && !is_known(it)).collect();
    compiled.notes.extend(new.into_iter().map(|it| {
        let advice = Advice::Refused { problem: Box::new(it.problem), by: release };
        Finding { problem: Problem::Advice(advice), ..it }
    }));
}

/// Whether 3008 may refuse what releases before it run without a failed requisite.
fn is_new(finding: &Finding) -> bool {
    match &finding.problem {
        // Before, only `sls` means other states, and some kinds mean nothing.
        Problem::MissingTarget { module, kind, .. } => &**module == "sls" || !Kind::RUN_FIRST.contains(kind),
        Problem::Cycle { .. } => !looks_ahead(finding),
        Problem::RequisiteNotList { requisite, .. } => !matches!(&**requisite, "require" | "watch" | "onchanges"),
        Problem::RequisiteNotSingle { .. }
        | Problem::DottedRequisite { .. }
        | Problem::IllegalRequisite { .. }
        | Problem::TargetNotString { .. }
        | Problem::NoFunction { .. }
        | Problem::SeveralKeys { .. }
        | Problem::Crash { .. } => true,
        _ => false,
    }
}

/// Whether it is a cycle in earlier releases, too, which fails when the states run: states name each other, and none looks ahead.
fn is_cycle_of_all(compiled: &Compiled, finding: &Finding) -> bool {
    let Problem::Cycle { edges } = &finding.problem else { return false };
    let looks = |it: &Chunk| it.has(Kind::Prereq) || it.has(Kind::Prerequired);
    // An SLS means more files now than before.
    let is_direct = |after: &Named, kind: Kind| {
        let mut found = compiled.chunks.iter().filter(|it| it.named() == *after).peekable();
        found.peek().is_some() && found.all(|it| !it.arg(kind.name()).is_some_and(|list| names_files(&compiled.heap, list)))
    };
    !compiled.chunks.iter().any(looks) && edges.iter().all(|(after, kind, _)| Kind::RUN_FIRST.contains(kind) && is_direct(after, *kind))
}

/// Whether a requisite has an item for an SLS.
fn names_files(heap: &Heap, requisite: Id) -> bool {
    let items = heap.list(requisite).into_iter().flatten();
    items.filter_map(|it| heap.first(*it)).any(|(key, _)| key.is("sls"))
}

/// Whether a state fails because of it when the states run.
fn fails(note: &Finding) -> bool {
    matches!(note.problem, Problem::MissingTarget { .. } | Problem::Cycle { .. } | Problem::Crash { .. })
}

/// Whether it is a cycle that a `prereq` is in, which earlier releases may resolve.
fn looks_ahead(finding: &Finding) -> bool {
    matches!(&finding.problem, Problem::Cycle { edges } if edges.iter().any(|it| matches!(it.1, Kind::Prereq | Kind::Prerequired)))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use world::MemoryWorld;

    use crate::{Heap, Kind, Map, Minion, Options, Release, Site, Span, Summary, Templates, Value};

    /// The messages about `a.sls` that name the other release.
    #[track_caller]
    fn check(text: &str, release: Release, expected: &[&str]) {
        let mut world = MemoryWorld::new();
        world.add_file("/s/a.sls", text);
        world.add_file("/s/b.sls", "{}\n");
        world.add_file("/s/c.sls", "include: [d]\nc:\n  test.nop: []\n");
        world.add_file("/s/d.sls", "d:\n  test.nop:\n    - require:\n      - sls: c\n");
        let site = Site::open(&world, &[PathBuf::from("/s")]);
        let mut heap = Heap::default();
        let nothing = heap.add(Value::Map(Map::default()), Span::NONE);
        let minion = Minion { id: String::new(), heap, grains: nothing, pillar: nothing, all_grains: false, options: None };
        let templates = Templates::new(&world, &site.tree, &minion);
        let options = Options { release, ..Options::default() };
        let compile = |options: &Options| site.compile(&templates, &[("a".into(), Span::NONE)], options);
        let mut compiled = compile(&options);
        super::compare(&mut compiled, &options, compile);
        let found = Summary::advised(&compiled, &site.tree, release).found;
        let shown = found.iter().map(|it| format!("{}{}", it.problem.render(release), if it.runs_before { " (new)" } else { "" }));
        assert_eq!(shown.collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn what_3008_refuses() {
        let empty = "include: [b]\nx:\n  test.nop:\n    - require:\n      - sls: b\n";
        let missing = "Referenced state does not exist for requisite [require: (sls: b)] in state [x] in SLS [a]";
        check(empty, Release::V3008, &[&format!("{missing} (new)")]);
        check(empty, Release::V3006, &[&format!("Salt 3008 refuses these states: {missing}")]);
        let stop = "x:\n  test.nop: []\ny:\n  test.nop:\n    - onfail_stop: False\n    - onfail:\n      - test: x\n";
        let list = "The onfail_stop statement in state 'y' in SLS 'a' needs to be formed as a list";
        check(stop, Release::V3008, &[&format!("{list} (new)")]);
        check(stop, Release::V3006, &[&format!("Salt 3008 refuses these states: {list}")]);
        let cycle = "Recursive requisites were found: ({'SLS': 'd', 'ID': 'd'}, 'require', {'SLS': 'd', 'ID': 'd'})";
        check("include: [c]\n", Release::V3008, &[&format!("{cycle} (new)")]);
        check("include: [c]\n", Release::V3006, &[&format!("Salt 3008 refuses these states: {cycle}")]);
    }

    #[test]
    fn mistakes_of_all_releases_are_compiled_once() {
        let check = |text: &str, expected: usize| {
            let mut world = MemoryWorld::new();
            world.add_file("/s/a.sls", text);
            let site = Site::open(&world, &[PathBuf::from("/s")]);
            let mut heap = Heap::default();
            let nothing = heap.add(Value::Map(Map::default()), Span::NONE);
            let minion = Minion { id: String::new(), heap, grains: nothing, pillar: nothing, all_grains: false, options: None };
            let templates = Templates::new(&world, &site.tree, &minion);
            let mut count = 0;
            let mut compile = |options: &Options| {
                count += 1;
                site.compile(&templates, &[("a".into(), Span::NONE)], options)
            };
            let options = Options::default();
            let mut compiled = compile(&options);
            super::compare(&mut compiled, &options, &mut compile);
            assert_eq!(count, expected, "{text}");
        };
        check("x:\n  test.nop\n    - a\n", 1);
        check("x: 5\n", 1);
        check("include: [ghost]\n", 1);
        check("x:\n  test.nop: [require: [test: ghost]]\n", 1);
        check("x:\n  test.nop: [require_in: [test: ghost]]\n", 1);
        check("x:\n  test.nop: [require: [test: x]]\n", 1);
        // Salt 3006 knows no `onfail_all`, resolves some cycles with `prereq`, and means fewer states by an SLS.
        check("x:\n  test.nop: [onfail_all: [test: ghost]]\n", 2);
        check("x:\n  test.nop: [onfail_all: [test: x]]\n", 2);
        check("x:\n  test.nop: [require: [sls: a]]\n", 2);
    }

    /// All graphs of three states with at most one kind of requisite: a cycle that is not compiled again fails before 3008, too.
    #[test]
    fn a_cycle_of_all_releases_fails_in_3006() {
        let mut cycles = 0;
        for kind in Kind::RUN_FIRST {
            for graph in 0_u32..512 {
                let state = |from: u32| {
                    let targets = (0..3).filter(|to| graph & (1 << (from * 3 + to)) != 0).map(|to| format!("test: s{to}"));
                    let targets: Vec<String> = targets.collect();
                    let requisite = if targets.is_empty() { String::new() } else { format!("{}: [{}]", kind.name(), targets.join(", ")) };
                    format!("s{from}:\n  test.nop: [{requisite}]\n")
                };
                let mut world = MemoryWorld::new();
                world.add_file("/s/a.sls", (0..3).map(state).collect::<String>());
                let site = Site::open(&world, &[PathBuf::from("/s")]);
                let mut heap = Heap::default();
                let nothing = heap.add(Value::Map(Map::default()), Span::NONE);
                let minion = Minion { id: String::new(), heap, grains: nothing, pillar: nothing, all_grains: false, options: None };
                let templates = Templates::new(&world, &site.tree, &minion);
                let compile = |release: Release| {
                    let options = Options { release, ..Options::default() };
                    site.compile(&templates, &[("a".into(), Span::NONE)], &options)
                };
                let new = compile(Release::V3008);
                if new.findings.iter().any(|it| super::is_cycle_of_all(&new, it)) {
                    let old = compile(Release::V3006);
                    assert!(!old.findings.is_empty() || old.notes.iter().any(super::fails), "{} {graph:b}", kind.name());
                    cycles += 1;
                }
            }
        }
        assert!(cycles > 3_000, "{cycles}");
    }

    #[test]
    fn what_both_refuse() {
        let missing = "x:\n  test.nop:\n    - require:\n      - test: ghost\n";
        check(missing, Release::V3008, &["Referenced state does not exist for requisite [require: (test: ghost)] in state [x] in SLS [a]"]);
        let late = "The following requisites were not found:\n                   require:\n                       test: ghost\n";
        check(missing, Release::V3006, &[late]);
        let cycle = "x:\n  test.nop: [require: [test: y]]\ny:\n  test.nop: [require: [test: z]]\nz:\n  test.nop: [require: [test: x]]\n";
        check(cycle, Release::V3006, &["Recursive requisite found"]);
        check("x:\n  test.nop: []\n", Release::V3006, &[]);
    }
}
