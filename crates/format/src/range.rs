//! Formatting a part of a text.

use syntax::{Parse, TextRange, TextSize};

use crate::{Edit, FormatError, Options, apply, format_parsed, verify};

/// The changes in the lines that a range touches. None of them where they cannot be made without others.
pub fn format_range(text: &str, parse: &Parse, range: TextRange, options: Options) -> Result<Vec<Edit>, FormatError> {
    let lines = TextRange::new(start_of_line(text, range.start()), end_of_line(text, range.end()));
    let mut edits = format_parsed(text, parse, options)?;
    edits.retain(|it| it.range.end() >= lines.start() && it.range.start() <= lines.end());
    if !edits.is_empty() {
        let new = apply(text, &edits);
        verify::means_the_same((text, parse), &new)?;
    }
    Ok(edits)
}

fn start_of_line(text: &str, offset: TextSize) -> TextSize {
    let before = text.get(..offset.into()).and_then(|it| it.rfind('\n')).map_or(0, |it| it + 1);
    TextSize::try_from(before).unwrap_or(offset)
}

fn end_of_line(text: &str, offset: TextSize) -> TextSize {
    let rest = text.get(offset.into()..).unwrap_or("");
    offset + TextSize::try_from(rest.find('\n').unwrap_or(rest.len())).unwrap_or_default()
}
