//! Documentation of state functions and their arguments, in our own words.
//!
//! `data/documentation.txt` has a line `# NAME TEXT` for each function, below it `ARGUMENT: TEXT`. `# file.*` has the arguments that
//! functions of a module share, `# *` those of all. What few use follows `## Used by few`.

use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::problem::Release;
use crate::signatures::{Parameter, Signature, Signatures};

/// The line before the functions that few use.
const RARE: &str = "## Used by few";

static TEXT: &str = include_str!("../data/documentation.txt");

#[derive(Debug, Default)]
struct Table {
    functions: FxHashMap<&'static str, &'static str>,
    common: FxHashSet<&'static str>,
    arguments: FxHashMap<(&'static str, &'static str), &'static str>,
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Table::default();
        let mut function = "";
        let mut is_common = true;
        for line in TEXT.lines() {
            if line == RARE {
                is_common = false;
            } else if let Some(rest) = line.strip_prefix("# ") {
                let (name, text) = rest.split_once(' ').unwrap_or((rest, ""));
                function = name;
                if !text.is_empty() {
                    table.functions.insert(name, text);
                    if is_common {
                        table.common.insert(name);
                    }
                }
            } else if let Some((argument, text)) = line.split_once(": ") {
                table.arguments.insert((function, argument), text);
            }
        }
        table
    })
}

/// Documentation of a function such as `file.managed`.
pub fn function(name: &str) -> Option<&'static str> {
    table().functions.get(name).copied()
}

/// Whether many use a function.
pub fn is_common(name: &str) -> bool {
    table().common.contains(name)
}

/// Documentation of a function's argument.
pub fn argument(function: &str, name: &str) -> Option<&'static str> {
    let module = function.split('.').next().unwrap_or_default();
    let shared = format!("{module}.*");
    [function, &shared, "*"].iter().find_map(|it| table().arguments.get(&(*it, name)).copied())
}

/// The arguments that are documented for a function or its module.
pub fn arguments(function: &str) -> Vec<&'static str> {
    let module = function.split('.').next().unwrap_or_default();
    let shared = format!("{module}.*");
    // Those of all functions of `file` are not those of each: only modules that hand them on say so.
    let is_own = |of: &str| of == function || (of == shared && module != "file");
    let mut names: Vec<&'static str> = table().arguments.keys().filter(|it| is_own(it.0)).map(|it| it.1).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The arguments of a function but `name`: those that must be given first, in the order of the function.
pub fn in_order(signature: &Signature) -> Vec<Parameter> {
    let own = signature.parameters.iter().filter(|it| it.name != "name").copied();
    let (optional, mut all): (Vec<Parameter>, Vec<Parameter>) = own.partition(|it| it.is_optional);
    all.extend(optional);
    all
}

/// An argument as a list shows it: an optional one in brackets.
pub fn written(parameter: Parameter) -> String {
    if parameter.is_optional { format!("[{}]", parameter.name) } else { parameter.name.to_owned() }
}

/// The arguments as a list.
pub fn signature(name: &str, signature: &Signature) -> String {
    let mut words: Vec<String> = in_order(signature).into_iter().map(written).collect();
    words.extend(signature.takes_more.then(|| "…".to_owned()));
    if words.is_empty() { name.to_owned() } else { format!("{name}: {}", words.join(", ")) }
}

/// The signature and the documentation of a function in a release, as Markdown; none if neither is known.
pub fn summary(name: &str, release: Release) -> Option<String> {
    let signature = Signatures::for_release(release).get(name).map(|it| format!("```text\n{}\n```\n", signature(name, it)));
    let parts: Vec<String> = signature.into_iter().chain(function(name).map(|it| format!("{it}\n"))).collect();
    (!parts.is_empty()).then(|| parts.join("\n"))
}

/// The page of a function: its releases, its signature in the newest of them, and its documented arguments.
pub fn page(name: &str) -> Option<String> {
    let releases: Vec<Release> =
        [Release::V3006, Release::V3008].into_iter().filter(|it| Signatures::for_release(*it).get(name).is_some()).collect();
    let newest = *releases.last()?;
    let signature = Signatures::for_release(newest).get(name)?;
    let names: Vec<&str> = releases.iter().map(|it| it.name()).collect();
    let summary = summary(name, newest)?;
    let mut page = format!("# {name}\n\nState function of Salt {}.\n\n{summary}", names.join(" and "));
    let mut own: Vec<&str> = signature.parameters.iter().map(|it| it.name).collect();
    let more: Vec<&str> = arguments(name).into_iter().filter(|it| signature.takes_more && !own.contains(it)).collect();
    own.extend(more);
    let documented: Vec<String> = own.iter().filter_map(|it| Some(format!("- `{it}`: {}\n", argument(name, it)?))).collect();
    if !documented.is_empty() {
        page.push_str("\n## Arguments\n\n");
        documented.iter().for_each(|it| page.push_str(it));
    }
    Some(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_documented_exists() {
        let releases = [Release::V3006, Release::V3008].map(Signatures::for_release);
        for name in table().functions.keys() {
            assert!(releases.iter().any(|it| it.get(name).is_some()), "{name}");
            assert!(function(name).is_some_and(|it| it.ends_with('.')), "{name}");
        }
        // Arguments that a function would refuse are of no other function.
        for (function, argument) in table().arguments.keys().filter(|it| !it.0.ends_with('*')) {
            let takes = |it: &&Signatures| it.get(function).is_some_and(|it| it.takes_more || it.takes(argument));
            assert!(releases.iter().any(takes), "{function} {argument}");
        }
    }

    #[test]
    fn many_use_some_functions() {
        assert!(is_common("file.managed") && is_common("host.present"));
        assert!(!is_common("host.only") && !is_common("file.nothing"));
        assert_eq!(table().common.len(), 148);
    }

    #[test]
    fn arguments_are_those_of_the_function_its_module_or_all() {
        assert!(argument("file.symlink", "target").is_some_and(|it| it.contains("link")));
        assert_eq!(argument("file.touch", "makedirs"), argument("file.managed", "makedirs"));
        assert_eq!(argument("x.y", "order"), argument("file.managed", "order"));
        assert_eq!(argument("x.y", "makedirs"), None);
    }

    #[test]
    fn a_page_has_releases_signature_and_arguments() {
        let symlink = page("file.symlink").expect("a page");
        assert!(
            symlink.starts_with("# file.symlink\n\nState function of Salt 3006 and 3008.\n\n```text\nfile.symlink: target, "),
            "{symlink}"
        );
        let target = argument("file.symlink", "target").expect("it is documented");
        assert!(symlink.contains("\n## Arguments\n\n") && symlink.contains(&format!("\n- `target`: {target}\n")), "{symlink}");
        let old = page("docker_container.running").expect("a page");
        assert!(old.contains("State function of Salt 3006.\n"), "{old}");
        assert_eq!(page("file.nothing"), None);
        assert_eq!(page("file"), None);
    }

    #[test]
    fn what_must_be_given_comes_first() {
        let all = Signatures::for_release(Release::V3008);
        let shown = all.get("host.present").map(|it| signature("host.present", it));
        assert_eq!(shown.as_deref(), Some("host.present: ip, [comment], [clean]"));
        assert_eq!(all.get("test.nop").map(|it| signature("test.nop", it)).as_deref(), Some("test.nop: …"));
    }
}
