//! What the tests of all features share.

use std::sync::Arc;

use analysis::{Analysis, File, Settings, Snapshot};
use syntax::{Dialect, TextSize};

/// Asks a feature about a manifest.
#[track_caller]
pub(crate) fn with_file<T>(text: &str, feature: impl FnOnce(Snapshot<'_>, File) -> T) -> T {
    ask("/test.pp", Dialect::Manifest, text, feature)
}

/// Asks a feature about a template.
#[track_caller]
pub(crate) fn with_template<T>(text: &str, feature: impl FnOnce(Snapshot<'_>, File) -> T) -> T {
    ask("/test.epp", Dialect::Epp, text, feature)
}

#[track_caller]
fn ask<T>(path: &str, dialect: Dialect, text: &str, feature: impl FnOnce(Snapshot<'_>, File) -> T) -> T {
    let analysis = Analysis::of_text(path, dialect, None, Arc::from(text), Settings::default());
    let answer = analysis.run(|snapshot| snapshot.file(path).map(|file| feature(snapshot, file)));
    answer.expect("nobody stops this run").expect("the file has a text")
}

/// Takes the mark `$0` out of a text.
#[track_caller]
pub(crate) fn cursor(text: &str) -> (String, TextSize) {
    let at = text.find("$0").expect("a mark `$0`");
    (text.replacen("$0", "", 1), TextSize::try_from(at).expect("a small text"))
}
