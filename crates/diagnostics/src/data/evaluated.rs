//! Errors of evaluations that data cause: a value of another type, a circle. They are reported at the key that is the cause.

use std::collections::BTreeSet;
use std::path::Path;

use analysis::data::Role;
use analysis::{File, Snapshot, Systems};
use compiler::DataKey;
use hir::Symbol;
use issue::{DataError, Issue};
use syntax::Severity;

use super::{DataFile, Draft, invalid_interpolation, invalid_merge, mistyped_data, part_at, recursive_data, text_range, unreadable_data};
use crate::passes::{find_in_data, find_on_nodes_of_data};
use crate::registry::{Code, codes};
use crate::{Filter, Finding, Ignores, Ran, Related, filter};

/// Limit of the files of code that are evaluated for findings in the data that they look up.
const MOST_READERS: usize = 16;

/// Moves an error of an evaluation to the data that cause it; nothing where they are not found.
pub(crate) fn move_to_data(snapshot: Snapshot<'_>, finding: &Finding, keys: &[DataKey]) -> Option<Finding> {
    match finding.issue.as_deref()? {
        Issue::Data(DataError::Recursive { keys: names }) => {
            let names: Vec<&str> = names.iter().map(|it| &**it).collect();
            circle(snapshot, finding, keys, &names)
        }
        issue @ Issue::Data(DataError::Merge { .. }) => merge(snapshot, finding, issue, keys),
        issue @ Issue::Data(DataError::Interpolation { .. }) => {
            of_text(snapshot, finding, issue, keys, codes::INVALID_INTERPOLATION, invalid_interpolation::find)
        }
        issue @ Issue::Data(DataError::NoHash { .. }) => {
            of_text(snapshot, finding, issue, keys, codes::UNREADABLE_DATA, unreadable_data::find)
        }
        issue => mistyped(snapshot, finding, issue, keys),
    }
}

/// Options that say how to merge: those of the key itself before a pattern.
fn merge(snapshot: Snapshot<'_>, finding: &Finding, issue: &Issue, keys: &[DataKey]) -> Option<Finding> {
    let candidates = keys.iter().filter_map(|key| {
        with_looked(snapshot, &key.file, |looked| {
            let wrong = invalid_merge::all(looked);
            let is_it = |it: &Draft| it.issue.as_ref() == Some(issue);
            let wrong = wrong.into_iter().filter(|it| is_it(&it.1) && (*it.0 == *key.key || it.0.starts_with('^')));
            let (of, draft) = wrong.max_by_key(|it| *it.0 == *key.key)?;
            let is_own = *of == *key.key;
            let located = looked.finding(codes::INVALID_MERGE, draft);
            let Finding { range, message, help, fixes, code, .. } = located;
            Some((is_own, Finding { range, message, help, fixes, ..moved(code, looked, finding) }))
        })
    });
    candidates.max_by_key(|it| it.0).map(|it| it.1)
}

