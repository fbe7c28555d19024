//! `exclude`: IDs and files whose states do not run.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::fnmatch::Pattern;
use crate::high::High;
use crate::problem::{Crash, Finding};
use crate::value::{Heap, Id, Key, Str, Value};

pub fn apply(heap: &Heap, high: &mut High) -> Result<(), Box<Finding>> {
    let mut files: Vec<Key> = Vec::new();
    let mut ids: FxHashSet<Key> = FxHashSet::default();
    let key = |id: Id| heap.key(id).ok_or_else(|| Finding::crash(Crash::Unhashable, heap.place(id)));
    for item in std::mem::take(&mut high.exclude) {
        match heap.get(item) {
            Value::Str(text) => files.push(Key::Str(text.clone())),
            Value::Map(map) if map.len() == 1 => match map.first() {
                Some((Key::Str(name), slot)) if &**name == "sls" => files.push(key(slot.value)?),
                Some((Key::Str(name), slot)) if &**name == "id" => {
                    ids.insert(key(slot.value)?);
                }
                _ => {}
            },
            _ => {}
        }
    }
    high.excludes = false;
    if ids.is_empty() && files.is_empty() {
        return Ok(());
    }
    let patterns: Vec<Pattern<'_>> = files.iter().filter_map(Key::as_str).map(Pattern::new).collect();
    // Many states are of one file.
    let mut known: FxHashMap<Str, bool> = FxHashMap::default();
    let mut is_out = |sls: &Str| match known.get(sls) {
        Some(is_out) => *is_out,
        None => *known.entry(sls.clone()).or_insert_with(|| patterns.iter().any(|it| it.matches(sls))),
    };
    high.ids.retain(|id, declared| {
        let excluded = declared.body().and_then(|it| it.sls.as_ref()).is_some_and(&mut is_out);
        !excluded && !ids.contains(id)
    });
    Ok(())
}
