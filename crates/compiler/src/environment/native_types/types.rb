# What the code of resource types sees of Puppet, as far as it is covered. `PuppetHost` is what reads the type.
module Puppet
  module Util
    def self.absolute_path?(path, platform = nil)
      PuppetHost.platform if platform
      PuppetHost.absolute_path?(path)
    end
  end

  class Parameter
    class Value
      attr_reader :name, :options, :event
      attr_accessor :block, :method, :required_features, :invalidate_refreshes

      def initialize(name)
        @name = name.is_a?(Regexp) ? name : convert(name)
        @aliases = []
      end

      def alias(name)
        @aliases << convert(name)
      end

      def aliases
        @aliases.dup
      end

      def event=(value)
        @event = convert(value)
      end

      def match?(value)
        if regex?
          true if name =~ value.to_s
        else
          name == convert(value) ? true : @aliases.include?(convert(value))
        end
      end

      def regex?
        @name.is_a?(Regexp)
      end

      private

      def convert(value)
        case value
        when Symbol, '' then value
        when String then value.to_sym
        when true then :true
        when false then :false
        else value.to_s.to_sym
        end
      end
    end

    class ValueCollection
      def initialize
        @values = []
        @regexes = []
        @strings = []
      end

      def aliasvalue(name, other)
        other = other.to_sym
        value = match?(other)
        raise Puppet::DevError, "Cannot alias nonexistent value #{other}" unless value

        value.alias(name)
      end

      def empty?
        @values.empty?
      end

      def match?(value)
        found = @strings.find { |it| it.match?(value) }
        return found if found

        @regexes.find { |it| it.match?(value) }
      end

      def munge(value)
        return value if empty?

        found = match?(value)
        found && !found.regex? ? found.name : value
      end

      def newvalue(name, options = {}, &block)
        value = Value.new(name)
        at = @values.index { |it| it.name == value.name }
        at ? @values[at] = value : @values << value
        value.regex? ? @regexes << value : @strings << value
        options.each do |option, given|
          value.send("#{option}=", given) unless option == :call
        end
        if block
          value.block = block
          value.method ||= "set_#{value.name}" unless value.regex?
        end
        value
      end

      def newvalues(*names)
        names.each { |name| newvalue(name) }
      end

      def regexes
        @regexes.map { |it| it.name.inspect }
      end

      def validate(value)
        return if empty?
        return if @values.any? { |it| it.match?(value) }

        text = "Invalid value #{value.inspect}."
        text += " Valid values are #{values.join(', ')}." unless values.empty?
        text += " Valid values match #{regexes.join(', ')}." unless regexes.empty?
        raise ArgumentError, text
      end

      def value(name)
        @values.find { |it| it.name == name }
      end

      def values
        @strings.map { |it| it.name }
      end

      def __regexes
        @regexes
      end

      def __all
        @values
      end
    end

    def self.name
      @name
    end

    def self.__start(name)
      @name = name
      initvars
    end

    def self.initvars
      @value_collection = ValueCollection.new
    end

    def self.value_collection
      @value_collection
    end

    def self.required_features
      @required_features
    end

    def self.required_features=(*features)
      @required_features = features.flatten.map { |it| it.to_s.downcase.to_sym }
    end

    def self.defaultto(value = nil, &block)
      if block
        define_method(:default, &block)
      else
        raise Puppet::DevError, 'Either a default value or block must be provided' if value.nil?

        define_method(:default) { value }
      end
    end

    def self.nodefault
      PuppetHost.nodefault
    end

    def self.sensitive(value = nil)
      nil
    end

    def self.desc(text)
      @doc = text
    end

    def self.doc
      PuppetHost.doc
    end

    def self.munge(&block)
      define_method(:unsafe_munge, &block)
    end

    def self.unmunge(&block)
      define_method(:unsafe_unmunge, &block)
    end

    def self.validate(&block)
      define_method(:unsafe_validate, &block)
    end

    def self.isnamevar
      @isnamevar = true
      @required = true
    end

    def self.isnamevar?
      @isnamevar
    end

    def self.isrequired
      @required = true
    end

    def self.required?
      @required
    end

    def self.newvalues(*names)
      @value_collection.newvalues(*names)
    end

    def self.aliasvalue(name, other)
      @value_collection.aliasvalue(name, other)
    end

    def self.metaparam
      nil
    end

    attr_accessor :resource

    def name
      self.class.name
    end

    def required?
      self.class.required?
    end

    def isnamevar?
      self.class.isnamevar?
    end

    def metaparam?
      self.class.metaparam
    end

    def provider
      @resource.provider
    end

    def unsafe_munge(value)
      self.class.value_collection.munge(value)
    end

    def unsafe_unmunge(value)
      value
    end

    def unsafe_validate(value)
      self.class.value_collection.validate(value)
    end

    def unmunge(value)
      unsafe_unmunge(value)
    end

    def munge(value)
      unsafe_munge(value)
    rescue Puppet::Error
      raise
    rescue => e
      PuppetHost.error if e.is_a?(NameError)
      raise Puppet::DevError, "Munging failed for value #{value.inspect} in class #{name}: #{e}"
    end

    def validate(value)
      unsafe_validate(value)
    rescue ArgumentError => e
      raise Puppet::Error, e.to_s
    rescue Puppet::Error, TypeError
      raise
    rescue => e
      PuppetHost.error if e.is_a?(NameError)
      raise Puppet::DevError, "Validate method failed for class #{name}: #{e}"
    end

    def value
      unmunge(@value) unless @value.nil?
    end

    def value=(value)
      validate(value)
      @value = munge(value)
    end

    def fail(*given)
      raise Puppet::Error, given[0] if given.size == 1

      raise given[0], given[1]
    end

    def devfail(text)
      raise Puppet::DevError, text
    end

    def absolute_path?(path)
      PuppetHost.absolute_path?(path)
    end

    def debug(*)
      nil
    end
    alias info debug
    alias notice debug
    alias warning debug
    alias err debug
  end

  class Property < Parameter
    def self.array_matching
      @array_matching ||= :first
    end

    def self.array_matching=(value)
      value = value.to_sym
      raise ArgumentError, "Supported values for Property#array_matching are 'first' and 'all'" unless %i[first all].include?(value)

      @array_matching = value
    end

    def self.unmanaged
      @unmanaged
    end

    def self.unmanaged=(value)
      @unmanaged = value
    end

    def self.newvalue(name, options = {}, &block)
      value = value_collection.newvalue(name, options, &block)
      define_method(value.method.to_sym, &value.block) if value.method && value.block
      value
    end

    def match_all?
      self.class.array_matching == :all
    end

    def shouldorig
      @should
    end

    def should
      return nil unless @should

      match_all? ? @should.map { |it| unmunge(it) } : unmunge(@should[0])
    end

    def should=(values)
      values = [values] unless values.is_a?(Array)
      @should = values
      values.each { |it| validate(it) }
      @should = values.map { |it| munge(it) }
    end

    def value
      should
    end

    def value=(value)
      self.should = value
    end

    class Ensure < Property
      def self.defaultvalues
        newvalue(:present) { nil }
        newvalue(:absent) { nil }
        defaultto { @resource.managed? ? :present : nil }
      end

      defaultto { @resource.managed? ? :present : nil }
    end

    class Boolean < Property
      def unsafe_munge(value)
        Puppet::Coercion.boolean(value)
      end
    end

    class List < Property
      def membership
        :membership
      end

      def delimiter
        ','
      end

      def should
        return nil unless @should

        PuppetHost.list
      end
    end

    class OrderedList < List
    end

    class KeyValue < Property
      def membership
        :key_value_membership
      end

      def separator
        '='
      end

      def delimiter
        ';'
      end

      def should
        return nil unless @should

        PuppetHost.keyvalue
      end

      validate do |value|
        unless value.is_a?(String) || value.is_a?(Hash)
          raise ArgumentError, "The #{name} property must be specified as a hash or an array of key/value pairs (strings)!"
        end
        next if value.is_a?(Hash)
        raise ArgumentError, "Key/value pairs must be separated by '#{separator}'" unless value.include?(separator.to_s)
      end

      munge do |value|
        next value if value.is_a?(String)

        value.to_a.map { |key, it| [key.to_s.strip.to_sym, it.to_s] }.to_h
      end
    end
  end

  module Coercion
    def self.boolean(value)
      value = value.downcase if value.is_a?(String) || value.is_a?(Symbol)
      case value
      when true, :true, 'true', :yes, 'yes' then true
      when false, :false, 'false', :no, 'no' then false
      else raise 'expected a boolean value'
      end
    end

    def self.boolean_values
      %w[true false yes no]
    end
  end

  class Parameter
    class Boolean < Parameter
      def unsafe_munge(value)
        Puppet::Coercion.boolean(value)
      end

      def self.initvars
        super
        @value_collection.newvalues(*Puppet::Coercion.boolean_values)
      end
    end

    class Path < Parameter
      def self.accept_arrays(bool = true)
        @accept_arrays = bool ? true : false
      end

      def self.arrays?
        @accept_arrays
      end

      def validate_path(paths)
        fail "#{name} only accepts a single path, not an array of paths" if paths.is_a?(Array) && !self.class.arrays?
        list = paths.is_a?(Array) ? paths : [paths]
        fail "#{name} must be a fully qualified path" unless list.all? { |it| absolute_path?(it) }

        paths
      end

      def unsafe_validate(paths)
        validate_path(paths)
      end

      def unsafe_munge(paths)
        fail "#{name} only accepts a single path, not an array of paths" if paths.is_a?(Array) && !self.class.arrays?

        paths
      end
    end
  end

  class Type
    METAPARAMETERS = %i[noop schedule audit loglevel alias tag require subscribe before notify stage].freeze

    def self.__made
      @made
    end

    def self.newtype(name, options = {}, &block)
      made = Class.new(Puppet::Type)
      @made = made
      made.__start(name.to_s.downcase.to_sym, options)
      const_set(name.to_s.capitalize, made)
      made.class_eval(&block) if block
      made
    end

    def self.type(name)
      return @made if @made && @made.name == name.to_s.downcase.to_sym

      PuppetHost.type
    end

    def self.__start(name, options)
      @name = name
      @properties = []
      @parameters = []
      @features = []
      @automatic = { require: {}, subscribe: {}, before: {}, notify: {} }
      options.each { |option, _| PuppetHost.option(option) unless %i[self_refresh].include?(option) }
    end

    def self.name
      @name
    end

    def self.desc(text)
      @doc = text
    end

    def self.newparam(name, options = {}, &block)
      made = Class.new(options[:parent] || Puppet::Parameter)
      made.__start(name.to_s.downcase.to_sym)
      (options[:attributes] || {}).each do |attribute, value|
        made.send("#{attribute}=", value) if made.respond_to?("#{attribute}=")
      end
      made.class_eval(&block) if block
      @parameters << made
      made.required_features = options[:required_features] if options[:required_features]
      made.isnamevar if options[:namevar]
      if options[:boolean]
        define_method("#{name}?") do
          value = self[name]
          true if value == :true || value == true
        end
      end
      made
    end

    def self.newproperty(name, options = {}, &block)
      name = name.to_sym
      raise Puppet::DevError, "Class #{self.name} already has a property named #{name}" if @properties.any? { |it| it.name == name }

      made = Class.new(options[:parent] || Puppet::Property)
      made.__start(name.to_s.downcase.to_sym)
      options.each do |attribute, value|
        made.send("#{attribute}=", value) if !%i[parent retrieve].include?(attribute) && made.respond_to?("#{attribute}=")
      end
      made.class_eval(&block) if block
      name == :ensure ? @properties.unshift(made) : @properties << made
      made
    end

    def self.ensurable(&block)
      if block
        newproperty(:ensure, parent: Puppet::Property::Ensure, &block)
      else
        newproperty(:ensure, parent: Puppet::Property::Ensure) { defaultvalues }
      end
    end

    def self.feature(name, text, options = {})
      @features << name.to_sym
    end

    def self.provide(name, options = {})
      @provides = true
    end

    def self.validate(&block)
      define_method(:validate, &block)
    end

    def self.autorequire(name, &block)
      @automatic[:require][name] = block
    end

    def self.autosubscribe(name, &block)
      @automatic[:subscribe][name] = block
    end

    def self.autobefore(name, &block)
      @automatic[:before][name] = block
    end

    def self.autonotify(name, &block)
      @automatic[:notify][name] = block
    end

    def self.__automatic
      @automatic
    end

    def self.apply_to_device
      nil
    end

    def self.apply_to_host
      nil
    end

    def self.apply_to_all
      nil
    end

    def self.isomorphic?
      @isomorphic.nil? ? true : @isomorphic
    end

    def self.properties
      @properties
    end

    def self.parameters
      @parameters.map { |it| it.name }
    end

    def self.__parameters
      @parameters
    end

    def self.__provides
      @provides
    end

    def self.validproperties
      @properties.map { |it| it.name }
    end

    def self.validproperty?(name)
      validproperties.include?(name.to_sym)
    end

    def self.validparameter?(name)
      parameters.include?(name.to_sym) || METAPARAMETERS.include?(name.to_sym)
    end

    def self.validattr?(name)
      name = name.to_sym
      name == :name || validproperty?(name) || validparameter?(name)
    end

    def self.paramclass(name)
      @parameters.find { |it| it.name == name }
    end

    def self.attrclass(name)
      (@properties + @parameters).find { |it| it.name == name }
    end

    def self.propertybyname(name)
      @properties.find { |it| it.name == name.to_sym }
    end

    def self.key_attribute_parameters
      @parameters.select { |it| it.isnamevar? || it.name == :name }
    end

    def self.key_attributes
      key_attribute_parameters.map { |it| it.name }
    end

    def self.allattrs
      key_attributes | (parameters & [:provider]) | properties.map { |it| it.name } | parameters | METAPARAMETERS
    end

    def self.title_patterns
      case key_attributes.size
      when 0 then []
      when 1 then [[/(.*)/m, [[key_attributes.first]]]]
      else raise Puppet::DevError, 'you must specify title patterns when there are two or more key attributes'
      end
    end

    def self.defaultprovider
      PuppetHost.defaultprovider
    end

    def self.suitableprovider
      PuppetHost.suitableprovider
    end

    def self.providers
      PuppetHost.providers
    end

    attr_reader :title, :original_parameters


    def name_var
      names = self.class.key_attributes
      names.size == 1 ? names.first : false
    end

    def ref
      "#{self.class.name.to_s.split('::').map { |it| it.capitalize }.join('::')}[#{title}]"
    end
    alias to_s ref

    # The attribute that is being set.
    def __at
      @at
    end

    def __fill(title, given)
      @title = title
      @parameters = {}
      @original_parameters = given.dup
      self[name_var] = @original_parameters.delete(name_var) if name_var
      hash = @original_parameters
      missing = []
      (self.class.allattrs + hash.keys).uniq.each do |name|
        if hash.key?(name)
          self[name] = hash[name]
        else
          missing << name
        end
      rescue ArgumentError, Puppet::Error, TypeError
        raise
      rescue => e
        # Ruby adds the line of the code to these messages.
        PuppetHost.error if e.is_a?(NameError)
        raise Puppet::DevError, "Could not set #{name} on #{self.class.name}: #{e}"
      end
      missing.each { |name| __default(name) }
      @at = nil
    end

    def __default(name)
      made = self.class.attrclass(name)
      return unless made
      return unless made.method_defined?(:default)
      return if @parameters.key?(name)

      parameter = newattr(name)
      value = parameter.default
      if value
        parameter.value = value
      else
        @parameters.delete(name)
      end
    end

    def __validate
      return unless respond_to?(:validate)

      begin
        validate
      rescue ArgumentError, Puppet::Error => e
        raise Puppet::ResourceError, "Validation of #{ref} failed: #{e}"
      end
    end

    def newattr(name)
      made = self.class.attrclass(name)
      raise Puppet::Error, "Resource type #{self.class.name} does not support parameter #{name}" unless made

      features = made.required_features
      PuppetHost.provider_features(name) if features && !features.empty?
      return @parameters[name] if @parameters.key?(name)

      parameter = made.new
      parameter.resource = self
      @parameters[name] = parameter
    end

    def [](name)
      name = name.to_sym
      raise Puppet::Error, "Invalid parameter #{name}(#{name.inspect})" unless self.class.validattr?(name)

      name = name_var if name == :name && name_var
      if METAPARAMETERS.include?(name)
        PuppetHost.metaparameter if name == :loglevel || name == :noop || (@metaparameters || {}).key?(name)
        return nil
      end
      parameter = @parameters[name]
      parameter ? parameter.value : nil
    end

    def []=(name, value)
      name = name.to_sym
      PuppetHost.provider if name == :provider
      # The compilation refuses it.
      PuppetHost.attribute unless self.class.validattr?(name)

      name = name_var if name == :name && name_var
      @at = name.to_s
      raise Puppet::Error, "Got nil value for #{name}" if value.nil?

      if METAPARAMETERS.include?(name)
        # Their values are looked at elsewhere.
        @metaparameters = (@metaparameters || {}).merge(name => value)
        return
      end
      parameter = newattr(name)
      begin
        parameter.value = value
      rescue Puppet::Error, ArgumentError => e
        raise Puppet::ResourceError, "Parameter #{name} failed on #{ref}: #{e}"
      end
    end

    def should(name)
      name = name.to_sym
      parameter = @parameters[name]
      return nil unless parameter && parameter.is_a?(Puppet::Property)

      parameter.should
    end

    def value(name)
      self[name]
    end

    def parameter(name)
      @parameters[name.to_sym]
    end
    alias property parameter

    def properties
      self.class.properties.map { |it| @parameters[it.name] }.reject { |it| it.nil? }
    end

    def parameters
      @parameters.dup
    end

    def managed?
      properties.any? { |it| it.should && !it.class.unmanaged }
    end

    def name
      self[:name]
    end

    def provider
      PuppetHost.provider if self.class.__provides || self.class.paramclass(:provider)
      PuppetHost.provider_of(self.class.name.to_s)
    end

    def catalog
      PuppetHost.catalog
    end

    def fail(*given)
      raise Puppet::Error, given[0] if given.size == 1

      raise given[0], given[1]
    end

    def devfail(text)
      raise Puppet::DevError, text
    end

    def debug(*)
      nil
    end
    alias info debug
    alias notice debug
    alias warning debug
    alias err debug
  end
