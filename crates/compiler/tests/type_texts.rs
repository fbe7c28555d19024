//! Type expressions have two parsers: `values` has a small one for texts of the program, the parser of manifests reads what users
//! write. Both must read the same.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::path::Path;

use proptest::prelude::*;
use values::Type;

/// Compares both parsers; the error is the difference. True if the text is a type.
fn compare(text: &str) -> Result<bool, String> {
    let unknown = Cell::new(false);
    let mut resolve = |name: &str| {
        unknown.set(true);
        name.starts_with("Known").then_some(Type::Scalar)
    };
    let small = values::ty::parse(text, &mut resolve);
    let full = compiler::parse_type(text, &mut resolve);
    let refused =
        small.as_ref().err().is_some_and(|it| it.to_string() == format!("The expression <{text}> is not a valid type specification."));
    match (&small, &full) {
        _ if small == full => Ok(full.is_ok()),
        // It has no words of its own for what the grammar refuses.
        (Err(_), Err(_)) if refused => Ok(false),
        // Keys of a type that does not exist may be anything for the parser of manifests.
        (Err(_), Ok(_)) if refused && (unknown.get() || text.contains("@(")) => Ok(false),
        _ => Err(format!("{text}\nsmall: {small:?}\nfull: {full:?}")),
    }
}

/// The type expressions with keys in a text, whatever else it holds.
fn collect(text: &str, found: &mut BTreeSet<String>) {
    let bytes = text.as_bytes();
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b':';
    for (start, _) in text.char_indices().filter(|(at, c)| c.is_ascii_uppercase() && (*at == 0 || !is_word(bytes[at - 1]))) {
        let mut at = start + bytes[start..].iter().take_while(|b| is_word(**b)).count();
        if bytes.get(at) != Some(&b'[') {
            continue;
        }
        let mut open = 0;
        while let Some(b) = bytes.get(at).filter(|_| at - start < 2_000) {
            open += i32::from(*b == b'[') - i32::from(*b == b']');
            at += 1;
            if open == 0 {
                found.extend(text.get(start..at).map(str::to_owned));
                break;
            }
        }
    }
}

fn collect_files(path: &Path, found: &mut BTreeSet<String>) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).expect("a folder") {
            collect_files(&entry.expect("an entry").path(), found);
        }
    } else if let Ok(text) = std::fs::read_to_string(path) {
        collect(&text, found);
        // As the strings of JSON and Rust mean it.
        if text.contains('\\') {
            collect(&text.replace("\\n", "\n").replace("\\\"", "\"").replace("\\\\", "\\"), found);
        }
    }
}

