//! Timestamps as text.

use std::fmt;

use super::civil::days_of;
use super::strftime::{Zone, strftime};
use super::strptime::{Parsed, strptime};
use super::{NANOS_PER_SECOND, Timestamp, zone};
use crate::FormatError;

const FORMATS_WITHOUT_ZONE: [&str; 5] = ["%FT%T.%N", "%FT%T", "%F %T.%N", "%F %T", "%F"];

const FORMATS: [&str; 10] = ["%FT%T.%N %Z", "%FT%T %Z", "%F %T.%N %Z", "%F %T %Z", "%F %Z", "%FT%T.%N", "%FT%T", "%F %T.%N", "%F %T", "%F"];

const UTC: Zone<'static> = Zone { name: "UTC", offset: 0 };

impl Timestamp {
    /// One of the formats must fit; with none those that Puppet tries by itself.
    pub fn parse(text: &str, formats: Option<&[&str]>, timezone: Option<&str>) -> Result<Timestamp, FormatError> {
        let timezone = timezone.filter(|it| !it.is_empty());
        let (formats, several) = match formats {
            Some([one]) => (std::slice::from_ref(one), false),
            Some(several) => (several, true),
            None if timezone.is_some() => (&FORMATS_WITHOUT_ZONE[..], true),
            None => (&FORMATS[..], true),
        };
        Timestamp::parse_any(text, formats, several, timezone)
    }

    /// As [`Timestamp::parse`] with a list of formats, which an error names in other words than a single one.
    pub fn parse_any(text: &str, formats: &[&str], several: bool, timezone: Option<&str>) -> Result<Timestamp, FormatError> {
        let parsed = if several {
            let fits = |it: &Parsed| !it.leftover && (timezone.is_none() || it.zone.is_none());
            formats
                .iter()
                .find_map(|format| strptime(text, format).filter(fits))
                .ok_or_else(|| FormatError::no_time_of_any(text, formats))?
        } else {
            let format = formats.first().copied().unwrap_or("");
            let parsed = strptime(text, format).filter(|it| !it.leftover).ok_or_else(|| FormatError::no_time(text, format))?;
            if timezone.is_some() && parsed.zone.is_some() {
                return Err(FormatError::TwoZones);
            }
            parsed
        };
        let offset = match timezone.or(parsed.zone.as_deref()) {
            Some(timezone) => utc_offset(timezone)?,
            None => 0,
        };
        let year = parsed.year.ok_or(FormatError::NoYear)?;
        let (hour, minute, second) = (parsed.hour.unwrap_or(0), parsed.minute.unwrap_or(0), parsed.second.unwrap_or(0));
        if hour == 24 && (minute > 0 || second > 0) {
            return Err(FormatError::OutOfRange);
        }
        let days = days_of(year, parsed.month.unwrap_or(1), parsed.day.unwrap_or(1));
        let seconds = days * 86_400 + i128::from(hour) * 3600 + i128::from(minute) * 60 + i128::from(second) - i128::from(offset);
        Ok(Timestamp(seconds * NANOS_PER_SECOND + i128::from(parsed.nanos.unwrap_or(0))))
    }

    /// Ruby's `strftime`, in UTC or in a zone.
    pub fn format(self, format: &str, timezone: Option<&str>) -> Result<String, FormatError> {
        match timezone.filter(|it| !it.is_empty()) {
            None => strftime(format, self.0, &UTC),
            Some(timezone) => strftime(format, self.0, &Zone { name: "", offset: utc_offset(timezone)? }),
        }
    }
}

/// `current` is the zone of the machine, which nothing here knows: it counts as UTC.
fn utc_offset(timezone: &str) -> Result<i64, FormatError> {
    if timezone.eq_ignore_ascii_case("current") {
        return Ok(0);
    }
    zone::offset(timezone).ok_or_else(|| FormatError::Zone(timezone.to_owned()))
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&strftime(FORMATS[0], self.0, &UTC).unwrap_or_default())
    }
}
