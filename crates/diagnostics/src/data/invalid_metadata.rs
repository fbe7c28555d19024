//! A `metadata.json` that cannot be read, or that lacks what Puppet and the Forge want to know.

use analysis::data::Role;
use syntax::Severity;
use yaml::{Kind, Node};

use super::{DataFile, Draft, Rule};

pub(crate) const RULE: Rule = Rule::Data(find);

/// Without these Puppet passes over the module when it looks for those that are installed.
const WANTED_BY_PUPPET: [&str; 5] = ["source", "author", "version", "license", "dependencies"];

/// Without these no module is published.
const WANTED_BY_FORGE: [&str; 2] = ["name", "summary"];

fn find(looked: &DataFile<'_>, found: &mut Vec<Draft>) {
    if looked.place.role != Role::Metadata {
        return;
    }
    let module = looked.place.module().map(ToString::to_string).unwrap_or_default();
    let tree = &looked.text.tree;
    if let Some(problem) = &tree.problem {
        let at = problem.at.min(looked.source.len());
        let line = looked.source.get(at..).unwrap_or_default().split('\n').next().unwrap_or_default().trim_end();
        let message = format!("{module} has an invalid and unparsable metadata.json file. The parse error: {}", problem.message);
        found.push(Draft { severity: Some(Severity::Error), range: at..at + line.len(), message, ..Draft::default() });
        return;
    }
    let Some(root) = &tree.root else { return };
    let brace = root.range.start..(root.range.start + 1).min(root.range.end);
    let warn = |range, message: String| Draft { severity: Some(Severity::Warning), range, message, ..Draft::default() };
    if !matches!(root.kind, Kind::Map(_)) {
        found.push(warn(looked.first_line(&root.range), "The metadata of a module must be an object".to_owned()));
        return;
    }
    let is_there = |key: &str| root.get(key).is_some_and(|it| !matches!(it.kind, Kind::Scalar { value: yaml::Data::Undef, .. }));
    // A module without a version stays where it is, and nobody asks for the rest.
    let is_released = is_there("version");
    if !is_released {
        let message = "There is no `version`: version ranges of other modules never match".to_owned();
        found.push(Draft { severity: Some(Severity::Hint), range: brace.clone(), message, ..Draft::default() });
    }
    for key in WANTED_BY_PUPPET.into_iter().filter(|it| is_released && !is_there(it)) {
        found.push(warn(brace.clone(), format!("No {key} module metadata provided for {module}")));
    }
    for key in WANTED_BY_FORGE.into_iter().filter(|it| is_released && !is_there(it)) {
        found.push(warn(brace.clone(), format!("The Forge requires `{key}`")));
    }
    let texts = ["name", "version", "author", "license", "summary", "source"].into_iter().filter_map(|it| Some((it, root.get(it)?)));
    for (key, node) in texts.filter(|(_, it)| it.string().is_none() && !matches!(it.kind, Kind::Scalar { value: yaml::Data::Undef, .. })) {
        found.push(warn(looked.first_line(&node.range), format!("The value of `{key}` must be a string")));
    }
    if let Some(name) = root.get("name")
        && let Some(text) = name.string()
        && !is_full_name(text)
    {
        let message = "Invalid 'name' field in metadata.json: the name is that of the author and that of the module, as `author-module`";
        found.push(warn(looked.without_quotes(&name.range), message.to_owned()));
    }
    if let Some(version) = root.get("version")
        && let Some(text) = version.string()
        && values::version::Version::parse(text).is_err()
    {
        let message = "Invalid 'version' field in metadata.json: version string cannot be parsed as a valid Semantic Version";
        found.push(warn(looked.without_quotes(&version.range), message.to_owned()));
    }
    for key in ["dependencies", "requirements", "operatingsystem_support"] {
        let Some(node) = root.get(key).filter(|it| !matches!(it.kind, Kind::Scalar { value: yaml::Data::Undef, .. })) else { continue };
        match &node.kind {
            Kind::List(items) => {
                found.extend(items.iter().filter_map(|it| of_item(looked, key, it)).map(|(range, text)| warn(range, text)))
            }
            _ => {
                let shown = looked.source.get(looked.first_line(&node.range)).unwrap_or_default();
                let message = format!(
                    "The value for the key {key} in the file metadata.json of the module {module} must be an array, not: '{shown}'"
                );
                found.push(warn(looked.first_line(&node.range), message));
            }
        }
    }
}

