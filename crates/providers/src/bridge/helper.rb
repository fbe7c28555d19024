# frozen_string_literal: true

# Applies resources whose types and providers are written in Ruby, one request at a time.
#
# A request is a line of JSON on the standard input, its answer a line of JSON: {"ok": value} or {"error": {"message", "full"}}.
# What Puppet tells while it works comes before the answer: {"log": {...}}. Nothing is decided here: whether a resource is changed,
# in which order, and what is told of it is the business of whoever asks.

require 'json'

# What providers print is not an answer, and what they start is not to read requests.
ANSWERS = $stdout.dup
REQUESTS = $stdin.dup
ANSWERS.sync = true
$stdout.reopen($stderr)
$stdin.reopen(File::NULL)

def say(message)
  ANSWERS.write("#{JSON.generate(message)}\n")
end

require 'puppet'
require 'puppet/util/log'

Puppet::Util::Log.newdesttype(:bunraku) do
  match 'bunraku'

  def initialize(_name); end

  def handle(log)
    said = { level: log.level, source: log.source, message: log.message, tags: log.tags.to_a, file: log.file, line: log.line }
    say(log: Bridge.plain(said))
  end
end

# The catalog as types see it. The resources that are applied elsewhere are made when a type asks for them.
class Around < Puppet::Resource::Catalog
  def know(others)
    @others = others.to_h { |it| [it['ref'], it] }
  end

  # Of a resource something else is known now.
  def forget(ref)
    @others&.delete(ref)
    before = @resource_table[title_key_for_ref(ref)]
    remove_resource(before) if before
  end

  def resource(type, title = nil)
    found = super
    return found if found

    name, title = Puppet::Resource.type_and_title(type.respond_to?(:name) ? type.name : type, title)
    other = @others&.delete("#{name}[#{title}]")
    return nil unless other && !Puppet::Type.type(name).nil?

    begin
      made = Bridge.made(other)
      add_resource(made)
      made
    rescue StandardError => e
      Puppet.debug("#{name}[#{title}] is not shown to other types: #{e.class}")
      nil
    end
  end

  # What is declared is not purged, even where it is not known here.
  def resource_refs
    super + (@others || {}).keys
  end

  def resources
    @others&.keys&.each { |ref| resource(*title_key_for_ref(ref)) }
    super
  end
end

