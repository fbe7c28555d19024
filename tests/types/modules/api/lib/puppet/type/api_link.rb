require 'puppet/resource_api'

# Several namevars, which patterns take from a title, and parameters that must be given.
Puppet::ResourceApi.register_type(
  name: 'api_link',
  desc: 'A link.',
  title_patterns: [
    { pattern: %r{\A(?<from>[^-]+)-(?<to>[^-]+)-(?<port>\d+)\Z}, desc: 'All.' },
    { pattern: %r{\A(?<from>[^-]+)-(?<to>[^-]+)\Z}, desc: 'Both ends.' },
    { pattern: %r{\A(?<from>[^-]*)\Z}, desc: 'One end.' },
  ],
  attributes: {
    from: { type: 'Pattern[/\A\w*\Z/]', desc: 'One end.', behaviour: :namevar },
    to: { type: 'Optional[String]', desc: 'The other end.', behaviour: :namevar },
    port: { type: 'Optional[String]', desc: 'A port.', behaviour: :namevar },
    speed: { type: 'Integer', desc: 'Speed.', behaviour: :parameter },
    mode: { type: 'String', desc: 'Mode.', behaviour: :parameter },
    quiet: { type: 'Boolean', desc: 'No messages.', behaviour: :parameter },
    size: { type: 'Integer', desc: 'Size.' },
  },
  autorequire: { api_lamp: ['$from', '$to'] },
)
