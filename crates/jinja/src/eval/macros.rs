//! Macros, and the bodies of `call` blocks.

use std::any::Any;
use std::rc::Rc;

use super::{Frame, Renderer};
use crate::ast::Macro;
use crate::error::{Error, Outcome};
use crate::value::{Args, Object, Str, Value, repr_str};

/// How many steps a call costs.
const CALL: usize = 20;

pub(crate) struct MacroValue {
    definition: Rc<Macro>,
    /// Where it was defined.
    frame: Frame,
}

impl MacroValue {
    pub(crate) fn value(definition: &Rc<Macro>, frame: &Frame) -> Value {
        Value::Object(Rc::new(MacroValue { definition: definition.clone(), frame: frame.clone() }))
    }

    fn name(&self) -> String {
        self.definition.name.as_ref().map_or_else(|| "None".to_owned(), |it| repr_str(it))
    }
}

impl Object for MacroValue {
    fn type_name(&self) -> String {
        "Macro".to_owned()
    }

    fn qualified_type_name(&self) -> String {
        "jinja2.runtime.Macro".to_owned()
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn attribute(&self, _: &mut Renderer<'_>, name: &str) -> Outcome<Option<Value>> {
        let it = &self.definition;
        Ok(Some(match name {
            "name" => it.name.as_ref().map_or(Value::None, |it| Value::str(it.clone())),
            "arguments" => Value::tuple(it.parameters.iter().map(|it| Value::str(it.clone())).collect()),
            "catch_kwargs" => Value::Bool(it.uses_kwargs),
            "catch_varargs" => Value::Bool(it.uses_varargs),
            "caller" => Value::Bool(it.uses_caller),
            _ => return Ok(None),
        }))
    }

    fn call(&self, renderer: &mut Renderer<'_>, args: Args) -> Outcome {
        // A call costs more than a step: it has a frame and a text of its own.
        renderer.charge(CALL)?;
        let it = &self.definition;
        let mut frame = self.frame.inner();
        frame.caller = renderer.caller;
        let count = it.parameters.len();
        let mut named = args.named;
        let mut take = |name: &str| named.iter().position(|it| &*it.0 == name).map(|at| named.remove(at).1);
        let mut given: Vec<Option<Value>> = args.positional.iter().take(count).cloned().map(Some).collect();
        for name in it.parameters.iter().skip(given.len()) {
            given.push(take(name));
        }
        let explicit_caller = it.parameters.iter().any(|it| &**it == "caller");
        if it.uses_caller && !explicit_caller {
            let caller = match take("caller") {
                Some(Value::None) | None => Value::undefined("No caller defined"),
                Some(caller) => caller,
            };
            frame.set(&Rc::from("caller"), caller);
        }
        if it.uses_kwargs {
            frame.set(&Rc::from("kwargs"), Value::dict(named));
        } else if let Some((first, _)) = named.first() {
            let name = self.name();
            if named.iter().any(|it| &*it.0 == "caller") {
                return Err(Error::type_error(format!(
                    "macro {name} was invoked with two values for the special caller argument. This is most likely a bug."
                )));
            }
            return Err(Error::type_error(format!("macro {name} takes no keyword argument {}", repr_str(first))));
        }
        if it.uses_varargs {
            frame.set(&Rc::from("varargs"), Value::tuple(args.positional.iter().skip(count).cloned().collect()));
        } else if args.positional.len() > count {
            return Err(Error::type_error(format!("macro {} takes not more than {count} argument(s)", self.name())));
        }
        let without_default = count - it.defaults.len().min(count);
        renderer.capture(|renderer| {
            for (index, (name, value)) in it.parameters.iter().zip(given).enumerate() {
                let value = match (value, index.checked_sub(without_default).and_then(|it_| it.defaults.get(it_))) {
                    (Some(value), _) => value,
                    (None, Some(default)) => renderer.eval(&frame, default)?,
                    (None, None) => Value::undefined(format!("parameter {} was not provided", repr_str(name))),
                };
                frame.set(name, value);
            }
            renderer.body(&frame, &it.body).map(|_| ())
        })
    }

    fn print(&self, _repr: bool) -> Option<Str> {
        let name = if self.definition.name.is_some() { self.name() } else { "anonymous".to_owned() };
        Some(Str::new(format!("<Macro {name}>")))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
