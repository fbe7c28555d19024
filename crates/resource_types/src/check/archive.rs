//! Checks of single values of the type `archive`.

use super::Verdict;
use super::own::{munging, wrong_unless};
use crate::paths;
use crate::value::Value;

/// The verdict of the type's own code; none where it has none.
pub(super) fn verdict(name: &str, value: &Value) -> Option<Verdict> {
    let text = value.text();
    let is_path = || value.as_str().is_some_and(paths::is_absolute);
    Some(match name {
        "path" => wrong_unless(is_path(), || format!("archive path must be absolute: {text}")),
        "extract_path" | "target" => wrong_unless(is_path(), || format!("archive extract_path must be absolute: {text}")),
        "temp_dir" => wrong_unless(is_path(), || format!("Invalid temp_dir {text}")),
        // Later versions of the module take it.
        "source" if names_scheme(value, &["gs"]) => Verdict::Unknown,
        "source" => {
            let is_address = names_scheme(value, &["puppet", "http", "https", "ftp", "file", "s3"]);
            wrong_unless(is_address || is_path(), || format!("invalid source url: {text}"))
        }
        "url" => wrong_unless(names_scheme(value, &["http", "https", "file", "ftp"]), || format!("invalid source url: {text}")),
        "download_options" => {
            wrong_unless(matches!(value, Value::Str(_) | Value::List(_)), || format!("download_options should be String or Array: {text}"))
        }
        "checksum" if matches!(value, Value::Bool(_)) => {
            munging(value, name, &format!("undefined method `empty?' for {}:{}", value.inspect(), value.class()))
        }
        // No word, but among those that are right.
        "checksum" if value.as_str() == Some("") => Verdict::Right,
        "proxy_server" if value.as_str().is_none() => Verdict::Unknown,
        _ => return None,
    })
}

/// The module looks for an address anywhere in the text.
fn names_scheme(value: &Value, schemes: &[&str]) -> bool {
    value.as_str().is_some_and(|text| schemes.iter().any(|it| text.contains(&format!("{it}:"))))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use crate::check;
    use crate::table::type_info;

    /// Messages about an archive.
    fn said(title: &str, parameters: Json) -> Vec<String> {
        let parameters = parameters.as_object().cloned().unwrap_or_default();
        let checked = check::check(type_info("archive").unwrap(), title, &parameters, true);
        checked.mistakes.into_iter().map(|it| it.message).collect()
    }

    #[test]
    fn folders_are_qualified() {
        assert_eq!(said("relative", json!({})), ["Parameter path failed on Archive[relative]: archive path must be absolute: relative"]);
        let target = "Parameter target failed on Archive[/t/a]: archive extract_path must be absolute: [\"rel\"]";
        assert_eq!(said("/t/a", json!({"target": ["rel"]})), [target]);
        assert_eq!(said("/t/a", json!({"temp_dir": "tmp"})), ["Parameter temp_dir failed on Archive[/t/a]: Invalid temp_dir tmp"]);
        assert_eq!(said("/t/a", json!({"extract_path": "/t", "target": "/t", "temp_dir": "/tmp"})), [""; 0]);
    }

    #[test]
    fn sources_are_addresses_or_paths() {
        for source in ["/t/x", "http://x/y", "puppet:///modules/m/f", "s3://b/k", "file:/t/x", "see http://x/y here", "gs://b/k"] {
            assert_eq!(said("/t/a", json!({"source": source})), [""; 0], "{source}");
        }
        for source in ["rel", "HTTP://x/y", "", "C:/x"] {
            let wanted = format!("Parameter source failed on Archive[/t/a]: invalid source url: {source}");
            assert_eq!(said("/t/a", json!({"source": source})), [wanted]);
        }
        assert_eq!(said("/t/a", json!({"url": "/t/x"})), ["Parameter url failed on Archive[/t/a]: invalid source url: /t/x"]);
    }

    #[test]
    fn an_empty_sum_is_none() {
        assert_eq!(said("/t/a", json!({"checksum": "", "download_options": ["-k"]})), [""; 0]);
        let options = "Parameter download_options failed on Archive[/t/a]: download_options should be String or Array: 1";
        assert_eq!(said("/t/a", json!({"download_options": 1})), [options]);
    }
}
