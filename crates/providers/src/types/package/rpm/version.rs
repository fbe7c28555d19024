//! Versions as rpm orders them: `EPOCH:VERSION-RELEASE`.

use std::cmp::Ordering;

/// A version by its parts. What is not said is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Parts<'a> {
    epoch: Option<&'a str>,
    version: &'a str,
    release: Option<&'a str>,
}

impl<'a> Parts<'a> {
    fn new(text: &'a str) -> Parts<'a> {
        let (epoch, rest) = match text.split_once(':') {
            Some((epoch, rest)) => (Some(epoch), rest),
            None => (None, text),
        };
        let (version, release) = match rest.split_once('-') {
            Some((version, release)) => (version, Some(release)),
            None => (rest, None),
        };
        Parts { epoch, version, release }
    }
}

/// Compares a wanted version with the installed one: parts that are not specified do not count.
pub fn compare(should: &str, is: &str) -> Ordering {
    let (should, is) = (Parts::new(should), Parts::new(is));
    let epoch = should.epoch.map_or(Ordering::Equal, |it| compare_part(it, is.epoch.unwrap_or("0")));
    let release = || match (should.release, is.release) {
        (Some(should), Some(is)) => compare_part(should, is),
        _ => Ordering::Equal,
    };
    epoch.then_with(|| compare_part(should.version, is.version)).then_with(release)
}

/// Runs of digits and of letters are compared one after the other; what is in between only parts them. A tilde comes before
/// everything, the end too.
fn compare_part(one: &str, other: &str) -> Ordering {
    let (mut one, mut other) = (one, other);
    loop {
        let skipped = |it: &'static str| move |c: char| !c.is_ascii_alphanumeric() && !it.contains(c);
        one = one.trim_start_matches(skipped("~^"));
        other = other.trim_start_matches(skipped("~^"));
        match (one.strip_prefix('~'), other.strip_prefix('~')) {
            (Some(a), Some(b)) => {
                (one, other) = (a, b);
                continue;
            }
            (Some(_), None) => return Ordering::Less,
            (None, Some(_)) => return Ordering::Greater,
            (None, None) => {}
        }
        match (one.strip_prefix('^'), other.strip_prefix('^')) {
            (Some(a), Some(b)) => {
                (one, other) = (a, b);
                continue;
            }
            (Some(_), None) => return if other.is_empty() { Ordering::Greater } else { Ordering::Less },
            (None, Some(_)) => return if one.is_empty() { Ordering::Less } else { Ordering::Greater },
            (None, None) => {}
        }
        if one.is_empty() || other.is_empty() {
            return one.len().min(1).cmp(&other.len().min(1));
        }
        let are_digits = one.starts_with(|c: char| c.is_ascii_digit());
        let run = |it: &str| it.find(|c: char| !c.is_ascii_alphanumeric() || c.is_ascii_digit() != are_digits).unwrap_or(it.len());
        let (Some((a, rest_a)), Some((b, rest_b))) = (one.split_at_checked(run(one)), other.split_at_checked(run(other))) else {
            return Ordering::Equal;
        };
        if b.is_empty() {
            // A number is newer than a word.
            return if are_digits { Ordering::Greater } else { Ordering::Less };
        }
        let compared = match are_digits {
            true => {
                let (a, b) = (a.trim_start_matches('0'), b.trim_start_matches('0'));
                a.len().cmp(&b.len()).then_with(|| a.cmp(b))
            }
            false => a.cmp(b),
        };
        if compared != Ordering::Equal {
            return compared;
        }
        (one, other) = (rest_a, rest_b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_ordered_as_rpm_orders_them() {
        for (older, newer) in [
            ("1.0", "1.0.1"),
            ("1.9", "1.10"),
            ("1.0a", "1.0b"),
            ("1.0a", "1.0.1"),
            ("2.0~rc1", "2.0"),
            ("2.0", "2.0^git1"),
            ("2.0^git1", "2.0.1"),
            ("1.0-1", "1.0-2"),
            ("0:9-1", "1:1-1"),
            ("a", "1"),
        ] {
            assert_eq!(compare(older, newer), Ordering::Less, "{older} {newer}");
            assert_eq!(compare(newer, older), Ordering::Greater, "{newer} {older}");
        }
        for (one, other) in [("1.0", "1_0"), ("1.01", "1.1"), ("1.0", "1.0-3"), ("1.0-3", "0:1.0-3"), ("0:1.0", "1.0-3")] {
            assert_eq!(compare(one, other), Ordering::Equal, "{one} {other}");
        }
    }
}
