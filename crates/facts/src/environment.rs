//! Facts in environment variables: `FACTER_role=web` is the fact `role`.

use crate::Facts;

/// Facts that environment variables set. They count more than those of files, and their values are texts. As in Facter, capitals in the
/// names of variables do not matter, and the underscore may be left out.
pub fn environment_facts(variables: impl IntoIterator<Item = (String, String)>) -> Facts {
    variables.into_iter().filter_map(|(variable, value)| Some((fact_of(&variable)?, value.into()))).collect()
}

fn fact_of(variable: &str) -> Option<String> {
    let (start, rest) = variable.split_at_checked("facter".len())?;
    if !start.eq_ignore_ascii_case("facter") {
        return None;
    }
    let name = rest.strip_prefix('_').filter(|it| !it.is_empty()).unwrap_or(rest);
    let is_name = !name.is_empty() && name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_');
    is_name.then(|| name.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answers of Facter 4.3 about the same variables.
    #[test]
    fn names_as_facter_reads_them() {
        let variables =
            ["FACTER_role", "facterfoo", "facter_bar", "Facter_BAZ", "FACTER__u", "FACTER_x.y", "FACTER_a-b", "FACTER_", "ROLE"];
        let facts = environment_facts(variables.iter().map(|it| ((*it).to_owned(), "1".to_owned())));
        assert_eq!(facts.keys().collect::<Vec<_>>(), ["role", "foo", "bar", "baz", "_u", "_"]);
        assert!(facts.values().all(|it| it == "1"));
    }
}
