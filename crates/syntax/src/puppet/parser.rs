//! Tokens to events, events to a tree.
//!
//! The grammar is Puppet's own (an LALR grammar), written as recursive descent. It accepts a text exactly if
//! Puppet's parser does, so the first token that is refused is the one that Puppet names.

mod braces;
mod definitions;
mod expressions;
mod marker;
mod quotes;
mod recovery;
mod resources;
mod sink;
mod statements;
mod strings;
#[cfg(test)]
mod tests;

use text_size::TextRange;

use super::flat::Flat;
use super::lexer::{self, Lexed, Tok};
use crate::{Code, Dialect, GreenNode, ParseOptions, Place, Problem, Severity, SyntaxKind, SyntaxKind::*};

pub use expressions::binding;
pub(crate) use marker::{CompletedMarker, Event};
pub(crate) use statements::STATEMENT_CALLS;

/// Expressions nested in expressions. Real code stays below 40.
const MAX_DEPTH: u32 = 250;
/// Limit of the problems of one file. More would say nothing new.
const MAX_PROBLEMS: usize = 1_000;
/// The height of a tree: what chains of operators add up to.
const MAX_HEIGHT: u32 = 2_500;

/// The tokens that are being parsed: the file's, or those of a heredoc's text.
pub(crate) struct Source<'a> {
    all: &'a [Tok],
    /// The indices of the tokens that mean something to the grammar.
    significant: Vec<u32>,
    /// In a heredoc, the index of its tag among the tokens of the file: all of its text is read with it.
    tag: Option<u32>,
    pos: usize,
    events: Vec<Event>,
    end: usize,
}

pub(crate) struct Parser<'a> {
    text: &'a str,
    lexed: &'a Lexed,
    source: Source<'a>,
    heights: Vec<u32>,
    problems: Vec<(u32, Problem)>,
    bodies: Vec<Option<Vec<Event>>>,
    depth: u32,
    bailed: bool,
    in_heredoc: bool,
    last_error: Option<usize>,
    /// Brackets that are open, to name the one that is never closed.
    open: Vec<(SyntaxKind, TextRange)>,
}

/// A tree that is kept, and the problems found.
pub(crate) fn parse(text: &str, options: ParseOptions) -> (GreenNode, Vec<Problem>) {
    let (lexed, (events, bodies, problems)) = read(text, lexer::lex(text, options), options);
    (sink::green(text, &lexed, events, bodies), problems)
}

/// The same for a text whose tokens are known, as a tree that is read once.
pub(crate) fn parse_flat(text: &str, lexed: Lexed, options: ParseOptions) -> (Flat<'_>, Vec<Problem>) {
    let (lexed, (events, bodies, problems)) = read(text, lexed, options);
    (sink::flat(text, &lexed, events, bodies, options.dialect == Dialect::Epp), problems)
}

/// Events of the parser: for the file, and for each heredoc that it came to.
type Events = (Vec<Event>, Vec<Option<Vec<Event>>>, Vec<Problem>);

/// Parses the tokens of a text; where a quote is missing, those that it has with a string that ends with its line; where a bracket is left
/// open, those that it has with the missing one.
fn read(text: &str, lexed: Lexed, options: ParseOptions) -> (Lexed, Events) {
    let (events, bodies, problems) = self::events(text, &lexed, options);
    let Some(quotes::Unclosed { problem, open }) = quotes::unclosed(text, &lexed, &problems) else {
        return braces::close(text, lexed, (events, bodies, problems), options);
    };
    match open {
        None => (lexed, (events, bodies, quotes::others(problem, problems))),
        Some(open) => {
            let lexed = lexer::lex_with_cut(text, options, open);
            let (events, bodies, problems) = self::events(text, &lexed, options);
            (lexed, (events, bodies, quotes::others(problem, problems)))
        }
    }
}

