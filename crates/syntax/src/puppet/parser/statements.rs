//! Programs, blocks and statements.

use super::{CompletedMarker, Parser};
use crate::{Code, Place, SyntaxKind, SyntaxKind::*};

/// The functions that may be called without parentheses.
pub(crate) const STATEMENT_CALLS: &[&str] = &[
    "require", "realize", "include", "contain", "tag", "debug", "info", "notice", "warning", "err", "fail", "import", "break", "next",
    "return",
];

impl Parser<'_> {
    pub(super) fn source_file(&mut self, epp: bool) {
        if epp && self.at(PIPE) {
            let m = self.start();
            self.parameters_between_pipes();
            m.complete(self, EPP_PARAMS);
        }
        self.statements(false);
        while !self.at(EOF) {
            self.bump();
        }
    }

    /// `{ … }` with statements.
    pub(super) fn block(&mut self) {
        let m = self.start();
        if self.expect(L_BRACE, "`{`") {
            if !self.at(R_BRACE) {
                self.statements(true);
            }
            self.expect(R_BRACE, "a statement or `}`");
        }
        m.complete(self, BLOCK);
    }

    /// Statements up to the end of the block, or of the text.
    pub(super) fn statements(&mut self, in_block: bool) {
        // The statement before, if it is nothing but a name.
        let mut name: Option<(CompletedMarker, String)> = None;
        let mut any = false;
        let mut lists = Vec::new();
        loop {
            if self.at(EOF) || self.bailed {
                break;
            }
            if self.at(R_BRACE) && in_block {
                break;
            }
            if any && self.at(SEMICOLON) {
                self.bump_separator(&mut name);
                if !self.at_statement_start() {
                    self.unexpected("a statement after `;`");
                }
                any = false;
                continue;
            }
            if !self.at_statement_start() {
                self.report_lists(&mut lists);
                self.unexpected("a statement");
                self.skip_to_statement();
                name = None;
                any = false;
                continue;
            }
            let at = self.source.pos;
            name = self.statement(name.take(), &mut lists);
            any = true;
            if self.source.pos == at {
                // Nothing was read: the token goes into an error node, so that reading goes on.
                self.skip_to_statement();
            }
        }
        self.report_lists(&mut lists);
    }

    fn bump_separator(&mut self, name: &mut Option<(CompletedMarker, String)>) {
        // `notice; 1` is a call, as Puppet looks for calls when it has the whole list.
        let _ = name;
        self.bump();
    }

    fn report_lists(&mut self, lists: &mut Vec<(text_size::TextRange, Option<String>)>) {
        for (comma, name) in lists.drain(..) {
            let when = self.now();
            match name {
                Some(name) => {
                    let message =
                        format!("attempt to pass argument list to the function '{name}' which cannot be called without parentheses");
                    let help = format!("write `{name}(…)`");
                    self.problem(when, Code::ArgumentsWithoutParentheses, comma, message, Place::Same, Some(&help));
                }
                None => {
                    let message = "illegal comma separated argument list".to_owned();
                    self.problem(when, Code::IllegalList, comma, message, Place::Same, Some("a list is written `[1, 2]`"));
                }
            }
        }
    }

    /// One statement: an expression, several with commas between them, or the arguments of the name before.
    fn statement(
        &mut self,
        name: Option<(CompletedMarker, String)>,
        lists: &mut Vec<(text_size::TextRange, Option<String>)>,
    ) -> Option<(CompletedMarker, String)> {
        let (call, previous) = match name {
            Some((marker, text)) if STATEMENT_CALLS.contains(&text.as_str()) => (Some(marker.precede(self)), None),
            Some((_, text)) => (None, Some(text)),
            None => (None, None),
        };
        let text = self.text_of(0).to_owned();
        let first = self.assignment();
        let mut comma = None;
        while self.at(COMMA) {
            comma = comma.or(Some(self.range_of(0)));
            self.bump();
            if !self.at_statement_start() {
                self.unexpected("an expression after `,`");
                break;
            }
            self.assignment();
        }
        if let Some(call) = call {
            call.complete(self, STATEMENT_CALL);
            return None;
        }
        match comma {
            Some(comma) => {
                lists.push((comma, previous));
                None
            }
            None => first.filter(|(m, _)| m.kind == NAME_EXPR).map(|(m, _)| (m, text)),
        }
    }

    pub(super) fn at_statement_start(&self) -> bool {
        matches!(self.current(), AT | AT2) || self.at_expression_start()
    }

    pub(super) fn at_expression_start(&self) -> bool {
        is_expression_start(self.current())
    }
}

pub(super) fn is_expression_start(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        NUMBER
            | TRUE_KW
            | FALSE_KW
            | DEFAULT_KW
            | UNDEF_KW
            | NAME
            | WORD
            | TYPE_NAME
            | VARIABLE
            | SQ_STRING
            | DQ
            | HEREDOC_TAG
            | REGEX
            | L_BRACK
            | L_BRACE
            | L_PAREN
            | MINUS
            | STAR
            | BANG
            | CASE_KW
            | IF_KW
            | UNLESS_KW
            | CLASS_KW
            | DEFINE_KW
            | NODE_KW
            | FUNCTION_KW
            | TYPE_KW
            | PLAN_KW
            | APPLY_KW
            | PRIVATE_KW
            | ATTR_KW
            | EPP_TEXT
            | EPP_EXPR_START
    )
}
