//! Reading the sites: `tests/sites/README.md` describes the format.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::{Value, json};

use super::NAME;
use super::ours::Check;
use crate::cases;
use crate::digest;

/// A text by its path from the top of the complete site.
pub type Files = BTreeMap<String, String>;

#[derive(Clone, Debug, Default)]
pub struct Site {
    pub name: String,
    /// The folder that is checked out; the top if it is empty.
    pub root: String,
    /// The folder that Puppet takes for the environment; the top if it is empty.
    pub environment: String,
    /// The machines have Windows.
    pub is_windows: bool,
    pub modulepath: String,
    pub manifest: String,
    pub settings: Value,
    pub files: Files,
    /// Which of the files are not in the checkout.
    pub absent: BTreeSet<String>,
    pub nodes: Vec<Node>,
    pub mistakes: Vec<Mistake>,
}

/// A node that the complete site has a catalog for.
#[derive(Clone, Debug)]
pub struct Node {
    pub name: String,
    /// The set of facts, further facts, and the answer of a classifier.
    pub request: Value,
}

/// One place of a file, written wrong.
#[derive(Clone, Debug, Default)]
pub struct Mistake {
    pub name: String,
    pub code: String,
    pub file: String,
    /// The node that Puppet refuses.
    pub node: Option<String>,
    /// The main manifest, if it is another one.
    pub manifest: Option<String>,
    /// It stands where only some nodes come to: a warning will do.
    pub may_warn: bool,
    /// Where it is to be found, if that is not where it was made.
    pub at: Option<(String, u32)>,
    pub old: Vec<String>,
    pub new: Vec<String>,
}

/// Question to Puppet.
pub struct Question<'a> {
    /// `sites/SITE/NODE`, or `sites/SITE/MISTAKE`.
    pub id: String,
    pub site: &'a Site,
    pub node: &'a Node,
    pub files: Files,
    pub manifest: &'a str,
    pub is_mistake: bool,
}

impl Question<'_> {
    /// Changes whenever anything that decides the answer does.
    pub fn input(&self) -> String {
        let Site { modulepath, environment, is_windows, settings, .. } = self.site;
        digest::value(&json!([self.files, modulepath, self.manifest, environment, is_windows, settings, self.node.name, self.node.request]))
    }
}

impl Site {
    /// Every node of the site as it is, and one node for each mistake.
    pub fn questions(&self) -> Result<Vec<Question<'_>>, String> {
        let id = |name: &str| format!("{NAME}/{}/{name}", self.name);
        let mut questions = Vec::new();
        for node in &self.nodes {
            let (id, files) = (id(&node.name), self.files.clone());
            questions.push(Question { id, site: self, node, files, manifest: &self.manifest, is_mistake: false });
        }
        for mistake in &self.mistakes {
            let node = match &mistake.node {
                Some(name) => self.nodes.iter().find(|it| it.name == *name),
                None => self.nodes.first(),
            };
            let node = node.ok_or_else(|| format!("{}: there is no such node", id(&mistake.name)))?;
            let (files, _) = self.with(mistake)?;
            let manifest = mistake.manifest.as_deref().unwrap_or(&self.manifest);
            questions.push(Question { id: id(&mistake.name), site: self, node, files, manifest, is_mistake: true });
        }
        Ok(questions)
    }

    /// Checks of the checkout as it is, the complete site, and the checkout with each mistake.
    pub fn checks(&self) -> Result<Vec<Check>, String> {
        let id = |name: &str| format!("{NAME}/{}/{name}", self.name);
        let check = |name: &str, files: Files| Check {
            id: id(name),
            root: self.root.clone(),
            files,
            code: String::new(),
            may_warn: false,
            at: None,
        };
        let mut checks = vec![check("incomplete", self.checked_out(&self.files)), check("complete", self.files.clone())];
        for mistake in &self.mistakes {
            let (files, line) = self.with(mistake)?;
            let at = mistake.at.clone().unwrap_or_else(|| (mistake.file.clone(), line));
            checks.push(Check {
                code: mistake.code.clone(),
                may_warn: mistake.may_warn,
                at: Some(at),
                ..check(&mistake.name, self.checked_out(&files))
            });
        }
        Ok(checks)
    }

    fn checked_out(&self, files: &Files) -> Files {
        files.iter().filter(|it| !self.absent.contains(it.0)).map(|(path, text)| (path.clone(), text.clone())).collect()
    }

    /// The files with a mistake, and its line.
    fn with(&self, mistake: &Mistake) -> Result<(Files, u32), String> {
        let failed = |what: &str| format!("{NAME}/{}/{}: {what}", self.name, mistake.name);
        let mut files = self.files.clone();
        let text = files.get_mut(&mistake.file).ok_or_else(|| failed("there is no such file"))?;
        let lines: Vec<&str> = text.lines().collect();
        let is_there = |at: usize| lines.iter().skip(at).map(|it| it.trim()).zip(&mistake.old).filter(|(a, b)| *a == b.trim()).count();
        let all: Vec<usize> = (0..lines.len()).filter(|at| is_there(*at) == mistake.old.len()).collect();
        let [at] = all[..] else { return Err(failed(&format!("the old text is there {} times", all.len()))) };
        let before = lines.iter().take(at).map(|it| (*it).to_owned());
        let after = lines.iter().skip(at + mistake.old.len()).map(|it| (*it).to_owned());
        *text = before.chain(mistake.new.iter().cloned()).chain(after).map(|it| it + "\n").collect();
        // Lines that stay as they are come first.
        let same = mistake.old.iter().zip(&mistake.new).take_while(|(old, new)| old.trim() == new.trim()).count();
        Ok((files, u32::try_from(at + same + 1).unwrap_or(u32::MAX)))
    }
}

