//! `create_resources` and `realize`.

use functions::{Block, Failure};
use issue::{Issue, Place};
use syntax::model::Form;
use values::{Str, Value};

use crate::compiler::{Compiler, Eval};
use crate::lists::flatten;
use crate::reference::reference_text;
use crate::resource::{Declaration, own_param};
use crate::shared_lists::copied;
use crate::site::Site;

pub fn create_resources(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let (Some(Value::String(ty)), 2 | 3) = (arguments.first(), arguments.len()) else {
        let count = arguments.len();
        return Err(Failure::plain(format!("create_resources(): wrong number of arguments ({count}; must be 2 or 3)")));
    };
    let Some(Value::Hash(instances)) = arguments.get(1) else {
        return Err(Failure::plain("create_resources(): second argument must be a hash"));
    };
    let copy = |(key, value): (&Value, &Value)| (key.clone(), copied(key.as_str().unwrap_or_default(), value.clone()));
    let defaults = match arguments.get(2) {
        None => values::Hash::default(),
        Some(Value::Hash(defaults)) => defaults.iter().map(copy).collect(),
        Some(_) => return Err(Failure::plain("create_resources(): third argument, if provided, must be a hash")),
    };
    let (form, name) = match (ty.strip_prefix("@@"), ty.strip_prefix('@')) {
        (Some(name), _) => (Form::Exported, name),
        (None, Some(name)) => (Form::Virtual, name),
        _ => (Form::Regular, &**ty),
    };
    let name = name.to_lowercase();
    if name == "class" && form != Form::Regular {
        return Err(Failure::issue(Issue::Refused { code: "CLASS_NOT_VIRTUALIZABLE", text: "Classes are not virtualizable".to_owned() }));
    }
    // Puppet's stack calls the text of the command line so.
    let file = site.program.file.clone().unwrap_or_else(|| "unknown".into());
    let place = Place { file: Some(file), ..site.program.line_at(site.node) };
    let name: Str = name.into();
    let declaration = Declaration { form, shown: name.clone(), type_name: name, place, scope: site.scope };
    let source = compiler.scope(site.scope).source;
    for (title, params) in instances.iter() {
        let mut all = defaults.clone();
        match params {
            Value::Hash(params) => all.extend(params.iter().map(copy)),
            other => return Err(functions::no_conversion(other, "Hash")),
        }
        let params: crate::resource::Params =
            all.into_iter().filter_map(|(key, value)| Some((Str::from(key.as_str()?), own_param(value, source)))).collect();
        let mut titles = Vec::new();
        flatten(title.clone(), &mut titles, 0);
        for title in titles {
            // Ruby makes a text of it.
            let title = if let Value::Hash(_) = title { functions::ruby_text(&title).into() } else { title };
            compiler.declare_given(&declaration, &title, &params)?;
        }
    }
    Ok(Value::Undef)
}

pub fn realize(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let mut values = Vec::new();
    for argument in arguments {
        flatten(argument.clone(), &mut values, 0);
    }
    let place = site.program.place_at(site.node);
    let known = values.iter().filter(|it| !matches!(it, Value::Unknown(_)));
    compiler.realize(known.map(reference_text).collect(), place);
    Ok(Value::Undef)
}
