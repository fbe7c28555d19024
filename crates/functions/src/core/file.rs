//! `file`, `find_file`, `find_template`, `binary_file`, `module_directory`.

use std::path::PathBuf;

use issue::Issue;
use values::Value;

use crate::{Call, Context, Failure, FileKind, Outcome, ruby};

pub(super) fn file(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    for name in call.arguments {
        let Value::String(name) = name else { return Err(super::digest::no_conversion(name)) };
        if let Some(path) = context.find_file(name, FileKind::File) {
            let bytes = context.read_file(&path)?;
            return Ok(Value::from(String::from_utf8_lossy(&bytes).into_owned()));
        }
    }
    let names = call.arguments.iter().filter_map(Value::as_str).map(Into::into).collect();
    Err(Issue::MissingFile { names }.into())
}

pub(super) fn find_file(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    find(call, |name| context.find_file(name, FileKind::File))
}

pub(super) fn find_template(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    find(call, |name| context.find_file(name, FileKind::Template))
}

pub(super) fn module_directory(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    find(call, |name| context.module_path(name))
}

/// The first that is there.
fn find(call: &Call<'_>, mut look: impl FnMut(&str) -> Option<PathBuf>) -> Outcome {
    for name in ruby::flatten(call.arguments) {
        if let Some(path) = name.as_str().and_then(&mut look) {
            return Ok(Value::from(path.to_string_lossy().into_owned()));
        }
    }
    Ok(Value::Undef)
}

pub(super) fn binary_file(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let name = call.text(0);
    match context.find_file(name, FileKind::File) {
        Some(path) => Ok(Value::Binary(context.read_file(&path)?.into())),
        None => Err(Failure::plain(format!("binary_file(): The given file '{name}' does not exist"))),
    }
}
