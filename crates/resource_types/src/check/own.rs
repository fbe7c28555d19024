//! Checks by code of the common types.

use super::{Verdict, archive};
use crate::paths;
use crate::value::Value;

use Verdict::{Right, Unknown, Wrong};

/// The verdict of the type's own code; none if it is not known here.
pub(super) fn verdict(type_name: &str, name: &str, value: &Value) -> Option<Verdict> {
    let text = value.as_str();
    Some(match (type_name, name) {
        ("file", "path" | "staging_location") => match text {
            Some(path) => wrong_unless(paths::is_absolute(path), || format!("File paths must be fully qualified, not '{path}'")),
            None => return None,
        },
        ("file", "mode") => match text {
            Some(mode) => wrong_unless(is_mode(mode), || format!("The file mode specification is invalid: {}", value.inspect())),
            None => Wrong(format!("The file mode specification must be a string, not '{}'", value.class())),
        },
        ("file", "type" | "ctime" | "mtime") => Wrong(format!("{name} is read-only")),
        ("exec", "command") => wrong_unless(text.is_some() || value.as_list().is_some(), || {
            format!("Command must be a String or Array<String>, got value of class {}", value.class())
        }),
        ("exec", "environment") => match value.items().iter().find(|it| !it.as_str().is_some_and(is_assignment)) {
            Some(other) => Wrong(format!("Invalid environment setting '{}'", other.text())),
            None => Right,
        },
        ("exec", "umask") => wrong_unless(text.is_some_and(|it| lines(it).any(is_octal)), || {
            format!("The umask specification is invalid: {}", value.inspect())
        }),
        ("exec", "timeout") => match (value, value.float()) {
            (Value::Str(_), None) => munging(value, name, "The timeout must be a number."),
            (_, Some(_)) => Right,
            _ => Unknown,
        },
        ("exec", "tries") => match (text.filter(|it| !lines(it).any(is_digits)), value) {
            (Some(_), _) => munging(value, name, "Tries must be an integer"),
            (None, Value::Int(tries)) if *tries < 1 => munging(value, name, "Tries must be an integer >= 1"),
            (None, Value::Int(_)) => Right,
            _ => Unknown,
        },
        ("user", "password_min_age" | "password_max_age" | "password_warn_days") => {
            let what = match name {
                "password_min_age" => "Password minimum age",
                "password_max_age" => "Password maximum age",
                _ => "Password warning days",
            };
            let text = value.text();
            let number = lines(&text).any(|it| is_digits(it.strip_prefix('-').unwrap_or(it)));
            if number { Unknown } else { Wrong(format!("{what} must be provided as a number.")) }
        }
        ("user", "groups") => match text? {
            it if lines(it).any(is_digits) => Wrong("Group names must be provided, not GID numbers.".to_owned()),
            it if it.contains(',') => Wrong("Group names must be provided as an array, not a comma-separated list.".to_owned()),
            "" => Wrong("Group names must not be empty. If you want to specify \"no groups\" pass an empty array".to_owned()),
            _ => Right,
        },
        ("user", "expiry") => {
            let expiry = text?;
            wrong_unless(expiry == "absent" || lines(expiry).any(is_date), || {
                "Expiry dates must be YYYY-MM-DD or the string \"absent\"".to_owned()
            })
        }
        ("group", "gid") => match (value, value.integer()) {
            (Value::Int(_), _) => Right,
            (Value::Str(gid), _) if !lines(gid).any(|it| !it.is_empty() && it.bytes().all(|it| it == b'-' || it.is_ascii_digit())) => {
                Wrong(format!("Invalid GID {gid}"))
            }
            (Value::Str(_), Some(_)) => Right,
            (Value::Str(_), None) => munging(value, name, &format!("invalid value for Integer(): {}", value.inspect())),
            _ => Unknown,
        },
        ("cron", "special") => {
            wrong_unless(text.is_some_and(|it| SPECIAL.contains(&it)), || format!("Invalid special schedule {}", value.inspect()))
        }
        ("cron", "minute" | "hour" | "weekday" | "month" | "monthday") => time(name, value),
        ("zone", "path" | "inherit" | "dataset") => {
            let is_below_root = lines(text?).any(|it| it.starts_with('/'));
            match name {
                // A template of a name is filled in.
                "path" if is_below_root && text?.contains('%') => Unknown,
                "path" => wrong_unless(is_below_root, || "The zone base must be fully qualified".to_owned()),
                "inherit" => wrong_unless(is_below_root, || "Inherited filesystems must be fully qualified".to_owned()),
                _ => wrong_unless(!is_below_root, || "Datasets must be the name of a zfs filesystem".to_owned()),
            }
        }
        ("archive", _) => return archive::verdict(name, value),
        ("vcsrepo", "path") => {
            let path = value.text();
            wrong_unless(paths::is_absolute(&path), || format!("Path must be absolute: {path}"))
        }
        ("vcsrepo", "compression") => match (value, value.integer()) {
            (Value::Int(_) | Value::Str(_), Some(level)) => {
                wrong_unless((0..=6).contains(&level), || format!("Unsupported compression level: {} (expected 0-6)", value.text()))
            }
            (Value::Str(_), None) => Wrong(format!("invalid value for Integer(): {}", value.inspect())),
            _ => Unknown,
        },
        ("mount", "name") => text.map(|_| Right)?,
        ("mount", "fstype" | "options" | "blockdevice") => match text? {
            it if it.contains(|it: char| it.is_ascii_whitespace() || it == '\x0b') => {
                Wrong(format!("{name} must not contain whitespace: {it}"))
            }
            "" if name != "blockdevice" => Wrong(format!("{name} must not be an empty string")),
            _ => Unknown,
        },
        _ => return None,
    })
}

