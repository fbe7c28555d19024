//! The project is under MIT or Apache-2.0, as one chooses.

use super::tree::Tree;

pub fn present(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for (file, words) in [("LICENSE-MIT", "Permission is hereby granted"), ("LICENSE-APACHE", "Version 2.0, January 2004")] {
        if !tree.get(file).is_some_and(|text| text.contains(words)) {
            complaints.push(format!("no {file}, or it does not say {words:?}"));
        }
    }
    if !tree.get("Cargo.toml").is_some_and(|text| text.contains("license = \"MIT OR Apache-2.0\"")) {
        complaints.push("Cargo.toml: the workspace is not `MIT OR Apache-2.0`".into());
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_texts_must_be_there() {
        let mit = ("LICENSE-MIT", "Permission is hereby granted, …");
        let apache = ("LICENSE-APACHE", "Apache License\nVersion 2.0, January 2004\n");
        let manifest = ("Cargo.toml", "license = \"MIT OR Apache-2.0\"\n");
        assert!(present(&Tree::new(&[mit, apache, manifest])).is_empty());
        assert_eq!(present(&Tree::new(&[mit, manifest])).len(), 1);
        assert_eq!(present(&Tree::new(&[("LICENSE-MIT", ""), apache, manifest])).len(), 1);
        assert_eq!(present(&Tree::new(&[mit, apache])).len(), 1);
    }
}
