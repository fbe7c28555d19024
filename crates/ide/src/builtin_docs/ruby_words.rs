//! Documentation of the words that Puppet and Facter add to Ruby: a form with places to fill in and a sentence for each.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::read;

type Words = FxHashMap<String, FxHashMap<String, (String, String)>>;

static WORDS: LazyLock<Words> = LazyLock::new(|| read(include_str!("ruby_words.toml")));

/// A word, at a place where it has a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordDocs {
    pub name: &'static str,
    /// A snippet.
    pub form: &'static str,
    /// A sentence.
    pub text: &'static str,
}

/// The words of a place, in no order.
pub fn words(place: &str) -> impl Iterator<Item = WordDocs> + use<> {
    let words = WORDS.get(place).into_iter().flatten();
    words.map(|(name, (form, text))| WordDocs { name, form, text })
}

/// A word of a place.
pub fn word(place: &str, name: &str) -> Option<WordDocs> {
    let (name, (form, text)) = WORDS.get(place)?.get_key_value(name)?;
    Some(WordDocs { name, form, text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_sentences() {
        assert!(WORDS.len() > 8);
        for (name, (form, text)) in WORDS.values().flatten() {
            assert!(form.starts_with(name.as_str()), "{form}");
            assert!(text.starts_with(char::is_uppercase) && text.ends_with('.') && !text.contains('\n'), "{text}");
        }
    }
}
