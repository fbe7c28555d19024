# `Gem::Version`, as far as it is covered.
module Gem
  class Version
    include Comparable

    def self.correct?(version)
      RubyLibrary.refuse('Gem::Version.correct? of nil') if version.nil?
      version.to_s.match?(/\A\s*([0-9]+(?:\.[0-9a-zA-Z]+)*(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?)?\s*\z/)
    end

    def self.create(version)
      version.nil? || version.is_a?(Version) ? version : new(version)
    end

    def initialize(version)
      RubyLibrary.refuse('Gem::Version.new of nil') if version.nil?
      version = version.to_s if version.is_a?(Version)
      raise ArgumentError, "Malformed version number string #{version}" unless Version.correct?(version)

      text = version.to_s.strip
      text = '0' if text.empty?
      @version = text.gsub('-', '.pre.')
    end

    def version
      @version
    end
    alias to_s version

    def inspect
      "#<Gem::Version #{@version.inspect}>"
    end

    def segments
      @version.scan(/[0-9]+|[a-z]+/i).map { |it| it =~ /\A\d+\z/ ? it.to_i : it }
    end

    def prerelease?
      @version.match?(/[a-zA-Z]/)
    end

    def release
      return self unless prerelease?

      parts = segments
      parts.pop while parts.any? { |it| it.is_a?(String) }
      Version.new(parts.join('.'))
    end

    def bump
      parts = segments
      parts.pop while parts.any? { |it| it.is_a?(String) }
      parts.pop if parts.length > 1
      parts[-1] = parts[-1] + 1
      Version.new(parts.join('.'))
    end

    # Segments without zeros at the end, those of numbers and those from the first word on.
    def __canonical
      parts = segments
      at = parts.index { |it| it.is_a?(String) } || parts.length
      numbers = parts[0, at]
      words = parts[at, parts.length]
      numbers.pop while numbers.last == 0
      words.pop while words.last == 0
      numbers + words
    end

    def <=>(other)
      other = Version.new(other) if other.is_a?(String) && Version.correct?(other)
      return nil unless other.is_a?(Version)

      left = __canonical
      right = other.__canonical
      [left.length, right.length].max.times do |index|
        a = left[index] || 0
        b = right[index] || 0
        next if a == b
        return -1 if a.is_a?(String) && b.is_a?(Integer)
        return 1 if a.is_a?(Integer) && b.is_a?(String)

        return a <=> b
      end
      0
    end

    def ==(other)
      RubyLibrary.refuse('Gem::Version#== of such a value') unless other.is_a?(Version) || other.nil?
      !other.nil? && (self <=> other) == 0
    end

    def eql?(other)
      other.is_a?(Version) && @version == other.version
    end

    def hash
      RubyLibrary.refuse('Gem::Version#hash')
    end
  end
end
