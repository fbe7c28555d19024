# Records what Ruby answers to the expressions of cases.txt:
#   ruby -W0 --disable-did_you_mean record.rb > recorded.json
# record.mjs runs it with Ruby 3.2; recorded-3.2.json has the lines of that which recorded.json lacks.
require 'json'
ENV['TZ'] = 'UTC'
text = defined?(CASES) ? CASES : File.read(File.join(__dir__, 'cases.txt'))
cases = text.lines(chomp: true).reject(&:empty?)
addresses = /0x\h{16}/
all = cases.map do |code|
  begin
    value = Object.new.instance_eval(code)
    shown = value.inspect.encode('UTF-8', invalid: :replace, undef: :replace).gsub(addresses, '0x0000000000000000')
    text = value.to_s
    # What is no text in UTF-8 is recorded as `inspect` shows it.
    is_text = text.ascii_only? || (text.encoding == Encoding::UTF_8 && text.valid_encoding?)
    { code: code, inspect: shown, text: is_text ? text.gsub(addresses, '0x0000000000000000') : shown }
  rescue Exception => e
    { code: code, class: e.class.name, message: e.message.gsub(addresses, '0x0000000000000000') }
  end
end
answers = "[\n#{all.map { |it| JSON.generate(it) }.join(",\n")}\n]\n"
print answers unless defined?(CASES)
answers
