//! A symbolic link whose target is given as `ensure`.

use crate::Edit;
use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::{Id, Kind, Token};

pub const CHECK: Check = Check {
    name: "ensure_not_symlink_target",
    description: Some(
        "Check the tokens of each File resource instance for an ensure parameter and record a warning if the value of that parameter looks like a symlink target (starts with a '/').",
    ),
    help: Some("https://puppet.com/docs/puppet/latest/style_guide.html#symbolic-links"),
    by_default: true,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for resource in data.resources().iter().filter(|resource| data.value(resource.type_token) == Some("file")) {
        for &ensure in resource.parameters.iter().filter(|id| data.token(**id).value == "ensure") {
            let value = data.next_code(ensure).and_then(|arrow| data.next_code(arrow));
            if let Some(value) = value.filter(|value| data.token(*value).value.starts_with('/')) {
                found.warning(data, value, "symlink target specified in ensure attr").fix(move |edit| fix(edit, ensure, value));
            }
        }
    }
}

fn fix(edit: &mut Edit<'_>, ensure: Id, value: Id) -> Option<()> {
    let index = edit.index(value)?;
    let indent = edit.value(edit.prev(ensure)?)?.to_owned();
    let tokens = [
        Token::new(Kind::Name, "symlink"),
        Token::new(Kind::Comma, ","),
        Token::new(Kind::Newline, "\n"),
        Token::new(Kind::Indent, indent),
        Token::new(Kind::Name, "target"),
        Token::new(Kind::Whitespace, " "),
        Token::new(Kind::FArrow, "=>"),
        Token::new(Kind::Whitespace, " "),
    ];
    for (at, token) in (index..).zip(tokens) {
        edit.put(at, token);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn the_target_has_a_parameter_of_its_own() {
        let text = "file { '/a':\n  ensure => '/b',\n}\nfile { '/c':\n  ensure => link,\n  target => '/d',\n}\n";
        check(
            "ensure_not_symlink_target",
            text,
            expect![[r#"
            2:13: warning: symlink target specified in ensure attr
        "#]],
        );
        fixes(
            "ensure_not_symlink_target",
            text,
            "file { '/a':\n  ensure => symlink,\n  target => '/b',\n}\nfile { '/c':\n  ensure => link,\n  target => '/d',\n}\n",
        );
    }
}
