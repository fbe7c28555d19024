//! Custom and external facts. Only the facts of the machine itself show which of them exist.

use values::{Origin, Type, Unknown, Value};

use crate::compiler::Compiler;
use crate::ids::ScopeId;

impl Compiler<'_> {
    /// The value of a fact that the given facts lack and that a module, a `facts.d` folder or the machine may add. None for facts
    /// of Facter itself, which are missing if they are not given, and where all facts of the machine are given.
    pub fn custom_fact(&mut self, name: &str) -> Option<Value> {
        if !self.analysis.is_on() || self.request.has_all_facts || !facts::is_custom(name) {
            return None;
        }
        let cause = Unknown { ty: Type::Any, origin: Origin::Fact(name.into()) };
        // The same fact has the same value wherever it is read.
        Some(self.analysis.derive("fact", vec![Value::from(name)], &cause, Type::Any))
    }

    /// The same for a key of a value, where that value is `$facts`.
    pub fn custom_fact_in(&mut self, value: &Value, keys: &[Value]) -> Option<Value> {
        let (Value::Hash(facts), [Value::String(name), ..]) = (value, keys) else { return None };
        let is_missing = self.analysis.is_on() && !facts.contains_key(&Value::String(name.clone()));
        if !is_missing || !self.is_all_facts(value) {
            return None;
        }
        self.custom_fact(name)
    }

    /// The same for a variable that the top scope lacks, as each fact is one.
    pub fn custom_fact_named(&mut self, variable: &str) -> Option<Value> {
        let name = variable.strip_prefix("::").unwrap_or(variable);
        let is_name = name.starts_with(|it: char| it.is_ascii_lowercase()) && !name.contains("::");
        // Agents of Puppet 8 do not send legacy facts.
        if !is_name || facts::modern(name).is_some() {
            return None;
        }
        self.custom_fact(name)
    }

    /// `$facts` with the custom fact that keys lead to, if they lead to one.
    pub fn with_custom_fact(&mut self, value: Value, keys: &[Value]) -> Value {
        match (self.custom_fact_in(&value, keys), &value, keys) {
            (Some(fact), Value::Hash(facts), [name, ..]) => {
                let mut facts = (**facts).clone();
                facts.insert(name.clone(), fact);
                Value::hash(facts)
            }
            _ => value,
        }
    }

    /// The same for the arguments of a function that follows keys into its first argument.
    pub fn with_custom_facts(&mut self, mut arguments: Vec<Value>, keys: &[Value]) -> Vec<Value> {
        if let Some(first) = arguments.first_mut() {
            *first = self.with_custom_fact(std::mem::replace(first, Value::Undef), keys);
        }
        arguments
    }

    /// Whether a value is the hash of all facts.
    pub fn is_all_facts(&self, value: &Value) -> bool {
        match (value, self.scope(ScopeId::TOP).variables.get("facts")) {
            (Value::Hash(a), Some(Value::Hash(b))) => std::sync::Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}
