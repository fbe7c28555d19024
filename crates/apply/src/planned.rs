//! A plan as data, made from a run that changed nothing.
//!
//! Of each resource it says that it will change, that it will not, or that it cannot be known, because of others whose effect
//! nobody can foretell. Values that are secret are not in it.

use std::sync::Arc;

use providers::Record;
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Value as Json, json};
use smol_str::SmolStr;

use crate::report::{Event, EventStatus, EventValue, Status};

/// Planned action of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It is up to date.
    Same,
    Change,
    /// It is only refreshed.
    Refresh,
    /// It depends on what others do.
    Unknown,
    Fail,
    /// It is not applied, because what it depends on fails.
    Skip,
    /// It would change, but is in noop mode.
    Noop,
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Same => "same",
            Verdict::Change => "change",
            Verdict::Refresh => "refresh",
            Verdict::Unknown => "unknown",
            Verdict::Fail => "fail",
            Verdict::Skip => "skip",
            Verdict::Noop => "noop",
        }
    }

    const ALL: [Verdict; 7] =
        [Verdict::Same, Verdict::Change, Verdict::Refresh, Verdict::Unknown, Verdict::Fail, Verdict::Skip, Verdict::Noop];
}

/// A resource and what becomes of it.
#[derive(Clone, Debug)]
pub struct Foreseen {
    pub resource: String,
    pub file: Option<String>,
    pub line: Option<u32>,
    pub verdict: Verdict,
    pub changes: Vec<Change>,
    /// Unified diff of its content.
    pub difference: Option<String>,
    /// Why it fails, or is not applied.
    pub reasons: Vec<String>,
    /// Those that make it unknown.
    pub because_of: Vec<String>,
    /// Those that refresh it.
    pub refreshed_by: Vec<String>,
    /// Of what is declared of it; none in a plan that is not kept.
    pub digest: Option<String>,
}

/// A property that is set.
#[derive(Clone, Debug)]
pub struct Change {
    pub property: String,
    pub from: Json,
    pub to: Json,
    /// As Puppet would say it.
    pub message: String,
}

/// A whole run.
#[derive(Clone, Debug, Default)]
pub struct Planned {
    pub resources: Vec<Foreseen>,
}

impl Planned {
    /// Of the statuses of a run that changed nothing, and of its messages.
    pub fn new(statuses: &[Arc<Status>], records: &[Record]) -> Planned {
        let mut resources: Vec<Foreseen> = statuses.iter().map(|it| foreseen(it, records)).collect();
        let unknown: Vec<String> = resources.iter().filter(|it| it.verdict == Verdict::Unknown).map(|it| it.resource.clone()).collect();
        // What would be skipped because of something that may not fail after all is not known, either.
        for it in resources.iter_mut().filter(|it| it.verdict == Verdict::Skip && it.reasons.iter().all(|it| unknown.contains(it))) {
            it.verdict = Verdict::Unknown;
            it.because_of = std::mem::take(&mut it.reasons);
        }
        Planned { resources }
    }

    pub fn count(&self, verdict: Verdict) -> usize {
        self.resources.iter().filter(|it| it.verdict == verdict).count()
    }

    /// 2 where applying changes something or may, 4 where something fails.
    pub fn exit_code(&self) -> u8 {
        let has = |all: &[Verdict]| self.resources.iter().any(|it| all.contains(&it.verdict));
        let changes = if has(&[Verdict::Change, Verdict::Refresh, Verdict::Unknown]) { 2 } else { 0 };
        changes | if has(&[Verdict::Fail]) { 4 } else { 0 }
    }

    pub fn to_json(&self) -> Json {
        let counts: serde_json::Map<String, Json> = Verdict::ALL.iter().map(|it| (it.name().to_owned(), json!(self.count(*it)))).collect();
        json!({ "version": VERSION, "counts": counts, "resources": self.resources.iter().map(Foreseen::to_json).collect::<Vec<_>>() })
    }

    /// Where it is not what was planned before, in [`Planned::to_json`]'s form. Nothing, where it may be applied.
    pub fn moved(&self, before: &Json) -> Vec<String> {
        let now = self.to_json();
        let of = |plan: &Json| -> Vec<(String, (Json, Json))> {
            let resources = plan["resources"].as_array().into_iter().flatten();
            let of = |it: &Json| (it["resource"].as_str().unwrap_or_default().to_owned(), (essence(it), it["digest"].clone()));
            resources.map(of).collect()
        };
        let (before, now) = (of(before), of(&now));
        let mut by_name = FxHashMap::default();
        now.iter().for_each(|(name, it)| {
            by_name.entry(name.as_str()).or_insert(it);
        });
        let mut moved = Vec::new();
        for (name, planned) in &before {
            match by_name.get(name.as_str()) {
                Some(now) if *now == planned => {}
                Some(now) if now.0 == planned.0 => moved.push(format!("{name} is declared otherwise than when it was planned")),
                Some(now) => {
                    let (now, planned) = (description(&now.0), description(&planned.0));
                    // Plans of states keep digests of changes, and no words.
                    moved.push(match now == planned {
                        true => format!("{name}: its changes differ from the planned ones"),
                        false => format!("{name}: {now}, was planned: {planned}"),
                    });
                }
                None => moved.push(format!("{name}: it no longer exists")),
            }
        }
        let known: FxHashSet<&str> = before.iter().map(|it| it.0.as_str()).collect();
        let new = now.iter().filter(|it| !known.contains(it.0.as_str()));
        moved.extend(new.map(|(name, _)| format!("{name}: it was not there")));
        moved
    }
}

