//! From Ruby's regular expressions to those of the engine.

use super::{Fault, class};

/// Options of `Regexp.new` besides the pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    pub ignore_case: bool,
    /// `.` takes the ends of lines, too.
    pub multiline: bool,
    /// Blanks and comments do not count.
    pub extended: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Flags {
    options: Options,
    /// `(?a)`: everything is ASCII.
    pub(super) ascii: bool,
    /// `(?u)`: `\w` and the like take all scripts.
    pub(super) unicode: bool,
}

pub(super) struct Translated {
    pub(super) pattern: String,
    pub(super) names: Vec<(String, Vec<usize>)>,
}

/// Deeper groups are refused, as the engine would.
const DEEPEST: usize = 60;

/// A part of a pattern.
enum Node {
    /// Text for the engine, and whether it takes a character.
    Text(String, bool),
    /// The start of a line, but not the end of the text.
    Caret,
    Group {
        open: String,
        alternatives: Vec<Vec<Node>>,
        /// Whether it looks ahead or behind, and takes no characters.
        look: bool,
    },
    Repeat {
        node: Box<Node>,
        quantifier: String,
        /// Whether it may be left out.
        optional: bool,
        possessive: bool,
    },
}

/// Kind of an opening parenthesis.
enum Opened {
    Group(Node),
    /// Options that stand alone: how the group opens that they make of the rest.
    Options {
        open: String,
        flags: Flags,
    },
}

/// Member of a class.
enum Member {
    Character(char),
    Set(String),
}

pub(super) fn translate(source: &str, options: Options) -> Result<Translated, Fault> {
    let mut translator = Translator { chars: source.chars().collect(), pos: 0, names: Vec::new(), named: false, groups: 0, opened: 0 };
    translator.look_for_groups();
    let flags = Flags { options, ascii: false, unicode: false };
    let alternatives = translator.alternatives(flags, 0)?;
    let mut pattern = String::new();
    let root = Node::Group { open: if options.ignore_case { "(?i:" } else { "(?:" }.to_owned(), alternatives, look: false };
    write(&root, false, &mut pattern);
    Ok(Translated { pattern, names: translator.names })
}

/// Whether a part takes at least one character.
fn consumes(node: &Node) -> bool {
    match node {
        Node::Text(_, consumes) => *consumes,
        Node::Caret => false,
        Node::Group { alternatives, look, .. } => !look && alternatives.iter().all(|it| it.iter().any(consumes)),
        Node::Repeat { node, optional, .. } => !optional && consumes(node),
    }
}

/// `followed`: something after it takes a character, so that it cannot stand at the end of the text.
fn write(node: &Node, followed: bool, out: &mut String) {
    match node {
        Node::Text(text, _) => out.push_str(text),
        Node::Caret if followed => out.push_str("(?m:^)"),
        Node::Caret => out.push_str("(?:\\A|(?<=\\n)(?!\\z))"),
        Node::Group { open, alternatives, look } => {
            out.push_str(open);
            for (index, sequence) in alternatives.iter().enumerate() {
                if index > 0 {
                    out.push('|');
                }
                // From the end, whether anything follows that takes a character.
                let mut follows: Vec<bool> = Vec::with_capacity(sequence.len());
                let mut after = followed && !look;
                for node in sequence.iter().rev() {
                    follows.push(after);
                    after |= consumes(node);
                }
                for (node, followed) in sequence.iter().zip(follows.into_iter().rev()) {
                    write(node, followed, out);
                }
            }
            out.push(')');
        }
        // What looks around takes nothing, however often.
        Node::Repeat { node, optional, .. } if matches!(**node, Node::Group { look: true, .. }) => {
            out.push_str("(?:");
            write(node, followed, out);
            out.push_str(if *optional { "|)" } else { ")" });
        }
        Node::Repeat { node, quantifier, possessive, .. } => {
            out.push_str(if *possessive { "(?>" } else { "" });
            let whole = match &**node {
                Node::Text(text, true) => text.starts_with('[') || text.chars().count() == 1 || text.starts_with('\\') && text.len() == 2,
                Node::Group { look, .. } => !look,
                _ => false,
            };
            if whole {
                write(node, followed, out);
            } else {
                out.push_str("(?:");
                write(node, followed, out);
                out.push(')');
            }
            out.push_str(quantifier);
            out.push_str(if *possessive { ")" } else { "" });
        }
    }
}

