//! A parameter without a default that is not given.

use issue::{Issue, Mismatch, Wrong};

use super::raised::{Draft, Raised};
use super::{Rule, parameters, spot};
use crate::Related;

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    match raised.issue {
        Issue::MissingArgument { .. } => vec![raised.draft(None)],
        issue => parameters::all(issue, Wrong::Missing).map(|(reference, it)| one(raised, reference, it)).collect(),
    }
}

fn one(raised: &Raised<'_>, reference: &str, mismatch: &Mismatch) -> Draft {
    let name = &*mismatch.parameter;
    let declared = parameters::declaration(raised, reference);
    let range = raised.program.as_deref().zip(declared).map(|(program, declared)| parameters::range(program, &declared, reference));
    let mut draft = raised.draft(range);
    draft.issue = Some(parameters::single_mismatch(reference, mismatch));
    let reference = super::raised::without_numbers(reference);
    draft.message = format!("{reference}: expects a value for parameter '{name}'");
    draft.fixes.clear();
    let Some((program, definition)) = parameters::definition(raised) else { return draft };
    if let Some(parameter) = parameters::parameter(&program, definition, name) {
        let file = program.file.as_deref().unwrap_or("").into();
        let range = spot::first_line(&program, program.model.get(parameter).range);
        draft.related = vec![Related { file, range, message: "the parameter has no default".to_owned() }];
    }
    draft
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn it_stands_at_the_declaration() {
        check(
            r#"
include c
d { 'x': }
d { 'y': size => 1 }
//- /m/c/manifests/init.pp
class c(
  Integer $port,
) { }
//- /m/d/manifests/init.pp
define d(Integer $size, String $color) { }
"#,
            expect![[r#"
                missing-parameter: Class[C]: expects a value for parameter 'port'
                  site.pp:1 include c
                                    ^
                  /m/c/manifests/init.pp:2   Integer $port,
                                             ------------- the parameter has no default
                missing-parameter: D[x]: expects a value for parameter 'size'
                  site.pp:2 d { 'x': }
                            ^^^^^^^
                  /m/d/manifests/init.pp:1 define d(Integer $size, String $color) { }
                                                    ------------- the parameter has no default
                missing-parameter: D[x]: expects a value for parameter 'color'
                  site.pp:2 d { 'x': }
                            ^^^^^^^
                  /m/d/manifests/init.pp:1 define d(Integer $size, String $color) { }
                                                                   ------------- the parameter has no default
                missing-parameter: D[y]: expects a value for parameter 'color'
                  site.pp:3 d { 'y': size => 1 }
                            ^^^^^^^
                  /m/d/manifests/init.pp:1 define d(Integer $size, String $color) { }
                                                                   ------------- the parameter has no default
            "#]],
        );
    }
}
