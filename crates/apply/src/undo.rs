//! Changes of a run, stored for undo; and the undo itself.
//!
//! Only what is unchanged since the run is undone. Values that are secret are not kept.

mod all;
mod back;
mod joined;
mod keep;
mod refusal;
mod snapshot;

use serde_json::{Value as Json, json};

pub use all::{End, Taken, take_back};
pub use back::Undone;
pub use joined::joined;
pub(crate) use keep::{begin, finish};
pub use refusal::Refusal;
pub use snapshot::Snapshot;

/// A resource that a run has changed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UndoRecord {
    pub resource: String,
    /// In lower case.
    pub type_name: String,
    pub title: String,
    /// The parameters by which it is found.
    pub identity: Vec<(String, Json)>,
    /// The properties that were set.
    pub changes: Vec<Was>,
    /// All that it had, where it was taken away.
    pub all: Vec<(String, Json)>,
    /// The file that holds what it held.
    pub copy: Option<String>,
    /// Why it cannot be undone.
    pub refusal: Option<String>,
}

/// A property before the run and after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Was {
    pub property: String,
    pub before: Json,
    pub after: Json,
}

impl UndoRecord {
    /// A change that cannot be undone.
    pub fn refused(resource: &str, reason: impl Into<String>) -> UndoRecord {
        UndoRecord { resource: resource.to_owned(), refusal: Some(reason.into()), ..UndoRecord::default() }
    }

    pub fn to_json(&self) -> Json {
        let pairs = |all: &[(String, Json)]| all.iter().map(|(name, value)| json!([name, value])).collect::<Vec<_>>();
        let changes: Vec<Json> =
            self.changes.iter().map(|it| json!({ "property": it.property, "before": it.before, "after": it.after })).collect();
        json!({
            "resource": self.resource,
            "type": self.type_name,
            "title": self.title,
            "identity": pairs(&self.identity),
            "changes": changes,
            "all": pairs(&self.all),
            "copy": self.copy,
            "refusal": self.refusal,
        })
    }

    /// Of what [`Kept::to_json`] gives; none where it is something else.
    pub fn of_json(data: &Json) -> Option<UndoRecord> {
        let text = |data: &Json, name: &str| data.get(name).and_then(Json::as_str).map(str::to_owned);
        let pairs = |name: &str| -> Vec<(String, Json)> {
            let all = data.get(name).and_then(Json::as_array).into_iter().flatten();
            all.filter_map(|it| Some((it.get(0)?.as_str()?.to_owned(), it.get(1)?.clone()))).collect()
        };
        let was =
            |it: &Json| Some(Was { property: text(it, "property")?, before: it.get("before")?.clone(), after: it.get("after")?.clone() });
        Some(UndoRecord {
            resource: text(data, "resource")?,
            type_name: text(data, "type")?,
            title: text(data, "title")?,
            identity: pairs("identity"),
            changes: data.get("changes")?.as_array()?.iter().filter_map(was).collect(),
            all: pairs("all"),
            copy: text(data, "copy"),
            refusal: text(data, "refusal"),
        })
    }

    /// A property that was set.
    fn change(&self, property: &str) -> Option<&Was> {
        self.changes.iter().find(|it| it.property == property)
    }
}

#[cfg(test)]
mod tests;
