//! Columns that are kept where the author made them.

use syntax::TextSize;

use crate::builder::Builder;
use crate::document::{At, Item};

/// A place where blanks may be put.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    pub(super) at: At,
    /// How wide it is what stands before it.
    pub(super) width: usize,
    /// The author has put more than one blank there.
    pub(super) is_set_off: bool,
}

impl Builder<'_> {
    /// Whether more than one blank stands before an offset, on its line.
    pub(super) fn is_set_off(&self, offset: TextSize) -> bool {
        let before = self.text.get(..offset.into()).unwrap_or("");
        before.ends_with("  ") || before.ends_with('\t')
    }

    /// Aligns what follows the columns, if the author did with half of those that need blanks for it: then the new text says the same.
    /// The width of the widest where they are aligned.
    pub(super) fn align_columns(&mut self, columns: &[Column]) -> usize {
        // A name of half a line and more is outside of the column.
        let columns: Vec<Column> = columns.iter().filter(|it| it.width < self.width / 2).copied().collect();
        let widest = columns.iter().map(|it| it.width).max().unwrap_or(0);
        let shorter = columns.iter().filter(|it| it.width < widest);
        let (set_off, all) = shorter.fold((0, 0), |(set_off, all), it| (set_off + usize::from(it.is_set_off), all + 1));
        if all == 0 || set_off * 2 < all {
            return 0;
        }
        for column in columns {
            let blanks = u32::try_from(widest - column.width).unwrap_or(0);
            if let Some(Item::Pad(count) | Item::Column(count)) = self.items.get_mut(column.at) {
                *count = blanks;
            }
        }
        widest
    }
}
