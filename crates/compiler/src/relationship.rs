//! Relationships that arrows declare, before they are written as attributes.

use std::sync::Arc;

use issue::Place;
use values::{Type, Value};

use crate::Condition;
use crate::ids::CollectorId;

/// One side of an arrow, after it was evaluated.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    Reference(Type),
    Collector(CollectorId),
}

impl Operand {
    pub fn value(&self) -> Value {
        match self {
            Operand::Reference(ty) => Value::Type(ty.clone()),
            Operand::Collector(id) => collector_value(*id),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Relationship {
    pub source: Operand,
    pub target: Operand,
    pub refreshes: bool,
    pub place: Place,
    pub when: Condition,
}

/// A collector as the value of its expression: only arrows can do something with it.
pub fn collector_value(id: CollectorId) -> Value {
    Value::Object(Arc::new(values::Object { ty: collector_type(), attributes: vec![("id".into(), Value::Integer(i64::from(id.0)))] }))
}

/// The collector that a value stands for.
pub fn collector_of(value: &Value) -> Option<CollectorId> {
    match value {
        Value::Object(object) if &*object.ty.name == COLLECTOR => match object.attributes.first() {
            Some((_, Value::Integer(id))) => u32::try_from(*id).ok().map(CollectorId),
            _ => None,
        },
        _ => None,
    }
}

const COLLECTOR: &str = "Puppet::Collector";

fn collector_type() -> Arc<values::ObjectType> {
    Arc::new(values::ObjectType::empty(COLLECTOR))
}
