//! `$LogLevel`: a name that begins with a capital.

use syntax::TextRange;

use super::{Broken, Change};
use crate::Finding;

pub(crate) fn find_fix(broken: &Broken<'_>, finding: &mut Finding) -> Option<Change> {
    let name = broken.variable_name(finding.range)?;
    let new = small(name).filter(|it| it != name && broken.variables(it).is_empty())?;
    // All of them are one variable.
    let edits: Vec<(TextRange, String)> = broken.variables(name).into_iter().map(|it| (it, new.clone())).collect();
    (!edits.is_empty()).then(|| (format!("Change to `${new}`"), edits))
}

/// A name in small letters, with `_` where a word begins; nothing for what is no name even then.
fn small(name: &str) -> Option<String> {
    let mut small = String::new();
    let mut before = ' ';
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && (before.is_ascii_lowercase() || before.is_ascii_digit()) {
            small.push('_');
        }
        small.push(letter.to_ascii_lowercase());
        before = letter;
    }
    let is_part = |it: &str| it.starts_with(|it: char| it.is_ascii_lowercase());
    small.trim_start_matches("::").split("::").all(is_part).then_some(small)
}

#[cfg(test)]
mod tests {
    use crate::fixes::tests::fixed;

    #[test]
    fn all_of_a_name_become_small() {
        assert_eq!(
            fixed("illegal-variable-name", "$LogLevel = 1\nnotice($LogLevel, \"${LogLevel} $LogLevel\", $Other)\n"),
            "Change to `$log_level`\n$log_level = 1\nnotice($log_level, \"${log_level} $log_level\", $Other)\n"
        );
        assert_eq!(
            fixed("illegal-parameter-name", "class a(Array[String] $HTTPPort = []) {\n  notice($HTTPPort)\n}\n"),
            "Change to `$httpport`\nclass a(Array[String] $httpport = []) {\n  notice($httpport)\n}\n"
        );
        assert_eq!(fixed("illegal-variable-name", "$x = $a::B::c\n"), "Change to `$a::b::c`\n$x = $a::b::c\n");
    }

    #[test]
    fn nothing_where_the_small_name_is_another_variable() {
        assert_eq!(
            fixed("illegal-variable-name", "$Foo = 1\n$foo = 2\n"),
            "no fix: variables begin with a small letter: `$name`, `$class::name`"
        );
    }
}
