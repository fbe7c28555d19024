//! A command that runs on every run.

use crate::check::{Check, Found};
use crate::data::{Data, Resource};
use crate::token::Kind;

pub const CHECK: Check = Check {
    name: "exec_idempotency",
    description: Some("An `exec` says when it has nothing to do."),
    help: None,
    by_default: false,
    fixes: false,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for resource in data.resources() {
        if data.value(resource.type_token) == Some("exec") && !says_when(data, resource) {
            let message = "exec without idempotency. set at least one of the attributes: onlyif, unless, creates, refreshonly";
            found.warning(data, resource.tokens.start, message);
        }
    }
}

fn says_when(data: &Data<'_>, resource: &Resource) -> bool {
    let mut depth = 0_i32;
    resource.tokens.clone().any(|id| {
        let token = data.token(id);
        match token.kind {
            Kind::LBrace | Kind::LBrack | Kind::LParen => depth += 1,
            Kind::RBrace | Kind::RBrack | Kind::RParen => depth -= 1,
            Kind::Name | Kind::Unless if depth == 0 => {
                return matches!(token.value.as_ref(), "onlyif" | "unless" | "creates" | "refreshonly")
                    && data.kind(data.next_code(id)) == Some(Kind::FArrow);
            }
            _ => {}
        }
        false
    })
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn a_command_says_when_it_is_done() {
        check(
            "exec_idempotency",
            "exec { '/a': path => '/bin' }\nexec { '/b': creates => '/c' }\nexec { '/d': unless => '/e' }\n",
            expect![[r#"
                1:12: warning: exec without idempotency. set at least one of the attributes: onlyif, unless, creates, refreshonly
            "#]],
        );
    }
}
