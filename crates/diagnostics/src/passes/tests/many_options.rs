//! A `case` of thousands of options: nothing in it is compared with everything else.

use expect_test::expect;

use crate::neighbours::tests::check;

/// The class of a module with a `case` over an unknown text; options before the last two are regular expressions or texts.
fn class_with(option: impl Fn(usize) -> String) -> String {
    let options: String = (0..5_000).map(|it| format!("    {}: {{ notify {{ 'n{it}': }} }}\n", option(it))).collect();
    format!(
        "\n#- /e/environment.conf\n#- /e/modules/m/manifests/init.pp\nclass m(String $x) {{\n  case $x {{\n{options}    'one': {{ file {{ \
         '/a': }} }}\n    'two': {{ file {{ '/a': mode => '0644' }} notify {{ $nope: }} }}\n    default: {{ file {{ \
         '/a': }} }}\n  }}\n}}\n"
    )
}

/// Its arms exclude each other: none declares what another one has declared.
#[test]
fn arms_of_many_options_exclude_each_other() {
    let texts = class_with(|it| format!("'v{it}'"));
    let patterns = class_with(|it| format!("/^p{it}/"));
    for text in [texts, patterns] {
        check("duplicate-resource", &text, expect![[""]]);
    }
}

/// Mistakes in such an arm are still found.
#[test]
fn mistakes_in_arms_of_many_options_are_found() {
    let text = class_with(|it| format!("'v{it}'"));
    check(
        "unknown-variable",
        &text,
        expect![[r#"
            Warning: Unknown variable: 'nope'.
              /e/modules/m/manifests/init.pp:5004     'two': { file { '/a': mode => '0644' } notify { $nope: } }
                                                                                                      ^^^^^
        "#]],
    );
}
