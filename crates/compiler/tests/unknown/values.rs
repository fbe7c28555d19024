//! Values of which only the type is known.

use compiler::Entry;
use expect_test::{Expect, expect};

use crate::{analyse_main, findings, fine, wrong};

#[test]
fn a_type_is_wrong_only_if_no_value_fits() {
    fine("class m(Optional[String] $x) { m::d { 'a': s => $x } }\n# m/manifests/d.pp\ndefine m::d(String $s) { }");
    wrong(
        "class m(Integer $x) {\n m::d { 'a': s => $x }\n}\n# m/manifests/d.pp\ndefine m::d(String $s) { }",
        expect![[r#"
            2: Evaluation Error: Error while evaluating a Resource Statement, M::D[a]: parameter 's' expects a String value, got Integer
        "#]],
    );
    fine("class m(Integer $x) { m::d { 'a': s => \"${x}\" } }\n# m/manifests/d.pp\ndefine m::d(String $s) { }");
}

#[test]
fn what_is_iterated_may_have_elements() {
    fine("class m(Array[String] $x) { $x.each |String $e| { notify { $e: } } $y = $x.map |$e| { \"${e}x\" } notify { $y: } }");
    fine("class m(Hash[String, Hash] $x) { $x.each |String $k, Hash $v| { file { $k: * => $v } } }");
    fine("class m($x) { $x.each |$k, $v| { $z = $v['a'] } $y = $x.filter |$e| { $e == 1 } $w = $x.reduce |$m, $e| { $m + $e } }");
    wrong(
        "class m(Array[String] $x) {\n $x.each |$e| { notify { $e: message => $nosuch } }\n}",
        expect![[r#"
            2: perhaps: Evaluation Error: Unknown variable: 'nosuch'.
        "#]],
    );
}

#[test]
fn attributes_that_are_not_known_are_not_missed() {
    fine("class m(Hash $x) { m::d { 'a': * => $x } }\n# m/manifests/d.pp\ndefine m::d(String $s) { notify { $s: } }");
    fine("class m(Hash $x) { create_resources('m::d', { 'a' => $x }) }\n# m/manifests/d.pp\ndefine m::d(String $s) { notify { $s: } }");
}

#[test]
fn facts_that_are_not_known() {
    let each = |test: &str| {
        let file = "# m/lib/facter/file.rb\nFacter.add(:mine) { }\n# m/lib/../facts.d/facts.ps1\nwrite-host \"in_a_script=$env:x\"";
        wrong(
            &format!("class m {{\n if {test} {{ fail('a') }}\n unless {test} {{ fail('b') }}\n}}\n{file}"),
            expect![[r#"
                2: perhaps: Evaluation Error: Error while evaluating a Function Call, a
                3: perhaps: Evaluation Error: Error while evaluating a Function Call, b
            "#]],
        );
    };
    each("$facts['hidden'] == 'a'");
    each("$facts['os']['hidden']");
    each("$facts['mine']['x']");
    each("$facts['in_a_script'] == 'a'");
    each("$hidden");
    fine("class m { notify { \"${trusted['certname']} ${trusted['extensions']['pp_role']} ${server_facts['servername']}\": } }");
}

#[test]
fn a_fact_of_a_module_may_not_be_there() {
    let files = "# m/lib/facter/file.rb\nFacter.add(:mine) { }\nFacter.add(other) { }";
    let of = |main: &str, expected: Expect| expected.assert_eq(&findings(&analyse_main(main, files, Entry::Site)));
    of("$mine = 1\n$other = 1\nif $hidden { $x = 1 } else { $y = 2 }\nnotify { \"${mine} ${other}\": }", expect![""]);
    of("if $hidden { $mine = 1 } else { $mine = 2 }", expect![""]);
    of(
        "$mine = $facts['mine']\n$mine = 2",
        expect![[r#"
            2: Evaluation Error: Cannot reassign variable '$mine'
        "#]],
    );
}

#[test]
fn data_that_are_not_here() {
    fine("class m { $a = lookup('nosuch') notify { \"${a}\": } }");
    fine("class m { include m::a }\n# m/manifests/a.pp\nclass m::a(String $required) { notify { $required: } }");
}

#[test]
fn the_rest_of_the_language() {
    fine(
        "class m($x) { $a = $x + 1 $b = [$x, 1] + 2 $c = { $x => 1 } $d = $x ? { 1 => 'a', default => 'b' } $e = -$x notify { \"${a}${b}${c}${d}${e}\": } }",
    );
    fine("class m($x) { [$a, $b] = $x $c = [1, $x, 3].join('-') $d = $x in ['a'] $e = $x < 3 notify { \"${a}${c}${d}${e}\": } }");
    fine("class m(String $x) { Notify <| title == $x |> @notify { 'a': } realize(Notify[$x]) Notify[$x] -> Notify['b'] notify { 'b': } }");
    fine("class m(Boolean $x) { File { mode => '0644' } if $x { file { '/a': } } else { file { '/a': mode => '0600' } } }");
    fine("class m($x) { if defined(Notify['a']) { fail('never') } if defined(Notify[$x]) { notify { 'a': } } else { notify { 'a': } } }");
}

/// Puppet gives each of these lists to the defined type without a word, whatever texts the arrays hold.
#[test]
fn an_array_of_which_only_the_type_is_known_gives_its_elements() {
    let define = "# m/manifests/d.pp\ndefine m::d(Array[String] $list) { notify { $list: } }";
    for value in
        ["flatten(['a:ro', $x])", "[$h.values, 'x'].flatten", "[*$x, 'x']", "flatten([$x, [['y', $x]]])", "flatten($any)", "[*$any]"]
    {
        fine(&format!("class m(Array $x, Hash $h, $any) {{ m::d {{ 'a': list => {value} }} }}\n{define}"));
    }
    fine("class m(Array[String] $x) { flatten('a', $x).each |String $e| { notify { $e: } } file { [*$x, '/a']: } }");
    wrong(
        &format!("class m(Array[Integer, 1] $x) {{\n m::d {{ 'a': list => length(flatten($x, 'a')) }}\n}}\n{define}"),
        expect![[r#"
            2: Evaluation Error: Error while evaluating a Resource Statement, M::D[a]: parameter 'list' expects an Array value, got Integer
        "#]],
    );
}

#[test]
fn an_array_of_which_only_the_type_is_known_gives_arguments() {
    let functions = "# m/functions/f.pp\nfunction m::f(Integer $a, String $b) { $b }\n# m/functions/g.pp\nfunction m::g(*$rest) { $rest }";
    fine(&format!("class m(Array $x) {{ $a = m::f(1, *$x) $b = m::g(*$x) $c = 1.m::f(*$x) notify {{ $a: }} }}\n{functions}"));
    wrong(
        &format!("class m(Array $x) {{\n $a = m::f('a', *$x)\n}}\n{functions}"),
        expect![[r#"
            2: Evaluation Error: Error while evaluating a Function Call, 'm::f' parameter 'a' expects an Integer value, got String
        "#]],
    );
}

/// Each of them is twice the one before: written out, the last one has more characters than any memory.
#[test]
fn a_text_made_of_itself_is_cut_in_a_message() {
    let doubled: String = (1..60).map(|it| format!("  $a{it} = \"${{a{0}}}-${{a{0}}}\"\n", it - 1)).collect();
    let outcome = crate::analyse(&format!("class m($a0) {{\n{doubled}  fail(\"no ${{a59}}\")\n}}\n"), compiler::Entry::Class("m".into()));
    let messages: Vec<String> = outcome.errors.iter().map(|it| it.message()).collect();
    assert!(messages.len() == 1 && messages[0].starts_with("Evaluation Error: ") && messages[0].len() < 2_000, "{messages:?}");
}
