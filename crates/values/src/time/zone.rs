//! Names of time zones, as Ruby's `Date` knows them.

/// Hours from UTC.
const NAMES: &[(&str, f64)] = &[
    ("utc", 0.0),
    ("gmt", 0.0),
    ("ut", 0.0),
    ("z", 0.0),
    ("est", -5.0),
    ("edt", -4.0),
    ("cst", -6.0),
    ("cdt", -5.0),
    ("mst", -7.0),
    ("mdt", -6.0),
    ("pst", -8.0),
    ("pdt", -7.0),
    ("akst", -9.0),
    ("akdt", -8.0),
    ("hst", -10.0),
    ("hadt", -9.0),
    ("ast", -4.0),
    ("adt", -3.0),
    ("nst", -3.5),
    ("ndt", -2.5),
    ("wet", 0.0),
    ("west", 1.0),
    ("bst", 1.0),
    ("cet", 1.0),
    ("cest", 2.0),
    ("met", 1.0),
    ("mest", 2.0),
    ("mesz", 2.0),
    ("mez", 1.0),
    ("eet", 2.0),
    ("eest", 3.0),
    ("msk", 3.0),
    ("msd", 4.0),
    ("ist", 5.5),
    ("jst", 9.0),
    ("kst", 9.0),
    ("cct", 8.0),
    ("hkt", 8.0),
    ("sgt", 8.0),
    ("aest", 10.0),
    ("aedt", 11.0),
    ("acst", 9.5),
    ("acdt", 10.5),
    ("awst", 8.0),
    ("nzst", 12.0),
    ("nzdt", 13.0),
    ("sast", 2.0),
    ("brt", -3.0),
    ("art", -3.0),
    ("clt", -4.0),
];

/// Seconds from UTC of what `%z` reads; none where the name is not known.
pub(super) fn offset(zone: &str) -> Option<i64> {
    let lower = zone.trim().to_ascii_lowercase();
    let daylight = lower.strip_suffix(" dst").or_else(|| lower.strip_suffix(" daylight time"));
    let name = daylight.or_else(|| lower.strip_suffix(" standard time")).unwrap_or(&lower);
    if let Some((_, hours)) = NAMES.iter().find(|(known, _)| *known == name) {
        return Some((hours * 3600.0) as i64 + if daylight.is_some() { 3600 } else { 0 });
    }
    if let [letter] = name.as_bytes() {
        return military(*letter).map(|hours| hours * 3600);
    }
    let digits = lower.strip_prefix("gmt").or_else(|| lower.strip_prefix("utc")).or_else(|| lower.strip_prefix("ut")).unwrap_or(&lower);
    numeric(digits)
}

fn military(letter: u8) -> Option<i64> {
    Some(match letter {
        b'a'..=b'i' => i64::from(letter - b'a') + 1,
        b'k'..=b'm' => i64::from(letter - b'a'),
        b'n'..=b'y' => -(i64::from(letter - b'n') + 1),
        _ => return None,
    })
}

/// `+02:00`, `-0730`, `+5`, `+1.5`.
fn numeric(text: &str) -> Option<i64> {
    let (sign, rest) = match text.as_bytes().first()? {
        b'+' => (1, text.get(1..)?),
        b'-' => (-1, text.get(1..)?),
        _ => return None,
    };
    let number = |text: &str| -> Option<i64> {
        (text.len() <= 6 && !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok()).flatten()
    };
    let seconds = if let Some((hours, rest)) = rest.split_once(':') {
        let (minutes, seconds) = rest.split_once(':').map_or((rest, "0"), |(minutes, seconds)| (minutes, seconds));
        number(hours)? * 3600 + number(minutes)? * 60 + number(seconds)?
    } else if let Some((hours, fraction)) = rest.split_once(['.', ',']) {
        let fraction = format!("0.{fraction}").parse::<f64>().ok()?;
        number(hours)? * 3600 + (fraction * 3600.0) as i64
    } else {
        let value = number(rest)?;
        match rest.len() {
            1 | 2 => value * 3600,
            3 | 4 => value / 100 * 3600 + value % 100 * 60,
            _ => value / 10_000 * 3600 + value / 100 % 100 * 60 + value % 100,
        }
    };
    (seconds < 86_400).then_some(sign * seconds)
}
