//! `parseyaml` and `loadyaml` of the module `stdlib`.

use std::path::Path;

use functions::{Block, Failure, Level};
use values::Value;

use crate::compiler::{Compiler, Eval};
use crate::error::{Log, Place};
use crate::eval::Site;

/// Larger files are not read.
const LARGEST: u64 = 64 << 20;

/// The value of a text, or what is given instead where it has none or cannot be read.
fn value_or(text: &[u8], file: &str, instead: &Value) -> Eval<Value> {
    match hiera::yaml::load(text) {
        Ok(document) => {
            let value = document.map_or(Value::Undef, |it| it.data.value());
            Ok(if value.is_true() { value } else { instead.clone() })
        }
        Err(_) if instead.is_true() => Ok(instead.clone()),
        Err(problem) => Err(Failure::plain(match problem.kind {
            hiera::yaml::ProblemKind::Syntax => problem.told(file),
            _ => problem.message,
        })),
    }
}

pub fn parseyaml(_: &mut Compiler<'_>, _: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let Some(text) = arguments.first() else {
        return Err(Failure::plain("Wrong number of arguments. 1 or 2 arguments should be provided."));
    };
    let instead = arguments.get(1).unwrap_or(&Value::Undef);
    match text {
        Value::String(text) => value_or(text.as_bytes(), "<unknown>", instead),
        Value::Undef => Ok(instead.clone()),
        _ if instead.is_true() => Ok(instead.clone()),
        other => {
            let class = values::infer_reduced(other).short_name();
            Err(Failure::plain(format!("no implicit conversion of {class} into String")))
        }
    }
}

pub fn loadyaml(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let instead = arguments.get(1).unwrap_or(&Value::Undef);
    let Some(Value::String(name)) = arguments.first() else { return Ok(instead.clone()) };
    if name.starts_with("http://") || name.starts_with("https://") {
        let message = format!("{name} is not read: a compilation asks nothing of the network");
        return if instead.is_true() { Ok(instead.clone()) } else { Err(Failure::plain(message)) };
    }
    match compiler.environment.world.read(Path::new(&**name), LARGEST) {
        Ok(bytes) => value_or(&bytes, name, instead),
        Err(_) => {
            let source = Some(compiler.scope_name(site.scope));
            let message = format!("Can't load '{name}' File does not exist!");
            compiler.logs.push(Log { level: Level::Warning, message, source, place: Place::default(), code: None });
            Ok(instead.clone())
        }
    }
}
