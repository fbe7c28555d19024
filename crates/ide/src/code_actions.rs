//! Code actions at a place: fix one finding or all of a kind, silence one by a comment, or rewrite code.

use std::path::Path;

use analysis::{File, Snapshot, Systems};
use diagnostics::{Code, Edit, Finding, Fix, codes};
use syntax::TextRange;

/// Something that an editor offers to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeAction {
    /// Title in a menu.
    pub title: String,
    pub kind: ActionKind,
    pub edits: Vec<Edit>,
    /// The code and the place of the finding that it is about.
    pub finding: Option<(Code, TextRange)>,
    /// The one that most would choose.
    pub is_preferred: bool,
    /// A file that comes besides the edits.
    pub creates: Option<NewFile>,
}

impl CodeAction {
    /// Code action that fixes a finding, or several.
    fn fix(title: String, edits: Vec<Edit>, finding: Option<&Finding>) -> CodeAction {
        let finding = finding.map(|it| (it.code, it.range));
        CodeAction { title, kind: ActionKind::QuickFix, edits, finding, is_preferred: false, creates: None }
    }
}

/// A file that is not there yet, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFile {
    pub path: String,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    QuickFix,
    /// Something gets a name of its own.
    Extract,
    /// A name goes, and what it stood for comes in its place.
    Inline,
    /// The same in another form.
    Rewrite,
    /// It fixes everything in the file that can be fixed safely.
    FixAll,
}

/// Code actions at a range of a file, of the wanted kinds.
pub fn code_actions(snapshot: Snapshot<'_>, file: File, range: TextRange, is_wanted: impl Fn(ActionKind) -> bool) -> Vec<CodeAction> {
    let mut found = crate::diagnostics(snapshot, file, Systems::All);
    let mut actions = Vec::new();
    if is_wanted(ActionKind::QuickFix) {
        diagnostics::fix_lints(snapshot, file, &mut found, |it| it.range.intersect(range).is_some());
        actions.extend(quick_fixes(snapshot, file, range, &found));
    }
    let assists = crate::assists::assists(snapshot, file, range).into_iter().filter(|it| is_wanted(it.kind));
    // One of them is a fix: it adds the parameters that a declaration needs.
    let fixed_by = |kind: ActionKind| {
        let is_it = |it: &&Finding| it.code == codes::MISSING_PARAMETER && it.range.intersect(range).is_some();
        found.iter().find(is_it).filter(|_| kind == ActionKind::QuickFix)
    };
    actions.extend(assists.map(|it| CodeAction { kind: it.kind, ..CodeAction::fix(it.title, it.edits, fixed_by(it.kind)) }));
    if is_wanted(ActionKind::FixAll)
        && let Some(edits) = everything(snapshot, file, &found)
    {
        let title = "Apply all safe fixes".to_owned();
        actions.push(CodeAction { kind: ActionKind::FixAll, ..CodeAction::fix(title, edits, None) });
    }
    actions
}

/// Limit of the findings in one range that get actions: nobody reads a longer menu.
const MOST_FINDINGS: usize = 30;

/// Code actions for the findings of a file at a range.
fn quick_fixes(snapshot: Snapshot<'_>, file: File, range: TextRange, found: &[Finding]) -> Vec<CodeAction> {
    let mut actions = Vec::new();
    let mut offered: Vec<Code> = Vec::new();
    for finding in found.iter().filter(|it| it.range.intersect(range).is_some()).take(MOST_FINDINGS) {
        for (number, fix) in finding.fixes.iter().enumerate() {
            let is_preferred = number == 0 && fix.sure;
            actions.push(CodeAction { is_preferred, ..CodeAction::fix(fix.title.clone(), fix.edits.clone(), Some(finding)) });
        }
        if !offered.contains(&finding.code) {
            offered.push(finding.code);
            let alike: Vec<&Finding> = found.iter().filter(|it| it.code == finding.code).collect();
            if let (edits, 2..) = all_alike(snapshot, file, finding.code, &alike) {
                let title = format!("Fix all `{}` in this file", finding.code);
                actions.push(CodeAction::fix(title, edits, Some(finding)));
            }
        }
        actions.extend(declare(snapshot, file, finding));
        actions.extend(create(snapshot, file, finding));
        actions.extend(ignore(snapshot, file, finding));
    }
    actions
}

/// The fixes of all findings of one code, and how many they are.
fn all_alike(snapshot: Snapshot<'_>, file: File, code: Code, alike: &[&Finding]) -> (Vec<Edit>, usize) {
    match code.is_lint() {
        true if alike.len() > 1 => diagnostics::fix_all_lints(snapshot, file, alike, false),
        true => (Vec::new(), 0),
        false => combined_fixes(alike.iter().copied()),
    }
}

