//! From findings to reports: comments that ignore, levels, excluded files. The one place for all of them, for the command and the editor
//! alike.

use std::path::Path;
use std::sync::Arc;

use settings::{Level, Settings};
use syntax::Severity;

use crate::registry::{Rule, codes};
use crate::{Code, Finding, Ignores};

/// Passes that looked for findings: one that did not run proves nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ran {
    /// Parser and validation alone.
    Syntax,
    #[default]
    All,
}

impl Ran {
    /// Whether it would have found this code.
    pub(crate) fn finds(self, code: Code) -> bool {
        match self {
            Ran::Syntax => code.rules.iter().any(|it| matches!(it, Rule::Syntax | Rule::Text(_) | Rule::Settings)),
            Ran::All => true,
        }
    }
}

/// One text whose findings are to be reported.
#[derive(Clone, Copy, Debug)]
pub struct Filter<'a> {
    /// The file as its findings name it.
    pub file: &'a Arc<str>,
    /// The absolute path, from which globs count.
    pub path: &'a Path,
    pub text: &'a str,
    pub ignores: &'a Ignores,
    pub settings: &'a Settings,
    pub ran: Ran,
}

/// Findings of one file to report: those that no comment ignores, with the levels of the settings, and comments that ignore nothing. In the
/// order of the text.
pub fn filter(findings: Vec<Finding>, context: &Filter<'_>) -> Vec<Finding> {
    if context.settings.is_excluded(context.path) {
        return Vec::new();
    }
    // Whatever its level, a finding that is ignored makes use of the comment.
    let mut reported: Vec<Finding> = findings.into_iter().filter(|it| !context.ignores.silences(it)).collect();
    reported.extend(context.ignores.unused(context.file, context.text, context.ran));
    reported.retain_mut(|it| set_level(it, context.settings, context.path));
    reported.sort_by_key(|it| it.range.start());
    reported
}

/// Returns whether a finding is an error of puppet-lint that counts as a warning, because no settings ask for lint.
pub fn is_lowered(finding: &Finding, settings: &Settings, path: &Path) -> bool {
    let is_error = finding.code.is_lint() && finding.severity == Severity::Error;
    is_error && !settings.has_lint_errors() && settings.level(path, finding.code.name).is_none()
}

