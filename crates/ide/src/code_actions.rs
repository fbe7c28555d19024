//! What can be done at a place: mend what is wrong, all of a kind, silence it by a comment, or write something otherwise.

use std::path::Path;

use analysis::{File, Snapshot, Systems};
use diagnostics::{Edit, Finding, Fix};
use syntax::TextRange;

/// Something that an editor offers to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeAction {
    /// What it does, as a person reads it in a menu.
    pub title: String,
    pub kind: ActionKind,
    pub edits: Vec<Edit>,
    /// The code and the place of the finding that it is about.
    pub finding: Option<(&'static str, TextRange)>,
    /// The one that most would choose.
    pub is_preferred: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    QuickFix,
    /// Something gets a name of its own.
    Extract,
    /// A name goes, and what it stood for comes in its place.
    Inline,
    /// The same, said in another way.
    Rewrite,
    /// It mends everything in the file that surely can be mended.
    FixAll,
}

/// What can be done at a range of a file.
pub fn code_actions(snapshot: Snapshot<'_>, file: File, range: TextRange) -> Vec<CodeAction> {
    let found = crate::diagnostics(snapshot, file, Systems::All);
    let mut actions = Vec::new();
    let mut offered: Vec<&'static str> = Vec::new();
    for finding in found.iter().filter(|it| it.range.intersect(range).is_some()) {
        let about = Some((finding.code, finding.range));
        for (number, fix) in finding.fixes.iter().enumerate() {
            let is_preferred = number == 0 && fix.sure;
            let action =
                CodeAction { title: fix.title.clone(), kind: ActionKind::QuickFix, edits: fix.edits.clone(), finding: about, is_preferred };
            actions.push(action);
        }
        if !offered.contains(&finding.code) {
            offered.push(finding.code);
            let alike = together(found.iter().filter(|it| it.code == finding.code));
            if let Some((edits, 2..)) = alike {
                let title = format!("Fix all `{}` in this file", finding.code);
                actions.push(CodeAction { title, kind: ActionKind::QuickFix, edits, finding: about, is_preferred: false });
            }
        }
        actions.extend(declare(snapshot, file, finding));
        actions.extend(ignore(snapshot, file, finding));
    }
    let assists = crate::assists::assists(snapshot, file, range);
    actions.extend(assists.into_iter().map(|it| CodeAction {
        title: it.title,
        kind: it.kind,
        edits: it.edits,
        finding: None,
        is_preferred: false,
    }));
    if let Some((edits, _)) = together(found.iter()) {
        let title = "Fix all that can surely be fixed".to_owned();
        actions.push(CodeAction { title, kind: ActionKind::FixAll, edits, finding: None, is_preferred: false });
    }
    actions
}

/// The sure fixes of findings, as far as they do not overlap, and how many they are.
fn together<'a>(findings: impl Iterator<Item = &'a Finding>) -> Option<(Vec<Edit>, usize)> {
    let mut edits: Vec<Edit> = Vec::new();
    let mut count = 0;
    for finding in findings {
        let is_own = |fix: &&Fix| fix.sure && fix.edits.iter().all(|it| it.file == finding.file);
        let Some(fix) = finding.fixes.iter().find(is_own) else { continue };
        if !fix.edits.iter().any(|it| diagnostics::overlaps(it, edits.iter())) {
            edits.extend(fix.edits.iter().cloned());
            count += 1;
        }
    }
    (count > 0).then_some((edits, count))
}

/// What declares a resource that is missing.
fn declare(snapshot: Snapshot<'_>, file: File, finding: &Finding) -> Option<CodeAction> {
    let (title, edit) = crate::assists::declare_missing(snapshot, file, finding)?;
    let about = Some((finding.code, finding.range));
    Some(CodeAction { title, kind: ActionKind::QuickFix, edits: vec![edit], finding: about, is_preferred: false })
}

/// Where it makes sense: what does not follow the grammar is not to be lived with, and settings have no such comments.
fn ignore(snapshot: Snapshot<'_>, file: File, finding: &Finding) -> Option<CodeAction> {
    let is_code = !analysis::is_input(Path::new(&*finding.file));
    if finding.code == "syntax-error" || finding.code == "unused-ignore" || !is_code {
        return None;
    }
    let tasks = snapshot.settings(file).tasks();
    let edit = diagnostics::ignore_edit(&snapshot.text(file), snapshot.dialect(file), tasks, finding)?;
    let title = format!("Ignore `{}` here with a comment", finding.code);
    let about = Some((finding.code, finding.range));
    Some(CodeAction { title, kind: ActionKind::QuickFix, edits: vec![edit], finding: about, is_preferred: false })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::tests::{cursor, with_file};

    /// The actions at the cursor, each with the text after it.
    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let (text, at) = cursor(text);
        let actions = with_file(&text, |snapshot, file| code_actions(snapshot, file, TextRange::empty(at)));
        let mut shown = String::new();
        for it in &actions {
            let edits: Vec<&Edit> = it.edits.iter().collect();
            shown.push_str(&format!("{:?}{} {}\n", it.kind, if it.is_preferred { "!" } else { "" }, it.title));
            shown.extend(diagnostics::apply(&text, &edits).lines().map(|line| format!("    {line}\n")));
        }
        expected.assert_eq(&shown);
    }

    #[test]
    fn nothing_is_offered_where_nothing_is_wrong() {
        check("$x$0 = 1\n", expect![""]);
        check("$x$0 = { a => 1,\na => 2 }\n", expect![""]);
    }

    #[test]
    fn a_finding_can_be_ignored() {
        check(
            "$x = { a => 1, $0a => 2 }\n",
            expect![[r#"
            QuickFix Ignore `duplicate-key` here with a comment
                $x = { a => 1, a => 2 } # bunraku:ignore[duplicate-key]
        "#]],
        );
    }

    #[test]
    fn what_has_a_fix_can_be_mended_alone_or_with_all_of_its_kind() {
        check(
            "$x = 1 # $0bunraku:ignore[duplicate-key]\n$y = 2 # bunraku:ignore[duplicate-key]\n",
            expect![[r#"
            QuickFix! Remove the comment
                $x = 1
                $y = 2 # bunraku:ignore[duplicate-key]
            QuickFix Fix all `unused-ignore` in this file
                $x = 1
                $y = 2
            FixAll Fix all that can surely be fixed
                $x = 1
                $y = 2
        "#]],
        );
    }
}
