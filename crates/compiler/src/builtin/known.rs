//! `is_function_available` and `stdlib::has_function` of the module `stdlib`.

use functions::{Block, Failure};
use values::Value;

use crate::compiler::{Compiler, Eval};
use crate::site::Site;

/// Legacy functions of Puppet itself, some of which only name their successor.
const OLD: [&str; 52] = [
    "assert_type",
    "binary_file",
    "break",
    "contain",
    "create_resources",
    "defined",
    "dig",
    "digest",
    "each",
    "epp",
    "fail",
    "file",
    "filter",
    "find_file",
    "fqdn_rand",
    "generate",
    "hiera",
    "hiera_array",
    "hiera_hash",
    "hiera_include",
    "include",
    "inline_epp",
    "inline_template",
    "lest",
    "lookup",
    "map",
    "match",
    "md5",
    "new",
    "next",
    "realize",
    "reduce",
    "regsubst",
    "require",
    "return",
    "reverse_each",
    "scanf",
    "sha1",
    "sha256",
    "shellquote",
    "slice",
    "split",
    "sprintf",
    "step",
    "strftime",
    "tag",
    "tagged",
    "template",
    "then",
    "type",
    "versioncmp",
    "with",
];

pub fn is_function_available(compiler: &mut Compiler<'_>, _: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let [name] = arguments else {
        let count = arguments.len();
        return Err(Failure::plain(format!("is_function_available?(): Wrong number of arguments given {count} for 1")));
    };
    let Value::String(name) = name else { return Ok(false.into()) };
    let file = format!("lib/puppet/parser/functions/{name}.rb");
    let of_module = || compiler.environment.modules().any(|(_, folder)| compiler.environment.is_file(&folder.join(&file)));
    Ok((OLD.contains(&&**name) || of_module()).into())
}

pub fn has_function(compiler: &mut Compiler<'_>, _: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let name = arguments.first().and_then(Value::as_str).unwrap_or_default().to_lowercase();
    compiler.has_function(name.strip_prefix("::").unwrap_or(&name)).map(Value::from)
}
