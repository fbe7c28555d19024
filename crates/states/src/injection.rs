//! Values of states that become entries of a file of the system, or arguments of a program: none of them may become more than that.

use serde_json::Value as Json;

use crate::low::Low;

/// The modules whose states are entries, and what may have line breaks all the same.
const MODULES: &[(&str, &[&str])] = &[("cron", &["comment"]), ("group", &[]), ("host", &[]), ("user", &[])];

/// The modules whose states have the names of accounts.
const ACCOUNTS: &[&str] = &["group", "user"];

/// Says which values would begin another entry, or would be options. `own` are the arguments of the function.
pub fn injections(low: &Low, own: impl Fn(&str) -> bool) -> Vec<String> {
    let Some((_, free)) = MODULES.iter().find(|it| it.0 == low.state) else { return Vec::new() };
    let function = low.function();
    let mut all = Vec::new();
    let given = low.args.iter().filter(|(name, _)| own(name) && !free.contains(&name.as_str()));
    for (name, _) in given {
        let texts: Vec<&str> = low.list(name).into_iter().filter_map(Json::as_str).collect();
        if texts.iter().any(|it| it.contains(['\n', '\r', '\0'])) {
            all.push(format!("`{name}` of `{function}` may not have a line break"));
        }
        let is_part = name == "password" && texts.iter().any(|it| it.contains(':'));
        if is_part {
            all.push(format!("`{name}` of `{function}` may not have a colon"));
        }
        if name == "user" && texts.iter().any(|it| it.starts_with('-')) {
            all.push(format!("`{name}` of `{function}` may not begin with a dash"));
        }
    }
    if low.name.contains(['\n', '\r', '\0']) {
        all.push(format!("the name of `{function}` may not have a line break"));
    }
    // The programs themselves refuse a colon.
    if ACCOUNTS.contains(&low.state.as_str()) && low.name.starts_with('-') {
        all.push(format!("the name of `{function}` may not begin with a dash"));
    }
    all
}

#[cfg(test)]
mod tests {
    use salt::Span;
    use serde_json::json;

    use super::*;

    fn found(function: &str, name: &str, args: Json) -> Vec<String> {
        let (state, fun) = function.split_once('.').unwrap();
        let low = Low {
            state: state.to_owned(),
            fun: fun.to_owned(),
            id: "id".to_owned(),
            name: name.to_owned(),
            sls: "a".to_owned(),
            args: args.as_object().unwrap().clone(),
            at: Span::NONE,
            chunk: 0,
            node: None,
            watches: None,
            targets: Vec::new(),
            is_aggregate: false,
        };
        injections(&low, |it| it != "unless")
    }

    #[test]
    fn no_value_is_another_entry_or_an_option() {
        let evil = "a\nroot2::0:0:::";
        for (function, argument) in [
            ("user.present", "password"),
            ("user.present", "fullname"),
            ("user.present", "home"),
            ("group.present", "members"),
            ("host.present", "ip"),
            ("host.present", "comment"),
            ("cron.present", "minute"),
            ("cron.present", "special"),
            ("cron.present", "identifier"),
        ] {
            let message = format!("`{argument}` of `{function}` may not have a line break");
            assert!(found(function, "n", json!({ argument: evil })).contains(&message), "{function} {argument}");
            assert!(found(function, "n", json!({ argument: ["b", evil] })).contains(&message), "{function} {argument}");
            assert_eq!(found(function, "n", json!({ argument: "b" })), Vec::<String>::new());
        }
        for function in ["user.present", "user.absent", "group.absent", "host.present", "cron.absent"] {
            assert_eq!(found(function, evil, json!({})).first(), Some(&format!("the name of `{function}` may not have a line break")));
        }
        for name in ["--root=/tmp/x", "-D"] {
            assert_eq!(found("user.present", name, json!({})).len(), 1, "{name}");
        }
        assert_eq!(found("user.present", "n", json!({ "password": "x:0" })).len(), 1);
        assert_eq!(found("cron.present", "x", json!({ "user": "-l" })).len(), 1);
        // Salt makes each line of it a comment; what the engine reads is no entry.
        assert_eq!(found("cron.present", "x", json!({ "comment": "a\nb", "unless": "a\nb" })), Vec::<String>::new());
        assert_eq!(found("cmd.run", evil, json!({ "env": evil })), Vec::<String>::new());
    }
}
