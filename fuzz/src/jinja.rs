//! Any bytes are a Jinja template: its tree is the whole of it, and rendering ends.

use ::jinja::{Bare, Limits, Settings, Source, Value};

pub fn jinja(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let settings = Settings { limits: Limits { steps: 20_000, ..Limits::default() }, ..Settings::default() };
    let parse = ::jinja::parse(&text, &settings.dialect);
    assert_eq!(parse.syntax().text().to_string(), text);
    let context =
        [("unknown", Value::unknown("a test")), ("l", Value::list(vec![1.into(), "a".into()])), ("d", Value::dict([("a", 1.into())]))];
    let context = context.map(|(name, value)| (name.into(), value));
    let result = ::jinja::render(&Source::new("main", &*text), context, &Bare, &settings);
    assert!(parse.problems.is_empty() || result.is_err());
    if let Ok(rendered) = result {
        let mut end = 0;
        for origin in &rendered.origins {
            assert_eq!(origin.start, end);
            end = origin.end;
        }
        assert_eq!(end, rendered.text.len());
    }
}
