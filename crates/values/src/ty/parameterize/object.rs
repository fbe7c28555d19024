//! `Object[{…}]`.

use std::sync::{Arc, LazyLock};

use super::{OpError, Result};
use crate::ty::{Attribute, AttributeKind, Function, Member, ObjectType, Type};
use crate::{Hash, Str, Value};

/// Type of an object's hash. Annotations are hashes by the types that Ruby gives them.
static INIT: LazyLock<Type> = LazyLock::new(|| {
    builtin(
        r"Struct[{
            Optional[name] => Pattern[/\A[A-Z]\w*(?:::[A-Z]\w*)*\z/],
            Optional[parent] => Type,
            Optional[type_parameters] => Hash[Pattern[/\A[a-z_]\w*\z/], NotUndef],
            Optional[attributes] => Hash[Pattern[/\A[a-z_]\w*\z/], NotUndef],
            Optional[constants] => Hash[Pattern[/\A[a-z_]\w*\z/], Any],
            Optional[functions] => Hash[Variant[Pattern[/\A[a-z_]\w*\z/], NotUndef['[]']], NotUndef],
            Optional[equality] => Variant[Pattern[/\A[a-z_]\w*\z/], Array[Pattern[/\A[a-z_]\w*\z/]]],
            Optional[equality_include_type] => Boolean,
            Optional[checks] => Any,
            Optional[annotations] => Optional[Hash[Type, Hash[Pattern[/\A[a-z_]\w*\z/], Any]]],
        }]",
    )
});

static ATTRIBUTE: LazyLock<Type> = LazyLock::new(|| {
    builtin(
        r"Struct[{
            type => Type,
            Optional[final] => Boolean,
            Optional[override] => Boolean,
            Optional[kind] => Enum['constant', 'derived', 'given_or_derived', 'reference'],
            value => Any,
            Optional[annotations] => Optional[Hash[Type, Hash[Pattern[/\A[a-z_]\w*\z/], Any]]],
        }]",
    )
});

static FUNCTION: LazyLock<Type> = LazyLock::new(|| {
    builtin(
        r"Struct[{
            type => Type[Callable],
            Optional[final] => Boolean,
            Optional[override] => Boolean,
            Optional[annotations] => Optional[Hash[Type, Hash[Pattern[/\A[a-z_]\w*\z/], Any]]],
        }]",
    )
});

/// A type of this file; none of them is wrong, which the tests prove.
fn builtin(text: &str) -> Type {
    crate::ty::parse(text, &mut |_| None).unwrap_or(Type::Any)
}

fn check(label: &str, ty: &Type, value: &Value) -> Result<()> {
    if ty.is_instance(value) { Ok(()) } else { Err(OpError::runtime(crate::mismatch::value(label, ty, value))) }
}

/// The type with the name that a definition gives it; else with the one in the hash.
pub fn named_object(name: Option<&str>, init: &Value) -> Result<Type> {
    check("object initializer", &INIT, init)?;
    let Value::Hash(entries) = init else { return Ok(Type::ObjectAny) };
    let mut object = ObjectType::empty(name.or_else(|| text(entries, "name")).unwrap_or_default());
    object.init = init.clone();
    object.checks = entries.get(&Value::from("checks")).cloned();
    object.annotations = entries.get(&Value::from("annotations")).filter(|it| !it.is_undef()).cloned();
    if let Some(Value::Type(parent)) = entries.get(&Value::from("parent")) {
        refuse_itself(&object, parent)?;
        if let Type::Reference(Some(name)) = parent.resolved() {
            return Err(OpError::runtime(format!("reference to unresolved type '{name}'")));
        }
        object.parent = Some(parent.clone());
        if object.lineage().len() >= crate::ty::DEPTH {
            let message = format!("The Object type '{}' inherits from more than {} types", object.label(), crate::ty::DEPTH - 2);
            return Err(OpError::runtime(message));
        }
    }
    type_parameters(&mut object, entries)?;
    attributes(&mut object, entries)?;
    functions(&mut object, entries)?;
    equality(&mut object, entries)?;
    Ok(Type::Object(Arc::new(object)))
}

fn text<'a>(entries: &'a Hash, key: &str) -> Option<&'a str> {
    entries.get(&Value::from(key)).and_then(Value::as_str)
}

fn section<'a>(entries: &'a Hash, key: &str) -> impl Iterator<Item = (Str, &'a Value)> {
    let found = match entries.get(&Value::from(key)) {
        Some(Value::Hash(entries)) => Some(entries.iter()),
        _ => None,
    };
    found.into_iter().flatten().map(|(key, value)| (Str::from(key.as_str().unwrap_or_default()), value))
}

