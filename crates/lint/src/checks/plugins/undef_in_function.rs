//! `undef` as an argument of a function.

use crate::check::{Check, Found};
use crate::data::{Budget, Data};
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "undef_in_function",
    description: Some("Functions that begin a line, and those in them, are not given `undef`."),
    help: None,
    by_default: false,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    let budget = Budget::new(data);
    for call in data.functions() {
        for id in budget.walk(call).filter(|id| data.token(*id).kind == Kind::Undef) {
            found.warning(data, id, "undef passed to a function");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn undef_is_no_argument() {
        check(
            "undef_in_function",
            "f(undef)\n$a = undef\nfile { '/b': ensure => undef }\n",
            expect![[r#"
            1:3: warning: undef passed to a function
        "#]],
        );
    }
}
