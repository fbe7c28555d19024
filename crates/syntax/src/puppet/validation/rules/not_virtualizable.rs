//! Virtual or exported defaults and overrides.

use crate::Code;
use crate::puppet::model::{Data, Form, NodeId};
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, id: NodeId) {
    if let Data::ResourceDefaults { form, .. } | Data::ResourceOverride { form, .. } = cx.data(id)
        && *form != Form::Regular
    {
        cx.error(Code::NotVirtualizable, id, "Resource Defaults are not virtualizable".to_owned());
    }
}