/// A type that is being defined is known by a name that stands for nothing yet.
fn refuse_itself(object: &ObjectType, parent: &Type) -> Result<()> {
    let mut ty = parent.clone();
    for _ in 0..crate::ty::DEPTH {
        let itself = match &ty {
            Type::Alias(alias) => match alias.resolved.get() {
                Some(resolved) => {
                    ty = resolved.clone();
                    continue;
                }
                None => alias.name == object.name,
            },
            Type::Object(it) => match &it.parent {
                Some(next) => {
                    ty = next.clone();
                    continue;
                }
                None => false,
            },
            _ => false,
        };
        if !itself {
            return Ok(());
        }
        return Err(OpError::runtime(format!("The Object type '{}' inherits from itself", object.label())));
    }
    Ok(())
}

fn type_parameters(object: &mut ObjectType, entries: &Hash) -> Result<()> {
    for (name, spec) in section(entries, "type_parameters") {
        let spec = match spec {
            Value::Hash(spec) => spec.get(&Value::from("type")).unwrap_or(&Value::Undef),
            other => other,
        };
        let label = format!("type_parameter {}[{name}]", object.label());
        check(&label, &Type::Type(None), spec)?;
        let Value::Type(ty) = spec else { continue };
        let ty = if matches!(ty, Type::Optional(_)) { ty.clone() } else { Type::optional(ty.clone()) };
        object.type_parameters.push((name, ty));
    }
    Ok(())
}

fn attributes(object: &mut ObjectType, entries: &Hash) -> Result<()> {
    let constants: Vec<(Str, &Value)> = section(entries, "constants").collect();
    let specs: Vec<(Str, &Value)> = section(entries, "attributes").collect();
    if let Some((key, _)) = constants.iter().find(|(key, _)| specs.iter().any(|(it, _)| it == key)) {
        let message = format!("attribute {}[{key}] is defined as both a constant and an attribute", object.label());
        return Err(OpError::runtime(message));
    }
    for (name, spec) in specs {
        let attribute = attribute(object.label(), name, spec)?;
        assert_override(object, &attribute.name, Member::Attribute(&attribute))?;
        object.attributes.push(attribute);
    }
    for (name, value) in constants {
        let attribute = Attribute {
            // General, so that it can be overridden.
            ty: crate::infer_reduced(value).generalize(),
            value: Some(value.clone()),
            kind: AttributeKind::Constant,
            is_final: true,
            overrides: object.parent_object().is_some_and(|it| it.member(&name).is_some()),
            name,
        };
        assert_override(object, &attribute.name, Member::Attribute(&attribute))?;
        object.attributes.push(attribute);
    }
    Ok(())
}

fn attribute(container: &str, name: Str, spec: &Value) -> Result<Attribute> {
    let label = format!("attribute {container}[{name}]");
    let mut built =
        Attribute { name: name.clone(), ty: Type::Any, value: None, kind: AttributeKind::Plain, is_final: false, overrides: false };
    let reserved = || match &*name {
        "__ptype" | "__pvalue" => Err(OpError::runtime(format!("The attribute '{name}' is reserved and cannot be used"))),
        _ => Ok(()),
    };
    let Value::Hash(entries) = spec else {
        check(&label, &Type::Type(None), spec)?;
        reserved()?;
        if let Value::Type(ty) = spec {
            built.ty = ty.clone();
            built.value = matches!(ty, Type::Optional(_)).then_some(Value::Undef);
        }
        return Ok(built);
    };
    check(&format!("initializer for {label}"), &ATTRIBUTE, spec)?;
    reserved()?;
    let get = |key: &str| entries.get(&Value::from(key));
    if let Some(Value::Type(ty)) = get("type") {
        built.ty = ty.clone();
    }
    built.is_final = get("final").is_some_and(Value::is_true);
    built.overrides = get("override").is_some_and(Value::is_true);
    let kind = text(entries, "kind");
    built.kind = match kind {
        Some("constant") => AttributeKind::Constant,
        Some("derived") => AttributeKind::Derived,
        Some("given_or_derived") => AttributeKind::GivenOrDerived,
        Some("reference") => AttributeKind::Reference,
        _ => AttributeKind::Plain,
    };
    if built.kind == AttributeKind::Constant {
        if get("final").is_some() && !built.is_final {
            return Err(OpError::runtime(format!("{label} of kind 'constant' cannot be combined with final => false")));
        }
        built.is_final = true;
    }
    match get("value") {
        Some(value) => {
            if matches!(built.kind, AttributeKind::Derived | AttributeKind::GivenOrDerived) {
                let kind = kind.unwrap_or_default();
                return Err(OpError::runtime(format!("{label} of kind '{kind}' cannot be combined with an attribute value")));
            }
            if !matches!(value, Value::Default) {
                check(&format!("{label} value"), &built.ty, value)?;
            }
            built.value = Some(value.clone());
        }
        None if built.kind == AttributeKind::Constant => {
            return Err(OpError::runtime(format!("{label} of kind 'constant' requires a value")));
        }
        None => {}
    }
    Ok(built)
}

