//! Types in the arguments of deferred calls: from rich data, as catalogs have them, to code.

use apply::Error;
use serde_json::{Map, Value as Json};

use super::{DEPTH, literal};

/// The code of a type, by its kind (`Pcore::IntegerType`) and the other entries of its rich data.
pub fn code(kind: &str, entries: &Map<String, Json>, depth: usize) -> Result<String, Error> {
    let refused = || Error::DeferredKind(kind.to_owned());
    let name = kind.strip_prefix("Pcore::").and_then(|it| it.strip_suffix("Type")).ok_or_else(refused)?;
    if name == "TypeAlias" {
        // The environment of the catalog has it.
        return entries.get("name").and_then(Json::as_str).map(str::to_owned).ok_or_else(refused);
    }
    let get = |entry: &str| entries.get(entry).filter(|it| !it.is_null());
    let one = |entry: &str| get(entry).map(|it| literal(it, depth + 1)).transpose();
    let several = |entry: &str| -> Result<Vec<String>, Error> {
        get(entry).and_then(Json::as_array).into_iter().flatten().map(|it| literal(it, depth + 1)).collect()
    };
    let mut parameters: Vec<String> = match name {
        "Any" | "Binary" | "Boolean" | "CatalogEntry" | "Default" | "Numeric" | "Scalar" | "ScalarData" | "SemVer" | "Undef" | "Unit"
        | "URI"
            if entries.len() == 1 =>
        {
            Vec::new()
        }
        "Integer" | "Float" | "Timespan" | "Timestamp" => ends(entries, depth)?,
        "Optional" | "NotUndef" if text_of(get("type")).is_some() => {
            vec![literal(&text_of(get("type")).cloned().unwrap_or_default(), depth + 1)?]
        }
        "Optional" | "NotUndef" | "Type" | "Iterable" | "Iterator" | "Sensitive" => one("type")?.into_iter().collect(),
        "Enum" => several("values")?.into_iter().chain(one("case_insensitive")?).collect(),
        "Pattern" => {
            let patterns = get("patterns").and_then(Json::as_array).into_iter().flatten();
            patterns.map(|it| literal(&it["pattern"], depth + 1)).collect::<Result<_, _>>()?
        }
        "Regexp" => one("pattern")?.into_iter().collect(),
        "Class" => one("class_name")?.into_iter().collect(),
        "Resource" => one("type_name")?.into_iter().chain(one("title")?).collect(),
        "Variant" => several("types")?,
        "Tuple" => several("types")?.into_iter().chain(size(get("size_type"), depth)?).collect(),
        "Collection" => size(get("size_type"), depth)?,
        "Array" => one("element_type")?.into_iter().filter(|it| it != "Unit").chain(size(get("size_type"), depth)?).collect(),
        "Hash" => {
            let types = one("key_type")?.into_iter().chain(one("value_type")?).filter(|it| it != "Unit");
            types.chain(size(get("size_type"), depth)?).collect()
        }
        // The text stands for the type of that text alone.
        "String" => match get("size_type_or_value") {
            Some(Json::String(_)) => return Ok(format!("Enum[{}]", one("size_type_or_value")?.unwrap_or_default())),
            other => size(other, depth)?,
        },
        "Struct" => {
            let elements = get("elements").and_then(Json::as_array).into_iter().flatten();
            let elements: Vec<String> = elements.map(|it| element(it, depth)).collect::<Result<_, _>>()?;
            vec![format!("{{{}}}", elements.join(", "))]
        }
        _ => return Err(refused()),
    };
    // Rich data leave out `Any` as the type of the values.
    if name == "Hash" && parameters.len() == 1 {
        parameters.push("Any".to_owned());
    }
    Ok(if parameters.is_empty() { name.to_owned() } else { format!("{name}[{}]", parameters.join(", ")) })
}

