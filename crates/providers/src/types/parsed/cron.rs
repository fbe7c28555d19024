//! `cron`: jobs in the crontabs of users.

use serde_json::{Value as Json, json};

use super::{Entry, Fields, Format, Record, present, text};
use crate::instance::{Cx, Obstacle, ProviderError};
use crate::log::Level;
use crate::show::{plain, shown};
use crate::subject::Subject;
use crate::types::tool;
use crate::types::wanted::Wanted;
use machine::{Command, FileKind, System};

pub struct Crontab;

const TIMES: [&str; 5] = ["minute", "hour", "monthday", "month", "weekday"];
const DAYS: [&str; 7] = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const MONTHS: [&str; 12] =
    ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];

/// Where crontabs are kept on Debian.
const FOLDER: &str = "/var/spool/cron/crontabs";

impl Format for Crontab {
    fn type_name(&self) -> &'static str {
        "cron"
    }

    fn provider(&self) -> &'static str {
        "crontab"
    }

    fn default_target(&self, system: &dyn System) -> String {
        system.variable("USER").filter(|it| !it.is_empty()).unwrap_or_else(|| "root".to_owned())
    }

    fn further_targets(&self, system: &dyn System) -> Vec<String> {
        let names = system.list(FOLDER).unwrap_or_default().into_iter().filter(|it| !it.starts_with(".keep_"));
        names.filter(|it| matches!(system.look(&format!("{FOLDER}/{it}"), true), Ok(Some(found)) if found.kind == FileKind::File)).collect()
    }

    fn obstacle(&self, system: &dyn System) -> Option<Obstacle> {
        tool::find("crontab", system).is_none().then(|| Obstacle::NoProvider("cron".to_owned()))
    }

    fn fields(&self) -> &'static [&'static str] {
        &["time", "command"]
    }

    fn read(&self, line: &str) -> Option<Fields> {
        let trimmed = line.trim_start();
        if trimmed.is_empty() || trimmed.starts_with('#') || is_setting(trimmed) {
            return None;
        }
        let mut fields = Fields::new();
        let mut rest = trimmed;
        if let Some(special) = trimmed.strip_prefix('@') {
            let (special, command) = special.split_once(char::is_whitespace)?;
            fields.extend(TIMES.iter().map(|it| ((*it).to_owned(), json!("absent"))));
            fields.insert("special".to_owned(), json!(special));
            rest = command;
        } else {
            for name in TIMES {
                let (value, behind) = rest.split_once(char::is_whitespace)?;
                let value = if value == "*" { json!("absent") } else { json!(value.split(',').collect::<Vec<_>>()) };
                fields.insert(name.to_owned(), value);
                rest = behind.trim_start();
            }
            fields.insert("special".to_owned(), json!("absent"));
        }
        let command = rest.trim_start();
        fields.insert("command".to_owned(), json!(command));
        (!command.is_empty()).then_some(fields)
    }

    /// A comment names the job after it, and what is set between the two belongs to that job.
    fn gather(&self, records: Vec<Record>, count: &mut usize) -> Vec<Record> {
        let mut gathered: Vec<Record> = Vec::new();
        let mut name: Option<String> = None;
        let mut settings: Option<Vec<String>> = None;
        for mut record in records {
            let line = record.line.trim_start();
            if let Some(fields) = &mut record.entry {
                match name.take() {
                    Some(name) => fields.insert("name".to_owned(), json!(name)),
                    None => {
                        *count += 1;
                        let command: Vec<String> = text(fields, "command").split_whitespace().map(str::to_owned).collect();
                        fields.insert("unmanaged".to_owned(), json!(true));
                        fields.insert("name".to_owned(), json!(format!("unmanaged:{}-{count}", command.join("_"))))
                    }
                };
                let settings = settings.take().filter(|it| !it.is_empty()).map_or_else(|| json!("absent"), |it| json!(it));
                fields.insert("environment".to_owned(), settings);
            } else if let Some((_, named)) = line.split_once("Puppet Name: ").filter(|_| line.starts_with('#')) {
                name = Some(named.trim_end().to_owned());
                settings = Some(Vec::new());
                continue;
            } else if is_setting(line)
                && let Some(settings) = &mut settings
            {
                settings.push(record.line);
                continue;
            }
            gathered.push(record);
        }
        gathered
    }

    fn line(&self, fields: &Fields) -> Result<String, ProviderError> {
        let mut line = String::new();
        if !fields.contains_key("unmanaged") {
            line = format!("# Puppet Name: {}\n", text(fields, "name"));
        }
        if let Some(Json::Array(settings)) = present(fields, "environment") {
            settings.iter().for_each(|it| line = format!("{line}{}\n", plain(it)));
        }
        let part = |name: &str| match present(fields, name) {
            Some(Json::Array(all)) => all.iter().map(plain).collect::<Vec<_>>().join(","),
            Some(other) => plain(other),
            None => "*".to_owned(),
        };
        let mut parts = match present(fields, "special") {
            Some(special) => vec![format!("@{}", plain(special))],
            None => TIMES.iter().map(|it| part(it)).collect(),
        };
        parts.push(part("command"));
        Ok(line + &parts.join(" "))
    }

    fn header(&self, system: &dyn System) -> String {
        let now = system.now().strftime("%Y-%m-%d %H:%M:%S %z").to_string();
        format!(
            "# HEADER: This file was autogenerated at {now} by puppet.\n\
             # HEADER: While it can still be managed manually, it is definitely not recommended.\n\
             # HEADER: Note particularly that the comments starting with 'Puppet Name' should\n\
             # HEADER: not be deleted, as doing so could cause duplicate cron jobs.\n"
        )
    }

    /// Cron puts its own lines before every crontab: they would become more and more.
    fn finished(&self, mut text: String) -> String {
        if let Some(begin) = text.find("# DO NOT EDIT THIS FILE")
            && let Some(version) = text.get(begin..).and_then(|it| it.find("Cron version")).map(|it| begin + it)
            && let Some(vixie) = text.get(version..).and_then(|it| it.find("vixie")).map(|it| version + it)
            && let Some(end) = text.get(vixie..).and_then(|it| it.find('\n')).map(|it| vixie + it + 1)
        {
            text.replace_range(begin..end, "");
        }
        let zone = text.split_inclusive('\n').find(|it| it.starts_with("TZ=") && it.ends_with('\n')).map(str::to_owned);
        match zone {
            Some(zone) => zone.clone() + &text.replacen(&zone, "", 1),
            None => text,
        }
    }

    fn load(&self, target: &str, cx: &mut Cx<'_>) -> Result<String, ProviderError> {
        if cx.system.user(target).is_none() {
            let message = format!(
                "The {target} user does not exist. Treating their crontab file as empty in case Puppet creates them in the middle of the run."
            );
            cx.tell_plainly(Level::Debug, message);
            return Ok(String::new());
        }
        let mut words = crontab(target, cx);
        words.push("-l".to_owned());
        let command = tool::command(words);
        match tool::succeed(&command, cx.system) {
            Ok(text) => Ok(text),
            Err(failure) if failure.message.contains("no crontab for") || failure.message.contains("are not allowed to") => {
                Ok(String::new())
            }
            Err(failure) => Err(ProviderError::new(format!("Could not read crontab for {target}: {}", failure.message))),
        }
    }

    fn store(&self, target: &str, text: &str, _resource: &Entry, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        if cx.system.user(target).is_none() {
            return Err(ProviderError::new(format!("Cannot write the {target} user's crontab: The user does not exist")));
        }
        let mut words = crontab(target, cx);
        words.push("-".to_owned());
        let command = Command { input: Some(text.as_bytes().to_vec()), ..tool::command(words) };
        tool::succeed(&command, cx.system).map(drop)
    }

    fn munge(&self, wanted: &mut Wanted, subject: &Subject, system: &dyn System) {
        if let Some(command) = wanted.text("command") {
            wanted.put("command", json!(command.trim()));
        }
        for name in TIMES {
            if subject.value(name).is_some() {
                let all: Vec<String> = subject.texts(name).iter().map(|it| time(name, it)).collect();
                let is_absent = all.first().is_some_and(|it| it == "absent");
                wanted.put(name, if is_absent { json!("absent") } else { json!(all) });
            }
        }
        if subject.value("environment").is_some() {
            wanted.put("environment", json!(subject.texts("environment")));
        }
        if wanted.should("target").is_none() {
            let user = wanted.text("user").or_else(|| system.user_name(0)).unwrap_or_else(|| "root".to_owned());
            wanted.put("target", json!(user));
        }
    }

    fn may_be(&self, target: &str, entry: &Entry) -> bool {
        entry.wanted.text("target").as_deref() == Some(target)
    }

    /// A job without a name of its own that does what a resource says, when it says.
    fn means(&self, fields: &Fields, target: &str, entry: &Entry) -> bool {
        if !fields.contains_key("unmanaged") || !self.may_be(target, entry) {
            return false;
        }
        let wanted = &entry.wanted;
        wanted.text("command").is_some_and(|it| it == text(fields, "command"))
            && TIMES.iter().chain(&["special"]).all(|name| match wanted.should(name) {
                Some(should) => fields.get(*name).is_some_and(|it| it == should),
                None => true,
            })
    }

    fn is(&self, property: &str, fields: &Fields) -> Option<Json> {
        match property {
            "user" => fields.get("user").or_else(|| fields.get("target")).cloned(),
            other => fields.get(other).cloned(),
        }
    }

    fn is_in_sync(&self, property: &str, is: &Json, wanted: &Wanted) -> bool {
        let Some(should) = wanted.should(property) else { return true };
        match (property, is, should) {
            ("environment", Json::Array(is), Json::Array(should)) => {
                let sorted = |all: &[Json]| {
                    let mut all: Vec<String> = all.iter().map(plain).collect();
                    all.sort();
                    all
                };
                sorted(is) == sorted(should)
            }
            _ if TIMES.contains(&property) => shown(is) == shown(should),
            _ => wanted.is_in_sync(property, is),
        }
    }

    fn show_should(&self, property: &str, should: &Json) -> String {
        match (property, should) {
            ("environment", Json::Array(all)) => all.iter().map(plain).collect::<Vec<_>>().join(","),
            _ => shown(should),
        }
    }

    fn creates(&self, entry: &Entry) -> Result<(), ProviderError> {
        entry.wanted.should("command").map(drop).ok_or_else(|| ProviderError::new("no command specified, cannot create"))
    }

    fn set(&self, property: &str, should: &Json, fields: &mut Fields) {
        fields.insert(property.to_owned(), should.clone());
        if property == "user" {
            fields.insert("target".to_owned(), should.clone());
        }
    }

    fn purged(&self, _record: &Fields, target: &str) -> Vec<(String, Json)> {
        vec![("target".to_owned(), json!(target)), ("user".to_owned(), json!(target))]
    }
}

