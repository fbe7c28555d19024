//! A constant in a class or defined type → a parameter with that default.

use diagnostics::Edit;
use syntax::ast::{AstNode, Attribute, ClassDef, DefineDef, Expr, Literal, ParamList, SelectorArm};
use syntax::{SyntaxKind, SyntaxNode, TextSize};

use super::Assist;
use super::context::{Context, has_comment, last_token, next_token};
use super::extract_variable::RESERVED;
use crate::ActionKind;
use crate::text::trimmed_range;

/// The types of constants nest no deeper than this in what is written for them.
pub(super) const DEEPEST: usize = 4;

pub(super) fn extract(context: &Context<'_>) -> Option<Assist> {
    let found = Extracted::find(context)?;
    let default = format!(" = {}", found.written);
    found.assist(context, &default, "", Vec::new())
}

/// The same, with the value in the module's own data. Whoever wants another one for some machines has the place for it.
pub(super) fn with_data(context: &Context<'_>) -> Option<Assist> {
    let found = Extracted::find(context)?;
    if found.kind != "class" {
        return None;
    }
    let definition = crate::names::item_around(context.snapshot, context.file, context.range)?;
    let class = &context.snapshot.item(definition)?.name;
    let (edit, whose) = super::module_data::entry(context, &format!("{class}::{}", found.name), &found.expr)?;
    found.assist(context, "", &format!(", with its value in the {whose}'s data"), vec![edit])
}

/// Value that becomes a parameter, and its definition.
struct Extracted {
    expr: Expr,
    ty: String,
    name: String,
    written: String,
    kind: &'static str,
    parameters: Option<ParamList>,
    name_end: TextSize,
}

impl Extracted {
    fn find(context: &Context<'_>) -> Option<Extracted> {
        let expr = constant(context)?;
        let ty = type_of(&expr, DEEPEST)?;
        let node = expr.syntax();
        let definition = node.ancestors().find(|it| {
            matches!(
                it.kind(),
                SyntaxKind::CLASS_DEF | SyntaxKind::DEFINE_DEF | SyntaxKind::FUNCTION_DEF | SyntaxKind::PLAN_DEF | SyntaxKind::NODE_DEF
            )
        })?;
        let (parameters, name_end, kind) = match (ClassDef::cast(definition.clone()), DefineDef::cast(definition.clone())) {
            (Some(it), _) => (it.param_list(), trimmed_range(it.def_name()?.syntax()).end(), "class"),
            (_, Some(it)) => (it.param_list(), trimmed_range(it.def_name()?.syntax()).end(), "defined type"),
            _ => return None,
        };
        // Only what the body says: a default is one already.
        let body = definition.children().find(|it| it.kind() == SyntaxKind::BLOCK)?;
        if !body.text_range().contains_range(node.text_range()) {
            return None;
        }
        let wanted = node.parent().and_then(Attribute::cast).and_then(|it| it.attribute_name());
        let wanted = wanted.map(|it| context.text_of(it.syntax()).to_owned()).unwrap_or_default();
        let is_taken = RESERVED.contains(&wanted.as_str()) || resource_types::is_metaparameter(&wanted);
        let is_good = hir::name::is_parameter(&wanted) && !is_taken;
        let name = context.fresh_name(if is_good { &wanted } else { "value" });
        let written = context.text_of(node).to_owned();
        Some(Extracted { ty, name, written, kind, parameters, name_end, expr })
    }

    fn assist(&self, context: &Context<'_>, default: &str, how: &str, mut edits: Vec<Edit>) -> Option<Assist> {
        let Extracted { ty, name, kind, .. } = self;
        let added = format!("{ty} ${name}{default}");
        let insertion = match &self.parameters {
            Some(it) => at_the_end(context, it, &added)?,
            None => (self.name_end, format!(" (\n  {added},\n)")),
        };
        let own = [context.insert(insertion.0, insertion.1), context.edit(trimmed_range(self.expr.syntax()), format!("${name}"))];
        edits.splice(0..0, own);
        Some(Assist { title: format!("Extract to the parameter `${name}` of the {kind}{how}"), kind: ActionKind::Extract, edits })
    }
}

