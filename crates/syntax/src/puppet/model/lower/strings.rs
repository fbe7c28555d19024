//! Strings, heredocs and the text of templates.

use text_size::{TextRange, TextSize};

use super::super::{Data, NodeId};
use super::Lowering;
use crate::ast::{self, AstNode};
use crate::puppet::lexer::{self, Tag};
use crate::puppet::text::{Escapes, single_quoted, unescape};
use crate::{SyntaxKind::*, SyntaxNode, SyntaxToken};

/// For each tag of a heredoc the node of its text. Both come in the same order, and the end line must fit the tag.
pub(super) fn heredocs(file: &SyntaxNode) -> Vec<(TextSize, SyntaxNode)> {
    let mut bodies = Vec::new();
    let mut tags: Vec<SyntaxToken> = Vec::new();
    let mut walk = file.preorder_with_tokens();
    while let Some(event) = walk.next() {
        match event {
            rowan::WalkEvent::Enter(rowan::NodeOrToken::Node(node)) if node.kind() == HEREDOC_BODY => {
                bodies.push(node);
                walk.skip_subtree();
            }
            rowan::WalkEvent::Enter(rowan::NodeOrToken::Token(token)) if token.kind() == HEREDOC_TAG => tags.push(token),
            _ => {}
        }
    }
    let mut found = Vec::new();
    let mut bodies = bodies.into_iter().peekable();
    for token in tags {
        let Some(tag) = lexer::heredoc_tag(token.text()) else { continue };
        let fits = bodies.peek().is_some_and(|body| {
            body.text_range().start() >= token.text_range().end()
                && end_line(body).is_some_and(|end| lexer::heredoc_end(end.text(), tag.end_tag).is_some())
        });
        if fits && let Some(body) = bodies.next() {
            found.push((token.text_range().start(), body));
        }
    }
    found
}

fn end_line(body: &SyntaxNode) -> Option<SyntaxToken> {
    body.children_with_tokens().filter_map(|it| it.into_token()).find(|t| t.kind() == HEREDOC_END)
}

/// A part of a string in Puppet's terms.
enum Part {
    Text(String),
    Expr(NodeId),
}

