//! How Python prints what arguments may be.

use serde_json::Value as Json;

/// Text of `str`.
pub fn text(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        other => repr(other),
    }
}

/// Text of `repr`.
pub fn repr(value: &Json) -> String {
    match value {
        Json::Null => "None".to_owned(),
        Json::Bool(it) => if *it { "True" } else { "False" }.to_owned(),
        Json::Number(it) => it.to_string(),
        Json::String(text) => quoted(text),
        Json::Array(items) => format!("[{}]", items.iter().map(repr).collect::<Vec<_>>().join(", ")),
        Json::Object(map) => {
            let entry = |(key, value): (&String, &Json)| format!("{}: {}", quoted(key), repr(value));
            format!("{{{}}}", map.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
    }
}

fn quoted(text: &str) -> String {
    let mark = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut out = String::from(mark);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c == mark => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out.push(mark);
    out
}

/// The name of a value's class.
pub fn class(value: &Json) -> &'static str {
    match value {
        Json::Null => "NoneType",
        Json::Bool(_) => "bool",
        Json::Number(it) => {
            if it.is_f64() {
                "float"
            } else {
                "int"
            }
        }
        Json::String(_) => "str",
        Json::Array(_) => "list",
        Json::Object(_) => "dict",
    }
}

/// The class and the text of the exception for an error of the operating system.
pub fn os_error(error: &std::io::Error, path: &str) -> (&'static str, String) {
    let code = error.raw_os_error().or((error.kind() == std::io::ErrorKind::DirectoryNotEmpty).then_some(39));
    let class = match code {
        Some(2) => "FileNotFoundError",
        Some(13) => "PermissionError",
        Some(17) => "FileExistsError",
        Some(20) => "NotADirectoryError",
        Some(21) => "IsADirectoryError",
        _ => "OSError",
    };
    let mut text = error.to_string();
    if let Some(end) = text.find(" (os error") {
        text.truncate(end);
    }
    let number = code.map(|it| format!("[Errno {it}] ")).unwrap_or_default();
    (class, format!("{number}{text}: {}", repr(&Json::String(path.to_owned()))))
}

/// Text of `str` for a result.
pub fn result(result: Option<bool>) -> &'static str {
    match result {
        Some(true) => "True",
        Some(false) => "False",
        None => "None",
    }
}

/// Whether Python takes a value for true.
pub fn is_true(value: &Json) -> bool {
    match value {
        Json::Null => false,
        Json::Bool(it) => *it,
        Json::Number(it) => it.as_f64() != Some(0.0),
        Json::String(it) => !it.is_empty(),
        Json::Array(it) => !it.is_empty(),
        Json::Object(it) => !it.is_empty(),
    }
}
