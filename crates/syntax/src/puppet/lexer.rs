//! Text to tokens, after the rules of Puppet's own lexer.
//!
//! One logos lexer reads code. Around it stands a stack of modes: a double-quoted string pushes a mode in which
//! text is scanned, `${` in it pushes code again. The bodies of heredocs and the text of templates are cut out
//! whole. Every byte of the text belongs to exactly one token.

mod epp;
mod heredoc;
mod number;
mod raw;
mod string;

use rustc_hash::FxHashMap;
use text_size::{TextRange, TextSize};

use crate::{Code, Dialect, ParseOptions, Place, Problem, Severity, SyntaxKind, SyntaxKind::*};

pub(crate) use epp::EppMode;
pub(crate) use epp::text_run as epp_text_run;
pub(crate) use heredoc::{Heredoc, Tag, heredoc_end};
pub(crate) use literals::is_blank;

/// Reads the tag of a heredoc.
pub(crate) fn heredoc_tag(text: &str) -> Option<Tag<'_>> {
    heredoc::tag(text).ok()
}

/// A `[` with white space before it, which begins a list and never an access.
pub(crate) const FLAG_LIST_START: u16 = 1;
/// A `(` that is the first thing on its line, which never begins arguments.
pub(crate) const FLAG_FIRST_ON_LINE: u16 = 2;
/// The `}` that ends an interpolation.
pub(crate) const FLAG_INTERPOLATION_END: u16 = 4;
/// No heredoc belongs to this token.
pub(crate) const NO_HEREDOC: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Tok {
    pub(crate) kind: SyntaxKind,
    pub(crate) flags: u16,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// For the tag and the body of a heredoc: its index.
    pub(crate) aux: u32,
}

impl Tok {
    pub(crate) fn range(&self) -> TextRange {
        range(self.start as usize, self.end as usize)
    }
}

pub(crate) fn range(start: usize, end: usize) -> TextRange {
    TextRange::new(size(start), size(end.max(start)))
}

pub(crate) fn size(offset: usize) -> TextSize {
    // Texts over 4 GiB are refused before they come here.
    TextSize::new(u32::try_from(offset).unwrap_or(u32::MAX))
}

#[derive(Debug, Default)]
pub(crate) struct Lexed {
    pub(crate) tokens: Vec<Tok>,
    pub(crate) heredocs: Vec<Heredoc>,
    /// Each with the index of the token at which Puppet's lexer would have raised it.
    pub(crate) problems: Vec<(u32, Problem)>,
}

#[derive(Clone, Copy, Debug)]
enum Mode {
    /// Code, with the number of braces that are open in it.
    Code { braces: u32 },
    /// Code between `${` and `}`; `first` is the index of the first token in it.
    Interpolation { braces: u32, first: u32 },
    /// The text of a double-quoted string whose quote is the token `open`.
    Dq { open: u32 },
    /// The text of a heredoc.
    HeredocText { dollar_escape: bool },
}

/// State to restore when a string turns out to have no end.
struct Snapshot {
    offset: usize,
    tokens: usize,
    problems: usize,
    heredocs: usize,
    /// All of them: the string may have taken some and left others.
    pending: Vec<(usize, usize, u32)>,
    line_start: usize,
    after: SyntaxKind,
    jump: Option<usize>,
}

/// Strings without an end are cut at the end of their line; after this many the rest is taken as it is.
const MAX_CUTS: usize = 8;

/// Strings within interpolations within strings, deeper than any real text.
const MAX_MODES: usize = 200;

/// From these offsets on, a mark is nowhere in the text.
#[derive(Debug, Default)]
struct Absent {
    parenthesis: Option<usize>,
    comment_end: Option<usize>,
    /// From the first offset on, the next line break is at the second.
    line_break: Option<(usize, Option<usize>)>,
    /// Lines that end a heredoc with this tag.
    end_lines: Vec<(usize, String)>,
    /// From the first offset on, the next closing parenthesis is at the second, and the first `@(` before it after which a tag can be read
    /// at the third.
    tag: Option<(usize, usize, Option<usize>)>,
}

/// Limit of heredocs without an end, after which the end of another is not searched for.
const MAX_ENDLESS: usize = 64;

