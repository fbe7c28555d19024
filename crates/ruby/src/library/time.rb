# `Time`, as far as it is covered: nanoseconds since 1970. The clock and the zone of the machine are outside.
class Time
  include Comparable
  include RubyCalendar::Weekdays

  def self.now(**options)
    RubyLibrary.refuse('Time.now in another zone') unless options.empty?
    __made(RubyLibrary.now, true, :local)
  end

  def self.at(time, more = nil, unit = :microsecond, **options)
    RubyLibrary.refuse('such options of Time.at') unless (options.keys - [:in]).empty?
    if time.is_a?(Time)
      RubyLibrary.refuse('Time.at of a time and more') unless more.nil?
      made = time.dup
    else
      ns, exact = __nanoseconds(time)
      unless more.nil?
        factor = { microsecond: 1000, usec: 1000, millisecond: 1_000_000, nsec: 1, nanosecond: 1 }[unit]
        RubyLibrary.refuse('such a unit of Time.at') if factor.nil? || !more.is_a?(Integer)
        ns += more * factor
      end
      made = __made(ns, exact, :local)
    end
    options.key?(:in) ? made.localtime(options[:in]) : made
  end

  def self.utc(*parts)
    __made(__from(parts) * 1_000_000_000 + __micro(parts), true, :utc)
  end

  def self.gm(*parts)
    utc(*parts)
  end

  def self.local(*parts)
    __made((__from(parts) - RubyLibrary.local_offset(__from(parts))) * 1_000_000_000 + __micro(parts), true, :local)
  end

  def self.mktime(*parts)
    local(*parts)
  end

  def self.new(*parts, **options)
    return now(**options) if parts.empty?

    RubyLibrary.refuse('Time.new of a text') if parts.length == 1 && parts[0].is_a?(String)
    RubyLibrary.refuse('such options of Time.new') unless (options.keys - [:in]).empty?
    zone = options.key?(:in) ? options[:in] : parts[6]
    return local(*parts.first(6)) if zone.nil?

    offset = __zone(zone)
    local = __from(parts.first(6))
    __made((local - (offset == :utc ? 0 : offset)) * 1_000_000_000 + __fraction(parts[5]), true, offset)
  end

  def self.parse(text, now = nil)
    RubyLibrary.refuse('Time.parse with a time') unless now.nil?
    raise TypeError, "no implicit conversion of #{text.nil? ? 'nil' : text.class} into String" unless text.is_a?(String)
    raise ArgumentError, "no time information in #{text.inspect}" if text.strip.empty?

    parts = RubyCalendar.parse(text)
    RubyLibrary.refuse("Time.parse of such a text (#{text})") if parts.nil?
    __from_parts(parts)
  end

  def self.iso8601(text)
    it = /\A\s*(-?\d+)-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d(?::?\d\d)?)?\s*\z/i.match(text)
    RubyLibrary.refuse("Time.iso8601 of such a text (#{text})") if it.nil? || (it[8] && it[8].length == 3)
    __from_parts(RubyCalendar.parts(it[1], it[2].to_i, it[3], it[4], it[5], it[6], it[7], it[8] && it[8].upcase))
  end

  def self.xmlschema(text)
    iso8601(text)
  end

  def self.strptime(text, format)
    parts = RubyCalendar.strptime(text, format)
    raise ArgumentError, "invalid date or strptime format - `#{text}' `#{format}'" if parts.nil?
    return at(parts[:epoch]) if parts[:epoch]

    RubyLibrary.refuse('Time.strptime without a date') if parts[:year].nil?
    if parts[:yday]
      RubyLibrary.refuse('Time.strptime with a day of the year')
    end
    __from_parts({ month: 1, day: 1 }.merge(parts))
  end

  def self.__from_parts(parts)
    list = [parts[:year], parts[:month], parts[:day], parts[:hour] || 0, parts[:minute], parts[:second]]
    zone = parts[:zone]
    made = if zone.nil?
             local(*list)
           elsif ['Z', 'UTC', '-00:00', '-0000'].include?(zone)
             utc(*list)
           else
             # The zone of the machine where its offset is the same.
             new(*list, zone == 'GMT' ? 0 : zone).__near
           end
    made.__add(parts[:nanosecond])
  end

  def self.__made(nanoseconds, exact, offset)
    made = RubyLibrary.allocate(self)
    made.__fill(nanoseconds, exact, offset)
    made
  end

  # Nanoseconds of a number, and whether they are all of it.
  def self.__nanoseconds(number)
    case number
    when Integer then [number * 1_000_000_000, true]
    when Float
      raise FloatDomainError, number.to_s if number.nan? || number.infinite?

      scaled = (number * 2.0**200).floor * 1_000_000_000
      [scaled >> 200, scaled & ((1 << 200) - 1) == 0]
    when nil then raise TypeError, "can't convert NilClass into an exact number"
    when String then raise TypeError, "can't convert String into an exact number"
    else RubyLibrary.refuse('such a number of seconds')
    end
  end

  def self.__fraction(second)
    second.is_a?(Float) ? __nanoseconds(second - second.floor)[0] : 0
  end

  def self.__micro(parts)
    return __fraction(parts[5]) if parts[6].nil?

    RubyLibrary.refuse('such microseconds') unless parts[6].is_a?(Integer)
    parts[6] * 1000
  end

  # Seconds of the parts of a time.
  def self.__from(parts)
    RubyLibrary.refuse('such parts of a time') if parts.empty? || parts.length > 7
    year, month, day, hour, minute, second = parts.each_with_index.map do |it, index|
      if it.nil?
        nil
      elsif index == 1 && it.is_a?(String) && it !~ /\A\d+\z/
        RubyCalendar.month(it) || raise(ArgumentError, "invalid value for Integer(): #{it.inspect}")
      elsif it.is_a?(String)
        RubyLibrary.refuse('such parts of a time') unless it =~ /\A\d+\z/
        it.to_i
      elsif it.is_a?(Float) && index == 5
        RubyLibrary.refuse('such parts of a time') unless __nanoseconds(it)[1]
        it.floor
      elsif it.is_a?(Integer)
        it
      else
        RubyLibrary.refuse('such parts of a time')
      end
    end
    month ||= 1
    day ||= 1
    hour ||= 0
    minute ||= 0
    second ||= 0
    raise ArgumentError, 'mon out of range' unless month.between?(1, 12)
    raise ArgumentError, 'argument out of range' unless day.between?(1, 31)
    raise ArgumentError, 'hour out of range' unless hour.between?(0, 24)
    raise ArgumentError, 'min out of range' unless minute.between?(0, hour == 24 ? 0 : 59)
    raise ArgumentError, 'sec out of range' unless second.between?(0, hour == 24 ? 0 : 60)

    RubyLibrary.refuse('such a year') unless year.between?(-9999, 99_999)
    RubyCalendar.days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
  end

  # An offset in seconds, or `:utc`.
  def self.__zone(zone)
    return zone if zone.is_a?(Integer) && zone.abs < 86_400
    return :utc if ['UTC', 'Z', '-00:00'].include?(zone)

    seconds = zone.is_a?(String) ? RubyCalendar.seconds(zone) : nil
    RubyLibrary.refuse("the time zone #{zone.inspect}") if seconds.nil?
    seconds
  end

  def __fill(nanoseconds, exact, offset)
    @ns = nanoseconds
    @exact = exact
    @offset = offset
  end

  def __near
    @near = true
    self
  end

  def __add(nanoseconds)
    @ns += nanoseconds
    self
  end

  # Its offset for another time.
  def __zone
    return @offset unless @near

    RubyLibrary.zone(__epoch)[0] == @offset ? :local : @offset
  end

  def __ns
    @ns
  end

  def __exact
    @exact
  end

  def __whole
    @exact ? @ns : RubyLibrary.refuse('fractions of nanoseconds')
  end

  def __epoch
    @ns.div(1_000_000_000)
  end

  def utc_offset
    case @offset
    when :utc then 0
    when :local then RubyLibrary.zone(__epoch)[0]
    else @offset
    end
  end
  alias gmt_offset utc_offset
  alias gmtoff utc_offset

  def zone
    case @offset
    when :utc then 'UTC'
    when :local then RubyLibrary.zone(__epoch)[1]
    else __zone == :local ? RubyLibrary.zone(__epoch)[1] : nil
    end
  end

  def utc?
    @offset == :utc
  end
  alias gmt? utc?

  def utc
    @near = false
    @offset = :utc
    self
  end
  alias gmtime utc

  def getutc
    Time.__made(@ns, @exact, :utc)
  end
  alias getgm getutc

  def localtime(zone = nil)
    @near = false
    @offset = zone.nil? ? :local : Time.__zone(zone)
    self
  end

  def getlocal(zone = nil)
    getutc.localtime(zone)
  end

  def __local
    __epoch + utc_offset
  end

  def __days
    __local.div(86_400)
  end

  def __civil
    RubyCalendar.civil(__days)
  end

  def year
    __civil[0]
  end

  def month
    __civil[1]
  end
  alias mon month

  def day
    __civil[2]
  end
  alias mday day

  def hour
    __local % 86_400 / 3600
  end

  def min
    __local % 3600 / 60
  end

  def sec
    __local % 60
  end

  def nsec
    @ns % 1_000_000_000
  end
  alias tv_nsec nsec

  def usec
    nsec / 1000
  end
  alias tv_usec usec

  def wday
    RubyCalendar.wday(__days)
  end

  def yday
    RubyCalendar.yday(__days, year)
  end

  def to_i
    __epoch
  end
  alias tv_sec to_i

  def to_f
    __whole % 1_000_000_000 == 0 ? to_i.to_f : __whole.to_f / 1_000_000_000.0
  end

  def +(other)
    raise TypeError, 'time + time?' if other.is_a?(Time)

    ns, exact = Time.__nanoseconds(other)
    Time.__made(__whole + ns, exact, __zone)
  end

  def -(other)
    if other.is_a?(Time)
      between = __whole - other.__whole
      return between % 1_000_000_000 == 0 ? (between / 1_000_000_000).to_f : between.to_f / 1_000_000_000.0
    end
    ns, exact = Time.__nanoseconds(other)
    RubyLibrary.refuse('fractions of nanoseconds') unless exact
    Time.__made(__whole - ns, true, __zone)
  end

  def <=>(other)
    other.is_a?(Time) ? __whole <=> other.__whole : nil
  end

  def ==(other)
    other.is_a?(Time) && __whole == other.__whole
  end

  def eql?(other)
    self == other
  end

  def hash
    RubyLibrary.refuse('Time#hash')
  end

  def round(digits = 0)
    RubyLibrary.refuse('Time#round to that many digits') unless digits.between?(0, 9)
    scale = 10**(9 - digits)
    Time.__made((__whole + scale / 2).div(scale) * scale, true, __zone)
  end

  def floor(digits = 0)
    RubyLibrary.refuse('Time#floor to that many digits') unless digits.between?(0, 9)
    scale = 10**(9 - digits)
    Time.__made(@ns.div(scale) * scale, true, __zone)
  end

  def strftime(format)
    RubyCalendar.strftime(self, format)
  end

  def to_s
    strftime(utc? ? '%Y-%m-%d %H:%M:%S UTC' : '%Y-%m-%d %H:%M:%S %z')
  end

  def inspect
    digits = __whole % 1_000_000_000 == 0 ? '' : ".#{format('%09d', nsec).sub(/0+\z/, '')}"
    strftime("%Y-%m-%d %H:%M:%S#{digits} #{utc? ? 'UTC' : '%z'}")
  end

  def iso8601(digits = 0)
    RubyLibrary.refuse('Time#iso8601 with that many digits') unless digits.between?(0, 9)
    fraction = digits == 0 ? '' : ".#{format('%09d', nsec)[0, digits]}"
    strftime("%Y-%m-%dT%H:%M:%S#{fraction}") + (utc? ? 'Z' : RubyCalendar.offset(utc_offset))
  end
  alias xmlschema iso8601

  def httpdate
    getutc.strftime('%a, %d %b %Y %H:%M:%S GMT')
  end

  def rfc2822
    strftime('%a, %d %b %Y %H:%M:%S ') + (utc? ? '-0000' : strftime('%z'))
  end
  alias rfc822 rfc2822

  def ctime
    strftime('%a %b %e %H:%M:%S %Y')
  end
  alias asctime ctime

  def to_a
    [sec, min, hour, day, month, year, wday, yday, isdst, zone]
  end

  def isdst
    RubyLibrary.refuse('Time#dst? of the zone of the machine') if __zone == :local
    false
  end
  alias dst? isdst

  def to_time
    self
  end

  def to_date
    Date.new(*__civil)
  end

  def to_datetime
    RubyLibrary.refuse('Time#to_datetime with fractions of seconds') unless nsec == 0
    DateTime.new(year, month, day, hour, min, sec, RubyCalendar.offset(utc_offset))
  end

  def dup
    Time.__made(@ns, @exact, __zone)
  end
  alias clone dup
end
