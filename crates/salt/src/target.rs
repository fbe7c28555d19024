//! Whether an expression of a top file matches a minion.

use crate::data::{self, How};
use crate::fnmatch;
use crate::grains;
use crate::place::Span;
use crate::template::pillar_key;
use crate::value::{Heap, Id, Key, Map, Slot, Str, Value};

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
    /// Options of its configuration, if that is known.
    pub options: Option<Id>,
}

impl Minion {
    /// Gives it the grain `id`, unless it has one of its own; and looks whether Salt printed its grains, which are all then.
    pub fn settle_grains(&mut self) {
        let grains = self.heap.map(self.grains).cloned().unwrap_or_default();
        self.all_grains = grains::are_all(&self.heap, self.grains);
        if self.all_grains
            && self.id.is_empty()
            && let Some(id) = self.heap.entry(self.grains, "id").and_then(|it| self.heap.str(it))
        {
            self.id = id.to_string();
        }
        if self.id.is_empty() || grains.get("id").is_some() {
            return;
        }
        let value = self.heap.add(Value::Str(self.id.as_str().into()), Span::NONE);
        let mut all = Map::default();
        all.insert(Key::text("id"), Slot { key: Span::NONE, value });
        all.extend(grains);
        self.grains = self.heap.add(Value::Map(all), Span::NONE);
    }

    /// Gives it the pillar that files have.
    pub fn set_pillar(&mut self, pillar: &crate::pillar::Pillar) {
        self.pillar = data::copied(&mut self.heap, &pillar.heap, pillar.data);
    }
}

/// Answer of a matcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    Yes,
    No,
    /// That depends on an unknown value.
    Unknown,
    /// Salt has the matcher, and this program has not.
    Unsupported,
    /// Salt has none of this name.
    NoMatcher,
}

impl From<Option<bool>> for Match {
    fn from(answer: Option<bool>) -> Match {
        match answer {
            Some(true) => Match::Yes,
            Some(false) => Match::No,
            None => Match::Unknown,
        }
    }
}

/// Returns whether an expression means the minion.
pub fn matches(minion: &Minion, matcher: &str, expression: &str) -> Match {
    let pillar = |how| path(minion, minion.pillar, expression, ":", how).into();
    match matcher {
        "compound" => compound(minion, expression),
        "glob" => glob(minion, expression).into(),
        "pcre" => by_id(minion, |id| data::begins_with(id, expression)).into(),
        "list" => by_id(minion, |id| list(id, expression)).into(),
        "grain" => grain(minion, expression, ":", How::Glob).into(),
        "grain_pcre" => grain(minion, expression, ":", How::Regex).into(),
        "pillar" => pillar(How::Glob),
        "pillar_pcre" => pillar(How::Regex),
        "pillar_exact" => pillar(How::Exact),
        "nodegroup" | "ipcidr" | "range" | "data" | "cache" | "compound_pillar_exact" | "resource" | "managing_minion" => {
            Match::Unsupported
        }
        _ => Match::NoMatcher,
    }
}

/// Returns what has to be known for [`matches`] to have an answer.
pub fn needs(minion: &Minion, matcher: &str, expression: &str) -> Str {
    let key = |pattern: &str, delimiter: &str| pattern.split(delimiter).next().unwrap_or_default().to_owned();
    match matcher {
        "grain" | "grain_pcre" => format!("the grain `{}`", key(expression, ":")).into(),
        "pillar" | "pillar_pcre" | "pillar_exact" => pillar_key(&key(expression, ":")).into(),
        "compound" => {
            let unknown = expression.split_whitespace().find(|it| term(minion, it) == Match::Unknown).unwrap_or_default();
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

fn compound(minion: &Minion, expression: &str) -> Match {
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
            (Some(Word::And | Word::Or), Some(Word::Open)) => return Match::No,
            (Some(Word::And | Word::Or | Word::Close), None) => return Match::No,
            (Some(Word::Not), Some(last)) => {
                if !matches!(last, Word::And | Word::Or | Word::Open) {
                    words.push(Word::And);
                }
                words.push(Word::Not);
            }
            (Some(operator), _) => words.push(operator),
            (None, _) => words.push(Word::Is(match term(minion, word) {
                Match::Yes => Some(true),
                Match::No => Some(false),
                Match::Unknown => None,
                other => return other,
            })),
        }
    }
    // Python compares nothing with nothing: what is no expression is false.
    let mut parser = Parser { words: &words, at: 0, depth: 0 };
    let value = parser.or();
    match value {
        Some(value) if parser.at == words.len() => value.into(),
        _ => Match::No,
    }
}

fn term(minion: &Minion, word: &str) -> Match {
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
            _ => return glob(minion, word).into(),
        }
    };
    let pillar = |how| path(minion, minion.pillar, pattern, &delimiter, how).into();
    match engine {
        'G' => grain(minion, pattern, &delimiter, How::Glob).into(),
        'P' => grain(minion, pattern, &delimiter, How::Regex).into(),
        'I' => pillar(How::Glob),
        'J' => pillar(How::Regex),
        'L' => by_id(minion, |id| list(id, pattern)).into(),
        'E' => by_id(minion, |id| data::begins_with(id, pattern)).into(),
        'N' | 'S' | 'R' | 'T' | 'M' => Match::Unsupported,
        _ => glob(minion, word).into(),
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
