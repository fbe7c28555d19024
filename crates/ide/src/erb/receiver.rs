//! The code before a `.`, or before the quote of a key: a variable, and keys of it.

use super::{Kind, variable};

/// Limit of keys, one in another.
const MOST_KEYS: usize = 32;

/// A value of a variable, or one in it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Receiver {
    pub(crate) kind: Kind,
    pub(crate) keys: Vec<String>,
}

/// Reads the end of code: `@a['b']`, `scope['a'].dig('b', 'c')`, `scope.lookupvar('a')`.
pub(crate) fn receiver(code: &str) -> Option<Receiver> {
    let mut rest = code;
    // The last one first.
    let mut keys: Vec<String> = Vec::new();
    while keys.len() <= MOST_KEYS {
        if let Some(inner) = rest.strip_suffix(']') {
            let (before, key) = text_at_end(inner.trim_end())?;
            rest = before.trim_end().strip_suffix('[')?;
            keys.push(key);
        } else if let Some(inner) = rest.strip_suffix(')') {
            let (before, mut texts) = texts_at_end(inner)?;
            texts.reverse();
            if before.ends_with("scope.lookupvar(") && texts.len() == 1 {
                keys.extend(texts);
                return named(keys);
            }
            rest = before.strip_suffix(".dig(").or_else(|| before.strip_suffix(".fetch(").filter(|_| texts.len() == 1))?;
            keys.extend(texts);
        } else {
            let before = rest.trim_end_matches(is_word);
            let name = rest.get(before.len()..).filter(|it| !it.is_empty())?;
            if let Some(before) = before.strip_suffix('@') {
                keys.reverse();
                return (!before.ends_with('@')).then(|| Receiver { kind: variable(name).0, keys });
            }
            return if name == "scope" && !before.ends_with(['.', '$']) { named(keys) } else { None };
        }
    }
    None
}

/// The receiver whose key is typed after this code, which ends before the quote: `@a[`, `@a.dig('b', `.
pub(crate) fn of_key(code: &str) -> Option<Receiver> {
    let code = code.trim_end();
    if let Some(before) = code.strip_suffix('[') {
        return receiver(before);
    }
    for call in [".fetch(", ".key?(", ".has_key?(", ".dig("] {
        if let Some(before) = code.strip_suffix(call) {
            return receiver(before);
        }
    }
    let (before, texts) = texts_at_end(code.strip_suffix(',')?)?;
    let mut receiver = receiver(before.strip_suffix(".dig(")?)?;
    receiver.keys.extend(texts);
    Some(receiver)
}

/// A variable by the name that the last text is.
fn named(mut keys: Vec<String>) -> Option<Receiver> {
    let name = keys.pop()?;
    keys.reverse();
    Some(Receiver { kind: variable(&name).0, keys })
}

fn is_word(it: char) -> bool {
    it.is_alphanumeric() || it == '_'
}

/// A text at the end of code, and the code before it.
fn text_at_end(code: &str) -> Option<(&str, String)> {
    let quote = code.chars().next_back().filter(|it| matches!(it, '\'' | '"'))?;
    let inner = code.strip_suffix(quote)?;
    let at = inner.rfind(quote)?;
    let text = inner.get(at + 1..)?;
    (!text.contains(['\\', '\n']) && !text.contains("#{")).then(|| (code.get(..at).unwrap_or_default(), text.to_owned()))
}

/// Texts with commas between them, in their order, and the code before them.
fn texts_at_end(code: &str) -> Option<(&str, Vec<String>)> {
    let (mut rest, last) = text_at_end(code.trim_end())?;
    let mut texts = vec![last];
    while let Some(before) = rest.trim_end().strip_suffix(',') {
        let (before, text) = text_at_end(before.trim_end())?;
        texts.push(text);
        rest = before;
        if texts.len() > MOST_KEYS {
            return None;
        }
    }
    texts.reverse();
    Some((rest.trim_end(), texts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn receivers_are_read_from_their_end() {
        let shown = |it: Option<Receiver>| it.map(|it| format!("{:?} {}", it.kind, it.keys.join(" "))).unwrap_or_default();
        assert_eq!(shown(receiver("x = @cfg")), "Variable(\"cfg\") ");
        assert_eq!(shown(receiver("@cfg['a'][\"b\"]")), "Variable(\"cfg\") a b");
        assert_eq!(shown(receiver("@cfg.dig('a', 'b').fetch('c')")), "Variable(\"cfg\") a b c");
        assert_eq!(shown(receiver("scope['facts']['os']")), "Variable(\"facts\") os");
        assert_eq!(shown(receiver("scope.lookupvar('x')['y']")), "Variable(\"x\") y");
        for code in ["@@a", "a", "scope", "f(1)", "@a[0]", "@a[b['c']]", "'a'", "x.scope['a']", ""] {
            assert_eq!(shown(receiver(code)), "", "{code}");
        }
        assert_eq!(shown(of_key("@a['b'][")), "Variable(\"a\") b");
        assert_eq!(shown(of_key("@a.dig('b', ")), "Variable(\"a\") b");
        assert_eq!(shown(of_key("@a.dig(")), "Variable(\"a\") ");
        assert_eq!(shown(of_key("f(")), "");
    }
}
