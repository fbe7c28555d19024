# Puppet's settings, as templates and functions have them.
module Puppet
  # Symbols and texts name the same setting.
  def self.[](name)
    PuppetSettings[name]
  end

  def self.settings
    PuppetSettings
  end
end
