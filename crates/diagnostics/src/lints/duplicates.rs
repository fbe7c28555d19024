//! A problem that puppet-lint and Bunraku both find is reported once: by the code that knows more.

use super::Lines;
use crate::{Code, Finding};

/// Takes out of what lint has found that which another code reports on the same line.
pub(crate) fn drop_duplicates(lints: &mut Vec<Finding>, others: &[Finding], text: &str) {
    let Some(file) = lints.first().map(|it| it.file.clone()) else { return };
    let lines = Lines::new(text);
    let others = others.iter().filter(|it| it.file == file && !it.code.checks.is_empty());
    let others: Vec<(Code, usize)> = others.map(|it| (it.code, lines.number(it.range.start()))).collect();
    lints.retain(|lint| {
        let is_same = |code: &Code| code.checks.contains(&lint.code.name);
        !others.iter().any(|it| is_same(&it.0)) || {
            let line = lines.number(lint.range.start());
            !others.iter().any(|(code, at)| *at == line && is_same(code))
        }
    });
}
