# `StringIO` of Ruby's library: a string as a file. Places are bytes.
class StringIO
  include Enumerable

  def self.open(*given)
    made = new(*given)
    return made unless block_given?

    result = yield made
    made.close
    result
  end

  def self.ancestors
    RubyLibrary.refuse('ancestors of StringIO')
  end

  attr_accessor :lineno
  attr_reader :pos

  def initialize(string = nil, mode = nil)
    string = +'' if string.nil?
    RubyLibrary.refuse('StringIO.new of such a value') unless string.is_a?(String)
    @string = string
    @pos = 0
    @lineno = 0
    @reads = @writes = true
    @appends = false
    case mode
    when nil then @writes = !string.frozen?
    when 'r' then @writes = false
    when 'w', 'a', 'w+', 'a+', 'r+'
      RubyLibrary.refuse('StringIO.new of such a string') if string.frozen?
      @reads = mode.include?('+')
      @appends = mode.start_with?('a')
      string.replace('') if mode.start_with?('w')
    else RubyLibrary.refuse('StringIO.new with such a mode')
    end
    @opened = [@reads, @writes]
  end

  def string
    @string
  end

  def string=(string)
    initialize(string)
    string
  end

  def __readable
    raise IOError, 'not opened for reading' unless @reads
    RubyLibrary.refuse('StringIO of a string that is no UTF-8') unless @string.encoding == Encoding::UTF_8 && @string.valid_encoding?
  end

  def __writable
    raise IOError, 'not opened for writing' unless @writes
  end

  def __rest
    @pos >= @string.bytesize ? '' : @string.byteslice(@pos, @string.bytesize - @pos)
  end

  def write(*parts)
    __writable
    parts.sum { |part| __write(part.to_s) }
  end

  def __write(text)
    size = @string.bytesize
    @pos = size if @appends
    if @pos == size
      @string << text
    elsif @pos > size
      RubyLibrary.refuse('StringIO#write after the end')
    else
      after = @pos + text.bytesize
      @string.replace(@string.byteslice(0, @pos) + text + (after < size ? @string.byteslice(after, size - after) : ''))
      RubyLibrary.refuse('StringIO#write of a part of a letter') unless @string.valid_encoding?
    end
    @pos += text.bytesize
    text.bytesize
  end

  def <<(value)
    write(value)
    self
  end

  def print(*values)
    RubyLibrary.refuse('StringIO#print without arguments') if values.empty?
    write(*values)
    nil
  end

  def printf(*given)
    write(format(*given)) unless given.empty?
    nil
  end

  def puts(*values)
    __writable
    return __line('') && nil if values.empty?

    values.each { |value| value.is_a?(Array) ? value.flatten.each { |it| __line(it.to_s) } : __line(value.to_s) }
    nil
  end

  def __line(text)
    __write(text.end_with?("\n") ? text : "#{text}\n")
  end

  def read(length = nil, *more)
    RubyLibrary.refuse('StringIO#read into a string') unless more.empty?
    __readable
    if length.nil?
      text = __rest
      @pos = @string.bytesize if @pos < @string.bytesize
      return text
    end
    raise ArgumentError, "negative length #{length} given" if length < 0
    return +'' if length == 0
    return nil if @pos >= @string.bytesize

    text = @string.byteslice(@pos, length).b
    @pos += text.bytesize
    text
  end

  def getc
    __readable
    return nil if @pos >= @string.bytesize

    letter = __rest[0]
    @pos += letter.bytesize
    letter
  end

  def getbyte
    __readable
    byte = @string.getbyte(@pos)
    @pos += 1 if byte
    byte
  end

  def gets(separator = "\n", *more, chomp: false)
    RubyLibrary.refuse('StringIO#gets with a limit') unless more.empty? && (separator.nil? || separator.is_a?(String))
    __readable
    return nil if @pos >= @string.bytesize

    rest = __rest
    if separator == ''
      RubyLibrary.refuse('StringIO#gets of a paragraph') if chomp || rest.start_with?("\n")
      found = rest.index("\n\n")
      RubyLibrary.refuse('StringIO#gets of a paragraph') if found && rest[found + 2] == "\n"
      line = found ? rest[0, found + 2] : rest
      shown = line
    else
      found = separator && rest.index(separator)
      line = found ? rest[0, found + separator.length] : rest
      shown = chomp && separator ? (separator == "\n" ? line.chomp : line.delete_suffix(separator)) : line
    end
    @pos += line.bytesize
    @lineno += 1
    shown
  end

  def readline(*given, **options)
    gets(*given, **options) || raise(EOFError, 'end of file reached')
  end

  def each_line(*given, **options)
    unless block_given?
      lines = readlines(*given, **options)
      return lines.each
    end
    while (line = gets(*given, **options))
      yield line
    end
    self
  end

  def each(*given, **options, &block)
    each_line(*given, **options, &block)
  end

  def readlines(*given, **options)
    lines = []
    while (line = gets(*given, **options))
      lines << line
    end
    lines
  end

  def each_char
    RubyLibrary.refuse('StringIO#each_char without a block') unless block_given?
    while (letter = getc)
      yield letter
    end
    self
  end

  def each_byte
    RubyLibrary.refuse('StringIO#each_byte without a block') unless block_given?
    while (byte = getbyte)
      yield byte
    end
    self
  end

  def eof?
    __readable
    @pos >= @string.bytesize
  end
  alias eof eof?

  def rewind
    @pos = 0
    @lineno = 0
    0
  end

  def tell
    @pos
  end

  def pos=(place)
    RubyLibrary.refuse('StringIO#pos= of such a place') if place < 0

    @pos = place
  end

  def seek(place, whence = 0)
    RubyLibrary.refuse('StringIO#seek from another place') unless whence == 0 && place >= 0
    @pos = place
    0
  end

  def size
    @string.bytesize
  end

  def length
    @string.bytesize
  end

  def truncate(size)
    __writable
    RubyLibrary.refuse('StringIO#truncate to such a size') unless size == 0
    @string.replace('')
    0
  end

  def close
    @reads = @writes = false
    nil
  end

  def close_read
    raise IOError, 'closing non-duplex IO for reading' unless @reads

    @reads = false
    nil
  end

  def close_write
    raise IOError, 'closing non-duplex IO for writing' unless @writes

    @writes = false
    nil
  end

  def closed?
    !@reads && !@writes
  end

  def closed_read?
    !@reads
  end

  def closed_write?
    !@writes
  end

  def flush
    self
  end

  def binmode
    RubyLibrary.refuse('StringIO#binmode')
  end

  def fsync
    0
  end

  def sync
    true
  end

  def sync=(value)
    value
  end

  def tty?
    false
  end
  alias isatty tty?

  def fileno
    nil
  end

  def inspect
    RubyLibrary.refuse('the text of a StringIO, which has its address')
  end

  %i[ungetc ungetbyte reopen set_encoding external_encoding internal_encoding putc readchar readbyte sysread readpartial read_nonblock pread
     syswrite write_nonblock each_codepoint pid fcntl dup clone ancestors].each do |name|
    define_method(name) { |*| RubyLibrary.refuse("StringIO##{name}") }
  end
end
