//! Type expressions as text.
//!
//! This is for texts that are part of the program, as signatures are. It reads what the parser of manifests reads, which a test of
//! the compiler proves, but for heredocs; and it has no words of its own for mistakes: what users write goes through that parser,
//! so that they see Puppet's.

mod literal;
mod space;

use issue::Issue;

use super::expression::{Expression, ExpressionKind, interpret, interpret_any, invalid};
use super::{Type, expression};
use crate::Value;

/// How deeply expressions nest, as the parser of manifests counts it.
const DEPTH: usize = 250;

/// Depth of a value, and of a sign.
const VALUE: usize = 3;
const SIGN: usize = 1;

/// The type that a text stands for. Names that are not built in are given to `resolve`, and are references to nothing where it
/// does not know them.
pub fn parse(text: &str, resolve: &mut dyn FnMut(&str) -> Option<Type>) -> Result<Type, Issue> {
    interpret(text, &whole(text)?, resolve)
}

/// The value that a text stands for: a hash of a type's parts, for example.
pub(super) fn literal(text: &str, resolve: &mut dyn FnMut(&str) -> Option<Type>) -> Result<Value, Issue> {
    interpret_any(text, &whole(text)?, resolve)
}

fn whole(text: &str) -> Result<Expression, Issue> {
    let mut parser = Parser { text, at: 0 };
    let read = parser.skip_space().and_then(|()| parser.value(0)).filter(|_| parser.at == text.len());
    read.ok_or_else(|| invalid(text))
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
}

