//! Names over all files, by a part of them.

use std::sync::Arc;

use analysis::{File, Snapshot};
use hir::ItemKind;
use smol_str::SmolStr;
use syntax::TextRange;

use crate::SymbolKind;

/// Limit of the results: nobody reads more.
const MOST: usize = 256;

/// Something with a name, in some file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkspaceSymbol {
    pub name: SmolStr,
    pub kind: SymbolKind,
    pub path: Arc<str>,
    pub range: TextRange,
    pub container: Option<SmolStr>,
}

/// How well a name fits what was typed; less is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Exact,
    Start,
    /// The start of a part: `vhost` in `apache::vhost`.
    Part,
    Inside,
    /// All characters, in their order.
    Scattered,
}

/// Classes, types, functions, plans, nodes and resources whose names have the characters of a query in their order, the best
/// fitting first. Capitals and small letters are one, and so are the quotes of titles and none.
pub fn workspace_symbols(snapshot: Snapshot<'_>, query: &str) -> Vec<WorkspaceSymbol> {
    let query: String = query.chars().filter(|it| !matches!(it, '\'' | '"') && !it.is_whitespace()).flat_map(char::to_lowercase).collect();
    let mut found: Vec<(Fit, usize, File, usize)> = Vec::new();
    for file in snapshot.all_files().iter() {
        for (number, named) in snapshot.named(*file).iter().enumerate() {
            if let Some(fit) = fit(&named.name, &query) {
                found.push((fit, named.name.len(), *file, number));
            }
        }
    }
    // Files are in the order of their paths already.
    found.sort_by_key(|(fit, length, _, _)| (*fit, *length));
    found.truncate(MOST);
    let symbol = |(_, _, file, number): (Fit, usize, File, usize)| {
        let named = snapshot.named(file).get(number)?;
        Some(WorkspaceSymbol {
            name: named.name.clone(),
            kind: kind(named.kind),
            path: snapshot.path(file),
            range: named.focus,
            container: named.container.clone(),
        })
    };
    found.into_iter().filter_map(symbol).collect()
}

pub(crate) fn kind(kind: Option<ItemKind>) -> SymbolKind {
    match kind {
        Some(ItemKind::Class) => SymbolKind::Class,
        Some(ItemKind::Define) => SymbolKind::Define,
        Some(ItemKind::Function) => SymbolKind::Function,
        Some(ItemKind::Plan) => SymbolKind::Plan,
        Some(ItemKind::Alias) => SymbolKind::Type,
        Some(ItemKind::Node) => SymbolKind::Node,
        None => SymbolKind::Resource,
    }
}

fn fit(name: &str, query: &str) -> Option<Fit> {
    let name: String = name.chars().flat_map(char::to_lowercase).filter(|it| !it.is_whitespace() && !matches!(it, '\'' | '"')).collect();
    if name == query {
        return Some(Fit::Exact);
    }
    match name.find(query) {
        Some(0) => Some(Fit::Start),
        Some(at) if name.get(..at).is_some_and(|it| it.ends_with([':', '_', '[', '/'])) => Some(Fit::Part),
        Some(_) => Some(Fit::Inside),
        None => {
            let mut rest = name.chars();
            query.chars().all(|wanted| rest.any(|it| it == wanted)).then_some(Fit::Scattered)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::workspace_symbols;
    use crate::tests::fixture;

    const FILES: &str = "#- /modules/web/manifests/init.pp\nclass web { file { ['/etc/web', '/x']: } }\n#- /modules/web/manifests/vhost.pp\ndefine web::vhost { }\n\
                         #- /modules/web/types/port.pp\ntype Web::Port = Integer\n#- /site.pp\nnode 'n' { user { 'web': } }\nfunction f { }\n\
                         #- /library/modules/lib/manifests/init.pp\nclass lib { file { '/lib': } }\n";

    #[track_caller]
    fn check(query: &str, expected: &[&str]) {
        let found = fixture(FILES).ask(|snapshot, _, _| workspace_symbols(snapshot, query));
        let names: Vec<String> = found
            .iter()
            .map(|it| format!("{:?} {}{}", it.kind, it.name, it.container.as_ref().map(|it| format!(" in {it}")).unwrap_or_default()))
            .collect();
        assert_eq!(names, expected);
    }

    #[test]
    fn the_best_comes_first() {
        check("web", &["Class web", "Type Web::Port", "Define web::vhost", "Resource User[web] in 'n'", "Resource File[/etc/web] in web"]);
        check("vh", &["Define web::vhost"]);
        check("WPO", &["Type Web::Port"]);
    }

    #[test]
    fn resources_are_found_as_they_are_written() {
        check("File['/etc", &["Resource File[/etc/web] in web"]);
        check("/x", &["Resource File[/x] in web"]);
    }

    #[test]
    fn installed_modules_have_definitions_but_no_resources() {
        check("lib", &["Class lib"]);
    }

    #[test]
    fn nothing_fits() {
        check("zzz", &[]);
    }

    #[test]
    fn nothing_asked_is_everything() {
        let found = fixture(FILES).ask(|snapshot, _, _| workspace_symbols(snapshot, ""));
        assert_eq!(found.len(), 9);
    }
}
