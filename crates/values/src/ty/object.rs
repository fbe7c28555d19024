//! Attributes and functions of `Object` types, with inherited ones.

use std::sync::Arc;

use super::{Attribute, AttributeKind, CallableType, Function, ObjectType, Size, StructElement, Type};
use crate::{Signature, Str, Value};

/// A member of an object, by its name.
#[derive(Clone, Copy, Debug)]
pub enum Member<'a> {
    Attribute(&'a Attribute),
    Function(&'a Function),
}

impl Member<'_> {
    pub fn ty(&self) -> &Type {
        match self {
            Member::Attribute(it) => &it.ty,
            Member::Function(it) => &it.ty,
        }
    }

    pub(crate) fn is_final(&self) -> bool {
        match self {
            Member::Attribute(it) => it.is_final,
            Member::Function(it) => it.is_final,
        }
    }

    pub(crate) fn overrides(&self) -> bool {
        match self {
            Member::Attribute(it) => it.overrides,
            Member::Function(it) => it.overrides,
        }
    }

    pub(crate) fn is_constant(&self) -> bool {
        matches!(self, Member::Attribute(it) if it.kind == AttributeKind::Constant)
    }

    pub(crate) fn feature(&self) -> &'static str {
        match self {
            Member::Attribute(_) => "attribute",
            Member::Function(_) => "function",
        }
    }
}

impl ObjectType {
    /// One with a name and nothing in it.
    pub fn empty(name: &str) -> ObjectType {
        ObjectType {
            name: name.into(),
            parent: None,
            type_parameters: Vec::new(),
            attributes: Vec::new(),
            functions: Vec::new(),
            equality: None,
            equality_include_type: true,
            checks: None,
            annotations: None,
            init: Value::Undef,
        }
    }

    pub fn label(&self) -> &str {
        if self.name.is_empty() { "Object" } else { &self.name }
    }

    pub fn parent_object(&self) -> Option<&ObjectType> {
        match self.parent.as_ref().map(Type::resolved) {
            Some(Type::Object(parent)) => Some(parent),
            _ => None,
        }
    }

    /// Parent of its oldest ancestor, if that is no object.
    pub(super) fn base(&self) -> Option<&Type> {
        let oldest = self.lineage().into_iter().next()?;
        oldest.parent.as_ref().filter(|it| !matches!(it.resolved(), Type::Object(_)))
    }

    /// The type itself and what it inherits from, the oldest first.
    pub fn lineage(&self) -> Vec<&ObjectType> {
        let mut all = vec![self];
        let mut ty = self;
        while let Some(parent) = ty.parent_object()
            && all.len() < super::DEPTH
        {
            all.push(parent);
            ty = parent;
        }
        all.reverse();
        all
    }

    /// The attributes with those inherited first, each with the type that has it.
    pub fn all_attributes(&self) -> Vec<(&ObjectType, &Attribute)> {
        let mut all: Vec<(&ObjectType, &Attribute)> = Vec::new();
        for ty in self.lineage() {
            for attribute in &ty.attributes {
                match all.iter_mut().find(|(_, it)| it.name == attribute.name) {
                    Some(inherited) => *inherited = (ty, attribute),
                    None => all.push((ty, attribute)),
                }
            }
        }
        all
    }

    /// The member of that name and the type that has it.
    pub fn member(&self, name: &str) -> Option<(&ObjectType, Member<'_>)> {
        self.lineage().into_iter().rev().find_map(|ty| {
            let attribute = ty.attributes.iter().find(|it| &*it.name == name).map(Member::Attribute);
            let function = || ty.functions.iter().find(|it| &*it.name == name).map(Member::Function);
            attribute.or_else(function).map(|it| (ty, it))
        })
    }

    pub fn all_type_parameters(&self) -> Vec<(&ObjectType, &Str, &Type)> {
        let mut all: Vec<(&ObjectType, &Str, &Type)> = Vec::new();
        for ty in self.lineage() {
            for (name, parameter) in &ty.type_parameters {
                match all.iter_mut().find(|(_, it, _)| *it == name) {
                    Some(inherited) => *inherited = (ty, name, parameter),
                    None => all.push((ty, name, parameter)),
                }
            }
        }
        all
    }

    /// The attributes by which instances are compared, of this type and those it inherits from.
    pub(crate) fn equality_attributes(&self) -> Vec<&Str> {
        let mut all = Vec::new();
        for ty in self.lineage() {
            match &ty.equality {
                Some(names) => all.extend(names),
                None => all.extend(ty.attributes.iter().filter(|it| it.kind != AttributeKind::Constant).map(|it| &it.name)),
            }
        }
        all
    }

    /// The attributes that `new` takes, those that must be given first.
    pub fn init_attributes(&self) -> Vec<&Attribute> {
        let given = |it: &&Attribute| !matches!(it.kind, AttributeKind::Constant | AttributeKind::Derived);
        let all: Vec<&Attribute> = self.all_attributes().into_iter().map(|(_, it)| it).filter(given).collect();
        let (optional, required): (Vec<_>, Vec<_>) = all.into_iter().partition(|it| it.value.is_some());
        required.into_iter().chain(optional).collect()
    }

    /// The type of the hash that `new` takes.
    pub fn init_hash_type(&self) -> Type {
        let attributes = self.all_attributes().into_iter().map(|(_, it)| it);
        let given = attributes.filter(|it| !matches!(it.kind, AttributeKind::Constant | AttributeKind::Derived));
        let element =
            |it: &Attribute| StructElement::new(it.name.clone(), it.value.is_some() || it.ty.accepts(&Type::Undef), it.ty.clone());
        Type::Struct(given.map(element).collect())
    }

    /// Signatures of `new`: a hash of the attributes, or their values.
    pub fn signatures(&self) -> [Signature; 2] {
        let signature = |types: Vec<Type>, from: usize, names: Vec<Str>| {
            let size = Some(Size { from: i64::try_from(from).unwrap_or(i64::MAX), to: Size::exactly(types.len()).to });
            let ty = CallableType { parameters: Some(types.into()), size, block: None, returns: None };
            Signature { ty: Arc::new(ty), names, block_name: None }
        };
        let attributes = self.init_attributes();
        let required = attributes.iter().filter(|it| it.value.is_none() && !it.ty.accepts(&Type::Undef)).count();
        let names = attributes.iter().map(|it| it.name.clone()).collect();
        let types = attributes.iter().map(|it| it.ty.clone()).collect();
        [signature(vec![self.init_hash_type()], 1, vec!["hash".into()]), signature(types, required, names)]
    }
}
