//! `@class { 'a': }`.

use crate::Code;
use crate::puppet::model::{Data, Form, NodeId};
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, resource: NodeId) {
    let Data::Resource { form, type_name, .. } = cx.data(resource) else { return };
    if *form != Form::Regular && matches!(cx.data(*type_name), Data::Name(name) if &**name == "class") {
        cx.error(Code::ClassNotVirtualizable, resource, "Classes are not virtualizable".to_owned());
    }
}
