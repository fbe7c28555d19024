# `IPAddr` of Ruby's library. An address of IPv6 is a list of eight parts.
class IPAddr
  include Comparable

  class Error < ArgumentError
  end

  class InvalidAddressError < Error
  end

  class AddressFamilyError < Error
  end

  class InvalidPrefixError < InvalidAddressError
  end

  attr_reader :family

  def self.ntop(*)
    BytesOfAddresses
  end

  def self.new_ntoh(*)
    BytesOfAddresses
  end

  def initialize(addr = '::', family = 0)
    unless addr.is_a?(String)
      raise AddressFamilyError, 'address family must be specified' if family == 0
      return __number(addr, family)
    end
    prefix, length = addr.split('/', 2)
    if prefix =~ /\A\[(.*)\]\z/i
      prefix = $1
      family = 10
    end
    zones if prefix =~ /\A(.*)(%\w+)\z/
    @addr = nil
    @addr = __four(prefix) if family == 0 || family == 2
    @family = 2 if @addr
    if @addr.nil? && (family == 0 || family == 10)
      @addr = __six(prefix)
      @family = 10
    end
    raise AddressFamilyError, 'address family mismatch' if family != 0 && @family != family

    if length
      __mask(length)
    else
      @mask = __ones(@family == 2 ? 32 : 128)
    end
  end

  def ipv4?
    @family == 2
  end

  def ipv6?
    @family == 10
  end

  def to_i
    return @addr if ipv4?

    @addr.inject(0) { |sum, it| sum * 65_536 + it }
  end

  def to_s
    return __text(@addr) if ipv4?

    text = @addr.map { |it| it.to_s(16) }.join(':')
    8.downto(2) do |count|
      found = /(\A|:)0(:0){#{count - 1}}(:|\z)/.match(text)
      next unless found

      text = "#{found.pre_match}::#{found.post_match}"
      break
    end
    if text =~ /\A::(ffff:)?([\da-f]{1,4}):([\da-f]{1,4})\z/i
      start = $1.to_s
      high = $2.hex
      low = $3.hex
      text = "::#{start}#{high / 256}.#{high % 256}.#{low / 256}.#{low % 256}"
    end
    text
  end

  def to_string
    __text(@addr)
  end

  def netmask
    __text(@mask)
  end

  def inspect
    "#<IPAddr: #{ipv4? ? 'IPv4' : 'IPv6'}:#{__text(@addr)}/#{__text(@mask)}>"
  end

  def prefix
    __bits(@mask).count(1)
  end

  def mask(length)
    dup.__mask(length)
  end

  def include?(other)
    other = __other(other)
    return false unless other.family == family

    first = __bits(other.__low)
    last = __bits(other.__high)
    (__bits(__low) <=> first) <= 0 && (__bits(__high) <=> last) >= 0
  end
  alias === include?

  def ==(other)
    other = __other(other)
    @family == other.family && @addr == other.__addr
  rescue StandardError
    false
  end

  def <=>(other)
    other = __other(other)
    __bits(@addr) <=> __bits(other.__addr) if other.family == @family
  rescue StandardError
    nil
  end

  def eql?(other)
    other.is_a?(IPAddr) && self == other && prefix == other.prefix
  end

  def to_range
    __whole(__low)..__whole(__high)
  end

  def succ
    RubyLibrary.refuse('IPAddr#succ of the last address') if to_i + 1 >= 1 << (ipv4? ? 32 : 128)
    dup.__set(ipv4? ? @addr + 1 : __parts(to_i + 1))
  end

  def loopback?
    return @addr / 16_777_216 == 127 if ipv4?

    @addr == [0, 0, 0, 0, 0, 0, 0, 1]
  end

  def private?
    return (@addr[0] & 0xfe00) == 0xfc00 unless ipv4?

    (@addr & 0xff000000) == 0x0a000000 || (@addr & 0xfff00000) == 0xac100000 || (@addr & 0xffff0000) == 0xc0a80000
  end

  def link_local?
    ipv4? ? (@addr & 0xffff0000) == 0xa9fe0000 : (@addr[0] & 0xffc0) == 0xfe80
  end

  def reverse
    return "#{[0, 8, 16, 24].map { |it| (@addr >> it) & 255 }.join('.')}.in-addr.arpa" if ipv4?

    ip6_arpa
  end

  def ip6_arpa
    raise InvalidAddressError, "not an IPv6 address: #{@addr}" unless ipv6?

    "#{__text(@addr).delete(':').reverse.chars.join('.')}.ip6.arpa"
  end

  def __addr
    @addr
  end

  def __set(addr)
    @addr = addr
    self
  end

  def __low
    __joined(__bits(@addr).zip(__bits(@mask)).map { |bit, kept| bit & kept })
  end

  def __high
    __joined(__bits(@addr).zip(__bits(@mask)).map { |bit, kept| kept == 1 ? bit : 1 })
  end

  def __mask(length)
    if length.is_a?(String)
      case length
      when /\A(0|[1-9]+\d*)\z/
        length = length.to_i
      when /\A\d+\z/
        raise InvalidPrefixError, 'leading zeros in prefix'
      else
        given = IPAddr.new(length)
        raise InvalidPrefixError, "address family is not same: #{__shown}" if given.family != @family

        bits = __bits(given.__addr)
        raise InvalidPrefixError, "invalid mask #{length}: #{__shown}" if bits.each_cons(2).any? { |a, b| a == 0 && b == 1 }

        length = bits.count(1)
      end
    end
    all = ipv4? ? 32 : 128
    raise InvalidPrefixError, "invalid length: #{__shown}" if length < 0 || length > all

    @mask = __ones(length)
    @addr = __low
    self
  end

  # The number of an address, as messages show it.
  def __shown
    to_i
  end

  def __parts(number)
    (0..7).map { |it| (number >> (112 - it * 16)) & 0xffff }
  end

  def __number(addr, family)
    @family = family
    case family
    when 2
      addr = addr.to_i
      raise InvalidAddressError, 'invalid address: ' if addr < 0 || addr > 4_294_967_295

      @addr = addr
      @mask = __ones(32)
    else
      addr = addr.to_i
      raise InvalidAddressError, 'invalid address: ' if addr < 0 || addr >= 1 << 128

      @addr = __parts(addr)
      @mask = __ones(128)
    end
  end

  def __whole(addr)
    dup.__set(addr).__mask(ipv4? ? 32 : 128)
  end

  def __other(other)
    case other
    when IPAddr then other
    when String then IPAddr.new(other)
    else IPAddr.new(other, @family)
    end
  end

  def __four(text)
    found = /\A(\d+)\.(\d+)\.(\d+)\.(\d+)\z/.match(text)
    return nil unless found

    __octets(found.captures)
  end

  def __octets(octets)
    octets.inject(0) do |sum, it|
      number = it.to_i
      raise InvalidAddressError, 'invalid address: ' unless number < 256
      raise InvalidAddressError, 'zero-filled number in IPv4 address is ambiguous: ' if it =~ /\A0./

      sum * 256 + number
    end
  end

  def __six(text)
    raise InvalidAddressError, 'invalid address: ' if text.nil?

    if text =~ /\A(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)\z/
      start = $1
      number = __octets([$2, $3, $4, $5])
      text = "#{start}#{(number / 65_536).to_s(16)}:#{(number % 65_536).to_s(16)}"
    end
    part = '[\da-fA-F]{1,4}'
    if text =~ /\A(#{part}:){7}#{part}\z/
      return text.split(':').map { |it| it.hex }
    end

    found = /\A((?:(?:#{part}:)*#{part})?)::((?:(?:#{part}:)*#{part})?)\z/.match(text)
    raise InvalidAddressError, 'invalid address: ' unless found

    left = found[1].split(':')
    right = found[2].split(':')
    most = left.empty? || right.empty? ? 8 : 7
    raise InvalidAddressError, 'invalid address: ' unless text.count(':') <= most
    # Ruby gives an object without an address.
    more_than_eight_parts if left.size + right.size > 8

    (left + Array.new(8 - left.size - right.size, '0') + right).map { |it| it.hex }
  end

  def __text(addr)
    return [24, 16, 8, 0].map { |it| (addr >> it) & 255 }.join('.') if ipv4?

    addr.map { |it| format('%.4x', it) }.join(':')
  end

  def __ones(count)
    all = ipv4? ? 32 : 128
    __joined([1] * count + [0] * (all - count))
  end

  def __bits(addr)
    parts = addr.is_a?(Array) ? addr : [addr / 65_536, addr % 65_536]
    parts.flat_map { |it| 15.downto(0).map { |at| (it >> at) & 1 } }
  end

  def __joined(bits)
    parts = bits.each_slice(16).map { |it| it.inject(0) { |sum, bit| sum * 2 + bit } }
    ipv4? ? parts[0] * 65_536 + parts[1] : parts
  end
end
