//! `puppet:///modules/x/y`, `file('x/y')`, `epp('x/y')`: the module is there, and the file is not.

use hir::{FileKind, Symbol};
use syntax::model::{Data, NodeId};
use syntax::{Severity, TextRange};

use super::{CodeFile, Rule};
use crate::Finding;
use crate::advice::Text;
use crate::registry::codes;

/// An evaluation that gets there says so, too: its code it is.
pub(crate) const RULE: Rule = Rule::Neighbours(find);

fn find(here: &CodeFile<'_>, found: &mut Vec<Finding>) {
    let references = &here.snapshot.references(here.file).all;
    let files = references.iter().filter_map(|it| match &it.symbol {
        Symbol::File(kind, path) => Some((*kind, path.as_str(), it.range)),
        _ => None,
    });
    let mut needed: Option<Vec<TextRange>> = None;
    // Those that are not there, with what should be where.
    let mut missing: Vec<(TextRange, String)> = Vec::new();
    for (kind, path, range) in files {
        let Some((module, rest)) = path.split_once('/') else { continue };
        // What ends with a slash, or has nothing, names a folder; signs may be of a pattern.
        if rest.is_empty() || rest.ends_with('/') || rest.contains("..") || rest.contains(['*', '?', '$', '%', '{', '\\']) {
            continue;
        }
        let Some(folder) = here.snapshot.module_folder(here.file, module) else { continue };
        let place = format!("{}/{rest}", kind.folder());
        if here.snapshot.exists(&folder.join(&place)) {
            continue;
        }
        missing.push((range, format!("`{place}` of the module `{module}`")));
        let needed = needed.get_or_insert_with(|| needed_in(here));
        if !needed.iter().any(|it| it.contains_range(range)) {
            continue;
        }
        let message = match kind {
            FileKind::Erb | FileKind::Epp => format!("Could not find template '{path}'"),
            FileKind::File => format!("Could not find any files from {path}"),
        };
        let without = format!("The module `{module}` has no `{place}`");
        let is_source = here.text.slice(range).contains("puppet:");
        // What Puppet says of those, it says when the catalog is applied.
        let (message, help) = if is_source { (without, None) } else { (message, Some(without)) };
        found.push(Finding { help, ..here.finding(codes::MISSING_FILE, Severity::Warning, range, message) });
    }
    // A list of several needs several that are gone: mostly none is, and nothing is looked for.
    let lists = if missing.len() > 1 { lists_of_sources(here) } else { Vec::new() };
    for list in lists {
        let all: Option<Vec<&str>> =
            list.iter().map(|it| Some(missing.iter().find(|file| it.contains_range(file.0))?.1.as_str())).collect();
        let (Some(all), Some(first), Some(last)) = (all, list.first(), list.last()) else { continue };
        let message = format!("None of these files exists: {}", all.join(", "));
        found.push(here.finding(codes::MISSING_FILE, Severity::Warning, first.cover(*last), message));
    }
}

/// The elements of each list of several sources, of which Puppet takes the first that is there.
fn lists_of_sources(here: &CodeFile<'_>) -> Vec<Vec<TextRange>> {
    let model = &here.text.model;
    let list = |id| match model.data(id) {
        Data::AttributeOperation { name, value, .. } if **name == *"source" => match model.data(*value) {
            Data::List { values } if values.len() > 1 => Some(values.iter().map(|it| here.text.range(*it)).collect()),
            _ => None,
        },
        _ => None,
    };
    model.ids().filter_map(list).collect()
}

/// The texts that must name a file: not one of several that may be there, nor one that is asked for first.
fn needed_in(here: &CodeFile<'_>) -> Vec<TextRange> {
    let text = here.text;
    let calls: Vec<(&str, &[NodeId])> =
        text.model.ids().filter_map(|it| text.call(it)).map(|(name, _, arguments)| (name, arguments)).collect();
    let asks = ["find_file", "find_template", "file_exists", "stdlib::file_exists", "binary_file_exists", "defined"];
    if calls.iter().any(|(name, _)| asks.contains(name)) {
        return Vec::new();
    }
    let mut needed: Vec<TextRange> = Vec::new();
    for (name, arguments) in calls {
        match (name, arguments) {
            ("template", all) => needed.extend(all.iter().map(|it| text.range(*it))),
            ("file" | "binary_file", [one]) if !matches!(text.model.data(*one), Data::List { .. }) => needed.push(text.range(*one)),
            ("epp", [first, ..]) => needed.push(text.range(*first)),
            _ => {}
        }
    }
    for id in text.model.ids() {
        // `'x'.epp` is rare, and another thing.
        if let Data::AttributeOperation { name, value, .. } = text.model.data(id)
            && **name == *"source"
            && let Some(one) = one_source(text, *value)
        {
            needed.push(text.range(one));
        }
    }
    needed
}

