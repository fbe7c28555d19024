# Shell words, as far as they are covered.
module Shellwords
  def self.shellsplit(line)
    words = []
    field = String.new
    line.scan(/\s*(?>([^\s\\\'\"]+)|'([^\']*)'|"((?:[^\"\\]|\\.)*)"|(\\.?)|(\S))(\s|\z)?/m) do |word, single, double, escape, garbage, ends|
      raise ArgumentError, "Unmatched quote: #{line.inspect}" if garbage

      field << (word || single || (double && double.gsub(/\\([$`"\\\n])/, '\\1')) || escape.gsub(/\\(.)/, '\\1'))
      if ends
        words << field
        field = String.new
      end
    end
    words
  end

  def self.shellwords(line)
    shellsplit(line)
  end

  def self.split(line)
    shellsplit(line)
  end

  def self.shellescape(text)
    text = text.to_s
    return "''" if text.empty?

    text.gsub(/[^A-Za-z0-9_\-.,:+\/@\n]/, '\\\\\\0').gsub("\n", "'\n'")
  end

  def self.escape(text)
    shellescape(text)
  end

  def self.shelljoin(list)
    list.map { |it| shellescape(it) }.join(' ')
  end

  def self.join(list)
    shelljoin(list)
  end
end
