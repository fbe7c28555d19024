# Records how many arguments Ruby's methods take, for the test that compares the tables of methods with it:
#   ruby -W0 arities.rb > arities.txt
# A line is a class or `Class.` for its own methods, then `name:COUNT`, `name:LEAST-MOST` or `name:LEAST+`.
require 'base64'
require 'cgi'
require 'digest'
require 'erb'
require 'json'
require 'set'
require 'time'
require 'uri'
require 'yaml'
require 'zlib'
require 'timeout'

# They end, wait, or change what the script needs.
LEFT_OUT = %i[
  ` abort at_exit exec exit exit! fork irb popen set_trace_func sleep spawn srand syscall system test trace_var trap untrace_var
].freeze
# More than any method takes that does not take all.
MANY = 20
# Some of them print.
ANSWERS = $stdout.dup
$stdin.reopen(File::NULL)
$stdout.reopen(File::NULL)
$stderr.reopen(File::NULL)

# Whether Ruby takes as many arguments, whatever it does with them.
def takes?(make, name, given)
  Timeout.timeout(2) { make.call.__send__(name, *([nil] * given)) }
  true
rescue ArgumentError => e
  !e.message.match?(/\Awrong number of arguments \(given #{given}, expected |\Ano method name given/)
rescue Exception
  true
end

def takes(make, name)
  method = make.call.method(name)
  return [method.arity, method.arity] if method.arity >= 0

  kinds = method.parameters.map(&:first)
  unless method.parameters == [[:rest]]
    least = kinds.count(:req)
    return [least, kinds.include?(:rest) ? nil : least + kinds.count(:opt)]
  end
  # The number is not declared: each is tried.
  return nil if LEFT_OUT.include?(name)

  taken = (0..8).select { |given| takes?(make, name, given) }
  [taken.first || 0, takes?(make, name, MANY) ? nil : taken.last]
rescue NameError
  nil
end

def line(title, make, names)
  shown = names.sort.filter_map do |name|
    least, most = takes(make, name) || next
    "#{name}:#{most == least ? least : most ? "#{least}-#{most}" : "#{least}+"}"
  end
  ANSWERS.puts "#{title} #{shown.join(' ')}"
end

INSTANCES = {
  'NilClass' => -> { nil }, 'TrueClass' => -> { true }, 'Integer' => -> { 37 }, 'Float' => -> { 12.5 }, 'String' => -> { +'ab c' },
  'Symbol' => -> { :ab }, 'Array' => -> { [3, 1, 2] }, 'Hash' => -> { { 'a' => 1 } }, 'Range' => -> { 1..4 }, 'Regexp' => -> { /a/ },
  'MatchData' => -> { 'ab'.match(/(a)(b)/) }, 'Proc' => -> { proc { |*a| a } }, 'Exception' => -> { RuntimeError.new('x') },
  'Struct' => -> { Struct.new(:a).new(1) }, 'Object' => -> { Object.new }, 'Class' => -> { Class.new }
}.freeze
INSTANCES.each do |title, make|
  line(title, make, make.call.public_methods | (title == 'Class' ? Module.private_instance_methods(false) : []))
end
line('Module', -> { Module.new }, Module.private_instance_methods(false) + Module.public_instance_methods(false))
line('Kernel', -> { Object.new }, Kernel.private_instance_methods(false))
[Base64, CGI, Dir, ENV, ERB::Util, File, IO, Integer, JSON, Kernel, Math, Proc, Regexp, Struct, URI, YAML, Zlib, Class, Module].each do |it|
  title = it.equal?(ENV) ? 'ENV' : it.equal?(YAML) ? 'YAML' : it.name
  line("#{title}.", -> { it }, it.singleton_methods | (it.is_a?(Class) ? %i[new] : []))
end
