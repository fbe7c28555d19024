//! Strings with interpolations, heredocs, and how Puppet's messages show a token.

use super::{CompletedMarker, Parser, Source};
use crate::puppet::lexer::{FLAG_INTERPOLATION_END, NO_HEREDOC, Tok};
use crate::{SyntaxKind, SyntaxKind::*};
use literals::escapes::{Escapes, single_quoted, unescape};

impl Parser<'_> {
    pub(super) fn dq_string(&mut self) -> CompletedMarker {
        let m = self.start();
        self.bump();
        self.string_parts(DQ);
        // A string without an end was reported by the lexer.
        self.eat(DQ);
        m.complete(self, DQ_STRING)
    }

    fn string_parts(&mut self, end: SyntaxKind) {
        loop {
            match self.current() {
                kind if kind == end => return,
                STRING_TEXT => self.bump(),
                VARIABLE => {
                    self.single(VAR_EXPR);
                }
                INTERPOLATION_START => self.interpolation(),
                _ => return,
            }
            if self.bailed {
                return;
            }
        }
    }

    fn interpolation(&mut self) {
        let m = self.start();
        self.bump();
        if !self.enter() {
            m.complete(self, INTERPOLATION);
            return;
        }
        if self.at_statement_start() {
            self.assignment();
        } else {
            self.unexpected("an expression");
        }
        // At the end of a heredoc's text Puppet does not ask for the brace.
        let ends_with_text = self.in_heredoc && self.at(HEREDOC_END);
        let closed = self.at(R_BRACE) && self.flag(0, FLAG_INTERPOLATION_END);
        if !ends_with_text && !closed {
            self.unexpected("`}`");
            if !self.bailed {
                self.skip_to_interpolation_end();
            }
        }
        if self.at(R_BRACE) && self.flag(0, FLAG_INTERPOLATION_END) {
            self.bump();
        }
        self.leave();
        m.complete(self, INTERPOLATION);
    }

    fn skip_to_interpolation_end(&mut self) {
        let m = self.start();
        let mut depth = 0_u32;
        while !self.at(EOF) {
            if self.at(INTERPOLATION_START) {
                depth += 1;
            }
            if self.at(R_BRACE) && self.flag(0, FLAG_INTERPOLATION_END) {
                if depth == 0 {
                    break;
                }
                depth -= 1;
            }
            if depth == 0 && self.at(HEREDOC_END) {
                break;
            }
            self.bump();
        }
        m.complete(self, ERROR_NODE);
    }

    /// The tag of a heredoc. Its text is parsed now, and put into the tree where it stands.
    pub(super) fn heredoc(&mut self) -> CompletedMarker {
        let index = self.token(0).map_or(NO_HEREDOC, |t| t.aux);
        let tag = self.source.raw(self.source.pos);
        let m = self.single(HEREDOC);
        let lexed = self.lexed;
        if let (Some(heredoc), Some(tag)) = (lexed.heredocs.get(index as usize), tag)
            && !self.in_heredoc
            && !self.bailed
        {
            let source = Source::new(&heredoc.tokens, Some(tag), heredoc.body.1 as usize);
            let outer = std::mem::replace(&mut self.source, source);
            let heights = std::mem::take(&mut self.heights);
            let last_error = self.last_error.take();
            let open = std::mem::take(&mut self.open);
            self.in_heredoc = true;
            self.string_parts(HEREDOC_END);
            while !self.at(EOF) {
                self.bump();
            }
            self.in_heredoc = false;
            self.open = open;
            self.last_error = last_error;
            self.heights = heights;
            let inner = std::mem::replace(&mut self.source, outer);
            if let Some(slot) = self.bodies.get_mut(index as usize) {
                *slot = Some(inner.events);
            }
        }
        m
    }
}

/// The value of the token ahead as Puppet's message shows it, and the offset that Puppet gives.
pub(super) fn puppet_value(p: &Parser<'_>) -> (String, usize) {
    let Some(tok) = p.token(0) else { return (String::new(), p.source.end) };
    let start = tok.start as usize;
    let text = p.text.get(start..tok.end as usize).unwrap_or("");
    let value = match tok.kind {
        R_BRACE if tok.flags & FLAG_INTERPOLATION_END != 0 => {
            // Puppet's parser does not see this brace: the next token is the text after it.
            let next = p.token(1).filter(|t| t.kind == STRING_TEXT);
            let value = next.map_or(String::new(), |t| text_value(p, t));
            return (value, tok.end as usize);
        }
        VARIABLE => text.strip_prefix('$').unwrap_or(text).to_owned(),
        SQ_STRING => single_quoted(text.strip_prefix('\'').map(|t| t.strip_suffix('\'').unwrap_or(t)).unwrap_or(text)).into_owned(),
        DQ => p.token(1).filter(|t| t.kind == STRING_TEXT).map_or(String::new(), |t| text_value(p, t)),
        STRING_TEXT => text_value(p, tok),
        REGEX => {
            let pattern = text.get(1..text.len().saturating_sub(1)).unwrap_or("").replace("\\/", "/");
            format!("(?-mix:{})", pattern.replace('/', "\\/"))
        }
        HEREDOC_TAG => crate::puppet::lexer_heredoc_syntax(text).to_owned(),
        EPP_TEXT => crate::puppet::epp_value(p.text, start),
        EPP_EXPR_START | ERROR => String::new(),
        _ => text.to_owned(),
    };
    let at = match tok.kind {
        // Puppet counts the rendered expression from where its text begins.
        EPP_EXPR_START => previous_epp_end(p),
        _ => start,
    };
    (value, at)
}

fn previous_epp_end(p: &Parser<'_>) -> usize {
    let start = p.token(0).map_or(0, |t| t.start as usize);
    match p.source.previous() {
        Some(t) if t.kind == EPP_TEXT => t.start as usize,
        _ => start,
    }
}

fn text_value(p: &Parser<'_>, tok: &Tok) -> String {
    let text = p.text.get(tok.start as usize..tok.end as usize).unwrap_or("");
    let escapes = if p.in_heredoc { Escapes::NONE } else { Escapes::DOUBLE_QUOTED };
    unescape(text, &escapes).into_owned()
}
