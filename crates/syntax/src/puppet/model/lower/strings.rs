//! Strings, heredocs and the text of templates.

use std::borrow::Cow;

use text_size::{TextRange, TextSize};

use super::super::{Data, NodeId};
use super::Lowering;
use crate::SyntaxKind::*;
use crate::puppet::flat::{Element, Flat};
use crate::puppet::lexer::{self, Tag};
use literals::escapes::{Escapes, single_quoted, unescape};

/// For each tag of a heredoc the node of its text. Both come in the same order, and the end line must fit the tag.
pub(super) fn heredocs<'f>(file: &'f Flat<'f>) -> Vec<(TextSize, Element<'f>)> {
    let mut bodies = Vec::new();
    let mut tags = Vec::new();
    for element in file.all() {
        // What looks like one in the text of another is text.
        let is_text = bodies.last().is_some_and(|it: &Element<'_>| element.start() < it.end());
        match element.kind() {
            HEREDOC_BODY if !is_text => bodies.push(element),
            HEREDOC_TAG if !is_text => tags.push(element),
            _ => {}
        }
    }
    let mut found = Vec::new();
    let mut bodies = bodies.into_iter().peekable();
    for token in tags {
        let Some(tag) = lexer::heredoc_tag(token.text()) else { continue };
        let fits = bodies.peek().is_some_and(|body| {
            body.start() >= token.end() && body.token(HEREDOC_END).is_some_and(|end| lexer::heredoc_end(end.text(), tag.end_tag).is_some())
        });
        if fits && let Some(body) = bodies.next() {
            found.push((token.start(), body));
        }
    }
    found
}

/// A part of a string in Puppet's terms.
enum Part {
    Text(String),
    Expr(NodeId),
}

impl<'f> Lowering<'f> {
    pub(super) fn single_quoted<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let inner = text.strip_prefix('\'').unwrap_or(text);
        let inner = inner.strip_suffix('\'').unwrap_or(inner);
        match self.without_margin(inner) {
            Cow::Borrowed(inner) => single_quoted(inner),
            Cow::Owned(inner) => Cow::Owned(single_quoted(&inner).into_owned()),
        }
    }

    /// The text of a token that spans lines of a heredoc, without their margin.
    fn without_margin<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.margin.as_deref().filter(|m| !m.is_empty()) {
            Some(margin) => Cow::Owned(text.replace(&format!("\n{margin}"), "\n")),
            None => Cow::Borrowed(text),
        }
    }

    pub(super) fn dq_string(&mut self, node: Element<'f>) -> NodeId {
        let range = node.text_range();
        self.string(node, range, range.start(), range.end(), Escapes::DOUBLE_QUOTED)
    }

    /// The parts of a string that begins and ends at these places.
    fn string(&mut self, node: Element<'f>, range: TextRange, start: TextSize, end: TextSize, escapes: Escapes) -> NodeId {
        let mut parts: Vec<(Part, TextRange)> = Vec::new();
        let mut text = String::new();
        let mut text_start = start;
        let mut interpolates = false;
        for part in node.elements() {
            if part.kind() == STRING_TEXT {
                text.push_str(&unescape(&self.without_margin(part.text()), &escapes));
                continue;
            }
            if !matches!(part.kind(), VAR_EXPR | INTERPOLATION) {
                continue;
            }
            interpolates = true;
            let range = part.text_range();
            // The `${` counts to the text before it, a lone `$` to the variable.
            let opening = if part.kind() == INTERPOLATION { TextSize::of("${") } else { TextSize::new(0) };
            parts.push((Part::Text(std::mem::take(&mut text)), TextRange::new(text_start, range.start() + opening)));
            let inner = if part.kind() == INTERPOLATION { self.interpolated(part) } else { self.expr(part) };
            let expr = self.model.add(Data::Text { expr: inner }, range);
            parts.push((Part::Expr(expr), range));
            text_start = range.end();
        }
        if !interpolates {
            let text = self.shared(&text);
            return self.placed(Data::String(text), range, TextRange::new(start, end.max(start)));
        }
        parts.push((Part::Text(text), TextRange::new(text_start.min(end), end)));
        let mut segments = Vec::new();
        for (part, at) in parts {
            match part {
                Part::Text(text) if text.is_empty() => {}
                Part::Text(text) => {
                    let text = self.shared(&text);
                    let id = self.add_node(Data::String(text), at);
                    segments.push(id);
                }
                Part::Expr(id) => segments.push(id),
            }
        }
        self.placed(Data::Concat { segments }, range, TextRange::new(start, end.max(start)))
    }

    /// The expression of an interpolation. One without its brace is not made a variable by the lexer, but here.
    fn interpolated(&mut self, part: Element<'f>) -> NodeId {
        let inner = self.first_expr(part);
        let closed = part.last_token().is_some_and(|t| t.kind() == R_BRACE);
        match self.model.data(inner) {
            Data::Name(_) if !closed => self.model.add(Data::Variable { expr: inner }, part.text_range()),
            _ => inner,
        }
    }

    pub(super) fn heredoc(&mut self, node: Element<'f>) -> NodeId {
        let range = node.text_range();
        let tag = lexer::heredoc_tag(node.text());
        let file = self.file;
        let found = self.heredocs.get_or_insert_with(|| heredocs(file));
        // They are in the order of the text.
        let body = found.binary_search_by_key(&range.start(), |(at, _)| *at).ok().and_then(|at| found.get(at)).map(|(_, body)| *body);
        let Some(tag) = tag else {
            let text = self.missing(range);
            return self.add_node(Data::Heredoc { syntax: String::new(), text }, range);
        };
        let Some(body) = body else {
            let text = self.detached_text(range.start()).unwrap_or_else(|| self.missing(range));
            return self.add_node(Data::Heredoc { syntax: tag.syntax.to_owned(), text }, range);
        };
        let text = self.heredoc_text(&tag, body);
        self.add_node(Data::Heredoc { syntax: tag.syntax.to_owned(), text }, range)
    }

    /// The text of a heredoc whose lines belong to something else too: to the text of a template, or to a string that
    /// begins on the line of the tag. Interpolations in it are not looked into.
    fn detached_text(&mut self, tag: TextSize) -> Option<NodeId> {
        let (whole, options) = (self.text(), self.options);
        let detached = self.detached.get_or_insert_with(|| lexer::detached_heredocs(whole, options));
        let (text, range) = detached.get(&tag).cloned()?;
        let text = self.shared(&text);
        Some(self.add_node(Data::String(text), range))
    }

    fn heredoc_text(&mut self, tag: &Tag<'_>, body: Element<'f>) -> NodeId {
        let end_token = body.token(HEREDOC_END);
        let end_text = end_token.map_or("", Element::text);
        let end = lexer::heredoc_end(end_text, tag.end_tag);
        let margin = end.filter(|e| e.has_margin).and_then(|e| end_text.get(e.start..e.leading_end)).map(str::to_owned);
        let outer = std::mem::replace(&mut self.margin, margin);
        let start = body.start();
        // The text ends where its last token does: a removed line break is not part of it.
        let is_text = |kind| matches!(kind, STRING_TEXT | VAR_EXPR | INTERPOLATION);
        let mut pieces = body.elements().filter(|it| is_text(it.kind()));
        let first = pieces.next();
        let natural = first.map_or(start, Element::start);
        let last = pieces.last().or(first);
        let mut text_end = last.map_or(start, Element::end);
        if last.is_some_and(|it| it.kind() == INTERPOLATION && it.last_token().is_some_and(|t| t.kind() != R_BRACE)) {
            // An interpolation without its brace takes the blanks up to the end line.
            text_end = end_token.map_or(text_end, Element::start);
        }
        let id = self.string(body, body.text_range(), natural, text_end, tag.escapes);
        self.margin = outer;
        // What begins the text begins before the margin of its first line, and keeps its length.
        self.shift(id, natural, start);
        id
    }

    fn shift(&mut self, id: NodeId, from: TextSize, to: TextSize) {
        let first_segment = match self.model.data(id) {
            Data::Concat { segments } => segments.first().copied(),
            _ => None,
        };
        for id in [Some(id), first_segment].into_iter().flatten() {
            if let Some(node) = self.model.nodes.get_mut(id.index())
                && node.offset == u32::from(from)
                && matches!(node.data, Data::Concat { .. } | Data::String(_))
            {
                node.offset = to.into();
            }
        }
    }

    // ---- templates ----

    /// Where the text before a tag begins: after the tag before it.
    fn text_start(&self, token: Option<Element<'f>>) -> TextSize {
        let mut start = TextSize::new(0);
        let mut current = token;
        while let Some(token) = current {
            start = token.start();
            current = token.previous().filter(|t| {
                let closes = matches!(t.kind(), EPP_END | EPP_END_TRIM) || t.kind() == EPP_TAG && t.text().ends_with("%>");
                !closes
            });
        }
        start
    }

    pub(super) fn epp_text(&mut self, node: Element<'f>) -> NodeId {
        let range = node.text_range();
        let start = self.text_start(node.first_token());
        let value = crate::puppet::epp_value(self.text(), start.into());
        // Puppet counts the tag after the text to it.
        let mut end = range.end();
        let mut next = node.last_token().and_then(Element::next);
        while let Some(token) = next {
            end = token.end();
            if !matches!(token.kind(), EPP_COMMENT | WHITESPACE | EPP_TEXT) {
                break;
            }
            next = token.next();
        }
        let value = self.shared(&value);
        self.placed(Data::RenderString(value), range, TextRange::new(start, end.max(start)))
    }

    pub(super) fn epp_render(&mut self, node: Element<'f>) -> NodeId {
        let range = node.text_range();
        let start = self.text_start(node.first_token());
        let expr = match node.child(BLOCK) {
            Some(block) => self.branch(Some(block)).unwrap_or_else(|| self.missing(range)),
            None => self.first_expr(node),
        };
        self.placed(Data::Render { expr }, range, TextRange::new(start, range.end()))
    }
}
