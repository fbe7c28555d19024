# Facter as fact files of modules see it, as far as it is covered. `FactHost` is the program that evaluates them.
module Facter
  class ResolveCustomFactError < StandardError
  end

  class ResolvedFact
    attr_accessor :name, :value

    def initialize(name, value)
      @name = name
      @value = value
    end

    def user_query
      @name
    end
  end

  def self.add(name, options = {}, &block)
    FactCollection.add(name, options, &block)
    nil
  end

  def self.define_fact(name, options = {}, &block)
    fact = FactCollection.fact_named(name, options)
    fact.instance_eval(&block) if block
    fact
  rescue StandardError => e
    FactHost.log('err', "Unable to add fact #{name}: #{e}")
  end

  def self.value(query)
    found = fact(query)
    found.nil? ? nil : found.value
  end

  # What was found once is found again.
  def self.fact(query)
    name = query.to_s.downcase
    @searched ||= {}
    return @searched[name] if @searched.key?(name)

    found = FactCollection.query(name)
    @searched[name] = found unless found.nil?
    found
  end

  def self.[](query)
    fact(query)
  end

  def self.core_value(query)
    FactHost.core(query.to_s)[0]
  end

  def self.version
    FactHost.core('facterversion')[0]
  end

  def self.debug(*)
    nil
  end

  def self.debugonce(*)
    nil
  end

  def self.debugging?
    false
  end

  def self.trace?
    false
  end

  def self.warn(message)
    FactHost.log('warning', message.to_s)
  end

  def self.warnonce(message)
    FactHost.log('warning', message.to_s)
  end

  def self.log_exception(exception, message = nil)
    text = message.to_s
    text = exception.is_a?(Exception) ? exception.message : exception.to_s if text.empty?
    FactHost.log('err', text)
  end

  def self.loadfacts
    FactCollection.load_all
    nil
  end

  def self.method_missing(name, *)
    FactHost.not_covered("Facter.#{name}")
  end

  module Core
    module Execution
      class ExecutionFailure < StandardError
      end

      def self.search_paths
        ENV['PATH'].split(':') + ['/sbin', '/usr/sbin']
      end

      def self.absolute_path?(path, platform = nil)
        FactHost.not_covered('absolute_path? of another system') unless platform.nil? || platform == :posix
        path.start_with?('/')
      end

      def self.which(bin)
        if absolute_path?(bin)
          return bin if File.executable?(bin) && File.file?(bin)
        else
          search_paths.each do |dir|
            next unless dir.start_with?('/')

            dest = File.join(dir, bin)
            return dest if File.executable?(dest) && File.file?(dest)
          end
        end
        nil
      end

      def self.expand_command(command)
        exe = nil
        args = nil
        if (match = (command.match(/\A"(.+?)"(?:\s+(.*))?/) || command.match(/\A'(.+?)'(?:\s+(.*))?/)))
          exe, args = match.captures
        else
          exe, args = command.split(' ', 2)
          exe, args = command.split(/ /, 2) if command.start_with?(' ')
        end
        return unless exe && (expanded = which(exe))

        expanded = "'#{expanded}'" if expanded =~ /\s/
        expanded += " #{args}" if args
        expanded
      end

      def self.exec(command)
        execute(command, on_fail: nil)
      end

      def self.execute(command, options = {})
        on_fail = options.fetch(:on_fail, :raise)
        expand = options.fetch(:expand, true)
        logger = options[:logger]
        timeout = (options[:timeout] || options[:time_limit] || options[:limit]).to_i
        extra = options.keys - %i[on_fail expand logger timeout]
        unless extra.empty?
          FactHost.log('warning', "Unexpected key passed to Facter::Core::Execution.execute option: #{extra.join(',')}" \
                                  ' - valid keys: on_fail,expand,logger,timeout')
        end
        expanded = (!expand && Open3.capture2("type #{command}")[0].include?('builtin')) || logger ? command : expand_command(command)
        if expanded.nil?
          raise ExecutionFailure, "Could not execute '#{command}': command not found" if on_fail == :raise

          return on_fail
        end
        execute_command(expanded, on_fail, logger, timeout > 0 ? timeout : nil)[0]
      end

      def self.execute_command(command, on_fail = nil, logger = nil, timeout = nil)
        begin
          output = FactHost.run(command, @environment || {}, timeout || 300)
          if output.nil?
            # Facter adds the number of the process.
            raise StandardError, "Timeout encounter after #{timeout || 300}s, killing process" if on_fail == :raise

            return ['', '']
          end
        rescue StandardError => e
          message = "Failed while executing '#{command}': #{e.message}"
          return ['', nil] if logger
          return [on_fail, nil] unless on_fail == :raise

          raise ExecutionFailure, message
        end
        [output[0].strip, output[1]]
      end

      def self.with_env(values)
        before = @environment || {}
        @environment = before.merge(values)
        yield
      ensure
        @environment = before
      end

      def self.method_missing(name, *)
        FactHost.not_covered("Facter::Core::Execution.#{name}")
      end
    end
  end

  module Util
    module Suitable
      def has_weight(weight)
        @weight = weight
        self
      end

      def confine(confines = nil, &block)
        case confines
        when Hash
          confines.each { |fact, values| @confines << Confine.new(fact, Array(values), nil) }
        else
          @confines << Confine.new(confines, [], block) if block
        end
      end

      def weight
        @weight || @confines.length
      end

      def suitable?
        @confines.all? { |it| it.true? }
      end

      def timeout=(seconds)
        @timeout = seconds
      end

      def timeout
        @timeout
      end

      def on_flush
        nil
      end

      def take(options, kind, known)
        options.each do |key, value|
          case key
          when :name then @name = value
          when :value then @value = value
          when :timeout then @timeout = value
          when :weight then @weight = value
          when :fact_type then @fact_type = value
          end
        end
        wrong = options.keys - known
        raise ArgumentError, "Invalid #{kind} options #{wrong.inspect}" unless wrong.empty?
      end

      def limit
        @timeout || 0
      end

      def external?
        false
      end

      # The value, or an exception that ends the search.
      def value
        FactNormalization.normalize(Timeout.timeout(limit) { resolve_value })
      rescue Timeout::Error
        FactHost.log('err', "Timed out after #{limit} seconds while resolving #{qualified_name}")
        nil
      rescue FactNormalization::NormalizationError => e
        FactHost.log('err', "Fact resolution #{qualified_name} resolved to an invalid value: #{e.message}")
        nil
      rescue StandardError => e
        FactHost.log('err', "Error while resolving custom fact #{qualified_name}: #{e.message}")
        raise Facter::ResolveCustomFactError
      end

      def qualified_name
        "fact='#{@fact.name}', resolution='#{@name || '<anonymous>'}'"
      end
    end

    class Confine
      def initialize(fact, values, block)
        raise ArgumentError, 'One or more values or a block must be provided' if values.empty? && block.nil?

        @fact = fact
        @values = values
        @block = block
      end

      def true?
        if @block && !@fact
          begin
            return @block.call ? true : false
          rescue StandardError
            return false
          end
        end
        fact = Facter[@fact]
        return false if fact.nil?

        value = convert(fact.value)
        return false if value.nil?

        if @block
          begin
            return @block.call(value) ? true : false
          rescue StandardError
            return false
          end
        end
        @values.any? { |it| convert(it) === value }
      end

      def convert(value)
        value = value.to_s if value.is_a?(Symbol)
        value = value.downcase if value.is_a?(String)
        value
      end
    end

    class Resolution
      include Suitable

      attr_accessor :name, :fact_type, :code
      attr_reader :fact, :file

      def self.exec(command)
        Facter::Core::Execution.exec(command)
      end

      def self.which(bin)
        Facter::Core::Execution.which(bin)
      end

      def self.with_env(values, &block)
        Facter::Core::Execution.with_env(values, &block)
      end

      def initialize(name, fact)
        @name = name
        @fact = fact
        @confines = []
        @value = nil
        @timeout = 0
        @weight = nil
        @code = nil
      end

      def value=(value)
        @value = value
      end

      def resolution_type
        :simple
      end

      def evaluate(&block)
        instance_eval(&block)
      end

      def options(options)
        take(options, 'resolution', %i[name value timeout weight fact_type file is_env])
      end

      def setcode(string = nil, &block)
        if string
          place = RubyLibrary.caller
          @code = proc do
            RubyLibrary.called_from(place) do
              output = Facter::Core::Execution.execute(string, on_fail: nil)
              output.nil? || output.empty? ? nil : output
            end
          end
        elsif block
          @code = block
        else
          raise ArgumentError, 'You must pass either code or a block'
        end
        self
      end

      def resolve_value
        return @value unless @value.nil?

        @code.nil? ? nil : @code.call
      end
    end

    # A value of a file in `facts.d`, among the resolutions of a custom fact.
    class External
      def initialize(value)
        @value = value
      end

      def weight
        10_000
      end

      def suitable?
        true
      end

      def external?
        true
      end

      def value
        @value
      end
    end

    class Fact
      attr_reader :name, :options

      def initialize(name, options)
        @name = name
        @options = options
        @resolves = []
        @searching = false
        @used_weight = 0
        @value = nil
      end

      def add(options = {}, &block)
        define_resolution(nil, options, &block)
      end

      def define_resolution(name, options = {}, &block)
        type = options[:type] || :simple
        options = options.reject { |key, _| key == :type }
        resolution = created(name, type)
        resolution.options(options) unless options.empty?
        resolution.evaluate(&block) if block
        resolution
      rescue StandardError => e
        # Facter fails to log this, which ends the file.
        text = "Unable to add resolve #{name.inspect} for fact #{@name}: #{e.message}"
        raise NoMethodError, "undefined method `message' for #{text.inspect}:String"
      end

      def resolution(name)
        return nil if name.nil?

        @resolves.find { |it| it.name == name }
      end

      def value
        return @value unless @value.nil?
        return nil if @resolves.empty?
        raise "Caught recursion on #{@name}" if @searching

        FactHost.enter_fact(@name.to_s)
        @searching = true
        begin
          found = first_value(in_order)
          if found.nil?
            @value = Facter.core_value(@name)
          else
            core = @used_weight <= 0 ? Facter.core_value(@name) : nil
            @value = core.nil? ? found : core
          end
        ensure
          @searching = false
          FactHost.leave
        end
        @value
      end

      def in_order
        all = @resolves.find_all { |it| it.suitable? }
        all += FactHost.external(@name.to_s).map { |it| External.new(it) }
        index = 0
        all.sort_by { |it| [-it.weight, it.external? ? 0 : 1, index += 1] }
      end

      def first_value(resolutions)
        resolutions.each do |it|
          begin
            value = it.value
          rescue Facter::ResolveCustomFactError
            break
          end
          @used_weight = it.weight
          return value unless value.nil?
        end
        nil
      end

      def created(name, type)
        known = resolution(name)
        if known
          if type != known.resolution_type
            raise ArgumentError, "Cannot return resolution #{name} with type" \
                                 " #{type}; already defined as #{known.resolution_type}"
          end
          return known
        end
        case type
        when :simple then made = Resolution.new(name, self)
        when :aggregate then made = Facter::Core::Aggregate.new(name, self)
        else
          raise ArgumentError, "Expected resolution type to be one of (:simple, :aggregate) but was #{type}"
        end
        @resolves << made
        made
      end
    end
  end

  module Core
    class Aggregate
      class DependencyError < StandardError
      end

      include Facter::Util::Suitable

      attr_reader :name, :fact, :fact_type

      def initialize(name, fact)
        @name = name
        @fact = fact
        @confines = []
        @chunks = {}
        @requires = {}
        @aggregate = nil
        @weight = nil
      end

      def resolution_type
        :aggregate
      end

      def evaluate(&block)
        instance_eval(&block)
      end

      def options(options)
        take(options, 'aggregate', %i[name timeout weight fact_type])
      end

      def chunk(name, options = {}, &block)
        raise ArgumentError, 'Facter::Core::Aggregate#chunk requires a block' unless block
        raise ArgumentError, 'Facter::Core::Aggregate#expected chunk name to be a Symbol' unless name.is_a?(Symbol)

        wrong = options.keys - [:require]
        raise ArgumentError, "Unexpected options passed to Facter::Core::Aggregate#chunk: #{wrong.inspect}" unless wrong.empty?

        @requires[name] = Array(options[:require])
        @chunks[name] = block
        self
      end

      def aggregate(&block)
        raise ArgumentError, 'Facter::Core::Aggregate#aggregate requires a block' unless block

        @aggregate = block
        self
      end

      def resolve_value
        results = {}
        in_order.each do |name|
          given = @requires[name].map { |it| results[it] }
          results[name] = FactValues.deep_freeze(@chunks[name].call(*given))
        end
        return @aggregate.call(results) if @aggregate

        merged(results.values)
      end

      def merged(values)
        result = values[0]
        (values[1..-1] || []).each { |it| result = FactValues.deep_merge(result, it) }
        result
      rescue FactValues::DeepMergeError => e
        raise ArgumentError, "Could not deep merge all chunks (Original error: #{e.message}), ensure that chunks return " \
                             'either an Array or Hash or override the aggregate block'
      end

      # Each chunk after those that it requires.
      def in_order
        @requires.each do |_, names|
          names.each do |it|
            FactHost.not_covered('a chunk that requires one which does not exist') unless @requires.key?(it)
          end
        end
        done = []
        @requires.each_key { |name| visit(name, done, []) }
        done
      end

      def visit(name, done, open)
        return if done.include?(name)

        FactHost.not_covered('chunks that require each other') if open.include?(name)
        @requires[name].each { |it| visit(it, done, open + [name]) }
        done << name
      end
    end
  end
