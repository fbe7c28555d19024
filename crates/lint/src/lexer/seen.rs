//! Memory of searches, so that no text is read again from the next place: without it a line of `$x[$x[$x[` would be read to its end for
//! each of its brackets.

/// A run of bytes of one kind.
#[derive(Debug, Default)]
pub struct Run {
    from: usize,
    to: usize,
    #[cfg(test)]
    pub looked: usize,
}

impl Run {
    /// Where the bytes of a kind end that stand at a place. Always of the same text and the same kind.
    pub fn end(&mut self, at: usize, bytes: &[u8], is_one: impl Fn(u8) -> bool) -> usize {
        if !(self.from..self.to).contains(&at) {
            let length = bytes.get(at..).unwrap_or_default().iter().take_while(|it| is_one(**it)).count();
            (self.from, self.to) = (at, at + length);
            #[cfg(test)]
            {
                self.looked += length;
            }
        }
        self.to.max(at)
    }
}

/// A sign that is not there up to the end of a line.
#[derive(Debug, Default)]
pub struct Missing {
    /// How many bytes were left of the text where the search began, and where it ended.
    from: usize,
    to: usize,
    #[cfg(test)]
    pub looked: usize,
}

impl Missing {
    /// Where the sign stands in the first line. Always the same sign, in the rests of the same text.
    pub fn find(&mut self, sign: u8, rest: &[u8]) -> Option<usize> {
        if self.to < rest.len() && rest.len() <= self.from {
            return None;
        }
        let found = memchr::memchr2(sign, b'\n', rest);
        #[cfg(test)]
        {
            self.looked += found.unwrap_or(rest.len());
        }
        if let Some(at) = found.filter(|at| rest.get(*at) == Some(&sign)) {
            return Some(at);
        }
        (self.from, self.to) = (rest.len(), found.map_or(0, |at| rest.len() - at));
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{Missing, Run};

    #[test]
    fn a_run_is_looked_at_once() {
        let text = b"ab    cd  ";
        let mut run = Run::default();
        let mut end = |at| run.end(at, text, |it| it == b' ');
        assert_eq!([end(0), end(2), end(3), end(5), end(6), end(8), end(10), end(11)], [0, 6, 6, 6, 6, 10, 10, 11]);
        assert_eq!(run.looked, 6);
    }

    #[test]
    fn what_is_missing_is_looked_for_once_a_line() {
        let text = b"[[[[\n[]\n[[";
        let mut missing = Missing::default();
        let found: Vec<Option<usize>> = (0..text.len()).map(|at| missing.find(b']', &text[at..])).collect();
        assert_eq!(found, [None, None, None, None, None, Some(1), Some(0), None, None, None]);
        assert_eq!(missing.looked, 4 + 1 + 2);
    }
}
