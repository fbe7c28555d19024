//! What somebody may have meant.

/// The word that is nearest to one that is unknown, if any is near enough to be meant.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A third of the letters may differ: below that, most suggestions are wrong.
    let most = word.chars().count().div_ceil(3);
    let distances = known.into_iter().map(|it| (strsim::damerau_levenshtein(word, it), it));
    distances.filter(|(distance, _)| *distance <= most).min_by_key(|(distance, _)| *distance).map(|(_, it)| it)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_understood() {
        let known = ["modulepath", "facts", "strict"];
        assert_eq!(nearest("module_path", known), Some("modulepath"));
        assert_eq!(nearest("fact", known), Some("facts"));
        assert_eq!(nearest("colour", known), None);
    }
}
