//! Whether a text is JSON, and how Ruby's parser says that it is not.

enum Failure {
    /// The value is none; whoever asked for it reports it.
    NoValue,
    /// Reported, with the number of Ruby's parser and the place.
    At(u32, usize),
}

/// The message of Ruby's JSON library for a text that it refuses.
pub(super) fn check(text: &str) -> Option<String> {
    let mut parser = Parser { bytes: text.as_bytes(), depth: 0 };
    let start = parser.blanks(0);
    let (number, at) = match parser.value(start) {
        Ok(end) => {
            let end = parser.blanks(end);
            if end == text.len() {
                return None;
            }
            (859, end)
        }
        Err(Failure::NoValue) => (859, start),
        Err(Failure::At(number, at)) => (number, at),
    };
    Some(format!("{number}: unexpected token at '{}'", text.get(at..).unwrap_or("")))
}

/// Ruby's own limit is 100.
const MAX_DEPTH: usize = 100;

struct Parser<'a> {
    bytes: &'a [u8],
    depth: usize,
}

impl Parser<'_> {
    fn at(&self, i: usize) -> u8 {
        self.bytes.get(i).copied().unwrap_or(0)
    }

    /// Skips blanks and comments.
    fn blanks(&self, mut i: usize) -> usize {
        loop {
            match self.at(i) {
                b' ' | b'\t' | b'\r' | b'\n' => i += 1,
                b'/' if self.at(i + 1) == b'/' => {
                    while i < self.bytes.len() && self.at(i) != b'\n' {
                        i += 1;
                    }
                }
                b'/' if self.at(i + 1) == b'*' => {
                    let rest = self.bytes.get(i + 2..).unwrap_or(&[]);
                    match rest.windows(2).position(|w| w == b"*/") {
                        Some(n) => i += n + 4,
                        None => return i,
                    }
                }
                _ => return i,
            }
        }
    }

    fn value(&mut self, i: usize) -> Result<usize, Failure> {
        let rest = self.bytes.get(i..).unwrap_or(&[]);
        match self.at(i) {
            b'"' => self.string(i),
            b'[' => self.nested(i, Self::array),
            b'{' => self.nested(i, Self::object),
            b'n' if rest.starts_with(b"null") => Ok(i + 4),
            b't' if rest.starts_with(b"true") => Ok(i + 4),
            b'f' if rest.starts_with(b"false") => Ok(i + 5),
            b'N' if rest.starts_with(b"NaN") => Err(Failure::At(225, i)),
            b'I' if rest.starts_with(b"Infinity") => Err(Failure::At(233, i)),
            b'-' | b'0'..=b'9' => self.number(i),
            _ => Err(Failure::NoValue),
        }
    }

    fn nested(&mut self, i: usize, read: fn(&mut Self, usize) -> Result<usize, Failure>) -> Result<usize, Failure> {
        if self.depth >= MAX_DEPTH {
            return Err(Failure::NoValue);
        }
        self.depth += 1;
        let end = read(self, i);
        self.depth -= 1;
        end
    }

    fn string(&self, i: usize) -> Result<usize, Failure> {
        let mut at = i + 1;
        while at < self.bytes.len() {
            match self.at(at) {
                b'"' => return Ok(at + 1),
                b'\\' => at += 2,
                0..=0x1f => return Err(Failure::NoValue),
                _ => at += 1,
            }
        }
        Err(Failure::NoValue)
    }

    fn number(&self, i: usize) -> Result<usize, Failure> {
        let digits = |from: usize| (from..).take_while(|n| self.at(*n).is_ascii_digit()).count();
        let mut at = i + usize::from(self.at(i) == b'-');
        let int = digits(at);
        if int == 0 || int > 1 && self.at(at) == b'0' {
            return Err(Failure::NoValue);
        }
        at += int;
        if self.at(at) == b'.' && digits(at + 1) > 0 {
            at += 1 + digits(at + 1);
        }
        if matches!(self.at(at), b'e' | b'E') {
            let sign = usize::from(matches!(self.at(at + 1), b'+' | b'-'));
            let exponent = digits(at + 1 + sign);
            if exponent > 0 {
                at += 1 + sign + exponent;
            }
        }
        Ok(at)
    }

    fn array(&mut self, i: usize) -> Result<usize, Failure> {
        let mut at = self.blanks(i + 1);
        if self.at(at) == b']' {
            return Ok(at + 1);
        }
        loop {
            match self.value(at) {
                Ok(end) => at = self.blanks(end),
                Err(Failure::NoValue) => return Err(Failure::At(451, at)),
                Err(other) => return Err(other),
            }
            match self.at(at) {
                b',' => at = self.blanks(at + 1),
                b']' => return Ok(at + 1),
                _ => return Err(Failure::At(451, at)),
            }
        }
    }

    fn object(&mut self, i: usize) -> Result<usize, Failure> {
        let mut at = self.blanks(i + 1);
        if self.at(at) == b'}' {
            return Ok(at + 1);
        }
        loop {
            if self.at(at) != b'"' {
                return Err(Failure::NoValue);
            }
            at = self.blanks(self.string(at)?);
            if self.at(at) != b':' {
                return Err(Failure::NoValue);
            }
            at = self.blanks(at + 1);
            let end = self.value(at)?;
            at = self.blanks(end);
            match self.at(at) {
                b',' => at = self.blanks(at + 1),
                b'}' => return Ok(at + 1),
                _ => return Err(Failure::NoValue),
            }
        }
    }
}
