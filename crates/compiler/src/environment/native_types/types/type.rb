# Resource types: what a file defines, and a resource of it.
module Puppet
  class Type
    include Puppet::Util::Errors
    include Puppet::Util::Logging

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
      name = name.to_s.downcase.to_sym
      return @made if @made && @made.name == name

      PuppetHost.type unless PuppetHost.has_type?(name.to_s)
      __other(name)
    end

    def self.__start(name, options)
      @name = name
      @properties = []
      @parameters = []
      @features = {}
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
      @features[name.to_sym] = options[:methods]
    end

    # The methods of each feature, or nil.
    def self.__features
      @features
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
      key_attributes | [:provider] | properties.map { |it| it.name } | parameters | METAPARAMETERS
    end

    # Those of the Resource API have some.
    def self.__data_types
      {}
    end

    def self.title_patterns
      case key_attributes.size
      when 0 then []
      when 1 then [[/(.*)/m, [[key_attributes.first]]]]
      else raise Puppet::DevError, 'you must specify title patterns when there are two or more key attributes'
      end
    end

    def self.provider(name)
      PuppetHost.named_provider(name.to_s)
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

    # Types that define it call this with what they are given: a title and values.
    def initialize(given)
      __fill(*given)
      __validate
    end

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
        PuppetHost.error if e.is_a?(NameError) && !e.is_a?(NoMethodError)
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
      return unless parameter

      # Defaults of providers are not known. What reads them is refused.
      found = RubyLibrary.attempt { parameter.default }
      if found.nil?
        @parameters.delete(name)
        @unknown = (@unknown || []) + [name]
        return
      end
      value = found[0]
      if value
        __set(name, parameter, value)
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

      needed = made.required_features
      return nil if needed && !needed.empty? && __features?(needed) == false
      return @parameters[name] if @parameters.key?(name)

      parameter = made.new
      parameter.resource = self
      @parameters[name] = parameter
    end

    # Whether the provider has features; nil where that depends on the machine.
    def __features?(names)
      type_name = self.class.name.to_s
      return true if !@provider_name && PuppetHost.has_no_provider?(type_name)

      declared = self.class.__features
      # No provider has a feature that the type lacks.
      return @provider_name ? false : nil unless names.all? { |it| declared.key?(it.to_sym) }

      needed = names.map { |it| [it.to_s] + (declared[it.to_sym] || []).map { |method| method.to_s } }
      PuppetHost.features(type_name, @provider_name && @provider_name.to_s, needed)
    end

    # Gives an attribute a value. Where it depends on the machine whether the provider has the features, Puppet may leave it out.
    def __set(name, parameter, value)
      needed = parameter.class.required_features
      if needed.nil? || needed.empty? || __features?(needed)
        parameter.value = value
        return
      end
      begin
        parameter.value = value
      rescue StandardError
        PuppetHost.features_of_the_provider
      end
      @parameters.delete(name)
      @unknown = (@unknown || []) + [name]
    end

    def __provider_is_given?
      !@provider_name.nil?
    end

    def [](name)
      name = name.to_sym
      return __provider_name if name == :provider && !self.class.paramclass(:provider)
      raise Puppet::Error, "Invalid parameter #{name}(#{name.inspect})" unless self.class.validattr?(name)

      name = name_var if name == :name && name_var
      if METAPARAMETERS.include?(name) && !self.class.attrclass(name)
        PuppetHost.metaparameter if name == :loglevel || name == :noop || (@metaparameters || {}).key?(name)
        return nil
      end
      __refuse_unknown(name)
      parameter = @parameters[name]
      parameter ? parameter.value : nil
    end

    def __refuse_unknown(name)
      PuppetHost.unknown_default(name.to_s) if @unknown && (name.nil? || @unknown.include?(name))
    end

    def []=(name, value)
      name = name.to_sym
      return __provider(value) if name == :provider

      # The compilation refuses it.
      PuppetHost.attribute unless self.class.validattr?(name)

      name = name_var if name == :name && name_var
      @at = name.to_s
      raise Puppet::Error, "Got nil value for #{name}" if value.nil?

      if METAPARAMETERS.include?(name) && !self.class.attrclass(name)
        # Their values are looked at elsewhere.
        @metaparameters = (@metaparameters || {}).merge(name => value)
        return
      end
      @unknown -= [name] if @unknown
      @unknown = nil if @unknown == []
      parameter = newattr(name)
      return unless parameter

      begin
        __set(name, parameter, value)
      rescue Puppet::Error, ArgumentError => e
        raise Puppet::ResourceError, "Parameter #{name} failed on #{ref}: #{e}"
      end
    end

    def __provider(value)
      value = value[0] if value.is_a?(Array)
      PuppetHost.such_a_provider if self.class.__provides || self.class.paramclass(:provider)
      @at = 'provider'
      begin
        value.intern
      rescue NoMethodError => e
        text = "Validate method failed for class provider: #{e}"
        raise Puppet::ResourceError, "Parameter provider failed on #{ref}: #{text}"
      end
      value = value.to_s
      unless PuppetHost.provides?(self.class.name.to_s, value)
        text = "Parameter provider failed on #{ref}: Invalid #{self.class.name} provider '#{value}'"
        raise Puppet::ResourceError, text
      end

      @provider_name = value.to_sym
    end

    def __provider_name
      @provider_name || PuppetHost.provider_of(self.class.name.to_s)
    end

    def should(name)
      name = name.to_sym
      __refuse_unknown(name)
      parameter = @parameters[name]
      return nil unless parameter && parameter.is_a?(Puppet::Property)

      parameter.should
    end

    def value(name)
      self[name]
    end

    def parameter(name)
      __refuse_unknown(name.to_sym)
      @parameters[name.to_sym]
    end
    alias property parameter

    def properties
      __refuse_unknown(nil)
      self.class.properties.map { |it| @parameters[it.name] }.reject { |it| it.nil? }
    end

    def parameters
      __refuse_unknown(nil)
      @parameters.dup
    end

    def managed?
      known = self.class.properties.map { |it| @parameters[it.name] }.reject { |it| it.nil? }
      return true if known.any? { |it| it.should && !it.class.unmanaged }

      __refuse_unknown(nil)
      false
    end

    def name
      self[:name]
    end

    def provider
      PuppetHost.such_a_provider if @provider_name || self.class.__provides || self.class.paramclass(:provider)
      PuppetHost.provider_of(self.class.name.to_s)
    end

    # A resource is made while the catalog is still made.
    def catalog
      PuppetEntry.catalog || PuppetHost.catalog_of_a_new_resource
    end
  end
end

# Attributes of files, from which those of other types inherit.
module Puppet
  class Type
    class File < Type
      class Owner < Puppet::Property
        initvars
      end

      class Group < Puppet::Property
        initvars

        validate do |group|
          raise Puppet::Error, "Invalid group name '#{group.inspect}'" unless group && group != ''
        end
      end

      class Mode < Puppet::Property
        initvars

        validate do |value|
          raise Puppet::Error, "The file mode specification must be a string, not '#{value.class.name}'" unless value.is_a?(String)
          raise Puppet::Error, "The file mode specification is invalid: #{value.inspect}" unless __mode?(value)
        end

        munge do |value|
          value =~ /^0?[0-7]{1,4}$/ ? value.to_i(8).to_s(8) : value
        end

        unmunge do |value|
          value =~ /^0?[0-7]{1,4}$/ ? value.rjust(4, '0') : value
        end

        def __mode?(value)
          return true if value =~ /^0?[0-7]{1,4}$/

          value =~ /^([ugoa]*[-=+][-=+rstwxXugo]*)(,[ugoa]*[-=+][-=+rstwxXugo]*)*$/ ? true : false
        end
      end
    end
  end
end
