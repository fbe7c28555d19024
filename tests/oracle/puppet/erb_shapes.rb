# Shapes of the variables of an ERB template, for oracle_erb.rb: what the template's Ruby code does with each of them.
#
# A shape has the kinds of value that the code asks for or needs, the keys that it reads, the texts and numbers that it compares with, and
# the shape of the items. The code is followed without running it: a name stands for every shape that it may have.
class Shape
  attr_reader :kinds, :keys, :texts, :numbers, :tests

  def initialize
    @kinds = Hash.new(0)
    @keys = {}
    @texts = []
    @numbers = []
    @tests = []
  end

  # The code asks whether there is a value, or whether it is empty, or false.
  def test(*values) = @tests |= values

  def is(*kinds)
    kinds.each { |it| @kinds[it] += 1 }
    self
  end

  def key(name)
    is(:hash)
    @keys[name] ||= Shape.new
  end

  # The elements of a list, or the values of a hash of which the code does not name the keys.
  def item = @item ||= Shape.new

  # The keys of such a hash.
  def names = @names ||= Shape.new

  def item? = !@item.nil?
end

# Shapes of the variables that the code of a template uses.
class Shapes
  SAME = %i[compact uniq sort sort_by reject select filter reverse dup clone to_a to_h each_pair each each_value each_with_index
            map collect flat_map flatten any? all? find detect partition group_by min_by max_by each_slice reject! select! delete_if
            sort_by! sort! freeze tap then each_entry].freeze
  LISTS = %i[flatten join first last push pop shift each_slice each_with_index <<].freeze
  HASHES = %i[keys values each_pair has_key? key? each_key each_value merge].freeze
  TEXTS = %i[gsub sub split upcase downcase capitalize strip chomp start_with? end_with? lines tr center ljust rjust gsub! sub! match
             match? chop squeeze unpack scan encode].freeze

  # By the names that `variables` of oracle_erb.rb gives them.
  attr_reader :roots

  def initialize(source)
    @roots = {}
    @locals = Hash.new { |all, name| all[name] = [] }
    begin
      tree = RubyVM::AbstractSyntaxTree.parse(source)
    rescue SyntaxError
      return
    end
    # What a name stands for may be known only after its first use, as in loops.
    2.times { walk(tree) }
  end

  private

  def node?(it) = it.is_a?(RubyVM::AbstractSyntaxTree::Node)

  def root(name) = @roots[name] ||= Shape.new

  def literal(node)
    return unless node?(node)

    case node.type
    when :STR, :LIT then node.children[0]
    end
  end

  def list(node) = node?(node) && %i[LIST ARRAY ZLIST].include?(node.type) ? node.children.compact : []

  # A value whose items have these shapes.
  def with_items(shapes)
    made = Shape.new
    made.define_singleton_method(:aliases) { shapes }
    [made]
  end

  def items(shapes) = shapes.flat_map { |it| it.respond_to?(:aliases) ? it.aliases : [it.is(:list).item] }

  # The shapes that a node may have; what it does with others is noted.
  def walk(node, condition: false)
    return [] unless node?(node)

    found = of(node)
    found.each { |it| it.test(:nil, :false) } if condition
    found
  end

  def all(node) = node.children.each { |it| it.is_a?(Array) ? it.each { |one| walk(one) } : walk(it) }

  def of(node)
    children = node.children
    case node.type
    when :IVAR then [root(children[0].to_s.delete_prefix('@'))]
    when :LVAR, :DVAR then @locals[children[0]]
    when :LASGN, :DASGN, :DASGN_CURR
      found = walk(children[1])
      @locals[children[0]] |= found
      found
    when :IF, :UNLESS
      walk(children[0], condition: true)
      walk(children[1]) | walk(children[2])
    when :AND
      walk(children[0], condition: true)
      walk(children[1], condition: true)
    when :OR then walk(children[0], condition: true) | walk(children[1], condition: true)
    when :BLOCK, :BEGIN then children.map { |it| walk(it) }.last || []
    when :SCOPE then walk(children[2])
    when :CASE then chosen(*children)
    when :LIST, :ARRAY then with_items(list(node).flat_map { |it| walk(it) })
    when :CALL, :OPCALL, :QCALL then call(*children)
    when :FCALL then function(*children)
    when :MATCH2, :MATCH3
      pattern, subject = node.type == :MATCH2 ? children : [children[0], children[1]]
      compare(walk(subject), pattern)
      []
    when :ITER, :FOR then each(*children)
    else
      all(node)
      []
    end
  end

  def chosen(subject, branch)
    shapes = walk(subject)
    found = []
    while node?(branch) && branch.type == :WHEN
      list(branch.children[0]).each { |it| compare(shapes, it) }
      found |= walk(branch.children[1])
      branch = branch.children[2]
    end
    found | walk(branch)
  end

  # What a value is compared with is what it may be.
  def compare(shapes, with)
    return unless node?(with)

    value = literal(with)
    shapes.each do |shape|
      case with.type
      when :CONST then of_class(shape, with.children[0])
      when :TRUE, :FALSE then shape.is(:boolean)
      when :NIL then shape.test(:nil)
      when :LIT, :STR then of_value(shape, value)
      when :LIST, :ARRAY then list(with).each { |it| compare([shape], it) }
      end
    end
    walk(with)
  end

  def of_class(shape, name)
    kind = { String: :text, Array: :list, Hash: :hash, Integer: :number, Numeric: :number, Float: :number, TrueClass: :boolean,
             FalseClass: :boolean, NilClass: :nil, Symbol: :text }[name]
    shape.is(kind) if kind
  end

  def of_value(shape, value)
    case value
    when String then shape.is(:text).texts << value
    when Symbol then shape.is(:text)
    when Integer, Float
      shape.is(:number).numbers.push(value - 1, value, value + 1)
    when Regexp then shape.is(:text).texts.concat(Shapes.matches(value.source))
    end
    shape.texts.uniq!
    shape.numbers.uniq!
  end

  # Texts that a pattern may match: a simple one for each of its choices.
  def self.matches(source)
    source.gsub(/\(\?[^)]*\)|\(\?:/, '').delete('()').split('|').map do |it|
      it.gsub(/\\[AzZb]|[\^$]/, '').gsub(/\[\^[^\]]*\]/, 'x').gsub(/\[(\\?.)[^\]]*\]/, '\1').gsub(/\\d/, '1').gsub(/\\w/, 'a')
        .gsub(/\\s/, ' ').gsub(/(?<!\\)\./, 'x').gsub(/(?<!\\)[*+?]|\{[\d,]*\}/, '').gsub(/\\(.)/, '\1')
    end
  end

  def function(name, arguments)
    given = list(arguments)
    shapes = given.map { |it| walk(it) }
    case name
    when :Integer, :Float then shapes.flatten.each { |it| it.is(:number) }
    when :Array
      shapes.flatten.each { |it| it.is(:text) }
      return with_items(items(shapes.flatten))
    when :String then return shapes.flatten
    when :has_variable? then (it = literal(given[0])) && root(it).test(:nil)
    end
    []
  end

  def call(receiver, name, arguments)
    given = list(arguments)
    text = literal(given[0])
    if text.is_a?(String) && %i[lookupvar []].include?(name) && scope?(receiver)
      return [root("scope #{text}")]
    end

    shapes = walk(receiver, condition: name == :!)
    case name
    when :[], :fetch, :dig, :delete, :key?, :has_key?, :include?, :member? then return part(receiver, shapes, name, given)
    when :==, :!=, :eql?, :===, :equal?, :=~, :!~, :match, :match?
      compare(shapes, given[0])
      compare(walk(given[0]), receiver)
      return []
    when :<, :>, :<=, :>=
      shapes.each { |it| it.is(:number) }
      compare(shapes, given[0])
    when :is_a?, :kind_of?, :instance_of?
      compare(shapes, given[0])
      shapes.each { |it| it.is(:text) }
    when :nil? then shapes.each { |it| it.test(:nil) }
    when :to_i, :to_f then shapes.each { |it| it.is(:number) }
    when :to_s, :to_sym then return shapes
    when :empty? then shapes.each { |it| it.test(:empty) }
    when *TEXTS
      shapes.each { |it| it.is(:text) }
      compare(shapes, given[0]) if %i[start_with? end_with?].include?(name)
      return shapes if given.empty?
    when :keys then return with_items(shapes.map { |it| it.is(:hash).names })
    when :values then return with_items(shapes.map { |it| it.is(:hash).item })
    end
    given.each { |it| walk(it) }
    # An argument may be a block.
    walk(arguments) if given.empty?
    shapes.each { |it| it.is(:hash) } if HASHES.include?(name)
    shapes.each { |it| it.is(:list) } if LISTS.include?(name) && !shapes.empty? && shapes.none? { |it| it.kinds.key?(:hash) }
    return items(shapes) if %i[first last pop shift].include?(name)
    return with_items(items(shapes) | items(items(shapes))) if name == :flatten

    SAME.include?(name) ? shapes : []
  end

  def scope?(node) = node?(node) && (%i[VCALL FCALL].include?(node.type) && node.children[0] == :scope)

  # A value for a key, or whether there is one.
  def part(receiver, shapes, name, given)
    # What one of some literals may be.
    if %i[include? member?].include?(name) && node?(receiver) && %i[LIST ARRAY].include?(receiver.type)
      compare(walk(given[0]), receiver)
      return []
    end
    key = literal(given[0])
    walk(given[1])
    walk(given[0]) if key.nil?
    return shapes.each { |it| it.is(:list).item.is(:text).texts.push(key).uniq! } && [] if name == :include? && key.is_a?(String)

    case key
    when String, Symbol
      found = shapes.flat_map { |it| it.respond_to?(:aliases) ? [] : [it.key(key)] }
      found.each { |it| it.test(:nil) } unless %i[[] dig].include?(name)
      rest = name == :dig ? given.drop(1) : []
      rest.empty? ? found : part(nil, found, :dig, rest)
    when Integer then items(shapes)
    else shapes.flat_map { |it| it.respond_to?(:aliases) ? it.aliases : [it.is(:hash).item] }
    end
  end

  # A block that takes a pair walks a hash, one that takes a value a list.
  def each(call, block)
    shapes = walk(call)
    return [] unless node?(block) && block.type == :SCOPE

    table, arguments, = block.children
    count = node?(arguments) ? arguments.children[0].to_i : 0
    name = node?(call) && %i[CALL QCALL].include?(call.type) ? call.children[1] : nil
    first, second = table.first(count)
    outer = @locals.slice(first, second)
    [first, second].compact.each { |it| @locals[it] = [] }
    if count > 1 && !%i[each_with_index inject reduce each_with_object sort].include?(name)
      shapes.each { |it| it.is(:hash, :hash) unless it.respond_to?(:aliases) }
      @locals[first] |= shapes.reject { |it| it.respond_to?(:aliases) }.map(&:names)
      @locals[second] |= shapes.flat_map { |it| it.respond_to?(:aliases) ? items(it.aliases) : [it.item] }
    elsif count.positive?
      @locals[first] |= name == :each_key ? shapes.map(&:names) : items(shapes) if first
    end
    result = walk(block)
    @locals.merge!(outer)
    %i[map collect flat_map].include?(name) ? with_items(result) : shapes
  end