/// Both ends of a range.
fn ends(entries: &Map<String, Json>, depth: usize) -> Result<Vec<String>, Error> {
    if !entries.contains_key("from") {
        return Ok(Vec::new());
    }
    let end = |name: &str| match entries.get(name).filter(|it| !it.is_null()) {
        Some(it) => literal(it, depth + 1),
        None => Ok("default".to_owned()),
    };
    Ok(vec![end("from")?, end("to")?])
}

/// The ends of a size, which is a type of integers.
fn size(size: Option<&Json>, depth: usize) -> Result<Vec<String>, Error> {
    match size.and_then(Json::as_object) {
        Some(entries) if depth < DEPTH => ends(entries, depth + 1),
        _ => Ok(Vec::new()),
    }
}

/// The text of a type of one text.
fn text_of(ty: Option<&Json>) -> Option<&Json> {
    ty?.get("size_type_or_value").filter(|it| it.is_string())
}

/// An element of a struct.
fn element(element: &Json, depth: usize) -> Result<String, Error> {
    let (key, value) = (&element["key_type"], literal(&element["value_type"], depth + 2)?);
    let name = |key: &Json| literal(&key["size_type_or_value"], depth + 2);
    let key = match key["__ptype"].as_str() {
        Some("Pcore::OptionalType") => format!("Optional[{}]", name(&key["type"])?),
        _ => name(key)?,
    };
    Ok(format!("{key} => {value}"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use compiler::{Code, Environment, Reading, Request};

    use super::*;

    /// Types that are written to a catalog and read from it are the same; `Boolean[true]` and `Sensitive[String]` lose their parameters in
    /// Puppet's catalogs, too.
    #[test]
    fn types_are_code_again() {
        let types = [
            "Integer",
            "Integer[1, 2]",
            "Integer[default, 2]",
            "Integer[1]",
            "Float[0.5]",
            "String",
            "String[1]",
            "String[2, 3]",
            "Boolean",
            "Enum['a', 'it\\'s']",
            "Pattern[/a.b/, /c/]",
            "Regexp",
            "Regexp[/x/]",
            "Array",
            "Array[Integer]",
            "Array[String, 1]",
            "Array[0, 0]",
            "Hash",
            "Hash[String, Integer]",
            "Hash[String, Any]",
            "Hash[String, Integer, 1, 2]",
            "Hash[0, 0]",
            "Tuple[Integer, String]",
            "Tuple[Integer, 1, 3]",
            "Struct[{'a' => Integer, Optional['b'] => String}]",
            "Variant[Integer, Undef]",
            "Optional[String]",
            "Optional['x']",
            "NotUndef",
            "NotUndef[Integer]",
            "Type[Integer]",
            "Any",
            "Scalar",
            "ScalarData",
            "Numeric",
            "Default",
            "Undef",
            "Binary",
            "SemVer",
            "Timespan",
            "Timestamp",
            "Collection[1, 2]",
            "Iterable[Integer]",
            "Sensitive",
            "Class",
            "Class['a']",
            "Resource",
            "File",
            "File['/a']",
            "Timespan[1, 2]",
            "Catalogentry",
        ];
        for ty in types {
            let written = value(ty);
            let code = literal(&values::data::to_rich(&written), 0).unwrap_or_else(|problem| panic!("{ty}: {problem}"));
            assert_eq!(value(&code), written, "{ty}: {code}");
        }
        for refused in ["Callable[Integer]", "Object[{attributes => {a => Integer}}]", "Init[Integer]"] {
            assert!(literal(&values::data::to_rich(&value(refused)), 0).is_err(), "{refused}");
        }
    }

    fn value(code: &str) -> values::Value {
        let world = Arc::new(world::MemoryWorld::new());
        let environment = Arc::new(Environment::new(world, "production", None, Vec::new(), Reading::default()));
        compiler::compile(&environment, &Request::new(Code::Text(code.into()), "n")).value.unwrap_or_else(|| panic!("{code}"))
    }
}
