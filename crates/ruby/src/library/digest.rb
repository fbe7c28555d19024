# `Digest`, as far as it is covered.
module Digest
  def self.hexencode(text)
    text.unpack1('H*')
  end

  class Base
    def self.digest(text)
      RubyLibrary.digest(self::ALGORITHM, text)
    end

    def self.hexdigest(text)
      digest(text).unpack1('H*')
    end

    def self.base64digest(text)
      [digest(text)].pack('m0')
    end

    def self.file(path)
      new.file(path)
    end

    def initialize
      @data = RubyLibrary.bytes('')
    end

    def update(text)
      @data << RubyLibrary.bytes(text)
      self
    end
    alias << update

    def file(path)
      update(File.binread(path))
    end

    def reset
      @data = RubyLibrary.bytes('')
      self
    end

    def name
      RubyLibrary.refuse('Digest#name')
    end

    def __algorithm
      self.class::ALGORITHM
    end

    def digest(text = nil)
      RubyLibrary.digest(__algorithm, text.nil? ? @data : text)
    end

    def hexdigest(text = nil)
      digest(text).unpack1('H*')
    end

    def base64digest(text = nil)
      [digest(text)].pack('m0')
    end

    def to_s
      hexdigest
    end

    def inspect
      "#<#{self.class}: #{hexdigest}>"
    end

    def digest_length
      digest.bytesize
    end
    alias length digest_length
    alias size digest_length

    def block_length
      %w[SHA384 SHA512].include?(__algorithm) ? 128 : 64
    end

    def ==(other)
      hexdigest == (other.is_a?(String) ? other : other.hexdigest)
    end
  end

  class MD5 < Base
    ALGORITHM = 'MD5'
  end

  class SHA1 < Base
    ALGORITHM = 'SHA1'
  end

  class SHA256 < Base
    ALGORITHM = 'SHA256'
  end

  class SHA384 < Base
    ALGORITHM = 'SHA384'
  end

  class SHA512 < Base
    ALGORITHM = 'SHA512'
  end

  class SHA2 < Base
    def self.digest(text)
      SHA256.digest(text)
    end

    def initialize(bits = 256)
      RubyLibrary.refuse('Digest::SHA2 of such a length') unless [256, 384, 512].include?(bits)
      @bits = bits
      super()
    end

    def __algorithm
      "SHA#{@bits}"
    end
  end
end
