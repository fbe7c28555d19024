//! Packs the facts of `data/factsets` into the archive that the program carries.
//!
//! Each set is compressed by itself, so that one can be unpacked without the others; what they have in common is in a
//! dictionary. `crates/facts/src/sets/archive.rs` says what the archive looks like and reads it.

use std::path::Path;

use serde_json::Value as Json;

const FROM: &str = "data/factsets";
const TO: &str = "crates/facts/data/factsets.bin";

/// Larger ones made the archive no smaller.
const DICTIONARY: usize = 10_000;

const LEVEL: i32 = 19;

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let sets = read(&root.join(FROM))?;
    let archive = pack(&sets).map_err(|error| format!("zstd: {error}"))?;
    let path = root.join(TO);
    if args.iter().any(|it| it == "--check") {
        let there = std::fs::read(&path).unwrap_or_default();
        return if there == archive { Ok(()) } else { Err(format!("{TO} is not what {FROM} says: `cargo xtask factsets`")) };
    }
    std::fs::write(&path, &archive).map_err(|error| format!("{TO}: {error}"))?;
    let plain: usize = sets.iter().map(|(_, text)| text.len()).sum();
    println!("{} sets of facts, {plain} bytes, packed into {}", sets.len(), archive.len());
    Ok(())
}

/// The names of the sets and their texts without blanks, in the order of the names.
fn read(folder: &Path) -> Result<Vec<(String, String)>, String> {
    let mut sets = Vec::new();
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{FROM}: {error}"))?;
    for entry in entries {
        let path = entry.map_err(|error| format!("{FROM}: {error}"))?.path();
        let Some(name) = path.file_name().and_then(|it| it.to_str()).and_then(|it| it.strip_suffix(".json")) else { continue };
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{name}: {error}"))?;
        let facts: Json = serde_json::from_str(&text).map_err(|error| format!("{name}: {error}"))?;
        sets.push((name.to_owned(), facts.to_string()));
    }
    sets.sort();
    Ok(sets)
}

fn pack(sets: &[(String, String)]) -> std::io::Result<Vec<u8>> {
    let texts: Vec<&[u8]> = sets.iter().map(|(_, text)| text.as_bytes()).collect();
    let dictionary = zstd::dict::from_samples(&texts, DICTIONARY)?;
    let mut compressor = zstd::bulk::Compressor::with_dictionary(LEVEL, &dictionary)?;
    let mut archive = Vec::new();
    let mut put = |bytes: &[u8]| {
        archive.extend(u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_le_bytes());
        archive.extend(bytes);
    };
    put(&dictionary);
    for (name, text) in sets {
        put(name.as_bytes());
        put(&compressor.compress(text.as_bytes())?);
    }
    Ok(archive)
}
