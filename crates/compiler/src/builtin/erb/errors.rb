# Puppet's exceptions, as templates have them.
module Puppet
  class Error < RuntimeError
    def initialize(message, original = nil)
      super(message)
    end
  end

  class ParseError < Error
    def initialize(message, file = nil, line = nil, pos = nil, original = nil)
      RubyLibrary.refuse('Puppet::ParseError with a place') unless file.nil? && line.nil? && pos.nil?
      super(message)
    end
  end
end
