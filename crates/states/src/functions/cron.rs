//! `cron.present` and `cron.absent`: jobs in the tables of users.

mod table;

use machine::System;
use serde_json::{Value as Json, json};

use self::table::{Job, NO_IDENTIFIER, Refused, Table, When};
use crate::files::Files;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::python;
use crate::returned::Outcome;

const TIMES: [&str; 5] = ["minute", "hour", "daymonth", "month", "dayweek"];

pub const FUNCTIONS: &[Function] = &[
    Function::new(
        "cron.present",
        Arguments::These(&["user", "minute", "hour", "daymonth", "month", "dayweek", "comment", "commented", "identifier", "special"]),
        present,
    )
    .refusing(refuse),
    Function::new(
        "cron.absent",
        Arguments::These(&["user", "minute", "hour", "daymonth", "month", "dayweek", "comment", "commented", "identifier", "special"]),
        absent,
    )
    .refusing(refuse),
];

fn refuse(low: &Low, _: &Files<'_>) -> Vec<String> {
    let name = low.function();
    let mut all = Vec::new();
    for argument in TIMES {
        let text = low.text(argument).unwrap_or_default().to_lowercase();
        if text == "random" || text.split(':').count() == 2 {
            all.push(format!("`{argument}: {text}` of `{name}` is not supported"));
        }
    }
    for argument in ["user", "comment", "special"] {
        if low.arg(argument).is_some_and(|it| !it.is_string()) {
            all.push(format!("`{argument}` of `{name}` has to be a text"));
        }
    }
    if low.arg("identifier").is_some_and(|it| !it.is_string() && *it != Json::Bool(false)) {
        all.push(format!("`identifier` of `{name}` has to be a text"));
    }
    if low.args.get("commented").is_some_and(|it| !it.is_boolean()) {
        all.push(format!("`commented` of `{name}` has to be true or false"));
    }
    all
}

/// Wanted job; no comment leaves the existing one.
#[derive(Clone, Debug)]
struct Wanted {
    user: String,
    job: Job,
}

impl Wanted {
    fn from_low(low: &Low) -> Wanted {
        let command = low.name.trim().to_owned();
        let identifier = match low.args.get("identifier") {
            None | Some(Json::Bool(_)) => Some(command.clone()),
            Some(Json::Null) => None,
            Some(other) => Some(python::text(other)),
        };
        let when = match low.text("special") {
            Some(special) => When::Special(special),
            None => When::Times(TIMES.map(|it| low.args.get(it).map_or_else(|| "*".to_owned(), python::text).to_lowercase())),
        };
        let is_commented = low.args.get("commented") == Some(&Json::Bool(true));
        let job = Job { when, command, identifier, comment: low.text("comment"), is_commented };
        Wanted { user: low.text("user").unwrap_or_else(|| "root".to_owned()), job }
    }

    fn is_meant(&self, job: &Job) -> bool {
        job.is_meant(&self.job.command, self.job.identifier.as_deref())
    }
}

/// Result of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Done {
    Present,
    New,
    Updated,
}

/// Takes the first job away that is meant.
fn remove(jobs: &mut Vec<Job>, is_meant: impl FnMut(&Job) -> bool) -> bool {
    let place = jobs.iter().position(is_meant);
    place.map(|it| jobs.remove(it)).is_some()
}

