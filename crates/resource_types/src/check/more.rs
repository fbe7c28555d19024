//! Checks by code of the types of files, times and commands; some of it reads other values of the resource.

use super::own::{is_digits, lines, munging, unqualified, wrong_unless};
use super::{Given, Verdict};
use crate::paths;
use crate::value::Value;

use Verdict::{Right, Unknown, Wrong};

/// The verdict of the type's own code; none if it is not known here.
pub(super) fn verdict(type_name: &str, name: &str, value: &Value, given: &Given<'_>) -> Option<Verdict> {
    let text = value.as_str();
    Some(match (type_name, name) {
        ("exec", "unless" | "onlyif" | "refresh") => {
            if given.get("provider").is_some() || given.get("path").is_some() {
                return Some(Unknown);
            }
            match commands(name, value).iter().find_map(no_program) {
                Some(program) => {
                    Wrong(format!("'{program}' is not qualified and no path was specified. Please qualify the command or specify a path."))
                }
                None => Unknown,
            }
        }
        ("exec", "try_sleep") => match text {
            Some(it) if !lines(it).any(is_number) => munging(value, name, "try_sleep must be a number"),
            _ => match value.float() {
                Some(seconds) if seconds < 0.0 => munging(value, name, "try_sleep cannot be a negative number"),
                Some(_) => Right,
                None => Unknown,
            },
        },
        ("file", "path" | "staging_location") if text.is_none() => {
            Wrong(format!("File paths must be fully qualified, not '{}'", value.text()))
        }
        ("file", "recurse") => wrong_unless(is_one_of(value, &["true", "false", "remote"]), || invalid("recurse value", value)),
        ("file", "backup") => match value.items().first().unwrap_or(&Value::Nil) {
            Value::Bool(_) | Value::Str(_) | Value::Sym(_) => Unknown,
            other => Wrong(invalid("backup type", other)),
        },
        ("file", "source") => {
            let wrong = value.items().iter().filter_map(Value::as_str).find_map(wrong_source);
            if value.items().iter().any(|it| it.as_str().is_none()) {
                return Some(Unknown);
            }
            wrong.map_or(Right, Wrong)
        }
        ("file", "group") if text == Some("") => Wrong("Invalid group name '\"\"'".to_owned()),
        ("filebucket", "path") => match (value, text) {
            (Value::List(_), _) => Wrong("You can only have one filebucket path".to_owned()),
            (_, Some(path)) => wrong_unless(paths::is_absolute(path), || "Filebucket paths must be absolute".to_owned()),
            _ => Right,
        },
        ("resources", "name") => {
            let known = crate::table::type_info(&value.text()).is_some();
            wrong_unless(known, || format!("Could not find resource type '{}'", value.text()))
        }
        ("resources", "purge") if is_one_of(value, &["true", "yes"]) => match crate::table::type_info(&given.get("name")?.text()) {
            Some(info) if info.sure && !info.attribute("ensure").is_some_and(|it| it.is_property()) => {
                Wrong("Purging is only supported on types that accept 'ensure'".to_owned())
            }
            _ => Right,
        },
        ("resources", "purge") => boolean(name, value),
        ("schedule", "range") => match value.items().iter().find(|it| !it.as_str().is_some_and(is_range)) {
            Some(other) => Wrong(format!("Invalid range value '{}'", other.text())),
            None => value.items().iter().filter_map(Value::as_str).find_map(wrong_time).map_or(Unknown, |why| munging(value, name, &why)),
        },
        ("schedule", "repeat") => {
            let number = matches!(value, Value::Int(_)) || text.is_some_and(|it| lines(it).any(is_digits));
            match given.get("periodmatch").map(|it| it.text()) {
                _ if !number => Wrong("Repeat must be a number".to_owned()),
                // A text is no 1 either.
                Some(period) if period != "distance" && !matches!(value, Value::Int(1)) => {
                    Wrong(format!("Repeat must be 1 unless periodmatch is 'distance', not '{period}'"))
                }
                _ => Unknown,
            }
        }
        ("schedule", "weekday") => match value.items().iter().find(|it| !is_weekday(it)) {
            Some(other) => Wrong(format!("{} is not a valid day of the week", other.text())),
            None => Right,
        },
        ("tidy", "age") => measure(value, "age", "smhdw"),
        ("tidy", "size") => measure(value, "size", "bkmgt"),
        ("tidy", "matches") => match given.get("recurse") {
            None | Some(Value::Nil | Value::Bool(false) | Value::Int(0)) => {
                Wrong("Tidy can't use matches with recurse 0, false, or undef".to_owned())
            }
            Some(it) if matches!(it.text().as_str(), "0" | "false") => {
                Wrong("Tidy can't use matches with recurse 0, false, or undef".to_owned())
            }
            Some(_) => Right,
        },
        ("tidy", "recurse") => {
            let number = matches!(value, Value::Int(_)) || text.is_some_and(|it| lines(it).any(is_digits));
            let right = number || is_one_of(value, &["true", "false", "inf"]);
            if right { Right } else { munging(value, name, &invalid("recurse value", value)) }
        }
        ("alternative_entry", "name" | "altlink") => {
            wrong_unless(paths::is_absolute(text?), || "path must be a fully qualified path".to_owned())
        }
        ("yumrepo", "mirrorlist" | "include" | "gpgcakey" | "metalink" | "proxy" | "baseurl" | "gpgkey") => url(name, value),
        ("cron", "environment") => {
            let right = text.is_some_and(|it| it == "absent" || lines(it).any(is_assignment));
            wrong_unless(right, || format!("Invalid environment setting {}", value.inspect()))
        }
        ("file_line", "path") => {
            wrong_unless(paths::is_absolute(text?), || format!("File paths must be fully qualified, not '{}'", value.text()))
        }
        ("user", "managehome") | ("package", "enable_only") => boolean(name, value),
        ("user", "password") => match text {
            Some(it) if it.contains(':') => Wrong("Passwords cannot include ':'".to_owned()),
            _ => Right,
        },
        ("host", "name") => {
            let parts = text?.trim_end_matches('.').split('.').filter(|_| !text.is_some_and(str::is_empty));
            match parts.into_iter().all(|part| lines(part).any(is_part_of_host)) {
                true if text?.contains(['\n', '\r']) => Wrong("Hostname cannot include newline".to_owned()),
                true => Right,
                false => Wrong("Invalid host name".to_owned()),
            }
        }
        ("host", "ip") => {
            let address = text?;
            // Puppet's patterns are stricter than this for some forms: what is right here is not known to be.
            let known = address.parse::<std::net::IpAddr>().is_ok();
            if known || address.contains(':') { Unknown } else { Wrong(format!("Invalid IP address {}", value.inspect())) }
        }
        ("host", "host_aliases") => match text? {
            it if it.contains(char::is_whitespace) => Wrong("Host aliases cannot include whitespace".to_owned()),
            "" => Wrong("Host aliases cannot be an empty string. Use an empty array to delete all host_aliases ".to_owned()),
            _ => Right,
        },
        ("sshkey", "host_aliases") => match text? {
            it if it.contains(char::is_whitespace) => Wrong("Aliases cannot include whitespace".to_owned()),
            it if it.contains(',') => Wrong("Aliases must be provided as an array, not a comma-separated list".to_owned()),
            _ => Right,
        },
        ("ssh_authorized_key", "key") => match text? {
            it if it.contains(char::is_whitespace) => Wrong(format!("Key must not contain whitespace: {it}")),
            _ => Unknown,
        },
        ("ssh_authorized_key", "options") => wrong_unless(text.is_some_and(|it| it == "absent" || lines(it).any(is_key_option)), || {
            format!(
                "Option {} is not valid. A single option must either be of the form 'option' or 'option=\"value\"'. Multiple options \
                 must be provided as an array",
                value.text()
            )
        }),
        ("user", "purge_ssh_keys") => key_files(value),
        _ => return None,
    })
}

