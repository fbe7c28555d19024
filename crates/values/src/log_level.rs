//! How important a message of a run is.

/// The importance of a log message, in Puppet's words. How a finding counts is another matter: that is `settings::Level`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LogLevel {
    Debug,
    Info,
    Notice,
    Warning,
    Err,
    Alert,
    Emerg,
    Crit,
}

impl LogLevel {
    /// As logs and reports write it.
    pub fn name(self) -> &'static str {
        match self {
            LogLevel::Debug => "debug",
            LogLevel::Info => "info",
            LogLevel::Notice => "notice",
            LogLevel::Warning => "warning",
            LogLevel::Err => "err",
            LogLevel::Alert => "alert",
            LogLevel::Emerg => "emerg",
            LogLevel::Crit => "crit",
        }
    }

    /// As the console shows it.
    pub fn title(self) -> &'static str {
        match self {
            LogLevel::Debug => "Debug",
            LogLevel::Info => "Info",
            LogLevel::Notice => "Notice",
            LogLevel::Warning => "Warning",
            LogLevel::Err => "Error",
            LogLevel::Alert => "Alert",
            LogLevel::Emerg => "Emergency",
            LogLevel::Crit => "Critical",
        }
    }

    /// The level that a manifest or a setting names; `verbose` is `info`.
    pub fn of_name(name: &str) -> Option<LogLevel> {
        Some(match name {
            "debug" => LogLevel::Debug,
            "info" | "verbose" => LogLevel::Info,
            "notice" => LogLevel::Notice,
            "warning" => LogLevel::Warning,
            "err" => LogLevel::Err,
            "alert" => LogLevel::Alert,
            "emerg" => LogLevel::Emerg,
            "crit" => LogLevel::Crit,
            _ => return None,
        })
    }
}
