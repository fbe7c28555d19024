# `StringScanner` of Ruby's library, as far as it is covered. Places are bytes.
class StringScanner
  class Error < StandardError
  end

  attr_reader :string, :pos

  def initialize(string)
    TextsOfScanners unless string.is_a?(String)
    @string = string
    @pos = 0
    @match = nil
  end

  def string=(string)
    TextsOfScanners unless string.is_a?(String)
    @string = string
    reset
    string
  end

  def scan(pattern)
    __find(pattern, true, true) ? @match[0] : nil
  end

  def skip(pattern)
    __find(pattern, true, true) ? @match[0].bytesize : nil
  end

  def match?(pattern)
    __find(pattern, true, false) ? @match[0].bytesize : nil
  end

  def check(pattern)
    __find(pattern, true, false) ? @match[0] : nil
  end

  def scan_until(pattern)
    __find(pattern, false, true) ? "#{@match.pre_match}#{@match[0]}" : nil
  end

  def skip_until(pattern)
    __find(pattern, false, true) ? @match.pre_match.bytesize + @match[0].bytesize : nil
  end

  def check_until(pattern)
    __find(pattern, false, false) ? "#{@match.pre_match}#{@match[0]}" : nil
  end

  def exist?(pattern)
    __find(pattern, false, false) ? @match.pre_match.bytesize + @match[0].bytesize : nil
  end

  def getch
    scan(/./m)
  end

  def peek(length)
    @string.byteslice(@pos, length)
  end

  def eos?
    @pos >= @string.bytesize
  end

  def rest
    @string.byteslice(@pos, @string.bytesize)
  end

  def rest?
    !eos?
  end

  def rest_size
    @string.bytesize - @pos
  end

  def bol?
    @pos == 0 || @string.getbyte(@pos - 1) == 10
  end
  alias beginning_of_line? bol?

  def pos=(place)
    place += @string.bytesize if place < 0
    raise RangeError, 'index out of range' if place < 0 || place > @string.bytesize

    @pos = place
  end
  alias pointer pos
  alias pointer= pos=

  def reset
    @pos = 0
    @match = nil
    self
  end

  def terminate
    @pos = @string.bytesize
    @match = nil
    self
  end

  def unscan
    raise Error, 'unscan failed: previous match record not exist' unless @match

    @pos = @before
    @match = nil
    self
  end

  def matched
    @match ? @match[0] : nil
  end

  def matched?
    !@match.nil?
  end

  def matched_size
    @match ? @match[0].bytesize : nil
  end

  def [](group)
    @match ? @match[group] : nil
  end

  def captures
    @match ? @match.captures : nil
  end

  def size
    @match ? @match.size : nil
  end

  def pre_match
    @match ? @string.byteslice(0, @before + @match.pre_match.bytesize) : nil
  end

  def post_match
    @match ? @match.post_match : nil
  end

  def inspect
    TextsOfScanners
  end

  private

  def __find(pattern, anchored, advances)
    TextsAsPatterns unless pattern.is_a?(Regexp)
    @before = @pos
    @match = (anchored ? /\A#{pattern}/ : pattern).match(rest)
    return false unless @match

    @pos += @match.pre_match.bytesize + @match[0].bytesize if advances
    true
  end
end