/// Letters, digits and `_`; a dash only between them.
fn is_part_of_host(part: &str) -> bool {
    let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
    part.starts_with(is_word) && part.ends_with(is_word) && part.chars().all(|it| is_word(it) || it == '-')
}

/// One URL, or several in one text.
fn url(name: &str, value: &Value) -> Verdict {
    let text = value.text();
    let fails = |why: &str| Wrong(format!("Validate method failed for class {name}: {why}"));
    let several = matches!(name, "baseurl" | "gpgkey");
    if text == "absent" || name == "proxy" && lines(&text).any(|it| it == "absent" || it == "_none_") {
        return Unknown;
    }
    let urls: Vec<&str> = match (several, value.as_str()) {
        (true, Some(text)) => text.split_whitespace().collect(),
        (true, None) => return Unknown,
        (false, Some("")) if name == "proxy" => return Unknown,
        (false, Some(text)) => vec![text],
        (false, None) => return fails(&format!("bad URI(is not URI?): {}", value.inspect())),
    };
    for url in urls {
        if url.contains(|c: char| c.is_whitespace() || !c.is_ascii() || "<>\"{}|\\^`".contains(c)) {
            return fails(&format!("bad URI(is not URI?): {}", Value::str(url).inspect()));
        }
        let scheme = url.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
        if !scheme.is_some_and(|it| matches!(it.as_str(), "file" | "http" | "https" | "ftp")) {
            return fails("Must be a valid URL");
        }
    }
    Unknown
}

