//! What was there before is kept.

use super::File;
use crate::instance::{Cx, Failure};
use crate::log::Level;
use crate::system::{Content, FileKind};
use crate::types::bucket;

pub enum Kept {
    Yes,
    NotPossible,
}

impl File {
    /// Keeps a copy: beside the file where a suffix is said, or else in a bucket.
    pub(super) fn keep(&mut self, backup: &str, kind: FileKind, cx: &mut Cx<'_>) -> Result<Kept, Failure> {
        if !matches!(kind, FileKind::File | FileKind::Link) {
            return Ok(Kept::NotPossible);
        }
        if backup.starts_with('.') {
            return self.keep_beside(backup, kind, cx);
        }
        if kind == FileKind::Link {
            return Ok(Kept::Yes);
        }
        let folder = match (cx.around.other("Filebucket", backup), backup) {
            (Some(bucket), _) => bucket.text("path").or_else(|| cx.options.bucket.clone()),
            (None, "puppet" | "true") => cx.options.bucket.clone(),
            (None, _) => return Err(Failure::new(format!("Could not find filebucket {backup} specified in backup"))),
        };
        let Some(folder) = folder else { return Err(Failure::new("There is no folder for the bucket")) };
        let sum = bucket::put(&folder, &self.path, cx)?;
        let name = if backup == "true" { "puppet" } else { backup };
        cx.tell(Level::Info, format!("Filebucketed {} to {name} with sum {sum}", self.path));
        Ok(Kept::Yes)
    }

    fn keep_beside(&mut self, suffix: &str, kind: FileKind, cx: &mut Cx<'_>) -> Result<Kept, Failure> {
        if kind == FileKind::Link {
            return Ok(Kept::Yes);
        }
        let copy = format!("{}{suffix}", self.path);
        let failed = |it: std::io::Error| Failure::of_system(&it, &copy);
        if matches!(cx.system.look(&copy, false), Ok(Some(_))) {
            cx.system.remove_file(&copy).map_err(failed)?;
        }
        let mode = self.look(cx).map_or(0o600, |it| it.mode);
        cx.system.replace(&copy, Content::Of(&self.path), mode, None, &mut |_, _| Ok(())).map_err(failed)?.map_err(Failure::new)?;
        Ok(Kept::Yes)
    }
}
