//! Top files: which SLS files a minion gets.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::absent::Absent;
use crate::high::iterate;
use crate::place::Span;
use crate::problem::{Crash, Finding, Problem, Unsupported};
use crate::python;
use crate::sls::Loader;
use crate::target::{self, Match, Minion};
use crate::value::{Id, Items, Key, Str, Value};

/// The entries of an environment, by their targets.
type Targets = IndexMap<Key, (Span, Id), FxBuildHasher>;

/// Reads the top file and what it includes; returns the SLS files that a minion gets, with the places that name them.
pub fn load(loader: &mut Loader<'_>, minion: &Minion) -> Result<Vec<(Str, Span)>, Box<Finding>> {
    let environments = merged(loader)?;
    let mut findings = Vec::new();
    for (environment, (at, targets)) in &environments {
        verify(loader, environment, *at, targets, &mut findings)?;
    }
    let mut names = Vec::new();
    let mut matched = false;
    for (_, (_, targets)) in environments.iter().filter(|(environment, _)| environment.is("base")) {
        for (expression, (at, list)) in targets {
            matched |= names_of(loader, minion, (expression, *at, *list), &mut names)?;
        }
    }
    let is_undecided = loader.findings.iter().any(|it| it.problem.is_undecided());
    if findings.is_empty() && (!matched || names.is_empty()) && !is_undecided {
        findings.push(Finding::new(Problem::TopNothing, Span::NONE));
    }
    loader.findings.append(&mut findings);
    Ok(names)
}

/// Reads the top file, and finds what is wrong with it whoever the minion is: its form, and the names of SLS files that are not there.
pub fn check(loader: &mut Loader<'_>) -> Result<(), Box<Finding>> {
    let environments = merged(loader)?;
    let mut findings = Vec::new();
    for (environment, (at, targets)) in &environments {
        verify(loader, environment, *at, targets, &mut findings)?;
    }
    let targets = environments.iter().filter(|(environment, _)| environment.is("base")).flat_map(|(_, (_, targets))| targets.values());
    for (_, list) in targets {
        for item in loader.heap.list(*list).into_iter().flatten() {
            let Ok(Some((pattern, at))) = sls_of(loader, *item) else { continue };
            if loader.tree.named(&pattern).iter().any(|it| loader.tree.state(it).is_none()) {
                let absent = Absent::of_sls(loader.tree, &pattern, findings.len());
                findings.push(Finding::new(Problem::NoMatch { pattern, absent }, at));
            }
        }
    }
    loader.findings.append(&mut findings);
    Ok(())
}

/// All top files as one: the later entry of a target counts.
fn merged(loader: &mut Loader<'_>) -> Result<IndexMap<Key, (Span, Targets), FxBuildHasher>, Box<Finding>> {
    let mut all: IndexMap<Key, (Span, Targets), FxBuildHasher> = IndexMap::default();
    let mut waiting: Vec<Str> = vec!["top".into()];
    let mut done: Vec<Str> = Vec::new();
    while !waiting.is_empty() {
        let mut includes: Vec<Id> = Vec::new();
        for name in std::mem::take(&mut waiting) {
            if done.contains(&name) {
                continue;
            }
            done.push(name.clone());
            let Some((below, path)) = loader.tree.state(&name) else { continue };
            let root = match loader.data(&name, below, path) {
                Ok(Some(root)) if loader.heap.is_truthy(root) => root,
                Ok(_) => continue,
                Err(finding) => {
                    loader.findings.push(finding);
                    return Ok(IndexMap::default());
                }
            };
            let place = loader.heap.place(root);
            if matches!(loader.heap.get(root), Value::Unknown) {
                loader.findings.push(Finding::new(Problem::unknown(&name), place));
                continue;
            }
            let Some(map) = loader.heap.map(root).cloned() else { return Err(Finding::crash(Crash::Map, place)) };
            for (environment, slot) in map {
                if environment.is("include") {
                    includes.extend(iterate(&mut loader.heap, slot.value)?);
                    continue;
                }
                let Some(targets) = loader.heap.map(slot.value).cloned() else { return Err(Finding::crash(Crash::Map, slot.key)) };
                let known = &mut all.entry(environment).or_insert_with(|| (slot.key, Targets::default())).1;
                for (target, slot) in targets {
                    known.insert(target, (slot.key, slot.value));
                }
            }
        }
        for include in includes {
            let Some(pattern) = loader.heap.str(include).cloned() else {
                return Err(Finding::crash(Crash::Include, loader.heap.place(include)));
            };
            waiting.extend(loader.tree.matching(&pattern));
        }
    }
    Ok(all)
}

