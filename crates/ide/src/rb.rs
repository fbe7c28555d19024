//! The Ruby of functions and types of a module: its outline, and the uses of the functions that it declares.

use std::path::Path;

use analysis::{File, Snapshot};
use ruby::declarations::{Declaration, Declared};
use syntax::{TextSize, text_range};

use crate::folding::{Fold, FoldKind};
use crate::goto::definitions;
use crate::names::{self, Target};
use crate::{Goto, Symbol, SymbolKind};

/// Whether a file is the Ruby of a function or type.
pub(crate) fn is_ruby(snapshot: Snapshot<'_>, file: File) -> bool {
    analysis::is_ruby(Path::new(&*snapshot.path(file)))
}

/// Functions with their dispatches, types with their attributes, and the classes and methods around them.
pub(crate) fn document_symbols(snapshot: Snapshot<'_>, file: File) -> Vec<Symbol> {
    snapshot.ruby_declarations(file).all.iter().map(symbol).collect()
}

fn symbol(declaration: &Declaration) -> Symbol {
    let kind = match declaration.kind {
        Declared::Class => SymbolKind::Class,
        Declared::Method | Declared::Function => SymbolKind::Function,
        Declared::Type => SymbolKind::Type,
        Declared::Parameter => SymbolKind::Parameter,
        Declared::Dispatch | Declared::Block => SymbolKind::Block,
    };
    Symbol {
        name: declaration.name.clone(),
        detail: declaration.detail.clone(),
        kind,
        range: text_range(&declaration.range),
        selection: text_range(&declaration.selection),
        children: declaration.children.iter().map(symbol).collect(),
    }
}

/// Declarations that span several lines.
pub(crate) fn folding_ranges(snapshot: Snapshot<'_>, file: File) -> Vec<Fold> {
    let (declarations, text) = (snapshot.ruby_declarations(file), snapshot.text(file));
    let mut folds = Vec::new();
    let mut waiting: Vec<&Declaration> = declarations.all.iter().collect();
    while let Some(it) = waiting.pop() {
        if text.get(it.range.start as usize..it.range.end as usize).is_some_and(|it| it.contains('\n')) {
            folds.push(Fold { range: text_range(&it.range), kind: FoldKind::Lines });
        }
        waiting.extend(&it.children);
    }
    folds.sort_by_key(|fold| (fold.range.start(), std::cmp::Reverse(fold.range.end())));
    folds
}

/// The function of Puppet that is declared at a place.
fn function_at(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<(hir::Symbol, syntax::TextRange)> {
    let declarations = snapshot.ruby_declarations(file);
    let mut waiting: Vec<&Declaration> = declarations.all.iter().collect();
    while let Some(it) = waiting.pop() {
        let range = text_range(&it.selection);
        if it.kind == Declared::Function && range.contains_inclusive(offset) {
            return Some((hir::Symbol::Function(hir::name::normal(&it.name)), range));
        }
        waiting.extend(it.children.iter().filter(|_| it.kind == Declared::Class));
    }
    None
}

/// The calls of the function that is declared at a place.
pub(crate) fn references(snapshot: Snapshot<'_>, file: File, offset: TextSize, with_definition: bool) -> Option<Vec<Target>> {
    let (symbol, range) = function_at(snapshot, file, offset)?;
    let mut found = names::targets_of(snapshot, &symbol, file, false);
    found.extend(crate::erb::references::of_symbol(snapshot, file, &symbol));
    found.extend(with_definition.then(|| Target::name(snapshot, file, range)));
    Some(names::without_repetition(found))
}

/// The declaration of the function at a place. Clients show the uses instead if the cursor is there already.
pub(crate) fn definition(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Goto> {
    let (symbol, origin) = function_at(snapshot, file, offset)?;
    let targets = names::without_repetition(definitions(snapshot, &symbol, file));
    (!targets.is_empty()).then_some(Goto { origin, targets })
}

#[cfg(test)]
mod tests {
    use crate::tests::fixture;

    const FILES: &str = "#- /modules/m/manifests/init.pp\nclass m { $x = m::f(1) }\n#- /modules/m/templates/t.erb\n\
                         <%= scope.call_function('m::f', [1]) %>\n#- /modules/m/lib/puppet/functions/m/f.rb\n";

    #[test]
    fn declarations_are_symbols_and_fold() {
        let files = fixture(&format!(
            "{FILES}Puppet::Functions.create_function(:'m::f') do\n  dispatch :f do\n    param 'Integer', :n\n  end\nend\n$0"
        ));
        let symbols = files.ask(|snapshot, file, _| crate::document_symbols(snapshot, file));
        let function = symbols.first().expect("a function");
        let dispatch = function.children.first().expect("a dispatch");
        let parameter = dispatch.children.first().expect("a parameter");
        assert_eq!((&*function.name, &*dispatch.name, &*parameter.name), ("m::f", "f", "n"));
        assert_eq!(parameter.detail.as_deref(), Some("Integer"));
        assert_eq!(files.ask(|snapshot, file, _| crate::folding_ranges(snapshot, file)).len(), 2);
    }

    #[test]
    fn a_function_knows_its_calls() {
        let files = fixture(&format!("{FILES}Puppet::Functions.create_function(:'m::$0f') do\nend\n"));
        let found = files.ask(|snapshot, file, offset| crate::references(snapshot, file, offset, false));
        let paths: Vec<String> = found.unwrap_or_default().iter().map(|it| it.path.to_string()).collect();
        assert_eq!(paths, ["/modules/m/manifests/init.pp", "/modules/m/templates/t.erb"]);
        let found = files.ask(crate::goto_definition);
        assert_eq!(found.map(|it| it.targets.len()), Some(1));
    }
}