struct Translator {
    chars: Vec<char>,
    pos: usize,
    names: Vec<(String, Vec<usize>)>,
    /// A group has a name, so those without capture nothing.
    named: bool,
    groups: usize,
    opened: usize,
}

impl Translator {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.pos).copied()
    }

    fn peek_at(&self, offset: usize) -> Option<char> {
        self.chars.get(self.pos + offset).copied()
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = text.chars().enumerate().all(|(index, it)| self.peek_at(index) == Some(it));
        if found {
            self.pos += text.chars().count();
        }
        found
    }

    /// Reads up to a closing character, and consumes it.
    fn read_until(&mut self, close: char) -> String {
        let mut text = String::new();
        while let Some(it) = self.peek() {
            self.pos += 1;
            if it == close {
                break;
            }
            text.push(it);
        }
        text
    }

    /// Which names there are and how many groups without; references may come before their groups.
    fn look_for_groups(&mut self) {
        let (mut plain, mut names, mut class) = (0, Vec::new(), 0_usize);
        let mut at = 0;
        let get = |at: usize| self.chars.get(at).copied();
        while let Some(it) = get(at) {
            match it {
                '\\' => at += 1,
                '[' => class += 1,
                ']' => class = class.saturating_sub(1),
                '(' if class == 0 => match (get(at + 1), get(at + 2), get(at + 3)) {
                    (Some('?'), Some('<'), Some(next)) if next != '=' && next != '!' => {
                        names.push(self.chars.iter().skip(at + 3).take_while(|it| **it != '>').collect::<String>());
                    }
                    (Some('?'), Some('\''), _) => {
                        names.push(self.chars.iter().skip(at + 3).take_while(|it| **it != '\'').collect::<String>());
                    }
                    (Some('?'), ..) => {}
                    _ => plain += 1,
                },
                _ => {}
            }
            at += 1;
        }
        self.named = !names.is_empty();
        self.groups = if self.named { names.len() } else { plain };
        for (index, name) in names.into_iter().enumerate() {
            match self.names.iter_mut().find(|(it, _)| *it == name) {
                Some((_, groups)) => groups.push(index + 1),
                None => self.names.push((name, vec![index + 1])),
            }
        }
    }

    /// Up to a closing parenthesis, which is left, or the end.
    fn alternatives(&mut self, mut flags: Flags, depth: usize) -> Result<Vec<Vec<Node>>, Fault> {
        if depth > DEEPEST {
            return Err(Fault::TooDeep);
        }
        let mut alternatives = Vec::new();
        let mut sequence: Vec<Node> = Vec::new();
        while let Some(next) = self.peek() {
            match next {
                ')' => break,
                '|' => {
                    self.pos += 1;
                    alternatives.push(std::mem::take(&mut sequence));
                }
                '*' | '+' | '?' if !sequence.is_empty() => self.repeat(&mut sequence),
                '{' if !sequence.is_empty() && self.interval(&mut sequence) => {}
                it if flags.options.extended && it.is_ascii_whitespace() => self.pos += 1,
                '#' if flags.options.extended => {
                    self.read_until('\n');
                }
                '(' if self.eat("(?#") => {
                    while let Some(it) = self.peek() {
                        self.pos += if it == '\\' { 2 } else { 1 };
                        if it == ')' {
                            break;
                        }
                    }
                }
                '(' => match self.group(flags, depth)? {
                    Opened::Group(node) => sequence.push(node),
                    // Options without a group of their own hold up to the end of the group around, over alternatives, too.
                    Opened::Options { open, flags: new } => {
                        flags = new;
                        let alternatives = self.alternatives(flags, depth + 1)?;
                        sequence.push(Node::Group { open, alternatives, look: false });
                    }
                },
                '[' => {
                    self.pos += 1;
                    let text = self.class(flags, depth)?;
                    sequence.push(Node::Text(text, true));
                }
                '.' => {
                    self.pos += 1;
                    sequence.push(Node::Text(if flags.options.multiline { "(?s:.)" } else { "[^\\n]" }.to_owned(), true));
                }
                '^' => {
                    self.pos += 1;
                    sequence.push(Node::Caret);
                }
                '$' => {
                    self.pos += 1;
                    sequence.push(Node::Text("(?m:$)".to_owned(), false));
                }
                '\\' => {
                    self.pos += 1;
                    let node = self.escape(flags)?;
                    sequence.push(node);
                }
                other => {
                    self.pos += 1;
                    sequence.push(Node::Text(literal(other), true));
                }
            }
        }
        alternatives.push(sequence);
        Ok(alternatives)
    }

    fn repeat(&mut self, sequence: &mut Vec<Node>) {
        let Some(node) = sequence.pop() else { return };
        let sign = self.peek().unwrap_or('*');
        self.pos += 1;
        let mut quantifier = sign.to_string();
        let possessive = self.eat("+");
        if !possessive && self.eat("?") {
            quantifier.push('?');
        }
        sequence.push(Node::Repeat { node: Box::new(node), quantifier, optional: sign != '+', possessive });
    }

    /// `{n}`, `{n,}`, `{,m}`, `{n,m}`; false if it is text.
    fn interval(&mut self, sequence: &mut Vec<Node>) -> bool {
        let start = self.pos;
        self.pos += 1;
        let low = self.digits();
        let comma = self.eat(",");
        let high = if comma { self.digits() } else { String::new() };
        if !self.eat("}") || low.is_empty() && high.is_empty() {
            self.pos = start;
            return false;
        }
        let Some(node) = sequence.pop() else { return false };
        let low = if low.is_empty() { "0".to_owned() } else { low };
        let optional = low.bytes().all(|it| it == b'0');
        let quantifier = if comma { format!("{{{low},{high}}}") } else { format!("{{{low}}}") };
        let lazy = self.eat("?");
        if lazy && !comma {
            // `{n}?` is not lazy but may be left out.
            let inner = Node::Repeat { node: Box::new(node), quantifier, optional, possessive: false };
            sequence.push(Node::Repeat { node: Box::new(inner), quantifier: "?".to_owned(), optional: true, possessive: false });
            return true;
        }
        let quantifier = if lazy { quantifier + "?" } else { quantifier };
        sequence.push(Node::Repeat { node: Box::new(node), quantifier, optional, possessive: false });
        true
    }

    fn digits(&mut self) -> String {
        let mut digits = String::new();
        while let Some(it) = self.peek().filter(char::is_ascii_digit) {
            digits.push(it);
            self.pos += 1;
        }
        digits
    }

    /// A group, or options that stand alone.
    fn group(&mut self, flags: Flags, depth: usize) -> Result<Opened, Fault> {
        self.pos += 1;
        let mut inner = flags;
        let (open, look) = if !self.eat("?") {
            if self.named {
                ("(?:".to_owned(), false)
            } else {
                self.opened += 1;
                ("(".to_owned(), false)
            }
        } else if self.eat("<=") {
            ("(?<=".to_owned(), true)
        } else if self.eat("<!") {
            ("(?<!".to_owned(), true)
        } else if self.eat("=") {
            ("(?=".to_owned(), true)
        } else if self.eat("!") {
            ("(?!".to_owned(), true)
        } else if self.eat(">") {
            ("(?>".to_owned(), false)
        } else if self.eat("~") {
            return self.absent(inner, depth).map(Opened::Group);
        } else if self.eat(":") {
            ("(?:".to_owned(), false)
        } else if self.eat("<") {
            self.read_until('>');
            self.opened += 1;
            ("(".to_owned(), false)
        } else if self.eat("'") {
            self.read_until('\'');
            self.opened += 1;
            ("(".to_owned(), false)
        } else if self.eat("(") {
            let condition = self.read_until(')');
            let name = condition.trim_matches(['<', '>', '\'']);
            let group = self.number_of(name).ok_or(Fault::BackReference)?;
            (format!("(?({group})"), true)
        } else {
            let before = inner.options.ignore_case;
            let alone = self.options(&mut inner);
            let open = match (before, inner.options.ignore_case) {
                (false, true) => "(?i:",
                (true, false) => "(?-i:",
                _ => "(?:",
            };
            if alone {
                return Ok(Opened::Options { open: open.to_owned(), flags: inner });
            }
            (open.to_owned(), false)
        };
        let alternatives = self.alternatives(inner, depth + 1)?;
        self.eat(")");
        Ok(Opened::Group(Node::Group { open, alternatives, look }))
    }

    /// `(?~text)`: as much as there is without the text in it. The engine's own stops where the text begins, Ruby's before it
    /// ends.
    fn absent(&mut self, flags: Flags, depth: usize) -> Result<Node, Fault> {
        let mut alternatives = self.alternatives(flags, depth + 1)?;
        self.eat(")");
        let texts = match alternatives.pop() {
            Some(it) if alternatives.is_empty() && !it.is_empty() => it,
            _ => return Err(Fault::AbsenceOfSeveral),
        };
        let mut whole = String::new();
        let mut start = String::new();
        for (index, node) in texts.iter().enumerate() {
            let Node::Text(text, true) = node else {
                return Err(Fault::AbsenceOfOthers);
            };
            whole.push_str(text);
            if index + 1 < texts.len() {
                start.push_str("(?:");
                start.push_str(text);
            }
        }
        start.push_str(&")?".repeat(texts.len() - 1));
        let before_end = if start.is_empty() { String::new() } else { format!("(?:(?={whole}){start})?") };
        Ok(Node::Text(format!("(?:(?:(?!{whole})(?s:.))*{before_end})"), false))
    }

    /// `imx-imx`; true if they stand alone.
    fn options(&mut self, flags: &mut Flags) -> bool {
        let mut on = true;
        while let Some(it) = self.peek() {
            self.pos += 1;
            match it {
                '-' => on = false,
                'i' => flags.options.ignore_case = on,
                'm' => flags.options.multiline = on,
                'x' => flags.options.extended = on,
                'a' => (flags.ascii, flags.unicode) = (true, false),
                'u' => (flags.ascii, flags.unicode) = (false, true),
                'd' => (flags.ascii, flags.unicode) = (false, false),
                ':' => return false,
                _ => return true,
            }
        }
        true
    }

    /// The group that a name, number or relative number means.
    fn number_of(&self, name: &str) -> Option<usize> {
        if let Some((_, groups)) = self.names.iter().find(|(it, _)| it == name) {
            return groups.last().copied();
        }
        if let Some(back) = name.strip_prefix('-') {
            return (self.opened + 1).checked_sub(back.parse().ok()?).filter(|it| *it > 0);
        }
        name.parse().ok().filter(|it| *it > 0 && *it <= self.groups)
    }

    /// Reads the escape after a backslash.
    fn escape(&mut self, flags: Flags) -> Result<Node, Fault> {
        let Some(letter) = self.peek() else { return Err(Fault::ShortEscape) };
        let text = |it: &str, consumes: bool| Ok(Node::Text(it.to_owned(), consumes));
        let word = "[0-9A-Za-z_]";
        match letter {
            '1'..='9' => {
                let start = self.pos;
                let digits = self.digits();
                match digits.parse::<usize>() {
                    Ok(number) if number <= self.groups || digits.len() == 1 => return Ok(Node::Text(format!("(?:\\{number})"), false)),
                    _ => self.pos = start,
                }
            }
            'k' | 'g' if matches!(self.peek_at(1), Some('<' | '\'')) => {
                let close = if self.peek_at(1) == Some('<') { '>' } else { '\'' };
                self.pos += 2;
                let name = self.read_until(close);
                if letter == 'k'
                    && let Some((_, groups)) = self.names.iter().find(|(it, _)| *it == name)
                {
                    let all: Vec<String> = groups.iter().rev().map(|it| format!("\\{it}")).collect();
                    return Ok(Node::Text(format!("(?:{})", all.join("|")), false));
                }
                let number = if letter == 'g' && name == "0" { Some(0) } else { self.number_of(&name) };
                let Some(number) = number else {
                    return Err(if name.parse::<i64>().is_ok() {
                        if letter == 'k' { Fault::BackReference } else { Fault::UndefinedGroup(name) }
                    } else {
                        Fault::UndefinedName(name)
                    });
                };
                return Ok(Node::Text(if letter == 'k' { format!("(?:\\{number})") } else { format!("\\g<{number}>") }, false));
            }
            'p' | 'P' if self.peek_at(1) == Some('{') => {
                self.pos += 2;
                let name = self.read_until('}');
                return Ok(Node::Text(class::property(&name, letter == 'P')?, true));
            }
            _ => {}
        }
        if let Some(class) = class::escape(letter, flags) {
            self.pos += 1;
            return Ok(Node::Text(class, true));
        }
        self.pos += 1;
        match letter {
            'A' => return text("\\A", false),
            'z' => return text("\\z", false),
            'Z' => return text("(?=\\n?\\z)", false),
            'G' => return text("\\G", false),
            'K' => return text("\\K", false),
            'b' if flags.ascii => return Ok(Node::Text(format!("(?:(?<={word})(?!{word})|(?<!{word})(?={word}))"), false)),
            'B' if flags.ascii => return Ok(Node::Text(format!("(?:(?<={word})(?={word})|(?<!{word})(?!{word}))"), false)),
            'b' => return text("\\b", false),
            'B' => return text("\\B", false),
            'R' => return text("(?>\\r\\n|[\\n-\\r\\x{85}\\x{2028}\\x{2029}])", true),
            'X' => return text("(?>\\r\\n|\\p{M}+|[^\\p{M}](?:\\p{M}|\\x{200d}[^\\p{M}])*)", true),
            _ => self.pos -= 1,
        }
        let characters: String = self.characters()?.into_iter().map(literal).collect();
        Ok(Node::Text(characters, true))
    }

    /// The characters that an escape stands for, after its backslash: one but for `\u{61 62}`.
    fn characters(&mut self) -> Result<Vec<char>, Fault> {
        let Some(letter) = self.peek() else { return Err(Fault::ShortEscape) };
        self.pos += 1;
        let one = |code: u32| char::from_u32(code).map(|it| vec![it]).ok_or(Fault::UnicodeRange);
        Ok(vec![match letter {
            't' => '\t',
            'n' => '\n',
            'r' => '\r',
            'f' => '\x0c',
            'v' => '\x0b',
            'a' => '\x07',
            'e' => '\x1b',
            '0'..='7' => {
                self.pos -= 1;
                return one(self.number(3, 8));
            }
            'x' if self.peek() == Some('{') => {
                self.pos += 1;
                return one(u32::from_str_radix(&self.read_until('}'), 16).unwrap_or(u32::MAX));
            }
            'x' => return self.bytes(),
            'u' if self.peek() == Some('{') => {
                self.pos += 1;
                let list = self.read_until('}');
                return list
                    .split_whitespace()
                    .map(|it| u32::from_str_radix(it, 16).ok().and_then(char::from_u32).ok_or(Fault::UnicodeRange))
                    .collect();
            }
            'u' => return one(self.number(4, 16)),
            'c' => self.control(),
            'C' if self.eat("-") => self.control(),
            other => other,
        }])
    }

    fn control(&mut self) -> char {
        let it = self.peek().unwrap_or('@');
        self.pos += 1;
        if it == '?' { '\x7f' } else { char::from_u32(u32::from(it) & 0x1f).unwrap_or('\0') }
    }

    fn number(&mut self, most: usize, radix: u32) -> u32 {
        let mut value = 0;
        for _ in 0..most {
            let Some(digit) = self.peek().and_then(|it| it.to_digit(radix)) else { break };
            value = value * radix + digit;
            self.pos += 1;
        }
        value
    }

    /// `\xHH`, several of which can be the bytes of one character.
    fn bytes(&mut self) -> Result<Vec<char>, Fault> {
        let mut bytes = vec![u8::try_from(self.number(2, 16)).unwrap_or(0)];
        loop {
            if let Ok(text) = std::str::from_utf8(&bytes) {
                return Ok(text.chars().collect());
            }
            if bytes.len() >= 4 || !self.eat("\\x") {
                return Err(Fault::MultibyteEscape);
            }
            bytes.push(u8::try_from(self.number(2, 16)).unwrap_or(0));
        }
    }

    /// A class, after its `[`.
    fn class(&mut self, flags: Flags, depth: usize) -> Result<String, Fault> {
        if depth > DEEPEST {
            return Err(Fault::TooDeep);
        }
        let mut out = String::from(if self.eat("^") { "[^" } else { "[" });
        let mut first = true;
        loop {
            let Some(next) = self.peek() else { return Err(Fault::ClassEnd) };
            match next {
                ']' if !first => {
                    self.pos += 1;
                    out.push(']');
                    return Ok(out);
                }
                '[' => match self.posix(flags) {
                    Some(text) => out.push_str(&text),
                    None => {
                        self.pos += 1;
                        out.push_str(&self.class(flags, depth + 1)?);
                    }
                },
                '&' if self.eat("&&") => out.push_str("&&"),
                _ => match self.class_character(flags)? {
                    Member::Set(set) => out.push_str(&set),
                    Member::Character(low) => {
                        let dash = self.peek() == Some('-');
                        let range = dash && !matches!(self.peek_at(1), None | Some(']' | '['));
                        if dash && self.peek_at(1) == Some('[') {
                            // A class ends no range, and Ruby forgets how it began.
                            self.pos += 1;
                        } else if !range {
                            out.push_str(&class::literal(low));
                        } else {
                            self.pos += 1;
                            match self.class_character(flags)? {
                                Member::Character(high) if low > high => return Err(Fault::EmptyRange),
                                Member::Character(high) => out.push_str(&format!("{}-{}", class::literal(low), class::literal(high))),
                                // A set ends no range: the dash is text.
                                Member::Set(set) => out.push_str(&format!("{}\\-{set}", class::literal(low))),
                            }
                        }
                    }
                },
            }
            first = false;
        }
    }

    fn posix(&mut self, flags: Flags) -> Option<String> {
        if self.peek_at(1) != Some(':') {
            return None;
        }
        let inner: String = self.chars.iter().skip(self.pos + 2).take(12).take_while(|it| **it != ':').collect();
        let length = inner.chars().count();
        if self.peek_at(2 + length) != Some(':') || self.peek_at(3 + length) != Some(']') {
            return None;
        }
        let name = inner.strip_prefix('^');
        let class = class::posix(name.unwrap_or(&inner), name.is_some(), flags)?;
        self.pos += length + 4;
        Some(class)
    }

    /// A character of a class, or a set of them.
    fn class_character(&mut self, flags: Flags) -> Result<Member, Fault> {
        let Some(next) = self.peek() else { return Err(Fault::ClassEnd) };
        self.pos += 1;
        if next != '\\' {
            return Ok(Member::Character(next));
        }
        let Some(letter) = self.peek() else { return Err(Fault::ClassEnd) };
        if let Some(set) = class::escape(letter, flags) {
            self.pos += 1;
            return Ok(Member::Set(set));
        }
        match letter {
            'p' | 'P' if self.peek_at(1) == Some('{') => {
                self.pos += 2;
                let name = self.read_until('}');
                Ok(Member::Set(class::property(&name, letter == 'P')?))
            }
            'b' => {
                self.pos += 1;
                Ok(Member::Character('\x08'))
            }
            'R' | 'X' => {
                self.pos += 1;
                Ok(Member::Character(letter))
            }
            _ => {
                let characters = self.characters()?;
                match characters.as_slice() {
                    [one] => Ok(Member::Character(*one)),
                    several => Ok(Member::Set(several.iter().map(|it| class::literal(*it)).collect())),
                }
            }
        }
    }
}

fn literal(character: char) -> String {
    let text = character.to_string();
    fancy_regex::escape(&text).into_owned()
}
