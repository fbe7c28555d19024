//! `file`: files, folders and links.

mod backup;
pub(super) mod checksum_content;
pub(super) mod content;
mod recurse;
pub(super) mod source;
pub(super) mod web;
mod write;

use std::cell::Cell;

use jiff::Timestamp;
use serde_json::{Value as Json, json};
use smol_str::{SmolStr, format_smolstr};

use self::content::{Algorithm, Wanted};
use crate::instance::{Child, Cx, Instance, ProviderError, ensure_change, plain_change};
use crate::log::Level;
use crate::options::Options;
use crate::show::shown;
use crate::subject::Subject;
use machine::access;
use machine::{FileKind, Found};

/// The parts of a context of SELinux.
const CONTEXT: [&str; 4] = ["seluser", "selrole", "seltype", "selrange"];

pub struct File {
    path: String,
    /// Kind of the existing file when it was read, as long as nothing is changed.
    kind: Cell<Option<FileKind>>,
    /// `file`, `present`, `directory`, `link`, `absent`.
    ensure: Option<String>,
    /// Wanted content, where it is specified.
    wanted: Option<Wanted>,
    sources: Vec<String>,
    target: Option<String>,
    owner: Option<String>,
    group: Option<String>,
    mode: Option<String>,
    algorithm: Algorithm,
    /// Wanted checksum of the file, whatever its source holds now.
    checksum_value: Option<String>,
    follows: bool,
    force: bool,
    replaces: bool,
    shows_diff: bool,
    recurses: recurse::Recursion,
    backup: Option<String>,
    staging: Option<String>,
    validate: Option<(String, String)>,
    is_secret: bool,
    /// Its source is secret, or the command that validates the new content.
    hides_source: bool,
    hides_validation: bool,
    /// The source was read.
    is_sourced: bool,
    /// Whether the new content was refused.
    is_refused: bool,
    /// A word that is no state of a file, which Puppet takes as where a link leads to.
    odd: Option<String>,
}

/// How a file is made where nothing is said.
const MODE: u32 = 0o644;

impl File {
    pub fn new(subject: &Subject, options: &Options) -> File {
        let path = normal_path(&subject.text("path").unwrap_or_else(|| subject.title.to_string()));
        let given = subject.text("checksum");
        let algorithm = Algorithm::of_name(given.as_deref().unwrap_or(&options.checksum));
        let wanted = subject.value("content").and_then(|it| Wanted::new(it, algorithm, options.improved));
        let mut target = subject.text("target");
        let mut ensure = subject.text("ensure").map(|it| match it.as_str() {
            "false" => "absent".to_owned(),
            _ => it,
        });
        let mut odd = None;
        if let Some(other) = &ensure
            && !matches!(other.as_str(), "absent" | "file" | "present" | "directory" | "link")
        {
            // Any other text is where a link leads to: a word that is misspelt, too.
            odd = Some(other.clone()).filter(|it| options.improved && !it.contains('/'));
            target = Some(other.clone());
            ensure = Some("link".to_owned());
        }
        if ensure.is_none() {
            ensure = match (&target, &wanted) {
                (Some(_), _) => Some("link".to_owned()),
                (None, Some(_)) => Some("file".to_owned()),
                (None, None) => None,
            };
        }
        let on = |name: &str| subject.is_on(name) == Some(true);
        File {
            path,
            kind: Cell::new(None),
            ensure,
            wanted,
            sources: subject.texts("source").into_iter().map(|it| trimmed(&it)).collect(),
            target,
            owner: subject.text("owner"),
            group: subject.text("group"),
            mode: subject.text("mode").map(|it| access::normal(&it)),
            algorithm,
            // Beside a content nobody asks for it where the kind of sum is not said.
            checksum_value: subject.text("checksum_value").filter(|_| given.is_some() || subject.value("content").is_none()),
            follows: subject.text("links").as_deref() == Some("follow"),
            force: on("force"),
            replaces: subject.is_on("replace") != Some(false),
            shows_diff: subject.is_on("show_diff") != Some(false),
            recurses: recurse::Recursion::from_subject(subject),
            backup: File::backup_of(subject.text("backup")),
            staging: subject.text("staging_location"),
            validate: subject.text("validate_cmd").map(|it| (it, subject.text("validate_replacement").unwrap_or_else(|| "%".to_owned()))),
            is_secret: subject.is_sensitive("content") || subject.is_sensitive("source"),
            hides_source: subject.is_sensitive("source"),
            hides_validation: subject.is_sensitive("validate_cmd") || subject.is_sensitive("validate_replacement"),
            is_sourced: false,
            is_refused: false,
            odd,
        }
    }

