//! Whether Ruby's regular expressions would accept a pattern, and Ruby's words if not.

use std::borrow::Cow;

/// The message of Ruby for a pattern that it refuses. `\/` in the source is `/` in the pattern.
pub fn check(source: &str) -> Option<String> {
    let pattern = source.replace("\\/", "/");
    let chars: Vec<char> = pattern.chars().collect();
    let error = escapes(&chars).or_else(|| {
        let mut parser = Parser { chars, pos: 0, groups: 0, named: false, backreference: 0, look_behind: 0 };
        parser.all().err()
    })?;
    Some(format!("{error}: /{}/", pattern.replace('/', "\\/")))
}

/// Ruby parses the escapes of the whole pattern before anything else.
fn escapes(chars: &[char]) -> Option<Cow<'static, str>> {
    let mut i = 0;
    while let Some(c) = chars.get(i) {
        i += 1;
        if *c != '\\' {
            continue;
        }
        let hex = |from: usize, most: usize| chars.iter().skip(from).take(most).take_while(|c| c.is_ascii_hexdigit()).count();
        match chars.get(i) {
            None => return Some("too short escape sequence".into()),
            Some('x') if hex(i + 1, 2) == 0 => return Some("invalid hex escape".into()),
            Some('u') => match chars.get(i + 1) {
                None => return Some("too short escape sequence".into()),
                Some('{') => {
                    let inside = chars.iter().skip(i + 2).take_while(|c| c.is_ascii_hexdigit() || **c == ' ').count();
                    if inside == 0 || chars.get(i + 2 + inside) != Some(&'}') {
                        return Some("invalid Unicode list".into());
                    }
                }
                Some(_) if hex(i + 1, 4) < 4 => return Some("invalid Unicode escape".into()),
                Some(_) => {}
            },
            Some(_) => {}
        }
        i += 1;
    }
    None
}

type Result<T> = std::result::Result<T, Cow<'static, str>>;

/// Deeper groups are taken to be right, as Ruby's own limit is far away.
const MAX_DEPTH: usize = 100;

struct Parser {
    chars: Vec<char>,
    pos: usize,
    /// Groups without a name.
    groups: usize,
    named: bool,
    /// The greatest `\\N`.
    backreference: usize,
    /// Look-behinds that are open; nothing in them may have more than one length.
    look_behind: usize,
}

