//! Functions that Ruby code calls by their names.

use analysis::{File, Snapshot};
use hir::Symbol;
use syntax::nearest;

/// The nearest name of a function if no module and no part of Puppet has one of this name; nothing where it exists.
pub(crate) fn unknown(snapshot: Snapshot<'_>, file: File, name: &str) -> Option<Option<String>> {
    let ruby = snapshot.ruby_functions(file);
    let core = functions::names().filter(|it| functions::find(it).is_some_and(|it| it.origin == functions::Origin::Core));
    let builtin: Vec<&str> = core.chain(compiler::builtin_names()).collect();
    let is_known = builtin.contains(&name)
        || ruby.iter().any(|it| it.name == name)
        || !snapshot.resolve(&Symbol::Function(name.into()), file).is_empty();
    if is_known {
        return None;
    }
    let mut known = builtin;
    known.extend(ruby.iter().map(|it| it.name.as_str()));
    Some(nearest(name, known).map(str::to_owned))
}