    /// Contexts of SELinux stay as they are. Where there is no SELinux, nobody expects anything else.
    fn warn_of_contexts(&self, cx: &mut Cx<'_>) {
        let is_audited = |name: &str| cx.subject.audit.iter().any(|it| it == "all" || it == name);
        let asked: Vec<&str> = CONTEXT.into_iter().filter(|it| cx.subject.value(it).is_some() || is_audited(it)).collect();
        if !asked.is_empty() && matches!(cx.system.look("/sys/fs/selinux/enforce", true), Ok(Some(_))) {
            let what = asked.join(", ");
            cx.tell(
                Level::Warning,
                format!("Bunraku can neither read nor set the SELinux context of files yet; it leaves as it is: {what}"),
            );
        }
    }

    fn look(&self, cx: &mut Cx<'_>) -> Option<Found> {
        match cx.system.look(&self.path, self.follows) {
            Ok(found) => {
                self.kind.set(found.as_ref().map(|it| it.kind));
                found
            }
            Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => {
                cx.tell(Level::Warning, "Could not stat; permission denied");
                None
            }
            Err(_) => None,
        }
    }

    /// Kind of the existing file, if any; it is read only once.
    fn kind(&self, cx: &mut Cx<'_>) -> Option<FileKind> {
        self.kind.get().or_else(|| self.look(cx).map(|it| it.kind))
    }

    /// Whether it is a file, or is going to be one.
    fn is_for_content(&self, found: Option<&Found>) -> bool {
        let is_file = found.is_some_and(|it| it.kind == FileKind::File);
        match self.ensure.as_deref() {
            Some("file") => true,
            Some("present") => found.is_none() || is_file,
            Some(_) => false,
            None => self.wanted.is_some() || is_file,
        }
    }

    fn user_id(name: &str, cx: &Cx<'_>) -> Option<u32> {
        name.parse().ok().or_else(|| cx.system.user(name).map(|it| it.id))
    }

    fn group_id(name: &str, cx: &Cx<'_>) -> Option<u32> {
        name.parse().ok().or_else(|| cx.system.group(name))
    }

    /// The number of the owner or group that is wanted.
    fn account(&self, property: &str, cx: &Cx<'_>) -> Result<Option<u32>, ProviderError> {
        let (name, id) = match property {
            "owner" => (self.owner.as_deref(), self.owner.as_deref().and_then(|it| Self::user_id(it, cx))),
            _ => (self.group.as_deref(), self.group.as_deref().and_then(|it| Self::group_id(it, cx))),
        };
        match (name, id) {
            (None, _) => Ok(None),
            (Some(_), Some(id)) => Ok(Some(id)),
            (Some(_), None) if cx.subject.noop => Ok(None),
            (Some(name), None) => {
                let what = if property == "owner" { "user" } else { "group" };
                Err(ProviderError::new(format!("Could not find {what} {name}")))
            }
        }
    }

    /// The mode that is wanted, with that of folders where it is one.
    fn wanted_mode(&self, now: u32, is_folder: bool) -> Result<Option<u32>, ProviderError> {
        let Some(mode) = &self.mode else { return Ok(None) };
        let applied = access::applied(mode, now, is_folder).map_err(|it| ProviderError::new(format!("{it} in symbolic mode {mode:?}")))?;
        if !is_folder || !access::is_octal(mode) {
            return Ok(Some(applied));
        }
        // Who may read a folder may look into it.
        Ok(Some(applied | (applied & 0o444) >> 2))
    }

    /// Sets mode, owner and group of what was just made, without a word.
    fn fix(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        for property in ["owner", "group", "mode"] {
            let Some(found) = self.look(cx) else { return Ok(()) };
            if self.should(property).is_none() {
                continue;
            }
            let is = self.is(property, Some(&found), cx)?;
            if !self.is_in_sync(property, &is, cx)? {
                self.set(property, cx)?;
            }
        }
        Ok(())
    }

