# In the form of functions before Puppet 4, as many modules still have them.
Puppet::Parser::Functions.newfunction(:shop_lines, type: :rvalue, arity: 1, doc: <<~DOC) do |args|
  Lines of `key = value`, sorted by the key.
DOC
  settings = args[0]
  raise Puppet::ParseError, "shop_lines(): a hash is expected, not a #{settings.class}" unless settings.is_a?(Hash)

  settings.sort.map { |key, value| "#{key} = #{value}\n" }.join
end
