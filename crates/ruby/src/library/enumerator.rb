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
    RubyLibrary.refuse('Enumerator#size')
  end

  def inspect
    shown = @arguments.empty? ? '' : "(#{@arguments.map(&:inspect).join(', ')})"
    "#<Enumerator: #{@receiver.inspect}:#{@method}#{shown}>"
  end
  alias to_s inspect

  def lazy
    RubyLibrary.refuse('Enumerator::Lazy')
  end

  def dup
    Enumerator.__made(@receiver, @method, @arguments)
  end
end
