//! A key that occurs twice in one mapping: Puppet takes the last one silently.

use std::collections::HashMap;

use yaml::{Kind, Node};

use super::{DataFile, Draft, Rule, text_range};
use crate::Related;

pub(crate) const RULE: Rule = Rule::Data(find);

fn find(looked: &DataFile<'_>, found: &mut Vec<Draft>) {
    let mut waiting: Vec<&Node> = looked.text.tree.root.iter().collect();
    while let Some(node) = waiting.pop() {
        match &node.kind {
            Kind::List(items) => waiting.extend(items),
            Kind::Map(entries) => {
                let mut seen: HashMap<&str, &Node> = HashMap::new();
                for entry in entries {
                    waiting.extend(&entry.value);
                    // What is merged by `<<` may be so several times.
                    let Some(key) = entry.key.text().filter(|it| *it != "<<") else { continue };
                    if let Some(first) = seen.insert(key, &entry.key) {
                        found.push(Draft {
                            range: looked.without_quotes(&entry.key.range),
                            message: format!("The key '{key}' is set twice; the last value wins"),
                            related: vec![Related {
                                file: looked.path.clone(),
                                range: text_range(&first.range),
                                message: "This value is ignored".to_owned(),
                            }],
                            ..Draft::default()
                        });
                    }
                }
            }
            Kind::Scalar { .. } | Kind::Alias { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::data::tests::{MODULE, check};

    #[test]
    fn keys_that_stand_twice() {
        check(
            &format!(
                "{MODULE}#- /m/a/data/common.yaml\na::x:\n  b: 1\n  'b': 2\n  c: {{d: 1, d: 2}}\n<<: {{}}\n<<: {{}}\na::x: 3\n#- /m/a/manifests/init.pp\nclass a($x) {{ }}\n"
            ),
            expect![[r#"
                /m/a/data/common.yaml: warning duplicate-data-key "b"
                  The key 'b' is set twice; the last value wins
                  see /m/a/data/common.yaml: This value is ignored
                /m/a/data/common.yaml: warning duplicate-data-key "d"
                  The key 'd' is set twice; the last value wins
                  see /m/a/data/common.yaml: This value is ignored
                /m/a/data/common.yaml: warning duplicate-data-key "a::x"
                  The key 'a::x' is set twice; the last value wins
                  see /m/a/data/common.yaml: This value is ignored
            "#]],
        );
    }
}
