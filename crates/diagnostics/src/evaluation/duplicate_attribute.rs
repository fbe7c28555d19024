//! An attribute, or a default for it, that is given twice.

use compiler::Issue;

use super::raised::{Draft, Raised};
use super::{Rule, spot};
use crate::Related;
use syntax::model::Data;

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let name = match raised.issue {
        Issue::DuplicateAttribute { name } => return vec![of_resource(raised, name)],
        Issue::DuplicateDefault { name, .. } => name,
        _ => return Vec::new(),
    };
    let range = raised.program.as_deref().and_then(|program| {
        let attribute = spot::attribute(program, &raised.place, name)?;
        Some(spot::attribute_name(program, attribute))
    });
    vec![raised.draft(range)]
}

/// The second one is underlined, and the first one named.
fn of_resource(raised: &Raised<'_>, name: &str) -> Draft {
    let Some(program) = raised.program.as_deref() else { return raised.draft(None) };
    let Some(node) = raised.node() else { return raised.draft(None) };
    let bodies = program.model.subtree(node).into_iter().filter_map(|it| match program.data(it) {
        Data::ResourceBody { operations, .. } => Some(operations),
        _ => None,
    });
    for operations in bodies {
        let named: Vec<_> = operations
            .iter()
            .filter(|it| matches!(program.data(**it), Data::AttributeOperation { name: it, .. } if **it == *name))
            .map(|it| spot::attribute_name(program, *it))
            .collect();
        if let [first, second, ..] = named.as_slice() {
            let mut draft = raised.draft(Some(*second));
            draft.related.push(Related { file: draft.file.clone(), range: *first, message: "it is already set here".to_owned() });
            return draft;
        }
    }
    raised.draft(None)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn the_second_one_is_underlined() {
        check(
            r#"
notify { 'a':
  message  => 'x',
  withpath => true,
  message  => 'y',
}
Notify { message => 'x' }
Notify { message => 'y' }
"#,
            expect![[r#"
                duplicate-attribute: The attribute 'message' has already been set
                  site.pp:4   message  => 'y',
                              ^^^^^^^
                  site.pp:2   message  => 'x',
                              ------- it is already set here
                duplicate-attribute: Default already defined for Notify { message }; cannot redefine
                  site.pp:7 Notify { message => 'y' }
                                     ^^^^^^^
            "#]],
        );
    }
}
