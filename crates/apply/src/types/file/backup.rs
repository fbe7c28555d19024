//! What was there before is kept.

use super::File;
use super::content::Algorithm;
use crate::instance::{Cx, Failure};
use crate::log::Level;
use crate::system::{Content, FileKind};

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
        cx.tell_plainly(Level::Info, format!("Computing checksum on file {}", self.path));
        let failed = |it: std::io::Error, path: &str| Failure::of_system(&it, path);
        let sum = Algorithm::Sha256.of_file(&self.path, cx.system).map_err(Failure::new)?;
        let sum = super::content::sum_data(&sum);
        let digits: Vec<String> = sum.chars().take(8).map(String::from).collect();
        let mut at = folder.trim_end_matches('/').to_owned();
        for part in std::iter::once(String::new()).chain(digits).chain(Some(sum.clone())) {
            if !part.is_empty() {
                at = format!("{at}/{part}");
            }
            if !matches!(cx.system.look(&at, true), Ok(Some(_))) {
                cx.system.make_folder(&at, Some(0o750)).map_err(|it| failed(it, &at))?;
            }
        }
        let (contents, paths) = (format!("{at}/contents"), format!("{at}/paths"));
        if !matches!(cx.system.look(&contents, true), Ok(Some(_))) {
            let kept = cx.system.replace(&contents, Content::Of(&self.path), 0o440, None, &mut |_, _| Ok(()));
            kept.map_err(|it| failed(it, &contents))?.map_err(Failure::new)?;
        }
        let mut known = cx.system.read(&paths).unwrap_or_default();
        let line = format!("{}\n", self.path);
        if !String::from_utf8_lossy(&known).lines().any(|it| it == self.path) {
            known.extend_from_slice(line.as_bytes());
            let kept = cx.system.replace(&paths, Content::Bytes(&known), 0o640, None, &mut |_, _| Ok(()));
            kept.map_err(|it| failed(it, &paths))?.map_err(Failure::new)?;
        }
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
