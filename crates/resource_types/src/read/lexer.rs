//! The words of Ruby code, as far as declarations of types need them.

/// One word. Comments and blanks are left out; a line that goes on in the next has no [`Token::End`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A name or a keyword.
    Word(String),
    /// `name:` before a value.
    Label(String),
    Symbol(String),
    /// A string, and whether it is the same whenever it is evaluated.
    Text(String, bool),
    /// As `inspect` writes it, and whether it is the same whenever it is evaluated.
    Regex(String, bool),
    /// A list of words, or of symbols.
    Words(Vec<String>, bool),
    Number(String),
    Op(&'static str),
    /// The end of a line or a semicolon.
    End,
}

/// Longer operators stand before those that they begin with.
const OPS: [&str; 46] = [
    "<=>", "===", "**=", "||=", "&&=", "...", "::", "=>", "==", "!=", "=~", "!~", "<=", ">=", "&&", "||", "<<", ">>", "+=", "-=", "*=",
    "/=", "..", "->", "&.", "**", "(", ")", "[", "]", "{", "}", ",", ".", "=", "<", ">", "+", "-", "*", "/", "%", "|", "&", "!", "?",
];

/// The words of a text, at most as many as a type of an honest module has.
/// With each, where it begins.
pub(super) fn tokens(text: &str) -> (Vec<Token>, Vec<usize>) {
    const MOST: usize = 1 << 20;
    let mut lexer = Lexer { rest: text, start: 0, tokens: Vec::new(), starts: Vec::new(), heredocs: Vec::new(), line_starts: true };
    while !lexer.rest.is_empty() && lexer.tokens.len() < MOST {
        lexer.start = text.len() - lexer.rest.trim_start_matches(BLANKS).len();
        lexer.next();
    }
    (lexer.tokens, lexer.starts)
}

const BLANKS: [char; 4] = [' ', '\t', '\r', '\x0c'];

struct Lexer<'a> {
    rest: &'a str,
    /// Where the word that is being read begins.
    start: usize,
    tokens: Vec<Token>,
    starts: Vec<usize>,
    /// Texts that begin in the next line: where they are to be put, and the word that ends them.
    heredocs: Vec<(usize, &'a str)>,
    line_starts: bool,
}

impl<'a> Lexer<'a> {
    fn next(&mut self) {
        let blanks = self.rest.len() - self.rest.trim_start_matches(BLANKS).len();
        self.skip(blanks);
        let Some(first) = self.rest.chars().next() else { return };
        if std::mem::take(&mut self.line_starts) && blanks == 0 && self.margin() {
            return;
        }
        match first {
            '\n' => {
                self.skip(1);
                self.push(Token::End);
                self.line_starts = true;
                for (at, word) in std::mem::take(&mut self.heredocs) {
                    let text = self.heredoc(word);
                    if let Some(Token::Text(place, _)) = self.tokens.get_mut(at) {
                        *place = text;
                    }
                }
            }
            ';' => {
                self.skip(1);
                self.push(Token::End);
            }
            '#' => self.skip_line(),
            '\\' if self.rest.starts_with("\\\n") => drop(self.skip(2)),
            '"' | '`' => {
                let (text, fixed) = self.quoted(1, first, first, true);
                self.text_or_label(text, fixed);
            }
            '\'' => {
                let (text, _) = self.quoted(1, '\'', '\'', false);
                self.text_or_label(text, true);
            }
            ':' if self.rest.starts_with(":\"") => {
                let (text, _) = self.quoted(2, '"', '"', true);
                self.push(Token::Symbol(text));
            }
            ':' if self.rest.get(1..).is_some_and(starts_name) => {
                self.skip(1);
                let name = self.name(true);
                self.push(Token::Symbol(name));
            }
            '/' if self.value_follows() => self.regex(1, '/', '/'),
            '%' if self.value_follows() && self.percent() => {}
            '<' if self.begins_heredoc() => {}
            '0'..='9' => {
                let length = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(self.rest.len());
                let number = self.skip(length).to_owned();
                self.push(Token::Number(number));
            }
            '@' | '$' => {
                let sigils = self.rest.len() - self.rest.trim_start_matches(['@', '$']).len();
                let sigil = self.skip(sigils).to_owned();
                let name = self.name(false);
                self.push(Token::Word(sigil + &name));
            }
            _ if starts_name(self.rest) => {
                let name = self.name(true);
                let label =
                    self.rest.starts_with(':') && !self.rest.starts_with("::") && !matches!(self.tokens.last(), Some(Token::Op("?")));
                if label {
                    self.skip(1);
                    self.push(Token::Label(name));
                } else {
                    self.push(Token::Word(name));
                }
            }
            _ => match OPS.iter().find(|op| self.rest.starts_with(**op)) {
                Some(op) => {
                    self.skip(op.len());
                    self.push(Token::Op(op));
                }
                None => drop(self.skip(first.len_utf8())),
            },
        }
    }

