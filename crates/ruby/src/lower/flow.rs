//! Control flow: conditions, loops, `begin`, jumps.

use ruby_prism as prism;

use super::{Lower, not_covered};
use crate::ast::{Begin, Kind, Name, Node, Rescue};

impl Lower<'_> {
    pub(super) fn flow(&mut self, node: &prism::Node<'_>) -> Option<Kind> {
        use prism::Node as P;
        let at = node.location().start();
        Some(match node {
            P::ParenthesesNode { .. } => {
                let body = *self.optional(node.as_parentheses_node()?.body(), at);
                if self.source.echoes.binary_search(&at).is_ok() { Kind::Echo(Box::new(body)) } else { body.kind }
            }
            P::StatementsNode { .. } => self.statements(node.as_statements_node(), at).kind,
            P::BeginNode { .. } => self.begin(&node.as_begin_node()?),
            P::RescueModifierNode { .. } => {
                let it = node.as_rescue_modifier_node()?;
                let rescue = Rescue { classes: Vec::new(), variable: None, body: self.node(&it.rescue_expression()) };
                let body = self.node(&it.expression());
                Kind::Begin(Box::new(Begin { body, rescues: vec![rescue], otherwise: None, ensure: None }))
            }
            P::AndNode { .. } => {
                let it = node.as_and_node()?;
                Kind::And(self.boxed(&it.left()), self.boxed(&it.right()))
            }
            P::OrNode { .. } => {
                let it = node.as_or_node()?;
                Kind::Or(self.boxed(&it.left()), self.boxed(&it.right()))
            }
            P::DefinedNode { .. } => Kind::Defined(self.boxed(&node.as_defined_node()?.value())),
            P::IfNode { .. } => {
                let it = node.as_if_node()?;
                Kind::If {
                    condition: self.boxed(&it.predicate()),
                    then: Box::new(self.statements(it.statements(), at)),
                    otherwise: self.optional(it.subsequent(), at),
                }
            }
            P::UnlessNode { .. } => {
                let it = node.as_unless_node()?;
                if let Some((name, value)) = guarded_constant(&it) {
                    return Some(Kind::DefineOnce(name, self.boxed(&value)));
                }
                let otherwise = it.else_clause().and_then(|it| it.statements());
                Kind::If {
                    condition: self.boxed(&it.predicate()),
                    then: Box::new(self.statements(otherwise, at)),
                    otherwise: Box::new(self.statements(it.statements(), at)),
                }
            }
            P::ElseNode { .. } => self.statements(node.as_else_node()?.statements(), at).kind,
            P::CaseNode { .. } => {
                let it = node.as_case_node()?;
                let subject = self.some(it.predicate());
                let mut branches = Vec::new();
                for branch in &it.conditions() {
                    let Some(when) = branch.as_when_node() else { return Some(not_covered(&branch)) };
                    let conditions = self.list(&when.conditions());
                    branches.push((conditions, self.statements(when.statements(), at)));
                }
                let otherwise = it.else_clause().and_then(|it| it.statements());
                Kind::Case { subject, branches, otherwise: Box::new(self.statements(otherwise, at)) }
            }
            P::WhileNode { .. } => {
                let it = node.as_while_node()?;
                self.repetition(&it.predicate(), it.statements(), false, it.is_begin_modifier(), at)
            }
            P::UntilNode { .. } => {
                let it = node.as_until_node()?;
                self.repetition(&it.predicate(), it.statements(), true, it.is_begin_modifier(), at)
            }
            P::ForNode { .. } => {
                let it = node.as_for_node()?;
                let target = self.target(&it.index());
                let list = self.boxed(&it.collection());
                let body = self.loop_body(it.statements(), at);
                Kind::For { target: Box::new(target), list, body }
            }
            P::ReturnNode { .. } => Kind::Return(self.result(node.as_return_node()?.arguments())),
            P::BreakNode { .. } => Kind::Break(self.result(node.as_break_node()?.arguments()), self.is_in_loop()),
            P::NextNode { .. } => Kind::Next(self.result(node.as_next_node()?.arguments()), self.is_in_loop()),
            P::RetryNode { .. } => Kind::Retry,
            _ => return None,
        })
    }

    fn repetition(
        &mut self,
        condition: &prism::Node<'_>,
        body: Option<prism::StatementsNode<'_>>,
        until: bool,
        body_first: bool,
        at: u32,
    ) -> Kind {
        let condition = self.boxed(condition);
        let body = self.loop_body(body, at);
        Kind::While { condition, body, until, body_first }
    }

    fn loop_body(&mut self, body: Option<prism::StatementsNode<'_>>, at: u32) -> Box<Node> {
        self.loops.push(true);
        let body = self.statements(body, at);
        self.loops.pop();
        Box::new(body)
    }

    fn is_in_loop(&self) -> bool {
        self.loops.last().copied().unwrap_or(false)
    }

    /// Value of a jump: several values are a list.
    fn result(&mut self, arguments: Option<prism::ArgumentsNode<'_>>) -> Option<Box<Node>> {
        let arguments = arguments?;
        let at = arguments.location().start();
        let mut all = self.list(&arguments.arguments());
        if all.len() == 1 && !matches!(all.first().map(|it| &it.kind), Some(Kind::Splat(_))) {
            return all.pop().map(Box::new);
        }
        Some(Box::new(Node { kind: Kind::Array(all), at }))
    }

    fn begin(&mut self, node: &prism::BeginNode<'_>) -> Kind {
        let at = node.location().start();
        let body = self.statements(node.statements(), at);
        let mut rescues = Vec::new();
        let mut next = node.rescue_clause();
        while let Some(rescue) = next {
            let classes = self.list(&rescue.exceptions());
            let variable = rescue.reference().map(|it| self.target(&it));
            let body = self.statements(rescue.statements(), at);
            rescues.push(Rescue { classes, variable, body });
            next = rescue.subsequent();
        }
        let otherwise = node.else_clause().map(|it| self.statements(it.statements(), at));
        let ensure = node.ensure_clause().map(|it| self.statements(it.statements(), at));
        if rescues.is_empty() && otherwise.is_none() && ensure.is_none() {
            return body.kind;
        }
        Kind::Begin(Box::new(Begin { body, rescues, otherwise, ensure }))
    }
}

/// The constant and the literal of `NAME = literal unless defined? NAME`.
fn guarded_constant<'p>(node: &prism::UnlessNode<'p>) -> Option<(Name, prism::Node<'p>)> {
    let asked = node.predicate().as_defined_node()?.value().as_constant_read_node()?;
    let statements = node.statements()?.body();
    let mut statements = statements.iter();
    let written = statements.next()?.as_constant_write_node()?;
    let value = written.value();
    let is_literal = value.as_integer_node().is_some() || value.as_string_node().is_some() || value.as_symbol_node().is_some();
    let is_same = asked.name().as_slice() == written.name().as_slice();
    let is_alone = statements.next().is_none() && node.else_clause().is_none();
    (is_literal && is_same && is_alone).then(|| (String::from_utf8_lossy(asked.name().as_slice()).as_ref().into(), value))
}
