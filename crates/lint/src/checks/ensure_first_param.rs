//! A resource whose `ensure` is not its first parameter.

use crate::Edit;
use crate::check::{Check, Found};
use crate::data::Data;
use crate::token::{Id, Kind};

pub const CHECK: Check = Check {
    name: "ensure_first_param",
    description: Some(
        "Check the tokens of each resource instance for an ensure parameter and if found, check that it is the first parameter listed.  If it is not the first parameter, record a warning.",
    ),
    help: Some("https://puppet.com/docs/puppet/latest/style_guide.html#attribute-ordering"),
    by_default: true,
    fixes: true,
    run,
};

fn run(data: &Data<'_>, found: &mut Found<'_>) {
    for resource in data.resources() {
        if data.kind(resource.type_token) == Some(Kind::Class) {
            continue;
        }
        let Some((&first, others)) = resource.parameters.split_first() else { continue };
        let is_ensure = |id: &&Id| data.token(**id).value == "ensure";
        if !is_ensure(&&first)
            && let Some(&ensure) = others.iter().find(is_ensure)
        {
            let message = "ensure found on line but it's not the first attribute";
            found.warning(data, ensure, message).fix(move |edit| fix(edit, first));
        }
    }
}

/// Lets the first parameter and `ensure` change places.
fn fix(edit: &mut Edit<'_>, first: Id) -> Option<()> {
    let first_comma = edit.next_of(first, &[Kind::Comma], None)?;
    let ensure = edit.next_of(first_comma, &[Kind::Name], Some("ensure"))?;
    let ensure_comma = edit.next_of(ensure, &[Kind::Comma, Kind::Semic], None)?;
    let index = |id| edit.index(id);
    let (first_at, first_end, ensure_at, ensure_end) = (index(first)?, index(first_comma)?, index(ensure)?, index(ensure_comma)?);
    if !(first_at < first_end && first_end < ensure_at && ensure_at < ensure_end) {
        return None;
    }
    let (first_token, ensure_token) = (edit.get(first)?, edit.get(ensure)?);
    let before_first = (first_token.prev, first_token.prev_code);
    let before_ensure = (ensure_token.prev, ensure_token.prev_code);
    let token = edit.get_mut(first)?;
    (token.prev, token.prev_code) = before_ensure;
    let token = edit.get_mut(ensure)?;
    (token.prev, token.prev_code) = before_first;
    // The token after the first comma is reported as following the second, whose own follower is not reported.
    let follower = edit.get(ensure_comma)?.next;
    edit.get_mut(ensure_comma)?.next = edit.get(first_comma)?.next;
    let after_follower = edit.get(follower)?.next_code;
    edit.get_mut(ensure_comma)?.next_code = after_follower;

    let order = edit.order_mut();
    let moved: Vec<Id> = order.drain(ensure_at..ensure_end).collect();
    let (moved_len, first_len) = (moved.len(), first_end - first_at);
    let displaced: Vec<Id> = order.splice(first_at..first_end, moved).collect();
    let at = ensure_at + moved_len - first_len;
    order.splice(at..at, displaced);
    Some(())
}

#[cfg(test)]
mod tests {
    use crate::testing::{check, fixes};
    use expect_test::expect;

    #[test]
    fn ensure_comes_first() {
        let text =
            "file { '/a':\n  mode   => '0644',\n  owner  => 'root',\n  ensure => file,\n}\nfile { '/b': ensure => file, mode => '0644' }\n";
        check(
            "ensure_first_param",
            text,
            expect![[r#"
            4:3: warning: ensure found on line but it's not the first attribute
        "#]],
        );
        fixes(
            "ensure_first_param",
            text,
            "file { '/a':\n  ensure => file,\n  owner  => 'root',\n  mode   => '0644',\n}\nfile { '/b': ensure => file, mode => '0644' }\n",
        );
    }

    #[test]
    fn classes_may_have_a_parameter_of_that_name_anywhere() {
        check("ensure_first_param", "class { 'a':\n  b      => 1,\n  ensure => present,\n}\n", expect![[r#""#]]);
    }
}
