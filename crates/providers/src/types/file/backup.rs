//! Backups of previous content.

use super::File;
use crate::instance::{Cx, ProviderError};
use crate::log::Level;
use crate::types::bucket;
use machine::{Content, FileKind};

pub enum BackupResult {
    Yes,
    NotPossible,
}

impl File {
    /// Name of the backup: `true` means one next to the file.
    pub(super) fn backup_of(given: Option<String>) -> Option<String> {
        match given.as_deref() {
            None | Some("false") => None,
            Some("true") => Some(".puppet-bak".to_owned()),
            Some(_) => given,
        }
    }

    /// Stores a copy: next to the file if a suffix is set, or else in a bucket.
    pub(super) fn keep(&mut self, backup: &str, kind: FileKind, cx: &mut Cx<'_>) -> Result<BackupResult, ProviderError> {
        match kind {
            FileKind::File | FileKind::Link => {}
            // It goes with all that is in it.
            FileKind::Directory if self.force => {}
            _ => return Ok(BackupResult::NotPossible),
        }
        if backup.starts_with('.') {
            return self.keep_beside(backup, kind, cx);
        }
        if kind == FileKind::Link {
            return Ok(BackupResult::Yes);
        }
        let folder = self.bucket(backup, cx)?;
        if kind != FileKind::Directory {
            return self.put(&self.path, &folder, backup, cx).map(|()| BackupResult::Yes);
        }
        // What is in it is managed, and kept, file by file.
        if self.recurses.is_on() {
            return Ok(BackupResult::Yes);
        }
        cx.tell(Level::Info, "Recursively backing up to filebucket");
        for file in files_below(&self.path, cx)? {
            self.put(&file, &folder, backup, cx)?;
        }
        Ok(BackupResult::Yes)
    }

    /// The folder of the bucket that is named.
    pub(super) fn bucket(&self, name: &str, cx: &Cx<'_>) -> Result<String, ProviderError> {
        let folder = match (cx.around.other("Filebucket", name), name) {
            (Some(bucket), _) => bucket.text("path").or_else(|| cx.options.bucket.clone()),
            (None, "puppet") => cx.options.bucket.clone(),
            (None, _) => return Err(ProviderError::new(format!("Could not find filebucket {name} specified in backup"))),
        };
        folder.ok_or_else(|| ProviderError::new("There is no folder for the bucket"))
    }

    fn put(&self, path: &str, folder: &str, name: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let sum = bucket::put(folder, path, cx)?;
        cx.tell(Level::Info, format!("Filebucketed {path} to {name} with sum {sum}"));
        Ok(())
    }

    fn keep_beside(&mut self, suffix: &str, kind: FileKind, cx: &mut Cx<'_>) -> Result<BackupResult, ProviderError> {
        if kind == FileKind::Link {
            return Ok(BackupResult::Yes);
        }
        let copy = format!("{}{suffix}", self.path);
        if let Ok(Some(old)) = cx.system.look(&copy, self.follows) {
            if old.kind == FileKind::Directory {
                return Err(ProviderError::new(format!("Will not remove directory backup {copy}; use a filebucket")));
            }
            cx.tell(Level::Info, format!("Removing old backup of type {}", old.kind.name()));
            cx.system.remove_file(&copy).map_err(|it| ProviderError::of_system(&it, &copy))?;
        }
        let path = self.path.clone();
        match copied(&path, &copy, cx) {
            Ok(()) => Ok(BackupResult::Yes),
            Err(why) => Err(ProviderError::new(format!("Could not back {path} up: {why}"))),
        }
    }
}

/// All files in a folder and below, in their order; those that links in it lead to among them.
fn files_below(folder: &str, cx: &Cx<'_>) -> Result<Vec<String>, ProviderError> {
    let mut names = cx.system.list(folder).map_err(|it| ProviderError::of_system(&it, folder))?;
    names.sort();
    let mut found = Vec::new();
    for name in names {
        let path = format!("{folder}/{name}");
        let kind = |follow: bool| cx.system.look(&path, follow).ok().flatten().map(|it| it.kind);
        if kind(false) == Some(FileKind::Directory) {
            found.extend(files_below(&path, cx)?);
        } else if kind(true) == Some(FileKind::File) {
            found.push(path);
        }
    }
    Ok(found)
}

/// Copies a file, or a folder with all that is in it, with mode and owner. Pipes and devices are left out.
fn copied(path: &str, copy: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
    let failed = |error: std::io::Error| ProviderError::of_system(&error, path);
    let Some(found) = cx.system.look(path, false).map_err(failed)? else { return Ok(()) };
    match found.kind {
        FileKind::File => {
            cx.system.write(copy, Content::Of(path), found.mode).map_err(failed)?;
        }
        FileKind::Directory => {
            cx.system.make_folder(copy, Some(found.mode)).map_err(failed)?;
            for name in cx.system.list(path).map_err(failed)? {
                copied(&format!("{path}/{name}"), &format!("{copy}/{name}"), cx)?;
            }
        }
        FileKind::Link => {
            let target = cx.system.link_target(path).map_err(failed)?;
            return cx.system.make_link(&target, copy).map_err(failed);
        }
        _ => return Ok(()),
    }
    if cx.system.is_root() {
        cx.system.set_owner(copy, Some(found.owner), Some(found.group), false).map_err(failed)?;
    }
    Ok(())
}
