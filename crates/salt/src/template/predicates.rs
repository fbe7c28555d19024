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
        crate::template::table::check_files("template/predicates", &TESTS.iter().map(|it| it.name).collect::<Vec<_>>());
    }
}
