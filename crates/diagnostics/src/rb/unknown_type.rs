//! `ruby-invalid-dispatch`: types of known modules that do not exist. No argument is an instance of one.

use hir::{Symbol, name};
use ruby::function_file::{ArgumentKind, Function, Part};
use syntax::Severity;

use super::here::Here;
use super::types::{self, Read};
use crate::Finding;
use crate::registry::codes;

/// The file that declares several types of a module.
const TYPE_SET: &str = "types/init_typeset.pp";

pub(super) fn find(here: &Here<'_>, found: &mut Vec<Finding>) {
    for function in here.functions.functions.iter().filter(|it| !it.is_open) {
        let parts = function.dispatches.iter().flat_map(|it| &it.parts);
        found.extend(parts.filter_map(|part| unresolved(here, function, part)));
    }
}

fn unresolved(here: &Here<'_>, function: &Function, part: &Part) -> Option<Finding> {
    let argument = part.arguments.first()?;
    let ArgumentKind::Text(text) = &argument.kind else { return None };
    if !part.word.0.ends_with("param") && part.word.0 != "return_type" {
        return None;
    }
    let Read::Named(names) = types::read(text) else { return None };
    let missing = names.iter().find(|it| is_missing(here, function, it))?;
    let message = match part.arguments.get(1).map(|it| &it.kind) {
        Some(ArgumentKind::Symbol(parameter)) => {
            format!("'{}' parameter '{parameter}' references an unresolved type '{missing}'", function.name.0)
        }
        _ => format!("value returned from function '{}' has wrong type, references an unresolved type '{missing}'", function.name.0),
    };
    Some(here.finding(codes::RUBY_INVALID_DISPATCH, Severity::Warning, &argument.range, message))
}

fn is_missing(here: &Here<'_>, function: &Function, name: &str) -> bool {
    let lower = name::normal(name);
    if function.local_types.iter().any(|it| it == name) || !here.is_of_known_module(&lower) {
        return false;
    }
    let module = lower.split("::").next().unwrap_or_default();
    let has_more = here.snapshot.module_folder(here.file, module).is_none_or(|folder| {
        let has = |path: &str| here.snapshot.file_at(&folder.join(path)).is_some();
        has(TYPE_SET) || !here.snapshot.listing(&folder.join("lib/puppet/datatypes").to_string_lossy(), ".rb").is_empty()
    });
    !has_more && here.snapshot.resolve(&Symbol::Type(lower), here.file).is_empty()
}

#[cfg(test)]
mod tests {
    use crate::rb::tests::check_files;

    #[test]
    fn types_of_a_known_module_exist() {
        let text = "Puppet::Functions.create_function(:'m::f') do\n  local_types do\n    type 'M::Local = String'\n  end\n  dispatch :f do\n    \
                    param 'M::Here', :a\n    param 'M::Local', :b\n    param 'Other::Type', :c\n    param 'Array[M::Gone]', :d\n    \
                    return_type 'M::None'\n  end\n  def f(*all); end\nend\n";
        let path = "lib/puppet/functions/m/f.rb";
        let own = ("types/here.pp", "type M::Here = String\n");
        check_files(
            &[(path, text), own],
            &[
                "ruby-invalid-dispatch \"'Array[M::Gone]'\": 'm::f' parameter 'd' references an unresolved type 'M::Gone'",
                "ruby-invalid-dispatch \"'M::None'\": value returned from function 'm::f' has wrong type, references an unresolved type 'M::None'",
            ],
        );
        check_files(&[(path, text), own, ("types/init_typeset.pp", "type M = TypeSet[{}]\n")], &[]);
    }
}
