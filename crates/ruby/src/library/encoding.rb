# `Encoding`: the encodings of strings.
class Encoding
  attr_reader :name
  alias to_s name

  def self.__made(name)
    made = RubyLibrary.allocate(self)
    made.__fill(name)
    made
  end

  def __fill(name)
    @name = name
  end

  def inspect
    "#<Encoding:#{name}>"
  end

  def ascii_compatible?
    !@name.start_with?('UTF-16')
  end

  ASCII_8BIT = __made('ASCII-8BIT')
  BINARY = ASCII_8BIT
  ISO_8859_1 = __made('ISO-8859-1')
  US_ASCII = __made('US-ASCII')
  ASCII = US_ASCII
  UTF_16BE = __made('UTF-16BE')
  UTF_16LE = __made('UTF-16LE')
  UTF_8 = __made('UTF-8')

  def self.default_external
    RubyLibrary.refuse('Encoding.default_external')
  end
end
