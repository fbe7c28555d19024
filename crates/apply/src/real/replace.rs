//! A file takes the place of another one at once, or not at all.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};

use super::{Real, open};
use crate::system::{Content, FileKind, Judge, System};

/// How often another name is tried where one is taken.
const TRIES: usize = 16;

pub(super) fn replace(
    real: &mut Real,
    path: &str,
    content: Content<'_>,
    mode: u32,
    folder: Option<&str>,
    judge: &mut Judge<'_>,
) -> io::Result<Result<(), String>> {
    let (parent, name) = match path.rfind('/') {
        Some(end) => (&path[..end], &path[end + 1..]),
        None => ("", path),
    };
    let parent = if parent.is_empty() { "/" } else { parent };
    let beside = format!("{}/{name}", folder.unwrap_or(parent).trim_end_matches('/'));
    let (mut file, temporary) = fresh(real, &beside)?;
    let written = fill(real, &mut file, path, &temporary, content, mode);
    drop(file);
    let judged = written.map(|()| judge(real, &temporary));
    match judged {
        Ok(Ok(())) => {
            let moved = moved(real, &temporary, path);
            if moved.is_err() {
                let _ = fs::remove_file(&temporary);
            }
            moved?;
            // The new name is to last, too.
            if let Ok(folder) = fs::File::open(parent) {
                let _ = folder.sync_all();
            }
            Ok(Ok(()))
        }
        other => {
            let _ = fs::remove_file(&temporary);
            other
        }
    }
}

fn fresh(real: &mut Real, start: &str) -> io::Result<(fs::File, String)> {
    let mut last = io::ErrorKind::AlreadyExists.into();
    for _ in 0..TRIES {
        let name = real.fresh_name(start);
        match fs::OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(&name) {
            Ok(file) => return Ok((file, name)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

fn fill(real: &mut Real, file: &mut fs::File, path: &str, temporary: &str, content: Content<'_>, mode: u32) -> io::Result<()> {
    // What is there keeps its owner and its mode; a link leads to what is there.
    let before = real.look(path, true)?.and(real.look(path, false)?);
    match content {
        Content::Bytes(bytes) => file.write_all(bytes)?,
        Content::Of(source) => {
            io::copy(&mut open(source)?, file)?;
        }
    }
    if let Some(before) = &before {
        real.set_owner(temporary, Some(before.owner), Some(before.group), false)?;
    }
    let mode = before.filter(|it| it.kind != FileKind::Link).map_or(mode, |it| it.mode);
    file.set_permissions(fs::Permissions::from_mode(mode))?;
    file.flush()?;
    file.sync_all()
}

fn moved(real: &mut Real, temporary: &str, path: &str) -> io::Result<()> {
    if real.look(path, true)?.is_some_and(|it| it.kind == FileKind::Directory) {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    match fs::rename(temporary, path) {
        // The staging folder lies on another disk.
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
            let mode = fs::metadata(temporary)?.permissions().mode() & 0o7777;
            replace(real, path, Content::Of(temporary), mode, None, &mut |_, _| Ok(()))?.map_err(io::Error::other)?;
            fs::remove_file(temporary)
        }
        other => other,
    }
}
