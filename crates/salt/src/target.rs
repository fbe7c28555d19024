//! Whether an expression of a top file matches a minion.

use crate::data::{self, How};
use crate::fnmatch;
use crate::template::pillar_key;
use crate::value::{Heap, Id, Str};
use std::fmt;

/// Who the states are for.
#[derive(Clone, Debug)]
pub struct Minion {
    /// Empty where it is not known.
    pub id: String,
    /// The values of grains and pillar.
    pub heap: Heap,
    /// [`Value::Unknown`](crate::Value) where nothing is known of them.
    pub grains: Id,
    pub pillar: Id,
    /// Whether the minion has no grains but these.
    pub all_grains: bool,
}

impl Minion {
    /// Gives it the pillar that files have.
    pub fn set_pillar(&mut self, pillar: &crate::pillar::Pillar) {
        self.pillar = data::copied(&mut self.heap, &pillar.heap, pillar.data);
    }
}

/// Why a matcher has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatcherError {
    /// Salt has it, and this program has not.
    Unsupported,
    /// Salt has none of this name.
    NoMatcher,
}

impl fmt::Display for MatcherError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MatcherError::Unsupported => "the matcher is not supported",
            MatcherError::NoMatcher => "there is no such matcher",
        })
    }
}

impl std::error::Error for MatcherError {}

/// Returns whether an expression means the minion; none if that depends on an unknown value.
pub fn matches(minion: &Minion, matcher: &str, expression: &str) -> Result<Option<bool>, MatcherError> {
    let grain = |how| Ok(grain(minion, expression, ":", how));
    let pillar = |how| Ok(path(minion, minion.pillar, expression, ":", how));
    match matcher {
        "compound" => compound(minion, expression),
        "glob" => Ok(glob(minion, expression)),
        "pcre" => Ok(by_id(minion, |id| data::begins_with(id, expression))),
        "list" => Ok(by_id(minion, |id| list(id, expression))),
        "grain" => grain(How::Glob),
        "grain_pcre" => grain(How::Regex),
        "pillar" => pillar(How::Glob),
        "pillar_pcre" => pillar(How::Regex),
        "pillar_exact" => pillar(How::Exact),
        "nodegroup" | "ipcidr" | "range" | "data" | "cache" | "compound_pillar_exact" | "resource" | "managing_minion" => {
            Err(MatcherError::Unsupported)
        }
        _ => Err(MatcherError::NoMatcher),
    }
}

/// Returns what has to be known for [`matches`] to have an answer.
pub fn needs(minion: &Minion, matcher: &str, expression: &str) -> Str {
    let key = |pattern: &str, delimiter: &str| pattern.split(delimiter).next().unwrap_or_default().to_owned();
    match matcher {
        "grain" | "grain_pcre" => format!("the grain `{}`", key(expression, ":")).into(),
        "pillar" | "pillar_pcre" | "pillar_exact" => pillar_key(&key(expression, ":")).into(),
        "compound" => {
            let unknown = expression.split_whitespace().find(|it| matches!(term(minion, it), Ok(None))).unwrap_or_default();
            let pattern = unknown.split_once('@').map_or(unknown, |it| it.1);
            let delimiter = unknown.get(1..).and_then(|it| it.split('@').next()).filter(|it| !it.is_empty()).unwrap_or(":");
            match unknown.chars().next() {
                Some('G' | 'P') if unknown.contains('@') => format!("the grain `{}`", key(pattern, delimiter)).into(),
                Some('I' | 'J') if unknown.contains('@') => pillar_key(&key(pattern, delimiter)).into(),
                _ => "the minion id".into(),
            }
        }
        _ => "the minion id".into(),
    }
}

fn by_id(minion: &Minion, is: impl Fn(&str) -> bool) -> Option<bool> {
    (!minion.id.is_empty()).then(|| is(&minion.id))
}

fn glob(minion: &Minion, expression: &str) -> Option<bool> {
    if expression == "*" { Some(true) } else { by_id(minion, |id| fnmatch::matches(id, expression)) }
}

/// Grains that are not given are not known.
fn grain(minion: &Minion, expression: &str, delimiter: &str, how: How) -> Option<bool> {
    let first = expression.split(delimiter).next().unwrap_or_default();
    let is_given = minion.all_grains || minion.heap.entry(minion.grains, first).is_some();
    path(minion, minion.grains, expression, delimiter, how).filter(|it| *it || is_given)
}

fn path(minion: &Minion, data: Id, expression: &str, delimiter: &str, how: How) -> Option<bool> {
    if !expression.contains(delimiter) {
        return Some(false);
    }
    data::has(&minion.heap, data, expression, delimiter, how)
}

