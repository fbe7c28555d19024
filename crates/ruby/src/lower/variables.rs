//! Variables and constants that are read.

use ruby_prism as prism;

use super::{Lower, name_of};
use crate::ast::Kind;

impl Lower<'_> {
    pub(super) fn variable(&mut self, node: &prism::Node<'_>) -> Option<Kind> {
        use prism::Node as P;
        Some(match node {
            P::LocalVariableReadNode { .. } => {
                let it = node.as_local_variable_read_node()?;
                Kind::Local(self.place(it.name().as_slice(), it.depth())?)
            }
            P::InstanceVariableReadNode { .. } => Kind::Instance(name_of(&node.as_instance_variable_read_node()?.name())),
            P::ClassVariableReadNode { .. } => Kind::ClassVariable(name_of(&node.as_class_variable_read_node()?.name())),
            P::NumberedReferenceReadNode { .. } => Kind::Group(node.as_numbered_reference_read_node()?.number()),
            P::BackReferenceReadNode { .. } => Kind::Matched(name_of(&node.as_back_reference_read_node()?.name())),
            P::GlobalVariableReadNode { .. } => match name_of(&node.as_global_variable_read_node()?.name()) {
                name if &*name == "$~" => Kind::Matched(name),
                name => Kind::Global(name),
            },
            P::ConstantReadNode { .. } => Kind::Constant(name_of(&node.as_constant_read_node()?.name())),
            P::ConstantPathNode { .. } => match constant_path(node) {
                Some(name) => Kind::Constant(name.into()),
                None => {
                    let it = node.as_constant_path_node()?;
                    Kind::ConstantOf(self.boxed(&it.parent()?), name_of(&it.name()?))
                }
            },
            _ => return None,
        })
    }
}

/// `A::B`, or none where it depends on a value.
pub(super) fn constant_path(node: &prism::Node<'_>) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    let mut current: Option<prism::Node<'_>> = None;
    loop {
        let here = current.as_ref().unwrap_or(node);
        let parent = if let Some(it) = here.as_constant_path_node() {
            names.push(String::from_utf8_lossy(it.name()?.as_slice()).into_owned());
            match it.parent() {
                Some(parent) => parent,
                None => {
                    names.push(String::new());
                    break;
                }
            }
        } else {
            names.push(String::from_utf8_lossy(here.as_constant_read_node()?.name().as_slice()).into_owned());
            break;
        };
        current = Some(parent);
    }
    names.reverse();
    Some(names.join("::"))
}
