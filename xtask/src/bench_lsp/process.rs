//! Resources that a process has used so far, as Linux counts them.

use std::fs;

/// Processor time in milliseconds, over all threads that there are.
pub fn processor_time(process: u32) -> f64 {
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return 0.0 };
    let of = |folder: std::path::PathBuf| -> Option<f64> {
        // Nanoseconds on a processor, then waiting for one, then how often.
        fs::read_to_string(folder.join("schedstat")).ok()?.split_whitespace().next()?.parse().ok()
    };
    threads.flatten().filter_map(|it| of(it.path())).sum::<f64>() / 1e6
}

/// Memory in megabytes that is in use now, and the most that ever was.
pub fn memory(process: u32) -> (f64, f64) {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let of = |key: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(key)?.split_whitespace().next()?.parse::<f64>().ok());
        line.unwrap_or_default() * 1024.0 / 1e6
    };
    (of("VmRSS:"), of("VmHWM:"))
}
