use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    let out = match super::tokens(text) {
        Ok(tokens) => tokens.iter().map(|it| format!("{}:{} {:?} {:?}\n", it.line, it.column, it.kind, it.value)).collect::<String>(),
        Err(refused) => format!("{refused:?}\n"),
    };
    expected.assert_eq(&out);
}

#[test]
fn columns_in_strings() {
    check(
        r#""a ${b['c']} $d-e x""#,
        expect![[r#"
            1:1 DqPre "a "
            1:6 Variable "b"
            1:7 LBrack "["
            1:8 SString "c"
            1:11 RBrack "]"
            1:12 DqMid " "
            1:14 UnencVariable "d-e"
            1:18 DqPost " x"
        "#]],
    );
}

#[test]
fn words_and_numbers() {
    check(
        "if($a::b['c']) 1.5e3x Foo::Bar",
        expect![[r#"
        1:1 FunctionName "if"
        1:3 LParen "("
        1:4 Variable "a::b['c']"
        1:14 RParen ")"
        1:15 Whitespace " "
        1:16 Number "1"
        1:17 Dot "."
        1:18 Name "5e3x"
        1:22 Whitespace " "
        1:23 ClassRef "Foo::Bar"
    "#]],
    );
}
