//! `cargo xtask examples`: the examples are what they say. Real Puppet compiles the site for each of its nodes, Bunraku finds
//! nothing in it and makes the same catalogs, and in each file of mistakes it finds the mistake that the file is named for.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::program::Program;

/// A node of the site, and what its catalog must hold.
const NODES: &[(&str, &[&str])] = &[
    ("web1.example.com", &["Class[Role::Web]", "Webserver::Vhost[www.example.com]", "User[bert]"]),
    ("web7.example.com", &["Class[Role::Web]", "Service[nginx]"]),
    ("db1.example.com", &["Class[Role::Database]", "Backup::Job[shop]", "Service[backup-forum.timer]"]),
    ("shop.example.com", &["Class[Role::Shop]", "File[/srv/shop/shop.conf]", "Exec[restart the shop]", "Shop_release[v1.4]"]),
    ("other.example.com", &["Class[Role::Plain]", "File[/etc/motd]"]),
];

/// Mistakes in data and metadata: a folder for each, named for what is found in it.
const DATA: &str = "examples/mistakes/data";

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let named = match args {
        [] => None,
        [option, path] if option == "--bunraku" => Some(path.as_str()),
        _ => return Err("examples [--bunraku PATH]".into()),
    };
    let answers = site_by_puppet(root)?;
    let bunraku = Program::bunraku(root, named)?;
    let mut results = Vec::new();
    for (node, expected) in NODES {
        let Some(answer) = answers.iter().find(|answer| answer["id"] == *node) else {
            results.push((format!("site, {node}"), Some("Puppet does not answer".to_owned())));
            continue;
        };
        results.push((format!("site, {node}"), wrong_with_catalog(answer, expected)));
        results.push((format!("site, {node}, compiled"), differs(&answer["catalog"], &compile(root, &bunraku, node)?)));
    }
    results.extend(by_bunraku(root, &bunraku)?);
    results.push(("site, shop.example.com, applied twice".to_owned(), wrong_with_applying(root, &bunraku)?));
    let mut failed = 0;
    for (what, complaint) in &results {
        if let Some(complaint) = complaint {
            failed += 1;
            println!("examples: {what}: {complaint}");
        }
    }
    println!("examples: {} passed, {failed} failed", results.len() - failed);
    if failed == 0 { Ok(()) } else { Err("the examples are not what they say".into()) }
}

type Outcome = (String, Option<String>);

/// Into a temporary folder, as `./run` does it.
fn wrong_with_applying(root: &Path, bunraku: &Program) -> Result<Option<String>, String> {
    let Program::Bunraku { binary } = bunraku else { return Err("not bunraku".into()) };
    let binary = std::path::absolute(binary).map_err(|e| e.to_string())?;
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let out = Command::new("bash").arg(root.join("scripts/apply-example")).arg(binary).arg(folder.path()).output();
    let out = out.map_err(|e| format!("scripts/apply-example: {e}"))?;
    Ok((!out.status.success()).then(|| String::from_utf8_lossy(&[out.stdout, out.stderr].concat()).into_owned()))
}

fn site_by_puppet(root: &Path) -> Result<Vec<Value>, String> {
    let Program::Puppet { ruby, scripts } = Program::puppet(root)? else { return Err("not Puppet".into()) };
    let site = root.join("examples/site");
    let mut questions = String::new();
    for (node, _) in NODES {
        questions.push_str(&json!({"id": node, "node": node, "code": "", "envdir": site, "manifest": site.join("manifests")}).to_string());
        questions.push('\n');
    }
    let file = tempfile::NamedTempFile::new().map_err(|e| e.to_string())?;
    std::fs::write(file.path(), questions).map_err(|e| e.to_string())?;
    let out = Command::new(ruby)
        .arg(scripts.join("oracle_catalog.rb"))
        .args(["--log", "warning", "--facts"])
        .arg(scripts.join("facts/debian12.json"))
        .arg("--jsonl")
        .arg(file.path())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|e| e.to_string())?;
    Ok(String::from_utf8_lossy(&out.stdout).lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}

/// The catalog, or the words with which it is refused.
fn compile(root: &Path, bunraku: &Program, node: &str) -> Result<Result<Value, String>, String> {
    let Program::Bunraku { binary } = bunraku else { return Err("not bunraku".into()) };
    let out = Command::new(binary)
        .current_dir(root)
        .args(["compile", "--root", "examples/site", "--node", node, "--facts", "tests/oracle/puppet/facts/debian12.json"])
        .output()
        .map_err(|e| e.to_string())?;
    if out.status.code() == Some(1) {
        return Ok(Err(String::from_utf8_lossy(&out.stderr).into_owned()));
    }
    serde_json::from_slice(&out.stdout).map(Ok).map_err(|e| format!("bunraku compile, {node}: {e}"))
}

/// All catalogs are Puppet's.
fn differs(puppet: &Value, ours: &Result<Value, String>) -> Option<String> {
    let ours = match ours {
        Ok(ours) => ours,
        Err(words) => return Some(words.clone()),
    };
    let facts = |catalog: &Value| {
        let mut edges: Vec<String> = catalog["edges"].as_array().into_iter().flatten().map(Value::to_string).collect();
        edges.sort();
        let mut resources = catalog["resources"].clone();
        for resource in resources.as_array_mut().into_iter().flatten() {
            // Puppet was asked with the whole path of the site.
            let file = resource["file"].as_str().and_then(|file| Some(file.split_once("examples/site/")?.1.to_owned()));
            resource["file"] = file.map_or(Value::Null, Value::from);
        }
        json!({"resources": resources, "edges": edges, "classes": catalog["classes"], "tags": catalog["tags"]})
    };
    let (puppet, ours) = (facts(puppet), facts(ours));
    (puppet != ours).then(|| format!("the catalogs differ\n  puppet:  {puppet}\n  bunraku: {ours}"))
}

