#!/usr/bin/env ruby
# frozen_string_literal: true
# Every diagnostic real Puppet has for a manifest, with severity, issue code and position.
#   oracle_validate.rb [--strict off|warning|error] [--tasks] [--jobs N] [--out DIR] [--jsonl F|-] [-e CODE] FILE|DIR...
# -> {"valid":bool, "diagnostics":[{severity,code,message,line,column,offset,length}], "cli":[lines]}
# A JSONL line may name the folder of modules ("modulepath"), which decides what the file "file" may define.
# "cli" are the lines `puppet parser validate` prints (max_errors/max_warnings default 10).
require_relative 'common'

o = Oracle.parse_args(ARGV, strict: Oracle::STRICT, tasks: false, time: false)
Oracle.boot({ tasks: o[:tasks], strict: o[:strict].to_sym })
PARSER = Puppet::Pops::Parser::Parser.new
EPP = Puppet::Pops::Parser::EppParser.new

def clip(list, max_e = 10, max_w = 10, max_d = 10)
  e = w = d = 0
  list.select do |x|
    case x['severity']
    when 'error' then (e += 1) <= max_e
    when 'deprecation' then (d += 1) <= max_d
    else (w += 1) <= max_w
    end
  end
end

def where(x, file)
  l, c = x['line'], x['column']
  if file && l && c then " (file: #{file}, line: #{l}, column: #{c})"
  elsif file && l then " (file: #{file}, line: #{l})"
  elsif l && c then " (line: #{l}, column: #{c})"
  elsif l then " (line: #{l})"
  elsif file then " (file: #{file})"
  else '' end
end

# What a file may define depends on where it lies in a module: a JSONL line names the folder of modules as "modulepath".
def environment_of(inp)
  path = inp.meta['modulepath']
  path ? Puppet::Node::Environment.create(:production, path.split(':')) : Puppet.lookup(:current_environment) { nil }
end

Oracle.run(o) do |inp|
  want_tasks = (inp.meta['settings'] || {})['tasks'] || o[:tasks]
  Puppet[:tasks] = want_tasks unless Puppet[:tasks] == want_tasks
  diags = []
  phase = 'ok'
  Oracle.with_logs(:warning) do |logs|
    begin
      model = (inp.epp ? EPP : PARSER).parse_string(inp.code, inp.file).model
      acc = Puppet::Pops::Validation::Acceptor.new
      Puppet.override({ current_environment: environment_of(inp) }, 'modules of the input') do
        Puppet::Pops::Validation::ValidatorFactory_4_0.new.validator(acc).validate(model)
      end
      acc.diagnostics.each do |d|
        h = { 'severity' => d.severity.to_s, 'code' => d.issue.issue_code.to_s, 'message' => d.issue.format(d.arguments) }
        if d.source_pos
          h['line'] = d.source_pos.line
          h['column'] = d.source_pos.pos
          if d.source_pos.respond_to?(:offset)
            h['offset'] = d.source_pos.offset
            h['length'] = d.source_pos.length
            h['node'] = d.source_pos.class.name.split('::').last
          end
        end
        diags << h
      end
      phase = 'validate'
    rescue Puppet::ParseError => e
      phase = 'parse'
      h = { 'severity' => 'error', 'code' => (e.issue_code.to_s if e.respond_to?(:issue_code)), 'message' => (e.respond_to?(:basic_message) ? e.basic_message : e.message) }
      # A plain ParseError carries its location only in to_s; strip it from the message.
      h['message'] = e.message.sub(/ \((?:file: .*?, )?line: \d+(?:, column: \d+)?\)\z/, '').sub(/ \(file: [^)]*\)\z/, '') unless e.respond_to?(:basic_message)
      h['line'] = e.line if e.line
      h['column'] = e.pos if e.pos
      diags << h
    rescue RegexpError => e
      phase = 'regexp'
      diags << { 'severity' => 'error', 'code' => 'RUBY_REGEXP', 'message' => e.message }
    end
    lex = logs.records.map { |r| { 'severity' => 'warning', 'code' => r['code'], 'message' => r['message'], 'line' => r['line'], 'column' => r['pos'], 'phase' => 'lexer' } }
    diags = lex + diags
  end
  errs = diags.select { |d| d['severity'] == 'error' }
  cli = clip(diags.reject { |d| d['severity'] == 'error' }).map { |d| "Warning: #{d['message']}#{where(d, inp.file)}" }
  if errs.size == 1
    cli << "Error: Could not parse for environment production: #{errs[0]['message']}#{where(errs[0], inp.file)}"
  elsif errs.size > 1
    cli.concat(clip(errs).map { |d| "Error: #{d['message']}#{where(d, inp.file)}" })
    nw = diags.count { |d| %w[warning deprecation].include?(d['severity']) && d['phase'] != 'lexer' }
    cli << "Error: Language validation logged #{errs.size} errors#{nw > 0 ? ", and #{nw} warnings" : ''}. Giving up"
  end
  { 'valid' => errs.empty?, 'phase' => phase, 'diagnostics' => diags, 'cli' => cli }
end
