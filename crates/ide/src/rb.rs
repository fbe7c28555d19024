//! The Ruby of functions and types of a module: its outline, and the documentation and uses of what it declares.

use std::path::Path;

use analysis::{File, Snapshot};
use hir::{Owner, Symbol};
use ruby::declarations::{Declaration, Declared};
use syntax::{TextRange, TextSize, text_range};

use crate::folding::{Fold, FoldKind};
use crate::goto::definitions;
use crate::hover::describe_symbol;
use crate::names::{self, Target};
use crate::{Goto, Hover, SymbolKind};

/// Whether a file is the Ruby of a function or type.
pub(crate) fn is_ruby(snapshot: Snapshot<'_>, file: File) -> bool {
    analysis::is_ruby(Path::new(&*snapshot.path(file)))
}

/// Functions with their dispatches, types with their attributes, and the classes and methods around them.
pub(crate) fn document_symbols(snapshot: Snapshot<'_>, file: File) -> Vec<crate::Symbol> {
    snapshot.ruby_declarations(file).all.iter().map(outlined).collect()
}

fn outlined(declaration: &Declaration) -> crate::Symbol {
    let kind = match declaration.kind {
        Declared::Class => SymbolKind::Class,
        Declared::Method | Declared::Function => SymbolKind::Function,
        Declared::Type => SymbolKind::Type,
        Declared::Parameter => SymbolKind::Parameter,
        Declared::Dispatch | Declared::Block => SymbolKind::Block,
    };
    crate::Symbol {
        name: declaration.name.clone(),
        detail: declaration.detail.clone(),
        kind,
        range: text_range(&declaration.range),
        selection: text_range(&declaration.selection),
        children: declaration.children.iter().map(outlined).collect(),
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

/// The function, the resource type or the attribute of a type that is declared at a place, and the place of its name.
fn declared_at(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<(Symbol, TextRange)> {
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
        Declared::Parameter => {
            let ty = around.filter(|it| it.kind == Declared::Type)?;
            Some(Symbol::Member { owner: Owner::Type(hir::name::normal(&ty.name)), name })
        }
        Declared::Class | Declared::Method | Declared::Dispatch | Declared::Block => None,
    }
}

/// The places that use what is declared at a place.
pub(crate) fn references(snapshot: Snapshot<'_>, file: File, offset: TextSize, with_definition: bool) -> Option<Vec<Target>> {
    let (symbol, range) = declared_at(snapshot, file, offset)?;
    let mut found = names::targets_of(snapshot, &symbol, file, false);
    found.extend(crate::erb::references::of_symbol(snapshot, file, &symbol));
    found.extend(with_definition.then(|| Target::name(snapshot, file, range)));
    Some(names::without_repetition(found))
}

/// The declaration at a place. Clients show the uses instead if the cursor is there already.
pub(crate) fn definition(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Goto> {
    let (symbol, origin) = declared_at(snapshot, file, offset)?;
    let targets = names::without_repetition(definitions(snapshot, &symbol, file));
    (!targets.is_empty()).then_some(Goto { origin, targets })
}

/// The hover that manifests show for the declaration.
pub(crate) fn hover(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Hover> {
    let (symbol, range) = declared_at(snapshot, file, offset)?;
    let (text, _) = describe_symbol(snapshot, file, None, &symbol)?;
    Some(Hover { range, text })
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
    /// A type of each kind, and a manifest that uses them.
    const TYPES: &str =
        "#- /modules/m/manifests/init.pp\nclass m {\n  old { 'a': size => 1 }\n  api { 'b': size => 2 }\n  Api['b'] -> Old['a']\n}\n";

    #[track_caller]
    fn uses(text: &str) -> Vec<String> {
        fixture(&format!("{TYPES}{text}")).ask(|snapshot, file, offset| {
            let targets = crate::references(snapshot, file, offset, false).unwrap_or_default();
            let manifest = targets.iter().filter_map(|it| Some((snapshot.file(&it.path)?, it.focus)));
            let shown = manifest.map(|(file, range)| {
                let text = snapshot.text(file);
                format!("{}: {}", text[..range.start().into()].matches('\n').count() + 1, &text[range])
            });
            shown.collect()
        })
    }

    #[test]
    fn a_type_knows_its_resources() {
        let old = "#- /modules/m/lib/puppet/type/old.rb\nPuppet::Type.newtype(:o$0ld) do\n  newparam(:name, namevar: true)\n  newproperty(:size)\nend\n";
        assert_eq!(uses(old), ["2: old", "4: Old"]);
        assert_eq!(uses(&old.replace("$0", "").replace(":size", ":si$0ze")), ["2: size"]);
        let api = "#- /modules/m/lib/puppet/type/api.rb\nPuppet::ResourceApi.register_type(\n  name: 'a$0pi',\n  attributes: {\n    \
                   name: { type: 'String', behaviour: :namevar },\n    size: { type: 'Integer', desc: 'How large it is.' },\n  },\n)\n";
        assert_eq!(uses(api), ["3: api", "4: Api"]);
        assert_eq!(uses(&api.replace("$0", "").replace("size:", "si$0ze:")), ["3: size"]);
        let hover = fixture(&format!("{TYPES}{}", api.replace("$0", "").replace("size:", "si$0ze:"))).ask(crate::hover);
        let text = hover.map(|it| it.text).unwrap_or_default();
        assert!(text.contains("Integer size") && text.contains("How large it is."), "{text}");
    }
}
