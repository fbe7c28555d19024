//! A dependency that is not on the module path, where others are.

use analysis::data::Role;

use super::{DataFile, Draft, Rule};

pub(crate) const RULE: Rule = Rule::Data(find);

fn find(looked: &DataFile<'_>, found: &mut Vec<Draft>) {
    let (Role::Metadata, Some(root)) = (&looked.place.role, &looked.text.tree.root) else { return };
    let items = root.get("dependencies").map(|it| it.items()).unwrap_or_default();
    let named = || items.iter().filter_map(|it| it.get("name")).filter_map(|it| Some((it, it.string()?)));
    // Where none of them exists, nobody has installed them: a module that is checked out alone is fine.
    if !named().any(|(_, name)| looked.dependency(name).is_some()) {
        return;
    }
    for (node, name) in named().filter(|(_, name)| looked.dependency(name).is_none()) {
        found.push(Draft {
            range: looked.without_quotes(&node.range),
            message: format!("Missing dependency '{name}': the module is not on the module path"),
            ..Draft::default()
        });
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::data::tests::check;

    fn site(folder: &str) -> String {
        format!(
            "#- /e/environment.conf\n\n#- /e/modules/a/metadata.json\n{{\"name\": \"me-a\", \"version\": \"1.0.0\", \"author\": \"me\", \
             \"license\": \"MIT\", \"summary\": \"s\", \"source\": \"s\",\n\"dependencies\": [{{\"name\": \"you-b\", \
             \"version_requirement\": \"2.x\"}},\n{{\"name\": \"you-c\", \"version_requirement\": \"1.x\"}}]}}\n\
             #- /e/modules/{folder}/manifests/init.pp\nclass {folder} {{ }}\n"
        )
    }

    #[test]
    fn one_of_several() {
        check(
            &site("b"),
            expect![[r#"
                /e/modules/a/metadata.json: hint absent-dependency "you-c"
                  Missing dependency 'you-c': the module is not on the module path
            "#]],
        );
    }

    #[test]
    fn where_none_is_there_nobody_has_brought_them() {
        check(&site("x"), expect![[""]]);
    }
}
