//! Messages for the system's log.

use std::io;
use std::os::unix::net::UnixDatagram;

use apply::{Level, Record};

/// Where the system's log listens.
const SOCKET: &str = "/dev/log";

/// Puppet's facility: that of daemons.
const DAEMON: u8 = 3;

pub struct Syslog {
    socket: UnixDatagram,
}

impl Syslog {
    pub fn open() -> io::Result<Syslog> {
        let socket = UnixDatagram::unbound()?;
        socket.connect(SOCKET)?;
        Ok(Syslog { socket })
    }

    pub fn write(&self, record: &Record) -> io::Result<()> {
        lines(record, std::process::id()).iter().try_for_each(|it| self.socket.send(it.as_bytes()).map(drop))
    }
}

/// A message as the system's log takes it, under Puppet's name: each of its lines for itself, as Puppet sends it, and as the C library
/// would write it.
fn lines(record: &Record, process: u32) -> Vec<String> {
    // Puppet's own has no percent signs in it, which the C library would take for something else.
    let source = if record.source == "Puppet" { String::new() } else { format!("({}) ", record.source.replace('%', "")) };
    let head = format!("<{}>{} puppet-user[{process}]: {source}", DAEMON << 3 | severity(record.level), record.time.strftime("%b %e %T"));
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
        assert_eq!(lines(&record, 7), [format!("{head} it"), format!("{head} "), format!("{head} failed")]);
        record.source = "/Stage[main]/Main/File[/a%b]".to_owned();
        record.message = "100% of it".to_owned();
        assert_eq!(lines(&record, 7), [format!("{head} (/Stage[main]/Main/File[/ab]) 100% of it")]);
        record.message = String::new();
        assert!(lines(&record, 7).is_empty());
    }
}
