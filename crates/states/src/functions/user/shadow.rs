//! Passwords and their dates in `/etc/shadow`.

use machine::{Content, System};

use crate::functions::database;

const FILE: &str = "/etc/shadow";

/// The dates of a password: the argument of `user.present`, the name in Salt's changes, the option of `chage`, and what is said if it could
/// not be set for a new user.
pub const DATES: [(&str, &str, &str, &str); 6] = [
    ("date", "lstchg", "-d", "last change date to"),
    ("mindays", "min", "-m", "minimum days to"),
    ("maxdays", "max", "-M", "maximum days to"),
    ("inactdays", "inact", "-I", "inactive days to"),
    ("warndays", "warn", "-W", "warn days to"),
    ("expire", "expire", "-E", "expire days to"),
];

/// The places of [`DATES`] in a line.
const PLACES: [usize; 6] = [2, 3, 4, 6, 5, 7];

/// Entry of a user in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shadow {
    pub password: String,
    /// In the order of [`DATES`]; -1 where nothing is said.
    pub dates: [i64; 6],
}

impl Shadow {
    pub fn find(system: &dyn System, name: &str) -> Option<Shadow> {
        let bytes = system.read(FILE).ok()?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let parts: Vec<&str> = text.lines().map(|it| it.trim().split(':').collect::<Vec<_>>()).find(|it| it.first() == Some(&name))?;
        let mut dates = [-1; 6];
        for (date, place) in dates.iter_mut().zip(PLACES) {
            let text = parts.get(place)?;
            *date = if text.is_empty() { -1 } else { text.parse().ok()? };
        }
        Some(Shadow { password: (*parts.get(1)?).to_owned(), dates })
    }
}

/// Writes the hash of a password into the file, as Salt does.
pub fn set_password(system: &mut dyn System, name: &str, hash: &str) {
    let Ok(bytes) = system.read(FILE) else { return };
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let days = system.now().date().since(jiff::civil::date(1970, 1, 1)).map_or(0, |it| it.get_days());
    let mut is_found = false;
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let mut parts: Vec<&str> = line.trim().split(':').take(9).collect();
        if parts.first() != Some(&name) {
            out.push_str(line);
            continue;
        }
        is_found = true;
        let days = days.to_string();
        parts.resize(9, "");
        parts[1] = hash;
        parts[2] = &days;
        out += &format!("{}\n", parts.join(":"));
    }
    if !is_found {
        out += &format!("{name}:{hash}:{days}::::::\n");
    }
    // What could not be written is still different afterwards, and is said then.
    let _ = system.write(FILE, Content::Bytes(out.as_bytes()), 0o640);
}

/// Sets one of [`DATES`] if it is different.
pub fn set_date(system: &mut dyn System, name: &str, date: usize, value: i64) {
    let has = Shadow::find(system, name).and_then(|it| it.dates.get(date).copied());
    if let (Some(has), Some((_, _, option, _))) = (has, DATES.get(date))
        && has != value
    {
        database::run(system, &["chage", option, &value.to_string(), name]);
    }
}
