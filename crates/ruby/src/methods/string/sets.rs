//! Sets of characters, as `tr`, `delete`, `squeeze` and `count` take them.

use crate::eval::Ruby;
use crate::stop::Outcome;
use crate::value::Value;

/// A set of characters.
pub(super) struct Set {
    characters: Vec<char>,
    negated: bool,
}

impl Set {
    pub(super) fn has(&self, it: char) -> bool {
        self.characters.contains(&it) != self.negated
    }
}

fn set_of(ruby: &mut Ruby<'_>, text: &str) -> Outcome<Set> {
    let all: Vec<char> = text.chars().collect();
    let negated = all.len() > 1 && all.first() == Some(&'^');
    let mut at = usize::from(negated);
    let mut characters = Vec::new();
    let one = |at: &mut usize| -> Option<char> {
        let mut it = *all.get(*at)?;
        *at += 1;
        if it == '\\' && *at < all.len() {
            it = *all.get(*at)?;
            *at += 1;
        }
        Some(it)
    };
    while at < all.len() {
        let Some(from) = one(&mut at) else { break };
        if all.get(at) == Some(&'-') && at + 1 < all.len() {
            at += 1;
            let Some(to) = one(&mut at) else { break };
            if from > to {
                return ruby.raise("ArgumentError", format!("invalid range \"{from}-{to}\" in string transliteration"));
            }
            characters.extend(from..=to);
        } else {
            characters.push(from);
        }
        if characters.len() > 100_000 {
            return ruby.not_covered("so large a set of characters");
        }
    }
    Ok(Set { characters, negated })
}

/// The sets of characters that a method is given.
pub(super) fn sets(ruby: &mut Ruby<'_>, given: &[Value]) -> Outcome<Vec<Set>> {
    let mut sets = Vec::new();
    for value in given {
        let text = ruby.needs_text(value)?;
        sets.push(set_of(ruby, &text)?);
    }
    Ok(sets)
}

/// A text in which the characters of one set are those of another.
pub(super) fn translated(ruby: &mut Ruby<'_>, text: &str, from: &str, to: &str) -> Outcome<String> {
    let from = set_of(ruby, from)?;
    if to.starts_with('^') && to.len() > 1 {
        return ruby.not_covered("String#tr to such a set");
    }
    let to = set_of(ruby, to)?.characters;
    Ok(text
        .chars()
        .filter_map(|it| {
            if from.negated {
                return if from.has(it) { to.last().copied() } else { Some(it) };
            }
            // The last of several places counts.
            match from.characters.iter().rposition(|other| *other == it) {
                Some(place) => to.get(place).or(to.last()).copied(),
                None => Some(it),
            }
        })
        .collect())
}
