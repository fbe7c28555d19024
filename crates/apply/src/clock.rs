//! Times as Puppet writes them: `2026-11-22T05:27:51.000000000+00:00` in reports, with blanks in the state.
//!
//! There are several of each resource, and most are of the same second as the one before: only the fraction differs.

use jiff::civil::DateTime;
use jiff::tz::{Offset, TimeZone};
use jiff::{Timestamp, Zoned};

/// `2026-11-22T05:27:51.000000000+00:00`.
pub fn iso(time: &Zoned) -> String {
    let mut out = String::with_capacity(LENGTH);
    push_iso(&mut out, time);
    out
}

/// Appends the same.
pub fn push_iso(out: &mut String, time: &Zoned) {
    match common(time) {
        Some((date, clock)) => push(out, date, clock, Signs { between: 'T', before_offset: "" }),
        None => out.push_str(&time.strftime("%Y-%m-%dT%H:%M:%S.%9f%:z").to_string()),
    }
}

/// Writes times as the state has them.
pub struct Spaced {
    zone: TimeZone,
    /// A second, and the offset of the clock from that of Greenwich then.
    last: Option<(i64, DateTime, i32)>,
}

impl Spaced {
    pub fn new(zone: TimeZone) -> Spaced {
        Spaced { zone, last: None }
    }

    /// Appends `2026-11-22 05:27:51.000000000 +00:00`.
    pub fn push(&mut self, out: &mut String, time: Timestamp) {
        let second = time.as_second();
        let fraction = time.subsec_nanosecond();
        if let Some((of, date, offset)) = self.last
            && of == second
            && let Ok(fraction) = u32::try_from(fraction)
        {
            return push(out, date, (fraction, offset), SPACED);
        }
        let zoned = time.to_zoned(self.zone.clone());
        match common(&zoned) {
            Some((date, clock)) => {
                self.last = Some((second, date, clock.1));
                push(out, date, clock, SPACED);
            }
            None => out.push_str(&zoned.strftime("%Y-%m-%d %H:%M:%S.%9f %:z").to_string()),
        }
    }
}

/// Reads times as the state has them.
#[derive(Default)]
pub struct Read<'t> {
    /// The text of a second and of an offset, and that second.
    last: Option<(&'t str, &'t str, i64)>,
}

impl<'t> Read<'t> {
    /// `2026-11-22 05:27:51.000000000 +00:00`, and nothing else.
    pub fn time(&mut self, text: &'t str) -> Option<Timestamp> {
        let (second, rest) = text.split_at_checked(19)?;
        let digits = rest.strip_prefix('.')?;
        let (digits, offset) = digits.split_at_checked(9)?;
        let fraction = i32::try_from(number(digits)?).ok()?;
        if let Some((of, at, known)) = self.last
            && (of, at) == (second, offset)
            // Before 1970 the fraction counts in the other direction.
            && known > 0
        {
            return Timestamp::new(known, fraction).ok();
        }
        let time = plain(second, fraction, offset)?;
        self.last = Some((second, offset, time.as_second()));
        Some(time)
    }
}

fn plain(second: &str, fraction: i32, offset: &str) -> Option<Timestamp> {
    let signs = second.bytes().enumerate().filter(|(at, _)| matches!(at, 4 | 7 | 10 | 13 | 16)).map(|it| it.1);
    if !signs.eq(*b"-- ::") {
        return None;
    }
    let part = |from: usize, to: usize| number(second.get(from..to)?);
    let small = |from: usize| i8::try_from(part(from, from + 2)?).ok();
    let year = i16::try_from(part(0, 4)?).ok()?;
    let time = DateTime::new(year, small(5)?, small(8)?, small(11)?, small(14)?, small(17)?, fraction).ok()?;
    let sign = match offset.get(..2)? {
        " +" => 1,
        " -" => -1,
        _ => return None,
    };
    let (hours, minutes) = offset.get(2..)?.split_once(':').filter(|(hours, minutes)| hours.len() == 2 && minutes.len() == 2)?;
    let seconds = number(hours)? * 3600 + number(minutes)? * 60;
    Offset::from_seconds(sign * i32::try_from(seconds).ok()?).ok()?.to_timestamp(time).ok()
}

fn number(digits: &str) -> Option<i64> {
    if digits.is_empty() || !digits.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok()
}

/// So long is a time with a blank before its offset.
const LENGTH: usize = "2026-11-22 05:27:51.000000000 +00:00".len();

struct Signs {
    between: char,
    before_offset: &'static str,
}

