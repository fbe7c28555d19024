# The methods of a class of `OpenSSL::Digest` for one algorithm.
module RubyOneDigest
  def new(data = nil)
    made = RubyLibrary.allocate(self)
    made.__fill(self::ALGORITHM, data)
    made
  end

  def digest(text)
    RubyLibrary.digest(self::ALGORITHM, text)
  end

  def hexdigest(text)
    digest(text).unpack1('H*')
  end

  def base64digest(text)
    [digest(text)].pack('m0')
  end
end

# `OpenSSL`, as far as it computes digests and refuses texts without a certificate.
module OpenSSL
  class OpenSSLError < StandardError
  end

  class Digest < ::Digest::Base
    def self.__named(name)
      name = name.name if name.is_a?(OpenSSL::Digest)
      found = name.to_s.upcase.delete('-')
      RubyLibrary.refuse("the digest #{name}") unless %w[MD5 SHA1 SHA224 SHA256 SHA384 SHA512].include?(found)
      found
    end

    def self.new(name = nil, data = nil)
      RubyLibrary.refuse('OpenSSL::Digest.new without a name') if name.nil?
      made = RubyLibrary.allocate(self)
      made.__fill(__named(name), data)
      made
    end

    def self.digest(name, text)
      RubyLibrary.digest(__named(name), text)
    end

    def self.hexdigest(name, text)
      digest(name, text).unpack1('H*')
    end

    def self.base64digest(name, text)
      [digest(name, text)].pack('m0')
    end

    def __fill(name, data)
      @name = name
      @data = RubyLibrary.bytes(data.nil? ? '' : data)
    end

    def __algorithm
      @name
    end

    def name
      @name
    end

    def inspect
      RubyLibrary.refuse('OpenSSL::Digest#inspect') unless instance_of?(OpenSSL::Digest)
      "#<OpenSSL::Digest: #{hexdigest}>"
    end
  end

  class Digest
    class MD5 < Digest
      ALGORITHM = 'MD5'
      extend RubyOneDigest
    end

    class SHA1 < Digest
      ALGORITHM = 'SHA1'
      extend RubyOneDigest
    end

    class SHA224 < Digest
      ALGORITHM = 'SHA224'
      extend RubyOneDigest
    end

    class SHA256 < Digest
      ALGORITHM = 'SHA256'
      extend RubyOneDigest
    end

    class SHA384 < Digest
      ALGORITHM = 'SHA384'
      extend RubyOneDigest
    end

    class SHA512 < Digest
      ALGORITHM = 'SHA512'
      extend RubyOneDigest
    end
  end

  class HMAC
    def self.digest(digest, key, text)
      RubyLibrary.hmac(OpenSSL::Digest.__named(digest), key, text)
    end

    def self.hexdigest(digest, key, text)
      digest(digest, key, text).unpack1('H*')
    end

    def self.base64digest(digest, key, text)
      [digest(digest, key, text)].pack('m0')
    end

    def initialize(key, digest)
      @key = key
      @digest = OpenSSL::Digest.__named(digest)
      @data = RubyLibrary.bytes('')
    end

    def update(text)
      @data << RubyLibrary.bytes(text)
      self
    end
    alias << update

    def digest
      RubyLibrary.hmac(@digest, @key, @data)
    end

    def hexdigest
      digest.unpack1('H*')
    end
    alias to_s hexdigest

    def base64digest
      [digest].pack('m0')
    end
  end

  module PKCS5
    def self.pbkdf2_hmac(password, salt, iterations, length, digest)
      RubyLibrary.pbkdf2(OpenSSL::Digest.__named(digest), password, salt, iterations, length)
    end

    def self.pbkdf2_hmac_sha1(password, salt, iterations, length)
      RubyLibrary.pbkdf2('SHA1', password, salt, iterations, length)
    end
  end

  module KDF
    def self.pbkdf2_hmac(password, salt:, iterations:, length:, hash:)
      RubyLibrary.pbkdf2(OpenSSL::Digest.__named(hash), password, salt, iterations, length)
    end
  end

  module X509
    class CertificateError < OpenSSLError
    end

    class Certificate
      # A text in UTF-8 is no certificate in DER, and one in PEM has a line that begins it.
      def self.new(text)
        is_none = text.is_a?(String) && text.valid_encoding? && !text.include?('-----BEGIN')
        RubyLibrary.refuse('OpenSSL::X509::Certificate.new of a certificate') unless is_none
        raise CertificateError, 'PEM_read_bio_X509: no start line'
      end
    end
  end
end
