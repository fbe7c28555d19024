//! Any bytes are a `bunraku.toml`.

use std::path::Path;
use std::sync::Arc;

pub fn settings(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let folder = Path::new("/site");
    let (layer, problems) = settings::read(&text, folder, None);
    assert_eq!((&layer, &problems), (&settings::read(&text, folder, None).0, &problems), "read twice, it is not the same");
    for finding in diagnostics::findings_in_settings(&Arc::from("/site/bunraku.toml"), &text, folder, &|_| None) {
        let range = usize::from(finding.range.start())..usize::from(finding.range.end());
        assert!(text.get(range).is_some(), "a finding is no part of the text");
    }
    let confined = settings::Settings::default().confined_to(Some(&[folder.to_owned()])).with_base(Some(Arc::new(layer)));
    assert!(confined.named_paths().iter().all(|it| confined.is_open_to(it)), "what is not trusted names a path outside");
    confined.is_excluded(Path::new("/site/a/b.pp"));
    confined.level(Path::new("/site/a/b.pp"), "syntax-error");
}