    fn is(&mut self, property: &str, found: Option<&Found>, cx: &mut Cx<'_>) -> Result<Json, ProviderError> {
        // Puppet takes the sum for what `content` knows already.
        if property == "checksum_value" && self.sources.is_empty() {
            return Ok(Json::Null);
        }
        let Some(found) = found else { return Ok(json!("absent")) };
        Ok(match property {
            "ensure" => json!(found.kind.name()),
            "owner" => json!(found.owner),
            "group" => json!(found.group),
            "mode" => json!(format!("{:04o}", found.mode)),
            "target" if found.kind == FileKind::Link => match cx.system.link_target(&self.path) {
                Ok(target) => json!(target),
                Err(error) => return Err(ProviderError::of_system(&error, &self.path)),
            },
            "target" => json!("notlink"),
            "content" | "checksum_value" => {
                if found.kind != FileKind::File {
                    return Ok(Json::Null);
                }
                let sum = self.algorithm.of_file(&self.path, cx.system);
                let sum = sum.map_err(|it| ProviderError::new(format!("Could not read file {}: {}", cx.subject.title, it)))?;
                json!(if property == "content" { sum } else { content::sum_data(&sum) })
            }
            "type" => json!(found.kind.name()),
            "mtime" | "ctime" => {
                let failed = |it| ProviderError::of_system(&it, &self.path);
                let (modified, changed) = match found.kind {
                    // Not those of what a link leads to.
                    FileKind::Link => {
                        let zone = cx.system.now().time_zone().clone();
                        let details = cx.system.details(&self.path).map_err(failed)?;
                        let zoned = |it| Timestamp::from_second(it).unwrap_or_default().to_zoned(zone.clone());
                        details.map(|it| (zoned(it.modified), zoned(it.changed))).unwrap_or_default()
                    }
                    _ => cx.system.times(&self.path).map_err(failed)?,
                };
                let time = if property == "mtime" { modified } else { changed };
                json!(time.strftime("%Y-%m-%d %H:%M:%S %z").to_string())
            }
            _ => Json::Null,
        })
    }

    fn changed(&mut self, property: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        match property {
            "ensure" => self.set_ensure(cx),
            "content" | "checksum_value" => self.write(cx),
            "target" => {
                let target = self.target.clone().unwrap_or_default();
                self.link(cx).map_err(|it| it.in_change(&target, "target", cx.subject))
            }
            "owner" | "group" => {
                let id = self.account(property, cx)?;
                let (owner, group) = if property == "owner" { (id, None) } else { (None, id) };
                let set = cx.system.set_owner(&self.path, owner, group, self.follows);
                set.map_err(|it| {
                    let text = machine::ruby_text(&it, &self.path);
                    ProviderError::new(format!("Failed to set {property} to '{}': {text}", id.unwrap_or_default()))
                })
            }
            "mode" => {
                let found = self.look(cx);
                let is_folder = found.as_ref().is_some_and(|it| it.kind == FileKind::Directory);
                let now = found.map_or(MODE, |it| it.mode);
                let Some(mode) = self.wanted_mode(now, is_folder)? else { return Ok(()) };
                cx.system.set_mode(&self.path, mode).map_err(|it| {
                    let text = machine::ruby_text(&it, &self.path);
                    ProviderError::new(format!("failed to set mode {now:04o} on {}: {text}", self.path))
                })
            }
            _ => Ok(()),
        }
    }

    /// Whether it has a source, and a sum that it must have.
    fn has_sum(&self) -> bool {
        self.checksum_value.is_some() && !self.sources.is_empty()
    }

    fn secret_property(&self, property: &str) -> bool {
        self.is_secret && matches!(property, "content" | "ensure" | "checksum_value")
    }
}

impl Instance for File {
    fn works_beside_others(&self) -> bool {
        // Recursion asks what else is managed, and backups go into one folder.
        !self.recurses.is_on() && self.backup.is_none()
    }

