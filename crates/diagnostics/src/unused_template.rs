//! A template that nothing in the checkout renders.

use analysis::{File, Snapshot};
use syntax::{Severity, TextRange, TextSize};

use crate::Finding;
use crate::registry::codes;

/// Returns the finding, at the first line of the template.
pub(crate) fn find(snapshot: Snapshot<'_>, file: File) -> Option<Finding> {
    if !snapshot.is_unused_template(file) {
        return None;
    }
    let text = snapshot.text(file);
    let line = text.lines().next().unwrap_or_default();
    let range = TextRange::up_to(TextSize::try_from(line.len()).unwrap_or_default());
    let message = "Nothing in this checkout renders this template".to_owned();
    Some(Finding::plain(snapshot.path(file), codes::UNUSED_TEMPLATE, Severity::Hint, range, message))
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use analysis::{AnalysisHost, Change, Origin, Systems};
    use world::MemoryWorld;

    /// The templates of a site with `/s/modules/m` that nothing renders, by `report` and by the store of the editor.
    #[track_caller]
    fn check(files: &[(&str, &str)], expected: &[&str]) {
        let mut world = MemoryWorld::new();
        let given = [("/s/environment.conf", ""), ("/s/modules/m/manifests/x.pp", "class m::x { }")];
        let all: Vec<(&str, &str)> = given.into_iter().chain(files.iter().copied()).collect();
        all.iter().for_each(|(path, text)| world.add_file(path, *text));
        let modules = crate::Modules::new(&world);
        let mut change = Change::new();
        for (path, text) in all.iter().filter(|it| [".pp", ".erb", ".epp"].iter().any(|end| it.0.ends_with(end))) {
            let place = path.ends_with(".pp").then(|| modules.autoload(Path::new(path), path)).flatten();
            change = change.disk(*path, Some(Arc::from(*text)), Origin::Local).autoload(*path, place);
        }
        drop(modules);
        let mut host = AnalysisHost::new(Arc::new(world));
        host.apply(change);
        let found = host.analysis().run(|snapshot| {
            let templates = all.iter().filter(|it| it.0.contains("/templates/")).filter_map(|it| snapshot.file(it.0));
            let is_unused = |it: &crate::Finding| it.code == "unused-template";
            let find = |file| {
                let found = crate::report(snapshot, file, Systems::All).into_iter().any(|it| is_unused(&it));
                assert_eq!(found, crate::stored_report(snapshot, file, Systems::First).iter().any(is_unused));
                assert!(!crate::stored_report(snapshot.without_evaluations(), file, Systems::First).iter().any(is_unused));
                found.then(|| snapshot.path(file).to_string())
            };
            templates.filter_map(find).collect::<Vec<_>>()
        });
        assert_eq!(found.expect("nothing stops this run"), expected);
    }

    const ERB: (&str, &str) = ("/s/modules/m/templates/a/t.erb", "The template m/a/t.erb\n<%= @x %>\n");
    const EPP: (&str, &str) = ("/s/modules/m/templates/a/t.epp", "<%= $x %>\n");
    const UNUSED: [&str; 2] = [ERB.0, EPP.0];

    #[test]
    fn templates_that_nothing_names() {
        check(&[ERB, EPP], &UNUSED);
        let text = "class m { file { '/x': content => template('m/t.erb', \"m/b/${y}.erb\"), source => epp('m/a/u.epp', { 'a' => $x }) } }";
        check(&[ERB, EPP, ("/s/modules/m/manifests/init.pp", text)], &UNUSED);
        // Neither the history nor the lint of a module renders anything.
        check(&[ERB, ("/s/modules/m/CHANGELOG.md", "m/a/t.erb"), ("/s/modules/m/Rakefile", "Dir['**/*.erb']")], &[ERB.0]);
        check(&[ERB, ("/s/modules/m/README.md", "Templates of ERB (*.erb, .erb)")], &[ERB.0]);
    }

    #[test]
    fn templates_that_something_names() {
        for (path, text) in [
            ("/s/modules/n/manifests/init.pp", "class n { $x = template('m/a/t.erb') }"),
            ("/s/modules/m/manifests/init.pp", "class m { $x = template(\"${module_name}/a/t.erb\") }"),
            ("/s/modules/m/manifests/init.pp", "class m { $x = template(\"m/${a}/t.${b}\") }"),
            ("/s/modules/m/manifests/init.pp", "class m($y) { $x = template(\"m/a/${y}.erb\") }"),
            ("/s/modules/m/manifests/init.pp", "class m($y) { $x = template($y) }"),
            ("/s/modules/m/manifests/init.pp", "class m($y) { $x = inline_template(file('m/../templates/a/t.erb')) }"),
            ("/s/modules/m/templates/o.erb", "<%= scope.function_template(['m/a/t.erb']) %>"),
            ("/s/modules/m/lib/puppet/functions/f.rb", "File.read(File.join(__dir__, '../../../templates/a', 't.erb'))"),
            ("/s/modules/m/lib/puppet/functions/f.rb", "call_function('template', name)"),
            ("/s/data/common.yaml", "m::template: m/a/t.erb\n"),
            ("/s/data/common.yaml", "m::template: \"m/a/%{facts.os.name}.erb\"\n"),
            ("/s/modules/m/README.md", "Set `template` to `m/a/t.erb`."),
        ] {
            let is_named = ("/s/modules/m/templates/o.erb", ERB);
            let found: &[&str] = if path == is_named.0 { &["/s/modules/m/templates/o.erb"] } else { &[] };
            check(&[ERB, (path, text)], found);
        }
    }

    #[test]
    fn modules_of_others_are_not_judged() {
        check(&[ERB, ("/s/modules/m/metadata.json", "{\"name\": \"a-m\"}")], &[]);
        check(&[ERB, ("/s/Puppetfile", "mod 'm', :git => 'https://example.com/m'\n")], &[]);
        check(&[ERB, ("/s/Puppetfile", "mod 'n', :git => 'https://example.com/n'\n")], &[ERB.0]);
        let template = "/p/puppet-m/templates/t.erb";
        let code = [
            ("/p/puppet-m/metadata.json", "{\"name\": \"a-m\", \"version\": \"1.0.0\"}"),
            ("/p/puppet-m/manifests/init.pp", "class m { }"),
            (template, ""),
        ];
        check(&code, &[template]);
    }
}