/// The only source that is given, be it in a list.
fn one_source(text: &Text<'_>, value: NodeId) -> Option<NodeId> {
    match text.model.data(value) {
        Data::String(_) | Data::Concat { .. } => Some(value),
        Data::List { values } if values.len() == 1 => one_source(text, *values.first()?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::neighbours::tests::check;

    #[test]
    fn the_module_must_be_there() {
        check(
            "missing-file",
            r#"
#- /m/web/metadata.json
{ "name": "me-web" }
#- /m/web/manifests/init.pp
class web($x) {
  file { '/a': source => 'puppet:///modules/web/gone' }
  file { '/b': source => 'puppet:///modules/web/there' }
  file { '/c': source => ['puppet:///modules/web/gone', 'puppet:///modules/web/there'] }
  file { '/d': source => "puppet:///modules/web/${x}" }
  file { '/e': source => "puppet:///modules/${module_name}/gone" }
  file { '/f': source => 'puppet:///modules/other/gone' }
  file { '/g': source => 'puppet:///private/web/gone' }
  if $x {
    $y = [epp('web/gone.epp', { 'x' => 'web/gone' }), template('web/there.erb'), file('web/gone', 'web/there'), file('web/gone')]
  }
}
#- /m/web/files/there
#- /m/web/templates/there.erb
"#,
            expect![[r#"
                Warning: Could not find template 'web/gone.epp'
                  /m/web/manifests/init.pp:10     $y = [epp('web/gone.epp', { 'x' => 'web/gone' }), template('web/there.erb'), file('web/gone', 'web/there'), file('web/gone')]
                                                            ^^^^^^^^^^^^^^
                Warning: The module `web` has no `files/gone`
                  /m/web/manifests/init.pp:2   file { '/a': source => 'puppet:///modules/web/gone' }
                                                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^
                Warning: The module `web` has no `files/gone`
                  /m/web/manifests/init.pp:6   file { '/e': source => "puppet:///modules/${module_name}/gone" }
                                                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                Warning: Could not find any files from web/gone
                  /m/web/manifests/init.pp:10     $y = [epp('web/gone.epp', { 'x' => 'web/gone' }), template('web/there.erb'), file('web/gone', 'web/there'), file('web/gone')]
                                                                                                                                                                    ^^^^^^^^
                  help: The module `web` has no `files/gone`
            "#]],
        );
    }

    #[test]
    fn of_a_list_one_is_enough() {
        check(
            "missing-file",
            r#"
#- /m/web/metadata.json
{ "name": "me-web" }
#- /m/web/manifests/init.pp
class web($x) {
  file { '/a': source => ['puppet:///modules/web/a', "puppet:///modules/${module_name}/b"] }
  file { '/b': source => ['puppet:///modules/web/a', "puppet:///modules/web/${x}"] }
  file { '/c': source => ['puppet:///modules/web/a', 'puppet:///modules/other/a'] }
  file { '/d': source => ['puppet:///modules/web/a', 'puppet:///modules/web/there', '/etc/a'] }
  file { '/e': source => ['puppet:///modules/web/a', '/etc/a'] }
  file { '/f': source => ['puppet:///modules/web/a'] }
}
#- /m/web/files/there
"#,
            expect![[r#"
                Warning: The module `web` has no `files/a`
                  /m/web/manifests/init.pp:7   file { '/f': source => ['puppet:///modules/web/a'] }
                                                                        ^^^^^^^^^^^^^^^^^^^^^^^
                Warning: None of these files exists: `files/a` of the module `web`, `files/b` of the module `web`
                  /m/web/manifests/init.pp:2   file { '/a': source => ['puppet:///modules/web/a', "puppet:///modules/${module_name}/b"] }
                                                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            "#]],
        );
    }

    #[test]
    fn one_that_is_asked_for_may_be_missing() {
        check(
            "missing-file",
            r#"
#- /m/web/metadata.json
{ "name": "me-web" }
#- /m/web/manifests/init.pp
class web($x) {
  if find_file('web/gone') {
    $y = file('web/gone')
  }
}
"#,
            expect![[""]],
        );
    }

    /// Puppet reads any bytes: `file`, `binary_file` and templates in Ruby give them. Of a template in EPP it says
    /// `invalid byte sequence in UTF-8`.
    #[test]
    fn a_file_need_not_be_in_utf_8() {
        let text = "class m {\n  $a = file('m/latin')\n  $b = binary_file('m/latin')\n  $c = template('m/latin.erb')\n  \
                    $d = epp('m/latin.epp')\n  notify { \"${a} ${b} ${c}\": }\n}\n";
        let mut world = world::MemoryWorld::new();
        for path in ["files/latin", "templates/latin.erb", "templates/latin.epp"] {
            world.add_file(format!("/e/modules/m/{path}"), b"caf\xe9".to_vec());
        }
        world.add_file("/e/environment.conf", "");
        let path = "/e/modules/m/manifests/init.pp";
        world.add_file(path, text);
        let mut host = analysis::AnalysisHost::new(std::sync::Arc::new(world));
        host.apply(analysis::Change::new().disk(path, Some(text.into()), analysis::Origin::Local));
        let found = host.analysis().run(|snapshot| {
            snapshot.file(path).map(|file| crate::find_in_file(snapshot, file, analysis::Systems::All)).unwrap_or_default()
        });
        let found = found.expect("this run is not cancelled").into_iter();
        let errors: Vec<String> = found.filter(|it| it.severity == syntax::Severity::Error).map(|it| it.message).collect();
        assert_eq!(errors, ["invalid byte sequence in UTF-8"]);
    }
}
