//! The tokens as Puppet's own lexer gives them out, for comparing: `[name, value, offset, length]`.

use super::json::Json;
use crate::puppet::lexer::{self, FLAG_FIRST_ON_LINE, FLAG_INTERPOLATION_END, FLAG_LIST_START, Lexed, Tok};
use crate::{Dialect, ParseOptions, Problem, Severity, SyntaxKind, SyntaxKind::*};
use literals::escapes::{Escapes, single_quoted, unescape};

/// The tokens, or the first problem that Puppet's lexer would raise; and the warnings before it.
pub fn tokens(text: &str, options: ParseOptions) -> (Result<Json, Problem>, Vec<Problem>) {
    let lexed = lexer::lex(text, options);
    let mut problems: Vec<&(u32, Problem)> = lexed.problems.iter().filter(|(_, p)| !p.code.puppet().is_empty()).collect();
    problems.sort_by_key(|(at, _)| *at);
    let warnings =
        |until: usize| problems.iter().take(until).filter(|(_, p)| p.severity != Severity::Error).map(|(_, p)| p.clone()).collect();
    if let Some(first) = problems.iter().position(|(_, p)| p.severity == Severity::Error) {
        let error = problems.get(first).map(|(_, p)| p.clone());
        if let Some(error) = error {
            return (Err(error), warnings(first));
        }
    }
    let all = warnings(problems.len());
    let mut printer = Printer { text, lexed: &lexed, out: Vec::new(), strings: Vec::new() };
    if options.dialect == Dialect::Epp {
        printer.emit("EPP_START", Json::Null, 0, 0);
    }
    printer.run(&lexed.tokens, None);
    (Ok(Json::Array(printer.out)), all)
}

/// A string that is open.
struct OpenString {
    first: bool,
    value: String,
    /// Where the piece that is being read begins.
    start: usize,
}

struct Printer<'a> {
    text: &'a str,
    lexed: &'a Lexed,
    out: Vec<Json>,
    strings: Vec<Option<OpenString>>,
}

/// How the text of a heredoc is read: its escapes, and each line's (offset in the text, offset in the file).
struct Local<'a> {
    escapes: Escapes,
    margin: String,
    map: &'a [(usize, usize)],
    /// Of the text, without margin.
    length: usize,
}

impl Local<'_> {
    fn offset(&self, file: usize) -> usize {
        let line = self.map.iter().rposition(|(_, outer)| *outer <= file).unwrap_or(0);
        self.map.get(line).map_or(0, |(inner, outer)| inner + file.saturating_sub(*outer))
    }
}

