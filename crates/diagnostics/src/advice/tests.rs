//! Findings of texts, drawn with the ranges underlined.

use std::sync::Arc;

use expect_test::Expect;
use syntax::{Dialect, ParseOptions};

use super::Text;

/// The findings of one code. Fixes are shown as the lines that they change.
#[track_caller]
pub fn check(code: &str, text: &str, expected: Expect) {
    let text = text.trim_start_matches('\n');
    let options = ParseOptions { dialect: Dialect::Manifest, tasks: false };
    let (model, problems) = syntax::parse_model(text, options);
    assert!(problems.is_empty(), "{problems:?}");
    let mut drawn = String::new();
    for finding in super::find_all(&Arc::from("a.pp"), &Text::new(text, options, Arc::new(model))).iter().filter(|it| it.code == code) {
        drawn.push_str(&format!("{:?}: {}\n", finding.severity, finding.message));
        draw(&mut drawn, text, finding.range, "^", "");
        if let Some(help) = &finding.help {
            drawn.push_str(&format!("  help: {help}\n"));
        }
        for related in &finding.related {
            draw(&mut drawn, text, related.range, "-", &related.message);
        }
        for fix in &finding.fixes {
            drawn.push_str(&format!("  {}: {}\n", if fix.sure { "sure fix" } else { "fix" }, fix.title));
            let mut changed = text.to_owned();
            let mut edits = fix.edits.clone();
            edits.sort_by_key(|it| std::cmp::Reverse(it.range.start()));
            for edit in edits {
                changed.replace_range(std::ops::Range::<usize>::from(edit.range), &edit.text);
            }
            for (_, new) in text.lines().zip(changed.lines()).filter(|(old, new)| old != new) {
                drawn.push_str(&format!("    + {}\n", new.trim()));
            }
        }
    }
    expected.assert_eq(&drawn);
}

fn draw(out: &mut String, text: &str, range: syntax::TextRange, mark: &str, message: &str) {
    let (start, end) = (usize::from(range.start()), usize::from(range.end()));
    let first = text[..start].rfind('\n').map_or(0, |it| it + 1);
    let last = text[start..].find('\n').map_or(text.len(), |it| start + it);
    let marks = mark.repeat((end.min(last) - start).max(1));
    let drawn = format!("  {}\n  {}{marks} {message}", &text[first..last], " ".repeat(start - first));
    out.push_str(drawn.trim_end());
    out.push('\n');
}
