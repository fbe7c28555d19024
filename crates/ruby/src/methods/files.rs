//! `File` and `Dir` as far as they ask the host for what is on the disk.

use std::io::ErrorKind;

use crate::eval::Ruby;
use crate::host::Entry;
use crate::invoke::{Args, Method, open, row};
use crate::stop::{Outcome, Stop};
use crate::value::Value;

const BINREAD: Method = row("binread", 1, 1, |ruby, _, given| {
    let path = path(ruby, given)?;
    let bytes = read(ruby, &path)?;
    crate::bytes::value(ruby, bytes, crate::value::Encoding::Binary)
})
.of_ruby(1, 3);

const FOREACH: Method = row("foreach", 1, 4, |ruby, _, given| {
    let block = ruby.needs_block(given)?;
    for line in lines(ruby, given)? {
        ruby.yield_one(&block, line)?;
    }
    Ok(Value::Nil)
});

const READ: Method = row("read", 1, 4, |ruby, _, given| {
    plain_options(ruby, given)?;
    let path = path(ruby, given)?;
    text(ruby, &path)
});

const READLINES: Method = row("readlines", 1, 4, |ruby, _, given| {
    let lines = lines(ruby, given)?;
    Ok(ruby.heap.array(lines))
});

pub const FILE: &[Method] = &[
    BINREAD,
    row("directory?", 1, 1, |ruby, _, given| is(ruby, given, |it| it == Some(Entry::Folder))),
    row("executable?", 1, 1, |ruby, _, given| {
        let path = path(ruby, given)?;
        Ok(Value::Boolean(ruby.host.is_executable(&path).map_err(|it| ruby.placed(it))?))
    }),
    row("exist?", 1, 1, exists),
    // Ruby 3.2 has removed it, and Puppet adds it again.
    row("exists?", 1, 1, exists),
    row("fnmatch", 2, 3, super::fnmatch::fnmatch),
    row("fnmatch?", 2, 3, super::fnmatch::fnmatch),
    row("file?", 1, 1, |ruby, _, given| is(ruby, given, |it| it == Some(Entry::File))),
    FOREACH,
    READ,
    row("readable?", 1, 1, |ruby, _, given| {
        let path = path(ruby, given)?;
        match entry(ruby, &path)? {
            None => Ok(Value::Boolean(false)),
            Some(Entry::File) => {
                let read = ruby.host.read(&path).map_err(|it| ruby.placed(it))?;
                Ok(Value::Boolean(read.is_ok()))
            }
            Some(Entry::Folder | Entry::Other) => ruby.not_covered("File.readable? of what is no file"),
        }
    }),
    READLINES,
    row("split", 1, 1, |ruby, it, given| {
        let folder = ruby.send(it, "dirname", given.clone())?;
        let name = ruby.send(it, "basename", given.clone())?;
        Ok(ruby.heap.array(vec![folder, name]))
    }),
];

pub const IO: &[Method] = &[BINREAD, FOREACH, READ, READLINES];

pub const DIR: &[Method] = &[
    open("[]", 1, glob).open_in_ruby(0),
    row("children", 1, 1, |ruby, _, given| {
        let path = path(ruby, given)?;
        names(ruby, &path)
    }),
    row("exist?", 1, 1, |ruby, _, given| is(ruby, given, |it| it == Some(Entry::Folder))),
    // Ruby 3.2 has removed it, and Puppet adds it again.
    row("exists?", 1, 1, |ruby, _, given| is(ruby, given, |it| it == Some(Entry::Folder))),
    row("glob", 1, 1, glob).of_ruby(1, 2),
];

fn exists(ruby: &mut Ruby<'_>, _: &Value, given: &Args) -> Outcome {
    is(ruby, given, |it| it.is_some())
}

/// The names in a folder. Ruby gives them in the order of the disk, Bunraku sorts them.
fn names(ruby: &mut Ruby<'_>, path: &str) -> Outcome {
    match ruby.host.names(path).map_err(|it| ruby.placed(it))? {
        Ok(names) => {
            ruby.spend(names.len() as u64)?;
            let names = names.into_iter().map(|it| ruby.heap.text(it)).collect();
            Ok(ruby.heap.array(names))
        }
        Err(kind) => refused(ruby, kind, "dir_initialize", path),
    }
}

