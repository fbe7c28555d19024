//! Cases of the compiler: `tests/expressions/README.md` describes the format.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::Suite;
use crate::cases::{self, Options, text_of};
use crate::corpus::MODULES;
use crate::digest;

/// One question, as the line that asks it.
#[derive(Clone, Debug)]
pub struct Case {
    /// `SUITE/SUBJECT/NAME`
    pub id: String,
    pub suite: Suite,
    pub request: Value,
    pub modules: Modules,
}

/// The modules that both programs find.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Modules {
    #[default]
    None,
    /// Those that Debian packages.
    Debian,
    /// The stdlib of Debian 13, in this folder.
    Stdlib9(String),
    /// Those of these folders, as a module path. Its answers are in no recording.
    Folders(String),
}

impl Modules {
    /// The stdlib that `tests/oracle/install.sh` unpacks.
    fn stdlib9() -> Modules {
        Modules::Stdlib9(crate::program::oracle_home().join("stdlib9").to_string_lossy().into_owned())
    }

    /// Name in the digest of a case.
    fn digested(&self) -> Value {
        match self {
            Modules::None => false.into(),
            Modules::Debian => true.into(),
            Modules::Stdlib9(_) => "stdlib9".into(),
            Modules::Folders(path) => path.as_str().into(),
        }
    }
}

impl Case {
    /// Changes whenever anything that decides the answer does.
    pub fn input(&self) -> String {
        digest::value(&json!([self.request, self.modules.digested()]))
    }

    pub fn subject(&self) -> &str {
        self.id.split('/').nth(1).unwrap_or_default()
    }

    /// The folders of modules, as the command line of either program gives them.
    pub fn modulepath(&self) -> Option<&str> {
        match &self.modules {
            Modules::None => None,
            Modules::Debian => Some(MODULES),
            Modules::Stdlib9(path) | Modules::Folders(path) => Some(path),
        }
    }
}

/// All cases of a suite, by file and then in the order in which they are written.
pub fn all(root: &Path, suite: Suite) -> Result<Vec<Case>, String> {
    cases::in_folder(&root.join("tests").join(suite.name()), |subject, text| read(suite, subject, text))
}

/// The lines of a file in the oracle's own format.
pub fn lines(suite: Suite, text: &str, modules: &Modules) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let mut request: Value = serde_json::from_str(line).map_err(|e| format!("{}: {e}", number + 1))?;
        let id = request["id"].as_str().map_or_else(|| format!("{}", number + 1), str::to_owned);
        request["id"] = id.as_str().into();
        cases.push(Case { id, suite, request, modules: modules.clone() });
    }
    Ok(cases)
}

/// Reads one file of cases. An error begins with the line number.
pub fn read(suite: Suite, subject: &str, text: &str) -> Result<Vec<Case>, String> {
    let mut reader = Reader::default();
    let mut seen = std::collections::BTreeSet::new();
    for (index, line) in text.split('\n').enumerate() {
        let number = index + 1;
        if let Some(heading) = line.strip_prefix("--- ") {
            reader.close_section().map_err(|e| format!("{number}: {e}"))?;
            let (name, options) = heading.split_once(" | ").unwrap_or((heading, ""));
            if name.is_empty() || !name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') {
                return Err(format!("{number}: a name is of small letters, digits and dashes: {name:?}"));
            }
            let id = format!("{}/{subject}/{name}", suite.name());
            if !seen.insert(id.clone()) {
                return Err(format!("{number}: a second case of the name {name}"));
            }
            reader.open_case(suite, id, options).map_err(|e| format!("{number}: {e}"))?;
        } else if let Some(section) = line.strip_prefix("+++ ").filter(|_| !reader.cases.is_empty()) {
            reader.close_section().map_err(|e| format!("{number}: {e}"))?;
            reader.section = Some(section.trim().to_owned());
        } else if !reader.cases.is_empty() {
            reader.body.push(line);
        } else if !line.is_empty() && !line.starts_with('#') {
            return Err(format!("{number}: text before the first case"));
        }
    }
    reader.close_section()?;
    Ok(reader.cases)
}

#[derive(Default)]
struct Reader<'a> {
    cases: Vec<Case>,
    body: Vec<&'a str>,
    options: Options,
    /// The part of the case that the lines belong to: its code, if none is named.
    section: Option<String>,
}

/// The `hiera.yaml` of the section `hiera`, besides its data.
const HIERA: &str = "---\nversion: 5\ndefaults:\n  datadir: data\n  data_hash: yaml_data\nhierarchy:\n- name: c\n  path: common.yaml\n";

