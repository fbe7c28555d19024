//! `::` before the name of a class.

use crate::Edit;
use crate::check::{Check, Found};
use crate::data::{Budget, Data};
use crate::token::{Id, Kind};

pub const INCLUSION: Check = Check {
    name: "relative_classname_inclusion",
    description: Some("Classes are included and inherited by names that do not begin with `::`."),
    help: None,
    by_default: false,
    fixes: true,
    run: inclusion,
};

pub const REFERENCE: Check = Check {
    name: "relative_classname_reference",
    description: Some("References to classes have names that do not begin with `::`."),
    help: None,
    by_default: false,
    fixes: true,
    run: reference,
};

fn inclusion(data: &Data<'_>, found: &mut Found<'_>) {
    let budget = Budget::new(data);
    for id in data.ids() {
        let token = data.token(id);
        match token.kind {
            Kind::Name | Kind::FunctionName if matches!(token.value.as_ref(), "include" | "contain" | "require") => {
                included(data, id, &budget, found);
            }
            Kind::Class if data.kind(data.next_code(id)) == Some(Kind::LBrace) => {
                let titles = budget.walk(id..data.ids().end).take_while(|id| data.token(*id).kind != Kind::Colon);
                for title in titles.filter(|id| matches!(data.token(*id).kind, Kind::Name | Kind::SString)) {
                    tell(data, title, "class included by absolute name (::$class)", found);
                }
            }
            Kind::Inherits => {
                if let Some(name) = data.next_code(id).filter(|name| data.token(*name).kind == Kind::Name) {
                    tell(data, name, "class included by absolute name (::$class)", found);
                }
            }
            _ => {}
        }
    }
}

/// Names that a function includes up to the end of its line; calls there are left alone.
fn included(data: &Data<'_>, function: Id, budget: &Budget, found: &mut Found<'_>) {
    let Some(first) = data.next_code(function).filter(|id| data.token(*id).kind != Kind::FArrow) else { return };
    let mut calls = 0_u32;
    for id in budget.walk(first..data.ids().end) {
        let kind = data.token(id).kind;
        if kind == Kind::Newline {
            break;
        }
        if !matches!(kind, Kind::Name | Kind::FunctionName | Kind::SString) {
            continue;
        }
        match data.kind(data.next_code(id)) {
            Some(Kind::LParen) => calls += 1,
            Some(Kind::RParen) if calls > 0 => calls -= 1,
            _ if calls == 0 => tell(data, id, "class included by absolute name (::$class)", found),
            _ => {}
        }
    }
}

fn reference(data: &Data<'_>, found: &mut Found<'_>) {
    let budget = Budget::new(data);
    for &id in data.of_kind(Kind::Type) {
        if data.token(id).value != "Class" || data.kind(data.next_code(id)) != Some(Kind::LBrack) {
            continue;
        }
        let titles = budget.walk(id..data.ids().end).take_while(|id| data.token(*id).kind != Kind::RBrack);
        for title in titles.filter(|id| matches!(data.token(*id).kind, Kind::Name | Kind::SString)) {
            tell(data, title, "absolute class name reference", found);
        }
    }
}

fn tell(data: &Data<'_>, id: Id, message: &'static str, found: &mut Found<'_>) {
    if data.token(id).value.starts_with("::") {
        found.warning(data, id, message).fix(move |edit| fix(edit, id));
    }
}

fn fix(edit: &mut Edit<'_>, id: Id) -> Option<()> {
    let name = edit.value(id)?.strip_prefix("::")?.to_owned();
    edit.set_value(id, name)
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn names_of_classes_need_no_colons() {
        let text = "include ::a, b\ncontain('::c')\nclass { '::d': }\nclass e inherits ::f { }\n$g = { require => '::h' }\n";
        check(
            "relative_classname_inclusion",
            text,
            expect![[r#"
            1:9: warning: class included by absolute name (::$class)
            2:9: warning: class included by absolute name (::$class)
            3:9: warning: class included by absolute name (::$class)
            4:18: warning: class included by absolute name (::$class)
        "#]],
        );
        fixes(
            "relative_classname_inclusion",
            text,
            "include a, b\ncontain('c')\nclass { 'd': }\nclass e inherits f { }\n$g = { require => '::h' }\n",
        );
    }

    #[test]
    fn nor_do_references() {
        let text = "Class['::a', b] -> Class[c]\nFile['::d']\n";
        check(
            "relative_classname_reference",
            text,
            expect![[r#"
            1:7: warning: absolute class name reference
        "#]],
        );
        fixes("relative_classname_reference", text, "Class['a', b] -> Class[c]\nFile['::d']\n");
    }
}
