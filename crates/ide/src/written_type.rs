//! Types as they are written in code, with what their aliases stand for.

use analysis::{File, Snapshot};
use hir::{Symbol, name};
use values::Type;

/// Aliases of aliases, so deeply at most.
const DEEPEST: usize = 16;

/// A type as a file has it. What is not known accepts anything.
pub(crate) fn read(snapshot: Snapshot<'_>, file: File, text: &str) -> Type {
    read_at(snapshot, file, text, 0)
}

fn read_at(snapshot: Snapshot<'_>, file: File, text: &str, depth: usize) -> Type {
    let mut resolve = |alias: &str| {
        if depth >= DEEPEST {
            return Some(Type::Any);
        }
        let symbol = Symbol::Type(name::normal(alias));
        let item = snapshot.resolve(&symbol, file).into_iter().find_map(|it| snapshot.item(it));
        match item.and_then(|it| it.alias.as_ref()) {
            Some(alias) => Some(read_at(snapshot, file, alias, depth + 1)),
            None if alias == "Class" => None,
            None => Some(Type::Resource(Some(alias.into()), None)),
        }
    };
    compiler::parse_type(text, &mut resolve).unwrap_or(Type::Any)
}
