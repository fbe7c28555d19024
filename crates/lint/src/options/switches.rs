//! Which options there are, and how they are found by what is written of them.

use crate::checks;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    Version,
    Help,
    NoConfig,
    Config,
    WithContext,
    WithFilename,
    FailOnWarnings,
    ErrorLevel,
    ShowIgnored,
    Relative,
    Load,
    LoadFromPuppet,
    Fix,
    LogFormat,
    Json,
    Sarif,
    CodeClimateReportFile,
    ListChecks,
    OnlyChecks,
    IgnorePaths,
    TopScopeVariables,
    /// The check of this index, and whether it is to run.
    Check(usize, bool),
}

pub enum Takes {
    Nothing,
    Value,
}

const SWITCHES: &[(&str, Option<char>, Switch)] = &[
    ("version", None, Switch::Version),
    ("help", Some('h'), Switch::Help),
    ("no-config", None, Switch::NoConfig),
    ("config", Some('c'), Switch::Config),
    ("with-context", None, Switch::WithContext),
    ("with-filename", None, Switch::WithFilename),
    ("fail-on-warnings", None, Switch::FailOnWarnings),
    ("error-level", None, Switch::ErrorLevel),
    ("show-ignored", None, Switch::ShowIgnored),
    ("relative", None, Switch::Relative),
    ("load", Some('l'), Switch::Load),
    ("load-from-puppet", None, Switch::LoadFromPuppet),
    ("fix", Some('f'), Switch::Fix),
    ("log-format", None, Switch::LogFormat),
    ("json", None, Switch::Json),
    ("sarif", None, Switch::Sarif),
    ("codeclimate-report-file", None, Switch::CodeClimateReportFile),
    ("list-checks", None, Switch::ListChecks),
    ("only-checks", None, Switch::OnlyChecks),
    ("ignore-paths", None, Switch::IgnorePaths),
    ("top-scope-variables", None, Switch::TopScopeVariables),
];

impl Switch {
    /// An option by its long name, or by what no other begins with. The error says whether there are several.
    ///
    /// Large and small letters, and `-` and `_`, are the same.
    pub fn long(name: &str) -> Result<Self, bool> {
        let name = name.to_lowercase().replace('_', "-");
        let checks = checks::ALL.iter().enumerate().flat_map(|(index, check)| {
            let plain = check.name.replace('_', "-");
            let on = (!check.by_default).then(|| (format!("{plain}-check"), Self::Check(index, true)));
            [(format!("no-{plain}-check"), Self::Check(index, false))].into_iter().chain(on)
        });
        let all = SWITCHES.iter().map(|(name, _, switch)| ((*name).to_owned(), *switch)).chain(checks);
        let mut beginnings = Vec::new();
        for (whole, switch) in all {
            if whole == name {
                return Ok(switch);
            }
            if whole.starts_with(&name) {
                beginnings.push(switch);
            }
        }
        match beginnings.as_slice() {
            [one] => Ok(*one),
            several => Err(!several.is_empty()),
        }
    }

    /// An option by its letter.
    pub fn short(letter: char) -> Option<Self> {
        SWITCHES.iter().find(|(_, short, _)| *short == Some(letter)).map(|(_, _, switch)| *switch)
    }

    pub fn takes(self) -> Takes {
        match self {
            Self::Config
            | Self::ErrorLevel
            | Self::Load
            | Self::LoadFromPuppet
            | Self::LogFormat
            | Self::CodeClimateReportFile
            | Self::OnlyChecks
            | Self::IgnorePaths
            | Self::TopScopeVariables => Takes::Value,
            _ => Takes::Nothing,
        }
    }
}