impl Reader<'_> {
    fn open_case(&mut self, suite: Suite, id: String, options: &str) -> Result<(), String> {
        let mut case = Case { id: id.clone(), suite, request: json!({"id": id, "code": ""}), modules: Modules::None };
        let mut settings = Map::new();
        self.options = Options::default();
        for option in options.split_whitespace() {
            match option.split_once('=') {
                None => match option {
                    "newline" => self.options.newline = true,
                    "escaped" => self.options.escaped = true,
                    "modules" => case.modules = Modules::Debian,
                    "stdlib9" => case.modules = Modules::stdlib9(),
                    "tasks" | "storeconfigs" => {
                        settings.insert(option.to_owned(), true.into());
                    }
                    "seven" => {
                        settings.insert("strict".to_owned(), "warning".into());
                        settings.insert("strict_variables".to_owned(), false.into());
                    }
                    _ => return Err(format!("no such option: {option}")),
                },
                Some(("repeat", value)) => self.options.repeat = Some(value.parse().map_err(|_| format!("repeat={value}"))?),
                Some(("strict", value)) => {
                    settings.insert("strict".to_owned(), value.into());
                }
                Some(("node" | "file", value)) => case.request[option.split('=').next().unwrap_or_default()] = value.into(),
                Some(("facts", name)) => case.request["facts_file"] = format!("tests/oracle/puppet/facts/{name}.json").into(),
                Some(_) => return Err(format!("no such option: {option}")),
            }
        }
        if !settings.is_empty() {
            case.request["settings"] = settings.into();
        }
        self.cases.push(case);
        Ok(())
    }

    fn close_section(&mut self) -> Result<(), String> {
        let Some(case) = self.cases.last_mut() else { return Ok(()) };
        let section = self.section.take();
        // What a file of the environment holds ends with a line break, as files do.
        let mut options = self.options;
        options.newline |= section.is_some();
        let text = text_of(&mut self.body, &options)?;
        match section.as_deref() {
            None => case.request["code"] = text.into(),
            Some("hiera") => {
                case.request["files"]["hiera.yaml"] = HIERA.into();
                case.request["files"]["data/common.yaml"] = text.into();
            }
            Some(key @ ("facts" | "params" | "classes" | "settings")) => {
                case.request[key] = serde_json::from_str(&text).map_err(|e| format!("{key}: {e}"))?;
            }
            Some(path) => case.request["files"][path] = text.into(),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn requests(text: &str) -> Vec<Value> {
        read(Suite::Catalogs, "s", text).unwrap_or_default().into_iter().map(|case| case.request).collect()
    }

    #[test]
    fn a_case_is_its_code_and_what_its_sections_say() {
        let text =
            "# About.\n--- a | seven node=n\ninclude m\n\n+++ modules/m/manifests/init.pp\nclass m { }\n+++ facts\n{\"x\": 1}\n--- b\n1\n";
        assert_eq!(
            requests(text),
            [
                json!({
                    "id": "catalogs/s/a", "code": "include m", "node": "n",
                    "settings": {"strict": "warning", "strict_variables": false},
                    "files": {"modules/m/manifests/init.pp": "class m { }\n"}, "facts": {"x": 1},
                }),
                json!({"id": "catalogs/s/b", "code": "1"}),
            ]
        );
    }

    #[test]
    fn modules_are_part_of_the_digest() {
        let text = "--- a\n1\n--- b | modules\n1\n--- c | stdlib9\n1\n";
        let cases = read(Suite::Expressions, "s", text).unwrap_or_default();
        let same_id = |case: &Case| Case { request: json!({"code": "1"}), ..case.clone() }.input();
        let inputs: std::collections::BTreeSet<String> = cases.iter().map(same_id).collect();
        assert_eq!(inputs.len(), 3);
        assert!(cases.iter().any(|it| it.modulepath().is_some_and(|path| path.ends_with("/stdlib9"))));
    }

    #[test]
    fn data_are_a_section_too() {
        let files = requests("--- a\n1\n+++ hiera\na: 1\n").pop().map(|r| r["files"].clone()).unwrap_or_default();
        assert_eq!(files["data/common.yaml"], "a: 1\n");
        assert!(files["hiera.yaml"].as_str().is_some_and(|text| text.contains("version: 5")));
    }

    #[test]
    fn mistakes_are_refused_with_their_line() {
        for (text, line) in [("1\n", "1:"), ("--- a\n\n--- a\n", "3:"), ("--- A\n", "1:"), ("\n--- a | nonsense\n", "2:")] {
            let error = read(Suite::Catalogs, "s", text).err().unwrap_or_default();
            assert!(error.starts_with(line), "{text:?}: {error:?}");
        }
    }
}
