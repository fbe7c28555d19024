//! `parseyaml` and `loadyaml` of the module `stdlib`.

use std::path::Path;

use functions::{Block, Failure, LogLevel};
use issue::Place;
use values::Value;

use crate::compiler::{Compiler, Eval};
use crate::error::Log;
use crate::site::Site;

/// Larger files are not read.
const LARGEST: u64 = 64 << 20;

/// How a version of the module reads.
#[derive(Clone, Copy)]
struct LoadOptions {
    aliases: bool,
    symbols: bool,
}

/// As Ruby does by itself.
const PLAIN: LoadOptions = LoadOptions { aliases: false, symbols: true };

/// The value of a text, or what is given instead where it has none or cannot be read.
fn value_or(text: &[u8], file: &str, options: LoadOptions, instead: &Value) -> Eval<Value> {
    match if options.aliases { ::yaml::load(text) } else { ::yaml::load_without_aliases(text) } {
        Ok(Some(document)) if !options.symbols && document.data.has_symbols() => match instead.is_true() {
            true => Ok(instead.clone()),
            false => Err(Failure::plain("Tried to load unspecified class: Symbol")),
        },
        Ok(document) => {
            let value = document.map_or(Value::Undef, |it| values::data::from_yaml(&it.data));
            Ok(if value.is_true() { value } else { instead.clone() })
        }
        Err(_) if instead.is_true() => Ok(instead.clone()),
        Err(problem) => Err(Failure::plain(match problem.kind {
            ::yaml::ErrorKind::Syntax => problem.render(file),
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
        Value::String(text) => value_or(text.as_bytes(), "<unknown>", PLAIN, instead),
        _ if instead.is_true() => Ok(instead.clone()),
        other => {
            let class = values::infer_reduced(other).short_name();
            Err(Failure::plain(format!("no implicit conversion of {class} into String")))
        }
    }
}

pub fn loadyaml(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let instead = arguments.get(1).unwrap_or(&Value::Undef);
    let name = match arguments.first() {
        Some(Value::String(name)) => name,
        Some(other) if !instead.is_true() => {
            let class = values::ruby::class(other).unwrap_or("Object");
            return Err(Failure::plain(format!("undefined method `start_with?' for {}:{class}", values::print::ruby(other))));
        }
        _ => return Ok(instead.clone()),
    };
    if name.starts_with("http://") || name.starts_with("https://") {
        let message = format!("{name} is not read: a compilation asks nothing of the network");
        return if instead.is_true() { Ok(instead.clone()) } else { Err(Failure::plain(message)) };
    }
    if let Some(value) = compiler.read_absent("loadyaml", arguments, &site.program.place_at(site.node)) {
        return Ok(value);
    }
    match compiler.environment.world.read(Path::new(&**name), LARGEST) {
        Ok(bytes) => {
            let folder = compiler.environment.module("stdlib").cloned();
            match folder.map_or((0, 0), |it| compiler.loaded.version_of_module(compiler.environment, &it)) {
                version if version >= (9, 0) => {
                    value_or(&bytes, "<unknown>", LoadOptions { aliases: version >= (9, 1), symbols: false }, instead)
                }
                _ => value_or(&bytes, name, PLAIN, instead),
            }
        }
        Err(_) => {
            let source = Some(compiler.scope_name(site.scope));
            let message = format!("Can't load '{name}' File does not exist!");
            compiler.sink.logs.push(Log { level: LogLevel::Warning, message, source, place: Place::default(), code: None });
            Ok(instead.clone())
        }
    }
}
