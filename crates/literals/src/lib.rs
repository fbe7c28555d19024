//! Values of literals, for everything that reads or prints them.
//!
//! - [`escapes`]: the escapes of strings and heredocs.
//! - [`number_length`]: how far a number reaches.
//! - [`first_quote_as_text`]: a quote at the start of a string that does not end it.
//! - [`regex_problem`]: whether Ruby accepts a pattern, and its words if not.
//! - [`float`]: a float as Ruby prints it, [`python_float`] as Python does; [`to_f`]: a text as the float that Ruby reads.
//! - [`write_json_string`]: a text in the quotes of JSON.
//! - [`operator`]: the operators of the language.
//! - [`nearest`]: the name that somebody may have meant by a misspelled one; [`one_mistake_away`]: the one that surely was meant.
//!
//! `syntax` reads whole texts with these, and `values` type expressions and patterns; neither uses the other. `jinja` prints with them what
//! Python prints.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod escapes;
mod float;
mod json;
mod number;
pub mod operator;
mod quote;
mod regex;
mod ruby;
mod spelling;

pub use float::{float, python_float};
pub use json::write_json_string;
pub use number::{is_word_character, number_length};
pub use quote::first_quote_as_text;
pub use regex::check as regex_problem;
pub use ruby::{is_space, to_f};
pub use spelling::{nearest, one_mistake_away};

/// Whether Puppet skips a character between tokens: its white space but the line break.
pub fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}
