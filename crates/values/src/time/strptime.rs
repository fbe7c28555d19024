//! Ruby's `DateTime._strptime`: what a text says of a moment.

use super::civil::{DAYS, MONTHS};

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Parsed {
    pub year: Option<i128>,
    pub month: Option<u32>,
    pub day: Option<u32>,
    pub hour: Option<u32>,
    pub minute: Option<u32>,
    pub second: Option<u32>,
    pub nanos: Option<u32>,
    pub zone: Option<String>,
    /// Something stands after what was asked for.
    pub leftover: bool,
    afternoon: Option<bool>,
    century: Option<i128>,
    short_year: Option<i128>,
}

/// None where the text is not of that form.
pub(super) fn strptime(text: &str, format: &str) -> Option<Parsed> {
    let mut parsed = Parsed::default();
    let rest = read(text, format, &mut parsed, 0)?;
    parsed.leftover = !rest.is_empty();
    if let Some(short) = parsed.short_year {
        let century = parsed.century.unwrap_or(if short >= 69 { 19 } else { 20 });
        parsed.year = Some(century * 100 + short);
    }
    if let (Some(hour), Some(afternoon)) = (parsed.hour, parsed.afternoon) {
        parsed.hour = Some(hour % 12 + if afternoon { 12 } else { 0 });
    }
    Some(parsed)
}

fn read<'a>(text: &'a str, format: &str, parsed: &mut Parsed, depth: usize) -> Option<&'a str> {
    let mut rest = text;
    let mut characters = format.chars().peekable();
    while let Some(c) = characters.next() {
        if c.is_ascii_whitespace() {
            rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace());
            continue;
        }
        if c != '%' {
            rest = rest.strip_prefix(c)?;
            continue;
        }
        while matches!(characters.peek(), Some('E' | 'O' | ':' | '-' | '^' | '#')) {
            characters.next();
        }
        let Some(letter) = characters.next() else {
            rest = rest.strip_prefix('%')?;
            break;
        };
        // A field in front of another one takes only as many digits as it needs.
        let narrow = match characters.peek() {
            Some('%') => {
                let next = characters.clone().nth(1);
                next.is_some_and(|next| "CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy0123456789".contains(next))
            }
            Some(next) => next.is_ascii_digit(),
            None => false,
        };
        rest = directive(letter, narrow, rest, parsed, depth)?;
    }
    Some(rest)
}