fn list(id: &str, expression: &str) -> bool {
    id == expression
        || expression.contains(&format!(",{id},"))
        || expression.starts_with(&format!("{id},"))
        || expression.ends_with(&format!(",{id}"))
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Word {
    Open,
    Close,
    Not,
    And,
    Or,
    Is(Option<bool>),
}

fn compound(minion: &Minion, expression: &str) -> Result<Option<bool>, MatcherError> {
    let mut words: Vec<Word> = Vec::new();
    for word in expression.split_whitespace() {
        let operator = match word {
            "and" => Some(Word::And),
            "or" => Some(Word::Or),
            "not" => Some(Word::Not),
            "(" => Some(Word::Open),
            ")" => Some(Word::Close),
            _ => None,
        };
        match (operator, words.last()) {
            (Some(Word::And | Word::Or), Some(Word::Open)) => return Ok(Some(false)),
            (Some(Word::And | Word::Or | Word::Close), None) => return Ok(Some(false)),
            (Some(Word::Not), Some(last)) => {
                if !matches!(last, Word::And | Word::Or | Word::Open) {
                    words.push(Word::And);
                }
                words.push(Word::Not);
            }
            (Some(operator), _) => words.push(operator),
            (None, _) => words.push(Word::Is(term(minion, word)?)),
        }
    }
    // Python compares nothing with nothing: what is no expression is false.
    let mut parser = Parser { words: &words, at: 0, depth: 0 };
    let value = parser.or();
    Ok(match value {
        Some(value) if parser.at == words.len() => value,
        _ => Some(false),
    })
}

fn term(minion: &Minion, word: &str) -> Result<Option<bool>, MatcherError> {
    let mut chars = word.chars();
    let engine = chars.next().unwrap_or_default();
    let rest = chars.as_str();
    let has_delimiter = matches!(engine, 'G' | 'P' | 'I' | 'J');
    let (delimiter, pattern) = if let Some(pattern) = rest.strip_prefix('@').filter(|it| !it.is_empty()) {
        (":".to_owned(), pattern)
    } else {
        let delimiter = rest.chars().next().unwrap_or_default();
        match rest.get(delimiter.len_utf8()..).and_then(|it| it.strip_prefix('@')).filter(|it| !it.is_empty()) {
            Some(pattern) if has_delimiter => (delimiter.to_string(), pattern),
            _ => return Ok(glob(minion, word)),
        }
    };
    let pillar = |how| Ok(path(minion, minion.pillar, pattern, &delimiter, how));
    match engine {
        'G' => Ok(grain(minion, pattern, &delimiter, How::Glob)),
        'P' => Ok(grain(minion, pattern, &delimiter, How::Regex)),
        'I' => pillar(How::Glob),
        'J' => pillar(How::Regex),
        'L' => Ok(by_id(minion, |id| list(id, pattern))),
        'E' => Ok(by_id(minion, |id| data::begins_with(id, pattern))),
        'N' | 'S' | 'R' | 'T' | 'M' => Err(MatcherError::Unsupported),
        _ => Ok(glob(minion, word)),
    }
}

/// Reads words as Python reads `not`, `and` and `or`.
struct Parser<'w> {
    words: &'w [Word],
    at: usize,
    depth: usize,
}

/// Expressions are nested no deeper.
const MAX_DEPTH: usize = 200;

impl Parser<'_> {
    fn eat(&mut self, word: Word) -> bool {
        let is_it = self.words.get(self.at) == Some(&word);
        self.at += usize::from(is_it);
        is_it
    }

    fn or(&mut self) -> Option<Option<bool>> {
        let mut value = self.and()?;
        while self.eat(Word::Or) {
            let other = self.and()?;
            value = match (value, other) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            };
        }
        Some(value)
    }

    fn and(&mut self) -> Option<Option<bool>> {
        let mut value = self.not()?;
        while self.eat(Word::And) {
            let other = self.not()?;
            value = match (value, other) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            };
        }
        Some(value)
    }

    fn not(&mut self) -> Option<Option<bool>> {
        let mut negated = false;
        while self.eat(Word::Not) {
            negated = !negated;
        }
        let value = match self.words.get(self.at)? {
            Word::Is(value) => {
                self.at += 1;
                *value
            }
            Word::Open if self.depth < MAX_DEPTH => {
                self.at += 1;
                self.depth += 1;
                let value = self.or()?;
                self.depth -= 1;
                if !self.eat(Word::Close) {
                    return None;
                }
                value
            }
            _ => return None,
        };
        Some(if negated { value.map(|it| !it) } else { value })
    }
}
