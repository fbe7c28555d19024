//! An attribute that is set from where it must not be.

use super::raised::{Draft, Raised};
use super::{Rule, spot};

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let text = raised.text.as_str();
    let parameter = raised.between("Parameter '", "' is already set on ");
    let is = text == "Only subclasses can override parameters" || text.starts_with("Attempt to override an already evaluated resource");
    if !is && parameter.is_none() {
        return Vec::new();
    }
    let range = raised.program.as_deref().zip(parameter).and_then(|(program, name)| {
        let reference = raised.between("' is already set on ", "]").map(|it| format!("{it}]")).unwrap_or_default();
        let attribute = spot::attribute_of(program, raised.place.line?, name, &reference)?;
        Some(spot::attribute_name(program, attribute))
    });
    let mut draft = raised.draft(range);
    if let Some(name) = parameter {
        // Puppet shows the address of an object here.
        if let Some((before, rest)) = draft.message.split_once(" by #<")
            && let Some((_, after)) = rest.split_once('>')
        {
            draft.message = format!("{before}{after}");
        }
        draft.help = Some(format!("Only a class that inherits from the one that sets '{name}' may change it"));
    }
    draft.related.extend(raised.named_place(text).and_then(|place| raised.related(&place, "it is set here")));
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
                                             ------------ it is set here
            "#]],
        );
    }
}
