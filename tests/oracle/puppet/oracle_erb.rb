# Renders ERB templates with variables made up for them, and tells what comes of it.
#
#   ruby --disable-did_you_mean oracle_erb.rb [--rounds N] [--seed TEXT] FILE..     (or FILES on standard input, one a line)
#
# One JSON object a line: `path`, `variables`, and `text`, or `class` and `message`; or `skipped` where the template needs more than
# variables. The variables are those that the template names, of a kind that fits how it uses them, often enough.
require 'erb'
require 'json'
require 'yaml'
require 'set'
require 'digest'

rounds = 6
seed = 'bunraku'
files = []
until ARGV.empty?
  case it = ARGV.shift
  when '--rounds' then rounds = Integer(ARGV.shift)
  when '--seed' then seed = ARGV.shift
  else files << it
  end
end
files = $stdin.readlines(chomp: true) if files.empty?

# What a template asks for beside variables ends it.
class NeedsMore < Exception; end

class Scope
  def initialize(variables) = @variables = variables
  def [](name) = lookupvar(name)
  def lookupvar(name)
    raise NeedsMore, 'a variable of no text' unless name.is_a?(String)
    key = "scope #{name}"
    raise NeedsMore, name unless @variables.key?(key)
    @variables[key]
  end
  def method_missing(name, *) = raise(NeedsMore, name.to_s)
  def respond_to_missing?(*) = true
end

module Puppet; module Parser; class TemplateWrapper
  def initialize(variables)
    @__scope__ = Scope.new(variables)
    variables.each { |name, value| instance_variable_set("@#{name}", value) unless value.nil? || name.include?(' ') }
  end
  def scope = @__scope__
  def has_variable?(name) = !instance_variable_get("@#{name}").nil?
  def get_binding = binding
end; end; end

TEXTS = ['', 'a', 'value', 'two words', '8080', '1.5', 'true', 'false', '/etc/x.conf', 'present', 'absent', "a\nb", 'a,b', '10.0.0.1/24',
         'Debian', 'RedHat', 'é"q\'', 'UPPER', ':sym', 'undef', '7.2.10'].freeze
SCALARS = (TEXTS + [0, 1, 8080, -3, 1.5, true, false, nil]).freeze

def scalar(random) = (it = SCALARS[random.rand(SCALARS.size)]).is_a?(String) ? it.dup : it
def text(random) = TEXTS[random.rand(TEXTS.size)].dup

def value(kind, random, depth = 0)
  # Sometimes it is something else.
  kind = %i[scalar text list hash nil].sample(random: random) if random.rand(8).zero?
  case kind
  when :nil then nil
  when :text then text(random)
  when :number then [0, 1, 2, 10, 8080, 65_535].sample(random: random)
  when :boolean then [true, false].sample(random: random)
  when :list
    (0...random.rand(4)).map { depth < 1 && random.rand(5).zero? ? value(%i[list hash].sample(random: random), random, depth + 1) : text(random) }
  when :hashes then (0...random.rand(3)).map { value(:hash, random, 1) }
  when :hash
    keys = %w[name port host ensure value b a key options path].sample(1 + random.rand(4), random: random)
    keys.to_h { |key| [key, depth < 2 && random.rand(3).zero? ? value(%i[list hash].sample(random: random), random, depth + 1) : scalar(random)] }
  when :nested
    %w[one two three].sample(1 + random.rand(2), random: random).to_h { |key| [key, value(:hash, random, 1)] }
  else scalar(random)
  end
end

# How a variable is used tells its kind.
def kinds(source, name)
  use = source.scan(/#{Regexp.escape(name)}((?:\[[^\]]*\])?(?:\.\w+[?!]?|\[| *[=!]=|\s*>|\s*<[^%])?(?:\s*(?:do|\{)?\s*\|[^|]*\|)?)/).map(&:first).join(' ')
  return %i[hash nested] if use =~ /each_pair|\.keys|\.values|has_key|\.key\?|sort_by|\|\s*\(?\w+\s*,|\["|\['/
  return %i[list hashes] if use =~ /\.each|\.join|\.map|\.collect|\.flatten|\.first|\.compact|\.uniq|\.sort|\[/
  return %i[number text] if use =~ /\.to_i|[<>]/
  return %i[text] if use =~ /\.(?:gsub|sub|split|upcase|downcase|capitalize|match|strip|start_with|include)/
  %i[text scalar boolean]
end

files.each do |path|
  source = File.read(path, encoding: 'UTF-8')
  unless source.valid_encoding?
    puts JSON.generate(path: path, skipped: 'not UTF-8')
    next
  end
  source = source.delete_prefix("\ufeff")
  names = source.scan(/@(\w+)/).flatten.uniq.reject { |it| it.start_with?('__') || it =~ /^\d/ }
  scoped = source.scan(/(?:lookupvar\(|scope\[)\s*["']([^"'#]+)["']/).flatten.uniq
  # What is asked first of each is told apart by a name of its own.
  seen = Hash.new(0)
  (0...rounds).each do |round|
    random = Random.new(Digest::SHA256.hexdigest("#{seed} #{path} #{round}")[0, 12].to_i(16))
    variables = {}
    names.each { |name| variables[name] = value(kinds(source, "@#{name}").sample(random: random), random) }
    scoped.each { |name| variables["scope #{name}"] = value(kinds(source, name).sample(random: random), random) }
    told = JSON.parse(JSON.generate(variables))
    answer = { path: path, variables: told }
    begin
      template = ERB.new(source, trim_mode: '-')
      template.filename = path
      answer[:text] = template.result(Puppet::Parser::TemplateWrapper.new(JSON.parse(JSON.generate(variables))).get_binding)
    rescue NeedsMore => e
      answer = { path: path, skipped: e.message }
    rescue Exception => e
      answer[:class] = e.class.name
      answer[:message] = e.message.gsub(/0x\h{16}/, '0x0000000000000000')
    end
    seen[answer] += 1
    begin
      puts JSON.generate(answer) if seen[answer] == 1
    rescue JSON::GeneratorError, Encoding::UndefinedConversionError
      puts JSON.generate(path: path, skipped: 'a result that is not UTF-8')
    end
  end
end
