//! `bunraku diff` of an SLS tree: what differs between the low states of two revisions.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use catalog::diff::{Change, Changed, Diff, Entry};
use salt::{Chunk, Compiled, Key};
use serde_json::Value;
use world::{RealWorld, World};

use super::{SaltArgs, Tree, report};
use crate::commands::diff::revision_around;
use crate::commands::site::show;

/// Compares the states of two revisions; none if one of them is refused, or depends on unknown values, which is reported then.
pub fn compare(salt: &SaltArgs, names: &[String], before: &Path, after: &Path) -> anyhow::Result<Option<Diff>> {
    let salt = absolute(salt)?;
    let (Some(before), Some(after)) = (states(&salt, names, before)?, states(&salt, names, after)?) else { return Ok(None) };
    Ok(Some(difference(&before, &after)))
}

/// The same with paths that mean the same files in every revision.
fn absolute(salt: &SaltArgs) -> anyhow::Result<SaltArgs> {
    let path = |it: &PathBuf| std::path::absolute(it).with_context(|| show(it));
    Ok(SaltArgs {
        salt_root: salt.salt_root.iter().map(path).collect::<Result<_, _>>()?,
        pillar_root: salt.pillar_root.as_ref().map(path).transpose()?,
        minion_config: salt.minion_config.as_ref().map(path).transpose()?,
        ..salt.clone()
    })
}

/// A state as it is compared.
struct State {
    tag: String,
    sls: String,
    entry: Entry,
}

/// The states of a revision, in their order.
fn states(salt: &SaltArgs, names: &[String], what: &Path) -> anyhow::Result<Option<Vec<State>>> {
    let disk: Arc<dyn World> = Arc::new(RealWorld);
    let around = salt.salt_root.first().cloned().unwrap_or_default();
    let world = if what.as_os_str() == "." { disk } else { revision_around(disk, &around, what)? };
    let tree = Tree::open(&*world, salt).with_context(|| show(what))?;
    let compiled = tree.compile(names);
    let found = tree.files(&compiled);
    let decided = report::decided(&found);
    let undecided = report::undecided(&found, salt.release());
    if decided.is_empty() && undecided.is_empty() {
        // Two values that are not known may differ.
        for text in report::unknown_values(&compiled) {
            eprintln!("bunraku: {}: {text}", show(what));
        }
        return Ok(Some(compiled.in_order().filter_map(|it| Some(state(&compiled, compiled.chunks.get(it)?))).collect()));
    }
    eprintln!("bunraku: {}:", show(what));
    report::text(&mut anstream::stderr(), &decided, &compiled, salt.release(), true)?;
    report::print_undecided(&found, salt, &tree.minion);
    Ok(None)
}

fn state(compiled: &Compiled, chunk: &Chunk) -> State {
    // An order number that is not written changes with every state above.
    let is_written = |key: &Key, at: salt::Span| !key.is("order") || at.is_some();
    let args = chunk.args.iter().filter(|(key, slot)| is_written(key, slot.key));
    let mut parameters: Vec<(String, Value)> = args.map(|(key, slot)| (text(key), salt::json::value(&compiled.heap, slot.value))).collect();
    parameters.sort_by(|a, b| a.0.cmp(&b.0));
    let place = compiled.files.source(chunk.at).map(|(file, range)| (file.path.to_string_lossy().into(), file.position(range.start).0));
    let name = chunk.name_text();
    let id = if *name == *chunk.id { String::new() } else { format!(" ({})", chunk.id) };
    let reference = format!("{}.{}: {name}{id}", chunk.state, chunk.fun);
    let (file, line) = place.unzip();
    State {
        tag: chunk.tag().to_string(),
        sls: chunk.sls.as_deref().unwrap_or_default().to_owned(),
        entry: Entry { reference, file, line, parameters: parameters.into_iter().map(|it| (it.0.into(), it.1)).collect() },
    }
}

/// The name of an argument.
fn text(key: &Key) -> String {
    key.as_str().map_or_else(|| format!("{key:?}"), str::to_owned)
}

/// States by their tags; of several with one tag the first.
fn by_tag(states: &[State]) -> HashMap<&str, &State> {
    states.iter().rev().map(|it| (&*it.tag, it)).collect()
}

fn difference(before: &[State], after: &[State]) -> Diff {
    let mut diff = Diff::default();
    let (old_by_tag, new_by_tag) = (by_tag(before), by_tag(after));
    diff.removed.extend(before.iter().filter(|it| !new_by_tag.contains_key(&*it.tag)).map(|it| it.entry.clone()));
    for new in after {
        let Some(old) = old_by_tag.get(&*new.tag) else {
            diff.added.push(new.entry.clone());
            continue;
        };
        let value = |of: &State, name: &str| of.entry.parameters.iter().find(|it| it.0 == name).map(|it| it.1.clone());
        let mut names: Vec<_> = old.entry.parameters.iter().chain(&new.entry.parameters).map(|it| it.0.clone()).collect();
        names.sort();
        names.dedup();
        let both = names.into_iter().map(|name| (value(old, &name), value(new, &name), name));
        let parameters: Vec<Change> =
            both.filter(|it| it.0 != it.1).map(|(before, after, parameter)| Change { parameter, before, after }).collect();
        let moved = (old.sls != new.sls).then(|| (Some(format!("SLS {}", old.sls)), Some(format!("SLS {}", new.sls))));
        if !parameters.is_empty() || moved.is_some() {
            diff.changed.push(Changed { entry: new.entry.clone(), parameters, container: moved });
        }
    }
    diff
}
