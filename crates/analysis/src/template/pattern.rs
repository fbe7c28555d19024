//! Names of templates in any text: `m/x.erb`, and with a `*` for each computed part, as of `"m/${x}.erb"`.

use smol_str::SmolStr;

const ENDINGS: [&str; 2] = [".erb", ".epp"];

/// Limit of the bytes of an interpolation, and of a name: a longer one stands for any name.
const LONGEST: usize = 400;

/// Returns the patterns of the names of templates that a text contains, once each. A name that is put together elsewhere, as
/// `$x + '.erb'`, is the pattern of its end.
pub(super) fn patterns(text: &str) -> Vec<SmolStr> {
    let ends = ENDINGS.iter().flat_map(|ending| text.match_indices(ending)).map(|(at, ending)| at + ending.len());
    let is_end = |end: &usize| !text.as_bytes().get(*end).is_some_and(|it| it.is_ascii_alphanumeric() || *it == b'_');
    let mut found: Vec<SmolStr> = ends.filter(is_end).map(|end| pattern_before(text, end)).collect();
    // An extension that is a value of its own ends any name.
    if ["'erb'", "\"erb\"", "'epp'", "\"epp\""].iter().any(|it| text.contains(it)) {
        found.push(SmolStr::new_static("*"));
    }
    found.sort();
    found.dedup();
    found
}

/// Whether the end of a path matches a pattern.
pub(super) fn matches_end(pattern: &str, path: &str) -> bool {
    let (pattern, path) = (pattern.as_bytes(), path.as_bytes());
    // The last `*`, and where the path goes on after what it stands for. The first one is in front of the pattern.
    let (mut star, mut resume) = (0, 0);
    let (mut at, mut p) = (0, 0);
    while let Some(byte) = path.get(at) {
        match pattern.get(p) {
            Some(b'*') => {
                p += 1;
                (star, resume) = (p, at);
            }
            Some(it) if it == byte => (at, p) = (at + 1, p + 1),
            _ => {
                resume += 1;
                (at, p) = (resume, star);
            }
        }
    }
    pattern.get(p..).is_some_and(|rest| rest.iter().all(|it| *it == b'*'))
}

/// The pattern of the name that ends at a place.
fn pattern_before(text: &str, end: usize) -> SmolStr {
    let bytes = text.as_bytes();
    // From the end to the start.
    let mut reversed: Vec<u8> = Vec::new();
    let mut at = end;
    while let Some(byte) = at.checked_sub(1).and_then(|it| bytes.get(it)).copied() {
        if end - at > LONGEST {
            return SmolStr::new_static("*");
        }
        match byte {
            b'}' | b']' => {
                reversed.push(b'*');
                let Some(open) = opening(bytes, at) else { break };
                at = open;
                let is_sign = |it: &u8| byte == b'}' && matches!(it, b'$' | b'#' | b'%');
                at -= usize::from(at.checked_sub(1).and_then(|it| bytes.get(it)).is_some_and(is_sign));
                continue;
            }
            // The end of a tag or of a choice, an escape of a regular expression.
            b'>' | b')' | b'\\' => {
                reversed.push(b'*');
                break;
            }
            b'*' | b'?' => reversed.push(b'*'),
            b'.' | b'/' | b':' | b'-' | b'+' | b'~' | b'_' => reversed.push(byte),
            // `$name` and `%s`: what follows belongs to them.
            b'$' | b'@' | b'%' => {
                while reversed.last().is_some_and(|it| it.is_ascii_alphanumeric() || matches!(it, b'_' | b':')) {
                    reversed.pop();
                }
                reversed.push(b'*');
            }
            _ if byte.is_ascii_alphanumeric() || !byte.is_ascii() => reversed.push(byte),
            _ => break,
        }
        at -= 1;
    }
    reversed.reverse();
    normal(&String::from_utf8_lossy(&reversed))
}

/// The place of the bracket that the one before a place closes.
fn opening(bytes: &[u8], end: usize) -> Option<usize> {
    let close = *bytes.get(end.checked_sub(1)?)?;
    let open = if close == b'}' { b'{' } else { b'[' };
    let mut depth = 0_usize;
    for at in (end.saturating_sub(LONGEST)..end).rev() {
        let byte = *bytes.get(at)?;
        depth += usize::from(byte == close);
        if byte == open {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// Without what is in front of the folder of templates, or of a step upwards.
fn normal(name: &str) -> SmolStr {
    let mut rest = name;
    for (mark, length) in [("../", 0), ("./", 0), ("templates/", "templates/".len())] {
        if let Some(at) = rest.rfind(mark) {
            let end = at + mark.len() - length;
            rest = rest.get(end..).unwrap_or(rest);
        }
    }
    if rest.contains("//") {
        return SmolStr::new(rest.replace("//", "*"));
    }
    SmolStr::new(rest)
}

#[cfg(test)]
mod tests {
    use super::{matches_end, patterns};

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(patterns(text), expected, "{text}");
    }

    #[test]
    fn names_that_are_written_out() {
        check("content => template('m/a/x.conf.erb'),", &["m/a/x.conf.erb"]);
        check("a: m/x.epp\n", &["m/x.epp"]);
        check("see `templates/x.erb`, m/x.erb.", &["m/x.erb", "templates/x.erb"]);
        check("/etc/puppet/modules/m/templates/x.erb ../../templates/x.erb", &["templates/x.erb"]);
        check("x.erbs, x.erb_old, ERB", &[]);
    }

    #[test]
    fn names_that_are_computed() {
        check("\"${module_name}/x.erb\"", &["*/x.erb"]);
        check("\"m/${facts['os']['name']}/${x}.erb\"", &["m/*/*.erb"]);
        check("\"m/$x.erb\" \"m/$facts['os'].erb\"", &["m/**.erb", "m/*.erb"]);
        check("\"m/#{x.map { |it| it }}.erb\" 'm/%{x}.erb'", &["m/*.erb"]);
        check("sprintf('m/%s-y.erb') Dir.glob('*.erb')", &["*.erb", "m/*-y.erb"]);
        check("$x + '.erb' /\\.erb$/", &["*.erb", ".erb"]);
        check("\"m/x.${e}\" 'erb'", &["*"]);
        let open = format!("\"m/${{{}}}.erb\"", "x".repeat(1_000));
        check(&open, &["*.erb"]);
        check(&format!("{}.erb", "x".repeat(1_000)), &["*"]);
        check("}.erb", &["*.erb"]);
    }

    #[test]
    fn a_pattern_is_the_end_of_a_path() {
        for pattern in ["m/a/x.erb", "x.erb", ".erb", "*.erb", "*/x.erb", "m/*.erb", "m/*/*.erb", "*", "m/**x.erb", "a/*rb"] {
            assert!(matches_end(pattern, "m/a/x.erb"), "{pattern}");
        }
        for pattern in ["m/x.erb", "n/*.erb", "y*.erb", "m/a/x.epp", "mm/a/x.erb", "m/a"] {
            assert!(!matches_end(pattern, "m/a/x.erb"), "{pattern}");
        }
    }
}
