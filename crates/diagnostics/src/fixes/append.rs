//! `$x += …` and `$x -= …`.

use syntax::TextRange;
use syntax::model::Data;

use super::{Broken, Change};
use crate::Finding;

pub(crate) fn find_fix(broken: &Broken<'_>, finding: &mut Finding) -> Option<Change> {
    let model = broken.model;
    let one = model.ids().find(|it| model.get(*it).range == finding.range && matches!(model.data(*it), Data::Assignment { .. }))?;
    let Data::Assignment { op, left, right } = model.data(one) else { return None };
    let Data::Variable { expr } = model.data(*left) else { return None };
    let (Data::Name(name), sign) = (model.data(*expr), op.symbol().trim_end_matches('=')) else { return None };
    // Of texts `+=` made one, and `+` does not.
    if name.contains("::") || matches!(model.data(*right), Data::String(_) | Data::Concat { .. } | Data::Heredoc { .. }) {
        return None;
    }
    let is_tight = is_tight(model.data(*right));
    let (left, right) = (model.get(*left).range, model.get(*right).range);
    let value = if is_tight { broken.slice(right).to_owned() } else { format!("({})", broken.slice(right)) };
    // What is of the scope around may be had, and given a name of its own.
    if !is_set_here(broken, name, finding.range) {
        return Some((
            format!("Change to `${name} = ${name} {sign} …`"),
            vec![(finding.range, format!("${name} = ${name} {sign} {value}"))],
        ));
    }
    let new = format!("{}_{name}", if sign == "+" { "all" } else { "less" });
    if broken.text.contains(&new) {
        return None;
    }
    let reach = broken.definition(finding.range);
    let is_later = |it: &TextRange| it.start() >= finding.range.end() && reach.is_none_or(|reach| reach.contains_range(*it));
    let later = broken.variables(name).into_iter().filter(is_later);
    let mut edits: Vec<(TextRange, String)> = later.map(|it| (it, new.clone())).collect();
    edits.push((TextRange::new(left.start(), right.start()), format!("${new} = ${name} {sign} ")));
    if !is_tight {
        edits.push((right, value));
    }
    Some((format!("Change to `${new} = ${name} {sign} …`"), edits))
}

/// Whether the value needs no parentheses after a sign.
fn is_tight(value: &Data) -> bool {
    matches!(
        value,
        Data::List { .. }
            | Data::Hash { .. }
            | Data::Variable { .. }
            | Data::Access { .. }
            | Data::Integer { .. }
            | Data::Float(_)
            | Data::Paren { .. }
            | Data::MethodCall { .. }
    )
}

/// Whether the definition gives the variable a value before a place.
fn is_set_here(broken: &Broken<'_>, name: &str, at: TextRange) -> bool {
    let model = broken.model;
    let reach = broken.definition(at);
    model.ids().any(|id| {
        let range = model.get(id).range;
        let sets = match model.data(id) {
            Data::Assignment { left, .. } => model.subtree(*left).into_iter().any(|it| match model.data(it) {
                Data::Variable { expr } => matches!(model.data(*expr), Data::Name(it) if **it == *name),
                _ => false,
            }),
            Data::Parameter { name: it, .. } => **it == *name,
            _ => false,
        };
        sets && range.end() <= at.start() && broken.definition(range) == reach
    })
}

#[cfg(test)]
mod tests {
    use crate::fixes::tests::fixed;

    #[test]
    fn what_the_scope_around_has_gets_a_variable_of_its_own() {
        assert_eq!(
            fixed("appends-deletes-removed", "$x = [1]\nclass a {\n  $x += [2]\n}\n"),
            "Change to `$x = $x + …`\n$x = [1]\nclass a {\n  $x = $x + [2]\n}\n"
        );
        assert_eq!(fixed("appends-deletes-removed", "$x -= $y == 1\n"), "Change to `$x = $x - …`\n$x = $x - ($y == 1)\n");
    }

    #[test]
    fn what_the_definition_has_set_gets_another_name() {
        assert_eq!(
            fixed("appends-deletes-removed", "class a($x) {\n  notice($x)\n  $x += f(2)\n  notice($x, \"${x}\")\n}\n$z = $x\n"),
            "Change to `$all_x = $x + …`\nclass a($x) {\n  notice($x)\n  $all_x = $x + (f(2))\n  notice($all_x, \"${all_x}\")\n}\n$z = $x\n"
        );
        assert_eq!(fixed("appends-deletes-removed", "$x = 1\n$x -= 2\n"), "Change to `$less_x = $x - …`\n$x = 1\n$less_x = $x - 2\n");
    }

    #[test]
    fn texts_are_not_added() {
        assert_eq!(fixed("appends-deletes-removed", "$x += 'b'\n"), "no fix: assign to a new variable: `$all = $some + $more`");
    }
}
