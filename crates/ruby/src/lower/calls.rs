//! Calls: of methods, of blocks and of what is inherited.

use ruby_prism as prism;
use rustc_hash::FxHashSet;

use super::{Lower, name_of};
use crate::ast::{BlockOf, Call, Kind, Name, Node, Place, Target};

impl Lower<'_> {
    pub(super) fn any_call(&mut self, node: &prism::Node<'_>) -> Option<Kind> {
        use prism::Node as P;
        let at = node.location().start();
        Some(match node {
            P::CallNode { .. } => self.call(&node.as_call_node()?),
            P::XStringNode { .. } => {
                let text = self.string(node.as_x_string_node()?.unescaped());
                command(Node { kind: text, at })
            }
            P::InterpolatedXStringNode { .. } => {
                let parts = self.parts(&node.as_interpolated_x_string_node()?.parts());
                command(Node { kind: Kind::Interpolation(parts), at })
            }
            P::YieldNode { .. } => match self.arguments(node.as_yield_node()?.arguments())? {
                (arguments, false) => Kind::Yield(arguments),
                _ => return None,
            },
            P::SuperNode { .. } => {
                let it = node.as_super_node()?;
                let arguments = self.arguments(it.arguments())?;
                match self.block_of(it.block(), at) {
                    Ok(block) => Kind::Super(Some(arguments), block.map(Box::new)),
                    Err(kind) => kind,
                }
            }
            P::ForwardingSuperNode { .. } => {
                let it = node.as_forwarding_super_node()?;
                match self.block_of(it.block().map(|it| it.as_node()), at) {
                    Ok(block) => Kind::Super(None, block.map(Box::new)),
                    Err(kind) => kind,
                }
            }
            _ => return None,
        })
    }

    /// The arguments of a call, and whether the last are keywords.
    pub(super) fn arguments(&mut self, arguments: Option<prism::ArgumentsNode<'_>>) -> Option<(Vec<Node>, bool)> {
        let Some(arguments) = arguments else { return Some((Vec::new(), false)) };
        if arguments.is_contains_forwarding() {
            return None;
        }
        let list = arguments.arguments();
        let keywords = list.last().is_some_and(|it| it.as_keyword_hash_node().is_some());
        Some((self.list(&list), keywords))
    }

    pub(super) fn call(&mut self, call: &prism::CallNode<'_>) -> Kind {
        let at = call.location().start();
        let name = name_of(&call.name());
        let name_at = call.message_loc().map_or(at, |it| it.start());
        let Some((arguments, keywords)) = self.arguments(call.arguments()) else {
            return Kind::NotCovered("forwarded arguments".into());
        };
        let receiver = call.receiver().map(|it| self.node(&it));
        if call.is_attribute_write() {
            let mut arguments = arguments;
            let (Some(receiver), Some(value)) = (receiver, arguments.pop()) else {
                return Kind::NotCovered("an assignment without a receiver".into());
            };
            if keywords || call.block().is_some() {
                return Kind::NotCovered("an assignment with keywords".into());
            }
            let target = if &*name == "[]=" {
                Target::Index { receiver, arguments }
            } else {
                Target::Attribute { receiver, name: name.strip_suffix('=').unwrap_or(&name).into(), safe: call.is_safe_navigation() }
            };
            return Kind::Assign(Box::new(target), Box::new(value));
        }
        let block = match self.block_of(call.block(), at) {
            Ok(block) => block,
            Err(kind) => return kind,
        };
        if &*name == "binding" && receiver.is_none() && arguments.is_empty() && block.is_none() {
            return Kind::Binding(self.visible().into());
        }
        let (safe, is_word) = (call.is_safe_navigation(), call.is_variable_call());
        Kind::Call(Box::new(Call { receiver, name, arguments, keywords, block, safe, is_word, name_at }))
    }

    /// The variables of the scopes around, those of the innermost first, each once.
    fn visible(&self) -> Vec<(Name, Place)> {
        let mut all: Vec<(Name, Place)> = Vec::new();
        let mut seen = FxHashSet::default();
        for (depth, names) in (0..).zip(self.scopes.iter().rev()) {
            let places = (0..).zip(names).filter(|(_, name)| seen.insert(name.as_str()));
            all.extend(places.map(|(slot, name)| (name.as_str().into(), Place { depth, slot })));
        }
        all
    }

    fn block_of(&mut self, block: Option<prism::Node<'_>>, at: u32) -> Result<Option<BlockOf>, Kind> {
        let Some(block) = block else { return Ok(None) };
        match (block.as_block_node(), block.as_block_argument_node()) {
            (Some(it), _) => {
                let parameters = it.parameters();
                let code = self.code(&it.locals(), |this| this.block_parameters(parameters.as_ref()), it.body(), at);
                Ok(Some(BlockOf::Code(code)))
            }
            (_, Some(it)) => match it.expression() {
                Some(value) => Ok(Some(BlockOf::Value(self.node(&value)))),
                None => Err(Kind::NotCovered("a forwarded block".into())),
            },
            _ => Err(Kind::NotCovered("a forwarded block".into())),
        }
    }
}

/// A text between backticks is the argument of a method of that name.
fn command(text: Node) -> Kind {
    let name_at = text.at;
    Kind::Call(Box::new(Call {
        receiver: None,
        name: "`".into(),
        arguments: vec![text],
        keywords: false,
        block: None,
        safe: false,
        is_word: false,
        name_at,
    }))
}