pub(crate) struct Lexer<'a> {
    text: &'a str,
    pos: usize,
    options: ParseOptions,
    lexed: Lexed,
    modes: Vec<Mode>,
    /// The last significant token, which decides between a regular expression and a division.
    after: SyntaxKind,
    /// Last successful match of Puppet's scanner; its message about an open string names it.
    matched: Option<(usize, usize)>,
    line_start: usize,
    /// Bodies of heredocs whose tags were read on this line: (start, end of the end line, heredoc).
    pending: Vec<(usize, usize, u32)>,
    /// Where reading goes on after the bodies of this line's heredocs.
    jump: Option<usize>,
    epp: Option<EppMode>,
    outermost: Option<Snapshot>,
    /// Strings that end with their line.
    cut: Vec<usize>,
    /// This lexer reads the text of a heredoc.
    in_heredoc: bool,
    /// Delimiters that were searched for in vain, so that they are not searched for again at each place where they are missing.
    absent: Absent,
    /// That a string has no end was said where its last piece of text begins.
    reported_open: bool,
}

pub(crate) fn lex(text: &str, options: ParseOptions) -> Lexed {
    lex_cutting(text, options, None)
}

/// The same, with the string that begins at an offset ending with its line.
pub(crate) fn lex_with_cut(text: &str, options: ParseOptions, open: usize) -> Lexed {
    lex_cutting(text, options, Some(open))
}

fn lex_cutting(text: &str, options: ParseOptions, open: Option<usize>) -> Lexed {
    let mut lexer = Lexer::new(text, options, Mode::Code { braces: 0 });
    lexer.cut.extend(open);
    if text.starts_with('\u{feff}') {
        lexer.problem_at(
            Code::ByteOrderMark,
            range(0, 3),
            "Illegal UTF-8 Byte Order mark at beginning of input: [EF BB BF] - remove these from the puppet source".to_owned(),
            Place::None,
        );
        lexer.push(WHITESPACE, 3);
        lexer.line_start = 3;
    }
    if options.dialect == Dialect::Epp {
        lexer.epp = Some(EppMode::Text);
        lexer.epp_text(false);
    }
    lexer.run();
    lexer.lexed
}

/// The texts of all heredocs by the offsets of their tags, and where they stand: for those whose text is not in the tree.
pub(crate) fn detached_heredocs(text: &str, options: ParseOptions) -> FxHashMap<TextSize, (String, TextRange)> {
    let lexed = lex(text, options);
    let tags = lexed.tokens.iter().filter(|it| it.kind == HEREDOC_TAG);
    tags.filter_map(|it| Some((TextSize::new(it.start), detached_heredoc(text, &lexed, it)?))).collect()
}

fn detached_heredoc(text: &str, lexed: &Lexed, token: &Tok) -> Option<(String, TextRange)> {
    let heredoc = lexed.heredocs.get(token.aux as usize)?;
    let escapes = heredoc_tag(text.get(token.start as usize..token.end as usize)?)?.escapes;
    let pieces = heredoc.tokens.iter().filter(|t| t.kind == STRING_TEXT);
    let mut value = String::new();
    for piece in pieces {
        let piece = text.get(piece.start as usize..piece.end as usize)?;
        let piece = if heredoc.margin.is_empty() { piece.to_owned() } else { piece.replace(&format!("\n{}", heredoc.margin), "\n") };
        value.push_str(&literals::escapes::unescape(&piece, &escapes));
    }
    Some((value, range(heredoc.body.0 as usize, heredoc.body.1 as usize)))
}

impl<'a> Lexer<'a> {
    fn new(text: &'a str, options: ParseOptions, mode: Mode) -> Lexer<'a> {
        let mut lexed = Lexed::default();
        // Four bytes a token is what real manifests have.
        lexed.tokens.reserve(text.len() / 4);
        Lexer {
            text,
            pos: 0,
            options,
            lexed,
            modes: vec![mode],
            after: EOF,
            matched: None,
            line_start: 0,
            pending: Vec::new(),
            jump: None,
            epp: None,
            outermost: None,
            cut: Vec::new(),
            in_heredoc: false,
            reported_open: false,
            absent: Absent::default(),
        }
    }

    fn run(&mut self) {
        loop {
            if self.pos >= self.text.len() {
                if !self.at_end() {
                    return;
                }
                continue;
            }
            match self.modes.last().copied() {
                Some(Mode::Dq { open }) => self.dq_piece(open),
                Some(Mode::HeredocText { dollar_escape }) => self.heredoc_piece(dollar_escape),
                Some(Mode::Code { .. } | Mode::Interpolation { .. }) | None => self.code_token(),
            }
        }
    }

    /// Handles the end of the text. True if reading goes on because a string was cut.
    fn at_end(&mut self) -> bool {
        let open_string = self.modes.iter().any(|m| matches!(m, Mode::Dq { .. }));
        if open_string {
            if !self.reported_open {
                let at = self.pos;
                self.unclosed_dq(at);
            }
            self.reported_open = false;
            if self.cut.len() < MAX_CUTS
                && let Some(snapshot) = self.outermost.take()
            {
                self.restore(snapshot);
                return true;
            }
        }
        if let Some(mode) = self.epp
            && mode != EppMode::Text
        {
            let end = self.text.len();
            self.problem_at(
                Code::EppUnbalancedTag,
                range(end, end),
                "Unbalanced epp tag, reached <eof> without closing tag.".to_owned(),
                Place::Same,
            );
        }
        false
    }

    fn restore(&mut self, s: Snapshot) {
        // The problem that says that the string has no end is the one to keep.
        let keep = self.lexed.problems.iter().skip(s.problems).find(|(_, p)| p.code == Code::UnclosedQuote).cloned();
        self.lexed.tokens.truncate(s.tokens);
        self.lexed.problems.truncate(s.problems);
        self.lexed.heredocs.truncate(s.heredocs);
        self.pending = s.pending;
        self.jump = s.jump;
        self.lexed.problems.extend(keep);
        self.pos = s.offset;
        // What was missing after the string may stand in it.
        self.absent = Absent::default();
        self.line_start = s.line_start;
        self.after = s.after;
        self.modes.truncate(1);
        self.cut.push(s.offset);
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.pos..).unwrap_or("")
    }

