//! The spaces around the names of classes and defined types.

use super::{after_space, insert_space_before, is_single_space, narrow};
use crate::Edit;
use crate::check::{Check, Found};
use crate::data::{Budget, Data};
use crate::token::{Id, Kind};

pub const INHERITS: Check = Check {
    name: "manifest_whitespace_inherits_name_single_space_before",
    description: Some("A single space stands between `inherits` and the name."),
    help: None,
    by_default: false,
    fixes: true,
    run: inherits,
};

pub const BEFORE: Check = Check {
    name: "manifest_whitespace_class_name_single_space_before",
    description: Some("A single space stands before the name of a class or defined type."),
    help: None,
    by_default: false,
    fixes: true,
    run: before,
};

pub const AFTER: Check = Check {
    name: "manifest_whitespace_class_name_single_space_after",
    description: Some("A single space follows the name of a class or defined type."),
    help: None,
    by_default: false,
    fixes: true,
    run: after,
};

fn inherits(data: &Data<'_>, found: &mut Found<'_>) {
    let budget = Budget::new(data);
    for &id in data.of_kind(Kind::Inherits) {
        tell_before(data, id, "there should be a single space between the inherits statement and the name", &budget, found);
    }
}

fn before(data: &Data<'_>, found: &mut Found<'_>) {
    let budget = Budget::new(data);
    for definition in data.definitions() {
        let message = "there should be a single space between the class or defined resource statement and the name";
        tell_before(data, definition.tokens.start, message, &budget, found);
    }
}

fn name(data: &Data<'_>, keyword: Id, budget: &Budget) -> Option<Id> {
    data.next_of(keyword, data.ids().end, &[Kind::Name, Kind::FunctionName], budget)
}

fn tell_before(data: &Data<'_>, keyword: Id, message: &'static str, budget: &Budget, found: &mut Found<'_>) {
    let (Some(name), Some(next)) = (name(data, keyword, budget), data.next(keyword)) else { return };
    if name != keyword + 2 || !is_single_space(data, next) {
        found.error(data, next, message).fix(move |edit| narrow(edit, next));
    }
}

fn after(data: &Data<'_>, found: &mut Found<'_>) {
    let budget = Budget::new(data);
    for definition in data.definitions() {
        let Some(name) = name(data, definition.tokens.start, &budget) else { continue };
        let Some(after) = after_space(data, name) else { continue };
        if after != name + 2 || !is_single_space(data, name + 1) {
            let message = "there should be a single space between the class or resource name and the next item";
            found.error(data, name, message).fix(move |edit| fix(edit, name, after));
        }
    }
}

fn fix(edit: &mut Edit<'_>, name: Id, after: Id) -> Option<()> {
    loop {
        let next = edit.next(name)?;
        if next == after {
            return insert_space_before(edit, after);
        }
        edit.remove(next)?;
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    const TEXT: &str = "class  m::a  inherits  m::b{\n}\ndefine m::c\n(\n) {\n}\nclass m::d {\n}\n";

    #[test]
    fn one_space_is_around_names() {
        check(
            "manifest_whitespace_class_name_single_space_before",
            TEXT,
            expect![[r#"
            1:6: error: there should be a single space between the class or defined resource statement and the name
        "#]],
        );
        check(
            "manifest_whitespace_class_name_single_space_after",
            TEXT,
            expect![[r#"
            1:8: error: there should be a single space between the class or resource name and the next item
            3:8: error: there should be a single space between the class or resource name and the next item
        "#]],
        );
        check(
            "manifest_whitespace_inherits_name_single_space_before",
            TEXT,
            expect![[r#"
            1:22: error: there should be a single space between the inherits statement and the name
        "#]],
        );
        fixes("manifest_whitespace_class_name_single_space_before", TEXT, &TEXT.replace("class  ", "class "));
        fixes("manifest_whitespace_class_name_single_space_after", TEXT, &TEXT.replace("a  inh", "a inh").replace("c\n(", "c ("));
        fixes("manifest_whitespace_inherits_name_single_space_before", TEXT, &TEXT.replace("inherits  ", "inherits "));
    }
}
