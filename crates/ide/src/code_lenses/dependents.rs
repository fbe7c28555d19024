//! The number of resources that depend on a resource: those that are skipped if it fails.

use analysis::{Evaluation, File, Snapshot, Systems};
use catalog::ResourceId;
use compiler::Applied;
use rustc_hash::FxHashMap;
use syntax::{SyntaxKind, SyntaxNode, TextRange};

use super::{CodeLens, LensKind, LensText};
use crate::dependents;
use crate::text::trimmed_range;

/// Limit of the edges that are counted for one file.
const MOST_STEPS: usize = 300_000;

/// Limit of the evaluations for one file.
const MOST_EVALUATIONS: usize = 4;

/// One for each declaration that anything depends on, of resources or states.
pub(super) fn all(snapshot: Snapshot<'_>, file: File) -> Vec<CodeLens> {
    if crate::sls::is_states(snapshot, file) { crate::sls::order::dependents(snapshot, file) } else { of_resources(snapshot, file) }
}

/// The line above a declaration; none where nothing depends on it. `noun` is what the language calls one dependent.
pub(crate) fn lens(range: TextRange, count: usize, is_whole: bool, noun: &str) -> Option<CodeLens> {
    let least = if is_whole { "" } else { "at least " };
    let title = match count {
        0 => return None,
        1 => format!("{least}1 {noun} depends on this"),
        count => format!("{least}{count} {noun}s depend on this"),
    };
    Some(CodeLens { range, kind: LensKind::Dependents, text: Some(LensText::without_places(title)) })
}

fn of_resources(snapshot: Snapshot<'_>, file: File) -> Vec<CodeLens> {
    let root = snapshot.parse(file).syntax_node();
    let text = snapshot.text(file);
    let declarations: Vec<TextRange> =
        root.descendants().filter(|it| it.kind() == SyntaxKind::RESOURCE).filter_map(|it| name(&it)).collect();
    if declarations.is_empty() {
        return Vec::new();
    }
    let mut lines = Lines::default();
    let path = snapshot.path(file);
    let evaluations = snapshot.evaluations_to_read(file, Systems::First);
    let by_line: Vec<_> =
        evaluations.iter().take(MOST_EVALUATIONS).filter_map(|it| known(it)).map(|it| (it, resources(it.0, &path))).collect();
    let mut steps = MOST_STEPS;
    let mut lenses = Vec::new();
    for range in declarations {
        let line = lines.line(&text, usize::from(range.start()));
        let counts = by_line.iter().filter_map(|((applied, is_whole), by_line)| {
            let ids = by_line.get(&line)?;
            Some((dependents::count(applied, ids, &mut steps)?, *is_whole))
        });
        let (count, is_whole) = counts.max().unwrap_or((0, true));
        let Some(lens) = lens(range, count, is_whole, "resource") else { continue };
        lenses.push(lens);
        if steps == 0 {
            break;
        }
    }
    lenses
}

/// Name of a declaration's type. Classes have lines of their own.
fn name(resource: &SyntaxNode) -> Option<TextRange> {
    resource.first_child().filter(|it| it.kind() != SyntaxKind::RESOURCE_BODY).map(|it| trimmed_range(&it))
}

/// Catalog of an evaluation, and whether it is complete: with other errors most of it is known nevertheless.
fn known(evaluation: &Evaluation) -> Option<(&Applied, bool)> {
    let evaluated = &evaluation.evaluated;
    Some((evaluated.known()?, evaluated.applied.is_some()))
}

/// The resources that a file declares, by their lines.
fn resources(applied: &Applied, path: &str) -> FxHashMap<u32, Vec<ResourceId>> {
    let mut by_line: FxHashMap<u32, Vec<ResourceId>> = FxHashMap::default();
    for id in applied.catalog.ids() {
        let Some(resource) = applied.catalog.get(id) else { continue };
        if let (Some(file), Some(line)) = (&resource.file, resource.line)
            && **file == *path
        {
            by_line.entry(line).or_default().push(id);
        }
    }
    by_line
}

/// Counts lines from one place to the next.
#[derive(Default)]
struct Lines {
    at: usize,
    line: u32,
}

impl Lines {
    /// The line of a place, from 1; places come in the order of the text.
    fn line(&mut self, text: &str, at: usize) -> u32 {
        let breaks = text.as_bytes().get(self.at..at).unwrap_or_default().iter().filter(|it| **it == b'\n').count();
        self.line += u32::try_from(breaks).unwrap_or(0);
        self.at = at;
        self.line + 1
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::code_lenses::LensKind;
    use crate::code_lenses::tests::check;

    #[test]
    fn what_comes_after_is_counted() {
        check(
            "#- /m/metadata.json\n{\"name\": \"a-m\"}\n#- /m/manifests/init.pp\n$0class m {\n  package { 'p': }\n  file { '/c': require => Package['p'] }\n  \
             ~> service { 's': }\n  user { ['u', 'v']: before => Service['s'] }\n}\n",
            LensKind::Dependents,
            expect![[r#"
                "package": 2 resources depend on this (0)
                "file": 1 resource depends on this (0)
                "user": 1 resource depends on this (0)
            "#]],
        );
    }

    #[test]
    fn while_something_else_is_wrong_what_is_known_is_counted() {
        check(
            "#- /m/metadata.json\n{\"name\": \"a-m\"}\n#- /m/manifests/init.pp\n$0class m {\n  package { 'p': }\n  file { '/c': require => Package['p'] }\n  \
             notify { $misspelt: }\n}\n",
            LensKind::Dependents,
            expect![[r#"
                "package": at least 1 resource depends on this (0)
            "#]],
        );
    }
}
