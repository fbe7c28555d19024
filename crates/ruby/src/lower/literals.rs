//! Literals: numbers, texts, symbols, patterns, lists, hashes and ranges.

use std::borrow::Cow;
use std::sync::Arc;

use num_bigint::{BigInt, Sign};
use ruby_prism as prism;

use super::{Lower, not_covered, text_of};
use crate::ast::{Flags, Kind, Node, Pair};
use crate::erb::ESCAPED;

const SEVERAL_TAGS: &str = "a text that runs through several tags";
const OTHER_ENCODING: &str = "a pattern of another encoding";

impl Lower<'_> {
    pub(super) fn literal(&mut self, node: &prism::Node<'_>) -> Option<Kind> {
        use prism::Node as P;
        let location = node.location();
        let at = location.start();
        Some(match node {
            P::NilNode { .. } => Kind::Nil,
            P::TrueNode { .. } => Kind::True,
            P::FalseNode { .. } => Kind::False,
            P::SelfNode { .. } => Kind::This,
            P::SourceFileNode { .. } => Kind::File,
            P::IntegerNode { .. } => {
                if let Ok(index) = self.source.texts.binary_search_by_key(&at, |it| it.0) {
                    return self.source.texts.get(index).map(|it| Kind::Text(it.1.as_str().into()));
                }
                integer(&node.as_integer_node()?.value())
            }
            P::FloatNode { .. } => Kind::Float(node.as_float_node()?.value()),
            P::StringNode { .. } => {
                let it = node.as_string_node()?;
                if self.crosses(&location, it.closing_loc()) {
                    return Some(Kind::NotCovered(SEVERAL_TAGS.into()));
                }
                self.string(it.unescaped())
            }
            P::InterpolatedStringNode { .. } => {
                let it = node.as_interpolated_string_node()?;
                if self.crosses(&location, it.closing_loc()) {
                    return Some(Kind::NotCovered(SEVERAL_TAGS.into()));
                }
                Kind::Interpolation(self.parts(&it.parts()))
            }
            P::SymbolNode { .. } => Kind::Symbol(text_of(&self.unescaped(node.as_symbol_node()?.unescaped()))?),
            P::InterpolatedSymbolNode { .. } => Kind::SymbolOf(self.parts(&node.as_interpolated_symbol_node()?.parts())),
            P::RegularExpressionNode { .. } => {
                let it = node.as_regular_expression_node()?;
                if it.is_euc_jp() || it.is_ascii_8bit() || it.is_windows_31j() || self.crosses(&location, None) {
                    return Some(Kind::NotCovered(OTHER_ENCODING.into()));
                }
                let flags = Flags { ignore_case: it.is_ignore_case(), multiline: it.is_multi_line(), extended: it.is_extended() };
                let part = Node { kind: self.string(it.unescaped()), at };
                Kind::Regex(vec![part], flags)
            }
            P::InterpolatedRegularExpressionNode { .. } => {
                let it = node.as_interpolated_regular_expression_node()?;
                if it.is_euc_jp() || it.is_ascii_8bit() || it.is_windows_31j() || it.is_once() || self.crosses(&location, None) {
                    return Some(Kind::NotCovered(OTHER_ENCODING.into()));
                }
                let flags = Flags { ignore_case: it.is_ignore_case(), multiline: it.is_multi_line(), extended: it.is_extended() };
                Kind::Regex(self.parts(&it.parts()), flags)
            }
            P::ArrayNode { .. } => Kind::Array(self.list(&node.as_array_node()?.elements())),
            P::HashNode { .. } => self.pairs(&node.as_hash_node()?.elements()),
            P::KeywordHashNode { .. } => self.pairs(&node.as_keyword_hash_node()?.elements()),
            P::RangeNode { .. } => {
                let it = node.as_range_node()?;
                Kind::Range { from: self.some(it.left()), to: self.some(it.right()), exclusive: it.is_exclude_end() }
            }
            P::SplatNode { .. } => Kind::Splat(self.boxed(&node.as_splat_node()?.expression()?)),
            // `{ name: }`
            P::ImplicitNode { .. } => self.node(&node.as_implicit_node()?.value()).kind,
            _ => return None,
        })
    }

    /// Whether a literal runs from one tag to another: it is not what ERB makes of it. A heredoc ends elsewhere.
    fn crosses(&self, literal: &prism::Location<'_>, closing: Option<prism::Location<'_>>) -> bool {
        let Some(tag) = self.source.tag_at(literal.start() as usize) else { return false };
        let is_outside = |it: &prism::Location<'_>| it.end() as usize > tag.content.end;
        is_outside(literal) || closing.is_some_and(|it| is_outside(&it))
    }

    pub(super) fn string(&mut self, bytes: &[u8]) -> Kind {
        let bytes = self.unescaped(bytes);
        text_of(&bytes).map_or_else(|| Kind::Bytes(bytes.as_ref().into()), Kind::String)
    }

    /// A literal as the tag has it, with `%>` where the template has `%%>`.
    fn unescaped<'b>(&mut self, bytes: &'b [u8]) -> Cow<'b, [u8]> {
        match std::str::from_utf8(bytes) {
            Ok(text) if self.source.escapes > 0 && text.contains(ESCAPED) => {
                self.escapes += text.matches(ESCAPED).count();
                Cow::Owned(text.replace(ESCAPED, "%>").into_bytes())
            }
            _ => Cow::Borrowed(bytes),
        }
    }

    /// Parts of a text with interpolation.
    pub(super) fn parts(&mut self, parts: &prism::NodeList<'_>) -> Vec<Node> {
        let mut nodes = Vec::new();
        for part in parts {
            let at = part.location().start();
            match &part {
                prism::Node::EmbeddedStatementsNode { .. } => {
                    let embedded = part.as_embedded_statements_node();
                    nodes.push(self.statements(embedded.and_then(|it| it.statements()), at));
                }
                prism::Node::EmbeddedVariableNode { .. } => {
                    if let Some(it) = part.as_embedded_variable_node() {
                        nodes.push(self.node(&it.variable()));
                    }
                }
                other => nodes.push(self.node(other)),
            }
        }
        nodes
    }

    fn pairs(&mut self, elements: &prism::NodeList<'_>) -> Kind {
        let mut pairs = Vec::new();
        for element in elements {
            if let Some(it) = element.as_assoc_node() {
                let key = self.node(&it.key());
                pairs.push(Pair::Entry(key, self.node(&it.value())));
            } else if let Some(value) = element.as_assoc_splat_node().and_then(|it| it.value()) {
                pairs.push(Pair::Splat(self.node(&value)));
            } else {
                return not_covered(&element);
            }
        }
        Kind::Hash(pairs)
    }
}

fn integer(value: &prism::Integer<'_>) -> Kind {
    let (negative, digits) = value.to_u32_digits();
    let whole = BigInt::from_slice(if negative { Sign::Minus } else { Sign::Plus }, digits);
    match i64::try_from(&whole) {
        Ok(it) => Kind::Integer(it),
        Err(_) => Kind::Big(Arc::new(whole)),
    }
}
