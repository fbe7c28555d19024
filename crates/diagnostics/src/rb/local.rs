//! Methods that every function has, whatever its file defines.

/// Methods of Puppet's own base of functions.
const OF_FUNCTIONS: [&str; 6] = ["call", "call_function", "closure_scope", "loader", "call_function_with_scope", "initialize"];

/// Whether an object of any class may have a method.
pub(super) fn is_of_every_object(name: &str) -> bool {
    OF_FUNCTIONS.contains(&name) || ruby::methods::is_private(name) || ruby::methods::exists_in("NilClass", name)
}
