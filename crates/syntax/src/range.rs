//! Ranges of texts as other readers give them.

use std::ops::Range;

use rowan::{TextRange, TextSize};

/// Returns a range of bytes as one of a tree. An end before the start gives an empty range; what is beyond 4 GiB is taken as 0.
pub fn text_range<T: Copy + TryInto<u32>>(range: &Range<T>) -> TextRange {
    let size = |it: T| TextSize::from(it.try_into().unwrap_or_default());
    let start = size(range.start);
    TextRange::new(start, size(range.end).max(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_never_reversed() {
        assert_eq!(text_range(&(2_usize..5)), TextRange::new(2.into(), 5.into()));
        #[allow(clippy::reversed_empty_ranges)]
        let reversed = 5_u32..2;
        assert_eq!(text_range(&reversed), TextRange::empty(5.into()));
    }
}
