//! Pages on what Puppet itself brings along, which is defined in no file: types of resources, functions, types of data.

use analysis::{File, Snapshot};
use hir::{Owner, Symbol};
use syntax::{TextRange, TextSize};

use crate::hover::builtin;
use crate::{builtin_docs, names};

/// Place of a name's description in a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageAt {
    /// The name that was asked about.
    pub origin: TextRange,
    /// Argument of [`page`].
    pub page: String,
    /// From 0.
    pub line: u32,
}

/// The page that describes the name at a place.
pub fn page_at(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<PageAt> {
    names::names_at(snapshot, file, offset).into_iter().find_map(|reference| {
        let (name, attribute) = match snapshot.meaning(&reference.symbol, file) {
            Symbol::Type(name) if values::ty::named(&name).is_some() => (format!("data_types/{name}"), None),
            Symbol::Type(name) => (format!("types/{name}"), None),
            Symbol::Function(name) => (format!("functions/{name}"), None),
            Symbol::Member { owner: Owner::Type(ty), name } => (format!("types/{ty}"), Some(name)),
            _ => return None,
        };
        let text = page(&name)?;
        let heading = attribute.map(|it| format!("## {it}"));
        let line = heading.and_then(|heading| text.lines().zip(0..).find(|(line, _)| *line == heading)).map_or(0, |it| it.1);
        Some(PageAt { origin: reference.range, page: name, line })
    })
}

/// A page, by its name: `types/file`, `functions/split`, `data_types/integer`.
pub fn page(name: &str) -> Option<String> {
    let (kind, name) = name.split_once('/')?;
    let symbol = match kind {
        "types" => {
            resource_types::type_info(name)?;
            Symbol::Type(name.into())
        }
        "functions" => {
            builtin_docs::function(name)?;
            Symbol::Function(name.into())
        }
        "data_types" => Symbol::Type(name.into()),
        _ => return None,
    };
    // Names of data types are written with a capital.
    let title = values::ty::named(name).filter(|_| kind == "data_types").map_or_else(|| name.to_owned(), |it| it.simple_name().to_string());
    let mut text = format!("# {title}\n\n{}", builtin::text(&symbol)?);
    if kind == "types" {
        let own = resource_types::type_info(name).into_iter().flat_map(|it| &it.attributes);
        for attribute in own.chain(resource_types::metaparameters()) {
            let heading = format!("\n## {}\n", attribute.name);
            if let Some(about) = builtin::about_attribute(name, &attribute.name).filter(|_| !text.contains(&heading)) {
                text.push_str(&format!("{heading}\n{about}"));
            }
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use crate::tests::fixture;

    fn at(text: &str) -> Option<String> {
        fixture(text).ask(|snapshot, file, offset| {
            let found = super::page_at(snapshot, file, offset)?;
            let page = super::page(&found.page)?;
            let line = page.lines().nth(usize::try_from(found.line).ok()?)?;
            Some(format!("{} > {}: {line}", &snapshot.text(file)[found.origin], found.page))
        })
    }

    #[test]
    fn what_puppet_brings_along_has_pages() {
        for (text, expected) in [
            ("fi$0le { '/x': }", "file > types/file: # file"),
            ("File$0['/x'] -> Service['y']", "File > types/file: # file"),
            ("file { '/x': mo$0de => '0644' }", "mode > types/file: ## mode"),
            ("file { '/x': requ$0ire => File['/'] }", "require > types/file: ## require"),
            ("$x = spl$0it('a', 'b')", "split > functions/split: # split"),
            ("type A = Int$0eger[1]", "Integer > data_types/integer: # Integer"),
        ] {
            assert_eq!(at(&format!("#- /a.pp\n{text}\n")).as_deref(), Some(expected));
        }
    }

    #[test]
    fn what_nobody_knows_has_none() {
        for text in ["mine::d$0 { 'x': }", "mine::f$0()", "include mi$0ne", "$x = $mi$0ne"] {
            assert_eq!(at(&format!("#- /a.pp\n{text}\n")), None, "{text}");
        }
        for name in ["", "types", "types/", "types/mine", "functions/mine::f", "data_types/../x", "other/file"] {
            assert_eq!(super::page(name), None, "{name}");
        }
    }

    #[test]
    fn each_attribute_is_told_once() {
        let page = super::page("types/service").expect("a page");
        for attribute in ["ensure", "enable", "provider", "require", "noop"] {
            assert_eq!(page.matches(&format!("\n## {attribute}\n")).count(), 1, "{attribute}");
        }
    }
}
