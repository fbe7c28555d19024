//! A definition in a file from which its name is never loaded.

use crate::Code;
use crate::puppet::model::NodeId;
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, definition: NodeId, name: &str) {
    let Some(autoload) = &cx.options.autoload else { return };
    let fits = autoload.namespace.as_deref().is_some_and(|namespace| name.to_lowercase().starts_with(namespace));
    if !fits {
        let message = format!("Unacceptable location. The name '{name}' is unacceptable in file '{}'", autoload.file);
        cx.error(Code::IllegalDefinitionLocation, definition, message);
    }
}
