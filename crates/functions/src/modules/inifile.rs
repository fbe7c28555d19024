//! The module `inifile`.

use values::{Hash, Value};

use crate::{Call, Context, Failure, Function, Outcome, ruby};

pub(super) fn functions() -> impl Iterator<Item = Function> {
    [Function::new("inifile::create_ini_settings", create_ini_settings).in_module("inifile")].into_iter()
}

/// A resource for each setting of each section.
fn create_ini_settings(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let Value::Hash(settings) = call.at(0) else { return Ok(Value::Undef) };
    let empty = Value::hash(Hash::default());
    let defaults = call.get(1).unwrap_or(&empty);
    let path = Value::from("path");
    let path = settings.get(&path).or_else(|| match defaults {
        Value::Hash(defaults) => defaults.get(&path),
        _ => None,
    });
    let mut resources = Hash::default();
    for (section, values) in settings.iter() {
        let name = ruby::to_s(section);
        let Value::Hash(values) = values else {
            return Err(Failure::plain(format!("create_ini_settings(): Section {name} must contain a Hash")));
        };
        let Some(path) = path.filter(|it| it.is_true()) else {
            return Err(Failure::plain("create_ini_settings(): must pass the path parameter to the Ini_setting resource!"));
        };
        for (setting, value) in values.iter() {
            let title = format!("{} [{name}] {}", ruby::to_s(path), ruby::to_s(setting));
            let mut resource: Hash = [("ensure", Value::from("present")), ("section", section.clone()), ("setting", setting.clone())]
                .into_iter()
                .map(|(name, value)| (Value::from(name), value))
                .collect();
            match value {
                Value::Hash(own) => resource.extend(own.iter().map(|(name, value)| (name.clone(), value.clone()))),
                other => {
                    resource.insert(Value::from("value"), other.clone());
                }
            }
            resources.insert(Value::from(title), Value::hash(resource));
        }
    }
    let arguments = vec![Value::from("ini_setting"), Value::hash(resources), defaults.clone()];
    context.call_function("create_resources", arguments, None)
}
