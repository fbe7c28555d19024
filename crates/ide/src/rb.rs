//! The Ruby of functions, types and facts of a module: its outline, and the documentation and uses of what it declares and calls.

pub(crate) mod completion;
pub(crate) mod hover;
mod named;
mod place;

use std::path::Path;

use analysis::{File, Snapshot};
use hir::Symbol;
use ruby::declarations::{Declaration, Declared};
use syntax::{TextSize, text_range};

use crate::folding::{Fold, FoldKind};
use crate::goto::definitions;
use crate::names::{self, Target};
use crate::{Goto, SymbolKind};
use named::{declared_at, named_at};

/// Whether a file is the Ruby of a function, type or fact.
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
        Declared::Fact => SymbolKind::Variable,
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

/// The places that use what is declared or called at a place.
pub(crate) fn references(snapshot: Snapshot<'_>, file: File, offset: TextSize, with_definition: bool) -> Option<Vec<Target>> {
    let (symbol, range) = named_at(snapshot, file, offset)?;
    let is_call = declared_at(snapshot, file, offset).is_none();
    let mut found = names::targets_of(snapshot, &symbol, file, with_definition && is_call);
    found.extend(crate::erb::references::of_symbol(snapshot, file, &symbol));
    found.extend(calls_of(snapshot, file, &symbol));
    found.extend((with_definition || is_call).then(|| Target::name(snapshot, file, range)));
    Some(names::without_repetition(found))
}

/// The places in functions of Ruby that call a function.
pub(crate) fn calls_of(snapshot: Snapshot<'_>, file: File, symbol: &Symbol) -> Vec<Target> {
    let meant = snapshot.meaning(symbol, file);
    let Symbol::Function(name) = &meant else { return Vec::new() };
    let mut found = Vec::new();
    for caller in snapshot.ruby_function_files(file) {
        // Few files have the name, and reading the others as Ruby takes longer.
        if !snapshot.text(caller).contains(name.as_str()) {
            continue;
        }
        for call in &snapshot.ruby_function_file(caller).calls {
            if snapshot.meaning(&Symbol::Function(hir::name::normal(&call.name.0)), caller) == meant {
                found.push(Target::name(snapshot, caller, text_range(&call.name.1)));
            }
        }
    }
    found
}

/// The declaration of the name at a place. Clients show the uses instead if the cursor is there already.
pub(crate) fn definition(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Goto> {
    let (symbol, origin) = named_at(snapshot, file, offset)?;
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

    #[test]
    fn calls_in_ruby_are_references() {
        let others = "#- /modules/m/lib/puppet/parser/functions/old.rb\nmodule Puppet::Parser::Functions\n  newfunction(:old) { |a| \
                      call_function('m::f', a) }\nend\n#- /modules/m/lib/puppet/functions/m/g.rb\n\
                      Puppet::Functions.create_function(:'m::g') do\n  def g(x)\n    call_function('m::f', x)\n    \
                      call_function('m::ff', x)\n  end\nend\n";
        let paths = |asked: &str| {
            let found = fixture(asked).ask(|snapshot, file, offset| crate::references(snapshot, file, offset, false));
            let mut paths: Vec<String> = found.unwrap_or_default().iter().map(|it| it.path.to_string()).collect();
            paths.sort();
            paths
        };
        let expected = [
            "/modules/m/lib/puppet/functions/m/g.rb",
            "/modules/m/lib/puppet/parser/functions/old.rb",
            "/modules/m/manifests/init.pp",
            "/modules/m/templates/t.erb",
        ];
        let files = format!("{FILES}Puppet::Functions.create_function(:'m::f') do\nend\n{others}");
        assert_eq!(paths(&files.replace("$x = m::f", "$x = m::$0f")), expected);
        assert_eq!(paths(&files.replace("create_function(:'m::f'", "create_function(:'m::$0f'")), expected);
    }

    #[test]
    fn a_call_leads_to_its_function() {
        let files = "#- /modules/m/manifests/init.pp\nclass m { $x = m::f(1) }\n#- /modules/m/functions/f.pp\n# Does it.\n\
                     function m::f(Integer $n) { $n }\n#- /modules/m/lib/puppet/functions/m/g.rb\n\
                     Puppet::Functions.create_function(:'m::g') do\n  def g(x)\n    call_function('m::$0f', x)\n  end\nend\n";
        let files = fixture(files);
        let text = files.ask(crate::hover).map(|it| it.text).unwrap_or_default();
        assert!(text.contains("Integer $n") && text.contains("Does it."), "{text}");
        let paths = |targets: Vec<crate::Target>| targets.iter().map(|it| it.path.to_string()).collect::<Vec<_>>();
        assert_eq!(paths(files.ask(crate::goto_definition).map(|it| it.targets).unwrap_or_default()), ["/modules/m/functions/f.pp"]);
        let found = files.ask(|snapshot, file, offset| crate::references(snapshot, file, offset, true));
        let expected = ["/modules/m/functions/f.pp", "/modules/m/lib/puppet/functions/m/g.rb", "/modules/m/manifests/init.pp"];
        let mut found = paths(found.unwrap_or_default());
        found.sort();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_fact_knows_its_uses() {
        let files = "#- /modules/m/manifests/init.pp\nclass m { notice($facts['own'], $facts['os']) }\n#- /modules/m/lib/facter/own.rb\n\
                     Facter.add(:o$0wn) do\n  setcode do\n    1\n  end\nend\n";
        let files = fixture(files);
        let symbols = files.ask(|snapshot, file, _| crate::document_symbols(snapshot, file));
        let fact = symbols.first().expect("a fact");
        assert_eq!((&*fact.name, fact.children.iter().map(|it| &*it.name).collect::<Vec<_>>()), ("own", vec!["setcode"]));
        let text = files.ask(crate::hover).map(|it| it.text).unwrap_or_default();
        assert!(text.starts_with("fact `own`"), "{text}");
        let found = files.ask(|snapshot, file, offset| crate::references(snapshot, file, offset, false)).unwrap_or_default();
        assert_eq!(found.iter().map(|it| &*it.path).collect::<Vec<_>>(), ["/modules/m/manifests/init.pp"]);
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
