//! A dependency that is on the module path in a version that does not meet its range.

use analysis::data::Role;
use values::version::{Version, VersionRange};

use super::{DataFile, Draft, Rule};
use crate::Related;

pub(crate) const RULE: Rule = Rule::Data(find);

fn find(looked: &DataFile<'_>, found: &mut Vec<Draft>) {
    let (Role::Metadata, Some(root)) = (&looked.place.role, &looked.text.tree.root) else { return };
    for item in root.get("dependencies").map(|it| it.items()).unwrap_or_default() {
        let (Some(name), Some(wanted)) = (item.get("name").and_then(|it| it.string()), item.get("version_requirement")) else { continue };
        let Some(range) = wanted.string().and_then(|it| VersionRange::parse(it).ok()) else { continue };
        let Some(folder) = looked.dependency(name) else { continue };
        // One of another author is not what is meant, whatever its version.
        let Some(there) = looked.snapshot.metadata(&folder).filter(|it| it.full_name.replace('/', "-") == name.replace('/', "-")) else {
            continue;
        };
        let Some(version) = there.version.filter(|it| Version::parse(it).is_ok_and(|it| !range.includes(&it))) else { continue };
        let file = folder.join("metadata.json");
        let place = looked.snapshot.file_at(&file).map(|file| Related {
            file: looked.snapshot.path(file),
            range: looked
                .snapshot
                .data_text(file)
                .tree
                .root
                .as_ref()
                .and_then(|it| it.get("version"))
                .map_or_else(|| super::text_range(&(0..0)), |it| super::text_range(&it.range)),
            message: "This is its version".to_owned(),
        });
        found.push(Draft {
            range: looked.without_quotes(&wanted.range),
            message: format!("Module '{name}' (v{version}) on the module path fails to meet this range"),
            related: place.into_iter().collect(),
            ..Draft::default()
        });
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::data::tests::check;

    fn site(range: &str, full_name: &str) -> String {
        format!(
            "#- /e/environment.conf\n\n#- /e/modules/a/metadata.json\n{{\"name\": \"me-a\", \"version\": \"1.0.0\", \"author\": \"me\", \
             \"license\": \"MIT\", \"summary\": \"s\", \"source\": \"s\",\n\"dependencies\": [{{\"name\": \"you/b\", \
             \"version_requirement\": \"{range}\"}}]}}\n#- /e/modules/b/metadata.json\n{{\"name\": \"{full_name}\",\n\"version\": \"2.1.0\", \
             \"author\": \"you\", \"license\": \"MIT\", \"summary\": \"s\", \"source\": \"s\", \"dependencies\": []}}\n"
        )
    }

    #[test]
    fn a_version_outside_of_the_range() {
        check(
            &site(">= 1.0.0 < 2.0.0", "you-b"),
            expect![[r#"
                /e/modules/a/metadata.json: warning unmet-dependency ">= 1.0.0 < 2.0.0"
                  Module 'you/b' (v2.1.0) on the module path fails to meet this range
                  see /e/modules/b/metadata.json: This is its version
            "#]],
        );
    }

    #[test]
    fn a_version_inside_of_it_or_somebody_elses() {
        check(&site(">= 1.0.0 < 3.0.0", "you-b"), expect![[""]]);
        check(&site("2.x", "you-b"), expect![[""]]);
        check(&site(">= 1.0.0 < 2.0.0", "they-b"), expect![[""]]);
    }
}
