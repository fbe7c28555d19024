//! Findings in the Ruby of functions and types: what Ruby cannot parse.

use analysis::{File, Snapshot};
use syntax::{Severity, text_range};

use crate::Finding;
use crate::erb::{mistakes, sentence};
use crate::registry::codes;

/// Returns what is wrong in the Ruby of a function or type of a module.
pub(crate) fn find_in_file(snapshot: Snapshot<'_>, file: File) -> Vec<Finding> {
    let declarations = snapshot.ruby_declarations(file);
    let path = snapshot.path(file);
    let finding = |range, message| Finding::plain(path.clone(), codes::RUBY_SYNTAX, Severity::Error, range, message);
    let mistakes = mistakes(&declarations.problems, &snapshot.text(file));
    mistakes.into_iter().map(|it| finding(text_range(&it.range), sentence(&it.message))).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use analysis::{AnalysisHost, Change, Origin, Systems};
    use world::MemoryWorld;

    #[track_caller]
    fn check(path: &str, text: &str, expected: &[&str]) {
        let mut world = MemoryWorld::new();
        world.add_file(path, text);
        let mut host = AnalysisHost::new(Arc::new(world));
        host.apply(Change::new().disk(path, Some(Arc::from(text)), Origin::Local));
        let found = host.analysis().run(|snapshot| {
            let file = snapshot.file(path).expect("it is there");
            crate::stored_report(snapshot, file, Systems::All)
        });
        let found = found.expect("nobody stops this run");
        let shown: Vec<String> = found
            .iter()
            .map(|it| format!("{} {:?}: {}", it.code.name, &text[std::ops::Range::<usize>::from(it.range)], it.message))
            .collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn ruby_that_cannot_be_parsed() {
        let torn = "Puppet::Functions.create_function(:f) do\n  def f(x)\n    x +\n  end\nend\n";
        check(
            "/modules/m/lib/puppet/functions/f.rb",
            torn,
            &["ruby-syntax \"end\": Unexpected 'end'; expected an expression after the operator"],
        );
        check("/modules/m/lib/puppet/type/t.rb", "Puppet::Type.newtype(:t) do\nend\n", &[]);
        check("/modules/m/spec/f_spec.rb", torn, &[]);
    }
}
