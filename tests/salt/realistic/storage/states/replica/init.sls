{% set peers = salt['pillar.get']('storage:replica', {}) %}
{% for peer, settings in peers.items() %}
{% set match = settings.url | regex_match('([a-z]+)://([^/:]+)(?::([0-9]+))?(/.*)') %}
{% if match %}
{% set scheme, host, port, path = match %}
replicate to {{ peer }}:
  cmd.run:
    - name: rsync -a {{ settings.from | default('/srv') }}/ {{ host }}::{{ path | replace('/', '', 1) }} --port {{ port or 873 }}
    - onlyif:
      - ping -c 1 {{ host }}
    - timeout: {{ settings.get('timeout', '1m') | regex_replace('m$', '') | int * 60 }}
    - onfail_in:
      - test: replication failed
{% endif %}
{% endfor %}
replication failed:
  test.show_notification:
    - text: {{ "Replication to " ~ peers | join(' and ') ~ " failed: look." | string | yaml_dquote if false else ("Replication to " ~ (peers | join(' and ')) ~ " failed: look.") | yaml_dquote }}
