//! Errors and messages of compilations, for people.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet, normalize_untrusted_str};
use anstream::{AutoStream, ColorChoice};
use compiler::{Code, EvalError, Log, Place};
use world::World;

use super::check::position::{Lines, floor};
use super::site::show;

/// Longer lines are not shown: the place is named only.
const LONGEST_LINE: usize = 4 << 10;

/// How code of the command line is named.
const NO_FILE: &str = "-e";

/// Tells errors on the standard error.
pub struct Reporter {
    renderer: Renderer,
    choice: ColorChoice,
    /// A source code that is not in a file.
    code: String,
    /// The files of the places shown so far.
    texts: HashMap<String, Option<String>>,
    /// A revision that the files are read from, instead of from the disk.
    revision: Option<Arc<dyn World>>,
}

impl Reporter {
    pub fn new(choice: ColorChoice, code: &Code) -> Reporter {
        let choice = if choice == ColorChoice::Auto { AutoStream::choice(&io::stderr()) } else { choice };
        let mut renderer = if choice == ColorChoice::Never { Renderer::plain() } else { Renderer::styled() };
        if let Some((width, _)) = terminal_size::terminal_size_of(io::stderr()) {
            renderer = renderer.term_width(usize::from(width.0));
        }
        let code = match code {
            Code::Text(text) | Code::Named(_, text) => text.to_string(),
            Code::Files(_) => String::new(),
        };
        Reporter { renderer, choice, code, texts: HashMap::new(), revision: None }
    }

    /// Shows the lines of files as they were in a revision.
    pub fn in_revision(self, revision: Option<Arc<dyn World>>) -> Reporter {
        Reporter { revision, ..self }
    }

    /// An error with Puppet's text, where it is, and on which nodes if there are several.
    pub fn error(&mut self, error: &EvalError, nodes: &[&str]) -> io::Result<()> {
        self.error_in(error, nodes, None)
    }

    /// The same with the revision that has it.
    pub fn error_in(&mut self, error: &EvalError, nodes: &[&str], revision: Option<&str>) -> io::Result<()> {
        let mut notes = Vec::new();
        let shown = error.shown_place();
        if error.origin.as_ref().is_some_and(|it| it != shown) && !shown.is_nowhere() {
            notes.push(format!("Puppet says that it is at {}", shown.text().trim_matches(['(', ')'])));
        }
        match nodes {
            [] => {}
            [.., _] if nodes.len() > 3 => notes.push(format!("on {} and {} more", nodes[..3].join(", "), nodes.len() - 3)),
            _ => notes.push(format!("on {}", nodes.join(", "))),
        }
        notes.extend(revision.map(|it| format!("in {it}")));
        let help = error.help.as_ref().map(ToString::to_string);
        self.tell(&Level::ERROR, &error.message(), error.origin(), &notes, help.as_deref())
    }

    /// Prints a manifest's messages and Puppet's warnings.
    pub fn log(&mut self, log: &Log) -> io::Result<()> {
        let level = match log.level {
            compiler::LogLevel::Debug | compiler::LogLevel::Info => return Ok(()),
            compiler::LogLevel::Notice => Level::INFO.with_name("notice"),
            compiler::LogLevel::Warning => Level::WARNING,
            compiler::LogLevel::Err => Level::ERROR,
            compiler::LogLevel::Alert => Level::ERROR.with_name("alert"),
            compiler::LogLevel::Emerg => Level::ERROR.with_name("emerg"),
            compiler::LogLevel::Crit => Level::ERROR.with_name("crit"),
        };
        // What a manifest says by itself needs no excerpt.
        match &log.source {
            Some(source) => self.tell(&level, &format!("{source}: {}", log.message), &Place::default(), &[], None),
            None => self.tell(&level, &log.message, &log.place, &[], None),
        }
    }

