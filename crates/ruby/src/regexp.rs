//! Regular expressions and what they set.

use std::rc::Rc;

use values::regex::{Options, Regex};

use crate::ast::Flags;
use crate::eval::Ruby;
use crate::stop::Outcome;
use crate::value::{Hash, LastMatch, Match, Pattern, Proc, Value};

/// Replacement of a match.
pub enum Replacement {
    Text(Rc<str>),
    Table(Rc<Hash>),
    Block(Rc<Proc>),
}

pub fn compile(ruby: &mut Ruby<'_>, source: &str, flags: Flags) -> Outcome {
    ruby.spend(20)?;
    let options = Options { ignore_case: flags.ignore_case, multiline: flags.multiline, extended: flags.extended };
    match Regex::with_options(source, options) {
        Ok(regex) => {
            let pattern = Pattern { source: source.into(), flags, regex, names: names(source) };
            Ok(Value::Regex(Rc::new(pattern)))
        }
        Err(_) => ruby.not_covered(format!("the pattern /{source}/")),
    }
}

/// The names of the groups, in their order.
fn names(source: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = source;
    while let Some((before, after)) = rest.split_once("(?<") {
        let escaped = before.chars().rev().take_while(|it| *it == '\\').count() % 2 == 1;
        if !escaped
            && !after.starts_with(['=', '!'])
            && let Some((name, _)) = after.split_once('>')
            && !names.iter().any(|it| it == name)
        {
            names.push(name.to_owned());
        }
        rest = after;
    }
    names
}

/// A text that is searched: shared, or not yet.
pub trait Searched {
    fn shared(&self) -> Rc<str>;
}

impl Searched for Rc<str> {
    fn shared(&self) -> Rc<str> {
        self.clone()
    }
}

impl Searched for str {
    fn shared(&self) -> Rc<str> {
        self.into()
    }
}

/// Looks from a byte on, and keeps what was found as `$~`.
pub fn find(ruby: &mut Ruby<'_>, pattern: &Rc<Pattern>, text: &(impl Searched + ?Sized), start: usize) -> Outcome<Option<Rc<Match>>> {
    let text = &text.shared();
    ruby.spend(4 + text.len() as u64 / 64)?;
    let found = pattern.regex.find_at(text, start);
    ruby.spend(values::regex::unfinished::take_work())?;
    match found {
        Ok(Some(found)) => {
            let found = Rc::new(Match { text: text.clone(), found, pattern: pattern.clone() });
            ruby.matched = LastMatch::Some(found.clone());
            Ok(Some(found))
        }
        Ok(None) => {
            ruby.matched = LastMatch::None;
            Ok(None)
        }
        Err(_) => ruby.not_covered("a match that takes so long"),
    }
}

/// `text =~ pattern`
pub fn position(ruby: &mut Ruby<'_>, pattern: &Rc<Pattern>, text: &Rc<str>) -> Outcome {
    let found = find(ruby, pattern, text, 0)?;
    let characters = |it: &Match| text.get(..it.found.whole.start).unwrap_or_default().chars().count();
    Ok(found.map_or(Value::Nil, |it| Value::Integer(i64::try_from(characters(&it)).unwrap_or(0))))
}

pub fn replace(ruby: &mut Ruby<'_>, pattern: &Rc<Pattern>, text: &Rc<str>, replacement: &Replacement, all: bool) -> Outcome<String> {
    let mut result = String::new();
    let (mut copied, mut start) = (0, 0);
    let mut last = None;
    while let Some(found) = find(ruby, pattern, text, start)? {
        ruby.spend(1)?;
        let whole = found.found.whole.clone();
        result.push_str(text.get(copied..whole.start).unwrap_or_default());
        match replacement {
            Replacement::Text(replacement) => expand(ruby, &found, replacement, &mut result)?,
            Replacement::Table(table) => {
                let key = ruby.heap.text(found.group(0).unwrap_or_default());
                let key = ruby.key(&key)?;
                if table.default_of.borrow().is_some() || table.default.borrow().is_some() {
                    return ruby.not_covered("String#gsub with a hash that has a default");
                }
                let value = table.get(&key).unwrap_or(Value::Nil);
                let value = ruby.text_of(&value)?;
                result.push_str(&value);
            }
            Replacement::Block(block) => {
                let argument = ruby.heap.text(found.group(0).unwrap_or_default());
                let value = ruby.yield_one(&block.clone(), argument)?;
                let value = ruby.text_of(&value)?;
                result.push_str(&value);
            }
        }
        last = Some(found);
        copied = whole.end;
        start = copied;
        if whole.is_empty() {
            let length = text.get(start..).and_then(|it| it.chars().next()).map_or(1, char::len_utf8);
            result.push_str(text.get(start..start + length).unwrap_or_default());
            (copied, start) = (start + length, start + length);
        }
        if result.len() > ruby.limits.memory {
            return Err(crate::stop::Stop::Limit(crate::Limit::Memory));
        }
        if !all {
            break;
        }
    }
    result.push_str(text.get(copied..).unwrap_or_default());
    ruby.matched = last.into();
    Ok(result)
}

/// Expands `\1` and its kin in a replacement.
fn expand(ruby: &mut Ruby<'_>, found: &Rc<Match>, replacement: &str, result: &mut String) -> Outcome<()> {
    let mut rest = replacement;
    while let Some((before, after)) = rest.split_once('\\') {
        result.push_str(before);
        let mut characters = after.chars();
        let Some(next) = characters.next() else {
            result.push('\\');
            return Ok(());
        };
        rest = characters.as_str();
        match next {
            '&' | '0' => result.push_str(found.group(0).unwrap_or_default()),
            '`' => result.push_str(found.text.get(..found.found.whole.start).unwrap_or_default()),
            '\'' => result.push_str(found.text.get(found.found.whole.end..).unwrap_or_default()),
            '\\' => result.push('\\'),
            'k' => return ruby.not_covered("a named group in a replacement"),
            digit if digit.is_ascii_digit() => {
                if !found.pattern.names.is_empty() {
                    return ruby.not_covered("a numbered group of a pattern with names");
                }
                let number = digit.to_digit(10).and_then(|it| usize::try_from(it).ok()).unwrap_or_default();
                result.push_str(found.group(number).unwrap_or_default());
            }
            other => result.extend(['\\', other]),
        }
    }
    result.push_str(rest);
    Ok(())
}
