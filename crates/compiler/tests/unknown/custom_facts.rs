//! Facts that no built-in set has: modules and machines that are not here may have them.

use expect_test::expect;

use crate::{fine, wrong};

#[test]
fn what_a_custom_fact_is_made_of_is_not_known() {
    fine("class m { $a = $facts['x']['y'] }");
    fine("class m { $a = split($facts['x'], ',') }");
    fine("class m { if versioncmp($facts['x'], '1.0') > 0 { notify { 'a': } } }");
    fine("class m { if $facts['gpu_count'] > 0 { notify { 'a': } } }");
    fine("class m { $a = $facts.dig('loc', 'city') + 1 }");
    fine("class m { $a = $facts.get('loc.city') + 1 }");
    fine("class m { $a = getvar('facts.loc.city') + 1 }");
    fine("class m { $a = get($facts, 'loc.city') + 1 }");
    fine("class m { $all = $facts $a = $all['x'] + 1 }");
    fine("class m { if 'zone' in $facts { $a = $facts['zone'] + 1 } }");
    fine("class m { $a = $::facts['zone'] + 1 }");
}

#[test]
fn a_custom_fact_may_be_missing() {
    fine("class m { if $facts['x'] { notify { 'a': } } else { notify { 'b': } } Notify['a'] -> Notify['b'] }");
    fine("class m { if 'x' in $facts { notify { 'a': } } notify { 'b': require => Notify['a'] } }");
    fine("class m { if !('x' in $facts) { notify { 'a': } } notify { 'b': require => Notify['a'] } }");
}

#[test]
fn a_custom_fact_is_the_same_everywhere() {
    fine("class m { if $facts['x'] == 'a' { notify { 'n': } } if $facts['x'] == 'b' { notify { 'n': } } }");
    fine("class m { if $facts['x'] == 'a' { notify { 'n': } } if $facts.get('x') == 'b' { notify { 'n': } } }");
    fine("class m { if $facts['x'] == 'a' { notify { 'n': } } if getvar('facts.x') == 'b' { notify { 'n': } } }");
}

#[test]
fn a_variable_of_the_top_scope_may_be_one() {
    wrong(
        "class m {\n $a = $::location + 1\n}",
        expect![[r#"
            2: perhaps: Evaluation Error: Unknown variable: '::location'.
        "#]],
    );
}

#[test]
fn facts_of_facter_are_known() {
    wrong(
        "class m {\n $a = $facts['os']['nosuch']['x']\n $b = $facts['solaris_zones']['x']\n}",
        expect![[r#"
            2: Evaluation Error: Operator '[]' is not applicable to an Undef Value.
            3: Evaluation Error: Operator '[]' is not applicable to an Undef Value.
        "#]],
    );
}