fn verify(loader: &Loader<'_>, environment: &Key, at: Span, targets: &Targets, findings: &mut Vec<Finding>) -> Result<(), Box<Finding>> {
    let mut find = |problem: Problem, at: Span| findings.push(Finding::new(problem, at));
    let shown: Str = python::shared_key_text(environment);
    if environment.as_str().is_none() {
        find(Problem::TopEnvironmentNotString { environment: shown.clone() }, at);
    }
    if environment.is("") {
        find(Problem::TopEmptyEnvironment, at);
    }
    let repr = |key: &Key| -> Str { key.as_str().map_or_else(|| python::key_text(key), python::quoted).into() };
    for (target, (at, list)) in targets {
        let Some(items) = loader.heap.list(*list) else {
            let class = python::class(loader.heap.get(*list));
            find(Problem::TopNotList { target: repr(target), environment: repr(environment), class }, *at);
            continue;
        };
        for item in items {
            let place = loader.heap.place(*item);
            match loader.heap.get(*item) {
                Value::Map(map) => {
                    for slot in map.values().filter(|it| !loader.heap.is_truthy(it.value)) {
                        let (matcher, value) = (python::repr(&loader.heap, *item), python::text(&loader.heap, slot.value));
                        find(Problem::TopMatcher { matcher: matcher.into(), value: value.into() }, place);
                    }
                }
                Value::Str(text) if text.is_empty() => find(Problem::TopEmptyName { environment: shown.clone() }, place),
                _ => {}
            }
        }
    }
    Ok(())
}

/// Adds the names of an entry if it means the minion; returns whether it does.
fn names_of(
    loader: &mut Loader<'_>,
    minion: &Minion,
    (expression, at, list): (&Key, Span, Id),
    names: &mut Vec<(Str, Span)>,
) -> Result<bool, Box<Finding>> {
    // A text alone is a list of itself; there is a finding for it.
    let items = match loader.heap.get(list) {
        Value::Str(_) => Items::from_elem(list, 1),
        _ => iterate(&mut loader.heap, list)?,
    };
    let mut matcher: Str = "compound".into();
    for item in &items {
        if let Some(value) = loader.heap.entry(*item, "match") {
            let place = loader.heap.place(value);
            matcher = loader.heap.str(value).cloned().ok_or_else(|| Finding::crash(Crash::Key, place))?;
        }
    }
    let answer = match expression {
        Key::Str(text) => target::matches(minion, &matcher, text),
        _ => Match::No,
    };
    let undecided = |what: Unsupported| Finding::new(Problem::Unsupported { sls: "top".into(), what }, at);
    match answer {
        Match::Yes => {}
        Match::No => return Ok(false),
        Match::Unknown => {
            loader.findings.push(undecided(Unsupported::Unknown {
                why: Some(target::needs(minion, &matcher, expression.as_str().unwrap_or_default())),
            }));
            return Ok(false);
        }
        Match::Unsupported => {
            loader.findings.push(undecided(Unsupported::Matcher(matcher)));
            return Ok(false);
        }
        Match::NoMatcher => return Err(Finding::crash(Crash::Key, at)),
    }
    for item in items {
        names.extend(sls_of(loader, item)?);
    }
    Ok(true)
}

/// The name of an SLS file that an item of an entry gives, with its place; none where it is of another environment, or says how to match.
fn sls_of(loader: &Loader<'_>, item: Id) -> Result<Option<(Str, Span)>, Box<Finding>> {
    let place = loader.heap.place(item);
    match loader.heap.get(item) {
        Value::Str(text) => Ok(Some((text.clone(), place))),
        // The environment of a file; `match` is none.
        Value::Map(map) => match map.last() {
            Some((environment, slot)) if environment.is("base") => {
                let text = loader.heap.str(slot.value).cloned().ok_or_else(|| Finding::crash(Crash::Include, place))?;
                Ok(Some((text, place)))
            }
            _ => Ok(None),
        },
        _ => Err(Finding::crash(Crash::Key, place)),
    }
}