fn set(system: &mut dyn System, wanted: &Wanted) -> Result<Done, Refused> {
    let mut table = Table::read(system, &wanted.user);
    let mut new = wanted.job.clone();
    let old = table.jobs.iter().chain(&table.specials).find(|it| wanted.is_meant(it)).cloned();
    if let Some(old) = &old {
        let id = old.identifier.clone().unwrap_or_else(|| NO_IDENTIFIER.to_owned());
        let is_same = old.when == new.when
            && old.command == new.command
            && (new.comment.is_none() || new.comment == old.comment)
            && old.is_commented == new.is_commented
            && new.identifier.as_deref() == Some(&id);
        if is_same {
            return Ok(Done::Present);
        }
        let id = old.id().to_owned();
        let jobs = if matches!(old.when, When::Special(_)) { &mut table.specials } else { &mut table.jobs };
        remove(jobs, |it| it.is_meant(&new.command, Some(&id)));
        new.comment = new.comment.or_else(|| old.comment.clone());
        if new.identifier.is_none() {
            new.identifier = Some(id).filter(|it| it != NO_IDENTIFIER);
        }
    }
    match new.when {
        When::Times(_) => table.jobs.push(new),
        When::Special(_) => table.specials.push(new),
    }
    table.write(system, &wanted.user)?;
    Ok(if old.is_some() { Done::Updated } else { Done::New })
}

fn present(cx: &mut Cx<'_>) -> Called {
    let wanted = Wanted::from_low(cx.low);
    let (name, user) = (wanted.job.command.as_str(), wanted.user.as_str());
    if cx.test {
        return Ok(foreseen(cx, &wanted));
    }
    let (comment, has_changed) = match set(cx.system, &wanted) {
        Ok(Done::Present) => (format!("Cron {name} already present"), false),
        Ok(Done::New) => (format!("Cron {name} added to {user}'s crontab"), true),
        Ok(Done::Updated) => (format!("Cron {name} updated"), true),
        Err(Refused { text }) => return Ok(Outcome::failed(format!("Cron {name} for user {user} failed to commit with error \n{text}"))),
    };
    let mut outcome = Outcome::fine(comment);
    if has_changed {
        outcome.changes.insert(user.to_owned(), json!(name));
    }
    Ok(outcome)
}

fn foreseen(cx: &mut Cx<'_>, wanted: &Wanted) -> Outcome {
    let table = Table::read(cx.system, &wanted.user);
    let new = &wanted.job;
    let name = &new.command;
    let jobs = if matches!(new.when, When::Special(_)) { &table.specials } else { &table.jobs };
    let Some(old) = jobs.iter().find(|it| wanted.is_meant(it)) else {
        return Outcome::new(None, format!("Cron {name} is set to be added"));
    };
    let is_same = old.when == new.when
        && old.command == new.command
        && (new.comment.is_none() || new.comment == old.comment)
        && (new.identifier.is_none() || new.identifier == old.identifier)
        && old.is_commented == new.is_commented;
    match is_same {
        true => Outcome::fine(format!("Cron {name} already present")),
        false => Outcome::new(None, format!("Cron {name} is set to be updated")),
    }
}

fn absent(cx: &mut Cx<'_>) -> Called {
    let wanted = Wanted::from_low(cx.low);
    let (name, user) = (wanted.job.command.as_str(), wanted.user.as_str());
    let mut table = Table::read(cx.system, user);
    if cx.test {
        return Ok(match table.jobs.iter().any(|it| wanted.is_meant(it)) {
            true => Outcome::new(None, format!("Cron {name} is set to be removed")),
            false => Outcome::fine(format!("Cron {name} is absent")),
        });
    }
    let is_special = matches!(wanted.job.when, When::Special(_));
    let is_removed = match is_special {
        true => remove(&mut table.specials, |it| wanted.is_meant(it) && it.when == wanted.job.when),
        false => remove(&mut table.jobs, |it| wanted.is_meant(it)),
    };
    // Salt writes the table of special times even where nothing goes.
    if (is_removed || is_special)
        && let Err(Refused { text }) = table.write(cx.system, user)
    {
        return Ok(Outcome::failed(format!("Cron {name} for user {user} failed to commit with error {text}")));
    }
    if !is_removed {
        return Ok(Outcome::fine(format!("Cron {name} already absent")));
    }
    let mut outcome = Outcome::fine(format!("Cron {name} removed from {user}'s crontab"));
    outcome.changes.insert(user.to_owned(), json!(name));
    Ok(outcome)
}
