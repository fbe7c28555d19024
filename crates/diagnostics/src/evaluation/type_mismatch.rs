//! A value of another type than is asked for.

use compiler::Program;
use issue::{DataError, Issue, Mismatch, Wrong};
use syntax::model::{Data, NodeId};

use super::raised::{Draft, Raised};
use super::{Rule, argument, parameters, spot};
use crate::{Edit, Fix, Related};

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    match raised.issue {
        Issue::WrongArguments(_) => vec![raised.draft(argument::range(raised))],
        Issue::WrongType { .. } | Issue::WrongReturn { .. } | Issue::Data(DataError::FoundValue { .. }) => vec![raised.draft(None)],
        issue => parameters::all(issue, Wrong::Type)
            .chain(parameters::all(issue, Wrong::UnknownKey))
            .map(|(reference, it)| one(raised, reference, it))
            .collect(),
    }
}

fn one(raised: &Raised<'_>, reference: &str, mismatch: &Mismatch) -> Draft {
    let Mismatch { parameter: name, text: line, .. } = mismatch;
    let declared = raised.program.as_deref().zip(parameters::declaration(raised, reference));
    let value = declared.as_ref().and_then(|(program, declared)| Some((*program, declared.attribute(program, name)?.1)));
    let range = declared.map(|(program, declared)| match value {
        Some((_, value)) => spot::first_line(program, program.model.get(value).range),
        None => parameters::range(program, &declared, reference),
    });
    let range = range.or_else(|| parameters::handed(raised, reference, name).map(|it| it.1));
    let mut draft = raised.draft(range);
    draft.issue = Some(parameters::single_mismatch(reference, mismatch));
    let reference = super::raised::without_numbers(reference);
    draft.message = format!("{reference}: {line}");
    draft.fixes.clear();
    if let Some((program, definition)) = parameters::definition(raised)
        && let Some(parameter) = parameters::parameter(&program, definition, name)
    {
        if let Some((here, value)) = value.filter(|_| mismatch.path.is_empty()) {
            suggest(&mut draft, (here, value), (&program, parameter));
        }
        let file = program.file.as_deref().unwrap_or("").into();
        let range = spot::first_line(&program, program.model.get(parameter).range);
        draft.related = vec![Related { file, range, message: "the parameter declares its type here".to_owned() }];
    }
    draft
}

