//! A class or defined type without a comment before it.

use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::{Id, Kind};

pub const CHECK: Check = Check {
    name: "documentation",
    description: Some(
        "Check the manifest tokens for any class or defined type that does not have a comment directly above it (hopefully, explaining the usage of it) and record a warning for each instance found.",
    ),
    help: Some("https://puppet.com/docs/puppet/latest/style_guide.html#public-and-private"),
    by_default: true,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for definition in data.definitions() {
        if !follows_comment(data, definition.tokens.start) {
            found.warning(data, definition.tokens.start, format!("{} not documented", definition.called()));
        }
    }
}

/// Whether a comment is before a token, with no empty line between them.
fn follows_comment(data: &Data<'_>, id: Id) -> bool {
    let mut ends = 0;
    let mut before = data.prev(id);
    while let Some(id) = before {
        match data.token(id).kind {
            Kind::Newline => ends += 1,
            Kind::Whitespace | Kind::Indent => {}
            kind => return kind.is_comment(),
        }
        if ends > 1 {
            return false;
        }
        before = data.prev(id);
    }
    false
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn the_comment_stands_directly_before() {
        check(
            "documentation",
            "# One.\nclass m { }\n\n# Two.\n\nclass m::a { }\ndefine m::b() { }\n/* Three. */ define m::c() { }\n",
            expect![[r#"
                6:1: warning: class not documented
                7:1: warning: defined type not documented
            "#]],
        );
    }
}
