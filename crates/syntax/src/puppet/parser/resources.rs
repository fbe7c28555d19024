//! Resources in all their forms.

use super::expressions::Level;
use super::statements::is_expression_start;
use super::{CompletedMarker, MAX_HEIGHT, Parser, STATEMENT_CALLS};
use crate::{Code, Place, SyntaxKind, SyntaxKind::*};

impl Parser<'_> {
    pub(super) fn resource_or_expression(&mut self) -> Option<(CompletedMarker, Level)> {
        if !self.enter() {
            return None;
        }
        let result = self.resource_inner();
        self.leave();
        result
    }

    fn resource_inner(&mut self) -> Option<(CompletedMarker, Level)> {
        let (mut lhs, mut level) = match self.current() {
            AT | AT2 => return self.virtual_resource(),
            CLASS_KW if self.nth(1) == L_BRACE => (self.class_resource(), Level::Statement),
            _ => (self.binary(0)?, Level::Expression),
        };
        // Type names of resources that come from what was written before: `$type { 'a': }`, `file { 'a': } { 'b': }`.
        while self.at(L_BRACE) {
            if lhs.height > MAX_HEIGHT {
                self.bail();
                return None;
            }
            lhs = self.resource_tail(lhs);
            level = Level::Statement;
        }
        Some((lhs, level))
    }

    fn virtual_resource(&mut self) -> Option<(CompletedMarker, Level)> {
        let m = self.start();
        let sign = self.range_of(0);
        let exported = self.at(AT2);
        let before = self.problems.len();
        self.bump();
        let inner = if self.at_statement_start() {
            self.resource_or_expression()
        } else {
            self.unexpected("a resource");
            None
        };
        // Puppet's parser comes to this rule only if it could read what stands after the sign.
        if let Some((inner, _)) = inner
            && self.problems.len() == before
            && !matches!(inner.kind, RESOURCE | RESOURCE_DEFAULTS | RESOURCE_OVERRIDE | VIRTUAL_EXPR)
        {
            let what = if exported { "Exported (@@)" } else { "Virtual (@)" };
            let when = self.just_now();
            let message = format!("{what} can only be applied to a Resource Expression");
            self.problem(when, Code::VirtualWithoutResource, sign, message, Place::Same, None);
        }
        Some((m.complete(self, VIRTUAL_EXPR), Level::Statement))
    }

    /// `class { 'a': }`
    fn class_resource(&mut self) -> CompletedMarker {
        let m = self.start();
        self.bump();
        self.bump();
        if self.at(R_BRACE) {
            self.unexpected("the name of a class");
        } else {
            self.resource_bodies();
        }
        self.close(R_BRACE, "`,`, `;` or `}`");
        m.complete(self, RESOURCE)
    }

    fn resource_tail(&mut self, lhs: CompletedMarker) -> CompletedMarker {
        let m = lhs.precede(self);
        let brace = self.range_of(0);
        let before = self.problems.len();
        let untitled = match self.nth(1) {
            R_BRACE | COMMA => true,
            STAR => self.nth(2) == FAT_ARROW,
            // Keywords like `else` begin no title, so Puppet reads them as the name of an attribute.
            kind => is_attribute_name(kind) && (matches!(self.nth(2), FAT_ARROW | PLUS_ARROW) || !is_expression_start(kind)),
        };
        self.bump();
        if !untitled {
            self.resource_bodies();
            self.close(R_BRACE, "`,`, `;` or `}`");
            return m.complete(self, RESOURCE);
        }
        let appends = self.attributes();
        self.close(R_BRACE, "`,` or `}`");
        let kind = match lhs.kind {
            NAME_EXPR => UNTITLED_RESOURCE,
            TYPE_NAME_EXPR => RESOURCE_DEFAULTS,
            ACCESS_EXPR => RESOURCE_OVERRIDE,
            _ => UNTITLED_RESOURCE,
        };
        let when = self.just_now();
        let readable = self.problems.len() == before;
        match lhs.kind {
            _ if !readable => {}
            NAME_EXPR if appends => {
                let message = "Syntax error resource body without title or hash with +>".to_owned();
                self.problem(
                    when,
                    Code::AppendWithoutTitle,
                    brace,
                    message,
                    Place::Same,
                    Some("give the resource a title: `{ 'title': …`"),
                );
            }
            NAME_EXPR | TYPE_NAME_EXPR | ACCESS_EXPR => {}
            _ => {
                let message = "Expression is not valid as a resource, resource-default, or resource-override".to_owned();
                let at = crate::puppet::lexer::size(lhs.offset as usize);
                self.problem(
                    when,
                    Code::NotAResource,
                    text_size::TextRange::new(at.min(brace.start()), brace.start()),
                    message,
                    Place::At(at),
                    None,
                );
            }
        }
        m.complete(self, kind)
    }

    /// `title: attributes; title: attributes;`
    fn resource_bodies(&mut self) {
        loop {
            let at = self.source.pos;
            let m = self.start();
            self.expression("a title");
            if self.eat(COLON) {
                self.attributes();
            } else {
                self.unexpected("`:` after the title");
                let has_attributes = self.at_attribute() || {
                    self.skip_to(&[COLON, SEMICOLON]);
                    self.eat(COLON)
                };
                if has_attributes {
                    self.attributes();
                }
            }
            m.complete(self, RESOURCE_BODY);
            if !self.eat(SEMICOLON) || self.at(R_BRACE) || self.bailed {
                return;
            }
            if self.source.pos == at {
                return;
            }
        }
    }

    pub(super) fn attribute_block(&mut self) {
        let m = self.start();
        self.bump();
        self.attributes();
        self.close(R_BRACE, "`,` or `}`");
        m.complete(self, ATTRIBUTE_BLOCK);
    }

    fn at_attribute(&self) -> bool {
        is_attribute_name(self.current()) && matches!(self.nth(1), FAT_ARROW | PLUS_ARROW) || self.at(STAR) && self.nth(1) == FAT_ARROW
    }

    /// Attributes up to the `;` or `}` that ends them. True if one of them is written with `+>`.
    fn attributes(&mut self) -> bool {
        let mut appends = false;
        if self.at_resource_behind_open_one() {
            self.end_open_resource();
            return false;
        }
        if is_attribute_start(self.current()) {
            appends |= self.attribute();
        }
        loop {
            if self.bailed {
                return appends;
            }
            match self.current() {
                COMMA => {
                    self.bump();
                    if self.at_resource_behind_open_one() {
                        self.end_open_resource();
                        return appends;
                    }
                    if is_attribute_start(self.current()) {
                        appends |= self.attribute();
                    } else if matches!(self.current(), COMMA) {
                        self.unexpected("an attribute");
                    }
                }
                R_BRACE | SEMICOLON | EOF => return appends,
                _ => {
                    self.unexpected("`,`, `;` or `}`");
                    if self.at_attribute() {
                        // Only the comma was missing.
                        appends |= self.attribute();
                    } else if self.on_new_line() && self.begins_statement() {
                        return appends;
                    } else {
                        let before = self.source.pos;
                        self.skip_to_attribute();
                        if self.source.pos == before {
                            return appends;
                        }
                    }
                }
            }
        }
    }

    fn skip_to_attribute(&mut self) {
        let m = self.start();
        loop {
            let stop = matches!(self.current(), EOF | R_BRACE | SEMICOLON | COMMA) || self.at_attribute();
            if stop || self.on_new_line() && self.begins_statement() {
                break;
            }
            if matches!(self.current(), L_BRACE | L_BRACK | L_PAREN) {
                m_skip_brackets(self);
            } else {
                self.bump();
            }
        }
        m.complete(self, ERROR_NODE);
    }

    /// One attribute. True if it is written with `+>`.
    fn attribute(&mut self) -> bool {
        let m = self.start();
        if self.at(STAR) {
            self.bump();
            if self.expect(FAT_ARROW, "`=>`") {
                self.expression("a hash of attributes");
            }
            m.complete(self, SPLAT_ATTRIBUTE);
            return false;
        }
        let name = self.range_of(0);
        self.single(ATTRIBUTE_NAME);
        let appends = self.at(PLUS_ARROW);
        if matches!(self.current(), FAT_ARROW | PLUS_ARROW) {
            let whole = name.cover(self.range_of(0));
            self.bump();
            let (at, problems) = (self.source.pos, self.problems.len());
            // A value that is not there yet: the next line is the next attribute or statement, not the value.
            if self.on_new_line() && (self.at_attribute() || self.at_statement_without_value()) {
                self.missing_value();
            } else {
                self.expression("a value");
            }
            if self.source.pos == at {
                self.place_at(problems, whole);
            }
        } else {
            self.unexpected("`=>`");
        }
        m.complete(self, ATTRIBUTE);
        appends
    }

    /// Whether what stands here is certainly no value, but a statement that begins with what Puppet takes for one.
    fn at_statement_without_value(&self) -> bool {
        match self.current() {
            NAME => {
                self.nth(1) == L_BRACE
                    || STATEMENT_CALLS.contains(&self.text_of(0))
                        && matches!(self.nth(1), NAME | TYPE_NAME | SQ_STRING | DQ | VARIABLE | NUMBER)
            }
            TYPE_NAME => self.nth(1) == L_BRACE,
            VARIABLE => self.nth(1) == EQ,
            _ => false,
        }
    }

    /// Whether the next resource begins although this one has no end: `service {` on a line of its own is no attribute.
    fn at_resource_behind_open_one(&self) -> bool {
        self.at(NAME) && self.on_new_line() && self.nth(1) == L_BRACE
    }

    /// Puppet takes the type of the next resource for an attribute and stumbles over its brace.
    fn end_open_resource(&mut self) {
        self.missing_before_next("`}`");
    }

    /// Puppet takes the next attribute's name for the value and stumbles over its arrow.
    fn missing_value(&mut self) {
        if self.at(STAR) {
            self.unexpected("a value");
            return;
        }
        self.missing_before_next("a value");
    }

    /// Reports what is missing at the token after the next one, where Puppet notices it.
    fn missing_before_next(&mut self, what: &str) {
        self.source.pos += 1;
        self.unexpected(what);
        self.source.pos -= 1;
        if self.last_error == Some(self.source.pos + 1) {
            self.last_error = Some(self.source.pos);
        }
    }
}

fn m_skip_brackets(p: &mut Parser<'_>) {
    let mut depth = 0_u32;
    loop {
        match p.current() {
            EOF => return,
            L_BRACE | L_PAREN | L_BRACK | INTERPOLATION_START => depth += 1,
            R_BRACE | R_PAREN | R_BRACK => depth = depth.saturating_sub(1),
            _ => {}
        }
        p.bump();
        if depth == 0 {
            return;
        }
    }
}

fn is_attribute_start(kind: SyntaxKind) -> bool {
    kind == STAR || is_attribute_name(kind)
}

/// A name or any keyword but the booleans.
pub(super) fn is_attribute_name(kind: SyntaxKind) -> bool {
    kind == NAME || kind.is_keyword() && !matches!(kind, TRUE_KW | FALSE_KW)
}
