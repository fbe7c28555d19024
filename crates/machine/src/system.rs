//! The machine that a catalog is applied to.

use std::io;
use std::time::Duration;

use jiff::{Timestamp, Zoned};

use crate::Error;

/// Object at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub kind: FileKind,
    /// The lower twelve bits.
    pub mode: u32,
    pub owner: u32,
    pub group: u32,
}

/// Of a path itself, links not followed. Times are in seconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Details {
    pub kind: FileKind,
    pub size: u64,
    pub accessed: i64,
    pub modified: i64,
    pub changed: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    File,
    Directory,
    Link,
    Fifo,
    Socket,
    Block,
    Character,
}

impl FileKind {
    /// As Ruby calls it.
    pub fn name(self) -> &'static str {
        match self {
            FileKind::File => "file",
            FileKind::Directory => "directory",
            FileKind::Link => "link",
            FileKind::Fifo => "fifo",
            FileKind::Socket => "socket",
            FileKind::Block => "blockSpecial",
            FileKind::Character => "characterSpecial",
        }
    }
}

/// A program that is run.
#[derive(Clone, Debug, Default)]
pub struct Command {
    /// The program with its arguments.
    pub words: Vec<String>,
    pub folder: Option<String>,
    /// Beside what the run itself has; a name without a value is taken away.
    pub environment: Vec<(String, Option<String>)>,
    pub user: Option<Account>,
    pub group: Option<u32>,
    pub umask: Option<u32>,
    pub patience: Option<Duration>,
    /// Input, if there is any.
    pub input: Option<Vec<u8>>,
}

/// A user that a program runs as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub id: u32,
    pub group: u32,
}

/// Result of a program: its output of both streams, and its exit code, unless a signal ended it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    pub bytes: Vec<u8>,
    pub code: Option<i32>,
    pub signal: Option<i32>,
    /// It wrote more than is kept.
    pub is_cut: bool,
}

impl Output {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

/// A process that holds a lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    pub id: u32,
    pub program: String,
}

/// Accepts a file that would take the place of another, or refuses it ([`Error::Refused`]).
pub type Judge<'a> = dyn FnMut(&mut dyn System, &str) -> Result<(), Error> + 'a;

