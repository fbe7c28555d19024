//! Exceptions that a template raises while it is rendered, at their place in the template.

use std::ops::Range;
use std::sync::Arc;

use analysis::{File, Snapshot, Systems};
use syntax::text_range;

use crate::passes::find_evaluated;
use crate::{Finding, Related};

/// Limit of manifests that are evaluated for a template.
const MOST_MANIFESTS: usize = 8;

/// Returns the exceptions that the calls of a template show, each once.
pub(crate) fn find_raised(snapshot: Snapshot<'_>, file: File, systems: Systems) -> Vec<Finding> {
    let (path, text) = (snapshot.path(file), snapshot.text(file));
    let mut manifests: Vec<File> = Vec::new();
    for renderer in snapshot.erb_renderers(file) {
        if !manifests.contains(&renderer.file) {
            manifests.push(renderer.file);
        }
    }
    let mut found = Vec::new();
    for manifest in manifests.into_iter().take(MOST_MANIFESTS) {
        for call in find_evaluated(snapshot, manifest, systems) {
            if call.failed_template() == Some(&*path)
                && let Some(finding) = in_template(&call, path.clone(), &text)
            {
                add_raised(&mut found, finding);
            }
        }
    }
    found
}

/// Adds an exception of a template. Others of the same place are the same mistake, with more calls.
pub fn add_raised(found: &mut Vec<Finding>, new: Finding) {
    match found.iter_mut().find(|it| it.is_same(&new)) {
        Some(known) => {
            if new.is_error() {
                known.severity = new.severity;
            }
            for related in new.related {
                if !known.related.contains(&related) {
                    known.related.push(related);
                }
            }
        }
        None => found.push(new),
    }
}

/// Returns the finding of a call that failed as one of the template, which has that name and text; nothing where the place in the
/// template is not known.
pub fn in_template(call: &Finding, template: Arc<str>, text: &str) -> Option<Finding> {
    let (place, detail) = call.issue.as_deref()?.failed_template()?;
    let range = range(text, place.line?, place.column?)?;
    let caller = Related { file: call.file.clone(), range: call.range, message: "the template is rendered here".to_owned() };
    Some(Finding {
        puppet_code: call.puppet_code,
        systems: call.systems.clone(),
        related: std::iter::once(caller).chain(call.related.iter().cloned()).collect(),
        ..Finding::plain(template, call.code, call.severity, text_range(&range), detail.to_owned())
    })
}

/// From a place up to the end of the tag, or of the line.
fn range(text: &str, line: u32, column: u32) -> Option<Range<usize>> {
    let number = usize::try_from(line).ok()?.checked_sub(1)?;
    let whole = text.split_inclusive('\n').nth(number)?;
    let start_of_line: usize = text.split_inclusive('\n').take(number).map(str::len).sum();
    let inside = whole.char_indices().nth(usize::try_from(column).ok()?.checked_sub(1)?)?.0;
    let rest = whole.get(inside..)?;
    let code = rest.find("%>").map_or(rest, |end| rest.get(..end).unwrap_or(rest).trim_end_matches('-')).trim_end();
    let length = if code.is_empty() { rest.chars().next().map_or(0, char::len_utf8) } else { code.len() };
    let start = start_of_line + inside;
    Some(start..start + length)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use analysis::{AnalysisHost, Change, Origin, Systems};
    use world::MemoryWorld;

    #[track_caller]
    fn check(template: &str, expected: &[&str]) {
        let site = "include m\ninclude m::two\n";
        let class = "class m($unknown = $facts['custom'], $list = undef) {\n  notice(template('m/t.erb'))\n}\n";
        let two = "class m::two {\n  $list = [1]\n  $unknown = 1\n  notice(template('m/t.erb'))\n}\n";
        let files = [
            ("/s/environment.conf", ""),
            ("/s/manifests/site.pp", site),
            ("/s/modules/m/manifests/init.pp", class),
            ("/s/modules/m/manifests/two.pp", two),
            ("/s/modules/m/templates/t.erb", template),
        ];
        let mut world = MemoryWorld::new();
        files.iter().for_each(|(path, text)| world.add_file(path, *text));
        let modules = crate::Modules::new(&world);
        let mut change = Change::new();
        for (path, text) in files {
            let place = path.ends_with(".pp").then(|| modules.autoload(std::path::Path::new(path), path)).flatten();
            change = change.disk(path, Some(Arc::from(text)), Origin::Local).autoload(path, place);
        }
        drop(modules);
        let mut host = AnalysisHost::new(Arc::new(world));
        host.apply(change);
        let found = host.analysis().run(|snapshot| {
            let file = snapshot.file("/s/modules/m/templates/t.erb").expect("it is there");
            crate::stored_report(snapshot, file, Systems::All)
        });
        let shown: Vec<String> = found
            .expect("this run is not cancelled")
            .iter()
            .map(|it| {
                let related: Vec<&str> = it.related.iter().filter_map(|it| it.file.rsplit('/').next()).collect();
                let at = template.get(std::ops::Range::<usize>::from(it.range)).unwrap_or_default();
                format!("{} {at:?}: {} ({})", it.code.name, it.message, related.join(", "))
            })
            .collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn an_exception_has_its_place_in_the_template() {
        check(
            "é\n<% x = 1 -%>\n <%= @list.first -%>\n",
            &["evaluation-failed \"first\": undefined method `first' for nil:NilClass (init.pp)"],
        );
    }

    #[test]
    fn one_place_is_one_finding() {
        check("<% raise 'no' %>", &["evaluation-failed \"raise 'no'\": no (init.pp, two.pp)"]);
    }

    #[test]
    fn what_is_not_known_raises_nothing() {
        check(
            "<%= @unknown.upcase.nope %><%= Integer(@unknown) %><% raise 'x' if @unknown == 2 %>",
            &["evaluation-failed \"upcase.nope\": undefined method `upcase' for 1:Integer (two.pp)"],
        );
        check("<%= @list.inspect %>", &[]);
    }
}
