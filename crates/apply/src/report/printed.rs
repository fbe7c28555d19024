//! `--summarize`: what is counted and measured, as Puppet prints it.

use serde_json::Value as Json;

use super::Report;

impl Report {
    /// Numbers that are zero are left out; the others stand in the order of their texts, which is Puppet's.
    pub fn printed(&self) -> String {
        let data = self.summarized();
        let mut groups: Vec<(&String, &Json)> = data.as_object().into_iter().flatten().collect();
        groups.sort_by_key(|it| it.0);
        let mut out = String::new();
        for (name, values) in groups {
            out.push_str(&format!("{}:\n", label(name)));
            let mut values: Vec<(&String, &Json)> =
                values.as_object().into_iter().flatten().filter(|it| it.1.as_f64() != Some(0.0)).collect();
            values.sort_by_cached_key(|(name, value)| (*name == "total", ruby(value)));
            for (name, value) in values {
                let value = match value.as_f64().filter(|_| value.is_f64()) {
                    Some(seconds) => format!("{seconds:.2}"),
                    None => ruby(value),
                };
                out.push_str(&format!("   {:>15} {value}\n", format!("{}:", label(name))));
            }
        }
        out
    }
}

/// `out_of_sync` for people.
fn label(name: &str) -> String {
    let mut chars = name.chars();
    let first = chars.next().map(|it| it.to_ascii_uppercase());
    first.into_iter().chain(chars.map(|it| if it == '_' { ' ' } else { it.to_ascii_lowercase() })).collect()
}

/// The text of a value as Ruby has it.
fn ruby(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
            Some(it) => literals::float(it),
            None => number.to_string(),
        },
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_are_texts_as_in_ruby() {
        let texts: Vec<String> = [json!(0.5), json!(3.0), json!(0.00005), json!(0.000012), json!(12)].iter().map(ruby).collect();
        assert_eq!(texts, ["0.5", "3.0", "5.0e-05", "1.2e-05", "12"]);
    }

    #[test]
    fn names_are_labels() {
        assert_eq!(label("out_of_sync"), "Out of sync");
    }
}
