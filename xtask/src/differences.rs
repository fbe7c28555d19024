//! The differences from Puppet that are known and meant. Each has its reason; one that is gone must leave the list.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use crate::compare::Aspect;
use crate::recordings;

#[derive(Debug, Deserialize)]
struct Row {
    case: String,
    aspect: Aspect,
    reason: String,
}

/// The reasons by case and aspect.
pub type Listed = BTreeMap<(String, Aspect), String>;

const LIST: &str = "tests/differences.jsonl";
const PAGE: &str = "docs/differences.md";
const BEGIN: &str = "<!-- rows: written by `cargo xtask truth --all` from tests/differences.jsonl -->\n";
const END: &str = "<!-- end of rows -->\n";

pub fn read(root: &Path) -> Result<Listed, String> {
    let text = std::fs::read_to_string(root.join(LIST)).map_err(|e| format!("{LIST}: {e}"))?;
    parse(&text)
}

fn parse(text: &str) -> Result<Listed, String> {
    let mut listed = Listed::new();
    for (number, line) in text.lines().enumerate() {
        let row: Row = serde_json::from_str(line).map_err(|e| format!("{LIST}:{}: {e}", number + 1))?;
        if row.reason.trim().is_empty() {
            return Err(format!("{LIST}:{}: a difference without a reason", number + 1));
        }
        if listed.insert((row.case, row.aspect), row.reason).is_some() {
            return Err(format!("{LIST}:{}: listed twice", number + 1));
        }
    }
    Ok(listed)
}

/// Brings the table of the page up to date.
pub fn write_page(root: &Path, listed: &Listed) -> Result<(), String> {
    let path = root.join(PAGE);
    let page = std::fs::read_to_string(&path).map_err(|e| format!("{PAGE}: {e}"))?;
    recordings::replace(&path, &with_rows(&page, listed)?)
}

/// The page's table says what the list says.
pub fn page_is_current(root: &Path) -> Result<bool, String> {
    let page = std::fs::read_to_string(root.join(PAGE)).map_err(|e| format!("{PAGE}: {e}"))?;
    Ok(with_rows(&page, &read(root)?)? == page)
}

fn with_rows(page: &str, listed: &Listed) -> Result<String, String> {
    let lost = || format!("{PAGE} has lost its marks");
    let (before, rest) = page.split_once(BEGIN).ok_or_else(lost)?;
    let (_, after) = rest.split_once(END).ok_or_else(lost)?;
    let mut rows = String::new();
    if listed.is_empty() {
        rows.push_str("\nNone at present.\n\n");
    } else {
        rows.push_str("\n| case | differs in | reason |\n|---|---|---|\n");
        for ((case, aspect), reason) in listed {
            rows.push_str(&format!("| `{case}` | {aspect} | {} |\n", reason.replace('|', "\\|")));
        }
        rows.push('\n');
    }
    Ok(format!("{before}{BEGIN}{rows}{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_needs_a_reason_and_comes_once() {
        let row = r#"{"case":"a/b","aspect":"first","reason":"why"}"#;
        assert_eq!(parse(row).map(|l| l.len()), Ok(1));
        assert!(parse(&format!("{row}\n{row}")).is_err());
        assert!(parse(r#"{"case":"a/b","aspect":"first","reason":" "}"#).is_err());
        assert!(parse(r#"{"case":"a/b","aspect":"nothing","reason":"why"}"#).is_err());
    }

    #[test]
    fn the_table_replaces_what_was_between_the_marks() {
        let page = format!("Intro.\n{BEGIN}old\n{END}After.\n");
        let listed = parse(r#"{"case":"a/b","aspect":"first","reason":"x | y"}"#).unwrap_or_default();
        let new = with_rows(&page, &listed).unwrap_or_default();
        assert!(new.contains("| `a/b` | first | x \\| y |") && !new.contains("old") && new.ends_with("After.\n"), "{new}");
        assert_eq!(with_rows(&new, &listed), Ok(new));
        assert!(with_rows("no marks", &listed).is_err());
    }
}
