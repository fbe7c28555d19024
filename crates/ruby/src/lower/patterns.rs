//! Pattern matching: `case … in`, `value => pattern`, `value in pattern`.

use ruby_prism as prism;

use super::{DEEPEST, Lower, kind_name, text_of};
use crate::ast::{Branch, CaseIn, FindPattern, HashPattern, HashRest, Kind, ListPattern, Name, Node, Pattern, Target};
use crate::coverage::Use;

impl Lower<'_> {
    pub(super) fn pattern_matching(&mut self, node: &prism::Node<'_>) -> Option<Kind> {
        use prism::Node as P;
        let at = node.location().start();
        let case = match node {
            P::CaseMatchNode { .. } => {
                let it = node.as_case_match_node()?;
                let subject = self.node(&it.predicate()?);
                let mut branches = Vec::new();
                for branch in &it.conditions() {
                    branches.push(self.branch(&branch.as_in_node()?)?);
                }
                let otherwise = it.else_clause().map(|it| self.statements(it.statements(), at));
                CaseIn { subject, branches, otherwise }
            }
            P::MatchRequiredNode { .. } => {
                let it = node.as_match_required_node()?;
                let subject = self.node(&it.value());
                let pattern = self.pattern(&it.pattern());
                let body = Node { kind: Kind::Nil, at };
                CaseIn { subject, branches: vec![Branch { pattern, guard: None, body }], otherwise: None }
            }
            P::MatchPredicateNode { .. } => {
                let it = node.as_match_predicate_node()?;
                let subject = self.node(&it.value());
                let pattern = self.pattern(&it.pattern());
                let body = Node { kind: Kind::True, at };
                let otherwise = Some(Node { kind: Kind::False, at });
                CaseIn { subject, branches: vec![Branch { pattern, guard: None, body }], otherwise }
            }
            _ => return None,
        };
        Some(Kind::CaseIn(Box::new(case)))
    }

    fn branch(&mut self, node: &prism::InNode<'_>) -> Option<Branch> {
        let at = node.location().start();
        let pattern = node.pattern();
        // A guard is a condition around the pattern.
        let (pattern, guard) = if let Some(it) = pattern.as_if_node() {
            let inner = self.pattern(&single_node(it.statements())?);
            (inner, Some((self.node(&it.predicate()), false)))
        } else if let Some(it) = pattern.as_unless_node() {
            let inner = self.pattern(&single_node(it.statements())?);
            (inner, Some((self.node(&it.predicate()), true)))
        } else {
            (self.pattern(&pattern), None)
        };
        let body = self.statements(node.statements(), at);
        Some(Branch { pattern, guard, body })
    }

    fn pattern(&mut self, node: &prism::Node<'_>) -> Pattern {
        self.depth += 1;
        let pattern = match self.depth > DEEPEST {
            true => None,
            false => Some(self.known_pattern(node).unwrap_or_else(|| Pattern::NotCovered(kind_name(node)))),
        };
        self.depth -= 1;
        let pattern = pattern.unwrap_or_else(|| Pattern::NotCovered("code nested so deep".into()));
        if let Pattern::NotCovered(what) = &pattern {
            self.uses.push((node.location().start(), Use::Construct(what.clone())));
        }
        pattern
    }

    fn known_pattern(&mut self, node: &prism::Node<'_>) -> Option<Pattern> {
        use prism::Node as P;
        Some(match node {
            P::LocalVariableTargetNode { .. } => Pattern::Variable(self.target(node)),
            P::ImplicitNode { .. } => self.pattern(&node.as_implicit_node()?.value()),
            P::ParenthesesNode { .. } => {
                let body = node.as_parentheses_node()?.body()?;
                match body.as_statements_node() {
                    Some(statements) => self.pattern(&single_node(Some(statements))?),
                    None => self.pattern(&body),
                }
            }
            P::PinnedVariableNode { .. } => Pattern::Value(self.node(&node.as_pinned_variable_node()?.variable())),
            P::PinnedExpressionNode { .. } => Pattern::Value(self.node(&node.as_pinned_expression_node()?.expression())),
            P::CapturePatternNode { .. } => {
                let it = node.as_capture_pattern_node()?;
                let pattern = self.pattern(&it.value());
                Pattern::Capture(Box::new(pattern), self.target(&it.target().as_node()))
            }
            P::AlternationPatternNode { .. } => self.either(&node.as_alternation_pattern_node()?),
            P::ArrayPatternNode { .. } => {
                let it = node.as_array_pattern_node()?;
                let constant = it.constant().map(|it| self.node(&it));
                let lefts = self.patterns(&it.requireds());
                let rest = match it.rest() {
                    // `in a,`
                    Some(rest) if rest.as_implicit_rest_node().is_some() => Some(None),
                    Some(rest) => Some(self.star(&rest.as_splat_node()?)),
                    None => None,
                };
                let rights = self.patterns(&it.posts());
                Pattern::List(Box::new(ListPattern { constant, lefts, rest, rights }))
            }
            P::FindPatternNode { .. } => {
                let it = node.as_find_pattern_node()?;
                let constant = it.constant().map(|it| self.node(&it));
                let before = self.star(&it.left());
                let items = self.patterns(&it.requireds());
                let after = self.star(&it.right());
                Pattern::Find(Box::new(FindPattern { constant, before, items, after }))
            }
            P::HashPatternNode { .. } => self.hash_pattern(&node.as_hash_pattern_node()?)?,
            _ => Pattern::Value(self.node(node)),
        })
    }

    /// Alternatives: prism has a chain of them as pairs, each inside of the next.
    fn either(&mut self, node: &prism::AlternationPatternNode<'_>) -> Pattern {
        let mut rights = vec![node.right()];
        let mut left = node.left();
        while let Some(it) = left.as_alternation_pattern_node() {
            rights.push(it.right());
            left = it.left();
        }
        let mut all = vec![self.pattern(&left)];
        for it in rights.iter().rev() {
            all.push(self.pattern(it));
        }
        Pattern::Either(all)
    }

    fn hash_pattern(&mut self, node: &prism::HashPatternNode<'_>) -> Option<Pattern> {
        let constant = node.constant().map(|it| self.node(&it));
        let mut pairs = Vec::new();
        for element in &node.elements() {
            let element = element.as_assoc_node()?;
            let key: Name = text_of(element.key().as_symbol_node()?.unescaped())?;
            pairs.push((key, self.pattern(&element.value())));
        }
        let rest = match node.rest() {
            None => HashRest::None,
            Some(it) if it.as_no_keywords_parameter_node().is_some() => HashRest::Empty,
            Some(it) => match it.as_assoc_splat_node()?.value() {
                None => HashRest::Any,
                Some(value) => HashRest::Variable(self.target(&value)),
            },
        };
        Some(Pattern::Hash(Box::new(HashPattern { constant, pairs, rest })))
    }

    fn patterns(&mut self, list: &prism::NodeList<'_>) -> Vec<Pattern> {
        list.iter().map(|it| self.pattern(&it)).collect()
    }

    fn star(&mut self, node: &prism::SplatNode<'_>) -> Option<Target> {
        node.expression().map(|it| self.target(&it))
    }
}

/// The one node of a list of statements.
fn single_node(statements: Option<prism::StatementsNode<'_>>) -> Option<prism::Node<'_>> {
    let body = statements?.body();
    let mut nodes = body.iter();
    nodes.next().filter(|_| nodes.next().is_none())
}
