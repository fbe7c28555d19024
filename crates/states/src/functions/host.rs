//! `host.present` and `host.absent`: names of addresses in the file of hosts.

use machine::{Content, System};
use serde_json::{Map, Value as Json, json};

use crate::function::{Arguments, Called, Cx, Function};
use crate::returned::Outcome;

pub const FUNCTIONS: &[Function] = &[
    Function::new("host.present", Arguments::These(&["ip", "comment", "clean"]), present),
    Function::new("host.absent", Arguments::These(&["ip"]), absent),
];

/// A line of the file, or all lines of an address.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Entry {
    Comment(String),
    Address { ip: String, names: Vec<String>, comment: Option<String> },
}

/// Reads a file as Salt does: an address has one entry.
fn read(system: &dyn System, path: &str) -> Vec<Entry> {
    let text = system.read(path).map(|it| String::from_utf8_lossy(&it).into_owned()).unwrap_or_default();
    let mut all: Vec<Entry> = Vec::new();
    for line in text.lines().map(str::trim).filter(|it| !it.is_empty()) {
        if line.starts_with('#') {
            all.push(Entry::Comment(line.to_owned()));
            continue;
        }
        let (line, note) = match line.split_once('#') {
            Some((line, note)) => (line.trim(), Some(note.trim_start().to_owned()).filter(|it| !it.is_empty())),
            None => (line, None),
        };
        let mut words = line.split_whitespace().map(str::to_owned);
        let Some(address) = words.next() else { continue };
        let known = all.iter_mut().find_map(|it| match it {
            Entry::Address { ip, names, comment } if *ip == address => Some((names, comment)),
            _ => None,
        });
        match known {
            Some((names, comment)) => {
                names.extend(words);
                *comment = note.or_else(|| comment.take());
            }
            None => all.push(Entry::Address { ip: address, names: words.collect(), comment: note }),
        }
    }
    all
}

/// Writes all entries anew, as Salt does.
fn write(cx: &mut Cx<'_>, all: &[Entry]) -> bool {
    let line = |entry: &Entry| match entry {
        Entry::Comment(text) => text.clone(),
        Entry::Address { ip, names, comment: Some(comment) } => format!("{ip}\t\t{}\t\t# {comment}", names.join(" ")),
        Entry::Address { ip, names, comment: None } => format!("{ip}\t\t{}", names.join(" ")),
    };
    let text: String = all.iter().map(|it| format!("{}\n", line(it).trim())).collect();
    cx.system.write(cx.hosts, Content::Bytes(text.as_bytes()), 0o644).is_ok()
}

fn entry<'e>(all: &'e mut [Entry], address: &str) -> Option<(&'e mut Vec<String>, &'e mut Option<String>)> {
    all.iter_mut().find_map(|it| match it {
        Entry::Address { ip, names, comment } if ip == address => Some((names, comment)),
        _ => None,
    })
}

fn note(changes: &mut Map<String, Json>, kind: &str, address: &str, what: &str) {
    let kind = changes.entry(kind).or_insert_with(|| json!({}));
    if let Some(list) = kind.as_object_mut().map(|it| it.entry(address).or_insert_with(|| json!([]))).and_then(Json::as_array_mut) {
        list.push(json!(what));
    }
}

/// Takes a name of an address out of the file; other lines stay as they are.
fn remove(cx: &mut Cx<'_>, address: &str, name: &str) -> bool {
    let text = cx.system.read(cx.hosts).map(|it| String::from_utf8_lossy(&it).into_owned()).unwrap_or_default();
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        let (names, comment) = trimmed.split_once('#').map_or((trimmed, None), |(names, note)| (names, Some(note.trim_start())));
        let mut words = names.split_whitespace();
        if trimmed.starts_with('#') || words.next() != Some(address) {
            out.push_str(line);
            continue;
        }
        let left: String = words.filter(|it| *it != name).map(|it| format!("{it} ")).collect();
        if !left.is_empty() {
            out += &format!("{address}\t\t{left}");
            if let Some(comment) = comment.filter(|it| !it.is_empty()) {
                out += &format!("# {comment}");
            }
            out.push('\n');
        }
    }
    cx.system.write(cx.hosts, Content::Bytes(out.as_bytes()), 0o644).is_ok()
}

