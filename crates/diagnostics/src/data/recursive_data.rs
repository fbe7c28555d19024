//! Keys whose values look each other up in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use analysis::data::Layer;
use issue::{DataError, Issue};
use yaml::{Kind, Node};

use super::{DataFile, Draft, Rule, text_range};
use crate::Related;

pub(crate) const RULE: Rule = Rule::Data(find);

/// A lookup in an interpolation: what it looks up, and where it stands.
type Step = (String, Range<usize>);

pub(super) fn find(looked: &DataFile<'_>, found: &mut Vec<Draft>) {
    if !looked.is_data() || !looked.source.contains("%{") {
        return;
    }
    let mut steps: BTreeMap<&str, Vec<Step>> = BTreeMap::new();
    for entry in looked.text.tree.entries() {
        if let (Some(key), Some(value)) = (entry.key.text(), &entry.value) {
            let mut all = Vec::new();
            collect(looked, value, &mut all);
            steps.insert(key, all);
        }
    }
    let mut reported: BTreeSet<&str> = BTreeSet::new();
    for start in steps.keys() {
        let Some(circle) = circle(&steps, start) else { continue };
        let keys: Vec<&str> = circle.iter().map(|(key, _)| *key).collect();
        // Another file may say something else of one of the keys, and end the circle.
        if keys.iter().any(|it| reported.contains(it) || is_elsewhere(looked, it)) {
            continue;
        }
        reported.extend(&keys);
        let Some((_, first)) = circle.first() else { continue };
        found.push(Draft {
            range: (*first).clone(),
            message: recursive(&keys).to_string(),
            issue: Some(recursive(&keys)),
            related: circle
                .iter()
                .skip(1)
                .map(|(key, range)| Related {
                    file: looked.path.clone(),
                    range: text_range(range),
                    message: format!("'{key}' looks up the next"),
                })
                .collect(),
            ..Draft::default()
        });
    }
}

/// Issue for keys that look each other up.
pub(super) fn recursive(keys: &[&str]) -> Issue {
    Issue::Data(DataError::Recursive { keys: keys.iter().map(|it| (*it).into()).collect() })
}

/// Where the values of some keys look others of them up.
pub(super) fn steps_between<'a>(looked: &'a DataFile<'_>, names: &[&str]) -> Vec<(&'a str, Range<usize>)> {
    let mut found = Vec::new();
    for entry in looked.text.tree.entries() {
        let (Some(key), Some(value)) = (entry.key.text(), &entry.value) else { continue };
        if names.contains(&key) {
            let mut all = Vec::new();
            collect(looked, value, &mut all);
            found.extend(all.into_iter().filter(|it| names.contains(&it.0.as_str())).map(|it| (key, it.1)));
        }
    }
    found
}

/// The path from a key back to itself, with the place of each step.
fn circle<'s>(steps: &'s BTreeMap<&'s str, Vec<Step>>, start: &'s str) -> Option<Vec<(&'s str, &'s Range<usize>)>> {
    let mut came: BTreeMap<&str, (&str, &Range<usize>)> = BTreeMap::new();
    let mut waiting = vec![start];
    while let Some(key) = waiting.pop() {
        for (next, range) in steps.get(key).into_iter().flatten() {
            let Some((next, _)) = steps.get_key_value(next.as_str()) else { continue };
            if *next == start {
                let mut path = vec![(key, range)];
                let mut here = key;
                while here != start {
                    let (before, range) = came.get(here)?;
                    path.push((before, range));
                    here = before;
                }
                path.reverse();
                return Some(path);
            }
            if !came.contains_key(next) {
                came.insert(next, (key, range));
                waiting.push(next);
            }
        }
    }
    None
}

fn is_elsewhere(looked: &DataFile<'_>, key: &str) -> bool {
    let module = key.split("::").next().unwrap_or_default();
    let files = looked.snapshot.data_files(module, looked.file);
    files.iter().any(|(layer, file, _)| {
        let is_asked = !matches!(layer, Layer::Module(_)) || key.contains("::");
        *file != looked.file && is_asked && looked.snapshot.data_text(*file).tree.root.as_ref().is_some_and(|it| it.entry(key).is_some())
    })
}

fn collect(looked: &DataFile<'_>, node: &Node, all: &mut Vec<Step>) {
    let mut waiting = vec![node];
    while let Some(node) = waiting.pop() {
        match &node.kind {
            Kind::List(items) => waiting.extend(items),
            Kind::Map(entries) => waiting.extend(entries.iter().filter_map(|it| it.value.as_ref())),
            Kind::Scalar { .. } => lookups(looked, &node.range, all),
            Kind::Alias { .. } => {}
        }
    }
}

/// `%{lookup('a')}`, `%{hiera('a')}` and `%{alias('a')}` in a text.
fn lookups(looked: &DataFile<'_>, range: &Range<usize>, all: &mut Vec<Step>) {
    let text = looked.source.get(range.clone()).unwrap_or_default();
    for (at, _) in text.match_indices("%{") {
        let Some(length) = text.get(at..).and_then(|it| it.find('}')) else { continue };
        let inside = text.get(at + 2..at + length).unwrap_or_default().trim();
        let Some((function, rest)) = inside.split_once('(') else { continue };
        let key = rest.trim_end().trim_end_matches(')').trim().trim_matches(['\'', '"', '\\']);
        // A dot leads into the value: it is the first part that is looked up.
        let key = key.split('.').next().unwrap_or_default();
        if matches!(function.trim(), "lookup" | "hiera" | "alias") && !key.is_empty() {
            all.push((key.to_owned(), range.start + at..range.start + at + length + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::data::tests::check;

    #[test]
    fn circles() {
        check(
            "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\n#- /e/data/common.yaml\na: \"%{lookup('b')}\"\nb: [\"x %{hiera('c')}\"]\nc: {d: \"%{alias('a.0')}\"}\ne: \"%{lookup('a')}\"\nf: \"%{lookup('f')}\"\n",
            expect![[r#"
                /e/data/common.yaml: warning recursive-data "%{lookup('b')}"
                  Recursive lookup detected in [a, b, c]
                  see /e/data/common.yaml: 'b' looks up the next
                  see /e/data/common.yaml: 'c' looks up the next
                /e/data/common.yaml: warning recursive-data "%{lookup('f')}"
                  Recursive lookup detected in [f]
            "#]],
        );
    }

    #[test]
    fn what_comes_to_an_end() {
        check(
            "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\nhierarchy:\n- {name: n, path: 'n/%{x}.yaml'}\n- {name: c, path: common.yaml}\n\
             #- /e/data/common.yaml\na: \"%{lookup('b')}\"\nb: \"%{lookup('a')}\"\nc: \"%{lookup('a')}\"\nd: \"%{d}\"\n#- /e/data/n/1.yaml\nb: 1\n",
            expect![[""]],
        );
    }
}