/// The sure fixes of all findings. Those of lint come last: where they overlap with others, the text is another one afterwards.
fn everything(snapshot: Snapshot<'_>, file: File, found: &[Finding]) -> Option<Vec<Edit>> {
    let (mut edits, _) = combined_fixes(found.iter().filter(|it| !it.code.is_lint()));
    let (of_lint, _) = diagnostics::fix_all_lints(snapshot, file, &found.iter().collect::<Vec<_>>(), true);
    for edit in of_lint {
        if !diagnostics::overlaps(&edit, edits.iter()) {
            edits.push(edit);
        }
    }
    (!edits.is_empty()).then_some(edits)
}

/// The sure fixes of findings, as far as they do not overlap, and how many they are.
fn combined_fixes<'a>(findings: impl Iterator<Item = &'a Finding>) -> (Vec<Edit>, usize) {
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
    (edits, count)
}

/// Code action that declares a missing resource.
fn declare(snapshot: Snapshot<'_>, file: File, finding: &Finding) -> Option<CodeAction> {
    let (title, edit) = crate::assists::declare_missing(snapshot, file, finding)?;
    Some(CodeAction::fix(title, vec![edit], Some(finding)))
}

/// A file with a definition that is missing.
fn create(snapshot: Snapshot<'_>, file: File, finding: &Finding) -> Option<CodeAction> {
    let (title, new) = crate::assists::create_definition(snapshot, file, finding)?;
    Some(CodeAction { creates: Some(new), ..CodeAction::fix(title, Vec::new(), Some(finding)) })
}

