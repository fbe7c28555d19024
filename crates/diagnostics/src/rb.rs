//! Findings in the Ruby of functions and types: what Ruby cannot parse, and what Puppet cannot load or call.

mod duplicate_dispatch;
mod here;
mod invalid_dispatch;
mod local;
mod not_covered;
mod types;
mod unknown_function;
mod unknown_type;
mod wrong_name;

use std::path::Path;

use analysis::{File, Snapshot};
use syntax::{Severity, text_range};

use crate::Finding;
use crate::erb::{mistakes, sentence};
use crate::registry::codes;
use here::Here;

/// Returns what is wrong in the Ruby of a function or type of a module.
pub(crate) fn find_in_file(snapshot: Snapshot<'_>, file: File) -> Vec<Finding> {
    let path = snapshot.path(file);
    let declarations = snapshot.ruby_declarations(file);
    if !declarations.problems.is_empty() {
        let finding = |range, message| Finding::plain(path.clone(), codes::RUBY_SYNTAX, Severity::Error, range, message);
        let mistakes = mistakes(&declarations.problems, &snapshot.text(file));
        return mistakes.into_iter().map(|it| finding(text_range(&it.range), sentence(&it.message))).collect();
    }
    let here = Here { snapshot, file, path, functions: snapshot.ruby_function_file(file) };
    let mut found = Vec::new();
    wrong_name::find(&here, &mut found);
    if is_of_functions(&here.path) {
        invalid_dispatch::find(&here, &mut found);
        unknown_type::find(&here, &mut found);
        duplicate_dispatch::find(&here, &mut found);
        unknown_function::find(&here, &mut found);
    }
    if !here.path.contains("/lib/facter/") {
        not_covered::find(&here, &mut found);
    }
    found.sort_by_key(|it| it.range.start());
    found
}

/// Whether a finding only matters to who writes the file: the hint at Ruby which Bunraku does not run, in a file of Ruby.
pub fn is_for_editors(finding: &Finding, path: &Path) -> bool {
    finding.code == codes::RUBY_NOT_COVERED && finding.severity == Severity::Hint && analysis::is_ruby(path)
}

fn is_of_functions(path: &str) -> bool {
    path.contains("/lib/puppet/functions/") || path.contains("/lib/puppet/parser/functions/")
}

#[cfg(test)]
pub(crate) mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use analysis::{AnalysisHost, Change, Origin, Systems};
    use world::MemoryWorld;

    /// Files of the module `m`, of which the first one is checked.
    #[track_caller]
    pub(crate) fn check_files(files: &[(&str, &str)], expected: &[&str]) {
        let files: Vec<(String, &str)> = files.iter().map(|it| (format!("/modules/m/{}", it.0), it.1)).collect();
        let mut world = MemoryWorld::new();
        world.add_file("/modules/m/manifests/init.pp", "class m { }\n");
        world.add_file("/modules/m/metadata.json", "{\"name\": \"a-m\", \"dependencies\": []}");
        files.iter().for_each(|(path, text)| world.add_file(path, *text));
        let modules = crate::Modules::new(&world);
        let mut change = Change::new();
        for (path, text) in &files {
            let place = path.ends_with(".pp").then(|| modules.autoload(Path::new(path), path)).flatten();
            change = change.disk(path.as_str(), Some(Arc::from(*text)), Origin::Local).autoload(path.as_str(), place);
        }
        drop(modules);
        let mut host = AnalysisHost::new(Arc::new(world));
        host.apply(change);
        let (path, text) = files.first().expect("a file");
        let found = host.analysis().run(|snapshot| {
            let file = snapshot.file(path).expect("it is there");
            crate::stored_report(snapshot, file, Systems::All)
        });
        let shown = |it: &crate::Finding| {
            let help = it.help.as_ref().map(|it| format!(" ({it})")).unwrap_or_default();
            format!("{} {:?}: {}{help}", it.code.name, &text[std::ops::Range::<usize>::from(it.range)], it.message)
        };
        assert_eq!(found.expect("this run is not cancelled").iter().map(shown).collect::<Vec<_>>(), expected);
    }

    /// The body of the function `m::f`.
    #[track_caller]
    pub(crate) fn check_function(body: &str, expected: &[&str]) {
        let text = format!("Puppet::Functions.create_function(:'m::f') do\n{body}\nend\n");
        check_files(&[("lib/puppet/functions/m/f.rb", &text)], expected);
    }

    #[test]
    fn ruby_that_cannot_be_parsed() {
        let torn = "Puppet::Functions.create_function(:f) do\n  def f(x)\n    x +\n  end\nend\n";
        check_files(
            &[("lib/puppet/functions/f.rb", torn)],
            &["ruby-syntax \"end\": Unexpected 'end'; expected an expression after the operator"],
        );
        check_files(&[("lib/puppet/type/t.rb", "Puppet::Type.newtype(:t) do\nend\n")], &[]);
        check_files(&[("spec/f_spec.rb", torn)], &[]);
    }
}
