//! Certain errors, whatever the unknown values are, and whatever was left out.

use expect_test::expect;

use compiler::Entry;

use crate::{analyse, findings, fine, wrong};

#[test]
fn arguments_of_which_a_part_is_unknown_may_be_wrong() {
    wrong(
        "class m(String $x) {\n $a = split({ 'a' => $x }, '-')\n}",
        expect![[r#"
        2: Evaluation Error: Error while evaluating a Function Call, The function 'split' was called with arguments it does not accept. It expects one of:
          (String str, String pattern)
            rejected: parameter 'str' expects a String value, got Struct
          (String str, Regexp pattern)
            rejected: parameter 'str' expects a String value, got Struct
          (String str, Type[Regexp] pattern)
            rejected: parameter 'str' expects a String value, got Struct
          (Sensitive[String] sensitive, String pattern)
            rejected: parameter 'sensitive' expects a Sensitive[String] value, got Struct
          (Sensitive[String] sensitive, Regexp pattern)
            rejected: parameter 'sensitive' expects a Sensitive[String] value, got Struct
          (Sensitive[String] sensitive, Type[Regexp] pattern)
            rejected: parameter 'sensitive' expects a Sensitive[String] value, got Struct
    "#]],
    );
    wrong(
        "class m(Hash $x) {\n $a = split($x, '-')\n}",
        expect![[r#"
        2: Evaluation Error: Error while evaluating a Function Call, The function 'split' was called with arguments it does not accept. It expects one of:
          (String str, String pattern)
            rejected: parameter 'str' expects a String value, got Hash
          (String str, Regexp pattern)
            rejected: parameter 'str' expects a String value, got Hash
          (String str, Type[Regexp] pattern)
            rejected: parameter 'str' expects a String value, got Hash
          (Sensitive[String] sensitive, String pattern)
            rejected: parameter 'sensitive' expects a Sensitive[String] value, got Hash
          (Sensitive[String] sensitive, Regexp pattern)
            rejected: parameter 'sensitive' expects a Sensitive[String] value, got Hash
          (Sensitive[String] sensitive, Type[Regexp] pattern)
            rejected: parameter 'sensitive' expects a Sensitive[String] value, got Hash
    "#]],
    );
    fine("class m(Any $x) { $a = split($x, '-') $b = [$x].flatten $c = versioncmp($x, '1') }");
}

#[test]
fn a_collection_is_no_number() {
    wrong(
        "class m(String $x) {\n $a = split($x, '-') * 2\n}",
        expect![[r#"
        2: Evaluation Error: The value '…' cannot be converted to Numeric.
    "#]],
    );
    fine("class m(Variant[Array, Integer] $x) { $a = $x * 2 $b = split('a', $facts['hidden']) + 2 }");
    fine("class m(Sensitive $x, Any $y) { $a = split($x, '-') $b = split($y, '-') * 2 if $a =~ Sensitive { notify { 'a': } } }");
}

#[test]
fn a_class_that_its_module_lacks_is_declared_by_nothing() {
    wrong(
        "class m {\n include gone\n notify { 'a': require => Class['m::lost'] }\n notify { 'b': require => Class['gone::x'] }\n \
         Class['m::lost'] -> Notify['b']\n Class['other'] -> Notify['b']\n}",
        expect![[r#"
            5: Could not find resource 'Class[M::Lost]' for relationship on 'Notify[b]'
            3: Could not find resource 'Class[M::Lost]' in parameter 'require'
            2: no module gone
        "#]],
    );
}

#[test]
fn a_name_of_a_module_that_is_here_is_of_no_other() {
    wrong(
        "class m {\n $a = n::f()\n $b = m::f()\n m::d { 'a': }\n}",
        expect![[r#"
        3: Evaluation Error: Unknown function: 'm::f'.
        4: Evaluation Error: Error while evaluating a Resource Statement, Unknown resource type: 'm::d'
        2: no module n
    "#]],
    );
}

#[test]
fn a_variable_that_its_class_never_sets_exists_nowhere() {
    wrong(
        "class m(String $set = 'a') {\n include gone\n include m::inner\n}\n# m/manifests/inner.pp\nclass m::inner {\n \
         notify { \"${m::set} ${m::sett}\": }\n}\n",
        expect![[r#"
            2: Evaluation Error: Unknown variable: 'm::sett'.
            2: no module gone
        "#]],
    );
    wrong(
        "class m {\n include gone\n if $facts['hidden'] { $later = 1 }\n $a = $m::later\n}",
        expect![[r#"
            2: no module gone
        "#]],
    );
}

#[test]
fn a_default_that_is_written_out_may_have_the_wrong_type() {
    let text = "define m(Integer $port = '80', String $name_of = $title, Optional[String] $a = undef) {\n}";
    expect![[r#"
        1: perhaps: Evaluation Error: M[?]: parameter 'port' expects an Integer value, got String
    "#]]
    .assert_eq(&findings(&analyse(text, Entry::Define("m".into()))));
}
