//! A range of versions that is none.

use analysis::data::Role;
use values::version::VersionRange;

use super::{DataFile, Draft, Rule};

pub(crate) const RULE: Rule = Rule::Data(find);

fn find(looked: &DataFile<'_>, found: &mut Vec<Draft>) {
    let (Role::Metadata, Some(root)) = (&looked.place.role, &looked.text.tree.root) else { return };
    for list in ["dependencies", "requirements"] {
        for item in root.get(list).map(|it| it.items()).unwrap_or_default() {
            let Some(node) = item.get("version_requirement") else { continue };
            let Some(text) = node.string() else {
                let message = "A version range must be a string".to_owned();
                found.push(Draft { range: looked.first_line(&node.range), message, ..Draft::default() });
                continue;
            };
            if VersionRange::parse(text).is_err() {
                let message = format!("Unparsable version range: \"{text}\"");
                let help = Some("as `>= 4.13.1 < 10.0.0`, `4.x` or `4.13.1`".to_owned());
                found.push(Draft { range: looked.without_quotes(&node.range), message, help, ..Draft::default() });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::data::tests::check;

    #[test]
    fn ranges_that_are_none() {
        let of = |range: &str| {
            format!(
                "#- /e/environment.conf\n\n#- /e/modules/a/metadata.json\n{{\"name\": \"me-a\", \"version\": \"1.0.0\", \"author\": \"me\", \
                 \"license\": \"MIT\", \"summary\": \"s\", \"source\": \"s\",\n\"dependencies\": [{{\"name\": \"me-b\", \
                 \"version_requirement\": {range}}}]}}\n"
            )
        };
        check(
            &of("\">= 1.0 < two\""),
            expect![[r#"
            /e/modules/a/metadata.json: warning invalid-version-range ">= 1.0 < two"
              Unparsable version range: ">= 1.0 < two"
              help: as `>= 4.13.1 < 10.0.0`, `4.x` or `4.13.1`
        "#]],
        );
        check(
            &of("1"),
            expect![[r#"
            /e/modules/a/metadata.json: warning invalid-version-range "1"
              A version range must be a string
        "#]],
        );
        for fine in [">= 1.0.0 < 2.0.0", "1.x", "~> 1.2", "1.2.3 - 2.0.0", ">=1.2.3 <2.0.0 || >= 3.0.0 < 4.0.0", "~1.2"] {
            check(&of(&format!("\"{fine}\"")), expect![[""]]);
        }
    }
}
