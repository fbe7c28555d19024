//! `tag` and `tagged`.

use functions::Block;
use issue::Issue;
use values::{Origin, Type, Unknown, Value};

use crate::compiler::{Compiler, Eval};
use crate::lists::flatten;
use crate::resource::{add_tag, is_tag};
use crate::site::Site;

pub fn tag(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let resource = compiler.scope(site.scope).resource;
    let mut values = Vec::new();
    for argument in arguments {
        flatten(argument.clone(), &mut values, 0);
    }
    for value in &values {
        let tag = values::print::interpolate(value).to_lowercase();
        if !is_tag(&tag) {
            return Err(Issue::InvalidTag { tag: tag.into() }.into());
        }
        compiler.note_tag_here(resource, &tag);
        add_tag(&mut compiler.resource_mut(resource).tags, &tag);
    }
    Ok(Value::Undef)
}

/// Whether the catalog or what is being evaluated has all of the tags.
pub fn tagged(compiler: &mut Compiler<'_>, site: &Site, arguments: &[Value], _: Option<&Block>) -> Eval<Value> {
    let resource = compiler.scope(site.scope).resource;
    let mut tags = Vec::with_capacity(arguments.len());
    for argument in arguments {
        tags.push(values::print::interpolate(argument).to_lowercase());
    }
    let all = tags.iter().all(|tag| compiler.draft.tags.contains(tag.as_str()) || compiler.is_tagged(resource, std::slice::from_ref(tag)));
    let is_doubtful = compiler.is_tag_doubtful(&tags, all);
    if is_doubtful {
        let unknown = Unknown { ty: Type::Boolean(None), origin: Origin::Function("tagged".into()) };
        return Ok(compiler.analysis.derive("tagged", arguments.to_vec(), &unknown, Type::Boolean(None)));
    }
    Ok(all.into())
}