    /// Texts that only begin a line: a comment of many lines, the end of the code.
    fn margin(&mut self) -> bool {
        if self.rest.starts_with("=begin") {
            let length = self.rest.find("\n=end").map_or(self.rest.len(), |it| it + 5);
            self.skip(length);
            self.skip_line();
            return true;
        }
        if self.rest.starts_with("__END__") {
            self.rest = "";
            return true;
        }
        false
    }

    fn push(&mut self, token: Token) {
        // A call may go on in the next line, and a list always does.
        let goes_on = matches!(self.tokens.last(), Some(Token::Op(op)) if !matches!(*op, ")" | "]" | "}" | "|" | "?" | "!"));
        match token {
            Token::End if goes_on => {}
            Token::Op("." | "&.") => {
                while self.tokens.last() == Some(&Token::End) {
                    self.tokens.pop();
                    self.starts.pop();
                }
                self.tokens.push(token);
                self.starts.push(self.start);
            }
            token => {
                self.tokens.push(token);
                self.starts.push(self.start);
            }
        }
    }

    fn skip(&mut self, length: usize) -> &'a str {
        let (skipped, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, ""));
        self.rest = rest;
        skipped
    }

    fn skip_line(&mut self) {
        let length = self.rest.find('\n').unwrap_or(self.rest.len());
        self.skip(length);
    }

    fn name(&mut self, marks: bool) -> String {
        let mut length = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        let after = self.rest.get(length..).unwrap_or_default();
        if marks && after.starts_with(['?', '!']) && !after.starts_with("!=") && !after.starts_with("!~") {
            length += 1;
        }
        self.skip(length).to_owned()
    }

    /// Whether a value may stand here, and not an operator.
    fn value_follows(&self) -> bool {
        let blank_after = self.rest.get(1..).is_some_and(|it| it.starts_with([' ', '=', '\n']));
        match self.tokens.last() {
            None | Some(Token::End | Token::Label(_)) => true,
            Some(Token::Op(op)) => !matches!(*op, ")" | "]" | "}"),
            Some(Token::Word(word)) => is_keyword(word) || !blank_after && self.blank_before(),
            _ => false,
        }
    }

    fn blank_before(&self) -> bool {
        // A method and what is given to it are apart; a division has blanks on both sides or none.
        !matches!(self.tokens.last(), Some(Token::Word(word)) if word.starts_with(['@', '$']))
    }

    fn text_or_label(&mut self, text: String, fixed: bool) {
        if self.rest.starts_with(':') && !self.rest.starts_with("::") {
            self.skip(1);
            self.push(Token::Label(text));
        } else {
            self.push(Token::Text(text, fixed));
        }
    }

    /// Reads text between delimiters, of which there may be pairs inside; `before` is the length of the opening.
    fn quoted(&mut self, before: usize, open: char, close: char, interpolates: bool) -> (String, bool) {
        self.skip(before);
        let (mut text, mut fixed, mut depth) = (String::new(), true, 0usize);
        let mut chars = self.rest.char_indices();
        while let Some((_, c)) = chars.next() {
            match c {
                '\\' => match chars.next() {
                    Some((_, 'n')) if interpolates => text.push('\n'),
                    Some((_, 't')) if interpolates => text.push('\t'),
                    Some((_, c)) if interpolates || c == open || c == close || c == '\\' => text.push(c),
                    Some((_, c)) => text.extend(['\\', c]),
                    None => {}
                },
                '#' if interpolates && chars.as_str().starts_with('{') => {
                    fixed = false;
                    let (mut inner, mut quote) = (0usize, None);
                    for (_, c) in chars.by_ref() {
                        match c {
                            _ if quote == Some(c) => quote = None,
                            _ if quote.is_some() => {}
                            '"' | '\'' => quote = Some(c),
                            '{' => inner += 1,
                            '}' if inner == 1 => break,
                            '}' => inner = inner.saturating_sub(1),
                            _ => {}
                        }
                    }
                }
                _ if c == close && depth == 0 => break,
                _ => {
                    if c == close {
                        depth -= 1;
                    } else if c == open {
                        depth += 1;
                    }
                    text.push(c);
                }
            }
        }
        self.rest = chars.as_str();
        (text, fixed)
    }

    fn regex(&mut self, before: usize, open: char, close: char) {
        self.skip(before);
        let (mut source, mut fixed, mut depth) = (String::new(), true, 0usize);
        let mut chars = self.rest.chars();
        while let Some(c) = chars.next() {
            match c {
                '\\' => match chars.next() {
                    Some('/') => source.push_str("\\/"),
                    Some(c) => source.extend(['\\', c]),
                    None => {}
                },
                _ if c == close && depth == 0 => break,
                '/' => source.push_str("\\/"),
                _ => {
                    if c == '#' && chars.as_str().starts_with('{') {
                        fixed = false;
                    }
                    if c == close {
                        depth -= 1;
                    } else if c == open {
                        depth += 1;
                    }
                    source.push(c);
                }
            }
        }
        self.rest = chars.as_str();
        let length = self.rest.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(self.rest.len());
        let flags = self.skip(length);
        let flags: String = "mix".chars().filter(|flag| flags.contains(*flag)).collect();
        self.push(Token::Regex(format!("/{source}/{flags}"), fixed));
    }

    /// `%w[a b]`, `%r{…}` and the like.
    fn percent(&mut self) -> bool {
        let after = self.rest.get(1..).unwrap_or_default();
        let kind = after.chars().next().filter(char::is_ascii_alphabetic);
        let before = 1 + usize::from(kind.is_some());
        let Some(open) = self.rest.get(before..).and_then(|it| it.chars().next()).filter(char::is_ascii_punctuation) else { return false };
        let close = match open {
            '(' => ')',
            '[' => ']',
            '{' => '}',
            '<' => '>',
            other => other,
        };
        match kind {
            Some('r') => self.regex(before + 1, open, close),
            Some('w' | 'W' | 'i' | 'I') => {
                let (text, fixed) = self.quoted(before + 1, open, close, matches!(kind, Some('W' | 'I')));
                self.push(Token::Words(text.split_whitespace().map(str::to_owned).collect(), fixed));
            }
            None | Some('q' | 'Q') => {
                let (text, fixed) = self.quoted(before + 1, open, close, kind != Some('q'));
                self.push(Token::Text(text, fixed));
            }
            Some(_) => return false,
        }
        true
    }

    fn begins_heredoc(&mut self) -> bool {
        let Some(after) = self.rest.strip_prefix("<<") else { return false };
        let after = after.strip_prefix(['-', '~']).unwrap_or(after);
        let (word, end) = match after.chars().next() {
            Some(quote @ ('"' | '\'')) => match after.get(1..).and_then(|it| it.split_once(quote)) {
                Some((word, end)) => (word, end),
                None => return false,
            },
            Some(c) if c.is_ascii_uppercase() => {
                let length = after.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(after.len());
                after.split_at(length)
            }
            _ => return false,
        };
        if word.is_empty() || word.contains('\n') {
            return false;
        }
        self.rest = end;
        self.heredocs.push((self.tokens.len(), word));
        self.push(Token::Text(String::new(), false));
        true
    }

    /// The lines up to the one that is the word.
    fn heredoc(&mut self, word: &str) -> String {
        let mut text = String::new();
        while !self.rest.is_empty() {
            let length = self.rest.find('\n').map_or(self.rest.len(), |it| it + 1);
            let line = self.skip(length);
            if line.trim() == word {
                break;
            }
            text.push_str(line);
        }
        text
    }
}

