//! Titles, namevars, and when two resources are the same one.

use crate::table::TypeInfo;
use crate::value::Value;

/// The values of the namevars of a resource, in the order of the namevars' names.
pub type Key = Vec<Value>;

/// The attributes that a title gives; nothing for one that says nothing.
pub fn from_title<'i>(info: &'i TypeInfo, title: &str) -> impl Iterator<Item = (&'i str, Value)> {
    // Each resource is asked several times, and most have a name that is all of their title.
    let whole = whole_title(info).map(|name| (name, Value::str(title)));
    let others = if whole.is_some() { Vec::new() } else { parse_title(info, title).unwrap_or_default() };
    whole.into_iter().chain(others)
}

/// The attribute that has all of the title as its value, if that is all that a title says.
fn whole_title(info: &TypeInfo) -> Option<&str> {
    let first = info.title_patterns.first().filter(|it| it.pattern.takes_all())?;
    match first.attributes.as_slice() {
        [only] => Some(only),
        _ => None,
    }
}

/// The attributes that a title gives; none where no pattern of the type matches it. A group that did not take part in the match gives `nil`.
pub(crate) fn parse_title<'i>(info: &'i TypeInfo, title: &str) -> Option<Vec<(&'i str, Value)>> {
    for it in &info.title_patterns {
        if let Some(groups) = it.pattern.captures(title) {
            let value = |group: Option<String>| group.map_or(Value::Nil, Value::Str);
            let mut groups = groups.into_iter().map(value);
            return Some(it.attributes.iter().map(|name| (name.as_str(), groups.next().unwrap_or_default())).collect());
        }
    }
    // A type whose patterns are not known says nothing of its titles.
    if info.title_patterns.is_empty() && !info.sure {
        return Some(Vec::new());
    }
    None
}

/// Identity of a resource before it is converted: two resources of an isomorphic type may not share it, and a reference finds a resource by
/// it. `given` looks up the parameters that the manifest gives. None where no pattern of the type matches the title.
pub fn uniqueness_key(info: &TypeInfo, reference: &str, title: &str, given: impl Fn(&str) -> Option<Value>) -> Option<Key> {
    // Whoever does not know what a title says, or of what, takes every title for another resource.
    if (info.title_patterns.is_empty() || info.namevars.is_empty()) && !info.sure {
        return Some(vec![Value::Str(format!("{reference}/{title}"))]);
    }
    // Nearly all are named by their titles, or by the one attribute that is given.
    if let [only] = info.namevars.as_slice()
        && whole_title(info) == Some(only)
        && let Some(value) = given(only).filter(|it| !it.is_nil()).or_else(|| Some(Value::str(title))).filter(Value::truthy)
    {
        return Some(vec![value]);
    }
    let from_title = parse_title(info, title)?;
    let lookup = |name: &str| {
        given(name).filter(|it| !it.is_nil()).or_else(|| from_title.iter().find(|(it, _)| *it == name).map(|(_, value)| value.clone()))
    };
    let namevar = info.namevar().unwrap_or("name");
    let name = lookup(namevar).filter(Value::truthy).or_else(|| lookup("name").filter(Value::truthy));
    let name = name.unwrap_or_else(|| Value::Str(format!("{reference}/{title}")));
    let mut names: Vec<&str> = info.namevars.iter().map(String::as_str).collect();
    names.sort_unstable();
    let key = names
        .into_iter()
        .map(|it| match lookup(it).filter(Value::truthy) {
            Some(value) => value,
            None if it == namevar || it == "name" => name.clone(),
            None => Value::Nil,
        })
        .collect();
    Some(key)
}

/// The value that a title alone gives to the only namevar of a type: `/a` for `File['/a/']`.
pub fn namevar_value(info: &TypeInfo, title: &str) -> Option<String> {
    let namevar = info.namevar()?;
    from_title(info, title).find(|(name, _)| *name == namevar).and_then(|(_, value)| match value {
        Value::Str(text) => Some(text),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::type_info;

    fn key(name: &str, title: &str, given: &[(&str, &str)]) -> String {
        let info = type_info(name).unwrap();
        let found = uniqueness_key(info, "T", title, |name| given.iter().find(|(it, _)| *it == name).map(|(_, value)| Value::str(*value)));
        found.map_or_else(|| "none".to_owned(), |it| Value::List(it).inspect())
    }

    #[test]
    fn namevars_come_from_the_title_or_the_parameters() {
        assert_eq!(key("file", "/a/", &[]), r#"["/a"]"#);
        assert_eq!(key("file", "x", &[("path", "/a")]), r#"["/a"]"#);
        assert_eq!(key("package", "n", &[]), r#"[nil, "n", nil]"#);
        assert_eq!(key("sshkey", "h@ssh-rsa", &[]), r#"["h", "ssh-rsa"]"#);
        assert_eq!(key("keystone_user", "a::b", &[]), r#"["b", "a"]"#);
        assert_eq!(key("keystone_user_role", "a", &[]), "none");
        assert_eq!(namevar_value(type_info("file").unwrap(), "/a//").as_deref(), Some("/a"));
    }
}
