require 'puppet/resource_api'

# The provider has a normal form for resources.
Puppet::ResourceApi.register_type(
  name: 'api_account',
  desc: 'An account.',
  features: ['canonicalize', 'simple_get_filter'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether there is one.', default: 'present' },
    login: { type: 'Pattern[/\A[a-z]+\Z/]', desc: 'Its name.', behaviour: :namevar },
    groups: { type: 'Array[String]', desc: 'Groups.' },
    home: { type: 'Optional[String]', desc: 'A folder.', behaviour: :parameter },
  },
  autorequire: { group: '$groups', file: '$home' },
)
