{% set defaults = {'port': 9100, 'collectors': ['cpu', 'filesystem'], 'labels': {'env': 'prod'}} %}
{% set agent = salt['pillar.get']('monitoring:agent', defaults, merge=True) %}
node exporter:
  user.present:
    - name: exporter
    - system: True
    - createhome: False
    - shell: /usr/sbin/nologin
  file.managed:
    - name: /etc/default/exporter
    - contents: >-
        ARGS="--web.listen-address=:{{ agent.port }}
        {% for collector in agent.collectors | sort %}--collector.{{ collector }} {% endfor %}"
    - require:
      - user: node exporter
  service.running:
    - name: exporter
    - enable: True
    - watch:
      - file: node exporter

/etc/exporter/labels.yaml:
  file.serialize:
    - makedirs: True
    - serializer: yaml
    - dataset: {{ agent.labels | json }}
    - require_in:
      - service: node exporter
