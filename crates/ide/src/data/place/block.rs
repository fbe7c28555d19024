//! YAML by its indentation.

use std::ops::Range;

use super::{Place, Sibling, Step, flow, plain};

/// Limit of the lines around the cursor that are read.
const MOST_LINES: usize = 50_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part<'t> {
    Dash,
    Key(&'t str),
}

/// A line, taken apart.
#[derive(Debug)]
struct Line<'t> {
    start: usize,
    text: &'t str,
    /// Parts at its beginning, by columns.
    parts: Vec<(usize, Part<'t>)>,
    /// The key's bytes in the text, with its quotes, and where its colon is.
    key: Option<(Range<usize>, usize)>,
    /// Where what follows the dashes and the key begins.
    value: usize,
}

impl<'t> Line<'t> {
    fn new(text: &'t str, start: usize) -> Line<'t> {
        let mut parts = Vec::new();
        let mut at = blanks(text, 0);
        while text.get(at..).is_some_and(|it| it == "-" || it.starts_with("- ")) {
            parts.push((at, Part::Dash));
            at = blanks(text, at + 1);
        }
        let rest = text.get(at..).unwrap_or_default();
        let mut key = None;
        if let Some((length, colon)) = key_of(rest) {
            parts.push((at, Part::Key(plain(rest.get(..length).unwrap_or_default()))));
            key = Some((start + at..start + at + length, start + at + colon));
            at = blanks(text, at + colon + 1);
        }
        Line { start, text, parts, key, value: start + at }
    }

    fn is_blank(&self) -> bool {
        let text = self.text.trim_start();
        text.is_empty() || text.starts_with('#')
    }

    fn indent(&self) -> usize {
        blanks(self.text, 0)
    }

    fn end(&self) -> usize {
        self.start + self.text.len()
    }

    fn value_text(&self) -> &'t str {
        self.text.get(self.value - self.start..).unwrap_or_default()
    }
}

fn blanks(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    from + rest.len() - rest.trim_start_matches([' ', '\t']).len()
}

/// How long the key is that a text begins with, and where its colon stands.
fn key_of(text: &str) -> Option<(usize, usize)> {
    let is_colon = |at: usize| text.get(at..).is_some_and(|it| it == ":" || it.starts_with(": ") || it.starts_with(":\t"));
    let first = text.chars().next()?;
    if matches!(first, '"' | '\'') {
        let end = 1 + text.get(1..)?.find(first)? + 1;
        let colon = blanks(text, end);
        return is_colon(colon).then_some((end, colon));
    }
    if matches!(first, '[' | '{' | '#' | '|' | '>' | '&' | '*' | '!' | '@' | '%' | '?') {
        return None;
    }
    for (at, it) in text.char_indices() {
        match it {
            // The name of a parameter is yet to come.
            ':' if is_colon(at) && !text.get(..at).is_some_and(|it| it.ends_with(':')) => return (at > 0).then_some((at, at)),
            '#' if text.get(..at).is_some_and(|it| it.ends_with(' ')) => return None,
            _ => {}
        }
    }
    None
}

/// The lines of a text with where they begin.
fn lines(text: &str) -> Vec<(usize, &str)> {
    let mut at = 0;
    text.split('\n')
        .map(|line| {
            let start = at;
            at += line.len() + 1;
            (start, line.strip_suffix('\r').unwrap_or(line))
        })
        .collect()
}

