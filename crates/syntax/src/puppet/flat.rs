//! A tree to be read once: its nodes and tokens in one list, in the order of the text.
//!
//! A model is made of it. It comes from what the parser did, or from a tree that is kept, and costs a fraction of one: nothing in it
//! is shared, counted or found again.

use rowan::{GreenNode, NodeOrToken};
use text_size::{TextRange, TextSize};

use super::lexer;
use crate::{SyntaxKind, SyntaxKind::*};

/// The nodes and tokens of a text.
#[derive(Debug)]
pub(crate) struct Flat<'t> {
    text: &'t str,
    items: Vec<Item>,
}

#[derive(Clone, Copy, Debug)]
struct Item {
    kind: SyntaxKind,
    is_token: bool,
    start: u32,
    end: u32,
    /// Where what is after it begins; what is in it stands between.
    behind: u32,
}

/// Puts a tree together, from the outside in.
pub(crate) struct Builder {
    items: Vec<Item>,
    open: Vec<u32>,
    at: u32,
    /// White space and comments mean nothing to a manifest. In a template they are counted.
    keeps_trivia: bool,
}

impl Builder {
    /// For about this number of nodes and tokens.
    pub(crate) fn new(room: usize, keeps_trivia: bool) -> Builder {
        Builder { items: Vec::with_capacity(room), open: Vec::new(), at: 0, keeps_trivia }
    }

    fn next_index(&self) -> u32 {
        u32::try_from(self.items.len()).unwrap_or(u32::MAX)
    }

    pub(crate) fn start_node(&mut self, kind: SyntaxKind) {
        self.open.push(self.next_index());
        self.items.push(Item { kind, is_token: false, start: self.at, end: self.at, behind: 0 });
    }

    pub(crate) fn token(&mut self, kind: SyntaxKind, length: u32) {
        let start = self.at;
        self.at = self.at.saturating_add(length);
        if self.keeps_trivia || !kind.is_trivia() {
            let behind = self.next_index().saturating_add(1);
            self.items.push(Item { kind, is_token: true, start, end: self.at, behind });
        }
    }

    pub(crate) fn finish_node(&mut self) {
        let (at, behind) = (self.at, self.next_index());
        if let Some(item) = self.open.pop().and_then(|it| self.items.get_mut(it as usize)) {
            (item.end, item.behind) = (at, behind);
        }
    }

    pub(crate) fn finish(self, text: &str) -> Flat<'_> {
        Flat { text, items: self.items }
    }
}

impl<'t> Flat<'t> {
    /// The same tree as this one, which has this text.
    pub(crate) fn of_green(green: &GreenNode, text: &'t str, keeps_trivia: bool) -> Flat<'t> {
        let mut builder = Builder::new(text.len() / 4, keeps_trivia);
        let kind = |raw: rowan::SyntaxKind| SyntaxKind::from_raw(raw.0).unwrap_or(ERROR);
        builder.start_node(kind(green.kind()));
        let mut open = vec![green.children()];
        while let Some(children) = open.last_mut() {
            match children.next() {
                Some(NodeOrToken::Node(node)) => {
                    builder.start_node(kind(node.kind()));
                    open.push(node.children());
                }
                Some(NodeOrToken::Token(token)) => builder.token(kind(token.kind()), token.text_len().into()),
                None => {
                    builder.finish_node();
                    open.pop();
                }
            }
        }
        builder.finish(text)
    }

    pub(crate) fn text(&self) -> &'t str {
        self.text
    }

    /// The whole; none of an empty list.
    pub(crate) fn root(&self) -> Option<Element<'_>> {
        self.element(0)
    }

    /// All nodes and tokens, those around others first.
    pub(crate) fn all(&self) -> impl Iterator<Item = Element<'_>> {
        self.items.iter().zip(0..).map(|(item, index)| Element { tree: self, item, index })
    }

    fn element(&self, index: u32) -> Option<Element<'_>> {
        Some(Element { tree: self, item: self.items.get(index as usize)?, index })
    }
}

/// A node or a token.
#[derive(Clone, Copy)]
pub(crate) struct Element<'t> {
    tree: &'t Flat<'t>,
    item: &'t Item,
    index: u32,
}

impl<'t> Element<'t> {
    pub(crate) fn kind(self) -> SyntaxKind {
        self.item.kind
    }

    pub(crate) fn is_token(self) -> bool {
        self.item.is_token
    }

    pub(crate) fn text_range(self) -> TextRange {
        lexer::range(self.item.start as usize, self.item.end as usize)
    }

    pub(crate) fn start(self) -> TextSize {
        TextSize::new(self.item.start)
    }

    pub(crate) fn end(self) -> TextSize {
        TextSize::new(self.item.end)
    }