/// A word of the parameter's `Enum` that was probably meant by another one.
fn suggest(draft: &mut Draft, (here, value): (&Program, NodeId), (program, parameter): (&Program, NodeId)) {
    let Data::Parameter { type_expr: Some(ty), .. } = program.data(parameter) else { return };
    let words = program.model.subtree(*ty).into_iter().filter_map(|it| match program.data(it) {
        Data::Access { left, keys } if spot::literal(program, *left) == Some("Enum") => Some(keys),
        _ => None,
    });
    let words = words.flatten().filter_map(|it| spot::literal(program, *it));
    let Some(near) = spot::literal(here, value).and_then(|given| syntax::nearest(given, words)) else { return };
    draft.help = Some(format!("The parameter accepts '{near}'"));
    let edit = Edit { file: draft.file.clone(), range: spot::within_quotes(here, here.model.get(value).range), text: near.to_owned() };
    draft.fixes = vec![Fix { title: format!("Change to `{near}`"), edits: vec![edit], sure: false }];
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn it_stands_at_the_value() {
        check(
            r#"
class { 'c': port => 'http' }
d { 'x':
  size  => [1, 'a'],
  color => 7,
}
//- /m/c/manifests/init.pp
class c(Integer $port = 80) { }
//- /m/d/manifests/init.pp
define d(Array[Integer] $size, String $color) { }
"#,
            expect![[r#"
                type-mismatch: Class[C]: parameter 'port' expects an Integer value, got String
                  site.pp:1 class { 'c': port => 'http' }
                                                 ^^^^^^
                  /m/c/manifests/init.pp:1 class c(Integer $port = 80) { }
                                                   ------------------ the parameter declares its type here
                type-mismatch: D[x]: parameter 'size' index 1 expects an Integer value, got String
                  site.pp:3   size  => [1, 'a'],
                                       ^^^^^^^^
                  /m/d/manifests/init.pp:1 define d(Array[Integer] $size, String $color) { }
                                                    -------------------- the parameter declares its type here
                type-mismatch: D[x]: parameter 'color' expects a String value, got Integer
                  site.pp:4   color => 7,
                                       ^
                  /m/d/manifests/init.pp:1 define d(Array[Integer] $size, String $color) { }
                                                                          ------------- the parameter declares its type here
            "#]],
        );
    }

    #[test]
    fn arguments_of_functions() {
        check(
            r#"
$a = size(1)
function f(Integer $x) >> String { $x }
$b = f('a')
$c = f(1)
"#,
            expect![[r#"
                type-mismatch: 'size' parameter 'arg' expects a value of type Collection, String, or Binary, got Integer
                  site.pp:1 $a = size(1)
                                      ^
                type-mismatch: 'f' parameter 'x' expects an Integer value, got String
                  site.pp:3 $b = f('a')
                                   ^^^
                  site.pp:2 function f(Integer $x) >> String { $x }
                                               -- the parameter declares its type here
                type-mismatch: value returned from f has wrong type, expects a String value, got Integer
                  site.pp:4 $c = f(1)
                                 ^^^^
            "#]],
        );
    }

    #[test]
    fn of_a_call_it_stands_at_the_argument() {
        check(
            r#"
m::f(1, 'two')
$x = 2.m::f('two')
m::f(1)
$y = split(1, ',')
$z = 'a'.split(
  1
)
$v = [1].map(2) |$x| { $x }
$u = upcase(1)
//- /m/m/functions/f.pp
function m::f(Integer $a, Integer $b) {
  $a + $b
}
"#,
            expect![[r#"
                type-mismatch: 'm::f' parameter 'b' expects an Integer value, got String
                  site.pp:1 m::f(1, 'two')
                                    ^^^^^
                  /m/m/functions/f.pp:1 function m::f(Integer $a, Integer $b) {
                                                                          -- the parameter declares its type here
                type-mismatch: 'm::f' parameter 'b' expects an Integer value, got String
                  site.pp:2 $x = 2.m::f('two')
                                        ^^^^^
                  /m/m/functions/f.pp:1 function m::f(Integer $a, Integer $b) {
                                                                          -- the parameter declares its type here
                type-mismatch: 'm::f' expects 2 arguments, got 1
                  site.pp:3 m::f(1)
                            ^^^^^^^
                  /m/m/functions/f.pp:1 function m::f(Integer $a, Integer $b) {
                                        ------------- it is defined here
                type-mismatch: The function 'split' was called with arguments it does not accept. It expects one of:
                  (String str, String pattern)
                    rejected: parameter 'str' expects a String value, got Integer
                  (String str, Regexp pattern)
                    rejected: parameter 'str' expects a String value, got Integer
                  (String str, Type[Regexp] pattern)
                    rejected: parameter 'str' expects a String value, got Integer
                  (Sensitive[String] sensitive, String pattern)
                    rejected: parameter 'sensitive' expects a Sensitive[String] value, got Integer
                  (Sensitive[String] sensitive, Regexp pattern)
                    rejected: parameter 'sensitive' expects a Sensitive[String] value, got Integer
                  (Sensitive[String] sensitive, Type[Regexp] pattern)
                    rejected: parameter 'sensitive' expects a Sensitive[String] value, got Integer
                  site.pp:4 $y = split(1, ',')
                                       ^
                type-mismatch: The function 'split' was called with arguments it does not accept. It expects one of:
                  (String str, String pattern)
                    rejected: parameter 'pattern' expects a String value, got Integer
                  (String str, Regexp pattern)
                    rejected: parameter 'pattern' expects a Regexp value, got Integer
                  (String str, Type[Regexp] pattern)
                    rejected: parameter 'pattern' expects a Type[Regexp] value, got Integer
                  (Sensitive[String] sensitive, String pattern)
                    rejected: parameter 'sensitive' expects a Sensitive[String] value, got String
                  (Sensitive[String] sensitive, Regexp pattern)
                    rejected: parameter 'sensitive' expects a Sensitive[String] value, got String
                  (Sensitive[String] sensitive, Type[Regexp] pattern)
                    rejected: parameter 'sensitive' expects a Sensitive[String] value, got String
                  site.pp:6   1
                              ^
                type-mismatch: 'map' expects 1 argument, got 2
                  site.pp:8 $v = [1].map(2) |$x| { $x }
                                 ^^^^^^^^^^^^^^^^^^^^^^
            "#]],
        );
    }

    #[test]
    fn a_word_that_is_nearly_one_of_an_enum() {
        check(
            r#"
class { 'c': mode => 'secur', level => "wran", list => ['secur'], other => 'nothing' }
//- /m/c/manifests/init.pp
class c(Enum['secure', 'open'] $mode, Optional[Variant[Integer, Enum['info', 'warn']]] $level, Array[Enum['secure']] $list,
  Enum['secure', 'open'] $other) { }
"#,
            expect![[r#"
                type-mismatch: Class[C]: parameter 'mode' expects a match for Enum['open', 'secure'], got 'secur'
                  site.pp:1 class { 'c': mode => 'secur', level => "wran", list => ['secur'], other => 'nothing' }
                                                 ^^^^^^^
                  help: The parameter accepts 'secure'
                  /m/c/manifests/init.pp:1 class c(Enum['secure', 'open'] $mode, Optional[Variant[Integer, Enum['info', 'warn']]] $level, Array[Enum['secure']] $list,
                                                   ---------------------------- the parameter declares its type here
                  fix: Change to `secure`
                    - class { 'c': mode => 'secur', level => "wran", list => ['secur'], other => 'nothing' }
                    + class { 'c': mode => 'secure', level => "wran", list => ['secur'], other => 'nothing' }
                type-mismatch: Class[C]: parameter 'level' expects a value of type Undef, Integer, or Enum['info', 'warn'], got String
                  site.pp:1 class { 'c': mode => 'secur', level => "wran", list => ['secur'], other => 'nothing' }
                                                                   ^^^^^^
                  help: The parameter accepts 'warn'
                  /m/c/manifests/init.pp:1 class c(Enum['secure', 'open'] $mode, Optional[Variant[Integer, Enum['info', 'warn']]] $level, Array[Enum['secure']] $list,
                                                                                 ------------------------------------------------------- the parameter declares its type here
                  fix: Change to `warn`
                    - class { 'c': mode => 'secur', level => "wran", list => ['secur'], other => 'nothing' }
                    + class { 'c': mode => 'secur', level => "warn", list => ['secur'], other => 'nothing' }
                type-mismatch: Class[C]: parameter 'list' index 0 expects a match for Enum['secure'], got 'secur'
                  site.pp:1 class { 'c': mode => 'secur', level => "wran", list => ['secur'], other => 'nothing' }
                                                                                   ^^^^^^^^^
                  /m/c/manifests/init.pp:1 class c(Enum['secure', 'open'] $mode, Optional[Variant[Integer, Enum['info', 'warn']]] $level, Array[Enum['secure']] $list,
                                                                                                                                          --------------------------- the parameter declares its type here
                type-mismatch: Class[C]: parameter 'other' expects a match for Enum['open', 'secure'], got 'nothing'
                  site.pp:1 class { 'c': mode => 'secur', level => "wran", list => ['secur'], other => 'nothing' }
                                                                                                       ^^^^^^^^^
                  /m/c/manifests/init.pp:2   Enum['secure', 'open'] $other) { }
                                             ----------------------------- the parameter declares its type here
            "#]],
        );
    }
}
