# frozen_string_literal: true
# What each resource type accepts, in the order in which Puppet looks at it, as one JSON document:
# crates/resource_types/data/types.json.
#   oracle_resource_types.rb --modulepath A:B --out-file types.json [--own]
# With `--own` it describes the types of the modules alone.
require_relative 'common'
o = Oracle.parse_args(ARGV, modulepath: '', out_file: '', own: false)
Oracle.boot
mp = o[:modulepath].split(':')
libs = mp.flat_map { |m| Dir.glob("#{m}/*/lib").sort.map { |d| File.realpath(d) } }.uniq
libs.each { |d| $LOAD_PATH << d }
core = $LOAD_PATH.map { |d| "#{d}/puppet/type" }.select { |d| File.directory?(d) && libs.none? { |l| d.start_with?(l) } }
core_names = core.flat_map { |d| Dir.glob("#{d}/*.rb").map { |f| [File.basename(f, '.rb'), f] } }.to_h
mod_names = mp.flat_map { |m| Dir.glob("#{m}/*/lib/puppet/type/*.rb").sort.map { |f| [File.basename(f, '.rb'), f[%r{([^/]+)/lib/}, 1]] } }.reverse.to_h
env = Puppet::Node::Environment.create(:production, mp)
def lit(v)
  case v
  when Symbol then ":#{v}"
  when String then v.start_with?(':') ? nil : v
  when true, false, Integer, Float then v
  when Array then v.map { |x| lit(x) }
  end
end
def values_of(c)
  vc = c.value_collection or return nil
  r = {}
  vals = vc.instance_variable_get(:@values) || {}
  r['v'] = vc.instance_variable_get(:@strings).map { |v| v.name.to_s }
  r['r'] = vc.instance_variable_get(:@regexes).map { |v| v.name.inspect }
  r['a'] = vals.each_value.with_object({}) { |v, h| v.aliases.each { |a| h[a.to_s] = v.name.to_s } }
  r['vf'] = vals.each_value.with_object({}) { |v, h| h[v.regex? ? v.name.inspect : v.name.to_s] = Array(v.required_features).map(&:to_s) unless Array(v.required_features).empty? }
  r.reject { |_, v| v.empty? }
end
PLAIN = [Puppet::Parameter, Puppet::Property].freeze
def attr_info(c, kind)
  h = { 'n' => c.name.to_s, 'k' => kind }
  par = c.ancestors.drop(1).take_while { |a| !PLAIN.include?(a) }.select { |a| a.is_a?(Class) }.map { |a| Module.instance_method(:name).bind(a).call.to_s }
  h['parent'] = par unless par.empty?
  h['nv'] = 1 if c.isnamevar?
  h['req'] = 1 if c.required?
  h.merge!(values_of(c) || {})
  rf = c.required_features rescue nil
  h['f'] = rf.map(&:to_s) if rf && !rf.empty?
  h['all'] = 1 if c.respond_to?(:array_matching) && c.array_matching == :all
  h['unmanaged'] = 1 if c.respond_to?(:unmanaged) && c.unmanaged
  { 'munge' => %i[munge unsafe_munge], 'unmunge' => %i[unmunge unsafe_unmunge], 'validate' => %i[validate unsafe_validate], 'should' => %i[should should= value=] , 'value' => %i[value] }.each do |k, ms|
    ms.each do |mm|
      next unless c.method_defined?(mm)
      h[k] = 1 unless PLAIN.include?(c.instance_method(mm).owner)
    end
  end
  if c.method_defined?(:default)
    d = begin
      lit(c.allocate.default)
    rescue StandardError
      nil
    end
    h[d.nil? ? 'dd' : 'd'] = d.nil? ? 1 : d
  end
  h
end
# The titles that a block names whatever the resource is; one that asks the resource fails here.
def fixed(type, block)
  Array(type.allocate.instance_eval(&block)).map(&:to_s)
rescue StandardError
  nil
end

res = {}
failed = {}
Puppet.override(current_environment: env, environments: Puppet::Environments::StaticPrivate.new(env)) do
  ((o[:own] ? [] : core_names.keys) + mod_names.keys).uniq.sort.each do |n|
    next if %w[component whit].include?(n)
    t = Puppet::Type.type(n.to_sym)
    h = { 'name' => t.name.to_s }
    h['module'] = mod_names[n] if mod_names[n] && !core_names[n]
    h['keys'] = t.key_attributes.map(&:to_s)
    tp = t.title_patterns.map { |re, ids| [re.inspect, ids.map { |s,| s.to_s }] } rescue h['tperr'] = 1
    h['titles'] = tp unless tp == [['/(.*)/m', h['keys']]]
    h['loose'] = 1 unless t.isomorphic?
    h['refresh'] = 1 if t.method_defined?(:refresh) && t.instance_method(:refresh).owner != Puppet::Type
    h['generate'] = 1 if t.method_defined?(:generate)
    h['eval_generate'] = 1 if t.method_defined?(:eval_generate)
    h['validate'] = 1 if t.method_defined?(:validate)
    props = t.properties.map { |c| attr_info(c, 'p') }
    pars = t.parameters.map { |c| attr_info(t.paramclass(c), 'a') }
    h['attrs'] = props + pars
    %w[require subscribe before notify].each do |k|
      l = []
      t.send("eachauto#{k}") { |ty, b| l << [ty.to_s, fixed(t, b)].compact }
      h["auto#{k}"] = l unless l.empty?
    end
    dp = t.defaultprovider rescue nil
    ps = t.providers.map { |pn| (pr = t.provider(pn)) && [pn.to_s, pr.features.map(&:to_s)] }.compact.to_h
    h['providers'] = ps unless ps.empty?
    h['provider'] = dp.name.to_s if dp
    res[n] = h
  rescue StandardError, ScriptError => e
    failed[n] = "#{e.class}: #{e.message}\n#{e.backtrace.first(3)}"[0, 400]
  end
end
meta = Puppet::Type.metaparams.map { |m| attr_info(Puppet::Type.metaparamclass(m), 'm') }
lines = res.map { |n, t| "#{JSON.generate(n)}:#{JSON.generate(Oracle.utf8(t))}" }
File.write(o[:out_file], "{\"puppet\":#{JSON.generate(Puppet.version)},\n\"meta\":#{JSON.generate(meta)},\n\"types\":{\n#{lines.join(",\n")}\n}}\n")
warn "#{res.size} types, failed #{failed}"
