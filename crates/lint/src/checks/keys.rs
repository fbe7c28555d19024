//! Keys in brackets after the name in a variable's token.

/// The name without all keys in brackets.
pub fn without_keys(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(open) = rest.find('[') {
        let inside = &rest[open + 1..];
        // At least one character is between the brackets.
        let Some(first) = inside.chars().next() else { break };
        let Some(close) = inside[first.len_utf8()..].find(']') else { break };
        out.push_str(&rest[..open]);
        rest = &inside[first.len_utf8() + close + 1..];
    }
    out.push_str(rest);
    out
}

/// The name without what is between the first `[` and a `]` at the end.
pub fn without_last_keys(value: &str) -> &str {
    match value.find('[') {
        Some(open) if value.ends_with(']') && value.len() > open + 2 => &value[..open],
        _ => value,
    }
}

/// Whether it is one of the names, with a key in brackets.
pub fn has_key(value: &str, names: &[&str]) -> bool {
    let Some((name, inside)) = value.split_once('[') else { return false };
    names.contains(&name) && inside.char_indices().skip(1).any(|(_, it)| it == ']')
}

/// Text between `facts[` and the last bracket, without the quotes around it.
pub fn in_facts(value: &str) -> Option<&str> {
    let inside = value.strip_prefix("::").unwrap_or(value).strip_prefix("facts[")?.strip_suffix(']')?;
    let unquoted = inside.strip_prefix('\'').and_then(|it| it.strip_suffix('\'')).filter(|it| !it.is_empty());
    unquoted.or((!inside.is_empty()).then_some(inside))
}

#[cfg(test)]
mod tests {
    use super::{has_key, in_facts, without_keys, without_last_keys};

    #[test]
    fn keys_are_taken_away() {
        assert_eq!(without_keys("a['B'][1]c[]"), "ac[]");
        assert_eq!(without_last_keys("a['b'][1]"), "a");
        assert_eq!(without_last_keys("a[]"), "a[]");
        assert!(has_key("facts['os']", &["facts"]));
        assert!(!has_key("facts", &["facts"]));
        assert_eq!(in_facts("::facts['os']"), Some("os"));
        assert_eq!(in_facts("facts[os]"), Some("os"));
    }
}
