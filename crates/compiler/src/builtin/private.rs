//! `assert_private` of the module `stdlib`.

use functions::{Block, Failure};
use issue::Issue;
use values::Value;

use crate::compiler::{Compiler, Eval};
use crate::definitions::Kind;
use crate::ids::ScopeId;
use crate::site::Site;

/// Refuses to go on where what is being evaluated was declared by another module.
pub fn assert_private(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    if arguments.len() > 1 {
        let count = arguments.len();
        return Err(Failure::plain(format!("assert_private(): Wrong number of arguments given ({count}}}) for 0 or 1)")));
    }
    let own = compiler.lookup_variable(site.scope, "module_name")?.unwrap_or(Value::Undef);
    let caller = compiler.lookup_variable(site.scope, "caller_module_name")?.unwrap_or(Value::Undef);
    // The main manifest has a module without a name, and nobody calls it.
    if own == caller && site.scope != ScopeId::TOP {
        return Ok(Value::Undef);
    }
    if let Some(Value::String(message)) = arguments.first() {
        return Err(Failure::exception(Issue::raised(&**message)));
    }
    let source = compiler.scope(site.scope).source;
    let definition = compiler.definition(source);
    let what = if definition.kind == Kind::Class { "Class" } else { "Definition" };
    Err(Failure::plain(format!("{what} {} is private", definition.name)))
}
