//! Assignments, and what is assigned to.

use ruby_prism as prism;

use super::{DEEPEST, Lower, kind_name, name_of, not_covered};
use crate::ast::{Kind, Node, Operator, Target, Targets};

impl Lower<'_> {
    pub(super) fn assignment(&mut self, node: &prism::Node<'_>) -> Option<Kind> {
        use prism::Node as P;
        Some(match node {
            P::LocalVariableWriteNode { .. } => {
                let it = node.as_local_variable_write_node()?;
                self.assign(self.local(&it.name(), it.depth()), &it.value())
            }
            P::LocalVariableOrWriteNode { .. } => {
                let it = node.as_local_variable_or_write_node()?;
                self.update(self.local(&it.name(), it.depth()), Operator::Or, &it.value())
            }
            P::LocalVariableAndWriteNode { .. } => {
                let it = node.as_local_variable_and_write_node()?;
                self.update(self.local(&it.name(), it.depth()), Operator::And, &it.value())
            }
            P::LocalVariableOperatorWriteNode { .. } => {
                let it = node.as_local_variable_operator_write_node()?;
                self.update(self.local(&it.name(), it.depth()), method(&it.binary_operator()), &it.value())
            }
            P::InstanceVariableWriteNode { .. } => {
                let it = node.as_instance_variable_write_node()?;
                self.assign(Target::Instance(name_of(&it.name())), &it.value())
            }
            P::InstanceVariableOrWriteNode { .. } => {
                let it = node.as_instance_variable_or_write_node()?;
                self.update(Target::Instance(name_of(&it.name())), Operator::Or, &it.value())
            }
            P::InstanceVariableAndWriteNode { .. } => {
                let it = node.as_instance_variable_and_write_node()?;
                self.update(Target::Instance(name_of(&it.name())), Operator::And, &it.value())
            }
            P::InstanceVariableOperatorWriteNode { .. } => {
                let it = node.as_instance_variable_operator_write_node()?;
                self.update(Target::Instance(name_of(&it.name())), method(&it.binary_operator()), &it.value())
            }
            P::ClassVariableWriteNode { .. } => {
                let it = node.as_class_variable_write_node()?;
                self.assign(Target::ClassVariable(name_of(&it.name())), &it.value())
            }
            P::ConstantWriteNode { .. } => {
                let it = node.as_constant_write_node()?;
                self.assign(Target::Constant(name_of(&it.name())), &it.value())
            }
            P::ConstantOrWriteNode { .. } => {
                let it = node.as_constant_or_write_node()?;
                self.update(Target::Constant(name_of(&it.name())), Operator::Or, &it.value())
            }
            P::IndexOrWriteNode { .. } => {
                let it = node.as_index_or_write_node()?;
                let target = self.index(it.receiver(), it.arguments(), it.block().is_some())?;
                self.update(target, Operator::Or, &it.value())
            }
            P::IndexAndWriteNode { .. } => {
                let it = node.as_index_and_write_node()?;
                let target = self.index(it.receiver(), it.arguments(), it.block().is_some())?;
                self.update(target, Operator::And, &it.value())
            }
            P::IndexOperatorWriteNode { .. } => {
                let it = node.as_index_operator_write_node()?;
                let target = self.index(it.receiver(), it.arguments(), it.block().is_some())?;
                self.update(target, method(&it.binary_operator()), &it.value())
            }
            P::CallOrWriteNode { .. } => {
                let it = node.as_call_or_write_node()?;
                let target = self.attribute(it.receiver(), &it.read_name(), it.is_safe_navigation())?;
                self.update(target, Operator::Or, &it.value())
            }
            P::CallAndWriteNode { .. } => {
                let it = node.as_call_and_write_node()?;
                let target = self.attribute(it.receiver(), &it.read_name(), it.is_safe_navigation())?;
                self.update(target, Operator::And, &it.value())
            }
            P::CallOperatorWriteNode { .. } => {
                let it = node.as_call_operator_write_node()?;
                let target = self.attribute(it.receiver(), &it.read_name(), it.is_safe_navigation())?;
                self.update(target, method(&it.binary_operator()), &it.value())
            }
            P::MultiWriteNode { .. } => {
                let it = node.as_multi_write_node()?;
                let targets = self.targets(&it.lefts(), it.rest(), &it.rights());
                Kind::Spread(Box::new(targets), self.boxed(&it.value()))
            }
            P::MatchWriteNode { .. } => {
                let it = node.as_match_write_node()?;
                let call = self.call(&it.call());
                let mut targets = Vec::new();
                for target in &it.targets() {
                    match target.as_local_variable_target_node() {
                        Some(it) => targets.push((name_of(&it.name()), self.local(&it.name(), it.depth()))),
                        None => return Some(not_covered(&target)),
                    }
                }
                Kind::MatchWrite(Box::new(Node { kind: call, at: node.location().start() }), targets)
            }
            _ => return None,
        })
    }

    fn assign(&mut self, target: Target, value: &prism::Node<'_>) -> Kind {
        Kind::Assign(Box::new(target), self.boxed(value))
    }

    fn update(&mut self, target: Target, operator: Operator, value: &prism::Node<'_>) -> Kind {
        Kind::Update { target: Box::new(target), operator, value: self.boxed(value) }
    }

    fn index(&mut self, receiver: Option<prism::Node<'_>>, arguments: Option<prism::ArgumentsNode<'_>>, has_block: bool) -> Option<Target> {
        let receiver = self.node(&receiver?);
        let (arguments, keywords) = self.arguments(arguments)?;
        (!keywords && !has_block).then_some(Target::Index { receiver, arguments })
    }

    fn attribute(&mut self, receiver: Option<prism::Node<'_>>, name: &prism::ConstantId<'_>, safe: bool) -> Option<Target> {
        let receiver = self.node(&receiver?);
        Some(Target::Attribute { receiver, name: name_of(name), safe })
    }

    fn targets(&mut self, lefts: &prism::NodeList<'_>, rest: Option<prism::Node<'_>>, rights: &prism::NodeList<'_>) -> Targets {
        let rest = rest.map(|it| match it.as_splat_node() {
            Some(splat) => splat.expression().map(|it| Box::new(self.target(&it))),
            // `a, = list`
            None => None,
        });
        Targets {
            lefts: lefts.iter().map(|it| self.target(&it)).collect(),
            rest,
            rights: rights.iter().map(|it| self.target(&it)).collect(),
        }
    }

    /// Target of an assignment.
    pub(super) fn target(&mut self, node: &prism::Node<'_>) -> Target {
        self.known_target(node).unwrap_or_else(|| Target::NotCovered(kind_name(node)))
    }

    fn known_target(&mut self, node: &prism::Node<'_>) -> Option<Target> {
        use prism::Node as P;
        Some(match node {
            P::LocalVariableTargetNode { .. } => {
                let it = node.as_local_variable_target_node()?;
                self.local(&it.name(), it.depth())
            }
            P::RequiredParameterNode { .. } => self.local(&node.as_required_parameter_node()?.name(), 0),
            P::InstanceVariableTargetNode { .. } => Target::Instance(name_of(&node.as_instance_variable_target_node()?.name())),
            P::ClassVariableTargetNode { .. } => Target::ClassVariable(name_of(&node.as_class_variable_target_node()?.name())),
            P::CallTargetNode { .. } => {
                let it = node.as_call_target_node()?;
                Target::Attribute {
                    receiver: self.node(&it.receiver()),
                    name: name_of(&it.name()).strip_suffix('=').unwrap_or_default().into(),
                    safe: it.is_safe_navigation(),
                }
            }
            P::IndexTargetNode { .. } => {
                let it = node.as_index_target_node()?;
                self.index(Some(it.receiver()), it.arguments(), it.block().is_some())?
            }
            P::MultiTargetNode { .. } => {
                let it = node.as_multi_target_node()?;
                self.depth += 1;
                let target = if self.depth > DEEPEST {
                    Target::NotCovered("code nested so deep".into())
                } else {
                    Target::Spread(self.targets(&it.lefts(), it.rest(), &it.rights()))
                };
                self.depth -= 1;
                target
            }
            _ => return None,
        })
    }
}

fn method(operator: &prism::ConstantId<'_>) -> Operator {
    Operator::Method(name_of(operator))
}