/// The command for the crontab of a user: one's own is not named.
fn crontab(target: &str, cx: &Cx<'_>) -> Vec<String> {
    let is_own = cx.system.is_root() && cx.system.user(target).is_some_and(|it| it.id == 0);
    if is_own { tool::words(&["crontab"]) } else { tool::words(&["crontab", "-u", target]) }
}

/// `NAME = value`.
fn is_setting(line: &str) -> bool {
    let name = line.trim_start().split_once('=').map(|it| it.0.trim_end());
    name.is_some_and(|it| !it.is_empty() && it.chars().all(|c| c.is_alphanumeric() || c == '_'))
}

/// A time as crontabs write it: names of days and months become numbers.
fn time(field: &str, value: &str) -> String {
    if value == "*" {
        return "absent".to_owned();
    }
    let of = |names: &[&str], first: usize| {
        let lower = value.to_lowercase();
        let found = names.iter().position(|it| *it == lower || (lower.len() == 3 && it.starts_with(&lower)));
        found.map_or_else(|| value.to_owned(), |it| (it + first).to_string())
    };
    match field {
        "weekday" => of(&DAYS, 0),
        "month" => of(&MONTHS, 1),
        _ => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(line: &str) -> Record {
        Record { target: "root".to_owned(), line: line.to_owned(), entry: Crontab.read(line), is_absent: false }
    }

    #[test]
    fn a_job_takes_its_name_and_its_settings_with_it() {
        let lines =
            ["# mine", "MAILTO=me", "5 * * * * /bin/five  x", "# Puppet Name: old", "A=b", "1 2,3 * * * /bin/old", "@reboot /bin/boot"];
        let records = Crontab.gather(lines.iter().map(|it| record(it)).collect(), &mut 0);
        let lines: Vec<String> =
            records.iter().map(|it| it.entry.as_ref().map_or(it.line.clone(), |it| Crontab.line(it).unwrap())).collect();
        assert_eq!(
            lines,
            ["# mine", "MAILTO=me", "5 * * * * /bin/five  x", "# Puppet Name: old\nA=b\n1 2,3 * * * /bin/old", "@reboot /bin/boot"]
        );
        assert_eq!(records[2].entry.as_ref().map(|it| text(it, "name")).as_deref(), Some("unmanaged:/bin/five_x-1"));
    }

    #[test]
    fn names_of_days_and_months_are_numbers() {
        assert_eq!(time("weekday", "Mon"), "1");
        assert_eq!(time("month", "december"), "12");
        assert_eq!(time("minute", "*/5"), "*/5");
        assert_eq!(time("hour", "*"), "absent");
    }

    #[test]
    fn what_cron_puts_before_a_crontab_is_not_kept() {
        let text = "# DO NOT EDIT THIS FILE - edit the master.\n# (- installed)\n# (Cron version -- $Id: vixie Exp $)\n# mine\nTZ=x\n";
        assert_eq!(Crontab.finished(text.to_owned()), "TZ=x\n# mine\n");
    }
}