fn starts_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

pub(super) fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "and"
            | "begin"
            | "case"
            | "do"
            | "else"
            | "elsif"
            | "ensure"
            | "if"
            | "in"
            | "not"
            | "or"
            | "rescue"
            | "return"
            | "then"
            | "unless"
            | "until"
            | "when"
            | "while"
            | "yield"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let show = |token: Token| match token {
            Token::Word(it) => it,
            Token::Label(it) => format!("{it}:"),
            Token::Symbol(it) => format!(":{it}"),
            Token::Text(it, fixed) => format!("{it:?}{}", if fixed { "" } else { "~" }),
            Token::Regex(it, fixed) => format!("{it}{}", if fixed { "" } else { "~" }),
            Token::Words(it, _) => format!("%{it:?}"),
            Token::Number(it) => it,
            Token::Op(it) => it.to_owned(),
            Token::End => ";".to_owned(),
        };
        tokens(text).0.into_iter().map(show).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn ruby_is_cut_into_words() {
        for (text, words) in [
            ("newparam(:name, :namevar => true) do", "newparam ( :name , :namevar => true ) do"),
            ("newvalues(/^a\\/b$/, %r{x/{2}y}i)\n", "newvalues ( /^a\\/b$/ , /x\\/{2}y/i ) ;"),
            ("a / b\nc /d/\n@x / 2", "a / b ; c /d/ ; @x / 2"),
            ("desc <<-EOT\n  it's \"x\"\n  EOT\nisnamevar", "desc \"  it's \\\"x\\\"\\n\"~ ; isnamevar"),
            ("desc %q{a {b} 'c'}\n%w[a b]", "desc \"a {b} 'c'\" ; %[\"a\", \"b\"]"),
            ("f \"a#{b(\"}\")}c\", 'it\\'s'", "f \"ac\"~ , \"it's\""),
            ("# x\n=begin\nend\n=end\ny = x ? :a : :b\n__END__\nz", "; ; y = x ? :a :b ;"),
            ("{ name: 'x', 'a-b': 1, A::B => [\n1,\n] }", "{ name: \"x\" , a-b: 1 , A :: B => [ 1 , ] }"),
            ("class << self\nend\nx\n  .y", "class << self ; end ; x . y"),
            ("raise 'x' unless a !~ /b/ && !c?", "raise \"x\" unless a !~ /b/ && ! c?"),
        ] {
            assert_eq!(shown(text), words, "{text}");
        }
    }

    #[test]
    fn what_never_ends_ends() {
        for text in ["\"", "'", "%w[", "/x", "<<-EOT\nx", "=begin\n", ":\"", "\"#{", "%r{", "\\", "é", "%é", "%"] {
            let _ = tokens(text);
            let _ = tokens(&format!("x = {text}"));
        }
    }
}