    /// The nearest start of a character at or before an offset: Puppet's scanner steps by bytes.
    fn floor(&self, offset: usize) -> usize {
        let mut at = offset.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    /// The next line break at or after an offset.
    fn line_break(&mut self, from: usize) -> Option<usize> {
        match self.absent.line_break {
            Some((start, found)) if start <= from && found.is_none_or(|at| from <= at) => found,
            _ => {
                let found = self.text.get(from..).and_then(|t| t.find('\n')).map(|n| from + n);
                self.absent.line_break = Some((from, found));
                found
            }
        }
    }

    fn byte(&self, offset: usize) -> u8 {
        self.text.as_bytes().get(offset).copied().unwrap_or(0)
    }

    /// Adds a token from here to `end`.
    fn push(&mut self, kind: SyntaxKind, end: usize) {
        self.push_with(kind, end, 0, NO_HEREDOC);
    }

    fn push_with(&mut self, kind: SyntaxKind, end: usize, flags: u16, aux: u32) {
        let end = end.min(self.text.len());
        if end > self.pos {
            let tok = Tok { kind, flags, start: offset32(self.pos), end: offset32(end), aux };
            self.lexed.tokens.push(tok);
            self.pos = end;
        }
    }

    /// Adds a token that the parser sees.
    fn significant(&mut self, kind: SyntaxKind, end: usize) {
        self.push(kind, end);
        self.after = kind;
    }

    fn token_count(&self) -> u32 {
        offset32(self.lexed.tokens.len())
    }

    /// The token at which Puppet would raise what is found now: a string is read whole before its first token is given out.
    fn trigger(&self) -> u32 {
        self.modes
            .iter()
            .find_map(|m| match m {
                Mode::Dq { open } => Some(*open),
                _ => None,
            })
            .unwrap_or_else(|| self.token_count())
    }

    fn problem_at(&mut self, code: Code, range: TextRange, message: String, place: Place) {
        let severity = match code {
            Code::UnrecognizedEscape | Code::IllegalUnicodeEscape | Code::HeredocTextBeforeEnd => Severity::Warning,
            _ => Severity::Error,
        };
        let problem = Problem { code, severity, range, message, help: None, related: Vec::new(), puppet_place: place };
        let trigger = self.trigger();
        self.lexed.problems.push((trigger, problem));
    }

    fn help(&mut self, help: &str) {
        if let Some((_, problem)) = self.lexed.problems.last_mut() {
            problem.help = Some(help.to_owned());
        }
    }

    fn cut_here(&self) -> bool {
        let open = self.modes.iter().find_map(|m| match m {
            Mode::Dq { open } => Some(*open),
            _ => None,
        });
        self.outermost.is_none() && open.is_some() && open == self.cut_token()
    }

    fn cut_token(&self) -> Option<u32> {
        let last = *self.cut.last()?;
        let at = self.lexed.tokens.partition_point(|t| (t.start as usize) < last);
        self.lexed.tokens.get(at).filter(|t| t.start as usize == last).map(|_| offset32(at))
    }
}

fn offset32(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

pub(crate) fn is_word_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_'
}

/// The length of a variable's name without its `$`: `(::)?(\w+::)*\w+`.
pub(crate) fn variable_name(text: &str) -> Option<usize> {
    let b = text.as_bytes();
    let mut i = if text.starts_with("::") { 2 } else { 0 };
    let mut end = None;
    loop {
        let start = i;
        while b.get(i).is_some_and(|b| is_word_byte(*b)) {
            i += 1;
        }
        if i == start {
            return end;
        }
        end = Some(i);
        if text.get(i..i + 2) != Some("::") {
            return end;
        }
        i += 2;
    }
}