pub(super) fn place(text: &str, offset: usize) -> Option<Place> {
    let all = lines(text);
    let number = all.partition_point(|it| it.0 <= offset).checked_sub(1)?;
    let (start, line) = *all.get(number)?;
    let in_line = offset - start;
    let before = line.get(..in_line)?;
    if before.trim_start().starts_with('#') {
        return None;
    }
    let above = all.get(..number)?;
    let own = Line::new(line, start);
    let is_empty = line.trim().is_empty();
    if let Some(opener) = opener(text, above, if is_empty { in_line } else { own.indent() }, offset) {
        return match opener {
            Opener::Bracket(place) => Some(place),
            Opener::Text(path) => Some(of_text(path, line, start, in_line)),
        };
    }
    if is_bracket(own.value_text()) && own.value < offset {
        let mut climb = Climb::of_value(&own);
        climb.ascend(above);
        return flow::place(text, own.value, offset, climb.steps(), false);
    }
    let in_value = own.key.as_ref().is_some_and(|it| offset > it.1);
    let from = match &own.key {
        _ if is_empty => offset,
        Some((key, _)) if !in_value => key.start,
        // Between a colon or a dash and what follows.
        _ if own.value_text().is_empty() => offset.min(own.end()),
        _ => own.value,
    };
    let end = own.key.as_ref().filter(|_| !in_value).map(|it| it.0.end);
    let (scalar, quote, is_closed) = scalar(text, from, end.unwrap_or(own.end()), offset)?;
    let is_item = own.parts.iter().any(|it| it.1 == Part::Dash);
    let mut climb = if in_value { Climb::of_value(&own) } else { Climb::new(from - start) };
    let column = climb.column;
    if !in_value {
        climb.meet(&own.parts);
    }
    climb.ascend(above);
    let mut siblings = climb.siblings.clone();
    let sibling_column = if in_value { own.parts.last().map_or(column, |it| it.0) } else { column };
    let has_below = siblings_below(sibling_column, all.get(number + 1..).unwrap_or_default(), &mut siblings);
    let path = climb.steps();
    let is_key_alone = own.key.is_some() || path.is_empty() || !is_item && !siblings.is_empty() || is_item && has_below;
    Some(Place {
        may_be_key: !in_value,
        may_be_value: in_value || !is_key_alone,
        path,
        scalar,
        quote,
        is_closed,
        siblings,
        is_flow: false,
        has_colon: own.key.is_some() && !in_value,
        is_text: false,
    })
}

/// The scalar that begins at a place, up to the end of the line or of its key.
fn scalar(text: &str, from: usize, end: usize, offset: usize) -> Option<(Range<usize>, Option<char>, bool)> {
    let mut from = from;
    let mut rest = text.get(from..end)?;
    // What an anchor or a tag stands before.
    while rest.starts_with(['&', '!']) {
        let length = blanks(rest, rest.find([' ', '\t'])?);
        from += length;
        rest = rest.get(length..)?;
    }
    let quote = rest.chars().next().filter(|it| matches!(it, '"' | '\''));
    let (range, is_closed) = match quote {
        Some(quote) => {
            let inner = rest.get(1..)?;
            match inner.find(quote) {
                Some(length) => (from + 1..from + 1 + length, true),
                // What follows may be meant for something else.
                None => (from + 1..offset.max(from + 1), false),
            }
        }
        None => {
            let comment = rest.find(" #").or_else(|| rest.starts_with('#').then_some(0)).unwrap_or(rest.len());
            let length = rest.get(..comment)?.trim_end().len();
            (from..from + length, true)
        }
    };
    // Behind the end there is nothing to be written.
    (range.start <= offset && offset <= range.end).then_some((range, quote, is_closed))
}

fn is_bracket(text: &str) -> bool {
    text.starts_with(['[', '{'])
}

/// Collection that was begun on a line above, and holds the cursor.
enum Opener {
    Bracket(Place),
    /// A longer text, and the path to it.
    Text(Vec<Step>),
}

/// All lines in between are indented more than the line that began it.
fn opener(text: &str, above: &[(usize, &str)], indent: usize, offset: usize) -> Option<Opener> {
    let mut least = indent;
    for (number, (start, line)) in above.iter().enumerate().rev().take(MOST_LINES) {
        let line = Line::new(line, *start);
        if line.is_blank() {
            continue;
        }
        if let Some((column, _)) = line.parts.last().filter(|it| it.0 < least) {
            let value = line.value_text();
            let steps = || {
                let mut climb = Climb::of_value(&line);
                climb.ascend(above.get(..number).unwrap_or_default());
                climb.steps()
            };
            if is_bracket(value)
                && let Some(place) = flow::place(text, line.value, offset, steps(), false)
            {
                return Some(Opener::Bracket(place));
            }
            if value.starts_with(['|', '>']) {
                return Some(Opener::Text(steps()));
            }
            least = *column;
        }
        least = least.min(line.indent());
        if least == 0 || line.text.starts_with("---") {
            break;
        }
    }
    None
}

