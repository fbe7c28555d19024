//! Resources, defaults, overrides and collectors.

use text_size::TextRange;

use super::super::{Data, Form, NodeId, Text};
use super::{Lowering, is_statement_call, token_range};
use crate::ast::{self, AstNode};
use crate::{SyntaxKind::*, SyntaxNode};

impl Lowering<'_> {
    /// `class { 'a': }`
    pub(super) fn class_resource(&mut self, node: &SyntaxNode) -> NodeId {
        let range = node.text_range();
        let keyword = token_range(node, CLASS_KW).unwrap_or(TextRange::empty(range.start()));
        let name = self.shared("class");
        let type_name = self.model.add(Data::Name(name), keyword);
        let bodies = self.bodies(node);
        self.here(Data::Resource { form: Form::Regular, type_name, bodies }, range)
    }

    fn bodies(&mut self, node: &SyntaxNode) -> Vec<NodeId> {
        node.children().filter_map(ast::ResourceBody::cast).map(|body| self.resource_body(&body)).collect()
    }

    fn resource_body(&mut self, body: &ast::ResourceBody) -> NodeId {
        let range = body.syntax().text_range();
        let title = self.maybe_expr(body.title(), range);
        let operations = body.attributes().map(|a| self.attribute(&a)).collect();
        self.model.add(Data::ResourceBody { title, operations }, range)
    }

    fn attribute(&mut self, attribute: &ast::AnyAttribute) -> NodeId {
        let range = attribute.syntax().text_range();
        match attribute {
            ast::AnyAttribute::Attribute(a) => {
                let name = self.attribute_name(a).unwrap_or_else(|| self.shared(""));
                let op = if a.op_token().is_some_and(|t| t.kind() == PLUS_ARROW) { "+>" } else { "=>" };
                let value = self.maybe_expr(a.value(), range);
                let end = self.end(value);
                let id = self.model.add(Data::AttributeOperation { name, op, value }, range);
                self.place(id, range.start(), end);
                id
            }
            ast::AnyAttribute::SplatAttribute(a) => {
                let expr = self.maybe_expr(a.value(), range);
                let end = self.end(expr);
                let id = self.model.add(Data::AttributesOperation { expr }, range);
                self.place(id, range.start(), end);
                id
            }
        }
    }

    fn attribute_name(&mut self, attribute: &ast::Attribute) -> Option<Text> {
        let name = attribute.attribute_name()?;
        Some(match name.syntax().first_token() {
            Some(token) if token.text_range() == name.syntax().text_range() => self.shared(token.text()),
            _ => self.shared(&name.syntax().text().to_string()),
        })
    }

    pub(super) fn attributes(&mut self, node: &SyntaxNode) -> Vec<NodeId> {
        node.children().filter_map(ast::AnyAttribute::cast).map(|a| self.attribute(&a)).collect()
    }

    /// What braces make of the expression before them.
    pub(super) fn resource(&mut self, node: &SyntaxNode, left: NodeId) -> NodeId {
        let range = node.text_range();
        let start = self.start(left);
        let data = match node.kind() {
            RESOURCE => Data::Resource { form: Form::Regular, type_name: left, bodies: self.bodies(node) },
            RESOURCE_DEFAULTS => Data::ResourceDefaults { form: Form::Regular, type_ref: left, operations: self.attributes(node) },
            RESOURCE_OVERRIDE => {
                let operations = self.attributes(node);
                // `Resource['file'] { … }` sets defaults for the type that it names.
                let names_a_type = match self.model.data(left) {
                    Data::Access { left, keys } => {
                        keys.len() == 1 && matches!(self.model.data(*left), Data::Reference(name) if name.eq_ignore_ascii_case("resource"))
                    }
                    _ => false,
                };
                if names_a_type {
                    Data::ResourceDefaults { form: Form::Regular, type_ref: left, operations }
                } else {
                    Data::ResourceOverride { form: Form::Regular, resources: left, operations }
                }
            }
            _ => return self.name_and_hash(node, left),
        };
        let id = self.model.add(data, range);
        self.place(id, start, range.end());
        id
    }

    /// `file { mode => '0644' }`: a name, and a hash behind it. A call if the name is that of a statement function.
    fn name_and_hash(&mut self, node: &SyntaxNode, left: NodeId) -> NodeId {
        let range = node.text_range();
        let mut entries = Vec::new();
        for attribute in node.children().filter_map(ast::AnyAttribute::cast) {
            let at = attribute.syntax().text_range();
            let (name, value) = match &attribute {
                ast::AnyAttribute::Attribute(a) => (self.attribute_name(a), self.maybe_expr(a.value(), at)),
                ast::AnyAttribute::SplatAttribute(a) => (None, self.maybe_expr(a.value(), at)),
            };
            let key = match name {
                Some(name) => self.model.add(Data::String(name), at),
                None => self.model.add(Data::Nop, at),
            };
            let entry = self.model.add(Data::Entry { key, value }, at);
            entries.push(entry);
        }
        let brace = token_range(node, L_BRACE).map_or(range.start(), |r| r.start());
        let hash = self.here(Data::Hash { entries }, TextRange::new(brace, range.end()));
        let start = self.start(left);
        let calls = matches!(self.model.data(left), Data::Name(name) if is_statement_call(name));
        let data = if calls {
            Data::Call { functor: left, rval_required: false, arguments: vec![hash], lambda: None }
        } else {
            Data::Block { statements: vec![left, hash] }
        };
        let id = self.model.add(data, range);
        self.place(id, start, range.end());
        id
    }

    pub(super) fn virtual_resource(&mut self, node: &SyntaxNode) -> NodeId {
        let range = node.text_range();
        let exported = node.first_token().is_some_and(|t| t.kind() == AT2);
        let inner = self.first_expr(node);
        if let Some(node) = self.model.nodes.get_mut(inner.index()) {
            let new = if exported { Form::Exported } else { Form::Virtual };
            match &mut node.data {
                Data::Resource { form, .. } | Data::ResourceDefaults { form, .. } | Data::ResourceOverride { form, .. } => *form = new,
                _ => {}
            }
            node.range = range;
            // Puppet moves the start to the sign and keeps the length.
            node.offset = range.start().into();
        }
        inner
    }

    pub(super) fn collector(&mut self, node: &SyntaxNode, left: NodeId) -> NodeId {
        let range = node.text_range();
        let query_node = node.children().find_map(ast::Query::cast);
        let query_range = query_node.as_ref().map_or(range, |q| q.syntax().text_range());
        let exported = query_node.as_ref().and_then(ast::Query::open_token).is_some_and(|t| t.kind() == L_EXPORT_COLLECT);
        let expr = query_node.and_then(|q| q.expr()).map(|e| self.expr(e.syntax()));
        let query = self.here(Data::Query { exported, expr }, query_range);
        let block = node.children().find(|c| c.kind() == ATTRIBUTE_BLOCK);
        let end = block.as_ref().map_or(query_range.end(), |b| b.text_range().end());
        let operations = block.map(|b| self.attributes(&b)).unwrap_or_default();
        let start = self.start(left);
        let id = self.model.add(Data::Collect { type_expr: left, query, operations }, range);
        self.place(id, start, end);
        id
    }
}
