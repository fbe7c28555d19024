//! `ruby-not-covered`: code of a function or type that Bunraku does not evaluate.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use ruby::coverage;
use syntax::Severity;

use super::here::Here;
use crate::Finding;
use crate::registry::codes;

/// Limit of the findings of a file.
const MOST: usize = 20;

const CONSTANT: &str = "the constant ";

/// Names that Puppet gives the code of functions, and of types.
static NAMES: LazyLock<[HashSet<String>; 2]> = LazyLock::new(|| [compiler::names_for_ruby(), compiler::names_for_types()]);

pub(super) fn find(here: &Here<'_>, found: &mut Vec<Finding>) {
    let is_type = here.path.contains("/lib/puppet/type/");
    let text = here.snapshot.text(here.file);
    let Ok(uses) = coverage::of_program(&text) else { return };
    let [of_functions, of_types] = &*NAMES;
    let names = if is_type { of_types } else { of_functions };
    let mut lacking = uses.lacking(&|name| names.contains(name));
    // Most files lack nothing, whatever helpers define.
    if !lacking.is_empty() {
        let helpers = here.snapshot.names_of_helpers(here.file);
        lacking = uses.lacking(&|name| names.contains(name) || helpers.is_some_and(|it| it.contains(name)));
    }
    // Commands need a grant, and an unknown constant may be anything.
    lacking.retain(|(_, what)| what != ruby::host::COMMAND && !what.starts_with(CONSTANT));
    let kind = if is_type { "type" } else { "function" };
    for (at, what) in lacking.into_iter().take(MOST) {
        let range = range(&text, at, &what);
        let message = format!("This {kind} uses Ruby which Bunraku does not run yet: {what}");
        let finding = here.finding(codes::RUBY_NOT_COVERED, Severity::Hint, &range, message);
        if found.iter().all(|it| it.range != finding.range || it.message != finding.message) {
            found.push(finding);
        }
    }
}

/// The name of what is used, at a place or after it in the same statement; else the rest of the line.
fn range(text: &str, at: u32, what: &str) -> Range<u32> {
    let start = usize::try_from(at).unwrap_or(usize::MAX);
    let rest = text.get(start..).unwrap_or_default();
    let name = what.trim_end_matches("()");
    let line = rest.lines().next().unwrap_or_default();
    let (start, length) = match rest.find(name) {
        Some(0) => (start, name.len()),
        Some(inside) if name.starts_with('.') => (start + inside + 1, name.len() - 1),
        _ => (start, line.trim_end().len()),
    };
    let offset = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
    offset(start)..offset(start + length)
}

#[cfg(test)]
mod tests {
    use crate::rb::tests::{check_files, check_function};

    #[test]
    fn constructs_and_methods() {
        check_function(
            "  def f(x)\n    x.each_grapheme_cluster { }\n    return 1 if (x == 1)..(x == 2)\n    x.upcase + Other + `id`\n  end",
            &[
                "ruby-not-covered \"each_grapheme_cluster\": This function uses Ruby which Bunraku does not run yet: .each_grapheme_cluster",
                "ruby-not-covered \"(x == 1)..(x == 2)\": This function uses Ruby which Bunraku does not run yet: a flip-flop",
            ],
        );
    }

    #[test]
    fn names_of_puppet_are_known() {
        check_function("  $LOAD_PATH.unshift(File.dirname(__FILE__))\n  def f(x)\n    x.upcase + `id` + Other\n  end", &[]);
    }

    #[test]
    fn names_of_helpers_are_known() {
        let text = "require_relative '../../puppet_x/m/helper'\nPuppet::Functions.create_function(:'m::f') do\n  def f(x)\n    \
                    PuppetX::M::Helper.unpack(x)\n  end\nend\n";
        let helper = ("lib/puppet_x/m/helper.rb", "module PuppetX::M\n  class Helper\n    def self.unpack(x); x; end\n  end\nend\n");
        check_files(&[("lib/puppet/functions/m/f.rb", text), helper], &[]);
    }
}
