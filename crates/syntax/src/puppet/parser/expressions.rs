//! Expressions, by precedence.

use text_size::TextRange;

use super::{CompletedMarker, MAX_HEIGHT, Parser};
use crate::puppet::lexer::{self, FLAG_FIRST_ON_LINE, FLAG_LIST_START};
use crate::{Code, Place, SyntaxKind, SyntaxKind::*};

/// How much of the grammar an expression took: only a plain one may stand everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    Expression,
    /// A resource, a chain of them, or an assignment.
    Statement,
}

/// Kind of elements between brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Elements {
    /// `[…]`: bare `type` and `function` are strings.
    List,
    /// `f(…)`
    Arguments,
    /// `x[…]`: no assignments.
    Keys,
}

const SELECTOR: u8 = 6;
const MINUS_SIGN: u8 = 14;
const SPLAT: u8 = 15;
const NOT: u8 = 16;

/// How tightly an operator binds, where it stands between two operands; all are left-associative.
pub fn binding(kind: SyntaxKind) -> Option<u8> {
    Some(match kind {
        IN_KW => 13,
        MATCH | NO_MATCH => 12,
        STAR | SLASH | PERCENT => 11,
        PLUS | MINUS => 10,
        SHL | SHR => 9,
        EQ2 | NEQ => 8,
        LT | GT | LE | GE => 7,
        QUESTION => SELECTOR,
        AND_KW => 5,
        OR_KW => 4,
        _ => return None,
    })
}

