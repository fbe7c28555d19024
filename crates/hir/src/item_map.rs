//! Where the items of a file stand.

use syntax::TextRange;

/// For each item of the [`ItemTree`](crate::ItemTree), in the same order, its places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemMap {
    pub items: Vec<ItemRanges>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemRanges {
    /// From the keyword to the closing brace.
    pub whole: TextRange,
    /// The name alone, as it is written.
    pub name: TextRange,
    /// The name of the parent, as it is written.
    pub parent: Option<TextRange>,
    /// The parameters in their order: the whole of each, and its name with the `$`.
    pub parameters: Vec<(TextRange, TextRange)>,
}
