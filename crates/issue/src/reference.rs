//! References to resources as text.

/// Splits `Type[title]`. Brackets in the title belong to it; a reference without a type or a title is none.
pub fn split_reference(text: &str) -> Option<(&str, &str)> {
    let (type_name, title) = text.strip_suffix(']')?.split_once('[')?;
    (!type_name.is_empty() && !type_name.contains(']') && !title.is_empty()).then_some((type_name, title))
}

#[cfg(test)]
mod tests {
    use super::split_reference;

    #[test]
    fn references_have_a_type_and_a_title() {
        for (text, parts) in [
            ("File[/a]", ("File", "/a")),
            ("My::Type[a::b]", ("My::Type", "a::b")),
            ("::My::Type[::a]", ("::My::Type", "::a")),
            ("file[a]", ("file", "a")),
            ("Notify[a[b]]", ("Notify", "a[b]")),
            ("Notify[[a]", ("Notify", "[a")),
            ("Notify[a]]", ("Notify", "a]")),
            ("Notify[]]", ("Notify", "]")),
            ("Notify[a] -> Notify[b]", ("Notify", "a] -> Notify[b")),
            ("Notify[ ]", ("Notify", " ")),
            ("Notify[a\nb]", ("Notify", "a\nb")),
            ("Notify['ü']", ("Notify", "'ü'")),
        ] {
            assert_eq!(split_reference(text), Some(parts), "{text}");
        }
    }

    #[test]
    fn other_texts_are_none() {
        for text in ["", "File", "File[", "File]", "File[]", "[a]", "[]", "]", "a]b[c]", "File[a", "File a]", "File[a] ", "File[/a].x"] {
            assert_eq!(split_reference(text), None, "{text}");
        }
    }
}
