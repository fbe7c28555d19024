# Sets, as far as they are covered. What is missing here is not covered.
class Set
  include Enumerable

  def self.[](*items)
    new(items)
  end

  def initialize(items = nil, &block)
    @hash = {}
    return if items.nil?

    if block
      items.each { |it| @hash[block.call(it)] = true }
    else
      merge(items)
    end
  end

  def each(&block)
    @hash.keys.each(&block)
    self
  end

  def add(item)
    @hash[item] = true
    self
  end
  alias << add

  def add?(item)
    include?(item) ? nil : add(item)
  end

  def delete(item)
    @hash.delete(item)
    self
  end

  def include?(item)
    @hash.key?(item)
  end
  alias member? include?
  alias === include?

  def size
    @hash.size
  end
  alias length size

  def empty?
    @hash.empty?
  end

  def to_a
    @hash.keys
  end

  def to_set
    self
  end

  def dup
    self.class.new(to_a)
  end

  def merge(*lists)
    lists.each { |list| list.each { |it| @hash[it] = true } }
    self
  end

  def |(other)
    dup.merge(other)
  end
  alias + |
  alias union |

  def &(other)
    made = self.class.new
    other.each { |it| made.add(it) if include?(it) }
    made
  end
  alias intersection &

  def -(other)
    made = dup
    other.each { |it| made.delete(it) }
    made
  end
  alias difference -

  def ^(other)
    made = self.class.new(other)
    each { |it| made.include?(it) ? made.delete(it) : made.add(it) }
    made
  end

  def subset?(other)
    size <= other.size && all? { |it| other.include?(it) }
  end
  alias <= subset?

  def superset?(other)
    other.size <= size && other.all? { |it| include?(it) }
  end
  alias >= superset?

  def disjoint?(other)
    none? { |it| other.include?(it) }
  end

  def intersect?(other)
    !disjoint?(other)
  end

  def ==(other)
    other.is_a?(Set) && size == other.size && subset?(other)
  end

  def join(separator = nil)
    to_a.join(separator)
  end

  def inspect
    "#<Set: {#{to_a.inspect[1..-2]}}>"
  end
  alias to_s inspect
end
