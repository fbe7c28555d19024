//! `ruby-unknown-function`: a call of a function of Puppet that does not exist.

use syntax::Severity;

use super::here::Here;
use crate::erb::functions::unknown;
use crate::registry::codes;
use crate::{Edit, Finding, Fix};

pub(super) fn find(here: &Here<'_>, found: &mut Vec<Finding>) {
    for call in here.functions.calls.iter().filter(|it| !it.is_guarded) {
        let (name, range) = &call.name;
        let Some(near) = unknown(here.snapshot, here.file, name) else { continue };
        // What is no function of a known module may be one of a module that is not installed.
        if !here.is_of_known_module(name) && (near.is_none() || here.lacks_modules()) {
            continue;
        }
        let fix = near.as_ref().map(|near| {
            let edit = Edit { file: here.path.clone(), range: syntax::text_range(range), text: near.clone() };
            Fix { title: format!("Change to `{near}`"), edits: vec![edit], sure: false }
        });
        found.push(Finding {
            help: near.map(|it| format!("There is `{it}`")),
            fixes: fix.into_iter().collect(),
            ..here.finding(codes::RUBY_UNKNOWN_FUNCTION, Severity::Warning, range, format!("Unknown function: '{name}'"))
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::rb::tests::{check_files, check_function};

    #[test]
    fn functions_that_do_not_exist() {
        check_function(
            "  def f(x)\n    call_function('m::gone', x) + call_function('versioncmpp', x)\n  end",
            &[
                "ruby-unknown-function \"m::gone\": Unknown function: 'm::gone'",
                "ruby-unknown-function \"versioncmpp\": Unknown function: 'versioncmpp' (There is `versioncmp`)",
            ],
        );
        // Those of modules that are not installed, what code decides, what it handles.
        check_function(
            "  def f(x)\n    call_function('other::f', x)\n    call_function(x)\n    call_function('something', x)\n    \
             call_function('m::gone', x) rescue nil\n    call_function('m::f', x)\n    call_function('split', x)\n  end",
            &[],
        );
    }

    #[test]
    fn functions_of_legacy_functions() {
        let text = "module Puppet::Parser::Functions\n  newfunction(:old, type: :rvalue) do |a|\n    function_old(a)\n    \
                    function_templat(a)\n    call_function('m::gone', a)\n  end\nend\n";
        check_files(
            &[("lib/puppet/parser/functions/old.rb", text)],
            &[
                "ruby-unknown-function \"templat\": Unknown function: 'templat' (There is `template`)",
                "ruby-unknown-function \"m::gone\": Unknown function: 'm::gone'",
            ],
        );
    }
}
