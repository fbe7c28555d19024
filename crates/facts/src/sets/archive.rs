//! The archive of sets of facts that the program carries; `cargo xtask factsets` makes it.
//!
//! It is a sequence of pieces, each with its length in four bytes before it, the least first: a dictionary of zstd, then the
//! name and the compressed text of each set.

use ruzstd::decoding::{Dictionary, FrameDecoder};
use serde_json::Value as Json;

use super::{FactSet, names};

static ARCHIVE: &[u8] = include_bytes!("../../data/factsets.bin");

/// No set is larger when it is unpacked.
const LARGEST: usize = 64 << 10;

/// A set of facts that is built in, not unpacked.
#[derive(Clone, Copy, Debug)]
pub struct Builtin {
    /// Of its file: `Debian-12-amd64`.
    pub name: &'static str,
    /// As the fact `os.name`, but for signs that no file's name has: `Debian`.
    pub system: &'static str,
    /// `12`, `22.04`, `2012_R2`.
    pub release: &'static str,
    pub architecture: &'static str,
    packed: &'static [u8],
}

impl Builtin {
    /// Unpacks it; none where the archive is broken, which a test rules out.
    pub fn facts(&self) -> Option<crate::Facts> {
        let (dictionary, _) = piece(ARCHIVE)?;
        let mut decoder = FrameDecoder::new();
        decoder.add_dict(Dictionary::decode_dict(dictionary).ok()?).ok()?;
        let mut text = Vec::with_capacity(LARGEST);
        decoder.decode_all_to_vec(self.packed, &mut text).ok()?;
        match serde_json::from_slice(&text).ok()? {
            Json::Object(facts) => Some(facts),
            _ => None,
        }
    }

    pub fn set(&self) -> Option<FactSet> {
        let facts = values::data::from_json(&Json::Object(self.facts()?));
        Some(FactSet::new(self.label(), facts))
    }

    /// `Debian 12`, and `Archlinux` for what has no releases.
    pub fn label(&self) -> String {
        names::label(self.system, self.release)
    }

    /// Of the architecture that is meant if nobody names one.
    pub(super) fn is_usual(&self) -> bool {
        matches!(self.architecture, "amd64" | "x86_64" | "x64")
    }
}

pub(super) fn all() -> impl Iterator<Item = Builtin> {
    let mut rest = piece(ARCHIVE).map_or(&[][..], |(_, rest)| rest);
    std::iter::from_fn(move || {
        let (name, after) = piece(rest)?;
        let (packed, after) = piece(after)?;
        rest = after;
        let name = std::str::from_utf8(name).ok()?;
        let (system_and_release, architecture) = name.rsplit_once('-')?;
        let (system, release) = system_and_release.split_once('-')?;
        Some(Builtin { name, system, release, architecture, packed })
    })
}

fn piece(bytes: &'static [u8]) -> Option<(&'static [u8], &'static [u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    rest.split_at_checked(usize::try_from(u32::from_le_bytes(*length)).ok()?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// The archive holds the files of the repository.
    #[test]
    #[allow(clippy::disallowed_methods, clippy::disallowed_types)]
    fn the_archive_is_up_to_date() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/factsets");
        let mut expected = BTreeMap::new();
        for entry in std::fs::read_dir(folder).expect("the folder of sets") {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().and_then(|it| it.to_str()).expect("a name").to_owned();
            let facts: Json = serde_json::from_slice(&std::fs::read(&path).expect("a file")).expect("JSON");
            expected.insert(name, facts);
        }
        let packed: BTreeMap<String, Json> =
            all().map(|it| (it.name.to_owned(), Json::Object(it.facts().expect("what can be unpacked")))).collect();
        assert_eq!(packed.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
        assert!(packed == expected, "the archive is stale: cargo xtask factsets");
    }

    #[test]
    fn sets_say_of_themselves_what_their_names_say() {
        for built_in in all() {
            let facts = Json::Object(built_in.facts().expect("facts"));
            let os = |path: &str| facts.pointer(path).and_then(Json::as_str).unwrap_or_default().to_owned();
            assert!(names::same(built_in.system, &os("/os/name")), "{}", built_in.name);
            // The releases of Arch are those of its kernel.
            assert_eq!(names::plain(built_in.release), os("/os/release/major"), "{}", built_in.name);
            assert!(!facts.as_object().expect("a hash").contains_key("osfamily"), "{}", built_in.name);
        }
    }
}
