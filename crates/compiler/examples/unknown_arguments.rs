//! Evaluates recorded calls of functions in Ruby with an unknown value in place of each argument, and reports whatever contradicts the
//! answer that Puppet gave for a known one: an error where Puppet had none, or another value.
//!
//!     cargo run -p compiler --example unknown_arguments -- MODULEPATH FILE.jsonl...
//!
//! Lines are `{"code": …, "value": … (as %p), "error": …}`.

mod calls;
#[path = "../tests/unknown/shown.rs"]
mod shown;

use std::io;
use std::process::ExitCode;

use compiler::{Code, Mode, Request, compile};
use shown::shown;

fn main() -> io::Result<ExitCode> {
    let (environment, recorded) = calls::read()?;
    let (mut calls, mut known, mut partly, mut errors, mut wrong) = (0, 0, 0, 0, 0);
    for (code, case) in recorded {
        for changed in with_unknowns(&code) {
            let mut request = Request::new(Code::Text(changed.as_str().into()), "node.example.com");
            request.mode = Mode::Analyse;
            request.unknown_facts = vec!["hidden".into()];
            let outcome = compile(&environment, &request);
            calls += 1;
            let value = outcome.value.as_ref().map(shown).unwrap_or_default();
            let is_error = !outcome.errors.is_empty();
            errors += usize::from(is_error);
            known += usize::from(!is_error && !value.contains('?'));
            partly += usize::from(!is_error && value.contains('?') && value != "?");
            let is_wrong = match case["value"].as_str() {
                Some(expected) => is_error || !fits(&value, expected),
                None => false,
            };
            if is_wrong {
                wrong += 1;
                let ours = outcome.errors.first().map_or(value, |it| it.message().to_string());
                println!("{changed}\n  Puppet  {}\n  Bunraku {ours}", case["value"]);
            }
        }
    }
    println!("{calls} calls: {known} with a known value, {partly} with one that is known in part, {errors} with an error; {wrong} wrong");
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The call with an unknown value in place of each argument in turn.
fn with_unknowns(code: &str) -> Vec<String> {
    let Some((name, rest)) = code.split_once('(') else { return Vec::new() };
    let Some(inner) = rest.strip_suffix(')').filter(|_| name.chars().all(|it| it.is_ascii_alphanumeric() || "_:".contains(it))) else {
        return Vec::new();
    };
    let (mut parts, mut depth, mut quote, mut start) = (Vec::new(), 0_i32, None, 0);
    for (at, letter) in inner.char_indices() {
        match (quote, letter) {
            (Some(open), it) if it == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(letter),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            (None, ',') if depth == 0 => parts.push(&inner[std::mem::replace(&mut start, at + 1)..at]),
            _ => {}
        }
    }
    if depth != 0 || inner.trim().is_empty() {
        return Vec::new();
    }
    parts.push(&inner[start..]);
    let one = |index: usize| {
        let all: Vec<&str> = parts.iter().enumerate().map(|(at, it)| if at == index { "$facts['hidden']" } else { it }).collect();
        format!("{name}({})", all.join(","))
    };
    (0..parts.len()).map(one).collect()
}

/// Whether a text is that of a value with unknown parts.
fn fits(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('?');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut last = None;
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
        last = Some(part);
    }
    last.map_or(rest.is_empty(), |it| it.is_empty() || rest.is_empty() || text.ends_with(it))
}
