# Converts a size to a number of bytes.
#
# @example
#   shop::bytes('64 MiB') # => 67108864
Puppet::Functions.create_function(:'shop::bytes') do
  # @param size a number and a unit: B, KiB, MiB or GiB
  # @return bytes
  dispatch :bytes do
    param 'Pattern[/\A\d+ ([KMG]i)?B\z/]', :size
    return_type 'Integer[0]'
  end

  def bytes(size)
    number, unit = size.split(' ')
    Integer(number, 10) * 1024**%w[B KiB MiB GiB].index(unit)
  end
end