    fn provider(&self) -> Option<&'static str> {
        Some("posix")
    }

    fn retrieve(&mut self, cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, ProviderError> {
        if let Some(odd) = &self.odd {
            return Err(ProviderError::new(format!("Invalid value '{odd}' for ensure: a link leads to a path with a slash in it")));
        }
        self.take_source(cx)?;
        self.warn_of_contexts(cx);
        let found = self.look(cx);
        let mut names = vec!["ensure"];
        let has_value = self.checksum_value.is_some() && !self.sources.is_empty();
        let settable = ["content", "checksum_value", "target", "owner", "group", "mode"];
        let read_only = ["type", "seluser", "selrole", "seltype", "selrange", "ctime", "mtime"];
        for name in settable.into_iter().chain(read_only) {
            let is_audited = cx.subject.audit.iter().any(|it| it == "all" || it == name);
            let is_managed = match name {
                "checksum_value" => has_value,
                name => self.should(name).is_some(),
            };
            if is_managed || is_audited {
                names.push(name);
            }
        }
        let mut values = Vec::new();
        for name in names {
            values.push((name.to_owned(), self.is(name, found.as_ref(), cx)?));
        }
        Ok(values)
    }

    fn should(&self, property: &str) -> Option<Json> {
        match property {
            "ensure" => self.ensure.as_ref().map(|it| json!(it)),
            "content" => self.wanted.as_ref().map(|it| json!(it.sum)),
            "checksum_value" => self.checksum_value.as_ref().filter(|_| !self.sources.is_empty()).map(|it| json!(it)),
            "target" => self.target.as_ref().map(|it| json!(it)),
            "owner" => self.owner.as_ref().map(|it| json!(it)),
            "group" => self.group.as_ref().map(|it| json!(it)),
            "mode" => self.mode.as_ref().map(|it| json!(access::shown(it))),
            _ => None,
        }
    }

    fn reported(&self, property: &str, cx: &Cx<'_>) -> Option<Json> {
        match property {
            // Puppet's sums of contents are bytes, and its reports say so.
            // The content of a file that comes of other resources is set later, and is none.
            "content" if cx.subject.line.is_some() => {
                self.wanted.as_ref().map(|it| json!({ crate::show::BINARY: content::encoded(it.sum.as_bytes()) }))
            }
            "owner" | "group" => match self.account(property, cx) {
                Ok(Some(id)) => Some(json!(id)),
                _ => self.should(property),
            },
            "mode" if self.mode.as_deref().is_some_and(access::is_octal) => {
                let seen = || cx.system.look(&self.path, self.follows).ok().flatten().map(|it| it.kind);
                let is_folder = self.kind.get().or_else(seen) == Some(FileKind::Directory);
                let mode = self.wanted_mode(0, is_folder).ok().flatten();
                mode.map(|it| json!(format!("{it:04o}"))).or_else(|| self.should(property))
            }
            _ => self.should(property),
        }
    }

    fn is_in_sync(&mut self, property: &str, is: &Json, cx: &mut Cx<'_>) -> Result<bool, ProviderError> {
        Ok(match property {
            "ensure" => {
                let should = self.ensure.as_deref().unwrap_or_default();
                (is != "absent" && !self.replaces) || if should == "present" { is != "absent" } else { is == should }
            }
            // Where a sum is said, that decides.
            "content" if self.has_sum() => true,
            // Puppet compares it with a sum that nobody gave, and writes it each time.
            "content"
                if self.wanted.is_some()
                    && self.replaces
                    && self.checksum_value.is_none()
                    && cx.subject.audit.iter().any(|it| it == "all" || it == "checksum_value") =>
            {
                self.is_content_in_sync(&json!(""), cx)?
            }
            "content" => self.is_content_in_sync(is, cx)?,
            "checksum_value" if !self.replaces || self.checksum_value.as_deref() == is.as_str() => true,
            "checksum_value" => {
                if cx.options.show_diff
                    && self.shows_diff
                    && let Some(wanted) = &self.wanted
                {
                    self.show_difference("checksum_value", wanted, cx)?;
                }
                false
            }
            "target" => {
                let exists = !self.replaces && matches!(cx.system.look(&self.path, true), Ok(Some(_)));
                self.recurses.is_on() || exists || self.target.as_deref() == is.as_str()
            }
            "owner" | "group" => {
                let Some(id) = self.account(property, cx)? else { return Ok(false) };
                if *is == json!(id) {
                    return Ok(true);
                }
                if property == "owner" && !cx.system.is_root() {
                    cx.tell_plainly(Level::Warning, "Cannot manage ownership unless running as root");
                    return Ok(true);
                }
                false
            }
            "mode" => {
                let kind = self.kind(cx);
                if !self.follows && kind == Some(FileKind::Link) {
                    cx.tell_of(Level::Debug, Some("mode"), "Not managing symlink mode".to_owned());
                    return Ok(true);
                }
                let Some(now) = is.as_str().map(access::octal) else { return Ok(false) };
                self.wanted_mode(now, kind == Some(FileKind::Directory))? == Some(now)
            }
            _ => true,
        })
    }

    fn set(&mut self, property: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let set = self.changed(property, cx);
        self.kind.set(None);
        set
    }

    fn is_there(&self, is: &[(String, Json)]) -> bool {
        is.iter().all(|(name, value)| name != "ensure" || value != "absent")
    }

    fn event_name(&self, property: &str) -> SmolStr {
        match (property, self.ensure.as_deref()) {
            ("ensure", Some("file" | "present")) => SmolStr::new_static("file_created"),
            ("ensure", Some("directory")) => SmolStr::new_static("directory_created"),
            ("ensure", Some("link")) => SmolStr::new_static("link_created"),
            ("ensure", Some("absent")) => SmolStr::new_static("file_removed"),
            _ => format_smolstr!("{property}_changed"),
        }
    }

    fn change(&self, property: &str, is: &Json, should: &Json, cx: &mut Cx<'_>) -> String {
        let plain = |it: &Json| crate::show::plain(it);
        match property {
            "ensure" => match (should.as_str(), &self.wanted) {
                // With a source and a checksum there is no property of the content.
                (Some("file" | "present"), Some(wanted)) if self.checksum_value.is_none() || self.sources.is_empty() => {
                    format!("defined content as '{}'", wanted.sum)
                }
                _ => ensure_change(is, should),
            },
            "content" if is == "absent" => format!("defined content as '{}'", plain(should)),
            "content" => format!("content changed '{}' to '{}'", plain(is), plain(should)),
            "mode" if !self.mode.as_deref().is_some_and(access::is_octal) => {
                let now = is.as_str().map(access::octal).unwrap_or_default();
                let is_folder = self.kind(cx) == Some(FileKind::Directory);
                let then = self.wanted_mode(now, is_folder).ok().flatten().unwrap_or(now);
                format!("mode changed '{now:04o}' to '{then:04o}' ({})", plain(should))
            }
            _ => plain_change(property, &self.show_is(property, is, cx), &self.show_should(property, should, cx), is, should),
        }
    }

    fn show_is(&self, property: &str, is: &Json, cx: &mut Cx<'_>) -> String {
        // A folder has no content, which Puppet shows as it is.
        if property == "content" && is.is_null() {
            return String::new();
        }
        let name = match (property, is.as_u64().and_then(|it| u32::try_from(it).ok())) {
            ("owner", Some(id)) => cx.system.user_name(id),
            ("group", Some(id)) => cx.system.group_name(id),
            _ => None,
        };
        name.map_or_else(|| shown(is), |it| shown(&json!(it)))
    }

    fn show_should(&self, property: &str, should: &Json, cx: &mut Cx<'_>) -> String {
        let id = should.as_str().and_then(|it| it.parse::<u32>().ok());
        match (property, id) {
            ("owner" | "group", Some(id)) => match self.show_is(property, &json!(id), cx) {
                number if number == id.to_string() => number,
                name => name,
            },
            ("mode", _) => {
                let is_folder = self.kind(cx) == Some(FileKind::Directory);
                match (&self.mode, is_folder) {
                    // Folders are shown as they are going to be.
                    (Some(mode), true) if access::is_octal(mode) => {
                        format!("'{:04o}'", self.wanted_mode(0, true).ok().flatten().unwrap_or_default())
                    }
                    _ => shown(should),
                }
            }
            _ => shown(should),
        }
    }

    fn is_secret(&self, property: &str) -> bool {
        self.secret_property(property)
    }

    fn brings(&mut self, cx: &mut Cx<'_>) -> Option<String> {
        self.sum_of_source(cx)
    }

    fn generate(&mut self, cx: &mut Cx<'_>) -> Result<Vec<Child>, ProviderError> {
        let children = self.children(cx);
        self.without_source(children, cx)
    }
}

/// Without slashes that say nothing.
fn normal_path(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            // By its name alone, as in Ruby: what is above need not be there.
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

fn trimmed(source: &str) -> String {
    let trimmed = source.trim_end_matches('/');
    if trimmed.is_empty() { source.to_owned() } else { trimmed.to_owned() }
}
