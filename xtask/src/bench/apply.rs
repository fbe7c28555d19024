//! Catalogs applied by Bunraku and by Puppet, in throwaway roots: files, commands, packages, messages.

mod place;
mod workloads;

use std::fmt::Write as _;
use std::path::Path;

use self::place::Place;
use self::workloads::{Before, GROWTH, TWICE, Workload, workloads};
use super::puppet::Puppet;
use super::rusage::Run;
use super::{build, machine, page};

pub const DEFAULT_RUNS: usize = 5;

/// Puppet takes minutes for them all.
const RUNS_OF_PUPPET: usize = 2;

/// The heading of what is written to the page.
pub const HEADING: &str = "## Applying catalogs";

/// The memory that is wanted at most, in MB.
const MEMORY: f64 = 60.0;

/// Measures, prints, and puts the section into the page.
pub fn run(root: &Path, runs: usize) -> Result<(), String> {
    let binary = build::optimized(root, &["--bin", "bunraku"])?;
    page::renew(root, HEADING, &section(root, &binary, runs)?)
}

/// Measures, and says it in a section of the page.
pub fn section(root: &Path, binary: &Path, runs: usize) -> Result<String, String> {
    let puppet = Puppet::find()?;
    let place = Place::new(root, binary)?;
    let mut workloads = workloads()?;
    for it in &mut workloads {
        eprintln!("{}", it.name);
        measure(&place, &puppet.program, it, runs)?;
    }
    Ok(render(&workloads, runs, &puppet.version))
}

/// Both in turn, so that a machine that gets slower does so for both.
fn measure(place: &Place, puppet: &Path, it: &mut Workload, runs: usize) -> Result<(), String> {
    place.put("p/site.pp", &it.manifest)?;
    for (path, text) in it.modules {
        place.put(&format!("p/code/modules/{path}"), text)?;
    }
    place.empty()?;
    place.forget()?;
    if it.before == Before::Applied {
        place.bunraku(it.noop)?;
    }
    let theirs = if it.bar.is_some() { runs.min(RUNS_OF_PUPPET) } else { 0 };
    for round in 1..=runs {
        if it.before == Before::Empty {
            place.empty()?;
        }
        it.ours.push(place.bunraku(it.noop)?);
        if round <= theirs {
            if it.before == Before::Empty {
                place.empty()?;
            }
            it.theirs.push(place.measure(puppet, it.noop)?);
        }
    }
    Ok(())
}

fn render(workloads: &[Workload], runs: usize, version: &str) -> String {
    let mut out = format!(
        "{HEADING}\n\nWritten by `cargo xtask bench --apply`: process against process from the manifest to the report, with the facts of the\n\
         machine, in throwaway roots whose `/t` is on a disk. Of {runs} runs of Bunraku, and {} of Puppet {version} between them, the\n\
         least of each figure counts: what else the machine does only ever adds to it. Processor time is that of user and system. What a\n\
         run has made is put aside before the next one begins, and not removed: ext4 without a journal makes new files slowly, for\n\
         anybody, while many were removed just before.\n\n",
        runs.min(RUNS_OF_PUPPET)
    );
    for (name, value) in machine::describe() {
        let _ = writeln!(out, "- {name}: {value}");
    }
    out += "\n| | wanted | Puppet, time | Bunraku, time | times less | Puppet, processor time | Bunraku, processor time | times less \
            | Puppet, peak memory | Bunraku, peak memory |\n|---|---|---|---|---|---|---|---|---|---|\n";
    for it in workloads {
        let Some(bar) = it.bar else { continue };
        let wanted = if bar > 0.0 { format!("≥ {bar:.0} ×") } else { String::new() };
        let _ = write!(out, "| {} | {wanted} |", it.name);
        for figure in [wall, processor] {
            let (theirs, ours) = (least(&it.theirs, figure), least(&it.ours, figure));
            let _ = write!(out, " {theirs:.2} s | {ours:.3} s | {:.1} × |", theirs / ours.max(1e-9));
        }
        let _ = writeln!(out, " {:.0} MB | {:.0} MB |", least(&it.theirs, memory), least(&it.ours, memory));
    }
    out += "\n| | processor time | wanted |\n|---|---|---|\n";
    for (less, more) in TWICE {
        let (Some(less), Some(more)) = (workloads.get(less), workloads.get(more)) else { continue };
        let times = least(&more.ours, processor) / least(&less.ours, processor).max(1e-9);
        let _ = writeln!(out, "| {}, against half as many | {times:.2} × | ≤ {GROWTH} × |", more.name);
    }
    if let Some(most) = workloads.iter().find(|it| it.is_for_memory) {
        let _ = writeln!(out, "\nPeak memory with {}: {:.0} MB; at most {MEMORY:.0} MB are wanted.", most.name, least(&most.ours, memory));
    }
    out
}

fn wall(run: &Run) -> f64 {
    run.wall_seconds
}

fn processor(run: &Run) -> f64 {
    run.cpu_seconds
}

fn memory(run: &Run) -> f64 {
    run.peak_bytes as f64 / 1e6
}

fn least(runs: &[Run], figure: impl Fn(&Run) -> f64) -> f64 {
    runs.iter().map(figure).min_by(f64::total_cmp).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(seconds: f64) -> Run {
        Run { status: Some(0), wall_seconds: seconds, cpu_seconds: seconds / 2.0, peak_bytes: 50_000_000 }
    }

    fn workload(name: &'static str, bar: Option<f64>, ours: &[f64], theirs: f64) -> Workload {
        Workload {
            bar,
            ours: ours.iter().map(|it| run(*it)).collect(),
            theirs: bar.map(|_| run(theirs)).into_iter().collect(),
            ..Workload::new(name, String::new())
        }
    }

    #[test]
    fn the_page_compares_each_with_puppet_and_with_half_of_itself() {
        let mut all = vec![workload("tiny", Some(0.0), &[0.1], 1.0); 8];
        all[1] = workload("files", Some(50.0), &[0.9, 0.5, 0.7], 30.0);
        all[1].is_for_memory = true;
        all[6] = workload("more files", None, &[1.1], 0.0);
        all[7] = workload("more messages", None, &[0.4], 0.0);
        let text = render(&all, 3, "8.10.0");
        for line in [
            "| tiny |  | 1.00 s | 0.100 s | 10.0 × | 0.50 s | 0.050 s | 10.0 × | 50 MB | 50 MB |",
            // The least of its runs.
            "| files | ≥ 50 × | 30.00 s | 0.500 s | 60.0 × | 15.00 s | 0.250 s | 60.0 × | 50 MB | 50 MB |",
            "| more files, against half as many | 2.20 × | ≤ 2.3 × |",
            "| more messages, against half as many | 4.00 × | ≤ 2.3 × |",
            "Peak memory with files: 50 MB; at most 60 MB are wanted.",
        ] {
            assert!(text.contains(line), "{line}: {text}");
        }
    }
}
