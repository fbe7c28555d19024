# A release of the shop. It changes nothing: it comes after its files, so that others can come after it.
Puppet::Type.newtype(:shop_release) do
  @doc = 'A release of the shop: a name for files that belong together.'

  newparam(:version, namevar: true) do
    desc 'Version, with a `v` or without.'
    validate do |value|
      raise ArgumentError, "#{value.inspect} is no version, as 1.4 is" unless value.match?(/\Av?\d+(\.\d+)+\z/)
    end
    munge { |value| value.delete_prefix('v') }
  end

  newparam(:files, array_matching: :all) do
    desc 'Paths of its files.'
  end

  validate do
    raise Puppet::Error, 'a release has files' if Array(self[:files]).empty?
  end

  autorequire(:file) { self[:files] }
end
