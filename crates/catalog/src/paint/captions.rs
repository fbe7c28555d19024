//! Texts at edges.

use crate::picture::Edge;

/// Choice of the texts at edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Captions {
    /// Nothing: a line shows all that an edge means.
    #[default]
    None,
    /// The words of the language, if lines of one kind mean several things.
    Words,
}

impl Captions {
    pub(super) fn caption(self, edge: &Edge) -> Option<&'static str> {
        match self {
            Captions::None => None,
            Captions::Words => edge.word.map(|it| it.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Word;
    use crate::graph::Effect;
    use crate::paint::{Captions, dot, mermaid};
    use crate::picture::{Edge, EdgeKind, Node, NodeKind, Picture};

    #[test]
    fn edges_have_words_if_wanted() {
        static WORD: Word = Word::of_second("after_all", Effect::OnChange).for_any();
        let node = |label: &str| Node { label: label.to_owned(), kind: NodeKind::Resource, resources: Vec::new(), change: None };
        let edge = Edge { from: 0, to: 1, kind: WORD.effect.into(), word: Some(&WORD), said_by: None, in_cycle: false, change: None };
        let contains = Edge { kind: EdgeKind::Contains, word: None, ..edge };
        let picture = Picture { nodes: vec![node("a"), node("b")], edges: vec![edge, contains] };
        let lines =
            |text: String, sign: &str| text.lines().filter(|it| it.contains(sign)).map(|it| it.trim().to_owned()).collect::<Vec<_>>();
        let contained = "n0 -> n1 [style = dotted, arrowhead = none]";
        assert_eq!(lines(dot(&picture, Captions::None), "->"), ["n0 -> n1 [style = bold]", contained]);
        assert_eq!(lines(dot(&picture, Captions::Words), "->"), ["n0 -> n1 [style = bold, label = \"after_all\"]", contained]);
        assert_eq!(lines(mermaid(&picture, Captions::Words), "n0 "), ["n0 ==>|\"after#95;all\"| n1", "n0 -.- n1"]);
    }
}
