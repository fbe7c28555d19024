//! Instances of `Object` types.

mod uri;

use std::sync::Arc;

use issue::Issue;

use crate::ty::{Member, Size};
pub(crate) use uri::Uri;

use crate::{AttributeKind, CallableType, Extension, Object, ObjectType, Signature, Tri, Type, Value, mismatch};

/// `P.new(arguments)`.
pub fn create(ty: &Arc<ObjectType>, arguments: &[Value]) -> Result<Value, Issue> {
    if ty.name.is_empty() {
        return Err("an Object type without a name has no instances".to_owned().into());
    }
    let signatures = ty.signatures();
    let [of_hash, of_values] = &signatures;
    let given = ty.init_attributes();
    let value_of = |name: &str| -> Option<Value> {
        if of_hash.accepts(arguments, None) {
            return match arguments {
                [Value::Hash(entries)] => entries.get(&Value::from(name)).cloned(),
                _ => None,
            };
        }
        let index = given.iter().position(|it| &*it.name == name)?;
        arguments.get(index).cloned()
    };
    if !of_hash.accepts(arguments, None) && !of_values.accepts(arguments, None) {
        return Err(mismatch::call(&format!("new_{}", ty.name), &signatures, arguments, None));
    }
    let attributes = ty
        .all_attributes()
        .into_iter()
        .map(|(_, it)| it)
        .filter(|it| !matches!(it.kind, AttributeKind::Constant | AttributeKind::Derived))
        .map(|it| {
            let value = value_of(&it.name).or_else(|| it.value.clone()).unwrap_or(Value::Undef);
            (it.name.clone(), value)
        })
        .collect();
    Ok(Value::Object(Arc::new(Object { ty: ty.clone(), attributes })))
}

/// `value.name(arguments)`; none where the value has no such member.
pub fn member(value: &Value, name: &str, arguments: &[Value], block: Option<&CallableType>) -> Option<Result<Value, Issue>> {
    match value {
        Value::Object(object) => call(object, name, arguments, block),
        Value::Uri(text) => Uri::new(text).member(name).map(Ok),
        Value::Deferred(deferred) => {
            let found = match name {
                "name" => Value::String(deferred.name.clone()),
                "arguments" => deferred.arguments.clone().map_or(Value::Undef, Value::Array),
                _ => return None,
            };
            if arguments.is_empty() && block.is_none() {
                return Some(Ok(found));
            }
            let no_arguments = CallableType { parameters: Some([].into()), size: Some(Size::exactly(0)), block: None, returns: None };
            let label = format!("attribute Deferred[{name}]");
            Some(Err(mismatch::call(&label, &[signature(&no_arguments)], arguments, block)))
        }
        _ => None,
    }
}

/// Whether the value has a member of that name.
pub fn has_member(value: &Value, name: &str) -> bool {
    match value {
        Value::Object(object) => object.ty.member(name).is_some(),
        Value::Uri(text) => Uri::new(text).member(name).is_some(),
        Value::Deferred(_) => matches!(name, "name" | "arguments"),
        _ => false,
    }
}

/// Whether a value of which only the type is known has a member of that name.
pub fn type_has_member(ty: &Type, name: &str) -> Tri {
    type_has_member_at(ty, name, 0)
}

/// Types are looked into this deep for members; deeper there may be one.
const MEMBER_DEPTH: usize = 6;

fn type_has_member_at(ty: &Type, name: &str, depth: usize) -> Tri {
    if depth > MEMBER_DEPTH {
        return Tri::Maybe;
    }
    let of_object = |ty: &ObjectType| if ty.member(name).is_some() { Tri::Yes } else { Tri::Maybe };
    match ty.resolved() {
        // A type that inherits from it may have more.
        Type::Object(ty) => of_object(ty),
        Type::Extension(it) => of_object(&it.base),
        Type::Uri(_) => Tri::from(Uri::new("").member(name).is_some()),
        Type::Deferred => Tri::from(matches!(name, "name" | "arguments")),
        Type::Optional(inner) | Type::NotUndef(inner) => inner.as_deref().map_or(Tri::Maybe, |it| type_has_member_at(it, name, depth + 1)),
        Type::Variant(types) => {
            let all = || types.iter().map(|it| type_has_member_at(it, name, depth + 1));
            all().find(|it| *it == Tri::Yes).or_else(|| all().find(|it| *it == Tri::Maybe)).unwrap_or(Tri::No)
        }
        Type::Any | Type::Unit | Type::RichData | Type::CatalogEntry | Type::ObjectAny => Tri::Maybe,
        Type::Runtime(..) | Type::Init(..) | Type::Reference(_) => Tri::Maybe,
        _ => Tri::No,
    }
}

