# frozen_string_literal: true
# Asks puppet-lint about many texts in one process: a line of JSON for each line of JSON on the standard input.
#   asked:    {"id": .., "path": .., "code": .. (else the file at the path is read), "args": ["--only-checks", ..]}
#   answered: {"id": .., "problems": [[kind, check, line, column, message]..], "warnings": [..], "fixed": .. (with --fix)},
#             or {"id": .., "crash": ..} where an exception reaches the user, or {"id": .., "refused": ..} for wrong options
require 'json'
require 'stringio'
require_relative 'lint_plugins'
require 'puppet-lint/optparser'

def defaults(enabled)
  PuppetLint.configuration.defaults
  enabled.each { |name, on| PuppetLint.configuration.send(on ? :"enable_#{name}" : :"disable_#{name}") }
end

def problems(linter)
  linter.problems.map { |it| [it[:kind], it[:check], it[:line], it[:column], it[:message]] }
end

def answer(asked, out)
  # What a heredoc without an end leaves behind would be read into the next file.
  PuppetLint::Lexer.heredoc_queue.clear
  PuppetLint::OptParser.build(['--no-config', *asked.fetch('args', [])])
  linter = PuppetLint.new
  if asked['code']
    linter.path = asked['path']
    linter.code = asked['code'].dup
  else
    linter.file = asked['path']
  end
  linter.run
  out['problems'] = problems(linter)
  out['fixed'] = linter.manifest if PuppetLint.configuration.fix && linter.problems.none? { |it| it[:check] == :syntax }
end

enabled = PuppetLint.configuration.checks.to_h { |name| [name, PuppetLint.configuration.send(:"#{name}_enabled?")] }
$stdin.each_line do |line|
  asked = JSON.parse(line)
  out = { 'id' => asked['id'] }
  said = [$stdout, $stderr]
  $stdout = StringIO.new
  $stderr = StringIO.new
  begin
    defaults(enabled)
    answer(asked, out)
  rescue OptionParser::ParseError => e
    # Without what Ruby guesses was meant.
    out['refused'] = e.message.lines.first.chomp
  rescue SystemExit
    # It has told its own exception on the standard output.
    out['crash'] = $stdout.string[/^error:\n```\n(.*)$/, 1].to_s
  end
  out['warnings'] = $stderr.string.lines(chomp: true) unless $stderr.string.empty?
  $stdout, $stderr = said
  puts JSON.generate(out)
end
