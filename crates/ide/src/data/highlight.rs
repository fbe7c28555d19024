//! The other places of a key or a class in its own file.

use analysis::{File, Snapshot};
use syntax::TextSize;

use super::Document;
use super::named::What;
use crate::Highlight;

pub(crate) fn highlights(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Vec<Highlight> {
    let Some(document) = Document::open(snapshot, file) else { return Vec::new() };
    let Some(named) = document.named_at(offset) else { return Vec::new() };
    let places = document.places_of(&named.what).into_iter();
    places.map(|it| Highlight { range: it.range, is_write: matches!(it.what, What::Key(_)) }).collect()
}

#[cfg(test)]
mod tests {
    use crate::highlight::tests;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        tests::check(&format!("#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\n#- /e/data/common.yaml\n{text}"), expected);
    }

    #[test]
    fn keys_and_classes() {
        check(
            "a::$0x: 1\na::xy: \"%{lookup('a::x')}\"\nlookup_options:\n  'a::x': {}\nb:\n  a::x: 1",
            "<=a::x>: 1\na::xy: \"%{lookup('<a::x>')}\"\nlookup_options:\n  '<=a::x>': {}\nb:\n  a::x: 1",
        );
        check("classes: [a, b]\nmore:\n- $0a\nc: a", "classes: [<a>, b]\nmore:\n- <a>\nc: a");
        check("a: 1 $0", "a: 1");
    }
}
