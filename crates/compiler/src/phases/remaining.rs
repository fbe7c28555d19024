//! Whether everything that is named is there.

use crate::compiler::{Compiler, Eval};
use crate::error::{EvalError, Place};
use crate::eval::flatten;
use crate::reference::{reference_text, split_reference};
use crate::resource::ResId;
use values::{Type, Value};

impl Compiler<'_> {
    pub fn check_remaining(&mut self) -> Eval<()> {
        let overrides: Vec<String> = self
            .waiting_overrides
            .iter()
            .flat_map(|((name, title), changes)| std::iter::repeat_n(format!("{name}[{title}]"), changes.len()))
            .collect();
        if !overrides.is_empty() {
            let message = format!("Could not find resource(s) {} for overriding", overrides.join(", "));
            return Err(self.placed(EvalError::new(message, Place::default())));
        }
        let unrealized = self.unrealized();
        if !unrealized.is_empty() {
            let message = format!("Failed to realize virtual resources {}", unrealized.join(", "));
            return Err(self.placed(EvalError::new(message, Place::default())));
        }
        self.check_relationship_parameters()
    }

    pub fn check_relationship_parameters(&mut self) -> Eval<()> {
        for id in std::iter::once(ResId::STAGE_MAIN).chain(std::iter::once(ResId(1))).chain(self.order.clone()) {
            if self.resource(id).is_virtual {
                continue;
            }
            for name in ["before", "notify", "require", "subscribe"] {
                let Some(param) = self.resource(id).params.get(name).cloned() else { continue };
                let mut targets = Vec::new();
                flatten(param.value.clone(), &mut targets, 0);
                for target in targets.into_iter().filter(|it| !it.is_undef()) {
                    let text = match &target {
                        Value::Type(Type::Resource(Some(name), None)) => format!("{name}[]"),
                        Value::Hash(_) => values::print::ruby(&target),
                        other => reference_text(other),
                    };
                    let Some((type_name, title)) = split_reference(&text) else {
                        let message =
                            format!("No title provided and {} is not a valid resource reference", values::print::ruby(&Value::from(text)));
                        return Err(self.placed(EvalError::new(message, param.place.clone())));
                    };
                    if self.find_resource(&type_name, &title)?.is_none() {
                        let message = format!("Could not find resource '{text}' in parameter '{name}'");
                        return Err(self.placed(EvalError::new(message, param.place.clone())));
                    }
                }
            }
        }
        Ok(())
    }
}