/// Whether the text of a file of data shows the finding by itself.
fn of_text(
    snapshot: Snapshot<'_>,
    finding: &Finding,
    issue: &Issue,
    keys: &[DataKey],
    code: Code,
    find: fn(&DataFile<'_>, &mut Vec<Draft>),
) -> Option<Finding> {
    keys.iter().find_map(|key| {
        with_looked(snapshot, &key.file, |looked| {
            let mut drafts = Vec::new();
            find(looked, &mut drafts);
            let draft = drafts.into_iter().find(|it| it.issue.as_ref() == Some(issue))?;
            Some(Finding { range: text_range(&draft.range), message: draft.message, ..moved(code, looked, finding) })
        })
    })
}

/// Returns a finding in data that are not checked themselves, unless their comments or settings silence it.
pub fn report_in_data(snapshot: Snapshot<'_>, finding: Finding) -> Option<Finding> {
    let path = Path::new(&*finding.file);
    let file = snapshot.file_at(path)?;
    let (text, settings) = (snapshot.text(file), snapshot.settings(file));
    let ignores = Ignores::in_data(&text);
    let context = Filter { file: &finding.file, path, text: &text, ignores: &ignores, settings: &settings, ran: Ran::All };
    filter(vec![finding.clone()], &context).into_iter().find(|it| it.is_same(&finding))
}

/// Returns what evaluations show of a file of data: of keys that seem to be wrong or, with readers, are looked up anywhere.
pub(super) fn find_in_file(looked: &DataFile<'_>, systems: Systems, doubted: &[Finding], with_readers: bool) -> Vec<Finding> {
    if !looked.is_data() {
        return Vec::new();
    }
    let mut code: Vec<File> = Vec::new();
    for entry in looked.text.tree.entries() {
        let Some(key) = entry.key.text() else { continue };
        let is_doubted = || {
            let range = text_range(&(entry.key.range.start..entry.value.as_ref().map_or(entry.key.range.end, |it| it.range.end)));
            doubted.iter().any(|it| range.contains_range(it.range)) || mistyped_data::is_unclear(looked, key)
        };
        let Some(class) = key.rsplit_once("::").map(|it| it.0.trim_start_matches("::")) else { continue };
        if let [definition] = looked.snapshot.resolve(&Symbol::Class(class.into()), looked.file)[..]
            && !code.contains(&definition.file)
            && is_doubted()
        {
            code.push(definition.file);
        }
    }
    // The name of the file may show which of many nodes are wrong.
    let of_nodes = match code.is_empty() && doubted.is_empty() {
        true => Vec::new(),
        false => find_on_nodes_of_data(looked.snapshot, looked.file, systems),
    };
    if with_readers || !doubted.is_empty() {
        let keys: BTreeSet<&str> = looked.text.tree.entries().iter().filter_map(|it| it.key.text()).collect();
        for file in looked.snapshot.readers_of(&keys).into_iter().take(MOST_READERS) {
            if !code.contains(&file) {
                code.push(file);
            }
        }
    }
    let mut found: Vec<Finding> = of_nodes;
    for file in code {
        for finding in find_in_data(looked.snapshot, file, systems, &looked.path) {
            match found.iter_mut().find(|it| it.is_same(&finding)) {
                Some(known) if finding.severity == Severity::Error => known.severity = Severity::Error,
                Some(_) => {}
                None => found.push(finding),
            }
        }
    }
    found
}

fn mistyped(snapshot: Snapshot<'_>, finding: &Finding, issue: &Issue, keys: &[DataKey]) -> Option<Finding> {
    let wrong = if let Issue::WrongParameters { mismatches, .. } = issue { mismatches.as_slice() } else { &[] };
    let is_meant = |it: &&DataKey| it.parameter.as_ref().is_none_or(|name| wrong.iter().any(|it| it.is_about(name)));
    let mut best: Option<(bool, Finding)> = None;
    for key in keys.iter().filter(is_meant) {
        let Some(candidate) = with_looked(snapshot, &key.file, |looked| {
            let entry = looked.text.tree.root.as_ref()?.entry(&key.key)?;
            let whole = entry.value.as_ref().filter(|it| !it.range.is_empty()).unwrap_or(&entry.key);
            let named = part_at(whole, issue.value_path());
            let range = text_range(&looked.first_line(&named.range));
            Some((named.range != whole.range, Finding { range, ..moved(codes::MISTYPED_DATA, looked, finding) }))
        }) else {
            continue;
        };
        // Of several that are merged, the one that has what is spoken of.
        if best.as_ref().is_none_or(|it| candidate.0 && !it.0) {
            best = Some(candidate);
        }
    }
    best.map(|it| it.1)
}

fn circle(snapshot: Snapshot<'_>, finding: &Finding, keys: &[DataKey], names: &[&str]) -> Option<Finding> {
    let files: BTreeSet<&str> = keys.iter().map(|it| &*it.file).collect();
    // One file has all of it, most of the time.
    let whole = files.iter().find_map(|file| {
        with_looked(snapshot, file, |looked| {
            let mut drafts = Vec::new();
            recursive_data::find(looked, &mut drafts);
            let draft = drafts.into_iter().find(|it| is_circle_of(it, names))?;
            let mut located = moved(codes::RECURSIVE_DATA, looked, finding);
            located.related.splice(0..0, draft.related);
            Some(Finding { range: text_range(&draft.range), message: draft.message, ..located })
        })
    });
    whole.or_else(|| {
        let mut steps: Vec<(&str, Related)> = Vec::new();
        for file in &files {
            with_looked(snapshot, file, |looked| {
                for (key, range) in recursive_data::steps_between(looked, names) {
                    let Some(key) = names.iter().find(|it| **it == key) else { continue };
                    let related =
                        Related { file: looked.path.clone(), range: text_range(&range), message: format!("'{key}' looks up the next") };
                    steps.push((key, related));
                }
                Some(())
            });
        }
        steps.sort_by_key(|(key, _)| names.iter().position(|it| it == key));
        let mut steps = steps.into_iter().map(|it| it.1);
        let first = steps.next()?;
        let mut located = with_looked(snapshot, &first.file, |looked| Some(moved(codes::RECURSIVE_DATA, looked, finding)))?;
        located.related.splice(0..0, steps);
        Some(Finding { range: first.range, message: recursive_data::recursive(names).to_string(), ..located })
    })
}

/// Whether the keys of a finding about a circle are all among these.
fn is_circle_of(draft: &Draft, names: &[&str]) -> bool {
    let Some(Issue::Data(DataError::Recursive { keys })) = &draft.issue else { return false };
    keys.iter().all(|it| names.contains(&&**it))
}

fn with_looked<T>(snapshot: Snapshot<'_>, path: &str, tell: impl FnOnce(&DataFile<'_>) -> Option<T>) -> Option<T> {
    let file = snapshot.file_at(Path::new(path))?;
    let place = snapshot.data_place(file)?;
    let looked = DataFile::new(snapshot, file, &place);
    if matches!(place.role, Role::Data { .. }) { tell(&looked) } else { None }
}