/// A value of a parameter that is true or false in any writing.
pub(super) fn boolean(name: &str, value: &Value) -> Verdict {
    let word = value.text().to_lowercase();
    let right = matches!(value, Value::Bool(_) | Value::Str(_) | Value::Sym(_)) && matches!(word.as_str(), "true" | "false" | "yes" | "no");
    if right { Right } else { munging(value, name, "expected a boolean value") }
}

pub(super) fn package_options(value: &Value) -> Verdict {
    match value.items().iter().find(|it| !matches!(it, Value::Str(_) | Value::Hash(_))) {
        Some(_) => Wrong("Expected either a string or hash of options".to_owned()),
        None if value.items().iter().all(|it| it.as_str().is_some()) => Right,
        None => Unknown,
    }
}

/// Attributes that are to be audited must be there.
pub(super) fn audit(info: &crate::table::TypeInfo, reference: &str, value: &Value) -> Verdict {
    let names: Vec<String> = value.items().iter().map(Value::text).collect();
    if names == ["all"] {
        return Unknown;
    }
    match names.iter().find(|it| !info.accepts(it)) {
        Some(other) => Wrong(format!("Cannot audit {other}: not a valid attribute for {reference}")),
        None => Unknown,
    }
}

fn invalid(what: &str, value: &Value) -> String {
    format!("Invalid {what} {}", value.inspect())
}

fn is_one_of(value: &Value, words: &[&str]) -> bool {
    matches!(value, Value::Bool(_) | Value::Str(_) | Value::Sym(_)) && words.contains(&value.text().as_str())
}

/// Whether it is a command that needs a path to be found in, and there is none.
pub(super) fn lacks_path(name: &str, value: &Value, given: &Given<'_>) -> bool {
    let is_command = matches!(name, "unless" | "onlyif" | "refresh");
    is_command && given.get("path").is_none() && commands(name, value).iter().any(|it| no_program(it).is_some())
}

/// The commands of an attribute: each item of a list is one, but for `refresh`.
fn commands<'v>(name: &str, value: &'v Value) -> &'v [Value] {
    if name == "refresh" { std::slice::from_ref(value) } else { value.items() }
}

/// The word of a command that names no program that can be found without a path.
fn no_program(command: &Value) -> Option<String> {
    match command {
        Value::Str(text) if text.is_empty() => Some(String::new()),
        other => unqualified(other).map(str::to_owned),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|it| it == b'-' || it == b'.' || it.is_ascii_digit())
}

fn is_assignment(text: &str) -> bool {
    let name = text.trim_start().split_once('=').map(|(name, _)| name.trim_end());
    name.is_some_and(|it| !it.is_empty() && it.bytes().all(|it| it == b'_' || it.is_ascii_alphanumeric()))
}

