# Properties of resource types.
module Puppet
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

    def unsafe_validate(value)
      super
      found = self.class.value_collection.match?(value)
      needed = found ? [found.required_features].flatten.compact : []
      return if needed.empty?

      has = @resource.__features?(needed)
      # Without a provider this fails in another way.
      PuppetHost.features_of_the_provider if has.nil? || !@resource.__provider_is_given?
      return if has

      text = "Provider #{@resource.__provider_name} must have features '#{needed.map(&:to_s).join(', ')}'"
      raise ArgumentError, "#{text} to set '#{name}' to '#{value}'"
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

      def inclusive?
        @resource[membership] == :inclusive
      end

      # The values that exist are part of it, unless the resource has all.
      def should
        return nil unless @should

        PuppetHost.values_that_exist unless inclusive?
        dearrayify(@should)
      end

      def dearrayify(array)
        array.sort.join(delimiter)
      end
    end

    class OrderedList < List
      def dearrayify(array)
        array.join(delimiter)
      end
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
end
