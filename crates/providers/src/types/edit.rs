//! Text files of which a resource manages a part.

use crate::instance::{Cx, ProviderError};
use machine::{Content, FileKind};

/// The lines of a file, each with its end.
pub fn lines(path: &str, cx: &mut Cx<'_>) -> Result<Vec<String>, ProviderError> {
    let failed = |it: std::io::Error| ProviderError::new(machine::ruby_text(&it, &format!("@ rb_sysopen - {path}")).replace(" - @", " @"));
    let bytes = cx.system.read(path).map_err(failed)?;
    let text = String::from_utf8(bytes).map_err(|_| ProviderError::new(format!("invalid byte sequence in UTF-8: {path}")))?;
    Ok(text.split_inclusive('\n').map(str::to_owned).collect())
}

/// Whether a file is there.
pub fn is_file(path: &str, cx: &Cx<'_>) -> bool {
    matches!(cx.system.look(path, true), Ok(Some(it)) if it.kind == FileKind::File)
}

/// Writes a file anew; where it is a link, what that leads to.
pub fn write(path: &str, text: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
    let place = super::parsed::behind_links(path, cx);
    let failed = |it: std::io::Error| ProviderError::of_system(&it, path);
    cx.system.write(&place, Content::Bytes(text.as_bytes()), 0o644).map_err(failed)
}

/// A line with its end.
pub fn ended(line: &str) -> String {
    if line.ends_with('\n') { line.to_owned() } else { format!("{line}\n") }
}
