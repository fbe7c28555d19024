//! Suggestions for misspelled names.

/// Returns the candidate with the fewest mistakes, if they are few: what somebody may have meant by a name that is unknown.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = |candidate: &'a str| {
        // That both are of one module is no likeness: `ntp::config` is not meant by `ntp::gone`.
        let (name, other) = match (name.rsplit_once("::"), candidate.rsplit_once("::")) {
            (Some((around, name)), Some((same, other))) if around == same => (name, other),
            _ => (name, candidate),
        };
        let (length, of_other) = (name.chars().count(), other.chars().count());
        let most = (length / 3).max(1);
        if name == other || of_other.abs_diff(length) > most || least_mistakes(name, other) > most {
            return None;
        }
        let distance = strsim::damerau_levenshtein(other, name);
        (distance <= most && distance < of_other).then_some((distance, candidate))
    };
    candidates.into_iter().filter_map(near).min().map(|(_, it)| it)
}

/// Returns a number of mistakes that two words have at least, by their letters alone. Most candidates are far away, and the exact number
/// takes ten times as long: an editor asks for it at every key.
fn least_mistakes(one: &str, other: &str) -> usize {
    // Letters that share a place only make words look more alike.
    let mut more = [0_i32; 64];
    let place = |letter: char| letter as usize % 64;
    one.chars().for_each(|it| more[place(it)] += 1);
    other.chars().for_each(|it| more[place(it)] -= 1);
    let (extra, missing) = more.iter().fold((0, 0), |(extra, missing), it| (extra + (*it).max(0), missing + (-*it).max(0)));
    // A wrong letter is one too many and one too few at once.
    usize::try_from(extra.max(missing)).unwrap_or_default()
}

/// Returns the name that is written nearly so, and surely meant: the same but for dashes, underscores and capitals, or with one letter
/// too many, too few, wrong, or with two in the wrong order. Short names are near too many others.
pub fn one_mistake_away<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let plain = |it: &str| -> String { it.chars().filter(|it| !matches!(it, '_' | '-')).flat_map(char::to_lowercase).collect() };
    let wanted = plain(name);
    let length = wanted.chars().count();
    let mut near = None;
    for other in names.into_iter().filter(|it| *it != name) {
        let letters = plain(other);
        if letters == wanted {
            return Some(other);
        }
        let may_be_near = near.is_none() && length >= 5 && letters.chars().count().abs_diff(length) <= 1;
        if may_be_near && least_mistakes(&wanted, &letters) <= 1 && strsim::damerau_levenshtein(&wanted, &letters) == 1 {
            near = Some(other);
        }
    }
    near
}

#[cfg(test)]
mod tests {
    use super::{nearest, one_mistake_away};

    #[test]
    fn names_with_one_mistake() {
        let names = ["makedirs", "dir_mode", "require", "mode", "user"];
        for (written, right) in
            [("make_dirs", "makedirs"), ("dirmode", "dir_mode"), ("requires", "require"), ("reqiure", "require"), ("makedir", "makedirs")]
        {
            assert_eq!(one_mistake_away(written, names), Some(right), "{written}");
        }
        for written in ["mdoe", "used", "replace", "makedirs"] {
            assert_eq!(one_mistake_away(written, names), None, "{written}");
        }
    }

    #[test]
    fn a_module_is_no_likeness() {
        let near = |name: &str| nearest(name, ["nginx::server", "nginx::sel", "apache::vhosts"]);
        assert_eq!(near("nginx::gon"), None);
        assert_eq!(near("nginx::sevrer"), Some("nginx::server"));
        assert_eq!(near("apache::vhost"), Some("apache::vhosts"));
        assert_eq!(near("apahce::vhosts"), Some("apache::vhosts"));
    }

    #[test]
    fn few_mistakes() {
        let near = |name: &str| nearest(name, ["notify", "file", "package", "cron"]);
        assert_eq!(near("notfiy"), Some("notify"));
        assert_eq!(near("flie"), Some("file"));
        assert_eq!(near("packages"), Some("package"));
        assert_eq!(near("service"), None);
        assert_eq!(near("x"), None);
    }

    #[test]
    fn letters_show_no_more_mistakes_than_there_are() {
        let words = ["", "a", "ab", "ba", "notify", "notfiy", "notifies", "größe", "grosse", "\u{1F600}ab", "aaaa", "bbbb"];
        for one in words {
            for other in words {
                assert!(super::least_mistakes(one, other) <= strsim::damerau_levenshtein(one, other), "{one} {other}");
            }
        }
        assert_eq!(super::least_mistakes("aaaa", "bbbb"), 4);
    }

    #[test]
    fn words_of_settings() {
        let near = |word: &str| nearest(word, ["modulepath", "facts", "strict"]);
        assert_eq!(near("module_path"), Some("modulepath"));
        assert_eq!(near("fact"), Some("facts"));
        assert_eq!(near("colour"), None);
    }
}
