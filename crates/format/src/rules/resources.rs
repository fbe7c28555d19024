//! Resources, their defaults and overrides, and collectors.

use syntax::{NodeOrToken, SyntaxElement, SyntaxKind::*, SyntaxNode, SyntaxToken};

use super::columns::Column;
use crate::builder::{Builder, parts};
use crate::document::Item;

impl Builder<'_> {
    /// `file { '/a': mode => '0644' }`. One attribute may stand after its title; more have lines of their own.
    pub(super) fn resource(&mut self, node: &SyntaxNode) {
        let elements: Vec<SyntaxElement> = parts(node).collect();
        let Some(brace) = elements.iter().position(|it| it.kind() == L_BRACE) else { return self.in_a_row(node) };
        let (head, rest) = elements.split_at(brace);
        self.row(head.iter().cloned());
        self.space();
        let bodies: Vec<&SyntaxNode> = rest.iter().filter_map(|it| it.as_node()).collect();
        match bodies.as_slice() {
            [body] if !self.stands_apart(body, rest) => self.one_body(rest),
            _ => self.bodies(rest),
        }
    }

    /// Whether a lone body begins a line that it does not leave: because of comments, because the title takes several lines, or because
    /// its `;` says that more are to come.
    fn stands_apart(&self, body: &SyntaxNode, rest: &[SyntaxElement]) -> bool {
        let start = body.text_range().start();
        let title = body.first_child();
        let spans_lines = title.is_some_and(|it| self.spans_lines(&it));
        self.breaks_before(start) && (spans_lines || self.has_comments_before(start) || rest.iter().any(|it| it.kind() == SEMICOLON))
    }

    fn one_body(&mut self, rest: &[SyntaxElement]) {
        let group = self.group(false);
        let spans = self.spans;
        // A title alone stays next to its brackets, however many lines its text takes.
        let is_bare = rest.iter().filter_map(|it| it.as_node()).all(|it| !parts(it).any(|it| is_attribute(&it)));
        for element in rest {
            match element {
                NodeOrToken::Token(brace) if brace.kind() == L_BRACE => {
                    self.token(brace);
                    self.space();
                }
                NodeOrToken::Token(token) if token.kind() == R_BRACE => self.close(token, Some(Item::Line { blank: false })),
                // The `;` after the only body is part of it.
                NodeOrToken::Token(_) => {}
                NodeOrToken::Node(body) => {
                    let semicolon = rest.iter().find(|it| it.kind() == SEMICOLON).and_then(|it| it.as_token());
                    if self.body(body, semicolon).breaks {
                        self.break_group(group);
                    }
                }
            }
        }
        if !matches!(rest.last(), Some(last) if last.kind() == R_BRACE) {
            self.push(Item::Dedent);
        }
        let passed_over = if is_bare { self.spans - spans } else { 0 };
        self.certain -= passed_over;
        self.end_of_all(group);
        self.certain += passed_over;
    }

    /// Several bodies, each with its title on a line.
    fn bodies(&mut self, rest: &[SyntaxElement]) {
        let group = self.group(true);
        let mut columns = Vec::new();
        let mut count = 0;
        let mut rest_of = rest.iter().peekable();
        while let Some(element) = rest_of.next() {
            match element {
                NodeOrToken::Token(brace) if brace.kind() == L_BRACE => {
                    self.token(brace);
                    self.push(Item::Indent);
                }
                NodeOrToken::Token(token) if token.kind() == R_BRACE => self.close(token, Some(Item::HardLine { blank: false })),
                NodeOrToken::Token(token) => self.token(token),
                NodeOrToken::Node(body) => {
                    self.hard_line(count > 0 && self.blank_before(body.text_range().start()));
                    count += 1;
                    let inner = self.group(false);
                    let semicolon = rest_of.next_if(|it| it.kind() == SEMICOLON).and_then(|it| it.as_token());
                    let laid_out = self.body(body, semicolon);
                    self.push(Item::Dedent);
                    if laid_out.breaks {
                        self.certain += 1;
                    }
                    if !self.end_of_all(inner) {
                        columns.extend(laid_out.column);
                    }
                }
            }
        }
        if !matches!(rest.last(), Some(last) if last.kind() == R_BRACE) {
            self.push(Item::Dedent);
        }
        self.end(group);
        self.align_columns(&columns);
    }

    /// A title and its attributes, indented; whoever asks ends the indentation. A `;` stands after the last value, or has a line of its own
    /// after a comma.
    fn body(&mut self, body: &SyntaxNode, semicolon: Option<&SyntaxToken>) -> Body {
        let elements: Vec<SyntaxElement> = parts(body).collect();
        let attributes = elements.iter().position(is_attribute);
        let colon = elements.iter().position(|it| it.kind() == COLON).map_or(0, |it| it + 1);
        let (head, tail) = elements.split_at(colon.min(elements.len()));
        let breaks = attributes.and_then(|it| elements.get(it)).is_some_and(|it| self.breaks_before(it.text_range().start()));
        let is_set_off = attributes.and_then(|it| elements.get(it)).is_some_and(|it| self.is_set_off(it.text_range().start()));
        self.comments();
        let start = self.items.len();
        for part in head {
            match part {
                NodeOrToken::Node(title) => self.expression(title),
                NodeOrToken::Token(token) => self.token(token),
            }
        }
        let width = self.width_since(start);
        self.push(Item::Indent);
        // The blank is the first thing that attributes begin with.
        let at = self.items.len() + 1;
        let several = self.attributes(tail, semicolon.is_some());
        if let Some(semicolon) = semicolon {
            if tail.last().is_some_and(|it| it.kind() == COMMA) {
                self.push(Item::SoftLine);
            }
            self.token(semicolon);
        }
        let column = width.filter(|_| attributes.is_some()).map(|width| Column { at, width, is_set_off });
        Body { breaks: breaks || several, column }
    }

    /// Attributes, each on its line if the group around them is broken. True if there are several.
    fn attributes(&mut self, elements: &[SyntaxElement], ended: bool) -> bool {
        let mut arrows = Vec::new();
        let mut count = 0;
        for (index, element) in elements.iter().enumerate() {
            let is_last = elements.len() == index + 1;
            match element {
                NodeOrToken::Node(attribute) => {
                    let blank = count > 0 && self.blank_before(attribute.text_range().start());
                    self.push(Item::Line { blank });
                    if count == 0 {
                        self.push(Item::Column(0));
                    }
                    count += 1;
                    self.entry(attribute, Some(&mut arrows));
                    if is_last && !ended {
                        self.push(Item::LastComma(None));
                    }
                }
                NodeOrToken::Token(comma) if comma.kind() == COMMA && is_last && count > 0 => self.last_attribute_comma(comma),
                NodeOrToken::Token(token) => self.token(token),
            }
        }
        self.align(&arrows);
        count > 1
    }

    fn last_attribute_comma(&mut self, comma: &SyntaxToken) {
        self.last_comma(comma);
    }

    /// `File { mode => '0644' }`, `File['a'] { mode => '0644' }`, and the block of a collector.
    pub(super) fn untitled(&mut self, node: &SyntaxNode) {
        let elements: Vec<SyntaxElement> = parts(node).collect();
        let Some(brace) = elements.iter().position(|it| it.kind() == L_BRACE) else { return self.in_a_row(node) };
        let (head, rest) = elements.split_at(brace);
        for part in head {
            match part {
                NodeOrToken::Node(node) => self.expression(node),
                NodeOrToken::Token(token) => self.token(token),
            }
        }
        if !head.is_empty() {
            self.space();
        }
        self.attribute_block(rest);
    }

    fn attribute_block(&mut self, elements: &[SyntaxElement]) {
        let first = elements.iter().find(|it| is_attribute(it));
        let is_empty = first.is_none();
        let breaks = first.is_some_and(|it| self.breaks_before(it.text_range().start()));
        let group = self.group(breaks);
        let (mut open, mut inner, mut close) = (None, elements, None);
        if let [NodeOrToken::Token(first), rest @ ..] = inner {
            (open, inner) = (Some(first), rest);
        }
        if let [rest @ .., NodeOrToken::Token(last)] = inner
            && last.kind() == R_BRACE
        {
            (close, inner) = (Some(last), rest);
        }
        if let Some(open) = open {
            self.token(open);
        }
        self.push(Item::Indent);
        let several = self.attributes(inner, false);
        match close {
            Some(close) => self.close(close, (!is_empty).then_some(Item::Line { blank: false })),
            None => self.push(Item::Dedent),
        }
        self.certain += u32::from(several);
        self.end_of_all(group);
    }

    /// `File <| title == 'a' |> { mode => '0644' }`
    pub(super) fn collector(&mut self, node: &SyntaxNode) {
        for (index, part) in parts(node).enumerate() {
            if index > 0 {
                self.space();
            }
            match part {
                NodeOrToken::Node(block) if block.kind() == ATTRIBUTE_BLOCK => self.untitled(&block),
                NodeOrToken::Node(query) if query.kind() == QUERY => self.in_a_row(&query),
                NodeOrToken::Node(node) => self.expression(&node),
                NodeOrToken::Token(token) => self.token(&token),
            }
        }
    }
}

/// State of a body that was formatted.
struct Body {
    /// Each attribute must have its line.
    breaks: bool,
    /// Where its attribute begins if it stands on the line of the title.
    column: Option<Column>,
}

fn is_attribute(element: &SyntaxElement) -> bool {
    matches!(element.kind(), ATTRIBUTE | SPLAT_ATTRIBUTE)
}
