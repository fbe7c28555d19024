# `Marshal.load(Marshal.dump(value))`, which copies a value with all that it holds.
module Marshal
  def self.dump(value)
    Dump.new(__copy(value))
  end

  def self.load(dump)
    RubyLibrary.refuse('Marshal.load of a text') unless dump.is_a?(Dump)
    __copy(dump.value)
  end

  def self.__copy(value)
    case value
    when Array then value.map { |it| __copy(it) }
    when Hash
      RubyLibrary.refuse('Marshal.dump of a hash with a default') unless value.default.nil? && value.default_proc.nil?
      value.each_with_object({}) { |(key, it), all| all[__copy(key)] = __copy(it) }
    when String then value.dup
    when Symbol, Numeric, nil, true, false then value
    else RubyLibrary.refuse("Marshal.dump of #{value.class}")
    end
  end

  class Dump
    attr_reader :value

    def initialize(value)
      @value = value
    end

    def to_str
      RubyLibrary.refuse('the text of Marshal.dump')
    end
    alias to_s to_str
    alias inspect to_str
  end
end
