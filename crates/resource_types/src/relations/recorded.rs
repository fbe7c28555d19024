//! The code of relations that was asked of real Puppet: what is known of a type by its name holds for these texts of it.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::table::TypeInfo;

/// A type and the digest of what declares a relation of it on each line, as `examples/relations_of_types.rs` prints them.
const DATA: &str = include_str!("../../data/relations.txt");

fn recorded() -> &'static FxHashMap<&'static str, Vec<u64>> {
    static RECORDED: OnceLock<FxHashMap<&'static str, Vec<u64>>> = OnceLock::new();
    RECORDED.get_or_init(|| {
        let mut all: FxHashMap<&str, Vec<u64>> = FxHashMap::default();
        for (name, code) in DATA.lines().filter_map(|it| it.split_once(' ')) {
            all.entry(name).or_default().extend(u64::from_str_radix(code, 16).ok());
        }
        all
    })
}

/// Whether this code of a type's relation was asked of Puppet.
pub(super) fn is_recorded(type_name: &str, code: u64) -> bool {
    recorded().get(type_name).is_some_and(|it| it.contains(&code))
}

impl TypeInfo {
    /// Whether a text of a type that is in the table has the relations of the table.
    pub fn has_recorded_relations(&self) -> bool {
        let wanted = recorded().get(self.name.as_str()).map_or(&[][..], Vec::as_slice);
        let found: Vec<u64> = self.relations.iter().filter_map(|it| it.code).collect();
        found.iter().all(|it| wanted.contains(it)) && wanted.iter().all(|it| found.contains(it))
    }

    /// The same type with the relations that another text of it has.
    pub fn with_relations_of(&self, other: TypeInfo) -> TypeInfo {
        TypeInfo { relations: other.relations, ..self.clone() }
    }

    /// The digests of the code that declares its relations.
    pub fn codes_of_relations(&self) -> impl Iterator<Item = u64> + '_ {
        self.relations.iter().filter_map(|it| it.code)
    }
}
