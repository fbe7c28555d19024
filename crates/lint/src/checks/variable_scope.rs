//! A variable of the top scope without `::`, as far as nothing within the class sets it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::keys::{has_key, without_last_keys};
use crate::check::{Check, Found};
use crate::data::{Budget, Data};
use crate::token::{Id, Kind};

pub const CHECK: Check = Check {
    name: "variable_scope",
    description: Some(
        "Test the manifest tokens for any variables that are referenced in the manifest. If the variables are not fully qualified or one of the variables automatically created in the scope, check that they have been defined in the local scope and record a warning for each variable that has not.",
    ),
    help: Some("https://puppet.com/docs/puppet/latest/style_guide.html#namespacing-variables"),
    by_default: true,
    fixes: false,
    run,
};

const ALWAYS_THERE: &[&str] = &[
    "name",
    "title",
    "module_name",
    "environment",
    "clientcert",
    "clientversion",
    "servername",
    "serverip",
    "serverversion",
    "caller_module_name",
    "alias",
    "audit",
    "before",
    "loglevel",
    "noop",
    "notify",
    "require",
    "schedule",
    "stage",
    "subscribe",
    "tag",
    "facts",
    "trusted",
    "server_facts",
];

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    // What one definition sets is known in those after it, too.
    let mut known: FxHashSet<&str> = ALWAYS_THERE.iter().copied().collect();
    let budget = Budget::new(data);
    for definition in data.definitions() {
        for id in budget.walk(definition.parameters.clone().into_iter().flatten()) {
            if data.token(id).kind == Kind::Variable
                && matches!(data.kind(data.next_code(id)), Some(Kind::Comma | Kind::Equals | Kind::RParen))
            {
                known.insert(&data.token(id).value);
            }
        }
        let mut used: Vec<Id> = Vec::new();
        // For each parameter of lambdas, where the lambdas begin, and the last line of all that began before.
        let mut on_lines: FxHashMap<&str, Vec<(u32, u32)>> = FxHashMap::default();
        let mut parameters: Option<Vec<&str>> = None;
        for id in budget.walk(definition.tokens.clone()) {
            let token = data.token(id);
            match token.kind {
                Kind::Equals => assigned(data, id, &mut known),
                Kind::Variable => match &mut parameters {
                    Some(parameters) => parameters.push(&token.value),
                    None => used.push(id),
                },
                Kind::Pipe => match parameters.take() {
                    None => parameters = Some(Vec::new()),
                    Some(parameters) => {
                        let last = data.closing_brace(id, &budget).unwrap_or(id);
                        for name in parameters {
                            let lambdas = on_lines.entry(name).or_default();
                            let before = lambdas.last().map_or(0, |(_, last)| *last);
                            lambdas.push((token.line, before.max(data.token(last).line)));
                        }
                    }
                },
                _ => {}
            }
        }
        for id in used {
            let token = data.token(id);
            let name = without_last_keys(&token.value);
            let in_lambda = on_lines.get(name).is_some_and(|lambdas| {
                let begun = lambdas.partition_point(|(first, _)| *first <= token.line);
                lambdas.get(..begun).and_then(<[_]>::last).is_some_and(|(_, last)| token.line <= *last)
            });
            if in_lambda
                || token.value.contains("::")
                || has_key(&token.value, &["facts", "trusted"])
                || known.contains(name)
                || token.value.bytes().all(|it| it.is_ascii_digit())
            {
                continue;
            }
            found.warning(data, id, "top-scope variable being used without an explicit namespace");
        }
    }
}

/// The variables that an `=` sets: the one before it, or those in the list before it.
fn assigned<'t>(data: &Data<'t>, equals: Id, known: &mut FxHashSet<&'t str>) {
    let Some(before) = data.prev_code(equals) else { return };
    match data.token(before).kind {
        Kind::Variable => {
            known.insert(&data.token(before).value);
        }
        Kind::RBrack => {
            let mut depth = 0_i32;
            let mut at = Some(before);
            while let Some(id) = at {
                match data.token(id).kind {
                    Kind::Variable => {
                        known.insert(&data.token(id).value);
                    }
                    Kind::RBrack => depth += 1,
                    Kind::LBrack => {
                        depth -= 1;
                        if depth == 0 {
                            return;
                        }
                    }
                    Kind::Comma => {}
                    _ => return,
                }
                at = data.prev_code(id);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn what_is_set_within_the_class_is_known() {
        check(
            "variable_scope",
            "class m($a, $b = $c) {\n  $d = $a\n  [$e, $f] = [$d, $g]\n  $h = \"${e} ${i} $j\"\n  $k = $::l\n  $m = $facts['os']\n}\n",
            expect![[r#"
                3:19: warning: top-scope variable being used without an explicit namespace
                4:16: warning: top-scope variable being used without an explicit namespace
            "#]],
        );
    }

    #[test]
    fn parameters_of_a_lambda_are_known_on_its_lines() {
        check(
            "variable_scope",
            "class m {\n  [1].each |$x| {\n    notice($x, $y)\n  }\n  notice($x)\n}\n",
            expect![[r#"
            3:16: warning: top-scope variable being used without an explicit namespace
            5:10: warning: top-scope variable being used without an explicit namespace
        "#]],
        );
    }
}
