//! Applies one resource: retrieves, compares, changes.

mod audited;

use jiff::{Timestamp, Zoned};
use providers::secrets::REDACTED;
use providers::show::plain;
use providers::{Cx, Instance, Level, Obstacle, ProviderError, Record, Tags};
use serde_json::Value as Json;
use smallvec::SmallVec;
use smol_str::SmolStr;

use crate::reached::{Reach, Reached, Sum};
use crate::report::{Event, EventStatus, EventValue, Status};
use crate::state::State;
use crate::transaction::Options;
use crate::undo;

/// Callback before a resource is changed.
pub type Before<'a> = dyn FnMut(&mut Cx<'_>) + 'a;

/// Applies a resource, and says what became of it.
///
/// `before` is called before the first change is made.
pub fn evaluate(
    instance: &mut dyn Instance,
    cx: &mut Cx<'_>,
    options: &Options,
    state: &mut State,
    before: &mut Before<'_>,
) -> Box<Status> {
    let start = cx.system.now();
    let mut status = Box::new(Status::new(cx.subject, start.clone()));
    status.provider = instance.provider();
    if let Some(obstacle) = instance.obstacle(cx) {
        match &obstacle {
            Obstacle::NotFunctional(_) => cx.tell(Level::Err, obstacle.to_string()),
            Obstacle::NoProvider(_) => {
                status.provider = None;
                cx.tell_plainly(Level::Err, obstacle.to_string());
            }
        }
        status.failed = true;
        status.refused = true;
        return status;
    }
    if let Some(reason) = instance.not_prefetched() {
        status.add(error_event(&cx.subject.open(reason.to_owned()), cx.system.now()));
        status.skipped = true;
        cx.tell(Level::Warning, "Skipping because provider prefetch failed");
        return status;
    }
    if let Err(failure) = perform(instance, cx, options, state, &mut status, before) {
        let failure = cx.subject.open_failure(failure);
        cx.tell(Level::Err, format!("Could not evaluate: {}", failure.full()));
        status.add(error_event(&failure.message, cx.system.now()));
    }
    status.seconds = Some(between(start.timestamp(), cx.system.moment()));
    status
}

/// The time between two moments.
pub fn seconds(from: &Zoned, to: &Zoned) -> f64 {
    between(from.timestamp(), to.timestamp())
}

fn between(from: Timestamp, to: Timestamp) -> f64 {
    from.duration_until(to).as_secs_f64().max(0.0)
}

/// A resource failed as a whole.
pub fn error_event(message: &str, time: Zoned) -> Event {
    Event {
        name: SmolStr::new_static("resource_error"),
        property: None,
        previous: None,
        desired: None,
        historical: None,
        message: message.to_owned(),
        status: EventStatus::Failure,
        audited: false,
        redacted: Some(false),
        corrective: false,
        time,
    }
}

