//! A value that is not of the type of the parameter that it binds.

use analysis::data::Role;
use hir::Symbol;
use issue::{Issue, Wrong};
use values::mismatch::{Param, parameters};
use values::ty::Tri;
use values::{Hash, Origin, Str, Type, Unknown, Value};

use super::{DataFile, Draft, Rule, part_at};
use crate::Related;

pub(crate) const RULE: Rule = Rule::Data(find);

fn find(looked: &DataFile<'_>, found: &mut Vec<Draft>) {
    let (Role::Data { is_sealed, .. }, Some(hash)) = (&looked.place.role, &looked.text.hash) else { return };
    for (key, value) in hash.iter() {
        if let Some(key) = key.as_str() {
            found.extend(of_key(looked, key, value, *is_sealed));
        }
    }
}

fn of_key(looked: &DataFile<'_>, key: &str, value: &Value, is_sealed: bool) -> Option<Draft> {
    let (class, parameter) = key.rsplit_once("::")?;
    let class = class.strip_prefix("::").unwrap_or(class);
    let [definition] = looked.snapshot.resolve(&Symbol::Class(class.into()), looked.file)[..] else { return None };
    let (number, declared) = looked.snapshot.item(definition)?.parameter(parameter)?;
    // Nothing is what a default stands for.
    if value.is_undef() && declared.default.is_some() {
        return None;
    }
    let types = looked.snapshot.parameter_types(class, looked.file);
    let ty = types.iter().find(|(name, _)| **name == *parameter)?.1.clone()?;
    let value = known(value, is_sealed, 0);
    if ty.may_be_instance(&value) != Tri::No || looked.snapshot.has_lookup_options(key, looked.file) {
        return None;
    }
    let entry = looked.text.tree.root.as_ref()?.entry(key)?;
    let subject = format!("Class[{}]", hir::name::capitalized(class));
    let given = [(Str::from(parameter), value)];
    let issue = parameters(&subject, &[Param { name: Str::from(parameter), ty, required: true }], &given)?;
    // A type of a module that is not there may be anything.
    let Issue::WrongParameters { mismatches, .. } = &issue else { return None };
    if mismatches.iter().any(|it| it.wrong == Wrong::UnresolvedType) {
        return None;
    }
    let whole = entry.value.as_ref().filter(|it| !it.range.is_empty()).unwrap_or(&entry.key);
    let at = looked.snapshot.item_ranges(definition).and_then(|it| it.parameters.get(number));
    let related =
        at.map(|(range, _)| Related { file: looked.snapshot.path(definition.file), range: *range, message: "The parameter".to_owned() });
    let whole = part_at(whole, issue.value_path());
    let (range, message) = (looked.first_line(&whole.range), issue.to_string());
    Some(Draft { range, message, issue: Some(issue), related: related.into_iter().collect(), ..Draft::default() })
}

/// Whether only an evaluation can show the value of a key.
pub(super) fn is_unclear(looked: &DataFile<'_>, key: &str) -> bool {
    looked.snapshot.has_lookup_options(key, looked.file)
}

/// Nested deeper than this, nothing is known.
const DEEPEST: usize = 64;

