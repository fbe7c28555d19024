//! Files that a name leads to: those of modules, and the Ruby that may define it.

use analysis::{File, Snapshot};
use hir::{FileKind, Symbol, name};

use crate::names::Target;

/// A file of a module. One that nobody has read may be there all the same.
pub(crate) fn files(snapshot: Snapshot<'_>, kind: FileKind, path: &str, from: File) -> Vec<Target> {
    let paths = snapshot.paths_of(kind, path, from);
    match paths.iter().find(|it| snapshot.file(it).is_some()) {
        Some(known) => vec![Target { is_guess: false, ..Target::guess(known.as_str()) }],
        None => paths.into_iter().map(Target::guess).collect(),
    }
}

/// Where a module would have its Ruby for a function or type.
pub(super) fn ruby(snapshot: Snapshot<'_>, meant: &Symbol, file: File) -> Vec<Target> {
    let mut paths = Vec::new();
    for place in snapshot.modules_around(file) {
        let root = place.root;
        match meant {
            Symbol::Function(function) => match function.split_once("::") {
                Some((module, rest)) if module == place.module => {
                    paths.push(format!("{root}/lib/puppet/functions/{module}/{}.rb", rest.replace("::", "/")));
                }
                Some(_) => {}
                None => {
                    paths.push(format!("{root}/lib/puppet/functions/{function}.rb"));
                    paths.push(format!("{root}/lib/puppet/parser/functions/{function}.rb"));
                }
            },
            Symbol::Type(ty) if !ty.contains("::") => paths.push(format!("{root}/lib/puppet/type/{ty}.rb")),
            Symbol::Type(ty) if ty.split("::").next() == Some(place.module.as_str()) => {
                paths.push(format!("{root}/lib/puppet/datatypes/{}.rb", name::last(ty)));
            }
            _ => {}
        }
    }
    paths.into_iter().map(Target::guess).collect()
}
