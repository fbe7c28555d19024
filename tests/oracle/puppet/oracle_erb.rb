# Renders ERB templates with variables made up for them, and prints the results.
#
#   ruby --disable-did_you_mean oracle_erb.rb [--rounds N] [--tries N] [--seed TEXT] FILE..  (or FILES on standard input, one a line)
#   ruby --disable-did_you_mean oracle_erb.rb --time N  (results with a `text` on standard input: renders each N times, and prints how long
#                                                       it took with templates that are compiled once, and with such that are read each time)
#
# One JSON object a line: `path`, `variables`, and `text`, or `class` and `message`; or `skipped` where the template needs more than
# variables and results of functions. The variables are those that the template names, of a kind that fits how it uses them, with texts
# and keys that it compares them with; erb_shapes.rb follows the code for every fourth rendering. After N rounds more are made up as long
# as lines of the template have not run, N tries at most: those that run new lines are printed. The last line of each template has
# `lines`, its lines with code, and `run`, those that ran, as Ruby's Coverage counts them, and `missing`, the numbers of the others; or
# `unmeasured`.
require 'coverage'
require 'digest'
require 'erb'
require 'json'
require 'set'
require 'tempfile'
require 'yaml'

require 'puppet/error'
require_relative 'erb_shapes'

rounds = 6
tries = 400
timed = nil
seed = 'bunraku'
files = []
until ARGV.empty?
  case it = ARGV.shift
  when '--rounds' then rounds = Integer(ARGV.shift)
  when '--tries' then tries = Integer(ARGV.shift)
  when '--seed' then seed = ARGV.shift
  when '--time' then timed = Integer(ARGV.shift)
  else files << it
  end
end
files = $stdin.readlines(chomp: true) if files.empty?

# A template that asks for more than variables and functions ends.
class NeedsMore < Exception; end

def copy(value) = JSON.parse(JSON.generate(value))

# A copy as the template has it: a key that starts with SYMBOL is a symbol, which JSON has not.
def given(value)
  case value
  when Hash then value.to_h { |key, item| [key.start_with?(SYMBOL) ? key.delete_prefix(SYMBOL).to_sym : key.dup, given(item)] }
  when Array then value.map { |it| given(it) }
  else copy(value)
  end
end

SYMBOL = 'symbol '

class Scope
  # Values of functions and of variables with computed names are made up when they are asked for.
  def initialize(variables, invent)
    @variables = variables
    @invent = invent
    @set = {}
  end

  def [](name) = lookupvar(name)

  def lookupvar(name)
    raise NeedsMore, 'a variable of no text' unless name.is_a?(String)
    return @set[name] if @set.key?(name)

    known("scope #{name}", name)
  end

  def setvar(name, value) = @set[name] = value

  def call_function(*arguments) = known("call call_function #{JSON.generate(arguments)}", arguments[0])

  def method_missing(name, *arguments)
    raise NeedsMore, name.to_s unless name == :to_hash || name.start_with?('function_') && name != :function_fail

    known("call #{name} #{JSON.generate(arguments)}", name.to_s.delete_prefix('function_'))
  end

  def respond_to_missing?(*) = true

  private

  def known(key, name)
    @variables[key] = @invent.call(name) unless @variables.key?(key)
    given(@variables[key])
  end
end

# Exceptions of Puppet ask where they are raised.
module Puppet
  module Pops; module PuppetStack; def self.stacktrace = []; end; end
  module Util; module Errors; def self.error_location_with_space(*) = ''; end; end
end

module Puppet; module Parser; class TemplateWrapper
  def initialize(variables, invent)
    @__scope__ = Scope.new(variables, invent)
    variables.each { |name, value| instance_variable_set("@#{name}", given(value)) unless value.nil? || name.include?(' ') }
  end
  def scope = @__scope__
  def has_variable?(name) = !instance_variable_get("@#{name}").nil?
  def get_binding = binding
end; end; end

