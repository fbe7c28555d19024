//! The facts of the machine that this program runs on.

use std::path::PathBuf;

use world::World;

use crate::{Facts, Host, external, machine};

/// All that can be said of it without starting a program: what it is, and the files of external facts that lie where Facter looks.
/// A file that cannot be read is passed over.
pub fn local(world: &dyn World, host: &dyn Host) -> Facts {
    let mut all = machine(world, host);
    for folder in external_folders(world, host) {
        all.extend(external(world, &folder, None).facts);
    }
    all
}

/// Where Facter looks for external facts: for its administrator those of the machine, for anybody else their own.
pub fn external_folders(world: &dyn World, host: &dyn Host) -> Vec<PathBuf> {
    let of_machine = ["/opt/puppetlabs/facter/facts.d", "/etc/facter/facts.d", "/etc/puppetlabs/facter/facts.d"];
    let is_root = host.identity().is_some_and(|it| it.uid == 0);
    match world.env("HOME").map(PathBuf::from).filter(|_| !is_root) {
        Some(home) => [".facter/facts.d", ".puppetlabs/opt/facter/facts.d"].iter().map(|it| home.join(it)).collect(),
        None => of_machine.iter().map(PathBuf::from).collect(),
    }
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::*;
    use crate::FixedHost;

    #[test]
    fn files_of_external_facts_count_and_programs_are_left_alone() {
        let mut world = MemoryWorld::new();
        world.add_file("/proc/sys/kernel/ostype", "Linux\n");
        world.add_file("/etc/facter/facts.d/a.json", "{\"role\": \"web\"}");
        world.add_file("/etc/facter/facts.d/b", "#!/bin/sh\necho role=other\n");
        world.add_file("/etc/facter/facts.d/c.json", "{");
        let found = local(&world, &FixedHost::default());
        assert_eq!((found["kernel"].as_str(), found["role"].as_str()), (Some("Linux"), Some("web")));
    }
}
