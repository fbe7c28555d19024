//! How long it takes from a keystroke to its diagnostics, over the standard streams of the release build.

use std::path::Path;
use std::time::Duration;

use super::editor::Editor;
use super::typing::Document;

/// The largest manifest of the modules that Debian packages.
pub const DEFAULT_FILE: &str = "/usr/share/puppet/modules/apache/manifests/vhost.pp";
const KEYSTROKES: usize = 300;
/// Target that leaves room for the editor: people feel far more as at once.
const TARGET: f64 = 10.0;

/// How long keystrokes took.
#[derive(Debug, Default)]
pub struct Keystrokes {
    /// The length of the text that was typed into.
    pub bytes: usize,
    /// In milliseconds, from the shortest to the longest.
    pub latencies: Vec<f64>,
}

impl Keystrokes {
    /// As many of a hundred keystrokes took no longer.
    pub fn at(&self, percent: usize) -> f64 {
        let index = (self.latencies.len() * percent).div_ceil(100).saturating_sub(1);
        self.latencies.get(index).copied().unwrap_or_default()
    }
}

/// Types into a manifest and prints the latencies. It reports and never fails for being slow.
pub fn run(binary: &Path, file: &Path) -> Result<(), String> {
    let measured = keystrokes(binary, file)?;
    println!(
        "{} ({} bytes), {} keystrokes, from didChange to publishDiagnostics",
        file.display(),
        measured.bytes,
        measured.latencies.len()
    );
    for (name, percent) in [("p50", 50), ("p95", 95), ("max", 100)] {
        println!("{name}  {:7.2} ms", measured.at(percent));
    }
    let verdict = if measured.at(95) < TARGET { "within" } else { "over" };
    println!("p95 is {verdict} the target of {TARGET:.0} ms");
    Ok(())
}

/// Types into a manifest with a language server of its own.
pub fn keystrokes(bunraku: &Path, file: &Path) -> Result<Keystrokes, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let bytes = text.len();
    let mut latencies = measure(bunraku, text)?;
    latencies.sort_by(f64::total_cmp);
    Ok(Keystrokes { bytes, latencies })
}

/// Types a resource, character by character, into the middle of the text: most of the time it is half-typed.
fn measure(bunraku: &Path, text: String) -> Result<Vec<f64>, String> {
    let mut editor = Editor::start(bunraku, None)?;
    let mut document = Document::of_text(&mut editor, Path::new("/bench/vhost.pp"), text)?;
    document.first_findings(&mut editor)?;
    document.go_to_the_middle();
    let typed = "  file { \"/etc/${name}/x.conf\":\n    ensure => file,\n    mode   => '0644',\n  }\n";
    let mut latencies = Vec::with_capacity(KEYSTROKES);
    for c in typed.chars().cycle().take(KEYSTROKES) {
        let start = std::time::Instant::now();
        document.edit(&mut editor, 0, c.encode_utf8(&mut [0; 4]))?;
        let at = document.first_findings(&mut editor)?;
        latencies.push(at.duration_since(start).as_secs_f64() * 1000.0);
        // As fast as nobody types, and slow enough that each keystroke is one of its own.
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(latencies)
}
