//! How Puppet writes the names of resources.

use std::borrow::Cow;
use std::fmt;

/// `Type[title]` with both parts as Puppet compares them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference<'a> {
    pub type_name: Cow<'a, str>,
    pub title: Cow<'a, str>,
}

impl<'a> Reference<'a> {
    /// Reads `Type[title]`. Any brackets in the title belong to it.
    pub fn parse(text: &'a str) -> Option<Reference<'a>> {
        let (type_name, title) = crate::split_reference(text)?;
        Some(Reference::new(type_name, title))
    }

    pub fn new(type_name: &'a str, title: &'a str) -> Reference<'a> {
        let type_name = canonical_type(type_name);
        let title = if type_name == "Class" { canonical_type(title) } else { Cow::Borrowed(title) };
        Reference { type_name, title }
    }
}

impl fmt::Display for Reference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]", self.type_name, self.title)
    }
}

/// `apt::setting` is written `Apt::Setting`. What begins with a capital is believed to be written so already.
pub fn canonical_type(name: &str) -> Cow<'_, str> {
    if name.starts_with(|c: char| c.is_ascii_uppercase()) {
        return Cow::Borrowed(name);
    }
    let mut capitalized = String::with_capacity(name.len());
    for (i, segment) in name.trim_end_matches(':').split("::").enumerate() {
        if i > 0 {
            capitalized.push_str("::");
        }
        let mut chars = segment.chars();
        if let Some(first) = chars.next() {
            capitalized.extend(first.to_uppercase());
            capitalized.extend(chars.flat_map(char::to_lowercase));
        }
    }
    Cow::Owned(capitalized)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        Reference::parse(text).map(|it| it.to_string())
    }

    #[test]
    fn references() {
        for (text, read_as) in [
            ("File[/a]", Some("File[/a]")),
            ("file[/a]", Some("File[/a]")),
            ("apt::setting[list-x]", Some("Apt::Setting[list-x]")),
            ("FILE[/a]", Some("FILE[/a]")),
            ("Class[foo::bar]", Some("Class[Foo::Bar]")),
            ("class[main]", Some("Class[Main]")),
            ("Notify[a[b]]", Some("Notify[a[b]]")),
            ("Notify[a\nb]", Some("Notify[a\nb]")),
            ("Notify[]", None),
            ("[a]", None),
            ("Notify", None),
            ("Notify[a", None),
            ("Notify]a[", None),
            ("", None),
        ] {
            assert_eq!(read(text).as_deref(), read_as, "{text}");
        }
    }
}
