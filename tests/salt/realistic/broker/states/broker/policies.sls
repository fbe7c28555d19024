{%- load_yaml as standard %}
expire: {pattern: '^tmp\.', definition: {expires: 60000}}
mirror:
  pattern: '.*'
  definition: {ha-mode: exactly, ha-params: {{ [2, salt['pillar.get']('broker:nodes', []) | length] | max }}}
{%- endload %}
{%- set policies = salt['slsutil.merge'](standard, salt['pillar.get']('broker:policies', {}), strategy='recurse') %}
include:
  - broker.service

{%- for name, policy in policies | dictsort if policy %}
broker-policy-{{ name }}:
  cmd.run:
    - name: >-
        rabbitmqctl set_policy {{ name }} {{ policy.pattern | quote }} {{ policy.definition | json | quote }}
    - require:
      - service: broker-service-running
    - order: {{ loop.revindex * 10 }}
{%- endfor %}
