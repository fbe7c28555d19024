//! Keys of the pillar that templates read, and that no pillar file has.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use jinja::{SyntaxKind, SyntaxToken, parse};
use literals::one_mistake_away;
use world::World;

use crate::advice::Advice;
use crate::compile::Options;
use crate::meant::{self, Meant};
use crate::place::Placed;
use crate::problem::Problem;
use crate::sls::Loader;
use crate::summary::Wrong;
use crate::target::Minion;
use crate::template::{self, Templates, dialect};
use crate::tree::Tree;
use crate::value::{Heap, Id, Key, Map, Value};

/// The keys of all pillar files of a tree, whichever minion gets them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    below: BTreeMap<String, Keys>,
    /// Whether there may be keys that are not known, or something else than keys.
    is_open: bool,
}

/// No keys are collected deeper.
const MAX_DEPTH: usize = 20;

impl Keys {
    /// Reads all files of a pillar; none if some file depends on an unknown value, fails, or is not YAML with Jinja.
    pub fn read(world: &dyn World, tree: &Tree, minion: &Minion) -> Option<Keys> {
        let mut heap = minion.heap.clone();
        let pillar = heap.add(Value::Unknown, crate::place::Span::NONE);
        let inner = Minion { heap, pillar, ..minion.clone() };
        let templates = Templates::new(world, tree, &inner);
        let mut loader = Loader::new(world, tree, &templates, &Options::default());
        let mut keys = Keys::default();
        for name in tree.names().iter().filter(|it| &***it != "top" && !tree.is_of_another_kind(it)) {
            let (below, path) = tree.state(name)?;
            let Some(root) = loader.data(name, below, path).ok()? else { continue };
            match loader.heap.get(root) {
                Value::Null => {}
                Value::Map(map) => keys.add_file(&loader.heap, map),
                _ => return None,
            }
        }
        (loader.findings.is_empty() && !keys.is_open).then_some(keys)
    }

    /// Adds what is given besides the files.
    pub fn add(&mut self, heap: &Heap, data: Id) {
        if let Value::Map(map) = heap.get(data) {
            self.add_map(heap, map, 0);
        }
    }

    fn add_file(&mut self, heap: &Heap, map: &Map) {
        self.add_map(heap, map, 0);
        // An include may put a whole file under a key.
        for item in map.get("include").and_then(|it| heap.list(it.value)).into_iter().flatten() {
            let Some((_, slot)) = heap.first(*item) else { continue };
            let key = heap.entry(slot.value, "key").and_then(|it| heap.str(it));
            match key.and_then(|it| it.split(':').next()) {
                Some(key) => self.below.entry(key.to_owned()).or_default().is_open = true,
                None => self.is_open |= heap.entry(slot.value, "key").is_some(),
            }
        }
    }

    fn add_map(&mut self, heap: &Heap, map: &Map, depth: usize) {
        for (key, slot) in map {
            let text = match key {
                Key::Str(text) if template::has_hole(text) => {
                    self.is_open = true;
                    continue;
                }
                Key::Str(text) => text.to_string(),
                // Numbers are found by their texts, too.
                _ => {
                    self.is_open |= depth > 0;
                    continue;
                }
            };
            let below = self.below.entry(text).or_default();
            match heap.get(slot.value) {
                Value::Map(map) if depth < MAX_DEPTH => below.add_map(heap, map, depth + 1),
                _ => below.is_open = true,
            }
        }
    }

    /// The first part of a path that no file has, and the keys that stand there; none if a file has it or may have it.
    fn missing<'k>(&'k self, path: &[&str]) -> Option<&'k Keys> {
        let mut here = self;
        for part in path {
            if here.is_open {
                return None;
            }
            match here.below.get(*part) {
                Some(below) => here = below,
                None => return Some(here),
            }
        }
        None
    }
}

