//! A file that everybody may write.

use crate::check::{Check, Found};
use crate::data::Data;

pub const CHECK: Check = Check {
    name: "world_writable_files",
    description: Some("Files cannot be written by everybody."),
    help: None,
    by_default: false,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for resource in data.resources().iter().filter(|resource| data.value(resource.type_token) == Some("file")) {
        for &name in resource.parameters.iter().filter(|id| data.token(**id).value == "mode") {
            let Some(value) = data.next_code(name).and_then(|arrow| data.next_code(arrow)) else { continue };
            let mode = data.token(value).value.as_bytes();
            if mode.iter().all(u8::is_ascii_digit) && matches!(mode.last(), Some(b'2' | b'3' | b'6' | b'7')) {
                found.warning(data, value, "files should not be created with world writable permissions");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn others_may_not_write() {
        check(
            "world_writable_files",
            "file { '/a': mode => '0666' }\nfile { '/b': mode => '0664' }\nfile { '/c': mode => 'o+w' }\nfile { '/d': mode => undef }\n",
            expect![[r#"
                1:22: warning: files should not be created with world writable permissions
            "#]],
        );
    }
}
