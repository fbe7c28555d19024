//! References to resources: white space, quotes and letters in them.

use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::{Id, Kind};

pub const CHAIN: Check = Check {
    name: "resource_reference_chain_without_whitespace",
    description: Some("No white space stands between a type of Puppet's own and its title in brackets."),
    help: None,
    by_default: false,
    fixes: false,
    run: chain,
};

pub const WHITESPACE: Check = Check {
    name: "resource_reference_without_whitespace",
    description: Some("No white space stands between a type and its title in brackets."),
    help: None,
    by_default: false,
    fixes: false,
    run: whitespace,
};

pub const UNQUOTED: Check = Check {
    name: "resource_reference_with_unquoted_title",
    description: Some("Titles in references to resources are quoted."),
    help: None,
    by_default: false,
    fixes: true,
    run: unquoted,
};

pub const CAPITAL: Check = Check {
    name: "resource_reference_without_title_capital",
    description: Some("Titles in references to resources without quotes do not begin with a capital letter."),
    help: None,
    by_default: false,
    fixes: false,
    run: capital,
};

fn chain(data: &Data<'_>, found: &mut Found<'_>) {
    spaces(data, Kind::Type, found);
}

fn whitespace(data: &Data<'_>, found: &mut Found<'_>) {
    if !data.resources().is_empty() {
        spaces(data, Kind::ClassRef, found);
    }
}

fn spaces(data: &Data<'_>, kind: Kind, found: &mut Found<'_>) {
    for &id in data.of_kind(kind) {
        if data.kind(data.next(id)) == Some(Kind::Whitespace) && data.kind(data.next_code(id)) == Some(Kind::LBrack) {
            found.error(data, id, "whitespce between reference type and title");
        }
    }
}

fn unquoted(data: &Data<'_>, found: &mut Found<'_>) {
    for id in titles(data) {
        if data.token(id).kind == Kind::Name {
            found.error(data, id, "unquoted title in resource reference").fix(move |edit| edit.set_kind(id, Kind::SString));
        }
    }
}

fn capital(data: &Data<'_>, found: &mut Found<'_>) {
    for id in titles(data) {
        if data.token(id).kind == Kind::ClassRef {
            found.error(data, id, "resource reference with title with capital letter");
        }
    }
}

/// The first title of each reference in the parameters that relate a resource to others.
fn titles(data: &Data<'_>) -> Vec<Id> {
    let mut found = Vec::new();
    for resource in data.resources() {
        for (index, &name) in resource.parameters.iter().enumerate() {
            if !matches!(data.token(name).value.as_ref(), "require" | "subscribe" | "notify" | "before" | "consume" | "export") {
                continue;
            }
            let end = resource.parameters.get(index + 1).copied().unwrap_or(resource.tokens.end);
            let references = (name..end).filter(|id| data.token(*id).kind == Kind::ClassRef);
            let brackets = references.filter_map(|id| data.next(id)).filter(|id| data.token(*id).kind == Kind::LBrack);
            found.extend(brackets.filter_map(|id| data.next(id)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    const TEXT: &str = "file { '/a':\n  require => [Package[b], Service['c']],\n  notify  => User[D],\n}\nFile ['/a'] -> Class [e]\n";

    #[test]
    fn titles_are_quoted() {
        check(
            "resource_reference_with_unquoted_title",
            TEXT,
            expect![[r#"
            2:23: error: unquoted title in resource reference
        "#]],
        );
        fixes("resource_reference_with_unquoted_title", TEXT, &TEXT.replace("[b]", "['b']"));
        check(
            "resource_reference_without_title_capital",
            TEXT,
            expect![[r#"
            3:19: error: resource reference with title with capital letter
        "#]],
        );
    }

    #[test]
    fn brackets_follow_at_once() {
        check(
            "resource_reference_without_whitespace",
            TEXT,
            expect![[r#"
            5:1: error: whitespce between reference type and title
        "#]],
        );
        check(
            "resource_reference_chain_without_whitespace",
            TEXT,
            expect![[r#"
            5:16: error: whitespce between reference type and title
        "#]],
        );
    }
}
