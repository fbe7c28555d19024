//! On which of the systems that it is meant for a class compiles.

use analysis::{File, Snapshot, Systems};
use catalog::Condition;
use hir::ItemKind;
use syntax::TextSize;
use values::Str;

use super::LensText;

/// Limit of the systems that are named.
const MOST: usize = 6;

/// Whether anybody says which systems are meant.
pub(super) fn are_meant(snapshot: Snapshot<'_>, file: File) -> bool {
    snapshot.systems(file).iter().any(|it| !it.guessed)
}

pub(super) fn text(snapshot: Snapshot<'_>, file: File, at: TextSize) -> Option<LensText> {
    let items = snapshot.item_tree(file).items.iter().zip(&snapshot.item_map(file).items);
    let (item, _) = items.filter(|(it, _)| it.kind == ItemKind::Class).find(|(_, ranges)| ranges.name.contains_inclusive(at))?;
    let mut good: Vec<Str> = Vec::new();
    let mut bad: Vec<Str> = Vec::new();
    // Where something is wrong that depends on what is not known, as on parameters.
    let mut doubtful: Vec<Str> = Vec::new();
    let mut is_clear = true;
    for evaluation in snapshot.evaluations(file, Systems::All) {
        // Of what another context has, this class may be no part.
        let concerns = evaluation.evaluated.has_class(&item.name);
        let fails = evaluation.evaluated.outcome.errors.iter().any(|it| it.condition == Condition::Always);
        if !concerns && !fails {
            continue;
        }
        // What is not here may be what would make it compile.
        is_clear &= !(fails && (evaluation.lacks_modules || evaluation.guessed));
        let list = match (fails, evaluation.evaluated.outcome.errors.is_empty()) {
            (true, _) => &mut bad,
            (false, true) => &mut good,
            (false, false) => &mut doubtful,
        };
        list.extend(evaluation.systems.iter().filter(|it| !list.contains(it)).cloned().collect::<Vec<_>>());
    }
    doubtful.retain(|it| !bad.contains(it));
    good.retain(|it| !bad.contains(it) && !doubtful.contains(it));
    if good.is_empty() {
        good = std::mem::take(&mut doubtful);
    }
    let mut title = match (is_clear, good.as_slice(), bad.as_slice()) {
        (false, ..) => "cannot be compiled here: modules are missing".to_owned(),
        (true, [], []) => "not compiled by any node or class here".to_owned(),
        (true, good, []) => format!("compiles on {}", names(good)),
        (true, [], bad) => format!("does not compile on {}", names(bad)),
        (true, good, bad) => format!("compiles on {}; not on {}", names(good), names(bad)),
    };
    if is_clear && !doubtful.is_empty() {
        title.push_str(&format!("; unknown on {}", names(&doubtful)));
    }
    Some(LensText::without_places(title))
}

fn names(systems: &[Str]) -> String {
    let mut shown: Vec<&str> = systems.iter().take(MOST).map(|it| &**it).collect();
    let more = format!("{} more", systems.len().saturating_sub(MOST));
    if systems.len() > MOST {
        shown.push(&more);
    }
    shown.join(", ")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::code_lenses::LensKind;
    use crate::code_lenses::tests::check;

    fn module(body: &str) -> String {
        format!(
            "#- /m/metadata.json\n{{\"name\": \"a-m\", \"operatingsystem_support\": [\
             {{\"operatingsystem\": \"Debian\", \"operatingsystemrelease\": [\"11\", \"12\"]}}, \
             {{\"operatingsystem\": \"RedHat\", \"operatingsystemrelease\": [\"9\"]}}]}}\n#- /m/manifests/init.pp\n$0{body}\n"
        )
    }

    #[test]
    fn a_class_that_fails_somewhere() {
        check(
            &module("class m { if $facts['os']['family'] != 'Debian' { fail('no') } }"),
            LensKind::Systems,
            expect![[r#"
                "m": compiles on Debian 11, Debian 12; unknown on RedHat 9 (0)
            "#]],
        );
        check(
            &module("class m { if $facts['os']['family'] != 'Debian' { include m::none } }"),
            LensKind::Systems,
            expect![[r#"
                "m": compiles on Debian 11, Debian 12; not on RedHat 9 (0)
            "#]],
        );
        check(
            &module("class m { notify { 'x': } }"),
            LensKind::Systems,
            expect![[r#"
                "m": compiles on Debian 11, Debian 12, RedHat 9 (0)
            "#]],
        );
    }

    #[test]
    fn where_nobody_says_what_is_meant_there_is_none() {
        check("#- /m/manifests/init.pp\n$0class m { }\n", LensKind::Systems, expect![""]);
    }
}
