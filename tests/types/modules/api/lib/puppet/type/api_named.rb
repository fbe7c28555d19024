require 'puppet/resource_api'

# The namevar is `name`, `ensure` may be missing, and attributes come from a loop.
attributes = {
  ensure: { type: 'Optional[Enum[present, absent]]', desc: 'Whether there is one.' },
  name: { type: 'String', desc: 'Its name.', behaviour: :namevar },
}
%w[low high].each do |it|
  attributes[it.to_sym] = { type: 'Optional[Integer]', desc: "The #{it} limit." }
  attributes[:"#{it}_text"] = { type: 'Optional[Enum[lots, few]]', desc: "The #{it} limit.", behaviour: :parameter }
end
Puppet::ResourceApi.register_type(
  name: 'api_named',
  desc: 'A pair of limits.',
  attributes: attributes,
  autorequire: { api_named: '$low_text' },
)
