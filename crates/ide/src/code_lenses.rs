//! Lines above definitions and resources: how often something is used, what depends on it, on which systems it compiles.

pub(crate) mod dependents;
mod preview;
mod references;
mod systems;

use analysis::{File, Snapshot};
use hir::ItemKind;
use syntax::{TextRange, TextSize};

use crate::names::Target;

/// A line above a place. What it says is asked for when it is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeLens {
    /// The name that it is about.
    pub range: TextRange,
    pub kind: LensKind,
    /// Text, where it is known already.
    pub text: Option<LensText>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LensKind {
    /// How often something is used.
    References,
    /// How many resources depend on one.
    Dependents,
    /// On which systems a class compiles.
    Systems,
    /// Leads to the graph, where the editor can show one.
    Graph,
    /// Leads to the text that a template gives, where the editor can show it.
    Preview,
}

impl LensKind {
    pub const ALL: [LensKind; 5] = [LensKind::References, LensKind::Dependents, LensKind::Systems, LensKind::Graph, LensKind::Preview];

    /// As the settings call it.
    pub fn name(self) -> &'static str {
        match self {
            LensKind::References => "references",
            LensKind::Dependents => "dependents",
            LensKind::Systems => "systems",
            LensKind::Graph => "graph",
            LensKind::Preview => "preview",
        }
    }
}

/// Text of a lens, and the places that it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LensText {
    pub title: String,
    pub places: Vec<Target>,
}

impl LensText {
    pub(crate) fn without_places(title: impl Into<String>) -> LensText {
        LensText { title: title.into(), places: Vec::new() }
    }
}

/// The lines of a file in the order of its text, as far as the settings want them.
pub fn code_lenses(snapshot: Snapshot<'_>, file: File) -> Vec<CodeLens> {
    let settings = snapshot.settings(file);
    let wants = |kind: LensKind| settings.shows_lenses(kind.name());
    let mut lenses = of_definitions(snapshot, file, &wants);
    if wants(LensKind::Preview) {
        lenses.extend(preview::all(snapshot, file));
    }
    if wants(LensKind::Dependents) {
        lenses.extend(dependents::all(snapshot, file));
    }
    lenses.sort_by_key(|it| it.range.start());
    lenses
}

/// The lines above what a file defines. A file of states is one definition: its lines are above the first state.
fn of_definitions(snapshot: Snapshot<'_>, file: File, wants: &dyn Fn(LensKind) -> bool) -> Vec<CodeLens> {
    let lens = |range, kind| CodeLens { range, kind, text: None };
    if crate::sls::is_states(snapshot, file) {
        let first = crate::sls::order::first_state(snapshot, file).filter(|_| wants(LensKind::Graph));
        return first.map(|range| lens(range, LensKind::Graph)).into_iter().collect();
    }
    let mut lenses = Vec::new();
    let says_systems = wants(LensKind::Systems) && systems::are_meant(snapshot, file);
    for (item, ranges) in snapshot.item_tree(file).items.iter().zip(&snapshot.item_map(file).items) {
        let mut add = |kind| lenses.push(lens(ranges.name, kind));
        if item.kind != ItemKind::Node && wants(LensKind::References) {
            add(LensKind::References);
        }
        if item.kind == ItemKind::Class && says_systems {
            add(LensKind::Systems);
        }
        if matches!(item.kind, ItemKind::Class | ItemKind::Define | ItemKind::Node) && wants(LensKind::Graph) {
            add(LensKind::Graph);
        }
    }
    lenses
}

/// Text of a lens; nothing where its subject no longer exists.
pub fn resolve_code_lens(snapshot: Snapshot<'_>, file: File, kind: LensKind, at: TextSize) -> Option<LensText> {
    match kind {
        LensKind::References => references::text(snapshot, file, at),
        LensKind::Systems => systems::text(snapshot, file, at),
        LensKind::Graph => Some(LensText::without_places("graph")),
        LensKind::Preview => preview::text(snapshot, file, at),
        LensKind::Dependents => {
            dependents::all(snapshot, file).into_iter().find(|it| it.range.contains_inclusive(at)).and_then(|it| it.text)
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::tests::fixture;

    /// Each line with what it is above.
    #[track_caller]
    pub(super) fn check(text: &str, kind: LensKind, expected: Expect) {
        let shown = fixture(text).ask(|snapshot, file, _| {
            let text = snapshot.text(file);
            let mut shown = String::new();
            for lens in code_lenses(snapshot, file).into_iter().filter(|it| it.kind == kind) {
                let said = lens.text.or_else(|| resolve_code_lens(snapshot, file, kind, lens.range.start()));
                let said = said.map(|it| (it.title, it.places.len())).unwrap_or_default();
                shown.push_str(&format!("{:?}: {} ({})\n", &text[lens.range], said.0, said.1));
            }
            shown
        });
        expected.assert_eq(&shown);
    }

    #[test]
    fn the_settings_say_which() {
        let text = "#- /m/manifests/init.pp\n$0class m { }\n#- /m/bunraku.toml\ncode_lenses = ['graph']\n";
        check(text, LensKind::References, expect![""]);
        check(
            text,
            LensKind::Graph,
            expect![[r#"
                "m": graph (0)
            "#]],
        );
    }
}
