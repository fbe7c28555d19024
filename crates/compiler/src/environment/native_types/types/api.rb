# Types of the Resource API, as its gem makes them of a declaration.
module Puppet
  # Code of providers that is run is that of `canonicalize`.
  class Provider
  end

  module ResourceApi
    BEHAVIOURS = %i[read_only namevar parameter init_only].freeze
    RESERVED = %i[
      title provider alias audit before consume export loglevel noop notify require schedule stage subscribe tag rsapi_custom_insync_trigger
    ].freeze
    RELATIONS = %i[autorequire autobefore autosubscribe autonotify].freeze
    TRIGGER = { type: 'Enum[do_not_specify_in_manifest]', default: 'do_not_specify_in_manifest' }.freeze
    NUMERIC = /\A[[:blank:]]*([-+]?)[[:blank:]]*((0[xX][0-9A-Fa-f]+)|(0?\d+)((?:\.\d+)?(?:[eE]-?\d+)?))[[:blank:]]*\z/

    # Refuses a value that does not match a data type.
    def self.__checked(data_type, value, subject)
      value = false if value == :false
      value = true if value == :true
      message = PuppetHost.mismatch(data_type, value, subject)
      raise Puppet::ResourceError, message if message

      value
    end

    # What both kinds of attributes have in their classes.
    module Typed
      attr_accessor :__type_name, :__data_type

      def __checked(value)
        ResourceApi.__checked(__data_type, value, "#{__type_name}.#{name}")
      end
    end

    class Parameter < Puppet::Parameter
      extend Typed

      attr_reader :value

      def value=(value)
        @value = self.class.__checked(value)
      end

      munge { |value| value }
    end

    class ReadOnlyParameter < Parameter
      def value=(value)
        text = "Attempting to set `#{self.class.name}` read_only attribute value to `#{value}`"
        raise Puppet::ResourceError, text
      end
    end

    class Property < Puppet::Property
      extend Typed

      def should
        value = @should ? @should[0] : nil
        return value.to_sym if self.class.name == :ensure && value.is_a?(String)

        case value
        when true then :true
        when false then :false
        else value
        end
      end

      def should=(value)
        value = value.to_s if self.class.name == :ensure
        @should = [self.class.__checked(value)]
      end

      munge { |value| value }
    end

    # What the provider's `canonicalize` is given. Its messages are not kept.
    class Context
      include Puppet::Util::Logging

      def __log(*)
        nil
      end

      def type
        PuppetHost.context_of_a_provider
      end
      alias device type
      alias transport type
    end

    class SimpleProvider
    end

    # The declaration of a type.
    class TypeDefinition
      attr_reader :definition, :attributes

      def initialize(definition)
        @definition = definition
        @attributes = definition[:attributes]
        PuppetHost.declaration unless definition[:name].is_a?(String) && @attributes.is_a?(Hash)
        @attributes.each { |name, options| __check(name, options) }
        PuppetHost.declaration if namevars.empty?
        patterns = definition[:title_patterns]
        PuppetHost.declaration unless patterns.nil? || patterns.is_a?(Array)
      end

      # A declaration that Puppet refuses is none.
      def __check(name, options)
        PuppetHost.declaration if !name.is_a?(Symbol) || RESERVED.include?(name)
        PuppetHost.declaration unless options.is_a?(Hash) && options[:type].is_a?(String)
        spelt = options.delete(:behavior)
        PuppetHost.declaration if spelt && options[:behaviour]
        options[:behaviour] = spelt if spelt
        PuppetHost.declaration if options[:behaviour] && !BEHAVIOURS.include?(options[:behaviour])
        PuppetHost.declaration if name == :ensure && !PuppetHost.data_type(options[:type])[2]
      end

      def name
        @definition[:name]
      end

      def feature?(feature)
        (@definition[:features] || []).include?(feature)
      end

      def namevars
        @attributes.select { |_, options| options[:behaviour] == :namevar }.keys
      end
    end

    # Methods of the class of a type.
    module Made
      attr_reader :type_definition

      def __data_types
        type_definition.attributes.map { |name, options| [name.to_s, options[:type]] }.to_h
      end

      def title_patterns
        patterns = type_definition.definition[:title_patterns]
        return [[/(.*)/m, [[type_definition.namevars.first]]]] if patterns.nil?

        patterns.map do |it|
          PuppetHost.title_pattern unless it[:pattern].is_a?(Regexp)
          [it[:pattern], it[:pattern].names.map { |name| [name.to_sym] }]
        end
      end

      # The values that a title gives.
      def __of_title(title)
        title_patterns.each do |pattern, names|
          found = pattern.match(title)
          return names.map { |it| it[0] }.zip(found.captures).to_h if found
        end
        raise Puppet::Error, "No set of title patterns matched the title \"#{title}\"."
      end

      # The provider's normal form of a resource.
      def __canonicalize(attributes)
        provider = begin
          @provider ||= ResourceApi.__provider(type_definition.name)
        rescue StandardError, LoadError
          PuppetHost.code_of_the_provider
        end
        found = begin
          provider.canonicalize(Context.new, [attributes])
        rescue NameError, TypeError
          PuppetHost.code_of_the_provider
        end
        found.is_a?(Array) && found[0].is_a?(Hash) ? found[0] : PuppetHost.code_of_the_provider
      end

      # An attribute of the declaration.
      def __declare(name, options)
        data_type = options[:type]
        kind, is_optional, = PuppetHost.data_type(data_type)
        type_name = type_definition.name
        parameter = options[:behaviour] && options[:behaviour] != :init_only
        parent = parameter ? Parameter : Property
        parent = ReadOnlyParameter if options[:behaviour] == :read_only
        made = parameter ? newparam(name, parent: parent) : newproperty(name, parent: parent)
        made.__type_name = type_name
        made.__data_type = data_type
        made.isnamevar if options[:behaviour] == :namevar
        ResourceApi.__default(made, options[:default]) if options[:behaviour] != :read_only && options.key?(:default)
        ResourceApi.__values(made, kind, data_type)
      end
    end

    def self.__provider(type_name)
      words = type_name.split('_').map { |it| it.capitalize }.join
      Puppet::Provider.const_set(words, Module.new)
      require "puppet/provider/#{type_name}/#{type_name}"
      Puppet::Provider.const_get(words).const_get(words).new
    end

    def self.__default(made, value)
      case value
      when true then made.defaultto(:true)
      when false then made.defaultto(:false)
      else made.defaultto { value }
      end
    end

    # The values that a data type shows to `puppet generate types`. They refuse nothing.
    def self.__values(made, kind, data_type)
      case kind
      when 'String' then made.newvalues(//)
      when 'Boolean'
        made.newvalues('true', 'false')
        [true, false, :true, :false].each { |it| made.aliasvalue(it, it.to_s) }
      when 'Integer' then made.newvalues(/^-?\d+$/)
      when 'Float', 'Numeric' then made.newvalues(NUMERIC)
      end
      made.newvalues('absent', 'present') if data_type == 'Enum[present, absent]'
    end

    # Methods of a resource.
    module Resource
      def initialize(given)
        title, attributes = given
        attributes = attributes.dup
        made = self.class
        attributes = made.__canonicalize(attributes) if made.type_definition.feature?('canonicalize')
        found = attributes.delete(:title)
        if found.nil? && !made.type_definition.attributes.key?(:name)
          found = attributes.delete(:name)
          found = title if found.nil?
        end
        # A catalog leaves out a name that is the title.
        PuppetHost.name_of_a_resource if found.nil? && !attributes.key?(:name) && made.key_attributes.size > 1
        found ||= attributes[:name]
        found ||= attributes[made.key_attributes[0]] if made.key_attributes.size == 1
        raise Puppet::Error, 'Title or name must be provided' unless found

        super([found, made.__of_title(found.to_s).merge(attributes)])
      end

      def name
        title
      end

      def generate
        PuppetHost.generate
      end

      def __missing
        all = self.class.type_definition.attributes
        all = all.select { |name, it| it[:behaviour] == :parameter && value(name).nil? && !PuppetHost.data_type(it[:type])[1] }
        return if all.empty?

        names = all.keys.join(", \n    *  ")
        raise Puppet::ResourceError, "The following mandatory parameters were not provided:\n    *  #{names}"
      end
    end

    def self.register_type(definition)
      type_definition = TypeDefinition.new(definition)
      made = Puppet::Type.newtype(definition[:name].to_sym)
      made.extend(Made)
      made.include(Resource)
      made.instance_variable_set(:@type_definition, type_definition)
      made.validate { __missing }
      # Such a resource has nothing else that could be out of sync.
      is_trigger = type_definition.feature?('custom_insync') && type_definition.attributes.all? { |_, it| it[:behaviour] }
      made.__declare(:rsapi_custom_insync_trigger, TRIGGER) if is_trigger
      type_definition.attributes.each { |name, options| made.__declare(name, options) }
      RELATIONS.each do |auto|
        (definition[auto] || {}).each { |type_name, values| __relate(made, auto, type_name, values) }
      end
      made
    end

    # `$name` stands for the value of an attribute.
    def self.__relate(made, auto, type_name, values)
      made.send(auto, type_name.downcase.to_sym) do
        found = [values].flatten.map do |it|
          name = it.is_a?(String) ? it[/\A\$(.*)\Z/, 1] : nil
          name ? self[name.to_sym] : it
        end
        found.flatten.reject { |it| it.nil? }
      end
    end

    # Declares no type.
    def self.register_transport(_schema)
      nil
    end
  end
end