fn wrong_with_catalog(answer: &Value, expected: &[&str]) -> Option<String> {
    for key in ["error", "ral_error", "cycles", "logs"] {
        if !answer[key].is_null() {
            return Some(format!("Puppet says: {}", answer[key]));
        }
    }
    let resources = answer["catalog"]["resources"].as_array()?;
    let names: Vec<String> =
        resources.iter().map(|r| format!("{}[{}]", r["type"].as_str().unwrap_or(""), r["title"].as_str().unwrap_or(""))).collect();
    expected.iter().find(|name| !names.iter().any(|n| n == *name)).map(|name| format!("{name} is not in the catalog"))
}

fn by_bunraku(root: &Path, bunraku: &Program) -> Result<Vec<Outcome>, String> {
    let (_, found, _) = check(root, bunraku, "examples/site")?;
    let site = (!found.is_empty()).then(|| format!("bunraku finds {found:?}"));
    let mut results = vec![("site, bunraku".to_owned(), site)];
    let (status, found, style) = check(root, bunraku, "examples/mistakes")?;
    // Each is in the right style: what it shows is its mistake.
    results.push(("mistakes, style".to_owned(), (!style.is_empty()).then(|| format!("bunraku finds {style:?}"))));
    results.push(("mistakes, exit status".to_owned(), (status != Some(1)).then(|| format!("{status:?} is not 1"))));
    // What is evaluated is compared in the tests of `diagnostics`.
    let elsewhere = ["examples/mistakes/catalog", DATA].map(|it| root.join(it));
    for file in manifests(&root.join("examples/mistakes"))?.into_iter().filter(|it| !elsewhere.iter().any(|folder| it.starts_with(folder)))
    {
        let name = file.file_stem().and_then(|s| s.to_str()).unwrap_or("");
        let shown = file.strip_prefix(root).unwrap_or(&file).to_string_lossy().into_owned();
        let codes: Vec<&str> = found.iter().filter(|(of, _)| Path::new(of).ends_with(&shown)).map(|(_, code)| code.as_str()).collect();
        let expected = match name {
            "port" => "illegal-definition-location",
            "init" => "illegal-top-construct-location",
            name => name,
        };
        let complaint = (!codes.contains(&expected)).then(|| format!("bunraku finds {codes:?}, not {expected}"));
        results.push((shown, complaint));
    }
    // Each a module of its own, with the mistake in a file that is no code.
    for entry in std::fs::read_dir(root.join(DATA)).map_err(|e| format!("{DATA}: {e}"))? {
        let name = entry.map_err(|e| e.to_string())?.file_name().to_string_lossy().into_owned();
        let folder = format!("{DATA}/{name}/");
        let is_found = found.iter().any(|(of, code)| of.starts_with(&folder) && !of.ends_with(".pp") && *code == name);
        results.push((folder, (!is_found).then(|| format!("bunraku does not find {name}"))));
    }
    Ok(results)
}

/// Result of `check`: its exit status, each finding as file and code, and those of them that are about style.
type Checked = (Option<i32>, Vec<(String, String)>, Vec<(String, String)>);

fn check(root: &Path, bunraku: &Program, path: &str) -> Result<Checked, String> {
    let Program::Bunraku { binary } = bunraku else { return Err("not bunraku".into()) };
    let out = Command::new(binary).current_dir(root).args(["check", "--format", "json", path]).output().map_err(|e| e.to_string())?;
    let document: Value = serde_json::from_slice(&out.stdout).map_err(|e| format!("bunraku check {path}: {e}"))?;
    let text = |value: &Value| value.as_str().unwrap_or("").to_owned();
    let findings = document["findings"].as_array().ok_or("no findings in the document")?;
    let place = |f: &Value| (text(&f["file"]), text(&f["code"]));
    let style = findings.iter().filter(|f| text(&f["url"]).contains("/docs/lint/")).map(place).collect();
    Ok((out.status.code(), findings.iter().map(place).collect(), style))
}

fn manifests(folder: &Path) -> Result<Vec<std::path::PathBuf>, String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))? {
        let path = entry.map_err(|e| e.to_string())?.path();
        if path.is_dir() {
            found.extend(manifests(&path)?);
        } else if path.extension().is_some_and(|e| e == "pp" || e == "epp") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn catalogs_differ_in_what_they_hold_and_not_in_where_the_site_lies() {
        let catalog = |file: &str, mode: &str| json!({"resources": [{"type": "File", "title": "/a", "file": file, "parameters": {"mode": mode}}], "edges": [], "classes": [], "tags": []});
        let puppet = catalog("/x/examples/site/manifests/site.pp", "0644");
        assert_eq!(differs(&puppet, &Ok(catalog("examples/site/manifests/site.pp", "0644"))), None);
        assert!(differs(&puppet, &Ok(catalog("examples/site/manifests/site.pp", "0600"))).is_some());
        assert!(differs(&puppet, &Err("error: no".into())).is_some());
    }

    #[test]
    fn a_catalog_is_wrong_with_an_error_a_warning_a_cycle_or_without_what_it_should_hold() {
        let catalog = json!({"resources": [{"type": "File", "title": "/a"}]});
        assert_eq!(wrong_with_catalog(&json!({"catalog": catalog}), &["File[/a]"]), None);
        assert!(wrong_with_catalog(&json!({"catalog": catalog}), &["File[/b]"]).is_some());
        for key in ["error", "ral_error", "cycles", "logs"] {
            assert!(wrong_with_catalog(&json!({"catalog": catalog, key: ["x"]}), &[]).is_some(), "{key}");
        }
    }
}