# Variables for one template.
class Maker
  TEXTS = ['', 'a', 'value', 'two words', '8080', '1.5', 'true', 'false', '/etc/x.conf', 'present', 'absent', "a\nb", 'a,b', '10.0.0.1/24',
           'Debian', 'RedHat', 'é"q\'', 'UPPER', ':sym', 'undef', '7.2.10'].freeze
  SCALARS = (TEXTS + [0, 1, 8080, -3, 1.5, true, false, nil]).freeze
  KEYS = %w[name port host ensure value b a key options path].freeze

  attr_accessor :random

  def initialize(source)
    @source = source
    @kinds_at = {}
    tags = source.scan(/<%(.*?)%>/m).flatten.join("\n")
    texts = tags.scan(/'([^'\n]*)'|"([^"#\n]*)"/).flatten.compact
    @keys = tags.scan(/(?:\[|key\?\(|include\?\(|fetch\(|dig\()\s*['":]([\w.:\/-]+)/).flatten.uniq
    @texts = (texts + tags.scan(%r{/\^?([^/\\()\[\]*+?|.$\n]+)\$?/}).flatten - @keys).uniq
    @numbers = tags.scan(/[=<>]=?\s*(\d+)\b/).flatten.uniq.map(&:to_i).flat_map { |it| [it - 1, it, it + 1] }
    names = source.scan(/@(\w+)/).flatten + source.scan(/has_variable\?[( ]["'](\w+)/).flatten
    @names = names.uniq.reject { |it| it.start_with?('__') || it =~ /^\d/ }
    @scoped = source.scan(/(?:lookupvar\(|scope\[)\s*["']([^"'#]+)["']/).flatten.uniq
  end

  def variables
    found = @names.to_h { |name| [name, of(name)] }
    @scoped.each { |name| found["scope #{name}"] = of(name, name) }
    found
  end

  # Values of the kinds that the code needs, with all keys that it reads.
  def shaped
    @shapes ||= Shapes.new(ERB.new(@source, trim_mode: '-').src)
    variables.merge(Shaped.new(@shapes, @random, TEXTS, (KEYS + @keys + @texts).uniq).variables)
  end

  # The same with some other values, as what functions give.
  def change(variables)
    changed = copy(variables).reject { |name, _| name.start_with?('call ') && @random.rand(3).zero? }
    keys = changed.keys.reject { |it| it.start_with?('call ') }
    keys.sample(1 + @random.rand(3), random: @random).each do |key|
      inside = changed[key]
      if inside.is_a?(Hash) && !inside.empty? && @random.rand(2).zero?
        key = (inside.keys + @keys).sample(random: @random)
        inside[key] = @random.rand(2).zero? ? at(key, 1) : value(%i[scalar text boolean number list hash nested].sample(random: @random), 1)
      else
        changed[key] = of(key.delete_prefix('scope '), key.start_with?('scope ') ? key.delete_prefix('scope ') : "@#{key}")
      end
    end
    changed
  end

  def invent(name)
    case name.to_s
    when 'warning' then nil
    when 'to_hash' then value(:hash)
    when 'versioncmp' then [-1, 0, 1].sample(random: @random)
    when /2bool|^is_|has_|member|empty|defined/ then [true, false].sample(random: @random)
    when /join|template|epp|^to_|quote|escape|file/ then text
    else value(%i[text scalar].sample(random: @random))
    end
  end

  private

  def of(name, use = "@#{name}") = value(kinds(use).sample(random: @random))

  def text
    pool = @texts.empty? || @random.rand(2).zero? ? TEXTS : @texts
    pool[@random.rand(pool.size)].dup
  end

  def scalar
    return text if @random.rand(2).zero?

    (it = SCALARS[@random.rand(SCALARS.size)]).is_a?(String) ? it.dup : it
  end

  # Some, or all that the template names.
  def keys(depth = 0)
    return @keys if depth.zero? && @keys.size.between?(7, 80) && @random.rand(3).zero?

    (@keys.empty? || @random.rand(4).zero? ? KEYS : @keys).sample(1 + @random.rand(depth.zero? ? 6 : 3), random: @random)
  end

  # A value that fits what the template does with the value of the key.
  def at(key, depth)
    return depth < 2 && @random.rand(3).zero? ? value(%i[list hash].sample(random: @random), depth + 1) : scalar unless @keys.include?(key)

    kind = (@kinds_at[key] ||= kinds(/\[\s*['":]#{Regexp.escape(key)}['"]?\s*\]/)).sample(random: @random)
    kind = :text if depth > 2
    value(kind, depth + 1)
  end

  def value(kind, depth = 0)
    # Sometimes it is something else.
    kind = %i[scalar text list hash nil].sample(random: @random) if @random.rand(8).zero?
    case kind
    when :nil then nil
    when :text then text
    when :number then ([0, 1, 2, 10, 8080, 65_535] + @numbers).sample(random: @random)
    when :boolean then [true, false].sample(random: @random)
    when :list
      (0...@random.rand(4)).map { depth < 1 && @random.rand(5).zero? ? value(%i[list hash].sample(random: @random), depth + 1) : text }
    when :hashes then (0...@random.rand(3)).map { value(:hash, depth + 1) }
    when :hash
      keys(depth).to_h { |key| [key, at(key, depth)] }
    when :nested
      names = @random.rand(2).zero? ? %w[one two three] : keys(depth)
      names.sample(1 + @random.rand(2), random: @random).to_h { |key| [key, value(depth < 2 && @random.rand(4).zero? ? :nested : :hash, depth + 1)] }
    else scalar
    end
  end

  # How a variable, or what a pattern matches, is used decides its kind.
  def kinds(name)
    name = /#{Regexp.escape(name)}/ if name.is_a?(String)
    use = @source.scan(/#{name}((?:\[[^\]]*\])?(?:\.\w+[?!]?|\[| *[!=]=|\s*>|\s*<[^%])?(?:\s*(?:do|\{)?\s*\|[^|]*\|)?)/)
    use = use.map(&:first).join(' ')
    return %i[hash nested] if use =~ /each_pair|\.keys|\.values|has_key|\.key\?|sort_by|\|\s*\(?\w+\s*,|\["|\['/
    return %i[list hashes hash] if use =~ /\.each|\.join|\.map|\.collect|\.flatten|\.first|\.compact|\.uniq|\.sort|\[/
    return %i[number text] if use =~ /\.to_i|[<>]/
    return %i[text] if use =~ /\.(?:gsub|sub|split|upcase|downcase|capitalize|match|strip|start_with|include)/

    %i[text scalar boolean list]
  end
end

# The lines of a template that its renderings have run.
class Lines
  # The program of a template as a method in a file: Ruby 3.1 counts no lines of a text that is evaluated.
  def initialize(source)
    program = ERB.new(source, trim_mode: '-').src.sub(/\A#.*\n/, "\n")
    @file = Tempfile.new(['template', '.rb'])
    @file.write("class Puppet::Parser::TemplateWrapper; def __render;#{program}\nend; end\n")
    @file.close
    Coverage.start(lines: true)
    load @file.path
    @before = counts
  rescue SyntaxError
    @before = nil
  end

  def measured? = !@before.nil?

  # The lines that one rendering runs.
  def run(variables, invent)
    begin
      Puppet::Parser::TemplateWrapper.new(variables, invent).__render
    rescue Exception
      nil
    end
    after = counts
    ran = after.each_index.select { |it| after[it] && after[it] > @before[it] }
    @before = after
    ran
  end

  def all = @before.each_index.select { |it| @before[it] }

  def done
    Coverage.result if Coverage.running?
    @file.unlink
  end

  private

  # Without the lines of the method around it.
  def counts
    lines = Coverage.peek_result.fetch(@file.path).fetch(:lines).dup
    lines[0] = nil
    lines
  end
end

def answer(path, source, variables, invent)
  template = ERB.new(source, trim_mode: '-')
  template.filename = path
  text = template.result(Puppet::Parser::TemplateWrapper.new(variables, invent).get_binding)
  { path: path, variables: variables, text: text }
rescue NeedsMore => e
  { path: path, skipped: e.message }
rescue Exception => e
  { path: path, variables: variables, class: e.class.name, message: e.message.gsub(/0x\h{16}/, '0x0000000000000000') }
end

# The seconds that a block takes for a case, without those to prepare it.
def seconds(text, rounds)
  (0...rounds).sum do
    prepared = yield
    start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    found = prepared.call
    took = Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
    abort "another text: #{found}" unless found == text
    took
  end
end

def time(lines, rounds)
  compiled = read = 0.0
  lines.each do |line|
    path, variables, text = JSON.parse(line).values_at('path', 'variables', 'text')
    source = File.read(path, encoding: 'UTF-8').delete_prefix("\ufeff")
    wrapper = Class.new(Puppet::Parser::TemplateWrapper)
    ERB.new(source, trim_mode: '-').def_method(wrapper, 'render()', path)
    compiled += seconds(text, rounds) { wrapper.new(variables, nil).method(:render) }
    read += seconds(text, rounds) do
      bound = Puppet::Parser::TemplateWrapper.new(variables, nil).get_binding
      -> { ERB.new(source, trim_mode: '-').result(bound) }
    end
  end
  { compiled: compiled, read: read }
end

if timed
  puts JSON.generate(time(files, timed))
  exit
end

files.each do |path|
  source = File.read(path, encoding: 'UTF-8')
  unless source.valid_encoding?
    puts JSON.generate(path: path, skipped: 'not UTF-8')
    next
  end
  source = source.delete_prefix("\ufeff")
  maker = Maker.new(source)
  lines = Lines.new(source)
  covered = Set.new
  kept = []
  seen = Set.new
  (0...(rounds + tries)).each do |round|
    break if round >= rounds && (!lines.measured? || covered.size == lines.all.size)

    maker.random = Random.new(Digest::SHA256.hexdigest("#{seed} #{path} #{round}")[0, 12].to_i(16))
    invent = ->(name) { maker.invent(name) }
    variables =
      if round % 4 == 3 then maker.shaped
      elsif round >= rounds && round.odd? && !kept.empty? then maker.change(kept.sample(random: maker.random))
      else maker.variables
      end
    variables = copy(variables)
    is_new = false
    if lines.measured?
      ran = lines.run(variables, invent)
      is_new = !(ran - covered.to_a).empty?
      covered.merge(ran)
      kept << copy(variables) if is_new
    end
    next unless round < rounds || is_new

    found = answer(path, source, variables, invent)
    begin
      line = JSON.generate(found)
      puts line if seen.add?(line)
    rescue JSON::GeneratorError, Encoding::UndefinedConversionError
      puts JSON.generate(path: path, skipped: 'a result that is not UTF-8')
    end
  end
  puts JSON.generate(lines.measured? ? { path: path, lines: lines.all.size, run: covered.size, missing: lines.all - covered.to_a } : { path: path, unmeasured: true })
  lines.done
end
