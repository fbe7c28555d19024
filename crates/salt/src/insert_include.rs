//! The text that makes a file include another one.

use crate::masked::text::{ALWAYS, Masked};
use crate::outline::{Outline, Word};

/// A text to add at a byte of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insertion {
    pub at: usize,
    pub text: String,
}

/// Returns what adds an SLS file to the `include` of a text, before all others; nothing where that depends on a condition.
pub fn insert_include(source: &str, sls: &str) -> Option<Insertion> {
    let outline = Outline::read(source);
    let key = outline.children(None).find(|it| outline.key(it.0) == Some("include"));
    if outline.includes().iter().any(|it| **it == *sls) {
        return None;
    }
    let found = match key {
        None => Insertion { at: after_head(source), text: format!("include:\n  - {sls}\n\n") },
        Some((number, node)) if is_certain(source, node.range.start) => match &node.value {
            Some(list) => in_brackets(list, sls)?,
            None => {
                let item = outline.children(Some(number)).next()?.1;
                let at = line_after(source, node.range.start)?;
                Insertion { at, text: format!("{}- {sls}\n", " ".repeat(item.indent)) }
            }
        },
        Some(_) => return None,
    };
    let new = format!("{}{}{}", source.get(..found.at)?, found.text, source.get(found.at..)?);
    Outline::read(&new).includes().iter().any(|it| **it == *sls).then_some(found)
}

/// The place after the renderer and a comment about the whole file.
fn after_head(source: &str) -> usize {
    let comments: usize = source.split_inclusive('\n').take_while(|it| it.starts_with('#')).map(str::len).sum();
    match source.get(comments..).and_then(|it| it.split_inclusive('\n').next()) {
        Some(line) if comments > 0 && line.trim().is_empty() => comments + line.len(),
        // A comment of the first state belongs to it.
        _ if source.starts_with("#!") => line_after(source, 0).unwrap_or(0),
        _ => 0,
    }
}

fn in_brackets(list: &Word, sls: &str) -> Option<Insertion> {
    let rest = list.text.strip_prefix('[')?;
    let separator = if rest.trim_start().starts_with(']') { "" } else { ", " };
    Some(Insertion { at: list.range.start + 1, text: format!("{sls}{separator}") })
}

fn line_after(source: &str, at: usize) -> Option<usize> {
    source.get(at..)?.find('\n').map(|it| at + it + 1)
}

/// Whether a key at a byte is outside of all conditions and loops of Jinja.
fn is_certain(source: &str, at: usize) -> bool {
    let Some(masked) = Masked::read(source) else { return false };
    let length = "include".len();
    let mut keys = masked.text.match_indices("include").filter_map(|it| masked.literal(&(it.0..it.0 + length)));
    keys.any(|it| it.range.start == at && it.branch == ALWAYS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, expected: Option<&str>) {
        let new = insert_include(source, "web.nginx").map(|it| format!("{}{}{}", &source[..it.at], it.text, &source[it.at..]));
        assert_eq!(new.as_deref(), expected, "{source}");
    }

    #[test]
    fn a_file_without_includes_gets_a_list() {
        let list = "include:\n  - web.nginx\n\n";
        let state = "a:\n  test.nop: []\n";
        check(state, Some(&format!("{list}{state}")));
        check(&format!("#!jinja|yaml\n{state}"), Some(&format!("#!jinja|yaml\n{list}{state}")));
        // A comment about the file stays first, and one about the first state stays with it.
        check(&format!("# Web.\n\n{state}"), Some(&format!("# Web.\n\n{list}{state}")));
        check(&format!("# The first.\n{state}"), Some(&format!("{list}# The first.\n{state}")));
        check(&format!("#!yaml\n# The first.\n{state}"), Some(&format!("#!yaml\n{list}# The first.\n{state}")));
        check(&format!("{{% set x = 1 %}}\n{state}"), Some(&format!("{list}{{% set x = 1 %}}\n{state}")));
    }

    #[test]
    fn a_list_gets_an_item() {
        check("include:\n  - a\nb:\n  test.nop: []\n", Some("include:\n  - web.nginx\n  - a\nb:\n  test.nop: []\n"));
        check("x: test.nop\ninclude:\n- a\n", Some("x: test.nop\ninclude:\n- web.nginx\n- a\n"));
        check("include: [a, b]\n", Some("include: [web.nginx, a, b]\n"));
        check("include: []\n", Some("include: [web.nginx]\n"));
        let condition = "{% if x %}\n  - a\n{% endif %}\n";
        check(&format!("include:\n{condition}"), Some(&format!("include:\n  - web.nginx\n{condition}")));
    }

    #[test]
    fn an_include_on_a_condition_is_left_alone() {
        check("{% if x %}\ninclude:\n  - a\n{% endif %}\n", None);
        check("include: {{ all }}\n", None);
        // It is there, and an `exclude` takes the state out.
        check("include:\n  - web.nginx\n", None);
        check("include:\n", None);
        check("{% if %}\ninclude:\n  - a\n", None);
    }
}