/// Paths that match patterns with `*`, `?` and `{a,b}` in their parts, sorted.
fn glob(ruby: &mut Ruby<'_>, _: &Value, given: &Args) -> Outcome {
    let mut found = Vec::new();
    let patterns = match given.list.as_slice() {
        [Value::Array(list)] => list.items(),
        list => list.to_vec(),
    };
    for pattern in &patterns {
        let pattern = match pattern {
            Value::Array(_) | Value::Hash(_) => return ruby.not_covered("Dir.glob with such arguments"),
            other => ruby.needs_text(other)?,
        };
        if pattern.is_empty() {
            continue;
        }
        for pattern in alternatives(&pattern, 0) {
            paths(ruby, &pattern, &mut found)?;
        }
    }
    let found = found.into_iter().map(|it| ruby.heap.text(it)).collect();
    Ok(ruby.heap.array(found))
}

/// The patterns that braces stand for.
fn alternatives(pattern: &str, depth: u32) -> Vec<String> {
    let Some((before, rest)) = pattern.split_once('{').filter(|_| depth < 4) else { return vec![pattern.to_owned()] };
    let Some((inner, after)) = rest.split_once('}') else { return vec![pattern.to_owned()] };
    inner.split(',').flat_map(|it| alternatives(&format!("{before}{it}{after}"), depth + 1)).collect()
}

fn paths(ruby: &mut Ruby<'_>, pattern: &str, found: &mut Vec<String>) -> Outcome<()> {
    if !pattern.starts_with('/') {
        return ruby.not_covered("a file by a path that is not absolute");
    }
    if pattern.contains("**") || pattern.contains(['\\', '{']) {
        return ruby.not_covered("Dir.glob with such a pattern");
    }
    let mut folders = vec![String::new()];
    for part in pattern.split('/').skip(1).filter(|it| !it.is_empty()) {
        let mut next = Vec::new();
        for folder in folders {
            ruby.spend(1)?;
            if !part.contains(['*', '?', '[']) {
                let path = format!("{folder}/{part}");
                if entry(ruby, &path)?.is_some() {
                    next.push(path);
                }
                continue;
            }
            let path = if folder.is_empty() { "/" } else { &folder };
            let names = ruby.host.names(path).map_err(|it| ruby.placed(it))?.unwrap_or_default();
            ruby.spend(names.len() as u64)?;
            next.extend(names.iter().filter(|it| matches(part, it)).map(|it| format!("{folder}/{it}")));
        }
        folders = next;
    }
    found.extend(folders);
    Ok(())
}

/// Whether a name matches a part of a pattern. Names with a dot in front match only a pattern with one.
fn matches(pattern: &str, name: &str) -> bool {
    if name.starts_with('.') && !pattern.starts_with('.') {
        return false;
    }
    let mut source = String::from("\\A");
    for letter in pattern.chars() {
        match letter {
            '*' => source.push_str(".*"),
            '?' => source.push('.'),
            '[' | ']' | '-' => source.push(letter),
            letter if letter.is_alphanumeric() => source.push(letter),
            letter => {
                source.push('\\');
                source.push(letter);
            }
        }
    }
    source.push_str("\\z");
    values::regex::Regex::new(&source).is_ok_and(|it| it.is_match(name))
}

/// Ruby's words for an error of the system.
pub fn meaning(class: &str) -> Option<&'static str> {
    Some(match class {
        "Errno::EACCES" => "Permission denied",
        "Errno::EEXIST" => "File exists",
        "Errno::EISDIR" => "Is a directory",
        "Errno::ENOENT" => "No such file or directory",
        "Errno::ENOTDIR" => "Not a directory",
        _ => return None,
    })
}

/// A path as a text: that of a `Pathname`, too.
pub fn path_of(ruby: &mut Ruby<'_>, value: &Value) -> Outcome<std::rc::Rc<str>> {
    match value {
        Value::Object(_) if ruby.member_of(value, "to_path").is_some() => {
            let path = ruby.send(value, "to_path", Args::default())?;
            ruby.needs_text(&path)
        }
        other => ruby.needs_text(other),
    }
}