/// The constant that is selected, or that the cursor is in as the value of an attribute.
fn constant(context: &Context<'_>) -> Option<Expr> {
    let node = match context.selected() {
        Some(selected) => selected,
        None => context.node::<Literal>()?.syntax().clone(),
    };
    let parent = node.parent()?;
    let is_value = match parent.kind() {
        SyntaxKind::ATTRIBUTE | SyntaxKind::ARG_LIST => true,
        SyntaxKind::ASSIGN_EXPR => parent.first_child().as_ref() != Some(&node),
        SyntaxKind::SELECTOR_ARM => SelectorArm::cast(parent)?.value()?.syntax() == &node,
        _ => false,
    };
    (is_value && !node.text().to_string().contains('\n') && !has_comment(&node)).then(|| Expr::cast(node)).flatten()
}

/// The type of a constant; nothing for what is none.
pub(super) fn type_of(expr: &Expr, depth: usize) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    Some(match expr {
        Expr::Literal(it) => {
            let token = it.value_token()?;
            match token.kind() {
                SyntaxKind::SQ_STRING | SyntaxKind::WORD => "String".to_owned(),
                SyntaxKind::TRUE_KW | SyntaxKind::FALSE_KW => "Boolean".to_owned(),
                SyntaxKind::NUMBER => {
                    let text = token.text().to_ascii_lowercase();
                    let is_float = !text.starts_with("0x") && text.contains(['.', 'e']);
                    if is_float { "Float" } else { "Integer" }.to_owned()
                }
                _ => return None,
            }
        }
        Expr::NameExpr(_) => "String".to_owned(),
        Expr::DqString(it) if it.parts().next().is_none() => "String".to_owned(),
        Expr::ListExpr(it) => {
            let mut types = it.elements().map(|it| type_of(&Expr::cast(it.syntax().clone())?, depth));
            let Some(first) = types.next() else { return Some("Array".to_owned()) };
            let first = first?;
            let mut is_same = true;
            for ty in types {
                is_same &= ty? == first;
            }
            if is_same { format!("Array[{first}]") } else { "Array".to_owned() }
        }
        Expr::HashExpr(it) => {
            for entry in it.entries() {
                type_of(&entry.key()?, depth)?;
                type_of(&entry.value()?, depth)?;
            }
            "Hash".to_owned()
        }
        _ => return None,
    })
}

/// Where a parameter goes after the others, and what has to be written there.
fn at_the_end(context: &Context<'_>, parameters: &ParamList, added: &str) -> Option<(TextSize, String)> {
    let Some(last) = parameters.params().last() else {
        return Some((parameters.l_paren_token()?.text_range().end(), format!("\n  {added},\n")));
    };
    let end = last_token(last.syntax())?;
    let comma = next_token(&end).filter(|it| it.kind() == SyntaxKind::COMMA);
    let at = comma.as_ref().unwrap_or(&end).text_range().end();
    let separator = if comma.is_some() { "" } else { "," };
    let start = start_of(last.syntax());
    Some(match context.is_first_in_line(start) {
        true => (at, format!("{separator}\n{}{added},", context.indent(start))),
        false => (at, format!("{separator} {added}")),
    })
}

fn start_of(node: &SyntaxNode) -> TextSize {
    trimmed_range(node).start()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, check_selection, refused, refused_selection};

    #[test]
    fn a_constant_becomes_a_parameter() {
        check(
            "Extract to the parameter `$mode` of the class",
            "class a (\n  $b\n) {\n  file { '/a': mode => '06$044' }\n}\n",
            "class a (\n  $b,\n  String $mode = '0644',\n) {\n  file { '/a': mode => $mode }\n}\n",
        );
        check(
            "Extract to the parameter `$value` of the class",
            "class a {\n  f(1$02)\n}\n",
            "class a (\n  Integer $value = 12,\n) {\n  f($value)\n}\n",
        );
        check_selection(
            "Extract to the parameter `$groups` of the defined type",
            "define a($b = 1) {\n  user { 'x': groups => $0['y', 'z']$1 }\n}\n",
            "define a($b = 1, Array[String] $groups = ['y', 'z']) {\n  user { 'x': groups => $groups }\n}\n",
        );
    }

    #[test]
    fn what_is_no_constant_of_a_body_stays() {
        refused("Extract to the parameter", "class a($b = '$0c') { }\n");
        refused("Extract to the parameter", "node x { file { '/a': mode => '06$044' } }\n");
        refused("Extract to the parameter", "class a { file { '/$0a': } }\n");
        refused_selection("Extract to the parameter", "class a { f($0[$b]$1) }\n");
    }
}