/// A command that is not qualified needs a path to be found in.
pub(super) fn unqualified(command: &Value) -> Option<&str> {
    let program = match command {
        Value::List(words) => words.first()?.as_str()?,
        other => {
            let text = other.as_str()?;
            // Quotes may stand at any line.
            if text.contains('\n') && text.contains(['"', '\'']) {
                return None;
            }
            let quoted = |quote: char| text.strip_prefix(quote)?.split_once(quote).map(|(it, _)| it).filter(|it| !it.is_empty());
            quoted('"').or_else(|| quoted('\'')).or_else(|| text.split(' ').next())?
        }
    };
    (!program.is_empty() && !paths::is_absolute(program)).then_some(program)
}

const SPECIAL: [&str; 9] = ["reboot", "yearly", "annually", "monthly", "weekly", "daily", "midnight", "hourly", "absent"];
const WEEKDAYS: [&str; 7] = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const MONTHS: [&str; 12] =
    ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];

/// A field of a crontab: a number, a range, a step or a name.
fn time(name: &str, value: &Value) -> Verdict {
    let text = value.text();
    let is_range = |it: &str| it.split_once('-').is_some_and(|(low, high)| is_digits(low) && is_digits(high));
    let steps = |it: &str| it.split_once('/').is_some_and(|(range, step)| is_digits(step) && (range == "*" || is_range(range)));
    if text == "absent" || text == "*" || lines(&text).any(|it| is_range(it) || steps(it)) {
        return Right;
    }
    let (low, high, names): (i64, i64, &[&str]) = match name {
        "minute" => (0, 59, &[]),
        "hour" => (0, 23, &[]),
        "weekday" => (0, 7, &WEEKDAYS),
        "month" => (1, 12, &MONTHS),
        _ => (1, 31, &[]),
    };
    let valid = match value {
        Value::Int(number) => (low..=high).contains(number),
        Value::Str(text) if is_digits(text) => text.parse().is_ok_and(|it: i64| (low..=high).contains(&it)),
        Value::Str(text) if !text.contains('\n') => {
            let word = text.to_lowercase();
            names.iter().any(|it| *it == word || word.len() == 3 && it.starts_with(&word))
        }
        _ if !names.is_empty() => return Unknown,
        Value::Str(_) => return Unknown,
        _ => false,
    };
    if valid { Right } else { munging(value, name, &format!("{text} is not a valid {name}")) }
}

pub(super) fn wrong_unless(right: bool, message: impl FnOnce() -> String) -> Verdict {
    if right { Right } else { Wrong(message()) }
}

pub(super) fn munging(value: &Value, name: &str, why: &str) -> Verdict {
    Wrong(format!("Munging failed for value {} in class {name}: {why}", value.inspect()))
}

/// Puppet's patterns look at lines.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n')
}

pub(super) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit())
}

/// Up to four octal digits, after a zero if there is one.
fn is_octal(text: &str) -> bool {
    let octal = |it: &str| (1..=4).contains(&it.len()) && it.bytes().all(|it| matches!(it, b'0'..=b'7'));
    octal(text) || text.strip_prefix('0').is_some_and(octal)
}

fn is_mode(mode: &str) -> bool {
    let change = |it: &str| {
        let rest = it.trim_start_matches(['u', 'g', 'o', 'a']);
        let mut rest = rest.chars();
        rest.next().is_some_and(|it| "-=+".contains(it)) && rest.all(|it| "-=+rstwxXugo".contains(it))
    };
    lines(mode).any(|line| is_octal(line) || line.split(',').all(change))
}

fn is_assignment(text: &str) -> bool {
    let before = text.match_indices('=').filter_map(|(at, _)| text.get(..at)?.chars().next_back());
    before.into_iter().any(|it| it.is_ascii_alphanumeric() || it == '_')
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    parts.iter().all(|it| is_digits(it)) && parts.iter().map(|it| it.len()).eq([4, 2, 2])
}