fn perform(
    instance: &mut dyn Instance,
    cx: &mut Cx<'_>,
    options: &Options,
    state: &mut State,
    status: &mut Status,
    before: &mut Before<'_>,
) -> Result<(), ProviderError> {
    let is = instance.retrieve(cx)?;
    let remembered = state.of_mut(&cx.subject.reference);
    let known = remembered.audited.clone();
    remembered.checked = Some(cx.system.moment());
    let audited: Vec<String> =
        is.iter().map(|(name, _)| name).filter(|name| cx.subject.audit.iter().any(|it| it == "all" || it == *name)).cloned().collect();
    for (name, value) in is.iter().filter(|(name, _)| audited.contains(name)) {
        if known.get(name).is_none_or(|it| !audited::is_of(it, value)) {
            remembered.audited.insert(name, audited::stored(value, is_secret(instance, cx, name), &cx.system.fresh_name("")));
        }
    }

    let holds_other = ["ensure", "content", "checksum_value"].iter().any(|name| {
        let is = is.iter().find(|it| it.0 == *name).map(|it| &it.1);
        is.is_some() && instance.should(name).is_some() && instance.should(name).as_ref() != is
    });
    let last = |name: &String| Last { value: known.get(name), is_audited: audited.contains(name) };
    let mut begun = None;
    let mut before = |cx: &mut Cx<'_>| {
        before(cx);
        if begun.is_none() {
            begun = Some(undo::begin(cx, options.undo.as_deref(), &is, holds_other));
        }
    };
    let mut synced: SmallVec<[&str; 4]> = SmallVec::new();
    let ensure = is.iter().find(|(name, _)| name == "ensure");
    let was_ensured = ensure.is_some_and(|(name, value)| sync(instance, cx, options, status, (name, value), last(name), &mut before));
    if was_ensured {
        synced.push("ensure");
    } else if instance.is_there(&is) {
        for (name, value) in is.iter().filter(|(name, _)| name != "ensure") {
            if sync(instance, cx, options, status, (name, value), last(name), &mut before) {
                synced.push(name);
            }
        }
    } else {
        cx.tell(Level::Debug, "Nothing to manage: no ensure and the resource doesn't exist");
    }

    // In the order in which they are asked for.
    let mut told_of: Vec<&(String, Json)> = is.iter().filter(|(name, _)| audited.contains(name)).collect();
    told_of.sort_by_key(|(name, _)| cx.subject.audit.iter().position(|it| it == name));
    for (name, value) in told_of {
        match known.get(name) {
            Some(before) if !audited::is_of(before, value) && !synced.contains(&name.as_str()) => {
                let mut event = event(instance, cx, options, name, value, Some(before));
                event.audited = true;
                event.status = EventStatus::Audit;
                event.message = changed_since(instance, cx, name, before, value);
                record_event(cx, status, name, event);
            }
            Some(_) => {}
            None => {
                let shown = if is_secret(instance, cx, name) { REDACTED.to_owned() } else { plain(value) };
                // Whatever the resource says of its level.
                cx.tell_of(Level::Notice, Some(name), format!("audit change: newly-recorded value {shown}"));
            }
        }
    }
    let begun = begun.take();
    status.checks = instance.checks().into_iter().map(|it| cx.subject.open(it)).collect();
    if status.changes() > 0 && !cx.subject.noop {
        state.of_mut(&cx.subject.reference).synced = Some(cx.system.moment());
        instance.flush(cx)?;
        status.undo_record =
            begun.filter(|_| options.undo.is_some()).and_then(|it| undo::finish(it, instance, cx, &is, status)).map(Box::new);
        if cx.options.improved && audited.iter().any(|it| synced.contains(&it.as_str())) {
            // What was set now is nothing that somebody else has changed.
            for (name, value) in instance.retrieve(cx)?.into_iter().filter(|it| audited.contains(&it.0)) {
                let value = audited::stored(&value, is_secret(instance, cx, &name), &cx.system.fresh_name(""));
                state.of_mut(&cx.subject.reference).audited.insert(&name, value);
            }
        }
    }
    if options.reached.is_some() && !cx.subject.noop {
        reached(instance, cx, &is, status);
    }
    Ok(())
}

/// Notes how the properties are left; nothing of those that are secret.
fn reached(instance: &dyn Instance, cx: &Cx<'_>, is: &[(String, Json)], status: &mut Status) {
    let event = |name: &str| status.events.iter().find(|it| it.property.as_deref() == Some(name) && it.status != EventStatus::Audit);
    let is_made = event("ensure").is_some();
    let after = |name: &str| {
        status.undo_record.iter().flat_map(|it| &it.changes).find(|it| it.property == name).map(|it| Sum::from_value(&it.after))
    };
    // A message is another one each time, and a command, too.
    let is_lasting = |name: &str| !is_secret(instance, cx, name) && !matches!(name, "returns" | "message");
    let reach = |name: &str, is: &Json| match event(name) {
        Some(event) if event.status == EventStatus::Failure => None,
        set => {
            let wanted = instance.should(name)?;
            let left = if is_made || set.is_some() { after(name) } else { Some(Sum::from_value(is)) };
            // What is the latest is another one without anybody's doing.
            (left.is_some() || wanted != "latest").then(|| Reach { left, wanted: Sum::from_value(&wanted) })
        }
    };
    let properties = is.iter().filter(|(name, _)| instance.should(name).is_some() && is_lasting(name));
    status.reached = properties.map(|(name, is)| (SmolStr::new(name), reach(name, is))).collect();
}

fn changed_since(instance: &dyn Instance, cx: &mut Cx<'_>, name: &str, before: &Json, now: &Json) -> String {
    let (before, now) = if is_secret(instance, cx, name) {
        (REDACTED.to_owned(), REDACTED.to_owned())
    } else {
        (instance.show_is(name, before, cx), instance.show_is(name, now, cx))
    };
    format!("audit change: previously recorded value {before} has been changed to {now}")
}

/// Whether nobody may see a property: its type says so, or the manifest.
fn is_secret(instance: &dyn Instance, cx: &Cx<'_>, name: &str) -> bool {
    instance.is_secret(name) || cx.subject.is_sensitive(name)
}

