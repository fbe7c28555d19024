# `Enumerator`: a method that yields, and waits for its block.
class Enumerator
  include Enumerable

  # What the block of `Enumerator.new` yields to.
  class Yielder
    def initialize(&block)
      @block = block
    end

    def <<(value)
      @block.call(value)
      self
    end

    def yield(*values)
      @block.call(*values)
    end
    alias call yield

    def to_proc
      RubyLibrary.refuse('Enumerator::Yielder#to_proc')
    end
  end

  # Runs the block of `Enumerator.new`, each time from its start.
  class Generator
    def initialize(block)
      @block = block
    end

    def each(&block)
      @block.call(Yielder.new(&block))
    end

    def inspect
      RubyLibrary.refuse('the text of an enumerator, which has its address')
    end
  end

  def self.new(size = nil, &block)
    raise ArgumentError, 'tried to create Proc object without a block' unless block

    RubyLibrary.refuse('Enumerator.new with such a size') unless size.nil? || size.is_a?(Integer)
    made = RubyLibrary.allocate(self)
    made.__generate(Generator.new(block), size)
    made
  end

  # Parts of a list, at the places between two elements for which a block is true, or false.
  def self.__between(source, ends, block)
    raise ArgumentError, 'tried to create Proc object without a block' unless block

    new do |out|
      part = nil
      last = nil
      source.each do |*items|
        it = items.length > 1 ? items : items[0]
        if part && (block.call(last, it) ? true : false) != ends
          part << it
        else
          out << part if part
          part = [it]
        end
        last = it
      end
      out << part if part
      nil
    end
  end

  def self.__by_key(source, block)
    return __made(source, :chunk, []) unless block

    new do |out|
      part = nil
      source.each do |*items|
        it = items.length > 1 ? items : items[0]
        key = block.call(it)
        if key.nil? || key == :_separator || key == :_alone
          out << part if part
          part = nil
          out << [:_alone, [it]] if key == :_alone
        elsif key.is_a?(Symbol) && key.start_with?('_')
          raise 'symbols beginning with an underscore are reserved'
        elsif part && part[0] == key
          part[1] << it
        else
          out << part if part
          part = [key, [it]]
        end
      end
      out << part if part
      nil
    end
  end

  # Parts that begin, or end, with elements that a pattern or block chooses.
  def self.__sliced(source, before, patterns, block)
    if block
      raise ArgumentError, 'both pattern and block are given' unless patterns.empty?
    elsif patterns.length != 1
      raise ArgumentError, "wrong number of arguments (given #{patterns.length}, expected 1)"
    end

    new do |out|
      part = nil
      source.each do |*items|
        it = items.length > 1 ? items : items[0]
        chosen = block ? block.call(it) : patterns[0] === it
        if chosen && before && part
          out << part
          part = nil
        end
        (part ||= []) << it
        if chosen && !before
          out << part
          part = nil
        end
      end
      out << part if part
      nil
    end
  end

  def self.__made(receiver, method, arguments)
    made = RubyLibrary.allocate(self)
    made.__fill(receiver, method, arguments)
    made
  end

  def self.__lazy(receiver)
    Lazy.__base(receiver)
  end

  def self.__sequence(from, to, by, exclusive, shown)
    made = RubyLibrary.allocate(ArithmeticSequence)
    made.__set(from, to, by, exclusive, shown)
    made
  end

  def __generate(generator, size)
    __fill(generator, :each, [])
    @generates = true
    @size = size
  end

  def __fill(receiver, method, arguments)
    @receiver = receiver
    @method = method
    @arguments = arguments
    @at = 0
  end

  def each(*more, &block)
    RubyLibrary.refuse('Enumerator#each with arguments') unless more.empty?
    return self unless block

    @receiver.__send__(@method, *@arguments, &block)
  end

  def with_index(offset = 0)
    return Enumerator.__made(self, :with_index, [offset]) unless block_given?

    index = (offset || 0) - 1
    each do |*items|
      index += 1
      yield(items.length > 1 ? items : items[0], index)
    end
  end

  def each_with_index(&block)
    return Enumerator.__made(self, :each_with_index, []) unless block

    with_index(0, &block)
  end

  def with_object(object)
    return Enumerator.__made(self, :with_object, [object]) unless block_given?

    each { |*items| yield(items.length > 1 ? items : items[0], object) }
    object
  end

  def each_with_object(object, &block)
    with_object(object, &block)
  end

  # These end as soon as they can: there may be no end of elements.
  def first(*count)
    RubyLibrary.refuse('Enumerator#first with such arguments') if count.length > 1
    return take(count[0]) unless count.empty?

    each { |*items| return items.length > 1 ? items : items[0] }
    nil
  end

  def take(count)
    RubyLibrary.refuse('Enumerator#take of such a number') unless count.is_a?(Integer)
    raise ArgumentError, 'attempt to take negative size' if count < 0

    taken = []
    return taken if count == 0

    each do |*items|
      taken << (items.length > 1 ? items : items[0])
      break if taken.length == count
    end
    taken
  end

  def take_while
    return Enumerator.__made(self, :take_while, []) unless block_given?

    taken = []
    each do |*items|
      it = items.length > 1 ? items : items[0]
      break unless yield(*items)

      taken << it
    end
    taken
  end

  def find(*fallback)
    RubyLibrary.refuse('Enumerator#find with such arguments') unless block_given? && fallback.empty?
    each do |*items|
      it = items.length > 1 ? items : items[0]
      return it if yield(it)
    end
    nil
  end
  alias detect find

  def include?(wanted)
    each { |*items| return true if (items.length > 1 ? items : items[0]) == wanted }
    false
  end
  alias member? include?

  def each_slice(size)
    return Enumerator.__made(self, :each_slice, [size]) unless block_given?

    raise ArgumentError, 'invalid slice size' if size < 1

    part = []
    each do |*items|
      part << (items.length > 1 ? items : items[0])
      if part.length == size
        yield part
        part = []
      end
    end
    yield part unless part.empty?
    RubyLibrary.refuse('the result of Enumerator#each_slice') unless @generates
    self
  end

  def __all
    # The block of a generator would run further than it has to.
    RubyLibrary.refuse('Enumerator#next of Enumerator.new') if @generates
    return @all if @all

    @all = []
    @result = each do |*items|
      @all << (items.length > 1 ? items : items[0])
      nil
    end
    @all
  end

  def next
    RubyLibrary.stop(@result) if @at >= __all.length

    @at += 1
    __all[@at - 1]
  end

  def peek
    RubyLibrary.stop(@result) if @at >= __all.length

    __all[@at]
  end

  def rewind
    @at = 0
    self
  end

  def size
    return @size if @generates
    return RubyLibrary.refuse('Enumerator#size') unless @receiver.is_a?(Array)

    length = @receiver.length
    case @method
    when :each_slice then (length + @arguments[0] - 1) / @arguments[0]
    when :each_cons then [length - @arguments[0] + 1, 0].max
    when :each, :map, :each_with_index, :select, :reject, :flat_map, :each_index, :reverse_each then length
    else RubyLibrary.refuse('Enumerator#size')
    end
  end

  def inspect
    shown = @arguments.empty? ? '' : "(#{@arguments.map(&:inspect).join(', ')})"
    "#<Enumerator: #{@receiver.inspect}:#{@method}#{shown}>"
  end

  def to_s
    RubyLibrary.refuse('the text of an enumerator, which has its address')
  end

  def lazy
    Lazy.__base(self)
  end

  def dup
    RubyLibrary.refuse('Enumerator#dup') if @generates
    Enumerator.__made(@receiver, @method, @arguments)
  end

  # The numbers from one to another by a step.
  class ArithmeticSequence < Enumerator
    attr_reader :begin, :end, :step

    def __set(from, to, by, exclusive, shown)
      @begin = from
      @end = to
      @step = by
      @exclusive = exclusive
      @shown = shown
      @at = 0
      @is_float = from.is_a?(Float) || to.is_a?(Float) || by.is_a?(Float)
    end

    def exclude_end?
      @exclusive
    end

    def each(*more, &block)
      RubyLibrary.refuse('Enumerator#each with arguments') unless more.empty?
      return self unless block

      if @is_float
        __floats(&block)
      else
        number = @begin
        while @end.nil? || (@step > 0 ? number < @end : number > @end) || (number == @end && !@exclusive)
          yield number
          number += @step
        end
      end
      self
    end

    # How many floats come before the end is a matter of rounding.
    def __floats
      RubyLibrary.refuse('a sequence of floats without its end') if @exclusive
      from = @begin.to_f
      by = @step.to_f
      RubyLibrary.refuse('a sequence of such floats') unless from.finite? && by.finite?
      if @end.nil? || @end.to_f.infinite?
        RubyLibrary.refuse('a sequence of such floats') unless @end.nil? || (@end > 0) == (by > 0)
        index = 0
        loop do
          yield index * by + from
          index += 1
        end
      end
      to = @end.to_f
      RubyLibrary.refuse('a sequence of such floats') unless to.finite?
      count = (to - from) / by
      return if count < 0

      lost = (from.abs + to.abs + (to - from).abs) / by.abs * Float::EPSILON
      lost = 0.5 if lost > 0.5
      count = (count + lost).floor
      index = 0
      while index <= count
        number = index * by + from
        number = to if by >= 0 ? to < number : number < to
        yield number
        index += 1
      end
    end

    def first(*count)
      return super if count.length > 1

      if count.empty?
        each { |it| return it }
        return nil
      end
      raise ArgumentError, 'attempt to take negative size' if count[0] < 0

      taken = []
      return taken if count[0] == 0

      each do |it|
        taken << it
        break if taken.length == count[0]
      end
      taken
    end

    def take(count)
      first(count)
    end

    def last(*count)
      RubyLibrary.refuse('last of a sequence') if @end.nil?
      to_a.last(*count)
    end

    def size
      RubyLibrary.refuse('size of a sequence') if @end.nil?
      to_a.length
    end

    def ==(other)
      return false unless other.is_a?(ArithmeticSequence)

      @begin == other.begin && @end == other.end && @step == other.step && @exclusive == other.exclude_end?
    end

    def inspect
      @shown
    end

    def next
      RubyLibrary.refuse('next of a sequence')
    end

    def peek
      RubyLibrary.refuse('peek of a sequence')
    end

    def dup
      RubyLibrary.refuse('dup of a sequence')
    end
  end

  # Methods that wait until an element is needed.
  class Lazy < Enumerator
    def self.__base(receiver)
      made = RubyLibrary.allocate(self)
      made.__set(receiver, nil, [], nil)
      made
    end

    # The block gets the elements of the receiver, and the block that takes the results.
    def __link(method, arguments = [], &run)
      made = RubyLibrary.allocate(Lazy)
      made.__set(self, method, arguments, run)
      made
    end

    def __set(receiver, method, arguments, run)
      @receiver = receiver
      @method = method
      @arguments = arguments
      @run = run
      @at = 0
    end

    def each(*more, &block)
      RubyLibrary.refuse('Enumerator#each with arguments') unless more.empty?
      return self unless block
      return @receiver.each(&block) unless @run

      @run.call(@receiver, block)
      nil
    end

    def __needs(block, method)
      raise ArgumentError, "tried to call lazy #{method} without a block" unless block
    end

    def map(&block)
      __needs(block, 'map')
      __link(:map) { |source, out| source.each { |*it| out.call(block.call(*it)) } }
    end

    def collect(&block)
      __needs(block, 'map')
      __link(:collect) { |source, out| source.each { |*it| out.call(block.call(*it)) } }
    end

    def __choose(method, block, wanted)
      __link(method) do |source, out|
        source.each do |*items|
          it = items.length > 1 ? items : items[0]
          out.call(it) if (block.call(it) ? true : false) == wanted
        end
      end
    end

    def select(&block)
      __needs(block, 'select')
      __choose(:select, block, true)
    end

    def filter(&block)
      __needs(block, 'select')
      __choose(:filter, block, true)
    end

    def find_all(&block)
      __needs(block, 'select')
      __choose(:find_all, block, true)
    end

    def reject(&block)
      __needs(block, 'reject')
      __choose(:reject, block, false)
    end

    def filter_map(&block)
      __needs(block, 'filter_map')
      __link(:filter_map) do |source, out|
        source.each do |*it|
          value = block.call(*it)
          out.call(value) if value
        end
      end
    end

    def flat_map(&block)
      __needs(block, 'flat_map')
      __link(:flat_map) do |source, out|
        source.each do |*it|
          value = block.call(*it)
          value.is_a?(Array) ? value.each { |part| out.call(part) } : out.call(value)
        end
      end
    end

    def take(count)
      raise ArgumentError, 'attempt to take negative size' if count < 0

      __link(:take, [count]) do |source, out|
        left = count
        if left > 0
          source.each do |*it|
            left -= 1
            out.call(*it)
            break if left == 0
          end
        end
      end
    end

    def take_while(&block)
      __needs(block, 'take_while')
      __link(:take_while) do |source, out|
        source.each do |*it|
          break unless block.call(*it)

          out.call(*it)
        end
      end
    end

    def drop(count)
      raise ArgumentError, 'attempt to drop negative size' if count < 0

      __link(:drop, [count]) do |source, out|
        left = count
        source.each { |*it| left > 0 ? left -= 1 : out.call(*it) }
      end
    end

    def drop_while(&block)
      __needs(block, 'drop_while')
      __link(:drop_while) do |source, out|
        drops = true
        source.each do |*it|
          drops &&= block.call(*it)
          out.call(*it) unless drops
        end
      end
    end

    def compact
      __link(:compact) { |source, out| source.each { |it| out.call(it) unless it.nil? } }
    end

    def uniq(&block)
      __link(:uniq) do |source, out|
        seen = {}
        source.each do |it|
          key = block ? block.call(it) : it
          unless seen.key?(key)
            seen[key] = true
            out.call(it)
          end
        end
      end
    end

    def with_index(offset = 0, &block)
      RubyLibrary.refuse('with_index of a lazy enumerator with a block') if block
      __link(:with_index, offset == 0 ? [] : [offset]) do |source, out|
        index = (offset || 0) - 1
        source.each { |it| out.call([it, index += 1]) }
      end
    end

    def each_with_index(&block)
      RubyLibrary.refuse('each_with_index of a lazy enumerator with a block') if block
      __link(:each_with_index) do |source, out|
        index = -1
        source.each { |it| out.call([it, index += 1]) }
      end
    end

    def first(*count)
      return take(count[0]).to_a unless count.empty?

      each { |*it| return it.length > 1 ? it : it[0] }
      nil
    end

    def find(*more, &block)
      RubyLibrary.refuse('find of a lazy enumerator without a block') unless block && more.empty?
      each { |it| return it if block.call(it) }
      nil
    end
    alias detect find

    def include?(wanted)
      each { |it| return true if it == wanted }
      false
    end
    alias member? include?

    def to_a
      all = []
      each { |*it| all << (it.length > 1 ? it : it[0]) }
      all
    end
    alias force to_a
    alias entries to_a

    def lazy
      self
    end

    def inspect
      return "#<Enumerator::Lazy: #{@receiver.inspect}>" unless @method

      shown = @arguments.empty? ? '' : "(#{@arguments.map(&:inspect).join(', ')})"
      "#<Enumerator::Lazy: #{@receiver.inspect}:#{@method}#{shown}>"
    end

    %i[chunk chunk_while collect_concat dup each_cons each_slice eager grep grep_v next peek rewind size slice_after slice_before slice_when tee with_object
       each_with_object zip any? all? none? each_entry].each do |name|
      define_method(name) { |*| RubyLibrary.refuse("Enumerator::Lazy##{name}") }
    end
  end
end
