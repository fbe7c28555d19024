# frozen_string_literal: true
# puppet-lint with the checks of plugins: PUPPET_LINT_PLUGINS is a folder with a folder for each, as their gems unpack. None without it.
require 'puppet-lint'

folder = ENV.fetch('PUPPET_LINT_PLUGINS', '')
unless folder.empty?
  plugins = Dir.glob("#{folder}/*/lib").sort
  abort "no plugins in #{folder}" if plugins.empty?
  $LOAD_PATH.concat(plugins)
  plugins.flat_map { |lib| Dir.glob("#{lib}/puppet-lint/plugins/**/*.rb").sort }.each { |file| require file }
end
