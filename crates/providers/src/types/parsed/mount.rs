//! `mount`: entries of `/etc/fstab`, and what is mounted.

use serde_json::{Value as Json, json};
use smol_str::{SmolStr, format_smolstr};

use super::{Entry, Fields, Format, missing, present, text};
use crate::instance::{Cx, Instance, Obstacle, ProviderError, plain_change};
use crate::log::Level;
use crate::show::{plain, shown};
use crate::subject::Subject;
use crate::types::tool;
use crate::types::wanted::Wanted;
use machine::System;

pub struct Table;

const FIELDS: [&str; 6] = ["device", "name", "fstype", "options", "dump", "pass"];

impl Format for Table {
    fn type_name(&self) -> &'static str {
        "mount"
    }

    fn provider(&self) -> &'static str {
        "parsed"
    }

    fn default_target(&self, _system: &dyn System) -> String {
        "/etc/fstab".to_owned()
    }

    fn obstacle(&self, system: &dyn System) -> Option<Obstacle> {
        let is_missing = ["mount", "umount"].iter().any(|it| tool::find(it, system).is_none());
        is_missing.then(|| Obstacle::NoProvider("mount".to_owned()))
    }

    fn fields(&self) -> &'static [&'static str] {
        &FIELDS
    }

    fn read(&self, line: &str) -> Option<Fields> {
        let mut parts = line.split_whitespace();
        if line.trim_start().starts_with('#') || parts.clone().count() < 2 {
            return None;
        }
        let mut fields = Fields::new();
        for name in FIELDS {
            let value = match name {
                "pass" => parts.by_ref().collect::<Vec<_>>().join("\t"),
                _ => parts.next().unwrap_or_default().to_owned(),
            };
            let value = match name {
                _ if value.is_empty() => "absent".to_owned(),
                "device" => value.replace("\\040", " "),
                "name" => trimmed(&value.replace("\\040", " ")),
                _ => value,
            };
            fields.insert(name.to_owned(), json!(value));
        }
        Some(fields)
    }

    fn line(&self, fields: &Fields) -> Result<String, ProviderError> {
        let name = text(fields, "name");
        if fields.get("fstype").is_none_or(|it| it == "") {
            return Err(ProviderError::new(format!("Mount[{name}]: Field 'fstype' is required")));
        }
        let mut parts = Vec::new();
        for field in FIELDS {
            parts.push(match (field, present(fields, field).map(plain)) {
                ("device" | "name", None) => return Err(missing(field)),
                ("device" | "name", Some(value)) => value.replace(' ', "\\040"),
                ("options", None) if !fields.contains_key(field) => "defaults".to_owned(),
                (_, value) => value.unwrap_or_default(),
            });
        }
        Ok(parts.join("\t"))
    }

    fn munge(&self, wanted: &mut Wanted, _subject: &Subject, _system: &dyn System) {
        wanted.name = trimmed(&wanted.name);
        // What Linux does not have.
        ["blockdevice", "atboot"].iter().for_each(|it| wanted.forget(it));
        let is_managed = wanted.should("ensure").is_some() || !wanted.names().is_empty();
        for name in ["pass", "dump"] {
            if is_managed && wanted.should(name).is_none() {
                wanted.put(name, json!(0));
            }
        }
    }
}

fn trimmed(path: &str) -> String {
    match path.trim_end_matches('/') {
        "" => path.to_owned(),
        trimmed => trimmed.to_owned(),
    }
}

/// A resource: its entry, and whether it is mounted.
pub struct Mount {
    entry: Entry,
    state: State,
    remounts: bool,
    is_swap: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Absent,
    /// Mounted, and not in the table.
    Ghost,
    Unmounted,
    Mounted,
}

impl State {
    fn new(is_listed: bool, is_mounted: bool) -> State {
        match (is_listed, is_mounted) {
            (false, false) => State::Absent,
            (false, true) => State::Ghost,
            (true, false) => State::Unmounted,
            (true, true) => State::Mounted,
        }
    }

    fn name(self) -> &'static str {
        match self {
            State::Absent => "absent",
            State::Ghost => "ghost",
            State::Unmounted => "unmounted",
            State::Mounted => "mounted",
        }
    }

    fn is_mounted(self) -> bool {
        matches!(self, State::Ghost | State::Mounted)
    }
}

impl Mount {
    pub fn new(subject: &Subject) -> Mount {
        Mount {
            entry: Entry::new(&Table, subject),
            state: State::Absent,
            remounts: subject.is_on("remounts") != Some(false),
            is_swap: subject.text("fstype").as_deref() == Some("swap"),
        }
    }

    fn name(&self) -> &str {
        &self.entry.wanted.name
    }

    fn run(&self, words: &[&str], cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        tool::succeed(&tool::command(tool::words(words)), cx.system).map(drop)
    }

    fn mount(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        self.run(&["mount", self.name()], cx)?;
        self.state = State::new(self.entry.is_there, true);
        Ok(())
    }

    fn unmount(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        self.run(&["umount", self.name()], cx)?;
        self.state = State::new(matches!(self.state, State::Mounted | State::Unmounted), false);
        Ok(())
    }

