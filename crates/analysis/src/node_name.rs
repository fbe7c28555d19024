//! A name that a node's pattern matches, so that the node can be evaluated.

use regex_syntax::hir::{Class, Hir, HirKind};

/// Names are not longer than this.
const LONGEST: usize = 200;

/// Some name that matches; none where the pattern is more than a plain regular expression.
pub(crate) fn matching(pattern: &str) -> Option<String> {
    // Ruby's marks of the whole text.
    let plain = pattern.replace("\\A", "^").replace("\\z", "$").replace("\\Z", "$");
    let hir = regex_syntax::Parser::new().parse(&plain).ok()?;
    let mut name = String::new();
    write(&hir, &mut name)?;
    let name = name.to_lowercase();
    (!name.is_empty()).then_some(name)
}

fn write(hir: &Hir, out: &mut String) -> Option<()> {
    if out.len() > LONGEST {
        return None;
    }
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => out.push_str(std::str::from_utf8(&literal.0).ok()?),
        HirKind::Class(Class::Unicode(class)) => out.push(usual(&class.iter().map(|it| (it.start(), it.end())).collect::<Vec<_>>())?),
        // Only patterns that speak of bytes have these.
        HirKind::Class(Class::Bytes(_)) => return None,
        HirKind::Repetition(repetition) => {
            let times = repetition.min.max(u32::from(repetition.max != Some(0)));
            for _ in 0..times {
                write(&repetition.sub, out)?;
            }
        }
        HirKind::Capture(capture) => write(&capture.sub, out)?,
        HirKind::Concat(parts) => parts.iter().try_for_each(|it| write(it, out))?,
        HirKind::Alternation(ways) => write(ways.first()?, out)?,
    }
    Some(())
}

/// A letter or a digit of a class, if there is one: names of hosts are made of these.
fn usual(ranges: &[(char, char)]) -> Option<char> {
    let is_usual = |wanted: char| ranges.iter().any(|(start, end)| *start <= wanted && wanted <= *end);
    ['1', 'a', '-', '.'].into_iter().find(|it| is_usual(*it)).or_else(|| ranges.first().map(|(start, _)| *start))
}

#[cfg(test)]
mod tests {
    use super::matching;

    #[test]
    fn names_match_their_patterns() {
        for (pattern, name) in [
            ("^web\\d+\\.example\\.com$", Some("web1.example.com")),
            ("\\Adb-(a|b)[0-9]{2}\\z", Some("db-a11")),
            ("^WWW", Some("www")),
            (".*", Some("1")),
            ("(?<x>a)\\k<x>", None),
            ("^$", None),
            ("(a{1000}){1000}", None),
        ] {
            assert_eq!(matching(pattern).as_deref(), name, "{pattern}");
        }
    }
}