end

# Values of shapes.
class Shaped
  def initialize(shapes, random, texts, words)
    @shapes = shapes
    @random = random
    @texts = texts
    @words = words
    # How often a value is of another kind, and how often one that the code asks for is missing: all lines of a long template run only
    # where nearly nothing is.
    @odd = [0, 0, 0.02, 0.1].sample(random: random)
    @missing = [0, 0.03, 0.2, 0.5].sample(random: random)
  end

  def variables = @shapes.roots.transform_values { |it| value(it) }

  def value(shape, depth = 0)
    return [nil, '', false, true, 1, [], {}, 'a'].sample(random: @random) if @random.rand < @odd
    kind = kind(shape)
    if !shape.tests.empty? && @random.rand < @missing
      case shape.tests.sample(random: @random)
      when :nil then return
      when :false then return false
      else return { list: [], hash: {} }.fetch(kind, '')
      end
    end
    case kind
    when :hash then hash(shape, depth)
    when :list then (0...[1, 1, 2, 3, 0].sample(random: @random)).map { value(shape.item, depth + 1) }.uniq
    when :number then (shape.numbers + [1, 3, 8080]).sample(random: @random)
    when :boolean then @random.rand(2).zero?
    when :nil then nil
    else text(shape)
    end
  end

  private

  def kind(shape)
    kinds = shape.kinds
    return shape.tests.include?(:false) && !shape.tests.include?(:empty) && @random.rand(4).zero? ? :boolean : :text if kinds.empty?

    # Each kind that the code asks for is as likely as another.
    kinds.keys.sample(random: @random)
  end

  def text(shape)
    pool = shape.texts.empty? || @random.rand(4).zero? ? @texts : shape.texts
    pool.sample(random: @random).dup
  end

  def hash(shape, depth)
    return {} if depth > 8

    found = {}
    shape.keys.each do |key, inner|
      next if inner.tests.include?(:nil) && @random.rand < @missing

      found[key.is_a?(Symbol) ? "symbol #{key}" : key] = value(inner, depth + 1)
    end
    return found unless shape.item? || found.empty?

    names = (shape.names.texts + @words).sample(1 + @random.rand(3), random: @random)
    names.each { |name| found[name] ||= value(shape.item, depth + 1) }
    found
  end
end
