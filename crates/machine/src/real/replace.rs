//! A file takes the place of another one at once, or not at all.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::PathBuf;

use super::flowing::Flowing;
use super::notes::Notes;
use super::place::Place;
use super::{Real, attributes, explained, names, open, soon};
use crate::{Content, Error, FileKind, Judge, System};

/// How often another name is tried where one is taken.
const TRIES: usize = 16;

/// A file that is written next to its place.
struct Fresh {
    file: fs::File,
    /// How people and programs name it.
    name: String,
    path: PathBuf,
}

/// When a file is on the disk.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// Before it is at its place.
    Now,
    /// With others, if nothing was at its place.
    Soon,
}

pub(super) fn replace(
    real: &mut Real,
    path: &str,
    content: (Content<'_>, u32),
    folder: Option<&str>,
    when: When,
    judge: &mut Judge<'_>,
) -> Result<(), Error> {
    let place = Place::new(path)?;
    let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
    let staged = format!("{}/{name}", folder.unwrap_or(parent).trim_end_matches('/'));
    let elsewhere = folder.map(|_| Place::new(&staged)).transpose()?;
    real.noted(Notes::begin);
    let done = match fresh(real, elsewhere.as_ref().unwrap_or(&place), &staged) {
        Ok(mut fresh) => {
            let done = written(real, &mut fresh, (&place, path), content, when, judge);
            if done.is_err() {
                let _ = fs::remove_file(&fresh.path);
            }
            done
        }
        Err(error) => Err(explained(error, &place).into()),
    };
    real.noted(Notes::end);
    done
}

fn written(
    real: &mut Real,
    fresh: &mut Fresh,
    (place, path): (&Place, &str),
    content: (Content<'_>, u32),
    when: When,
    judge: &mut Judge<'_>,
) -> Result<(), Error> {
    let later = fill(real, &mut fresh.file, place, path, content, when)?;
    judge(real, &fresh.name)?;
    Ok(moved(real, fresh, place, path, later)?)
}

fn fresh(real: &mut Real, staging: &Place, start: &str) -> io::Result<Fresh> {
    let mut last = io::ErrorKind::AlreadyExists.into();
    for _ in 0..TRIES {
        let name = real.fresh_name(start);
        let last_name: OsString = names::to_system(name.rsplit('/').next().unwrap_or(&name)).into_owned();
        let path = staging.sibling(&last_name);
        real.noted(|it| it.name(&name));
        // Nobody else may read what it is going to hold before it has its mode.
        match fs::OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(&path) {
            Ok(file) => return Ok(Fresh { file, name, path }),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

/// Writes what the file is to hold. Gives the file if it is not on the disk yet.
fn fill(
    real: &mut Real,
    file: &mut fs::File,
    place: &Place,
    path: &str,
    (content, mode): (Content<'_>, u32),
    when: When,
) -> io::Result<Option<fs::File>> {
    // What is there keeps its owner and its mode; a link leads to what is there.
    let there = real.look(path, false)?;
    let is_new = there.is_none();
    let before = match there {
        Some(it) if real.look(path, true)?.is_some() => Some(it),
        _ => None,
    };
    match content {
        Content::Bytes(bytes) => file.write_all(bytes)?,
        Content::Of(source) => {
            io::copy(&mut open(source)?.0, file)?;
        }
        Content::Made(make) => make(&mut Flowing::into(file))?,
    }
    if let Some(before) = &before {
        std::os::unix::fs::fchown(&*file, Some(before.owner), Some(before.group))?;
    }
    let is_file = before.as_ref().is_some_and(|it| it.kind == FileKind::File);
    let mode = before.filter(|it| it.kind != FileKind::Link).map_or(mode, |it| it.mode);
    file.set_permissions(fs::Permissions::from_mode(mode))?;
    if is_file {
        attributes::copy(&place.path(), file)?;
    }
    file.flush()?;
    let later = if is_new && when == When::Soon { soon::deferred_sync(file) } else { None };
    if later.is_none() {
        file.sync_all()?;
    }
    Ok(later)
}

fn moved(real: &mut Real, fresh: &Fresh, place: &Place, path: &str, mut later: Option<fs::File>) -> io::Result<()> {
    let found = real.look(path, true)?;
    if found.as_ref().is_some_and(|it| it.kind == FileKind::Directory) {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    real.expect_unchanged(path)?;
    if found.is_some()
        && let Some(file) = later.take()
    {
        // Somebody was faster: it is going to take the place of something after all.
        file.sync_all()?;
    }
    match fs::rename(&fresh.path, place.path()) {
        // The staging folder lies on another disk.
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
            let mode = fs::metadata(&fresh.path)?.permissions().mode() & 0o7777;
            let copied = replace(real, path, (Content::Of(&fresh.name), mode), None, When::Now, &mut |_, _| Ok(()));
            copied.map_err(Error::into_io)?;
            fs::remove_file(&fresh.path)
        }
        Err(error) => Err(explained(error, place)),
        Ok(()) => {
            // The new name is to last, too; one look at the disk is enough for all those of a folder.
            real.unsettle(path);
            if let Some(file) = later {
                real.run.soon.add(path, file);
            }
            Ok(())
        }
    }
}