/// Value of a property that an earlier run has seen.
#[derive(Clone, Copy)]
struct Last<'a> {
    value: Option<&'a Json>,
    is_audited: bool,
}

/// Sets a property if it is out of date. Says whether it was not.
fn sync(
    instance: &mut dyn Instance,
    cx: &mut Cx<'_>,
    options: &Options,
    status: &mut Status,
    (name, is): (&str, &Json),
    last: Last<'_>,
    before: &mut Before<'_>,
) -> bool {
    if !instance.manages(name) {
        return false;
    }
    let is_in_sync = match instance.is_in_sync(name, is, cx) {
        Ok(true) => return false,
        Ok(false) => Ok(()),
        Err(failure) => Err(failure),
    };
    let mut event = event(instance, cx, options, name, is, last.value);
    event.audited = last.is_audited;
    let done = is_in_sync.and_then(|()| {
        if cx.subject.noop {
            return Ok(());
        }
        before(cx);
        instance.set(name, cx)
    });
    let should = instance.should(name).unwrap_or_default();
    let is_secret = is_secret(instance, cx, name);
    match done {
        Err(failure) => {
            let failure = cx.subject.open_failure(failure);
            if let Some(reported) = &failure.reported {
                cx.tell_plainly(Level::Err, reported.clone());
            }
            cx.tell_plainly(Level::Err, failure.full());
            event.status = EventStatus::Failure;
            let (is, should) = match is_secret {
                true => (REDACTED.to_owned(), REDACTED.to_owned()),
                false => (instance.show_is(name, is, cx), instance.show_should(name, &should, cx)),
            };
            event.message = format!("change from {is} to {should} failed: {}", failure.message);
        }
        Ok(()) => {
            let since = match last.value.filter(|it| last.is_audited && !audited::is_of(it, is)) {
                Some(_) if is_secret => " (previously recorded value was [redacted])".to_owned(),
                Some(known) => format!(" (previously recorded value was {})", instance.show_is(name, known, cx)),
                None => String::new(),
            };
            let noop = if cx.subject.noop { " (noop)" } else { "" };
            event.status = if cx.subject.noop { EventStatus::Noop } else { EventStatus::Success };
            event.message = match (is_secret, cx.subject.noop) {
                (true, true) => format!("current_value {REDACTED}, should be {REDACTED} (noop){since}"),
                (true, false) => format!("changed {REDACTED} to {REDACTED}{since}"),
                (false, _) => {
                    let mut message = instance.change(name, is, &should, cx);
                    message.extend([noop, &since]);
                    message
                }
            };
            if cx.options.improved && event.corrective {
                event.message.push_str(" (corrective)");
            }
        }
    }
    record_event(cx, status, name, event);
    true
}

fn event(instance: &dyn Instance, cx: &Cx<'_>, options: &Options, name: &str, is: &Json, known: Option<&Json>) -> Event {
    let is_secret = is_secret(instance, cx, name);
    let hidden = |value: Option<&Json>| {
        value.map(|it| if is_secret { EventValue::Text(SmolStr::new_static(REDACTED)) } else { EventValue::from_value(it) })
    };
    Event {
        name: instance.event_name(name),
        property: Some(SmolStr::new(name)),
        previous: hidden(Some(is)),
        desired: hidden(instance.reported(name, cx).as_ref()),
        historical: hidden(known),
        message: String::new(),
        status: EventStatus::Success,
        audited: false,
        redacted: is_secret.then_some(true),
        corrective: !is_secret && is_corrective(instance, cx, options, name, is),
        time: cx.system.now(),
    }
}

/// Whether somebody has changed a property that an earlier run had set.
fn is_corrective(instance: &dyn Instance, cx: &Cx<'_>, options: &Options, name: &str, is: &Json) -> bool {
    let was_changed = |it: &Reached| it.was_changed(&cx.subject.reference, name, is, &instance.should(name).unwrap_or_default());
    options.reached.as_deref().is_some_and(was_changed)
}

/// Tells of an event, and keeps it.
fn record_event(cx: &mut Cx<'_>, status: &mut Status, name: &str, mut event: Event) {
    event.message = cx.subject.open(event.message);
    let level = if event.status == EventStatus::Failure { Level::Err } else { cx.subject.level };
    if level >= cx.sink.least() {
        let tags = Tags::new(level, &cx.subject.tags);
        cx.sink.record(Record {
            level,
            source: [&cx.subject.path, "/", name].concat(),
            message: event.message.clone(),
            tags,
            file: cx.subject.file.clone(),
            line: cx.subject.line,
            time: event.time.clone(),
            full: None,
        });
    }
    status.add(event);
}
