//! Misspelt words, and what comes in their place.

use std::ops::Range;

use crate::advice::Advice;
use crate::place::{Files, Placed};
use crate::problem::{Finding, Problem};
use crate::value::Str;

/// A text that takes the place of another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meant {
    pub at: Placed,
    pub text: Str,
}

/// Returns what is meant by a finding, if its place has the misspelt word and nothing else.
pub fn find(finding: &Finding, files: &Files) -> Option<Meant> {
    let (file, range) = files.source(finding.at)?;
    let (part, text) = replaced(&finding.problem, file.source.get(range.clone())?)?;
    let at = Placed { path: file.path.clone(), range: range.start + part.start..range.start + part.end };
    Some(Meant { at, text: text.into() })
}

/// Returns the part of a text that is misspelt, and what is meant by it.
pub fn replaced(problem: &Problem, text: &str) -> Option<(Range<usize>, String)> {
    let (word, meant) = words(problem)?;
    let inner = text.trim_matches(['"', '\'', ' ', '[', ']', ',']);
    let start = text.find(inner)?;
    let range = start..start + inner.len();
    if inner == word {
        return Some((range, meant.to_owned()));
    }
    // A relative name has only the end of the word.
    let rest = inner.trim_start_matches('.');
    let dots = inner.get(..inner.len() - rest.len()).filter(|it| !it.is_empty() && !rest.is_empty())?;
    let folder = word.strip_suffix(rest).filter(|it| it.is_empty() || it.ends_with('.'))?;
    meant.strip_prefix(folder).map(|it| (range, format!("{dots}{it}")))
}

/// The misspelt word of a problem, and what is meant.
fn words(problem: &Problem) -> Option<(&str, &str)> {
    let (word, meant) = match problem {
        Problem::MissingSls { sls: word, absent } | Problem::NoMatch { pattern: word, absent } => (word, &absent.nearest),
        Problem::Advice(advice) => match advice {
            Advice::UnknownFunction { name, nearest } => (name, nearest),
            Advice::UnknownArgument { argument, nearest, .. } | Advice::MisspeltRequisite { argument, nearest } => (argument, nearest),
            Advice::UnknownPillarKey { key, nearest } => (key, nearest),
            Advice::MissingSource { source, nearest } => return Some((source, nearest)),
            _ => return None,
        },
        _ => return None,
    };
    meant.as_ref().map(|meant| (&**word, &**meant))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::absent::Absent;

    #[test]
    fn only_the_word_is_replaced() {
        let absent = Absent { nearest: Some("web.nginx".into()), ..Absent::default() };
        let problem = Problem::MissingSls { sls: "web.ngnix".into(), absent };
        let check = |text: &str, expected: Option<&str>| {
            let new = replaced(&problem, text).map(|(range, new)| format!("{}{new}{}", &text[..range.start], &text[range.end..]));
            assert_eq!(new.as_deref(), expected, "{text}");
        };
        check("web.ngnix", Some("web.nginx"));
        check("'web.ngnix'", Some("'web.nginx'"));
        check(".ngnix", Some(".nginx"));
        check("..web.ngnix", Some("..web.nginx"));
        check("{{ name }}", None);
        check(".gnix", None);
        check("", None);
        check("...", None);
    }
}
