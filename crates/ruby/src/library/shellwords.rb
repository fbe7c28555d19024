# Shell words, as far as they are covered.
module Shellwords
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
