//! Output of the emitter, and differences from libyaml-safer's.

use libyaml_safer::{Emitter as Library, Encoding, Event, MappingStyle, ScalarStyle, SequenceStyle};
use yaml::{Collection, Emitter, Options, Scalar, Style};

const TEXTS: &[&str] = &[
    "a",
    "",
    "1",
    "yes",
    "y",
    "a b",
    " a",
    "a ",
    "a: b",
    "a #b",
    "- a",
    "-a",
    "'",
    "\"",
    "a'b",
    "a\"b",
    "\\",
    "a\\b",
    "\t",
    "a\tb",
    "a\nb",
    "a\n",
    "a\n\n",
    "\na",
    " a\nb",
    "a\n b",
    "a \nb",
    "\n",
    "\n\n",
    "é",
    "a\u{85}b",
    "\u{2028}",
    "\u{feff}",
    "\u{7f}",
    "\u{0}",
    "\u{fffe}",
    "😀",
    "a 😀",
    "<<",
    "~",
    "null",
    "!",
    "%a",
    "@",
    "`",
    "{",
    "}",
    "[",
    "]",
    ",",
    "&a",
    "*a",
    "?",
    "? a",
    ":",
    ":a",
    "a:",
    "|",
    ">",
    "0x1f",
    "1_000",
    "1:30",
    "2001-01-01",
    "1.5",
    "...",
    "---",
    "--- a",
    "=",
    "a\rb",
    "a,b",
    "a long text of many words that goes on and on, up to the width of the line and far beyond it, where it has to be broken",
    "'a long text of many words that goes on and on, up to the width of the line and far beyond it, where it has to be broken",
];

fn ours(text: &str) -> String {
    let mut emitter = Emitter::new(Options::new(None, None));
    let level = emitter.begin_mapping();
    for as_key in [false, true] {
        let key = if as_key { Scalar::text(text) } else { Scalar::plain("k") };
        let is_simple = key.is_simple_key();
        emitter.key(is_simple);
        emitter.scalar(&key);
        emitter.value(is_simple);
        let list = emitter.begin_list();
        emitter.item();
        emitter.scalar(&Scalar::text(text));
        emitter.end(list);
    }
    emitter.end(level);
    emitter.finish()
}

fn library(text: &str) -> Option<String> {
    let mut out = Vec::new();
    let scalar = |it: &Scalar<'_>| {
        let style = match it.style {
            Style::Plain => ScalarStyle::Plain,
            Style::Single => ScalarStyle::SingleQuoted,
            Style::Double => ScalarStyle::DoubleQuoted,
            Style::Literal => ScalarStyle::Literal,
        };
        let tag = it.tag.map(|_| "tag:yaml.org,2002:str");
        Event::scalar(None, tag, &it.text, tag.is_none(), tag.is_none(), style)
    };
    let key = [Scalar::plain("k"), Scalar::text(text)];
    let mut events = vec![
        Event::stream_start(Encoding::Utf8),
        Event::document_start(None, &[], false),
        Event::mapping_start(None, None, true, MappingStyle::Block),
    ];
    for key in &key {
        events.push(scalar(key));
        events.push(Event::sequence_start(None, None, true, SequenceStyle::Block));
        events.push(scalar(&Scalar::text(text)));
        events.push(Event::sequence_end());
    }
    events.extend([Event::mapping_end(), Event::document_end(true), Event::stream_end()]);
    {
        let mut emitter = Library::new();
        emitter.set_unicode(true);
        emitter.set_output_string(&mut out);
        for event in events {
            emitter.emit(event).ok()?;
        }
        emitter.flush().ok()?;
    }
    String::from_utf8(out).ok()
}

/// libyaml escapes all characters after U+FFFF, and so does Psych; its translation writes them as they are.
fn is_escaped_by_psych_alone(text: &str) -> bool {
    text.contains('😀')
}

#[test]
fn the_emitter_of_the_library_writes_the_same_but_for_late_characters() {
    for text in TEXTS {
        let theirs = library(text);
        assert_eq!(theirs.as_deref() == Some(&*ours(text)), !is_escaped_by_psych_alone(text), "{text:?}: {:?} {theirs:?}", ours(text));
    }
    assert!(ours("😀").contains(r#"- "\U0001F600""#));
}

#[test]
fn lines_that_are_made_apart_are_as_those_made_in_the_document() {
    let texts = ["a", "b: c", "several\nlines\n\n", "/path", ""];
    let item = |emitter: &mut Emitter, text: &str| {
        emitter.item();
        let level = emitter.begin_mapping();
        emitter.key(true);
        emitter.scalar(&Scalar::plain("text"));
        emitter.value(true);
        emitter.scalar(&Scalar::text(text));
        emitter.end(level);
    };
    let document = |is_apart: bool| {
        let mut emitter = Emitter::new(Options::default());
        let mapping = emitter.begin_mapping();
        for name in ["first", "second"] {
            emitter.key(true);
            emitter.scalar(&Scalar::plain(name));
            emitter.value(true);
            let list = emitter.begin_list();
            for text in texts {
                if is_apart {
                    let mut apart = Emitter::nested(Options::default(), &[Collection::Mapping, Collection::List], String::new());
                    item(&mut apart, text);
                    emitter.lines(&apart.into_lines());
                } else {
                    item(&mut emitter, text);
                }
            }
            emitter.end(list);
        }
        emitter.end(mapping);
        emitter.finish()
    };
    assert_eq!(document(true), document(false));
}

/// Psych's own answers: a line separator of Unicode ends a line and stays what it is.
#[test]
fn separators_of_unicode_end_lines() {
    let answers = [
        ("a\u{2028}b", "---\nd: 'a\u{2028}  b'\n"),
        ("s\u{2028}--- _", "---\nd: 's\u{2028}  --- _'\n"),
        ("a\nb\u{2028}c\n", "---\nd: |\n  a\n  b\u{2028}  c\n"),
        ("\u{2028}a\nb", "---\nd: |2-\n\u{2028}  a\n  b\n"),
        ("a\nb\u{2029}", "---\nd: |\n  a\n  b\u{2029}"),
        ("a\n\u{2028}\nb\n", "---\nd: |\n  a\n\u{2028}\n  b\n"),
        ("a\u{2028}\u{2029}b c", "---\nd: 'a\u{2028}\u{2029}  b c'\n"),
        ("it's\u{2028} ok", "---\nd: \"it's\\L ok\"\n"),
        ("a\nb\n\u{2028}", "---\nd: |+\n  a\n  b\n\u{2028}...\n"),
    ];
    for (text, expected) in answers {
        let mut emitter = Emitter::new(Options::default());
        let level = emitter.begin_mapping();
        emitter.key(true);
        emitter.scalar(&Scalar::text("d"));
        emitter.value(true);
        emitter.scalar(&Scalar::text(text));
        emitter.end(level);
        let written = emitter.finish();
        assert_eq!(written, expected, "{text:?}");
        let read = yaml::load(written.as_bytes()).expect("it is read").expect("a document");
        assert_eq!(read.root.get("d").and_then(|it| it.text()), Some(text));
    }
}
