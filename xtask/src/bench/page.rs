//! `docs/benchmarks.md`: what was measured, for people.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use super::rusage::Run;
use super::side_by_side::Measured;
use super::statistics::Spread;

const HEAD: &str = "\
# Benchmarks

Written by `cargo xtask bench`, which runs real Puppet and Bunraku in turn on the same files: the manifests of the modules that
Debian packages, each real path once. Each run comes after others of the same program that do not count, for 0.8 s at least.
Figures are medians, with the smallest and the largest in brackets. Times depend on the
machine and on what else it does; ratios less so. `cargo bench` measures single steps, `cargo xtask bench-lsp` keystrokes alone.

What must not get slower unnoticed is counted in instructions, which are the same on a busy machine: `./test instructions` fails
where a count of [benchmarks/instructions.json](benchmarks/instructions.json) has grown by more than 5 %, and
`cargo xtask bench --instructions --accept` records the counts of a change that is worth it, or of a new compiler.
";

pub fn render(measured: &Measured) -> String {
    let mut out = String::from(HEAD);
    out += "\n## What it was measured on\n\n| | |\n|---|---|\n";
    for (name, value) in &measured.machine {
        let _ = writeln!(out, "| {name} | {value} |");
    }

    let megabytes = measured.bytes as f64 / 1e6;
    let _ = writeln!(out, "\n## Checking {} files, {megabytes:.2} MB, {} runs each\n", measured.files, measured.runs);
    let _ = writeln!(
        out,
        "| | `puppet parser validate`, Puppet {} | `bunraku check --syntax` | how many times less | `bunraku check --syntax --threads 1` |",
        measured.puppet_version
    );
    out += "|---|---|---|---|---|\n";
    let mut row = |name: &str, unit: &str, decimals: usize, figure: &dyn Fn(&Run) -> f64| {
        let of = |runs: &[Run]| Spread::new(runs.iter().map(figure)).show(decimals, unit);
        let (theirs, ours, alone) = (of(&measured.puppet), of(&measured.bunraku), of(&measured.one_thread));
        let _ = writeln!(out, "| {name} | {theirs} | {ours} | {} | {alone} |", measured.ratio(figure).show(1, "×"));
    };
    row("time", "s", 3, &|run| run.wall_seconds);
    row("processor time, user and system", "s", 3, &|run| run.cpu_seconds);
    row("peak memory", "MB", 1, &peak);

    out += "\n## Phases on one core\n\n| phase | MB of text a second of processor time |\n|---|---|\n";
    for phase in &measured.phases {
        let _ = writeln!(out, "| {} | {} |", phase.name, phase.speed.show(1, "MB/s"));
    }

    let keystrokes = &measured.keystrokes;
    let _ = writeln!(
        out,
        "\n## From a keystroke to its diagnostics\n\nOver the standard streams of the language server, in a manifest of {} bytes, {} keystrokes.\n",
        keystrokes.bytes,
        keystrokes.latencies.len()
    );
    out += "| median | 95th percentile | longest |\n|---|---|---|\n";
    let _ = writeln!(out, "| {:.2} ms | {:.2} ms | {:.2} ms |", keystrokes.at(50), keystrokes.at(95), keystrokes.at(100));

    out += "\n## What is wanted\n\n| | wanted | got |\n|---|---|---|\n";
    for (name, wanted, got) in wanted(measured) {
        let _ = writeln!(out, "| {name} | {wanted} | {got} |");
    }
    out
}

fn peak(run: &Run) -> f64 {
    run.peak_bytes as f64 / 1e6
}

/// Measurements, targets and results. These are reports: a busy machine is no defect.
fn wanted(measured: &Measured) -> Vec<(&'static str, &'static str, String)> {
    let parse = measured.phases.first().map_or(0.0, |phase| phase.speed.median);
    vec![
        (
            "`check --syntax` against `puppet parser validate`, time",
            "≥ 50 ×",
            format!("{:.1} ×", measured.ratio(|run| run.wall_seconds).median),
        ),
        ("peak memory of `check --syntax`", "< 100 MB", format!("{:.1} MB", Spread::new(measured.bunraku.iter().map(peak)).max)),
        ("parse to tree on one core", "≥ 50 MB/s", format!("{parse:.1} MB/s")),
        ("keystroke to diagnostics, 95th percentile", "< 10 ms", format!("{:.2} ms", measured.keystrokes.at(95))),
    ]
}

/// Whoever reads meanwhile finds the old file or the new one.
pub fn write(file: &Path, text: &str) -> Result<(), String> {
    let fail = |error: std::io::Error| format!("{}: {error}", file.display());
    let folder = file.parent().ok_or_else(|| format!("{} is in no folder", file.display()))?;
    std::fs::create_dir_all(folder).map_err(fail)?;
    let mut new = tempfile::NamedTempFile::new_in(folder).map_err(fail)?;
    new.write_all(text.as_bytes()).map_err(fail)?;
    readable_by_all(&new).map_err(fail)?;
    new.persist(file).map_err(|error| fail(error.error))?;
    Ok(())
}

/// A temporary file is its owner's alone; one of the repository is not.
fn readable_by_all(file: &tempfile::NamedTempFile) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))?;
    }
    let _ = file;
    Ok(())
}

/// Prints a section, and puts it into the page in place of the one of the same heading.
pub fn renew(root: &Path, heading: &str, section: &str) -> Result<(), String> {
    print!("{section}");
    let file = root.join("docs/benchmarks.md");
    let before = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    write(&file, &with_section(&before, heading, section))
}

/// The page with another section of a heading.
pub fn with_section(page: &str, heading: &str, section: &str) -> String {
    let before = page.split(heading).next().unwrap_or(page).trim_end();
    let after = page.split_once(heading).and_then(|(_, rest)| rest.find("\n## ").and_then(|at| rest.get(at + 1..))).unwrap_or("");
    let after = if after.is_empty() { String::new() } else { format!("\n{after}") };
    format!("{before}\n\n{}{after}", section.trim_end().to_owned() + "\n")
}

/// The section of a heading, for whoever writes the others.
pub fn section(page: &str, heading: &str) -> Option<String> {
    let (_, rest) = page.split_once(heading)?;
    let end = rest.find("\n## ").map_or(rest.len(), |at| at + 1);
    Some(format!("{heading}{}\n", rest.get(..end)?.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_put_where_it_was() {
        let heading = "## Compiling catalogs";
        let new = format!("{heading}\n\nnew\n");
        assert_eq!(with_section("# A\n\ntext\n", heading, &new), format!("# A\n\ntext\n\n{new}"));
        let page = format!("# A\n\n{heading}\n\nold\n\n## B\n\nmore\n");
        assert_eq!(with_section(&page, heading, &new), format!("# A\n\n{new}\n## B\n\nmore\n"));
        assert_eq!(section(&page, heading), Some(format!("{heading}\n\nold\n")));
        assert_eq!(section("# A\n", heading), None);
    }
}
