//! A mode of a file that is neither four octal digits nor symbolic.

use crate::check::{Check, Found};
use crate::data::{Data, Resource};
use crate::token::{Id, Kind};

pub const CHECK: Check = Check {
    name: "file_mode",
    description: Some(
        "Check the tokens of each File resource instance for a mode parameter and if found, record a warning if the value of that parameter is not a 4 digit octal value (0755) or a symbolic mode ('o=rwx,g\\+r').",
    ),
    help: Some("https://puppet.com/docs/puppet/latest/style_guide.html#file-modes"),
    by_default: true,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for resource in data.resources() {
        for id in modes(data, resource) {
            let token = data.token(id);
            if matches!(token.kind, Kind::Variable | Kind::Undef | Kind::FunctionName) || is_mode(&token.value) {
                break;
            }
            let message = "mode should be represented as a 4 digit octal value or symbolic mode";
            found.warning(data, id, message).fix(move |edit| {
                let value = edit.value(id)?;
                if !is_octal(value, 3) {
                    return None;
                }
                let longer = format!("0{value}");
                edit.set_kind(id, Kind::SString)?;
                edit.set_value(id, longer)
            });
        }
    }
}

/// The values of `mode`, if the resource is a file.
pub(super) fn modes<'d>(data: &'d Data<'_>, resource: &'d Resource) -> impl Iterator<Item = Id> {
    let is_file = matches!(data.value(resource.type_token), Some("file" | "concat"));
    let names = resource.parameters.iter().filter(move |id| is_file && data.token(**id).value == "mode");
    names.filter_map(|id| data.next_code(data.next_code(*id)?))
}

fn is_mode(value: &str) -> bool {
    let value = value.strip_suffix('\n').unwrap_or(value);
    is_octal(value, 4) || value.split(',').all(is_symbolic)
}

fn is_octal(value: &str, digits: usize) -> bool {
    value.len() == digits && value.bytes().all(|it| matches!(it, b'0'..=b'7'))
}

fn is_symbolic(clause: &str) -> bool {
    let change = clause.trim_start_matches(['u', 'g', 'o', 'a']);
    change.starts_with(['-', '=', '+']) && change.bytes().all(|it| b"-=+rstwxXugo".contains(&it))
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn a_mode_has_four_digits_or_is_symbolic() {
        let text = "file { '/a': mode => '644' }\nfile { '/b': mode => '0644' }\nfile { '/c': mode => 'u=rw,g+r,o-' }\nfile { '/d': mode => 'rw' }\nexec { '/e': mode => '1' }\nfile { '/f': mode => $mode }\n";
        check(
            "file_mode",
            text,
            expect![[r#"
            1:22: warning: mode should be represented as a 4 digit octal value or symbolic mode
            4:22: warning: mode should be represented as a 4 digit octal value or symbolic mode
        "#]],
        );
        fixes("file_mode", text, &text.replace("'644'", "'0644'"));
    }
}
