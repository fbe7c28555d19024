//! Resources, defaults, overrides and collectors.

use literals::operator::AttributeOperator;
use text_size::TextRange;

use super::super::{Data, Form, NodeId, Text};
use super::{Lowering, exprs, is_statement_call, token_range};
use crate::SyntaxKind::*;
use crate::puppet::flat::Element;

impl<'f> Lowering<'f> {
    /// `class { 'a': }`
    pub(super) fn class_resource(&mut self, node: Element<'f>) -> NodeId {
        let range = node.text_range();
        let keyword = token_range(node, CLASS_KW).unwrap_or(TextRange::empty(range.start()));
        let name = self.shared("class");
        let type_name = self.model.add(Data::Name(name), keyword);
        let bodies = self.bodies(node);
        self.add_node(Data::Resource { form: Form::Regular, type_name, bodies }, range)
    }

    fn bodies(&mut self, node: Element<'f>) -> Vec<NodeId> {
        node.of_kind(RESOURCE_BODY).map(|body| self.resource_body(body)).collect()
    }

    fn resource_body(&mut self, body: Element<'f>) -> NodeId {
        let range = body.text_range();
        let title = self.maybe_expr(exprs(body).next(), range);
        let operations = self.attributes(body);
        self.model.add(Data::ResourceBody { title, operations }, range)
    }

    fn attribute(&mut self, attribute: Element<'f>) -> NodeId {
        let range = attribute.text_range();
        let value = self.maybe_expr(exprs(attribute).next(), range);
        let end = self.end(value);
        let data = if attribute.kind() == ATTRIBUTE {
            let name = self.attribute_name(attribute).unwrap_or_else(|| self.shared(""));
            let op = attribute.tokens().find(|it| matches!(it.kind(), FAT_ARROW | PLUS_ARROW));
            let appends = op.is_some_and(|it| it.kind() == PLUS_ARROW);
            let op = if appends { AttributeOperator::Append } else { AttributeOperator::Set };
            Data::AttributeOperation { name, op, value }
        } else {
            Data::AttributesOperation { expr: value }
        };
        let id = self.model.add(data, range);
        self.place(id, range.start(), end);
        id
    }

    fn attribute_name(&mut self, attribute: Element<'f>) -> Option<Text> {
        let name = attribute.child(ATTRIBUTE_NAME)?;
        Some(self.shared(name.text()))
    }

    pub(super) fn attributes(&mut self, node: Element<'f>) -> Vec<NodeId> {
        attributes(node).map(|it| self.attribute(it)).collect()
    }

    /// Lowers an expression with braces after it.
    pub(super) fn resource(&mut self, node: Element<'f>, left: NodeId) -> NodeId {
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

    /// `file { mode => '0644' }`: a name, and a hash after it. A call if the name is that of a statement function.
    fn name_and_hash(&mut self, node: Element<'f>, left: NodeId) -> NodeId {
        let range = node.text_range();
        let mut entries = Vec::new();
        for attribute in attributes(node) {
            let at = attribute.text_range();
            let name = if attribute.kind() == ATTRIBUTE { self.attribute_name(attribute) } else { None };
            let value = self.maybe_expr(exprs(attribute).next(), at);
            let key = match name {
                Some(name) => self.model.add(Data::String(name), at),
                None => self.model.add(Data::Nop, at),
            };
            let entry = self.model.add(Data::Entry { key, value }, at);
            entries.push(entry);
        }
        let brace = node.token(L_BRACE).unwrap_or(node).start();
        let hash = self.add_node(Data::Hash { entries }, TextRange::new(brace, range.end()));
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

    pub(super) fn virtual_resource(&mut self, node: Element<'f>) -> NodeId {
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

    pub(super) fn collector(&mut self, node: Element<'f>, left: NodeId) -> NodeId {
        let range = node.text_range();
        let query_node = node.child(QUERY);
        let query_range = query_node.unwrap_or(node).text_range();
        let open = query_node.and_then(|q| q.tokens().find(|it| matches!(it.kind(), L_COLLECT | L_EXPORT_COLLECT)));
        let exported = open.is_some_and(|t| t.kind() == L_EXPORT_COLLECT);
        let expr = query_node.and_then(|q| exprs(q).next()).map(|e| self.expr(e));
        let query = self.add_node(Data::Query { exported, expr }, query_range);
        let block = node.child(ATTRIBUTE_BLOCK);
        let end = block.map_or(query_range.end(), Element::end);
        let operations = block.map(|b| self.attributes(b)).unwrap_or_default();
        let start = self.start(left);
        let id = self.model.add(Data::Collect { type_expr: left, query, operations }, range);
        self.place(id, start, end);
        id
    }
}

/// Attribute operations directly below the node.
fn attributes<'f>(node: Element<'f>) -> impl Iterator<Item = Element<'f>> + use<'f> {
    node.children().filter(|it| matches!(it.kind(), ATTRIBUTE | SPLAT_ATTRIBUTE))
}