impl Lowering<'_> {
    pub(super) fn single_quoted(&self, text: &str) -> String {
        let inner = text.strip_prefix('\'').unwrap_or(text);
        let inner = inner.strip_suffix('\'').unwrap_or(inner);
        single_quoted(&self.without_margin(inner))
    }

    /// The text of a token that spans lines of a heredoc, without their margin.
    fn without_margin(&self, text: &str) -> String {
        match self.margin.as_deref().filter(|m| !m.is_empty()) {
            Some(margin) => text.replace(&format!("\n{margin}"), "\n"),
            None => text.to_owned(),
        }
    }

    pub(super) fn dq_string(&mut self, node: &SyntaxNode) -> NodeId {
        let range = node.text_range();
        self.string(node, range, range.start(), range.end(), Escapes::DOUBLE_QUOTED)
    }

    /// The parts of a string that begins and ends at these places.
    fn string(&mut self, node: &SyntaxNode, range: TextRange, start: TextSize, end: TextSize, escapes: Escapes) -> NodeId {
        let mut parts: Vec<(Part, TextRange)> = Vec::new();
        let mut text = String::new();
        let mut text_start = start;
        let mut interpolates = false;
        for child in node.children_with_tokens() {
            match child {
                rowan::NodeOrToken::Token(token) if token.kind() == STRING_TEXT => {
                    text.push_str(&unescape(&self.without_margin(token.text()), &escapes));
                }
                rowan::NodeOrToken::Token(_) => {}
                rowan::NodeOrToken::Node(part) if matches!(part.kind(), VAR_EXPR | INTERPOLATION) => {
                    interpolates = true;
                    let range = part.text_range();
                    // The `${` counts to the text before it, a lone `$` to the variable.
                    let opening = if part.kind() == INTERPOLATION { TextSize::of("${") } else { TextSize::new(0) };
                    parts.push((Part::Text(std::mem::take(&mut text)), TextRange::new(text_start, range.start() + opening)));
                    let inner = match part.kind() {
                        INTERPOLATION => self.interpolated(&part),
                        _ => self.expr(&part),
                    };
                    let expr = self.model.add(Data::Text { expr: inner }, range);
                    parts.push((Part::Expr(expr), range));
                    text_start = range.end();
                }
                rowan::NodeOrToken::Node(_) => {}
            }
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
                    let id = self.here(Data::String(text), at);
                    segments.push(id);
                }
                Part::Expr(id) => segments.push(id),
            }
        }
        self.placed(Data::Concat { segments }, range, TextRange::new(start, end.max(start)))
    }

    /// The expression of an interpolation. One without its brace is not made a variable by the lexer, but here.
    fn interpolated(&mut self, part: &SyntaxNode) -> NodeId {
        let inner = self.first_expr(part);
        let closed = part.last_token().is_some_and(|t| t.kind() == R_BRACE);
        match self.model.data(inner) {
            Data::Name(_) if !closed => self.model.add(Data::Variable { expr: inner }, part.text_range()),
            _ => inner,
        }
    }

    pub(super) fn heredoc(&mut self, node: &SyntaxNode) -> NodeId {
        let range = node.text_range();
        let tag_text = node.text().to_string();
        let tag = lexer::heredoc_tag(&tag_text);
        let file = self.file.clone();
        let found = self.heredocs.get_or_insert_with(|| heredocs(&file));
        let body = found.iter().find(|(at, _)| *at == range.start()).map(|(_, body)| body.clone());
        let Some(tag) = tag else {
            let text = self.missing(range);
            return self.here(Data::Heredoc { syntax: String::new(), text }, range);
        };
        let Some(body) = body else {
            let text = self.detached_text(range.start()).unwrap_or_else(|| self.missing(range));
            return self.here(Data::Heredoc { syntax: tag.syntax.to_owned(), text }, range);
        };
        let text = self.heredoc_text(&tag, &body);
        self.here(Data::Heredoc { syntax: tag.syntax.to_owned(), text }, range)
    }

    /// The text of a heredoc whose lines belong to something else too: to the text of a template, or to a string that
    /// begins on the line of the tag. Interpolations in it are not looked into.
    fn detached_text(&mut self, tag: TextSize) -> Option<NodeId> {
        let (text, range) = lexer::detached_heredoc(self.text(), self.options, tag)?;
        let text = self.shared(&text);
        Some(self.here(Data::String(text), range))
    }

    fn heredoc_text(&mut self, tag: &Tag<'_>, body: &SyntaxNode) -> NodeId {
        let end_token = end_line(body);
        let end_text = end_token.as_ref().map(|t| t.text().to_owned()).unwrap_or_default();
        let end = lexer::heredoc_end(&end_text, tag.end_tag);
        let margin = end.filter(|e| e.has_margin).and_then(|e| end_text.get(e.start..e.leading_end)).map(str::to_owned);
        let outer = std::mem::replace(&mut self.margin, margin);
        let start = body.text_range().start();
        // The text ends where its last token does: a removed line break is not part of it.
        let is_text = |kind| matches!(kind, STRING_TEXT | VAR_EXPR | INTERPOLATION);
        let mut pieces = body.children_with_tokens().filter(|it| is_text(it.kind()));
        let first = pieces.next();
        let natural = first.as_ref().map_or(start, |it| it.text_range().start());
        let last = pieces.last().or(first);
        let mut text_end = last.as_ref().map_or(start, |it| it.text_range().end());
        if last.is_some_and(|it| {
            it.kind() == INTERPOLATION && it.as_node().and_then(SyntaxNode::last_token).is_some_and(|t| t.kind() != R_BRACE)
        }) {
            // An interpolation without its brace takes the blanks up to the end line.
            text_end = end_token.as_ref().map_or(text_end, |t| t.text_range().start());
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

    /// Where the text before a tag begins: behind the tag before it.
    fn text_start(&self, token: Option<SyntaxToken>) -> TextSize {
        let mut start = TextSize::new(0);
        let mut current = token;
        while let Some(token) = current {
            start = token.text_range().start();
            current = token.prev_token().filter(|t| {
                let closes = matches!(t.kind(), EPP_END | EPP_END_TRIM) || t.kind() == EPP_TAG && t.text().ends_with("%>");
                !closes
            });
        }
        start
    }

    pub(super) fn epp_text(&mut self, node: &SyntaxNode) -> NodeId {
        let range = node.text_range();
        let start = self.text_start(node.first_token());
        let value = crate::puppet::epp_value(self.text(), start.into());
        // Puppet counts the tag behind the text to it.
        let mut end = range.end();
        let mut next = node.last_token().and_then(|t| t.next_token());
        while let Some(token) = next {
            end = token.text_range().end();
            if !matches!(token.kind(), EPP_COMMENT | WHITESPACE | EPP_TEXT) {
                break;
            }
            next = token.next_token();
        }
        let value = self.shared(&value);
        self.placed(Data::RenderString(value), range, TextRange::new(start, end.max(start)))
    }

    pub(super) fn epp_render(&mut self, node: &SyntaxNode) -> NodeId {
        let range = node.text_range();
        let start = self.text_start(node.first_token());
        let expr = match node.children().find_map(ast::Block::cast) {
            Some(block) => self.branch(Some(block)).unwrap_or_else(|| self.missing(range)),
            None => self.first_expr(node),
        };
        self.placed(Data::Render { expr }, range, TextRange::new(start, range.end()))
    }
}
