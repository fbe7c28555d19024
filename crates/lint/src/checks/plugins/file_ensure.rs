//! A file that is `present`, whatever it is.

use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::{Id, Kind};

pub const CHECK: Check = Check {
    name: "file_ensure",
    description: Some("Files say what they are, and not only that they are present."),
    help: None,
    by_default: false,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for resource in data.resources().iter().filter(|resource| data.value(resource.type_token) == Some("file")) {
        let named = |name: &str| resource.parameters.iter().copied().find(|id| data.token(*id).value == name);
        let value = |name: Id| data.next_code(data.next_code(name)?);
        let Some(id) = named("ensure").and_then(value) else { continue };
        let token = data.token(id);
        if token.value == "present" && matches!(token.kind, Kind::Name | Kind::String | Kind::SString) {
            let is = if named("target").is_some() { "link" } else { "file" };
            found.warning(data, id, "ensure set to present on file resource").fix(move |edit| edit.set_value(id, is));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn a_file_is_a_file() {
        let text =
            "file { '/a': ensure => present }\nfile { '/b': ensure => 'present', target => '/c' }\nuser { 'd': ensure => present }\n";
        check(
            "file_ensure",
            text,
            expect![[r#"
            1:24: warning: ensure set to present on file resource
            2:24: warning: ensure set to present on file resource
        "#]],
        );
        fixes(
            "file_ensure",
            text,
            "file { '/a': ensure => file }\nfile { '/b': ensure => 'link', target => '/c' }\nuser { 'd': ensure => present }\n",
        );
    }
}