/// Content for a file.
#[derive(Clone, Copy)]
pub enum Content<'a> {
    Bytes(&'a [u8]),
    /// Content of another file.
    Of(&'a str),
    /// Content that is made while it is written: too much to hold at once.
    Made(&'a dyn Fn(&mut dyn io::Write) -> io::Result<()>),
}

/// The machine. Paths are absolute.
pub trait System {
    /// The same machine for a thread of its own; none where only one may use it.
    fn another(&self) -> Option<Box<dyn System + Send>> {
        None
    }

    fn now(&self) -> Zoned;

    /// The same moment, wherever that is.
    fn moment(&self) -> Timestamp {
        self.now().timestamp()
    }

    fn is_root(&self) -> bool;

    /// Looks at a path, links followed or not; none if nothing is there.
    fn look(&self, path: &str, follow: bool) -> io::Result<Option<Found>>;

    /// How large and how old it is; none if nothing lies there.
    fn details(&self, path: &str) -> io::Result<Option<Details>>;

    /// A small file.
    fn read(&self, path: &str) -> io::Result<Vec<u8>>;

    /// Feeds a file, however large, piece by piece.
    fn feed(&self, path: &str, piece: &mut dyn FnMut(&[u8])) -> io::Result<()>;

    /// The names in a folder, sorted; what is no text is left out.
    fn list(&self, path: &str) -> io::Result<Vec<String>>;

    fn link_target(&self, path: &str) -> io::Result<String>;

    /// When a file was changed last, and when its status was.
    fn times(&self, path: &str) -> io::Result<(Zoned, Zoned)>;

    /// Writes a file next to its place and moves it there at once. It has the mode and the owner of what was there, or else `mode`. Where
    /// it is not to be, it is taken away again, and what was there stays.
    fn replace(&mut self, path: &str, content: Content<'_>, mode: u32, folder: Option<&str>, judge: &mut Judge<'_>) -> Result<(), Error>;

    /// Writes a file likewise, without a check.
    fn write(&mut self, path: &str, content: Content<'_>, mode: u32) -> io::Result<()> {
        self.replace(path, content, mode, None, &mut |_, _| Ok(())).map_err(Error::into_io)
    }

    /// The same as [`System::replace`] for what the next run makes again where the power fails: if nothing was at the path, the file comes to the disk a
    /// little later, together with others. [`System::sync`] waits for it.
    fn replace_soon(
        &mut self,
        path: &str,
        content: Content<'_>,
        mode: u32,
        folder: Option<&str>,
        judge: &mut Judge<'_>,
    ) -> Result<(), Error> {
        self.replace(path, content, mode, folder, judge)
    }

    /// Brings written data to the disk, before another program works on the machine. Each program that is run waits for it.
    fn sync(&mut self) {}

    /// The names in the folder of a file are to last from now on, whatever happens to the machine: later changes rest on them. Other
    /// names last as soon as the run is over.
    fn make_last(&mut self, _path: &str) {}

    /// Makes an empty file, or empties one.
    fn create(&mut self, path: &str, mode: u32) -> io::Result<()>;

    /// Makes a folder with that mode, or with what the umask leaves.
    fn make_folder(&mut self, path: &str, mode: Option<u32>) -> io::Result<()>;

    fn make_link(&mut self, target: &str, path: &str) -> io::Result<()>;

    /// Gives the object at `target` a second name.
    fn make_hard_link(&mut self, _target: &str, _path: &str) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn remove_file(&mut self, path: &str) -> io::Result<()>;

    /// Removes a folder that is empty.
    fn remove_empty_folder(&mut self, path: &str) -> io::Result<()> {
        if self.list(path)?.is_empty() { self.remove_tree(path) } else { Err(io::ErrorKind::DirectoryNotEmpty.into()) }
    }

    /// Removes a folder and all that is in it; links are not followed.
    fn remove_tree(&mut self, path: &str) -> io::Result<()>;

    fn set_mode(&mut self, path: &str, mode: u32) -> io::Result<()>;

    fn set_owner(&mut self, path: &str, owner: Option<u32>, group: Option<u32>, follow: bool) -> io::Result<()>;

    fn user(&self, name: &str) -> Option<Account>;

    /// The folder of a user.
    fn home(&self, name: &str) -> Option<String>;

    fn user_name(&self, id: u32) -> Option<String>;

    fn group(&self, name: &str) -> Option<u32>;

    fn group_name(&self, id: u32) -> Option<String>;

    fn is_executable(&self, path: &str) -> bool;

    /// A variable of the environment.
    fn variable(&self, name: &str) -> Option<String>;

    fn run(&mut self, command: &Command) -> Result<Output, Error>;

    fn sleep(&mut self, time: Duration);

    /// A name for a file that nobody else has, which begins so.
    fn fresh_name(&mut self, start: &str) -> String;

    /// The signal with which the run was asked to end.
    fn interrupted(&self) -> Option<&'static str> {
        None
    }

    /// How many names a file has.
    fn links(&self, _path: &str) -> u64 {
        1
    }

    /// Whether two paths are names of one object; links are not followed.
    fn is_same(&self, first: &str, second: &str) -> bool {
        first == second
    }

    /// Who holds the lock of a file.
    fn lock_holder(&self, _path: &str) -> Option<Holder> {
        None
    }
}

/// The text of an error as Ruby gives it.
pub fn ruby_text(error: &io::Error, about: &str) -> String {
    let text = match error.raw_os_error() {
        Some(_) => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or_default().to_owned()
        }
        None => match error.kind() {
            io::ErrorKind::NotFound => "No such file or directory".to_owned(),
            io::ErrorKind::PermissionDenied => "Permission denied".to_owned(),
            io::ErrorKind::AlreadyExists => "File exists".to_owned(),
            io::ErrorKind::NotADirectory => "Not a directory".to_owned(),
            io::ErrorKind::IsADirectory => "Is a directory".to_owned(),
            _ => error.to_string(),
        },
    };
    if about.is_empty() { text } else { format!("{text} - {about}") }
}