fn functions(object: &mut ObjectType, entries: &Hash) -> Result<()> {
    for (name, spec) in section(entries, "functions") {
        let label = format!("function {}[{name}]", object.label());
        let mut function = Function { name: name.clone(), ty: Type::any_callable(), is_final: false, overrides: false };
        let ty = match spec {
            Value::Hash(entries) => {
                check(&format!("initializer for function '{name}'"), &FUNCTION, spec)?;
                let flag = |key: &str| entries.get(&Value::from(key)).is_some_and(Value::is_true);
                (function.is_final, function.overrides) = (flag("final"), flag("override"));
                entries.get(&Value::from("type")).unwrap_or(&Value::Undef)
            }
            other => {
                check(&label, &Type::Type(Some(Arc::new(Type::any_callable()))), other)?;
                other
            }
        };
        if let Value::Type(ty) = ty {
            function.ty = ty.clone();
        }
        if object.attributes.iter().any(|it| it.name == name) {
            return Err(OpError::runtime(format!("{label} conflicts with attribute with the same name")));
        }
        assert_override(object, &name, Member::Function(&function))?;
        object.functions.push(function);
    }
    Ok(())
}

/// Whether what is inherited under that name may be replaced by this.
fn assert_override(object: &ObjectType, name: &str, member: Member<'_>) -> Result<()> {
    let feature = member.feature();
    let label = format!("{feature} {}[{name}]", object.label());
    let Some((container, inherited)) = object.parent_object().and_then(|it| it.member(name)) else {
        if member.overrides() {
            let message = format!("expected {label} to override an inherited {feature}, but no such {feature} was found");
            return Err(OpError::runtime(message));
        }
        return Ok(());
    };
    let other = format!("{} {}[{name}]", inherited.feature(), container.label());
    let refuse = |message: String| Err(OpError::runtime(message));
    if inherited.feature() != feature {
        return refuse(format!("{label} attempts to override {other}"));
    }
    if inherited.is_final() && !(inherited.is_constant() && member.is_constant()) {
        return refuse(format!("{label} attempts to override final {other}"));
    }
    if !member.overrides() {
        return refuse(format!("{label} attempts to override {other} without having override => true"));
    }
    if !inherited.ty().accepts(member.ty()) {
        return refuse(format!("{label} attempts to override {other} with a type that does not match"));
    }
    Ok(())
}

fn equality(object: &mut ObjectType, entries: &Hash) -> Result<()> {
    object.equality_include_type = entries.get(&Value::from("equality_include_type")).is_none_or(|it| it.is_undef() || it.is_true());
    let names: Vec<Str> = match entries.get(&Value::from("equality")) {
        Some(Value::String(name)) => vec![name.clone()],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).map(Str::from).collect(),
        _ => return Ok(()),
    };
    let refuse = |message: String| Err(OpError::runtime(message));
    if !names.is_empty() && !object.equality_include_type {
        return refuse("equality_include_type = false cannot be combined with non empty equality specification".to_owned());
    }
    let label = object.label();
    for name in &names {
        let inherited = object.parent_object().and_then(|parent| Some((parent, parent.member(name)?)));
        if let Some((parent, (container, Member::Attribute(_)))) = inherited
            && parent.equality_attributes().contains(&name)
        {
            let mut including = parent;
            while let Some(next) = including.parent_object()
                && next.equality_attributes().contains(&name)
            {
                including = next;
            }
            return refuse(format!(
                "{label} equality is referencing attribute {}[{name}] which is included in equality of {}",
                container.label(),
                including.label()
            ));
        }
        let found = inherited.map(|(_, it)| it).or_else(|| object.member(name));
        match found {
            None => return refuse(format!("{label} equality is referencing non existent attribute '{name}'")),
            Some((container, Member::Function(_))) => {
                let member = format!("function {}[{name}]", container.label());
                return refuse(format!("{label} equality is referencing {member}. Only attribute references are allowed"));
            }
            Some((container, member)) if member.is_constant() => {
                let member = format!("attribute {}[{name}]", container.label());
                return refuse(format!(
                    "{label} equality is referencing constant {member}. Reference to constant is not allowed in equality"
                ));
            }
            Some(_) => {}
        }
    }
    object.equality = Some(names);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_hash_may_hold_is_a_type() {
        for ty in [&*INIT, &*ATTRIBUTE, &*FUNCTION] {
            assert!(matches!(ty, Type::Struct(_)), "{ty}");
        }
    }
}
