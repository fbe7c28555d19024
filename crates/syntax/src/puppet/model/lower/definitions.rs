//! Definitions and their parameters.

use text_size::TextRange;

use super::super::{Data, Definition, DefinitionKind, NodeId};
use super::{Lowering, exprs, is_expr};
use crate::SyntaxKind::*;
use crate::puppet::flat::Element;

impl<'f> Lowering<'f> {
    pub(super) fn parameter(&mut self, param: Element<'f>) -> NodeId {
        let range = param.text_range();
        let token = param.token(VARIABLE);
        let place = token.map_or(range, Element::text_range);
        let name = self.shared(token.map_or("", |t| t.text().trim_start_matches('$')));
        // The type stands in front of the name, and the value after it.
        let mut before = param.elements().take_while(|it| it.kind() != VARIABLE);
        let mut behind = param.elements().skip_while(|it| it.kind() != VARIABLE);
        let type_expr = before.find(|it| is_expr(it.kind())).map(|it| self.expr(it));
        let value = behind.find(|it| is_expr(it.kind())).map(|it| self.expr(it));
        let captures_rest = param.token(STAR).is_some();
        self.placed(Data::Parameter { name, type_expr, value, captures_rest }, range, place)
    }

    fn parameters(&mut self, node: Element<'f>) -> Vec<NodeId> {
        node.child(PARAM_LIST).map(|l| l.of_kind(PARAM).map(|p| self.parameter(p)).collect()).unwrap_or_default()
    }

    fn qualified(&self, name: &str) -> String {
        if self.namespace.is_empty() {
            return name.to_owned();
        }
        let joined = format!("{}::{name}", self.namespace.join("::"));
        joined.strip_prefix("::").map_or(joined.clone(), str::to_owned)
    }

    pub(super) fn definition(&mut self, node: Element<'f>) -> NodeId {
        let range = node.text_range();
        let name_node = node.child(DEF_NAME);
        let head_end = name_node.unwrap_or(node).end();
        let name = name_node.map_or("", Element::text).to_owned();
        let head = TextRange::new(range.start(), head_end);
        let id = match node.kind() {
            CLASS_DEF => {
                self.namespace.push(name.clone());
                let parameters = self.parameters(node);
                let parent = node.child(INHERITS).map(inherited);
                let body = self.body(node.child(BLOCK));
                self.namespace.pop();
                let name = self.qualified(&name);
                self.named(DefinitionKind::Class, name, parameters, parent, body, None, (range, head))
            }
            PLAN_DEF => {
                self.namespace.push(name.clone());
                let parameters = self.parameters(node);
                let body = self.body(node.child(BLOCK));
                self.namespace.pop();
                let name = self.qualified(&name);
                self.named(DefinitionKind::Plan, name, parameters, None, body, None, (range, head))
            }
            DEFINE_DEF => {
                let parameters = self.parameters(node);
                let body = self.body(node.child(BLOCK));
                let name = self.qualified(&name);
                self.named(DefinitionKind::Define, name, parameters, None, body, None, (range, head))
            }
            FUNCTION_DEF => {
                let parameters = self.parameters(node);
                let return_type = node.child(RETURN_TYPE).and_then(|r| exprs(r).next()).map(|t| self.expr(t));
                let body = self.body(node.child(BLOCK));
                self.named(DefinitionKind::Function, name, parameters, None, body, return_type, (range, head))
            }
            NODE_DEF => self.node_definition(node),
            TYPE_ALIAS => self.type_alias(node),
            TYPE_DEF => self.type_definition(node),
            _ => return self.apply(node),
        };
        self.model.definitions.push(id);
        id
    }

    #[allow(clippy::too_many_arguments)]
    fn named(
        &mut self,
        kind: DefinitionKind,
        name: String,
        parameters: Vec<NodeId>,
        parent: Option<String>,
        body: Option<NodeId>,
        return_type: Option<NodeId>,
        (range, head): (TextRange, TextRange),
    ) -> NodeId {
        let rest = Box::new(Definition { name, parent, body, return_type, head });
        self.add_node(Data::Definition { kind, parameters, rest }, range)
    }

    fn node_definition(&mut self, node: Element<'f>) -> NodeId {
        let range = node.text_range();
        let matches = node.of_kind(HOST_MATCH).map(|it| self.host(it)).collect();
        let parent = node.child(INHERITS).and_then(|it| it.child(HOST_MATCH)).map(|it| self.host(it));
        let body = self.body(node.child(BLOCK));
        self.add_node(Data::NodeDefinition { parent, matches, body }, range)
    }

