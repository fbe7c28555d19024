//! A default that is looked up in data.

use crate::check::{Check, Found};
use crate::data::{Budget, Data};
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "lookup_in_parameter",
    description: Some("Parameters take their values from data by their own names, and not by `lookup`."),
    help: None,
    by_default: false,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    let budget = Budget::new(data);
    let within = budget.walk(data.definitions().filter_map(|it| it.parameters.clone()).flatten());
    let mut calls: Vec<_> = within.filter(|id| data.token(*id).kind == Kind::FunctionName && data.token(*id).value == "lookup").collect();
    calls.sort_unstable();
    calls.dedup();
    for id in calls {
        found.warning(data, id, "lookup used to set the default value of a parameter");
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn data_is_bound_by_name() {
        check(
            "lookup_in_parameter",
            "class m($a = lookup('b')) {\n  $c = lookup('d')\n}\n",
            expect![[r#"
            1:14: warning: lookup used to set the default value of a parameter
        "#]],
        );
    }
}
