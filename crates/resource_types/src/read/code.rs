//! Ruby code as statements in blocks.

use super::lexer::{Token, is_keyword, tokens};

/// The words of a text, and where the blocks and brackets among them end.
pub(super) struct Code {
    tokens: Vec<Token>,
    /// Where each begins in the text.
    starts: Vec<usize>,
    /// For a word that opens something, the place of what closes it.
    ends: Vec<usize>,
}

impl Code {
    pub(super) fn new(text: &str) -> Code {
        let (tokens, starts) = tokens(text);
        let ends = ends(&tokens);
        Code { tokens, starts, ends }
    }

    /// Where a word begins in the text.
    pub(super) fn start(&self, at: usize) -> usize {
        self.starts.get(at).copied().unwrap_or(0)
    }

    pub(super) fn len(&self) -> usize {
        self.tokens.len()
    }

    pub(super) fn get(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at)
    }

    pub(super) fn word(&self, at: usize) -> Option<&str> {
        match self.tokens.get(at)? {
            Token::Word(word) => Some(word),
            _ => None,
        }
    }

    pub(super) fn is_op(&self, at: usize, op: &str) -> bool {
        matches!(self.tokens.get(at), Some(Token::Op(it)) if *it == op)
    }

    /// A number for the words between two places, however they stand in lines.
    pub(super) fn digest(&self, from: usize, to: usize) -> u64 {
        let words = self.tokens.get(from..to).unwrap_or_default().iter().filter(|it| **it != Token::End);
        // FNV-1a: other texts are not made to look like these.
        words
            .flat_map(|it| format!("{it:?} ").into_bytes())
            .fold(0xcbf2_9ce4_8422_2325, |all, byte| (all ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }

    /// The place of what closes the bracket or block that opens here; the place itself if none does.
    pub(super) fn end(&self, at: usize) -> usize {
        self.ends.get(at).copied().unwrap_or(at)
    }

    /// The statements between two places, each as its first and its last place plus one. What they contain is not looked into.
    pub(super) fn statements(&self, from: usize, to: usize) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        let (mut start, mut at) = (from, from);
        let to = to.min(self.tokens.len());
        while at < to {
            if self.tokens.get(at) == Some(&Token::End) {
                if start < at {
                    found.push((start, at));
                }
                start = at + 1;
            }
            at = self.end(at).max(at) + 1;
        }
        if start < to {
            found.push((start, to));
        }
        found
    }

    /// The block that a statement ends with: the places between its words.
    pub(super) fn block(&self, from: usize, to: usize) -> Option<(usize, usize)> {
        let mut at = from;
        // A bracket that a statement begins with, or that follows a comma, is a value.
        while at < to {
            let is_block = self.word(at) == Some("do") || self.is_op(at, "{") && at > from && self.ends_a_value(at - 1);
            let end = self.end(at);
            if is_block && end > at {
                return Some((self.after_parameters(at + 1, end), end));
            }
            at = end.max(at) + 1;
        }
        None
    }

    fn ends_a_value(&self, at: usize) -> bool {
        !matches!(self.tokens.get(at), Some(Token::Op(op)) if !matches!(*op, ")" | "]" | "}"))
            && !matches!(self.tokens.get(at), Some(Token::Label(_)))
    }

    /// Behind `|a, b|`.
    fn after_parameters(&self, at: usize, end: usize) -> usize {
        if !self.is_op(at, "|") {
            return at;
        }
        (at + 1..end).find(|it| self.is_op(*it, "|")).map_or(at, |it| it + 1)
    }

    /// The arguments of a call whose name stands before `at`: each as its places.
    pub(super) fn arguments(&self, at: usize, to: usize) -> Vec<(usize, usize)> {
        if self.is_op(at, "(") {
            return self.items(at + 1, self.end(at));
        }
        let mut end = at;
        while end < to && self.word(end) != Some("do") && !(self.is_op(end, "{") && at < end && self.ends_a_value(end - 1)) {
            end = self.end(end).max(end) + 1;
        }
        self.items(at, end.min(to))
    }

    /// Items between commas: each as its places, without the ends of lines around it.
    pub(super) fn items(&self, from: usize, to: usize) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        let (mut start, mut at) = (from, from);
        while at <= to {
            if at == to || self.is_op(at, ",") {
                let is_word = |it: &usize| self.tokens.get(*it) != Some(&Token::End);
                if let (Some(first), Some(last)) = ((start..at).find(is_word), (start..at).rfind(is_word)) {
                    found.push((first, last + 1));
                }
                start = at + 1;
            }
            at = (self.end(at).max(at) + 1).min(to.max(at + 1));
        }
        found
    }
}

