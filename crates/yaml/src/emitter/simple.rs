//! Texts that need neither escapes nor a second line: most of them. Reports hold hundreds of thousands, and by the rules of
//! [`style`](super::style) each is matched with a dozen regular expressions.

use super::Style;

/// The style of a text, where it is clear without the rules.
pub(super) fn style(text: &str) -> Option<Style> {
    match *text.as_bytes().first()? {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => (is_plain(text) && !is_word(text)).then_some(Style::Plain),
        b'0'..=b'9' => None,
        _ => (is_double(text) && text != "<<").then_some(Style::Double),
    }
}

/// Whether the rules would leave a text in its style.
pub(super) fn fits(text: &str, style: Style) -> bool {
    match style {
        Style::Plain => is_plain(text),
        Style::Single => is_single(text),
        Style::Double => is_double(text),
        Style::Literal => false,
    }
}

/// Whether nothing in a text would end it: no colon before a blank, no comment.
fn is_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    let begins = match bytes {
        [b':', second, ..] => second.is_ascii_alphanumeric(),
        [first, ..] => first.is_ascii_alphanumeric() || matches!(first, b'_' | b'/'),
        [] => false,
    };
    let ends = !matches!(bytes.last(), Some(b' ' | b':'));
    begins && ends && bytes.iter().all(|it| is_printable(*it) && *it != b'#') && !text.contains(": ")
}

fn is_single(text: &str) -> bool {
    text.bytes().all(|it| is_printable(it) && it != b'\'')
}

fn is_double(text: &str) -> bool {
    text.bytes().all(|it| is_printable(it) && !matches!(it, b'"' | b'\\'))
}

fn is_printable(it: u8) -> bool {
    matches!(it, b' '..=b'~')
}

/// Whether a text may mean something else than itself.
fn is_word(text: &str) -> bool {
    let words = ["null", "yes", "true", "on", "no", "false", "off", "y", "n"];
    text.len() <= 5 && words.iter().any(|it| it.eq_ignore_ascii_case(text))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::writer::Writer;
    use super::super::{Options, Scalar, style};

    proptest! {
        #[test]
        fn the_short_way_writes_what_the_rules_say(
            texts in proptest::collection::vec("[a-zA-Z0-9_/:.' \"\\\\#{}<~\n?\\-ü]{0,12}( [a-z:#'\"]{1,30}){0,6}", 1..4),
            is_key: bool,
        ) {
            for text in &texts {
                let (short, long) = (Scalar::text(text), style::by_rules(text));
                prop_assert_eq!(short.style, long.style);
                prop_assert_eq!(short.tag, long.tag);
            }
            let write = |scalar: &dyn Fn(&mut Writer, &Scalar<'_>)| {
                let mut writer = Writer::new(Options::new(None, None));
                writer.deeper(false, false);
                for text in &texts {
                    writer.indicator("-", true, false, true);
                    scalar(&mut writer, &style::by_rules(text));
                    writer.indent();
                }
                writer.finish()
            };
            prop_assert_eq!(write(&|out, it| out.scalar(it, is_key)), write(&|out, it| out.scalar_by_rules(it, is_key)));
        }
    }
}