/// Whether a finding is reported at all.
fn set_level(finding: &mut Finding, settings: &Settings, path: &Path) -> bool {
    // Where nobody sends legacy facts, their users get nothing; in data that is an empty text.
    let is_off = finding.code == codes::LEGACY_FACT && !settings.legacy_facts() && !analysis::is_input(path);
    // A finding of an evaluation has the level of its error.
    let is_met = finding.severity == Severity::Error && finding.code.rules.iter().any(|it| matches!(it, Rule::Text(_)));
    let of_code = || if is_off || is_met { Some(Level::Error) } else { finding.code.level };
    let Some(level) = settings.level(path, finding.code.name).or_else(of_code) else {
        if is_lowered(finding, settings, path) {
            finding.severity = Severity::Warning;
        }
        return true;
    };
    finding.severity = match level {
        Level::Error => Severity::Error,
        // What a later Puppet refuses stays known as such.
        Level::Warning if finding.severity == Severity::Deprecation => Severity::Deprecation,
        Level::Warning => Severity::Warning,
        Level::Hint => Severity::Hint,
        Level::Off => return false,
    };
    true
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use syntax::Dialect;

    use super::*;
    use crate::CheckOptions;

    fn reported(file: &str, text: &str, toml: &str, ran: Ran) -> Vec<Finding> {
        let dialect = Dialect::of_path(file);
        let path = Path::new("/site").join(file);
        let file: Arc<str> = Arc::from(file);
        let (layer, _) = settings::read(toml, Path::new("/site"), None);
        let found = crate::check(&file, text, &CheckOptions { dialect, ..CheckOptions::default() });
        let ignores = Ignores::in_text(text, dialect, false);
        let settings = Settings::new([Arc::new(layer)]);
        filter(found, &Filter { file: &file, path: &path, text, ignores: &ignores, settings: &settings, ran })
    }

    #[track_caller]
    fn check(file: &str, text: &str, toml: &str, expected: Expect) {
        let mut lines = String::new();
        for it in reported(file, text, toml, Ran::All) {
            let shown = text.get(std::ops::Range::<usize>::from(it.range)).expect("a place in the text");
            lines.push_str(&format!("{:?} {} {shown:?} {}\n", it.severity, it.code, it.message));
        }
        expected.assert_eq(&lines);
    }

    const TWICE: &str = "The key 'a' is declared more than once";

    #[test]
    fn nothing_is_ignored_without_a_comment() {
        assert_eq!(reported("a.pp", "$x = { a => 1, a => 2 }\n", "", Ran::All).first().map(|it| it.message.as_str()), Some(TWICE));
    }

    #[test]
    fn a_comment_at_the_end_of_the_line_ignores() {
        check("a.pp", "$x = { a => 1, a => 2 } # bunraku:ignore[duplicate-key]\n", "", expect![""]);
        check("a.pp", "$x = { a => 1, a => 2 } # bunraku:ignore\n", "", expect![""]);
        check(
            "a.pp",
            "$x = { a => 1, a => 2 } # bunraku:ignore[illegal-number, duplicate-key] on purpose\n",
            "",
            expect![[r#"
            Hint unused-ignore "illegal-number" this comment ignores nothing with the code `illegal-number`
        "#]],
        );
        check("a.pp", "$x = { a => 1, a => 2 } # lint:ignore:x # bunraku:ignore[duplicate-key]\n", "", expect![""]);
        check("a.pp", "$x = { a => 1, a => 2 } /* bunraku:ignore[duplicate-key] */\n", "", expect![""]);
    }

    #[test]
    fn a_comment_on_the_line_above_ignores() {
        check("a.pp", "# bunraku:ignore[duplicate-key]\n$x = { a => 1, a => 2 }\n", "", expect![""]);
        check("a.pp", "# bunraku:ignore[duplicate-key]\n# because\n\n$x = { a => 1, a => 2 }\n", "", expect![""]);
        check("a.pp", "$x = {\n  a => 1,\n  # bunraku:ignore\n  a => 2,\n}\n", "", expect![""]);
    }

    #[test]
    fn other_lines_and_codes_are_told() {
        check(
            "a.pp",
            "$x = {\n  a => 1, # bunraku:ignore[duplicate-key]\n  a => 2, # bunraku:ignore[syntax-error]\n}\n",
            "",
            expect![[r##"
                Hint unused-ignore "# bunraku:ignore[duplicate-key]" this comment ignores nothing
                Error duplicate-key "a" The key 'a' is declared more than once
                Hint unused-ignore "# bunraku:ignore[syntax-error]" this comment ignores nothing
            "##]],
        );
    }

    #[test]
    fn a_comment_at_the_top_ignores_in_the_whole_file() {
        check("a.pp", "# Notes.\n# bunraku:ignore-file[duplicate-key]\n\n$x = { a => 1, a => 2 }\n", "", expect![""]);
        check(
            "a.pp",
            "$x = { a => 1, a => 2 }\n# bunraku:ignore-file[duplicate-key]\n",
            "",
            expect![[r##"
            Error duplicate-key "a" The key 'a' is declared more than once
            Hint unused-ignore "# bunraku:ignore-file[duplicate-key]" `ignore-file` works only at the top of a file
        "##]],
        );
    }

    #[test]
    fn templates_have_comments_of_their_own() {
        check("a.epp", "<%# bunraku:ignore[duplicate-key] -%>\n<%= { a => 1, a => 2 } %>\n", "", expect![""]);
        check("a.epp", "<%= { a => 1, a => 2 } %> <%# bunraku:ignore[duplicate-key] %>\n", "", expect![""]);
        check("a.epp", "<%# bunraku:ignore-file[duplicate-key] %>\ntext\n<%= { a => 1, a => 2 } %>\n", "", expect![""]);
        check("a.epp", "<%= { a => 1, a => 2 } # bunraku:ignore[duplicate-key]\n%>\n", "", expect![""]);
    }

    #[test]
    fn a_text_is_no_comment() {
        check(
            "a.pp",
            "$x = { a => '# bunraku:ignore', a => 2 }\n",
            "",
            expect![[r#"
            Error duplicate-key "a" The key 'a' is declared more than once
        "#]],
        );
        check(
            "a.pp",
            "$x = { a => 1, a => 2 } # see `bunraku:ignore[x]`\n",
            "",
            expect![[r#"
            Error duplicate-key "a" The key 'a' is declared more than once
        "#]],
        );
        check(
            "a.pp",
            "$x = { a => 1, a => 2 } # bunraku:ignored\n",
            "",
            expect![[r#"
            Error duplicate-key "a" The key 'a' is declared more than once
        "#]],
        );
    }

    #[test]
    fn a_code_that_is_unknown_is_said() {
        check(
            "a.pp",
            "$x = 1 # bunraku:ignore[duplicate-keys]\n",
            "",
            expect![[r#"
            Hint unused-ignore "duplicate-keys" there is no code `duplicate-keys`
        "#]],
        );
    }

    #[test]
    fn what_did_not_run_is_not_judged() {
        let codes = |text: &str, ran| reported("a.pp", text, "", ran).len();
        assert_eq!(codes("$x = 1 # bunraku:ignore\n", Ran::Syntax), 0);
        assert_eq!(codes("$x = 1 # bunraku:ignore\n", Ran::All), 1);
        assert_eq!(codes("$x = 1 # bunraku:ignore[unused-ignore]\n", Ran::Syntax), 0);
        assert_eq!(codes("$x = 1 # bunraku:ignore[duplicate-key]\n", Ran::Syntax), 1);
        // Behind a syntax error nothing is validated.
        assert_eq!(codes("$x = # bunraku:ignore[duplicate-key]\n", Ran::All), 1);
    }

    /// A text after all fixes of its findings.
    #[track_caller]
    fn check_fix(file: &str, before: &str, after: &str) {
        let mut text = before.to_owned();
        let mut edits: Vec<_> = reported(file, before, "", Ran::All).into_iter().flat_map(|it| it.fixes).flat_map(|it| it.edits).collect();
        edits.sort_by_key(|it| std::cmp::Reverse(it.range.start()));
        for edit in edits {
            text.replace_range(std::ops::Range::<usize>::from(edit.range), &edit.text);
        }
        assert_eq!(text, after);
        assert_eq!(reported(file, &text, "", Ran::All), []);
    }

    #[test]
    fn a_comment_without_use_can_be_taken_out() {
        check_fix("a.pp", "$x = 1 # bunraku:ignore[duplicate-key]\n", "$x = 1\n");
        check_fix("a.pp", "  # bunraku:ignore[duplicate-key]\n$x = 1\n", "$x = 1\n");
        check_fix("a.pp", "$x = 1 # lint:ignore:x # bunraku:ignore\n", "$x = 1 # lint:ignore:x\n");
        check_fix("a.pp", "$x = 1 # bunraku:ignore[syntax-error] why # lint:ignore:x\n", "$x = 1 # lint:ignore:x\n");
        let twice = "$x = { a => 1, a => 2 }";
        let expected = format!("{twice} # bunraku:ignore[duplicate-key]\n");
        check_fix("a.pp", &format!("{twice} # bunraku:ignore[duplicate-key, illegal-number]\n"), &expected);
        check_fix("a.pp", &format!("{twice} # bunraku:ignore[illegal-number, duplicate-key]\n"), &expected);
        check_fix("a.pp", &format!("{twice} # bunraku:ignore[duplicate-keys]\n"), &expected);
        check_fix("a.epp", "a\n<%# bunraku:ignore[duplicate-key] %>\nb\n", "a\n\nb\n");
    }

    #[test]
    fn levels_are_those_of_the_settings() {
        let text = "$x = { a => 1, a => 2 }\n";
        let severity = |toml: &str| reported("spec/a.pp", text, toml, Ran::All).first().map(|it| it.severity);
        assert_eq!(severity(""), Some(Severity::Error));
        assert_eq!(severity("levels.duplicate-key = 'hint'"), Some(Severity::Hint));
        assert_eq!(severity("levels.duplicate-key = 'off'"), None);
        assert_eq!(severity("[[paths]]\nglob = 'spec'\nlevels.duplicate-key = 'warning'"), Some(Severity::Warning));
        assert_eq!(severity("[[paths]]\nglob = 'spec'\nexclude = true"), None);
        // A later Puppet refuses it: that stays to be seen.
        let deprecated = |toml: &str| reported("a.pp", "class plan { }\n", toml, Ran::All).first().map(|it| it.severity);
        assert_eq!(deprecated("levels.future-reserved-word = 'warning'"), Some(Severity::Deprecation));
        assert_eq!(deprecated("levels.future-reserved-word = 'error'"), Some(Severity::Error));
    }

    #[test]
    fn a_level_of_off_leaves_a_comment_its_use() {
        check("a.pp", "$x = { a => 1, a => 2 } # bunraku:ignore[duplicate-key]\n", "levels.duplicate-key = 'off'", expect![""]);
        check("a.pp", "$x = 1 # bunraku:ignore\n", "levels.unused-ignore = 'off'", expect![""]);
    }

    #[test]
    fn no_text_is_too_bad() {
        let sample =
            "# bunraku:ignore-file[é]\n$é # bunraku:ignore[, a,\n\u{feff}<%# bunraku:ignore %>/* bunraku:ignore[x\n]*/ # bunraku:ignore";
        for (at, _) in sample.char_indices() {
            for file in ["a.pp", "a.epp"] {
                reported(file, &sample[..at], "", Ran::All);
                reported(file, &sample[at..], "", Ran::All);
            }
        }
    }
}
