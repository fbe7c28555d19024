//! Output of real Puppet 8.

use values::time::{TIMESPAN_FORMATS, Timespan, Timestamp};
use values::version::{Version, VersionRange};
use values::{Value, print};

#[track_caller]
fn same(got: impl AsRef<str>, expected: &str) {
    assert_eq!(got.as_ref(), expected);
}

#[test]
fn strings_in_quotes() {
    same(print::puppet(&Value::from("a\nb\t\u{1}$")), r#""a\nb\t\u{1}\$""#);
    same(print::puppet(&Value::from(r"it's \ x\")), r"'it\'s \ x\'");
    same(print::puppet(&Value::from("$d")), "'$d'");
}

#[test]
fn lists_and_undef() {
    let list = Value::array(vec![Value::from(1), Value::from("a"), Value::Undef, Value::Float(1.0e20)]);
    same(print::puppet(&list), "[1, 'a', undef, 1.0e+20]");
    same(print::interpolate(&list), "[1, a, , 1.0e+20]");
    same(print::ruby(&list), r#"[1, "a", nil, 1.0e+20]"#);
    same(print::ruby(&Value::from("\u{1}\u{7f}é#{x}\\e")), r#""\u0001\u007Fé\#{x}\\e""#);
}

#[test]
fn timestamps() {
    let print = |text: &str| Timestamp::parse(text, None, None).map(|it| it.to_string());
    assert_eq!(print("2020-01-01").as_deref(), Ok("2020-01-01T00:00:00.000000000 UTC"));
    assert_eq!(print("2020-01-01T10:00:00.123456789 +02:00").as_deref(), Ok("2020-01-01T08:00:00.123456789 UTC"));
}

#[test]
fn timespans() {
    let print = |text: &str| Timespan::parse(text, &TIMESPAN_FORMATS).map(|it| it.to_string());
    assert_eq!(print("1-02:03:04.5").as_deref(), Ok("1-02:03:04.5"));
    same(Timespan(5_000_000_000).to_string(), "0-00:00:05.0");
}

#[test]
fn versions() {
    let printed = |text: &str| VersionRange::parse(text).map(|it| (it.to_string(), it.normal()));
    assert_eq!(printed(">1.0"), Ok((">1.0".into(), ">=1.1.0".into())));
    assert_eq!(printed(">=1.2.3 <2.0.0"), Ok((">=1.2.3 <2.0.0".into(), ">=1.2.3 <2.0.0".into())));
    assert_eq!(Version::parse("1.2.3").map(|it| it.to_string()).as_deref(), Ok("1.2.3"));
}
