//! Ruby's `strftime`.

use super::civil::{Civil, DAYS, MONTHS};
use crate::FormatError;

/// Wider fields are refused, where Ruby would take the memory.
const MAX_WIDTH: usize = 65_535;

/// Where the moment is shown.
pub(super) struct Zone<'a> {
    pub name: &'a str,
    pub offset: i64,
}

#[derive(Default)]
struct Field {
    pad: Option<char>,
    plain: bool,
    upper: bool,
    swap: bool,
    colons: usize,
    width: Option<usize>,
}

impl Field {
    fn number(&self, value: i128, width: usize, pad: char) -> String {
        let width = self.width.unwrap_or(width);
        if self.plain {
            return value.to_string();
        }
        match self.pad.unwrap_or(pad) {
            '0' if value < 0 => format!("-{:0>width$}", -value, width = width.saturating_sub(1)),
            '0' => format!("{value:0>width$}"),
            _ => format!("{value:>width$}"),
        }
    }

    fn text(&self, text: &str) -> String {
        let text = if self.upper || self.swap { text.to_uppercase() } else { text.to_owned() };
        self.padded(text)
    }

    fn padded(&self, text: String) -> String {
        match self.width {
            Some(width) if self.pad == Some('0') => format!("{text:0>width$}"),
            Some(width) => format!("{text:>width$}"),
            None => text,
        }
    }
}

pub(super) fn strftime(format: &str, nanos: i128, zone: &Zone<'_>) -> Result<String, FormatError> {
    let civil = Civil::from_nanos(nanos + i128::from(zone.offset) * super::NANOS_PER_SECOND);
    let mut out = String::new();
    let mut rest = format;
    while let Some(start) = rest.find('%') {
        let (before, from) = rest.split_at(start);
        out.push_str(before);
        let (field, letter, after) = field(from);
        match letter {
            Some(letter) if field.width.unwrap_or(0) <= MAX_WIDTH => match directive(letter, &field, &civil, nanos, zone) {
                Some(text) => out.push_str(&text),
                None => out.push_str(&from[..from.len() - after.len()]),
            },
            Some(_) => return Err(FormatError::TooWide),
            None => out.push_str(&from[..from.len() - after.len()]),
        }
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

/// Flags, width and letter after a `%`, and what follows.
fn field(text: &str) -> (Field, Option<char>, &str) {
    let mut field = Field::default();
    let mut characters = text.char_indices().skip(1);
    for (at, c) in &mut characters {
        match c {
            '-' => field.plain = true,
            '0' if field.width.is_none() => field.pad = Some('0'),
            '_' => field.pad = Some(' '),
            '^' => field.upper = true,
            '#' => field.swap = true,
            ':' => field.colons += 1,
            '0'..='9' => {
                let digit = c.to_digit(10).unwrap_or(0) as usize;
                field.width = Some(field.width.unwrap_or(0).saturating_mul(10).saturating_add(digit));
            }
            // Ruby skips the modifiers of other locales.
            'E' | 'O' => {}
            c => return (field, Some(c), text.get(at + c.len_utf8()..).unwrap_or("")),
        }
    }
    (field, None, "")
}

fn directive(letter: char, field: &Field, civil: &Civil, nanos: i128, zone: &Zone<'_>) -> Option<String> {
    let name = |names: &[&'static str], index: u32| names.get(index as usize).copied().unwrap_or("");
    let month = name(&MONTHS, civil.month.saturating_sub(1));
    let day = name(&DAYS, civil.weekday());
    let hour12 = (civil.hour + 11) % 12 + 1;
    let again = |format: &str| strftime(format, nanos, zone).ok().map(|text| field.text(&text));
    let number = |value: u32, width: usize, pad: char| Some(field.number(i128::from(value), width, pad));
    match letter {
        'Y' if civil.year < 0 => Some(field.number(civil.year, 5, '0')),
        'Y' => Some(field.number(civil.year, 4, '0')),
        'C' => Some(field.number(civil.year.div_euclid(100), 2, '0')),
        'y' => Some(field.number(civil.year.rem_euclid(100), 2, '0')),
        'm' => number(civil.month, 2, '0'),
        'B' => Some(field.text(month)),
        'b' | 'h' => Some(field.text(month.get(..3).unwrap_or(month))),
        'd' => number(civil.day, 2, '0'),
        'e' => number(civil.day, 2, ' '),
        'j' => number(civil.day_of_year(), 3, '0'),
        'H' => number(civil.hour, 2, '0'),
        'k' => number(civil.hour, 2, ' '),
        'I' => number(hour12, 2, '0'),
        'l' => number(hour12, 2, ' '),
        'M' => number(civil.minute, 2, '0'),
        'S' => number(civil.second, 2, '0'),
        'L' => Some(fraction(civil.nanos, field.width.unwrap_or(3))),
        'N' => Some(fraction(civil.nanos, field.width.unwrap_or(9))),
        'p' if field.swap => Some(field.padded(if civil.hour < 12 { "am" } else { "pm" }.to_owned())),
        'p' => Some(field.text(if civil.hour < 12 { "AM" } else { "PM" })),
        'P' => Some(field.text(if civil.hour < 12 { "am" } else { "pm" })),
        'A' => Some(field.text(day)),
        'a' => Some(field.text(day.get(..3).unwrap_or(day))),
        'u' => number((civil.weekday() + 6) % 7 + 1, 1, '0'),
        'w' => number(civil.weekday(), 1, '0'),
        'G' => Some(field.number(civil.iso_week().0, 4, '0')),
        'g' => Some(field.number(civil.iso_week().0.rem_euclid(100), 2, '0')),
        'V' => number(civil.iso_week().1, 2, '0'),
        'U' => number(civil.week(0), 2, '0'),
        'W' => number(civil.week(1), 2, '0'),
        's' => Some(field.number(nanos.div_euclid(super::NANOS_PER_SECOND), 1, '0')),
        'z' => Some(offset(zone.offset, field)),
        'Z' if field.swap => Some(field.padded(zone.name.to_lowercase())),
        'Z' => Some(field.text(zone.name)),
        'n' => Some(field.padded("\n".to_owned())),
        't' => Some(field.padded("\t".to_owned())),
        '%' => Some(field.padded("%".to_owned())),
        'c' => again("%a %b %e %H:%M:%S %Y"),
        'D' | 'x' => again("%m/%d/%y"),
        'F' => again("%Y-%m-%d"),
        'v' => again("%e-%^b-%Y"),
        'r' => again("%I:%M:%S %p"),
        'R' => again("%H:%M"),
        'T' | 'X' => again("%H:%M:%S"),
        '+' => again("%a %b %e %H:%M:%S %Z %Y"),
        _ => None,
    }
}

fn fraction(nanos: u32, digits: usize) -> String {
    let mut text = format!("{nanos:09}");
    if digits <= text.len() {
        text.truncate(digits);
    } else {
        text.extend(std::iter::repeat_n('0', digits - text.len()));
    }
    text
}

fn offset(seconds: i64, field: &Field) -> String {
    let sign = if seconds < 0 { '-' } else { '+' };
    let all = seconds.abs();
    let (hours, minutes, seconds) = (all / 3600, all / 60 % 60, all % 60);
    match field.colons {
        0 => format!("{sign}{hours:02}{minutes:02}"),
        1 => format!("{sign}{hours:02}:{minutes:02}"),
        _ => format!("{sign}{hours:02}:{minutes:02}:{seconds:02}"),
    }
}
