//! `File.fnmatch`: whether a path fits a pattern with `*`, `?`, `[…]`, `**/` and `{…,…}`.

use crate::eval::Ruby;
use crate::invoke::Args;
use crate::stop::{Outcome, Stop};
use crate::value::Value;

pub const NO_ESCAPE: i64 = 1;
pub const PATHNAME: i64 = 2;
pub const DOT_MATCH: i64 = 4;
pub const CASE_FOLD: i64 = 8;
pub const EXTENDED: i64 = 16;

/// No more patterns than this stand in the braces of one.
const MOST_PATTERNS: usize = 10_000;

pub fn fnmatch(ruby: &mut Ruby<'_>, _: &Value, given: &Args) -> Outcome {
    let pattern = ruby.needs_text(&given.at(0))?;
    let path = super::files::path_of(ruby, &given.at(1))?;
    let flags = match given.get(2) {
        None => 0,
        Some(flags) => ruby.needs_integer(flags)?,
    };
    let last = pattern.len() - pattern.trim_end_matches('\\').len();
    if last % 2 == 1 && flags & NO_ESCAPE == 0 {
        return ruby.not_covered("File.fnmatch with a backslash that quotes nothing");
    }
    let patterns = match flags & EXTENDED {
        0 => vec![pattern.to_string()],
        _ => alternatives(ruby, &pattern, flags)?,
    };
    let path: Vec<char> = path.chars().collect();
    for pattern in patterns {
        let pattern: Vec<char> = pattern.chars().collect();
        if matches(ruby, &pattern, &path, flags)? {
            return Ok(Value::Boolean(true));
        }
    }
    Ok(Value::Boolean(false))
}

/// The patterns that braces stand for.
fn alternatives(ruby: &mut Ruby<'_>, pattern: &str, flags: i64) -> Outcome<Vec<String>> {
    let mut whole = Vec::new();
    let mut waiting = vec![pattern.to_owned()];
    while let Some(pattern) = waiting.pop() {
        ruby.spend(1 + pattern.len() as u64 / 16)?;
        if whole.len() + waiting.len() > MOST_PATTERNS {
            return Err(Stop::Limit(crate::Limit::Memory));
        }
        match first_braces(&pattern, flags) {
            None => whole.push(pattern),
            Some((before, parts, after)) => waiting.extend(parts.iter().rev().map(|it| format!("{before}{it}{after}"))),
        }
    }
    Ok(whole)
}

/// The first braces of a pattern: what is before them, their parts, and what is after them.
fn first_braces(pattern: &str, flags: i64) -> Option<(&str, Vec<&str>, &str)> {
    let (mut open, mut part) = (None, 0);
    let (mut depth, mut parts) = (0_u32, Vec::new());
    let mut letters = pattern.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' if flags & NO_ESCAPE == 0 => {
                letters.next();
            }
            '{' => {
                depth += 1;
                if depth == 1 {
                    (open, part) = (Some(at), at + 1);
                }
            }
            ',' if depth == 1 => {
                parts.push(pattern.get(part..at)?);
                part = at + 1;
            }
            '}' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    parts.push(pattern.get(part..at)?);
                    return Some((pattern.get(..open?)?, parts, pattern.get(at + 1..)?));
                }
            }
            _ => {}
        }
    }
    None
}

/// Whether a whole path fits. With `PATHNAME`, each part of it fits a part of the pattern, and `**/` any number of parts.
fn matches(ruby: &mut Ruby<'_>, pattern: &[char], path: &[char], flags: i64) -> Outcome<bool> {
    if flags & PATHNAME == 0 {
        return Ok(Part { pattern, path, flags }.ends(ruby, 0, 0)?.0);
    }
    let part = Part { pattern, path, flags };
    let (mut at, mut place) = (0, 0);
    // Where `**/` ends, and how much of the path it stands for.
    let mut again = None;
    loop {
        ruby.spend(1)?;
        let mut any = at;
        while pattern.get(any..).is_some_and(|it| it.starts_with(&['*', '*', '/'])) {
            any += 3;
        }
        if any > at {
            at = any;
            again = Some((any, place));
        }
        let (fits, end, mut next) = part.ends(ruby, at, place)?;
        if fits {
            next = slash(path, next);
            match (pattern.get(end), path.get(next)) {
                (Some(_), Some(_)) => {
                    (at, place) = (end + 1, next + 1);
                    continue;
                }
                (None, None) => return Ok(true),
                _ => {}
            }
        }
        let Some((after, from)) = again else { return Ok(false) };
        if flags & DOT_MATCH == 0 && path.get(from) == Some(&'.') {
            return Ok(false);
        }
        let next = slash(path, from);
        if next >= path.len() {
            return Ok(false);
        }
        again = Some((after, next + 1));
        (at, place) = (after, next + 1);
    }
}

