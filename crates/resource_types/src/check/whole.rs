//! What types say of a resource as a whole, when all its values are set.

use super::Given;
use super::own::unqualified;
use crate::value::Value;

/// The attribute that is to blame, and what Puppet says.
pub(super) fn mistake(type_name: &str, given: &Given<'_>, provider: Option<&str>) -> Option<(&'static str, String)> {
    match type_name {
        "exec" if provider == Some("posix") && given.get("path").is_none() => {
            let command = given.get("command")?;
            let program = match command {
                Value::Str(text) if text.starts_with(' ') => "",
                Value::List(words) if words.is_empty() => "",
                other => unqualified(other)?,
            };
            let why = format!("'{program}' is not qualified and no path was specified. Please qualify the command or specify a path.");
            Some(("command", why))
        }
        "file" => file(given),
        "zone" => zone(given),
        "file_line" => file_line(given),
        "concat_fragment" => fragment(given),
        "augeas" if given.has("lens") != given.has("incl") && given.get("incl").is_none_or(|it| it.as_str().is_some()) => {
            Some(("lens", "You must specify both the lens and incl parameters, or neither.".to_owned()))
        }
        // The user may be found out from a target in the home directory, and the other way round.
        "ssh_authorized_key" if !given.has("user") && !given.has("target") => {
            Some(("user", "Attribute 'user' or 'target' is mandatory".to_owned()))
        }
        _ => None,
    }
}

fn file(given: &Given<'_>) -> Option<(&'static str, String)> {
    let creators = ["content", "source", "target"];
    // Any other word is what a link leads to.
    let leads = |it: &Value| !matches!(it.text().as_str(), "" | "absent" | "directory" | "false" | "file" | "link" | "present");
    let is_link = given.get("ensure").is_some_and(|it| it.items().iter().any(|it| !it.is_deferred() && leads(it)));
    if creators.iter().filter(|it| given.has(it) || is_link && **it == "target").count() > 1 {
        return Some(("content", format!("You cannot specify more than one of {}", creators.join(", "))));
    }
    if given.is("recurse", "remote") && !given.has("source") {
        return Some(("recurse", "You cannot specify a remote recursion without a source".to_owned()));
    }
    if given.is("checksum", "none") && given.has("source") {
        return Some(("checksum", "You cannot specify source when using checksum 'none'".to_owned()));
    }
    let odd = ["none", "ctime", "mtime"].into_iter().find(|it| given.is("checksum", it));
    if let (Some(odd), true) = (odd, given.has("content")) {
        return Some(("checksum", format!("You cannot specify content when using checksum '{odd}'")));
    }
    let sum = given.get("checksum_value").filter(|_| !given.has("checksum"))?;
    let sum = sum.items().first().unwrap_or(&Value::Nil);
    let right = sum.as_str().is_some_and(|it| it.len() == 64 && it.bytes().all(|it| it.is_ascii_hexdigit()));
    (!right).then(|| ("checksum_value", format!("Checksum value '{}' is not a valid checksum type sha256", sum.text())))
}

/// An interface and an address, or with a stack of its own the interface alone.
fn zone(given: &Given<'_>) -> Option<(&'static str, String)> {
    let shared = given.get("iptype").is_none() || given.is("iptype", "shared");
    for ip in given.get("ip")?.items() {
        // Empty parts at the end are none.
        let ip = ip.as_str()?.trim_end_matches(':');
        let mut parts = ip.split(':').filter(|_| !ip.is_empty());
        let (interface, address) = (parts.next(), parts.next());
        if shared && (interface.is_none() || address.is_none()) {
            return Some(("ip", "ip must contain interface name and ip address separated by a \":\"".to_owned()));
        }
        if let (false, Some(interface), Some(address)) = (shared, interface, address) {
            let why = format!("only interface may be specified when using exclusive IP stack: {interface}:{address}");
            return Some(("ip", why));
        }
    }
    None
}

fn file_line(given: &Given<'_>) -> Option<(&'static str, String)> {
    let all = given.is("replace_all_matches_not_matching_line", "true");
    if all && given.is("multiple", "false") {
        return Some(("multiple", "multiple must be true when replace_all_matches_not_matching_line is true".to_owned()));
    }
    if all && given.is("replace", "false") {
        return Some(("replace", "replace must be true when replace_all_matches_not_matching_line is true".to_owned()));
    }
    let absent = given.is("ensure", "absent") && given.is("match_for_absence", "true") && given.has("match");
    if !given.has("line") && !absent {
        return Some(("line", "line is a required attribute".to_owned()));
    }
    (!given.has("path")).then(|| ("path", "path is a required attribute".to_owned()))
}

fn fragment(given: &Given<'_>) -> Option<(&'static str, String)> {
    if !given.has("target") && !given.has("tag") {
        return Some(("target", "No 'target' or 'tag' set".to_owned()));
    }
    match (given.has("source"), given.has("content")) {
        (false, false) => Some(("source", "Set either 'source' or 'content'".to_owned())),
        (true, true) => Some(("source", "Can't use 'source' and 'content' at the same time".to_owned())),
        _ => None,
    }
}
