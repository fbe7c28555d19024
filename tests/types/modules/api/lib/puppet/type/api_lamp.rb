require 'puppet/resource_api'

# Attributes of each behaviour, and data types of each kind.
Puppet::ResourceApi.register_type(
  name: 'api_lamp',
  docs: <<-EOS,
    A lamp: { with => 'attributes' }
  EOS
  features: [],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether there is one.', default: 'present' },
    id: { type: 'String[1]', desc: 'Its name.', behaviour: :namevar },
    watts: { type: 'Integer[0, 100]', desc: 'Power.' },
    volts: { type: 'Optional[Numeric]', desc: 'Voltage.' },
    price: { type: 'Float', desc: 'Price.', behaviour: :init_only },
    on: { type: 'Boolean', desc: 'State.', default: true },
    dimmed: { type: 'Optional[Boolean]', desc: 'State.', default: false },
    rooms: { type: 'Array[String]', desc: 'Rooms.', default: ['hall', 'attic'] },
    labels: { type: 'Hash[String, Variant[Integer, String]]', desc: 'Labels.', default: { 'a' => 1 } },
    shape: { type: 'Pattern[/\A[a-z]+\Z/]', desc: 'Form.' },
    socket: { type: "Optional[Struct[{ name => String, Optional['pins'] => Tuple[Integer, Integer] }]]", desc: 'Socket.' },
    colour: { type: "Variant[Enum['red', 'green'], Integer]", desc: 'Colour.', behavior: :parameter, default: 'red' },
    note: { type: 'Optional[String]', desc: 'Note.', behaviour: :parameter },
    serial: { type: 'Optional[String]', desc: 'Serial number.', behaviour: :read_only },
  },
  autorequire: { file: '$shape', Package: ['lamps', '$note'] },
  autobefore: { user: '$rooms' },
  autosubscribe: { exec: ['$on', '$colour', '$serial'] },
  autonotify: { service: 'lampd' },
)
