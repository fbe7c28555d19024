include:
  - monitoring.agent

{% set server = salt['pillar.get']('monitoring:agent:server', {}) %}
prometheus:
  pkg.installed:
    - pkgs:
      - prometheus
      {% if server.get('alerts') %}
      - prometheus-alertmanager
      {% endif %}
  file.serialize:
    - name: /etc/prometheus/prometheus.yml
    - serializer: yaml
    - dataset:
        global: {scrape_interval: {{ server.get('interval', '15s') }}}
        scrape_configs:
          - job_name: node
            static_configs:
              - targets: {{ server.get('targets', []) | json }}
    - require:
      - pkg: prometheus
      - service: node exporter
  service.running:
    - enable: True
    - watch:
      - file: prometheus