impl Printer<'_> {
    fn emit(&mut self, name: &str, value: Json, offset: usize, length: usize) {
        self.out.push(Json::Array(vec![Json::string(name), value, Json::number(offset), Json::number(length)]));
    }

    fn slice(&self, tok: &Tok) -> &str {
        self.text.get(tok.start as usize..tok.end as usize).unwrap_or("")
    }

    fn run(&mut self, tokens: &[Tok], local: Option<&Local<'_>>) {
        let place = |offset: u32| local.map_or(offset as usize, |l| l.offset(offset as usize));
        if let Some(local) = local {
            let _ = local;
            self.strings.push(Some(OpenString { first: true, value: String::new(), start: 0 }));
        }
        let mut previous = EOF;
        for (i, tok) in tokens.iter().enumerate() {
            let (start, end) = (place(tok.start), place(tok.end).max(place(tok.start)));
            let in_text = matches!(self.strings.last(), Some(Some(_)));
            match tok.kind {
                DQ if in_text && self.opened_by_quote() => {
                    if let Some(Some(open)) = self.strings.pop() {
                        let name = if open.first { "STRING" } else { "DQPOST" };
                        self.emit(name, Json::String(open.value), open.start, end - open.start);
                    }
                }
                DQ => self.strings.push(Some(OpenString { first: true, value: String::new(), start })),
                STRING_TEXT => {
                    let inner = local.filter(|_| self.strings.len() == 1);
                    let text = match local {
                        Some(l) if !l.margin.is_empty() => self.slice(tok).replace(&format!("\n{}", l.margin), "\n"),
                        _ => self.slice(tok).to_owned(),
                    };
                    let value = unescape(&text, &inner.map_or(Escapes::DOUBLE_QUOTED, |l| l.escapes));
                    if let Some(Some(open)) = self.strings.last_mut() {
                        open.value.push_str(&value);
                    }
                }
                VARIABLE if in_text => {
                    self.piece(start);
                    let name = self.slice(tok).trim_start_matches('$').to_owned();
                    self.emit("VARIABLE", Json::String(name), start, end - start);
                    self.next_piece(end);
                }
                INTERPOLATION_START => {
                    self.piece(end);
                    self.strings.push(None);
                }
                R_BRACE if tok.flags & FLAG_INTERPOLATION_END != 0 => {
                    self.strings.pop();
                    self.next_piece(end);
                }
                HEREDOC_TAG => self.heredoc(tok, start, end),
                HEREDOC_END => {}
                EPP_TEXT => {
                    let continues = i > 0 && previous == EPP_TEXT && tokens.get(i - 1).is_some_and(|t| t.kind == EPP_COMMENT);
                    if !continues {
                        self.render_string(tokens, i);
                    }
                }
                EPP_EXPR_START => {
                    let start = segment_start(self.text, tokens, i);
                    self.emit("RENDER_EXPR", Json::Null, start, 0);
                }
                kind if kind.is_trivia() => continue,
                kind => {
                    let text = self.slice(tok).to_owned();
                    let (name, value) = plain(kind, tok.flags, previous, &text);
                    let length = if kind == ERROR { 1 } else { end - start };
                    self.emit(name, value, start, length);
                }
            }
            previous = tok.kind;
        }
        if let Some(local) = local {
            // An interpolation without its brace ends with the text.
            let mut end = tokens.iter().rev().find(|t| !matches!(t.kind, HEREDOC_END | WHITESPACE)).map_or(0, |t| place(t.end));
            while let Some(None) = self.strings.last() {
                self.strings.pop();
                end = local.length;
                self.next_piece(end);
            }
            let Some(Some(open)) = self.strings.pop() else { return };
            let name = if open.first { "STRING" } else { "DQPOST" };
            self.emit(name, Json::String(open.value), open.start, end.saturating_sub(open.start));
        }
    }

    /// Whether the string that is open was opened by a quote, and not by a heredoc.
    fn opened_by_quote(&self) -> bool {
        matches!(self.strings.last(), Some(Some(_)))
    }

    fn piece(&mut self, end: usize) {
        if let Some(Some(open)) = self.strings.last_mut() {
            let name = if open.first { "DQPRE" } else { "DQMID" };
            open.first = false;
            let (value, start) = (std::mem::take(&mut open.value), open.start);
            self.emit(name, Json::String(value), start, end.saturating_sub(start));
        }
    }

    fn next_piece(&mut self, start: usize) {
        if let Some(Some(open)) = self.strings.last_mut() {
            open.start = start;
        }
    }

    fn heredoc(&mut self, tok: &Tok, start: usize, end: usize) {
        let lexed = self.lexed;
        let text = self.slice(tok).to_owned();
        let tag = lexer::heredoc_tag(&text);
        let (Some(tag), Some(heredoc)) = (tag, lexed.heredocs.get(tok.aux as usize)) else {
            self.emit("HEREDOC", Json::string(""), start, end - start);
            return;
        };
        self.emit("HEREDOC", Json::string(tag.syntax), start, end - start);
        let (from, to) = (heredoc.body.0 as usize, heredoc.body.1 as usize);
        let lines: Vec<&str> = self.text.get(from..to).unwrap_or("").split_inclusive('\n').collect();
        let length = lines.iter().map(|l| l.chars().count()).sum();
        self.emit("SUBLOCATE", Json::Array(lines.into_iter().map(Json::string).collect()), from, length);
        let local = Local { escapes: tag.escapes, margin: heredoc.margin.clone(), map: &heredoc.map, length: heredoc.length };
        let outer = std::mem::take(&mut self.strings);
        self.run(&heredoc.tokens, Some(&local));
        self.strings = outer;
    }

    fn render_string(&mut self, tokens: &[Tok], i: usize) {
        let start = segment_start(self.text, tokens, i);
        let mut end = start;
        for tok in tokens.iter().skip(i) {
            end = tok.end as usize;
            if !matches!(tok.kind, EPP_TEXT | EPP_COMMENT) {
                break;
            }
        }
        let value = crate::puppet::epp_value(self.text, start);
        self.emit("RENDER_STRING", Json::String(value), start, end - start);
    }
}

