//! Signatures of the built-in functions, as Puppet declares them.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use values::{Alias, Signature, Type};

/// The signatures of each function with the types as text: `type`, `names`, and the name of the `block`.
const DATA: &str = include_str!("../data/signatures.json");

/// The signatures of a built-in function; none where the function checks for itself.
pub fn find(name: &str) -> &'static [Signature] {
    static TABLE: OnceLock<FxHashMap<String, Vec<Signature>>> = OnceLock::new();
    TABLE.get_or_init(read).get(name).map_or(&[], Vec::as_slice)
}

/// Whether a built-in function declares the type of its result.
pub fn says_what_it_returns(name: &str) -> bool {
    find(name).iter().any(|it| it.ty.returns.is_some())
}

fn read() -> FxHashMap<String, Vec<Signature>> {
    let data: serde_json::Map<String, serde_json::Value> = serde_json::from_str(DATA).unwrap_or_default();
    let all = data.into_iter().filter_map(|(name, signatures)| {
        let signatures = signatures.as_array()?.iter().map(signature).collect::<Option<Vec<_>>>()?;
        Some((name, signatures))
    });
    all.collect()
}

fn signature(data: &serde_json::Value) -> Option<Signature> {
    let ty = values::ty::parse(data.get("type")?.as_str()?, &mut local_type).ok()?;
    let Type::Callable(ty) = ty else { return None };
    let names = data.get("names")?.as_array()?.iter().filter_map(|it| it.as_str().map(Arc::from)).collect();
    Some(Signature { ty, names, block_name: data.get("block").and_then(|it| it.as_str()).map(Arc::from) })
}

/// Types that functions declare for themselves.
fn local_type(name: &str) -> Option<Type> {
    static STRING_DATA: OnceLock<Option<Type>> = OnceLock::new();
    match name {
        "StringData" => STRING_DATA
            .get_or_init(|| {
                let alias = Arc::new(Alias { name: "StringData".into(), resolved: OnceLock::new() });
                let text = "Variant[String, Numeric, Array[StringData], Hash[StringData, StringData]]";
                let ty = values::ty::parse(text, &mut |_| Some(Type::Alias(alias.clone()))).ok()?;
                alias.resolved.set(ty).ok()?;
                Some(Type::Alias(alias))
            })
            .clone(),
        "OptionsType" => {
            let text = "Struct[{container_type => Optional[Type], include_root => Optional[Boolean], \
                        include_containers => Optional[Boolean], include_values => Optional[Boolean], \
                        order => Optional[Enum['depth_first', 'breadth_first']], include_refs => Optional[Boolean]}]";
            let resolved = values::ty::parse(text, &mut |_| None).ok()?;
            Some(Type::Alias(Arc::new(Alias { name: name.into(), resolved: resolved.into() })))
        }
        // The checks of modules' files are their own; what a function needs of them it checks itself.
        "Stdlib::HTTPUrl" => values::ty::parse("Pattern[/(?i:\\Ahttps?:\\/\\/.*\\z)/]", &mut |_| None).ok(),
        "Stdlib::HTTPSUrl" => values::ty::parse("Pattern[/(?i:\\Ahttps:\\/\\/.*\\z)/]", &mut |_| None).ok(),
        "Annotation" | "Pcore" => Some(Type::ObjectAny),
        "Pcore::MemberName" => values::ty::parse("Pattern[/\\A[a-z_]\\w*\\z/]", &mut |_| None).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_types_are_read() {
        let data: serde_json::Map<String, serde_json::Value> = serde_json::from_str(super::DATA).expect("data");
        let unread: Vec<&String> = data.keys().filter(|name| super::find(name).is_empty()).collect();
        assert!(unread.is_empty(), "{unread:?}");
    }
}
