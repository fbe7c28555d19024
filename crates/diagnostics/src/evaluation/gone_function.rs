//! Removed functions, and their replacements.

/// Those of `stdlib` that checked types, each with the type that says the same.
const TYPES: &[(&str, &str)] = &[
    ("absolute_path", "Stdlib::Absolutepath"),
    ("array", "Array"),
    ("bool", "Boolean"),
    ("domain_name", "Stdlib::Fqdn"),
    ("email_address", "Stdlib::Email"),
    ("float", "Float"),
    ("hash", "Hash"),
    ("integer", "Integer"),
    ("ip_address", "Stdlib::IP::Address"),
    ("ipv4_address", "Stdlib::IP::Address::V4"),
    ("ipv6_address", "Stdlib::IP::Address::V6"),
    ("mac_address", "Stdlib::MAC"),
    ("numeric", "Numeric"),
    ("re", "Pattern[…]"),
    ("slength", "String[…]"),
    ("string", "String"),
];

/// Replacement of a removed function.
pub(super) fn instead(name: &str) -> Option<String> {
    let typed = |rest: &str| TYPES.iter().find(|(it, _)| *it == rest).map(|(_, ty)| *ty);
    if let Some(ty) = name.strip_prefix("validate_").and_then(typed) {
        return Some(format!("`stdlib` no longer has it: give the parameter the type `{ty}`"));
    }
    if let Some(ty) = name.strip_prefix("is_").and_then(typed) {
        return Some(format!("`stdlib` no longer has it: write `$value =~ {ty}`"));
    }
    let instead = match name {
        "extlookup" => "Puppet 4 removed it: use `lookup` for Hiera data",
        "has_key" => "`stdlib` no longer has it: write `$key in $hash`",
        "not" => "It is neither a function nor an operator: write `!`",
        "private" => "`stdlib` no longer has it: write `assert_private`",
        "search" => "Puppet 4 removed it: write the whole names of classes and defined types",
        _ => return None,
    };
    Some(instead.to_owned())
}
