# `OpenStruct`, as far as it is covered.
class OpenStruct
  def initialize(hash = nil)
    @table = {}
    hash.each_pair { |key, value| self[key] = value } unless hash.nil?
  end

  def [](name)
    @table[name.to_sym]
  end

  def []=(name, value)
    name = name.to_sym
    # Ruby makes methods of the members, which hide those of every object.
    RubyLibrary.refuse("OpenStruct with the member #{name}") if !@table.key?(name) && RubyLibrary.has_method(self, name)
    RubyLibrary.refuse('a change of an OpenStruct that is frozen') if @table.frozen?

    @table[name] = value
  end

  def to_h(&block)
    block ? @table.to_h(&block) : @table.dup
  end

  def each_pair
    RubyLibrary.refuse('OpenStruct#each_pair without a block') unless block_given?
    @table.each_pair { |key, value| yield key, value }
    self
  end

  def dig(name, *more)
    value = self[name]
    more.empty? || value.nil? ? value : value.dig(*more)
  end

  def delete_field(name)
    name = name.to_sym
    return @table.delete(name) if @table.key?(name)
    return yield if block_given?

    raise NameError, "no field `#{name}' in #{inspect}"
  end

  def respond_to?(name, all = false)
    @table.key?(name.to_s.chomp('=').to_sym) || RubyLibrary.has_method(self, name)
  end

  def method_missing(name, *arguments)
    text = name.to_s
    if text.end_with?('=')
      self[text.chomp('=')] = arguments[0]
    elsif arguments.empty? && text =~ /\A\w+\z/
      RubyLibrary.refuse("OpenStruct##{name}") if !@table.key?(name) && %w[binding fork format open puts print system test sleep rand srand p pp exit abort exec gets loop raise require load proc lambda].include?(text)
      @table[name]
    else
      RubyLibrary.refuse("OpenStruct##{name}")
    end
  end

  def ==(other)
    other.is_a?(OpenStruct) && to_h == other.to_h
  end

  def hash
    RubyLibrary.refuse('OpenStruct#hash')
  end

  def freeze
    @table.freeze
    self
  end

  def dup
    OpenStruct.new(@table)
  end

  def inspect
    parts = @table.map { |key, value| " #{key}=#{value.inspect}" }
    "#<#{self.class}#{parts.join(',')}>"
  end
  alias to_s inspect
end
