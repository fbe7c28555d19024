//! No manager at all: commands, or a process that is found by what it is called.

use resource_types::Pattern;

use super::{Action, Asked, Manager};
use crate::instance::{Cx, ProviderError};
use crate::types::tool;
use machine::System;

pub struct Base;

impl Manager for Base {
    fn name(&self) -> &'static str {
        "base"
    }

    fn is_there(&self, system: &dyn System) -> bool {
        tool::find("kill", system).is_some()
    }

    fn can_enable(&self) -> bool {
        false
    }

    fn command(&self, asked: &Asked, action: Action, _cx: &mut Cx<'_>) -> Result<Option<Vec<String>>, ProviderError> {
        match action {
            Action::Start => Ok(asked.binary.as_ref().map(|it| tool::words(&["/bin/sh", "-c", it]))),
            _ => Ok(None),
        }
    }
}

/// The number of the process whose line in the table of processes matches a pattern.
pub fn find(pattern: &str, cx: &mut Cx<'_>) -> Result<Option<String>, ProviderError> {
    let pattern = Pattern::of_source(pattern);
    let table = tool::succeed(&tool::command(tool::words(&["ps", "-ef"])), cx.system)?;
    let line = table.lines().find(|it| pattern.is_match(it));
    Ok(line.and_then(|it| it.split_whitespace().nth(1)).map(str::to_owned))
}