impl Parser {
    fn all(&mut self) -> Result<()> {
        self.alternatives(0)?;
        if self.pos < self.chars.len() {
            return Err("unmatched close parenthesis".into());
        }
        if self.backreference > 0 && self.named {
            return Err("numbered backref/call is not allowed. (use name)".into());
        }
        if self.backreference > self.groups {
            return Err("invalid backref number/name".into());
        }
        Ok(())
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.pos).copied()
    }

    fn is_next(&self, text: &str) -> bool {
        text.chars().enumerate().all(|(i, c)| self.chars.get(self.pos + i) == Some(&c))
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.is_next(text);
        if found {
            self.pos += text.chars().count();
        }
        found
    }

    fn alternatives(&mut self, depth: usize) -> Result<()> {
        if depth > MAX_DEPTH {
            self.pos = self.chars.len();
            return Ok(());
        }
        // Nothing stands in front that could be repeated.
        let mut repeatable = false;
        while let Some(c) = self.peek() {
            match c {
                ')' => return if depth == 0 { Err("unmatched close parenthesis".into()) } else { Ok(()) },
                '|' => {
                    self.pos += 1;
                    repeatable = false;
                }
                '(' => {
                    repeatable = self.group(depth)?;
                }
                '[' => {
                    self.pos += 1;
                    self.class(0)?;
                    repeatable = true;
                }
                '*' | '+' | '?' => {
                    if !repeatable {
                        return Err("target of repeat operator is not specified".into());
                    }
                    if self.look_behind > 0 {
                        return Err("invalid pattern in look-behind".into());
                    }
                    self.pos += 1;
                }
                '{' => self.interval(repeatable)?,
                '\\' => {
                    if let Some(n @ 1..) = self.chars.get(self.pos + 1).and_then(|c| c.to_digit(10))
                        && !self.chars.get(self.pos + 2).is_some_and(char::is_ascii_digit)
                    {
                        self.backreference = self.backreference.max(n as usize);
                    }
                    self.escape()?;
                    repeatable = true;
                }
                '^' | '$' => {
                    self.pos += 1;
                    repeatable = true;
                }
                _ => {
                    self.pos += 1;
                    repeatable = true;
                }
            }
        }
        Ok(())
    }

    /// A group; false if nothing may repeat it.
    fn group(&mut self, depth: usize) -> Result<bool> {
        self.pos += 1;
        let mut repeatable = true;
        let behind = self.is_next("?<=") || self.is_next("?<!");
        if self.eat("?") {
            if self.eat("#") {
                while let Some(c) = self.peek() {
                    self.pos += if c == '\\' { 2 } else { 1 };
                    if c == ')' {
                        return Ok(false);
                    }
                }
                return Err("end pattern in group".into());
            }
            if self.eat(":") || self.eat("=") || self.eat("!") || self.eat(">") || self.eat("<=") || self.eat("<!") || self.eat("~") {
            } else if self.is_next("<") || self.is_next("'") {
                let close = if self.eat("<") { '>' } else { '\'' };
                if close == '\'' {
                    self.pos += 1;
                }
                self.name(close)?;
                self.named = true;
            } else if self.eat("(") {
                // A condition: `(?(1)yes|no)`.
                while let Some(c) = self.peek() {
                    self.pos += 1;
                    if c == ')' {
                        break;
                    }
                }
            } else {
                let mut any = false;
                while let Some(c) = self.peek() {
                    match c {
                        'i' | 'm' | 'x' | '-' | 'a' | 'u' | 'd' => {
                            any = true;
                            self.pos += 1;
                        }
                        ':' => {
                            self.pos += 1;
                            break;
                        }
                        ')' if any => {
                            self.pos += 1;
                            repeatable = false;
                            return Ok(repeatable);
                        }
                        _ => return Err("undefined group option".into()),
                    }
                }
                if self.peek().is_none() {
                    return Err("end pattern in group".into());
                }
            }
        } else {
            self.groups += 1;
        }
        self.look_behind += usize::from(behind);
        self.alternatives(depth + 1)?;
        self.look_behind -= usize::from(behind);
        if !self.eat(")") {
            return Err("end pattern with unmatched parenthesis".into());
        }
        Ok(repeatable)
    }

    fn name(&mut self, close: char) -> Result<()> {
        let start = self.pos;
        while let Some(c) = self.peek() {
            if c == close {
                if self.pos == start {
                    return Err("group name is empty".into());
                }
                self.pos += 1;
                return Ok(());
            }
            if self.pos == start && c.is_ascii_digit() || c == ')' {
                let rest = self.chars.iter().skip(start).take_while(|c| **c != close && **c != ')');
                return Err(format!("invalid group name <{}>", rest.collect::<String>()).into());
            }
            self.pos += 1;
        }
        match self.chars.get(start..) {
            Some([]) | None => Err("end pattern in group".into()),
            Some(rest) => Err(format!("invalid group name <{}>", rest.iter().collect::<String>()).into()),
        }
    }

    /// `{n}`, `{n,}`, `{,m}`, `{n,m}`; anything else is text.
    fn interval(&mut self, repeatable: bool) -> Result<()> {
        let start = self.pos;
        self.pos += 1;
        let low = self.digits();
        let comma = self.eat(",");
        let high = if comma { self.digits() } else { None };
        if !self.eat("}") || low.is_none() && high.is_none() {
            self.pos = start + 1;
            return Ok(());
        }
        if !repeatable {
            return Err("target of repeat operator is not specified".into());
        }
        if let (Some(low), Some(high)) = (low, high)
            && low > high
        {
            return Err("upper is smaller than lower in repeat range".into());
        }
        let fixed = !comma || low == high;
        if self.look_behind > 0 && !fixed {
            return Err("invalid pattern in look-behind".into());
        }
        if low.is_some_and(|n| n > 100_000) || high.is_some_and(|n| n > 100_000) {
            return Err("too big number for repeat range".into());
        }
        Ok(())
    }

    fn digits(&mut self) -> Option<u64> {
        let start = self.pos;
        let mut value = 0_u64;
        while let Some(d) = self.peek().and_then(|c| c.to_digit(10)) {
            value = value.saturating_mul(10).saturating_add(u64::from(d));
            self.pos += 1;
        }
        (self.pos > start).then_some(value)
    }

    /// An escape; its form was checked before.
    fn escape(&mut self) -> Result<()> {
        self.pos += 1;
        let Some(c) = self.peek() else { return Err("too short escape sequence".into()) };
        self.pos += 1;
        match c {
            'x' => self.pos += self.chars.iter().skip(self.pos).take(2).take_while(|c| c.is_ascii_hexdigit()).count(),
            'u' if self.is_next("{") => {
                while self.peek().is_some_and(|c| c != '}') {
                    self.pos += 1;
                }
                self.pos += 1;
            }
            'u' => self.pos += 4,
            'k' | 'g' if self.is_next("<") || self.is_next("'") => {
                let close = if self.is_next("<") { '>' } else { '\'' };
                self.pos += 1;
                while let Some(c) = self.peek() {
                    self.pos += 1;
                    if c == close {
                        return Ok(());
                    }
                }
                return Err("invalid backref number/name".into());
            }
            // Without its brace a property is a letter.
            'p' | 'P' if self.is_next("{") => {
                while let Some(c) = self.peek() {
                    self.pos += 1;
                    if c == '}' {
                        return Ok(());
                    }
                }
                return Err("invalid character property name {}".into());
            }
            _ => {}
        }
        Ok(())
    }

    /// A character class, after its `[`.
    fn class(&mut self, depth: usize) -> Result<()> {
        if depth > MAX_DEPTH {
            self.pos = self.chars.len();
            return Ok(());
        }
        self.eat("^");
        let start = self.pos;
        let mut last = Member::None;
        while let Some(c) = self.peek() {
            match c {
                ']' if self.pos > start => {
                    self.pos += 1;
                    return Ok(());
                }
                ']' => {
                    // A bracket in front is text if another one follows.
                    if !self.chars.iter().skip(self.pos + 1).any(|c| *c == ']') {
                        return Err("empty char-class".into());
                    }
                    self.pos += 1;
                    last = Member::Char(']');
                }
                '[' if self.is_next("[:") && self.posix()? => last = Member::Set,
                '[' => {
                    self.pos += 1;
                    self.class(depth + 1)?;
                    last = Member::None;
                }
                '&' if self.is_next("&&") => {
                    self.pos += 2;
                    last = Member::None;
                }
                '-' if last != Member::None && self.chars.get(self.pos + 1).is_some_and(|n| *n != ']') && !self.is_next("-&&") => {
                    self.pos += 1;
                    let low = std::mem::replace(&mut last, Member::None);
                    if low == Member::Set {
                        return Err("unmatched range specifier in char-class".into());
                    }
                    if self.is_next("[") {
                        // A class ends no range.
                        if self.is_next("[:") && self.posix()? {
                            return Err("char-class value at end of range".into());
                        }
                        continue;
                    }
                    match (low, self.class_char()?) {
                        (_, Member::Set) => return Err("char-class value at end of range".into()),
                        (Member::Char(low), Member::Char(high)) if low > high => return Err("empty range in char class".into()),
                        _ => {}
                    }
                }
                _ => last = self.class_char()?,
            }
        }
        Err("premature end of char-class".into())
    }

    /// `[:name:]`; false if it is none.
    fn posix(&mut self) -> Result<bool> {
        let rest: String = self.chars.iter().skip(self.pos + 2).take(20).collect();
        let Some(end) = rest.find(":]") else { return Ok(false) };
        let name = rest.get(..end).unwrap_or("").trim_start_matches('^');
        let known = matches!(
            name,
            "alnum"
                | "alpha"
                | "ascii"
                | "blank"
                | "cntrl"
                | "digit"
                | "graph"
                | "lower"
                | "print"
                | "punct"
                | "space"
                | "upper"
                | "xdigit"
                | "word"
        );
        if known {
            self.pos += 2 + rest.get(..end).map_or(0, |s| s.chars().count()) + 2;
        }
        // Of what looks like a name only a bracket or its length says that it is none.
        if !known && !rest.get(..end).is_some_and(|it| it.contains(']')) {
            return Err("invalid POSIX bracket type".into());
        }
        Ok(known)
    }

    /// One member of a class.
    fn class_char(&mut self) -> Result<Member> {
        let Some(c) = self.peek() else { return Err("premature end of char-class".into()) };
        if c == '\\' {
            let member = match self.chars.get(self.pos + 1) {
                Some(c @ ('.' | '-' | '[' | ']' | '\\' | '/' | '^' | '$' | '*' | '+' | '?' | '(' | ')' | '{' | '}' | '|')) => {
                    Member::Char(*c)
                }
                Some('d' | 'D' | 'w' | 'W' | 's' | 'S' | 'h' | 'H') => Member::Set,
                Some('p' | 'P') if self.chars.get(self.pos + 2) == Some(&'{') => Member::Set,
                None => return Err("premature end of char-class".into()),
                Some(_) => Member::Other,
            };
            self.escape()?;
            return Ok(member);
        }
        self.pos += 1;
        Ok(Member::Char(c))
    }
}

/// Last member of a class that was read, as far as it can begin or end a range.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Member {
    None,
    Char(char),
    /// A character that an escape names.
    Other,
    /// Several characters.
    Set,
}
