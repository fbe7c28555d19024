//! A key in a module's data that belongs to another module: Puppet ignores it.

use analysis::data::Layer;

use super::{DataFile, Draft, Rule};

pub(crate) const RULE: Rule = Rule::Data(find);

fn find(looked: &DataFile<'_>, found: &mut Vec<Draft>) {
    let Layer::Module(module) = &looked.place.layer else { return };
    if !looked.is_data() {
        return;
    }
    let prefix = format!("{module}::");
    for entry in looked.text.tree.entries() {
        let Some(key) = entry.key.text() else { continue };
        if key == "lookup_options" || key == "<<" || key.starts_with(&prefix) {
            continue;
        }
        found.push(Draft {
            range: looked.without_quotes(&entry.key.range),
            message: format!("Module '{module}': data must use keys qualified with the name of the module; got {key}"),
            help: Some(format!("Puppet ignores this key: only those that begin with '{prefix}' count in the data of this module")),
            ..Draft::default()
        });
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::data::tests::{MODULE, check};

    #[test]
    fn keys_of_others() {
        check(
            &format!(
                "{MODULE}#- /m/a/data/common.yaml\na::x: 1\nx: 1\nb::x: 1\nlookup_options: {{}}\n#- /m/a/manifests/init.pp\nclass a($x) {{ }}\n"
            ),
            expect![[r#"
                /m/a/data/common.yaml: warning foreign-data-key "x"
                  Module 'a': data must use keys qualified with the name of the module; got x
                  help: Puppet ignores this key: only those that begin with 'a::' count in the data of this module
                /m/a/data/common.yaml: warning foreign-data-key "b::x"
                  Module 'a': data must use keys qualified with the name of the module; got b::x
                  help: Puppet ignores this key: only those that begin with 'a::' count in the data of this module
            "#]],
        );
        check("#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\n#- /e/data/common.yaml\nx: 1\n", expect![[""]]);
    }
}
