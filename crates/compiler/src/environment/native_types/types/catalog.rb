# The catalog, as blocks of automatic relations see it: which resources it has, and their plain values.
module Puppet
  class Type
    # A type whose code is not evaluated.
    class Other
      attr_reader :name

      def initialize(name)
        @name = name
      end

      def to_s
        "Puppet::Type::#{name.to_s.capitalize}"
      end

      def ===(value)
        value.is_a?(self)
      end

      def respond_to?(*)
        PuppetHost.type
      end

      def method_missing(*)
        PuppetHost.type
      end
    end

    # Of one name there is one.
    def self.__other(name)
      @others ||= {}
      @others[name] ||= Other.new(name)
    end

    def self.===(value)
      value.is_a?(self)
    end
  end

  # A resource of the catalog.
  class CatalogResource
    attr_reader :type

    def initialize(type, title, number)
      @type = type.to_sym
      @title = title
      @number = number
    end

    # A container has a title of its own there.
    def title
      PuppetHost.container if @type == :component
      @title
    end

    def ref
      "#{type.to_s.split('::').map { |it| it.capitalize }.join('::')}[#{title}]"
    end
    alias to_s ref

    def is_a?(made)
      case made
      when Puppet::Type::Other then made.name == @type
      when Class
        return true if made == Puppet::Type

        PuppetHost.class_of_a_resource unless made.ancestors.include?(Puppet::Type)
        made.name == @type
      else PuppetHost.class_of_a_resource
      end
    end
    alias kind_of? is_a?
    alias instance_of? is_a?

    def nil?
      false
    end

    def class
      PuppetHost.class_of_a_resource
    end

    def ==(_other)
      PuppetHost.values_of_other_resources
    end
    alias eql? ==
    alias equal? ==

    def respond_to?(name, *)
      PuppetHost.class_of_a_resource unless %i[to_ary to_a to_str to_hash].include?(name)
      false
    end

    def [](name)
      PuppetHost.value_of(@number, name.to_s)
    end

    def method_missing(*)
      PuppetHost.values_of_other_resources
    end
  end

  class RelatedCatalog
    def resources
      @resources ||= PuppetHost.resources.map { |type, title, number| CatalogResource.new(type, title, number) }
      @resources.dup
    end

    # Names and aliases of others are not known here.
    def resource(type, title = nil)
      type, title = type.to_s.match(/\A([^\[\]]+)\[(.+)\]\z/m).captures if title.nil? && type.to_s.match?(/\A[^\[\]]+\[.+\]\z/m)
      PuppetHost.such_a_resource unless title.is_a?(String) && (type.is_a?(String) || type.is_a?(Symbol))
      type = type.to_s.downcase.to_sym
      PuppetHost.container if type == :class || type == :component
      same = resources.select { |it| it.type == type }
      PuppetHost.such_a_resource if same.empty? && !PuppetHost.has_type?(type.to_s)
      return nil if same.empty?

      same.find { |it| it.title == title } || PuppetHost.names_of_other_resources
    end

    def method_missing(name, *)
      PuppetHost.catalog(name.to_s)
    end
  end
end
