//! Findings of lint's layout checks in a formatted manifest.

use std::collections::BTreeMap;
use std::fmt;

use lint::{Configuration, Source};

/// Each check, how often it finds something in the installed modules and the repository that the formatter leaves, and why.
const CHECKS: [(&str, usize, &str); 29] = [
    ("arrow_alignment", 0, ""),
    ("2sp_soft_tabs", 0, ""),
    ("hard_tabs", 0, ""),
    ("trailing_whitespace", 0, ""),
    ("space_before_arrow", 0, ""),
    ("arrow_on_right_operand_line", 0, ""),
    ("140chars", 200, "a comment, a string or a regular expression is longer than a line"),
    ("trailing_newline", 0, ""),
    ("trailing_comma", 4, "a body on one line ends without a comma where others stand before it"),
    ("strict_indent", 274, "operands, titles and strings of several lines are further in here than there"),
    ("class_equals_alignment", 880, "defaults stand in a column only where the author put them there"),
    ("class_params_alignment", 1722, "names stand in a column only where the author put them there"),
    ("class_params_newline", 0, ""),
    ("manifest_whitespace_opening_brace_before", 0, ""),
    ("manifest_whitespace_opening_brace_after", 0, ""),
    ("manifest_whitespace_closing_brace_before", 0, ""),
    ("manifest_whitespace_closing_brace_after", 0, ""),
    ("manifest_whitespace_arrows_single_space_after", 0, ""),
    ("manifest_whitespace_opening_bracket_before", 3, "an array begins a line behind a long `=`; strings are copied"),
    ("manifest_whitespace_opening_bracket_after", 1, "a comment stands behind the bracket"),
    ("manifest_whitespace_closing_bracket_before", 0, ""),
    ("manifest_whitespace_closing_bracket_after", 0, ""),
    ("manifest_whitespace_two_empty_lines", 0, ""),
    ("manifest_whitespace_newline_beginning_of_file", 0, ""),
    ("manifest_whitespace_missing_newline_end_of_file", 0, ""),
    ("manifest_whitespace_double_newline_end_of_file", 0, ""),
    ("manifest_whitespace_inherits_name_single_space_before", 0, ""),
    ("manifest_whitespace_class_name_single_space_before", 0, ""),
    ("manifest_whitespace_class_name_single_space_after", 0, ""),
];

/// For each check what it finds.
#[derive(Default)]
pub struct Layout {
    found: BTreeMap<&'static str, Vec<String>>,
}

impl Layout {
    pub fn look(&mut self, path: &str, text: &str) {
        let mut configuration = Configuration::default();
        configuration.enable_only(&CHECKS.map(|it| it.0));
        let lines: Vec<&str> = text.lines().collect();
        for problem in lint::lint(Source { text, path, full_path: path }, &configuration).problems {
            let line = lines.get(problem.line.saturating_sub(1) as usize).copied().unwrap_or("");
            let message = format!("{path}:{}:{}: {}\n    {line}", problem.line, problem.column, problem.message);
            self.found.entry(problem.check).or_default().push(message);
        }
    }

    fn texts(&self, check: &str) -> &[String] {
        self.found.get(check).map_or(&[], Vec::as_slice)
    }

    /// Findings that are more frequent than is known.
    pub fn complaints(&self) -> Vec<String> {
        let more = CHECKS.iter().filter(|(check, known, _)| self.texts(check).len() > *known);
        more.map(|(check, known, _)| format!("--- {check}: more than {known}\n{}", self.texts(check).join("\n"))).collect()
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (check, _, reason) in CHECKS {
            let reason = if reason.is_empty() { String::new() } else { format!(": {reason}") };
            writeln!(f, "  {check} finds {}{reason}", self.texts(check).len())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_badly_laid_out_is_found_by_a_check_that_there_is() {
        let mut layout = Layout::default();
        layout.look("a/manifests/init.pp", "class a{\n\tfile { 'b': ensure=>file, mode => '0644' }\n}\n\n");
        assert!(layout.found.contains_key("hard_tabs"), "{layout}");
        assert!(!layout.complaints().is_empty());
        let mut configuration = Configuration::default();
        assert!(CHECKS.iter().all(|it| configuration.set(it.0, true)), "there is no check of that name");
    }
}
