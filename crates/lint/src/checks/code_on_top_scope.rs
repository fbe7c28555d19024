//! Code that is in no class and no defined type.

use crate::check::{Check, Found};
use crate::data::Data;

pub const CHECK: Check = Check {
    name: "code_on_top_scope",
    description: Some("Test that no code is outside of a class or define scope."),
    help: None,
    by_default: false,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    let mut definitions: Vec<_> = data.definitions().map(|definition| definition.tokens.clone()).collect();
    definitions.sort_unstable_by_key(|tokens| tokens.start);
    let mut definitions = definitions.into_iter().peekable();
    let mut inside = 0;
    for id in data.ids() {
        while let Some(definition) = definitions.next_if(|tokens| tokens.start <= id) {
            inside = inside.max(definition.end);
        }
        let token = data.token(id);
        if id >= inside && !token.kind.is_formatting() {
            found.warning(data, id, format!("code outside of class or define block - {}", token.value));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn each_token_is_told() {
        check(
            "code_on_top_scope",
            "# comment\nclass m {\n  $a = 1\n}\ninclude m\n",
            expect![[r#"
            5:1: warning: code outside of class or define block - include
            5:9: warning: code outside of class or define block - m
        "#]],
        );
    }
}
