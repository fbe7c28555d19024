//! Upper and lower case of all letters, with the tables of Unicode that Ruby has.

use crate::eval::Ruby;
use crate::invoke::Args;
use crate::stop::Outcome;
use crate::value::Value;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Case {
    Upper,
    Lower,
    Capital,
    Swapped,
}

/// The text in another case, with the options that a method takes.
pub fn cased(ruby: &mut Ruby<'_>, text: &str, case: Case, given: &Args) -> Outcome<String> {
    ruby.spend(text.len() as u64 / 8)?;
    let ascii_only = match given.list.as_slice() {
        [] => false,
        [Value::Symbol(it)] if &**it == "ascii" => true,
        [Value::Unknown] => return Err(crate::Stop::Unknown),
        _ => return ruby.not_covered("upper and lower case with such an option"),
    };
    if ascii_only || text.is_ascii() {
        return Ok(ascii(text, case));
    }
    if text.chars().any(|it| is_new(it) || case == Case::Swapped && is_title(it)) {
        return ruby.not_covered("upper and lower case of such letters");
    }
    Ok(match case {
        Case::Upper => text.chars().flat_map(char::to_uppercase).collect(),
        Case::Lower => text.chars().flat_map(char::to_lowercase).collect(),
        Case::Capital => {
            let mut characters = text.chars();
            let first = characters.next().map(title).unwrap_or_default();
            first.chars().chain(characters.flat_map(char::to_lowercase)).collect()
        }
        Case::Swapped => text.chars().map(swapped).collect(),
    })
}

fn ascii(text: &str, case: Case) -> String {
    let swap = |it: char| if it.is_ascii_uppercase() { it.to_ascii_lowercase() } else { it.to_ascii_uppercase() };
    match case {
        Case::Upper => text.to_ascii_uppercase(),
        Case::Lower => text.to_ascii_lowercase(),
        Case::Capital => {
            let mut characters = text.chars();
            let first = characters.next().map(|it| it.to_ascii_uppercase());
            first.into_iter().chain(characters.map(|it| it.to_ascii_lowercase())).collect()
        }
        Case::Swapped => text.chars().map(swap).collect(),
    }
}

/// Whether a version of Unicode after that of Ruby 3.1 (13.0) gave the letter its case.
fn is_new(letter: char) -> bool {
    matches!(
        u32::from(letter),
        0x19b
            | 0x264
            | 0x1c89..=0x1c8a
            | 0x2c2f
            | 0x2c5f
            | 0xa7c0..=0xa7c1
            | 0xa7cb..=0xa7dc
            | 0x10570..=0x105bc
            | 0x10d50..=0x10d85
            | 0x16ea0..=0x16ed3
    )
}

/// Whether the letter is one of those that are two, the first a capital. Ruby swaps them as no other letters.
fn is_title(letter: char) -> bool {
    let number = u32::from(letter);
    matches!(number, 0x1c5 | 0x1c8 | 0x1cb | 0x1f2 | 0x1f88..=0x1f8f | 0x1f98..=0x1f9f | 0x1fa8..=0x1faf | 0x1fbc | 0x1fcc | 0x1ffc)
}

/// A letter as the first of a word.
fn title(letter: char) -> String {
    let number = u32::from(letter);
    let single = match number {
        0x1c4..=0x1c6 => Some(0x1c5),
        0x1c7..=0x1c9 => Some(0x1c8),
        0x1ca..=0x1cc => Some(0x1cb),
        0x1f1..=0x1f3 => Some(0x1f2),
        // Georgian sentences have no capitals.
        0x10d0..=0x10fa | 0x10fd..=0x10ff => Some(number),
        0x1c90..=0x1cba | 0x1cbd..=0x1cbf => Some(number - 0x1c90 + 0x10d0),
        0x1f80..=0x1faf => Some(number | 8),
        0x1fb3 | 0x1fbc => Some(0x1fbc),
        0x1fc3 | 0x1fcc => Some(0x1fcc),
        0x1ff3 | 0x1ffc => Some(0x1ffc),
        _ => None,
    };
    if let Some(it) = single.and_then(char::from_u32) {
        return it.to_string();
    }
    let mut upper = letter.to_uppercase();
    let first = upper.next();
    // `ŉ` begins with an apostrophe.
    let keeps = letter == 'ŉ';
    let rest = upper.flat_map(|it| match it {
        '\u{399}' => vec!['\u{345}'],
        it if keeps => vec![it],
        it => it.to_lowercase().collect(),
    });
    first.into_iter().chain(rest).collect()
}

fn swapped(letter: char) -> String {
    let lower: String = letter.to_lowercase().collect();
    if lower.chars().eq([letter]) { letter.to_uppercase().collect() } else { lower }
}
