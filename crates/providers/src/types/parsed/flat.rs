//! Entries in a file of their own.

use crate::instance::{Cx, ProviderError};
use machine::{Content, FileKind};

pub fn load(target: &str, cx: &mut Cx<'_>) -> Result<String, ProviderError> {
    if !matches!(cx.system.look(target, true), Ok(Some(_))) {
        return Ok(String::new());
    }
    let bytes = cx.system.read(target).map_err(|it| ProviderError::of_system(&it, target))?;
    String::from_utf8(bytes).map_err(|_| ProviderError::new("it is not valid UTF-8"))
}

pub fn store(target: &str, text: &str, mode: u32, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
    let place = behind_links(target, cx);
    let failed = |it: std::io::Error| ProviderError::of_system(&it, target);
    cx.system.write(&place, Content::Bytes(text.as_bytes()), mode).map_err(failed)
}

/// The file that a link leads to: it is what is written, and the link stays.
pub fn behind_links(path: &str, cx: &mut Cx<'_>) -> String {
    let mut path = path.to_owned();
    for _ in 0..16 {
        if !matches!(cx.system.look(&path, false), Ok(Some(it)) if it.kind == FileKind::Link) {
            break;
        }
        let Ok(target) = cx.system.link_target(&path) else { break };
        let folder = path.rfind('/').map_or("", |end| &path[..end]);
        path = if target.starts_with('/') { target } else { format!("{folder}/{target}") };
    }
    path
}
