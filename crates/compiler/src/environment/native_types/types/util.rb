# What the code of resource types sees of Puppet, as far as it is covered. `PuppetHost` is what reads the type.
module Facter
  def self.value(name)
    PuppetHost.fact(name.to_s)
  end

  class ResolvedFact
    attr_reader :name, :value

    def initialize(name, value)
      @name = name
      @value = value
    end
  end

  def self.fact(name)
    value = value(name)
    ResolvedFact.new(name.to_s, value) unless value.nil?
  end

  def self.[](name)
    fact(name)
  end
end

module Puppet
  # What Puppet finds on the machine. One without the functions of POSIX is one with Windows.
  module MachineFeatures
    def self.microsoft_windows?
      PuppetHost.windows?
    end

    def self.posix?
      !PuppetHost.windows?
    end

    def self.method_missing(name, *)
      PuppetHost.feature(name.to_s)
    end

    def self.respond_to_missing?(*)
      true
    end
  end

  def self.features
    MachineFeatures
  end

  module Util
    module Platform
      def self.windows?
        PuppetHost.windows?
      end
    end

    def self.absolute_path?(path, platform = nil)
      return PuppetHost.absolute_path?(path) if platform.nil? || !path.is_a?(String)
      return path.match?(%r{^/}) if platform == :posix

      PuppetHost.such_a_platform unless platform == :windows
      path.match?(%r{^(?:[A-Z]:[\\/]|[\\/][\\/](?:[^\\/]+|\?)[\\/][^\\/]+)}i)
    end

    # How code fails, as Puppet's module of that name.
    module Errors
      def fail(*given)
        raise Puppet::Error, given[0] if given.size == 1

        raise given[0], given[1]
      end

      def devfail(text)
        raise Puppet::DevError, text
      end
    end

    # Messages of a resource, or of an attribute of one.
    module Logging
      def debug(*)
        nil
      end

      def info(message)
        __log('info', message)
      end

      def notice(message)
        __log('notice', message)
      end

      def warning(message)
        __log('warning', message)
      end

      def err(message)
        __log('err', message)
      end

      def alert(message)
        __log('alert', message)
      end

      def emerg(message)
        __log('emerg', message)
      end

      def crit(message)
        __log('crit', message)
      end

      def __log(level, message)
        PuppetHost.such_a_message if message.nil?
        message = message.join(' ') if message.is_a?(Array)
        PuppetHost.message(level, message.to_s, __attribute, __contained?)
        nil
      end

      def __attribute
        ''
      end

      # Puppet keeps the name that it has made for the first message. The container of a resource is known when all are made.
      def __contained?
        @contained = PuppetEntry.relates? if @contained.nil?
        @contained
      end
    end
  end

  module Coercion
    def self.boolean(value)
      value = value.downcase if value.is_a?(String) || value.is_a?(Symbol)
      case value
      when true, :true, 'true', :yes, 'yes' then true
      when false, :false, 'false', :no, 'no' then false
      else raise 'expected a boolean value'
      end
    end

    def self.boolean_values
      %w[true false yes no]
    end
  end
end
