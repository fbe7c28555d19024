# Parameters of resource types.
module Puppet
  class Parameter
    include Puppet::Util::Errors
    include Puppet::Util::Logging

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

    def __attribute
      name.to_s
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
      PuppetHost.error if e.is_a?(NameError) && !e.is_a?(NoMethodError)
      raise Puppet::DevError, "Munging failed for value #{value.inspect} in class #{name}: #{e}"
    end

    def validate(value)
      unsafe_validate(value)
    rescue ArgumentError => e
      raise Puppet::Error, e.to_s
    rescue Puppet::Error, TypeError
      raise
    rescue => e
      PuppetHost.error if e.is_a?(NameError) && !e.is_a?(NoMethodError)
      raise Puppet::DevError, "Validate method failed for class #{name}: #{e}"
    end

    def value
      unmunge(@value) unless @value.nil?
    end

    def value=(value)
      validate(value)
      @value = munge(value)
    end

    def absolute_path?(path)
      PuppetHost.absolute_path?(path)
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
end
