//! What Bolt brings along for plans: it is not here, and it is there where a plan is run.

use values::{Tri, Type};

use crate::Entry;
use crate::compiler::Compiler;

/// The functions of plans.
pub const FUNCTIONS: &[&str] = &[
    "add_facts",
    "add_to_group",
    "apply_prep",
    "background",
    "catch_errors",
    "ctrl::do_until",
    "ctrl::sleep",
    "dir::children",
    "download_file",
    "facts",
    "fail_plan",
    "file::delete",
    "file::exists",
    "file::join",
    "file::read",
    "file::readable",
    "file::write",
    "get_resources",
    "get_target",
    "get_targets",
    "log::debug",
    "log::error",
    "log::fatal",
    "log::info",
    "log::trace",
    "log::warn",
    "out::message",
    "out::verbose",
    "parallelize",
    "prompt",
    "prompt::menu",
    "puppetdb_command",
    "puppetdb_fact",
    "puppetdb_query",
    "remove_from_group",
    "resolve_references",
    "resource",
    "run_command",
    "run_container",
    "run_plan",
    "run_script",
    "run_task",
    "run_task_with",
    "set_config",
    "set_feature",
    "set_resources",
    "set_var",
    "system::env",
    "upload_file",
    "vars",
    "wait",
    "wait_until_available",
    "without_default_logging",
    "write_file",
];

/// In small letters.
const TYPES: &[&str] =
    &["applyresult", "containerresult", "future", "planresult", "resourceinstance", "result", "resultset", "target", "targetspec"];

/// What values of these types have behind a dot, and those of `Error`.
const MEMBERS: &[&str] = &[
    "action",
    "add_event",
    "catalog",
    "config",
    "count",
    "desired_state",
    "details",
    "empty",
    "error",
    "error_set",
    "events",
    "facts",
    "features",
    "filter_set",
    "find",
    "first",
    "host",
    "issue_code",
    "kind",
    "message",
    "msg",
    "name",
    "names",
    "ok",
    "ok_set",
    "options",
    "overwrite_desired_state",
    "overwrite_state",
    "partial_result",
    "password",
    "plugin_hooks",
    "port",
    "protocol",
    "reference",
    "report",
    "resources",
    "results",
    "safe_name",
    "sensitive",
    "set_desired_state",
    "set_state",
    "state",
    "status",
    "stderr",
    "stdout",
    "target",
    "target_alias",
    "targets",
    "title",
    "to_data",
    "transport",
    "transport_config",
    "type",
    "uri",
    "user",
    "value",
    "vars",
];

impl Compiler<'_> {
    /// Whether a plan is looked at.
    pub(crate) fn is_of_plan(&self) -> bool {
        self.analysis.is_on() && matches!(self.request.entry, Entry::Plan(_))
    }
}

pub(crate) fn has_type(name: &str) -> bool {
    TYPES.contains(&name.trim_start_matches("::").to_lowercase().as_str())
}

/// Whether what stands behind a dot may be a part of such a value.
pub(crate) fn may_be_member(ty: &Type, name: &str) -> bool {
    MEMBERS.contains(&name) && values::object::type_has_member(ty, name) != Tri::No
}
