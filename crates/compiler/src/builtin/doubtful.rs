//! Functions that change or read the catalog, with unknown arguments.

use std::sync::Arc;

use functions::Failure;
use values::{Size, Type, Unknown, Value};

use crate::compiler::{Compiler, Eval};
use crate::lists::flatten;
use crate::site::Site;
use crate::unknowns::because;

impl Compiler<'_> {
    /// Effect and value of such a function with an unknown argument; none where it works all the same.
    pub fn built_in_of_unknown(&mut self, site: &Site, name: &str, arguments: &[Value]) -> Eval<Option<Value>> {
        let whole = arguments.iter().find_map(|it| match it {
            Value::Unknown(unknown) => Some(unknown.clone()),
            _ => None,
        });
        if !self.analysis.is_on() {
            // What it would have declared is not known either.
            self.sink.incomplete |= whole.is_some();
            return Ok(whole.map(|it| because(&it, Type::Any)));
        }
        let somewhere = whole.clone().or_else(|| arguments.iter().find_map(|it| self.analysis.hidden_in(it)));
        let Some(unknown) = somewhere else { return Ok(None) };
        let boolean = |this: &mut Self| this.analysis.derive(name, arguments.to_vec(), &unknown, Type::Boolean(None));
        Ok(match name {
            "include" | "contain" | "require" | "hiera_include" => {
                self.sink.incomplete = true;
                if name != "hiera_include" {
                    // What some levels of data have is included whatever the others have.
                    let of_data = arguments.iter().filter_map(|it| match it {
                        Value::Unknown(unknown) => self.analysis.certain_elements(unknown),
                        _ => None,
                    });
                    let mut known = known_elements(&of_data.flatten().cloned().collect::<Vec<Value>>());
                    known.extend(known_elements(arguments));
                    if !known.is_empty() {
                        self.call_function_at(site, name, known, None)?;
                    }
                }
                Some(because(&unknown, Type::Any))
            }
            "realize" | "tag" => {
                let known = known_elements(arguments);
                if !known.is_empty() {
                    self.call_function_at(site, name, known, None)?;
                }
                Some(Value::Undef)
            }
            "create_resources" => Some(self.create_unknown_resources(site, arguments, &unknown)?),
            "ensure_packages" | "stdlib::ensure_packages" => Some(self.ensure_unknown(site, name, "package", arguments, &unknown)?),
            "ensure_resource" | "ensure_resources" => match arguments.first() {
                Some(Value::String(ty)) => {
                    let ty = ty.clone();
                    Some(self.ensure_unknown(site, name, &ty, arguments.get(1..).unwrap_or_default(), &unknown)?)
                }
                _ => {
                    self.sink.incomplete = true;
                    Some(Value::Undef)
                }
            },
            "defined" | "defined_with_params" | "tagged" | "is_function_available" | "stdlib::has_function" => Some(boolean(self)),
            "template" | "inline_template" | "inline_epp" => Some(because(&unknown, Type::String(Size::ANY))),
            "epp" => whole.map(|unknown| because(&unknown, Type::String(Size::ANY))),
            "assert_private" => Some(Value::Undef),
            _ => Some(self.analysis.derive(name, arguments.to_vec(), &unknown, Type::Any)),
        })
    }

    fn create_unknown_resources(&mut self, site: &Site, arguments: &[Value], unknown: &Arc<Unknown>) -> Eval<Value> {
        let Some(Value::String(ty)) = arguments.first() else {
            self.sink.incomplete = true;
            return Ok(Value::Undef);
        };
        let whole = match (arguments.get(1), arguments.get(2)) {
            (Some(Value::Hash(instances)), None | Some(Value::Hash(_))) => {
                let instances = instances.clone();
                for (title, own) in instances.iter() {
                    if matches!((title, own), (Value::Unknown(_), _) | (_, Value::Unknown(_))) {
                        self.declare_one_of_many(site, ty, title, own, arguments.get(2))?;
                        continue;
                    }
                    let mut one = values::Hash::default();
                    one.insert(title.clone(), own.clone());
                    let mut call = vec![Value::String(ty.clone()), Value::hash(one)];
                    call.extend(arguments.get(2).cloned());
                    super::resources::create_resources(self, site, &call, None)?;
                }
                return Ok(Value::Undef);
            }
            (Some(Value::Unknown(it)), _) => it.clone(),
            (Some(Value::Hash(_)), Some(Value::Unknown(it))) => it.clone(),
            _ => unknown.clone(),
        };
        let title = because(&whole, Type::String(Size { from: 1, to: None }));
        let all = because(&whole, Type::hash_of(Type::String(Size::ANY), Type::Any));
        self.declare_one_of_many(site, ty, &title, &all, None)?;
        Ok(Value::Undef)
    }

    fn ensure_unknown(&mut self, site: &Site, function: &str, ty: &str, arguments: &[Value], unknown: &Arc<Unknown>) -> Eval<Value> {
        let others = arguments.get(1..).unwrap_or_default();
        let knows_others = others.iter().all(|it| self.analysis.hidden_in(it).is_none());
        // What is known of each of them, for one call of its own.
        let mut parts: Vec<(Value, Value)> = Vec::new();
        match arguments.first() {
            Some(Value::Hash(entries)) => {
                let alone =
                    |(title, own): (&Value, &Value)| (title.clone(), Value::hash([(title.clone(), own.clone())].into_iter().collect()));
                parts.extend(entries.iter().map(alone));
            }
            Some(other) => {
                let mut titles = Vec::new();
                flatten(other.clone(), &mut titles, 0);
                parts.extend(titles.into_iter().map(|it| (it.clone(), it)));
            }
            None => {}
        }
        let all = because(unknown, Type::hash_of(Type::String(Size::ANY), Type::Any));
        for (title, part) in parts {
            if knows_others && self.analysis.hidden_in(&part).is_none() {
                let of_type = function.starts_with("ensure_resource").then(|| Value::from(ty));
                let call = of_type.into_iter().chain([part]).chain(others.iter().cloned()).collect();
                self.call_function_at(site, function, call, None)?;
                continue;
            }
            let title = match &title {
                Value::Unknown(it) if Type::hash_of(Type::Any, Type::Any).accepts(&it.ty) => {
                    because(it, Type::String(Size { from: 1, to: None }))
                }
                _ => title,
            };
            self.declare_one_of_many(site, ty, &title, &all, None)?;
        }
        Ok(Value::Undef)
    }
}

/// The elements of lists that are known.
fn known_elements(arguments: &[Value]) -> Vec<Value> {
    let mut all = Vec::new();
    arguments.iter().for_each(|it| flatten(it.clone(), &mut all, 0));
    all.retain(|it| !matches!(it, Value::Unknown(_)));
    all
}

impl Compiler<'_> {
    /// One of those resources whose number, titles or attributes are not known: it may be there.
    fn declare_one_of_many(&mut self, site: &Site, ty: &str, title: &Value, own: &Value, defaults: Option<&Value>) -> Eval<()> {
        let path = self.analysis.path.clone();
        let place = site.program.place_at(site.node);
        self.analysis.assume_something(place.clone());
        let result = self.declare_perhaps(site, ty, title, own, defaults, place);
        self.analysis.path = path;
        match result {
            Err(failure @ Failure::Error(_)) => self.keep(failure),
            other => other,
        }
    }
}
