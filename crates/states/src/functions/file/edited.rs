//! Files that are edited in place: how they are found, read, backed up and written.

use machine::{Content, FileKind, System};
use serde_json::{Value as Json, json};

use super::{is_link, kind, parent, refuse_name};
use crate::difflib;
use crate::error::StateError;
use crate::function::Cx;
use crate::low::Low;
use crate::python;
use crate::returned::Outcome;

/// No chain of links is longer.
const MAX_LINKS: usize = 40;

/// An existing file.
pub struct Edited {
    /// The file itself, if the state names a link to it.
    pub path: String,
    /// Where the link that the state names leads to.
    link: Option<String>,
    pub bytes: Vec<u8>,
}

/// Reports why a path cannot be edited: it is relative, or nothing is there.
pub fn missing(system: &dyn System, name: &str) -> Option<Missing> {
    match () {
        () if !name.starts_with('/') => Some(Missing::Relative),
        () if kind(system, name).is_none() => Some(Missing::NoFile),
        () => None,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    Relative,
    NoFile,
}

impl Missing {
    pub fn outcome(self, name: &str) -> Outcome {
        Outcome::failed(match self {
            Missing::Relative => format!("Specified file {name} is not an absolute path"),
            Missing::NoFile => format!("{name}: file not found"),
        })
    }
}

impl Edited {
    /// Reads a file of text.
    pub fn open(system: &dyn System, name: &str) -> Result<Edited, StateError> {
        let mut path = name.to_owned();
        for _ in 0..MAX_LINKS {
            if !is_link(system, &path) {
                break;
            }
            let target = system.link_target(&path).map_err(|it| StateError::system(&it, &path))?;
            path = if target.starts_with('/') { target } else { format!("{}/{target}", parent(&path)) };
        }
        let link = is_link(system, name).then(|| system.link_target(name)).and_then(Result::ok);
        let bytes = system.read(&path).map_err(|it| StateError::system(&it, &path))?;
        Ok(Edited { path, link, bytes })
    }

    /// Refuses what is no text.
    pub fn check_text(&self) -> Result<(), StateError> {
        if is_text(self.bytes.get(..512).unwrap_or(&self.bytes)) {
            return Ok(());
        }
        let text = format!("Cannot perform string replacements on a binary file: {}", self.path);
        Err(StateError::exception("salt.exceptions.SaltInvocationError", text))
    }

    /// The text; an error where the bytes are not UTF-8.
    pub fn text(&self) -> Result<&str, StateError> {
        std::str::from_utf8(&self.bytes).map_err(|it| StateError::exception("UnicodeDecodeError", not_utf8(&self.bytes, it)))
    }

    /// Writes new contents, and the old ones to a file with a longer name.
    pub fn save(&self, cx: &mut Cx<'_>, after: &[u8], backup: Option<&str>) -> Result<(), StateError> {
        let path = self.path.as_str();
        let describe = |error: std::io::Error| StateError::system(&error, path);
        if let Some(end) = backup {
            let found = cx.system.look(path, true).map_err(describe)?;
            let mode = found.map_or(0o644, |it| it.mode);
            let copy = format!("{path}{end}");
            cx.system.write(&copy, Content::Bytes(&self.bytes), mode).map_err(describe)?;
            cx.system.set_mode(&copy, mode).map_err(describe)?;
            if let Some(target) = &self.link {
                let link = format!("{}{end}", cx.low.name);
                if cx.system.look(&link, false).ok().flatten().is_some() {
                    cx.system.remove_file(&link).map_err(describe)?;
                }
                cx.system.make_link(&format!("{target}{end}"), &link).map_err(describe)?;
            }
        }
        cx.system.write(path, Content::Bytes(after), 0o644).map_err(describe)
    }
}

/// The end of the names of backups; none if there are to be none.
pub fn backup(low: &Low) -> Option<String> {
    match low.args.get("backup") {
        None => Some(".bak".to_owned()),
        Some(it) if python::is_true(it) => Some(python::text(it)),
        Some(_) => None,
    }
}

/// Returns the outcome of a state whose file has changed in this way, or not at all.
pub fn edited(cx: &Cx<'_>, diff: Option<Json>, would: &str) -> Outcome {
    let Some(diff) = diff else { return Outcome::fine("No changes needed to be made") };
    let mut outcome = if cx.test { Outcome::new(None, would) } else { Outcome::fine("Changes were made") };
    outcome.changes.insert("diff".to_owned(), diff);
    outcome
}

/// Returns the diff of changed lines, or only that they have changed; none where they are equal.
pub fn shown(low: &Low, before: &[&str], after: &[&str]) -> Option<Json> {
    let diff = difflib::unified(before, after, "\n").concat();
    (!diff.is_empty()).then(|| if low.is_on("show_changes", true) { json!(diff) } else { json!(true) })
}

/// Splits a text after each of these ends of lines.
fn split(text: &str, is_end: fn(char) -> bool) -> Vec<&str> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(place) = rest.find(is_end) {
        let length = if rest[place..].starts_with("\r\n") { 2 } else { rest[place..].chars().next().map_or(1, char::len_utf8) };
        let (line, left) = rest.split_at(place + length);
        all.push(line);
        rest = left;
    }
    all.extend((!rest.is_empty()).then_some(rest));
    all
}