/// Returns the keys of a template that no pillar file has.
///
/// A read with a default is meant to find nothing at times: it counts only if the key is a misspelt one.
pub fn check(path: &Path, text: &str, keys: &Keys) -> Vec<Wrong> {
    if !text.contains("pillar") {
        return Vec::new();
    }
    let reads = reads(text);
    let found = reads.iter().filter_map(|read| {
        let parts: Vec<&str> = if read.is_path { read.key.split(':').collect() } else { vec![&read.key] };
        let there = keys.missing(&parts)?;
        let known = parts.iter().scan(keys, |here, part| here.below.get(*part).map(|it| *here = it)).count();
        let near = parts.get(known).and_then(|it| one_mistake_away(it, there.below.keys().map(String::as_str)));
        if read.has_default && near.is_none() {
            return None;
        }
        let nearest = near.map(|it| {
            let mut parts = parts.clone();
            if let Some(part) = parts.get_mut(known) {
                *part = it;
            }
            parts.join(":").into()
        });
        let problem = Problem::Advice(Advice::UnknownPillarKey { key: read.key.as_str().into(), nearest });
        let meant = meant::replaced(&problem, &read.key)
            .map(|(_, text)| Meant { at: Placed { path: path.to_path_buf(), range: read.at.clone() }, text: text.into() });
        let at = Some(Placed { path: path.to_path_buf(), range: read.at.clone() });
        Some(Wrong { meant, ..Wrong::plain(problem, at, Vec::new()) })
    });
    found.collect()
}

/// Returns the keys that a template reads, as the keys of nested maps.
pub fn read_keys(text: &str) -> Vec<Vec<String>> {
    if !text.contains("pillar") {
        return Vec::new();
    }
    let parts = |it: Read| if it.is_path { it.key.split(':').map(str::to_owned).collect() } else { vec![it.key] };
    reads(text).into_iter().map(parts).collect()
}

/// A place where a template reads the pillar.
#[derive(Debug, PartialEq)]
struct Read {
    key: String,
    /// The key without its quotes.
    at: Range<usize>,
    /// Whether colons divide the key.
    is_path: bool,
    has_default: bool,
}

/// Places where a template reads the pillar with a key that is written there.
fn reads(text: &str) -> Vec<Read> {
    let root = parse(text, &dialect()).syntax();
    let tokens = root.descendants_with_tokens().filter_map(|it| it.into_token());
    let tokens: Vec<SyntaxToken> = tokens.filter(|it| !it.kind().is_trivia()).collect();
    let text_at = |index: usize| tokens.get(index).map_or("", |it| it.text());
    let matches = |from: usize, words: &[&str]| words.iter().enumerate().all(|(index, word)| text_at(from + index) == *word);
    let is_name = |index: usize| tokens.get(index).is_some_and(|it| it.kind() == SyntaxKind::NAME);
    let before = |index: usize| index.checked_sub(1).map_or("", text_at);
    // Somebody else's variable of this name.
    let is_own = (0..tokens.len())
        .any(|it| text_at(it) == "pillar" && is_name(it) && matches!(before(it), "set" | "for" | "as" | "import" | "macro" | "call" | ","));
    let mut found = Vec::new();
    for index in (0..tokens.len()).filter(|it| is_name(*it)) {
        let at = match text_at(index) {
            "salt" if matches(index + 1, &["[", "'pillar.get'", "]", "("]) || matches(index + 1, &["[", "\"pillar.get\"", "]", "("]) => {
                found.extend(read(&tokens, index + 5, true));
                continue;
            }
            "salt" if matches(index + 1, &[".", "pillar", ".", "get", "("]) => {
                found.extend(read(&tokens, index + 6, true));
                continue;
            }
            "pillar" if !is_own && before(index) != "." => index,
            _ => continue,
        };
        if matches(at + 1, &[".", "get", "("]) {
            found.extend(read(&tokens, at + 4, false));
        } else if matches(at + 1, &["["]) && text_at(at + 3) == "]" {
            // A test or a filter is meant for what is missing.
            let is_guarded = matches!(text_at(at + 4), "is" | "|");
            found.extend(read(&tokens, at + 2, false).map(|it| Read { has_default: it.has_default || is_guarded, ..it }));
        }
    }
    found
}