fn path(ruby: &mut Ruby<'_>, given: &Args) -> Outcome<String> {
    let path = path_of(ruby, &given.at(0))?;
    if !path.starts_with('/') {
        // It would begin in the folder that the process runs in.
        return ruby.not_covered("a file by a path that is not absolute");
    }
    Ok(path.to_string())
}

fn entry(ruby: &mut Ruby<'_>, path: &str) -> Outcome<Option<Entry>> {
    ruby.host.entry(path).map_err(|it| ruby.placed(it))
}

fn is(ruby: &mut Ruby<'_>, given: &Args, matches: fn(Option<Entry>) -> bool) -> Outcome {
    let path = path(ruby, given)?;
    Ok(Value::Boolean(matches(entry(ruby, &path)?)))
}

/// Raises what Ruby raises where the system refuses something.
fn refused<T>(ruby: &mut Ruby<'_>, kind: ErrorKind, by: &str, path: &str) -> Outcome<T> {
    let class = match kind {
        ErrorKind::NotFound => "Errno::ENOENT",
        ErrorKind::PermissionDenied => "Errno::EACCES",
        ErrorKind::IsADirectory => "Errno::EISDIR",
        ErrorKind::NotADirectory => "Errno::ENOTDIR",
        _ => return ruby.not_covered(format!("a file that cannot be read ({path})")),
    };
    let by = if kind == ErrorKind::IsADirectory { "io_fread" } else { by };
    ruby.raise(class, format!("{} @ {by} - {path}", meaning(class).unwrap_or_default()))
}

/// The content of a file.
pub fn read(ruby: &mut Ruby<'_>, path: &str) -> Outcome<Vec<u8>> {
    if !path.starts_with('/') {
        return ruby.not_covered("a file by a path that is not absolute");
    }
    match ruby.host.read(path).map_err(|it| ruby.placed(it))? {
        Ok(bytes) => {
            ruby.spend(bytes.len() as u64 / 16)?;
            Ok(bytes)
        }
        Err(kind) => refused(ruby, kind, "rb_sysopen", path),
    }
}

fn text(ruby: &mut Ruby<'_>, path: &str) -> Outcome {
    let bytes = read(ruby, path)?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(ruby.heap.text(text)),
        Err(error) => crate::bytes::value(ruby, error.into_bytes(), crate::value::Encoding::Utf8),
    }
}

/// Only options that change nothing of a text in UTF-8.
fn plain_options(ruby: &mut Ruby<'_>, given: &Args) -> Outcome<bool> {
    let mut chomps = false;
    match given.list.as_slice() {
        [_] => {}
        [_, Value::Hash(options)] if given.keywords => {
            for (name, value) in options.pairs() {
                match (&name, &value) {
                    (Value::Symbol(name), Value::Boolean(true)) if &**name == "chomp" => chomps = true,
                    (Value::Symbol(name), Value::String(it))
                        if matches!(&**name, "encoding" | "external_encoding")
                            && matches!(&*it.get().to_ascii_lowercase(), "utf-8" | "utf8" | "utf-8:utf-8") => {}
                    (Value::Symbol(name), Value::String(it))
                        if &**name == "mode" && matches!(&*it.get(), "r" | "rt" | "r:utf-8" | "r:UTF-8") => {}
                    (_, Value::Unknown) => return Err(Stop::Unknown),
                    _ => return ruby.not_covered("File.read with such options"),
                }
            }
        }
        _ => return ruby.not_covered("File.read of a part of a file"),
    }
    Ok(chomps)
}

fn lines(ruby: &mut Ruby<'_>, given: &Args) -> Outcome<Vec<Value>> {
    let chomps = plain_options(ruby, given)?;
    let path = path(ruby, given)?;
    let text = text(ruby, &path)?;
    let Value::String(text) = text else { return ruby.not_covered("the lines of a file that is no UTF-8") };
    let text = text.get();
    let mut all = Vec::new();
    for line in text.split_inclusive('\n') {
        ruby.spend(1)?;
        let line = match line.strip_suffix('\n') {
            Some(bare) if chomps => bare.strip_suffix('\r').unwrap_or(bare),
            _ => line,
        };
        all.push(ruby.heap.text(line));
    }
    Ok(all)
}
