//! `bunraku check` of an SLS tree.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use anyhow::bail;
use salt::{Files, Finding, Problem, Span};
use world::RealWorld;

use super::{SaltArgs, Tree, report};
use crate::commands::check::{Color, Format};
use crate::commands::compile::choice;
use crate::exit::Exit;

/// Checks these SLS files together, or what the top file gives the minion that is named, or each file by itself.
pub fn run(args: &SaltArgs, names: &[String], format: Format, color: Color) -> anyhow::Result<Exit> {
    if !matches!(format, Format::Text | Format::Json) {
        bail!("SLS trees are reported as `text` or `json` only");
    }
    let world = RealWorld;
    let tree = Tree::open(&world, args)?;
    let release = args.release();
    let mut found: Vec<(Files, Vec<Finding>)> = tree.pillar.iter().map(|it| (it.files.clone(), it.findings.clone())).collect();
    let mut count = 0;
    if names.is_empty() && args.id.is_none() {
        let states = &tree.site.tree;
        let mut templates = tree.templates();
        for name in states.names().iter().filter(|it| &***it != "top" && !is_of_another_kind(it, states)) {
            if templates.is_changed() {
                templates = tree.templates();
            }
            let mut compiled = tree.site.compile(&templates, &[(name.clone(), Span::NONE)], &tree.options);
            count += 1;
            // Another file of the same run may have what one names.
            compiled.findings.retain(|it| !matches!(it.problem, Problem::MissingTarget { .. } | Problem::CannotExtend { .. }));
            found.push((compiled.files, compiled.findings));
        }
    } else {
        let compiled = tree.compile(names);
        count = compiled.files.iter().count();
        found.push((compiled.files, compiled.findings));
    }
    let found: report::Found<'_> = found.iter().map(|(files, findings)| (files, &findings[..])).collect();
    let undecided = report::undecided(&found, release);
    let mut decided: Vec<(&Files, &Finding)> = Vec::new();
    for (files, finding) in report::decided(&found) {
        // A file that several include is wrong once.
        let same =
            |it: &(&Files, &Finding)| it.1.problem == finding.problem && report::place(it.0, it.1.at) == report::place(files, finding.at);
        if !decided.iter().any(same) {
            decided.push((files, finding));
        }
    }
    let choice = match color {
        Color::Auto => AutoStream::choice(&io::stdout()),
        other => choice(other),
    };
    let mut out = io::BufWriter::new(AutoStream::new(io::stdout().lock(), choice));
    let written = if format == Format::Json {
        let json = serde_json::to_string_pretty(&report::json(&decided, &undecided, release))?;
        writeln!(out, "{json}")
    } else {
        for text in &undecided {
            eprintln!("bunraku: {text}");
        }
        report::text(&mut out, &decided, release, choice != ColorChoice::Never).and_then(|()| {
            let errors = if decided.len() == 1 { "error" } else { "errors" };
            let files = if count == 1 { "file" } else { "files" };
            let open = if undecided.is_empty() { String::new() } else { format!(" ({} not analysed)", undecided.len()) };
            writeln!(out, "{} {errors} in {count} SLS {files}{open}", decided.len())
        })
    };
    crate::commands::compile::quietly(written.and_then(|()| out.flush()))?;
    Ok(if decided.is_empty() { Exit::Clean } else { Exit::Found })
}

/// Whether a file is no state of this tree: pillar data, the states of another environment, or what a master runs.
fn is_of_another_kind(name: &str, states: &salt::Tree) -> bool {
    let others = ["pillar", "pillars", "reactor", "reactors", "orch", "orchestrate", "orchestration"];
    let parts: Vec<&str> = name.split('.').collect();
    let folders = parts.get(..parts.len() - 1).unwrap_or_default();
    let has_top = |count: usize| states.has(&format!("{}.top", parts.get(..count).unwrap_or_default().join(".")));
    folders.iter().any(|it| others.contains(it)) || (1..parts.len()).any(has_top)
}

/// The files of a folder that is a tree of states and has no Puppet code.
pub fn recognize(folder: &Path) -> Option<SaltArgs> {
    let is_puppet = |name: &str| {
        matches!(name, "metadata.json" | "Puppetfile" | "environment.conf" | "hiera.yaml" | "manifests" | "modules")
            || name.ends_with(".pp")
            || name.ends_with(".epp")
    };
    let names: Vec<String> = std::fs::read_dir(folder).ok()?.filter_map(|it| it.ok()?.file_name().into_string().ok()).collect();
    if names.iter().any(|it| is_puppet(it)) {
        return None;
    }
    let root = ["", "salt", "states"].iter().map(|it| folder.join(it)).find(|it| it.join("top.sls").is_file());
    let root = root.or_else(|| names.iter().any(|it| it.ends_with(".sls")).then(|| folder.to_owned()))?;
    let pillar: Option<PathBuf> = [folder, root.parent()?].iter().map(|it| it.join("pillar")).find(|it| it.join("top.sls").is_file());
    Some(SaltArgs { salt_root: vec![root], pillar_root: pillar, ..SaltArgs::default() })
}
