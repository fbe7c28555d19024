//! Names as Puppet compares them: in lower case, without a leading `::`.

use smol_str::SmolStr;

/// A name that has been brought into the form in which names are compared.
pub type Name = SmolStr;

/// `::Apache::Vhost` is `apache::vhost`.
pub fn normal(text: &str) -> Name {
    let text = text.strip_prefix("::").unwrap_or(text);
    if text.chars().any(char::is_uppercase) { text.to_lowercase().into() } else { text.into() }
}

/// `apache::vhost` as a type has it: `Apache::Vhost`.
pub fn capitalized(name: &str) -> String {
    let segment = |segment: &str| {
        let mut chars = segment.chars();
        chars.next().map(|first| first.to_uppercase().chain(chars).collect::<String>()).unwrap_or_default()
    };
    name.split("::").map(segment).collect::<Vec<_>>().join("::")
}

/// Text before and after the last `::`.
pub fn split(name: &str) -> Option<(&str, &str)> {
    name.rsplit_once("::")
}

/// The last part of a name.
pub fn last(name: &str) -> &str {
    split(name).map_or(name, |(_, last)| last)
}

/// Whether a text can be the name of a class, defined type, function or plan, with or without namespaces.
pub fn is_name(text: &str) -> bool {
    !text.is_empty() && text.split("::").all(is_segment)
}

fn is_segment(text: &str) -> bool {
    text.starts_with(|it: char| it.is_ascii_lowercase())
        && text.chars().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_')
}

/// Whether a text can be the name of a variable without namespaces.
pub fn is_variable(text: &str) -> bool {
    text.starts_with(|it: char| it.is_ascii_lowercase() || it == '_') && text.chars().all(|it| it.is_ascii_alphanumeric() || it == '_')
}

/// Whether a text can be the name of a parameter.
pub fn is_parameter(text: &str) -> bool {
    text.starts_with(|it: char| it.is_ascii_lowercase()) && text.chars().all(|it| it.is_ascii_alphanumeric() || it == '_')
}

/// Whether a text can be the name of a type, as `Apache::Port`.
pub fn is_type(text: &str) -> bool {
    !text.is_empty()
        && text
            .split("::")
            .all(|it| it.starts_with(|it: char| it.is_ascii_uppercase()) && it.chars().all(|it| it.is_ascii_alphanumeric() || it == '_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_in_lower_case() {
        assert_eq!(normal("::Apache::Vhost"), "apache::vhost");
        assert_eq!(normal("a::b"), "a::b");
        assert_eq!(normal("::"), "");
    }

    #[test]
    fn types_are_capitalized() {
        assert_eq!(capitalized("apache::vhost"), "Apache::Vhost");
        assert_eq!(capitalized("file"), "File");
        assert_eq!(capitalized(""), "");
    }

    #[test]
    fn what_can_be_a_name() {
        assert!(is_name("apache::mod_x::y2") && !is_name("Apache") && !is_name("a::") && !is_name("1a") && !is_name(""));
        assert!(is_variable("_x") && is_variable("xY") && !is_variable("X") && !is_variable("1") && !is_variable("a::b"));
        assert!(is_parameter("x_1") && !is_parameter("_x") && !is_parameter("x-y"));
        assert!(is_type("Apache::PortNumber") && !is_type("Apache::port") && !is_type(""));
    }
}
