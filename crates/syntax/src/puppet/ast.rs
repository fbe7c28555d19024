//! The typed tree: thin wrappers over syntax nodes. Every accessor may find nothing.

mod ext;
#[rustfmt::skip]
mod generated;

use std::marker::PhantomData;

use crate::{SyntaxKind, SyntaxNode};

pub use generated::*;

/// A syntax node of a known kind.
pub trait AstNode: Sized {
    fn can_cast(kind: SyntaxKind) -> bool;
    fn cast(syntax: SyntaxNode) -> Option<Self>;
    fn syntax(&self) -> &SyntaxNode;
}

/// The children of a node that have one type.
#[derive(Clone, Debug)]
pub struct AstChildren<N> {
    inner: rowan::SyntaxNodeChildren<crate::Puppet>,
    kind: PhantomData<N>,
}

impl<N: AstNode> Iterator for AstChildren<N> {
    type Item = N;

    fn next(&mut self) -> Option<N> {
        self.inner.find_map(N::cast)
    }
}

pub(crate) mod support {
    use super::{AstChildren, AstNode, PhantomData};
    use crate::{SyntaxKind, SyntaxNode, SyntaxToken};

    pub(crate) fn nth<N: AstNode>(parent: &SyntaxNode, n: usize) -> Option<N> {
        parent.children().filter_map(N::cast).nth(n)
    }

    pub(crate) fn children<N: AstNode>(parent: &SyntaxNode) -> AstChildren<N> {
        AstChildren { inner: parent.children(), kind: PhantomData }
    }

    pub(crate) fn token(parent: &SyntaxNode, kinds: &[SyntaxKind]) -> Option<SyntaxToken> {
        parent.children_with_tokens().filter_map(|it| it.into_token()).find(|it| kinds.contains(&it.kind()))
    }
}
