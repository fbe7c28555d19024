# `Rational`, as far as the differences of dates need it.
class Rational < Numeric
  include Comparable

  def self.__made(numerator, denominator)
    raise ZeroDivisionError, 'divided by 0' if denominator == 0

    divisor = numerator.gcd(denominator) * (denominator < 0 ? -1 : 1)
    made = RubyLibrary.allocate(self)
    made.__fill(numerator / divisor, denominator / divisor)
    made
  end

  def __fill(numerator, denominator)
    @numerator = numerator
    @denominator = denominator
  end

  attr_reader :numerator, :denominator

  def __other(other)
    return other if other.is_a?(Rational)

    other.is_a?(Integer) ? Rational.__made(other, 1) : RubyLibrary.refuse('a calculation of a fraction with such a value')
  end

  def +(other)
    return to_f + other if other.is_a?(Float)

    other = __other(other)
    Rational.__made(@numerator * other.denominator + other.numerator * @denominator, @denominator * other.denominator)
  end

  def -(other)
    return to_f - other if other.is_a?(Float)

    other = __other(other)
    Rational.__made(@numerator * other.denominator - other.numerator * @denominator, @denominator * other.denominator)
  end

  def *(other)
    return to_f * other if other.is_a?(Float)

    other = __other(other)
    Rational.__made(@numerator * other.numerator, @denominator * other.denominator)
  end

  def /(other)
    return to_f / other if other.is_a?(Float)

    other = __other(other)
    Rational.__made(@numerator * other.denominator, @denominator * other.numerator)
  end
  alias quo /

  def -@
    Rational.__made(-@numerator, @denominator)
  end

  def abs
    Rational.__made(@numerator.abs, @denominator)
  end

  def <=>(other)
    return to_f <=> other if other.is_a?(Float)
    return nil unless other.is_a?(Numeric)

    other = __other(other)
    @numerator * other.denominator <=> other.numerator * @denominator
  end

  def ==(other)
    other.is_a?(Numeric) && (self <=> other) == 0
  end

  def eql?(other)
    other.is_a?(Rational) && self == other
  end

  def hash
    RubyLibrary.refuse('Rational#hash')
  end

  def zero?
    @numerator == 0
  end

  def positive?
    @numerator > 0
  end

  def negative?
    @numerator < 0
  end

  def integer?
    false
  end

  def to_i
    @numerator < 0 ? -(-@numerator / @denominator) : @numerator / @denominator
  end
  alias to_int to_i

  def truncate(digits = 0)
    RubyLibrary.refuse('Rational#truncate to digits') unless digits == 0
    to_i
  end

  def floor(digits = 0)
    RubyLibrary.refuse('Rational#floor to digits') unless digits == 0
    @numerator.div(@denominator)
  end

  def ceil(digits = 0)
    RubyLibrary.refuse('Rational#ceil to digits') unless digits == 0
    -(-@numerator).div(@denominator)
  end

  def round(digits = 0)
    RubyLibrary.refuse('Rational#round to digits') unless digits == 0
    magnitude = (@numerator.abs * 2 + @denominator).div(@denominator * 2)
    @numerator < 0 ? -magnitude : magnitude
  end

  def to_f
    @numerator.fdiv(@denominator)
  end

  def to_r
    self
  end

  def to_s
    "#{@numerator}/#{@denominator}"
  end

  def inspect
    "(#{self})"
  end
end