fn directive<'a>(letter: char, narrow: bool, text: &'a str, parsed: &mut Parsed, depth: usize) -> Option<&'a str> {
    let compound = |format: &str, parsed: &mut Parsed| if depth > 2 { None } else { read(text, format, parsed, depth + 1) };
    let blank = |text: &'a str| text.strip_prefix(' ').unwrap_or(text);
    match letter {
        'Y' => {
            let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
            let (digits, rest) = digits(unsigned, if narrow { 4 } else { 12 })?;
            let year: i128 = digits.parse().ok()?;
            parsed.year = Some(if text.starts_with('-') { -year } else { year });
            Some(rest)
        }
        'C' => {
            let (digits, rest) = digits(text, 2)?;
            parsed.century = digits.parse().ok();
            Some(rest)
        }
        'y' => {
            let (digits, rest) = digits(text, 2)?;
            parsed.short_year = digits.parse().ok();
            Some(rest)
        }
        'm' => number(text, 2, 1..=12, &mut parsed.month),
        'd' | 'e' => number(blank(text), 2, 1..=31, &mut parsed.day),
        'H' | 'k' => number(blank(text), 2, 0..=24, &mut parsed.hour),
        'I' | 'l' => number(blank(text), 2, 1..=12, &mut parsed.hour),
        'M' => number(text, 2, 0..=59, &mut parsed.minute),
        'S' => number(text, 2, 0..=60, &mut parsed.second),
        'j' => number(text, 3, 1..=366, &mut None),
        'U' | 'W' => number(text, 2, 0..=53, &mut None),
        'V' => number(text, 2, 1..=53, &mut None),
        'u' => number(text, 1, 1..=7, &mut None),
        'w' => number(text, 1, 0..=6, &mut None),
        'G' => digits(text, if narrow { 4 } else { 12 }).map(|(_, rest)| rest),
        'g' => digits(text, 2).map(|(_, rest)| rest),
        's' | 'Q' => digits(text.strip_prefix('-').unwrap_or(text), 18).map(|(_, rest)| rest),
        'L' | 'N' => {
            let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
            let limit = match (narrow, letter) {
                (true, 'L') => 3,
                (true, _) => 9,
                _ => usize::MAX,
            };
            let (digits, rest) = digits(unsigned, limit)?;
            let nine: String = digits.chars().chain(std::iter::repeat('0')).take(9).collect();
            parsed.nanos = nine.parse().ok();
            Some(rest)
        }
        'B' | 'b' | 'h' => name(text, &MONTHS).map(|(index, rest)| {
            parsed.month = Some(index + 1);
            rest
        }),
        'A' | 'a' => name(text, &DAYS).map(|(_, rest)| rest),
        'p' | 'P' => {
            let marker: String = text.chars().take(4).collect::<String>().to_ascii_lowercase();
            let length = if marker.starts_with("a.m.") || marker.starts_with("p.m.") {
                4
            } else if marker.starts_with("am") || marker.starts_with("pm") {
                2
            } else {
                return None;
            };
            parsed.afternoon = Some(marker.starts_with('p'));
            text.get(length..)
        }
        'z' | 'Z' => {
            let length = zone_length(text)?;
            let (zone, rest) = text.split_at_checked(length)?;
            parsed.zone = Some(zone.to_owned());
            Some(rest)
        }
        '%' => text.strip_prefix('%'),
        'n' | 't' => Some(text.trim_start_matches(|c: char| c.is_ascii_whitespace())),
        'F' => compound("%Y-%m-%d", parsed),
        'D' | 'x' => compound("%m/%d/%y", parsed),
        'T' | 'X' => compound("%H:%M:%S", parsed),
        'R' => compound("%H:%M", parsed),
        'r' => compound("%I:%M:%S %p", parsed),
        'c' => compound("%a %b %e %H:%M:%S %Y", parsed),
        'v' => compound("%e-%b-%Y", parsed),
        '+' => compound("%a %b %e %H:%M:%S %Z %Y", parsed),
        _ => None,
    }
}

fn digits(text: &str, limit: usize) -> Option<(&str, &str)> {
    let length = text.bytes().take(limit).take_while(u8::is_ascii_digit).count();
    if length == 0 { None } else { text.split_at_checked(length) }
}

fn number<'a>(text: &'a str, limit: usize, range: std::ops::RangeInclusive<u32>, into: &mut Option<u32>) -> Option<&'a str> {
    let (digits, rest) = digits(text, limit)?;
    let value = digits.parse().ok().filter(|value| range.contains(value))?;
    *into = Some(value);
    Some(rest)
}

/// A name in full or by its first three letters.
fn name<'a>(text: &'a str, names: &[&str]) -> Option<(u32, &'a str)> {
    for length in [usize::MAX, 3] {
        for (index, name) in names.iter().enumerate() {
            let name = name.get(..length.min(name.len())).unwrap_or(name);
            if text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name)) {
                return Some((u32::try_from(index).ok()?, text.get(name.len()..)?));
            }
        }
    }
    None
}

/// How much of the text is a zone: an offset, perhaps after `UTC`, or a name.
fn zone_length(text: &str) -> Option<usize> {
    static ZONE: std::sync::LazyLock<Option<fancy_regex::Regex>> = std::sync::LazyLock::new(|| {
        fancy_regex::Regex::new(
            r"^(?i:(?:gmt|utc?)?[-+]\d+(?:[,.:]\d+(?::\d+)?)?|[[:alpha:].\s]+(?:standard|daylight)\stime\b|[[:alpha:]]+(?:\sdst)?\b)",
        )
        .ok()
    });
    let found = ZONE.as_ref()?.find(text).ok().flatten()?;
    Some(found.end())
}