    pub(crate) fn text(self) -> &'t str {
        self.tree.text.get(self.item.start as usize..self.item.end as usize).unwrap_or("")
    }

    /// Direct elements.
    pub(crate) fn elements(self) -> Elements<'t> {
        let end = if self.is_token() { 0 } else { self.item.behind };
        Elements { tree: self.tree, next: self.index.saturating_add(1), end }
    }

    /// The nodes directly in it.
    pub(crate) fn children(self) -> impl Iterator<Item = Element<'t>> + use<'t> {
        self.elements().filter(|it| !it.is_token())
    }

    /// The tokens directly in it.
    pub(crate) fn tokens(self) -> impl Iterator<Item = Element<'t>> + use<'t> {
        self.elements().filter(|it| it.is_token())
    }

    /// The first node of this kind directly in it.
    pub(crate) fn child(self, kind: SyntaxKind) -> Option<Element<'t>> {
        self.children().find(|it| it.kind() == kind)
    }

    /// The nodes of this kind directly in it.
    pub(crate) fn of_kind(self, kind: SyntaxKind) -> impl Iterator<Item = Element<'t>> + use<'t> {
        self.children().filter(move |it| it.kind() == kind)
    }

    /// The first token of this kind directly in it.
    pub(crate) fn token(self, kind: SyntaxKind) -> Option<Element<'t>> {
        self.tokens().find(|it| it.kind() == kind)
    }

    /// None where it begins with a node that is empty.
    pub(crate) fn first_token(self) -> Option<Element<'t>> {
        let mut at = self;
        while !at.is_token() {
            at = at.elements().next()?;
        }
        Some(at)
    }

    /// None where it ends with a node that is empty.
    pub(crate) fn last_token(self) -> Option<Element<'t>> {
        if self.is_token() {
            return Some(self);
        }
        let last = self.tree.element(self.item.behind.checked_sub(1)?)?;
        (last.index > self.index && last.is_token()).then_some(last)
    }

    /// The token before this one, wherever it is.
    pub(crate) fn previous(self) -> Option<Element<'t>> {
        let before = self.tree.items.get(..self.index as usize)?;
        let index = before.iter().rposition(|it| it.is_token)?;
        self.tree.element(u32::try_from(index).ok()?)
    }

    /// The token after this one, wherever it is.
    pub(crate) fn next(self) -> Option<Element<'t>> {
        let behind = self.tree.items.get(self.item.behind as usize..)?;
        let index = behind.iter().position(|it| it.is_token)?;
        self.tree.element(self.item.behind.checked_add(u32::try_from(index).ok()?)?)
    }
}

/// Direct elements of a node.
#[derive(Clone)]
pub(crate) struct Elements<'t> {
    tree: &'t Flat<'t>,
    next: u32,
    end: u32,
}

impl<'t> Iterator for Elements<'t> {
    type Item = Element<'t>;

    fn next(&mut self) -> Option<Element<'t>> {
        if self.next >= self.end {
            return None;
        }
        let found = self.tree.element(self.next)?;
        self.next = found.item.behind;
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, ParseOptions, SyntaxNode, WalkEvent};

    /// Every element with its place; the depth is that of the nodes around it.
    fn of_flat(at: Element<'_>, depth: usize, out: &mut Vec<String>) {
        out.push(format!("{depth} {:?} {:?} {:?}", at.kind(), at.text_range(), at.is_token().then(|| at.text())));
        at.elements().for_each(|it| of_flat(it, depth + 1, out));
    }

    fn of_tree(tree: &SyntaxNode, keeps_trivia: bool) -> Vec<String> {
        let mut out = Vec::new();
        let mut depth = 0;
        for event in tree.preorder_with_tokens() {
            match event {
                WalkEvent::Enter(it) => {
                    let token = it.as_token().map(|it| it.text().to_owned());
                    if keeps_trivia || token.is_none() || !it.kind().is_trivia() {
                        out.push(format!("{depth} {:?} {:?} {:?}", it.kind(), it.text_range(), token));
                    }
                    depth += 1;
                }
                WalkEvent::Leave(_) => depth -= 1,
            }
        }
        out
    }

    #[test]
    fn it_holds_what_the_tree_holds() {
        for (text, dialect) in [
            ("", Dialect::Manifest),
            (
                "class a($x = 1) {\n  # c\n  notify { \"a ${b}\": } -> c::d { 'e': f => @(G) }\n  text $x ${y}\n  | G\n}\n",
                Dialect::Manifest,
            ),
            ("if { $a = [1, , 2] \n ] x { 'a': b => }", Dialect::Manifest),
            ("<%- | $a = 1 | -%>\nx <%# y %> <%= $a + 1 %>\n", Dialect::Epp),
        ] {
            let options = ParseOptions { dialect, ..ParseOptions::default() };
            let keeps = dialect == Dialect::Epp;
            let tree = crate::parse(text, options).syntax_node();
            let expected = of_tree(&tree, keeps);
            let read = super::super::parser::parse_flat(text, lexer::lex(text, options), options).0;
            for flat in [read, Flat::of_green(&tree.green().to_owned(), text, keeps)] {
                let mut found = Vec::new();
                of_flat(flat.root().unwrap(), 0, &mut found);
                assert_eq!(found, expected, "{text}");
            }
        }
    }

    #[test]
    fn tokens_follow_one_another() {
        let options = ParseOptions { dialect: Dialect::Epp, ..ParseOptions::default() };
        let text = "a <%= [1, $b] %> c";
        let flat = super::super::parser::parse_flat(text, lexer::lex(text, options), options).0;
        let first = flat.root().unwrap().first_token().unwrap();
        let forward: Vec<&str> = std::iter::successors(Some(first), |it| it.next()).map(Element::text).collect();
        assert_eq!(forward.concat(), text);
        let last = flat.root().unwrap().last_token().unwrap();
        let mut backward: Vec<&str> = std::iter::successors(Some(last), |it| it.previous()).map(Element::text).collect();
        backward.reverse();
        assert_eq!(backward, forward);
    }
}