fn of_item(looked: &DataFile<'_>, list: &str, item: &Node) -> Option<(std::ops::Range<usize>, String)> {
    let key = if list == "operatingsystem_support" { "operatingsystem" } else { "name" };
    let Some(name) = item.get(key) else {
        return Some((looked.first_line(&item.range), format!("An entry of `{list}` needs a `{key}`")));
    };
    let Some(text) = name.string() else { return Some((looked.first_line(&name.range), format!("The value of `{key}` must be a string"))) };
    if list == "dependencies" && !is_full_name(text) {
        return Some((looked.without_quotes(&name.range), format!("'{text}' needs the author, as in `author-{text}`")));
    }
    let releases = item.get("operatingsystemrelease")?;
    match &releases.kind {
        Kind::List(items) => {
            let wrong = items.iter().find(|it| it.string().is_none())?;
            Some((looked.first_line(&wrong.range), "A release must be a string".to_owned()))
        }
        _ => Some((looked.first_line(&releases.range), "The releases must be an array".to_owned())),
    }
}

fn is_full_name(text: &str) -> bool {
    let Some((author, name)) = text.split_once(['-', '/']) else { return false };
    !author.is_empty() && author.bytes().all(|it| it.is_ascii_alphanumeric()) && hir::name::is_parameter(name)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::data::tests::check;

    const WHOLE: &str =
        "\"name\": \"me-a\", \"version\": \"1.0.0\", \"author\": \"me\", \"license\": \"MIT\", \"summary\": \"s\", \"source\": \"s\"";

    #[test]
    fn a_text_that_is_no_json() {
        check(
            "#- /e/environment.conf\n\n#- /e/modules/a/metadata.json\n{\n  \"name\": \"me-a\"\n  \"version\": 1\n}\n",
            expect![[r#"
            /e/modules/a/metadata.json: error invalid-metadata "\"version\": 1"
              a has an invalid and unparsable metadata.json file. The parse error: expected `,` or `}`
        "#]],
        );
        check(
            "#- /e/environment.conf\n\n#- /e/modules/a/metadata.json\n[]\n",
            expect![[r#"
            /e/modules/a/metadata.json: warning invalid-metadata "[]"
              The metadata of a module must be an object
        "#]],
        );
    }

    #[test]
    fn what_is_missing_or_of_another_kind() {
        check(
            "#- /e/environment.conf\n\n#- /e/modules/a/metadata.json\n{\"name\": \"a\", \"version\": \"1.x\", \"author\": 1, \"dependencies\": {}}\n",
            expect![[r#"
                /e/modules/a/metadata.json: warning invalid-metadata "{"
                  No source module metadata provided for a
                /e/modules/a/metadata.json: warning invalid-metadata "{"
                  No license module metadata provided for a
                /e/modules/a/metadata.json: warning invalid-metadata "{"
                  The Forge requires `summary`
                /e/modules/a/metadata.json: warning invalid-metadata "a"
                  Invalid 'name' field in metadata.json: the name is that of the author and that of the module, as `author-module`
                /e/modules/a/metadata.json: warning invalid-metadata "1.x"
                  Invalid 'version' field in metadata.json: version string cannot be parsed as a valid Semantic Version
                /e/modules/a/metadata.json: warning invalid-metadata "1"
                  The value of `author` must be a string
                /e/modules/a/metadata.json: warning invalid-metadata "{}"
                  The value for the key dependencies in the file metadata.json of the module a must be an array, not: '{}'
            "#]],
        );
        check(
            &format!(
                "#- /e/environment.conf\n\n#- /e/modules/a/metadata.json\n{{{WHOLE}, \"dependencies\": [{{}}, {{\"name\": \"b\"}}],\n\
                 \"operatingsystem_support\": [{{\"operatingsystem\": \"Debian\", \"operatingsystemrelease\": [12]}}, \
                 {{\"operatingsystem\": \"Debian\", \"operatingsystemrelease\": \"12\"}}]}}\n"
            ),
            expect![[r#"
                /e/modules/a/metadata.json: warning invalid-metadata "{}"
                  An entry of `dependencies` needs a `name`
                /e/modules/a/metadata.json: warning invalid-metadata "b"
                  'b' needs the author, as in `author-b`
                /e/modules/a/metadata.json: hint open-dependency "b"
                  The dependency 'b' takes any version
                /e/modules/a/metadata.json: warning invalid-metadata "12"
                  A release must be a string
                /e/modules/a/metadata.json: warning invalid-metadata "\"12\""
                  The releases must be an array
            "#]],
        );
    }

    #[test]
    fn what_is_whole_is_fine() {
        check(&format!("#- /e/environment.conf\n\n#- /e/modules/a/metadata.json\n{{{WHOLE}, \"dependencies\": []}}\n"), expect![[""]]);
    }
}