end

module PuppetEntry
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

  def self.type
    found = { 'name' => made.name.to_s, 'keys' => made.key_attributes.map { |it| it.to_s } }
    titles = made.title_patterns.map { |pattern, names| [pattern.inspect, names.map { |it| it[0].to_s }] }
    found['titles'] = titles unless titles == [['/(.*)/m', found['keys']]]
    found['loose'] = 1 unless made.isomorphic?
    found['refresh'] = 1 if made.method_defined?(:refresh)
    found['generate'] = 1 if made.method_defined?(:generate)
    found['eval_generate'] = 1 if made.method_defined?(:eval_generate)
    found['validate'] = 1 if made.method_defined?(:validate)
    found['attrs'] = attributes
    made.__automatic.each do |kind, all|
      found["auto#{kind}"] = all.map { |name, _| [name.to_s] } unless all.empty?
    end
    found
  end

  # The titles that a block names whatever the resource is.
  def self.fixed(kind, number)
    block = made.__automatic[kind.to_sym].map { |_, it| it }[number]
    titles = made.new.instance_eval(&block)
    titles = [titles] unless titles.is_a?(Array) || titles.nil?
    (titles || []).map { |it| it.to_s }
  rescue StandardError
    nil
  end

  # Makes a resource: what is wrong with it, and with which attribute, or nil.
  def self.fill(title, given)
    @resource = nil
    resource = made.new
    resource.__fill(title, given)
    resource.__validate
    @resource = resource
    nil
  rescue StandardError => e
    PuppetHost.error if resource.nil? || e.is_a?(NameError)
    [resource.__at, e.message]
  end

  # The kinds and types of all automatic relations.
  def self.automatic
    made.__automatic.flat_map { |kind, all| all.map { |name, _| [kind.to_s, name.to_s] } }
  end

  # The titles that the last resource relates to itself.
  def self.related(kind, name)
    _, block = made.__automatic[kind.to_sym].find { |it, _| it.to_s == name }
    titles = @resource.instance_eval(&block)
    titles = [titles] unless titles.is_a?(Array) || titles.nil?
    titles = (titles || []).reject { |it| it.nil? }
    titles.each { |it| PuppetHost.reference unless it.is_a?(String) || it.is_a?(Symbol) }
    titles.map { |it| it.to_s }
  end
end