class Bridge
  RELATIONS = %i[require subscribe before notify].freeze

  def self.plain(value)
    case value
    when nil, true, false, Integer then value
    when Float then value.finite? ? value : value.to_s
    when Array then value.map { |it| plain(it) }
    when Hash then value.to_h { |key, it| [plain(key).to_s, plain(it)] }
    else text(value.to_s)
    end
  end

  def self.text(value)
    value = value.dup.force_encoding(Encoding::UTF_8) unless value.encoding == Encoding::UTF_8
    value.valid_encoding? ? value : value.scrub
  end

  # A resource of Puppet of one of the catalog.
  def self.made(data)
    resource = Puppet::Resource.from_data_hash(data)
    type = Puppet::Type.type(resource.type)
    unless type
      file = "lib/puppet/type/#{resource.type.downcase}.rb"
      raise Puppet::Error, "There is no type #{resource.type} in Ruby: install the module that has #{file} into a folder of the module path"
    end

    made = type.new(resource)
    place(made, data)
    made
  end

  def self.place(made, data)
    within = data['containment']
    made.define_singleton_method(:pathbuilder) { within } if within
  end

  def initialize
    @resources = {}
    @retrieved = {}
    @prefetched = Hash.new { |all, type| all[type] = {} }
    @post = []
  end

  def answer(request)
    verb = request['do']
    raise "There is no #{verb}" unless VERBS.include?(verb)

    { ok: Bridge.plain(send(verb, request)) }
  rescue SystemExit
    raise
  rescue Interrupt, SignalException
    raise
  rescue Exception => e
    { error: Bridge.plain(told(e)) }
  end

  VERBS = %w[begin kind instances add relations generate check suitable turn retrieve insync set change flush refresh finish].freeze

  private

  def told(error)
    { message: error.to_s, cause: cause(error), plain: error.is_a?(Puppet::ExternalFileError) ? bare(error) : error.to_s,
      words: error.instance_variable_get(:@bunraku_words) }
  end

  # What it came from, as Puppet tells it.
  def cause(error)
    original = error.respond_to?(:original) ? error.original : nil
    return nil unless original

    [original.message, cause(original)].compact.join("\nWrapped exception:\n")
  end

  # Without the place, which is known.
  def bare(error)
    place = Puppet::Util::Errors.error_location_with_space(error.file, error.line, error.pos)
    error.to_s.delete_suffix(place)
  end

  def begin(request)
    Puppet::Util::Log.level = request['level'].to_sym
    Puppet::Util::Log.newdestination('bunraku')
    arguments = request['settings'].flat_map { |name, value| ["--#{name}", value] }
    Puppet.initialize_settings(arguments)
    Puppet[:noop] = request['noop']
    Puppet[:show_diff] = request['show_diff']
    environment = Puppet::Node::Environment.create(request['environment'].to_sym, request['modules'])
    Puppet[:environment] = request['environment']
    Puppet.push_context({ environments: Puppet::Environments::Static.new(environment), current_environment: environment }, 'bunraku')
    Puppet.push_context({ loaders: Puppet::Pops::Loaders.new(environment, false, false) }, 'bunraku')
    environment.each_plugin_directory { |it| $LOAD_PATH << it unless $LOAD_PATH.include?(it) }
    Puppet.runtime[:facter].reset
    @catalog = Around.new('bunraku', environment)
    @catalog.host_config = true
    @catalog.know(request['others'])
    { puppet: Puppet.version, ruby: RUBY_VERSION }
  end

  def add(request)
    data = request['resource']
    made = Bridge.made(data)
    @catalog.forget(data['ref'])
    keep(data['ref'], made)
    about(made)
  end

  # What resources of a type can do.
  def kind(request)
    type = Puppet::Type.type(request['type'])
    { known: !type.nil?, refreshes: type&.method_defined?(:refresh) || false, generates: type&.method_defined?(:generate) || false }
  end

  # Resources of a type as they are, as `puppet resource` finds them: all, or the one of a name, with the provider that is wanted.
  def instances(request)
    type = Puppet::Type.type(request['type'])
    raise Puppet::Error, "Could not find type #{request['type']}" unless type

    name = request['name']
    source = request['provider'] && type.provider(request['provider'].to_sym)
    all = source ? [] : type.instances
    if name
      found = all.find { |it| it.name == name }
      seen_by = (source && listed(source).find { |it| it.name == name }) || request['provider']
      all = [found || type.new(**{ name: name, provider: seen_by }.compact, audit: type.properties.map(&:name))]
    end
    all.map do |it|
      resource = it.to_resource
      resource.prune_parameters(parameters_to_include: [:provider])
      { title: resource.title, attributes: resource.map { |name, value| [name, value] } }
    end
  end

  # What a provider finds, if it can list anything.
  def listed(provider)
    can = provider.suitable? && provider.method(:instances).owner != Puppet::Provider.singleton_class
    can ? provider.instances : []
  end

  def keep(ref, made)
    @catalog.add_resource(made) unless @catalog.resource(made.ref)
    made.catalog = @catalog
    @resources[ref] = made
  end

  def about(made)
    { provider: provider_of(made), properties: properties(made), self_refresh: made.self_refresh? && !made.deleting? ? true : false }
  end

  def provider_of(made)
    made.provider&.class&.name
  end

  def properties(made)
    made.properties.map { |it| { name: it.name, should: it.should, sensitive: it.sensitive || false } }
  end

  def of(request)
    @resources[request['ref']] || raise("#{request['ref']} is not known")
  end

  def property_of(request)
    of(request).property(request['property'].to_sym) || raise("#{request['ref']} has no #{request['property']}")
  end

  # What a type says by itself about the order, when all resources are there.
  def relations(request)
    made = of(request)
    made.finish
    RELATIONS.flat_map do |kind|
      found = []
      made.class.send("eachauto#{kind}") do |type, block|
        next unless Puppet::Type.type(type)

        titles = [made.instance_eval(&block)].flatten(1).compact
        titles.each do |it|
          target = it.is_a?(Puppet::Type) || it.is_a?(Puppet::Resource) ? it : Puppet::Resource.new(type, it.to_s)
          found << [kind, target.type.to_s.split('::').map(&:capitalize).join('::'), target.title]
        end
      end
      found
    end
  end

  # The resources that are there because of this one.
  def generate(request)
    made = of(request)
    found = made.respond_to?(:generate) ? [made.generate].flatten.compact : []
    { before: made.depthfirst? || false, resources: found.map { |it| handed(it, made, request['containment']) } }
  end

  # What types look at before anything is applied. What is wrong is told of each resource.
  def check(_request)
    wrong = {}
    @resources.each_value do |made|
      made.pre_run_check
    rescue Puppet::Error => e
      wrong[made] = e
    end
    wrong.each { |made, error| made.log_exception(error) }
    { right: wrong.empty? }
  end

  # Its turn has come: what it needs is fetched, and what comes of it is made.
  def turn(request)
    made = of(request)
    failure = prefetch(made)
    found = made.respond_to?(:eval_generate) && failure.nil? ? [made.eval_generate].flatten.compact : []
    { prefetch: failure, resources: found.map { |it| handed(it, made, request['containment']) } }
  end

  def handed(made, parent, containment)
    ref = made.ref
    made.merge_tags_from(parent)
    within = [*(containment || [])[0...-1], ref]
    made.define_singleton_method(:pathbuilder) { within }
    unless @catalog.resource(ref)
      keep(ref, made)
      made.finish
    end
    parameters = made.original_parameters.reject { |name, _| RELATIONS.include?(name) }
    parameters = parameters.merge(ensure: made[:ensure]) if made.property(:ensure)
    { ref: ref, type: made.ref[/\A[^\[]+/], title: made.title, parameters: parameters,
      sensitive: made.properties.select(&:sensitive).map(&:name), about: about(made) }
  end

  def prefetch(made)
    provider = made.provider&.class
    return nil unless provider

    @post << provider if provider.respond_to?(:post_resource_eval) && !@post.include?(provider)
    return nil unless provider.respond_to?(:prefetch)

    known = @prefetched[made.class.name]
    unless known.key?(provider.name)
      known[provider.name] = nil
      begin
        Puppet.debug { "Prefetching #{provider.name} resources for #{made.class.name}" }
        provider.prefetch(for_provider(made.class, provider))
      rescue LoadError, StandardError => e
        Puppet.log_exception(e, "Could not prefetch #{made.class.name} provider '#{provider.name}': #{e}")
        known[provider.name] = "Prefetch failed for #{made.class.name} provider '#{provider.name}'"
      end
    end
    known[provider.name]
  end

  def for_provider(type, provider)
    all = @resources.values.select { |it| it.instance_of?(type) }
    if provider == type.defaultprovider
      all.each { |it| it.provider = provider.name unless it.provider }
    end
    all.select { |it| it.provider&.class == provider }.to_h { |it| [it.name, it] }
  end

  def suitable(request)
    made = of(request)
    { suitable: made.suitable? ? true : false, provider: provider_of(made) }
  end

  def retrieve(request)
    made = of(request)
    (request['audit'] || []).each { |it| made.newattr(it) if made.class.validproperty?(it) && !made.property(it.to_sym) }
    values = made.retrieve_resource.to_hash
    @retrieved[request['ref']] = values
    known = made.properties.map(&:name)
    { values: known.map { |name| [name, values[name]] }, present: made.present?(values) ? true : false, properties: properties(made),
      provider: provider_of(made) }
  end

  def current(request)
    (@retrieved[request['ref']] || {})[request['property'].to_sym]
  end

  def insync(request)
    property = property_of(request)
    is = current(request)
    begin
      return { insync: true } if property.safe_insync?(is)
    rescue StandardError => e
      e.instance_variable_set(:@bunraku_words, words(property, is))
      raise
    end
    words(property, is).merge(insync: false)
  end

  def words(property, is)
    event = property.event
    said = { event: event.name, unschedules: event.invalidate_refreshes ? true : false }
    return said if property.sensitive

    said.merge(is: shown(property, :is_to_s, is), should: shown(property, :should_to_s, property.should))
  end

  # As messages say it: what is no text is written by Puppet's own rules.
  def shown(property, way, value)
    property.format('%s', property.send(way, value))
  end

  def set(request)
    property = property_of(request)
    property.sync
    property.sensitive ? {} : change(request)
  end

  def change(request)
    property = property_of(request)
    { change: property.change_to_s(current(request), property.should).to_s }
  end

  def flush(request)
    made = of(request)
    made.flush if made.respond_to?(:flush)
    nil
  end

  def refresh(request)
    made = of(request)
    made.refresh if made.respond_to?(:refresh)
    nil
  end

  def finish(_request)
    @post.each do |provider|
      provider.post_resource_eval
    rescue StandardError => e
      Puppet.log_exception(e, "post_resource_eval failed for provider #{provider}")
    end
    nil
  end
end

bridge = Bridge.new
say(ready: Puppet.version)
while (line = REQUESTS.gets)
  say(bridge.answer(JSON.parse(line)))
end
exit!(0)
