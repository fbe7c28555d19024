//! Which of all possible mutants are asked about.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use sha2::{Digest, Sha256};

use super::base::Healthy;
use super::kinds::{Change, Kind};
use super::source::Source;

/// A class of which one manifest has changed.
#[derive(Clone, Debug)]
pub struct Mutant {
    pub kind: Kind,
    pub class: String,
    pub file: PathBuf,
    pub change: Change,
    /// The whole text, changed.
    pub text: String,
    /// Short description of the change.
    pub about: String,
}

impl Mutant {
    pub fn id(&self) -> String {
        let (line, _) = self.change.lines;
        format!("mutants/{}/{}/{}:{line}+{}", self.kind, self.class, self.file.display(), u32::from(self.change.range.start()))
    }
}

/// Where something stands among others, by a hash.
pub fn rank(seed: &str, name: &str) -> [u8; 32] {
    Sha256::digest(format!("{seed} {name}")).into()
}

/// As many of each kind as are wanted. The classes take turns, in the order of a hash, and each kind of change at a place is made by one
/// class only.
pub fn draw(healthy: &[Healthy], seed: &str, wanted: &dyn Fn(Kind) -> usize) -> Vec<Mutant> {
    let mut sources: BTreeMap<PathBuf, Option<Source>> = BTreeMap::new();
    for path in healthy.iter().flat_map(|it| &it.files) {
        sources.entry(path.clone()).or_insert_with(|| Source::read(path));
    }
    draw_from(healthy, &sources, seed, wanted)
}

/// The same of texts that are known.
pub fn draw_from(
    healthy: &[Healthy],
    sources: &BTreeMap<PathBuf, Option<Source>>,
    seed: &str,
    wanted: &dyn Fn(Kind) -> usize,
) -> Vec<Mutant> {
    let mut drawn = Vec::new();
    for kind in Kind::ALL {
        let mut of_kind = 0;
        let mut used = BTreeSet::new();
        let mut turns: Vec<Turn> = healthy.iter().map(|it| Turn::new(kind, it, sources, seed)).collect();
        turns.sort_by_key(|it| rank(seed, &format!("{kind} {}", it.class)));
        while of_kind < wanted(kind) {
            let before = of_kind;
            for turn in &mut turns {
                while let Some((path, change)) = turn.waiting.pop() {
                    if !used.insert((path.clone(), change.range.start())) {
                        continue;
                    }
                    let Some(source) = sources.get(&path).and_then(Option::as_ref) else { continue };
                    drawn.push(mutant(kind, turn.class, source, change));
                    of_kind += 1;
                    break;
                }
                if of_kind == wanted(kind) {
                    break;
                }
            }
            if of_kind == before {
                break;
            }
        }
    }
    // What has one class is asked together.
    drawn.sort_by(|a, b| (&a.class, &a.file, a.kind).cmp(&(&b.class, &b.file, b.kind)));
    drawn
}

/// Candidates of a class for a kind, the best last.
struct Turn<'a> {
    class: &'a str,
    waiting: Vec<(PathBuf, Change)>,
}

impl<'a> Turn<'a> {
    fn new(kind: Kind, healthy: &'a Healthy, sources: &BTreeMap<PathBuf, Option<Source>>, seed: &str) -> Turn<'a> {
        let known = healthy.files.iter().filter_map(|it| sources.get(it)?.as_ref());
        let mut waiting: Vec<(PathBuf, Change)> =
            known.flat_map(|source| kind.changes(source, healthy).into_iter().map(|change| (source.path.clone(), change))).collect();
        let name = |(path, change): &(PathBuf, Change)| format!("{kind} {} {:?} {}", path.display(), change.range, change.text);
        waiting.sort_by_cached_key(|it| rank(seed, &name(it)));
        Turn { class: &healthy.class, waiting }
    }
}

pub fn mutant(kind: Kind, class: &str, source: &Source, change: Change) -> Mutant {
    let short = |text: &str| {
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if line.chars().count() > 60 { line.chars().take(60).collect::<String>() + "…" } else { line }
    };
    // An insertion is nothing without what stands before it.
    let line_start = source.text.get(..usize::from(change.range.start())).and_then(|it| it.rfind('\n')).map_or(0, |it| it + 1);
    let head = source.text.get(line_start..usize::from(change.range.start())).unwrap_or_default();
    let about = if change.range.is_empty() {
        format!("{}⟦{}⟧", short(head), short(&change.text))
    } else {
        format!("{} ⟦{}⟧ → ⟦{}⟧", short(head), short(source.written(change.range)), short(&change.text))
    };
    Mutant { kind, class: class.to_owned(), file: source.path.clone(), text: change.made(&source.text), change, about }
}
