//! Users and groups as the databases of the system list them, and the programs that change them.

use machine::{Command, System};

/// The parts of an entry, found by its name or its number; the number of parts is that of the database.
pub fn entry(system: &mut dyn System, database: &str, key: &str) -> Option<Vec<String>> {
    let words = ["getent", database, key].map(str::to_owned).to_vec();
    let output = system.run(&Command { words, ..Command::default() }).ok().filter(|it| it.code == Some(0))?;
    let text = output.text();
    Some(text.lines().next()?.split(':').map(str::to_owned).collect())
}

/// Whether a program has done its work.
pub fn run(system: &mut dyn System, words: &[&str]) -> bool {
    let words = words.iter().map(|it| (*it).to_owned()).collect();
    system.run(&Command { words, ..Command::default() }).is_ok_and(|it| it.code == Some(0))
}

/// The number of a group by its name.
pub fn group_id(system: &mut dyn System, name: &str) -> Option<u32> {
    let entry = entry(system, "group", name)?;
    (entry.first().map(String::as_str) == Some(name)).then(|| entry.get(2)?.parse().ok())?
}

/// The name of a group by its number.
pub fn group_name(system: &mut dyn System, id: u32) -> Option<String> {
    entry(system, "group", &id.to_string())?.into_iter().next()
}
