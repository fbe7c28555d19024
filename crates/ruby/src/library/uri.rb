# `URI`, as far as it is covered.
module URI
  class Error < StandardError
  end

  class InvalidURIError < Error
  end

  class InvalidComponentError < Error
  end

  class BadURIError < Error
  end

  # The parts of a reference, of which each is checked by itself.
  PARTS = %r{\A(?:([A-Za-z][A-Za-z0-9+.\-]*):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?\z}m.freeze
  AUTHORITY = /\A(?:((?:%\h\h|[!$&-.0-;=A-Z_a-z~])*)@)?(\[[^\[\]]*\]|(?:%\h\h|[!$&-.0-9;=A-Z_a-z~])+)?(?::(\d*))?\z/.freeze
  PATH = %r{\A(?:%\h\h|[!$&-.0-;=@-Z_a-z~/])*\z}.freeze
  FRAGMENT = %r{\A(?:%\h\h|[!$&-.0-;=@-Z_a-z~/?])*\z}.freeze
  private_constant :PARTS, :AUTHORITY, :PATH, :FRAGMENT

  def self.split(uri)
    raise InvalidURIError, "bad URI(is not URI?): #{uri.inspect}" unless uri.is_a?(String)
    raise InvalidURIError, "URI must be ascii only #{uri.dump}" unless uri.ascii_only?

    found = __parts(uri)
    raise InvalidURIError, "bad URI(is not URI?): #{uri.inspect}" unless found

    found
  end

  def self.__parts(uri)
    scheme, authority, path, query, fragment = PARTS.match(uri).captures
    return nil unless PATH.match?(path) && (fragment.nil? || FRAGMENT.match?(fragment))

    if authority
      parts = AUTHORITY.match(authority)
      return nil unless parts

      userinfo, host, port = parts.captures
      return nil if host && host.start_with?('[') && !__literal?(host[1..-2])

      # Since Ruby 3.2, a host that is written may be empty. Addresses of files have an empty one anyway.
      host = '' if host.nil? && scheme && !scheme.casecmp?('file') && RUBY_VERSION >= '3.2'
    elsif scheme && !path.empty? && !path.start_with?('/')
      return [scheme, nil, nil, nil, nil, nil, query ? "#{path}?#{query}" : path, nil, fragment]
    elsif !scheme && path.split('/', 2)[0].to_s.include?(':')
      return nil
    end
    [scheme, userinfo, host, port, nil, path, nil, query, fragment]
  end

  # An address of version 6, or of one to come.
  def self.__literal?(text)
    return true if text.match?(/\Av\h+\.[!$&-.0-;=A-Z_a-z~]+\z/)

    number = /\A(?:[1-9]\d|1\d{2}|2[0-4]\d|25[0-5]|\d)\z/
    left, right, more = text.split('::', -1)
    return false if more || text.empty?

    left_groups = left.split(':', -1)
    right_groups = (right || '').split(':', -1)
    last = right.nil? ? left_groups : right_groups
    count = left_groups.size + right_groups.size
    if last[-1] && last[-1].include?('.')
      numbers = last.pop.split('.', -1)
      return false unless numbers.size == 4 && numbers.all? { |it| number.match?(it) }

      count += 1
    end
    return false unless (left_groups + right_groups).all? { |it| it.match?(/\A\h{1,4}\z/) }

    right.nil? ? count == 8 : count <= 7
  end

  def self.parse(uri)
    parts = split(uri)
    __class_of(parts[0]).new(*parts, :rfc3986)
  end

  def self.__class_of(scheme)
    case scheme.to_s.upcase
    when 'HTTP' then HTTP
    when 'HTTPS' then HTTPS
    when 'WS' then WS
    when 'FILE' then File
    when 'FTP', 'LDAP', 'LDAPS', 'MAILTO', 'WSS' then RubyLibrary.refuse("a URI of the scheme #{scheme}")
    else Generic
    end
  end

  def self.join(*uris)
    first, *rest = uris
    rest.inject(__converted(first)) { |base, it| base.merge(it) }
  end

  def self.__converted(uri)
    return uri if uri.is_a?(Generic)
    raise ArgumentError, 'bad argument (expected URI object or URI string)' unless uri.is_a?(String)

    parse(uri)
  end

  def self.decode_www_form_component(text)
    raise ArgumentError, "invalid %-encoding (#{text})" if text.match?(/%(?!\h\h)/)

    Parser.new.unescape(text.tr('+', ' '))
  end

  def self.encode_www_form(pairs)
    pairs.map do |key, value|
      if value.nil?
        encode_www_form_component(key)
      elsif value.is_a?(Array)
        value.map { |it| it.nil? ? '' : "#{encode_www_form_component(key)}=#{encode_www_form_component(it)}" }.join('&')
      else
        "#{encode_www_form_component(key)}=#{encode_www_form_component(value)}"
      end
    end.join('&')
  end

  class RFC2396_Parser
    def parse(uri)
      URI.parse(uri)
    end

    def split(uri)
      URI.split(uri)
    end

    def escape(text, unsafe = %r{[^\-_.!~*'()a-zA-Z\d;/?:@&=+$,\[\]]})
      unsafe = /[#{Regexp.quote(unsafe)}]/ unless unsafe.is_a?(Regexp)
      text.gsub(unsafe) { |it| it.bytes.map { |byte| format('%%%02X', byte) }.join }
    end

    def unescape(text)
      text.gsub(/(?:%\h\h)+/) { |it| [it.delete('%')].pack('H*').force_encoding('UTF-8') }
    end
  end
  Parser = RFC2396_Parser
  DEFAULT_PARSER = RFC2396_Parser.new

  class Generic
    DEFAULT_PORT = nil
    COMPONENT = %i[scheme userinfo host port registry path opaque query fragment].freeze

    attr_reader :scheme, :user, :password, :host, :port, :path, :query, :opaque, :fragment

    def self.default_port
      self::DEFAULT_PORT
    end

    def self.component
      self::COMPONENT
    end

    def self.build(args)
      RubyLibrary.refuse("#{self}.build") unless self == Generic
      if args.is_a?(Array) && args.size == COMPONENT.size
        parts = args.dup
      elsif args.is_a?(Hash)
        parts = COMPONENT.map { |it| args[it] }
      else
        raise ArgumentError, "expected Array of or Hash of components of Class (#{COMPONENT.join(', ')})"
      end
      new(*parts, nil, true)
    end

    def initialize(scheme, userinfo, host, port, registry, path, opaque, query, fragment, parser = nil, checks = false)
      RubyLibrary.refuse('a parser of URIs') unless parser.nil? || parser == :rfc3986
      # What was parsed takes more than what was built.
      @parsed = !parser.nil?
      if checks
        self.scheme = scheme
        self.userinfo = userinfo
        self.hostname = host
        self.port = port
        self.path = path
        self.query = query
        self.opaque = opaque
      else
        @scheme = scheme.nil? ? nil : scheme.downcase
        __userinfo(userinfo)
        __host(host)
        __port(port)
        @path = path
        self.query = query
        @opaque = opaque
      end
      self.fragment = fragment
      if registry
        raise InvalidURIError, "the scheme #{@scheme} does not accept registry part: #{registry} (or bad hostname?)"
      end

      @path = '' if !@path && !@opaque
      __port(default_port) if default_port && !@port
    end

    def default_port
      self.class.default_port
    end

    def component
      self.class.component
    end

    def registry
      nil
    end

    def userinfo
      if @user.nil?
        nil
      elsif @password.nil?
        @user
      else
        "#{@user}:#{@password}"
      end
    end

    def hostname
      @host && @host.start_with?('[') && @host.end_with?(']') ? @host[1..-2] : @host
    end

    def scheme=(value)
      __check(/\A[a-zA-Z][\-+.a-zA-Z\d]*\z/, value, 'bad component(expected scheme component): ')
      @scheme = value.nil? ? nil : value.downcase
    end

    def userinfo=(value)
      return if value.nil?

      RubyLibrary.refuse('URI::Generic#userinfo= of such a value') unless value.is_a?(String)
      user, password = value.split(':', 2)
      __check_user(user)
      __check_password(password, user)
      __userinfo(value)
    end

    def user=(value)
      __check_user(value)
      @user, password = value.nil? ? [nil, nil] : value.split(':', 2)
      @user, password = value, @password if @password
      @password = password if password
    end

    def password=(value)
      __check_password(value, @user)
      @password = value
    end

    def host=(value)
      raise InvalidURIError, 'can not set host with registry or opaque' if value && @opaque

      RubyLibrary.refuse('URI::Generic#host= of an address') if value && value.include?('[')
      pattern = @parsed ? /\A(?:%\h\h|[!$&-.0-9;=A-Z_a-z~])*\z/ : /\A(?:[a-zA-Z0-9\-.]|%\h\h)+\z/
      __check(pattern, value, 'bad component(expected host component): ')
      __host(value)
    end

    def hostname=(value)
      RubyLibrary.refuse('URI::Generic#hostname= of an address') if value && value.include?(':')
      self.host = value
    end

    def port=(value)
      raise InvalidURIError, 'can not set port with registry or opaque' if value && @opaque
      unless value.nil? || value.is_a?(Integer) || value.match?(/\A\d*\z/)
        raise InvalidComponentError, "bad component(expected port component): #{value.inspect}"
      end

      __port(value)
    end

    def path=(value)
      raise InvalidURIError, 'path conflicts with opaque' if value && @opaque

      if @parsed && value && value != ''
        letter = '(?:%\h\h|[!$&-.0-;=@-Z_a-z~])'
        __check_path(value, %r{\A/(?:#{letter}|/)*\z}, %r{\A#{letter}+(?:/#{letter}*)*\z})
      elsif value && value != ''
        letters = "(?:[\\-_.!~*'()a-zA-Z\\d:@&=+$,]|%[a-fA-F\\d]{2})*"
        segments = "#{letters}(?:;#{letters})*"
        absolute = %r{\A/#{segments}(?:/#{segments})*\z}
        first = "(?:[\\-_.!~*'()a-zA-Z\\d;@&=+$,]|%[a-fA-F\\d]{2})+"
        relative = %r{\A#{first}(?:/#{segments}(?:/#{segments})*)?\z}
        __check_path(value, absolute, relative)
      end
      @path = value
    end

    def opaque=(value)
      unless value.nil?
        if @host || @port || @user || @path
          raise InvalidURIError, 'can not set opaque with host, port, userinfo or path'
        end

        RubyLibrary.refuse('URI::Generic#opaque=')
      end
      @opaque = value
    end

    def query=(value)
      return @query = nil unless value
      raise InvalidURIError, 'query conflicts with opaque' if @opaque

      value = value.delete("\t\r\n")
      raise InvalidURIError, "invalid percent escape: #{$1}" if /(%\H\H)/.match(value)

      @query = __encoded(value, /(?!%\h\h|[!$-&(-;=?-_a-~])./m)
    end

    def fragment=(value)
      return @fragment = nil unless value

      @fragment = __encoded(value.delete("\t\r\n"), /(?!%\h\h|[!-~])./m)
    end

    def absolute?
      @scheme ? true : false
    end
    alias absolute absolute?

    def relative?
      !absolute?
    end

    def hierarchical?
      @path ? true : false
    end

    def to_s
      text = +''
      text << @scheme << ':' if @scheme
      if @opaque
        text << @opaque
      else
        text << '//' if @host || %w[file postgres].include?(@scheme)
        text << userinfo << '@' if userinfo
        text << @host if @host
        text << ':' << @port.to_s if @port && @port != default_port
        text << @path
        text << '?' << @query if @query
      end
      text << '#' << @fragment if @fragment
      text
    end

    def inspect
      "#<#{self.class} #{self}>"
    end

    def ==(other)
      self.class == other.class && normalize.__components == other.normalize.__components
    end

    def eql?(other)
      self.class == other.class && __components.eql?(other.__components)
    end

    def hash
      __components.hash
    end

    def select(*names)
      names.map do |it|
        raise ArgumentError, "expected of components of #{self.class} (#{component.join(', ')})" unless component.include?(it)

        __send__(it)
      end
    end

    def normalize
      made = dup
      made.normalize!
      made
    end

    def normalize!
      @path = '/' if @path && @path.empty?
      @scheme = @scheme.downcase if @scheme && @scheme != @scheme.downcase
      __host(@host.downcase) if @host && @host != @host.downcase
    end

    def merge(other)
      relative = URI.__converted(other)
      return relative if relative.absolute?
      raise BadURIError, 'both URI are relative' unless absolute?

      base = dup
      authority = relative.userinfo || relative.host || relative.port
      if (relative.path.nil? || relative.path.empty?) && !authority && !relative.query
        base.fragment = relative.fragment if relative.fragment
        return base
      end

      base.__merge(relative, authority)
      base
    end
    alias + merge

    def __merge(relative, authority)
      @query = nil
      @fragment = nil
      if authority
        @path = relative.path if relative.path
      elsif @path && relative.path
        @path = __merged(@path, relative.path)
      end
      __userinfo(relative.userinfo) if relative.userinfo
      __host(relative.host) if relative.host
      __port(relative.port) if relative.port
      @query = relative.query if relative.query
      @fragment = relative.fragment if relative.fragment
    end

    def __components
      component.map { |it| __send__(it) }
    end

    private

    def __merged(base, relative)
      base_path = base.split('/', -1)
      rel_path = relative.split('/', -1)
      base_path << '' if base_path.last == '..'
      while (at = base_path.index('..'))
        base_path.slice!(at - 1, 2)
      end
      if rel_path.first && rel_path.first.empty?
        base_path.clear
        rel_path.shift
      end
      rel_path.push('') if rel_path.last == '.' || rel_path.last == '..'
      rel_path.delete('.')
      rest = []
      rel_path.each do |it|
        if it == '..' && !(rest.empty? || rest.last == '..')
          rest.pop
        else
          rest << it
        end
      end
      ends_with_slash = !rest.empty?
      if base_path.empty?
        base_path = ['']
      elsif ends_with_slash
        base_path.pop
      end
      while (it = rest.shift)
        if it == '..'
          base_path.pop if base_path.size > 1
        else
          base_path << it
          base_path.concat(rest)
          ends_with_slash = false
          break
        end
      end
      base_path.push('') if ends_with_slash
      base_path.join('/')
    end

    def __encoded(value, unsafe)
      value.gsub(unsafe) { |it| it.bytes.map { |byte| format('%%%02X', byte) }.join }
    end

    def __check(pattern, value, text)
      raise InvalidComponentError, "#{text}#{value}" unless value.nil? || pattern.match?(value)
    end

    def __check_path(value, absolute, relative)
      is_absolute = absolute.match?(value)
      if @scheme && @scheme != 'ftp'
        raise InvalidComponentError, "bad component(expected absolute path component): #{value}" unless is_absolute
      elsif !is_absolute && !relative.match?(value)
        raise InvalidComponentError, "bad component(expected relative path component): #{value}"
      end
    end

    def __userinfo_pattern
      @parsed ? /\A(?:%\h\h|[!$&-.0-;=A-Z_a-z~])*\z/ : /\A(?:[\-_.!~*'()a-zA-Z\d;:&=+$,]|%[a-fA-F\d]{2})*\z/
    end

    def __check_user(value)
      raise InvalidURIError, 'can not set user with opaque' if @opaque

      __check(__userinfo_pattern, value, 'bad component(expected userinfo component or user component): ')
    end

    def __check_password(value, user)
      raise InvalidURIError, 'can not set password with opaque' if @opaque
      return if value.nil?
      raise InvalidURIError, 'password component depends user component' unless user
      return if value.match?(__userinfo_pattern)

      raise InvalidComponentError, 'bad password component'
    end

    def __userinfo(value)
      @user, password = value.nil? ? [nil, nil] : value.split(':', 2)
      @password = password if password
    end

    def __host(value)
      @host = value
    end

    def __port(value)
      value = value.empty? ? nil : value.to_i unless !value || value.is_a?(Integer)
      @port = value
    end
  end

  class HTTP < Generic
    DEFAULT_PORT = 80
    COMPONENT = %i[scheme userinfo host port path query fragment].freeze

    def request_uri
      return unless @path

      text = @query ? "#{@path}?#{@query}" : @path.dup
      text.start_with?('/') ? text : "/#{text}"
    end

    def authority
      port == default_port ? host : "#{host}:#{port}"
    end

    def origin
      "#{scheme}://#{authority}"
    end
  end

  class HTTPS < HTTP
    DEFAULT_PORT = 443
  end

  class WS < Generic
    DEFAULT_PORT = 80
    COMPONENT = %i[scheme userinfo host port path query].freeze

    def request_uri
      return unless @path

      text = @query ? "#{@path}?#{@query}" : @path.dup
      text.start_with?('/') ? text : "/#{text}"
    end
  end

  class File < Generic
    DEFAULT_PORT = nil
    COMPONENT = %i[scheme host path].freeze

    def userinfo=(_value)
      raise InvalidURIError, 'can not set userinfo for file URI'
    end

    def user=(_value)
      raise InvalidURIError, 'can not set user for file URI'
    end

    def password=(_value)
      raise InvalidURIError, 'can not set password for file URI'
    end

    private

    def __host(value)
      @host = value.nil? || value == 'localhost' ? '' : value
    end

    def __port(_value)
    end

    def __userinfo(_value)
    end
  end
end
