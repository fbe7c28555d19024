//! Constructs that need a catalog, where plans are compiled.

use crate::Code;
use crate::puppet::model::{Data, NodeId, label};
use crate::puppet::validation::Checker;

/// True if Puppet's rules for the node are not asked.
pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, id: NodeId) -> bool {
    let always =
        matches!(cx.data(id), Data::Definition { kind: crate::model::DefinitionKind::Class | crate::model::DefinitionKind::Define, .. });
    let outside_of_apply = matches!(
        cx.data(id),
        Data::Collect { .. }
            | Data::NodeDefinition { .. }
            | Data::Relationship { .. }
            | Data::Resource { .. }
            | Data::ResourceDefaults { .. }
            | Data::ResourceOverride { .. }
    );
    if always || outside_of_apply && !in_apply(cx) {
        let what = label::a_an_uc(cx.model, id);
        cx.error(Code::NotSupportedWhenScripting, id, format!("{what} is only available when compiling a catalog"));
        return true;
    }
    outside_of_apply && super::not_supported_when_compiling::check_exported(cx, id)
}

/// Whether the current node is in the block of an `apply`.
pub(super) fn in_apply(cx: &Checker<'_>) -> bool {
    cx.path.iter().any(|id| matches!(cx.data(*id), Data::ApplyBlock { .. }))
}
