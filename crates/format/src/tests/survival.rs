//! Properties of any text.

use proptest::prelude::*;

use crate::{Options, apply, format};

/// Words, marks and comments, put one after the other: hardly ever code, and always a text.
fn text() -> impl Strategy<Value = String> {
    let words = [
        "file",
        "class",
        "a",
        "'b'",
        "\"c ${d}\"",
        "$e",
        "1",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "=>",
        "->",
        "~>",
        ":",
        ",",
        ";",
        "?",
        "=",
        "+",
        "and",
        "if",
        "else",
        "case",
        "default",
        "|",
        "<|",
        "|>",
        "@",
        "!",
        "*",
        ".",
        "# f\n",
        "/* g */",
        "# fmt: off\n",
        "# fmt: on\n",
        "\n",
        "\n\n",
        " ",
        "  ",
        "@(H)\n  h\n  | H\n",
        "$i = [\n",
        "File['j']",
        "k { 'l': m => n,",
        "include o",
        "\r\n",
    ];
    let word = proptest::sample::select(words.to_vec());
    proptest::collection::vec((word, proptest::sample::select(vec!["", " ", " ", "\n"])), 0..40)
        .prop_map(|words| words.into_iter().flat_map(|(word, blank)| [word, blank]).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_formatted_once_or_refused(text in text()) {
        if let Ok(edits) = format(&text, Options::default()) {
            let new = apply(&text, &edits);
            let comments = |text: &str| text.matches("# f").count() + text.matches("/* g */").count();
            prop_assert_eq!(comments(&text), comments(&new));
            let again = format(&new, Options::default());
            prop_assert_eq!(again.as_ref().map(|it| apply(&new, it)), Ok(new));
        }
    }
}
