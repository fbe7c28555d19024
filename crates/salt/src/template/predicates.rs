//! Salt's own tests of Jinja: a file for each, and the table of them.

mod list;
mod r#match;

use jinja::Function;

use super::filters::Filter;

/// All of them, in the order of their names. A new test is a file and an entry here.
static TESTS: &[&Filter] = &[&list::TEST, &r#match::TEST];

/// Returns a test by its name.
pub fn test(name: &str) -> Option<Function> {
    TESTS.iter().find(|it| it.name == name).map(|it| it.function())
}

#[cfg(test)]
mod checks {
    use super::*;

    /// Each file is in the table, and the table is sorted.
    #[test]
    fn the_table_names_each_file_once() {
        let names: Vec<&str> = TESTS.iter().map(|it| it.name).collect();
        assert!(names.is_sorted(), "{names:?}");
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/template/predicates");
        #[expect(clippy::disallowed_methods, reason = "the crate reads no file; its tests may")]
        let entries = std::fs::read_dir(folder).unwrap();
        let mut files: Vec<String> = entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
        files.retain(|it| it.ends_with(".rs") && it != "shared.rs");
        files.sort();
        let mut expected: Vec<String> = names.iter().map(|it| format!("{it}.rs")).collect();
        expected.sort();
        assert_eq!(files, expected);
    }
}