/// `object.name(arguments)`; none where the object has no such member.
fn call(object: &Object, name: &str, arguments: &[Value], block: Option<&CallableType>) -> Option<Result<Value, Issue>> {
    let (container, member) = object.ty.member(name)?;
    let label = format!("{} {}[{name}]", member.feature(), container.label());
    let signatures: Vec<Signature> = match member {
        Member::Attribute(_) => {
            vec![signature(&CallableType { parameters: Some([].into()), size: Some(Size::exactly(0)), block: None, returns: None })]
        }
        Member::Function(function) => match function.ty.resolved() {
            Type::Callable(it) => vec![signature(it)],
            Type::Variant(types) => {
                types.iter().filter_map(|it| if let Type::Callable(it) = it.resolved() { Some(signature(it)) } else { None }).collect()
            }
            _ => Vec::new(),
        },
    };
    // The one function that is written for a type of Puppet's own.
    let (name, is_message) = if &*object.ty.name == "Error" && name == "message" { ("msg", true) } else { (name, false) };
    if !signatures.iter().any(|it| it.accepts(arguments, block)) {
        return Some(Err(mismatch::call(&label, &signatures, arguments, block)));
    }
    match member {
        Member::Function(_) if !is_message => Some(Err(format!("no method is implemented for {label}").into())),
        Member::Attribute(it) if it.kind == AttributeKind::Derived => {
            Some(Err(format!("no method is implemented for derived {label}").into()))
        }
        Member::Attribute(it) if it.kind == AttributeKind::Constant => Some(Ok(it.value.clone().unwrap_or(Value::Undef))),
        _ => Some(Ok(object.attribute(name).cloned().unwrap_or(Value::Undef))),
    }
}

fn signature(ty: &CallableType) -> Signature {
    let block_name = ty.block.as_ref().map(|_| "block".into());
    Signature { ty: Arc::new(CallableType { size: ty.size.or(Some(ty.size_range())), ..ty.clone() }), names: Vec::new(), block_name }
}

impl Object {
    pub fn attribute(&self, name: &str) -> Option<&Value> {
        self.attributes.iter().find(|(it, _)| &**it == name).map(|(_, value)| value)
    }

    /// Its type, with the values of the type's parameters where it has such.
    pub fn inferred(&self) -> Type {
        let declared = self.ty.all_type_parameters();
        if declared.is_empty() {
            return Type::Object(self.ty.clone());
        }
        let value = |name: &str| self.attribute(name).cloned().unwrap_or(Value::Undef);
        let parameters = declared.into_iter().map(|(_, name, _)| (name.clone(), value(name))).collect();
        Type::Extension(Arc::new(Extension { base: self.ty.clone(), parameters }))
    }
}

/// `==`, as the types of the object on the left say.
impl PartialEq for Object {
    fn eq(&self, other: &Object) -> bool {
        for ty in self.ty.lineage() {
            let parent = ty.parent_object();
            if ty.equality_include_type && !parent.is_some_and(|it| it.equality_include_type) && self.ty != other.ty {
                return false;
            }
            let same = |name: &str| match (self.attribute(name), other.attribute(name)) {
                (Some(a), Some(b)) => a == b,
                (a, b) => a.is_none() && b.is_none(),
            };
            let all = match &ty.equality {
                Some(names) => names.iter().all(|it| same(it)),
                None => ty
                    .attributes
                    .iter()
                    .filter(|it| !matches!(it.kind, AttributeKind::Constant | AttributeKind::Derived))
                    .all(|it| same(&it.name)),
            };
            if !all {
                return false;
            }
        }
        true
    }
}

impl Eq for Object {}

impl std::hash::Hash for Object {
    /// Which attributes count, the types say; two that are equal have this in common.
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.ty.lineage().first().map(|it| it.name.clone()).hash(state);
    }
}