fn present(cx: &mut Cx<'_>) -> Called {
    let name = cx.low.name.clone();
    let wanted = cx.low.texts("ip");
    let comment = cx.low.text("comment").filter(|it| !it.is_empty());
    let mut all = read(cx.system, cx.hosts);
    let mut outcome = Outcome::fine("");
    let mut comments: Vec<String> = Vec::new();
    let (mut to_add, mut to_remove, mut to_note) = (Vec::new(), Vec::new(), Vec::new());
    for address in &wanted {
        if entry(&mut all, address).is_none() && !to_add.contains(address) {
            to_add.push(address.clone());
            to_note.extend(comment.as_ref().map(|_| address.clone()));
        }
    }
    for known in &all {
        let Entry::Address { ip, names, comment: has } = known else { continue };
        let has_name = names.contains(&name);
        match (wanted.contains(ip), has_name) {
            (false, true) if cx.low.is_on("clean", false) => to_remove.push(ip.clone()),
            (false, true) => outcome.warnings.push(format!(
                "Host {name} present for IP address {ip}. To get rid of this warning, either run this state with 'clean' set to True to \
                 remove {name} from {ip}, or add {ip} to the 'ip' argument."
            )),
            (false, false) => {}
            (true, true) if comment.is_some() && *has != comment => to_note.push(ip.clone()),
            (true, true) => comments.push(format!("Host {name} ({ip}) already present")),
            (true, false) if ip.parse::<std::net::IpAddr>().is_ok() => {
                to_add.push(ip.clone());
                to_note.extend(comment.as_ref().map(|_| ip.clone()));
            }
            (true, false) => {
                outcome.result = Some(false);
                comments.push(format!("Invalid IP Address for {name} ({ip})"));
            }
        }
    }
    for address in to_add {
        if cx.test {
            outcome.result = None;
            comments.push(format!("Host {name} ({address}) would be added"));
        } else {
            match entry(&mut all, &address) {
                Some((names, _)) => names.push(name.clone()),
                None => all.push(Entry::Address { ip: address.clone(), names: vec![name.clone()], comment: None }),
            }
            if !write(cx, &all) {
                outcome.result = Some(false);
                comments.push(format!("Failed to add host {name} ({address})"));
                continue;
            }
            comments.push(format!("Added host {name} ({address})"));
        }
        note(&mut outcome.changes, "added", &address, &name);
    }
    for address in to_note {
        let text = comment.clone().unwrap_or_default();
        if cx.test {
            comments.push(format!("Comment for {address} ({text}) would be added"));
        } else {
            if let Some((_, comment)) = entry(&mut all, &address) {
                *comment = Some(text.clone());
            }
            if !write(cx, &all) {
                outcome.result = Some(false);
                comments.push(format!("Failed to add comment for host {address} ({text})"));
                continue;
            }
            comments.push(format!("Set comment for host {address} ({text})"));
        }
        note(&mut outcome.changes, "comment_added", &address, &text);
    }
    for address in to_remove {
        if cx.test {
            outcome.result = None;
            comments.push(format!("Host {name} ({address}) would be removed"));
        } else if remove(cx, &address, &name) {
            comments.push(format!("Removed host {name} ({address})"));
        } else {
            outcome.result = Some(false);
            comments.push(format!("Failed to remove host {name} ({address})"));
            continue;
        }
        note(&mut outcome.changes, "removed", &address, &name);
    }
    outcome.comment = comments.join("\n");
    Ok(outcome)
}

fn absent(cx: &mut Cx<'_>) -> Called {
    let name = cx.low.name.clone();
    let mut outcome = Outcome::default();
    let mut comments: Vec<String> = Vec::new();
    for address in cx.low.texts("ip") {
        let mut all = read(cx.system, cx.hosts);
        let has = entry(&mut all, &address).is_some_and(|(names, _)| names.contains(&name));
        if !has {
            outcome.result = Some(true);
            comments.push(format!("Host {name} ({address}) already absent"));
        } else if cx.test {
            comments.push(format!("Host {name} ({address}) needs to be removed"));
        } else if remove(cx, &address, &name) {
            outcome.result = Some(true);
            outcome.changes.insert("host".to_owned(), json!(name));
            comments.push(format!("Removed host {name} ({address})"));
        } else {
            outcome.result = Some(false);
            comments.push("Failed to remove host".to_owned());
        }
    }
    outcome.comment = comments.join("\n");
    Ok(outcome)
}
