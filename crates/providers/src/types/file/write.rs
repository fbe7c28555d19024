//! Making, filling, replacing and removing.

use super::backup::BackupResult;
use super::{File, MODE};
use crate::instance::{Cx, ProviderError};
use crate::log::Level;
use machine::access;
use machine::{Command, Error, FileKind, System, ruby_text};

impl File {
    pub(super) fn set_ensure(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let wanted = self.ensure.clone().unwrap_or_default();
        self.clear(&wanted, cx)?;
        match wanted.as_str() {
            "absent" => Ok(()),
            "directory" => self.make_folder(cx),
            "link" => {
                if self.target.is_none() {
                    return Err(ProviderError::new("Cannot create a symlink without a target"));
                }
                self.link(cx).map_err(|it| it.in_change("link", "ensure", cx.subject))
            }
            other => self.write(cx).map_err(|it| if self.is_refused { it } else { it.in_change(other, "ensure", cx.subject) }),
        }
    }

    /// Takes away what is there, unless it may stay. Whether something was taken away.
    fn clear(&mut self, wanted: &str, cx: &mut Cx<'_>) -> Result<bool, ProviderError> {
        let Some(found) = self.look(cx) else { return Ok(false) };
        if let Some(backup) = self.backup.clone() {
            match self.keep(&backup, found.kind, cx)? {
                BackupResult::Yes => {}
                BackupResult::NotPossible => {
                    cx.tell(Level::Warning, format!("Could not back up file of type {}", found.kind.name()));
                }
            }
        }
        if wanted != "link" && (found.kind.name() == wanted || (wanted == "present" && found.kind == FileKind::File)) {
            return Ok(false);
        }
        let failed = |it: std::io::Error| ProviderError::of_system(&it, &self.path);
        match found.kind {
            // Nothing else would have come of it. Where it is purged, what is in it goes all the same, and must not wait for it.
            FileKind::Directory if !self.force && wanted == "absent" && !self.recurses.purges() => {
                Err(ProviderError::new("Not removing directory; use 'force' to override"))
            }
            FileKind::Directory if !self.force => {
                cx.tell(Level::Notice, "Not removing directory; use 'force' to override");
                Ok(false)
            }
            FileKind::Directory => {
                cx.tell(Level::Debug, format!("Removing existing directory for replacement with {wanted}"));
                cx.system.remove_tree(&self.path).map_err(failed)?;
                Ok(true)
            }
            FileKind::Block | FileKind::Character => {
                Err(ProviderError::new(format!("Could not remove files of type {}", found.kind.name())))
            }
            kind => {
                cx.tell(Level::Debug, format!("Removing existing {} for replacement with {wanted}", kind.name()));
                cx.system.remove_file(&self.path).map_err(failed)?;
                Ok(true)
            }
        }
    }

    fn make_folder(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let parent = parent(&self.path);
        if !matches!(cx.system.look(parent, true), Ok(Some(_))) {
            return Err(ProviderError::new(format!("Cannot create {}; parent directory {parent} does not exist", self.path)));
        }
        // A text that is no mode is shown unchanged.
        let mode = self.wanted_mode(0o755, true)?;
        let made = match mode {
            // Files have their modes whatever the umask is, too.
            None if cx.options.improved => cx.system.make_folder(&self.path, Some(0o755)),
            mode => cx.system.make_folder(&self.path, mode),
        };
        let made = made.map_err(|it| ProviderError::of_system(&it, &self.path));
        let made = made.and_then(|()| self.fix(cx));
        made.map_err(|it| it.in_change("directory", "ensure", cx.subject))
    }

    pub(super) fn link(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let target = self.target.clone().unwrap_or_default();
        self.clear("link", cx)?;
        if matches!(cx.system.look(&self.path, true), Ok(Some(_))) {
            return Err(ProviderError::new("Could not remove existing file"));
        }
        let about = format!("({target}, {})", self.path);
        cx.system.make_link(&target, &self.path).map_err(|it| {
            let text = ruby_text(&it, "");
            ProviderError::new(format!("{text} @ rb_file_s_symlink - {about}"))
        })?;
        self.fix(cx)
    }

