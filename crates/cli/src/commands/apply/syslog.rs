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
        self.socket.send(line(record, std::process::id()).as_bytes()).map(drop)
    }
}

/// A message as the system's log takes it, under Puppet's name.
fn line(record: &Record, process: u32) -> String {
    let source = if record.source == "Puppet" { String::new() } else { format!("({}) ", record.source) };
    format!("<{}>puppet-user[{process}]: {source}{}", DAEMON << 3 | severity(record.level), record.text().replace('\n', " "))
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
    fn a_line_has_its_facility_and_its_severity() {
        let mut record = Record::of_run(Level::Err, "it\nfailed", super::super::logbook::now());
        assert_eq!(line(&record, 7), "<27>puppet-user[7]: it failed");
        record.source = "/Stage[main]/Main/File[/a]".to_owned();
        assert_eq!(line(&record, 7), "<27>puppet-user[7]: (/Stage[main]/Main/File[/a]) it failed");
    }
}
