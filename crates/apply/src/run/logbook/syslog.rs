//! Messages for the system's log.

use std::io;
use std::os::unix::net::UnixDatagram;

use providers::{Level, Record};

/// Where the system's log listens.
const SOCKET: &str = "/dev/log";

/// Facilities of messages, with the names that the C library knows.
const FACILITIES: [(&str, u8); 20] = [
    ("auth", 4),
    ("authpriv", 10),
    ("cron", 9),
    ("daemon", 3),
    ("ftp", 11),
    ("kern", 0),
    ("local0", 16),
    ("local1", 17),
    ("local2", 18),
    ("local3", 19),
    ("local4", 20),
    ("local5", 21),
    ("local6", 22),
    ("local7", 23),
    ("lpr", 6),
    ("mail", 2),
    ("news", 7),
    ("syslog", 5),
    ("user", 1),
    ("uucp", 8),
];

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facility(u8);

impl Facility {
    /// Puppet's own, unless something else is said.
    pub const DAEMON: Facility = Facility(3);

    /// In capital letters or not.
    pub fn of_name(name: &str) -> Option<Facility> {
        FACILITIES.iter().find(|it| it.0.eq_ignore_ascii_case(name)).map(|it| Facility(it.1))
    }
}

pub struct Syslog {
    socket: UnixDatagram,
    facility: Facility,
}

impl Syslog {
    pub fn open(facility: Facility) -> io::Result<Syslog> {
        let socket = UnixDatagram::unbound()?;
        socket.connect(SOCKET)?;
        Ok(Syslog { socket, facility })
    }

    pub fn write(&self, record: &Record) -> io::Result<()> {
        lines(record, self.facility, std::process::id()).iter().try_for_each(|it| self.socket.send(it.as_bytes()).map(drop))
    }
}

/// A message as the system's log takes it, under Puppet's name: each of its lines for itself, as Puppet sends it, and as the C library
/// would write it.
fn lines(record: &Record, facility: Facility, process: u32) -> Vec<String> {
    // Puppet's own has no percent signs in it, which the C library would take for something else.
    let source = if record.source == "Puppet" { String::new() } else { format!("({}) ", record.source.replace('%', "")) };
    let priority = facility.0 << 3 | severity(record.level);
    let head = format!("<{priority}>{} puppet-user[{process}]: {source}", record.time.strftime("%b %e %T"));
    record.text().trim_end_matches('\n').split('\n').filter(|_| !record.text().is_empty()).map(|it| format!("{head}{it}")).collect()
}

fn severity(level: Level) -> u8 {
    match level {
        Level::Emerg => 0,
        Level::Alert => 1,
        Level::Crit => 2,
        Level::Err => 3,
        Level::Warning => 4,
        Level::Notice => 5,
        Level::Info => 6,
        Level::Debug => 7,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_has_its_moment_its_facility_and_its_severity() {
        let time: jiff::Zoned = "2026-03-04T05:06:07+00:00[UTC]".parse().unwrap();
        let mut record = Record::of_run(Level::Err, "it\n\nfailed\n", time);
        let head = "<27>Mar  4 05:06:07 puppet-user[7]:";
        assert_eq!(lines(&record, Facility::DAEMON, 7), [format!("{head} it"), format!("{head} "), format!("{head} failed")]);
        record.source = "/Stage[main]/Main/File[/a%b]".to_owned();
        record.message = "100% of it".to_owned();
        assert_eq!(lines(&record, Facility::DAEMON, 7), [format!("{head} (/Stage[main]/Main/File[/ab]) 100% of it")]);
        record.message = String::new();
        assert!(lines(&record, Facility::DAEMON, 7).is_empty());
    }

    #[test]
    fn a_facility_is_known_by_its_name_alone() {
        assert_eq!(Facility::of_name("Daemon"), Some(Facility::DAEMON));
        assert_eq!(Facility::of_name("LOCAL7"), Some(Facility(23)));
        for none in ["", "nosuch", "pid", "local8", "LOG_MAIL"] {
            assert_eq!(Facility::of_name(none), None, "{none}");
        }
    }
}
