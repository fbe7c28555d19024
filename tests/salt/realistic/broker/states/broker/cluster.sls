{%- set nodes = salt['pillar.get']('broker:nodes', []) %}
include:
  - broker.service.running

{%- if nodes | length > 1 and grains['id'] != nodes | first %}
broker-cluster-join:
  cmd.run:
    - name: rabbitmqctl join_cluster rabbit@{{ nodes[0] }}
    - unless: rabbitmqctl cluster_status | grep -q rabbit@{{ nodes[0] }}
    - prereq_in: []
    - require:
      - service: broker-service-running
{%- else %}
broker-cluster-first:
  test.configurable_test_state:
    - changes: False
    - result: True
    - comment: {{ 'first of %d' | format(nodes | length) }}
{%- endif %}
