//! A key that would bind a parameter of a class, if there were such a parameter or class, and that nothing else looks up.

use std::ops::Range;

use hir::{ItemKind, Symbol, name};
use syntax::nearest;

use super::{DataFile, Draft, Rule};

pub(crate) const RULE: Rule = Rule::Data(find);

fn find(looked: &DataFile<'_>, found: &mut Vec<Draft>) {
    if !looked.is_data() || looked.text.tree.problem.is_some() {
        return;
    }
    let Some(root) = &looked.text.tree.root else { return };
    let options = root.get("lookup_options").map(|it| it.entries()).unwrap_or_default();
    for entry in root.entries().iter().chain(options) {
        if let Some(key) = entry.key.string() {
            found.extend(of_key(looked, key, &entry.key.range));
        }
    }
}

fn of_key(looked: &DataFile<'_>, key: &str, range: &Range<usize>) -> Option<Draft> {
    let (class, parameter) = key.rsplit_once("::")?;
    let class = class.strip_prefix("::").unwrap_or(class);
    let is_plain = !class.is_empty() && class.split("::").all(name::is_parameter) && name::is_parameter(parameter);
    if !is_plain {
        return None;
    }
    let module = class.split("::").next()?;
    looked.snapshot.module_folder(looked.file, module)?;
    let definitions = looked.snapshot.resolve(&Symbol::Class(class.into()), looked.file);
    let classes: Vec<_> = definitions.iter().filter_map(|it| looked.snapshot.item(*it)).collect();
    if classes.iter().any(|it| it.parameter(parameter).is_some()) {
        return None;
    }
    if looked.snapshot.may_read_key(key, module, looked.file) {
        return None;
    }
    let range = looked.without_quotes(range);
    let Some(first) = classes.first() else {
        let defined = looked.snapshot.resolve(&Symbol::Type(class.into()), looked.file);
        let is_define = defined.iter().filter_map(|it| looked.snapshot.item(*it)).any(|it| it.kind == ItemKind::Define);
        let help = match is_define {
            true => Some(format!("'{class}' is a defined type: data sets parameters of classes only")),
            false => None,
        };
        let message = format!("There is no class '{class}' in the module '{module}', and nothing looks up '{key}'");
        return Some(Draft { range, message, help, ..Draft::default() });
    };
    let names = classes.iter().flat_map(|it| &it.parameters).map(|it| it.name.as_str());
    let near = nearest(parameter, names);
    let start = range.end - parameter.len();
    Some(Draft {
        message: format!("The class '{}' has no parameter '{parameter}', and nothing looks up '{key}'", first.name),
        help: near.map(|it| format!("There is a parameter '{it}'")),
        fix: near.map(|it| (format!("Change to `{class}::{it}`"), vec![(start..range.end, it.to_owned())])),
        range,
        ..Draft::default()
    })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::data::tests::{MODULE, check};

    #[test]
    fn a_parameter_that_is_not_there() {
        check(
            &format!(
                "{MODULE}#- /m/a/data/common.yaml\na::port: 1\na::prot: 1\na::else: 1\nlookup_options:\n  a::prot: {{merge: deep}}\n#- /m/a/manifests/init.pp\nclass a($port) {{ }}\n"
            ),
            expect![[r#"
                /m/a/data/common.yaml: warning unbound-data-key "a::prot"
                  The class 'a' has no parameter 'prot', and nothing looks up 'a::prot'
                  help: There is a parameter 'port'
                  Change to `a::port`: a::port: 1
                /m/a/data/common.yaml: warning unbound-data-key "a::else"
                  The class 'a' has no parameter 'else', and nothing looks up 'a::else'
                /m/a/data/common.yaml: warning unbound-data-key "a::prot"
                  The class 'a' has no parameter 'prot', and nothing looks up 'a::prot'
                  help: There is a parameter 'port'
                  Change to `a::port`:   a::port: {merge: deep}
            "#]],
        );
    }

    #[test]
    fn a_class_that_is_not_there() {
        check(
            "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\n#- /e/data/common.yaml\na::b::x: 1\na::c::x: 1\na::x: 1\nb::x: 1\nx: 1\n'a::b::x.y': 1\n\
             #- /e/modules/a/manifests/b.pp\nclass a::b($x) { }\n#- /e/modules/a/manifests/c.pp\ndefine a::c($x) { }\n",
            expect![[r#"
                /e/data/common.yaml: warning unbound-data-key "a::c::x"
                  There is no class 'a::c' in the module 'a', and nothing looks up 'a::c::x'
                  help: 'a::c' is a defined type: data sets parameters of classes only
                /e/data/common.yaml: warning unbound-data-key "a::x"
                  There is no class 'a' in the module 'a', and nothing looks up 'a::x'
            "#]],
        );
    }

    #[test]
    fn what_is_looked_up_is_bound() {
        let module = "#- /e/modules/a/manifests/init.pp\nclass a { }\n";
        for code in ["lookup('a::x')", "hiera(\"a::x\")", "lookup(\"a::${y}\")", "lookup(\"${y}::x\")"] {
            check(
                &format!(
                    "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\n#- /e/data/common.yaml\na::x: 1\n{module}#- /e/manifests/site.pp\n$z = {code}\n"
                ),
                expect![[""]],
            );
        }
        check(
            &format!(
                "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\n#- /e/data/common.yaml\na::x: 1\ny: \"%{{lookup('a::x')}}\"\n{module}"
            ),
            expect![[""]],
        );
        check(
            &format!(
                "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\n#- /e/data/common.yaml\na::x: 1\n{module}#- /e/modules/a/lib/x.rb\nlookup('a::x')\n"
            ),
            expect![[""]],
        );
    }
}