/// A value as it is known here: interpolations give something, and what is encrypted is closed.
fn known(value: &Value, is_sealed: bool, depth: usize) -> Value {
    let unknown = |ty: Type| Value::Unknown(std::sync::Arc::new(Unknown { ty, origin: Origin::Data(Str::from("")) }));
    match value {
        Value::String(text) if is_sealed && text.contains("ENC[") => unknown(Type::Any),
        Value::String(text) if text.contains("%{") => {
            // An alias alone gives a value of any type.
            let inner = text.trim();
            let is_alias = inner.starts_with("%{") && inner.ends_with('}') && inner.contains("alias");
            unknown(if is_alias { Type::Any } else { values::ty::named("String").unwrap_or(Type::Any) })
        }
        _ if depth > DEEPEST => unknown(Type::Any),
        Value::Array(items) => Value::array(items.iter().map(|it| known(it, is_sealed, depth + 1)).collect()),
        Value::Hash(entries) => {
            if entries.keys().any(|it| it.as_str().is_some_and(|it| it.contains("%{"))) {
                return unknown(values::ty::named("Hash").unwrap_or(Type::Any));
            }
            let known = entries.iter().map(|(key, value)| (key.clone(), known(value, is_sealed, depth + 1)));
            Value::hash(known.collect::<Hash>())
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::data::tests::{MODULE, check};

    const CLASS: &str = "#- /m/a/types/port.pp\ntype A::Port = Integer[1, 65535]\n#- /m/a/manifests/init.pp\nclass a(\n  Integer $x, Optional[Enum['b', 'c']] $y = undef, A::Port $z = 1, Array[String] $w = [],\n  Sensitive $s = Sensitive('x'), Other::Type $o = 1, Hash[String, Struct[{p => Integer}]] $h = {}, $any = 1,\n) { }\n";

    #[test]
    fn values_of_other_types() {
        check(
            &format!(
                "{MODULE}{CLASS}#- /m/a/data/common.yaml\na::x: '1'\na::y: d\na::z: 0\na::w:\n  - a\n  - 1\na::s: x\na::o: 1\n\
                 a::h:\n  k:\n    p: q\na::any: x\n"
            ),
            expect![[r#"
                /m/a/data/common.yaml: error mistyped-data "'1'"
                  Class[A]: parameter 'x' expects an Integer value, got String
                  see /m/a/manifests/init.pp: it is used here
                  see /m/a/manifests/init.pp: the parameter declares its type here
                /m/a/data/common.yaml: error mistyped-data "d"
                  Class[A]: parameter 'y' expects an undef value or a match for Enum['b', 'c'], got 'd'
                  see /m/a/manifests/init.pp: it is used here
                  see /m/a/manifests/init.pp: the parameter declares its type here
                /m/a/data/common.yaml: error mistyped-data "0"
                  Class[A]: parameter 'z' expects an A::Port = Integer[1, 65535] value, got Integer[0, 0]
                  see /m/a/manifests/init.pp: it is used here
                  see /m/a/manifests/init.pp: the parameter declares its type here
                /m/a/data/common.yaml: error mistyped-data "1"
                  Class[A]: parameter 'w' index 1 expects a String value, got Integer
                  see /m/a/manifests/init.pp: it is used here
                  see /m/a/manifests/init.pp: the parameter declares its type here
                /m/a/data/common.yaml: error mistyped-data "x"
                  Class[A]: parameter 's' expects a Sensitive value, got String
                  see /m/a/manifests/init.pp: it is used here
                  see /m/a/manifests/init.pp: the parameter declares its type here
                /m/a/data/common.yaml: error mistyped-data "q"
                  Class[A]: parameter 'h' entry 'k' entry 'p' expects an Integer value, got String
                  see /m/a/manifests/init.pp: it is used here
                  see /m/a/manifests/init.pp: the parameter declares its type here
            "#]],
        );
    }

    #[test]
    fn a_type_of_an_absent_module_hides_no_others() {
        check(
            "#- /e/environment.conf\nmodulepath = modules\n#- /e/hiera.yaml\nversion: 5\nhierarchy:\n\
             - {name: Levels, paths: ['os/%{facts.os.name}.yaml', common.yaml]}\n#- /e/manifests/site.pp\ninclude a\n\
             #- /e/modules/a/manifests/init.pp\nclass a(Hash[String, Struct[{path => Stdlib::Path, port => Integer}]] $x) { }\n\
             #- /e/data/common.yaml\na::x:\n  b:\n    path: c\n    port: \"80\"\n",
            expect![[r#"
                /e/data/common.yaml: warning mistyped-data "\"80\""
                  Class[A]: parameter 'x' entry 'b' entry 'port' expects an Integer value, got String
                  see /e/modules/a/manifests/init.pp: The parameter
            "#]],
        );
    }

    #[test]
    fn what_may_fit_is_not_told() {
        check(
            &format!(
                "{MODULE}{CLASS}#- /m/a/data/common.yaml\na::x: \"%{{alias('a::z')}}\"\na::y: \"%{{foo}}\"\na::z: ~\na::w: [\"%{{x}}\"]\n\
                 a::h: {{\"%{{x}}\": 1}}\n"
            ),
            expect![[""]],
        );
        // Whatever `x` is, Puppet makes a text of it.
        check(
            &format!("{MODULE}{CLASS}#- /m/a/data/common.yaml\na::x: \"%{{x}}\"\n"),
            expect![[r#"
            /m/a/data/common.yaml: error mistyped-data "\"%{x}\""
              Class[A]: parameter 'x' expects an Integer value, got String
              see /m/a/manifests/init.pp: it is used here
              see /m/a/manifests/init.pp: the parameter declares its type here
        "#]],
        );
        check(
            &format!("{MODULE}{CLASS}#- /m/a/data/common.yaml\na::x: ~\n"),
            expect![[r#"
            /m/a/data/common.yaml: warning mistyped-data "~"
              Class[A]: parameter 'x' expects an Integer value, got Undef
              see /m/a/manifests/init.pp: The parameter
        "#]],
        );
    }

    #[test]
    fn what_is_merged_or_converted_is_told_as_it_is_then() {
        check(
            &format!(
                "{MODULE}{CLASS}#- /m/a/data/common.yaml\nlookup_options:\n  a::s: {{convert_to: Sensitive}}\n  '^a::[wx]$': {{merge: unique}}\n\
                 a::s: x\na::w: x\na::x: y\n"
            ),
            expect![[r#"
                /m/a/data/common.yaml: error mistyped-data "y"
                  Class[A]: parameter 'x' expects an Integer value, got Tuple
                  see /m/a/manifests/init.pp: it is used here
                  see /m/a/manifests/init.pp: the parameter declares its type here
            "#]],
        );
    }
}
