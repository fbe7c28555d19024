//! Input of the benchmarks: a manifest made for this, and one as large as the largest of public modules.

/// About 10 KB: every construct that real manifests are made of.
pub const MANIFEST: &str = include_str!("vhost.pp");

/// A number of copies of the manifest, each with another name.
pub fn repeated(times: usize) -> String {
    (0..times).map(|n| MANIFEST.replace("bench::vhost", &format!("bench::vhost{n}"))).collect()
}
