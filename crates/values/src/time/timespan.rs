//! Timespans as text, by formats such as `%D-%H:%M:%S.%-N`.

use std::fmt;

use super::{NANOS_PER_SECOND, Timespan};
use crate::FormatError;

/// Those that are tried when none is given; the first one prints.
pub const DEFAULT_FORMATS: [&str; 8] =
    ["%D-%H:%M:%S.%-N", "%H:%M:%S.%-N", "%M:%S.%-N", "%S.%-N", "%D-%H:%M:%S", "%H:%M:%S", "%D-%H:%M", "%S"];

/// Wider fields are refused, where Ruby would take the memory.
const MAX_WIDTH: usize = 10_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Unit {
    Nano,
    Milli,
    Second,
    Minute,
    Hour,
    Day,
}

impl Unit {
    fn nanos(self) -> i128 {
        match self {
            Unit::Nano => 1,
            Unit::Milli => 1_000_000,
            Unit::Second => NANOS_PER_SECOND,
            Unit::Minute => 60 * NANOS_PER_SECOND,
            Unit::Hour => 3600 * NANOS_PER_SECOND,
            Unit::Day => 86_400 * NANOS_PER_SECOND,
        }
    }

    /// How many of them the next larger unit has.
    fn modulus(self) -> Option<i128> {
        match self {
            Unit::Nano => Some(NANOS_PER_SECOND),
            Unit::Milli => Some(1000),
            Unit::Second | Unit::Minute => Some(60),
            Unit::Hour => Some(24),
            Unit::Day => None,
        }
    }

    fn default_width(self) -> usize {
        match self {
            Unit::Nano => 9,
            Unit::Milli => 3,
            Unit::Second | Unit::Minute | Unit::Hour => 2,
            Unit::Day => 1,
        }
    }

    fn is_fraction(self) -> bool {
        self <= Unit::Milli
    }
}

enum Segment {
    Literal(String),
    Value {
        unit: Unit,
        pad: Option<char>,
        width: Option<usize>,
        /// The largest unit of the format has everything that larger ones would have.
        total: bool,
    },
}

fn segments(format: &str) -> Result<Vec<Segment>, FormatError> {
    #[derive(PartialEq)]
    enum State {
        Literal,
        Pad,
        Width,
    }
    let mut segments: Vec<Segment> = vec![];
    let literal = |segments: &mut Vec<Segment>, c: char| match segments.last_mut() {
        Some(Segment::Literal(text)) => text.push(c),
        _ => segments.push(Segment::Literal(c.to_string())),
    };
    let (mut state, mut pad, mut width, mut start) = (State::Literal, Some('0'), None, 0);
    let mut position = 0;
    let bad = |start: usize, position: usize| {
        let specifier: String = format.chars().skip(start).take(position - start).collect();
        Err(FormatError::Specifier { specifier, format: format.to_owned(), position })
    };
    for (at, c) in format.chars().enumerate() {
        position = at;
        if state == State::Literal {
            if c == '%' {
                (state, pad, width, start) = (State::Pad, Some('0'), None, at);
            } else {
                literal(&mut segments, c);
            }
            continue;
        }
        let unit = match c {
            'D' => Unit::Day,
            'H' => Unit::Hour,
            'M' => Unit::Minute,
            'S' => Unit::Second,
            'L' => Unit::Milli,
            'N' => Unit::Nano,
            '%' => {
                literal(&mut segments, c);
                state = State::Literal;
                continue;
            }
            '-' | '_' if state == State::Pad => {
                pad = (c == '_').then_some(' ');
                state = State::Width;
                continue;
            }
            '0'..='9' => {
                if !(state == State::Pad && c == '0') {
                    let digit = c.to_digit(10).unwrap_or(0) as usize;
                    let wide = width.unwrap_or(0_usize).saturating_mul(10).saturating_add(digit);
                    if wide > MAX_WIDTH {
                        return bad(start, position);
                    }
                    width = Some(wide);
                }
                state = State::Width;
                continue;
            }
            _ => return bad(start, position),
        };
        segments.push(Segment::Value { unit, pad, width, total: false });
        state = State::Literal;
    }
    if state != State::Literal {
        return bad(start, position);
    }
    let highest = segments.iter().filter_map(|it| if let Segment::Value { unit, .. } = it { Some(*unit) } else { None }).max();
    for segment in &mut segments {
        if let Segment::Value { unit, total, .. } = segment
            && Some(*unit) == highest
        {
            *total = true;
            break;
        }
    }
    Ok(segments)
}

