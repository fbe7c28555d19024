//! From the syntax of Python's `re` to that of `fancy_regex`.

use std::iter::Peekable;
use std::str::Chars;

use super::{Flags, Subject};

/// Translates an expression; none where the two languages share too little.
pub fn translate(pattern: &str, flags: Flags, subject: Subject) -> Option<String> {
    let mut out = String::new();
    let mut chars = pattern.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => escape_outside_class(&mut chars, subject, &mut out)?,
            '[' => class(&mut chars, subject, &mut out)?,
            '(' => group(&mut chars, &mut out)?,
            '{' => match counts(&chars) {
                Some((text, length)) => {
                    out.push_str(&text);
                    chars.nth(length - 1);
                }
                None => out.push_str("\\{"),
            },
            '}' | ']' => literal(c, &mut out),
            '$' if !flags.multi_line => out.push_str(r"(?=\n?\z)"),
            c => out.push(c),
        }
    }
    Some(out)
}

fn literal(c: char, out: &mut String) {
    if !c.is_alphanumeric() && c.is_ascii() && !c.is_ascii_control() && c != '<' && c != '>' {
        out.push('\\');
    }
    out.push(c);
}

/// The classes of characters that letters stand for.
fn named(c: char, subject: Subject) -> Option<&'static str> {
    Some(match (c, subject) {
        ('d', Subject::Bytes) => "[0-9]",
        ('D', Subject::Bytes) => "[^0-9]",
        ('s', Subject::Bytes) => r"[ \t\n\r\x0c\x0b]",
        ('S', Subject::Bytes) => r"[^ \t\n\r\x0c\x0b]",
        ('w', Subject::Bytes) => "[a-zA-Z0-9_]",
        ('W', Subject::Bytes) => "[^a-zA-Z0-9_]",
        ('d', Subject::Text) => r"\d",
        ('D', Subject::Text) => r"\D",
        ('s', Subject::Text) => r"[\s\x1c-\x1f]",
        ('S', Subject::Text) => r"[^\s\x1c-\x1f]",
        ('w', Subject::Text) => r"[\p{Alphabetic}\p{N}_]",
        ('W', Subject::Text) => r"[^\p{Alphabetic}\p{N}_]",
        _ => return None,
    })
}

/// A character that is written as an escape.
fn character(c: char, chars: &mut Peekable<Chars<'_>>, subject: Subject) -> Option<char> {
    let mut number = |length: usize| {
        let digits: String = chars.by_ref().take(length).collect();
        let value = u32::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == length)?;
        char::from_u32(value)
    };
    Some(match c {
        'a' => '\x07',
        'f' => '\x0c',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\x0b',
        'x' => number(2)?,
        'u' if subject == Subject::Text => number(4)?,
        '0' => '\0',
        c if c.is_ascii_alphanumeric() => return None,
        c => c,
    })
}

/// An escape outside of a class.
fn escape_outside_class(chars: &mut Peekable<Chars<'_>>, subject: Subject, out: &mut String) -> Option<()> {
    const WORD: &str = "[a-zA-Z0-9_]";
    let c = chars.next()?;
    match c {
        'A' => out.push_str(r"\A"),
        'Z' => out.push_str(r"\z"),
        'b' if subject == Subject::Bytes => out.push_str(&format!("(?:(?<={WORD})(?!{WORD})|(?<!{WORD})(?={WORD}))")),
        'B' if subject == Subject::Bytes => out.push_str(&format!("(?:(?<={WORD})(?={WORD})|(?<!{WORD})(?!{WORD}))")),
        'b' | 'B' => out.extend(['\\', c]),
        '1'..='9' => {
            // Three octal digits are a character.
            let next = chars.peek().copied().filter(char::is_ascii_digit);
            let digits: String = [c].into_iter().chain(next).collect();
            if next.is_some() {
                chars.next();
            }
            if chars.peek().is_some_and(char::is_ascii_digit) {
                return None;
            }
            out.push_str(&format!(r"(?:\{digits})"));
        }
        c => match named(c, subject) {
            Some(class) => out.push_str(class),
            None => literal(character(c, chars, subject)?, out),
        },
    }
    Some(())
}

