# Records what Ruby answers to the expressions of cases.txt:
#   ruby --disable-did_you_mean record.rb > recorded.json
require 'json'
cases = File.readlines(File.join(__dir__, 'cases.txt'), chomp: true).reject(&:empty?)
addresses = /0x\h{16}/
all = cases.map do |code|
  begin
    value = Object.new.instance_eval(code)
    { code: code, inspect: value.inspect.gsub(addresses, '0x0000000000000000'), text: value.to_s.gsub(addresses, '0x0000000000000000') }
  rescue Exception => e
    { code: code, class: e.class.name, message: e.message.gsub(addresses, '0x0000000000000000') }
  end
end
puts '['
puts all.map { |it| JSON.generate(it) }.join(",\n")
puts ']'
