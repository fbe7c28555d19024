# What functions of modules see of Puppet, as far as it is covered. `PuppetHost` is the evaluation that calls.
def _(text)
  text
end

# What modules add to Puppet.
module PuppetX
end

module Puppet
  PUPPETVERSION = '8.10.0'

  def self.version
    PUPPETVERSION
  end

  class Error < RuntimeError
  end

  class ParseError < Error
  end

  class ResourceError < Error
  end

  class ParseErrorWithIssue < ParseError
  end

  class PreformattedError < ParseErrorWithIssue
  end

  module DataBinding
    class LookupError < PreformattedError
    end

    class RecursiveLookupError < LookupError
    end
  end

  class DevError < Error
  end

  class MissingCommand < Error
  end

  class ExecutionFailure < Error
  end

  def self.debug(*)
    nil
  end

  # Libraries that Puppet finds. That of Augeas is a module's, which Puppet's packages bring, and is not run.
  module Features
    PACKAGED = '/opt/puppetlabs/puppet/vendor_modules/augeas_core/lib/puppet/feature/augeas.rb'

    def self.augeas?
      PuppetHost.library?('puppet/feature/augeas') || File.exist?(PACKAGED) ? PuppetHost.augeas : false
    end
  end

  def self.features
    Features
  end

  def self.info(message)
    PuppetHost.log('info', message.to_s)
  end

  def self.notice(message)
    PuppetHost.log('notice', message.to_s)
  end

  def self.warning(message)
    PuppetHost.log('warning', message.to_s)
  end

  def self.err(message)
    PuppetHost.log('err', message.to_s)
  end

  module Util
    module Package
      def self.versioncmp(a, b)
        PuppetHost.versioncmp(a, b)
      end

      def versioncmp(a, b)
        PuppetHost.versioncmp(a, b)
      end
    end

    module Errors
    end

    module Json
      class ParseError < StandardError
      end

      def self.load(string, options = {})
        options.empty? ? JSON.parse(string) : JSON.parse(string, options)
      rescue JSON::ParserError => e
        raise ParseError, e.message
      end

      def self.load_file(filename, options = {})
        load(Puppet::FileSystem.read(filename), options)
      end

      def self.load_file_if_valid(filename, options = {})
        load_file(filename, options)
      rescue ParseError, ArgumentError, Errno::ENOENT
        nil
      end

      def self.dump(object, options = {})
        options[:pretty] ? JSON.pretty_generate(object) : object.to_json
      end
    end

    module Yaml
      class YamlLoadError < Puppet::Error
      end

      def self.safe_load(yaml, allowed_classes = [], filename = nil)
        data = YAML.safe_load(yaml, permitted_classes: allowed_classes, aliases: true, filename: filename)
        data.nil? ? false : data
      rescue Psych::DisallowedClass => detail
        raise YamlLoadError, "(#{filename || '<unknown>'}): #{detail.message}"
      rescue StandardError => detail
        raise YamlLoadError, detail.message
      end

      def self.safe_load_file(filename, allowed_classes = [])
        safe_load(Puppet::FileSystem.read(filename), allowed_classes, filename)
      end
    end
  end

  module FileSystem
    def self.exist?(path)
      File.exist?(path)
    end

    def self.file?(path)
      File.file?(path)
    end

    def self.directory?(path)
      File.directory?(path)
    end

    def self.read(path, encoding: 'utf-8')
      File.read(path, encoding: encoding)
    end
  end

  module Pops
    module Functions
    end

    module Lookup
      class Context
        def environment_name
          PuppetHost.context(self, :environment_name, [])
        end

        def module_name
          PuppetHost.context(self, :module_name, [])
        end

        def not_found
          throw :no_such_key
        end

        def interpolate(value)
          PuppetHost.context(self, :interpolate, [value])
        end

        def explain
          PuppetHost.context(self, :explain, [yield.to_s]) if PuppetHost.context(self, :explains, [])
          nil
        end

        def cache(key, value)
          PuppetHost.context(self, :cache, [key, value])
        end

        def cache_all(hash)
          {}.merge(hash).each { |key, value| cache(key, value) }
          nil
        end

        def cache_has_key(key)
          PuppetHost.context(self, :cache_has_key, [key])
        end

        def cached_value(key)
          PuppetHost.context(self, :cached_value, [key])
        end

        def cached_entries(&block)
          entries = PuppetHost.context(self, :cached_entries, [])
          return Types::HashIterator.new(self, entries) unless block

          entries.each do |entry|
            if block.arity == 2
              yield(entry[0], entry[1])
            else
              yield(entry)
            end
          end
          nil
        end

        def cached_file_data(path)
          known = PuppetHost.context(self, :made_of_file, [path])
          return known[0] if known

          made = PuppetHost.context(self, :read_file, [path])
          made = yield(made) if block_given?
          PuppetHost.context(self, :keep_of_file, [path, made])
          made
        end
      end
    end

    module Types
      # What walks through a hash. `next`, `each` and `step` go on where the last one of them ended.
      class HashIterator
        def initialize(context, entries)
          @context = context
          @size = entries.size
          @enumeration = entries.each
        end

        def each(&block)
          step(1, &block)
        end

        def step(step, &block)
          raise ArgumentError if step <= 0

          PuppetHost.context(@context, 'an iterator with steps', []) if step > 1
          return self unless block

          begin
            if block.arity == 1
              loop { yield(self.next) }
            else
              loop { yield(*self.next) }
            end
          rescue StopIteration
          end
          self
        end

        def next
          @enumeration.next
        end

        def size
          @size
        end

        def hash_style?
          true
        end

        def unbounded?
          false
        end

        def respond_to_missing?(name, include_private)
          @enumeration.respond_to?(name, include_private)
        end

        def method_missing(name, *arguments, &block)
          @enumeration.send(name, *arguments, &block)
        end

        def to_s
          PuppetHost.context(@context, 'the text of an iterator', [])
        end
        alias inspect to_s
      end

      class PSensitiveType
        class Sensitive
          def self.new(value)
            PuppetHost.sensitive(value)
          end
        end
      end
    end
  end

  module Functions
    class DispatcherBuilder
      def initialize(method, mismatch)
        @method = method
        @mismatch = mismatch
        @types = []
        @names = []
        @weaving = []
        @min = 0
        @max = 0
        @block = nil
        @returns = nil
      end

      def param(type, name)
        add(type, name)
        raise ArgumentError, 'A required parameter cannot be added after an optional parameter' if @min != @max

        @min += 1
        @max += 1
      end
      alias required_param param

      def optional_param(type, name)
        add(type, name)
        @max += 1
      end

      def repeated_param(type, name)
        add(type, name, true)
        @max = :default
      end
      alias optional_repeated_param repeated_param

      def required_repeated_param(type, name)
        add(type, name, true)
        raise ArgumentError, 'A required repeated parameter cannot be added after an optional parameter' if @min != @max

        @min += 1
        @max = :default
      end

      def block_param(*given)
        raise ArgumentError, 'Attempt to redefine block' unless @block.nil?

        case given.size
        when 0 then @block = ['Callable', :block, false]
        when 1 then @block = ['Callable', given[0], false]
        else @block = [given[0], given[1], false]
        end
      end
      alias required_block_param block_param

      def optional_block_param(*given)
        block_param(*given)
        @block[2] = true
      end

      def return_type(type)
        @returns = type
      end

      def __made
        [@method.to_s, @mismatch, @types, @names.map { |it| it.to_s }, @min, @max, @block, @returns, @weaving]
      end

      private

      def add(type, name, repeat = false)
        raise ArgumentError, 'Parameters cannot be added after a block parameter' unless @block.nil?
        raise ArgumentError, 'Parameters cannot be added after a repeated parameter' if @max == :default
        raise ArgumentError, 'Parameter name argument must be a Symbol. Got String' if name.is_a?(String)

        @types << type
        @names << name
        @weaving << (repeat ? -@names.size : @names.size - 1)
      end
    end

    class InternalDispatchBuilder < DispatcherBuilder
      def scope_param
        @weaving << [:scope]
      end

      def cache_param
        @weaving << [:cache]
      end

      def compiler_param
        @weaving << [:compiler]
      end

      def pal_compiler_param
        @weaving << [:compiler]
      end
    end

    class LocalTypes
      def initialize(list)
        @list = list
      end

      def type(text)
        @list << text
      end
    end

    class Function
      def self.__start(name)
        @func_name = name
        @dispatches = []
        @types = []
      end

      def self.name
        @func_name
      end

      def self.__builder(method, mismatch)
        DispatcherBuilder.new(method, mismatch)
      end

      def self.__dispatches
        @dispatches
      end

      def self.__types
        @types
      end

      def self.dispatch(method, &block)
        builder = __builder(method, false)
        builder.instance_eval(&block)
        @dispatches << builder.__made
      end

      def self.argument_mismatch(method, &block)
        builder = __builder(method, true)
        builder.instance_eval(&block)
        @dispatches << builder.__made
      end

      def self.local_types(&block)
        LocalTypes.new(@types).instance_eval(&block)
      end

      def initialize(closure_scope, loader)
      end

      def call_function(name, *given, &block)
        PuppetHost.call_function(name, given, block)
      end

      def closure_scope
        PuppetHost.closure_scope
      end
    end

    class InternalFunction < Function
      def self.__builder(method, mismatch)
        InternalDispatchBuilder.new(method, mismatch)
      end

      def call_function_with_scope(scope, name, *given, &block)
        PuppetHost.call_function_with_scope(scope, name, given, block)
      end
    end

    def self.create_function(name, base = Function, &block)
      made = Class.new(base)
      made.__start(name.to_s)
      made.class_eval(&block)
      if made.__dispatches.empty?
        method = name.to_s.split('::')[-1]
        counts = made.instance_method(method).parameters.map { |it| it[0] }
        min = counts.count(:req)
        max = counts.include?(:rest) ? :default : min + counts.count(:opt)
        names = made.instance_method(method).parameters.map { |it| it[1].to_s }
        weaving = (0...(min + counts.count(:opt))).to_a
        weaving << -(weaving.size + 1) if max == :default
        made.__dispatches << [method, false, names.map { |it| 'Any' }, names, min, max, nil, nil, weaving]
      end
      made
    end
  end

  module Parser
    module Functions
      def self.newfunction(name, options = {}, &block)
        @made = __made + [[name.to_s, options[:arity], options[:type] == :rvalue, block]]
        { name: "function_#{name}" }
      end

      def self.__made
        @made || []
      end

      def self.function(name, *)
        PuppetHost.old_function(name.to_s)
      end

      def self.autoloader
        self
      end

      def self.loadall
        nil
      end
    end
  end

  class Pops::Functions::Function < Functions::Function
  end
end
