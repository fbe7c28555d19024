//! Texts that come again.

use rustc_hash::FxHashSet;

use super::Text;

/// The texts of recent nodes. A manifest names the same attributes and resources over and over: each is kept once.
#[derive(Default)]
pub struct Texts {
    known: FxHashSet<Text>,
}

/// Limit of remembered texts. What is repeated is mostly repeated soon, and a table of all texts would be larger than what
/// it spares.
const MOST: usize = 4_096;

/// Longer texts hardly come twice.
const LONGEST: usize = 128;

impl Texts {
    pub fn share(&mut self, text: &str) -> Text {
        if text.len() > LONGEST {
            return text.into();
        }
        if let Some(known) = self.known.get(text) {
            return known.clone();
        }
        if self.known.len() >= MOST {
            self.known.clear();
        }
        let new = Text::from(text);
        self.known.insert(new.clone());
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_kept_once() {
        let mut texts = Texts::default();
        let (a, b) = (texts.share("ensure"), texts.share("ensure"));
        assert!(Text::ptr_eq(&a, &b));
        let long = "x".repeat(LONGEST + 1);
        assert!(!Text::ptr_eq(&texts.share(&long), &texts.share(&long)));
    }

    #[test]
    fn no_more_are_remembered_than_the_most() {
        let mut texts = Texts::default();
        (0..3 * MOST).for_each(|it| drop(texts.share(&it.to_string())));
        assert!(texts.known.len() <= MOST);
    }
}