/// A line of a longer text.
fn of_text(path: Vec<Step>, line: &str, start: usize, in_line: usize) -> Place {
    let from = blanks(line, 0).min(in_line);
    Place {
        path,
        may_be_key: false,
        may_be_value: false,
        scalar: start + from..start + line.len(),
        quote: None,
        is_closed: true,
        siblings: Vec::new(),
        is_flow: false,
        has_colon: false,
        is_text: true,
    }
}

/// The path up from a place, by columns.
struct Climb {
    column: usize,
    is_dash: bool,
    /// Outwards.
    path: Vec<Step>,
    siblings: Vec<Sibling>,
    /// Whether the keys of the innermost mapping still follow.
    is_beside: bool,
}

impl Climb {
    fn new(column: usize) -> Climb {
        Climb { column, is_dash: false, path: Vec::new(), siblings: Vec::new(), is_beside: true }
    }

    /// From the value that a line ends with.
    fn of_value(line: &Line<'_>) -> Climb {
        let mut climb = Climb::new(line.parts.last().map_or(0, |it| it.0));
        match line.parts.last() {
            Some((_, Part::Key(key))) => climb.path.push(Step::Key((*key).to_owned())),
            Some((_, Part::Dash)) => {
                climb.path.push(Step::Item);
                (climb.is_dash, climb.is_beside) = (true, false);
            }
            None => {}
        }
        climb.meet(line.parts.get(..line.parts.len().saturating_sub(1)).unwrap_or_default());
        climb
    }

    fn push(&mut self, column: usize, step: Step) {
        self.is_dash = step == Step::Item;
        self.path.push(step);
        (self.column, self.is_beside) = (column, false);
    }

    /// The parts of a line, from the right.
    fn meet(&mut self, parts: &[(usize, Part<'_>)]) {
        for (column, part) in parts.iter().rev() {
            match part {
                // A list may stand right below its key.
                Part::Key(key) if *column < self.column || *column == self.column && self.is_dash => {
                    self.push(*column, Step::Key((*key).to_owned()));
                }
                Part::Dash if *column < self.column => self.push(*column, Step::Item),
                _ => {}
            }
        }
    }

    fn ascend(&mut self, above: &[(usize, &str)]) {
        for (start, line) in above.iter().rev().take(MOST_LINES) {
            if self.column == 0 && !self.is_dash && !self.is_beside || line.starts_with("---") {
                return;
            }
            let line = Line::new(line, *start);
            if line.is_blank() {
                continue;
            }
            if let (true, Some((column, Part::Key(key)))) = (self.is_beside, line.parts.last())
                && *column == self.column
            {
                self.siblings.push(Sibling { key: (*key).to_owned(), value: plain(line.value_text()).to_owned() });
            }
            self.meet(&line.parts);
        }
    }

    /// From the outermost.
    fn steps(self) -> Vec<Step> {
        let mut path = self.path;
        path.reverse();
        path
    }
}

/// The keys at a column on the lines below, as far as their mapping goes. Whether there are some.
fn siblings_below(column: usize, below: &[(usize, &str)], siblings: &mut Vec<Sibling>) -> bool {
    let mut has_some = false;
    for (start, line) in below.iter().take(MOST_LINES) {
        let line = Line::new(line, *start);
        if line.is_blank() {
            continue;
        }
        if line.indent() < column || line.text.starts_with("---") {
            break;
        }
        if let Some((at, Part::Key(key))) = line.parts.first()
            && *at == column
        {
            has_some = true;
            siblings.push(Sibling { key: (*key).to_owned(), value: plain(line.value_text()).to_owned() });
        }
    }
    has_some
}
