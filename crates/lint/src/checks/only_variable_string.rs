//! A string that is one variable and nothing else.

use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::{Id, Kind};

pub const CHECK: Check = Check {
    name: "only_variable_string",
    description: Some(
        "Check the manifest tokens for double quoted strings that contain a single variable only and record a warning for each instance found.",
    ),
    help: Some("https://puppet.com/docs/puppet/latest/style_guide.html#quoting"),
    by_default: true,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for &start in data.of_kind(Kind::DqPre) {
        if data.token(start).value.is_empty()
            && let Some(variable) = data.next(start).filter(|id| data.token(*id).kind.is_variable())
            && let Some(end) = end(data, start)
        {
            found.warning(data, variable, "string containing only a variable").fix(move |edit| {
                edit.remove(start)?;
                edit.remove(end)?;
                edit.set_kind(variable, Kind::Variable)
            });
        }
    }
}

/// The end of the string, if nothing follows the variable but keys in brackets. A string that is the name of a value is needed.
fn end(data: &Data<'_>, start: Id) -> Option<Id> {
    let mut at = start + 2;
    loop {
        let token = data.get(at)?;
        match token.kind {
            Kind::LBrack => at += 3,
            Kind::DqPost => {
                return (token.value.is_empty() && data.kind(data.next_code(at)) != Some(Kind::FArrow)).then_some(at);
            }
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn the_variable_is_enough() {
        let text = "$a = \"${b}\"\n$c = \"$d\"\n$e = \"${f['g']}\"\n$h = \"${i} \"\n$j = { \"${k}\" => 1 }\n$l = \"${m.n}\"\n";
        check(
            "only_variable_string",
            text,
            expect![[r#"
            1:9: warning: string containing only a variable
            2:7: warning: string containing only a variable
            3:9: warning: string containing only a variable
        "#]],
        );
        fixes("only_variable_string", text, "$a = $b\n$c = $d\n$e = $f['g']\n$h = \"${i} \"\n$j = { \"${k}\" => 1 }\n$l = \"${m.n}\"\n");
    }
}
