require 'puppet/resource_api'

# The normal form needs the machine.
Puppet::ResourceApi.register_type(
  name: 'api_strict',
  desc: 'A type whose provider runs a command.',
  features: ['canonicalize'],
  attributes: {
    title_text: { type: 'String', desc: 'Its name.', behaviour: :namevar },
    size: { type: 'Integer', desc: 'Size.' },
  },
)
