#!/usr/bin/env ruby
# frozen_string_literal: true
# Whether Puppet still accepts a manifest after files of its modules have changed.
#   oracle_changed.rb [the options of oracle_catalog.rb]
# An input may carry (JSONL) texts {path: text}: what is parsed instead of these files; and declared: true, to be told what there is.
# accepted: {} or, if asked for, {"classes":[..], "resources":[[ref, file, line]..], "edges":[[ref, ref]..]}, edges without automatic ones
# refused:  {"error": message, "file", "line", "column", "code"} by the compiler,
#           {"ral_error": {...}} by the conversion to what is applied, {"cycles":[[refs]]}
require_relative 'catalog_core'

module Oracle
  module Changed
    class << self
      attr_accessor :texts
    end
    self.texts = {}

    def parse_file(file)
      text = Changed.texts[file.to_s]
      text ? parse_string(text, file) : super
    end

    module_function

    def declared(answer)
      resources = answer['catalog']['resources'].map { |r| ["#{r['type']}[#{r['title']}]", r['file'], r['line']] }
      edges = (answer['edges'] || []).filter_map { |e| [e['source'], e['target']] if e['kind'] == 'manual' }
      { 'classes' => answer['catalog']['classes'], 'resources' => resources, 'edges' => edges }
    end
  end
end
Puppet::Pops::Parser::EvaluatingParser.prepend(Oracle::Changed)

o = Oracle.parse_args(ARGV, Oracle::Core::OPTIONS)
Oracle::Core.boot(o)
Oracle.run(o) do |inp|
  Oracle::Changed.texts = inp.meta['texts'] || {}
  answer = Oracle::Core.all(inp, o)
  kept = answer.slice('error', 'file', 'line', 'column', 'code', 'ral_error', 'cycles')
  kept = kept.merge(Oracle::Changed.declared(answer)) if kept.empty? && inp.meta['declared']
  kept
end
