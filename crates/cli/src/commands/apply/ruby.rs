//! Options about resources whose providers are written in Ruby.

use std::time::Duration;

use apply::run::ruby::{self, Manner, Place};
use machine::real::ruby::Providers;
use providers::Level;
use providers::bridge::Shared;

use crate::commands::site::RubyCodeArgs;

#[derive(Clone, Debug, clap::Args)]
pub struct RubyArgs {
    /// How to run Ruby providers: `auto` (the installed Puppet or OpenVox), `off`, or the path of a `ruby` or `puppet` program
    #[arg(long = "ruby-providers", value_name = "auto|off|PATH", default_value = "auto")]
    ruby_providers: String,

    /// Run custom facts of modules that the catalog reads; without them apply nothing, unless `off`
    ///
    /// `auto` runs them as Facter does, and asks the installed Puppet or OpenVox for what Bunraku does not cover. `builtin` is Bunraku
    /// alone, with the access that `--ruby-outside` grants.
    #[arg(long = "ruby-facts", value_name = "builtin|auto|off|PATH", default_value = "auto")]
    pub ruby_facts: String,

    #[command(flatten)]
    pub ruby_code: RubyCodeArgs,

    /// Seconds that a Ruby provider may take per step
    #[arg(long = "ruby-timeout", value_name = "SECONDS", default_value_t = 300)]
    ruby_timeout: u64,
}

impl RubyArgs {
    /// Returns the options for another command.
    pub fn options(&self) -> [String; 5] {
        // Every field, so that a new option is not forgotten.
        let RubyArgs { ruby_providers, ruby_facts, ruby_code, ruby_timeout } = self;
        [
            format!("--ruby-providers={ruby_providers}"),
            format!("--ruby-facts={ruby_facts}"),
            format!("--ruby-outside={}", ruby_code.granted.names()),
            format!("--ruby-version={}", ruby_code.version.name()),
            format!("--ruby-timeout={ruby_timeout}"),
        ]
    }

    pub fn bridge(&self, place: &Place<'_>, manner: Manner, least: Level) -> Shared {
        let providers = Providers::of_option(&self.ruby_providers);
        ruby::bridge(providers, Duration::from_secs(self.ruby_timeout.max(1)), place, manner, least)
    }
}