/// Where the part of a path ends that begins here.
fn slash(path: &[char], from: usize) -> usize {
    path.get(from..).and_then(|it| it.iter().position(|it| *it == '/')).map_or(path.len(), |it| it + from)
}

struct Part<'p> {
    pattern: &'p [char],
    path: &'p [char],
    flags: i64,
}

impl Part<'_> {
    fn has(&self, flag: i64) -> bool {
        self.flags & flag != 0
    }

    /// Whether a text ends here, or its part does.
    fn is_end(&self, text: &[char], at: usize) -> bool {
        text.get(at).is_none_or(|it| self.has(PATHNAME) && *it == '/')
    }

    /// The place after a backslash that quotes a letter.
    fn quoted(&self, at: usize) -> usize {
        let quotes = !self.has(NO_ESCAPE) && self.pattern.get(at) == Some(&'\\') && self.pattern.len() > at + 1;
        if quotes { at + 1 } else { at }
    }

    fn is_same(&self, one: char, two: char) -> bool {
        one == two || (self.has(CASE_FOLD) && one.to_lowercase().eq(two.to_lowercase()))
    }

    /// Whether what begins at these places fits to its end, and where that was found.
    fn ends(&self, ruby: &mut Ruby<'_>, mut at: usize, mut place: usize) -> Outcome<(bool, usize, usize)> {
        if !self.has(DOT_MATCH) && self.path.get(place) == Some(&'.') && self.pattern.get(self.quoted(at)) != Some(&'.') {
            return Ok((false, at, place));
        }
        // What follows the last star, and where the path goes on there.
        let mut star = None;
        loop {
            ruby.spend(1)?;
            let is_end = self.is_end(self.path, place);
            match self.pattern.get(at) {
                Some('*') => {
                    while self.pattern.get(at) == Some(&'*') {
                        at += 1;
                    }
                    let after = self.quoted(at);
                    if self.is_end(self.pattern, after) {
                        return Ok((true, after, place));
                    }
                    if is_end {
                        return Ok((false, at, place));
                    }
                    star = Some((at, place));
                    continue;
                }
                Some('?') => {
                    if is_end {
                        return Ok((false, at, place));
                    }
                    (at, place) = (at + 1, place + 1);
                    continue;
                }
                Some('[') => {
                    if is_end {
                        return Ok((false, at, place));
                    }
                    if let Some(after) = self.path.get(place).and_then(|it| self.in_brackets(at + 1, *it)) {
                        (at, place) = (after, place + 1);
                        continue;
                    }
                }
                _ => {
                    at = self.quoted(at);
                    let ends = self.is_end(self.pattern, at);
                    if is_end {
                        return Ok((ends, at, place));
                    }
                    if let (false, Some(one), Some(two)) = (ends, self.pattern.get(at), self.path.get(place))
                        && self.is_same(*one, *two)
                    {
                        (at, place) = (at + 1, place + 1);
                        continue;
                    }
                }
            }
            let Some((after, from)) = star else { return Ok((false, at, place)) };
            star = Some((after, from + 1));
            (at, place) = (after, from + 1);
        }
    }

    /// The place after brackets that have a letter.
    fn in_brackets(&self, mut at: usize, letter: char) -> Option<usize> {
        let is_not = matches!(self.pattern.get(at), Some('!' | '^'));
        at += usize::from(is_not);
        let mut found = false;
        while *self.pattern.get(at)? != ']' {
            let from = self.quoted(at);
            let first = *self.pattern.get(from)?;
            at = from + 1;
            if *self.pattern.get(at)? == '-' && *self.pattern.get(at + 1)? != ']' {
                let to = self.quoted(at + 1);
                let last = *self.pattern.get(to)?;
                at = to + 1;
                let is_within = |it: char| first <= it && it <= last;
                let folds = self.has(CASE_FOLD);
                found |= is_within(letter) || folds && (letter.to_lowercase().any(is_within) || letter.to_uppercase().any(is_within));
            } else {
                found |= self.is_same(first, letter);
            }
        }
        (found != is_not).then_some(at + 1)
    }
}
