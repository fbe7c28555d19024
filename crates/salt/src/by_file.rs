//! The states of each file and of what it includes, as `sls:` names them.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::chunk::Chunk;
use crate::value::Str;

/// States by the files that have them.
#[derive(Clone, Debug, Default)]
pub struct ByFile {
    files: IndexMap<Str, File, FxBuildHasher>,
    /// Files with those that include them.
    edges: FxHashSet<(usize, usize)>,
    /// Identities of the includes that are known.
    links: FxHashSet<usize>,
    /// How many states were added.
    count: usize,
}

/// A file of states.
#[derive(Clone, Debug, Default)]
struct File {
    /// Its own states, each with its place among all.
    own: Vec<(usize, usize)>,
    /// Those that Salt counts as states of the file alone, whatever includes it.
    alone: Vec<(usize, usize)>,
    /// The numbers of the files that it includes.
    includes: Vec<usize>,
}

impl ByFile {
    /// Adds a state by its number, and returns how many files were visited.
    pub fn add(&mut self, chunk: &Chunk, state: usize) -> usize {
        let Some(sls) = &chunk.sls else { return 0 };
        let place = self.count;
        self.count += 1;
        let mut inner = self.number(sls);
        if let Some((_, file)) = self.files.get_index_mut(inner) {
            let list = if chunk.included_from.is_empty() { &mut file.alone } else { &mut file.own };
            list.push((place, state));
        }
        let mut steps = 1;
        for (outer, link) in chunk.included_from.links() {
            steps += 1;
            let outer = self.number(outer);
            if self.edges.insert((inner, outer))
                && let Some((_, file)) = self.files.get_index_mut(outer)
            {
                file.includes.push(inner);
            }
            inner = outer;
            if !self.links.insert(link) {
                break;
            }
        }
        steps
    }

    fn number(&mut self, sls: &Str) -> usize {
        match self.files.get_index_of(sls) {
            Some(number) => number,
            None => self.files.insert_full(sls.clone(), File::default()).0,
        }
    }

    /// The names of all files, in the order of the states.
    pub fn names(&self) -> impl Iterator<Item = &Str> {
        self.files.keys()
    }

    /// The states of a file and of all that it includes, in order. A state that was added twice is where it was first.
    pub fn states(&self, sls: &str) -> Vec<usize> {
        let Some(first) = self.files.get_index_of(sls) else { return Vec::new() };
        let mut found: Vec<(usize, usize)> = self.files.get_index(first).map(|it| it.1.alone.clone()).unwrap_or_default();
        let mut known: FxHashSet<usize> = std::iter::once(first).collect();
        let mut open = vec![first];
        while let Some(number) = open.pop() {
            let Some((_, file)) = self.files.get_index(number) else { continue };
            found.extend(file.own.iter().copied());
            open.extend(file.includes.iter().copied().filter(|it| known.insert(*it)));
        }
        found.sort_unstable();
        let mut seen = FxHashSet::default();
        found.into_iter().map(|it| it.1).filter(|it| seen.insert(*it)).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use world::MemoryWorld;

    use super::*;
    use crate::{Options, Plain, Site, Span};

    fn chunks(files: &[(String, String)], first: &str) -> Vec<Chunk> {
        let mut world = MemoryWorld::new();
        for (name, text) in files {
            world.add_file(format!("/s/{name}.sls"), text.clone());
        }
        let compiled = Site::open(&world, &[PathBuf::from("/s")]).compile(&Plain, &[(first.into(), Span::NONE)], &Options::default());
        assert_eq!(compiled.findings, []);
        compiled.chunks
    }

    #[test]
    fn states_are_those_of_all_included_files() {
        let file = |name: &str, includes: &str| (name.to_owned(), format!("include: [{includes}]\n{name}1: test.nop\n{name}2: test.nop\n"));
        let files = [file("a", "b, d"), file("b", "c"), file("c", "e"), file("d", "c, f"), file("e", ""), file("f", "")];
        let chunks = chunks(&files, "a");
        let mut by_file = ByFile::default();
        for (number, chunk) in chunks.iter().enumerate() {
            by_file.add(chunk, number);
        }
        for name in ["a", "b", "c", "d", "e", "f", "g"] {
            let is_of = |it: &Chunk| it.sls.as_deref() == Some(name) || it.included_from.contains(name);
            let all: Vec<usize> = (0..chunks.len()).filter(|it| is_of(&chunks[*it])).collect();
            assert_eq!(by_file.states(name), all, "{name}");
        }
        assert_eq!(by_file.states("a").len(), 12);
        assert_eq!(by_file.names().count(), 6);
    }

    #[test]
    fn a_chain_of_files_takes_linear_steps() {
        let steps = |count: usize| {
            let file = |it: usize| (format!("s{it}"), format!("include: [s{}]\nt{it}: test.nop\n", it + 1));
            let mut files: Vec<(String, String)> = (0..count).map(file).collect();
            files.push((format!("s{count}"), "last: test.nop\n".to_owned()));
            let mut by_file = ByFile::default();
            chunks(&files, "s0").iter().enumerate().map(|(number, chunk)| by_file.add(chunk, number)).sum::<usize>()
        };
        assert!(steps(400) <= 3 * 400, "{}", steps(400));
    }
}
