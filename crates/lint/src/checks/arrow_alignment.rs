//! Arrows of a resource or hash that do not stand below each other.

use crate::Edit;
use crate::check::{Check, Found};
use crate::data::{Data, Resource};
use crate::token::{Id, Kind, Token};

pub const CHECK: Check = Check {
    name: "arrow_alignment",
    description: Some(
        "Check the manifest tokens for any arrows (=>) in a grouping ({}) that are not aligned with other arrows in that grouping.",
    ),
    help: Some("https://puppet.com/docs/puppet/latest/style_guide.html#spacing-indentation-and-whitespace"),
    by_default: true,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for resource in data.resources() {
        let mut arrows = resource.tokens.clone().filter(|id| data.token(*id).kind == Kind::FArrow);
        let Some(first) = arrows.next() else { continue };
        if let Some(last) = arrows.last()
            && data.token(first).line != data.token(last).line
        {
            // An unknown token ends the resource.
            let _ = Levels::default().go(data, resource, found);
        }
    }
}

/// State of each depth of braces.
struct Levels {
    /// Below zero it counts from the end.
    level: i64,
    /// The column in which the arrows should be.
    columns: Vec<i64>,
    arrows: Vec<Vec<Id>>,
    /// The column of the first name.
    names: Vec<Option<i64>>,
}

impl Default for Levels {
    fn default() -> Self {
        Self { level: 0, columns: vec![0], arrows: vec![Vec::new()], names: vec![None] }
    }
}

impl Levels {
    fn go(&mut self, data: &Data<'_>, resource: &Resource, found: &mut Found<'_>) -> Option<()> {
        for id in resource.tokens.clone() {
            match data.token(id).kind {
                Kind::FArrow => self.arrow(data, id)?,
                Kind::LBrace => {
                    self.level += 1;
                    self.columns.push(0);
                    self.names.push(None);
                    if let Ok(level) = usize::try_from(self.level)
                        && self.arrows.len() <= level
                    {
                        self.arrows.resize(level + 1, Vec::new());
                    }
                }
                Kind::RBrace | Kind::Semic => self.close(data, found)?,
                _ => {}
            }
        }
        Some(())
    }

    fn arrow(&mut self, data: &Data<'_>, arrow: Id) -> Option<()> {
        let name = data.prev_code(arrow)?;
        let token = data.token(name);
        let (mut begin, mut length) = (name, 0);
        if token.kind == Kind::DqPost {
            while data.token(begin).kind != Kind::DqPre {
                length += data.written_len(begin);
                begin = data.prev(begin)?;
            }
        }
        length += data.written_len(begin);
        let names = at(&mut self.names, self.level)?;
        let first = *names.get_or_insert(i64::from(data.token(begin).column));
        let arrows = at(&mut self.arrows, self.level)?;
        let column = if arrows.iter().any(|other| data.token(*other).line == data.token(arrow).line) {
            first + length as i64 + 1
        } else {
            i64::from(token.column) + data.written_len(name) as i64 + 1
        };
        arrows.push(arrow);
        let most = at(&mut self.columns, self.level)?;
        *most = column.max(*most);
        Some(())
    }

    fn close(&mut self, data: &Data<'_>, found: &mut Found<'_>) -> Option<()> {
        let column = std::mem::take(at(&mut self.columns, self.level)?);
        let arrows = std::mem::take(at(&mut self.arrows, self.level)?);
        let first_name = at(&mut self.names, self.level)?.take();
        self.level -= 1;
        let line = |id: Id| data.token(id).line;
        let Some(&first) = arrows.first() else { return Some(()) };
        if arrows.iter().all(|id| line(*id) == line(first)) {
            return Some(());
        }
        let mut before = None;
        for arrow in arrows {
            let shares_line = before.replace(line(arrow)) == Some(line(arrow));
            let found_in = i64::from(data.token(arrow).column);
            if found_in == column {
                continue;
            }
            let new_line = shares_line.then(|| first_name.unwrap_or(1) - 1);
            let message =
                format!("indentation of => is not properly aligned (expected in column {column}, but found it in column {found_in})");
            found.warning(data, arrow, message).fix(move |edit| match new_line {
                Some(indent) => break_line(edit, arrow, column, indent),
                None => align(edit, arrow, column - found_in),
            });
        }
        Some(())
    }
}

/// Element at an index; below zero it counts from the end.
fn at<T>(values: &mut [T], index: i64) -> Option<&mut T> {
    let index = if index < 0 { index + values.len() as i64 } else { index };
    values.get_mut(usize::try_from(index).ok()?)
}

/// Gives the name before an arrow a line of its own.
fn break_line(edit: &mut Edit<'_>, arrow: Id, column: i64, indent: i64) -> Option<()> {
    let name = edit.prev_code(arrow)?;
    let space = edit.prev(name)?;
    let index = edit.index(space)?;
    edit.put(index, Token::new(Kind::Newline, "\n"));
    edit.set_kind(space, Kind::Indent)?;
    edit.set_value(space, " ".repeat(usize::try_from(indent).unwrap_or(0)))?;
    let start = edit.prev_of(arrow, &[Kind::Indent, Kind::Newline]).and_then(|id| edit.index(id))?;
    let end = edit.index(name)?;
    let mut length = 0;
    for id in edit.order().get(start..=end).unwrap_or_default() {
        length += edit.written_len(*id)? as i64;
    }
    set_space(edit, arrow, column - length - 1)
}

fn align(edit: &mut Edit<'_>, arrow: Id, by: i64) -> Option<()> {
    let space = edit.prev(arrow)?;
    let now = if edit.kind(space) == Some(Kind::Whitespace) { edit.written_len(space)? } else { 0 };
    set_space(edit, arrow, now as i64 + by)
}

fn set_space(edit: &mut Edit<'_>, arrow: Id, length: i64) -> Option<()> {
    let spaces = " ".repeat(usize::try_from(length).ok()?);
    let before = edit.prev(arrow)?;
    if edit.kind(before) == Some(Kind::Whitespace) {
        return edit.set_value(before, spaces);
    }
    let index = edit.index(before)?;
    edit.put(index + 1, Token::new(Kind::Whitespace, spaces));
    Some(())
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn arrows_stand_below_each_other() {
        let text = "file { '/a':\n  ensure => file,\n  mode => '0644',\n  owner    => { 'a' => 1,\n    'bcd' => 2 },\n}\n";
        check(
            "arrow_alignment",
            text,
            expect![[r#"
            5:11: warning: indentation of => is not properly aligned (expected in column 21, but found it in column 11)
            3:8: warning: indentation of => is not properly aligned (expected in column 10, but found it in column 8)
            4:12: warning: indentation of => is not properly aligned (expected in column 10, but found it in column 12)
        "#]],
        );
        fixes(
            "arrow_alignment",
            text,
            "file { '/a':\n  ensure => file,\n  mode   => '0644',\n  owner  => { 'a' => 1,\n    'bcd'           => 2 },\n}\n",
        );
    }

    #[test]
    fn two_on_a_line_become_two_lines() {
        let text = "file { '/a':\n  ensure => file, mode => '0644',\n  owner  => 'root',\n}\n";
        check(
            "arrow_alignment",
            text,
            expect![[r#"
            2:24: warning: indentation of => is not properly aligned (expected in column 10, but found it in column 24)
        "#]],
        );
        fixes("arrow_alignment", text, "file { '/a':\n  ensure => file,\n  mode   => '0644',\n  owner  => 'root',\n}\n");
    }
}
