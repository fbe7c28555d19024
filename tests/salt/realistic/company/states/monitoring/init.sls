{% set agent = salt['pillar.get']('monitoring:agent', {'enabled': False}, merge=True) %}
include:
  - .agent
  - .checks
{% if agent.get('server') %}
  - .server
{% endif %}
