//! `bunraku explain`: the page of a code, of a resource type, a data type, a function, or a state function of Salt.

use std::io::{self, IsTerminal};

use salt::Release;
use salt::signatures::Signatures;

use crate::exit::Exit;
use crate::{markdown, pager};

/// Explain a finding, a resource type or a function
///
/// On a terminal, long pages are shown with `$PAGER`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Code, resource type, attribute, function or data type; without one, list all codes
    ///
    /// For example `duplicate-key`, Puppet's `DUPLICATE_KEY`, `package`, `package.ensure`, `split`, `Integer` or `file.managed`.
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let text = match &args.name {
        None => diagnostics::all_codes().iter().map(|code| format!("{code:<34} {}\n", code.title)).collect(),
        Some(name) => match page(name) {
            Some(page) if io::stdout().is_terminal() => markdown::styled(&page),
            Some(page) => page,
            None => anyhow::bail!("{}", unknown(name)),
        },
    };
    match pager::show(&text) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(Exit::Clean),
    }
}

fn page(name: &str) -> Option<String> {
    let of_puppet = || diagnostics::all_codes().iter().copied().find(|it| it.puppet_code.eq_ignore_ascii_case(name));
    if name.is_empty() {
        return None;
    }
    if let Some(code) = diagnostics::find(name).or_else(of_puppet) {
        return Some(code.page.to_owned());
    }
    let lower = name.to_lowercase();
    if let Some((ty, attribute)) = lower.split_once('.') {
        let of_attribute = ide::page(&format!("types/{ty}")).and_then(|it| section(&it, &lower, attribute));
        let pages: Vec<String> = [of_attribute, salt::documentation::page(&lower)].into_iter().flatten().collect();
        return (!pages.is_empty()).then(|| pages.join("\n"));
    }
    ["types", "functions", "data_types"].iter().find_map(|kind| ide::page(&format!("{kind}/{lower}")))
}

/// The part of a page below the heading of an attribute.
fn section(page: &str, title: &str, attribute: &str) -> Option<String> {
    let heading = format!("\n## {attribute}\n");
    let (_, rest) = page.split_once(&heading)?;
    let end = rest.find("\n## ").unwrap_or(rest.len());
    let text = rest.get(..end)?.trim();
    Some(format!("# {title}\n\n{text}\n"))
}

fn unknown(name: &str) -> String {
    let lower = name.to_lowercase();
    if let Some((module, function)) = lower.split_once('.')
        && let Some(nearest) = nearest_of_salt(module, function)
    {
        return format!("Salt has no state function `{lower}`; did you mean `{nearest}`?");
    }
    if let Some((ty, attribute)) = lower.split_once('.')
        && let Some(page) = ide::page(&format!("types/{ty}"))
    {
        let attributes = page.lines().filter_map(|it| it.strip_prefix("## "));
        return match syntax::nearest(attribute, attributes) {
            Some(nearest) => format!("`{ty}` has no attribute `{attribute}`; did you mean `{ty}.{nearest}`?"),
            None => format!("`{ty}` has no attribute `{attribute}`; `bunraku explain {ty}` lists all"),
        };
    }
    let codes = diagnostics::all_codes().iter().map(|it| it.name);
    let as_code = name.to_lowercase().replace('_', "-");
    if let Some(nearest) = syntax::nearest(&as_code, codes) {
        return format!("no code `{name}`; did you mean `{nearest}`?");
    }
    let types = resource_types::type_names();
    match syntax::nearest(&name.to_lowercase(), types) {
        Some(nearest) => format!("no code `{name}`; did you mean the resource type `{nearest}`?"),
        None => format!("no code `{name}`; `bunraku explain` lists all codes"),
    }
}

/// The state function of a module that is spelt nearly so, unless an attribute of a resource type is.
fn nearest_of_salt(module: &str, function: &str) -> Option<String> {
    let is_attribute = |page: String| syntax::nearest(function, page.lines().filter_map(|it| it.strip_prefix("## "))).is_some();
    if ide::page(&format!("types/{module}")).is_some_and(is_attribute) {
        return None;
    }
    let names = [Release::V3006, Release::V3008].into_iter().flat_map(|it| Signatures::for_release(it).of_module(module));
    syntax::nearest(function, names).map(|it| format!("{module}.{it}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn begins(name: &str, expected: &str) {
        let page = page(name).unwrap_or_else(|| panic!("no page of {name}"));
        assert!(page.starts_with(expected), "{name}: {}", page.get(..page.len().min(200)).unwrap_or_default());
    }

    #[test]
    fn codes_types_attributes_and_functions_have_pages() {
        begins("duplicate-key", "# duplicate-key\n");
        begins("DUPLICATE_KEY", "# duplicate-key\n");
        begins("hard_tabs", "# hard_tabs\n");
        begins("package", "# package\n");
        begins("Package", "# package\n");
        begins("package.ensure", "# package.ensure\n");
        begins("file.require", "# file.require\n");
        begins("split", "# split\n");
        begins("Integer", "# Integer\n");
        begins("integer", "# Integer\n");
        begins("file.managed", "# file.managed\n\nState function of Salt 3006 and 3008.\n");
        let ensure = page("package.ensure").expect("a page");
        assert!(!ensure.contains("\n## "), "one attribute alone: {ensure}");
        for name in ["", "package.nothing", "nothing.ensure", "pacakge"] {
            assert_eq!(page(name), None, "{name}");
        }
    }

    #[test]
    fn what_is_meant_is_suggested() {
        assert_eq!(unknown("duplicate-keys"), "no code `duplicate-keys`; did you mean `duplicate-key`?");
        assert_eq!(unknown("pacakge"), "no code `pacakge`; did you mean the resource type `package`?");
        assert_eq!(unknown("package.ensur"), "`package` has no attribute `ensur`; did you mean `package.ensure`?");
        assert_eq!(unknown("file.manged"), "Salt has no state function `file.manged`; did you mean `file.managed`?");
        assert_eq!(unknown("package.zzzzz"), "`package` has no attribute `zzzzz`; `bunraku explain package` lists all");
        assert_eq!(unknown("zzzzzzzzzzz"), "no code `zzzzzzzzzzz`; `bunraku explain` lists all codes");
    }
}
