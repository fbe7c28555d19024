//! Finding back after a mistake.

use super::Parser;
use super::statements::is_expression_start;
use crate::{SyntaxKind, SyntaxKind::*};

impl Parser<'_> {
    /// Skips to something that may begin a statement on a line of its own, or to a `}`. Takes at least one token.
    pub(super) fn skip_to_statement(&mut self) {
        let m = self.start();
        self.skip_one();
        while !self.stops_at(&[]) {
            self.skip_one();
        }
        m.complete(self, ERROR_NODE);
    }

    /// Skips to one of these on the way, or to where a statement seems to begin. Takes nothing if it is there already.
    pub(super) fn skip_to(&mut self, stops: &[SyntaxKind]) {
        if self.stops_at(stops) {
            return;
        }
        let m = self.start();
        while !self.stops_at(stops) {
            self.skip_one();
        }
        m.complete(self, ERROR_NODE);
    }

    fn stops_at(&self, stops: &[SyntaxKind]) -> bool {
        self.at(EOF)
            || self.at(R_BRACE)
            || stops.contains(&self.current())
            || self.closes_another()
            || self.on_new_line() && self.begins_statement()
    }

    /// Whether a bracket around what is being read ends here.
    fn closes_another(&self) -> bool {
        matches!(self.current(), R_PAREN | R_BRACK) && self.opener_of(self.current()).is_some()
    }

    /// Whether what stands here is after the parameters of a definition, whose `)` is missing.
    pub(super) fn is_behind_parameters(&self) -> bool {
        match self.current() {
            // A `{` that begins a hash is a default value without its `=`.
            L_BRACE => self.nth(2) != FAT_ARROW,
            INHERITS_KW | SHR => true,
            _ => false,
        }
    }

    /// Takes a token, or all of a pair of brackets.
    fn skip_one(&mut self) {
        let mut depth = 0_u32;
        loop {
            match self.current() {
                EOF => return,
                L_BRACE | L_PAREN | L_BRACK | INTERPOLATION_START => depth += 1,
                R_BRACE | R_PAREN | R_BRACK => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.bump();
            if depth == 0 {
                return;
            }
        }
    }

    /// Whether what stands here looks like the beginning of a statement, to a reader who has lost the thread.
    pub(super) fn begins_statement(&self) -> bool {
        match self.current() {
            CLASS_KW | DEFINE_KW | NODE_KW | FUNCTION_KW | IF_KW | UNLESS_KW | CASE_KW | TYPE_KW | PLAN_KW | AT | AT2 => {
                !matches!(self.nth(1), FAT_ARROW | PLUS_ARROW)
            }
            VARIABLE => matches!(self.nth(1), EQ),
            NAME => {
                matches!(self.nth(1), L_BRACE | L_PAREN)
                    || super::statements::STATEMENT_CALLS.contains(&self.text_of(0)) && is_expression_start(self.nth(1))
            }
            TYPE_NAME => matches!(self.nth(1), L_BRACE | L_BRACK | L_COLLECT | L_EXPORT_COLLECT),
            _ => false,
        }
    }

    /// Takes a closing bracket, if need be after what cannot stand before it.
    pub(super) fn close(&mut self, kind: SyntaxKind, what: &str) {
        if self.eat(kind) {
            return;
        }
        self.unexpected(what);
        if self.bailed {
            return;
        }
        // Only what is on the same line is skipped for it.
        let mut n = 0;
        let mut depth = 0_i32;
        loop {
            let token = self.nth(n);
            if token == kind && depth == 0 {
                break;
            }
            match token {
                EOF => return,
                L_BRACE | L_PAREN | L_BRACK | INTERPOLATION_START => depth += 1,
                R_BRACE | R_PAREN | R_BRACK => {
                    depth -= 1;
                    if depth < 0 {
                        return;
                    }
                }
                _ => {}
            }
            if n > 0 && self.line_break_before(n) {
                return;
            }
            n += 1;
        }
        if self.line_break_before(n) && n > 0 {
            return;
        }
        let m = self.start();
        for _ in 0..n {
            self.bump();
        }
        m.complete(self, ERROR_NODE);
        self.bump();
    }

    fn line_break_before(&self, n: usize) -> bool {
        let (Some(previous), Some(tok)) = (self.source.token((self.source.pos + n).wrapping_sub(1)), self.token(n)) else {
            return true;
        };
        self.text.get(previous.end as usize..tok.start as usize).is_some_and(|t| t.contains('\n'))
    }
}