fn moved(code: Code, looked: &DataFile<'_>, finding: &Finding) -> Finding {
    let origin = Related { file: finding.file.clone(), range: finding.range, message: "it is used here".to_owned() };
    Finding {
        code,
        file: looked.path.clone(),
        related: std::iter::once(origin).chain(finding.related.iter().cloned()).collect(),
        fixes: Vec::new(),
        help: None,
        puppet_place: None,
        ..finding.clone()
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::data::tests::MODULE;
    use crate::neighbours::tests::{check, found};

    const SITE: &str = "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\n#- /e/data/common.yaml\n";

    #[test]
    fn a_parameter_of_another_type_is_told_once() {
        let text = format!("{MODULE}#- /m/a/data/common.yaml\na::x: '1'\n#- /m/a/manifests/init.pp\nclass a(Integer $x) {{ }}\n");
        check(
            "mistyped-data",
            &text,
            expect![[r#"
            Error: Class[A]: parameter 'x' expects an Integer value, got String
              /m/a/data/common.yaml:1 a::x: '1'
                                            ^^^
              /m/a/manifests/init.pp:1 class a(Integer $x) { }
                                       ------- it is used here
              /m/a/manifests/init.pp:1 class a(Integer $x) { }
                                               ---------- the parameter declares its type here
        "#]],
        );
        check("type-mismatch", &text, expect![[""]]);
    }

    #[test]
    fn what_is_merged_is_told_where_it_stands() {
        let data = "lookup_options:\n  a::x: {merge: unique}\na::x: b\n";
        let text = format!("{MODULE}#- /m/a/data/common.yaml\n{data}#- /m/a/manifests/init.pp\nclass a(Integer $x) {{ }}\n");
        check(
            "mistyped-data",
            &text,
            expect![[r#"
            Error: Class[A]: parameter 'x' expects an Integer value, got Tuple
              /m/a/data/common.yaml:3 a::x: b
                                            ^
              /m/a/manifests/init.pp:1 class a(Integer $x) { }
                                       ------- it is used here
              /m/a/manifests/init.pp:1 class a(Integer $x) { }
                                               ---------- the parameter declares its type here
        "#]],
        );
    }

    #[test]
    fn values_that_are_looked_up() {
        let code = "$x = lookup('n', Integer)\n$y = lookup('h', Hash[String, Integer])\n$z = lookup({name => 'n', value_type => String})\n";
        let text = format!("{SITE}n: abc\nh:\n  k: 1\n  l: m\n#- /e/manifests/site.pp\n{code}");
        check(
            "mistyped-data",
            &text,
            expect![[r#"
            Error: Found value has wrong type, expects an Integer value, got String
              /e/data/common.yaml:1 n: abc
                                       ^^^
              /e/manifests/site.pp:1 $x = lookup('n', Integer)
                                          -------------------- it is used here
            Error: Found value has wrong type, entry 'l' expects an Integer value, got String
              /e/data/common.yaml:4   l: m
                                         ^
              /e/manifests/site.pp:2 $y = lookup('h', Hash[String, Integer])
                                          ---------------------------------- it is used here
        "#]],
        );
        check("type-mismatch", &text, expect![[""]]);
    }

    #[test]
    fn circles_that_are_met() {
        let text = format!(
            "{SITE}a: \"%{{lookup('b')}}\"\nb: \"%{{lookup('a')}}\"\nc: \"%{{lookup('a')}}\"\n#- /e/manifests/site.pp\n$x = lookup('c')\n"
        );
        check(
            "recursive-data",
            &text,
            expect![[r#"
            Error: Recursive lookup detected in [a, b]
              /e/data/common.yaml:1 a: "%{lookup('b')}"
                                        ^^^^^^^^^^^^^^
              /e/data/common.yaml:2 b: "%{lookup('a')}"
                                        -------------- 'b' looks up the next
              /e/manifests/site.pp:1 $x = lookup('c')
                                          ----------- it is used here
        "#]],
        );
    }

    #[test]
    fn circles_through_several_files() {
        let levels = "hierarchy:\n- {name: n, path: n.yaml}\n- {name: c, path: common.yaml}\n";
        let site = SITE.replace("version: 5\n", &format!("version: 5\n{levels}"));
        let data = "b: \"%{lookup('a')}\"\n#- /e/data/n.yaml\na: \"%{lookup('b')}\"\n";
        check(
            "recursive-data",
            &format!("{site}{data}#- /e/manifests/site.pp\n$x = lookup('a')\n"),
            expect![[r#"
            Error: Recursive lookup detected in [a, b]
              /e/data/n.yaml:1 a: "%{lookup('b')}"
                                   ^^^^^^^^^^^^^^
              /e/data/common.yaml:1 b: "%{lookup('a')}"
                                        -------------- 'b' looks up the next
              /e/manifests/site.pp:1 $x = lookup('a')
                                          ----------- it is used here
        "#]],
        );
    }

    #[test]
    fn what_the_code_gives_is_no_mistake_of_the_data() {
        let data = "#- /m/a/data/common.yaml\na::x: '1'\n";
        let code = "#- /m/a/manifests/init.pp\nclass a(Integer $x) { }\n#- /m/a/manifests/b.pp\nclass a::b { class { 'a': x => 'y' } }\n";
        let text = format!("{MODULE}{data}{code}");
        check(
            "type-mismatch",
            &text,
            expect![[r#"
            Error: Class[A]: parameter 'x' expects an Integer value, got String
              /m/a/manifests/b.pp:1 class a::b { class { 'a': x => 'y' } }
                                                                   ^^^
              /m/a/manifests/init.pp:1 class a(Integer $x) { }
                                               ---------- the parameter declares its type here
        "#]],
        );
    }

    #[test]
    fn it_is_told_once() {
        let text =
            format!("{MODULE}#- /m/a/data/common.yaml\na::x: '1'\n#- /m/a/manifests/init.pp\n# Counts.\nclass a(Integer $x) {{ }}\n");
        let reported = found(&text, crate::report);
        let lines: Vec<String> = reported.iter().map(|it| format!("{} {:?} {}", it.file, it.severity, it.message)).collect();
        assert_eq!(lines, ["/m/a/data/common.yaml Error Class[A]: parameter 'x' expects an Integer value, got String"]);
    }
}
