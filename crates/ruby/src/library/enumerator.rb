# `Enumerator`: a method that yields, and waits for its block.
class Enumerator
  include Enumerable

  def self.new(*)
    RubyLibrary.refuse('Enumerator.new')
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

  def __all
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
