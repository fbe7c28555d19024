//! A parameter that a resource, or a hash in it, has twice.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "duplicate_params",
    description: Some(
        "Check the tokens of each resource instance for any duplicate parameters and record a warning for each instance found.",
    ),
    help: None,
    by_default: true,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for resource in data.resources() {
        // The names at each depth of braces; a brace that closes forgets those within it.
        let mut depth = 0_i32;
        let mut seen: FxHashMap<i32, FxHashSet<&str>> = FxHashMap::default();
        for id in resource.tokens.clone() {
            match data.token(id).kind {
                Kind::LBrace => depth += 1,
                Kind::RBrace => {
                    seen.remove(&depth);
                    depth -= 1;
                }
                Kind::FArrow => {
                    let name = data.prev_code(id).filter(|name| data.token(*name).kind == Kind::Name);
                    if let Some(name) = name
                        && !seen.entry(depth).or_default().insert(&data.token(name).value)
                    {
                        found.error(data, name, "duplicate parameter found in resource");
                    }
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn a_name_may_come_once_in_each_body() {
        check(
            "duplicate_params",
            "file { 'a': mode => '1', mode => '2', }\nfile { 'b': a => { x => 1, x => 2 }, b => { x => 1 }; 'c': a => 1 }\n",
            expect![[r#"
                1:26: error: duplicate parameter found in resource
                2:28: error: duplicate parameter found in resource
            "#]],
        );
    }
}