/// An item of a class.
enum Item {
    One(char),
    Class(&'static str),
}

fn item(c: char, chars: &mut Peekable<Chars<'_>>, subject: Subject) -> Option<Item> {
    if c != '\\' {
        return Some(Item::One(c));
    }
    let c = chars.next()?;
    if c == 'b' {
        return Some(Item::One('\x08'));
    }
    match named(c, subject) {
        Some(class) => Some(Item::Class(class)),
        None => character(c, chars, subject).map(Item::One),
    }
}

/// `[…]`: `[`, `&&` and the like mean nothing in Python's.
fn class(chars: &mut Peekable<Chars<'_>>, subject: Subject, out: &mut String) -> Option<()> {
    out.push('[');
    if chars.peek() == Some(&'^') {
        chars.next();
        out.push('^');
    }
    let mut is_first = true;
    loop {
        let c = chars.next()?;
        if c == ']' && !is_first {
            out.push(']');
            return Some(());
        }
        is_first = false;
        let from = match item(c, chars, subject)? {
            Item::Class(class) => {
                out.push_str(class);
                continue;
            }
            Item::One(from) => from,
        };
        literal(from, out);
        let mut lookahead = chars.clone();
        if lookahead.next() == Some('-') && lookahead.peek().is_some_and(|it| *it != ']') {
            *chars = lookahead;
            let c = chars.next()?;
            let Item::One(to) = item(c, chars, subject)? else { return None };
            out.push('-');
            literal(to, out);
        }
    }
}

/// Translates the start of a group, after `(`.
fn group(chars: &mut Peekable<Chars<'_>>, out: &mut String) -> Option<()> {
    out.push('(');
    if chars.peek() != Some(&'?') {
        return Some(());
    }
    chars.next();
    let rest: String = chars.clone().take(3).collect();
    if rest.starts_with('#') {
        out.pop();
        chars.find(|it| *it == ')')?;
        return Some(());
    }
    if rest.starts_with("P=") {
        // A group by its name: the parenthesis is part of the reference.
        chars.nth(1);
        let name: String = chars.by_ref().take_while(|it| *it != ')').collect();
        out.push_str(&format!("?P={name})"));
        return Some(());
    }
    let starts = [":", "=", "!", "<=", "<!", "P<", ">"];
    if let Some(start) = starts.iter().find(|it| rest.starts_with(**it)) {
        chars.nth(start.len() - 1);
        out.push('?');
        out.push_str(start);
        return Some(());
    }
    // Flags for the whole or for a part.
    let letters: String = chars.clone().take_while(|it| !matches!(it, ')' | ':')).collect();
    if letters.is_empty() || !letters.chars().all(|it| matches!(it, 'i' | 'm' | 's' | '-')) || letters.contains('m') {
        return None;
    }
    out.push('?');
    Some(())
}

/// `{2}`, `{2,}`, `{,3}`: what it is here, and how long it is behind the brace. Anything else is a brace.
fn counts(chars: &Peekable<Chars<'_>>) -> Option<(String, usize)> {
    let inner: String = chars.clone().take_while(|it| it.is_ascii_digit() || *it == ',').collect();
    let is_closed = chars.clone().nth(inner.len()) == Some('}');
    let (low, high) = inner.split_once(',').unwrap_or((&inner, &inner));
    if !is_closed || inner.is_empty() || high.contains(',') {
        return None;
    }
    let low = if low.is_empty() { "0" } else { low };
    let text = if inner.contains(',') { format!("{{{low},{high}}}") } else { format!("{{{low}}}") };
    Some((text, inner.len() + 1))
}