impl Timespan {
    pub fn format(self, format: &str) -> Result<String, FormatError> {
        let mut out = String::from(if self.0 < 0 { "-" } else { "" });
        let nanos = self.0.unsigned_abs().try_into().unwrap_or(i128::MAX);
        for segment in segments(format)? {
            match segment {
                Segment::Literal(text) => out.push_str(&text),
                Segment::Value { unit, pad, width, total } => append(&mut out, nanos, unit, pad, width, total),
            }
        }
        Ok(out)
    }

    /// One of the formats must fit.
    pub fn parse(text: &str, formats: &[&str]) -> Result<Timespan, FormatError> {
        for format in formats {
            // A format that is none is an error even if another one fits.
            segments(format)?;
            if let Ok(found) = Timespan::parse_one(text, format) {
                return Ok(found);
            }
        }
        Err(FormatError::no_time_of_any(text, formats))
    }

    pub fn parse_one(text: &str, format: &str) -> Result<Timespan, FormatError> {
        let unable = || FormatError::no_time(text, format);
        let segments = segments(format)?;
        let mut pattern = String::from(r"\A-?");
        for segment in &segments {
            match segment {
                Segment::Literal(text) => pattern.push_str(&format!("({})", fancy_regex::escape(text))),
                Segment::Value { unit, pad, width, total } => pattern.push_str(&field_pattern(*unit, *pad, *width, *total)),
            }
        }
        pattern.push_str(r"\z");
        let regex = crate::regex::Regex::new(&pattern).map_err(|_| unable())?;
        let captures = regex.captures(text).ok_or_else(unable)?;
        let mut nanos: i128 = 0;
        for (segment, group) in segments.iter().zip(captures.iter().skip(1)) {
            let Segment::Value { unit, width, total, .. } = segment else { continue };
            let digits = group.as_deref().unwrap_or("").trim_start();
            if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
                return Err(unable());
            }
            let value: i128 = digits.parse().map_err(|_| unable())?;
            let part = if unit.is_fraction() {
                if *total {
                    return Err(FormatError::FractionAlone);
                }
                let missing = u32::try_from(9_usize.saturating_sub(digits.len())).unwrap_or(0);
                value.checked_mul(10_i128.pow(missing))
            } else {
                value.checked_mul(unit.nanos())
            };
            let _ = width;
            nanos = part.and_then(|part| nanos.checked_add(part)).ok_or_else(unable)?;
        }
        Ok(Timespan(if text.starts_with('-') { -nanos } else { nanos }))
    }
}

fn field_pattern(unit: Unit, pad: Option<char>, width: Option<usize>, total: bool) -> String {
    match (width, pad) {
        (None, Some(' ')) if total => r"\s*([0-9]+)".to_owned(),
        (None, _) if total => "([0-9]+)".to_owned(),
        (None, Some(' ')) => format!(r"([0-9\s]{{1,{}}})", unit.default_width()),
        (None, _) => format!("([0-9]{{1,{}}})", unit.default_width()),
        (Some(width), None) => format!("([0-9]{{1,{width}}})"),
        (Some(width), Some('0')) => format!("([0-9]{{{width}}})"),
        (Some(width), Some(_)) => format!(r"([0-9\s]{{{width}}})"),
    }
}

fn append(out: &mut String, nanos: i128, unit: Unit, pad: Option<char>, width: Option<usize>, total: bool) {
    let default = width.unwrap_or(unit.default_width());
    if unit.is_fraction() {
        let value = match unit {
            Unit::Nano => {
                let digits = u32::try_from(default.min(9)).unwrap_or(9);
                let value = nanos / 10_i128.pow(9 - digits);
                if total { value } else { value % 10_i128.pow(digits) }
            }
            _ if total => nanos / unit.nanos(),
            _ => nanos / unit.nanos() % 1000,
        };
        let mut text = value.to_string();
        if !total && pad != Some('0') {
            let trimmed = text.trim_end_matches('0');
            text = if trimmed.is_empty() { "0".to_owned() } else { trimmed.to_owned() };
        }
        match pad {
            None => out.push_str(&text),
            Some(_) => out.push_str(&format!("{text:<default$}")),
        }
        return;
    }
    let value = nanos / unit.nanos();
    let value = match unit.modulus() {
        Some(modulus) if !total => value % modulus,
        _ => value,
    };
    match pad {
        None => out.push_str(&value.to_string()),
        Some(' ') => out.push_str(&format!("{value:>default$}")),
        Some(_) => out.push_str(&format!("{value:0>default$}")),
    }
}

impl fmt::Display for Timespan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.format(DEFAULT_FORMATS[0]).unwrap_or_default())
    }
}
