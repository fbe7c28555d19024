//! All variables that a scope shows to Ruby, as `Scope#to_hash` of Puppet gives them.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use values::{Str, Value};

use crate::compiler::Compiler;
use crate::definitions::Kind;
use crate::ids::ScopeId;
use crate::scope::Frame;

/// Scopes are nested so deep.
const DEEPEST: u32 = 100;

pub type Variables = IndexMap<Str, Value, FxBuildHasher>;

/// The variables of a scope and of those that it sees, in Puppet's order; none where scopes are nested too deep. What is undef is missing.
pub fn all(compiler: &Compiler<'_>, scope: ScopeId) -> Option<Variables> {
    let mut found = Variables::default();
    collect(compiler, scope, &mut found, 0)?;
    Some(found)
}

fn collect(compiler: &Compiler<'_>, scope: ScopeId, target: &mut Variables, depth: u32) -> Option<()> {
    if depth > DEEPEST {
        return None;
    }
    if scope != ScopeId::TOP {
        if let Some(outer) = compiler.enclosing_scope(scope) {
            collect(compiler, outer, target, depth + 1)?;
        }
        if let Some(parent) = compiler.inherited_scope(scope) {
            // Puppet merges the finished hash: what is undef there removes nothing here.
            let mut inherited = Variables::default();
            collect(compiler, parent, &mut inherited, depth + 1)?;
            target.extend(inherited);
        }
    }
    let this = compiler.scope(scope);
    let names_module = matches!(compiler.definition(this.source).kind, Kind::Class | Kind::Define | Kind::Node);
    for (name, value) in &this.variables {
        // Where no module is around, Puppet sets the empty text before the title.
        if &**name == "title" && names_module {
            if !this.variables.contains_key("module_name") {
                set(target, &"module_name".into(), &"".into());
            }
            if scope != ScopeId::TOP && !this.variables.contains_key("caller_module_name") {
                set(target, &"caller_module_name".into(), &"".into());
            }
        }
        set(target, name, value);
    }
    for frame in &this.frames {
        match frame {
            Frame::Local(variables) => variables.iter().for_each(|(name, value)| set(target, name, value)),
            // Parameters are no variables yet while their defaults are evaluated.
            Frame::Match(_) | Frame::Unclear(_) | Frame::Parameters { .. } => {}
        }
    }
    Some(())
}

fn set(target: &mut Variables, name: &Str, value: &Value) {
    if value.is_undef() {
        target.shift_remove(name);
    } else {
        target.insert(name.clone(), value.clone());
    }
}

/// Whether an instance variable may have the name.
pub fn is_plain(name: &str) -> bool {
    name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
}

/// The name of the instance variable for a variable.
pub fn exposed_name(name: &str) -> String {
    name.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '_' }).collect()
}