/// The lines of bytes with their ends, as Python splits them.
pub fn lines_of_bytes(text: &str) -> Vec<&str> {
    split(text, |c| matches!(c, '\n' | '\r'))
}

/// The lines of a text with their ends, as Python splits it.
pub fn lines_of_text(text: &str) -> Vec<&str> {
    split(text, is_line_end)
}

/// Whether a line of a text ends with this character.
pub fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\x0b' | '\x0c' | '\x1c'..='\x1e' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Whether Salt takes the start of a file for text.
pub fn is_text(block: &[u8]) -> bool {
    if block.contains(&0) {
        return false;
    }
    let is_cut = std::str::from_utf8(block).err().is_none_or(|it| it.error_len().is_none());
    let is_plain = |it: u8| matches!(it, 32..=126 | b'\n' | b'\r' | b'\t' | 0x0c | 0x08) || (is_cut && (128..255).contains(&it));
    let odd = block.iter().filter(|it| !is_plain(**it)).count();
    // More than three in ten.
    odd * 10 <= block.len() * 3
}

/// Python's message about bytes that are not UTF-8.
pub fn not_utf8(bytes: &[u8], error: std::str::Utf8Error) -> String {
    let at = error.valid_up_to();
    let byte = bytes.get(at).copied().unwrap_or_default();
    let cut = bytes.len() - at;
    let (place, why) = match error.error_len() {
        None if cut > 1 => (format!("bytes in position {at}-{}", bytes.len() - 1), "unexpected end of data"),
        None => (format!("byte 0x{byte:02x} in position {at}"), "unexpected end of data"),
        Some(_) if matches!(byte, 0x80..=0xc1 | 0xf5..) => (format!("byte 0x{byte:02x} in position {at}"), "invalid start byte"),
        Some(1) => (format!("byte 0x{byte:02x} in position {at}"), "invalid continuation byte"),
        Some(length) => (format!("bytes in position {at}-{}", at + length - 1), "invalid continuation byte"),
    };
    format!("'utf-8' codec can't decode {place}: {why}")
}

/// Reports which of these arguments are no texts.
pub fn refuse_other_than_texts(low: &Low, arguments: &[&str]) -> Vec<String> {
    let mut all = refuse_name(low);
    for argument in arguments {
        if low.arg(argument).is_some_and(|it| !it.is_string()) {
            all.push(format!("`{argument}` of `{}` has to be a text", low.function()));
        }
    }
    all
}

/// Whether a folder lies at a path.
pub fn is_folder(system: &dyn System, path: &str) -> bool {
    kind(system, path) == Some(FileKind::Directory)
}
