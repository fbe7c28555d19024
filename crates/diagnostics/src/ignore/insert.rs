//! Where a comment that silences a finding can be put.

use std::ops::Range;

use syntax::{Dialect, TextRange, TextSize};

use super::{Ignores, lines};
use crate::{Edit, Finding};

/// The change that silences a finding by a comment; nothing where no comment would, as inside of a text over several lines.
///
/// The comment comes to the end of the line, into one that is there already, or else to the line above.
pub fn ignore_edit(text: &str, dialect: Dialect, tasks: bool, finding: &Finding) -> Option<Edit> {
    let line = lines::line_at(text, usize::from(finding.range.start()).min(text.len()));
    let shown = text.get(line.clone())?;
    let end = line.start + shown.trim_end().len();
    let indent = shown.get(..shown.len() - shown.trim_start().len())?;
    let newline = if shown.ends_with('\r') { "\r\n" } else { "\n" };
    let code = finding.code;

    let mut candidates: Vec<(Range<usize>, String)> = Vec::new();
    if let Some(codes) = listed(shown) {
        let at = line.start + codes.end;
        let comma = if codes.is_empty() { "" } else { ", " };
        candidates.push((at..at, format!("{comma}{code}")));
    }
    candidates.push((end..end, format!(" # bunraku:ignore[{code}]")));
    candidates.push((line.start..line.start, format!("{indent}# bunraku:ignore[{code}]{newline}")));
    if dialect == Dialect::Epp {
        // The line itself is not rendered.
        candidates.push((line.start..line.start, format!("<%# bunraku:ignore[{code}] -%>{newline}")));
    }
    // Only the parser knows whether there is a comment at a place: so each is tried.
    candidates.into_iter().find_map(|(range, insert)| {
        let range = TextRange::new(TextSize::try_from(range.start).ok()?, TextSize::try_from(range.end).ok()?);
        let edit = Edit { file: finding.file.clone(), range, text: insert };
        works(text, dialect, tasks, finding, &edit).then_some(edit)
    })
}

/// The place of the codes in a comment of ours at the end of a line.
fn listed(line: &str) -> Option<Range<usize>> {
    let mark = "# bunraku:ignore[";
    let start = line.rfind(mark)? + mark.len();
    let length = line.get(start..)?.find(']')?;
    Some(start..start + length)
}

/// Whether the finding is silenced, and nothing else has become of the text.
fn works(text: &str, dialect: Dialect, tasks: bool, finding: &Finding, edit: &Edit) -> bool {
    let at = usize::from(edit.range.start());
    let (Some(before), Some(after)) = (text.get(..at), text.get(at..)) else { return false };
    let changed = [before, &edit.text, after].concat();
    let parse = |text: &str| syntax::parse(text, syntax::ParseOptions { dialect, tasks });
    let (old, new) = (parse(text), parse(&changed));
    let mut moved = finding.clone();
    if finding.range.start() >= edit.range.start() {
        let Some(range) = finding.range.checked_add(TextSize::of(&*edit.text)) else { return false };
        moved.range = range;
    }
    old.problems().len() == new.problems().len() && Ignores::new(&changed, &new).silences(&moved)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::CheckOptions;

    /// The text after the first finding is silenced.
    #[track_caller]
    fn check(file: &str, before: &str, after: Option<&str>) {
        let dialect = Dialect::of_path(file);
        let found = crate::check(&Arc::from(file), before, &CheckOptions { dialect, ..CheckOptions::default() });
        let ignores = Ignores::in_text(before, dialect, false);
        let finding = found.iter().find(|it| !ignores.silences(it)).expect("a finding");
        let changed = ignore_edit(before, dialect, false, finding).map(|edit| {
            let mut text = before.to_owned();
            text.replace_range(Range::<usize>::from(edit.range), &edit.text);
            text
        });
        assert_eq!(changed.as_deref(), after);
    }

    #[test]
    fn the_comment_comes_to_the_end_of_the_line() {
        check("a.pp", "$x = { a => 1, a => 2 }\n", Some("$x = { a => 1, a => 2 } # bunraku:ignore[duplicate-key]\n"));
        check("a.pp", "$x = { a => 1, a => 2 }  \r\n", Some("$x = { a => 1, a => 2 } # bunraku:ignore[duplicate-key]  \r\n"));
        check("a.pp", "$x = { a => 1, a => 2 } # why\n", Some("$x = { a => 1, a => 2 } # why # bunraku:ignore[duplicate-key]\n"));
    }

    #[test]
    fn a_comment_that_is_there_is_used() {
        check(
            "a.pp",
            "$x = { a => 1, a => 2 } # bunraku:ignore[syntax-error] why\n",
            Some("$x = { a => 1, a => 2 } # bunraku:ignore[syntax-error, duplicate-key] why\n"),
        );
    }

    #[test]
    fn where_the_end_of_the_line_is_text_the_line_above_will_do() {
        check(
            "a.pp",
            "class a {\n  $x = { a => 1, a => 'b\n  c' }\n}\n",
            Some("class a {\n  # bunraku:ignore[duplicate-key]\n  $x = { a => 1, a => 'b\n  c' }\n}\n"),
        );
        check("a.pp", "$y = 'x\n', { a => 1, a => 'b\n  c' }\n", None);
    }

    #[test]
    fn a_template_renders_the_same() {
        check("a.epp", "a\n<%= { a => 1, a => 2 } %>\n", Some("a\n<%# bunraku:ignore[duplicate-key] -%>\n<%= { a => 1, a => 2 } %>\n"));
        check("a.epp", "<%=\n{ a => 1, a => 2 }\n%>\n", Some("<%=\n{ a => 1, a => 2 } # bunraku:ignore[duplicate-key]\n%>\n"));
    }
}
