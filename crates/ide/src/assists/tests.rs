//! Common code of the tests of all assists.

use syntax::{TextRange, TextSize};

use super::{Assist, assists};
use crate::tests::{cursor, with_file};

/// Assists at the cursor `$0`, or for the text between `$0` and `$1`, with the text after each.
fn offered(text: &str) -> Vec<(String, String)> {
    let (text, start) = cursor(text);
    let end = text.find("$1").and_then(|it| TextSize::try_from(it).ok());
    let text = text.replacen("$1", "", usize::from(end.is_some()));
    let range = TextRange::new(start, end.unwrap_or(start));
    let all = with_file(&text, |snapshot, file| assists(snapshot, file, range));
    let after = |it: &Assist| {
        for (number, edit) in it.edits.iter().enumerate() {
            assert!(!it.edits[..number].iter().any(|other| other.range.end() > edit.range.start()), "edits are in order: {:?}", it.edits);
        }
        diagnostics::apply(&text, &it.edits.iter().collect::<Vec<_>>())
    };
    all.iter().map(|it| (it.title.clone(), after(it))).collect()
}

/// One that is offered, by its title, and the text after it, which is still a manifest.
#[track_caller]
pub(super) fn check(title: &str, text: &str, expected: &str) {
    let offered = offered(text);
    let Some((_, after)) = offered.iter().find(|it| it.0 == title) else {
        panic!("{title:?} is not among {:?}", offered.iter().map(|it| &it.0).collect::<Vec<_>>());
    };
    assert_eq!(after, expected);
    let problems = with_file(after, |snapshot, file| snapshot.problems(file).iter().map(|it| it.message.clone()).collect::<Vec<_>>());
    assert!(!problems.iter().any(|it| it.starts_with("Syntax error")), "{after}{problems:?}");
}

#[track_caller]
pub(super) fn refused(title: &str, text: &str) {
    let offered = offered(text);
    assert!(!offered.iter().any(|it| it.0.starts_with(title)), "{title:?} is offered: {offered:?}");
}

#[track_caller]
pub(super) fn check_selection(title: &str, text: &str, expected: &str) {
    check(title, text, expected);
}

#[track_caller]
pub(super) fn refused_selection(title: &str, text: &str) {
    assert!(text.contains("$1"), "a selection ends with `$1`");
    refused(title, text);
}
