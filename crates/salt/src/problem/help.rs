//! The remedy for a problem, besides Salt's words.

use super::{Problem, Release};

impl Problem {
    /// Returns what helps; `runs_before` says whether Salt 3006 runs the states, and only 3008 refuses them.
    pub fn help(&self, release: Release, runs_before: bool) -> Option<String> {
        if let Some(help) = self.absent().and_then(|it| it.help()) {
            return Some(help);
        }
        let why = match self {
            Problem::RequisiteNotList { requisite, .. } if &**requisite == "onfail_stop" && release.has_graph() => {
                Some("Salt 3008 takes `onfail_stop` for a requisite by mistake")
            }
            Problem::MissingTarget { module, .. } if &**module == "sls" && runs_before => {
                Some("for Salt 3008, a file without states is missing")
            }
            _ => None,
        };
        match (runs_before, why) {
            (true, Some(why)) => Some(format!("Salt 3006 runs these states: {why}")),
            (true, None) => Some("Salt 3006 runs these states".to_owned()),
            (false, why) => why.map(str::to_owned),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_of_a_release_are_named() {
        let stop = Problem::RequisiteNotList { requisite: "onfail_stop".into(), id: "a".into(), sls: "a".into() };
        let mistake = "Salt 3008 takes `onfail_stop` for a requisite by mistake";
        assert_eq!(stop.help(Release::V3008, false).as_deref(), Some(mistake));
        assert_eq!(stop.help(Release::V3008, true), Some(format!("Salt 3006 runs these states: {mistake}")));
        assert_eq!(stop.help(Release::V3006, false), None);
        assert_eq!(Problem::TopNotMap.help(Release::V3008, true).as_deref(), Some("Salt 3006 runs these states"));
    }
}
