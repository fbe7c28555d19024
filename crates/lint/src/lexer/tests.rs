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

/// A construct that is opened repeatedly and never closed is searched for once a line.
#[test]
fn reading_grows_as_the_text_does() {
    for open in ["$x[", "@(", "$x[ @(", "@(abc\n$x[abc\n"] {
        let text = open.repeat(1_000);
        let mut lexer = super::Lexer::new();
        let _ = lexer.read(&text, &mut super::VecDeque::new(), 0);
        let looked = lexer.brackets.looked + lexer.parentheses.looked;
        assert!((1..=2 * text.len()).contains(&looked), "{open:?}: {looked} looks at {} bytes", text.len());
    }
}

#[test]
fn what_has_no_end_is_read_as_signs() {
    check(
        "/* $x[ @(",
        expect![[r#"
            1:1 Div "/"
            1:2 Times "*"
            1:3 Whitespace " "
            1:4 Variable "x"
            1:6 LBrack "["
            1:7 Whitespace " "
            1:8 At "@"
            1:9 LParen "("
        "#]],
    );
}
