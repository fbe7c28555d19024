//! `$facts['os']['famly']`: a key that no system's fact has.

use issue::Issue;

use super::{Advice, Rule, Text};
use crate::Finding;
use crate::registry::codes;

pub(crate) const RULE: Rule = Rule::Text(find);

/// Of `$facts['ops']['family']` Puppet says only that nothing has keys.
pub(crate) fn explains(own: &Finding, error: &Finding) -> bool {
    let is_of_nothing =
        matches!(error.issue.as_deref(), Some(Issue::NotApplicable { operator, is_undef: true, .. }) if **operator == *"[]");
    error.code == codes::EVALUATION_ERROR && is_of_nothing && error.range.contains_range(own.range)
}

/// Limit of the keys that are listed.
const MOST_KEYS: usize = 12;

fn find(text: &Text<'_>, found: &mut Vec<Advice>) {
    for (reference, path) in text.facts() {
        // `fact('os.famly')` is reported at the whole path, at its first wrong part.
        let Some((at, keys)) = wrong(path) else { continue };
        let (parent, key) = path.get(..at.1).and_then(|it| it.rsplit_once('.')).unwrap_or(("", path));
        // Each key of a path is a reference of its own: keys after a wrong one are reported with that.
        let is_last = at.1 == path.len();
        let written = text.slice(reference.range);
        let is_whole = written.contains('.');
        if !is_last && !is_whole {
            continue;
        }
        let (near, help) = meant(key, &keys);
        let fix = near.filter(|_| !is_whole && written == key);
        found.push(Advice {
            range: reference.range,
            message: format!("The fact `{parent}` has no `{key}` on any system: this is `undef`"),
            help: Some(help),
            fix: fix.map(|it| (format!("Change to `{it}`"), vec![(reference.range, it.to_owned())])),
            ..Advice::default()
        });
    }
}

/// The key that is nearest, and what to say of those that there are.
pub(crate) fn meant(key: &str, keys: &[&'static str]) -> (Option<&'static str>, String) {
    let near = syntax::nearest(key, keys.iter().copied());
    let help = match near {
        Some(near) => format!("There is `{near}`"),
        None => {
            let more = if keys.len() > MOST_KEYS { ", …" } else { "" };
            let first: Vec<String> = keys.iter().take(MOST_KEYS).map(|it| format!("`{it}`")).collect();
            format!("There are {}{more}", first.join(", "))
        }
    };
    (near, help)
}

/// The part of a path that is not there, and what is there.
pub(crate) fn wrong(path: &str) -> Option<((usize, usize), Vec<&'static str>)> {
    let mut ends: Vec<usize> = path.match_indices('.').map(|(at, _)| at).collect();
    ends.push(path.len());
    for pair in ends.windows(2) {
        let [parent, end] = pair else { continue };
        let keys: Vec<&str> = facts::keys_of(path.get(..*parent)?)?.collect();
        let key = path.get(parent + 1..*end)?;
        if !keys.contains(&key) {
            return Some(((*parent, *end), keys));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::advice::tests::check;

    #[test]
    fn it_stands_at_the_key() {
        check(
            "unknown-fact",
            r#"
if $facts['os']['famly'] == 'Debian' { }
notify { "${facts['os']['release']['mayor']} ${facts['memory']['ram']['total']}": }
$x = fact('networking.hostnam')
"#,
            expect![[r#"
                Warning: The fact `os` has no `famly` on any system: this is `undef`
                  if $facts['os']['famly'] == 'Debian' { }
                                   ^^^^^
                  help: There is `family`
                  fix: Change to `family`
                    + if $facts['os']['family'] == 'Debian' { }
                Warning: The fact `os.release` has no `mayor` on any system: this is `undef`
                  notify { "${facts['os']['release']['mayor']} ${facts['memory']['ram']['total']}": }
                                                      ^^^^^
                  help: There is `major`
                  fix: Change to `major`
                    + notify { "${facts['os']['release']['major']} ${facts['memory']['ram']['total']}": }
                Warning: The fact `memory` has no `ram` on any system: this is `undef`
                  notify { "${facts['os']['release']['mayor']} ${facts['memory']['ram']['total']}": }
                                                                                  ^^^
                  help: There are `swap`, `system`
                Warning: The fact `networking` has no `hostnam` on any system: this is `undef`
                  $x = fact('networking.hostnam')
                             ^^^^^^^^^^^^^^^^^^
                  help: There is `hostname`
            "#]],
        );
    }

    #[test]
    fn what_may_be_there_is_not_told() {
        check(
            "unknown-fact",
            r#"
$a = $facts['networking']['interfaces']['eth7']['ip']
$b = $facts['os']['windows']['system32']
$c = $facts['os']['release']['full']
$d = $facts['of_module']['x']
$e = $facts['os'][$key]['x']
$f = $facts['processors']['models'][0]
"#,
            expect![[""]],
        );
    }
}
