//! Starts the comment above a definition from its signature.

use syntax::SyntaxKind;

use super::Assist;
use super::context::Context;
use crate::ActionKind;

pub(super) fn add(context: &Context<'_>) -> Option<Assist> {
    let items = context.snapshot.item_map(context.file).items.iter().enumerate();
    // At the name, the word before it or a parameter's name: elsewhere nobody thinks of it.
    let is_near = |name: syntax::TextRange, whole: syntax::TextRange| {
        context.range.start() >= whole.start()
            && context.range.end() <= name.end()
            && context.line_start(name.start()) <= context.range.start()
    };
    let at_parameter = context.ancestors().any(|it| it.kind() == SyntaxKind::PARAM);
    let (number, ranges) = items
        .filter(|(_, it)| is_near(it.name, it.whole) || at_parameter && it.whole.contains_range(context.range))
        .min_by_key(|(_, it)| it.whole.len())?;
    let item = context.snapshot.item_tree(context.file).items.get(number)?;
    if matches!(item.kind, hir::ItemKind::Node) {
        return None;
    }
    let start = ranges.whole.start();
    if !context.is_first_in_line(start) {
        return None;
    }
    let missing: Vec<&str> = item.parameters.iter().filter(|it| item.docs.param(&it.name).is_none()).map(|it| it.name.as_str()).collect();
    let returns = item.kind == hir::ItemKind::Function && item.docs.tag("return").is_none();
    let indent = context.indent(start);
    let mut lines: Vec<String> = Vec::new();
    if item.docs.is_empty() {
        lines.push("@summary".to_owned());
    }
    lines.extend(missing.iter().map(|it| format!("@param {it}")));
    lines.extend(returns.then(|| "@return".to_owned()));
    if lines.is_empty() {
        return None;
    }
    let mut text = String::new();
    // An empty line parts what is there from what comes.
    if item.docs.is_empty() {
        text.push_str(&format!("# {}\n", lines.remove(0)));
        if !lines.is_empty() {
            text.push_str(&format!("{indent}#\n{indent}"));
        }
    }
    let rest: Vec<String> = lines.iter().map(|it| format!("# {it}\n{indent}")).collect();
    text.push_str(&rest.concat());
    if rest.is_empty() {
        text.push_str(indent);
    }
    let title = if item.docs.is_empty() { "Add a documentation comment" } else { "Document missing parameters" };
    Some(Assist { title: title.to_owned(), kind: ActionKind::Rewrite, edits: vec![context.insert(start, text)] })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, refused};

    #[test]
    fn a_comment_is_begun() {
        check(
            "Add a documentation comment",
            "cl$0ass a($b, $c = 1) { }\n",
            "# @summary\n#\n# @param b\n# @param c\nclass a($b, $c = 1) { }\n",
        );
        check("Add a documentation comment", "function a$0::b() { }\n", "# @summary\n#\n# @return\nfunction a::b() { }\n");
        check("Add a documentation comment", "class a$0 { }\n", "# @summary\nclass a { }\n");
        check(
            "Document missing parameters",
            "# @summary Much\n# @param b is b\nclass a($b, $$0c) { }\n",
            "# @summary Much\n# @param b is b\n# @param c\nclass a($b, $c) { }\n",
        );
    }

    #[test]
    fn what_is_said_is_not_said_again() {
        refused("Document", "# @summary Much\n# @param b is b\ncl$0ass a($b) { }\n");
        refused("Document", "class a { noti$0ce('x') }\n");
    }
}
