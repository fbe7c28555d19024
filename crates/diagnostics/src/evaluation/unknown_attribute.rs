//! An attribute that neither the type, the class nor the defined type has.

use issue::{AttributeUse, Issue, Mismatch, Wrong};
use syntax::model::Data;

use super::raised::{Draft, Raised};
use super::{Rule, parameters, spot};
use crate::{Edit, Fix};

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let Issue::UnknownAttribute { name, user } = raised.issue else {
        let all = parameters::all(raised.issue, Wrong::Unknown);
        return all.map(|(reference, it)| of_definition(raised, reference, it)).collect();
    };
    let AttributeUse::Given { reference, .. } = user else { return vec![raised.draft(None)] };
    let range = raised.program.as_deref().and_then(|program| {
        let place = &raised.place;
        let written = spot::attribute_of(program, place, name, reference).map(|it| spot::attribute_name(program, it));
        written.or_else(|| spot::declared(program, place, reference)?.attribute(program, name).map(|it| it.0))
    });
    let mut draft = raised.draft(range);
    draft.message = format!("no parameter named '{name}' on {}", super::raised::without_numbers(reference));
    vec![draft]
}

fn of_definition(raised: &Raised<'_>, reference: &str, mismatch: &Mismatch) -> Draft {
    let name = &*mismatch.parameter;
    let declared = parameters::declaration(raised, reference);
    let range = raised.program.as_deref().zip(declared).map(|(program, declared)| {
        declared.attribute(program, name).map_or_else(|| parameters::range(program, &declared, reference), |it| it.0)
    });
    let range = range.or_else(|| parameters::handed(raised, reference, name).map(|it| it.0));
    let mut draft = raised.draft(range);
    draft.issue = Some(parameters::single_mismatch(reference, mismatch));
    let reference = super::raised::without_numbers(reference);
    draft.message = format!("{reference}: has no parameter named '{name}'");
    draft.fixes.clear();
    let Some((program, definition)) = parameters::definition(raised) else { return draft };
    let all = parameters::parameters(&program, definition);
    if let (true, [first, .., last]) = (reference == parameters::TEMPLATE, all) {
        let range = program.model.get(*first).range.cover(program.model.get(*last).range);
        draft.related.iter_mut().for_each(|it| it.range = spot::first_line(&program, range));
    }
    let known = all.iter().filter_map(|it| match program.data(*it) {
        Data::Parameter { name, .. } => Some(&**name),
        _ => None,
    });
    // Those that every resource has cannot be given to a template.
    let of_all = if reference == parameters::TEMPLATE { &[] } else { resource_types::metaparameters() };
    let near = syntax::nearest(name, known.chain(of_all.iter().map(|it| it.name.as_str())));
    if let (Some(near), Some(range)) = (near, range) {
        let kind = if resource_types::is_metaparameter(near) { "There is a metaparameter" } else { "It has a parameter" };
        draft.help = Some(format!("{kind} '{near}'"));
        let edit = Edit { file: draft.file.clone(), range, text: near.to_owned() };
        draft.fixes.push(Fix { title: format!("Change to `{near}`"), edits: vec![edit], sure: false });
    }
    draft
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn of_a_type() {
        check(
            r#"
notify { 'a':
  message => 'x',
  mesage  => 'y',
}
notify { 'b': * => { 'gone' => 1 } }
"#,
            expect![[r#"
                unknown-attribute: no parameter named 'mesage' on Notify[a]
                  site.pp:3   mesage  => 'y',
                              ^^^^^^
                  help: Notify has an attribute 'message'
                  fix: Change to `message`
                    - mesage  => 'y',
                    + message  => 'y',
                unknown-attribute: no parameter named 'gone' on Notify[b]
                  site.pp:5 notify { 'b': * => { 'gone' => 1 } }
                                                 ^^^^^^
            "#]],
        );
    }

    #[test]
    fn a_metaparameter_may_be_meant() {
        check(
            r#"
notify { 'a': requir => Class['c'] }
d { 'x': notfy => Notify['a'] }
//- /m/c/manifests/init.pp
class c { }
//- /m/d/manifests/init.pp
define d { }
"#,
            expect![[r#"
                unknown-attribute: D[x]: has no parameter named 'notfy'
                  site.pp:2 d { 'x': notfy => Notify['a'] }
                                     ^^^^^
                  help: There is a metaparameter 'notify'
                  /m/d/manifests/init.pp:1 define d { }
                                           -------- it is defined here
                  fix: Change to `notify`
                    - d { 'x': notfy => Notify['a'] }
                    + d { 'x': notify => Notify['a'] }
                unknown-attribute: no parameter named 'requir' on Notify[a]
                  site.pp:1 notify { 'a': requir => Class['c'] }
                                          ^^^^^^
                  help: There is a metaparameter 'require'
                  fix: Change to `require`
                    - notify { 'a': requir => Class['c'] }
                    + notify { 'a': require => Class['c'] }
            "#]],
        );
    }

    #[test]
    fn of_a_class_or_defined_type() {
        check(
            r#"
class { 'c': prot => 80 }
d { 'x':
  size => 1,
  clor => 'red',
}
//- /m/c/manifests/init.pp
class c(Integer $port = 80) { }
//- /m/d/manifests/init.pp
define d(Integer $size, String $color = 'blue') { }
"#,
            expect![[r#"
                unknown-attribute: Class[C]: has no parameter named 'prot'
                  site.pp:1 class { 'c': prot => 80 }
                                         ^^^^
                  help: It has a parameter 'port'
                  /m/c/manifests/init.pp:1 class c(Integer $port = 80) { }
                                           ------- it is defined here
                  fix: Change to `port`
                    - class { 'c': prot => 80 }
                    + class { 'c': port => 80 }
                unknown-attribute: D[x]: has no parameter named 'clor'
                  site.pp:4   clor => 'red',
                              ^^^^
                  help: It has a parameter 'color'
                  /m/d/manifests/init.pp:1 define d(Integer $size, String $color = 'blue') { }
                                           -------- it is defined here
                  fix: Change to `color`
                    - clor => 'red',
                    + color => 'red',
            "#]],
        );
    }
}
