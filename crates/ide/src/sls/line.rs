//! The line that is being written, by what stands above it.

use salt::outline::Outline;

/// A line up to a place in it.
pub(super) struct Line<'t> {
    /// Nodes above the line, as if the line had something.
    pub outline: Outline,
    /// The nodes above the place, the outermost first, with that of the line.
    pub path: Vec<usize>,
    /// Whether the line begins an item of a list.
    pub is_item: bool,
    /// Text after the marks of items.
    pub typed: &'t str,
}

impl<'t> Line<'t> {
    /// Reads the line of a text up to a place.
    pub fn at(text: &'t str, at: usize) -> Option<Line<'t>> {
        let start = text.get(..at)?.rfind('\n').map_or(0, |it| it + 1);
        let line = text.get(start..at)?;
        let mut typed = line.trim_start_matches(' ');
        let mut is_item = false;
        while let Some(inner) = typed.strip_prefix("- ") {
            is_item = true;
            typed = inner.trim_start_matches(' ');
        }
        let end = if is_item { "x" } else { "x:" };
        let above = format!("{}{}{end}", text.get(..start)?, line.get(..line.len() - typed.len())?);
        let outline = Outline::read(&above);
        let path = outline.path(outline.nodes.len().checked_sub(1)?);
        Some(Line { outline, path, is_item, typed })
    }
}
