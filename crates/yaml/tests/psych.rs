//! YAML against what Puppet's own loader made of the same texts; and that no text at all breaks the reader.

use proptest::prelude::*;
use yaml::{Data, Error, load};

/// As the recording writes values: floats by their bits.
fn written(data: &Data) -> String {
    let text = |it: &str| serde_json::Value::from(it).to_string();
    match data {
        Data::Undef => "~".to_owned(),
        Data::Boolean(it) => it.to_string(),
        Data::Integer(it) => it.to_string(),
        Data::Big(it) => it.to_string(),
        Data::Float(it) if it.is_nan() => "f:nan".to_owned(),
        Data::Float(it) => format!("f:{:016x}", it.to_bits()),
        Data::String(it) => text(it),
        Data::Symbol(it) => format!(":{}", text(it)),
        Data::Array(items) => format!("[{}]", items.iter().map(written).collect::<Vec<_>>().join(", ")),
        Data::Hash(entries) => {
            let entries: Vec<String> = entries.iter().map(|(key, value)| format!("{} => {}", written(key), written(value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

fn rendered(problem: &Error) -> String {
    problem.render("data.yaml")
}

#[test]
fn yaml_is_read_as_puppet_reads_it() {
    let mut wrong = Vec::new();
    let mut cases = 0;
    for line in include_str!("data/yaml.jsonl").lines() {
        cases += 1;
        let case: serde_json::Value = serde_json::from_str(line).expect("a line of the recording");
        let text = case["yaml"].as_str().expect("a text");
        let expected = match case.get("error") {
            Some(error) => format!("error {}", error.as_str().expect("a message")),
            None => case["data"].as_str().expect("a value").to_owned(),
        };
        let got = match load(text.as_bytes()) {
            // Puppet makes `false` of nothing.
            Ok(Some(document)) if document.data != Data::Undef => written(&document.data),
            Ok(_) => "false".to_owned(),
            Err(problem) => format!("error {}", rendered(&problem)),
        };
        if got != expected {
            wrong.push(format!("{text:?}\n  expected {expected}\n       got {got}"));
        }
    }
    assert!(cases >= 250, "{cases}");
    assert!(wrong.is_empty(), "{} of {cases} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// Pieces that the grammar gives a meaning to, in any order.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        prop::sample::select(vec![
            "a",
            "1",
            "- ",
            "-",
            "? ",
            ": ",
            ":",
            "[",
            "]",
            "{",
            "}",
            ",",
            "#",
            " #",
            "&x",
            "*x",
            "!",
            "!!str",
            "!<",
            ">",
            "|",
            "|2",
            "'",
            "\"",
            "\\",
            "\\x",
            "\\u12",
            "%",
            "%YAML 1.1",
            "%TAG ! x",
            "---",
            "...",
            "@",
            "`",
            "<<",
            "\n",
            "\n  ",
            "\n- ",
            "\r",
            "\t",
            " ",
            "  ",
            "~",
            "\u{feff}",
            "\u{2028}",
            "\u{85}",
            "\0",
            "\u{e9}",
            "\u{1f600}",
        ])
        .prop_map(|it| it.as_bytes().to_vec()),
        any::<u8>().prop_map(|it| vec![it]),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|it| it.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, ..ProptestConfig::default() })]

    #[test]
    fn pieces_of_yaml_break_nothing(text in pieces()) {
        // Not even by what the reader makes of a panic.
        prop_assert!(load(&text).err().is_none_or(|it| !it.message.contains("does not get on")));
    }

    #[test]
    fn bytes_break_nothing(text in prop::collection::vec(any::<u8>(), 0..60)) {
        // Not even by what the reader makes of a panic.
        prop_assert!(load(&text).err().is_none_or(|it| !it.message.contains("does not get on")));
    }
}

#[test]
fn other_encodings_are_refused_as_ruby_does() {
    for text in [&b"\xff\xfea\0"[..], b"\xff\xfea", b"\xfe\xff\0a", b"\xff", b"\xff\xfe\0\xd8b\0"] {
        let problem = load(text).expect_err("no UTF-8");
        assert!(problem.message.starts_with("invalid leading UTF-8 octet"), "{}", problem.message);
    }
}

#[test]
fn what_is_deep_or_many_is_refused() {
    for (open, close) in [("[", "]"), ("{a: ", "}"), ("- ", ""), ("? ", "")] {
        let text = format!("{}{}", open.repeat(5_000), close.repeat(5_000));
        assert!(load(text.as_bytes()).is_err(), "{open}");
    }
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for at in 1..30 {
        let before = at - 1;
        text.push_str(&format!("a{at}: &a{at} [*a{before}, *a{before}, *a{before}, *a{before}, *a{before}]\n"));
    }
    assert!(load(text.as_bytes()).is_err());
}

#[test]
fn what_contains_itself_is_refused() {
    for text in ["a: &x\n  b: *x", "&x [*x]"] {
        let problem = load(text.as_bytes()).expect_err("no end");
        assert_eq!(problem.message, "The data contains itself by the alias 'x'");
    }
}

#[test]
fn tags_before_commas_are_read_behind_a_byte_order_mark() {
    for mark in ["", "\u{feff}"] {
        let document = load(format!("{mark}é: [!x,y, !!str,é]").as_bytes()).expect("YAML").expect("a document");
        assert_eq!(written(&document.data), r#"{"é" => [~, "y", "", "é"]}"#);
    }
}

#[test]
fn keys_know_their_places() {
    let document = load("a:\n  b: 1\n  c:\n    - x\n    - d: 2\n".as_bytes()).expect("YAML").expect("a document");
    assert_eq!(document.root.key_place(["a", "b"]), Some((2, 3)));
    assert_eq!(document.root.key_place(["a", "c", "1", "d"]), Some((5, 7)));
    assert_eq!(document.root.key_place(["a", "x"]), None);
}