impl Parser<'_> {
    /// `relationship (= | += | -=) assignment`, to the right.
    pub(super) fn assignment(&mut self) -> Option<(CompletedMarker, Level)> {
        if !self.enter() {
            return None;
        }
        let result = self.assignment_inner();
        self.leave();
        result
    }

    fn assignment_inner(&mut self) -> Option<(CompletedMarker, Level)> {
        let (lhs, level) = self.relationship()?;
        if !matches!(self.current(), EQ | PLUS_EQ | MINUS_EQ) {
            return Some((lhs, level));
        }
        let m = lhs.precede(self);
        let at = self.offset();
        self.bump();
        if self.at_statement_start() {
            self.assignment();
        } else {
            self.unexpected("a value");
        }
        Some((m.complete(self, ASSIGN_EXPR).placed_at(at), Level::Statement))
    }

    fn relationship(&mut self) -> Option<(CompletedMarker, Level)> {
        let (mut lhs, mut level) = self.resource_or_expression()?;
        while matches!(self.current(), IN_EDGE | IN_EDGE_SUB | OUT_EDGE | OUT_EDGE_SUB) {
            if lhs.height > MAX_HEIGHT {
                self.bail();
                return None;
            }
            let m = lhs.precede(self);
            let at = self.offset();
            self.bump();
            if self.at_statement_start() {
                self.resource_or_expression();
            } else {
                self.unexpected("a resource, a reference or a collector");
            }
            lhs = m.complete(self, CHAIN_EXPR).placed_at(at);
            level = Level::Statement;
        }
        Some((lhs, level))
    }

    /// A plain expression: no resource, no chain, no assignment.
    pub(super) fn expression(&mut self, what: &str) -> Option<CompletedMarker> {
        if !self.at_expression_start() {
            self.unexpected(what);
            return None;
        }
        self.binary(0)
    }

    pub(super) fn binary(&mut self, min: u8) -> Option<CompletedMarker> {
        if !self.enter() {
            return None;
        }
        let result = self.binary_inner(min);
        self.leave();
        result
    }

    fn binary_inner(&mut self, min: u8) -> Option<CompletedMarker> {
        let mut lhs = self.operand()?;
        loop {
            let Some(power) = binding(self.current()).filter(|power| *power >= min) else { return Some(lhs) };
            if lhs.height > MAX_HEIGHT {
                self.bail();
                return None;
            }
            let m = lhs.precede(self);
            let at = self.offset();
            if power == SELECTOR {
                self.bump();
                self.selector_arms();
                let selector = m.complete(self, SELECTOR_EXPR);
                // Behind the braces the selector may be called upon.
                lhs = self.postfix(selector)?;
                continue;
            }
            self.bump();
            if self.at_expression_start() {
                self.binary(power + 1);
            } else {
                self.unexpected("an operand");
            }
            lhs = m.complete(self, BIN_EXPR).placed_at(at);
        }
    }

    fn operand(&mut self) -> Option<CompletedMarker> {
        let power = match self.current() {
            BANG => NOT,
            STAR => SPLAT,
            MINUS => MINUS_SIGN,
            _ => {
                let primary = self.primary()?;
                return self.postfix(primary);
            }
        };
        let m = self.start();
        self.bump();
        if self.at_expression_start() {
            self.binary(power);
        } else {
            self.unexpected("an operand");
        }
        Some(m.complete(self, PREFIX_EXPR))
    }

    /// Calls, accesses, methods and collectors after an expression.
    pub(super) fn postfix(&mut self, mut lhs: CompletedMarker) -> Option<CompletedMarker> {
        loop {
            if lhs.height > MAX_HEIGHT {
                self.bail();
                return None;
            }
            match self.current() {
                L_PAREN if !self.flag(0, FLAG_FIRST_ON_LINE) => {
                    let m = lhs.precede(self);
                    self.argument_list(true);
                    if self.at(PIPE) {
                        self.lambda();
                    }
                    lhs = m.complete(self, CALL_EXPR);
                }
                L_BRACK if !self.flag(0, FLAG_LIST_START) => {
                    let m = lhs.precede(self);
                    self.bump();
                    if self.at(R_BRACK) {
                        self.unexpected("an index");
                    }
                    self.elements(Elements::Keys, R_BRACK, true);
                    self.close(R_BRACK, "`,` or `]`");
                    lhs = m.complete(self, ACCESS_EXPR);
                }
                DOT => {
                    let m = lhs.precede(self);
                    let mut at = self.offset();
                    self.bump();
                    if matches!(self.current(), NAME | TYPE_KW) {
                        self.bump();
                    } else {
                        self.unexpected("the name of a function");
                    }
                    if self.at(L_PAREN) && !self.flag(0, FLAG_FIRST_ON_LINE) {
                        at = self.offset();
                        self.argument_list(false);
                    }
                    if self.at(PIPE) {
                        self.lambda();
                    }
                    lhs = m.complete(self, METHOD_CALL_EXPR).placed_at(at);
                }
                L_COLLECT | L_EXPORT_COLLECT => {
                    let m = lhs.precede(self);
                    self.query();
                    if self.at(L_BRACE) {
                        self.attribute_block();
                    }
                    lhs = m.complete(self, COLLECTOR_EXPR);
                }
                _ => return Some(lhs),
            }
        }
    }

    fn query(&mut self) {
        let m = self.start();
        let close = if self.at(L_COLLECT) { R_COLLECT } else { R_EXPORT_COLLECT };
        self.bump();
        if !self.at(close) {
            self.expression("a query or the end of the collector");
        }
        self.close(close, if close == R_COLLECT { "`|>`" } else { "`|>>`" });
        m.complete(self, QUERY);
    }

    /// `(…)`; only a plain call may end with a comma.
    pub(super) fn argument_list(&mut self, trailing_comma: bool) {
        let m = self.start();
        self.bump();
        if !self.at(R_PAREN) {
            self.elements(Elements::Arguments, R_PAREN, trailing_comma);
        }
        self.close(R_PAREN, "`,` or `)`");
        m.complete(self, ARG_LIST);
    }

    /// Elements with commas between them, up to the closing bracket.
    pub(super) fn elements(&mut self, what: Elements, close: SyntaxKind, trailing_comma: bool) {
        loop {
            if !self.at_statement_start() {
                self.unexpected("a value");
                self.skip_to(&[COMMA, close]);
                if !self.at(COMMA) {
                    return;
                }
            } else {
                self.element(what);
            }
            if !self.at(COMMA) {
                if self.at(close) || self.bailed {
                    return;
                }
                // A missing comma: what begins on the next line is most likely the next element.
                self.unexpected(if close == R_PAREN { "`,` or `)`" } else { "`,` or `]`" });
                let goes_on = self.at_statement_start() && !self.begins_statement() && !self.at(L_BRACE);
                if goes_on && self.on_new_line() {
                    continue;
                }
                return;
            }
            self.bump();
            if self.at(close) {
                if !trailing_comma {
                    self.unexpected("a value after `,`");
                }
                return;
            }
        }
    }

    fn element(&mut self, what: Elements) {
        let start = self.source.pos;
        let key = match self.keyword_element(what) {
            Some(keyword) => Some((keyword, Level::Expression)),
            None => self.assignment(),
        };
        let Some((key, level)) = key else { return };
        if self.at(FAT_ARROW) {
            self.entry_value(key);
        } else if what == Elements::Keys && level == Level::Statement || key.kind == KEYWORD_EXPR && what != Elements::List {
            self.unexpected("`=>`");
        }
        debug_assert!(self.source.pos > start || self.bailed);
    }

    /// `type` and `function` where they are no definitions.
    fn keyword_element(&mut self, what: Elements) -> Option<CompletedMarker> {
        let defines = match self.current() {
            TYPE_KW => matches!(self.nth(1), TYPE_NAME) || self.nth(1) == L_PAREN && !self.flag(1, FLAG_FIRST_ON_LINE),
            FUNCTION_KW => matches!(self.nth(1), NAME | WORD | TYPE_NAME | CLASS_KW | SQ_STRING | DQ),
            _ => return None,
        };
        let _ = what;
        if defines {
            return None;
        }
        let m = self.start();
        self.bump();
        Some(m.complete(self, KEYWORD_EXPR))
    }

    fn entry_value(&mut self, key: CompletedMarker) {
        let m = key.precede(self);
        self.bump();
        if self.keyword_element(Elements::List).is_none() {
            if self.at_statement_start() {
                self.assignment();
            } else {
                self.unexpected("a value after `=>`");
            }
        }
        m.complete(self, HASH_ENTRY);
    }

    pub(super) fn list(&mut self) -> CompletedMarker {
        let m = self.start();
        self.bump();
        if !self.at(R_BRACK) {
            self.elements(Elements::List, R_BRACK, true);
        }
        self.close(R_BRACK, "`,` or `]`");
        m.complete(self, LIST_EXPR)
    }

    pub(super) fn hash(&mut self) -> CompletedMarker {
        let m = self.start();
        let (problems, tag) = (self.problems.len(), self.tag_ending_here());
        self.bump();
        self.hash_entries();
        self.close(R_BRACE, "`,` or `}`");
        if let Some(tag) = tag.filter(|_| self.problems.len() > problems) {
            self.place_at_tag(problems, tag);
        }
        m.complete(self, HASH_EXPR)
    }

    /// The tag of a template of which the token ahead is the last, as in `<% if { -%>`.
    fn tag_ending_here(&self) -> Option<TextRange> {
        if !matches!(self.nth(1), EPP_TEXT | EPP_EXPR_START) {
            return None;
        }
        let brace = self.range_of(0);
        let start = self.text.get(..brace.start().into())?.rfind("<%")?;
        let end = self.text.get(brace.end().into()..)?.find("%>")?;
        Some(lexer::range(start, usize::from(brace.end()) + end + 2))
    }

    /// The text after the tag is no hash: the mistake is in the tag, and what follows the hash is no other one.
    fn place_at_tag(&mut self, since: usize, tag: TextRange) {
        let found_at = self.problems.get(since).map(|(_, problem)| problem.range);
        self.place_at(since, tag);
        self.problems.truncate(since + 1);
        if let (Some((_, problem)), Some(found_at)) = (self.problems.last_mut(), found_at) {
            problem.help = Some("a `{` at the end of a tag opens a hash where a condition or value is missing before it".to_owned());
            problem.related = vec![(found_at, "the hash ends here".to_owned())];
        }
        self.last_error = Some(self.source.pos);
    }

    /// The entries after a `{` or after a first entry.
    pub(super) fn hash_entries(&mut self) {
        loop {
            if self.at(R_BRACE) || self.at(EOF) || self.bailed {
                return;
            }
            if self.at_statement_start() {
                let key = match self.keyword_element(Elements::List) {
                    Some(keyword) => Some(keyword),
                    None => self.assignment().map(|(m, _)| m),
                };
                match key {
                    Some(key) if self.at(FAT_ARROW) => self.entry_value(key),
                    _ => self.unexpected("`=>`"),
                }
            } else {
                self.unexpected("a key or `}`");
            }
            if !self.eat(COMMA) {
                if self.at(R_BRACE) {
                    return;
                }
                self.unexpected("`,` or `}`");
                // A missing comma at the end of a line.
                if self.on_new_line() && self.at_expression_start() && self.nth(1) == FAT_ARROW {
                    continue;
                }
                self.skip_to(&[COMMA]);
                if !self.eat(COMMA) {
                    return;
                }
            }
        }
    }

    fn selector_arms(&mut self) {
        if !self.at(L_BRACE) {
            if self.at_expression_start() {
                self.selector_arm();
            } else {
                self.unexpected("`{`");
            }
            return;
        }
        self.bump();
        if self.at(R_BRACE) {
            self.unexpected("a value to select by");
        }
        while !self.at(R_BRACE) && !self.at(EOF) && !self.bailed {
            if !self.at_expression_start() {
                self.unexpected("a value to select by");
                self.skip_to(&[COMMA]);
                if !self.eat(COMMA) {
                    break;
                }
                continue;
            }
            self.selector_arm();
            if !self.eat(COMMA) {
                if self.at(R_BRACE) {
                    break;
                }
                self.unexpected("`,` or `}`");
                if self.on_new_line() && self.at_expression_start() && !self.begins_statement() {
                    continue;
                }
                self.skip_to(&[COMMA]);
                if !self.eat(COMMA) {
                    break;
                }
            }
        }
        self.close(R_BRACE, "`,` or `}`");
    }

    fn selector_arm(&mut self) {
        let m = self.start();
        self.binary(0);
        if self.expect(FAT_ARROW, "`=>`") {
            self.expression("a value after `=>`");
        }
        m.complete(self, SELECTOR_ARM);
    }

    fn primary(&mut self) -> Option<CompletedMarker> {
        Some(match self.current() {
            NUMBER => self.number(),
            WORD | SQ_STRING | REGEX | TRUE_KW | FALSE_KW | DEFAULT_KW | UNDEF_KW => self.single(LITERAL),
            NAME => self.single(NAME_EXPR),
            TYPE_NAME => self.single(TYPE_NAME_EXPR),
            VARIABLE => self.single(VAR_EXPR),
            PRIVATE_KW | ATTR_KW => self.single(RESERVED_EXPR),
            DQ => self.dq_string(),
            HEREDOC_TAG => self.heredoc(),
            L_BRACK => self.list(),
            L_BRACE => self.hash(),
            L_PAREN => {
                let m = self.start();
                self.bump();
                if self.at_statement_start() {
                    self.assignment();
                } else {
                    self.unexpected("an expression");
                }
                self.close(R_PAREN, "`)`");
                m.complete(self, PAREN_EXPR)
            }
            IF_KW => self.if_expression(),
            UNLESS_KW => self.unless_expression(),
            CASE_KW => self.case_expression(),
            CLASS_KW => self.class_definition(),
            DEFINE_KW => self.define_definition(),
            NODE_KW => self.node_definition(),
            FUNCTION_KW => self.function_definition(),
            PLAN_KW => self.plan_definition(),
            APPLY_KW => self.apply_expression(),
            TYPE_KW => self.type_keyword(),
            EPP_TEXT => {
                let m = self.start();
                self.bump();
                while self.at(EPP_TEXT) && self.same_text_run() {
                    self.bump();
                }
                m.complete(self, EPP_TEXT_RUN)
            }
            EPP_EXPR_START => self.epp_render(),
            _ => {
                self.unexpected("an expression");
                return None;
            }
        })
    }

    /// A number. Puppet breaks on one that is infinite when its parser makes a value of it.
    fn number(&mut self) -> CompletedMarker {
        let text = self.text_of(0);
        let infinite = !text.bytes().all(|b| b.is_ascii_digit()) && text.parse::<f64>().is_ok_and(f64::is_infinite);
        let range = self.range_of(0);
        let literal = self.single(LITERAL);
        if infinite {
            let when = self.just_now();
            let message = "The number is too large: the greatest is 1.7976931348623157e+308".to_owned();
            self.problem(when, Code::NumericOverflow, range, message, Place::Same, None);
        }
        literal
    }

    /// Whether this piece of text goes on from the one before, with nothing but a comment between them.
    fn same_text_run(&self) -> bool {
        let (Some(previous), Some(tok)) = (self.source.previous(), self.token(0)) else {
            return true;
        };
        if previous.kind != EPP_TEXT {
            return true;
        }
        let between = self.text.get(previous.end as usize..tok.start as usize).unwrap_or("");
        between.starts_with("<%#")
    }

    pub(super) fn single(&mut self, kind: SyntaxKind) -> CompletedMarker {
        let m = self.start();
        self.bump();
        m.complete(self, kind)
    }

    fn if_expression(&mut self) -> CompletedMarker {
        let m = self.start();
        self.bump();
        self.expression("a condition");
        self.block();
        while self.at(ELSIF_KW) && !self.bailed {
            let clause = self.start();
            self.bump();
            self.expression("a condition");
            self.block();
            clause.complete(self, ELSIF_CLAUSE);
        }
        self.else_clause();
        m.complete(self, IF_EXPR)
    }

    fn unless_expression(&mut self) -> CompletedMarker {
        let m = self.start();
        self.bump();
        self.expression("a condition");
        self.block();
        self.else_clause();
        m.complete(self, UNLESS_EXPR)
    }

    fn else_clause(&mut self) {
        if self.at(ELSE_KW) {
            let m = self.start();
            self.bump();
            self.block();
            m.complete(self, ELSE_CLAUSE);
        }
    }

    fn case_expression(&mut self) -> CompletedMarker {
        let m = self.start();
        self.bump();
        self.expression("a value to decide by");
        if self.expect(L_BRACE, "`{`") {
            if self.at(R_BRACE) {
                self.unexpected("an option");
            }
            while !self.at(R_BRACE) && !self.at(EOF) && !self.bailed {
                if !self.at_expression_start() {
                    self.unexpected("an option or `}`");
                    let error = self.start();
                    self.bump();
                    error.complete(self, ERROR_NODE);
                    continue;
                }
                self.case_option();
            }
            self.expect(R_BRACE, "an option or `}`");
        }
        m.complete(self, CASE_EXPR)
    }

    fn case_option(&mut self) {
        let m = self.start();
        loop {
            self.expression("a value");
            if !self.eat(COMMA) {
                break;
            }
        }
        if self.at(COLON) {
            self.bump();
            self.block();
        } else {
            self.unexpected("`:`");
            if self.at(L_BRACE) {
                self.block();
            } else {
                self.skip_to(&[COLON]);
                if self.eat(COLON) {
                    self.block();
                }
            }
        }
        m.complete(self, CASE_OPTION);
    }

    pub(super) fn lambda(&mut self) {
        let m = self.start();
        let params = self.start();
        self.parameters_between_pipes();
        params.complete(self, LAMBDA_PARAMS);
        self.return_type();
        self.block();
        m.complete(self, LAMBDA);
    }

    /// `<%= expression %>` or `<%= { statements } %>`.
    fn epp_render(&mut self) -> CompletedMarker {
        let m = self.start();
        self.bump();
        if self.at(L_BRACE) {
            self.epp_braces();
        } else {
            self.expression("an expression");
        }
        if matches!(self.current(), EPP_END | EPP_END_TRIM) {
            self.bump();
        } else {
            self.unexpected("`%>`");
            self.skip_to(&[EPP_END, EPP_END_TRIM, EPP_TEXT]);
            if matches!(self.current(), EPP_END | EPP_END_TRIM) {
                self.bump();
            }
        }
        m.complete(self, EPP_RENDER)
    }

    /// A hash or a block: the token after its first expression decides.
    fn epp_braces(&mut self) {
        let m = self.start();
        if self.nth(1) == R_BRACE || self.hash_ahead() {
            m.abandon(self);
            let hash = self.hash();
            if let Some(lhs) = self.postfix(hash) {
                self.rest_of_binary(lhs);
            }
        } else {
            m.abandon(self);
            self.block();
        }
    }

    /// Whether a `=>` stands after the first expression in the braces, before any other bracket closes.
    fn hash_ahead(&self) -> bool {
        let mut depth = 0_u32;
        let mut n = 1;
        loop {
            match self.nth(n) {
                EOF | EPP_END | EPP_END_TRIM => return false,
                L_BRACE | L_PAREN | L_BRACK | INTERPOLATION_START => depth += 1,
                R_BRACE | R_PAREN | R_BRACK if depth == 0 => return false,
                R_BRACE | R_PAREN | R_BRACK => depth -= 1,
                COMMA | SEMICOLON if depth == 0 => return false,
                FAT_ARROW if depth == 0 => return true,
                _ => {}
            }
            n += 1;
        }
    }

    fn rest_of_binary(&mut self, mut lhs: CompletedMarker) {
        while let Some(power) = binding(self.current()) {
            let m = lhs.precede(self);
            self.bump();
            if power == SELECTOR {
                self.selector_arms();
                lhs = m.complete(self, SELECTOR_EXPR);
            } else {
                self.binary(power + 1);
                lhs = m.complete(self, BIN_EXPR);
            }
        }
    }
}
