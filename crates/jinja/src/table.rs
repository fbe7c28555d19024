//! Checks that a table names the files of a folder, each of which has one of its entries.

/// Compares the files of a folder of the crate with the names of a table, which has to be sorted.
pub fn check_files(folder: &str, names: &[&str]) {
    assert!(names.is_sorted(), "{names:?}");
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder);
    #[expect(clippy::disallowed_methods, reason = "the crate reads no file; its tests may")]
    let entries = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<String> = entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    files.retain(|it| it.ends_with(".rs") && it != "shared.rs");
    files.sort();
    let mut expected: Vec<String> = names.iter().map(|it| format!("{it}.rs")).collect();
    expected.sort();
    assert_eq!(files, expected);
}
