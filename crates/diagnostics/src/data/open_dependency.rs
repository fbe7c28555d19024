//! A dependency that takes any later version: the next one may break it.

use analysis::data::Role;
use values::version::{Version, VersionRange};

use super::{DataFile, Draft, Rule};

pub(crate) const RULE: Rule = Rule::Data(find);

fn find(looked: &DataFile<'_>, found: &mut Vec<Draft>) {
    let (Role::Metadata, Some(root)) = (&looked.place.role, &looked.text.tree.root) else { return };
    for item in root.get("dependencies").map(|it| it.items()).unwrap_or_default() {
        let Some(name) = item.get("name") else { continue };
        let Some(written) = name.string() else { continue };
        match item.get("version_requirement") {
            None => {
                let message = format!("The dependency '{written}' takes any version");
                found.push(Draft { range: looked.without_quotes(&name.range), message, ..Draft::default() });
            }
            Some(node) => {
                let Some(range) = node.string().and_then(|it| VersionRange::parse(it).ok()) else { continue };
                if range.includes(&Version::max()) || range.includes(&Version::new(99_999, 0, 0)) {
                    let message = format!("The dependency '{written}' takes any later version");
                    let help = Some("A range with an end, such as `>= 4.13.1 < 10.0.0`, excludes untested versions".to_owned());
                    found.push(Draft { range: looked.without_quotes(&node.range), message, help, ..Draft::default() });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::data::tests::check;

    #[test]
    fn ranges_without_an_end() {
        check(
            "#- /e/environment.conf\n\n#- /e/modules/a/metadata.json\n{\"name\": \"me-a\", \"version\": \"1.0.0\", \"author\": \"me\", \
             \"license\": \"MIT\", \"summary\": \"s\", \"source\": \"s\",\n\"dependencies\": [{\"name\": \"me-b\"}, \
             {\"name\": \"me-c\", \"version_requirement\": \">= 1.0.0\"}, {\"name\": \"me-d\", \"version_requirement\": \">= 1.0.0 < 2.0.0\"}, \
             {\"name\": \"me-e\", \"version_requirement\": \"1.x\"}]}\n",
            expect![[r#"
                /e/modules/a/metadata.json: hint open-dependency "me-b"
                  The dependency 'me-b' takes any version
                /e/modules/a/metadata.json: hint open-dependency ">= 1.0.0"
                  The dependency 'me-c' takes any later version
                  help: A range with an end, such as `>= 4.13.1 < 10.0.0`, excludes untested versions
            "#]],
        );
    }
}