fn events(text: &str, lexed: &Lexed, options: ParseOptions) -> Events {
    let source = Source::new(&lexed.tokens, None, text.len());
    let bodies = lexed.heredocs.iter().map(|_| None).collect();
    let mut parser = Parser {
        text,
        lexed,
        source,
        heights: Vec::new(),
        problems: Vec::new(),
        bodies,
        depth: 0,
        bailed: false,
        in_heredoc: false,
        last_error: None,
        open: Vec::new(),
    };
    parser.source_file(options.dialect == Dialect::Epp);
    let Parser { source, problems, bodies, .. } = parser;
    let mut all: Vec<(u32, Problem)> = lexed.problems.iter().map(|(at, p)| (at.saturating_mul(2), p.clone())).collect();
    all.extend(problems);
    all.sort_by_key(|(at, _)| *at);
    all.truncate(MAX_PROBLEMS);
    (source.events, bodies, all.into_iter().map(|(_, p)| p).collect())
}

impl<'a> Source<'a> {
    fn new(all: &'a [Tok], tag: Option<u32>, end: usize) -> Source<'a> {
        let mut significant = Vec::with_capacity(all.len() / 2 + 1);
        significant.extend((0_u32..).zip(all).filter(|(_, tok)| !tok.kind.is_trivia()).map(|(i, _)| i));
        let events = Vec::with_capacity(significant.len() * 4);
        Source { all, significant, tag, pos: 0, events, end }
    }

    /// A token by its place among those that mean something.
    fn token(&self, at: usize) -> Option<&'a Tok> {
        self.all.get(*self.significant.get(at)? as usize)
    }

    /// The token that was taken last.
    fn previous(&self) -> Option<&'a Tok> {
        self.token(self.pos.checked_sub(1)?)
    }

    /// The index among the tokens of the file.
    fn raw(&self, at: usize) -> Option<u32> {
        let raw = *self.significant.get(at)?;
        Some(self.tag.unwrap_or(raw))
    }
}

impl<'a> Parser<'a> {
    pub(crate) fn current(&self) -> SyntaxKind {
        self.nth(0)
    }

    pub(crate) fn nth(&self, n: usize) -> SyntaxKind {
        self.source.token(self.source.pos + n).map_or(EOF, |t| t.kind)
    }

