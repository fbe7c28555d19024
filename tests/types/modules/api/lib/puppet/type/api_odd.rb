require 'puppet/resource_api'

# Its default is no value of its data type, and two attributes identify a resource without a pattern.
Puppet::ResourceApi.register_type({
  name: 'api_odd',
  desc: 'A type with mistakes that Puppet loads.',
  attributes: {
    one: { type: 'String', desc: 'One part.', behaviour: :namevar },
    two: { type: 'Optional[String]', desc: 'The other.', behaviour: :namevar },
    count: { type: 'Integer', desc: 'A number.', default: 'many' },
  },
})
