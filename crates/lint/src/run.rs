//! Runs the checks over a text.

use std::ops::Range;

use crate::check::{Found, Problem, State};
use crate::checks;
use crate::configuration::Configuration;
use crate::control::Control;
use crate::data::Data;
use crate::edit::Edit;
use crate::lexer;
use crate::token::Token;

/// The check of problems that no check finds: what cannot be read.
pub const SYNTAX: &str = "syntax";

/// A text and where it lies.
#[derive(Clone, Copy, Debug)]
pub struct Source<'t> {
    pub text: &'t str,
    /// As it was given to the command.
    pub path: &'t str,
    /// From the root on.
    pub full_path: &'t str,
}

#[derive(Debug, Default)]
pub struct Report {
    /// In the order of the checks, each one's in the order of the text.
    pub problems: Vec<Problem>,
    /// Warnings about the control comments, as puppet-lint writes them to standard error.
    pub warnings: Vec<String>,
    /// The text with every fix made, where fixes were asked for and the text could be read.
    pub fixed: Option<String>,
}

/// Runs the checks over a text.
pub fn lint(source: Source<'_>, configuration: &Configuration) -> Report {
    run(source, configuration, |_, _| {})
}

/// Runs the checks over a text, and fixes all that can be fixed.
pub fn fix(source: Source<'_>, configuration: &Configuration) -> Report {
    fix_some(source, configuration, |_| true)
}

/// Runs the checks over a text, and fixes those problems that are `wanted` and can be fixed.
pub fn fix_some(source: Source<'_>, configuration: &Configuration, wanted: impl Fn(&Problem) -> bool) -> Report {
    run(source, configuration, |tokens, report| {
        let mut edit = Edit::new(tokens);
        for problem in &mut report.problems {
            if problem.state == State::Open
                && problem.check != SYNTAX
                && wanted(problem)
                && let Some(fix) = &problem.fix
                && fix(&mut edit).is_some()
            {
                problem.state = State::Fixed;
            }
        }
        // puppet-lint leaves a file alone where a check says that it cannot be read.
        report.fixed = report.problems.iter().all(|problem| problem.check != SYNTAX).then(|| edit.manifest());
    })
}

/// Replacement by one fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// In bytes.
    pub range: Range<usize>,
    /// Replacement text.
    pub text: String,
}

/// For each of the problems that have a fix, in their order, what that fix alone makes of the text; nothing where it cannot be made.
pub fn fixes<'p>(source: Source<'p>, problems: &'p [Problem]) -> impl Iterator<Item = Option<Replacement>> + use<'p> {
    let tokens = if problems.iter().any(|it| it.fix.is_some()) { lexer::tokens(source.text).unwrap_or_default() } else { Vec::new() };
    problems.iter().filter_map(|problem| problem.fix.as_ref()).map(move |fix| {
        let mut edit = Edit::new(tokens.clone());
        fix(&mut edit)?;
        difference(source.text, &edit.manifest())
    })
}

/// The one piece in which two texts differ.
fn difference(old: &str, new: &str) -> Option<Replacement> {
    if old == new {
        return None;
    }
    let is_same = |(one, other): &(u8, u8)| one == other;
    let before = old.bytes().zip(new.bytes()).take_while(is_same).count();
    let before = (0..=before).rev().find(|it| old.is_char_boundary(*it))?;
    let (old_rest, new_rest) = (old.get(before..)?, new.get(before..)?);
    let after = old_rest.bytes().rev().zip(new_rest.bytes().rev()).take_while(is_same).count();
    let end = (old_rest.len() - after..=old_rest.len()).find(|it| old_rest.is_char_boundary(*it))?;
    let after = old_rest.len() - end;
    Some(Replacement { range: before..before + end, text: new_rest.get(..new_rest.len().checked_sub(after)?)?.to_owned() })
}

fn run<'t>(source: Source<'t>, configuration: &Configuration, then: impl FnOnce(Vec<Token<'t>>, &mut Report)) -> Report {
    let mut report = Report::default();
    if source.text.is_empty() {
        then(Vec::new(), &mut report);
        return report;
    }
    // Of data only the values are checked. puppet-lint reads it as a manifest, too, where it can, and reports where it cannot; that is how
    // it finds control comments there.
    let tokens = match lexer::tokens(source.text) {
        Err(_) if is_data(source.path) => Vec::new(),
        Ok(tokens) => tokens,
        Err(refused) => {
            report.problems.push(*refused);
            Vec::new()
        }
    };
    let readable = report.problems.is_empty() && !is_data(source.path);
    let control = Control::from_tokens(&tokens);
    let data = Data::new(source.text, source.path, source.full_path, configuration, &tokens);
    for check in configuration.checks().filter(|check| !is_data(source.path) || checks::OF_DATA.contains(&check.name)) {
        let first = report.problems.len();
        (check.run)(&data, &mut Found::new(check.name, &mut report.problems));
        for problem in report.problems.iter_mut().skip(first).filter(|problem| problem.check != SYNTAX) {
            if let Some(reason) = control.reason(problem.check, problem.line) {
                problem.state = State::Ignored(reason.to_owned());
            }
        }
    }
    if let Some(token) = data.nonsense() {
        let Token { line, column, .. } = *data.token(token);
        report.problems = vec![Problem::syntax("Syntax error".into(), line, column)];
        return report;
    }
    report.warnings = control.warnings;
    if readable {
        then(tokens, &mut report);
    }
    report
}

/// Whether a path is one of data in YAML.
pub fn is_data(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("yaml") || ending.eq_ignore_ascii_case("yml"))
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn texts_differ_in_one_piece_of_whole_characters() {
        let piece = |old, new| difference(old, new).map(|it| (it.range, it.text));
        assert_eq!(piece("abc", "abc"), None);
        assert_eq!(piece("a bc", "abc"), Some((1..2, String::new())));
        assert_eq!(piece("aa", "aaa"), Some((2..2, "a".to_owned())));
        assert_eq!(piece("x\u{e4}y", "x\u{e5}y"), Some((1..3, "\u{e5}".to_owned())));
        // Their last bytes are the same.
        assert_eq!(piece("x\u{e4}y", "x\u{124}y"), Some((1..3, "\u{124}".to_owned())));
    }
}
