//! A template or file that is not there.

use compiler::Issue;
use syntax::model::Data;

use super::raised::{Draft, Raised};
use super::{Rule, spot};

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let (name, is_template) = match raised.issue {
        Issue::MissingTemplate { name } => (&**name, true),
        Issue::MissingFile { names } => (names.first().map_or("", |it| &**it), false),
        _ => return Vec::new(),
    };
    let range = raised.program.as_deref().and_then(|program| {
        let call = raised.node()?;
        let Data::Call { arguments, .. } = program.data(call) else { return None };
        let one = arguments.iter().find(|it| spot::literal(program, **it) == Some(name)).or_else(|| arguments.first())?;
        Some(spot::first_line(program, program.model.get(*one).range))
    });
    let mut draft = raised.draft(range);
    if is_template && !name.contains('/') {
        draft.help = Some(format!("Templates are named with their module: `'MODULE/{name}'` lies in its folder `templates`"));
    }
    vec![draft]
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn a_template_is_of_a_module() {
        check(
            r#"
$a = template('x.erb')
"#,
            expect![[r#"
                missing-file: Could not find template 'x.erb'
                  site.pp:1 $a = template('x.erb')
                                          ^^^^^^^
                  help: Templates are named with their module: `'MODULE/x.erb'` lies in its folder `templates`
            "#]],
        );
    }

    #[test]
    fn it_stands_at_the_name() {
        check(
            r#"
$a = epp('m/x.epp')
$b = file('m/a', '/m/b')
$c = template('m/x.erb')
"#,
            expect![[r#"
                missing-file: Could not find template 'm/x.epp'
                  site.pp:1 $a = epp('m/x.epp')
                                     ^^^^^^^^^
                missing-file: Could not find any files from m/a, /m/b
                  site.pp:2 $b = file('m/a', '/m/b')
                                      ^^^^^
                missing-file: Could not find template 'm/x.erb'
                  site.pp:3 $c = template('m/x.erb')
                                          ^^^^^^^^^
            "#]],
        );
    }
}