#[test]
fn what_the_repository_holds_is_read_alike() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut texts = BTreeSet::new();
    for path in ["crates/values", "crates/functions", "crates/compiler", "tests"] {
        collect_files(&root.join(path), &mut texts);
    }
    let results: Vec<_> = texts.iter().map(|it| compare(it)).collect();
    let wrong: Vec<&String> = results.iter().filter_map(|it| it.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{} of {}: {wrong:#?}", wrong.len(), texts.len());
    let types = results.iter().filter(|it| matches!(it, Ok(true))).count();
    assert!(types > 2_000, "{types} of {}", texts.len());
}

#[test]
fn signatures_are_read_alike() {
    let data: serde_json::Value = serde_json::from_str(include_str!("../../functions/data/signatures.json")).expect("JSON");
    let all = data.as_object().expect("a hash").values().flat_map(|it| it.as_array().expect("a list"));
    let mut count = 0;
    for text in all.filter_map(|it| it.get("type")?.as_str()) {
        assert_eq!(compare(text), Ok(true));
        count += 1;
    }
    assert!(count > 250, "{count}");
}

#[test]
fn odd_texts_are_read_alike() {
    let nested = |levels: usize, open: &str, close: &str| format!("Init[Any, {}1{}]", open.repeat(levels), close.repeat(levels));
    let mut texts: Vec<String> = (75..90).map(|it| nested(it, "[", "]")).collect();
    texts.extend((75..90).map(|it| nested(it, "{a => ", "}")));
    texts.extend((75..90).map(|it| format!("{}Integer{}", "Array[".repeat(it), "]".repeat(it))));
    texts.extend((235..250).map(|it| nested(it, "-", "")));
    for literal in [
        "'''",
        "''",
        "'\\''",
        "'\\\\'",
        "\"\"",
        "\"\"\"",
        "\"\"$\"",
        "\"$\"",
        "\"$ \"",
        "\"$x\"",
        "\"${x}\"",
        "\"$::x\"",
        "\"$::\"",
        "\"\\$x\"",
        "\"\\q\"",
        "\"\\u{1F600}\"",
        "\"\\ud800\"",
        "\"\\u12\"",
        "\"a\\\nb\"",
        "/a\\/b/",
        "/[/",
        "/a\n/",
        "/\\\\/",
        "//",
        "/*/",
        "/* */ 1",
        "# x\n 1",
        "0x",
        "0xZ",
        "0",
        "00",
        "08",
        "0.5",
        "00.5",
        "1.",
        "1.5",
        "1e3",
        "1E-3",
        "1e400",
        "1_000",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "- 1",
        "--1",
        "-'a'",
        "->1",
        "type",
        "[type]",
        "{type => type}",
        "type => 1",
        "[type => 1, function => 2]",
        "[type, Foo]",
        "function",
        "class",
        "if",
        "private",
        "plan",
        "apply",
        "a-b",
        "a-",
        "_a",
        "::a",
        "::a::_b",
        "a::B",
        "A::b",
        "::",
        "a::",
        "Any::",
        "[,]",
        "[1,]",
        "[1,,]",
        "{}",
        "{,}",
        "{1}",
        "{1 => 2,}",
        "{1 => 2 3 => 4}",
        "[1, 2 => 3, 4 => 5, {6 => 7}, 8 => 9]",
        "(1)",
        "[1][0]",
        "'a'[0]",
        "a[0]",
        "Integer [1]",
        "Integer\n[1]",
        "Integer/**/[1]",
        "Integer[1][2]",
        "Integer[]",
        "Integer[1,]",
        "Integer,",
        "\u{feff}1",
        "\u{a0}1",
        "\u{2003}1",
        "\u{85}1",
        "é",
        "1é",
        "true",
        "True",
        "default",
        "undef",
        "$x",
        "1 + 1",
        "@(X)",
        "Known[1]",
        "Unknown[1]",
        "Any[1]",
        "::Integer[1]",
        "::Unknown[x]",
        "!true",
        "*[1]",
    ] {
        texts.extend([
            format!("Init[Any, {literal}]"),
            format!("Init[Any,{literal} ]"),
            literal.to_owned(),
            format!("Init[Any, [{literal}, 1]]"),
        ]);
    }
    let wrong: Vec<String> = texts.iter().filter_map(|it| compare(it).err()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A type as people write it.
fn well_formed() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        3 => prop::sample::select(&["Any", "String[1]", "Integer", "Boolean[true]", "Undef", "Data", "Known", "My::Unknown", "File['/x', '/y']"][..])
            .prop_map(str::to_owned),
        1 => (any::<i16>(), 0..9_i64).prop_map(|(from, more)| format!("Integer[{from}, {}]", i64::from(from) + more)),
        1 => (0_u8..9, 10_u8..20).prop_map(|(from, to)| format!("Float[-{to}.5, 0.{from}e1]")),
        1 => prop::collection::vec("'[a-z]{1,3}'|\"[A-Z]\\\\t\"|w[a-z]{2}", 1..4).prop_map(|it| format!("Enum[{}]", it.join(", "))),
        1 => "Pattern\\[/\\\\A[a-z]+(-[a-z]{1,2}\\*)?\\\\z/\\]",
    ];
    leaf.prop_recursive(4, 30, 3, |inner| {
        let two = (inner.clone(), inner.clone());
        let some = prop::collection::vec(inner.clone(), 1..4);
        prop_oneof![
            inner.clone().prop_map(|it| format!("Array[{it}, 1, default]")),
            inner.prop_map(|it| format!("Optional[{it}]")),
            two.clone().prop_map(|(key, value)| format!("Hash[{key},{value}]")),
            two.prop_map(|(a, b)| format!("Struct[{{a => {a}, Optional['b'] => {b},}}]")),
            some.clone().prop_map(|it| format!("Variant[\n  {},\n]", it.join(",\n  "))),
            some.clone().prop_map(|it| format!("Tuple[{}, 1, 7]", it.join(", "))),
            some.prop_map(|it| format!("Callable[[{}], {}]", it.join(", "), it[0])),
        ]
    })
}

/// A random expression, with space and comments where they may stand.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        4 => prop::sample::select(values::ty::NAMES).prop_map(str::to_owned),
        1 => prop::sample::select(&["::Integer", "Known", "My::Unknown", "Stdlib::Port", "undef", "default", "true", "false", "a", "a::b", "x-y", "_z"][..])
            .prop_map(str::to_owned),
        2 => any::<i32>().prop_map(|it| it.to_string()),
        1 => "0x[0-9a-fA-F]{1,4}|0[0-7]{1,4}|[0-9]{1,3}\\.[0-9]{1,3}(e-?[0-9])?",
        2 => r#"'([ -&(-\[\]-~é\n]|\\.)*'"#,
        1 => r#""([ -!#-\[\]-~é\n]|\\.)*""#,
        2 => r"/[a-z](\.\*|\\/|\[a-z\]|[b-d]\||\([x ]\)|\n){0,4}/",
        1 => r"/[a-z(|).\[\]\\*+?^ -]{1,4}/",
    ];
    let space = || prop_oneof![8 => Just(""), 4 => Just(" "), 1 => Just("\n\t"), 1 => Just(" # x]\n"), 1 => Just("/* [ */")];
    leaf.prop_recursive(5, 40, 4, move |inner| {
        let list = |open: &'static str, close: &'static str, least: usize, inner: BoxedStrategy<String>| {
            (prop::collection::vec((inner, space()), least..4), any::<bool>()).prop_map(move |(items, trailing)| {
                let items: Vec<String> = items.into_iter().map(|(item, space)| format!("{space}{item}{space}")).collect();
                let comma = if trailing && !items.is_empty() { "," } else { "" };
                format!("{open}{}{comma}{close}", items.join(","))
            })
        };
        let pair = (inner.clone(), space(), inner.clone()).prop_map(|(key, space, value)| format!("{key}{space}=>{space}{value}"));
        let key = prop_oneof![4 => inner.clone(), 1 => pair.clone()];
        let named = (prop::sample::select(values::ty::NAMES), list("[", "]", 1, key.clone().boxed()));
        prop_oneof![
            1 => named.prop_map(|(name, keys)| format!("{name}{keys}")),
            // These take anything, so that what stands in them is compared.
            3 => (prop::sample::select(&["Init[Any", "::Init[String, 1"][..]), space(), list(",", "]", 1, key.clone().boxed()))
                .prop_map(|(name, space, keys)| format!("{name}{space}{keys}")),
            2 => (prop::sample::select(&["Optional", "Array", "Type", "Iterable", "Variant"][..]), space(), well_formed())
                .prop_map(|(name, space, inner)| format!("{name}[{space}{inner}{space}]")),
            1 => list("[", "]", 0, key.boxed()),
            1 => list("{", "}", 0, pair.boxed()),
            1 => inner.prop_map(|it| format!("-{it}")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn types_are_read_alike(text in well_formed()) {
        prop_assert_eq!(compare(&text), Ok(true));
    }

    #[test]
    fn random_expressions_are_read_alike(text in expression()) {
        for text in [format!("Init[Any, {text}]"), text] {
            prop_assert_eq!(compare(&text).err(), None);
        }
    }

    #[test]
    fn broken_expressions_are_read_alike(text in expression(), at in any::<prop::sample::Index>(), cut in 0..3_usize, new in r#"[\[\]{}(),'"/$#:;=>.a-cA-C0-2 \n\\-]{0,3}"#) {
        let mut characters: Vec<char> = text.chars().collect();
        let at = at.index(characters.len());
        let end = (at + cut).min(characters.len());
        characters.splice(at..end, new.chars());
        let text: String = characters.into_iter().collect();
        for text in [format!("Init[Any, {text}]"), text] {
            prop_assert_eq!(compare(&text).err(), None);
        }
    }
}
