//! Jinja's filters.

use crate::value::{Function, Value};

pub(crate) fn find(name: &str) -> Option<Function> {
    match name {
        "upper" => Some(Function::new("upper", |_, args| {
            Ok(Value::str(args.positional.first().map_or(Ok(String::new()), |it| it.text().map(|it| it.to_uppercase()))?))
        })),
        _ => None,
    }
}

pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('>', "&gt;").replace('<', "&lt;").replace('\'', "&#39;").replace('"', "&#34;")
}