/// Of the format of plans.
const VERSION: u32 = 1;

/// The salt of a plan that was kept, or why it is not one for this place: what it is called, the pointer to it in the plan, and its name
/// now.
pub fn salt_of_plan<'p>(plan: &'p Json, places: &[(&str, &str, &str)]) -> Result<&'p str, Vec<String>> {
    if plan["version"] != json!(VERSION) {
        return Err(vec![format!("its format has the version {}, and {VERSION} is wanted", plan["version"])]);
    }
    let mut moved = Vec::new();
    for (what, pointer, now) in places {
        let planned = plan.pointer(pointer).and_then(Json::as_str).unwrap_or_default();
        if planned != *now {
            moved.push(format!("it was planned for the {what} '{planned}', and this is '{now}'"));
        }
    }
    match plan["salt"].as_str() {
        Some(salt) if moved.is_empty() => Ok(salt),
        Some(_) => Err(moved),
        None => Err(vec!["it has no declarations: use a plan from `plan --out FILE`".to_owned()]),
    }
}

/// Properties of a resource that must be the same when it is applied.
fn essence(resource: &Json) -> Json {
    json!({ "verdict": resource["verdict"], "changes": resource["changes"], "refreshed_by": resource["refreshed_by"] })
}

fn description(essence: &Json) -> String {
    let messages: Vec<&str> = essence["changes"].as_array().into_iter().flatten().filter_map(|it| it["message"].as_str()).collect();
    if messages.is_empty() { essence["verdict"].as_str().unwrap_or_default().to_owned() } else { messages.join("; ") }
}

impl Foreseen {
    fn to_json(&self) -> Json {
        let changes: Vec<Json> =
            self.changes.iter().map(|it| json!({ "property": it.property, "from": it.from, "to": it.to, "message": it.message })).collect();
        json!({
            "resource": self.resource,
            "file": self.file,
            "line": self.line,
            "verdict": self.verdict.name(),
            "changes": changes,
            "difference": self.difference,
            "reasons": self.reasons,
            "because_of": self.because_of,
            "refreshed_by": self.refreshed_by,
            "digest": self.digest,
        })
    }
}

fn foreseen(status: &Status, records: &[Record]) -> Foreseen {
    let is_change = |it: &&Event| it.status == EventStatus::Noop && it.property.is_some();
    let changes: Vec<Change> = status.events.iter().filter(is_change).map(change).collect();
    let failures = status.events.iter().filter(|it| it.status == EventStatus::Failure);
    let verdict = match () {
        () if status.skipped && !status.because_of.is_empty() => Verdict::Skip,
        () if status.skipped => Verdict::Same,
        () if status.is_looked_at && !status.has_failed() && (!changes.is_empty() || !status.doubt.is_empty()) => Verdict::Noop,
        () if !status.doubt.is_empty() => Verdict::Unknown,
        () if status.has_failed() => Verdict::Fail,
        () if !changes.is_empty() => Verdict::Change,
        () if !status.refreshed_by.is_empty() => Verdict::Refresh,
        () => Verdict::Same,
    };
    let reasons = match verdict {
        Verdict::Fail => failures.map(|it| it.message.clone()).collect(),
        Verdict::Skip => texts(&status.because_of),
        // What fails as things are may not fail when its turn comes.
        _ => Vec::new(),
    };
    let source = format!("{}/content", status.containment.path());
    let difference = records.iter().find(|it| it.source == source && it.message.starts_with('\n')).map(|it| it.message.clone());
    Foreseen {
        resource: status.resource.to_string(),
        file: status.file.as_deref().map(str::to_owned),
        line: status.line,
        verdict,
        changes,
        difference: difference.map(|it| it.trim_start_matches('\n').to_owned()),
        reasons,
        because_of: texts(&status.doubt),
        refreshed_by: texts(&status.refreshed_by),
        digest: status.digest.clone(),
    }
}

fn texts(names: &[SmolStr]) -> Vec<String> {
    names.iter().map(SmolStr::to_string).collect()
}

fn change(event: &Event) -> Change {
    Change {
        property: event.property.as_deref().unwrap_or_default().to_owned(),
        from: event.previous.as_ref().map(EventValue::to_json).unwrap_or_default(),
        to: event.desired.as_ref().map(EventValue::to_json).unwrap_or_default(),
        message: event.message.trim_end_matches(" (noop)").to_owned(),
    }
}
