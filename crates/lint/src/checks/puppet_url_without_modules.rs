//! A `puppet://` address that names no place of Puppet's file server.

use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "puppet_url_without_modules",
    description: Some(
        "Check the manifest tokens for any puppet:// URL strings where the path section doesn't start with modules/ and record a warning for each instance found.",
    ),
    help: None,
    by_default: true,
    fixes: true,
    run,
};

const SCHEME: &str = "puppet://";

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    let mut strings = [data.of_kind(Kind::SString), data.of_kind(Kind::String), data.of_kind(Kind::DqPre)].concat();
    strings.sort_unstable();
    for id in strings {
        let value = data.token(id).value.as_ref();
        if value.starts_with(SCHEME) && !path(value).is_some_and(|path| path.starts_with("modules/")) {
            found.warning(data, id, "puppet:// URL without modules/ found").fix(move |edit| {
                let longer = with_modules(edit.value(id)?);
                edit.set_value(id, longer)
            });
        }
    }
}

/// Path after the server; nothing if none follows.
fn path(value: &str) -> Option<&str> {
    let (server, path) = value.get(SCHEME.len()..)?.split_once('/')?;
    (!server.contains('\n') && !path.is_empty() && !path.starts_with('\n')).then_some(path)
}

fn with_modules(value: &str) -> String {
    let mut out = String::with_capacity(value.len() + 8);
    let mut rest = value;
    while let Some(at) = rest.find(SCHEME) {
        let server = at + SCHEME.len();
        let Some(slash) = rest[server..].find(['/', '\n']).map(|it| server + it) else { break };
        let (before, after) = rest.split_at(slash);
        out.push_str(before);
        rest = after;
        if let Some(path) = after.strip_prefix('/') {
            out.push_str("/modules/");
            rest = path;
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn modules_comes_first_in_the_path() {
        let text = "$a = 'puppet:///m/a'\n$b = \"puppet://server/m/${b}\"\n$c = 'puppet:///modules/m/c'\n$d = 'see puppet:///m/d'\n";
        check(
            "puppet_url_without_modules",
            text,
            expect![[r#"
            1:6: warning: puppet:// URL without modules/ found
            2:6: warning: puppet:// URL without modules/ found
        "#]],
        );
        fixes(
            "puppet_url_without_modules",
            text,
            "$a = 'puppet:///modules/m/a'\n$b = \"puppet://server/modules/m/${b}\"\n$c = 'puppet:///modules/m/c'\n$d = 'see puppet:///m/d'\n",
        );
    }
}
