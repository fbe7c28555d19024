//! Deferred parameters, computed when their resource is applied.

use providers::{ProviderError, Subject};
use serde_json::{Map, Value as Json};

use super::{Deferral, Error, Transaction};
use crate::plan::{Node, NodeId};

/// Deeper values are left as they are.
const DEPTH: usize = 64;

impl Transaction<'_> {
    /// Computes what is deferred of a resource. Where that cannot be, the resource fails.
    pub(super) fn resolve(&mut self, node: NodeId) {
        let Node::Apply(number) = self.plan.node(node) else { return };
        let Some(subject) = self.subjects.get(number).filter(|it| waits_for_its_turn(it)) else { return };
        let Some(deferral) = self.deferral else { return };
        let mut parameters = subject.parameters.clone();
        let mut sensitive = subject.sensitive.clone();
        let mut failure = None;
        for (name, value) in parameters.iter_mut().filter(|(_, it)| is_deferred(it, 0)) {
            match resolved(value, deferral, 0) {
                Ok(Json::Object(mut it)) if is_kind(&it, "Sensitive") => {
                    *value = it.remove("__pvalue").unwrap_or_default();
                    sensitive.push(name.to_string());
                }
                Ok(it) => *value = it,
                Err(problem) => failure = Some(problem),
            }
        }
        match failure {
            Some(problem) => {
                self.instances.insert(number, Err(Box::new(ProviderError::new(format!("Could not evaluate: {problem}")))));
            }
            None => {
                self.instances.remove(&number);
                if let Some(subject) = self.subjects.get_mut(number) {
                    subject.parameters = parameters;
                    subject.sensitive = sensitive;
                }
            }
        }
    }
}

/// Whether something of a resource is computed when its turn comes.
pub(super) fn waits_for_its_turn(subject: &Subject) -> bool {
    subject.parameters.values().any(|it| is_deferred(it, 0))
}

fn is_kind(value: &Map<String, Json>, kind: &str) -> bool {
    value.get("__ptype").and_then(Json::as_str) == Some(kind)
}

fn is_deferred(value: &Json, depth: usize) -> bool {
    depth < DEPTH
        && match value {
            Json::Object(all) => is_kind(all, "Deferred") || all.values().any(|it| is_deferred(it, depth + 1)),
            Json::Array(all) => all.iter().any(|it| is_deferred(it, depth + 1)),
            _ => false,
        }
}

fn resolved(value: &Json, deferral: &dyn Deferral, depth: usize) -> Result<Json, Error> {
    if !is_deferred(value, depth) {
        return Ok(value.clone());
    }
    let inner = match value {
        Json::Object(all) => {
            let mut found = Map::new();
            for (key, value) in all {
                found.insert(key.clone(), resolved(value, deferral, depth + 1)?);
            }
            Json::Object(found)
        }
        Json::Array(all) => Json::Array(all.iter().map(|it| resolved(it, deferral, depth + 1)).collect::<Result<_, _>>()?),
        other => other.clone(),
    };
    match &inner {
        Json::Object(all) if is_kind(all, "Deferred") => deferral.call(&inner),
        _ => Ok(inner),
    }
}
