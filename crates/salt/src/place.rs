//! Where something stands: bytes of a rendered file, and what they were before rendering.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use crate::value::Str;

/// A file by its number in [`Files`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FileId(pub u32);

/// Bytes of a rendered file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// Span in no file.
    pub const NONE: Span = Span { file: FileId(u32::MAX), start: 0, end: 0 };

    pub fn new(file: FileId, range: &Range<usize>) -> Span {
        let number = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
        Span { file, start: number(range.start), end: number(range.end) }
    }

    pub fn is_some(self) -> bool {
        self != Span::NONE
    }
}

/// A file that was read.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name, such as `web.nginx`; `top` for a top file.
    pub sls: Str,
    pub path: PathBuf,
    /// As it stands on disk.
    pub source: Str,
    /// Rendered text.
    pub rendered: Str,
    /// Which bytes of the source the bytes of the rendered text come from, by where they begin; empty if both are the same.
    pub origins: Arc<[Origin]>,
    /// Descriptions of the unknown value at each hole of the rendered text, by byte.
    pub holes: Arc<[(u32, Str)]>,
    /// Where the lines of the source begin, once a position is asked for: lists ask for that of each state.
    pub lines: OnceLock<Vec<usize>>,
}

/// A piece of rendered text and the expression or text that it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    pub rendered: u32,
    pub source: Range<u32>,
    /// Whether the text stands in the source as it is.
    pub is_literal: bool,
}

/// All files that were read.
#[derive(Clone, Debug, Default)]
pub struct Files {
    files: Vec<File>,
}

impl Files {
    pub fn add(&mut self, file: File) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.files.push(file);
        id
    }

    pub fn get(&self, id: FileId) -> Option<&File> {
        self.files.get(id.0 as usize)
    }

    pub fn iter(&self) -> impl Iterator<Item = &File> {
        self.files.iter()
    }

    /// Returns what is not known in a construct that begins at a span.
    pub fn hole(&self, span: Span) -> Option<&Str> {
        let file = self.get(span.file)?;
        let next = file.holes.partition_point(|it| it.0 < span.start);
        file.holes.get(next).or(file.holes.last()).map(|it| &it.1)
    }

    /// The file and the bytes of its source that a span comes from.
    pub fn source(&self, span: Span) -> Option<(&File, Range<usize>)> {
        let file = self.get(span.file)?;
        let (start, end) = (span.start as usize, span.end as usize);
        if file.origins.is_empty() {
            return Some((file, start.min(file.source.len())..end.min(file.source.len())));
        }
        let first = file.origin(span.start)?;
        let (from, whole) = first.source_of(span.start);
        let to = match file.origin(span.end.max(span.start + 1) - 1) {
            Some(last) if last.is_literal => last.source_of(span.end.max(span.start + 1) - 1).0 + 1,
            Some(last) => last.source.end,
            None => whole,
        };
        let (from, to) = (from as usize, to as usize);
        Some((file, from.min(file.source.len())..to.max(from).min(file.source.len())))
    }
}

impl File {
    fn origin(&self, at: u32) -> Option<&Origin> {
        self.origins.partition_point(|it| it.rendered <= at).checked_sub(1).and_then(|it| self.origins.get(it))
    }

    /// The line and the column of a byte of the source, from 1; columns count characters.
    pub fn position(&self, at: usize) -> (u32, u32) {
        let mut end = at.min(self.source.len());
        while !self.source.is_char_boundary(end) {
            end -= 1;
        }
        let (line, start) = self.start_of_line(end);
        let column = self.source.get(start..end).map_or(0, |it| it.chars().count());
        (from_one(line), from_one(column))
    }

    /// The line of a byte of the source, from 1: in a long line, columns cost more.
    pub fn line(&self, at: usize) -> u32 {
        from_one(self.start_of_line(at.min(self.source.len())).0)
    }

    /// The line of a byte from 0, and where it begins.
    fn start_of_line(&self, at: usize) -> (usize, usize) {
        let lines = self.lines.get_or_init(|| {
            let next = self.source.match_indices('\n').map(|(at, _)| at + 1);
            std::iter::once(0).chain(next).collect()
        });
        let line = lines.partition_point(|it| *it <= at).saturating_sub(1);
        (line, lines.get(line).copied().unwrap_or_default())
    }
}

fn from_one(number: usize) -> u32 {
    u32::try_from(number + 1).unwrap_or(u32::MAX)
}

impl Origin {
    /// The byte of the source, and where the piece ends there.
    fn source_of(&self, at: u32) -> (u32, u32) {
        if self.is_literal {
            let from = self.source.start + (at - self.rendered);
            (from.min(self.source.end), self.source.end)
        } else {
            (self.source.start, self.source.end)
        }
    }
}

/// A place in the source of a file, of which the first line is enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    pub path: PathBuf,
    pub range: Range<usize>,
}

impl Files {
    /// Where a span stands, for whoever does not keep the files.
    pub fn placed(&self, span: Span) -> Option<Placed> {
        let (file, range) = self.source(span)?;
        let line = file.source.get(range.clone()).and_then(|it| it.find('\n')).map_or(range.end, |it| range.start + it);
        Some(Placed { path: file.path.clone(), range: range.start..line.max(range.start) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters() {
        let source = Str::from("a: é\n\nb: c");
        let file = File {
            sls: "a".into(),
            path: PathBuf::from("/a.sls"),
            rendered: source.clone(),
            source,
            origins: Arc::default(),
            holes: Arc::default(),
            lines: OnceLock::new(),
        };
        for (at, expected) in [(0, (1, 1)), (3, (1, 4)), (4, (1, 4)), (5, (1, 5)), (6, (2, 1)), (7, (3, 1)), (10, (3, 4)), (99, (3, 5))] {
            assert_eq!(file.position(at), expected, "{at}");
            assert_eq!(file.line(at), expected.0, "{at}");
        }
    }
}