/// Where it makes sense: what does not follow the grammar is not to be lived with, and settings have no such comments.
fn ignore(snapshot: Snapshot<'_>, file: File, finding: &Finding) -> Option<CodeAction> {
    let is_code = !analysis::is_input(Path::new(&*finding.file));
    if [codes::SYNTAX_ERROR, codes::UNUSED_IGNORE].contains(&finding.code) || !is_code {
        return None;
    }
    let tasks = snapshot.tasks(file);
    let own = || diagnostics::ignore_edit(&snapshot.text(file), snapshot.dialect(file), tasks, finding).map(|it| vec![it]);
    // puppet-lint itself heeds its own comments alone.
    let of_lint = || diagnostics::lint_ignore_edits(snapshot, file, finding);
    let edits = if finding.code.is_lint() { of_lint().or_else(own)? } else { own()? };
    let title = format!("Ignore `{}` here with a comment", finding.code);
    Some(CodeAction::fix(title, edits, Some(finding)))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::tests::{cursor, with_file, with_lint};

    /// The actions at the cursor, each with the text after it.
    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let (text, at) = cursor(text);
        let actions = with_file(&text, |snapshot, file| code_actions(snapshot, file, TextRange::empty(at), |_| true));
        expected.assert_eq(&show(&text, actions.iter()));
    }

    /// Those that are about findings, where lint is not left out.
    #[track_caller]
    fn check_lint(text: &str, expected: Expect) {
        let (text, at) = cursor(text);
        let actions = with_lint(&text, |snapshot, file| code_actions(snapshot, file, TextRange::empty(at), |_| true));
        let is_meant = |it: &&CodeAction| it.finding.is_some() || it.kind == ActionKind::FixAll;
        expected.assert_eq(&show(&text, actions.iter().filter(is_meant)));
    }

    fn show<'a>(text: &str, actions: impl Iterator<Item = &'a CodeAction>) -> String {
        let mut shown = String::new();
        for it in actions {
            let edits: Vec<&Edit> = it.edits.iter().collect();
            shown.push_str(&format!("{:?}{} {}\n", it.kind, if it.is_preferred { "!" } else { "" }, it.title));
            shown.extend(diagnostics::apply(text, &edits).lines().map(|line| format!("    {line}\n")));
        }
        shown
    }

    /// The text of the edit that changes a misspelt word of an SLS file at the cursor.
    #[track_caller]
    fn check_meant(text: &str, expected: Option<&str>) {
        let tree = "#- /s/top.sls\nbase:\n  '*':\n    - web\n#- /s/web/nginx.sls\nb: test.nop\n#- /s/web/nginx.conf\nx\n";
        let found = crate::tests::fixture(&format!("{tree}#- /s/web/init.sls\n{text}")).ask(|snapshot, file, offset| {
            let all = code_actions(snapshot, file, TextRange::empty(offset), |it| it == ActionKind::QuickFix);
            let edit = all.into_iter().find(|it| it.title.starts_with("Change to"))?.edits.into_iter().next()?;
            Some(format!("{} {}", &snapshot.text(file)[edit.range], edit.text))
        });
        assert_eq!(found.as_deref(), expected, "{text}");
    }

    #[test]
    fn files_of_states_offer_what_is_meant() {
        check_meant("include:\n  - .ngn$0ix\n", Some(".ngnix .nginx"));
        check_meant("include:\n  - web.ngn$0ix\n", Some("web.ngnix web.nginx"));
        check_meant("include:\n  - web.unl$0ike\n", None);
        check_meant("a:\n  pkg.instal$0ed: []\n", Some("pkg.instaled pkg.installed"));
        check_meant("a:\n  file.managed:\n    - surc$0e: /a\n", Some("surce source"));
        let states = "a: test.nop\n/etc/x/one: file.directory\nb:\n  test.nop:\n    - require:\n      - ";
        check_meant(&format!("{states}file: /etc/x/on$0\n"), Some("/etc/x/on /etc/x/one"));
        check_meant(&format!("{states}'/etc/x/on$0'\n"), Some("/etc/x/on /etc/x/one"));
        check_meant(&format!("{states}test: /etc/x/on$0e\n"), None);
        check_meant("extend:\n  state$0e:\n    test: [order: 1]\nstates: test.nop\n", Some("statee states"));
        let conf = "salt://web/ngnix.conf salt://web/nginx.conf";
        check_meant("a:\n  file.managed:\n    - source: salt://web/ngn$0ix.conf\n", Some(conf));
    }

    /// The text after the change that includes a file with the state at the cursor.
    #[track_caller]
    fn check_included(text: &str, expected: &str) {
        let tree = "#- /s/bunraku.toml\n[[salt_targets]]\nid = 'a'\n#- /s/top.sls\nbase:\n  '*':\n    - web\n\
                    #- /s/tools/init.sls\nreload:\n  cmd.run: []\n";
        let found = crate::tests::fixture(&format!("{tree}#- /s/web.sls\n{text}")).ask(|snapshot, file, offset| {
            let all = code_actions(snapshot, file, TextRange::empty(offset), |it| it == ActionKind::QuickFix);
            let action = all.into_iter().find(|it| it.title.starts_with("Include"))?;
            let edits: Vec<&Edit> = action.edits.iter().collect();
            Some((action.title, diagnostics::apply(&snapshot.text(file), &edits)))
        });
        assert_eq!(found, Some(("Include `tools`".to_owned(), expected.to_owned())), "{text}");
    }

    #[test]
    fn a_file_with_the_state_that_is_missing_can_be_included() {
        let state = "web:\n  test.nop:\n    - require:\n      - cmd: reload\n";
        let list = "include:\n  - tools\n";
        check_included(&state.replace("reload", "rel$0oad"), &format!("{list}\n{state}"));
        let by_file = state.replace("cmd: reload", "sls: tools");
        check_included(&by_file.replace("tools", "to$0ols"), &format!("{list}\n{by_file}"));
        check_included(&format!("include: []\n{}", state.replace("reload", "rel$0oad")), &format!("include: [tools]\n{state}"));
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
    fn parameters_that_are_missing_are_added_where_that_is_told() {
        let (text, at) = cursor("define a(Integer[1] $b) { }\n$0a { 't': }\n");
        let actions = with_file(&text, |snapshot, file| code_actions(snapshot, file, TextRange::empty(at), |_| true));
        let add = actions.iter().find(|it| it.title == "Add the parameter `b`").expect("it is offered");
        assert_eq!(add.finding.map(|it| (it.0.name, &text[it.1])), Some(("missing-parameter", "a { 't'")));
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
            FixAll Apply all safe fixes
                $x = 1
                $y = 2
        "#]],
        );
    }

    #[test]
    fn what_lint_finds_is_mended_as_puppet_lint_does_it() {
        check_lint(
            "$x = [\"$0a\",\n  'b',] # bunraku:ignore[duplicate-key]\n$y = \"b\" \n",
            expect![[r#"
                QuickFix! Fix `double_quoted_strings` as puppet-lint does
                    $x = ['a',
                      'b',] # bunraku:ignore[duplicate-key]
                    $y = "b" 
                QuickFix Fix all `double_quoted_strings` in this file
                    $x = ['a',
                      'b',] # bunraku:ignore[duplicate-key]
                    $y = 'b' 
                QuickFix Ignore `double_quoted_strings` here with a comment
                    $x = ["a", # lint:ignore:double_quoted_strings
                      'b',] # bunraku:ignore[duplicate-key]
                    $y = "b" 
                FixAll Apply all safe fixes
                    $x = ['a',
                      'b',]
                    $y = 'b'
            "#]],
        );
    }
}
