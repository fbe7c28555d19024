# `Pathname`, as far as it is covered.
class Pathname
  include Comparable

  def initialize(path)
    path = path.to_s if path.is_a?(Pathname)
    raise TypeError, "no implicit conversion of #{path.nil? ? 'nil' : path.class} into String" unless path.is_a?(String)
    raise ArgumentError, 'pathname contains null byte' if path.include?("\0")

    @path = path
  end

  def to_s
    @path.dup
  end
  alias to_path to_s

  def inspect
    "#<Pathname:#{@path}>"
  end

  def absolute?
    @path.start_with?('/')
  end

  def relative?
    !absolute?
  end

  def root?
    !@path.empty? && @path.delete('/').empty?
  end

  def ==(other)
    other.is_a?(Pathname) && @path == other.to_s
  end
  alias === ==
  alias eql? ==

  def <=>(other)
    other.is_a?(Pathname) ? @path.tr('/', "\0") <=> other.to_s.tr('/', "\0") : nil
  end

  def hash
    RubyLibrary.refuse('Pathname#hash')
  end

  def basename(*rest)
    Pathname.new(File.basename(@path, *rest))
  end

  def dirname
    Pathname.new(File.dirname(@path))
  end

  def extname
    File.extname(@path)
  end

  def parent
    self + '..'
  end

  def +(other)
    other = Pathname.new(other) unless other.is_a?(Pathname)
    Pathname.new(__plus(@path, other.to_s))
  end
  alias / +

  def join(*parts)
    return self if parts.empty?

    result = Pathname.new(parts.pop)
    return result if result.absolute?

    until parts.empty?
      result = Pathname.new(parts.pop) + result
      return result if result.absolute?
    end
    self + result
  end

  # The folder before the last name of a path, and that name; none without a name.
  def __chopped(path)
    base = File.basename(path)
    base =~ %r{\A/*\z} ? nil : [path[0, path.rindex(base)], base]
  end

  def __plus(first, second)
    prefix = second
    names = []
    while (chopped = __chopped(prefix))
      prefix, base = chopped
      names.unshift([prefix.length, base])
    end
    return second if prefix != ''

    prefix = first
    loop do
      names.shift while !names.empty? && names[0][1] == '.'
      chopped = __chopped(prefix)
      break if chopped.nil?

      prefix, base = chopped
      next if base == '.'
      if base == '..' || names.empty? || names[0][1] != '..'
        prefix += base
        break
      end
      names.shift
    end
    if __chopped(prefix).nil? && File.basename(prefix).include?('/')
      names.shift while !names.empty? && names[0][1] == '..'
    end
    if names.empty?
      prefix == '' ? '.' : __dir(prefix)
    else
      rest = second[names[0][0], second.length]
      prefix == '' ? rest : File.join(prefix, rest)
    end
  end

  def __dir(path)
    path =~ %r{\A(.*[^/])/+\z} ? $1 : path
  end

  def cleanpath
    names = []
    @path.split('/').each do |name|
      next if name == '' || name == '.'

      if name != '..'
        names << name
      elsif !names.empty? && names.last != '..'
        names.pop
      elsif !absolute?
        names << name
      end
    end
    text = names.join('/')
    Pathname.new(absolute? ? "/#{text}" : (text.empty? ? '.' : text))
  end

  def relative_path_from(base)
    base = Pathname.new(base) unless base.is_a?(Pathname)
    RubyLibrary.refuse('Pathname#relative_path_from of paths of two kinds') if base.absolute? != absolute?
    own = cleanpath.to_s.split('/').reject { |it| it.empty? || it == '.' }
    other = base.cleanpath.to_s.split('/').reject { |it| it.empty? || it == '.' }
    while !own.empty? && own.first == other.first
      own.shift
      other.shift
    end
    RubyLibrary.refuse('Pathname#relative_path_from of such a path') if other.include?('..')
    names = other.map { '..' } + own
    Pathname.new(names.empty? ? '.' : names.join('/'))
  end

  def each_filename(&block)
    RubyLibrary.refuse('Pathname#each_filename without a block') unless block
    @path.split('/').reject(&:empty?).each(&block)
    nil
  end

  def __ancestors
    all = [@path]
    path = @path
    while (chopped = __chopped(path))
      path = __dir(chopped[0])
      break if path.empty?

      all << path
    end
    all.map { |it| Pathname.new(it) }
  end

  def ascend(&block)
    RubyLibrary.refuse('Pathname#ascend without a block') unless block
    __ancestors.each(&block)
    nil
  end

  def descend(&block)
    RubyLibrary.refuse('Pathname#descend without a block') unless block
    __ancestors.reverse.each(&block)
    nil
  end

  def sub(*arguments, &block)
    Pathname.new(@path.sub(*arguments, &block))
  end

  def sub_ext(extension)
    ext = File.extname(@path)
    Pathname.new(@path.delete_suffix(ext) + extension)
  end

  def exist?
    File.exist?(@path)
  end

  def file?
    File.file?(@path)
  end

  def directory?
    File.directory?(@path)
  end

  def readable?
    File.readable?(@path)
  end

  def read
    File.read(@path)
  end

  def readlines
    File.readlines(@path)
  end

  def expand_path(*folder)
    Pathname.new(File.expand_path(@path, *folder))
  end
end
