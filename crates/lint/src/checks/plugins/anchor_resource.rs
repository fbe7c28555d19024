//! Resources of the type `anchor`.

use crate::check::{Check, Found};
use crate::data::Data;

pub const CHECK: Check = Check {
    name: "anchor_resource",
    description: Some("Classes are contained by `contain`, and not between anchors."),
    help: None,
    by_default: false,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for resource in data.resources() {
        if let Some(id) = resource.type_token
            && data.token(id).value == "anchor"
        {
            found.warning(data, id, "manifest includes anchor resource");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn anchors_are_told() {
        check(
            "anchor_resource",
            "anchor { 'a': }\n-> file { '/b': }\n",
            expect![[r#"
            1:1: warning: manifest includes anchor resource
        "#]],
        );
    }
}