/// All sites, by their names.
pub fn all(root: &Path) -> Result<Vec<Site>, String> {
    cases::in_folder(&root.join("tests").join(NAME), |name, text| Ok(vec![read(name, text)?]))
}

#[derive(Default)]
enum Section {
    #[default]
    Nothing,
    File(String),
    /// Of the last node.
    Node(&'static str),
    /// The last mistake.
    Mistake,
}

/// Reads one site. An error begins with the line number.
pub fn read(name: &str, text: &str) -> Result<Site, String> {
    let mut site = Site { name: name.to_owned(), modulepath: "modules".into(), manifest: "manifests".into(), ..Site::default() };
    let mut section = Section::default();
    let mut body: Vec<&str> = Vec::new();
    for (index, line) in text.split('\n').enumerate() {
        let failed = |what: String| format!("{}: {what}", index + 1);
        let heading = line.strip_prefix("--- ");
        let path = line.strip_prefix("+++ ");
        if heading.is_none() && path.is_none() {
            body.push(line);
            continue;
        }
        close(&mut site, &section, &mut body).map_err(failed)?;
        section = match (heading, path) {
            (Some(heading), _) => open(&mut site, heading).map_err(failed)?,
            (_, Some(path)) => part(&mut site, path).map_err(failed)?,
            _ => Section::Nothing,
        };
    }
    close(&mut site, &section, &mut body)?;
    Ok(site)
}

/// `--- site | root=modules/a`, `--- node web.example.com | facts=redhat9`, `--- mistake a-typo | code=unknown-class in=site.pp`.
fn open(site: &mut Site, heading: &str) -> Result<Section, String> {
    let (what, options) = heading.split_once(" | ").unwrap_or((heading, ""));
    let (what, name) = what.split_once(' ').unwrap_or((what, ""));
    let options = options.split_whitespace().map(|it| it.split_once('=').unwrap_or((it, "")));
    match what {
        "site" => {
            let mut settings = json!({});
            for (option, value) in options {
                match option {
                    "environment" => value.clone_into(&mut site.environment),
                    "windows" => site.is_windows = true,
                    "root" => value.clone_into(&mut site.root),
                    "modulepath" => value.clone_into(&mut site.modulepath),
                    "manifest" => value.clone_into(&mut site.manifest),
                    "strict" => settings["strict"] = value.into(),
                    "lax" => settings = json!({"strict": "warning", "strict_variables": false}),
                    "storeconfigs" => settings["storeconfigs"] = true.into(),
                    _ => return Err(format!("no such option: {option}")),
                }
            }
            site.settings = settings;
            Ok(Section::Nothing)
        }
        "node" => {
            let mut request = json!({"facts_file": "tests/oracle/puppet/facts/debian12-structured.json"});
            for (option, value) in options {
                match option {
                    "facts" => request["facts_file"] = format!("tests/oracle/puppet/facts/{value}.json").into(),
                    _ => return Err(format!("no such option: {option}")),
                }
            }
            site.nodes.push(Node { name: name.to_owned(), request });
            Ok(Section::Nothing)
        }
        "mistake" => {
            let mut mistake = Mistake { name: name.to_owned(), ..Mistake::default() };
            for (option, value) in options {
                match option {
                    "warning" => mistake.may_warn = true,
                    "code" => value.clone_into(&mut mistake.code),
                    "in" => value.clone_into(&mut mistake.file),
                    "node" => mistake.node = Some(value.to_owned()),
                    "manifest" => mistake.manifest = Some(value.to_owned()),
                    "at" => {
                        let (file, line) = value.rsplit_once(':').ok_or("at=FILE:LINE")?;
                        mistake.at = Some((file.to_owned(), line.parse().map_err(|_| format!("at={value}"))?));
                    }
                    _ => return Err(format!("no such option: {option}")),
                }
            }
            if site.mistakes.iter().any(|it| it.name == mistake.name) {
                return Err(format!("a second mistake of the name {name}"));
            }
            site.mistakes.push(mistake);
            Ok(Section::Mistake)
        }
        _ => Err(format!("neither site, node nor mistake: {what}")),
    }
}

/// `+++ PATH`, `+++ PATH | absent`; of a node `+++ facts`, `+++ params`, `+++ classes`.
fn part(site: &mut Site, path: &str) -> Result<Section, String> {
    if let Some(part) = ["facts", "params", "classes"].into_iter().find(|it| *it == path) {
        return Ok(Section::Node(part));
    }
    let (path, option) = path.split_once(" | ").unwrap_or((path, ""));
    match option {
        "" => {}
        "absent" => {
            site.absent.insert(path.to_owned());
        }
        _ => return Err(format!("no such option: {option}")),
    }
    if site.files.contains_key(path) {
        return Err(format!("a second file {path}"));
    }
    Ok(Section::File(path.to_owned()))
}

fn close(site: &mut Site, section: &Section, body: &mut Vec<&str>) -> Result<(), String> {
    match section {
        Section::Nothing => match body.iter().find(|it| !it.is_empty() && !it.starts_with('#')) {
            Some(line) => return Err(format!("a text that belongs to nothing: {line}")),
            None => body.clear(),
        },
        Section::File(path) => {
            let text = cases::text_of(body, &cases::Options { newline: true, ..cases::Options::default() })?;
            site.files.insert(path.clone(), text);
        }
        Section::Node(part) => {
            let value = serde_json::from_str(&body.join("\n")).map_err(|e| format!("{part}: {e}"))?;
            body.clear();
            let node = site.nodes.last_mut().ok_or_else(|| format!("{part} of no node"))?;
            node.request[*part] = value;
        }
        Section::Mistake => {
            let Some(mistake) = site.mistakes.last_mut() else { return Ok(()) };
            for line in body.drain(..).filter(|it| !it.is_empty()) {
                let side = match (line.strip_prefix('-'), line.strip_prefix('+')) {
                    (Some(old), _) => [Some(old), None],
                    (_, Some(new)) => [None, Some(new)],
                    _ => [Some(line), Some(line)].map(|it| it.map(|it| it.strip_prefix(' ').unwrap_or(it))),
                };
                mistake.old.extend(side[0].map(str::to_owned));
                mistake.new.extend(side[1].map(str::to_owned));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# About.\n--- site | modulepath=site:modules strict=warning\n+++ site/a/manifests/init.pp\nclass a {\n  include b\n}\n\n\
                        +++ modules/b/manifests/init.pp | absent\nclass b {}\n--- node n.example.com\n+++ facts\n{\"x\": 1}\n\
                        --- mistake typo | code=unknown-class in=site/a/manifests/init.pp\n class a {\n-  include b\n+  include bb\n";

    #[test]
    fn a_site_is_its_files_nodes_and_mistakes() {
        let site = read("s", TEXT).expect("a site");
        assert_eq!((site.modulepath.as_str(), &site.settings), ("site:modules", &json!({"strict": "warning"})));
        assert_eq!(site.nodes[0].request["facts"], json!({"x": 1}));
        let checks = site.checks().expect("they fit");
        let files = |at: usize| checks[at].files.keys().map(String::as_str).collect::<Vec<_>>();
        assert_eq!(files(0), ["site/a/manifests/init.pp"]);
        assert_eq!(files(1), ["modules/b/manifests/init.pp", "site/a/manifests/init.pp"]);
        assert_eq!(checks[2].files["site/a/manifests/init.pp"], "class a {\n  include bb\n}\n");
        assert_eq!(checks[2].at, Some(("site/a/manifests/init.pp".to_owned(), 2)));
    }

    #[test]
    fn what_decides_the_answer_is_part_of_the_question() {
        let inputs = |text: &str| -> Vec<String> {
            let site = read("s", text).expect("a site");
            site.questions().expect("they fit").iter().map(Question::input).collect()
        };
        let own = inputs(TEXT);
        assert_eq!(own.len(), 2);
        assert_ne!(own[0], own[1]);
        assert_ne!(own, inputs(&TEXT.replace("class b {}", "class b { }")));
        assert_ne!(own, inputs(&TEXT.replace("\"x\": 1", "\"x\": 2")));
    }

    #[test]
    fn mistakes_of_the_format_are_refused() {
        for text in [
            "x\n",
            "--- nothing\n",
            "--- site | huh\n",
            "--- site\n+++ a\n+++ a\n",
            "--- site\n+++ a\nx\n--- mistake m | in=a\n-y\n+z\n--- node n\n",
        ] {
            let fails = read("s", text).and_then(|it| it.checks().map(|_| ()));
            assert!(fails.is_err(), "{text}");
        }
    }
}
