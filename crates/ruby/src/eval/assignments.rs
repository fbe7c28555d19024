//! Assignments.

use crate::ast::{Node, Operator, Target, Targets};
use crate::eval::Ruby;
use crate::invoke::Args;
use crate::stop::Outcome;
use crate::value::Value;

impl Ruby<'_> {
    pub fn assign(&mut self, target: &Target, value: Value) -> Outcome<()> {
        match target {
            Target::Local(place) => match self.local(*place) {
                Some((scope, slot)) => {
                    self.changes_early(scope.early)?;
                    scope.assign(slot, value);
                    Ok(())
                }
                None => self.not_covered("a variable of no scope"),
            },
            Target::Instance(name) => {
                let this = self.scope.context.this.clone();
                self.set_field(&this, name, value)
            }
            Target::Constant(name) => self.set_constant(name, value),
            Target::ClassVariable(name) => self.set_class_variable(name, value),
            Target::Index { receiver, arguments } => {
                let receiver = self.eval(receiver)?;
                let mut arguments = self.list(arguments)?;
                arguments.push(value);
                self.send(&receiver, "[]=", Args::new(arguments)).map(|_| ())
            }
            Target::Attribute { receiver, name, safe } => {
                let receiver = self.eval(receiver)?;
                if *safe && receiver.is_nil() {
                    return Ok(());
                }
                self.send_from(&receiver, &format!("{name}="), Args::new(vec![value]), true).map(|_| ())
            }
            Target::Spread(targets) => self.spread(targets, &value),
            Target::NotCovered(what) => self.not_covered(format!("an assignment to {what}")),
        }
    }

    /// Assigns something unknown.
    pub fn assign_unknown(&mut self, target: &Target) -> Outcome<()> {
        match target {
            Target::Spread(targets) => self.spread_unknown(targets),
            target => {
                let value = self.unknown();
                self.assign(target, value)
            }
        }
    }

    /// Assigns the parts of something unknown.
    fn spread_unknown(&mut self, targets: &Targets) -> Outcome<()> {
        let rest = targets.rest.iter().flatten().map(|it| &**it);
        for target in targets.lefts.iter().chain(rest).chain(&targets.rights) {
            self.assign_unknown(target)?;
        }
        Ok(())
    }

    pub fn spread(&mut self, targets: &Targets, value: &Value) -> Outcome<()> {
        let items = match value {
            value if matches!(value, Value::Unknown) || value.is_lost() => return self.spread_unknown(targets),
            Value::Array(it) => it.items(),
            Value::Foreign(_) => return self.not_covered("several variables from something of Puppet's"),
            other => vec![other.clone()],
        };
        for (index, target) in targets.lefts.iter().enumerate() {
            self.assign(target, items.get(index).cloned().unwrap_or(Value::Nil))?;
        }
        let after = items.get(targets.lefts.len()..).unwrap_or_default();
        let Some(rest) = &targets.rest else { return Ok(()) };
        let count = after.len().saturating_sub(targets.rights.len());
        if let Some(target) = rest {
            let list = self.heap.array(after.get(..count).unwrap_or_default().to_vec());
            self.assign(target, list)?;
        }
        for (index, target) in targets.rights.iter().enumerate() {
            self.assign(target, after.get(count + index).cloned().unwrap_or(Value::Nil))?;
        }
        Ok(())
    }

    pub(super) fn update(&mut self, target: &Target, operator: &Operator, value: &Node, at: u32) -> Outcome {
        // The receiver and the arguments are evaluated once.
        let (mut receiver, mut arguments) = (Value::Nil, Vec::new());
        let current = match target {
            Target::Local(place) => match self.local(*place) {
                Some((scope, slot)) => scope.values.borrow().get(slot).cloned().unwrap_or(Value::Nil),
                None => Value::Nil,
            },
            Target::Instance(name) => {
                let this = self.scope.context.this.clone();
                self.field(&this, name)?
            }
            Target::Constant(name) => self.find_constant(name).unwrap_or(Value::Nil),
            Target::Attribute { receiver: node, name, safe: false } => {
                receiver = self.eval(node)?;
                self.at = at;
                self.send_from(&receiver, name, Args::default(), true)?
            }
            Target::Index { receiver: node, arguments: nodes } => {
                receiver = self.eval(node)?;
                arguments = self.list(nodes)?;
                self.at = at;
                self.send(&receiver, "[]", Args::new(arguments.clone()))?
            }
            _ => return self.not_covered("an assignment with an operator to this"),
        };
        let new = match operator {
            Operator::Or | Operator::And => {
                let goes_on = matches!(operator, Operator::And);
                match self.decision(&current)? {
                    Some(it) if it == goes_on => self.eval(value)?,
                    Some(_) => return Ok(current),
                    None => {
                        let (place, given) = (receiver, arguments);
                        let mut assigned = |it: &mut Ruby<'_>| {
                            let new = it.eval(value)?;
                            it.put_updated(target, &place, given.clone(), &new)?;
                            Ok(new)
                        };
                        return self.either(&mut assigned, &mut |_| Ok(Value::Unknown));
                    }
                }
            }
            Operator::Method(name) => {
                let value = self.eval(value)?;
                self.at = at;
                self.send(&current, name, Args::new(vec![value]))?
            }
        };
        self.put_updated(target, &receiver, arguments, &new)?;
        Ok(new)
    }

    /// Assigns the result of an operator; the receiver and the arguments of the target were evaluated.
    fn put_updated(&mut self, target: &Target, receiver: &Value, mut arguments: Vec<Value>, new: &Value) -> Outcome<()> {
        match target {
            Target::Index { .. } => {
                arguments.push(new.clone());
                self.send(receiver, "[]=", Args::new(arguments)).map(|_| ())
            }
            Target::Attribute { name, .. } => self.send_from(receiver, &format!("{name}="), Args::new(vec![new.clone()]), true).map(|_| ()),
            target => self.assign(target, new.clone()),
        }
    }
}
