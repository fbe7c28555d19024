//! A machine in memory, for tests.

pub mod shared;

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

use jiff::{Timestamp, Zoned, tz::TimeZone};

use crate::{Account, Command, Content, Details, Error, FileKind, Found, Judge, Output, System};

#[derive(Clone, Debug)]
pub struct Entry {
    pub found: Found,
    /// Content of a file, or target of a link.
    pub bytes: Vec<u8>,
}

/// Files, and programs that do what their first word says: `true`, `false`, `touch PATH`.
#[derive(Default)]
pub struct Memory {
    pub entries: BTreeMap<String, Entry>,
    pub ran: Vec<String>,
    /// Answers of programs, by their whole line, or by its beginning where it ends with `*`.
    pub answers: Vec<(String, i32, String)>,
    /// The answers that hold from when a program was run on, by its whole line.
    pub effects: Vec<(String, (String, i32, String))>,
    /// Inputs that programs received.
    pub inputs: Vec<String>,
    pub seconds: i64,
    pub umask: u32,
    /// How many programs called `meet` have begun.
    pub meeting: usize,
    /// The file whose mode nobody can set.
    pub stuck: Option<String>,
}

impl Memory {
    pub fn put(&mut self, path: &str, kind: FileKind, mode: u32, bytes: &[u8]) {
        let found = Found { kind, mode, owner: 0, group: 0 };
        self.entries.insert(path.to_owned(), Entry { found, bytes: bytes.to_vec() });
    }

    fn entry(&mut self, path: &str) -> io::Result<&mut Entry> {
        self.entries.get_mut(path).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn has_parent(&self, path: &str) -> io::Result<()> {
        let parent = path.rfind('/').map_or("", |end| &path[..end]);
        let is_there = parent.is_empty() || self.entries.get(parent).is_some_and(|it| it.found.kind == FileKind::Directory);
        if is_there { Ok(()) } else { Err(io::ErrorKind::NotFound.into()) }
    }
}

impl System for Memory {
    fn now(&self) -> Zoned {
        Timestamp::from_second(1_800_000_000 + self.seconds).unwrap_or_default().to_zoned(TimeZone::UTC)
    }

    fn is_root(&self) -> bool {
        true
    }

    fn look(&self, path: &str, follow: bool) -> io::Result<Option<Found>> {
        let mut path = path.to_owned();
        for _ in 0..8 {
            let Some(entry) = self.entries.get(&path) else { return Ok(None) };
            if !follow || entry.found.kind != FileKind::Link {
                return Ok(Some(entry.found.clone()));
            }
            path = String::from_utf8_lossy(&entry.bytes).into_owned();
        }
        Ok(None)
    }