/// Pairs what opens with what closes, without recursion.
fn ends(tokens: &[Token]) -> Vec<usize> {
    let mut ends: Vec<usize> = (0..tokens.len()).collect();
    let mut open: Vec<(usize, Close)> = Vec::new();
    // How many of each kind are open.
    let mut counts = [0usize; 4];
    // The `do` of a loop belongs to the loop.
    let mut loops = false;
    for (at, token) in tokens.iter().enumerate() {
        let (kind, opens) = match token {
            Token::Op("(") => (Close::Paren, true),
            Token::Op("[") => (Close::Bracket, true),
            Token::Op("{") => (Close::Brace, true),
            Token::Op(")") => (Close::Paren, false),
            Token::Op("]") => (Close::Bracket, false),
            Token::Op("}") => (Close::Brace, false),
            Token::End => {
                loops = false;
                continue;
            }
            Token::Word(word) if !is_name(tokens, at) => match word.as_str() {
                "end" => (Close::End, false),
                "do" if std::mem::take(&mut loops) => continue,
                "def" if is_endless(tokens, at) => continue,
                "do" | "def" | "class" | "module" | "begin" | "case" => (Close::End, true),
                "if" | "unless" | "while" | "until" | "for" if begins(tokens, at) => {
                    loops = matches!(word.as_str(), "while" | "until" | "for");
                    (Close::End, true)
                }
                _ => continue,
            },
            _ => continue,
        };
        if opens {
            open.push((at, kind));
            counts[kind as usize] += 1;
            continue;
        }
        // What nothing is open for is passed over; what does not fit is closed with what is around it.
        while counts[kind as usize] > 0
            && let Some((opened, other)) = open.pop()
        {
            counts[other as usize] -= 1;
            if let Some(end) = ends.get_mut(opened) {
                *end = at;
            }
            if other == kind {
                break;
            }
        }
    }
    for (opened, _) in open {
        if let Some(end) = ends.get_mut(opened) {
            *end = tokens.len();
        }
    }
    ends
}

/// Limit of the tokens that are read for each `def`: no list of parameters has more.
const PARAMETERS: usize = 1_000;

/// Whether a method is written as `def name(parameters) = value`, which no `end` closes.
fn is_endless(tokens: &[Token], def: usize) -> bool {
    let is_op = |at: usize, op: &str| matches!(tokens.get(at), Some(Token::Op(it)) if *it == op);
    let name = if is_op(def + 2, ".") { def + 3 } else { def + 1 };
    if is_op(name + 1, "=") {
        // `def name=(value)` sets something.
        return !is_op(name + 2, "(");
    }
    if !is_op(name + 1, "(") {
        return false;
    }
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(name + 1).take(PARAMETERS) {
        match token {
            Token::Op("(") => depth += 1,
            Token::Op(")") if depth == 1 => return is_op(at + 1, "="),
            Token::Op(")") => depth -= 1,
            _ => {}
        }
    }
    false
}

/// Closing token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Close {
    Paren,
    Bracket,
    Brace,
    End,
}

/// A word after a dot or `def` is a name, whatever it is.
fn is_name(tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|it| tokens.get(it));
    matches!(before, Some(Token::Op("." | "&."))) || matches!(before, Some(Token::Word(word)) if word == "def")
}

/// Whether a condition begins here, and does not follow what it is a condition of.
fn begins(tokens: &[Token], at: usize) -> bool {
    match at.checked_sub(1).and_then(|it| tokens.get(it)) {
        None | Some(Token::End | Token::Label(_)) => true,
        Some(Token::Op(op)) => !matches!(*op, ")" | "]" | "}" | "?" | "!"),
        Some(Token::Word(word)) => is_keyword(word) && word != "return" && word != "yield",
        Some(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_and_blocks_are_found() {
        let code =
            Code::new("a 1 if b\nc(:x, y: { z: 1 }) do |d|\n  if e then f end\n  while g do h end\nend\ni = if j\n 1\nend\nk { |l| m }");
        let all = code.statements(0, code.len());
        assert_eq!(all.len(), 4);
        let (from, to) = all[1];
        let (inner, end) = code.block(from, to).unwrap();
        assert_eq!(code.word(inner), None);
        assert_eq!(code.statements(inner, end).len(), 2);
        assert_eq!(code.arguments(from + 1, to).len(), 2);
        let (from, to) = all[3];
        assert_eq!(code.block(from, to).map(|(inner, _)| code.word(inner)), Some(Some("m")));
    }

    #[test]
    fn what_does_not_fit_is_borne() {
        for text in ["end end", "do ( end )", "{ [ }", "if", "def end end", "x.if.end", ") ] }", "do |", "a, , b"] {
            let code = Code::new(text);
            for (from, to) in code.statements(0, code.len()) {
                let _ = (code.block(from, to), code.arguments(from, to));
            }
        }
    }
}
