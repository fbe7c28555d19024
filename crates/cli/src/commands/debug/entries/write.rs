//! Values as the source of a manifest.

use values::Value;

/// None for what no short expression makes.
pub fn source(value: &Value) -> Option<String> {
    Some(match value {
        Value::Undef => "undef".to_owned(),
        Value::Default => "default".to_owned(),
        Value::Boolean(it) => it.to_string(),
        Value::Integer(it) => it.to_string(),
        Value::Float(it) => format!("{it:?}"),
        Value::String(text) => quoted(text),
        Value::Regex(regex) => format!("/{}/", regex.source()),
        Value::Array(all) => format!("[{}]", all.iter().map(source).collect::<Option<Vec<_>>>()?.join(", ")),
        Value::Hash(all) => {
            let entries = all.iter().map(|(key, value)| Some(format!("{} => {}", source(key)?, source(value)?)));
            format!("{{ {} }}", entries.collect::<Option<Vec<_>>>()?.join(", "))
        }
        Value::Type(ty) => ty.to_string(),
        Value::Sensitive(inner) => format!("Sensitive({})", source(inner)?),
        Value::Timespan(it) => format!("Timespan({})", quoted(&it.to_string())),
        Value::Timestamp(it) => format!("Timestamp({})", quoted(&it.to_string())),
        Value::Version(it) => format!("SemVer({})", quoted(&it.to_string())),
        Value::VersionRange(it) => format!("SemVerRange({})", quoted(&it.source)),
        _ => return None,
    })
}

pub fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stay_what_they_are() {
        assert_eq!(source(&Value::from("it's $a \\ b")).as_deref(), Some(r"'it\'s $a \\ b'"));
        let list = Value::array(vec![Value::Undef, Value::Integer(-1), Value::Sensitive(Value::from("a").into())]);
        assert_eq!(source(&list).as_deref(), Some("[undef, -1, Sensitive('a')]"));
    }
}
