//! Copies of files that are changed, kept under their checksums.

use crate::instance::{Cx, ProviderError};
use crate::log::Level;
use crate::types::file::content::{Algorithm, sum_data};
use machine::Content;

/// Keeps a file in the bucket of the run, if it has one and the file is there.
pub fn keep(path: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
    let bucket = cx.around.other("Filebucket", "puppet").and_then(|it| it.text("path")).or_else(|| cx.options.bucket.clone());
    match bucket {
        Some(folder) if matches!(cx.system.look(path, true), Ok(Some(_))) => put(&folder, path, cx).map(drop),
        _ => Ok(()),
    }
}

/// Puts a copy of a file into a bucket, and gives its checksum.
pub fn put(folder: &str, path: &str, cx: &mut Cx<'_>) -> Result<String, ProviderError> {
    cx.tell_plainly(Level::Info, format!("Computing checksum on file {path}"));
    let failed = |it: std::io::Error, path: &str| ProviderError::of_system(&it, path);
    let sum = Algorithm::Sha256.of_file(path, cx.system)?;
    let sum = sum_data(&sum);
    let digits: Vec<String> = sum.chars().take(8).map(String::from).collect();
    let mut at = folder.trim_end_matches('/').to_owned();
    for part in std::iter::once(String::new()).chain(digits).chain(Some(sum.clone())) {
        if !part.is_empty() {
            at = format!("{at}/{part}");
        }
        if !matches!(cx.system.look(&at, true), Ok(Some(_))) {
            cx.system.make_folder(&at, Some(0o770)).map_err(|it| failed(it, &at))?;
        }
    }
    let (contents, paths) = (format!("{at}/contents"), format!("{at}/paths"));
    if !matches!(cx.system.look(&contents, true), Ok(Some(_))) {
        cx.system.write(&contents, Content::Of(path), 0o440).map_err(|it| failed(it, &contents))?;
    }
    let mut known = cx.system.read(&paths).unwrap_or_default();
    if !String::from_utf8_lossy(&known).lines().any(|it| it == path) {
        known.extend_from_slice(format!("{path}\n").as_bytes());
        cx.system.write(&paths, Content::Bytes(&known), 0o640).map_err(|it| failed(it, &paths))?;
    }
    Ok(sum)
}

/// Where a bucket keeps what has a checksum.
pub fn get(folder: &str, sum: &str, cx: &mut Cx<'_>) -> Result<String, ProviderError> {
    let is_sum = |line: &str| line.len() == 64 && line.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f'));
    if !is_sum(sum) {
        return Err(ProviderError::new(format!("Invalid checksum {}", format!("{sum:?}").replace("#{", "\\#{"))));
    }
    let digits: String = sum.chars().take(8).map(|it| format!("/{it}")).collect();
    let path = format!("{}{digits}/{sum}/contents", folder.trim_end_matches('/'));
    if !matches!(cx.system.look(&path, true), Ok(Some(_))) {
        return Err(ProviderError::new("File not found"));
    }
    cx.tell_plainly(Level::Info, format!("FileBucket read {sum}"));
    Ok(path)
}
