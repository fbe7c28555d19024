# Days of the Gregorian calendar and their texts, for `Time`, `Date` and `DateTime`.
module RubyCalendar
  MONTHS = %w[January February March April May June July August September October November December].freeze
  DAYS = %w[Sunday Monday Tuesday Wednesday Thursday Friday Saturday].freeze
  SHORT_MONTHS = %w[jan feb mar apr may jun jul aug sep oct nov dec].freeze

  # Questions about `wday`.
  module Weekdays
    def sunday?
      wday == 0
    end

    def monday?
      wday == 1
    end

    def tuesday?
      wday == 2
    end

    def wednesday?
      wday == 3
    end

    def thursday?
      wday == 4
    end

    def friday?
      wday == 5
    end

    def saturday?
      wday == 6
    end
  end

  # Days since 1970-01-01.
  def self.days(year, month, day)
    year -= 1 if month <= 2
    era = year.div(400)
    of_era = year - era * 400
    of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
  end

  # Year, month and day.
  def self.civil(days)
    days += 719_468
    era = days.div(146_097)
    of_era = days - era * 146_097
    year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365
    of_year = of_era - (365 * year + year / 4 - year / 100)
    month = (5 * of_year + 2) / 153
    day = of_year - (153 * month + 2) / 5 + 1
    month += month < 10 ? 3 : -9
    [year + era * 400 + (month <= 2 ? 1 : 0), month, day]
  end

  def self.leap?(year)
    (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
  end

  def self.length(year, month)
    return leap?(year) ? 29 : 28 if month == 2

    [4, 6, 9, 11].include?(month) ? 30 : 31
  end

  def self.wday(days)
    (days + 4) % 7
  end

  def self.yday(days, year)
    days - days(year, 1, 1) + 1
  end

  # Year and number of the week of ISO 8601.
  def self.week(days)
    thursday = days - (wday(days) + 6) % 7 + 3
    year = civil(thursday)[0]
    [year, (thursday - days(year, 1, 1)) / 7 + 1]
  end

  # The number of a month from its name; none without one.
  def self.month(name)
    index = SHORT_MONTHS.index(name.to_s.downcase[0, 3])
    index && index + 1
  end

  # `+01:00`
  def self.offset(seconds, colons = 1)
    sign = seconds < 0 ? '-' : '+'
    hours, rest = seconds.abs.divmod(3600)
    minutes, seconds = rest.divmod(60)
    case colons
    when 0 then format('%s%02d%02d', sign, hours, minutes)
    when 1 then format('%s%02d:%02d', sign, hours, minutes)
    else format('%s%02d:%02d:%02d', sign, hours, minutes, seconds)
    end
  end

  # Seconds of an offset such as `+01:00`; none for another text.
  def self.seconds(text)
    found = /\A([+-])(\d\d):?(\d\d)(?::?(\d\d))?\z/.match(text)
    return nil unless found
    return nil if found[2].to_i > 23 || found[3].to_i > 59 || found[4].to_i > 59

    seconds = found[2].to_i * 3600 + found[3].to_i * 60 + found[4].to_i
    found[1] == '-' ? -seconds : seconds
  end

  # Parts of a date and time, from the forms of texts that leave no doubt; none for others.
  def self.parse(text)
    text = text.strip
    zone = '\s*(?:(Z|UTC|GMT|[+-]\d\d:?\d\d))?'
    clock = '(\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?'
    if (it = /\A(\d{4})-(\d\d?)-(\d\d?)(?:(?:[Tt]|\s+)#{clock}#{zone})?\z/.match(text)) ||
       (it = %r{\A(\d{4})/(\d\d?)/(\d\d?)(?:\s+#{clock}#{zone})?\z}.match(text))
      parts(it[1], it[2].to_i, it[3], it[4], it[5], it[6], it[7], it[8])
    elsif (it = /\A(\d{4})(\d\d)(\d\d)(?:[Tt](\d\d)(\d\d)(?:(\d\d)(?:[.,](\d+))?)?(Z|[+-]\d\d:?\d\d)?)?\z/.match(text))
      parts(it[1], it[2].to_i, it[3], it[4], it[5], it[6], it[7], it[8])
    elsif (it = /\A(?:(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)\s+)?([A-Z][a-z]{2})\s+(\d\d?)\s+#{clock}(?:\s+(Z|UTC|GMT|[+-]\d\d:?\d\d))?\s+(\d{4})(?:\s+(Z|UTC|GMT|[+-]\d\d:?\d\d))?\z/.match(text))
      month(it[1]) && parts(it[8], month(it[1]), it[2], it[3], it[4], it[5], it[6], it[7] || it[9])
    else
      parse_words(text.ascii_only? ? text.downcase : '')
    end
  end

  # The same of a text in small letters that names the month.
  def self.parse_words(text)
    week = '(?:(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?,?\s+)?'
    day = '(\d\d?)(?:st|nd|rd|th)?'
    names = MONTHS.map { |it| it.downcase }
    word = "((?:#{names.join('|')}|sept|#{SHORT_MONTHS.join('|')})\\.?)"
    clock = '(?:\s+(\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s*([ap]m)?\s*(?:(z|utc|gmt|[+-]\d\d:?\d\d))?)?'
    plain = word.sub('\\.?', '')
    if (it = /\A#{week}#{day}\s+#{word}(?:,\s*|\s+)(\d{4})#{clock}\z/.match(text)) ||
       (it = %r{\A#{week}(\d\d?)-#{plain}-(\d{4})#{clock}\z}.match(text)) || (it = %r{\A#{week}(\d\d?)/#{plain}/(\d{4})#{clock}\z}.match(text))
      named(it[3], it[2], it[1], it[4], it[5], it[6], it[7], it[8], it[9])
    elsif (it = /\A#{week}#{word}\s+#{day}(?:\s*,\s*|\s+)(\d{4})#{clock}\z/.match(text))
      named(it[3], it[1], it[2], it[4], it[5], it[6], it[7], it[8], it[9])
    elsif (it = %r{\A(\d{4})(?:-#{plain}-|/#{plain}/|\s+#{plain}\s+)(\d\d?)#{clock}\z}.match(text))
      named(it[1], it[2] || it[3] || it[4], it[5], it[6], it[7], it[8], it[9], it[10], it[11])
    end
  end

  def self.named(year, name, day, hour, minute, second, fraction, half, zone)
    if half
      return nil unless hour.to_i.between?(1, 12)

      hour = hour.to_i % 12 + (half == 'pm' ? 12 : 0)
    end
    parts(year, month(name), day, hour, minute, second, fraction, zone && zone.upcase)
  end

  def self.parts(year, month, day, hour, minute, second, fraction, zone)
    nanoseconds = fraction ? fraction[0, 9].ljust(9, '0').to_i : 0
    return nil if fraction && fraction.length > 9

    { year: year.to_i, month: month, day: day.to_i, hour: hour && hour.to_i, minute: minute.to_i, second: second.to_i,
      nanosecond: nanoseconds, zone: zone }
  end

  # The parts of a text by a format; none where the text differs from it. More text may follow.
  def self.strptime(text, format)
    parts = { hour: nil, minute: 0, second: 0, nanosecond: 0, zone: nil }
    names = []
    format = format.gsub('%F', '%Y-%m-%d').gsub('%T', '%H:%M:%S').gsub('%R', '%H:%M').gsub('%D', '%m/%d/%y')
    pattern = Regexp.escape(format).gsub('\\-', '-').gsub('\\ ', '\s*').gsub(/%(.)/) do
      names << $1
      case $1
      when 'Y' then $' =~ /\A(?:\d|%[CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy\d])/ ? '([+-]?\d{1,4})' : '([+-]?\d+)'
      when 'm', 'd', 'e', 'H', 'k', 'I', 'l', 'M', 'S', 'y' then '\s?(\d{1,2})'
      when 'j' then '(\d{1,3})'
      when 'b', 'B', 'h' then '([A-Za-z]{3,})'
      when 'a', 'A' then '([A-Za-z]{3,})'
      when 'p', 'P' then '([AaPp][Mm])'
      when 'L', 'N' then '(\d{1,9})'
      when 's' then '(-?\d+)'
      when 'z', 'Z' then '(Z|UTC|GMT|[+-]\d\d:?\d\d)'
      when '%' then '(%)'
      else RubyLibrary.refuse("strptime with %#{$1}")
      end
    end
    found = Regexp.new("\\A#{pattern}").match(text)
    return nil unless found

    names.each_with_index do |name, index|
      value = found[index + 1]
      case name
      when 'Y' then parts[:year] = value.to_i
      when 'y' then parts[:year] = value.to_i + (value.to_i < 69 ? 2000 : 1900)
      when 'm' then parts[:month] = value.to_i
      when 'b', 'B', 'h'
        return nil unless month(value)

        parts[:month] = month(value)
      when 'd', 'e' then parts[:day] = value.to_i
      when 'j' then parts[:yday] = value.to_i
      when 'H', 'k', 'I', 'l' then parts[:hour] = value.to_i
      when 'M' then parts[:minute] = value.to_i
      when 'S' then parts[:second] = value.to_i
      when 'L', 'N' then parts[:nanosecond] = value.ljust(9, '0').to_i
      when 'p', 'P' then parts[:half] = value.downcase
      when 's' then parts[:epoch] = value.to_i
      when 'z', 'Z' then parts[:zone] = value
      end
    end
    fits = (parts[:month] || 1).between?(1, 12) && (parts[:day] || 1).between?(1, 31) && (parts[:yday] || 1).between?(1, 366)
    fits &&= (parts[:hour] || 0).between?(0, parts[:half] ? 12 : 24) && parts[:minute] < 60 && parts[:second] <= 60
    return nil unless fits

    parts[:hour] = parts[:hour] % 12 + (parts[:half] == 'pm' ? 12 : 0) if parts[:half] && parts[:hour]
    parts
  end

  def self.padded(number, width, fill, flags, given)
    return number.to_s if flags.include?('-')

    fill = ' ' if flags.include?('_')
    fill = '0' if flags.include?('0')
    width = given unless given.nil?
    sign = number < 0 ? '-' : ''
    digits = number.abs.to_s
    return (sign + digits).rjust(width) if fill == ' '

    sign + digits.rjust(width - sign.length, '0')
  end

  def self.worded(text, flags, given, changed = nil)
    text = text.upcase if flags.include?('^')
    if flags.include?('#')
      RubyLibrary.refuse('strftime with such a flag #') if changed.nil?
      text = changed
    end
    given.nil? ? text : text.rjust(given, flags.include?('0') ? '0' : ' ')
  end

  # `strftime` of something that has the parts of a time.
  def self.strftime(it, format)
    if format =~ /%[-0^#_:]*\d*[EO]?\z/ && format.gsub('%%', '') =~ /%[-0^#_:]*\d*[EO]?\z/
      RubyLibrary.refuse('strftime with an incomplete format') unless it.is_a?(Time)
      raise ArgumentError, "invalid format: #{format}"
    end
    format.gsub(/%([-0^#_:]*)(\d*)([EO]?)([a-zA-Z%+])/) do
      whole, flags, letter = $&, $1, $4
      given = $2.empty? ? nil : $2.to_i
      RubyLibrary.refuse("strftime with #{whole}") if !$3.empty? || (given && given > 1000) || (flags.include?(':') && letter != 'z')
      number = lambda { |value, width, fill = '0'| padded(value, width, fill, flags, given) }
      word = lambda { |value, changed = nil| worded(value, flags, given, changed) }
      case letter
      when 'Y' then number.call(it.year, it.year < 0 ? 5 : 4)
      when 'C' then number.call(it.year.div(100), 2)
      when 'y' then number.call(it.year % 100, 2)
      when 'm' then number.call(it.month, 2)
      when 'B' then word.call(MONTHS[it.month - 1], MONTHS[it.month - 1].upcase)
      when 'b', 'h' then word.call(MONTHS[it.month - 1][0, 3], MONTHS[it.month - 1][0, 3].upcase)
      when 'd' then number.call(it.day, 2)
      when 'e' then number.call(it.day, 2, ' ')
      when 'j' then number.call(it.yday, 3)
      when 'H' then number.call(it.hour, 2)
      when 'k' then number.call(it.hour, 2, ' ')
      when 'I' then number.call((it.hour + 11) % 12 + 1, 2)
      when 'l' then number.call((it.hour + 11) % 12 + 1, 2, ' ')
      when 'M' then number.call(it.min, 2)
      when 'S' then number.call(it.sec, 2)
      when 'L', 'N'
        RubyLibrary.refuse("strftime with #{whole}") unless flags.empty?
        digits = format('%09d', it.nsec)
        width = given || (letter == 'L' ? 3 : 9)
        digits[0, width].ljust(width, '0')
      when 'z'
        RubyLibrary.refuse("strftime with #{whole}") unless given.nil? && flags.delete(':').empty?
        offset(it.utc_offset, flags.length)
      when 'Z' then word.call(it.zone.to_s, it.zone.to_s.downcase)
      when 'A' then word.call(DAYS[it.wday], DAYS[it.wday].upcase)
      when 'a' then word.call(DAYS[it.wday][0, 3], DAYS[it.wday][0, 3].upcase)
      when 'u' then number.call((it.wday + 6) % 7 + 1, 1)
      when 'w' then number.call(it.wday, 1)
      when 'G' then number.call(week(it.__days)[0], 4)
      when 'g' then number.call(week(it.__days)[0] % 100, 2)
      when 'V' then number.call(week(it.__days)[1], 2)
      when 'U' then number.call((it.yday + 6 - it.wday) / 7, 2)
      when 'W' then number.call((it.yday + 6 - (it.wday + 6) % 7) / 7, 2)
      when 's' then number.call(it.__epoch, 1)
      when 'p' then word.call(it.hour < 12 ? 'AM' : 'PM', it.hour < 12 ? 'am' : 'pm')
      when 'P' then word.call(it.hour < 12 ? 'am' : 'pm')
      when 'n' then "\n"
      when 't' then "\t"
      when '%' then '%'
      when 'c' then word.call(strftime(it, '%a %b %e %H:%M:%S %Y'))
      when 'D', 'x' then word.call(strftime(it, '%m/%d/%y'))
      when 'F' then word.call(strftime(it, '%Y-%m-%d'))
      when 'T', 'X' then word.call(strftime(it, '%H:%M:%S'))
      when 'R' then word.call(strftime(it, '%H:%M'))
      when 'r' then word.call(strftime(it, '%I:%M:%S %p'))
      when 'v' then word.call(strftime(it, it.is_a?(Time) ? '%e-%^b-%Y' : '%e-%^b-%Y'))
      when '+' then it.is_a?(Time) ? whole : word.call(strftime(it, '%a %b %e %H:%M:%S %Z %Y'))
      else whole
      end
    end
  end
end
