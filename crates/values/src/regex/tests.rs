use super::*;

fn new(source: &str) -> Regex {
    Regex::new(source).unwrap_or_else(|error| panic!("{source}: {error}"))
}

#[test]
fn the_start_of_a_line_is_not_behind_the_last_end() {
    assert!(!new("\\n^").is_match("a\n"));
    assert!(new("\\n^b").is_match("a\nb"));
    assert!(new("^").is_match(""));
}

#[test]
fn options_without_a_group_reach_over_alternatives() {
    assert!(!new("a(?i)b|X").is_match("x"));
    assert!(new("a(?i)b|X").is_match("ax"));
}

#[test]
fn pieces() {
    let split = |pattern: &str, text: &str| new(pattern).split(text).unwrap_or_default();
    assert_eq!(split("", "abc"), ["a", "b", "c"]);
    assert_eq!(split("(\\d)", "a1b2"), ["a", "1", "b", "2"]);
    assert_eq!(split(",", ",a,,b,,"), ["", "a", "", "b"]);
    assert!(split(",", "").is_empty());
}

#[test]
fn what_takes_too_long_is_an_error() {
    let text = "a".repeat(64);
    let found = new("\\A(?:(a|a)*)(?!x)\\1b\\z").find_at(&text, 0);
    assert!(found.is_err(), "{found:?}");
}

#[test]
fn nothing_that_is_written_ends_the_process() {
    for source in
        ["(".repeat(500), "[".repeat(500), "a{9999}{9999}{9999}".into(), "(?<a>\\g<a>)".into(), "\\".into(), "[\\".into(), "(?".into()]
    {
        let _ = Regex::new(&source);
    }
}

#[test]
fn what_ruby_takes_beyond_the_engine() {
    let found = |pattern: &str, text: &str| new(pattern).captures(text).and_then(|it| it.into_iter().next().flatten());
    let some = |it: &str| Some(it.to_owned());
    assert_eq!(found("(?=a)*b", "ab"), some("b"));
    assert_eq!(found("(?=a)+a", "ba"), some("a"));
    assert_eq!(found("(?~b)", "ab"), some("a"));
    assert_eq!(found("(?~abc)", "abc"), some("ab"));
    assert_eq!(found("/\\*(?~\\*/)\\*/", "a /* b */ c */"), some("/* b */"));
    assert_eq!(found("[a-[b]]+", "a-b"), some("b"));
    assert_eq!(found("\\p{Punct}", "^!"), some("!"));
}

#[test]
fn what_ruby_refuses_in_a_class() {
    let refused = |pattern: &str| Regex::new(pattern).unwrap_err().to_string();
    assert_eq!(refused("[a-\\d]"), "char-class value at end of range: /[a-\\d]/");
    assert_eq!(refused("[\\d-z]"), "unmatched range specifier in char-class: /[\\d-z]/");
    assert_eq!(refused("[[:alpha:]-z]"), "unmatched range specifier in char-class: /[[:alpha:]-z]/");
    assert_eq!(refused("[[:foo:]]"), "invalid POSIX bracket type: /[[:foo:]]/");
    new("[\\d-]");
    new("[[:a]b:]]");
}