/// Where the text before this token begins: after the tag before it.
fn segment_start(text: &str, tokens: &[Tok], i: usize) -> usize {
    let mut start = tokens.get(i).map_or(0, |t| t.start as usize);
    for tok in tokens.iter().take(i).rev() {
        let closes = matches!(tok.kind, EPP_END | EPP_END_TRIM)
            || tok.kind == EPP_TAG && text.get(tok.start as usize..tok.end as usize).is_some_and(|t| t.ends_with("%>"));
        if closes {
            break;
        }
        start = tok.start as usize;
    }
    start
}

fn plain(kind: SyntaxKind, flags: u16, previous: SyntaxKind, text: &str) -> (&'static str, Json) {
    let value = Json::string(text);
    let name = match kind {
        TRUE_KW => return ("BOOLEAN", Json::Bool(true)),
        FALSE_KW => return ("BOOLEAN", Json::Bool(false)),
        VARIABLE => return ("VARIABLE", Json::string(text.strip_prefix('$').unwrap_or(text))),
        SQ_STRING => {
            let inner = text.strip_prefix('\'').unwrap_or(text);
            return ("STRING", Json::String(single_quoted(inner.strip_suffix('\'').unwrap_or(inner)).into_owned()));
        }
        REGEX => {
            let source = text.get(1..text.len().saturating_sub(1)).unwrap_or("").replace("\\/", "/");
            let tagged = vec![("!".to_owned(), Json::string("regexp")), ("v".to_owned(), Json::String(source))];
            return ("REGEX", Json::Object(tagged));
        }
        ERROR => return ("OTHER", Json::string("")),
        L_BRACK if flags & FLAG_LIST_START != 0 => "LISTSTART",
        L_PAREN if flags & FLAG_FIRST_ON_LINE != 0 => "WSLPAREN",
        L_BRACE if previous == QUESTION => "SELBRACE",
        L_BRACK => "LBRACK",
        R_BRACK => "RBRACK",
        L_BRACE => "LBRACE",
        R_BRACE => "RBRACE",
        L_PAREN => "LPAREN",
        R_PAREN => "RPAREN",
        EQ => "EQUALS",
        PLUS_EQ => "APPENDS",
        MINUS_EQ => "DELETES",
        EQ2 => "ISEQUAL",
        NEQ => "NOTEQUAL",
        MATCH => "MATCH",
        NO_MATCH => "NOMATCH",
        GE => "GREATEREQUAL",
        GT => "GREATERTHAN",
        LE => "LESSEQUAL",
        LT => "LESSTHAN",
        FAT_ARROW => "FARROW",
        PLUS_ARROW => "PARROW",
        SHL => "LSHIFT",
        L_EXPORT_COLLECT => "LLCOLLECT",
        L_COLLECT => "LCOLLECT",
        SHR => "RSHIFT",
        R_EXPORT_COLLECT => "RRCOLLECT",
        R_COLLECT => "RCOLLECT",
        PLUS => "PLUS",
        MINUS => "MINUS",
        SLASH => "DIV",
        STAR => "TIMES",
        PERCENT => "MODULO",
        BANG => "NOT",
        DOT => "DOT",
        PIPE => "PIPE",
        AT => "AT",
        AT2 => "ATAT",
        COLON => "COLON",
        COMMA => "COMMA",
        SEMICOLON => "SEMIC",
        QUESTION => "QMARK",
        TILDE => "TILDE",
        IN_EDGE => "IN_EDGE",
        IN_EDGE_SUB => "IN_EDGE_SUB",
        OUT_EDGE => "OUT_EDGE",
        OUT_EDGE_SUB => "OUT_EDGE_SUB",
        EPP_END => "EPP_END",
        EPP_END_TRIM => "EPP_END_TRIM",
        NUMBER => "NUMBER",
        WORD => "WORD",
        NAME => "NAME",
        TYPE_NAME => "CLASSREF",
        AND_KW => "AND",
        APPLY_KW => "APPLY",
        ATTR_KW => "ATTR",
        CASE_KW => "CASE",
        CLASS_KW => "CLASS",
        DEFAULT_KW => "DEFAULT",
        DEFINE_KW => "DEFINE",
        ELSE_KW => "ELSE",
        ELSIF_KW => "ELSIF",
        FUNCTION_KW => "FUNCTION",
        IF_KW => "IF",
        IN_KW => "IN",
        INHERITS_KW => "INHERITS",
        NODE_KW => "NODE",
        OR_KW => "OR",
        PLAN_KW => "PLAN",
        PRIVATE_KW => "PRIVATE",
        TYPE_KW => "TYPE",
        UNDEF_KW => "UNDEF",
        UNLESS_KW => "UNLESS",
        _ => "OTHER",
    };
    (name, value)
}
