//! `$LOAD_PATH` of Ruby code: the folders where `require` looks.

use std::path::Path;
use std::rc::Rc;

use ruby::value::Foreign;
use ruby::{Outcome, Stop};

use crate::compiler::Compiler;

struct LoadPath;

/// Its names.
pub const NAMES: [&str; 2] = ["$LOAD_PATH", "$:"];

/// The variable of this name.
pub fn variable(name: &str) -> Option<ruby::Value> {
    NAMES.contains(&name).then(|| {
        let object = Box::new(LoadPath);
        ruby::Value::Foreign(Rc::new(Foreign { class: "Array".into(), ancestors: None, text: None, inspect: None, object }))
    })
}

/// A method of `$LOAD_PATH`; none of another object. Files in the `lib` of each module are found anyway: adding such a folder changes
/// nothing.
pub fn call(compiler: &Compiler<'_>, receiver: &Rc<Foreign>, name: &str, arguments: &[ruby::Value]) -> Option<Outcome> {
    if !receiver.object.is::<LoadPath>() {
        return None;
    }
    Some(match (name, arguments) {
        ("unshift" | "prepend" | "push" | "append" | "<<", [ruby::Value::String(folder)]) if is_lib(compiler, &folder.get()) => {
            Ok(ruby::Value::Foreign(receiver.clone()))
        }
        // An earlier call may have added it: code that asks does so to add it once.
        ("include?" | "member?", [ruby::Value::String(folder)]) if is_lib(compiler, &folder.get()) => Ok(ruby::Value::Boolean(true)),
        ("any?", []) => Ok(ruby::Value::Boolean(true)),
        ("empty?" | "none?", []) => Ok(ruby::Value::Boolean(false)),
        _ => Err(Stop::not_covered(format!("$LOAD_PATH.{name}"))),
    })
}

fn is_lib(compiler: &Compiler<'_>, folder: &str) -> bool {
    let clean = ruby::clean(folder);
    let environment = compiler.environment;
    environment.modules().map(|it| it.1).chain(&environment.root).any(|it| it.join("lib") == Path::new(&clean))
}
