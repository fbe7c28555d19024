//! Types from their text, without running code.

use std::sync::Arc;

use values::{Type, Value};

use crate::compiler::Compiler;
use crate::{Environment, Mode, Request, no_code};

/// Types that texts mean in an environment, with aliases resolved; nothing for unknown ones.
pub fn types_of_texts(environment: &Arc<Environment>, texts: &[&str]) -> Vec<Option<Type>> {
    let facts = Value::hash(values::Hash::default());
    let request = Request { facts, mode: Mode::Analyse, ..Request::new(no_code(), "") };
    stacker::maybe_grow(1 << 20, 8 << 20, || {
        let mut compiler = Compiler::new(environment, &request);
        texts.iter().map(|text| compiler.type_of_text(text).ok()).collect()
    })
}
