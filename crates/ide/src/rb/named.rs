//! Names in a Ruby file that manifests know: what it declares, and the functions that it calls.

use analysis::{File, Snapshot};
use hir::{Owner, Symbol};
use ruby::declarations::{Declaration, Declared};
use syntax::{TextRange, TextSize, text_range};

/// The function that is called at a place, and the place of its name.
fn called_at(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<(Symbol, TextRange)> {
    let file = snapshot.ruby_function_file(file);
    let call = file.calls.iter().find(|it| text_range(&it.name.1).contains_inclusive(offset))?;
    Some((Symbol::Function(hir::name::normal(&call.name.0)), text_range(&call.name.1)))
}

/// The meaning of the name at a place, and the place of the name.
pub(super) fn named_at(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<(Symbol, TextRange)> {
    declared_at(snapshot, file, offset).or_else(|| called_at(snapshot, file, offset))
}

/// The function, the resource type or the attribute of a type that is declared at a place, and the place of its name.
pub(super) fn declared_at(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<(Symbol, TextRange)> {
    let declarations = snapshot.ruby_declarations(file);
    let mut waiting: Vec<(&Declaration, Option<&Declaration>)> = declarations.all.iter().map(|it| (it, None)).collect();
    while let Some((it, around)) = waiting.pop() {
        let range = text_range(&it.selection);
        if range.contains_inclusive(offset)
            && let Some(symbol) = symbol_of(it, around)
        {
            return Some((symbol, range));
        }
        waiting.extend(it.children.iter().map(|child| (child, Some(it))));
    }
    None
}

/// The name of a declaration in manifests. `around` is the declaration that it is in.
fn symbol_of(declaration: &Declaration, around: Option<&Declaration>) -> Option<Symbol> {
    let name = hir::name::normal(&declaration.name);
    match declaration.kind {
        Declared::Function => Some(Symbol::Function(name)),
        Declared::Type => Some(Symbol::Type(name)),
        Declared::Fact => Some(Symbol::Fact(name)),
        Declared::Parameter => {
            let ty = around.filter(|it| it.kind == Declared::Type)?;
            Some(Symbol::Member { owner: Owner::Type(hir::name::normal(&ty.name)), name })
        }
        Declared::Class | Declared::Method | Declared::Dispatch | Declared::Block => None,
    }
}