    /// Writes the file as a whole.
    pub(super) fn write(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        self.clear("file", cx)?;
        let mode = match &self.mode {
            Some(mode) => Some(access::applied(mode, MODE, false).map_err(|error| ProviderError::new(error.to_string()))?),
            None => None,
        };
        let is_filled = self.wanted.as_ref().is_some_and(|it| match &it.holds {
            super::content::Holds::Bytes(bytes) => !bytes.is_empty(),
            super::content::Holds::Of(_) | super::content::Holds::At(_) | super::content::Holds::InBucket(_) => true,
        });
        if is_filled {
            self.replace(mode.unwrap_or(MODE), cx)?;
        } else {
            // What is not to be filled is only made.
            let found = self.look(cx);
            let empty = self.wanted.is_some() || found.is_none_or(|it| it.kind == FileKind::Directory);
            if empty {
                cx.system.create(&self.path, mode.unwrap_or(MODE)).map_err(|it| {
                    let text = ruby_text(&it, "");
                    ProviderError::new(format!("{text} @ rb_sysopen - {}", self.path))
                })?;
            }
        }
        self.fix(cx)
    }

    fn replace(&mut self, mode: u32, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let Some(wanted) = self.wanted.clone() else { return Ok(()) };
        let holds = self.found(&wanted.holds, cx).inspect_err(|_| self.is_refused = true)?;
        let names = cx.system.links(&self.path);
        // A folder has several, too; it is not replaced.
        if names > 1 && self.kind(cx) != Some(FileKind::Directory) {
            let message = format!("{} has {names} names (hard links); only this one is given the new content", self.path);
            cx.tell(Level::Warning, message);
        }
        let desired = match &self.checksum_value {
            Some(value) => Some(format!("{{{}}}{value}", self.algorithm.name())),
            None => None,
        };
        let (algorithm, validate) = (self.algorithm, self.validate.clone());
        // Programs that judge a file say which line of it is bad.
        let (hides_line, hides_said) = (self.hides_validation, self.hides_validation || self.is_secret);
        let mut lines = Vec::new();
        let refused = Error::Refused;
        let mut judge = |system: &mut dyn System, path: &str| -> Result<(), Error> {
            if let Some(desired) = &desired {
                let written = algorithm.of_file(path, system).map_err(|failure| refused(failure.message))?;
                if written != *desired {
                    return Err(refused(format!(
                        "File written to disk did not match desired checksum; discarding changes ({written} vs {desired})"
                    )));
                }
            }
            let Some((command, placeholder)) = &validate else { return Ok(()) };
            let line = command.replace(placeholder.as_str(), path);
            let words = vec!["/bin/sh".to_owned(), "-c".to_owned(), line.clone()];
            let environment = vec![("LANG".to_owned(), Some("C".to_owned())), ("LC_ALL".to_owned(), Some("C".to_owned()))];
            let output =
                system.run(&Command { words, environment, ..Command::default() }).map_err(|error| refused(format!("{error:?}")))?;
            let text = if hides_said { "[output redacted]".to_owned() } else { output.text() };
            if output.code == Some(0) {
                lines.extend(text.lines().map(str::to_owned));
                return Ok(());
            }
            let code = output.code.map(|it| it.to_string()).unwrap_or_default();
            let line = if hides_line { "[command redacted]" } else { line.as_str() };
            Err(refused(format!("Execution of '{line}' returned {code}: {}", text.trim())))
        };
        let (path, staging) = (&self.path, self.staging.as_deref());
        // Where the power fails, the next run sees that it holds something else, and makes it again: if it looks.
        let is_made_again = self.replaces && algorithm.reads_all();
        let lent = holds.lend(cx, |content, cx| match is_made_again {
            true => cx.system.replace_soon(path, content, mode, staging, &mut judge),
            false => cx.system.replace(path, content, mode, staging, &mut judge),
        });
        let replaced = self.without_source(lent, cx)?;
        for line in lines {
            cx.tell(Level::Debug, line);
        }
        match replaced {
            Ok(()) => Ok(()),
            Err(Error::Refused(message)) => {
                self.is_refused = true;
                Err(ProviderError::new(message))
            }
            Err(Error::Io(error)) if error.kind() == std::io::ErrorKind::NotFound => {
                let lock = cx.system.fresh_name(&self.path);
                Err(ProviderError::new(format!(
                    "No such file or directory - A directory component in {lock}.lock does not exist or is a dangling symbolic link"
                )))
            }
            Err(other) => Err(ProviderError::of_system(&other.into_io(), &self.path)),
        }
    }
}

/// The folder that a path lies in.
pub(super) fn parent(path: &str) -> &str {
    match path.rfind('/') {
        Some(0) | None => "/",
        Some(end) => &path[..end],
    }
}