    /// Brings all other properties into their states, and writes them.
    fn follow(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let is = self.entry.retrieve_again(cx);
        let mut any = false;
        for (name, is) in is.into_iter().filter(|(name, _)| name != "ensure") {
            if !self.entry.is_in_sync(&name, &is, cx)? {
                self.entry.set(&name, cx)?;
                any = true;
            }
        }
        if any { self.entry.flush(cx) } else { Ok(()) }
    }

    fn set_ensure(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let should = self.entry.wanted.text("ensure").unwrap_or_default();
        match (should.as_str(), self.state) {
            ("unmounted", State::Ghost) => {
                self.entry.set("ensure", cx)?;
                self.entry.flush(cx)?;
                self.unmount(cx)
            }
            ("unmounted", State::Mounted) => {
                self.unmount(cx)?;
                self.follow(cx)
            }
            ("absent", state) => {
                if state.is_mounted() {
                    self.unmount(cx)?;
                }
                if state == State::Ghost { Ok(()) } else { self.entry.set("ensure", cx) }
            }
            ("mounted", state) => {
                if matches!(state, State::Absent | State::Ghost) {
                    self.entry.set("ensure", cx)?;
                }
                self.follow(cx)?;
                if state.is_mounted() {
                    return Ok(());
                }
                // Here, and not after the event: what cannot be mounted has not become mounted.
                self.entry.flush(cx)?;
                self.mount(cx)
            }
            _ => self.entry.set("ensure", cx),
        }
    }
}

/// Whether something is mounted there.
fn is_mounted(path: &str, cx: &mut Cx<'_>) -> Result<bool, ProviderError> {
    let said = tool::succeed(&tool::command(tool::words(&["mount"])), cx.system)?;
    let of_line = |line: &str| Some(line.split_once(" on ")?.1.rsplit_once(" type ")?.0 == path);
    Ok(said.lines().any(|it| of_line(it) == Some(true)))
}

impl Instance for Mount {
    fn provider(&self) -> Option<&'static str> {
        Some("parsed")
    }

    fn wanted(&self) -> Option<&Wanted> {
        Some(&self.entry.wanted)
    }

    fn obstacle(&mut self, cx: &mut Cx<'_>) -> Option<Obstacle> {
        self.entry.obstacle(cx)
    }

    fn retrieve(&mut self, cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, ProviderError> {
        let mut all = self.entry.retrieve(cx)?;
        let is_mounted = is_mounted(&self.entry.wanted.name, cx)?;
        self.state = State::new(self.entry.is_there, is_mounted);
        if let Some(ensure) = all.first_mut() {
            ensure.1 = json!(self.state.name());
        }
        Ok(all)
    }

    fn is_in_sync(&mut self, property: &str, is: &Json, cx: &mut Cx<'_>) -> Result<bool, ProviderError> {
        let should = self.entry.wanted.should(property);
        if property == "ensure" && should.is_some_and(|it| it == "defined") {
            return Ok(matches!(self.state, State::Mounted | State::Unmounted));
        }
        self.entry.is_in_sync(property, is, cx)
    }

    fn set(&mut self, property: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        if property == "ensure" { self.set_ensure(cx) } else { self.entry.set(property, cx) }
    }

    fn flush(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        self.entry.flush(cx)
    }

    fn event_name(&self, property: &str) -> SmolStr {
        match (property, self.entry.wanted.text("ensure").as_deref()) {
            ("ensure", Some("absent")) => SmolStr::new_static("mount_deleted"),
            ("ensure", Some("mounted")) => SmolStr::new_static("mount_mounted"),
            ("ensure", _) => SmolStr::new_static("mount_changed"),
            _ => format_smolstr!("{property}_changed"),
        }
    }

    fn change(&self, property: &str, is: &Json, should: &Json, _cx: &mut Cx<'_>) -> String {
        plain_change(property, &shown(is), &shown(should), is, should)
    }

    fn refreshes(&self) -> bool {
        true
    }

    fn refreshes_itself(&self) -> bool {
        !self.entry.wanted.is_absent()
    }

    fn refresh(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        if self.is_swap || !self.state.is_mounted() {
            return Ok(());
        }
        cx.tell_of_provider(Level::Info, "parsed", "Remounting");
        if self.remounts {
            return self.run(&["mount", "-o", "remount", self.name()], cx);
        }
        self.unmount(cx)?;
        self.mount(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_written() {
        let line = "/dev/sda1\t/mnt\\040x\text4\tdefaults\t0\t2";
        let fields = Table.read("/dev/sda1   /mnt\\040x/  ext4 defaults 0 2").unwrap();
        assert_eq!(text(&fields, "name"), "/mnt x");
        assert_eq!(Table.line(&fields).unwrap(), line);
        for line in ["# a comment", "", "incomplete"] {
            assert!(Table.read(line).is_none(), "{line}");
        }
    }

    #[test]
    fn what_is_not_said_is_the_usual() {
        let mut fields: Fields =
            [("device", "tmpfs"), ("name", "/t"), ("fstype", "tmpfs")].map(|(name, it)| (name.to_owned(), json!(it))).into();
        fields.insert("dump".to_owned(), json!(0));
        fields.insert("pass".to_owned(), json!(0));
        assert_eq!(Table.line(&fields).unwrap(), "tmpfs\t/t\ttmpfs\tdefaults\t0\t0");
        fields.remove("fstype");
        assert_eq!(Table.line(&fields).unwrap_err().to_string(), "Mount[/t]: Field 'fstype' is required");
    }
}
