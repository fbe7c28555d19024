//! Keys in quotes and methods after a value in the code of a template.

use std::ops::Range;

use super::receiver::{self, Receiver};

/// Part of a value that code names.
pub(crate) enum Member {
    /// `@a['key']`, `@a.dig('key')`
    Key(Receiver),
    /// `@a.method`; the receiver of other code is not read.
    Method(Option<Receiver>, String),
    /// `scope.method`
    OfScope(String),
}

/// The member at a place in code, and where its name stands there.
pub(crate) fn member(code: &str, offset: usize) -> Option<(Member, Range<usize>)> {
    key(code, offset).or_else(|| method(code, offset))
}

fn key(code: &str, offset: usize) -> Option<(Member, Range<usize>)> {
    let open = code.get(..offset)?.rfind(['\'', '"'])?;
    let quote = code.get(open..)?.chars().next()?;
    let end = offset + code.get(offset..)?.find(quote)?;
    let name = code.get(open + 1..end)?;
    if name.is_empty() || name.contains(['\n', '\\', '\'', '"']) || name.contains("#{") {
        return None;
    }
    let mut receiver = receiver::of_key(code.get(..open)?)?;
    receiver.keys.push(name.to_owned());
    Some((Member::Key(receiver), open + 1..end))
}

fn method(code: &str, offset: usize) -> Option<(Member, Range<usize>)> {
    let is_word = |it: char| it.is_alphanumeric() || it == '_';
    let start = code.get(..offset)?.trim_end_matches(is_word).len();
    let rest = code.get(start..)?;
    let mut end = start + (rest.len() - rest.trim_start_matches(is_word).len());
    let after = code.get(end..)?;
    // `a.b != c` and `a.b ? c : d` are no methods with marks.
    if after.starts_with(['?', '!']) && !after.starts_with("!=") && !after.starts_with("? ") {
        end += 1;
    }
    let name = code.get(start..end)?.to_owned();
    if !name.starts_with(|it: char| it.is_lowercase() || it == '_') {
        return None;
    }
    let before = code.get(..start)?.strip_suffix('.')?;
    let before = before.strip_suffix('&').unwrap_or(before);
    let is_scope = before.strip_suffix("scope").is_some_and(|it| !it.ends_with(|it: char| is_word(it) || ".@$:".contains(it)));
    let member = if is_scope { Member::OfScope(name) } else { Member::Method(receiver::receiver(before), name) };
    Some((member, start..end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(code: &str, expected: &str) {
        let (code, offset) = test_utils::cursor(code);
        let keys = |it: &Receiver| format!("{:?} {}", it.kind, it.keys.join(" "));
        let found = member(&code, offset).map(|(member, range)| {
            let at = &code[range];
            match member {
                Member::Key(receiver) => format!("{at}: {}", keys(&receiver)),
                Member::Method(receiver, name) => format!("{at}: .{name} {}", receiver.as_ref().map(keys).unwrap_or_default()),
                Member::OfScope(name) => format!("{at}: scope.{name}"),
            }
        });
        assert_eq!(found.unwrap_or_default(), expected);
    }

    #[test]
    fn keys_and_methods_are_read() {
        check("@a['b$0']['c']", "b: Variable(\"a\") b");
        check("@a['b']['$0c']", "c: Variable(\"a\") b c");
        check("@a.dig('b', \"c$0\")", "c: Variable(\"a\") b c");
        check("@a['b'$0]['c']", "");
        check("x = 'b$0'", "");
        check("@a.each_p$0air do |k, v|", "each_pair: .each_pair Variable(\"a\") ");
        check("@a['b']&.empty$0?", "empty?: .empty? Variable(\"a\") b");
        check("@a.size$0 != 1", "size: .size Variable(\"a\") ");
        check("f(x).ups$0 ? 1 : 2", "ups: .ups ");
        check("scope.look$0upvar('x')", "lookupvar: scope.lookupvar");
        check("1.$05", "");
        check("a$0", "");
    }
}