    fn tell(&mut self, level: &Level, message: &str, place: &Place, notes: &[String], help: Option<&str>) -> io::Result<()> {
        let file = place.file.as_deref();
        let shown = file.map_or_else(|| NO_FILE.to_owned(), |it| show(Path::new(it)));
        let text = match (file, place.line) {
            (_, None) => None,
            (None, Some(_)) => Some(self.code.clone()),
            (Some(file), Some(_)) => self.text(file),
        };
        let mut group = Group::with_title(level.clone().primary_title(normalize_untrusted_str(message)));
        let excerpt = text.as_deref().zip(place.line).and_then(|(text, line)| excerpt(text, line, place.column));
        match (&excerpt, place.line) {
            (Some((line, text, range)), _) => {
                let snippet = Snippet::source(text.as_str()).line_start(*line).path(shown.as_str());
                group = group.element(snippet.annotation(AnnotationKind::Primary.span(range.clone())));
            }
            (None, Some(line)) => {
                let mut origin = Origin::path(shown.as_str()).line(line as usize);
                if let Some(column) = place.column {
                    origin = origin.char_column(column as usize);
                }
                group = group.element(origin);
            }
            (None, None) if file.is_some() => group = group.element(Origin::path(shown.as_str())),
            (None, None) => {}
        }
        for note in notes {
            group = group.element(Level::NOTE.message(normalize_untrusted_str(note)));
        }
        if let Some(help) = help {
            group = group.element(Level::HELP.message(normalize_untrusted_str(help)));
        }
        let mut out = AutoStream::new(io::stderr().lock(), self.choice);
        let rendered = self.renderer.render(&[group]);
        let end = if excerpt.is_some() || !notes.is_empty() || help.is_some() { "\n\n" } else { "\n" };
        write!(out, "{rendered}{end}")
    }

    fn text(&mut self, file: &str) -> Option<String> {
        let path = Path::new(file);
        let read = || match &self.revision {
            Some(world) => String::from_utf8(world.read(path, super::input_file::LARGEST).ok()?).ok(),
            None => super::input_file::read_text(path).ok(),
        };
        self.texts.entry(file.to_owned()).or_insert_with(read).clone()
    }
}

/// The line that a place is in, and what of it to underline: the word that begins there, or the whole line.
fn excerpt(text: &str, line: u32, column: Option<u32>) -> Option<(usize, String, std::ops::Range<usize>)> {
    let lines = Lines::new(text);
    let whole = text.get(lines.line_range(line))?;
    if line == 0 || whole.len() > LONGEST_LINE || whole.trim().is_empty() {
        return None;
    }
    let range = match column {
        Some(column) => {
            let start = whole.char_indices().nth(column.saturating_sub(1) as usize).map_or(whole.len(), |(at, _)| at);
            let rest = whole.get(start..)?;
            let sigil = usize::from(rest.starts_with('$'));
            let word = rest.get(sigil..)?.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(rest.len() - sigil);
            start..floor(whole, start + sigil + word.max(usize::from(sigil == 0 && !rest.is_empty())))
        }
        None => whole.len() - whole.trim_start().len()..whole.trim_end().len(),
    };
    // A character of several bytes that is no word.
    let end = (range.end..=whole.len()).find(|it| whole.is_char_boundary(*it) && *it > range.start).unwrap_or(range.end);
    Some((line as usize, whole.to_owned(), range.start..end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, line: u32, column: Option<u32>, expected: Option<&str>) {
        let found = excerpt(text, line, column).map(|(_, text, range)| text[range].to_owned());
        assert_eq!(found.as_deref(), expected, "{text:?} {line}:{column:?}");
    }

    #[test]
    fn words_are_underlined() {
        check("a\n  $mask = fail('x')\n", 2, Some(3), Some("$mask"));
        check("a\n  $mask = fail('x')\n", 2, Some(11), Some("fail"));
        check("a\n  $mask = fail('x')\n", 2, Some(9), Some("="));
        check("a\n  $mask = fail('x')\n", 2, None, Some("$mask = fail('x')"));
        check("é → b", 1, Some(3), Some("→"));
        check("é → b", 1, Some(9), Some(""));
        check("a", 7, Some(1), None);
        check("", 1, Some(1), None);
    }
}
