//! Which name is meant by one that does not exist.

/// Returns the name that is written nearly so: the same but for dashes and underscores, or with one letter too many, too few, wrong, or
/// with two in the wrong order. Short names are near too many others.
pub fn nearest<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let plain = |it: &str| -> Vec<char> { it.chars().filter(|it| !matches!(it, '_' | '-')).flat_map(char::to_lowercase).collect() };
    let wanted = plain(name);
    let mut near = None;
    for other in names.into_iter().filter(|it| *it != name) {
        let letters = plain(other);
        if letters == wanted {
            return Some(other);
        }
        if wanted.len() >= 5 && near.is_none() && is_one_off(&wanted, &letters) {
            near = Some(other);
        }
    }
    near
}

fn is_one_off(a: &[char], b: &[char]) -> bool {
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (rest_a, rest_b) = (a.get(same..).unwrap_or_default(), b.get(same..).unwrap_or_default());
    let after = |it: &[char], count: usize| it.get(count..).map(<[char]>::to_vec).unwrap_or_default();
    let swapped = rest_a.len() == rest_b.len() && rest_a.len() > 1 && rest_a.first() == rest_b.get(1) && rest_a.get(1) == rest_b.first();
    match rest_a.len().cmp(&rest_b.len()) {
        std::cmp::Ordering::Equal => after(rest_a, 1) == after(rest_b, 1) || swapped && after(rest_a, 2) == after(rest_b, 2),
        std::cmp::Ordering::Less => rest_a == after(rest_b, 1),
        std::cmp::Ordering::Greater => after(rest_a, 1) == rest_b,
    }
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn near_names() {
        let names = ["makedirs", "dir_mode", "require", "mode", "user"];
        for (written, meant) in
            [("make_dirs", "makedirs"), ("dirmode", "dir_mode"), ("requires", "require"), ("reqiure", "require"), ("makedir", "makedirs")]
        {
            assert_eq!(nearest(written, names), Some(meant), "{written}");
        }
        for written in ["mdoe", "used", "replace", "makedirs"] {
            assert_eq!(nearest(written, names), None, "{written}");
        }
    }
}
