//! `tag` and `tagged`.

use functions::{Block, Failure};
use values::Value;

use crate::compiler::{Compiler, Eval};
use crate::eval::{Site, flatten};
use crate::resource::{add_tag, is_tag};

pub fn tag(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let resource = compiler.scope(site.scope).resource;
    let mut values = Vec::new();
    for argument in arguments {
        flatten(argument.clone(), &mut values, 0);
    }
    for value in &values {
        let tag = values::print::interpolate(value).to_lowercase();
        if !is_tag(&tag) {
            return Err(Failure::plain(format!("Invalid tag '{tag}'")));
        }
        add_tag(&mut compiler.resource_mut(resource).tags, &tag);
    }
    Ok(Value::Undef)
}

/// Whether the catalog or what is being evaluated has all of the tags.
pub fn tagged(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let resource = compiler.scope(site.scope).resource;
    let all = arguments.iter().all(|argument| {
        let tag = values::print::interpolate(argument).to_lowercase();
        compiler.tags.contains(tag.as_str()) || compiler.is_tagged(resource, &[tag])
    });
    Ok(all.into())
}
