//! The keys of the pillar that the Jinja of a text names. Nothing is rendered: only keys that are written are there.

use std::ops::Range;

use jinja::{SyntaxKind, SyntaxNode, parse};

use crate::template::dialect;

/// A key that a text names, such as `b` in `pillar['a']['b']` and in `salt['pillar.get']('a:b')`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PillarKey {
    /// From the outermost key to this one.
    pub path: Vec<String>,
    /// Place of the key alone, without quotes.
    pub range: Range<usize>,
}

/// Keys of a text, and the values that it uses as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PillarKeys {
    pub keys: Vec<PillarKey>,
    /// Paths of values whose keys may be read in other ways: in loops, by filters, through variables. Empty for the whole pillar.
    pub whole: Vec<Vec<String>>,
}

pub fn pillar_keys(text: &str) -> PillarKeys {
    let mut found = PillarKeys::default();
    if !text.contains("pillar") {
        return found;
    }
    let root = parse(text, &dialect()).syntax();
    for node in root.descendants() {
        // What is part of a longer chain is found with that.
        let goes_on = node.parent().is_some_and(|above| is_link(&above) && above.first_child().as_ref() == Some(&node));
        if goes_on || !matches!(node.kind(), SyntaxKind::NAME_REF | SyntaxKind::SUBSCRIPT | SyntaxKind::ATTRIBUTE | SyntaxKind::CALL) {
            continue;
        }
        let Some(chain) = chain(&node) else { continue };
        let mut path = Vec::new();
        for (key, range) in chain.keys {
            path.push(key);
            let found_key = PillarKey { path: path.clone(), range };
            if !found.keys.contains(&found_key) {
                found.keys.push(found_key);
            }
        }
        if !found.whole.contains(&path) {
            found.whole.push(path);
        }
    }
    found.keys.sort_by_key(|it| it.range.start);
    found
}

/// A value of the pillar by the keys that lead to it.
#[derive(Default)]
struct Chain {
    keys: Vec<(String, Range<usize>)>,
}

fn is_link(node: &SyntaxNode) -> bool {
    matches!(node.kind(), SyntaxKind::SUBSCRIPT | SyntaxKind::ATTRIBUTE | SyntaxKind::CALL)
}

/// The chain that ends with a node. A method or a computed key ends it: what comes before it is used as a whole.
fn chain(node: &SyntaxNode) -> Option<Chain> {
    let mut links = vec![node.clone()];
    while let Some(first) = links.last().filter(|it| is_link(it)).and_then(SyntaxNode::first_child) {
        links.push(first);
    }
    links.reverse();
    let mut links = links.into_iter().peekable();
    let mut chain = Chain::default();
    let first = links.next()?;
    match name(&first)?.as_str() {
        "pillar" => {}
        "salt" => {
            // `salt['pillar.get'](…)`, `salt.pillar.get(…)`
            let mut function = String::new();
            while let Some(link) = links.next_if(|it| it.kind() != SyntaxKind::CALL) {
                let (part, _) = subscript(&link).or_else(|| attribute(&link))?;
                function = if function.is_empty() { part } else { format!("{function}.{part}") };
            }
            let call = links.next().filter(|_| function == "pillar.get")?;
            let (key, range) = first_argument(&call)?;
            chain.keys.extend(split(&key, range));
        }
        _ => return None,
    }
    while let Some(link) = links.next() {
        let key = match link.kind() {
            SyntaxKind::SUBSCRIPT => subscript(&link),
            SyntaxKind::ATTRIBUTE => match (attribute(&link), links.peek().filter(|it| it.kind() == SyntaxKind::CALL)) {
                (Some((method, _)), Some(call)) => {
                    let key = first_argument(call).filter(|_| method == "get");
                    if key.is_some() {
                        links.next();
                    }
                    key
                }
                (key, _) => key,
            },
            _ => None,
        };
        let Some(key) = key else { break };
        chain.keys.push(key);
    }
    Some(chain)
}

fn name(node: &SyntaxNode) -> Option<String> {
    (node.kind() == SyntaxKind::NAME_REF).then(|| node.text().to_string().trim().to_owned())
}

/// The key of `x['key']`.
fn subscript(node: &SyntaxNode) -> Option<(String, Range<usize>)> {
    (node.kind() == SyntaxKind::SUBSCRIPT).then(|| node.children().nth(1)).flatten().and_then(|it| literal(&it))
}

/// The name of `x.name`.
fn attribute(node: &SyntaxNode) -> Option<(String, Range<usize>)> {
    if node.kind() != SyntaxKind::ATTRIBUTE {
        return None;
    }
    let token = node.children_with_tokens().filter_map(|it| it.into_token()).filter(|it| it.kind() == SyntaxKind::NAME).last()?;
    Some((token.text().to_owned(), token.text_range().into()))
}

fn first_argument(call: &SyntaxNode) -> Option<(String, Range<usize>)> {
    let arguments = call.children().find(|it| it.kind() == SyntaxKind::ARGUMENTS)?;
    literal(&arguments.first_child()?)
}

/// A text in quotes, without escapes.
fn literal(node: &SyntaxNode) -> Option<(String, Range<usize>)> {
    if node.kind() != SyntaxKind::LITERAL {
        return None;
    }
    let mut tokens = node.children_with_tokens().filter_map(|it| it.into_token()).filter(|it| !it.kind().is_trivia());
    let token = tokens.next().filter(|it| it.kind() == SyntaxKind::STRING)?;
    let text = token.text();
    let inner = text.get(1..text.len().checked_sub(1)?).filter(|it| !it.contains('\\'))?;
    let start = usize::from(token.text_range().start()) + 1;
    tokens.next().is_none().then(|| (inner.to_owned(), start..start + inner.len()))
}

fn split(key: &str, range: Range<usize>) -> Vec<(String, Range<usize>)> {
    let mut start = range.start;
    let parts = key.split(':').map(|part| {
        let here = start..start + part.len();
        start = here.end + 1;
        (part.to_owned(), here)
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::pillar_keys;

    #[track_caller]
    fn check(text: &str, keys: &[&str], whole: &[&str]) {
        let found = pillar_keys(text);
        let shown: Vec<String> = found.keys.iter().map(|it| format!("{} {}", it.path.join(":"), &text[it.range.clone()])).collect();
        assert_eq!(shown, keys, "{text}");
        assert_eq!(found.whole.iter().map(|it| it.join(":")).collect::<Vec<_>>(), whole, "{text}");
    }

    #[test]
    fn keys_are_found_in_all_forms() {
        check("{{ pillar['a']['b'] }}", &["a a", "a:b b"], &["a:b"]);
        check("{{ pillar.a.b }}", &["a a", "a:b b"], &["a:b"]);
        check("{{ pillar.get('a', {}).get('b') }}", &["a a", "a:b b"], &["a:b"]);
        check("{{ salt['pillar.get']('a:b', 1).c }}", &["a a", "a:b b", "a:b:c c"], &["a:b:c"]);
        check("{{ salt.pillar.get('a') }}", &["a a"], &["a"]);
    }

    #[test]
    fn what_ends_a_chain_is_used_as_a_whole() {
        check("{% for k, v in pillar['a'].items() %}{% endfor %}", &["a a"], &["a"]);
        check("{{ pillar['a'][x]['b'] }}", &["a a"], &["a"]);
        check("{{ pillar | json }}", &[], &[""]);
        check("{{ grains['a'] }}{{ salt['grains.get']('pillar') }} pillar", &[], &[]);
    }
}
