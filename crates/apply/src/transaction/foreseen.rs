//! Failures that a plan predicts and Puppet's noop does not: a file that cannot be created at its path.

use std::sync::Arc;

use providers::Subject;

use super::{NodeId, Transaction};
use crate::harness;
use crate::report::{EventStatus, Status};

impl Transaction<'_> {
    /// In a plan, a file that would be made, and cannot be, fails. Where anything else would be done before, nothing is said: that may
    /// bring what is missing.
    pub(super) fn foresee(&self, node: NodeId, status: &mut Status) {
        let would_be = |name: &str| status.events.iter().any(|it| it.status == EventStatus::Noop && it.property.as_deref() == Some(name));
        if !self.options.common.plan || self.others_are_pending || status.is_looked_at || status.events.is_empty() {
            return;
        }
        let Some(subject) = self.subject(node).filter(|it| it.type_name == "File" && it.text("ensure").as_deref() != Some("absent")) else {
            return;
        };
        let is_made = would_be("ensure");
        let missing = (is_made.then(|| self.missing_folder(subject)).flatten())
            .or_else(|| (is_made || would_be("owner")).then(|| self.missing_account("owner", subject)).flatten())
            .or_else(|| (is_made || would_be("group")).then(|| self.missing_account("group", subject)).flatten());
        let Some(message) = missing else { return };
        status.events.clear();
        status.add(harness::error_event(&message, self.system.now()));
    }

    /// In a plan, a resource fails if its own resources cannot be generated: it does not in the report of a run, which fails as a
    /// whole.
    pub(super) fn foresee_the_rest(&mut self) {
        let failed = std::mem::take(&mut self.not_generated);
        for (node, message) in failed.into_iter().filter(|_| self.options.common.plan) {
            let now = self.system.now();
            if let Some(status) = self.statuses.get_mut(&node).and_then(Arc::get_mut) {
                status.add(harness::error_event(&message, now));
            }
        }
    }

    /// Neither on the machine nor among what is managed.
    fn missing_folder(&self, subject: &Subject) -> Option<String> {
        let path = path(subject);
        let (parent, _) = path.rsplit_once('/').filter(|it| !it.0.is_empty())?;
        if !matches!(self.system.look(parent, true), Ok(None)) {
            return None;
        }
        // Most have a folder that is managed by its path.
        if self.by_reference.contains_key(&*format!("File[{parent}]")) {
            return None;
        }
        let brings = |it: &&Subject| {
            let other = self::path(it);
            other == parent || it.value("recurse").is_some() && parent.strip_prefix(other.as_str()).is_some_and(|it| it.starts_with('/'))
        };
        let is_brought = self.subjects.iter().filter(|it| it.type_name == "File").any(|it| brings(&it));
        (!is_brought).then(|| format!("Cannot create {path}; parent directory {parent} does not exist"))
    }

    fn missing_account(&self, property: &str, subject: &Subject) -> Option<String> {
        let name = subject.text(property).filter(|it| it.parse::<u32>().is_err())?;
        let (type_name, is_there) = match property {
            "owner" => ("User", self.system.user(&name).is_some()),
            _ => ("Group", self.system.group(&name).is_some()),
        };
        // A user may bring a group of its name.
        let is_brought = || ["User", type_name].iter().any(|it| self.by_reference.contains_key(&*format!("{it}[{name}]")));
        (!is_there && !is_brought()).then(|| format!("Could not find {} {name}", type_name.to_lowercase()))
    }
}

fn path(subject: &Subject) -> String {
    let path = subject.text("path").unwrap_or_else(|| subject.title.to_string());
    let parts: Vec<&str> = path.split('/').filter(|it| !it.is_empty() && *it != ".").collect();
    format!("/{}", parts.join("/"))
}
