//! Texts that once broke a promise, and those that fuzzing begins with.

#[allow(dead_code)]
mod properties;

use std::path::Path;

use syntax::Dialect;

#[test]
fn every_text_of_the_fuzz_corpus_keeps_the_promises() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for (folder, dialect) in [("manifest", Dialect::Manifest), ("template", Dialect::Epp)] {
        let mut texts = 0;
        for entry in std::fs::read_dir(corpus.join(folder)).unwrap() {
            let bytes = std::fs::read(entry.unwrap().path()).unwrap();
            properties::check(&String::from_utf8_lossy(&bytes), dialect);
            texts += 1;
        }
        assert!(texts > 0, "no texts in {folder}");
    }
}

/// Each has broken a promise once. What is found by fuzzing comes here, as small as it can be made.
#[test]
fn what_was_found_keeps_the_promises() {
    // Puppet places this one by bytes.
    for text in ["::A::é", "::A::€ x", "::A::", "A::😀"] {
        properties::check(text, Dialect::Manifest);
        properties::check(&format!("<% {text} %>"), Dialect::Epp);
    }
    // A string without an end in whose interpolation a heredoc begins, after one that a string has swallowed.
    for text in ["\"${@(E)}\nE\n\"\"${\n@(E)}\nE\n@(B)\nB", "\"${@(E)}\nE\n\"\"${\n@(E)}\nyE\n@(E)\nE", "@(E) \"${\n@(E)\nE\n@(B)\nB"] {
        properties::check(text, Dialect::Manifest);
    }
    properties::check("<%@(A)%>\n<%\"A\n${\n@(A)\"\nAA\n@(A)\nA", Dialect::Epp);
}
