//! Ruby's `capitalize`.

/// The first letter large, all others small.
pub fn capitalize(text: &str) -> String {
    let mut characters = text.chars();
    let Some(first) = characters.next() else { return String::new() };
    let rest = characters.as_str().to_lowercase();
    // Two letters in one character have a form of their own at the head of a word.
    let title = match first {
        '\u{1c4}'..='\u{1c6}' => Some('\u{1c5}'),
        '\u{1c7}'..='\u{1c9}' => Some('\u{1c8}'),
        '\u{1ca}'..='\u{1cc}' => Some('\u{1cb}'),
        '\u{1f1}'..='\u{1f3}' => Some('\u{1f2}'),
        _ => None,
    };
    if let Some(title) = title {
        return format!("{title}{rest}");
    }
    // Of what is several letters when it is large only the first one stays so.
    let mut large = first.to_uppercase();
    let head: String = large.next().into_iter().collect();
    let tail: String = large.flat_map(char::to_lowercase).collect();
    format!("{head}{tail}{rest}")
}

#[cfg(test)]
mod tests {
    use super::capitalize;

    #[test]
    fn as_ruby_does() {
        for (text, expected) in [("", ""), ("aBC d", "Abc d"), ("éa", "Éa"), ("ßa", "Ssa"), ("ǆa", "ǅa"), ("ǅA", "ǅa"), ("1A", "1a")]
        {
            assert_eq!(capitalize(text), expected, "{text}");
        }
    }
}
