#!/usr/bin/env ruby
# frozen_string_literal: true
# What Puppet makes of the relationships of a catalog, with all that it asks its types for:
#   oracle_relationships.rb [options of oracle_catalog.rb] [--dot] [-e CODE] FILE|DIR...
# {"catalog", "virtual": [[type, title]], "identities": {ref: [value..]}, "automatic": [[source, from, to]],
#  "edges", "expanded": ["A -> B" or "A ~> B"], "order" or "cycles" and "report", "problem": {message, file, line}}
require_relative 'catalog_core'

module Oracle
  module Relationships
    module_function

    def edge(e)
      "#{e.source.ref} #{e.callback ? '~>' : '->'} #{e.target.ref}"
    end

    # Where one resource is another already, the catalog cannot be converted; each resource for itself can.
    def converted(cat)
      cat.to_ral
    rescue ArgumentError => e
      [e, cat.resources.map { |r| r.copy_as_resource.to_ral }]
    end

    def identities(resources)
      resources.each_with_object({}) do |r, all|
        next if r.is_a?(Puppet::Type.type(:component)) || !r.isomorphic?

        key = r.uniqueness_key
        all[r.ref] = key.map { |v| v&.to_s } if key.any? && key != [r.title]
      end
    end

    # The graphs as Puppet lists them, before and after containers are replaced.
    def graph(ral, out, dot)
      g = Puppet::Graph::RelationshipGraph.new(Puppet::Graph::SequentialPrioritizer.new)
      g.define_singleton_method(:build_autorelation_dependencies) do |c|
        out['automatic'] = vertices.flat_map do |v|
          %w[require subscribe before notify].flat_map { |s| v.send("auto#{s}", c).map { |e| [s, e.source.ref, e.target.ref] } }
        end
        super(c)
      end
      g.define_singleton_method(:write_graph) do |name|
        out[name == :relationships ? 'edges' : 'expanded'] = edges.map { |e| Relationships.edge(e) }
        out["#{name}.dot"] = to_dot('name' => name.to_s.capitalize) if dot
      end
      out['resources.dot'] = ral.to_dot('name' => 'Resources') if dot
      ral.host_config = true
      g.populate_from(ral)
      g
    end

    def all(inp, o)
      Oracle.with_logs(:notice) do |logs|
        out = {}
        Core.in_env(inp) do |env|
          _comp, full = Core.compile(inp, env)
          virtual = full.resources.select(&:virtual?).map { |r| [r.type, r.title.to_s] }
          cat = full.to_resource.filter(&:virtual?)
          out['catalog'] = Core.normal(cat)
          out['virtual'] = virtual unless virtual.empty?
          begin
            Puppet::Pops::Evaluator::DeferredResolver.resolve_and_replace(Puppet::Node::Facts.new('x', {}), cat, env, true)
            ral, alone = converted(cat)
            out['identities'] = identities(alone || ral.resources)
            raise ral if alone

            ral.host_config = false
            ral.finalize
            g = graph(ral, out, o[:dot])
            order, cycles = Core.static_order(g)
            if cycles && !cycles.empty?
              out['cycles'] = cycles.map { |c| c.map(&:ref) }
              n = logs.records.size
              g.report_cycles_in_graph
              out['report'] = logs.records[n..].map { |r| r['message'] }.join("\n")
            else
              out['order'] = order
            end
          rescue Puppet::Error, StandardError => e
            h = Oracle.error_hash(e, 'ral')
            out['problem'] = h.slice('message', 'error', 'file', 'line').compact
          end
        rescue Puppet::Error, StandardError => e
          out = Oracle.error_hash(e, 'compile')
        end
        out
      end
    end
  end
end

o = Oracle.parse_args(ARGV, Oracle::Core::OPTIONS.merge(dot: false))
Oracle::Core.boot(o)
Oracle.run(o) { |inp| Oracle::Relationships.all(inp, o) }