    fn details(&self, path: &str) -> io::Result<Option<Details>> {
        let now = self.now().timestamp().as_second();
        Ok(self.entries.get(path).map(|it| Details {
            kind: it.found.kind,
            size: it.bytes.len() as u64,
            accessed: now,
            modified: now,
            changed: now,
        }))
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        self.entries.get(path).map(|it| it.bytes.clone()).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn feed(&self, path: &str, piece: &mut dyn FnMut(&[u8])) -> io::Result<()> {
        piece(&self.read(path)?);
        Ok(())
    }

    fn list(&self, path: &str) -> io::Result<Vec<String>> {
        let inside = format!("{path}/");
        let names = self.entries.keys().filter_map(|it| it.strip_prefix(&inside)).filter(|it| !it.contains('/'));
        Ok(names.map(str::to_owned).collect())
    }

    fn link_target(&self, path: &str) -> io::Result<String> {
        Ok(String::from_utf8_lossy(&self.read(path)?).into_owned())
    }

    fn times(&self, _path: &str) -> io::Result<(Zoned, Zoned)> {
        Ok((self.now(), self.now()))
    }

    fn replace(&mut self, path: &str, content: Content<'_>, mode: u32, _folder: Option<&str>, judge: &mut Judge<'_>) -> Result<(), Error> {
        self.has_parent(path)?;
        let bytes = match content {
            Content::Bytes(bytes) => bytes.to_vec(),
            Content::Of(source) => self.read(source)?,
            Content::Made(make) => {
                let mut bytes = Vec::new();
                make(&mut bytes)?;
                bytes
            }
        };
        let temporary = self.fresh_name(path);
        self.put(&temporary, FileKind::File, 0o600, &bytes);
        let judged = judge(self, &temporary);
        self.entries.remove(&temporary);
        if judged.is_ok() {
            let mode = self.entries.get(path).map_or(mode, |it| it.found.mode);
            self.put(path, FileKind::File, mode, &bytes);
        }
        judged
    }

    fn create(&mut self, path: &str, mode: u32) -> io::Result<()> {
        self.has_parent(path)?;
        self.put(path, FileKind::File, mode, b"");
        Ok(())
    }

    fn make_folder(&mut self, path: &str, mode: Option<u32>) -> io::Result<()> {
        self.has_parent(path)?;
        self.put(path, FileKind::Directory, mode.unwrap_or(if self.umask == 0 { 0o755 } else { 0o777 & !self.umask }), b"");
        Ok(())
    }

    fn make_link(&mut self, target: &str, path: &str) -> io::Result<()> {
        self.has_parent(path)?;
        self.put(path, FileKind::Link, 0o777, target.as_bytes());
        Ok(())
    }

    fn remove_file(&mut self, path: &str) -> io::Result<()> {
        self.entries.remove(path).map(drop).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn remove_tree(&mut self, path: &str) -> io::Result<()> {
        let inside = format!("{path}/");
        self.entries.retain(|it, _| it != path && !it.starts_with(&inside));
        Ok(())
    }

    fn set_mode(&mut self, path: &str, mode: u32) -> io::Result<()> {
        if self.stuck.as_deref() == Some(path) {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        self.entry(path)?.found.mode = mode;
        Ok(())
    }

    fn set_owner(&mut self, path: &str, owner: Option<u32>, group: Option<u32>, _follow: bool) -> io::Result<()> {
        let found = &mut self.entry(path)?.found;
        (found.owner, found.group) = (owner.unwrap_or(found.owner), group.unwrap_or(found.group));
        Ok(())
    }

    fn user(&self, name: &str) -> Option<Account> {
        matches!(name, "root" | "0").then_some(Account { id: 0, group: 0 }).or((name == "nobody").then_some(Account { id: 9, group: 9 }))
    }

    fn home(&self, name: &str) -> Option<String> {
        matches!(name, "root" | "nobody").then(|| format!("/{name}"))
    }

    fn user_name(&self, id: u32) -> Option<String> {
        (id == 0).then(|| "root".to_owned()).or((id == 9).then(|| "nobody".to_owned()))
    }

    fn group(&self, name: &str) -> Option<u32> {
        self.user(name).map(|it| it.group)
    }

    fn group_name(&self, id: u32) -> Option<String> {
        self.user_name(id)
    }

    fn is_executable(&self, path: &str) -> bool {
        self.entries.get(path).is_some_and(|it| it.found.mode & 0o111 != 0)
    }

    fn variable(&self, _name: &str) -> Option<String> {
        None
    }

    fn run(&mut self, command: &Command) -> Result<Output, Error> {
        let line = command.words.join(" ");
        self.ran.push(line.clone());
        self.inputs.extend(command.input.as_ref().map(|it| String::from_utf8_lossy(it).into_owned()));
        let is_meant = |it: &str| it == line || it.strip_suffix('*').is_some_and(|start| line.starts_with(start));
        let answer = self.answers.iter().find(|it| is_meant(&it.0)).cloned();
        let effects = self.effects.iter().filter(|it| it.0 == line).map(|it| it.1.clone());
        self.answers.splice(0..0, effects.collect::<Vec<_>>());
        if let Some((_, code, said)) = answer {
            return Ok(Output { bytes: said.into_bytes(), code: Some(code), ..Output::default() });
        }
        let program = command.words.first().and_then(|it| it.rsplit('/').next()).unwrap_or_default();
        let code = match program {
            "false" => 1,
            "touch" => {
                let path = command.words.get(1).cloned().unwrap_or_default();
                self.put(&path, FileKind::File, 0o644, b"");
                0
            }
            _ => 0,
        };
        Ok(Output { bytes: format!("{program} said so\n").into_bytes(), code: Some(code), ..Output::default() })
    }

    fn sleep(&mut self, time: Duration) {
        self.seconds += i64::try_from(time.as_secs()).unwrap_or_default();
    }

    fn fresh_name(&mut self, start: &str) -> String {
        format!("{start}20270115-1-abcdef")
    }
}
