//! Inlay hints: the names of parameters, the values of variables and titles, Hiera's values.

mod data;
mod parameters;
mod titles;
mod values;

use std::sync::Arc;

use analysis::{File, Settings, Snapshot, Watch};
use syntax::{SyntaxNode, TextRange, TextSize, WalkEvent};

/// A word or two at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlayHint {
    pub at: TextSize,
    pub label: String,
    pub kind: HintKind,
    /// More about it, as Markdown.
    pub tooltip: Option<String>,
    /// Where the value was written, a file and its line from 1.
    pub place: Option<(Arc<str>, u32)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HintKind {
    /// The name of a parameter, before an argument.
    Parameter,
    /// The value of a variable, after it.
    Value,
    /// Value of a title, after it.
    Title,
    /// Hiera's value for a parameter of a class.
    Data,
    /// When a state runs, before its function.
    Order,
}

/// Limit of the evaluations for the values of one file.
const MOST_WATCHES: usize = 4;

/// Limit of the hints of a file.
const MOST: usize = 2_000;

/// The longest value that is shown.
const LONGEST: usize = 30;

/// The hints of a part of a file, in the order of its text. The settings say which kinds are wanted.
pub fn inlay_hints(snapshot: Snapshot<'_>, file: File, range: TextRange) -> Vec<InlayHint> {
    let settings = snapshot.settings(file);
    if crate::sls::is_states(snapshot, file) {
        return if settings.shows_hints("order") { crate::sls::order::hints(snapshot, file, range) } else { Vec::new() };
    }
    let mut values = Values { snapshot, file, watches: None };
    let mut hints = Vec::new();
    let mut walk = snapshot.parse(file).syntax_node().preorder();
    while let Some(event) = walk.next() {
        let WalkEvent::Enter(node) = event else { continue };
        if range.intersect(node.text_range()).is_none() {
            walk.skip_subtree();
            continue;
        }
        of_node(&settings, &mut values, &node, &mut hints);
        if hints.len() > MOST {
            break;
        }
    }
    hints.retain(|it| range.contains_inclusive(it.at));
    hints.sort_by_key(|it| it.at);
    hints
}

fn of_node(settings: &Settings, values: &mut Values<'_>, node: &SyntaxNode, hints: &mut Vec<InlayHint>) {
    use syntax::SyntaxKind::*;
    match node.kind() {
        CALL_EXPR | STATEMENT_CALL | METHOD_CALL_EXPR if settings.shows_hints("parameters") => {
            hints.extend(parameters::of_call(values.snapshot, values.file, node));
        }
        ASSIGN_EXPR if settings.shows_hints("values") => hints.extend(self::values::of_assignment(values, node)),
        RESOURCE_BODY if settings.shows_hints("titles") => hints.extend(titles::of_body(values, node)),
        CLASS_DEF if settings.shows_hints("data") => hints.extend(data::of_class(values, node)),
        _ => {}
    }
}

/// The values of the file's expressions, evaluated when the first one is wanted.
struct Values<'a> {
    snapshot: Snapshot<'a>,
    file: File,
    watches: Option<Vec<Watch>>,
}

impl Values<'_> {
    fn watches(&mut self) -> &[Watch] {
        self.watches.get_or_insert_with(|| self.snapshot.watched(self.file, MOST_WATCHES))
    }

    /// The values of what is written there, if they are few and not too long, and more about them where that is not all.
    fn short(&mut self, range: TextRange) -> Option<(String, Option<String>)> {
        let all = crate::values_at::at_range(self.watches(), range);
        let shown = crate::values_at::short(&all, LONGEST)?;
        let is_told_whole = all.len() == 1 && !shown.contains('…');
        let tooltip = if is_told_whole { None } else { crate::hover::values("Value", &all) };
        Some((shown, tooltip))
    }

    /// The same, or the type of the values where they are many or too long.
    fn short_or_type(&mut self, range: TextRange) -> Option<(String, Option<String>)> {
        let all = crate::values_at::at_range(self.watches(), range);
        let fits = all.iter().flat_map(|it| &it.values).all(|it| crate::value_text::fits(it, LONGEST));
        let short = if fits { self.short(range) } else { None };
        short.or_else(|| Some((crate::values_at::short_type(&all, LONGEST)?, crate::hover::values("Value", &all))))
    }
}

#[cfg(test)]
mod tests {
    use expect_test::Expect;
    use syntax::{TextRange, TextSize};

    use super::inlay_hints;
    use crate::tests::fixture;

    /// The text of the file with the cursor, with each hint at its place in `«»`.
    #[track_caller]
    pub(super) fn check(text: &str, expected: Expect) {
        let shown = fixture(text).ask(|snapshot, file, _| {
            let mut text = snapshot.text(file).to_string();
            let whole = TextRange::up_to(TextSize::of(text.as_str()));
            for hint in inlay_hints(snapshot, file, whole).iter().rev() {
                text.insert_str(usize::from(hint.at), &format!("«{}»", hint.label));
            }
            text
        });
        expected.assert_eq(&shown);
    }

    /// A module with a class of this body, for two systems.
    pub(super) fn module(body: &str) -> String {
        format!(
            "#- /m/metadata.json\n{{\"name\": \"a-m\", \"operatingsystem_support\": [\
             {{\"operatingsystem\": \"Debian\", \"operatingsystemrelease\": [\"12\"]}}, \
             {{\"operatingsystem\": \"RedHat\", \"operatingsystemrelease\": [\"8\"]}}]}}\n#- /m/manifests/init.pp\n$0{body}\n"
        )
    }

    #[test]
    fn only_what_is_asked_for() {
        let count = |start: u32, end: u32| {
            fixture(&module("class m {\n  $a = 1 + 1\n  $b = 2 + 2\n}"))
                .ask(|snapshot, file, _| inlay_hints(snapshot, file, TextRange::new(start.into(), end.into())).len())
        };
        assert_eq!((count(0, 40), count(0, 15), count(30, 40)), (2, 1, 0));
    }

    #[test]
    fn the_settings_say_which() {
        check(
            &format!("{}#- /m/bunraku.toml\ninlay_hints = ['parameters']\n", module("class m {\n  $a = 1 + 1\n  notice($a)\n}")),
            expect_test::expect![[r#"
                class m {
                  $a = 1 + 1
                  notice($a)
                }
            "#]],
        );
    }
}