end

module Timeout
  class ExitException < Exception
  end

  class Error < RuntimeError
  end

  # The code within cannot rescue it, as in Ruby.
  def self.timeout(seconds, klass = nil, message = nil)
    return yield(seconds) if seconds.nil? || seconds.zero?

    FactHost.not_covered('Timeout.timeout with a class') unless klass.nil?
    tag = FactHost.begin_limit(seconds)
    late = true
    result = nil
    begin
      catch(tag) do
        result = yield(seconds)
        late = false
      end
    ensure
      late = true if FactHost.end_limit
    end
    raise Error, message || 'execution expired' if late

    result
  end
end

module FactValues
  class DeepMergeError < StandardError
  end

  def self.deep_freeze(value)
    case value
    when String then value.dup.freeze
    when Array then value.map { |it| deep_freeze(it) }.freeze
    when Hash
      frozen = {}
      value.each { |key, it| frozen[deep_freeze(key)] = deep_freeze(it) }
      frozen.freeze
    when Numeric, Symbol, true, false, nil then value
    else raise "Cannot deep freeze #{value}:#{value.class}"
    end
  end

  def self.deep_merge(left, right, path = [])
    if left.is_a?(Hash) && right.is_a?(Hash)
      left.merge(right) { |key, a, b| deep_merge(a, b, path + [key]) }
    elsif left.is_a?(Array) && right.is_a?(Array)
      left.dup.concat(right)
    elsif right.nil?
      left
    elsif left.nil?
      right
    else
      message = "Cannot merge #{left.inspect}:#{left.class} and #{right.inspect}:#{right.class}"
      message += " at root#{path.map { |it| "[#{it.inspect}]" }.join}" unless path.empty?
      raise DeepMergeError, message
    end
  end
end

module FactNormalization
  class NormalizationError < StandardError
  end

  def self.normalize(value)
    case value
    when Integer, Float, true, false, nil, Symbol, String then value
    when Array then value.map { |it| normalize(it) }
    when Hash
      made = {}
      value.each { |key, it| made[normalize(key)] = normalize(it) }
      made
    else
      return value.iso8601 if FactHost.time?(value)

      valid = '[Integer, Float, TrueClass, FalseClass, NilClass, Symbol, String, Array, Hash, Date, Time]'
      raise NormalizationError, "Expected #{value} to be one of #{valid}, but was #{value.class}"
    end
  end
end

module FactCollection
  # An evaluation begins with nothing: what the file itself stores is shared.
  def self.start
    @facts = {}
    @loaded = []
  end

  def self.fact_named(name, options)
    key = name.to_s.downcase.to_sym
    unless @facts.key?(key)
      @facts[key] = Facter::Util::Fact.new(key, options)
      FactHost.defined(key)
    end
    @facts[key]
  end

  def self.add(name, options, &block)
    fact_named(name, options).add(options, &block)
  end

  def self.names
    @facts.keys.map { |it| it.to_s }
  end

  # The value of a custom fact; none if there is no such fact.
  def self.custom(name)
    fact = @facts[name.to_sym]
    fact.nil? ? [] : [fact.value]
  end

  def self.load_file(path)
    return if @loaded.include?(path)

    @loaded << path
    FactHost.enter_file(path)
    begin
      require path
    rescue ScriptError => e
      FactHost.log('err', "Error loading fact #{path}: #{e.message}")
    rescue StandardError => e
      FactHost.log('err', "error while resolving custom facts in #{path} #{e.message}")
    ensure
      FactHost.leave
    end
  end

  def self.load_all
    FactHost.files.each { |it| load_file(it) }
  end

  def self.query(name)
    FactHost.files.each { |it| load_file(it) if File.basename(it) == "#{name}.rb" }
    found = known(name)
    return found unless found.nil?

    load_all
    known(name)
  end

  # A custom or external fact, one of Facter's own, or a part of one.
  def self.known(name)
    FactHost.check(name)
    if @facts.key?(name.to_sym)
      value = @facts[name.to_sym].value
      return Facter::ResolvedFact.new(name, value)
    end
    first, *keys = name.split('.')
    if !keys.empty? && @facts.key?(first.to_sym)
      value = @facts[first.to_sym].value
      keys.each do |key|
        value = case value
                when Hash then value.key?(key) ? value[key] : value[key.to_sym]
                when Array then key =~ /\A\d+\z/ ? value[key.to_i] : nil
                end
      end
      return value.nil? ? nil : Facter::ResolvedFact.new(name, value)
    end
    given = FactHost.given(name)
    given.empty? ? nil : Facter::ResolvedFact.new(name, given[0])
  end
end
