//! Definitions and their parameters.

use text_size::TextRange;

use super::super::{Data, Definition, DefinitionKind, NodeId};
use super::Lowering;
use crate::ast::{self, AstNode};
use crate::{SyntaxKind::*, SyntaxNode};

impl Lowering<'_> {
    pub(super) fn parameter(&mut self, param: &ast::Param) -> NodeId {
        let range = param.syntax().text_range();
        let token = param.variable_token();
        let place = token.as_ref().map_or(range, |t| t.text_range());
        let name = self.shared(token.as_ref().map_or("", |t| t.text().trim_start_matches('$')));
        let type_expr = param.type_expr().map(|t| self.expr(t.syntax()));
        let value = param.default().map(|v| self.expr(v.syntax()));
        let captures_rest = param.star_token().is_some();
        self.placed(Data::Parameter { name, type_expr, value, captures_rest }, range, place)
    }

    fn parameters(&mut self, node: &SyntaxNode) -> Vec<NodeId> {
        let list = node.children().find_map(ast::ParamList::cast);
        list.map(|l| l.params().map(|p| self.parameter(&p)).collect()).unwrap_or_default()
    }

    fn qualified(&self, name: &str) -> String {
        if self.namespace.is_empty() {
            return name.to_owned();
        }
        let joined = format!("{}::{name}", self.namespace.join("::"));
        joined.strip_prefix("::").map_or(joined.clone(), str::to_owned)
    }

    pub(super) fn definition(&mut self, node: &SyntaxNode) -> NodeId {
        let range = node.text_range();
        let name_node = node.children().find_map(ast::DefName::cast);
        let head_end = name_node.as_ref().map_or(range.end(), |n| n.syntax().text_range().end());
        let name = name_node.map(|n| n.syntax().text().to_string()).unwrap_or_default();
        let head = TextRange::new(range.start(), head_end);
        let id = match node.kind() {
            CLASS_DEF => {
                self.namespace.push(name.clone());
                let parameters = self.parameters(node);
                let parent = node.children().find_map(ast::Inherits::cast).map(|i| inherited(&i));
                let body = self.body(node.children().find_map(ast::Block::cast));
                self.namespace.pop();
                let name = self.qualified(&name);
                self.named(DefinitionKind::Class, name, parameters, parent, body, None, (range, head))
            }
            PLAN_DEF => {
                self.namespace.push(name.clone());
                let parameters = self.parameters(node);
                let body = self.body(node.children().find_map(ast::Block::cast));
                self.namespace.pop();
                let name = self.qualified(&name);
                self.named(DefinitionKind::Plan, name, parameters, None, body, None, (range, head))
            }
            DEFINE_DEF => {
                let parameters = self.parameters(node);
                let body = self.body(node.children().find_map(ast::Block::cast));
                let name = self.qualified(&name);
                self.named(DefinitionKind::Define, name, parameters, None, body, None, (range, head))
            }
            FUNCTION_DEF => {
                let parameters = self.parameters(node);
                let return_type = node.children().find_map(ast::ReturnType::cast).and_then(|r| r.type_expr());
                let return_type = return_type.map(|t| self.expr(t.syntax()));
                let body = self.body(node.children().find_map(ast::Block::cast));
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
        self.here(Data::Definition { kind, parameters, rest }, range)
    }

    fn node_definition(&mut self, node: &SyntaxNode) -> NodeId {
        let range = node.text_range();
        let matches = node.children().filter_map(ast::HostMatch::cast).map(|m| self.host(&m)).collect();
        let inherits = node.children().find_map(ast::Inherits::cast);
        let parent = inherits.and_then(|i| i.host_match()).map(|m| self.host(&m));
        let body = self.body(node.children().find_map(ast::Block::cast));
        self.here(Data::NodeDefinition { parent, matches, body }, range)
    }

    /// What a node's name must match; a dotted name is one string.
    fn host(&mut self, host: &ast::HostMatch) -> NodeId {
        if let Some(expr) = host.expr() {
            return self.expr(expr.syntax());
        }
        let mut name = String::new();
        for token in host.syntax().children_with_tokens().filter_map(|it| it.into_token()) {
            if matches!(token.kind(), NAME | NUMBER | DOT) {
                name.push_str(token.text());
            }
        }
        self.here(Data::String(name.into()), host.syntax().text_range())
    }

    fn type_alias(&mut self, node: &SyntaxNode) -> NodeId {
        let range = node.text_range();
        let mut exprs = node.children().filter(|c| ast::Expr::can_cast(c.kind()));
        let (target, value, hash) = (exprs.next(), exprs.next(), exprs.next());
        let target_id = self.maybe_node(target, range);
        let kind = value.as_ref().map(|v| v.kind());
        let value_id = self.maybe_node(value, range);
        let hash_id = hash.map(|h| self.expr(&h));
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

    fn type_definition(&mut self, node: &SyntaxNode) -> NodeId {
        let range = node.text_range();
        let mut names = node.children().filter(|c| c.kind() == TYPE_NAME_EXPR).map(|c| c.text().to_string());
        let name = names.next().unwrap_or_default();
        let parent = names.next().map(String::into_boxed_str);
        let body = self.body(node.children().find_map(ast::Block::cast));
        self.here(Data::TypeDefinition { name: name.into(), parent, body }, range)
    }

    fn apply(&mut self, node: &SyntaxNode) -> NodeId {
        let range = node.text_range();
        let arguments = self.arguments(node);
        let block = node.children().find_map(ast::Block::cast);
        let at = block.as_ref().map_or(range, |b| b.syntax().text_range());
        let statements = block.map(|b| self.statements(b.syntax())).unwrap_or_default();
        let body = self.model.add(Data::ApplyBlock { statements }, at);
        self.here(Data::Apply { arguments, body }, range)
    }
}

fn inherited(inherits: &ast::Inherits) -> String {
    match inherits.def_name() {
        Some(name) => name.syntax().text().to_string(),
        None => "default".to_owned(),
    }
}
