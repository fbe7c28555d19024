//! A template or file that is not there.

use analysis::{DocumentKind, document_kind};
use compiler::{Help, Issue};
use syntax::model::Data;

use super::raised::{Draft, Raised};
use super::{Rule, spot};
use crate::{Edit, Fix};

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let (name, is_template) = match raised.issue {
        Issue::MissingTemplate { name } => (&**name, true),
        Issue::MissingFile { names } => (names.first().map_or("", |it| &**it), false),
        _ => return Vec::new(),
    };
    let written = raised.program.as_deref().and_then(|program| {
        let call = raised.node()?;
        let Data::Call { arguments, .. } = program.data(call) else { return None };
        let is_it = |text: &str| text == name || name.strip_suffix(".epp") == Some(text);
        let one = arguments.iter().find(|it| spot::literal(program, **it).is_some_and(is_it));
        let node = *one.or_else(|| arguments.first())?;
        let range = program.model.get(node).range;
        let literal = one.map(|_| spot::within_quotes(program, range)).zip(spot::literal(program, node));
        Some((spot::first_line(program, range), literal))
    });
    let mut draft = raised.draft(written.as_ref().map(|it| it.0));
    draft.fixes.clear();
    if let (Some((_, Some((range, literal)))), Some(near)) = (written, raised.error.help.as_ref().and_then(Help::replacement)) {
        // `epp` adds the ending itself.
        let near =
            if is_template && document_kind(literal) != DocumentKind::Epp { near.strip_suffix(".epp").unwrap_or(&near) } else { &near };
        let edit = Edit { file: draft.file.clone(), range, text: near.to_owned() };
        draft.fixes.push(Fix { title: format!("Change to `{near}`"), edits: vec![edit], sure: false });
    }
    if is_template && !name.contains('/') {
        draft.help = Some(format!("Templates are named with their module: `'MODULE/{name}'` is in its folder `templates`"));
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
                  help: Templates are named with their module: `'MODULE/x.erb'` is in its folder `templates`
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

    #[test]
    fn what_its_module_has_is_meant() {
        check(
            r#"
$a = epp('lab/mian.epp')
$b = epp("lab/mian")
$c = template('lab/mian.epp')
$d = file('lab/sub/confg')
$e = file('lab/confg', 'lab/confgi')
//- /m/lab/templates/main.epp
x
//- /m/lab/files/sub/config
x
"#,
            expect![[r#"
                missing-file: Could not find template 'lab/mian.epp'
                  site.pp:1 $a = epp('lab/mian.epp')
                                     ^^^^^^^^^^^^^^
                  help: There is a file 'lab/main.epp'
                  fix: Change to `lab/main.epp`
                    - $a = epp('lab/mian.epp')
                    + $a = epp('lab/main.epp')
                missing-file: Could not find template 'lab/mian.epp'
                  site.pp:2 $b = epp("lab/mian")
                                     ^^^^^^^^^^
                  help: There is a file 'lab/main.epp'
                  fix: Change to `lab/main`
                    - $b = epp("lab/mian")
                    + $b = epp("lab/main")
                missing-file: Could not find template 'lab/mian.epp'
                  site.pp:3 $c = template('lab/mian.epp')
                                          ^^^^^^^^^^^^^^
                  help: There is a file 'lab/main.epp'
                  fix: Change to `lab/main.epp`
                    - $c = template('lab/mian.epp')
                    + $c = template('lab/main.epp')
                missing-file: Could not find any files from lab/sub/confg
                  site.pp:4 $d = file('lab/sub/confg')
                                      ^^^^^^^^^^^^^^^
                  help: There is a file 'lab/sub/config'
                  fix: Change to `lab/sub/config`
                    - $d = file('lab/sub/confg')
                    + $d = file('lab/sub/config')
                missing-file: Could not find any files from lab/confg, lab/confgi
                  site.pp:5 $e = file('lab/confg', 'lab/confgi')
                                      ^^^^^^^^^^^
            "#]],
        );
    }
}
