# `Date`, as far as it is covered: days since 1970, of the Gregorian calendar. Older dates are Julian in Ruby, and refused.
class Date
  include Comparable
  include RubyCalendar::Weekdays

  class Error < ArgumentError
  end

  MONTHNAMES = [nil] + RubyCalendar::MONTHS
  ABBR_MONTHNAMES = [nil] + RubyCalendar::MONTHS.map { |it| it[0, 3] }
  DAYNAMES = RubyCalendar::DAYS
  ABBR_DAYNAMES = RubyCalendar::DAYS.map { |it| it[0, 3] }

  def self.new(year = -4712, month = 1, day = 1)
    __made(__day(year, month, day))
  end

  def self.civil(*parts)
    new(*parts)
  end

  def self.__made(days)
    RubyLibrary.refuse('a date before 1582-10-15') if days < -141_427
    made = RubyLibrary.allocate(self)
    made.__fill(days)
    made
  end

  # The number of a day; none for one that does not exist.
  def self.__number(year, month, day)
    RubyLibrary.refuse('such parts of a date') unless year.is_a?(Integer) && month.is_a?(Integer) && day.is_a?(Integer)
    RubyLibrary.refuse('a date before 1582-10-15') if year < 1583
    RubyLibrary.refuse('such a year') if year > 99_999
    month += 13 if month < 0
    return nil unless month.between?(1, 12)

    length = RubyCalendar.length(year, month)
    day += length + 1 if day < 0
    day.between?(1, length) ? RubyCalendar.days(year, month, day) : nil
  end

  def self.__day(year, month, day)
    __number(year, month, day) || raise(Error, 'invalid date')
  end

  def self.valid_date?(year, month, day)
    !__number(year, month, day).nil?
  end

  def self.valid_civil?(year, month, day)
    valid_date?(year, month, day)
  end

  def self.leap?(year)
    RubyCalendar.leap?(year)
  end

  def self.gregorian_leap?(year)
    RubyCalendar.leap?(year)
  end

  def self.today
    Time.now.to_date
  end

  def self.ordinal(year, yday = 1)
    yday += (leap?(year) ? 367 : 366) if yday < 0
    raise Error, 'invalid date' unless yday.between?(1, leap?(year) ? 366 : 365)

    __made(__day(year, 1, 1) + yday - 1)
  end

  def self.commercial(year, week = 1, day = 1)
    RubyLibrary.refuse('such a week') unless week > 0 && day.between?(1, 7)
    fourth = __day(year, 1, 4)
    days = fourth - (RubyCalendar.wday(fourth) + 6) % 7 + (week - 1) * 7 + day - 1
    raise Error, 'invalid date' unless RubyCalendar.week(days) == [year, week]

    __made(days)
  end

  def self.jd(number)
    RubyLibrary.refuse('such a day') unless number.is_a?(Integer)
    __made(number - 2_440_588)
  end

  def self.parse(text, *more)
    RubyLibrary.refuse('Date.parse with more than a text') unless more.empty?
    raise TypeError, "no implicit conversion of #{text.nil? ? 'nil' : text.class} into String" unless text.is_a?(String)
    raise Error, 'invalid date' if text.strip.empty?

    parts = RubyCalendar.parse(text)
    RubyLibrary.refuse("Date.parse of such a text (#{text})") if parts.nil?
    new(parts[:year], parts[:month], parts[:day])
  end

  def self.iso8601(text)
    it = /\A\s*(\d{4})-(\d\d)-(\d\d)\s*\z/.match(text) || /\A\s*(\d{4})(\d\d)(\d\d)\s*\z/.match(text)
    RubyLibrary.refuse("Date.iso8601 of such a text (#{text})") if it.nil?
    new(it[1].to_i, it[2].to_i, it[3].to_i)
  end

  def self.strptime(text, format = '%F')
    parts = RubyCalendar.strptime(text, format)
    raise Error, 'invalid date' if parts.nil?

    RubyLibrary.refuse('Date.strptime without a year') if parts[:year].nil?
    return ordinal(parts[:year], parts[:yday]) if parts[:yday]

    RubyLibrary.refuse('Date.strptime without a month') if parts[:month].nil?
    new(parts[:year], parts[:month], parts[:day] || 1)
  end

  def __fill(days)
    @days = days
  end

  def __days
    @days
  end

  def __epoch
    @days * 86_400
  end

  def year
    RubyCalendar.civil(@days)[0]
  end

  def month
    RubyCalendar.civil(@days)[1]
  end
  alias mon month

  def day
    RubyCalendar.civil(@days)[2]
  end
  alias mday day

  def wday
    RubyCalendar.wday(@days)
  end

  def yday
    RubyCalendar.yday(@days, year)
  end

  def cwday
    (wday + 6) % 7 + 1
  end

  def cweek
    RubyCalendar.week(@days)[1]
  end

  def cwyear
    RubyCalendar.week(@days)[0]
  end

  def jd
    @days + 2_440_588
  end

  def mjd
    @days + 40_587
  end

  def ld
    @days + 141_428
  end

  def leap?
    RubyCalendar.leap?(year)
  end

  def +(other)
    return self.class.__made(@days + other) if other.is_a?(Integer)
    raise TypeError, 'expected numeric' if other.nil? || other.is_a?(String)

    RubyLibrary.refuse('a part of a day')
  end

  def -(other)
    return self.class.__made(@days - other) if other.is_a?(Integer)
    raise TypeError, 'expected numeric' if other.nil? || other.is_a?(String)

    RubyLibrary.refuse('a difference to such a time') if !other.is_a?(Date) || other.is_a?(DateTime)
    Rational.__made(@days - other.__days, 1)
  end

  def >>(other)
    RubyLibrary.refuse('a part of a month') unless other.is_a?(Integer)
    year, month, day = RubyCalendar.civil(@days)
    index = year * 12 + month - 1 + other
    year, month = index.divmod(12)
    self.class.__made(RubyCalendar.days(year, month + 1, [day, RubyCalendar.length(year, month + 1)].min))
  end

  def <<(other)
    self >> -other
  end

  def next_day(count = 1)
    self + count
  end

  def prev_day(count = 1)
    self - count
  end

  def next_month(count = 1)
    self >> count
  end

  def prev_month(count = 1)
    self << count
  end

  def next_year(count = 1)
    self >> (count * 12)
  end

  def prev_year(count = 1)
    self << (count * 12)
  end

  def next
    next_day
  end
  alias succ next

  def <=>(other)
    return @days <=> other.__days if other.is_a?(Date) && !other.is_a?(DateTime)

    RubyLibrary.refuse('a comparison of a date with a time or a number') if other.is_a?(DateTime) || other.is_a?(Numeric)
    nil
  end

  def ==(other)
    (self <=> other) == 0
  end

  def ===(other)
    self == other
  end

  def eql?(other)
    other.is_a?(Date) && self == other
  end

  def hash
    RubyLibrary.refuse('Date#hash')
  end

  def step(limit, by = 1)
    RubyLibrary.refuse('Date#step without a block') unless block_given?
    at = self
    while by > 0 ? at <= limit : at >= limit
      yield at
      at += by
    end
    self
  end

  def upto(last, &block)
    step(last, 1, &block)
  end

  def downto(last, &block)
    step(last, -1, &block)
  end

  def strftime(format = '%F')
    RubyCalendar.strftime(RubyDay.new(self), format)
  end

  def to_s
    strftime('%Y-%m-%d')
  end
  alias iso8601 to_s
  alias xmlschema to_s

  def inspect
    "#<Date: #{self} ((#{jd}j,0s,0n),+0s,2299161j)>"
  end

  def ctime
    strftime('%a %b %e %H:%M:%S %Y')
  end
  alias asctime ctime

  def httpdate
    strftime('%a, %d %b %Y %H:%M:%S GMT')
  end

  def rfc3339
    strftime('%Y-%m-%dT%H:%M:%S+00:00')
  end

  def to_date
    self
  end

  def to_time
    Time.local(year, month, day)
  end

  def to_datetime
    DateTime.new(year, month, day)
  end

  def dup
    self.class.__made(@days)
  end
  alias clone dup
end

# A day with the parts of a time that its texts have.
class RubyDay
  def initialize(date)
    @date = date
  end

  def year
    @date.year
  end

  def month
    @date.month
  end

  def day
    @date.day
  end

  def wday
    @date.wday
  end

  def yday
    @date.yday
  end

  def hour
    0
  end

  def min
    0
  end

  def sec
    0
  end

  def nsec
    0
  end

  def utc_offset
    0
  end

  def zone
    '+00:00'
  end

  def __days
    @date.__days
  end

  def __epoch
    @date.__epoch
  end
end
