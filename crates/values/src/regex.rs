//! Regular expressions as Ruby has them.
//!
//! A pattern is translated for an engine of our own world: [`translate`] knows what Ruby means by it. What a pattern looks
//! like that Ruby refuses, and Ruby's words for it, is the knowledge of `literals`, which the lexer asks, too.

mod cache;
mod class;
mod error;
mod pattern;
mod replace;
mod split;
mod translate;
pub mod unfinished;

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use pattern::Pattern;

pub use error::{Fault, GivenUp, RegexError};
pub use replace::Replacement;
pub use translate::Options;

/// A pattern and what it was compiled to.
#[derive(Debug)]
pub struct Regex {
    source: crate::Str,
    /// Nothing yet where it is compiled when it is first used.
    shared: OnceLock<Arc<Compiled>>,
}

/// Compiled pattern; equal ones share it.
#[derive(Debug)]
struct Compiled {
    pattern: Pattern,
    /// The groups of each name, in the order of the pattern.
    names: Vec<(String, Vec<usize>)>,
}

impl PartialEq for Regex {
    fn eq(&self, other: &Regex) -> bool {
        self.source == other.source
    }
}

impl Eq for Regex {}

impl Hash for Regex {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.source.hash(state);
    }
}

/// Captures of a match: the whole, then its groups; none where a group took no part.
pub type Captures = Vec<Option<String>>;

/// Where a pattern was found, in bytes: the whole, then its groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub whole: Range<usize>,
    pub groups: Vec<Option<Range<usize>>>,
}

impl Regex {
    /// The text of the error is Ruby's where it is known.
    pub fn new(source: &str) -> Result<Regex, RegexError> {
        Regex::with_options(source, Options::default())
    }

    /// `Regexp.new(source, options)`.
    pub fn with_options(source: &str, options: Options) -> Result<Regex, RegexError> {
        Ok(Regex { source: source.into(), shared: OnceLock::from(compiled(source, options)?) })
    }

    /// The same as [`Regex::new`], but it is compiled when it is first used: most of those that say what is known of a text never are,
    /// and to compile one takes a hundred times as long as to read it.
    pub fn when_used(source: &str) -> Result<Regex, RegexError> {
        let shared = match cache::get(source, Options::default()) {
            Some(shared) => OnceLock::from(shared),
            None => {
                translated(source, Options::default())?;
                OnceLock::new()
            }
        };
        Ok(Regex { source: source.into(), shared })
    }

    fn shared(&self) -> Result<&Compiled, RegexError> {
        if let Some(shared) = self.shared.get() {
            return Ok(shared);
        }
        let shared = compiled(&self.source, Options::default())?;
        Ok(self.shared.get_or_init(|| shared))
    }

    /// The pattern, without its slashes.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The first place at or after a byte. What takes too long is an error.
    pub fn find_at(&self, text: &str, start: usize) -> Result<Option<Found>, RegexError> {
        if start > text.len() {
            return Ok(None);
        }
        let shared = self.shared()?;
        let found = shared.pattern.run(text.len() - start, |it| it.captures_from_pos(text, start));
        let Some(found) = found.map_err(|error| self.given_up(text, &error))? else { return Ok(None) };
        let Some(whole) = found.get(0) else { return Ok(None) };
        let groups = (1..found.len()).map(|group| found.get(group).map(|it| it.start()..it.end())).collect();
        Ok(Some(Found { whole: whole.start()..whole.end(), groups }))
    }

    fn given_up(&self, text: &str, error: &fancy_regex::Error) -> RegexError {
        let reason = match error {
            fancy_regex::Error::RuntimeError(fancy_regex::RuntimeError::BacktrackLimitExceeded) => GivenUp::Backtracks,
            other => GivenUp::Other(other.to_string()),
        };
        RegexError::GivenUp { pattern: self.source.to_string(), characters: text.chars().count(), reason }
    }

    /// Whether the pattern matches; a search that takes too long is noted in [`unfinished`].
    pub fn is_match(&self, text: &str) -> bool {
        let found = self.shared().and_then(|it| {
            let found = it.pattern.run(text.len(), |it| it.is_match(text));
            found.map_err(|error| self.given_up(text, &error))
        });
        found.unwrap_or_else(|error| {
            unfinished::note(error);
            false
        })
    }

    /// Captures of the first match; a search that takes too long is noted in [`unfinished`].
    pub fn captures(&self, text: &str) -> Option<Captures> {
        match self.find_at(text, 0) {
            Ok(found) => Some(found?.captures(text)),
            Err(error) => {
                unfinished::note(error);
                None
            }
        }
    }

    /// The last group of that name that took part.
    fn named<'t>(&self, text: &'t str, found: &Found, name: &str) -> Option<Cow<'t, str>> {
        let (_, groups) = self.shared().ok()?.names.iter().find(|(it, _)| it == name)?;
        let range = groups.iter().rev().find_map(|group| found.groups.get(group.checked_sub(1)?)?.clone());
        Some(range.and_then(|it| text.get(it)).unwrap_or_default().into())
    }
}

fn compiled(source: &str, options: Options) -> Result<Arc<Compiled>, RegexError> {
    if let Some(shared) = cache::get(source, options) {
        return Ok(shared);
    }
    let translated = translated(source, options)?;
    let pattern =
        Pattern::new(translated.pattern).map_err(|error| RegexError::NotCompiled { pattern: shown(source), reason: error.to_string() })?;
    let shared = Arc::new(Compiled { pattern, names: translated.names });
    cache::put(source, options, &shared);
    Ok(shared)
}

fn translated(source: &str, options: Options) -> Result<translate::Translated, RegexError> {
    if let Some(message) = literals::regex_problem(source) {
        return Err(RegexError::Refused(message));
    }
    translate::translate(source, options).map_err(|problem| RegexError::Syntax { problem, pattern: shown(source) })
}

/// A pattern as it stands between slashes.
fn shown(source: &str) -> String {
    source.replace("\\/", "/").replace('/', "\\/")
}

impl Found {
    pub fn captures(&self, text: &str) -> Captures {
        let piece = |range: &Range<usize>| text.get(range.clone()).map(str::to_owned);
        std::iter::once(piece(&self.whole)).chain(self.groups.iter().map(|it| it.as_ref().and_then(piece))).collect()
    }
}

/// The character that begins at a byte, and where the next one does.
fn next_character(text: &str, at: usize) -> (&str, usize) {
    let length = text.get(at..).and_then(|it| it.chars().next()).map_or(1, char::len_utf8);
    (text.get(at..at + length).unwrap_or_default(), at + length)
}

/// A text as a pattern that matches it, as Ruby's `Regexp.escape` writes it.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for it in text.chars() {
        match it {
            '[' | ']' | '{' | '}' | '(' | ')' | '|' | '-' | '*' | '.' | '\\' | '?' | '+' | '^' | '$' | '#' | ' ' => {
                escaped.extend(['\\', it])
            }
            '\t' => escaped.push_str("\\t"),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\x0b' => escaped.push_str("\\v"),
            '\x0c' => escaped.push_str("\\f"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests;
