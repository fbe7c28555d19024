//! A class or defined type in a file where Puppet does not look for it.

use crate::check::{Check, Found};
use crate::data::Data;

pub const CHECK: Check = Check {
    name: "autoloader_layout",
    description: Some(
        "Test the manifest tokens for any classes or defined types that are not in an appropriately named file for the autoloader to detect and record an error of each instance found.",
    ),
    help: Some("https://puppet.com/docs/puppet/latest/style_guide.html#separate-files"),
    by_default: true,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    if data.full_path.is_empty() {
        return;
    }
    for definition in data.definitions() {
        let name = data.token(definition.name).value.as_ref();
        if !data.full_path.ends_with(&expected(name, data.configuration.relative)) {
            found.error(data, definition.name, format!("{name} not in autoload module layout"));
        }
    }
}

/// How the path of the file must end; `relative` leaves the module's folder open.
fn expected(name: &str, relative: bool) -> String {
    let below = match name.trim_end_matches("::").split_once("::") {
        Some((module, rest)) => (module, format!("manifests/{}.pp", rest.replace("::", "/"))),
        None => (name, "manifests/init.pp".to_owned()),
    };
    match below {
        (_, path) if relative => path,
        (module, path) => format!("/{module}/{path}"),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn the_name_tells_the_file() {
        check(
            "autoloader_layout",
            "class m { }\nclass m::other { }\ndefine n { }\n",
            expect![[r#"
            2:7: error: m::other not in autoload module layout
            3:8: error: n not in autoload module layout
        "#]],
        );
    }

    #[test]
    fn the_folder_of_a_module_may_be_left_open() {
        assert_eq!(super::expected("m::a::b", false), "/m/manifests/a/b.pp");
        assert_eq!(super::expected("m::a::b", true), "manifests/a/b.pp");
        assert_eq!(super::expected("m", true), "manifests/init.pp");
    }
}
