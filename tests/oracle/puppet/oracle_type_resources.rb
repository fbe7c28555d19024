# frozen_string_literal: true
# What Puppet makes of resources when it converts a catalog, as lines of JSON: errors, and titles of automatic relations. Besides the
# cases it makes a resource for each attribute of each type and some values.
#   oracle8 -I LIB oracle_type_resources.rb --modulepath A --cases FILE --out-file FILE
# LIB is the `lib` of the gem puppet-resource_api 1.9.0, which Debian's packages of Puppet lack.
require_relative 'catalog_core'
o = Oracle.parse_args(ARGV, Oracle::Core::OPTIONS.merge(cases: '', out_file: ''))
Oracle::Core.boot(o)
Dir.glob("#{o[:modulepath]}/*/lib").each { |it| $LOAD_PATH << File.realpath(it) }
VALUES = ["'x'", "''", "'present'", "'/x'", '5', '-1', '101', '1.5', 'true', 'false', "'true'", "'7'", '[]', "['x']", "['x', 'y']",
          '[1]', '{}', "{'x' => 1}", "{'x' => [undef]}", 'default', '[[1], 2.5]'].freeze

cases = File.readlines(o[:cases], chomp: true).reject { |it| it.empty? || it.start_with?('#') }
types = Dir.glob("#{o[:modulepath]}/*/lib/puppet/type/*.rb").map { |it| File.basename(it, '.rb') }.sort
# One resource is enough of a type whose provider needs the machine.
(types - ['api_strict']).each do |name|
  type = Puppet::Type.type(name.to_sym)
  type.type_definition.attributes.each_key do |attribute|
    VALUES.each { |value| cases << "#{name} { 'x': #{attribute} => #{value} }" }
  end
end

def related(resource)
  %w[require subscribe before notify].each_with_object({}) do |kind, all|
    resource.class.send("eachauto#{kind}") do |type, block|
      all["auto#{kind}"] ||= {}
      all["auto#{kind}"][type.to_s] = [resource.instance_eval(&block)].flatten(1).map(&:to_s)
    end
  end
end

lines = cases.uniq.filter_map do |code|
  input = Oracle::Input.new(id: code, code: code, file: nil, epp: false, meta: {})
  Oracle::Core.in_env(input) do |env|
    _, full = Oracle::Core.compile(input, env)
    catalog = full.to_resource
    resource = catalog.resources.find { |it| it.type.start_with?('Api_') }
    parameters = Puppet.override({ rich_data: true }) { resource.to_data_hash['parameters'] } || {}
    row = { 'code' => code, 'type' => resource.type.downcase, 'title' => resource.title, 'parameters' => parameters }
    begin
      # As on an agent, which has the catalog from JSON.
      row['related'] = related(resource.to_ral)
    rescue StandardError => e
      row['error'] = e.message
    end
    row
  rescue Puppet::Error => e
    warn "#{code}: #{e.message}"
    nil
  end
end
File.write(o[:out_file], lines.map { |it| "#{JSON.generate(Oracle.utf8(it))}\n" }.join)
warn "#{lines.size} resources, #{lines.count { |it| it['error'] }} wrong"
