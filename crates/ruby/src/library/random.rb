# `Random` with a seed. What has none is outside.
class Random
  attr_reader :seed

  # `srand`: the result of the first one would be the number that Ruby has begun with.
  def self.srand(*seed)
    RubyLibrary.refuse('srand without a seed') if seed.empty?
    before = @default ? @default.seed : RubyLibrary.unknown
    @default = new(seed[0])
    before
  end

  def self.__default
    @default || RubyLibrary.refuse('a random number without a seed')
  end

  def self.rand(*limit)
    RubyLibrary.refuse('Random.rand of such a limit') if limit == [nil]
    __default.rand(*limit)
  end

  def self.bytes(count)
    __default.bytes(count)
  end

  def self.seed
    __default.seed
  end

  # `rand` of `Kernel`.
  def self.__kernel(limit)
    case limit
    when nil, 0 then __default.rand
    when Integer then __default.rand(limit.abs)
    when Float
      whole = limit.to_i.abs
      whole == 0 ? __default.rand : __default.rand(whole)
    when Range
      RubyLibrary.refuse('rand of such a range') unless limit.begin.is_a?(Integer) && limit.end.is_a?(Integer) && limit.begin < limit.end
      __default.rand(limit)
    else RubyLibrary.refuse('rand of such a limit')
    end
  end

  def ==(other)
    other.is_a?(Random) && __state == other.__state
  end

  def __state
    [@seed, @turns, @at]
  end

  def initialize(seed = nil)
    RubyLibrary.refuse('Random.new without a seed') if seed.nil?
    RubyLibrary.refuse('Random.new of such a seed') unless seed.is_a?(Integer) || seed.is_a?(Float)
    @seed = seed.to_i
    @turns = 0
    @numbers = []
    @at = 0
  end

  def __next
    if @at >= @numbers.length
      @numbers = RubyLibrary.random_numbers(@seed, @turns)
      @turns += 1
      @at = 0
    end
    @at += 1
    @numbers[@at - 1]
  end

  # Up to a limit.
  def __limited(limit)
    return 0 if limit == 0

    RubyLibrary.refuse('Random#rand of such a limit') if limit.bit_length > 63
    mask = (1 << limit.bit_length) - 1
    loop do
      value = 0
      fits = [32, 0].all? do |shift|
        value = (value | (__next << shift)) & mask if (mask >> shift) & 0xffffffff != 0
        value <= limit
      end
      return value if fits
    end
  end

  def __real
    ((__next >> 5) * 67_108_864 + (__next >> 6)).to_f * (1.0 / 9_007_199_254_740_992.0)
  end

  def rand(limit = nil)
    case limit
    when nil then __real
    when Integer
      raise ArgumentError, "invalid argument - #{limit}" if limit < 1

      __limited(limit - 1)
    when Float
      raise ArgumentError, "invalid argument - #{limit}" unless limit > 0.0

      __real * limit
    when Range
      RubyLibrary.refuse('Random#rand of such a range') unless limit.begin.is_a?(Integer) && limit.end.is_a?(Integer)
      last = limit.exclude_end? ? limit.end - 1 : limit.end
      raise ArgumentError, "invalid argument - #{limit}" if last < limit.begin

      limit.begin + __limited(last - limit.begin)
    else RubyLibrary.refuse('Random#rand of such a limit')
    end
  end

  def bytes(count)
    out = ''.b
    while count >= 4
      out << [__next].pack('V')
      count -= 4
    end
    out << [__next].pack('V')[0, count] if count > 0
    out
  end
end
