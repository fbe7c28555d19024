//! Keys with dots: `a.b.0`, `'a.b'.c`.

use values::{Type, Value};

use crate::Error;
use crate::interpolate::not_known;

/// One step into a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Segment {
    Name(String),
    Index(i64),
}

impl std::fmt::Display for Segment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Segment::Name(name) => f.write_str(name),
            Segment::Index(index) => write!(f, "{index}"),
        }
    }
}

impl Segment {
    pub fn value(&self) -> Value {
        match self {
            Segment::Name(name) => Value::string(name),
            Segment::Index(index) => Value::Integer(*index),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// As it was written.
    pub text: String,
    pub root: String,
    pub segments: Vec<Segment>,
    pub module: Option<String>,
}

impl Key {
    pub fn new(text: &str) -> Result<Key, Error> {
        let malformed = || Error::lookup(format!("Syntax error in key: '{text}'"));
        let mut segments = split(text).ok_or_else(malformed)?.into_iter();
        let root = match segments.next() {
            Some(Segment::Name(root)) => root,
            // Puppet stumbles here.
            Some(Segment::Index(index)) => {
                return Err(Error::ruby(format!("undefined method `index' for {index}:Integer")));
            }
            None => return Err(malformed()),
        };
        let module = root.find("::").map(|at| if at == 0 { root.clone() } else { root[..at].to_owned() });
        Ok(Key { text: text.to_owned(), root, segments: segments.collect(), module })
    }

    /// Value below the root along the segments; none where there is nothing.
    pub fn dig(&self, root: &Value) -> Result<Option<Value>, Error> {
        let mut value = root.clone();
        for segment in &self.segments {
            match step(&self.text, segment, &value)? {
                Some(inner) => value = inner,
                None => return Ok(None),
            }
        }
        Ok(Some(value))
    }

    /// As it would be found by itself, within what the segments lead through.
    pub(crate) fn undig(&self, value: Value) -> Value {
        self.segments.iter().rev().fold(value, |inner, segment| match segment {
            Segment::Index(index) => {
                let before = usize::try_from(*index).unwrap_or(0).min(MAX_INDEX);
                let mut items = vec![Value::Undef; before];
                items.push(inner);
                Value::array(items)
            }
            Segment::Name(_) => Value::hash([(segment.value(), inner)].into_iter().collect()),
        })
    }
}

/// Lists are made no longer to put a value at an index.
const MAX_INDEX: usize = 10_000;

/// One step of a key into a value; none where there is nothing.
pub(crate) fn step(key: &str, segment: &Segment, value: &Value) -> Result<Option<Value>, Error> {
    Ok(match (value, segment) {
        (Value::Undef, _) => None,
        // Something of it, if it is there.
        (Value::Unknown(unknown), _) => Some(not_known(Type::Any, unknown.origin.clone())),
        (Value::Array(items), Segment::Index(index)) => usize::try_from(*index).ok().and_then(|it| items.get(it)).cloned(),
        (Value::Hash(entries), segment) => entries.get(&segment.value()).cloned(),
        // Integers can be indexed by bits, but include nothing: Puppet stumbles here.
        (Value::Integer(number), _) => return Err(Error::ruby(format!("undefined method `include?' for {number}:Integer"))),
        (other, _) => {
            let class = crate::ruby::class(other);
            return Err(Error::lookup(format!(
                "Data Provider type mismatch: Got {class} when a hash-like object was expected to access value using '{segment}' \
                 from key '{key}'"
            )));
        }
    })
}

/// The segments of a key; none where the text is no key.
pub fn split(key: &str) -> Option<Vec<Segment>> {
    if !key.contains(['\'', '"', '.']) {
        return Some(vec![Segment::Name(key.to_owned())]);
    }
    let mut segments = Vec::new();
    let mut rest = key;
    loop {
        let (piece, after) = segment_of(rest)?;
        segments.push(meaning(piece));
        if after.is_empty() {
            return Some(segments);
        }
        rest = after.strip_prefix('.')?;
    }
}

/// First segment of the text, and the rest.
fn segment_of(text: &str) -> Option<(&str, &str)> {
    let trimmed = text.trim_start_matches(is_blank);
    if let Some(quote) = trimmed.chars().next().filter(|it| matches!(it, '"' | '\'')) {
        let inside = &trimmed[1..];
        let end = inside.find(quote).filter(|end| *end > 0)?;
        let after = inside[end + 1..].trim_start_matches(is_blank);
        return Some((&trimmed[..end + 2], after));
    }
    let end = text.find(['\'', '"', '.']).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

fn is_blank(it: char) -> bool {
    matches!(it, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c')
}

fn meaning(piece: &str) -> Segment {
    let piece = piece.trim_matches(|it| is_blank(it) || it == '\0');
    if piece.starts_with(['"', '\'']) {
        return Segment::Name(piece.get(1..piece.len() - 1).unwrap_or_default().to_owned());
    }
    let digits = piece.strip_prefix(':').unwrap_or(piece);
    let number = digits.strip_prefix(['+', '-']).unwrap_or(digits);
    if number.is_empty() || !number.bytes().all(|it| it.is_ascii_digit()) {
        return Segment::Name(piece.to_owned());
    }
    // Ruby reads no number after a colon.
    let index = if digits.len() < piece.len() { 0 } else { digits.parse().unwrap_or(i64::MAX) };
    Segment::Index(index)
}
