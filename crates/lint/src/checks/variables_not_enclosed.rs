//! A variable in a string without braces around it.

use std::borrow::Cow;

use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::{Id, Kind, Token};
use crate::{Edit, lexer};

pub const CHECK: Check = Check {
    name: "variables_not_enclosed",
    description: Some(
        "Check the manifest tokens for any variables in a string that have not been enclosed by braces ({}) and record a warning for each instance found.",
    ),
    help: Some("https://puppet.com/docs/puppet/latest/style_guide.html#quoting"),
    by_default: true,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for &id in data.of_kind(Kind::UnencVariable) {
        found.warning(data, id, "variable not enclosed in {}").fix(move |edit| fix(edit, id));
    }
}

fn fix(edit: &mut Edit<'_>, variable: Id) -> Option<()> {
    // What Puppet reads as keys of the variable goes into the braces with it.
    let keys = match edit.next(variable) {
        Some(text) if matches!(edit.kind(text), Some(Kind::DqMid | Kind::DqPost | Kind::HeredocMid | Kind::HeredocPost)) => {
            let value = edit.value(text)?;
            value.starts_with('[').then(|| (text, value[..keys(value)].to_owned(), value[keys(value)..].to_owned()))
        }
        _ => None,
    };
    if let Some((text, keys, rest)) = keys {
        let tokens = lexer::tokens(&keys).ok()?;
        edit.set_kind(variable, Kind::Variable)?;
        let index = edit.index(text)?;
        for (at, token) in (index..).zip(tokens) {
            let mut made = Token::new(token.kind, token.value.into_owned());
            made.raw = token.raw.map(|raw| Cow::Owned(raw.into_owned()));
            edit.insert(at, made)?;
        }
        edit.set_value(text, rest)?;
    }
    edit.set_kind(variable, Kind::Variable)?;
    // For Puppet a name has no dash: it is text that follows the variable.
    if let Some((name, text)) = edit.value(variable)?.split_once('-').map(|(name, text)| (name.to_owned(), text.to_owned())) {
        edit.set_value(variable, name)?;
        if let Some(after) = edit.next(variable) {
            let longer = format!("-{text}{}", edit.value(after)?);
            edit.set_value(after, longer)?;
        }
    }
    Some(())
}

/// The length of the keys in brackets that a text begins with.
fn keys(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut depth = 0_i32;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'[' => depth += 1,
            b']' => depth -= 1,
            _ => {}
        }
        if depth == 0 && bytes.get(at + 1) != Some(&b'[') {
            return at + 1;
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn a_variable_in_a_string_has_braces() {
        let text = "$a = \"x $b y\"\n$c = \"${d}$e\"\n$f = \"$g['h'][1] i\"\n$j = \"$k-l\"\n";
        check(
            "variables_not_enclosed",
            text,
            expect![[r#"
            1:9: warning: variable not enclosed in {}
            2:11: warning: variable not enclosed in {}
            3:7: warning: variable not enclosed in {}
            4:7: warning: variable not enclosed in {}
        "#]],
        );
        fixes("variables_not_enclosed", text, "$a = \"x ${b} y\"\n$c = \"${d}${e}\"\n$f = \"${g['h'][1]} i\"\n$j = \"${k}-l\"\n");
    }
}
