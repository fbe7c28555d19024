//! A collector that collects everything.

use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "spaceship_operator_without_tag",
    description: Some("Collectors say what they collect."),
    help: None,
    by_default: false,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for &id in data.of_kind(Kind::LCollect) {
        if data.kind(data.next_code(id)) == Some(Kind::RCollect) {
            found.warning(data, id, "spaceship operator without tag");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn collectors_say_what() {
        check(
            "spaceship_operator_without_tag",
            "User <| |>\nUser <| title == 'a' |>\nUser <||>\n",
            expect![[r#"
            1:6: warning: spaceship operator without tag
            3:6: warning: spaceship operator without tag
        "#]],
        );
    }
}