/// Each method stands at a token and leaves the space after what it has read; none where the text is no type expression.
impl Parser<'_> {
    fn value(&mut self, depth: usize) -> Option<Expression> {
        let depth = depth + VALUE;
        if depth > DEPTH { None } else { self.operand(depth) }
    }

    fn operand(&mut self, depth: usize) -> Option<Expression> {
        let start = self.at;
        let kind = match self.byte() {
            b'[' => ExpressionKind::List(self.elements(depth, false)?),
            b'{' => ExpressionKind::Hash(self.entries(depth)?),
            b'-' => {
                if depth + SIGN > DEPTH {
                    return None;
                }
                self.advance(1)?;
                let inner = self.operand(depth + SIGN)?;
                let range = start..inner.range.end;
                return Some(Expression { range, kind: ExpressionKind::Minus(Box::new(inner)) });
            }
            b'0'..=b'9' => self.number()?,
            b'\'' => self.single_quoted()?,
            b'"' => self.double_quoted()?,
            b'/' => self.regex()?,
            b':' | b'a'..=b'z' | b'A'..=b'Z' | b'_' => return self.name(depth),
            _ => return None,
        };
        self.finish(start, kind)
    }

    /// A word, or a type with or without keys.
    fn name(&mut self, depth: usize) -> Option<Expression> {
        let start = self.at;
        let kind = match self.word()? {
            ExpressionKind::Type(name) => {
                let end = self.at;
                self.skip_space()?;
                if !self.is_at_access() {
                    return Some(Expression { range: start..end, kind: ExpressionKind::Type(name) });
                }
                let keys = self.elements(depth, true)?;
                if keys.is_empty() {
                    return None;
                }
                ExpressionKind::Access(name, keys)
            }
            other => other,
        };
        self.finish(start, kind)
    }

    /// Ends the expression that was just read.
    fn finish(&mut self, start: usize, kind: ExpressionKind) -> Option<Expression> {
        let end = self.at;
        self.skip_space()?;
        Some(Expression { range: start..end, kind })
    }

    /// `[a, b]`, the keys of a type or a list. Pairs that follow one another make one hash.
    fn elements(&mut self, depth: usize, are_keys: bool) -> Option<Vec<Expression>> {
        let mut elements: Vec<Expression> = Vec::new();
        let mut follows_pair = false;
        self.advance(1)?;
        while self.byte() != b']' {
            let keyword = self.keyword_element();
            let is_keyword = keyword.is_some();
            let key = keyword.or_else(|| self.value(depth))?;
            let is_pair = self.arrow()?;
            if is_pair {
                let value = self.element(depth)?;
                let range = key.range.start..value.range.end;
                match elements.last_mut() {
                    Some(Expression { kind: ExpressionKind::Hash(entries), .. }) if follows_pair => entries.push((key, value)),
                    _ => elements.push(Expression { range, kind: ExpressionKind::Hash(vec![(key, value)]) }),
                }
            } else if is_keyword && are_keys {
                return None;
            } else {
                elements.push(key);
            }
            follows_pair = is_pair;
            if !self.comma(b']')? {
                break;
            }
        }
        self.at += 1;
        Some(elements)
    }

    /// `{a => b}`
    fn entries(&mut self, depth: usize) -> Option<Vec<(Expression, Expression)>> {
        let mut entries = Vec::new();
        self.advance(1)?;
        while self.byte() != b'}' {
            let key = self.element(depth)?;
            if !self.arrow()? {
                return None;
            }
            entries.push((key, self.element(depth)?));
            if !self.comma(b'}')? {
                break;
            }
        }
        self.at += 1;
        Some(entries)
    }

    fn element(&mut self, depth: usize) -> Option<Expression> {
        self.keyword_element().or_else(|| self.value(depth))
    }

    /// Whether a `=>` stood here.
    fn arrow(&mut self) -> Option<bool> {
        if self.rest().starts_with("=>") { self.advance(2).map(|()| true) } else { Some(false) }
    }

    /// Whether a comma stood here; else the bracket must.
    fn comma(&mut self, close: u8) -> Option<bool> {
        match self.byte() {
            b',' => self.advance(1).map(|()| true),
            other => (other == close).then_some(false),
        }
    }

    /// Goes on after a token and the space after it.
    fn advance(&mut self, length: usize) -> Option<()> {
        self.at += length;
        self.skip_space()
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next byte; zero at the end, where no token begins.
    fn byte(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::{literal, parse};

    /// Every signature of the built-in functions is read, and printed as it was written.
    #[test]
    fn reads_what_it_prints() {
        for text in [
            "Callable[Hash, Callable[2, 2]]",
            "Callable[[Any, 0], Undef]",
            "Callable[Type, Any, Optional[Callable[Type, Type]]]",
            "Struct[{'a' => Integer[1, 2], Optional['b'] => String[1]}]",
            "Variant[Enum['a', 'b'], Pattern[/\\Ax\\z/]]",
            "Array[Integer, 0]",
            "Array[Integer, 1, 5]",
            "Hash[String[1], Array[Data], 1]",
            "Tuple[Integer, String, 1, 4]",
            "Callable[0, 0, Optional[Callable[Integer]]]",
            "Callable[[0, 0], Integer]",
            "Class[a::b]",
            "TypeReference['Nosuch']",
        ] {
            let source = text.strip_prefix("TypeReference['").map_or(text, |it| it.trim_end_matches("']"));
            let ty = parse(source, &mut |_| None).map(|it| it.to_string());
            assert_eq!(ty.as_deref(), Ok(text), "{source}");
        }
    }

    #[test]
    fn literals_are_values() {
        for (text, shown) in [
            (r#"['it\'s', "a\tb", bare::word, /a\/b/, type, ''']"#, r#"['it\'s', "a\tb", 'bare::word', /a\/b/, 'type', '\'']"#),
            ("[-1, - 0x1F, 017, 1.5e3, default, undef, true]", "[-1, -31, 15, 1500.0, default, undef, true]"),
            ("[1, a => 2, b => [], 3,]", "[1, {'a' => 2, 'b' => []}, 3]"),
            ("{ # why\n 1 => /* how */ {}, }", "{1 => {}}"),
        ] {
            let value = literal(text, &mut |_| None).map(|it| crate::print::puppet(&it));
            assert_eq!(value.as_deref(), Ok(shown), "{text}");
        }
    }

    #[test]
    fn what_is_no_type_is_refused() {
        for text in
            ["", "Integer [1]", "Integer[]", "Integer[1", "Integer Float", "Integer;", "[1, , 2]", "{1}", "\"$x\"", "08", "1x", "'a"]
        {
            assert_eq!(literal(text, &mut |_| None), Err(super::invalid(text)), "{text}");
        }
        let deep = "[".repeat(100_000);
        assert!(literal(&deep, &mut |_| None).is_err());
        assert!(literal(&"-".repeat(100_000), &mut |_| None).is_err());
    }
}
