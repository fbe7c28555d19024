//! An attribute that is set from where it must not be.

use issue::{Issue, Override};

use super::raised::{Draft, Raised, without_numbers};
use super::{Rule, spot};

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let Issue::IllegalOverride(error) = raised.issue else { return Vec::new() };
    let set = if let Override::AlreadySet { name, reference, .. } = error { Some((name, reference)) } else { None };
    let range = raised.program.as_deref().zip(set).and_then(|(program, (name, reference))| {
        let attribute = spot::attribute_of(program, &raised.place, name, reference)?;
        Some(spot::attribute_name(program, attribute))
    });
    let mut draft = raised.draft(range);
    if let Override::AlreadySet { name, reference, first } = error {
        // Puppet shows the address of an object here.
        let at = if first.is_nowhere() { String::new() } else { format!(" at {first}") };
        draft.message = format!("Parameter '{name}' is already set on {}{at}; cannot redefine", without_numbers(reference));
        draft.help = Some(format!("Only a class that inherits from the one that sets '{name}' may change it"));
    }
    draft.related.extend(raised.issue.places().first().and_then(|place| raised.related(place, "it is set here")));
    vec![draft]
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn from_elsewhere() {
        check(
            r#"
notify { 'a': message => 'x' }
include c
//- /m/c/manifests/init.pp
class c {
  Notify['a'] { message => 'y' }
  notify { 'b': message => 'x' }
  Notify['b'] {
    message => 'y',
  }
}
"#,
            expect![[r#"
                override-not-allowed: Only subclasses can override parameters
                  /m/c/manifests/init.pp:2   Notify['a'] { message => 'y' }
                                             ^^^^^^^^^^^
                override-not-allowed: Parameter 'message' is already set on Notify[b] at (file: /m/c/manifests/init.pp, line: 3); cannot redefine
                  /m/c/manifests/init.pp:5     message => 'y',
                                               ^^^^^^^
                  help: Only a class that inherits from the one that sets 'message' may change it
                  /m/c/manifests/init.pp:3   notify { 'b': message => 'x' }
                                                           -------------- it is set here
            "#]],
        );
    }
}
