//! `getparam` and `stdlib::str2resource` of the module `stdlib`: what is declared, by its reference.

use catalog::split_reference;
use functions::{Block, Failure};
use issue::{Issue, Reference};
use values::{Type, Value, print};

use crate::compiler::{Compiler, Eval};
use crate::reference::reference_text;
use crate::resource::{capitalize, is_tag};
use crate::site::Site;

fn no_reference(reference: &Value) -> Failure {
    let written = reference.as_str().map(Into::into);
    Issue::InvalidReference(Reference::Untitled { shown: print::ruby(reference), written }).into()
}

pub fn getparam(compiler: &mut Compiler<'_>, _: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let Some(reference) = arguments.first().filter(|it| it.is_true()) else { return Err(Failure::plain("Must specify a reference")) };
    let Some(Value::String(name)) = arguments.get(1) else { return Err(Failure::plain("Must specify name of a parameter")) };
    let empty = Value::from("");
    if name.is_empty() {
        return Ok(empty);
    }
    let text = match reference {
        Value::Array(_) | Value::Hash(_) => print::ruby(reference),
        other => reference_text(other),
    };
    let Some((kind, title)) = split_reference(&text) else { return Err(no_reference(&Value::from(text))) };
    if !is_tag(&kind.to_lowercase()) {
        return Err(Issue::InvalidTag { tag: kind.to_lowercase().into() }.into());
    }
    let Some(id) = compiler.find_resource(kind, title)? else { return Ok(empty) };
    let resource = compiler.resource(id);
    if &**name == "title" {
        return Ok(Value::String(resource.title.clone()));
    }
    Ok(resource.value(name).cloned().unwrap_or(empty))
}

pub fn str2resource(compiler: &mut Compiler<'_>, _: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let text = arguments.first().unwrap_or(&Value::Undef);
    let Some((kind, title)) = text.as_str().and_then(split_reference) else { return Err(no_reference(text)) };
    match compiler.find_resource(kind, title)? {
        Some(id) if compiler.resource(id).kind == crate::resource::Kind::Class => {
            Ok(Value::Type(Type::Class(Some(compiler.resource(id).title.to_lowercase().into()))))
        }
        Some(id) => {
            let resource = compiler.resource(id);
            Ok(Value::Type(Type::Resource(Some(resource.type_name.clone()), Some(resource.title.clone()))))
        }
        None => {
            let kind = capitalize(kind);
            let title = if kind == "Class" { capitalize(title) } else { title.to_owned() };
            Err(Failure::plain(format!(
                "stdlib::str2resource(): could not find {kind}[{title}], this is parse order dependent and values should not be quoted"
            )))
        }
    }
}
