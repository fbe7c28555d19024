# What is asked of a type that was read.
module PuppetEntry
  APPLIED = %i[
    [] []= allow_duplicates? appliable_to_host? appliable_to_device? delete deleting? depthfirst? eval_generate evaluate event exist? exists?
    finish flush generate insync? instances isomorphic? managed? method_missing noop noop? parameter path pre_run_check present? properties
    property propertydefined? provider purging purging? refresh respond_to? respond_to_missing? retrieve retrieve_resource self_refresh?
    send set_sensitive_parameters should suitable? to_resource value
  ].freeze

  def self.made
    Puppet::Type.__made
  end

  def self.literal(value)
    case value
    when Symbol then ":#{value}"
    when String then value.start_with?(':') ? nil : value
    when true, false, Integer, Float then value
    when Array then value.map { |it| literal(it) }
    end
  end

  # Whether a class between the attribute and Puppet's own defines one of the methods.
  def self.own?(made, names)
    made.ancestors.each do |it|
      return false if [Puppet::Parameter, Puppet::Property].include?(it)
      return true if names.any? { |name| it.method_defined?(name, false) }
    end
    false
  end

  def self.attribute(made, kind)
    found = { 'n' => made.name.to_s, 'k' => kind }
    parents = made.ancestors.drop(1).take_while { |it| ![Puppet::Parameter, Puppet::Property].include?(it) }
    parents = parents.select { |it| it.is_a?(Class) }.map { |it| it.to_s }
    found['parent'] = parents unless parents.empty?
    found['nv'] = 1 if made.isnamevar?
    found['req'] = 1 if made.required?
    values = made.value_collection
    words = values.values.map { |it| it.to_s }
    found['v'] = words unless words.empty?
    found['r'] = values.regexes unless values.regexes.empty?
    aliases = {}
    features = {}
    values.__all.each do |it|
      it.aliases.each { |name| aliases[name.to_s] = it.name.to_s }
      needed = [it.required_features].flatten.compact.map { |name| name.to_s }
      features[it.regex? ? it.name.inspect : it.name.to_s] = needed unless needed.empty?
    end
    found['a'] = aliases unless aliases.empty?
    found['vf'] = features unless features.empty?
    needed = (made.required_features || []).map { |it| it.to_s }
    found['f'] = needed unless needed.empty?
    found['all'] = 1 if kind == 'p' && made.array_matching == :all
    found['munge'] = 1 if own?(made, %i[munge unsafe_munge])
    found['unmunge'] = 1 if own?(made, %i[unmunge unsafe_unmunge])
    found['validate'] = 1 if own?(made, %i[validate unsafe_validate])
    found['should'] = 1 if own?(made, %i[should should= value=])
    found['value'] = 1 if own?(made, %i[value])
    found['dd'] = 1 if made.method_defined?(:default)
    found
  end

  # Whether a class or module defines a method that Puppet calls of a resource when it applies it.
  def self.applies?(defined)
    APPLIED.any? { |name| defined.method_defined?(name, false) }
  end

  def self.attributes
    made.properties.map { |it| attribute(it, 'p') } + made.__parameters.map { |it| attribute(it, 'a') }
  end

  # The default of the attribute of this number, where it needs no resource.
  def self.default(number)
    attribute = (made.properties + made.__parameters)[number]
    literal(attribute.new.default)
  rescue StandardError
    nil
  end

  # The attribute that a group of a title gives. What code makes of the group is not known where titles are taken apart.
  def self.part((name, change))
    raise ArgumentError, 'code changes what a title gives' if change && !PuppetHost.identity(change)
    name.to_s
  end

  def self.type
    found = { 'name' => made.name.to_s, 'keys' => made.key_attributes.map { |it| it.to_s } }
    titles = made.title_patterns.map { |pattern, names| [pattern.inspect, names.map { |it| part(it) }] }
    found['titles'] = titles unless titles == [['/(.*)/m', found['keys']]]
    found['loose'] = 1 unless made.isomorphic?
    found['refresh'] = 1 if made.method_defined?(:refresh)
    found['generate'] = 1 if made.method_defined?(:generate)
    found['eval_generate'] = 1 if made.method_defined?(:eval_generate)
    found['validate'] = 1 if made.method_defined?(:validate)
    found['applies'] = 1 if made.ancestors.take_while { |it| it != Puppet::Type }.any? { |it| applies?(it) }
    found['attrs'] = attributes
    found['types'] = made.__data_types
    made.__automatic.each do |kind, all|
      found["auto#{kind}"] = all.map { |name, _| [name.to_s] } unless all.empty?
    end
    found
  end

  # The titles that a block names whatever the resource is.
  def self.fixed(kind, number)
    block = made.__automatic[kind.to_sym].map { |_, it| it }[number]
    titles = RubyLibrary.allocate(made).instance_eval(&block)
    titles = [titles] unless titles.is_a?(Array) || titles.nil?
    (titles || []).map { |it| it.to_s }
  rescue StandardError
    nil
  end

  # Makes a resource: what is wrong with it, and with which attribute, or nil.
  def self.fill(title, given)
    @resource = nil
    @relates = false
    resource = RubyLibrary.allocate(made)
    resource.__send__(:initialize, [title, given])
    @resource = resource
    nil
  rescue StandardError => e
    PuppetHost.error if e.is_a?(NameError) && !e.is_a?(NoMethodError)
    [resource.__at, e.message]
  end

  # The kinds and types of all automatic relations.
  def self.automatic
    made.__automatic.flat_map { |kind, all| all.map { |name, _| [kind.to_s, name.to_s] } }
  end

  # The catalog for blocks of relations.
  def self.catalog
    @catalog if @relates
  end

  # Whether all resources are made.
  def self.relates?
    @relates ? true : false
  end

  # The titles that the last resource relates to itself.
  def self.related(kind, name)
    _, block = made.__automatic[kind.to_sym].find { |it, _| it.to_s == name }
    @catalog ||= Puppet::RelatedCatalog.new
    @relates = true
    titles = @resource.instance_eval(&block)
    titles = [titles] unless titles.is_a?(Array) || titles.nil?
    titles = (titles || []).reject { |it| it.nil? }
    titles.map { |it| title_of(it, name) }
  end

  # The title of what a block names: a resource may be of another type than the block is for.
  def self.title_of(related, name)
    return related.to_s if String === related || Symbol === related

    PuppetHost.reference unless Puppet::CatalogResource === related && related.type.to_s == name.downcase
    related.title
  end
end