/// Digits and what they are of, of which the first letter counts.
fn measure(value: &Value, what: &str, units: &str) -> Verdict {
    let text = value.as_str().unwrap_or_default();
    let is_word = |c: char| c == '_' || c.is_ascii_alphanumeric();
    let found = lines(text).find_map(|line| {
        let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
        (rest.len() < line.len() && rest.chars().all(is_word)).then(|| rest.chars().next())
    });
    match found {
        None => Wrong(format!("Invalid tidy {what} {}", value.text())),
        Some(None) => Right,
        Some(Some(unit)) => {
            let unit = unit.to_ascii_lowercase();
            wrong_unless(units.contains(unit), || format!("Invalid {what} unit '{unit}'"))
        }
    }
}

/// Two times of a day with a dash between them, anywhere in the text.
fn is_range(text: &str) -> bool {
    text.match_indices('-').any(|(at, _)| {
        let (before, after) = (text.get(..at).unwrap_or_default(), text.get(at + 1..).unwrap_or_default());
        before.trim_end().ends_with(|c: char| c.is_ascii_digit()) && after.trim_start().starts_with(|c: char| c.is_ascii_digit())
    })
}

/// Error for a text that is no time of a day.
fn wrong_time(range: &str) -> Option<String> {
    let parts: Vec<&str> = range.split('-').map(str::trim).collect();
    let [from, to] = parts.as_slice() else { return None };
    let number = |time: &str, at: usize| -> u64 {
        let part = time.split(':').nth(at).unwrap_or_default();
        let digits = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
        part.get(..digits).and_then(|it| it.parse().ok()).unwrap_or(0)
    };
    let above =
        |at, most, what| [number(from, at), number(to, at)].into_iter().find(|it| *it > most).map(|it| format!("Invalid {what} '{it}'"));
    above(0, 23, "hour").or_else(|| above(1, 59, "minute"))
}

fn is_weekday(value: &Value) -> bool {
    const DAYS: [&str; 24] = [
        "mon",
        "monday",
        "tue",
        "tueday",
        "tues",
        "tuesday",
        "wed",
        "wedday",
        "wednes",
        "wednesday",
        "thu",
        "thuday",
        "thur",
        "thurday",
        "thurs",
        "thursday",
        "fri",
        "friday",
        "sat",
        "satday",
        "satur",
        "saturday",
        "sun",
        "sunday",
    ];
    match value {
        Value::Int(day) => (0..=6).contains(day),
        Value::Str(day) => {
            lines(day).any(|it| matches!(it.as_bytes(), [b'0'..=b'6'])) || lines(&day.to_lowercase()).any(|it| DAYS.contains(&it))
        }
        _ => false,
    }
}

fn is_key_option(text: &str) -> bool {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let value = rest.strip_prefix("=\"").and_then(|it| it.strip_suffix('"'));
    !name.is_empty() && (rest.is_empty() || value.is_some())
}

fn key_files(value: &Value) -> Verdict {
    if matches!(value.text().as_str(), "true" | "false") {
        return Unknown;
    }
    if !matches!(value, Value::Str(_) | Value::List(_)) {
        return Wrong(format!("purge_ssh_keys must be true, false, or an array of file names, not {}", value.inspect()));
    }
    for entry in value.items() {
        let Some(text) = entry.as_str() else {
            return Wrong(format!("Each entry for purge_ssh_keys must be a string, not a {}", entry.class()));
        };
        if !paths::is_absolute(text) && !lines(text).any(|it| it.starts_with("~/") || it.starts_with("%h/")) {
            return Wrong(format!("Paths to keyfiles must be absolute, not {text}"));
        }
    }
    Unknown
}

/// Error for a source of files that is no path.
fn wrong_source(source: &str) -> Option<String> {
    if paths::is_absolute(source) {
        return None;
    }
    let scheme = source.split_once(':').filter(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+.-".contains(c))
    });
    match scheme {
        None => Some(format!("Cannot use relative URLs '{source}'")),
        // It has a syntax of its own.
        Some(("mailto", _)) => None,
        Some((_, rest)) if !rest.starts_with('/') => Some(format!("Cannot use opaque URLs '{source}'")),
        Some((scheme, _)) => {
            let scheme = scheme.to_ascii_lowercase();
            let known = matches!(scheme.as_str(), "file" | "puppet" | "http" | "https");
            (!known).then(|| format!("Cannot use URLs of type '{scheme}' as source for fileserving"))
        }
    }
}