/// The read whose key is a token.
fn read(tokens: &[SyntaxToken], index: usize, is_path: bool) -> Option<Read> {
    let token = tokens.get(index).filter(|it| it.kind() == SyntaxKind::STRING)?;
    let text = token.text();
    let key = text.get(1..text.len().checked_sub(1)?).filter(|it| !it.contains(['\\', '{']))?;
    let start = usize::from(token.text_range().start()) + 1;
    let next = tokens.get(index + 1).map_or("", |it| it.text());
    let has_default = match next {
        "," => true,
        ")" | "]" => tokens.get(index + 2).is_some_and(|it| matches!(it.text(), "|" | "is" | "or")),
        // The key is a part of an expression.
        _ => return None,
    };
    // Another argument may be the delimiter.
    let has_delimiter = tokens.iter().skip(index).take(12).any(|it| it.text() == "delimiter");
    (!has_delimiter && !key.is_empty()).then(|| Read { key: key.to_owned(), at: start..start + key.len(), is_path, has_default })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use world::MemoryWorld;

    use super::*;
    use crate::place::Span;
    use crate::problem::Release;

    #[track_caller]
    fn check(pillar: &[&str], text: &str, expected: &[&str]) {
        let mut world = MemoryWorld::new();
        for (number, text) in pillar.iter().enumerate() {
            world.add_file(format!("/p/f{number}.sls"), *text);
        }
        world.add_file("/p/top.sls", "base: {'*': [f0]}\n");
        let mut heap = Heap::default();
        let (grains, pillar) = (heap.add(Value::Map(Map::default()), Span::NONE), heap.add(Value::Unknown, Span::NONE));
        let minion = Minion { id: String::new(), heap, grains, pillar, all_grains: false, options: None };
        let keys = Keys::read(&world, &Tree::open(&world, &[PathBuf::from("/p")]), &minion);
        let found = keys.iter().flat_map(|keys| super::check(Path::new("/a.sls"), text, keys));
        let shown = found.map(|it| format!("{}: {}", &text[it.at.expect("a place").range], it.problem.render(Release::V3008)));
        assert_eq!(shown.collect::<Vec<_>>(), expected, "{text}");
    }

    const PILLAR: &str = "nginx:\n  port: 80\n  sites: [a]\nplain: 1\n";

    #[test]
    fn keys_that_no_file_has() {
        for read in ["salt['pillar.get']('nignx:port')", "salt.pillar.get(\"nignx:port\")", "salt['pillar.get']('nignx:port', 1)"] {
            let meant = "nignx:port: no pillar file has the key `nignx:port`: did you mean `nginx:port`?";
            check(&[PILLAR], &format!("a: {{{{ {read} }}}}\n"), &[meant]);
        }
        check(&[PILLAR], "{{ pillar['users'] }}", &["users: no pillar file has the key `users`"]);
        check(&[PILLAR], "{{ pillar.get('users') }}", &["users: no pillar file has the key `users`"]);
        check(&[PILLAR], "{{ salt['pillar.get']('nginx:users') }}", &["nginx:users: no pillar file has the key `nginx:users`"]);
        check(&[PILLAR, "users: {}\n"], "{{ pillar['users'] }}", &[]);
    }

    #[test]
    fn keys_that_may_be_missing() {
        for read in [
            "salt['pillar.get']('users', {})",
            "salt['pillar.get']('nginx:sites:0')",
            "salt['pillar.get']('plain:x')",
            "salt['pillar.get']('nginx:port')",
            "salt['pillar.get'](name ~ ':port')",
            "salt['pillar.get']('nginx.users', delimiter='.')",
            "pillar['users'] is defined",
            "pillar['users'] | default(1)",
            "pillar.get('users') or 1",
            "pillar.get('users', 1)",
            "x.pillar['users']",
            "pillar.items()",
        ] {
            check(&[PILLAR], &format!("a: {{{{ {read} }}}}\n"), &[]);
        }
        check(&[PILLAR], "{% set pillar = {} %}{{ pillar['users'] }}", &[]);
    }

    #[test]
    fn a_pillar_that_is_not_known_has_any_key() {
        let read = "{{ pillar['users'] }}";
        check(&[PILLAR, "{% if grains['os'] == 'x' %}\nusers: 1\n{% endif %}\n"], read, &[]);
        check(&[PILLAR, "{{ grains['id'] }}: 1\n"], read, &[]);
        check(&[PILLAR, "#!py\ndef run(): return {}\n"], read, &[]);
        check(&[PILLAR, "include:\n  - f0:\n      key: users\n"], read, &[]);
        check(&["{% if %}\n"], read, &[]);
        check(&[PILLAR, "- a\n"], read, &[]);
        check(&[PILLAR, "{{ grains['id'] }}: {{ grains['id'] }}\nb: {{ grains['id'] }}\n"], read, &[]);
        check(&[PILLAR, "a: {{ grains['id'] }}\n"], read, &["users: no pillar file has the key `users`"]);
    }
}
