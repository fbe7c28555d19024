//! The module `datacat`.

use issue::Issue;
use values::Value;

use crate::{Call, Context, Failure, FileKind, Function, Outcome, ruby};

pub(super) fn functions() -> impl Iterator<Item = Function> {
    [Function::old("template_body", -1, template_body).in_module("datacat")].into_iter()
}

/// Templates as they are, one after the other: what they hold is filled in elsewhere.
fn template_body(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let mut text = String::new();
    for name in call.arguments {
        let Value::String(name) = name else {
            let class = ruby::class(name);
            return Err(Failure::plain(format!("no implicit conversion of {class} into String")));
        };
        let Some(path) = context.find_file(name, FileKind::Template) else {
            return Err(Failure::exception(Issue::MissingTemplate { name: (&**name).into() }));
        };
        text.push_str(&String::from_utf8_lossy(&context.read_file(&path)?));
    }
    Ok(text.into())
}