const SPACED: Signs = Signs { between: ' ', before_offset: " " };

/// A date and a time of day; the fraction in nanoseconds, and the offset in seconds.
type Parts = (DateTime, (u32, i32));

/// A time as most are: with a year of four digits, and no seconds in its offset.
fn common(time: &Zoned) -> Option<Parts> {
    let date = time.datetime();
    let offset = time.offset().seconds();
    if !(0..=9999).contains(&date.year()) || offset % 60 != 0 {
        return None;
    }
    Some((date, (u32::try_from(date.subsec_nanosecond()).ok()?, offset)))
}

fn push(out: &mut String, date: DateTime, (fraction, offset): (u32, i32), signs: Signs) {
    let two = |it: i8| u32::from(it.unsigned_abs());
    digits(out, u32::from(date.year().unsigned_abs()), 4);
    for (sign, part) in [('-', two(date.month())), ('-', two(date.day())), (signs.between, two(date.hour()))] {
        out.push(sign);
        digits(out, part, 2);
    }
    for part in [two(date.minute()), two(date.second())] {
        out.push(':');
        digits(out, part, 2);
    }
    out.push('.');
    digits(out, fraction, 9);
    out.push_str(signs.before_offset);
    out.push(if offset < 0 { '-' } else { '+' });
    let minutes = offset.unsigned_abs() / 60;
    digits(out, minutes / 60, 2);
    out.push(':');
    digits(out, minutes % 60, 2);
}

/// A number with this many digits, at most nine.
fn digits(out: &mut String, number: u32, count: usize) {
    let (mut bytes, mut rest) = ([b'0'; 9], number);
    for byte in bytes.iter_mut().rev() {
        *byte = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    out.push_str(bytes.get(9 - count..).and_then(|it| std::str::from_utf8(it).ok()).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMES: [&str; 7] = [
        "2026-11-22T05:27:51.123456789+01:00[+01:00]",
        "2026-11-22T05:27:51.000000001+01:00[+01:00]",
        "2026-01-02T00:00:00Z[UTC]",
        "0007-12-31T23:59:59.000000001-11:30[-11:30]",
        "1883-11-18T12:00:00[America/New_York]",
        "1969-12-31T23:59:58.25Z[UTC]",
        "-000004-02-29T01:02:03.5+14:00[+14:00]",
    ];

    fn spaced(time: &Zoned) -> String {
        let mut out = String::new();
        Spaced::new(time.time_zone().clone()).push(&mut out, time.timestamp());
        out
    }

    #[test]
    fn times_are_written_as_anybody_writes_them() {
        for time in TIMES {
            let time: Zoned = time.parse().unwrap();
            assert_eq!(iso(&time), time.strftime("%Y-%m-%dT%H:%M:%S.%9f%:z").to_string());
            assert_eq!(spaced(&time), time.strftime("%Y-%m-%d %H:%M:%S.%9f %:z").to_string());
        }
    }

    #[test]
    fn a_second_is_written_and_read_once() {
        let zone = TimeZone::get("Europe/Berlin").unwrap_or(TimeZone::UTC);
        let (mut writer, mut texts) = (Spaced::new(zone.clone()), Vec::new());
        // The clocks are put back within.
        let first = "2026-10-25T00:59:58.9Z".parse::<Timestamp>().unwrap();
        let times: Vec<Timestamp> =
            (0..40).map(|it| first + jiff::Span::new().milliseconds(it * 100)).chain([Timestamp::UNIX_EPOCH, Timestamp::MIN]).collect();
        for time in &times {
            let mut text = String::new();
            writer.push(&mut text, *time);
            assert_eq!(text, time.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M:%S.%9f %:z").to_string());
            texts.push(text);
        }
        let mut reader = Read::default();
        for (time, text) in times.iter().zip(&texts).take(41) {
            assert_eq!(reader.time(text), Some(*time), "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_none() {
        for text in [
            "",
            "2026-11-22",
            "2026-11-22T05:27:51.000000000 +00:00",
            "2026-11-22 05:27:51.00000000 +00:00",
            "2026-11-22 05:27:51.000000000 00:00",
            "2026-11-22 05:27:51.000000000 +0000",
            "2026-11-22 05:27:51.000000000 +00:00 ",
            "2026-11-22 05:27:51.0000x0000 +00:00",
            "2026-13-22 05:27:51.000000000 +00:00",
            "2026-11-22 05:27:5\u{e9}.000000000 +00:00",
        ] {
            assert_eq!(Read::default().time(text), None, "{text}");
        }
    }
}