    /// Lowers the pattern of a node's name; a dotted name is one string.
    fn host(&mut self, host: Element<'f>) -> NodeId {
        if let Some(expr) = exprs(host).next() {
            return self.expr(expr);
        }
        let name: String = host.tokens().filter(|it| matches!(it.kind(), NAME | NUMBER | DOT)).map(Element::text).collect();
        self.add_node(Data::String(name.into()), host.text_range())
    }

    fn type_alias(&mut self, node: Element<'f>) -> NodeId {
        let range = node.text_range();
        let mut parts = exprs(node);
        let (target, value, hash) = (parts.next(), parts.next(), parts.next());
        let target_id = self.maybe_expr(target, range);
        let kind = value.map(Element::kind);
        let value_id = self.maybe_expr(value, range);
        let hash_id = hash.map(|it| self.expr(it));
        let written_end = self.end(hash_id.unwrap_or(value_id));
        if kind == Some(ACCESS_EXPR)
            && let Some(node) = self.model.nodes.get_mut(value_id.index())
        {
            // Puppet forgets where the type with arguments is.
            node.offset = u32::MAX;
            node.length = 0;
        }
        let is_mapping = !matches!(self.model.data(target_id), Data::Reference(_));
        let value_id = match hash_id {
            // Only an alias makes an object type of it.
            Some(hash) if is_mapping => self.model.add(Data::Entry { key: value_id, value: hash }, range),
            None if is_mapping => value_id,
            _ => self.object_type(value_id, hash_id),
        };
        let (start, target_end) = (self.start(target_id), self.end(target_id));
        let data = match self.model.data(target_id) {
            Data::Reference(name) => Data::TypeAlias { name: name.clone(), type_expr: value_id },
            _ => Data::TypeMapping { type_expr: target_id, mapping: value_id },
        };
        let id = self.model.add(data, range);
        // Behind a list or a type with arguments it takes the length of the alias's name.
        let end = if matches!(kind, Some(ACCESS_EXPR | LIST_EXPR)) { target_end } else { written_end };
        self.place(id, start, end);
        id
    }

    /// `type A = {…}` and `type A = B {…}` are object types.
    fn object_type(&mut self, value: NodeId, hash: Option<NodeId>) -> NodeId {
        let range = self.model.get(value).range;
        match (self.model.data(value), hash) {
            (Data::Hash { .. }, None) => {
                let object = self.model.add(Data::Reference("Object".into()), range);
                self.model.add(Data::Access { left: object, keys: vec![value] }, range)
            }
            (Data::Reference(name), Some(hash)) => {
                let mut parent = value;
                if !matches!(&**name, "Object" | "TypeSet") {
                    let key = self.model.add(Data::Name("parent".into()), range);
                    let entry = self.model.add(Data::Entry { key, value }, range);
                    if let Some(Data::Hash { entries }) = self.model.nodes.get_mut(hash.index()).map(|n| &mut n.data) {
                        entries.push(entry);
                    }
                    parent = self.model.add(Data::Reference("Object".into()), range);
                }
                self.model.add(Data::Access { left: parent, keys: vec![hash] }, range)
            }
            _ => value,
        }
    }

    fn type_definition(&mut self, node: Element<'f>) -> NodeId {
        let range = node.text_range();
        let mut names = node.of_kind(TYPE_NAME_EXPR).map(Element::text);
        let name = names.next().unwrap_or_default();
        let parent = names.next().map(Box::from);
        let body = self.body(node.child(BLOCK));
        self.add_node(Data::TypeDefinition { name: name.into(), parent, body }, range)
    }

    fn apply(&mut self, node: Element<'f>) -> NodeId {
        let range = node.text_range();
        let arguments = self.arguments(node);
        let block = node.child(BLOCK);
        let at = block.unwrap_or(node).text_range();
        let statements = block.map(|b| self.statements(b)).unwrap_or_default();
        let body = self.model.add(Data::ApplyBlock { statements }, at);
        self.add_node(Data::Apply { arguments, body }, range)
    }
}

fn inherited(inherits: Element<'_>) -> String {
    inherits.child(DEF_NAME).map_or("default", Element::text).to_owned()
}