    fn token(&self, n: usize) -> Option<&'a Tok> {
        self.source.token(self.source.pos + n)
    }

    pub(crate) fn at(&self, kind: SyntaxKind) -> bool {
        self.current() == kind
    }

    fn flag(&self, n: usize, flag: u16) -> bool {
        self.token(n).is_some_and(|t| t.flags & flag != 0)
    }

    /// Whether the token is the first on its line.
    fn on_new_line(&self) -> bool {
        let (Some(tok), Some(previous)) = (self.token(0), self.source.previous()) else { return true };
        self.text.get(previous.end as usize..tok.start as usize).is_some_and(|t| t.contains('\n'))
    }

    /// The text of a token ahead.
    fn text_of(&self, n: usize) -> &str {
        self.token(n).and_then(|t| self.text.get(t.start as usize..t.end as usize)).unwrap_or("")
    }

    fn range_of(&self, n: usize) -> TextRange {
        self.token(n).map_or_else(|| lexer::range(self.source.end, self.source.end), Tok::range)
    }

    fn offset(&self) -> u32 {
        self.range_of(0).start().into()
    }

    pub(crate) fn bump(&mut self) {
        match self.current() {
            EOF => return,
            kind @ (L_BRACE | L_PAREN | L_BRACK | INTERPOLATION_START) => {
                let range = self.range_of(0);
                self.open.push((kind, range));
            }
            kind @ (R_BRACE | R_PAREN | R_BRACK) => {
                // What was opened within is never closed.
                if let Some(at) = self.opener_of(kind) {
                    self.open.truncate(at);
                }
            }
            _ => {}
        }
        self.source.pos += 1;
        self.source.events.push(Event::Token);
    }

    /// Which of the open brackets one that closes belongs to: a `)` or `]` ends nothing around the block, hash or interpolation that it
    /// stands in.
    fn opener_of(&self, kind: SyntaxKind) -> Option<usize> {
        let opener = match kind {
            R_PAREN => L_PAREN,
            R_BRACK => L_BRACK,
            _ => L_BRACE,
        };
        let mut looked_at = self.open.iter().enumerate().rev().take(MAX_DEPTH as usize);
        let (at, (open, _)) = looked_at.find(|(_, (open, _))| *open == opener || matches!(open, L_BRACE | INTERPOLATION_START))?;
        (*open == opener || kind == R_BRACE).then_some(at)
    }

    pub(crate) fn eat(&mut self, kind: SyntaxKind) -> bool {
        let found = self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    /// Takes the token, or reports what stands in its place.
    fn expect(&mut self, kind: SyntaxKind, what: &str) -> bool {
        if self.eat(kind) {
            return true;
        }
        self.unexpected(what);
        false
    }

    /// When Puppet would raise a problem that it finds at the token ahead.
    fn now(&self) -> u32 {
        let raw = self.source.raw(self.source.pos).or(self.source.tag);
        let raw = raw.unwrap_or_else(|| u32::try_from(self.lexed.tokens.len()).unwrap_or(u32::MAX));
        raw.saturating_mul(2).saturating_add(1)
    }

    /// When Puppet would raise a problem that it finds after the token just taken.
    fn just_now(&self) -> u32 {
        let raw = self.source.pos.checked_sub(1).and_then(|p| self.source.raw(p)).unwrap_or(0);
        raw.saturating_mul(2).saturating_add(1)
    }

    fn problem(&mut self, when: u32, code: Code, range: TextRange, message: String, place: Place, help: Option<&str>) {
        if self.bailed || self.problems.len() >= MAX_PROBLEMS {
            return;
        }
        let help = help.map(str::to_owned);
        let problem = Problem { code, severity: Severity::Error, range, message, help, related: Vec::new(), puppet_place: place };
        self.problems.push((when, problem));
    }

    /// Reports that the token ahead cannot stand here. `expected` says what could.
    fn unexpected(&mut self, expected: &str) {
        if self.last_error == Some(self.source.pos) || self.bailed {
            return;
        }
        self.last_error = Some(self.source.pos);
        let help = (!expected.is_empty()).then(|| format!("expected {expected}"));
        let when = self.now();
        let at_text_end = self.at(EOF);
        if at_text_end && !self.in_heredoc {
            let end = self.source.token(self.source.significant.len().wrapping_sub(1)).map_or(0, |t| t.end as usize);
            let range = lexer::range(end, end);
            self.problem(when, Code::SyntaxError, range, "Syntax error at end of input".to_owned(), Place::None, help.as_deref());
            if let (Some((_, open)), Some((_, problem))) = (self.open.last(), self.problems.last_mut()) {
                problem.related.push((*open, "this is never closed".to_owned()));
            }
            return;
        }
        let (value, at) = strings::puppet_value(self);
        let range = self.range_of(0);
        let place = if at == usize::from(range.start()) { Place::Same } else { Place::At(lexer::size(at)) };
        self.problem(when, Code::SyntaxError, range, format!("Syntax error at '{value}'"), place, help.as_deref());
    }

    /// Puts the last problem, after too many of them, at another place than Puppet does.
    fn place_at(&mut self, since: usize, range: TextRange) {
        if let Some((_, problem)) = self.problems.get_mut(since) {
            if problem.puppet_place == Place::Same {
                problem.puppet_place = Place::At(problem.range.start());
            }
            problem.range = range;
        }
    }

    /// Gives up on the rest of the text, which is nested too deeply to be read.
    fn bail(&mut self) {
        if self.bailed {
            return;
        }
        let range = self.range_of(0);
        let when = self.now();
        self.problem(
            when,
            Code::NestedTooDeeply,
            range,
            "The code is nested too deeply to be read".to_owned(),
            Place::Same,
            Some("the rest of the file is skipped"),
        );
        self.bailed = true;
        let m = self.start();
        while !self.at(EOF) {
            self.bump();
        }
        m.complete(self, ERROR_NODE);
    }

    /// Guards a step of recursion; false if there is no room for it.
    fn enter(&mut self) -> bool {
        if self.depth >= MAX_DEPTH {
            self.bail();
            return false;
        }
        self.depth += 1;
        true
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }
}
