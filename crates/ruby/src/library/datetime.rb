# `DateTime`, as far as it is covered: seconds since 1970, and an offset.
class DateTime < Date
  def self.new(year = -4712, month = 1, day = 1, hour = 0, minute = 0, second = 0, offset = 0)
    whole = [hour, minute, second].all? { |it| it.is_a?(Integer) }
    RubyLibrary.refuse('parts of seconds in a DateTime') unless whole
    hour += 24 if hour < 0
    minute += 60 if minute < 0
    second += 60 if second < 0
    fits = hour.between?(0, 24) && minute.between?(0, 59) && second.between?(0, 59) && (hour < 24 || (minute == 0 && second == 0))
    raise Date::Error, 'invalid date' unless fits

    seconds = ['Z', 'UTC', 'GMT', 0].include?(offset) ? 0 : RubyCalendar.seconds(offset.to_s)
    RubyLibrary.refuse("the offset #{offset.inspect}") if seconds.nil?
    __made(__day(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - seconds, seconds)
  end

  def self.__made(seconds, offset)
    RubyLibrary.refuse('a date before 1582-10-15') if seconds < -12_219_292_800 + 86_400
    made = RubyLibrary.allocate(self)
    made.__fill(seconds, offset)
    made
  end

  def self.now
    Time.now.floor.to_datetime
  end

  def self.parse(text, *more)
    RubyLibrary.refuse('DateTime.parse with more than a text') unless more.empty?
    raise Date::Error, 'invalid date' if text.strip.empty?

    parts = RubyCalendar.parse(text)
    RubyLibrary.refuse("DateTime.parse of such a text (#{text})") if parts.nil?
    __from(parts)
  end

  def self.iso8601(text)
    parts = text =~ /\A\s*\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)?)?\s*\z/ ? RubyCalendar.parse(text) : nil
    RubyLibrary.refuse("DateTime.iso8601 of such a text (#{text})") if parts.nil?
    __from(parts)
  end

  def self.strptime(text, format = '%FT%T%z')
    parts = RubyCalendar.strptime(text, format)
    raise Date::Error, 'invalid date' if parts.nil?

    RubyLibrary.refuse('DateTime.strptime without a date') if parts[:year].nil? || parts[:yday] || parts[:epoch]
    __from({ month: 1, day: 1 }.merge(parts))
  end

  def self.__from(parts)
    RubyLibrary.refuse('parts of seconds in a DateTime') unless parts[:nanosecond] == 0
    new(parts[:year], parts[:month], parts[:day], parts[:hour] || 0, parts[:minute], parts[:second], parts[:zone] || 0)
  end

  def __fill(seconds, offset)
    @seconds = seconds
    @offset = offset
    @days = (seconds + offset).div(86_400)
  end

  def __epoch
    @seconds
  end

  def hour
    (@seconds + @offset) % 86_400 / 3600
  end

  def minute
    (@seconds + @offset) % 3600 / 60
  end
  alias min minute

  def second
    (@seconds + @offset) % 60
  end
  alias sec second

  def nsec
    0
  end
  private :nsec

  def utc_offset
    @offset
  end
  private :utc_offset

  def zone
    RubyCalendar.offset(@offset)
  end

  def offset
    Rational.__made(@offset, 86_400)
  end

  def new_offset(offset = 0)
    seconds = ['Z', 'UTC', 'GMT', 0].include?(offset) ? 0 : RubyCalendar.seconds(offset.to_s)
    RubyLibrary.refuse("the offset #{offset.inspect}") if seconds.nil?
    DateTime.__made(@seconds, seconds)
  end

  def +(other)
    DateTime.__made(@seconds + __of_days(other), @offset)
  end

  def -(other)
    return Rational.__made(@seconds - other.__epoch, 86_400) if other.is_a?(DateTime)

    RubyLibrary.refuse('a difference to such a time') if other.is_a?(Date)
    DateTime.__made(@seconds - __of_days(other), @offset)
  end

  def __of_days(count)
    return count * 86_400 if count.is_a?(Integer)

    seconds = count.is_a?(Rational) ? count * 86_400 : nil
    RubyLibrary.refuse('a part of a second') if seconds.nil? || seconds.denominator != 1
    seconds.numerator
  end

  def >>(other)
    date = Date.__made(@days) >> other
    DateTime.__made(date.__days * 86_400 + (@seconds + @offset) % 86_400 - @offset, @offset)
  end

  def <=>(other)
    return @seconds <=> other.__epoch if other.is_a?(DateTime)

    RubyLibrary.refuse('a comparison of a DateTime with a date or a number') if other.is_a?(Date) || other.is_a?(Numeric)
    nil
  end

  def strftime(format = '%FT%T%:z')
    RubyCalendar.strftime(RubyMoment.new(self, @offset), format)
  end

  def to_s
    strftime('%Y-%m-%dT%H:%M:%S%:z')
  end

  def iso8601(digits = 0)
    RubyLibrary.refuse('DateTime#iso8601 with digits') unless digits == 0
    to_s
  end
  alias xmlschema iso8601
  alias rfc3339 iso8601

  def inspect
    of_day = @seconds % 86_400
    "#<DateTime: #{self} ((#{@seconds.div(86_400) + 2_440_588}j,#{of_day}s,0n),#{format('%+d', @offset)}s,2299161j)>"
  end

  def httpdate
    new_offset(0).strftime('%a, %d %b %Y %H:%M:%S GMT')
  end

  def to_time
    Time.at(@seconds).localtime(@offset)
  end

  def to_date
    Date.__made(@days)
  end

  def to_datetime
    self
  end

  def dup
    DateTime.__made(@seconds, @offset)
  end
  alias clone dup
end

# A moment with all parts that its texts have.
class RubyMoment < RubyDay
  def initialize(moment, offset)
    @date = moment
    @offset = offset
  end

  def hour
    @date.hour
  end

  def min
    @date.min
  end

  def sec
    @date.sec
  end

  def utc_offset
    @offset
  end

  def zone
    @date.zone
  end
end
